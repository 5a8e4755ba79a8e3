//! Words of runs that are in order: the one that is read or overwritten gets a name, so that it is known where the runs before it and
//! behind it begin and end (`symbolic_heap::Cells::name_word`).

use crate::context::Context;
use crate::outcome::Step;
use crate::path::Path;
use ir::Scalar;
use pure_logic::Term;
use pure_logic::term::Atom;
use std::ops::Range;
use symbolic_heap::{Cell, Cells, Content, State};

impl Context<'_> {
    /// After a word was isolated: if it is one of a run that is in order, it gets a name, and the parts of this run are in order up to
    /// it and from it on.
    pub(super) fn narrow_orders(
        &mut self,
        state: &mut State,
        before: &Cells,
        cells: &mut Cells,
        range: &Range<usize>,
    ) {
        let [word] = cells.as_slice()[range.clone()] else { return };
        let Content::Each(family) = word.content else { return };
        if !family.is_ordered() {
            return;
        }
        let length = self.solver.terms.subtract(word.end, word.start);
        if self.solver.terms.as_constant(length) != Some(i128::from(family.bytes)) {
            return;
        }
        let value = self.fresh("m");
        let facts = family.instance(&mut self.solver.terms, word.start, value);
        state.facts.assume_all(&mut self.solver, &facts);
        let at = range.start;
        cells.name_word(&mut self.solver, before, at, value);
    }

    /// Before a word of a run that is in order is overwritten, it is read: then it is known where what is left of the run ends.
    pub(super) fn expose_in_order(
        &mut self,
        state: &mut State,
        path: &mut Path,
        (base, offset): (Atom, Term),
        scalar: Scalar,
    ) -> Step<()> {
        let is_ordered = |cell: &Cell| matches!(cell.content, Content::Each(family) if family.is_ordered());
        let Some(block) = state.heap.block(base).filter(|block| block.cells.iter().any(is_ordered)) else {
            return Ok(());
        };
        let mut cells = block.cells.clone();
        let end = self.solver.terms.add_constant(offset, i128::from(scalar.bytes()));
        if let Ok(range) = cells.isolate(&mut self.solver, &state.facts, offset, end)
            && let [cell] = &cells.as_slice()[range]
            && is_ordered(cell)
        {
            self.read_word(state, path, base, offset, scalar)?;
        }
        Ok(())
    }
}
