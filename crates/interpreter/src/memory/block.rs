//! One block of memory.

use super::pointers::PointerMap;
use ir::FunctionId;
use source::Span;

/// Where a block comes from.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum BlockKind {
    /// From `malloc` and its relatives.
    Heap,
    /// A variable of a function.
    Local,
    /// What the compiler makes up: copies of aggregates, compound literals.
    Temporary,
    /// From `alloca`.
    Alloca,
    Global,
    /// The code of a function. It cannot be read.
    Function,
    /// The arguments behind the last named one.
    Variadic,
    /// Something of the library that programs only hold pointers to, such as a `FILE`.
    Opaque,
    /// An object that is declared but not defined.
    External,
    /// A function of which nothing is known: a call changes nothing and returns what the choices say.
    Callback,
}

impl BlockKind {
    pub fn is_stack(self) -> bool {
        matches!(self, BlockKind::Local | BlockKind::Temporary | BlockKind::Alloca | BlockKind::Variadic)
    }

    /// As it is called in messages, with its size.
    pub(crate) fn describe(self, size: u64) -> String {
        match self {
            BlockKind::Heap => format!("heap block of {size} bytes"),
            BlockKind::Local => format!("local object of {size} bytes"),
            BlockKind::Temporary => format!("temporary object of {size} bytes"),
            BlockKind::Alloca => format!("block of {size} bytes from `alloca`"),
            BlockKind::Global => format!("global object of {size} bytes"),
            BlockKind::Function => "function".to_owned(),
            BlockKind::Variadic => "list of variadic arguments".to_owned(),
            BlockKind::Opaque => "object of the library".to_owned(),
            BlockKind::External => "undefined external object".to_owned(),
            BlockKind::Callback => "function of which nothing is known".to_owned(),
        }
    }
}

/// Where something happened to a block; turned into a readable event when it is reported.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Origin {
    pub span: Span,
    /// The active functions and where they were, innermost first.
    pub frames: Box<[(FunctionId, Span)]>,
}

/// The part of a block that accesses need.
#[derive(Clone, Debug)]
pub(crate) struct Block {
    /// What the provenance of a pointer to this block has as its tag, or [`Block::DEAD`].
    pub tag: u32,
    pub is_constant: bool,
    pub base: u64,
    /// How many bytes can be accessed: 0 for functions and other blocks without readable contents.
    pub size: u64,
    /// The bytes, and behind them as many masks that say which bits are initialised.
    /// INVARIANT: `2 · size` long while the block is alive.
    pub data: Vec<u8>,
    pub pointers: Option<Box<PointerMap>>,
    /// Under a policy that chooses uninitialised contents: which bytes were chosen already.
    pub chosen: Option<Box<[bool]>>,
}

impl Block {
    /// No provenance has this tag: its generation is never given out.
    pub const DEAD: u32 = u32::MAX;

    pub fn is_alive(&self) -> bool {
        self.tag != Block::DEAD
    }

    pub fn bytes(&self, offset: usize, size: usize) -> &[u8] {
        &self.data[offset..offset + size]
    }

    pub fn masks(&self, offset: usize, size: usize) -> &[u8] {
        let start = self.size as usize + offset;
        &self.data[start..start + size]
    }

    pub fn masks_mut(&mut self, offset: usize, size: usize) -> &mut [u8] {
        let start = self.size as usize + offset;
        &mut self.data[start..start + size]
    }
}

/// The part of a block that only reports, `free` and the search for lost memory need.
#[derive(Clone, Debug)]
pub(crate) struct BlockInfo {
    pub generation: u32,
    pub kind: BlockKind,
    /// The size at the time of allocation, also of blocks that cannot be read or that are dead.
    pub size: u64,
    /// Counts all blocks of the run: the same in every repetition of the run.
    pub ordinal: u64,
    /// The index of the global or function, where the block is one.
    pub symbol: u32,
    /// The address left the pointers and lives on in integers: the block may be reached in hidden ways.
    pub exposed: bool,
    pub allocated: Origin,
    pub freed: Option<Origin>,
}
