//! A precondition in the making: what a function finds when it is called, as far as it was seen to
//! need it.

mod addresses;
mod lengths;
mod lists;
mod memory;
mod strings;

pub use lengths::Seen;
pub use memory::Need;

use super::hints;
use crate::limits::{SIZE_OF_A_CALLERS_BLOCK, WORDS_OF_A_COPY};
use heap_rules::posed::{self, Slot};
use ir::debug::TypeId;
use ir::{Body, FunctionId, Global, InitializerData, Linkage, Module, Parameter, Scalar, SymbolReference};
use pure_logic::term::{Atom, AtomKind};
use pure_logic::{Fact, Facts, Solver, Term};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use symbolic_execution::{Context, Run};
use symbolic_heap::{Content, Region, State, Value};

/// Where memory of the caller lives does not matter to a function that does not free it.
pub const CALLERS: Region = Region::Stack(0);

/// What a caller has to do so that a precondition holds.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Dependence {
    /// Provide separate memory where the function accesses some.
    Memory,
    /// Also, addresses differ. That may follow from the memory that is learned later.
    Addresses,
    /// Also, words have certain values.
    Values,
}

#[derive(Clone, Debug)]
pub struct Entry {
    /// Registers are the arguments.
    pub state: State,
    /// Addresses that have a type in the source, and what they point to.
    pub pointers: Vec<(Term, TypeId)>,
    /// The type of what lies in a block, and where in the block it begins.
    pub types: BTreeMap<Atom, (TypeId, i128)>,
    /// Addresses that are sums of numbers of the caller, or pointers to anything: no type says where they may lie.
    pub computed: BTreeSet<Atom>,
    /// What holds of every word and every block of a caller; not worth telling.
    pub trivial: Vec<Fact>,
    /// How many addresses were taken to be equal.
    pub aliases: usize,
    /// How many blocks the caller must own.
    pub blocks: usize,
    /// How often arrays were made longer by constants alone.
    pub constants: usize,
    /// It was met where executions are joined: none of them may have come there.
    pub is_joined: bool,
    /// Memory without a type that is accessed byte by byte.
    pub bytewise: BTreeSet<Atom>,
    /// What it takes to satisfy it, beside the memory.
    pub dependence: Dependence,
    /// Pointers to functions are assumed to be as the file initialises them: that depends on callers, too.
    pub has_hooks: bool,
    /// Blocks of numbers may be arrays of any length; otherwise they are as large as the accesses say.
    pub has_arrays: bool,
    /// Calls are followed where no contract of the callee fits; otherwise its contracts say what is lacking.
    pub follows: bool,
    /// The precondition as it was before contracts of callees said what is lacking.
    pub before: Option<Arc<Entry>>,
}

/// Pointers to functions that a variable of the file is initialised with: the function is called while they are still
/// there, as its precondition tells. Returns whether there are any.
fn keep_hooks(context: &mut Context<'_>, state: &mut State, base: Atom, global: &Global) -> bool {
    let mut are_there = false;
    let module = context.module;
    let chunks = global.initializer.iter().flat_map(|initializer| &initializer.chunks);
    for chunk in chunks {
        let InitializerData::Address(SymbolReference::Function(function), 0) = chunk.data else { continue };
        if module.functions[function].linkage == Linkage::Weak {
            continue;
        }
        let own = context.function_base(function);
        if state.heap.block(own).is_none() {
            continue;
        }
        let word = Value::defined(context.solver.terms.atom_term(own));
        let start = context.constant(i128::from(chunk.offset));
        let end = context.constant(i128::from(chunk.offset) + i128::from(context.pointer_bits() / 8));
        if let Some(slot) = Slot::at(&mut context.solver, state, base, (start, end)) {
            slot.put(state, Content::Scalar(word));
            are_there = true;
        }
    }
    are_there
}

