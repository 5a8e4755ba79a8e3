//! Blocks: what one allocation, one variable, one function occupies.

use crate::cells::Cells;
use crate::limits::{BYTES_OF_AN_ELEMENT, LONGEST_STRIDE};
use crate::owning::ElementSize;
use crate::place::PlaceTag;
use pure_logic::term::Atom;
use pure_logic::{Term, TermTable};

/// Represents: a block of memory that the program obtained at once.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Block {
    /// The variable that stands for the address of the first byte.
    /// INVARIANT: no two blocks of a heap have the same; the addresses of live blocks differ and
    /// their ranges are disjoint; none contains the null address or wraps around. Of parts (see
    /// [`Region::Part`]) only the bytes that are present are disjoint from all others.
    pub base: Atom,
    /// In bytes; not negative. Of a part: where its last cell ends.
    pub size: Term,
    pub region: Region,
    pub lifetime: Lifetime,
    /// Where it was allocated, or a place that stands for all where the same is allocated.
    pub allocated_at: PlaceTag,
    /// How the program walks through it.
    pub stride: Stride,
    /// INVARIANT: covers the block from the first to the last byte; empty once the block is dead.
    /// Those of a part may begin before its base, have constant ends when the part is made, and some
    /// may be [`Content::Absent`](crate::cells::Content::Absent).
    pub cells: Cells,
}

/// By how many bytes at a time the program walks through a block, as far as that was seen: the size of its elements, if these are
/// records. No part of the meaning: it decides which bytes are tried to be seen as a record, and all strides are equal.
#[derive(Clone, Copy, Default, Debug)]
pub struct Stride {
    bytes: u16,
    word: u8,
    /// The program was seen to step through it word by word, too, from its first byte on.
    by_words: bool,
    /// The longest step by an index, also where it is shorter than a pointer; zero if none was seen.
    step: u8,
}

impl Stride {
    /// As it is after a step of so many bytes: the larger one, because records have arrays inside.
    #[must_use]
    pub fn after(self, bytes: i64, word: u8) -> Stride {
        let is_record = bytes > i64::from(word) && bytes <= BYTES_OF_AN_ELEMENT;
        match u16::try_from(bytes) {
            Ok(bytes) if is_record && bytes > self.bytes => Stride { bytes, word, ..self },
            _ => self,
        }
    }

    /// As it is after a step of one word from the first byte on.
    #[must_use]
    pub fn after_word(self) -> Stride {
        Stride { by_words: true, ..self }
    }

    /// As it is after an access at an index that counts so many bytes.
    #[must_use]
    pub fn after_index(self, bytes: i64) -> Stride {
        let step = u8::try_from(bytes).ok().filter(|&bytes| u16::from(bytes) <= LONGEST_STRIDE);
        Stride { step: self.step.max(step.unwrap_or(0)), ..self }
    }

    /// How many bytes indices of this array count, if any was seen.
    pub fn step(self) -> Option<u8> {
        (self.step > 0).then_some(self.step)
    }

    /// Whether the block is an array of words, as far as steps through it tell.
    pub fn is_by_words(self) -> bool {
        self.by_words && self.bytes == 0
    }

    /// What is known of an array is known of one in its place.
    #[must_use]
    pub fn or(self, other: Stride) -> Stride {
        let larger = if other.bytes > self.bytes { other } else { self };
        Stride { by_words: self.by_words || other.by_words, step: self.step.max(other.step), ..larger }
    }

    /// The size of the records, if there are any.
    pub fn element_size(self) -> Option<ElementSize> {
        (self.bytes > 0).then_some(ElementSize { bytes: self.bytes, word: self.word })
    }
}

impl PartialEq for Stride {
    fn eq(&self, _: &Stride) -> bool {
        true
    }
}

impl Eq for Stride {}

/// Where a block lives, which says who may end it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Region {
    /// From an allocator; `free` ends it.
    Heap,
    /// As `Heap`, and somebody else may refer to it, too: it was given to a function that is not known. `free` ends
    /// it, but it is never lost.
    Kept,
    /// A local variable of the activation at this depth; ends with its scope or the activation.
    Stack(u32),
    /// From `alloca` in the activation at this depth; ends with the activation, and with nothing else.
    Alloca(u32),
    /// A variable that lives as long as the program.
    Static,
    /// As `Static`, and may not be written.
    Constant,
    /// A function: has an address, but no bytes.
    Code,
    /// Something that the library made and owns, such as a stream: the program may refer to it, but
    /// need not give it back.
    Library,
    /// The array of the arguments that the program was started with, and a null pointer behind them. What
    /// was not read yet are addresses of strings.
    Arguments,
    /// Some bytes around an address, in memory that somebody else owns and of which nothing else is
    /// known: where it begins and ends, and where it lives. Parts with different bases may belong to
    /// one block, and two bases may even be the same address, as long as their bytes are separate.
    /// Parts are there for the whole of an analysis: nobody makes or ends them.
    Part,
}

/// Whether the block may be used.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Lifetime {
    Live,
    /// Live, unless its base is null: then there is no such block, and what its cells say means nothing. Only on the heap.
    Optional,
    /// Given back, or its scope has ended, there. Nothing was allocated since, so no live block has
    /// its address.
    Ended(PlaceTag),
    /// As `Ended`, but its address may be in use again, or null.
    Reusable(PlaceTag),
}

impl Region {
    /// It comes from an allocator.
    pub fn is_allocated(self) -> bool {
        matches!(self, Region::Heap | Region::Kept)
    }

    /// Nodes of lists may be here: programs get such blocks one by one, and as many as they like.
    pub fn has_nodes(self) -> bool {
        matches!(self, Region::Heap | Region::Alloca(_))
    }
}

impl Block {
    pub fn is_live(&self) -> bool {
        self.lifetime == Lifetime::Live
    }

    /// Whether no other block has its address even if it has no bytes. An allocator hands out every address
    /// once; variables of size 0 (an extension of GNU C) and memory from `alloca` may lie where others do.
    pub fn is_distinct_when_empty(&self) -> bool {
        match self.region {
            Region::Heap | Region::Code | Region::Library => true,
            Region::Kept
            | Region::Stack(_)
            | Region::Alloca(_)
            | Region::Static
            | Region::Constant
            | Region::Arguments
            | Region::Part => false,
        }
    }

    /// There may be memory: it is live, or optional.
    pub fn may_be_live(&self) -> bool {
        matches!(self.lifetime, Lifetime::Live | Lifetime::Optional)
    }

    pub fn is_optional(&self) -> bool {
        self.lifetime == Lifetime::Optional
    }

    /// No other block, now or when this one ended, has its address, which is not null.
    pub fn has_own_address(&self) -> bool {
        !matches!(self.lifetime, Lifetime::Reusable(_) | Lifetime::Optional)
    }

    pub fn substitute(&self, terms: &mut TermTable, replacements: &[(Atom, Term)]) -> Block {
        Block {
            size: terms.substitute(self.size, replacements),
            cells: self.cells.substitute(terms, replacements),
            ..self.clone()
        }
    }
}
