//! Which word of the caller an address is computed from, and what else may be there.

use super::{Dependence, Entry, name_of};
use crate::limits::ALIGNMENT_OF_A_TAG;
use crate::open::hints;
use ir::FunctionId;
use ir::debug::TypeId;
use pure_logic::term::{Atom, AtomKind};
use pure_logic::{Fact, Facts, Term, TermTable};
use std::collections::BTreeSet;
use symbolic_execution::Context;
use symbolic_heap::part::Extent;
use symbolic_heap::{Cell, Content, Location, State};

impl Entry {
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
        // Where memory is there already, the address leads on from it to memory of its own.
        let is_typed = |atom: &&Atom| self.pointee(context, **atom).is_some();
        let is_new = |atom: &&Atom| self.state.heap.block(**atom).is_none();
        let typed = candidates.iter().filter(is_typed).find(is_new);
        let typed = typed.or_else(|| candidates.iter().find(is_typed)).copied();
        // A distance to a word is as good as one from it.
        let is_subtracted = |&&(atom, factor): &&(Atom, i128)| {
            factor == -1 && variables.contains(&atom) && self.state.heap.block(atom).is_none()
        };
        let atom = match (typed, candidates.as_slice()) {
            (Some(atom), _) if self.state.heap.block(atom).is_none() => atom,
            (None, [only]) => *only,
            (placed, _) => {
                let subtracted = terms.summands(address).iter().find(is_subtracted).map(|&(atom, _)| atom);
                subtracted.or(placed)?
            }
        };
        let own = terms.atom_term(atom);
        let distance = context.solver.terms.subtract(address, own);
        Some((atom, context.solver.terms.as_constant(distance)))
    }

    /// Whether an address is computed from numbers alone: from multiples of words, and from words that are too small
    /// to be an address.
    pub fn is_number(&self, context: &mut Context<'_>, state: &State, address: Term) -> bool {
        let summands = context.solver.terms.summands(address).to_vec();
        !summands.is_empty()
            && summands.iter().all(|&(atom, factor)| {
                let own = context.solver.terms.atom_term(atom);
                let range = state.facts.bounds(&mut context.solver, own);
                let is_small = range.lower.zip(range.upper).is_some_and(|(low, high)| {
                    low >= -(1 << 31) && high < 1 << 32 && context.pointer_bits() > 32
                });
                self.state.heap.block(atom).is_none() && (factor.abs() > 1 || is_small)
            })
    }

    /// Writes the words of the caller of which an address takes only the high bits as an aligned address and
    /// a tag; every word is of that form.
    ///
    /// ```text
    ///   {P} … access at (w - w mod 2^k) + … is stuck                     w a word of the caller
    ///  ─────────────────────────────────────────────────────────────────────────────────────────
    ///   {P[w := target + tag] ∧ 2^k | target ∧ 0 ≤ tag < 2^k}
    /// ```
    pub fn with_tags(&self, context: &mut Context<'_>, address: Term) -> Option<Entry> {
        let variables = self.variables(&context.solver);
        let terms = &context.solver.terms;
        let masked: Vec<(Atom, i128)> = terms
            .summands(address)
            .iter()
            .filter_map(|&(atom, _)| match terms.kind(atom) {
                AtomKind::Modulo(inner, modulus) => Some((terms.as_atom(inner)?, modulus)),
                _ => None,
            })
            .filter(|&(word, modulus)| {
                let is_word = variables.contains(&word) && self.state.heap.block(word).is_none();
                is_word && modulus <= ALIGNMENT_OF_A_TAG && modulus & (modulus - 1) == 0
            })
            .collect();
        let mut entry = self.clone();
        for &(word, modulus) in &masked {
            let ty = entry.pointee(context, word);
            let name = name_of(&context.solver, word);
            let terms = &mut context.solver.terms;
            let target = terms.variable(&format!("target({name})"));
            let tag = terms.variable(&format!("tag({name})"));
            let sum = terms.add(target, tag);
            let aligned = terms.divides(modulus, target);
            entry.forget_range(context, word);
            entry.substitute(context, word, sum);
            let [above, below] = context.between(0, tag, modulus - 1);
            let range = context.between(0, target, (1 << context.pointer_bits()) - 1);
            let facts = [aligned, above, below, range[0], range[1]];
            entry.state.facts.assume_all(&mut context.solver, &facts);
            entry.trivial.extend(facts);
            entry.pointers.extend(ty.map(|ty| (target, ty)));
        }
        (!masked.is_empty()).then_some(entry)
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
            let is_base = self.state.heap.block(other).is_some();
            let is_word = factor.abs() == 1 && self.is_stored(terms, other);
            other == atom || variables.contains(&other) && (is_base || is_word)
        });
        let own = terms.atom_term(atom);
        let factor = terms.summands(address).iter().find(|(other, _)| *other == atom)?.1;
        if is_array || !is_sum || self.state.heap.block(atom).is_some() {
            return None;
        }
        let constant = terms.constant_part(address);
        let sum = terms.add_constant(address, -constant);
        let own_name = name_of(&context.solver, atom);
        let terms = &mut context.solver.terms;
        let tagged = own_name.strip_prefix("target(");
        let name = match tagged {
            Some(word) => format!("link({word}"),
            None => format!("({})", terms.display_term(sum).replace('`', "")),
        };
        let named = terms.variable(&name);
        // factor·own + rest = named, and the factor is 1 or -1.
        let rest = terms.add_scaled(sum, -factor, own);
        let distance = terms.subtract(named, rest);
        let by = terms.scale(factor, distance);
        // An address that is aligned distances away from an aligned one is aligned itself.
        let alignment = self.state.facts.bounds(&mut context.solver, own).modulus;
        let shift = self.state.facts.remainder(&mut context.solver, sum, alignment);
        let mut entry = self.clone();
        // The sum may wrap around, so the word may be any number that is congruent to the distance.
        entry.forget_range(context, atom);
        entry.substitute(context, atom, by);
        if let Some(shift) = context.solver.terms.as_constant(shift) {
            let moved = context.solver.terms.add_constant(named, -shift);
            let aligned = context.solver.terms.divides(alignment, moved);
            entry.state.facts.assume(&mut context.solver, aligned);
            entry.trivial.push(aligned);
        }
        let range = context.between(0, named, (1 << context.pointer_bits()) - 1);
        entry.state.facts.assume_all(&mut context.solver, &range);
        entry.trivial.extend(range);
        let named = context.solver.terms.as_atom(named)?;
        entry.computed.insert(named);
        Some((entry, named))
    }

    /// Forgets that a word of the caller is a number in the range of words.
    fn forget_range(&mut self, context: &mut Context<'_>, atom: Atom) {
        let own = context.solver.terms.atom_term(atom);
        let range = context.between(0, own, (1 << context.pointer_bits()) - 1);
        let facts: Vec<Fact> =
            self.state.facts.as_slice().iter().copied().filter(|fact| !range.contains(fact)).collect();
        self.state.facts = Facts::from_facts(&mut context.solver, &facts);
    }

    /// Whether an address is computed from that of memory that is there.
    pub fn mentions_memory(&self, context: &Context<'_>, address: Term) -> bool {
        let summands = context.solver.terms.summands(address);
        summands.iter().any(|&(atom, _)| self.state.heap.block(atom).is_some())
    }

    /// Whether memory of the caller holds a word that is computed from this variable.
    fn is_stored(&self, terms: &TermTable, atom: Atom) -> bool {
        let holds = |cell: &Cell| match cell.content {
            Content::Scalar(value) => terms.mentions(value.term, atom),
            _ => false,
        };
        self.state.heap.blocks().any(|block| block.cells.iter().any(holds))
    }

    pub(super) fn pointee(&self, context: &Context<'_>, atom: Atom) -> Option<TypeId> {
        let own = context.solver.terms.atom_term(atom);
        self.pointers.iter().find(|(term, _)| *term == own).map(|&(_, ty)| ty)
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
        if let Some(extent) = extent.filter(|_| self.computed.contains(&atom)) {
            candidates.extend(self.words_of_size(context, atom, extent));
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

    /// Where an address would have to be for the bytes behind it to be a word that is there already. No type says
    /// where an address may lie that is computed from numbers, or a `void *`; but a record lies in another one only as its member.
    fn words_of_size(&self, context: &mut Context<'_>, atom: Atom, extent: Extent) -> Vec<Term> {
        let mut places = Vec::new();
        let ty = self.pointee(context, atom);
        for block in self.state.heap.blocks().filter(|block| block.is_part() && block.base != atom) {
            let around = self.types.get(&block.base);
            let is_in_order = |place: i128| match (ty, around) {
                (Some(ty), Some(&(around, shift))) => {
                    hints::may_lie_in(context.module, ty, around, place - shift)
                }
                _ => true,
            };
            for own in block.present(&context.solver.terms) {
                let place = own.0 - extent.0;
                if own.1 - own.0 == extent.1 - extent.0 && is_in_order(place) {
                    let base = context.solver.terms.atom_term(block.base);
                    places.push(context.solver.terms.add_constant(base, place));
                }
            }
        }
        places
    }

    /// Memory that is a record, as types say.
    pub fn records(&self, context: &Context<'_>) -> BTreeSet<Atom> {
        let types = &context.module.types;
        let typed = self.types.iter().filter(|(_, (ty, _))| hints::record_size(types, *ty).is_some());
        typed.map(|(&base, _)| base).collect()
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
                Some((_, known)) if hints::record_size(types, *known).is_none() => {
                    *known = record;
                    self.computed.extend(context.solver.terms.as_atom(value.term));
                }
                Some(_) => {}
                None => self.pointers.push((value.term, record)),
            }
        }
    }
}
