//! What all executions of a program share.

use crate::origins::{Origins, origins};
use crate::stop::Stop;
use crate::told::Told;
use crate::unread::unread_results;
use ir::{
    Callee, FunctionId, GlobalId, InitializerData, InstructionKind, Linkage, Module, Operand, Scalar,
    StorageKind, SymbolReference,
};
use pure_logic::derivation::Derivation;
use pure_logic::term::{Atom, AtomKind};
use pure_logic::{Fact, Facts, Solver, Term};
use source::{DataModel, Span};
use std::cmp::Ordering;
use std::collections::BTreeSet;
use symbolic_heap::{Block, HeapRule, Location, PlaceTag, Region, State, Stride, Value, broken};

/// What is to be assumed and what is to be checked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// `malloc` and its relatives may return null.
    pub allocation_may_fail: bool,
    /// Signed overflow is an error, not only a value that wraps.
    pub check_overflow: bool,
    /// Shifts by a negative number or by the width of the word or more are errors, and so are texts whose
    /// number does not fit. Otherwise the result is any word.
    pub check_shifts: bool,
    /// Uses of values that were never stored are errors.
    pub check_uninitialised: bool,
    /// What a `volatile` object holds may change without the program storing anything.
    pub volatile_may_change: bool,
    /// Where an offset is not known well enough, follow every case instead of forgetting what is
    /// stored around it.
    pub split_on_offsets: bool,
    /// Where an allocation may fail, it gives a block that may be there or not: branches find out.
    pub allocates_optional_blocks: bool,
    /// The solver notes which rules were applied.
    pub keeps_derivation: bool,
    /// A rule to break on purpose; without the feature `broken-rules` it has no effect.
    pub broken_rule: Option<HeapRule>,
    /// When to end before everything is done.
    pub stop: Stop,
}

/// The objects that the library keeps for itself; they come into being when they are first needed.
const LIBRARY_OBJECTS: &[&str] = &[
    "errno",
    "environ",
    "strtok",
    "stdin",
    "stdout",
    "stderr",
    "classes of characters",
    "small letters",
    "capital letters",
    "the table of classes of characters",
    "the table of small letters",
    "the table of capital letters",
];

/// How the names of the blocks of string literals and of compound literals outside functions begin.
const LITERALS: [&str; 2] = [".string.", "__compound_literal"];

/// Functions that choose a locale.
const LOCALES: [&str; 3] = ["setlocale", "uselocale", "newlocale"];

/// A run of bytes `[start, end)` of a block.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Run {
    pub base: Atom,
    pub start: Term,
    pub end: Term,
}

pub struct Context<'m> {
    pub module: &'m Module,
    pub solver: Solver,
    pub options: Options,
    /// The base of each global's block, by its position.
    globals: Vec<Atom>,
    /// The base of each function's block, by its position.
    functions: Vec<Atom>,
    /// The bases of the objects that the library keeps for itself, in the order of
    /// [`LIBRARY_OBJECTS`].
    library: Vec<Atom>,
    /// Words that were read although nothing was known of them, on any execution so far.
    pub unknown_reads: BTreeSet<Run>,
    /// In the search for preconditions: parts that are records. An address that is computed with other words of the caller leads to
    /// members of one only where the precondition says so: no two records overlap but as a record and its member.
    pub records: BTreeSet<Atom>,
    /// Records that were copied as a whole, on any execution so far.
    pub copied: BTreeSet<Run>,
    /// Accesses that were not known to lie inside their block, on any execution so far.
    pub doubtful_accesses: BTreeSet<Run>,
    /// The blocks of those that are written.
    pub doubtful_writes: BTreeSet<Atom>,
    /// Where functions make compound literals of constant type.
    literal_places: BTreeSet<PlaceTag>,
    /// For places where memory is allocated, the place that stands for all where nodes of the same kind are.
    origins: Origins,
    /// Numbers from outside: an address computed from these alone belongs to no block.
    inputs: BTreeSet<Atom>,
    /// In open code: what the precondition tells of the caller.
    pub(crate) told: Option<Told>,
    /// Words from functions that are not there and may be addresses.
    foreign: BTreeSet<Atom>,
    /// All words from these.
    numbers_of_others: BTreeSet<Atom>,
    /// Calls that return how much was written or read, whose results nobody looks at.
    pub(crate) unread_results: BTreeSet<(Span, ir::RegisterId)>,
    /// Whether the program may choose another locale than "C".
    pub(crate) locale_may_change: bool,
    /// The place of the instruction being executed.
    pub span: Span,
    /// How many activations are below the current one.
    pub depth: u32,
}

