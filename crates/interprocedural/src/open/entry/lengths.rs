//! How large the caller's arrays have to be, in terms of numbers that the caller knows.

use super::strings::is_string;
use super::{Entry, hints};
use crate::limits::COUNTS_TRIED;
use pure_logic::term::Atom;
use pure_logic::{Fact, Facts, Solver, Term};
use std::collections::BTreeSet;
use symbolic_execution::{Context, Run};
use symbolic_heap::{State, Value};

impl Entry {
    /// Learn a length: the block reaches as far as accesses that are not known to be inside of it.
    ///
    /// ```text
    ///   {P * block a: [size]} … access of [s, e) in a is stuck          facts there: L ≤ s, e ≤ U
    ///  ──────────────────────────────────────────────────────────────────────────────────────────────
    ///   {P * block a: [size] ∧ 0 ≤ L}   or   {P * block a: [size] ∧ U ≤ size}     L, U over numbers of the caller
    /// ```
    ///
    /// The facts to choose from, with these numbers.
    pub fn room(
        &self,
        context: &mut Context<'_>,
        base: Atom,
        seen: &Seen<'_>,
        numbers: &BTreeSet<Atom>,
    ) -> Vec<Fact> {
        let Some(size) = self.state.heap.block(base).map(|block| block.size) else { return Vec::new() };
        let zero = context.constant(0);
        let mut facts = Vec::new();
        if seen.accesses.is_empty() {
            return facts;
        }
        facts.extend(self.room_by_count(context, base, seen, numbers));
        for access in seen.accesses {
            let low = context.solver.terms.at_most(zero, access.start);
            let is_low_known = seen.state.facts.proves(&mut context.solver, low).is_proved();
            let probed = if is_low_known { access.end } else { access.start };
            for (factor, bound) in bounds_of(context, probed, seen, numbers) {
                let terms = &mut context.solver.terms;
                facts.extend(match (is_low_known, factor > 0) {
                    // -factor·end ≤ bound
                    (true, false) => {
                        let room = terms.scale(-factor, size);
                        Some(terms.at_most(bound, room))
                    }
                    // -bound ≤ factor·start
                    (false, true) => {
                        let least = terms.scale(-1, bound);
                        Some(terms.at_most(zero, least))
                    }
                    _ => None,
                });
            }
        }
        facts
    }

    /// Facts that the array has as many elements as a number of the caller says, or one more, those that exclude the error.
    fn room_by_count(
        &self,
        context: &mut Context<'_>,
        base: Atom,
        seen: &Seen<'_>,
        numbers: &BTreeSet<Atom>,
    ) -> Vec<Fact> {
        let Some(size) = self.state.heap.block(base).map(|block| block.size) else { return Vec::new() };
        let ty = self.types.get(&base).and_then(|&(ty, _)| hints::element_size(&context.module.types, ty));
        let element = i128::from(ty.unwrap_or(1).max(1));
        let here = seen.facts(&mut context.solver);
        let mut facts = Vec::new();
        for more in [0, element] {
            for &number in numbers.iter().take(COUNTS_TRIED) {
                let terms = &mut context.solver.terms;
                let count = terms.atom_term(number);
                let bytes = terms.scale(element, count);
                let bytes = terms.add_constant(bytes, more);
                let fact = terms.at_most(bytes, size);
                let mut with_fact = here.clone();
                with_fact.assume(&mut context.solver, fact);
                if with_fact.proves(&mut context.solver, Fact::False).is_proved() {
                    facts.push(fact);
                }
            }
        }
        facts
    }

    /// The numbers by which sizes of the caller's blocks, and lengths of its strings, are told.
    pub fn sizes(&self, context: &Context<'_>) -> BTreeSet<Atom> {
        let mut sizes = self.lengths(&context.solver);
        for block in self.state.heap.blocks().filter(|block| self.owns(block.base)) {
            context.solver.terms.for_each_atom(block.size, &mut |atom| _ = sizes.insert(atom));
        }
        sizes
    }