impl Entry {
    /// Nothing is known but the arguments and that the globals are there.
    pub fn new(context: &mut Context<'_>, function: FunctionId, mut state: State, has_arrays: bool) -> Entry {
        let module = context.module;
        let mut types = BTreeMap::new();
        let mut has_hooks = false;
        for (id, global) in module.globals.iter() {
            let base = context.global_base(id);
            let Some(block) = state.heap.block(base) else { continue };
            if let Some(ty) = global.ty {
                types.insert(base, (ty, 0));
            }
            let is_stream = matches!(global.name.as_str(), "stdin" | "stdout" | "stderr");
            if block.region == Region::Static && !is_stream {
                posed::forget_contents(&mut context.solver.terms, &mut state, base);
                has_hooks |= keep_hooks(context, &mut state, base, global);
            }
        }
        let mut entry = Entry {
            state,
            pointers: Vec::new(),
            types,
            computed: BTreeSet::new(),
            trivial: Vec::new(),
            aliases: 0,
            constants: 0,
            bytewise: BTreeSet::new(),
            is_joined: false,
            blocks: 0,
            dependence: Dependence::Memory,
            has_hooks,
            has_arrays,
            follows: false,
            before: None,
        };
        let definition = &module.functions[function];
        let Some(body) = &definition.body else { return entry };
        let signature = &module.signatures[definition.signature];
        let hidden = body.parameters.len().saturating_sub(signature.parameters.len());
        for (index, hint) in hints::parameters(body).into_iter().enumerate() {
            let register = body.parameters[index];
            let scalar = body.registers[register].scalar;
            let is_aggregate = index < hidden
                || matches!(signature.parameters.get(index - hidden), Some(Parameter::Aggregate { .. }));
            let ty =
                if is_aggregate { hint.ty } else { hint.ty.and_then(|ty| hints::pointee(&module.types, ty)) };
            let is_unsigned = hint.ty.and_then(|ty| hints::is_unsigned(&module.types, ty));
            let term = entry.variable(context, &hint.name, scalar, ty, is_unsigned);
            entry.state.registers.push(Some(Value::defined(term)));
        }
        entry
    }

    /// A variable of this name for a word of the caller.
    fn variable(
        &mut self,
        context: &mut Context<'_>,
        name: &str,
        scalar: Scalar,
        ty: Option<TypeId>,
        is_unsigned: Option<bool>,
    ) -> Term {
        let term = context.solver.terms.variable(name);
        let bits = scalar.bits();
        let is_address = ty.is_some() || scalar == context.pointer_scalar();
        let is_unsigned = is_unsigned.unwrap_or(is_address || bits < 32);
        // The number that C reads in the word, so that facts about it are true as C reads them. The range of wider numbers
        // does not fit into checked arithmetic, so nothing is known of them.
        if bits <= 64 {
            let (low, high) = match is_unsigned {
                true => (0, (1i128 << bits) - 1),
                false => (-(1i128 << (bits - 1)), (1i128 << (bits - 1)) - 1),
            };
            let range = context.between(low, term, high);
            self.state.facts.assume_all(&mut context.solver, &range);
            self.trivial.extend(range);
        }
        if let Some(ty) = ty {
            self.pointers.push((term, ty));
        }
        term
    }

    /// What the arguments are, and where the caller has memory.
    pub fn places(&self) -> (Vec<Option<Value>>, Vec<Atom>) {
        (self.state.registers.clone(), self.state.heap.blocks().map(|block| block.base).collect())
    }

    /// The variables of the caller: arguments, bases, contents and sizes of its blocks.
    pub fn variables(&self, solver: &Solver) -> BTreeSet<Atom> {
        visible(solver, &self.state)
    }

    /// The entry with what callers hold: names of everything that is not inside a segment.
    pub fn held(&self, solver: &Solver) -> State {
        let mut state = self.state.clone();
        let mut names = visible(solver, &self.state);
        for segment in state.heap.segments() {
            if let Some(count) = solver.terms.as_atom(segment.count) {
                names.remove(&count);
            }
        }
        state.held =
            names.into_iter().map(|atom| Some(Value::defined(solver.terms.atom_term(atom)))).collect();
        state
    }

