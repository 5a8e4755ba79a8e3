//! Which bytes a function may change.

use pure_logic::Solver;
use pure_logic::term::AtomKind;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use symbolic_heap::part::Extent;
use symbolic_heap::{Block, Region};

/// Memory of one sort, whose blocks are not told apart.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Memory {
    /// Blocks of this size from an allocator.
    Heap(i128),
    /// The variable of this name.
    Static(String),
}

impl Memory {
    /// The sort of a block; `None` if nobody asks what becomes of such blocks.
    pub fn of(solver: &Solver, block: &Block) -> Option<Memory> {
        match block.region {
            Region::Heap | Region::Kept => solver.terms.as_constant(block.size).map(Memory::Heap),
            Region::Static => match solver.terms.kind(block.base) {
                AtomKind::Variable(symbol) => Some(Memory::Static(solver.terms.name(symbol).into_owned())),
                _ => None,
            },
            Region::Part
            | Region::Stack(_)
            | Region::Alloca(_)
            | Region::Constant
            | Region::Code
            | Region::Library
            | Region::Arguments => None,
        }
    }
}

/// The bytes that a function may change, in any block of a sort. Blocks that it allocates or ends are changed as
/// a whole.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(into = "TouchedText", try_from = "TouchedText")]
pub struct Touched {
    bytes: BTreeSet<(Memory, Extent)>,
}

/// The same in words: the extent of a whole block has numbers for which formats have no room.
type TouchedText = Vec<(Memory, String, String)>;

impl From<Touched> for TouchedText {
    fn from(touched: Touched) -> TouchedText {
        let bytes = touched.bytes.into_iter();
        bytes.map(|(memory, (start, end))| (memory, start.to_string(), end.to_string())).collect()
    }
}

impl TryFrom<TouchedText> for Touched {
    type Error = std::num::ParseIntError;

    fn try_from(text: TouchedText) -> Result<Touched, Self::Error> {
        let bytes = text
            .into_iter()
            .map(|(memory, start, end)| Ok((memory, (start.parse()?, end.parse()?))))
            .collect::<Result<_, _>>();
        Ok(Touched { bytes: bytes? })
    }
}

impl Touched {
    pub fn insert(&mut self, memory: Memory, extent: Extent) {
        self.bytes.insert((memory, extent));
    }

    /// Whether one of these bytes may be changed in some block of a sort.
    pub fn has_byte_in(&self, memory: &Memory, extent: Extent) -> bool {
        self.bytes.iter().any(|(other, own)| other == memory && own.0 < extent.1 && extent.0 < own.1)
    }

    /// Adds what another function may change.
    pub fn extend(&mut self, other: &Touched) {
        self.bytes.extend(other.bytes.iter().cloned());
    }

    pub fn iter(&self) -> impl Iterator<Item = &(Memory, Extent)> {
        self.bytes.iter()
    }
}