impl<'m> Context<'m> {
    pub fn new(module: &'m Module, options: Options) -> Context<'m> {
        let mut solver = Solver::default();
        broken::break_rule(&mut solver, options.broken_rule);
        if options.keeps_derivation {
            solver.derivation = Derivation::kept();
        }
        let mut base = |name: &str| {
            let term = solver.terms.variable(&format!("&{name}"));
            solver.terms.as_atom(term).expect("a variable is an atom")
        };
        let globals = module.globals.iter().map(|(_, global)| base(&global.name)).collect();
        let library = LIBRARY_OBJECTS.iter().map(|name| base(&format!("library: {name}"))).collect();
        // Last, so that a function that is added to a module changes no other name.
        let functions = module.functions.iter().map(|(_, function)| base(&function.name)).collect();
        Context {
            module,
            solver,
            options,
            globals,
            functions,
            library,
            unknown_reads: BTreeSet::new(),
            records: BTreeSet::new(),
            copied: BTreeSet::new(),
            doubtful_accesses: BTreeSet::new(),
            doubtful_writes: BTreeSet::new(),
            literal_places: literal_places(module),
            origins: Origins::default(),
            inputs: BTreeSet::new(),
            told: None,
            foreign: BTreeSet::new(),
            numbers_of_others: BTreeSet::new(),
            unread_results: unread_results(module),
            locale_may_change: locale_may_change(module),
            span: Span::NONE,
            depth: 0,
        }
    }

    pub fn global_base(&self, id: GlobalId) -> Atom {
        self.globals[id.index()]
    }

    /// Whether a block is that of a string literal or of a compound literal of constant type: these need not
    /// have storage of their own.
    pub(crate) fn is_literal(&self, block: &Block) -> bool {
        match block.region {
            Region::Constant => {
                self.globals.iter().position(|&base| base == block.base).is_some_and(|index| {
                    let name = &self.module.globals[GlobalId::from_index(index)].name;
                    LITERALS.iter().any(|start| name.starts_with(start))
                })
            }
            Region::Stack(_) => self.literal_places.contains(&block.allocated_at),
            Region::Heap
            | Region::Kept
            | Region::Alloca(_)
            | Region::Static
            | Region::Code
            | Region::Library
            | Region::Arguments
            | Region::Part => false,
        }
    }

    /// The code may be executed in another locale than "C".
    pub fn allow_any_locale(&mut self) {
        self.locale_may_change = true;
    }

    /// Whether a function is only declared and need not be there: then its address is null.
    pub(crate) fn may_be_absent(&self, id: FunctionId) -> bool {
        let function = &self.module.functions[id];
        function.linkage == Linkage::Weak
            && function.body.is_none()
            && !crate::library::is_modelled(&function.name)
    }

    /// Whether a variable is only declared and need not be there: then its address is null.
    pub(crate) fn may_be_missing(&self, id: GlobalId) -> bool {
        self.module.globals[id].may_be_missing()
    }

    pub fn function_base(&self, id: FunctionId) -> Atom {
        self.functions[id.index()]
    }

    /// The base of an object that the library keeps for itself.
    pub(crate) fn library_base(&self, name: &str) -> Atom {
        let index = LIBRARY_OBJECTS.iter().position(|&known| known == name);
        self.library[index.expect("all objects of the library are listed")]
    }

    /// The bases of all objects that the library keeps for itself. Any call may use them.
    pub fn library_bases(&self) -> &[Atom] {
        &self.library
    }

    /// The function whose block has this base.
    pub fn function_at(&self, base: Atom) -> Option<FunctionId> {
        self.functions.iter().position(|&candidate| candidate == base).map(FunctionId::from_index)
    }

    /// Remembers by how many bytes at a time the program steps through the block that an address leads to.
    /// A step of one word counts where an index is a variable and the address that of the first byte: an array inside of a node is
    /// no array of its own.
    pub(crate) fn note_stride(&mut self, state: &mut State, address: Term, scale: i64, index: ir::Operand) {
        let word = self.pointer_bits() / 8;
        let Ok(word) = u8::try_from(word) else { return };
        let is_index = matches!(index, ir::Operand::Register(_));
        if !is_index && scale.abs() < i64::from(word) {
            return;
        }
        let Location::Block { base, offset } = state.heap.locate(&mut self.solver.terms, address) else {
            return;
        };
        let Some(stride) = state.heap.block(base).map(|block| block.stride) else { return };
        let is_first = self.solver.terms.as_constant(offset) == Some(0);
        let after = match scale.abs().cmp(&i64::from(word)) {
            Ordering::Less => stride,
            Ordering::Equal if is_first && is_index => stride.after_word(),
            Ordering::Equal => stride,
            Ordering::Greater => stride.after(scale.abs(), word),
        };
        let after = if is_index { after.after_index(scale.abs()) } else { after };
        let told = |stride: Stride| (stride.element_size(), stride.is_by_words(), stride.step());
        if told(after) != told(stride)
            && let Some(block) = state.heap.block_mut(base)
        {
            block.stride = after;
        }
    }

    pub fn pointer_bits(&self) -> u32 {
        match self.module.data_model {
            DataModel::Ilp32 => 32,
            DataModel::Lp64 => 64,
        }
    }

    pub fn pointer_scalar(&self) -> Scalar {
        self.module.pointer_scalar()
    }

    pub fn constant(&mut self, value: i128) -> Term {
        self.solver.terms.constant(value)
    }

    /// Whether the work is to end early.
    pub fn is_stopped(&self) -> bool {
        self.options.stop.reason().is_some()
    }

    /// An unknown integer that nothing else mentions.
    pub fn fresh(&mut self, hint: &str) -> Term {
        self.solver.terms.fresh_variable(hint)
    }

    /// Remembers that a variable is an input.
    pub(crate) fn note_input(&mut self, term: Term) {
        self.inputs.extend(self.solver.terms.as_atom(term));
    }

    /// Whether a variable is an input.
    pub fn is_input(&self, atom: Atom) -> bool {
        self.inputs.contains(&atom)
    }

    /// Remembers that a variable is a word from a function that is not there.
    pub(crate) fn note_foreign(&mut self, term: Term) {
        self.foreign.extend(self.solver.terms.as_atom(term));
    }

    pub(crate) fn note_number_of_others(&mut self, term: Term) {
        self.numbers_of_others.extend(self.solver.terms.as_atom(term));
    }

    /// Whether a word, also one that is no address, comes from a function that is not there.
    pub fn is_number_of_others(&self, atom: Atom) -> bool {
        self.numbers_of_others.contains(&atom)
    }

    pub fn is_foreign(&self, atom: Atom) -> bool {
        self.foreign.contains(&atom)
    }

    /// Whether a term is computed from inputs, and from nothing else.
    pub(crate) fn is_made_of_inputs(&self, term: Term) -> bool {
        let (mut has_inputs, mut has_others) = (false, false);
        self.solver.terms.for_each_atom(term, &mut |atom| {
            if matches!(self.solver.terms.kind(atom), AtomKind::Variable(_) | AtomKind::Opaque(_)) {
                let is_input = self.inputs.contains(&atom);
                has_inputs |= is_input;
                has_others |= !is_input;
            }
        });
        has_inputs && !has_others
    }

    pub fn place(&self) -> PlaceTag {
        tag_of(self.span)
    }

    /// From now on, blocks are told to be allocated where the first one is that a pointer of the same type leads to.
    pub fn tell_origins(&mut self) {
        self.origins = origins(self.module);
    }

    /// What is told of a block that is allocated by the instruction being executed.
    pub(crate) fn origin(&self) -> PlaceTag {
        self.origins.allocated(self.place())
    }

    /// Tells what a block is for that the call at a place returns, if that is not known of it: a wrapper allocates for any type.
    pub fn tell_origin(&self, state: &mut State, call: Span, result: Option<Value>) {
        if let Some(result) = result
            && let Some(base) = self.solver.terms.as_atom(result.term)
            && let Some(origin) = self.origins.returned(tag_of(call))
            && state.heap.block(base).is_some_and(|block| block.allocated_at == PlaceTag::UNTYPED)
            && let Some(block) = state.heap.block_mut(base)
        {
            block.allocated_at = origin;
        }
    }

    pub fn proves(&mut self, facts: &Facts, fact: Fact) -> bool {
        facts.proves(&mut self.solver, fact).is_proved()
    }

    /// `low <= term <= high`, as facts.
    pub fn between(&mut self, low: i128, term: Term, high: i128) -> [Fact; 2] {
        let terms = &mut self.solver.terms;
        let (low, high) = (terms.constant(low), terms.constant(high));
        [terms.at_most(low, term), terms.at_most(term, high)]
    }
}

/// Whether a function that chooses a locale is called, or its address is taken in some function. (A header may declare it.)
fn locale_may_change(module: &Module) -> bool {
    let is_locale = |id: FunctionId| LOCALES.contains(&module.functions[id].name.as_str());
    let bodies = module.functions.iter().filter_map(|(_, function)| function.body.as_ref());
    let blocks = bodies.flat_map(|body| body.blocks.iter().map(|(_, block)| block));
    let mut found = false;
    for instruction in blocks.flat_map(|block| &block.instructions) {
        instruction.kind.for_each_operand(|operand| {
            found |= matches!(operand, Operand::Function(id) if is_locale(*id));
        });
        found |= matches!(
            instruction.kind,
            InstructionKind::Call { callee: Callee::Direct(id), .. } if is_locale(id)
        );
    }
    let chunks = module.globals.iter().filter_map(|(_, global)| global.initializer.as_ref());
    found
        || chunks.flat_map(|initializer| &initializer.chunks).any(|chunk| match chunk.data {
            InitializerData::Address(SymbolReference::Function(id), _) => is_locale(id),
            _ => false,
        })
}

fn literal_places(module: &Module) -> BTreeSet<PlaceTag> {
    let bodies = module.functions.iter().filter_map(|(_, function)| function.body.as_ref());
    let blocks = bodies.flat_map(|body| body.blocks.iter().map(|(_, block)| block));
    let is_literal = |kind: &InstructionKind| {
        matches!(kind, InstructionKind::StackAlloc { storage: StorageKind::Literal, .. })
    };
    blocks
        .flat_map(|block| &block.instructions)
        .filter(|instruction| is_literal(&instruction.kind))
        .map(|instruction| tag_of(instruction.span))
        .collect()
}

pub fn tag_of(span: Span) -> PlaceTag {
    PlaceTag(u64::from(span.start) << 32 | u64::from(span.end))
}

pub fn span_of(tag: PlaceTag) -> Span {
    Span::new((tag.0 >> 32) as u32, tag.0 as u32)
}