    /// As [`Entry::held`], and after these the numbers of nodes of its lists; `None` if it has no lists of any length.
    pub fn held_with_lengths(&self, solver: &Solver) -> Option<State> {
        let mut state = self.held(solver);
        let before = state.held.len();
        for segment in self.state.heap.segments() {
            let value = Value::defined(segment.count);
            if solver.terms.as_atom(segment.count).is_some() && !state.held.contains(&Some(value)) {
                state.held.push(Some(value));
            }
        }
        (state.held.len() > before).then_some(state)
    }

    /// How many blocks and parts belong to the caller.
    pub fn owned_blocks(&self) -> usize {
        self.state.heap.blocks().filter(|block| self.owns(block.base)).count()
    }

    /// Whether a block belongs to the caller.
    pub fn owns(&self, base: Atom) -> bool {
        self.state
            .heap
            .block(base)
            .is_some_and(|block| matches!(block.region, CALLERS | Region::Heap | Region::Part))
    }

    /// Adds what an execution assumed of the variables of the caller; `None` if that cannot be. `held` is
    /// how the execution started, `state` where it is now.
    pub fn assuming(
        &self,
        context: &mut Context<'_>,
        held: &[Option<Value>],
        state: &State,
    ) -> Option<Entry> {
        let variables = self.variables(&context.solver);
        let learned = learned(context, held, state, &variables);
        self.assuming_facts(context, &learned)
    }

    /// What [`Entry::assuming`] tells, before it without what was assumed of numbers.
    pub fn assuming_more_or_less(
        &self,
        context: &mut Context<'_>,
        held: &[Option<Value>],
        state: &State,
    ) -> (Option<Entry>, Option<Entry>) {
        let mut addresses: BTreeSet<Atom> = self.state.heap.blocks().map(|block| block.base).collect();
        for &(term, _) in &self.pointers {
            context.solver.terms.for_each_atom(term, &mut |atom| {
                addresses.insert(atom);
            });
        }
        let mut variables = self.variables(&context.solver);
        variables.extend(&addresses);
        let all = learned(context, held, state, &variables);
        let less = all.project(&mut context.solver, &|atom| addresses.contains(&atom));
        let weak = self.assuming_facts(context, &less);
        // Of what is the same there is no need for a second one.
        let strong = match less.as_slice() == all.as_slice() {
            true => None,
            false => self.assuming_facts(context, &all),
        };
        (weak, strong)
    }

    fn assuming_facts(&self, context: &mut Context<'_>, learned: &Facts) -> Option<Entry> {
        let mut entry = self.clone();
        let mut sizes: BTreeSet<Atom> =
            self.state.heap.blocks().filter_map(|block| context.solver.terms.as_atom(block.size)).collect();
        sizes.extend(self.lengths(&context.solver));
        for &fact in learned.as_slice() {
            if !entry.state.facts.proves(&mut context.solver, fact).is_proved() {
                entry.assume(context, fact);
                // That a block is large enough, and lies where it fits, is part of there being memory.
                let mut is_about_size = matches!(fact, Fact::NonNegative(_));
                let (mut own_sizes, mut bases) = (0, 0);
                context.solver.terms.for_each_atom_of_fact(fact, &mut |atom| {
                    own_sizes += usize::from(sizes.contains(&atom));
                    bases += usize::from(self.state.heap.block(atom).is_some());
                    is_about_size &= sizes.contains(&atom) || self.state.heap.block(atom).is_some();
                });
                is_about_size &= own_sizes > 0 && bases <= 1;
                if !is_about_size {
                    let dependence = self.dependence_of(&context.solver, fact);
                    entry.dependence = entry.dependence.max(dependence);
                }
            }
        }
        entry.normalised(context)
    }