    /// The memory with nothing assumed but how long arrays and strings are; `None` if no more is assumed anyway.
    pub fn with_lengths_alone(&self, context: &mut Context<'_>) -> Option<Entry> {
        let sizes = self.sizes(context);
        let mut entry = self.bare(context);
        for &fact in self.state.facts.as_slice() {
            let mut is_about_size = false;
            context
                .solver
                .terms
                .for_each_atom_of_fact(fact, &mut |atom| is_about_size |= sizes.contains(&atom));
            if is_about_size {
                entry.state.facts.assume(&mut context.solver, fact);
            }
        }
        let is_less =
            !entry.state.facts.proves_all(&mut context.solver, self.state.facts.as_slice()).is_proved();
        entry.normalised(context).filter(|_| is_less)
    }

    /// A string that an index of few bits runs along is not longer than that index counts. `None` if it is no string.
    pub fn with_short_string(&self, context: &mut Context<'_>, base: Atom) -> Option<Entry> {
        let string = self.state.heap.block(base).filter(|block| is_string(&context.solver, block))?;
        let size = string.size;
        let most = context.constant(i128::from(i32::MAX));
        let short = context.solver.terms.at_most(size, most);
        self.with_fact(context, short)
    }

    /// The words of the caller that are no addresses, as far as the types tell, and no sizes of memory.
    pub fn numbers(&self, solver: &Solver) -> BTreeSet<Atom> {
        let mut numbers = self.variables(solver);
        for block in self.state.heap.blocks() {
            solver.terms.for_each_atom(block.size, &mut |atom| _ = numbers.remove(&atom));
        }
        numbers.retain(|&atom| self.state.heap.block(atom).is_none());
        for &(pointer, _) in &self.pointers {
            solver.terms.for_each_atom(pointer, &mut |atom| _ = numbers.remove(&atom));
        }
        numbers
    }

    /// The precondition with one more fact; `None` if it says so already or contradicts it.
    pub fn with_fact(&self, context: &mut Context<'_>, fact: Fact) -> Option<Entry> {
        if self.state.facts.proves(&mut context.solver, fact).is_proved() {
            return None;
        }
        let mut entry = self.clone();
        entry.assume(context, fact);
        entry.normalised(context)
    }
}

/// Bounds of a term by numbers of the caller: pairs of `k` and `b` with `0 ≤ k·term + b`, the simplest first.
fn bounds_of(
    context: &mut Context<'_>,
    term: Term,
    seen: &Seen<'_>,
    numbers: &BTreeSet<Atom>,
) -> Vec<(i128, Term)> {
    let solver = &mut context.solver;
    let mut facts = seen.facts(solver);
    let probe = solver.terms.fresh_variable("probe");
    let same = solver.terms.equal(probe, term);
    facts.assume(solver, same);
    let Some(probe) = solver.terms.as_atom(probe) else { return Vec::new() };
    let projected: Facts = facts.project(solver, &|atom| atom == probe || numbers.contains(&atom));
    let mut bounds: Vec<(i128, Term)> = Vec::new();
    for &fact in projected.as_slice() {
        let (sum, is_equation) = match fact {
            Fact::NonNegative(sum) => (sum, false),
            Fact::Zero(sum) => (sum, true),
            _ => continue,
        };
        let own = solver.terms.summands(sum).iter().find(|(atom, _)| *atom == probe).copied();
        let Some((_, factor)) = own else { continue };
        let part = solver.terms.atom_term(probe);
        let part = solver.terms.scale(factor, part);
        let rest = solver.terms.subtract(sum, part);
        bounds.push((factor, rest));
        if is_equation {
            bounds.push((-factor, solver.terms.scale(-1, rest)));
        }
    }
    bounds.retain(|&(_, bound)| solver.terms.as_constant(bound).is_none());
    // Of two bounds by the same numbers the sharper one is tried first.
    bounds.sort_by_key(|&(_, bound)| (solver.terms.summands(bound).len(), solver.terms.constant_part(bound)));
    bounds
}

/// Where an execution was that has an access which may be outside.
pub struct Seen<'s> {
    pub accesses: &'s [Run],
    /// What the caller held at the start; some of it may have other names by now.
    pub held: &'s [Option<Value>],
    pub state: &'s State,
}

impl Seen<'_> {
    /// What the execution knows, in the names that it started with.
    fn facts(&self, solver: &mut Solver) -> Facts {
        let mut facts = self.state.facts.clone();
        for (before, now) in self.held.iter().zip(&self.state.held) {
            if let (Some(before), Some(now)) = (before, now) {
                let same = solver.terms.equal(before.term, now.term);
                facts.assume(solver, same);
            }
        }
        facts
    }
}
