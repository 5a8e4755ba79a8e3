//! Which bytes of a block belong to pointers.
//!
//! Nearly all pointers are stored whole and aligned: those take one entry of a vector. Whatever a program
//! copies byte by byte, or overwrites in part, is kept as single bytes until it makes a whole pointer again.

use crate::value::Provenance;
use std::collections::BTreeMap;

/// One byte of a pointer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Fragment {
    /// INVARIANT: the provenance of a whole pointer, or of a number that was derived from one.
    pub provenance: Provenance,
    /// Which byte of the pointer or the number it is.
    pub index: u8,
}

/// What a range of bytes is, seen as part of pointers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum RangeProvenance {
    None,
    /// All of it belongs to one pointer (or, for ranges longer than a pointer, its first bytes do).
    One(Provenance),
    /// Parts of several pointers.
    Mixed(Vec<Provenance>),
}

#[derive(Clone, Debug)]
pub(crate) struct PointerMap {
    pointer_bytes: usize,
    /// The pointer at each aligned place, or what the number there was derived from; it covers all bytes of
    /// its word.
    words: Vec<Provenance>,
    /// INVARIANT: no fragment lies in a word with an entry in `words`.
    fragments: BTreeMap<usize, Fragment>,
}

impl PointerMap {
    pub fn new(block_size: usize, pointer_bytes: usize) -> PointerMap {
        PointerMap {
            pointer_bytes,
            words: vec![Provenance::NONE; block_size / pointer_bytes],
            fragments: BTreeMap::new(),
        }
    }

    pub fn fragment(&self, offset: usize) -> Option<Fragment> {
        let word = self.words.get(offset / self.pointer_bytes).copied().unwrap_or(Provenance::NONE);
        if !word.is_none() {
            return Some(Fragment { provenance: word, index: (offset % self.pointer_bytes) as u8 });
        }
        if self.fragments.is_empty() { None } else { self.fragments.get(&offset).copied() }
    }

    /// What a load of this range finds.
    #[inline]
    pub fn load(&self, offset: usize, size: usize) -> RangeProvenance {
        if size == self.pointer_bytes && offset.is_multiple_of(size) && self.fragments.is_empty() {
            return match self.words.get(offset / size) {
                Some(&word) if !word.is_none() => RangeProvenance::One(word),
                _ => RangeProvenance::None,
            };
        }
        self.load_bytes(offset, size)
    }

    /// Whether a load of this range finds parts of several pointers.
    pub fn has_mixed(&self, offset: usize, size: usize) -> bool {
        matches!(self.load(offset, size), RangeProvenance::Mixed(_))
    }

    fn load_bytes(&self, offset: usize, size: usize) -> RangeProvenance {
        let first = self.fragment(offset);
        let mut fits_one = true;
        let mut found: Vec<Provenance> = Vec::new();
        for position in 0..size {
            let fragment = self.fragment(offset + position);
            let expected = first.and_then(|first| {
                let index = first.index as usize + position;
                (index < self.pointer_bytes).then_some(Fragment { index: index as u8, ..first })
            });
            fits_one &= fragment == expected;
            if let Some(fragment) = fragment
                && !found.contains(&fragment.provenance)
            {
                found.push(fragment.provenance);
            }
        }
        match first {
            _ if found.is_empty() => RangeProvenance::None,
            Some(first) if fits_one && first.provenance.is_derived() => {
                RangeProvenance::One(first.provenance)
            }
            Some(first) if fits_one => {
                RangeProvenance::One(first.provenance.with_part(u32::from(first.index)))
            }
            _ => RangeProvenance::Mixed(found),
        }
    }

    /// The range no longer holds parts of pointers.
    #[inline]
    pub fn clear(&mut self, offset: usize, size: usize) {
        if self.fragments.is_empty() && size == self.pointer_bytes && offset.is_multiple_of(size) {
            if let Some(word) = self.words.get_mut(offset / size) {
                *word = Provenance::NONE;
            }
            return;
        }
        self.clear_bytes(offset, size);
    }

