//! Chunks inside a block: an access exposes the one that it needs.

use crate::context::Context;
use crate::outcome::{Interrupt, Step};
use heap_rules::chunks::{Chunks, common_length};
use pure_logic::Term;
use symbolic_heap::{Block, Cell, Content, State};

impl Context<'_> {
    /// No byte of `[start, end)` belongs to a run of tiles of which it is known which chunk it belongs to.
    pub(super) fn require_chunk(&mut self, state: &State, block: &Block, run: (Term, Term)) -> Step<()> {
        for cell in block.cells.iter() {
            if !matches!(cell.content, Content::Tiles(_)) || self.are_apart(&state.facts, cell, run) {
                continue;
            }
            let Some(place) = self.chunk_of(state, cell, run) else { continue };
            let is_there = self.solver.terms.less_than(place, cell.end);
            if self.proves(&state.facts, is_there) {
                return Err(Interrupt::ExposeChunk { block: block.base, start: cell.start, place });
            }
            if !self.decides_not(&state.facts, is_there) {
                return Err(Interrupt::Split(is_there));
            }
        }
        Ok(())
    }

    /// Where the chunk begins to which a run of bytes belongs, if the run of tiles has such a chunk.
    fn chunk_of(&mut self, state: &State, cell: &Cell, (start, end): (Term, Term)) -> Option<Term> {
        let chunks = Chunks::of(&mut self.solver, cell)?;
        let extent = self.solver.terms.add_constant(cell.start, chunks.layout.extent());
        let inside = [self.solver.terms.at_most(cell.start, start), self.solver.terms.at_most(end, extent)];
        if inside.into_iter().all(|fact| self.proves(&state.facts, fact)) {
            return Some(cell.start);
        }
        let length = common_length(&mut self.solver, state, cell)?;
        let distance = self.solver.terms.subtract(start, cell.start);
        let within = self.solver.terms.modulo(distance, length);
        let within = state.facts.bounds(&mut self.solver, within).value()?;
        let place = self.solver.terms.add_constant(start, -within);
        let behind = self.solver.terms.add_constant(place, length);
        let inside = [
            self.solver.terms.at_most(cell.start, place),
            self.solver.terms.at_most(place, cell.end),
            self.solver.terms.at_most(end, behind),
        ];
        inside.into_iter().all(|fact| self.proves(&state.facts, fact)).then_some(place)
    }
}
