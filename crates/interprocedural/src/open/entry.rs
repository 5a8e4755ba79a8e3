//! A precondition in the making: what a function finds when it is called, as far as it was seen to
//! need it.

use super::hints;
use ir::debug::TypeId;
use ir::{Body, FunctionId, Module, Parameter, Scalar};
use pure_logic::term::{Atom, AtomKind};
use pure_logic::{Fact, Solver, Term};
use std::collections::{BTreeMap, BTreeSet};
use symbolic_execution::{Context, Run};
use symbolic_heap::{Block, Cell, Cells, Content, Location, PlaceTag, Region, State, Value};

/// Where memory of the caller lives does not matter to a function that does not free it.
pub const CALLERS: Region = Region::Stack(0);

/// Blocks of callers larger than this are not guessed.
const MAXIMAL_SIZE: i128 = 1 << 16;

#[derive(Clone, Debug)]
pub struct Entry {
    /// Registers are the arguments.
    pub state: State,
    /// Addresses that have a type in the source, and what they point to.
    pub pointers: Vec<(Term, TypeId)>,
    /// The type of what lies in a block, and where in the block it begins.
    pub types: BTreeMap<Atom, (TypeId, i128)>,
    /// What holds of every word and every block of a caller; not worth telling.
    pub trivial: Vec<Fact>,
    /// How many addresses were taken to be equal.
    pub aliases: usize,
    /// How many blocks the caller must own.
    pub blocks: usize,
    /// Every caller satisfies it who provides separate memory where the function accesses some.
    pub is_plain: bool,
    /// Blocks of numbers may be arrays of any length; otherwise they are as large as the accesses say.
    pub has_arrays: bool,
}