    /// What a fact that an execution assumed means for the caller.
    fn dependence_of(&self, solver: &Solver, fact: Fact) -> Dependence {
        let is_pointer = |&(atom, factor): &(Atom, i128)| {
            let leads_there = |&(term, _): &(Term, TypeId)| *solver.terms.summands(term) == [(atom, 1)];
            factor.abs() == 1
                && (self.state.heap.block(atom).is_some() || self.pointers.iter().any(leads_there))
        };
        match fact {
            Fact::NonZero(term) if solver.terms.summands(term).iter().all(is_pointer) => {
                Dependence::Addresses
            }
            _ => Dependence::Values,
        }
    }

    /// Whether an execution assumed something of inputs and words of the caller together. That there are such inputs for every
    /// caller is more than eliminating them tells.
    pub fn has_to_meet_inputs(&self, context: &Context<'_>, held: &[Option<Value>], state: &State) -> bool {
        let names = self.variables(&context.solver);
        let terms = &context.solver.terms;
        let renamed = held.iter().zip(&state.held).filter(|(before, now)| before != now);
        let mut is_renamed_to_input = false;
        for (_, now) in renamed {
            let Some(now) = now else { continue };
            terms.for_each_atom(now.term, &mut |atom| is_renamed_to_input |= context.is_input(atom));
        }
        is_renamed_to_input
            || state.facts.as_slice().iter().any(|&fact| {
                let (mut has_input, mut has_name) = (false, false);
                terms.for_each_atom_of_fact(fact, &mut |atom| {
                    has_input |= context.is_input(atom);
                    has_name |= names.contains(&atom);
                });
                has_input && has_name
            })
    }

    /// The memory of the precondition, without what is assumed of its contents.
    pub fn bare(&self, context: &mut Context<'_>) -> Entry {
        let solver = &mut context.solver;
        let mut entry = Entry { dependence: Dependence::Memory, ..self.clone() };
        entry.state.facts = Facts::from_facts(solver, &self.trivial);
        let highest = solver.terms.constant((1 << (8 * context.module.pointer_scalar().bytes())) - 1);
        for block in self.state.heap.blocks() {
            let base = solver.terms.atom_term(block.base);
            let end = solver.terms.add(base, block.size);
            let (zero, one) = (solver.terms.constant(0), solver.terms.constant(1));
            let size = solver.terms.at_most(zero, block.size);
            let facts = [solver.terms.at_most(one, base), solver.terms.at_most(end, highest)];
            entry.state.facts.assume_all(solver, &facts);
            if !block.is_part() {
                entry.state.facts.assume(solver, size);
            }
            // What has a name in the block is there.
            for cell in block.cells.iter() {
                let fact = solver.terms.at_most(cell.start, cell.end);
                entry.state.facts.assume(solver, fact);
            }
        }
        entry
    }

    /// Assumes a fact; what it says of addresses is carried out in the pointers and types, too.
    fn assume(&mut self, context: &mut Context<'_>, fact: Fact) {
        let before: Vec<Atom> = self.types.keys().copied().collect();
        let own: Vec<Term> = before.iter().map(|&base| context.solver.terms.atom_term(base)).collect();
        let arguments = self.state.registers.len();
        let pointers = self.pointers.iter().map(|&(term, _)| term);
        let more = pointers.chain(own).map(|term| Some(Value::defined(term)));
        self.state.registers.extend(more);
        self.state.assume(&mut context.solver, fact);
        let more: Vec<Term> =
            self.state.registers.drain(arguments..).flatten().map(|value| value.term).collect();
        let (pointers, bases) = more.split_at(self.pointers.len());
        for ((term, _), &now) in self.pointers.iter_mut().zip(pointers) {
            *term = now;
        }
        for (base, &now) in before.into_iter().zip(bases) {
            // A record that was found around a pointer tells more than the pointer's type.
            if let Some(now) = context.solver.terms.as_atom(now).filter(|&now| now != base)
                && let Some(known) = self.types.remove(&base)
            {
                let other = self.types.entry(now).or_insert(known);
                if known.1 != 0 {
                    *other = known;
                }
            }
        }
    }

