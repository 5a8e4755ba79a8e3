//! Runs of bytes: copying, filling, and what string functions read.

use super::access::pointer_map;
use super::pointers::Fragment;
use super::{Checked, Memory, Violation};
use crate::fault::FaultKind;
use crate::value::{Provenance, Value};

/// Bytes taken out of memory as they are: contents, initialisation and pointers.
#[derive(Clone, Default, Debug)]
pub(crate) struct Run {
    pub bytes: Vec<u8>,
    pub masks: Vec<u8>,
    /// The whole pointers of an aligned run, one entry per word; empty if there are none.
    words: Vec<Provenance>,
    /// Otherwise, the pointers byte by byte.
    fragments: Vec<(usize, Fragment)>,
}

/// A string that a library function read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct ReadString {
    /// Without the terminating zero.
    pub bytes: Vec<u8>,
    /// Whether a byte of it, or its end, depends on uninitialised memory.
    pub is_defined: bool,
}

impl Memory {
    /// Takes a copy of a run of bytes. Nothing is accessed if the length is 0.
    pub fn read_run(&mut self, address: Value, size: u64) -> Checked<Run> {
        let mut run = Run::default();
        if size > 0 {
            let (slot, offset) = self.locate(address, size, false)?;
            self.fill_run(&mut run, slot, offset, size as usize);
        }
        Ok(run)
    }

    fn fill_run(&self, run: &mut Run, slot: usize, offset: usize, size: usize) {
        run.bytes.clear();
        run.masks.clear();
        run.words.clear();
        run.fragments.clear();
        let block = &self.blocks[slot];
        run.bytes.extend_from_slice(block.bytes(offset, size));
        run.masks.extend_from_slice(block.masks(offset, size));
        if let Some(pointers) = &block.pointers
            && !pointers.copy_words(offset, size, &mut run.words)
        {
            let fragments = (0..size).filter_map(|at| Some((at, pointers.fragment(offset + at)?)));
            run.fragments.extend(fragments);
        }
    }

    /// Puts a run of bytes to an address.
    pub fn write_run(&mut self, address: Value, run: &Run) -> Checked<()> {
        if run.bytes.is_empty() {
            return Ok(());
        }
        let (slot, offset) = self.locate(address, run.bytes.len() as u64, true)?;
        self.put_run(run, slot, offset);
        Ok(())
    }

    fn put_run(&mut self, run: &Run, slot: usize, offset: usize) {
        let size = run.bytes.len();
        let bytes = self.pointer_bytes;
        let block = &mut self.blocks[slot];
        block.data[offset..offset + size].copy_from_slice(&run.bytes);
        block.masks_mut(offset, size).copy_from_slice(&run.masks);
        if let Some(chosen) = &mut block.chosen {
            chosen[offset..offset + size].fill(true);
        }
        let has_pointers = !run.fragments.is_empty() || run.words.iter().any(|word| !word.is_none());
        if !has_pointers {
            if let Some(pointers) = &mut block.pointers {
                pointers.clear(offset, size);
            }
            return;
        }
        let pointers = pointer_map(block, bytes);
        if run.fragments.is_empty() && pointers.paste_words(offset, &run.words) {
            return;
        }
        pointers.clear(offset, size);
        for (index, &word) in run.words.iter().enumerate() {
            if !word.is_none() {
                pointers.store(offset + index * bytes, bytes, word);
            }
        }
        for &(at, fragment) in &run.fragments {
            pointers.set_fragment(offset + at, fragment);
        }
    }

    /// Copies bytes as they are; the places may overlap. The length is at least 1.
    pub fn copy(&mut self, destination: Value, source: Value, size: u64) -> Checked<()> {
        let (source_slot, source_offset) = self.locate(source, size, false)?;
        let (target_slot, target_offset) = self.locate(destination, size, true)?;
        let mut run = std::mem::take(&mut self.scratch);
        self.fill_run(&mut run, source_slot, source_offset, size as usize);
        self.put_run(&run, target_slot, target_offset);
        self.scratch = run;
        Ok(())
    }

