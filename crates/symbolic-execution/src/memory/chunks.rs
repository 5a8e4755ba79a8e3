//! Chunks inside a block: an access exposes the one that it needs.

use crate::context::Context;
use crate::outcome::{Interrupt, Step};
use heap_rules::chunks::{Chunks, common_length, distance_into_chunk, start_of_access};
use pure_logic::Term;
use symbolic_heap::{Block, Cell, Content, State};

impl Context<'_> {
    /// A chunk of a free list to which an access goes is exposed, before it is asked whether the access is allowed: that the chunk lies
    /// inside its block is known by where it begins.
    pub(super) fn require_start(&mut self, state: &State, block: &Block, run: (Term, Term)) -> Step<()> {
        match start_of_access(&mut self.solver, state, block, run) {
            Some(place) => Err(Interrupt::ExposeStart { block: block.base, place }),
            None => Ok(()),
        }
    }

    /// No byte of `[start, end)` belongs to a run of tiles of which it is known which chunk it belongs to.
    pub(super) fn require_chunk(&mut self, state: &State, block: &Block, run: (Term, Term)) -> Step<()> {
        self.require_one_run(state, block, run)?;
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

    /// It is known on which side of every run of tiles that are equally long the record lies that is accessed, and whether it is the one
    /// that was taken out behind the run.
    fn require_one_run(&mut self, state: &State, block: &Block, run: (Term, Term)) -> Step<()> {
        for cell in block.cells.iter() {
            if !matches!(cell.content, Content::Tiles(_)) || cell.start == cell.end {
                continue;
            }
            let Some(length) = common_length(&mut self.solver, state, cell) else { continue };
            let Some(place) = self.record_of(state, cell, run, length) else { continue };
            for boundary in [cell.start, cell.end] {
                if place == boundary || self.solver.terms.as_constant(boundary).is_some_and(|at| at == 0) {
                    continue;
                }
                let is_behind = self.solver.terms.less_than(boundary, place);
                let is_before = self.solver.terms.less_than(place, boundary);
                if self.proves(&state.facts, is_behind) || self.proves(&state.facts, is_before) {
                    continue;
                }
                let is_there = self.solver.terms.equal(place, boundary);
                if boundary != block.size && !self.decides_not(&state.facts, is_there) {
                    if !self.proves(&state.facts, is_there) {
                        return Err(Interrupt::Split(is_there));
                    }
                    continue;
                }
                return Err(Interrupt::Split(is_before));
            }
        }
        Ok(())
    }

    /// Where the record begins to which a run of bytes belongs, as far as it is one of those that lie side by side with the chunks of a run.
    fn record_of(
        &mut self,
        state: &State,
        cell: &Cell,
        (start, end): (Term, Term),
        length: i128,
    ) -> Option<Term> {
        let within = distance_into_chunk(&mut self.solver, &state.facts, (cell.start, start), length)?;
        let place = self.solver.terms.add_constant(start, -within);
        let behind = self.solver.terms.add_constant(place, length);
        let fits = self.solver.terms.at_most(end, behind);
        self.proves(&state.facts, fits).then_some(place)
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
        let place = self.record_of(state, cell, (start, end), length)?;
        let inside =
            [self.solver.terms.at_most(cell.start, place), self.solver.terms.at_most(place, cell.end)];
        inside.into_iter().all(|fact| self.proves(&state.facts, fact)).then_some(place)
    }
}