    fn clear_bytes(&mut self, offset: usize, size: usize) {
        if size == 0 {
            return;
        }
        let end = offset + size;
        let bytes = self.pointer_bytes;
        let first_word = offset / bytes;
        let last_word = ((end - 1) / bytes).min(self.words.len().wrapping_sub(1));
        if !self.words.is_empty() && first_word < self.words.len() {
            for index in [first_word, last_word] {
                let start = index * bytes;
                if start < offset || start + bytes > end {
                    self.split(index);
                }
            }
            self.words[first_word..=last_word].fill(Provenance::NONE);
        }
        if !self.fragments.is_empty() {
            let keys: Vec<usize> = self.fragments.range(offset..end).map(|(&key, _)| key).collect();
            for key in keys {
                self.fragments.remove(&key);
            }
        }
    }

    /// Turns a whole pointer into single bytes.
    fn split(&mut self, index: usize) {
        let word = std::mem::replace(&mut self.words[index], Provenance::NONE);
        if word.is_none() {
            return;
        }
        for position in 0..self.pointer_bytes {
            let fragment = Fragment { provenance: word, index: position as u8 };
            self.fragments.insert(index * self.pointer_bytes + position, fragment);
        }
    }

    /// A store of `size` bytes of a value that is (part of) a pointer.
    #[inline]
    pub fn store(&mut self, offset: usize, size: usize, provenance: Provenance) {
        if size == self.pointer_bytes
            && offset.is_multiple_of(size)
            && self.fragments.is_empty()
            && (provenance.part() == 0 || provenance.is_derived())
            && let Some(word) = self.words.get_mut(offset / size)
        {
            *word = provenance;
            return;
        }
        self.clear_bytes(offset, size);
        let (first, kept) = match provenance.is_derived() {
            true => (0, provenance),
            false => (provenance.part() as usize, provenance.whole()),
        };
        for position in 0..size {
            if first + position < self.pointer_bytes {
                let fragment = Fragment { provenance: kept, index: (first + position) as u8 };
                self.set_fragment(offset + position, fragment);
            }
        }
    }

    /// Sets one byte; the byte was cleared before.
    pub fn set_fragment(&mut self, offset: usize, fragment: Fragment) {
        self.fragments.insert(offset, fragment);
        let bytes = self.pointer_bytes;
        let word = offset / bytes;
        if word >= self.words.len() || fragment.index as usize != offset % bytes {
            return;
        }
        let start = word * bytes;
        let complete = (0..bytes).all(|position| {
            let expected = Fragment { provenance: fragment.provenance, index: position as u8 };
            self.fragments.get(&(start + position)) == Some(&expected)
        });
        if complete {
            for position in 0..bytes {
                self.fragments.remove(&(start + position));
            }
            self.words[word] = fragment.provenance;
        }
    }