    fn normalised(mut self, context: &mut Context<'_>) -> Option<Entry> {
        self.state = heap_rules::rearrange::normalise(&mut context.solver, self.state)?;
        heap_rules::fold::forget(&mut context.solver, &mut self.state);
        Some(self)
    }

    fn substitute(&mut self, context: &mut Context<'_>, atom: Atom, by: Term) {
        self.state.substitute(&mut context.solver, &[(atom, by)]);
        for (term, _) in &mut self.pointers {
            *term = context.solver.terms.substitute(*term, &[(atom, by)]);
        }
    }

    /// Names the words of the caller that an execution read; `None` if all have names.
    pub fn naming(&self, context: &mut Context<'_>, reads: &BTreeSet<Run>) -> Option<Entry> {
        let mut entry = self.clone();
        let mut is_changed = false;
        for read in reads {
            is_changed |= entry.name_word(context, *read).is_some();
        }
        is_changed.then_some(entry)
    }

    /// The words of records that were copied as a whole: what a copy holds is then told by what the record does.
    pub fn words_of_copies(&self, context: &mut Context<'_>, copies: &BTreeSet<Run>) -> BTreeSet<Run> {
        let mut words = BTreeSet::new();
        for copy in copies {
            let bounds =
                (context.solver.terms.as_constant(copy.start), context.solver.terms.as_constant(copy.end));
            let ((Some(start), Some(end)), Some(&(ty, shift))) = (bounds, self.types.get(&copy.base)) else {
                continue;
            };
            let own = hints::words(&context.module.types, ty);
            let own = own.iter().map(|&(from, to)| (i128::from(from) + shift, i128::from(to) + shift));
            let copied: Vec<_> = own.filter(|&(from, to)| start <= from && to <= end).collect();
            if copied.len() > WORDS_OF_A_COPY {
                continue;
            }
            for (from, to) in copied {
                let (start, end) = (context.constant(from), context.constant(to));
                words.insert(Run { base: copy.base, start, end });
            }
        }
        words
    }

    fn name_word(&mut self, context: &mut Context<'_>, read: Run) -> Option<()> {
        let terms = &context.solver.terms;
        let (start, end) = (terms.as_constant(read.start)?, terms.as_constant(read.end)?);
        let block = self.state.heap.block(read.base)?.clone();
        if !block.is_live() || !matches!(block.region, CALLERS | Region::Heap | Region::Static | Region::Part)
        {
            return None;
        }
        let scalar = match end - start {
            1 => Scalar::I8,
            2 => Scalar::I16,
            4 => Scalar::I32,
            8 => Scalar::I64,
            _ => return None,
        };
        // A pointer that was read is there: an array of any length has it. Letters and numbers are told as strings and arrays.
        let is_pointer = scalar == context.pointer_scalar() && end <= SIZE_OF_A_CALLERS_BLOCK;
        if is_pointer && block.region == CALLERS && context.solver.terms.as_constant(block.size).is_none() {
            let has_it = context.solver.terms.at_most(read.end, block.size);
            if !self.state.facts.proves(&mut context.solver, has_it).is_proved() {
                self.assume(context, has_it);
            }
        }
        let slot = Slot::at(&mut context.solver, &self.state, read.base, (read.start, read.end))?;
        if !matches!(slot.content()?, Content::Unknown | Content::Letters | Content::Uninitialised) {
            return None;
        }
        let field = self.types.get(&read.base).and_then(|&(ty, shift)| {
            let offset = u64::try_from(start - shift).ok()?;
            hints::field_at(&context.module.types, ty, offset, scalar.bytes())
        });
        let block_name = match self.types.get(&read.base) {
            Some(&(_, shift @ ..0)) => format!("({} - {})", name_of(&context.solver, read.base), -shift),
            _ => name_of(&context.solver, read.base),
        };
        let path = field.as_ref().map(|(path, _)| path.as_str());
        let name = match (block.region, path) {
            (Region::Static, Some("")) => block_name,
            (Region::Static, Some(path)) if path.starts_with('[') => format!("{block_name}{path}"),
            (Region::Static, Some(path)) => format!("{block_name}.{path}"),
            _ => word_name(&block_name, path, start, scalar),
        };
        let is_unsigned = field.as_ref().and_then(|(_, ty)| hints::is_unsigned(&context.module.types, *ty));
        let ty = field.and_then(|(_, ty)| hints::pointee(&context.module.types, ty));
        let term = self.variable(context, &name, scalar, ty, is_unsigned);
        slot.put(&mut self.state, Content::Scalar(Value::defined(term)));
        Some(())
    }
}

