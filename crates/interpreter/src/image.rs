//! A program as it is before its first instruction: made once, executed many times.

use crate::broken::BrokenRule;
use crate::code::Code;
use crate::decode::Symbols;
use crate::library::Entry;
use crate::memory::Memory;
use crate::options::Policies;
use ir::Module;
use std::cell::RefCell;
use std::rc::Rc;

/// Memory of a program beyond this many bytes is made anew for every run: copies of it would not be cheaper.
const LARGEST_KEPT: u64 = 1 << 22;

/// Memories for so many different policies are kept.
const MOST_KEPT: usize = 4;

/// A program, with what all its runs have in common: whether it is well formed, its functions in the form in which they are
/// executed, and its memory with all globals. Runs of an image are the same as those of its module.
pub struct Image<'a> {
    pub(crate) module: &'a Module,
    /// Whether it was found out if the program is well formed, and the first violation if not.
    violation: RefCell<Option<Option<String>>>,
    /// Whether more runs are to be expected.
    is_kept: bool,
    loaded: RefCell<Vec<Loaded>>,
}

/// The functions of a program as they are executed, as far as they were needed.
pub(crate) struct Decoded {
    pub codes: RefCell<Vec<Option<Rc<Code>>>>,
    pub models: RefCell<Vec<Option<Option<&'static Entry>>>>,
}

/// What decides how a program is loaded.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Loading {
    pub policies: Policies,
    pub broken: Option<BrokenRule>,
    /// How many bytes memory may have.
    pub most_bytes: u64,
    /// By how much the heap is moved.
    pub slide: u64,
}

/// A program in memory.
#[derive(Clone)]
pub(crate) struct Loaded {
    pub how: Loading,
    pub memory: Memory,
    pub symbols: Symbols,
    pub decoded: Rc<Decoded>,
}

impl Decoded {
    pub fn new(module: &Module) -> Decoded {
        let count = module.functions.len();
        Decoded { codes: RefCell::new(vec![None; count]), models: RefCell::new(vec![None; count]) }
    }
}

impl<'a> Image<'a> {
    pub fn new(module: &'a Module) -> Image<'a> {
        Image { module, violation: RefCell::default(), is_kept: true, loaded: RefCell::default() }
    }

    /// For a single run: nothing is kept.
    pub(crate) fn once(module: &'a Module) -> Image<'a> {
        Image { is_kept: false, ..Image::new(module) }
    }

    pub fn module(&self) -> &'a Module {
        self.module
    }

    /// The first violation, if the program is not well formed.
    pub(crate) fn violation(&self) -> Option<String> {
        let verify = || {
            let violations = ir::verify(self.module).err()?;
            Some(violations.first().map(|violation| violation.describe(self.module)).unwrap_or_default())
        };
        self.violation.borrow_mut().get_or_insert_with(verify).clone()
    }

    pub(crate) fn load(&self, how: &Loading) -> Option<Loaded> {
        self.loaded.borrow().iter().find(|loaded| loaded.how == *how).cloned()
    }

    /// Remembers a program that was loaded in this way.
    pub(crate) fn keep(&self, how: Loading, memory: &Memory, symbols: &Symbols, decoded: &Rc<Decoded>) {
        let mut loaded = self.loaded.borrow_mut();
        if self.is_kept && loaded.len() < MOST_KEPT && memory.live_bytes <= LARGEST_KEPT {
            let (memory, symbols) = (memory.clone(), symbols.clone());
            loaded.push(Loaded { how, memory, symbols, decoded: Rc::clone(decoded) });
        }
    }
}