    /// Every pointer of which at least one byte is stored in the block, with its offset.
    pub fn pointers(&self) -> impl Iterator<Item = (usize, Provenance)> + '_ {
        let bytes = self.pointer_bytes;
        let words = self.words.iter().enumerate().filter(|(_, word)| !word.is_none());
        words
            .map(move |(index, &word)| (index * bytes, word))
            .chain(self.fragments.iter().map(|(&offset, fragment)| (offset, fragment.provenance)))
    }

    /// Copies the words of an aligned range into `target`, unless single bytes are involved.
    pub fn copy_words(&self, offset: usize, size: usize, target: &mut Vec<Provenance>) -> bool {
        let bytes = self.pointer_bytes;
        if !self.fragments.is_empty() || !offset.is_multiple_of(bytes) || !size.is_multiple_of(bytes) {
            return false;
        }
        target.extend_from_slice(&self.words[offset / bytes..(offset + size) / bytes]);
        true
    }

    /// Sets the words of an aligned range; false if that is not possible.
    pub fn paste_words(&mut self, offset: usize, words: &[Provenance]) -> bool {
        let bytes = self.pointer_bytes;
        if !self.fragments.is_empty() || !offset.is_multiple_of(bytes) {
            return false;
        }
        let start = offset / bytes;
        self.words[start..start + words.len()].copy_from_slice(words);
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pointer(slot: u32) -> Provenance {
        Provenance::new(slot, 3)
    }

    #[test]
    fn a_pointer_copied_byte_by_byte_is_a_pointer() {
        for bytes in [4usize, 8] {
            let mut source = PointerMap::new(32, bytes);
            source.store(bytes, bytes, pointer(5));
            let mut target = PointerMap::new(32, bytes);
            // An unaligned place keeps the bytes apart, an aligned one makes them whole.
            for start in [0, 3, 2 * bytes] {
                for position in (0..bytes).rev() {
                    let RangeProvenance::One(part) = source.load(bytes + position, 1) else { panic!() };
                    target.store(start + position, 1, part);
                }
                assert_eq!(target.load(start, bytes), RangeProvenance::One(pointer(5)));
                target.clear(start, bytes);
                assert_eq!(target.load(start, bytes), RangeProvenance::None);
            }
        }
    }

    #[test]
    fn a_derived_number_stays_derived() {
        let derived = pointer(5).derived();
        for (offset, size) in [(8, 8), (8, 4), (3, 8), (12, 2)] {
            let mut map = PointerMap::new(32, 8);
            map.store(offset, size, derived);
            assert_eq!(map.load(offset, size), RangeProvenance::One(derived));
            assert_eq!(map.load(offset + 1, 1), RangeProvenance::One(derived));
            assert!(map.pointers().all(|(_, provenance)| provenance == derived));
            // A part of it that is put elsewhere does not make a pointer.
            map.store(16, 1, derived);
            map.store(17, 1, derived);
            assert_eq!(map.load(16, 2), RangeProvenance::Mixed(vec![derived]));
            map.clear(offset, size);
            assert_eq!(map.load(offset, size), RangeProvenance::None);
        }
    }

    #[test]
    fn overwriting_one_byte_leaves_the_others() {
        let mut map = PointerMap::new(16, 8);
        map.store(0, 8, pointer(1));
        map.store(8, 8, pointer(2));
        map.clear(3, 1);
        assert_eq!(map.load(0, 8), RangeProvenance::Mixed(vec![pointer(1)]));
        assert_eq!(map.load(0, 2), RangeProvenance::One(pointer(1)));
        assert_eq!(map.load(4, 4), RangeProvenance::One(pointer(1).with_part(4)));
        assert_eq!(map.load(8, 8), RangeProvenance::One(pointer(2)));
        map.store(3, 1, pointer(1).with_part(3));
        assert_eq!(map.load(0, 8), RangeProvenance::One(pointer(1)));
        assert_eq!(map.load(4, 8), RangeProvenance::Mixed(vec![pointer(1), pointer(2)]));
    }

    #[test]
    fn ranges_longer_than_a_pointer_start_with_it() {
        let mut map = PointerMap::new(16, 4);
        map.store(4, 8, pointer(7));
        assert_eq!(map.load(4, 8), RangeProvenance::One(pointer(7)));
        assert_eq!(map.load(8, 4), RangeProvenance::None);
        assert_eq!(map.load(0, 8), RangeProvenance::Mixed(vec![pointer(7)]));
        assert_eq!(map.pointers().collect::<Vec<_>>(), vec![(4, pointer(7))]);
    }

    #[test]
    fn the_tail_of_a_block_that_holds_no_whole_word_keeps_single_bytes() {
        let mut map = PointerMap::new(11, 8);
        map.store(3, 8, pointer(9));
        assert_eq!(map.load(3, 8), RangeProvenance::One(pointer(9)));
        map.clear(0, 11);
        assert_eq!(map.pointers().count(), 0);
    }
}
