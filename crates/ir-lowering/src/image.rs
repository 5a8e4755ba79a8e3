//! The bytes and addresses of an object while its initialiser is carried out.

use ir::{InitializerChunk, InitializerData, SymbolReference};
use std::collections::BTreeMap;

/// Memory that is zero where nothing has been written. Later writes win.
///
/// Initialisers nearly always write in ascending order, so chunks are appended to a list; the
/// first write that goes back moves everything to a map.
pub(crate) struct Image {
    /// INVARIANT: ascending and disjoint; empty once `map` is in use.
    list: Vec<InitializerChunk>,
    map: Option<BTreeMap<u64, Piece>>,
    /// How many bytes an address has.
    address_bytes: u64,
}

enum Piece {
    Bytes(Vec<u8>),
    Address(SymbolReference, i64),
}

/// Zeros between two chunks are written down if there are no more than this many.
const MOST_PADDING: u64 = 16;

impl Image {
    pub(crate) fn new(address_bytes: u64) -> Image {
        Image { list: Vec::new(), map: None, address_bytes }
    }

    /// Where the last chunk starts and ends, and whether it holds bytes.
    fn last(&self) -> Option<(u64, u64, bool)> {
        self.list.last().map(|chunk| match &chunk.data {
            InitializerData::Bytes(bytes) => (chunk.offset, chunk.offset + bytes.len() as u64, true),
            InitializerData::Address(..) => (chunk.offset, chunk.offset + self.address_bytes, false),
        })
    }

    pub(crate) fn write(&mut self, offset: u64, bytes: &[u8]) {
        if bytes.is_empty() {
            return;
        }
        let end = offset + bytes.len() as u64;
        if self.map.is_none() {
            match self.last() {
                Some((start, last_end, true)) if offset >= start && offset <= last_end + MOST_PADDING => {
                    if bytes.iter().all(|&byte| byte == 0) && offset >= last_end {
                        return;
                    }
                    if let Some(InitializerChunk { data: InitializerData::Bytes(data), .. }) =
                        self.list.last_mut()
                    {
                        let position = (offset - start) as usize;
                        if data.len() < position + bytes.len() {
                            data.resize(position + bytes.len(), 0);
                        }
                        data[position..position + bytes.len()].copy_from_slice(bytes);
                    }
                    return;
                }
                Some((_, last_end, _)) if offset < last_end => self.use_map(),
                Some(_) | None => {
                    if bytes.iter().any(|&byte| byte != 0) {
                        self.list
                            .push(InitializerChunk { offset, data: InitializerData::Bytes(bytes.to_vec()) });
                    }
                    return;
                }
            }
        }
        self.cut(offset, end);
        if let Some(map) = &mut self.map {
            map.insert(offset, Piece::Bytes(bytes.to_vec()));
        }
    }

    pub(crate) fn write_zeros(&mut self, offset: u64, length: u64) {
        if length == 0 {
            return;
        }
        let end = offset.saturating_add(length);
        if self.map.is_none() && self.last().is_none_or(|(_, last_end, _)| offset >= last_end) {
            return;
        }
        self.use_map();
        self.cut(offset, end);
    }

    /// An address, even in an integer that is wider: the upper half of that is zero.
    pub(crate) fn write_address(&mut self, offset: u64, symbol: SymbolReference, addend: i64) {
        let end = offset + self.address_bytes;
        if self.map.is_none() {
            match self.last() {
                Some((_, last_end, _)) if offset < last_end => self.use_map(),
                Some(_) | None => {
                    let data = InitializerData::Address(symbol, addend);
                    self.list.push(InitializerChunk { offset, data });
                    return;
                }
            }
        }
        self.cut(offset, end);
        if let Some(map) = &mut self.map {
            map.insert(offset, Piece::Address(symbol, addend));
        }
    }

    pub(crate) fn write_bits(&mut self, offset: u64, bit_offset: u32, bit_width: u32, value: u128) {
        let mask = if bit_width >= 128 { u128::MAX } else { (1 << bit_width) - 1 };
        let (mask, value) = (mask << bit_offset, (value & mask) << bit_offset);
        let count = (bit_offset + bit_width).div_ceil(8).min(16);
        let mut bytes = [0u8; 16];
        for (index, byte) in bytes.iter_mut().enumerate().take(count as usize) {
            let kept = self.byte(offset + index as u64) & !((mask >> (8 * index)) as u8);
            *byte = kept | (value >> (8 * index)) as u8;
        }
        self.write(offset, &bytes[..count as usize]);
    }

    fn byte(&self, offset: u64) -> u8 {
        let read = |start: u64, bytes: &[u8]| {
            offset.checked_sub(start).and_then(|index| bytes.get(index as usize)).copied()
        };
        let found = match &self.map {
            Some(map) => map.range(..=offset).next_back().and_then(|(&start, piece)| match piece {
                Piece::Bytes(bytes) => read(start, bytes),
                Piece::Address(..) => None,
            }),
            None => {
                let after = self.list.partition_point(|chunk| chunk.offset <= offset);
                after.checked_sub(1).and_then(|index| match &self.list[index].data {
                    InitializerData::Bytes(bytes) => read(self.list[index].offset, bytes),
                    InitializerData::Address(..) => None,
                })
            }
        };
        found.unwrap_or(0)
    }