    /// Sets bytes to the low eight bits of a value. The length is at least 1.
    pub fn set(&mut self, destination: Value, value: Value, size: u64) -> Checked<()> {
        let (slot, offset) = self.locate(destination, size, true)?;
        let size = size as usize;
        let block = &mut self.blocks[slot];
        block.data[offset..offset + size].fill(value.bits as u8);
        block.masks_mut(offset, size).fill(!value.undefined as u8);
        if let Some(pointers) = &mut block.pointers {
            pointers.clear(offset, size);
        }
        Ok(())
    }

    /// Writes initialised bytes.
    pub fn write_bytes(&mut self, destination: Value, bytes: &[u8]) -> Checked<()> {
        if bytes.is_empty() {
            return Ok(());
        }
        let (slot, offset) = self.locate(destination, bytes.len() as u64, true)?;
        let block = &mut self.blocks[slot];
        block.data[offset..offset + bytes.len()].copy_from_slice(bytes);
        block.masks_mut(offset, bytes.len()).fill(0xff);
        if let Some(pointers) = &mut block.pointers {
            pointers.clear(offset, bytes.len());
        }
        Ok(())
    }

    /// Reads bytes that a library function looks at.
    pub fn read_bytes(&self, source: Value, size: u64) -> Checked<ReadString> {
        if size == 0 {
            return Ok(ReadString { bytes: Vec::new(), is_defined: true });
        }
        let (slot, offset) = self.locate(source, size, false)?;
        let block = &self.blocks[slot];
        let bytes = block.bytes(offset, size as usize).to_vec();
        let is_defined = block.masks(offset, size as usize).iter().all(|&mask| mask == 0xff);
        Ok(ReadString { bytes, is_defined })
    }

    /// Reads a string up to its terminating zero, or up to `limit` bytes.
    pub fn read_string(&self, source: Value, limit: Option<u64>) -> Checked<ReadString> {
        self.read_elements(source, limit, 1)
    }

    /// Reads a string whose characters have `width` bytes, up to its terminating zero character.
    pub fn read_elements(&self, source: Value, limit: Option<u64>, width: usize) -> Checked<ReadString> {
        if limit == Some(0) {
            return Ok(ReadString { bytes: Vec::new(), is_defined: true });
        }
        let (slot, offset) = self.locate(source, width as u64, false)?;
        let block = &self.blocks[slot];
        let rest = block.size as usize - offset;
        let wanted = limit.map_or(rest, |limit| {
            usize::try_from(limit.saturating_mul(width as u64)).unwrap_or(usize::MAX).min(rest)
        });
        let bytes = block.bytes(offset, wanted);
        let masks = block.masks(offset, wanted);
        let end = bytes.chunks_exact(width).position(|chunk| chunk.iter().all(|&byte| byte == 0));
        let is_limited = limit.is_some_and(|limit| limit.saturating_mul(width as u64) <= rest as u64);
        let (length, looked_at) = match end {
            Some(end) => (end * width, (end + 1) * width),
            None if is_limited => (wanted, wanted),
            None => {
                let own = self.provenance_of(slot as u32);
                let info = self.info_of_slot(slot as u32);
                let message =
                    format!("a string has no terminating zero within its {}", info.kind.describe(info.size));
                let violation = Violation::new(FaultKind::UnterminatedString, message).about(own);
                return Err(Box::new(violation.with_value("offset", offset)));
            }
        };
        let is_defined = masks[..looked_at].iter().all(|&mask| mask == 0xff);
        Ok(ReadString { bytes: bytes[..length].to_vec(), is_defined })
    }

    /// Whether two ranges share a byte.
    pub fn overlap(&self, first: Value, second: Value, size: u64) -> bool {
        let distance = first.bits.abs_diff(second.bits);
        distance < size
    }
}