impl Entry {
    /// Nothing is known but the arguments and that the globals are there.
    pub fn new(context: &mut Context<'_>, function: FunctionId, mut state: State, has_arrays: bool) -> Entry {
        let module = context.module;
        let mut types = BTreeMap::new();
        for (id, global) in module.globals.iter() {
            let base = context.global_base(id);
            let Some(block) = state.heap.block_mut(base) else { continue };
            if let Some(ty) = global.ty {
                types.insert(base, (ty, 0));
            }
            let is_stream = matches!(global.name.as_str(), "stdin" | "stdout" | "stderr");
            if block.region == Region::Static && !is_stream {
                block.cells = Cells::uniform(&mut context.solver.terms, block.size, Content::Unknown);
            }
        }
        let mut entry = Entry {
            state,
            pointers: Vec::new(),
            types,
            trivial: Vec::new(),
            aliases: 0,
            blocks: 0,
            is_plain: true,
            has_arrays,
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
            let is_unsigned = hint.ty.is_some_and(|ty| hints::is_unsigned(&module.types, ty));
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
        is_unsigned: bool,
    ) -> Term {
        let term = context.solver.terms.variable(name);
        let bits = scalar.bits();
        let is_unsigned = is_unsigned || ty.is_some() || scalar == context.pointer_scalar();
        let (low, high) = match (is_unsigned, bits) {
            (true, _) | (false, ..32) => (0, (1i128 << bits.min(100)) - 1),
            (false, _) => (-(1i128 << (bits.min(100) - 1)), (1i128 << (bits.min(100) - 1)) - 1),
        };
        let range = context.between(low, term, high);
        self.state.facts.assume_all(&mut context.solver, &range);
        self.trivial.extend(range);
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

    /// Whether a block belongs to the caller.
    pub fn owns(&self, base: Atom) -> bool {
        self.state.heap.block(base).is_some_and(|block| matches!(block.region, CALLERS | Region::Heap))
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
        self.assuming_of(context, held, state, &variables)
    }

    /// As [`Entry::assuming`], without what was assumed of numbers.
    pub fn assuming_of_addresses(
        &self,
        context: &mut Context<'_>,
        held: &[Option<Value>],
        state: &State,
    ) -> Option<Entry> {
        let mut addresses: BTreeSet<Atom> = self.state.heap.blocks().map(|block| block.base).collect();
        for &(term, _) in &self.pointers {
            context.solver.terms.for_each_atom(term, &mut |atom| {
                addresses.insert(atom);
            });
        }
        self.assuming_of(context, held, state, &addresses)
    }

    fn assuming_of(
        &self,
        context: &mut Context<'_>,
        held: &[Option<Value>],
        state: &State,
        variables: &BTreeSet<Atom>,
    ) -> Option<Entry> {
        let mut entry = self.clone();
        let mut facts = state.facts.clone();
        // A variable that has become equal to something is called so now.
        for (before, now) in held.iter().zip(&state.held) {
            if let (Some(before), Some(now)) = (before, now) {
                let fact = context.solver.terms.equal(before.term, now.term);
                facts.assume(&mut context.solver, fact);
            }
        }
        let sizes: BTreeSet<Atom> =
            self.state.heap.blocks().filter_map(|block| context.solver.terms.as_atom(block.size)).collect();
        let learned = facts.project(&mut context.solver, &|atom| variables.contains(&atom));
        for &fact in learned.as_slice() {
            if !entry.state.facts.proves(&mut context.solver, fact).is_proved() {
                entry.assume(context, fact);
                // That a block is large enough is part of there being memory.
                let mut is_about_size = matches!(fact, Fact::NonNegative(_));
                context.solver.terms.for_each_atom_of_fact(fact, &mut |atom| {
                    is_about_size &= sizes.contains(&atom);
                });
                entry.is_plain &= is_about_size;
            }
        }
        entry.normalised(context)
    }

    fn assume(&mut self, context: &mut Context<'_>, fact: Fact) {
        self.state.assume(&mut context.solver, fact);
    }

    fn normalised(mut self, context: &mut Context<'_>) -> Option<Entry> {
        self.state = heap_rules::rearrange::normalise(&mut context.solver, self.state)?;
        heap_rules::fold::forget(&mut context.solver, &mut self.state);
        Some(self)
    }

    /// What an address of missing memory is computed from: a word of the caller, and the distance if
    /// it is constant.
    pub fn origin(&self, context: &mut Context<'_>, address: Term) -> Option<(Atom, Option<i128>)> {
        let terms = &context.solver.terms;
        let variables = self.variables(&context.solver);
        let candidates: Vec<Atom> = terms
            .summands(address)
            .iter()
            .filter(|(atom, factor)| {
                *factor == 1 && variables.contains(atom) && self.state.heap.block(*atom).is_none()
            })
            .map(|&(atom, _)| atom)
            .collect();
        let typed = candidates.iter().find(|&&atom| self.pointee(context, atom).is_some()).copied();
        let atom = typed.or(match candidates.as_slice() {
            [only] => Some(*only),
            _ => None,
        })?;
        let own = terms.atom_term(atom);
        let distance = context.solver.terms.subtract(address, own);
        Some((atom, context.solver.terms.as_constant(distance)))
    }

    fn pointee(&self, context: &Context<'_>, atom: Atom) -> Option<TypeId> {
        let own = context.solver.terms.atom_term(atom);
        self.pointers.iter().find(|(term, _)| *term == own).map(|&(_, ty)| ty)
    }

    /// Learn: the caller owns a separate block where a word of it points to.
    ///
    /// ```text
    ///   {P} … access(v + d) is stuck          v a word of the caller
    ///  ──────────────────────────────────────────────────────────────
    ///   {P * block v: [n ≥ d + …]}
    /// ```
    pub fn with_block(&self, context: &mut Context<'_>, atom: Atom, distance: Option<i128>) -> Option<Entry> {
        if distance.is_some_and(|distance| distance.abs() > MAXIMAL_SIZE) {
            return None;
        }
        let mut entry = self.clone();
        entry.blocks += 1;
        let pointee = self.pointee(context, atom);
        let record = pointee.and_then(|ty| hints::record_size(&context.module.types, ty)).map(i128::from);
        let word = i128::from(context.pointer_bits() / 8);
        let name = name_of(&context.solver, atom);
        let before = distance.map_or(0, |distance| (-distance).max(0));
        let after = distance.map_or(0, |distance| distance.max(0));
        let base = match before {
            0 => atom,
            _ => entry.move_to_base(context, atom, before)?,
        };
        let size = match (record, before) {
            (Some(size), _) if after < size => context.constant(before + size),
            (_, 1..) => context.constant(round_up(before + after + word, word)),
            (Some(_), _) => context.constant(round_up(after + word, word)),
            (None, _) => {
                let element =
                    pointee.and_then(|ty| hints::size_of(&context.module.types, ty)).map(i128::from);
                match (distance, element) {
                    (Some(distance), Some(element)) if !self.has_arrays => {
                        context.constant(distance + element)
                    }
                    (Some(distance), None) if pointee.is_some() => context.constant(distance + word),
                    _ => context.solver.terms.variable(&format!("size({name})")),
                }
            }
        };
        let alignment = match record {
            Some(size) if size % word == 0 => word as u64,
            Some(size) if size % 4 == 0 => 4,
            _ => 1,
        };
        place(context, &mut entry.state, base, size, alignment);
        if let Some(ty) = pointee {
            entry.types.insert(base, (ty, before));
        }
        entry.normalised(context)
    }

    /// Writes a word of the caller as an address `before` bytes behind a new base.
    fn move_to_base(&mut self, context: &mut Context<'_>, atom: Atom, before: i128) -> Option<Atom> {
        let name = format!("({} - {before})", name_of(&context.solver, atom));
        let base = context.solver.terms.variable(&name);
        let address = context.solver.terms.add_constant(base, before);
        self.substitute(context, atom, address);
        context.solver.terms.as_atom(base)
    }

    fn substitute(&mut self, context: &mut Context<'_>, atom: Atom, by: Term) {
        self.state.substitute(&mut context.solver, &[(atom, by)]);
        for (term, _) in &mut self.pointers {
            *term = context.solver.terms.substitute(*term, &[(atom, by)]);
        }
    }

    /// Alias: the word points to memory that is already there, of the same type.
    pub fn aliases_of(&self, context: &mut Context<'_>, atom: Atom) -> Vec<Entry> {
        let Some(ty) = self.pointee(context, atom) else { return Vec::new() };
        let own = context.solver.terms.atom_term(atom);
        let mut targets: BTreeSet<Term> = BTreeSet::new();
        for &(term, other) in &self.pointers {
            let is_there = matches!(
                self.state.heap.locate(&mut context.solver.terms, term),
                Location::Block { base, .. } if self.state.heap.block(base).is_some()
            );
            if term != own && is_there && hints::are_alike(context.module, ty, other) {
                targets.insert(term);
            }
        }
        for (&base, &(other, shift)) in &self.types {
            let is_static = self.state.heap.block(base).is_some_and(|block| block.region == Region::Static);
            if is_static && shift == 0 && hints::are_alike(context.module, ty, other) {
                targets.insert(context.solver.terms.atom_term(base));
            }
        }
        let mut entries = Vec::new();
        for target in targets {
            let mut entry = self.clone();
            entry.aliases += 1;
            entry.is_plain = false;
            entry.substitute(context, atom, target);
            entries.extend(entry.normalised(context));
        }
        entries
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

    fn name_word(&mut self, context: &mut Context<'_>, read: Run) -> Option<()> {
        let terms = &context.solver.terms;
        let (start, end) = (terms.as_constant(read.start)?, terms.as_constant(read.end)?);
        let block = self.state.heap.block(read.base)?.clone();
        if !block.is_live() || !matches!(block.region, CALLERS | Region::Heap | Region::Static) {
            return None;
        }
        let scalar = match end - start {
            1 => Scalar::I8,
            2 => Scalar::I16,
            4 => Scalar::I32,
            8 => Scalar::I64,
            _ => return None,
        };
        let mut cells = block.cells.clone();
        let range = cells.isolate(&mut context.solver, &self.state.facts, read.start, read.end).ok()?;
        let [Cell { content: Content::Unknown, .. }] = &cells.as_slice()[range.clone()] else { return None };
        let field = self.types.get(&read.base).and_then(|&(ty, shift)| {
            let offset = u64::try_from(start - shift).ok()?;
            hints::field_at(&context.module.types, ty, offset, scalar.bytes())
        });
        let block_name = name_of(&context.solver, read.base);
        let path = field.as_ref().map(|(path, _)| path.as_str());
        let name = match (block.region, path) {
            (Region::Static, Some("")) => block_name,
            (Region::Static, Some(path)) if path.starts_with('[') => format!("{block_name}{path}"),
            (Region::Static, Some(path)) => format!("{block_name}.{path}"),
            _ => word_name(&block_name, path, start, scalar),
        };
        let is_unsigned =
            field.as_ref().is_some_and(|(_, ty)| hints::is_unsigned(&context.module.types, *ty));
        let ty = field.and_then(|(_, ty)| hints::pointee(&context.module.types, ty));
        let term = self.variable(context, &name, scalar, ty, is_unsigned);
        let content = Content::Scalar(Value::defined(term));
        cells.replace(range, Cell { start: read.start, end: read.end, content });
        context.set_cells(&mut self.state, read.base, cells);
        Some(())
    }

    /// The function frees the block, so it has to come from an allocator.
    pub fn with_heap_block(&self, base: Atom) -> Option<Entry> {
        let mut entry = self.clone();
        let block = entry.state.heap.block_mut(base).filter(|block| block.region == CALLERS)?;
        block.region = Region::Heap;
        Some(entry)
    }

    /// The block reaches further, as far as the accesses do; `None` if it does already or need not.
    pub fn with_larger_block(
        &self,
        context: &mut Context<'_>,
        base: Atom,
        accesses: &BTreeSet<Run>,
    ) -> Option<Entry> {
        let block = self.state.heap.block(base).filter(|_| self.owns(base))?.clone();
        let old = context.solver.terms.as_constant(block.size)?;
        let (mut low, mut high) = (0, old);
        for access in accesses.iter().filter(|access| access.base == base) {
            low = low.min(context.solver.terms.as_constant(access.start)?);
            high = high.max(context.solver.terms.as_constant(access.end)?);
        }
        if (low, high) == (0, old) || high - low > MAXIMAL_SIZE {
            return None;
        }
        let word = i128::from(context.pointer_bits() / 8);
        let before = round_up(-low, word);
        let size = before + if high == old { old } else { round_up(high, word) };
        let mut entry = self.clone();
        entry.state.heap.remove_block(base);
        let new_base = match before {
            0 => base,
            _ => entry.move_to_base(context, base, before)?,
        };
        let size = context.constant(size);
        place(context, &mut entry.state, new_base, size, 1);
        let mut cells = entry.state.heap.block(new_base)?.cells.clone();
        for cell in block.cells.iter() {
            let start = context.solver.terms.add_constant(cell.start, before);
            let end = context.solver.terms.add_constant(cell.end, before);
            let range = cells.isolate(&mut context.solver, &entry.state.facts, start, end).ok()?;
            cells.replace(range, Cell { start, end, content: cell.content });
        }
        let own = context.solver.terms.atom_term(base);
        let moved = context.solver.terms.atom_term(new_base);
        let moved = context.solver.terms.add_constant(moved, before);
        let replacement = if before == 0 { Vec::new() } else { vec![(base, moved)] };
        debug_assert!(before == 0 || own != moved, "a moved block has a new base");
        let cells = cells.substitute(&mut context.solver.terms, &replacement);
        if let Some(new) = entry.state.heap.block_mut(new_base) {
            new.cells = cells;
            new.region = block.region;
        }
        if let Some((ty, shift)) = entry.types.remove(&base) {
            entry.types.insert(new_base, (ty, shift + before));
        }
        entry.normalised(context)
    }
}

/// Puts a block of the caller into a state, with unknown contents.
fn place(context: &mut Context<'_>, state: &mut State, base: Atom, size: Term, alignment: u64) {
    context.place_block(state, base, size, alignment, CALLERS, Content::Unknown);
    if let Some(block) = state.heap.block_mut(base) {
        *block = Block { allocated_at: PlaceTag::default(), ..block.clone() };
    }
}

fn round_up(number: i128, unit: i128) -> i128 {
    (number + unit - 1) / unit * unit
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
    let bases = state.heap.blocks().filter(|block| matches!(block.region, Region::Heap | CALLERS));
    found.extend(bases.map(|block| block.base));
    found
}

pub fn name_of(solver: &Solver, atom: Atom) -> String {
    let name = match solver.terms.kind(atom) {
        AtomKind::Variable(symbol) => solver.terms.name(symbol),
        _ => "?",
    };
    name.strip_prefix('&').unwrap_or(name).to_owned()
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