    fn use_map(&mut self) {
        if self.map.is_none() {
            let pieces = self.list.drain(..).map(|chunk| match chunk.data {
                InitializerData::Bytes(bytes) => (chunk.offset, Piece::Bytes(bytes)),
                InitializerData::Address(symbol, addend) => (chunk.offset, Piece::Address(symbol, addend)),
            });
            self.map = Some(pieces.collect());
        }
    }

    /// Makes a range zero. An address of which a part is overwritten is lost as a whole: its
    /// other bytes are not known, and no sensible program looks at them.
    fn cut(&mut self, start: u64, end: u64) {
        let address_bytes = self.address_bytes;
        let Some(map) = &mut self.map else { return };
        let length = |piece: &Piece| match piece {
            Piece::Bytes(bytes) => bytes.len() as u64,
            Piece::Address(..) => address_bytes,
        };
        let before = map.range(..start).next_back().map(|(&offset, piece)| (offset, offset + length(piece)));
        if let Some((offset, piece_end)) = before
            && piece_end > start
            && let Some(Piece::Bytes(bytes)) = map.remove(&offset)
        {
            if piece_end > end {
                map.insert(end, Piece::Bytes(bytes[(end - offset) as usize..].to_vec()));
            }
            let mut bytes = bytes;
            bytes.truncate((start - offset) as usize);
            map.insert(offset, Piece::Bytes(bytes));
        }
        let inside: Vec<u64> = map.range(start..end).map(|(&offset, _)| offset).collect();
        for offset in inside {
            if let Some(Piece::Bytes(bytes)) = map.remove(&offset) {
                let piece_end = offset + bytes.len() as u64;
                if piece_end > end {
                    map.insert(end, Piece::Bytes(bytes[(end - offset) as usize..].to_vec()));
                }
            }
        }
    }

    pub(crate) fn into_chunks(self) -> Vec<InitializerChunk> {
        match self.map {
            None => self.list,
            Some(map) => (map.into_iter())
                .map(|(offset, piece)| InitializerChunk {
                    offset,
                    data: match piece {
                        Piece::Bytes(bytes) => InitializerData::Bytes(bytes),
                        Piece::Address(symbol, addend) => InitializerData::Address(symbol, addend),
                    },
                })
                .collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Random writes agree with an array of bytes.
    #[test]
    fn later_writes_win() {
        let mut seed = 12345u64;
        let mut next = |bound: u64| {
            seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (seed >> 33) % bound
        };
        for _ in 0..2000 {
            let mut image = Image::new(8);
            let mut expected = [0u8; 64];
            for _ in 0..next(8) + 1 {
                let (offset, length) = (next(48), next(12));
                match next(3) {
                    0 => {
                        let value = next(3) as u8;
                        image.write(offset, &vec![value; length as usize]);
                        expected[offset as usize..(offset + length) as usize].fill(value);
                    }
                    1 => {
                        image.write_zeros(offset, length);
                        expected[offset as usize..(offset + length) as usize].fill(0);
                    }
                    _ => {
                        let (bit_offset, bit_width, value) =
                            (next(8) as u32, next(40) as u32 + 1, next(1 << 30));
                        image.write_bits(offset, bit_offset, bit_width, u128::from(value));
                        for bit in 0..bit_width {
                            let position = bit_offset + bit;
                            let byte = &mut expected[(offset + u64::from(position / 8)) as usize];
                            let is_set = bit < 64 && value >> bit & 1 == 1;
                            *byte = *byte & !(1 << (position % 8)) | u8::from(is_set) << (position % 8);
                        }
                    }
                }
            }
            let mut found = [0u8; 64];
            let mut last_end = 0;
            for chunk in image.into_chunks() {
                let InitializerData::Bytes(bytes) = chunk.data else { panic!("no address was written") };
                assert!(chunk.offset >= last_end);
                last_end = chunk.offset + bytes.len() as u64;
                found[chunk.offset as usize..last_end as usize].copy_from_slice(&bytes);
            }
            assert_eq!(found, expected);
        }
    }

    #[test]
    fn an_address_is_replaced_as_a_whole() {
        let symbol = SymbolReference::Function(ir::FunctionId::from_raw(0));
        let mut image = Image::new(8);
        image.write_address(8, symbol, 0);
        image.write(0, &[1; 8]);
        image.write_address(8, symbol, 4);
        image.write(16, &[2; 4]);
        let chunks = image.into_chunks();
        assert_eq!(chunks.len(), 3);
        assert_eq!(chunks[1].data, InitializerData::Address(symbol, 4));
    }
}