/// The facts about these variables that hold in a state to which an execution came. `held` is how it started.
fn learned(
    context: &mut Context<'_>,
    held: &[Option<Value>],
    state: &State,
    variables: &BTreeSet<Atom>,
) -> Facts {
    let mut facts = state.facts.clone();
    // A variable that has become equal to something is called so now.
    for (before, now) in held.iter().zip(&state.held) {
        if let (Some(before), Some(now)) = (before, now) {
            let fact = context.solver.terms.equal(before.term, now.term);
            facts.assume(&mut context.solver, fact);
        }
    }
    facts.project(&mut context.solver, &|atom| variables.contains(&atom))
}

/// What names of an execution are called in the precondition that it started from. `held` is how it started, `state`
/// where it is now: folding and joining may have renamed what the caller holds.
pub fn names_at_start(context: &Context<'_>, held: &[Option<Value>], state: &State) -> Vec<(Atom, Term)> {
    let terms = &context.solver.terms;
    let is_at_start = |atom: Atom| held.iter().flatten().any(|value| terms.as_atom(value.term) == Some(atom));
    let pairs =
        held.iter().zip(&state.held).filter_map(|(before, now)| Some(((*before)?.term, (*now)?.term)));
    let renamed = pairs.filter_map(|(before, now)| Some((terms.as_atom(now)?, before)));
    // Two words of the caller that have become equal keep their names.
    renamed.filter(|&(now, _)| !is_at_start(now)).collect()
}

/// What a block of an execution is called in the precondition that it started from.
pub fn base_at_start(context: &Context<'_>, held: &[Option<Value>], state: &State, base: Atom) -> Atom {
    let names = names_at_start(context, held, state);
    let own = names.into_iter().find(|(now, _)| *now == base);
    own.and_then(|(_, before)| context.solver.terms.as_atom(before)).unwrap_or(base)
}

/// The variables of registers and memory.
pub fn visible(solver: &Solver, state: &State) -> BTreeSet<Atom> {
    let mut found = BTreeSet::new();
    state.for_each_term(&mut |term| {
        solver.terms.for_each_atom(term, &mut |atom| {
            if matches!(solver.terms.kind(atom), AtomKind::Variable(_)) {
                found.insert(atom);
            }
        });
    });
    let bases =
        state.heap.blocks().filter(|block| matches!(block.region, Region::Heap | Region::Part | CALLERS));
    found.extend(bases.map(|block| block.base));
    found
}

pub fn name_of(solver: &Solver, atom: Atom) -> String {
    let name = match solver.terms.kind(atom) {
        AtomKind::Variable(symbol) => solver.terms.name(symbol),
        _ => "?".into(),
    };
    name.strip_prefix('&').unwrap_or(&name).to_owned()
}

/// What a word of a block is called: `l->next`, `table.size`, `*(p + 8)`.
fn word_name(block: &str, field: Option<&str>, start: i128, scalar: Scalar) -> String {
    match field {
        Some("") => format!("*{block}"),
        Some(path) if path.starts_with('[') => format!("{block}{path}"),
        Some(path) => format!("{block}->{path}"),
        None => format!("*({block} + {start}):{}", scalar.bytes()),
    }
}

/// The module's functions that can be analysed: those with a body.
pub fn bodies(module: &Module) -> impl Iterator<Item = (FunctionId, &Body)> {
    module.functions.iter().filter_map(|(id, function)| Some((id, function.body.as_ref()?)))
}
