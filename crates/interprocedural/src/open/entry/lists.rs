//! Lists that a precondition asks for as a whole.

use super::{Dependence, Entry};
use heap_rules::posed;
use pure_logic::Fact;
use symbolic_execution::Context;
use symbolic_heap::Segment;

impl Entry {
    /// Learn-finish: the caller owns a list that begins where there is nothing yet.
    ///
    /// ```text
    ///   {P} … f(…) is stuck, a contract of f needs a list at v          v a word of the caller
    ///  ─────────────────────────────────────────────────────────────────────────────────────
    ///   {P * list v → y}
    /// ```
    pub fn with_list(&self, context: &mut Context<'_>, list: &Segment) -> Option<Entry> {
        let solver = &mut context.solver;
        let word = solver.terms.as_atom(list.first)?;
        if !self.variables(solver).contains(&word) || self.state.heap.block(word).is_some() {
            return None;
        }
        let mut entry = self.clone();
        entry.blocks += 1;
        entry.dependence = Dependence::Values;
        let least = solver.terms.constant(i128::from(list.minimum));
        let mut facts = vec![solver.terms.at_most(least, list.count)];
        let back = list.back.into_iter().flat_map(|ends| [ends.last, ends.previous]);
        for end in [list.first, list.next].into_iter().chain(back) {
            facts.extend(list.range_of_end(&mut solver.terms, end));
        }
        entry.state.facts.assume_all(solver, &facts);
        entry.trivial.extend(facts);
        posed::place_segment(&mut entry.state, list.clone());
        let ty = self.pointee(context, word);
        entry.pointers.extend(ty.map(|ty| (list.next, ty)));
        entry.normalised(context)
    }

    /// Learn-pure: what a contract needs of the words of the caller.
    pub fn with_facts(mut self, context: &mut Context<'_>, facts: &[Fact]) -> Option<Entry> {
        for &fact in facts {
            self.assume(context, fact);
            let dependence = self.dependence_of(&context.solver, fact);
            self.dependence = self.dependence.max(dependence);
        }
        self.normalised(context)
    }

    /// The nodes of lists have something stored in all their fields; `None` if they do already.
    pub fn with_stored_data(&self, context: &mut Context<'_>) -> Option<Entry> {
        let mut entry = self.clone();
        if !posed::with_stored_fields(&mut entry.state) {
            return None;
        }
        entry.normalised(context)
    }
}
