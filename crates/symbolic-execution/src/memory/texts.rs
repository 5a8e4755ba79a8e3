//! Strings of which only is known that they are there: whoever looks at one gives a name to the place of its zero.

use crate::configuration::Configuration;
use crate::context::Context;
use crate::outcome::{Interrupt, Step};
use pure_logic::Term;
use pure_logic::term::Atom;
use symbolic_heap::{Block, Cell, Content, State};

impl Context<'_> {
    /// No byte of `[start, end)` belongs to a string the place of whose zero has no name.
    pub(crate) fn require_open(&mut self, state: &State, block: &Block, run: (Term, Term)) -> Step<()> {
        let is_closed = block
            .cells
            .iter()
            .any(|cell| cell.content == Content::Text && !self.are_apart(&state.facts, cell, run));
        match is_closed {
            true => Err(Interrupt::OpenTexts { block: block.base, run }),
            false => Ok(()),
        }
    }

    /// As [`Context::require_open`], for all bytes from an offset on: as far as a string may go.
    pub(crate) fn require_open_from(&mut self, state: &State, base: Atom, start: Term) -> Step<()> {
        let Some(block) = state.heap.block(base) else { return Ok(()) };
        let block = block.clone();
        self.require_open(state, &block, (start, block.size))
    }

    /// The configuration in which the strings that may have one of these bytes have names for the places of their zeros.
    pub(crate) fn with_open_texts(
        &mut self,
        configuration: &Configuration,
        base: Atom,
        run: (Term, Term),
    ) -> Configuration {
        let mut configuration = configuration.clone();
        let state = &mut configuration.state;
        let concerned: Vec<(Term, Term)> = match state.heap.block(base) {
            Some(block) => {
                let cells = block.cells.clone();
                let is_concerned = |cell: &&Cell| !self.are_apart(&state.facts, cell, run);
                cells.iter().filter(is_concerned).map(|cell| (cell.start, cell.end)).collect()
            }
            None => Vec::new(),
        };
        let is_concerned = &mut |cell: &Cell| concerned.contains(&(cell.start, cell.end));
        heap_rules::texts::open_texts(&mut self.solver, state, base, is_concerned);
        configuration
    }
}
