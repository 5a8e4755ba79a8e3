//! A precondition in the making: what a function finds when it is called, as far as it was seen to
//! need it.

use super::hints;
use ir::debug::TypeId;
use ir::{Body, FunctionId, Module, Parameter, Scalar};
use pure_logic::term::{Atom, AtomKind};
use pure_logic::{Fact, Facts, Solver, Term, TermTable};
use std::collections::{BTreeMap, BTreeSet};
use symbolic_execution::{Context, Run};
use symbolic_heap::part::Extent;
use symbolic_heap::{Block, Cell, Cells, Content, Lifetime, Location, PlaceTag, Region, State, Value};

/// Where memory of the caller lives does not matter to a function that does not free it.
pub const CALLERS: Region = Region::Stack(0);

/// Blocks of callers larger than this are not guessed.
const MAXIMAL_SIZE: i128 = 1 << 16;

/// Bytes that an execution needs and that are not there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Need {
    /// A word of the caller from which the address is computed.
    pub atom: Atom,
    /// How far the bytes are from there, if that is constant.
    pub distance: Option<i128>,
    /// The constant in that distance.
    pub constant: i128,
    /// How many bytes, if that is constant.
    pub bytes: Option<i128>,
    pub is_read: bool,
}

impl Need {
    pub fn extent(&self) -> Option<Extent> {
        let distance = self.distance?;
        Some((distance, distance + self.bytes?))
    }
}

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
    /// What holds of every word and every block of a caller; not worth telling.
    pub trivial: Vec<Fact>,
    /// How many addresses were taken to be equal.
    pub aliases: usize,
    /// How many blocks the caller must own.
    pub blocks: usize,
    /// What it takes to satisfy it, beside the memory.
    pub dependence: Dependence,
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
            dependence: Dependence::Memory,
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
        let is_unsigned = is_unsigned.unwrap_or(ty.is_some() || scalar == context.pointer_scalar());
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

    /// What an address of missing memory is computed from: a word of the caller, and the distance if
    /// it is constant.
    pub fn origin(&self, context: &mut Context<'_>, address: Term) -> Option<(Atom, Option<i128>)> {
        let terms = &context.solver.terms;
        let variables = self.variables(&context.solver);
        let may_grow = |atom: Atom| self.state.heap.block(atom).is_none_or(|block| block.is_part());
        let candidates: Vec<Atom> = terms
            .summands(address)
            .iter()
            .filter(|(atom, factor)| *factor == 1 && variables.contains(atom) && may_grow(*atom))
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

    /// Writes a word of the caller as the distance from an address that is computed from it and from
    /// other words, such as `node + list->offset`: that address gets a name. `None` if the address is no
    /// such sum, or is one of an element of an array.
    pub fn with_sum(&self, context: &mut Context<'_>, atom: Atom, address: Term) -> Option<(Entry, Atom)> {
        let types = &context.module.types;
        let pointee = self.pointee(context, atom);
        let is_array = pointee.and_then(|ty| hints::size_of(types, ty)).is_some_and(|size| size > 1)
            && pointee.and_then(|ty| hints::record_size(types, ty)).is_none();
        let variables = self.variables(&context.solver);
        let terms = &mut context.solver.terms;
        let is_sum = terms.summands(address).iter().all(|&(other, factor)| {
            other == atom || factor.abs() == 1 && variables.contains(&other) && self.is_stored(terms, other)
        });
        if is_array || !is_sum || self.state.heap.block(atom).is_some() {
            return None;
        }
        let constant = terms.constant_part(address);
        let sum = terms.add_constant(address, -constant);
        let name = format!("({})", terms.display_term(sum).replace('`', ""));
        let named = terms.variable(&name);
        let own = terms.atom_term(atom);
        let rest = terms.subtract(sum, own);
        let by = terms.subtract(named, rest);
        let mut entry = self.clone();
        entry.substitute(context, atom, by);
        let range = context.between(0, named, (1 << context.pointer_bits()) - 1);
        entry.state.facts.assume_all(&mut context.solver, &range);
        entry.trivial.extend(range);
        let named = context.solver.terms.as_atom(named)?;
        Some((entry, named))
    }

    /// Whether memory of the caller holds this variable.
    fn is_stored(&self, terms: &TermTable, atom: Atom) -> bool {
        let own = terms.atom_term(atom);
        self.state.heap.blocks().any(|block| {
            block.cells.iter().any(|cell| matches!(cell.content, Content::Scalar(value) if value.term == own))
        })
    }

    fn pointee(&self, context: &Context<'_>, atom: Atom) -> Option<TypeId> {
        let own = context.solver.terms.atom_term(atom);
        self.pointers.iter().find(|(term, _)| *term == own).map(|&(_, ty)| ty)
    }

    /// Learn: the caller owns the bytes that are accessed, separately from all others.
    ///
    /// ```text
    ///   {P} … access of k bytes at v + d is stuck          v a word of the caller
    ///  ────────────────────────────────────────────────────────────────────────────
    ///   {P * part v { d..d+k: any }}
    /// ```
    ///
    /// Where the length of an array is not known, all of it is learned as a block of its own:
    /// `{P * block v: [n ≥ d + …]}`.
    pub fn with_memory(&self, context: &mut Context<'_>, need: &Need) -> Option<Entry> {
        if need.distance.is_some_and(|distance| distance.abs() > MAXIMAL_SIZE) {
            return None;
        }
        let mut entry = self.clone();
        if self.state.heap.block(need.atom).is_some() {
            let extent = self.extent(context, need)?;
            entry.add_bytes(context, need.atom, extent, need.is_read)?;
            return entry.normalised(context);
        }
        entry.blocks += 1;
        let pointee = self.pointee(context, need.atom);
        let record = pointee.and_then(|ty| hints::record_size(&context.module.types, ty)).map(i128::from);
        let element = pointee.and_then(|ty| hints::size_of(&context.module.types, ty));
        let is_field = record.is_some() || pointee.is_some() && (element.is_none() || !self.has_arrays);
        if let Some(extent) = self.extent(context, need).filter(|_| is_field) {
            place_part(context, &mut entry.state, need.atom, extent.0.min(0), record);
            if let Some(ty) = pointee {
                entry.types.insert(need.atom, (ty, 0));
            }
            entry.add_bytes(context, need.atom, extent, need.is_read)?;
            return entry.normalised(context);
        }
        if need.distance.is_some_and(|distance| distance < 0) {
            return None;
        }
        let size = context.solver.terms.variable(&format!("size({})", name_of(&context.solver, need.atom)));
        place(context, &mut entry.state, need.atom, size, 1);
        if let Some(ty) = pointee {
            entry.types.insert(need.atom, (ty, 0));
        }
        entry.normalised(context)
    }

    /// Which bytes to learn: those that are accessed, or the whole array in a record of which they are
    /// an element.
    fn extent(&self, context: &Context<'_>, need: &Need) -> Option<Extent> {
        let types = &context.module.types;
        let array = |offset: i128| {
            let (ty, shift) = match self.types.get(&need.atom) {
                Some(&known) => known,
                None => (self.pointee(context, need.atom)?, 0),
            };
            let (start, end) = hints::array_around(types, ty, u64::try_from(offset - shift).ok()?)?;
            Some((i128::from(start) + shift, i128::from(end) + shift))
        };
        match need.distance {
            Some(distance) => {
                let own = (distance, distance + need.bytes?);
                let whole = array(distance).filter(|all| self.has_arrays && all.1 >= own.1);
                Some(whole.unwrap_or(own))
            }
            None => {
                let all = array(need.constant)?;
                let part = self.state.heap.block(need.atom);
                let is_there = part.is_some_and(|part| part.has_byte_in(&context.solver.terms, all));
                (!is_there).then_some(all)
            }
        }
    }

    /// Makes bytes of a part present. Those that are only written need not have been stored before.
    fn add_bytes(
        &mut self,
        context: &mut Context<'_>,
        base: Atom,
        extent: Extent,
        is_read: bool,
    ) -> Option<()> {
        if extent.1 - extent.0 > MAXIMAL_SIZE {
            return None;
        }
        let types = &context.module.types;
        let (ty, shift) = self.types.get(&base).copied().unzip();
        let size = ty.and_then(|ty| hints::record_size(types, ty)).map(i128::from);
        let begins = shift.unwrap_or(0);
        let is_outside = size.is_some_and(|size| extent.0 < begins || extent.1 > begins + size);
        if let (Some(ty), Some(0), true) = (ty, shift, is_outside)
            && let Some((container, offset)) = hints::container(context.module, ty, extent)
        {
            self.types.insert(base, (container, -offset));
        }
        let content = if is_read { Content::Unknown } else { Content::Uninitialised };
        let mut part = Block::clone(self.state.heap.block(base)?);
        part.add_bytes(&mut context.solver.terms, extent, content);
        let facts = range_of_part(context, &part);
        self.state.heap.insert_block(part);
        self.state.facts.assume_all(&mut context.solver, &facts);
        self.trivial.extend(facts);
        Some(())
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

    /// Alias: the word points to memory that is already there, of the same type. Only memory that has
    /// the bytes that are needed makes a difference: all else may have this address anyway.
    pub fn aliases_of(&self, context: &mut Context<'_>, atom: Atom, extent: Option<Extent>) -> Vec<Entry> {
        let Some(ty) = self.pointee(context, atom) else { return Vec::new() };
        let own = context.solver.terms.atom_term(atom);
        let mut entries = Vec::new();
        for target in self.targets(context, atom, ty, extent) {
            let mut entry = self.clone();
            entry.aliases += 1;
            entry.dependence = Dependence::Values;
            let fact = context.solver.terms.equal(own, target);
            entry.assume(context, fact);
            entries.extend(entry.normalised(context));
        }
        entries
    }

    /// Addresses that a word may be equal to whose type says that it points to a `ty`: other words of
    /// that type, members of that type in memory that is there, and records of which such a word points
    /// to a member.
    fn targets(
        &self,
        context: &mut Context<'_>,
        atom: Atom,
        ty: TypeId,
        extent: Option<Extent>,
    ) -> BTreeSet<Term> {
        let own = context.solver.terms.atom_term(atom);
        let module = context.module;
        let mut candidates: BTreeSet<Term> = BTreeSet::new();
        for &(term, other) in &self.pointers {
            if hints::are_alike(module, ty, other) {
                candidates.insert(term);
            }
            for place in hints::members(module, ty, other) {
                candidates.insert(context.solver.terms.add_constant(term, -i128::from(place)));
            }
        }
        for (&base, &(other, shift)) in &self.types {
            let address = context.solver.terms.atom_term(base);
            let address = context.solver.terms.add_constant(address, shift);
            if hints::are_alike(module, ty, other) {
                candidates.insert(address);
            }
            for place in hints::members(module, other, ty) {
                candidates.insert(context.solver.terms.add_constant(address, i128::from(place)));
            }
        }
        let has_bytes = |term: &Term| {
            let Location::Block { base, offset } = self.state.heap.locate(&mut context.solver.terms, *term)
            else {
                return false;
            };
            let Some(block) = self.state.heap.block(base) else { return false };
            match (extent, context.solver.terms.as_constant(offset)) {
                (Some(extent), Some(offset)) if block.is_part() => {
                    block.has_byte_in(&context.solver.terms, (extent.0 + offset, extent.1 + offset))
                }
                _ => base != atom,
            }
        };
        let mut targets: BTreeSet<Term> = candidates.into_iter().filter(has_bytes).collect();
        targets.remove(&own);
        targets
    }

    /// What variables of the program are called that hold words of unknown type tells more of these.
    pub fn learn_types(&mut self, context: &Context<'_>, function: FunctionId, state: &State) {
        let types = &context.module.types;
        let Some(body) = &context.module.functions[function].body else { return };
        let variables = body.names.variables.iter().map(|(&register, variable)| (register, variable.ty));
        let temporaries = body.names.temporaries.iter().map(|(&register, &ty)| (register, ty));
        for (register, ty) in variables.chain(temporaries) {
            let Some(Some(value)) = state.registers.get(register.index()) else { continue };
            let record = hints::pointee(types, ty).filter(|&ty| hints::record_size(types, ty).is_some());
            let (Some(record), Some(_)) = (record, context.solver.terms.as_atom(value.term)) else {
                continue;
            };
            match self.pointers.iter_mut().find(|(term, _)| *term == value.term) {
                Some((_, known)) if hints::record_size(types, *known).is_none() => *known = record,
                Some(_) => {}
                None => self.pointers.push((value.term, record)),
            }
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
        let mut cells = block.cells.clone();
        let range = cells.isolate(&mut context.solver, &self.state.facts, read.start, read.end).ok()?;
        let [cell] = &cells.as_slice()[range.clone()] else { return None };
        if !matches!(cell.content, Content::Unknown | Content::Uninitialised) {
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
        let content = Content::Scalar(Value::defined(term));
        cells.replace(range, Cell { start: read.start, end: read.end, content });
        context.set_cells(&mut self.state, read.base, cells);
        Some(())
    }

    /// The function frees the block, so it has to come from an allocator, whole.
    pub fn with_heap_block(
        &self,
        context: &mut Context<'_>,
        base: Atom,
        accesses: &BTreeSet<Run>,
    ) -> Option<Entry> {
        let mut entry = self.clone();
        let freed = accesses.iter().filter(|access| access.base == base && access.start == access.end);
        let freed: Vec<Term> = freed.map(|access| access.start).collect();
        let starts = freed.into_iter().filter_map(|start| context.solver.terms.as_constant(start));
        let start = starts.min().unwrap_or(0);
        let block = entry.state.heap.block_mut(base)?;
        match block.region {
            CALLERS => block.region = Region::Heap,
            Region::Part => {
                if let Some(&(member, 0)) = entry.types.get(&base)
                    && let Some(offset) = u64::try_from(-start).ok().filter(|&offset| offset > 0)
                    && let Some(record) = hints::container_with(context.module, member, offset)
                {
                    entry.types.insert(base, (record, start));
                }
                entry.make_whole(context, base, start, None)?;
            }
            _ => return None,
        }
        entry.normalised(context)
    }

    /// Makes a part a whole block from an allocator that begins at an offset or before, and has the size
    /// of its type, or the size that is given, or one that is not fixed. Returns its base.
    pub fn make_whole(
        &mut self,
        context: &mut Context<'_>,
        base: Atom,
        start: i128,
        size: Option<i128>,
    ) -> Option<Atom> {
        let part = Block::clone(self.state.heap.block(base).filter(|block| block.is_part())?);
        let (low, high) = self.reach(context, base)?;
        let low = low.min(start);
        let name = name_of(&context.solver, base);
        let known = self.types.get(&base).and_then(|&(ty, _)| hints::record_size(&context.module.types, ty));
        let size = match (size, known) {
            (Some(size), _) if size >= high - low => context.constant(size),
            (None, Some(size)) if i128::from(size) >= high - low => context.constant(i128::from(size)),
            (None, None) => context.solver.terms.variable(&format!("size({name})")),
            _ => context.constant(high - low),
        };
        self.state.heap.remove_block(base);
        let new_base = if low == 0 { base } else { self.move_to_base(context, base, -low)? };
        let word = u64::from(context.pointer_bits() / 8);
        context.place_block(&mut self.state, new_base, size, 2 * word, Region::Heap, Content::Uninitialised);
        // Only bytes that are accessed have to be there.
        let accessed = part.present(&context.solver.terms).iter().map(|extent| extent.1).max()?;
        let room = context.constant(accessed - low);
        let fits = context.solver.terms.at_most(room, size);
        self.state.facts.assume(&mut context.solver, fits);
        let moved = context.solver.terms.atom_term(new_base);
        let moved = context.solver.terms.add_constant(moved, -low);
        let replacement = if low == 0 { Vec::new() } else { vec![(base, moved)] };
        let mut cells = self.state.heap.block(new_base)?.cells.clone();
        for cell in part.cells.substitute(&mut context.solver.terms, &replacement).iter() {
            if !cell.content.is_present() {
                continue;
            }
            let start = context.solver.terms.add_constant(cell.start, -low);
            let end = context.solver.terms.add_constant(cell.end, -low);
            let range = cells.isolate(&mut context.solver, &self.state.facts, start, end).ok()?;
            cells.replace(range, Cell { start, end, content: cell.content });
        }
        if let Some(block) = self.state.heap.block_mut(new_base) {
            block.cells = cells;
            block.allocated_at = PlaceTag::default();
        }
        if let Some((ty, shift)) = self.types.remove(&base) {
            self.types.insert(new_base, (ty, shift - low));
        }
        Some(new_base)
    }

    /// Where a part begins and how far it goes, as far as its bytes and its type tell.
    pub fn reach(&self, context: &Context<'_>, base: Atom) -> Option<Extent> {
        let present = self.state.heap.block(base)?.present(&context.solver.terms);
        let begins = self.types.get(&base).map_or(0, |&(_, shift)| shift);
        let low = present.iter().map(|extent| extent.0).min()?.min(begins).min(0);
        let word = i128::from(context.pointer_bits() / 8);
        let high = present.iter().map(|extent| extent.1).max()?;
        Some((low, round_up(high, word)))
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

/// Puts a part into a state that has no bytes yet.
fn place_part(context: &mut Context<'_>, state: &mut State, base: Atom, low: i128, record: Option<i128>) {
    let word = i128::from(context.pointer_bits() / 8);
    let alignment = match record {
        Some(size) if size % word == 0 => word,
        Some(size) if size % 4 == 0 => 4,
        _ => 1,
    };
    let own = context.solver.terms.atom_term(base);
    let fact = context.solver.terms.divides(alignment, own);
    state.facts.assume(&mut context.solver, fact);
    state.heap.insert_block(Block {
        base,
        size: context.constant(low),
        region: Region::Part,
        lifetime: Lifetime::Live,
        allocated_at: PlaceTag::default(),
        cells: Cells::empty(),
    });
}

/// A part is not at null and does not wrap around.
fn range_of_part(context: &mut Context<'_>, part: &Block) -> [Fact; 3] {
    let bits = context.pointer_bits();
    let low = part.cells.iter().next().map_or(part.size, |cell| cell.start);
    let terms = &mut context.solver.terms;
    let own = terms.atom_term(part.base);
    let (start, end) = (terms.add(own, low), terms.add(own, part.size));
    let (one, highest) = (terms.constant(1), terms.constant((1 << bits) - 1));
    [terms.at_most(one, own), terms.at_most(one, start), terms.at_most(end, highest)]
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
    let bases =
        state.heap.blocks().filter(|block| matches!(block.region, Region::Heap | Region::Part | CALLERS));
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
