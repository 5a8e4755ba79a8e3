//! Elements of arrays that own something: an access takes the one that it needs out of its array.

use super::Access;
use crate::configuration::Configuration;
use crate::context::Context;
use crate::limits::POINTERS_TOLD_APART;
use crate::outcome::{Interrupt, Step};
use ir::Scalar;
use pure_logic::term::Atom;
use pure_logic::{Fact, Term};
use symbolic_heap::owning::Kind;
use symbolic_heap::shape::{FieldContent, OwnedHeap};
use symbolic_heap::{Block, Cell, Content, HeapRule, Location, Region, State, Value, is_broken};

/// Whether a pointer leads to a block, and is not null.
fn owns_block(content: &FieldContent) -> bool {
    match content {
        FieldContent::Owned(heap) => matches!(&**heap, OwnedHeap::Block { is_optional: false, .. }),
        _ => false,
    }
}

impl Context<'_> {
    /// No byte of `[start, end)` belongs to an element that owns something.
    pub(super) fn require_exposed(
        &mut self,
        state: &State,
        block: &Block,
        run: (Term, Term),
        access: Access,
    ) -> Step<()> {
        self.require_chunk(state, block, run)?;
        if !block.cells.iter().any(|cell| matches!(cell.content, Content::Owning(_))) {
            return Ok(());
        }
        let mut cells = block.cells.clone();
        // No record is cut: it is needed as a whole.
        let is_record =
            |cell: &&Cell| matches!(cell.content, Content::Owning(owning) if owning.size.is_record());
        let records: Vec<Cell> = cells.iter().filter(is_record).copied().collect();
        if records.iter().any(|cell| {
            !self.are_apart(&state.facts, cell, run) && self.has_elements(state, std::slice::from_ref(cell))
        }) {
            return Err(Interrupt::ExposeElement { array: block.base, run });
        }
        match cells.isolate(&mut self.solver, &state.facts, run.0, run.1) {
            Ok(range) if self.has_elements(state, &cells.as_slice()[range.clone()]) => {
                Err(Interrupt::ExposeElement { array: block.base, run })
            }
            Ok(_) => Ok(()),
            Err(undecided) => {
                let is_concerned = |context: &mut Self, cell: &Cell| {
                    matches!(cell.content, Content::Owning(_)) && !context.are_apart(&state.facts, cell, run)
                };
                if !block.cells.iter().any(|cell| is_concerned(self, cell)) {
                    return Ok(());
                }
                let reason = match access {
                    Access::Read => "a read at an unknown index of an array of pointers",
                    Access::Write => "a write at an unknown index of an array of pointers",
                };
                let (array, undecided, reason) = (block.base, undecided.fact, reason.into());
                Err(Interrupt::SpreadElements { array, run, undecided, reason })
            }
        }
    }

    /// The place of the first element of an array of a caller, where an execution that is followed as it is reads a pointer at a
    /// place that is not known: which element it is, is decided first, so that what the first one leads to can be told.
    /// At other elements it goes on as well, with a pointer of which nothing is known.
    pub(super) fn first_element(
        &mut self,
        state: &State,
        block: &Block,
        offset: Term,
        scalar: Scalar,
    ) -> Step<Option<Term>> {
        let is_callers = matches!(block.region, Region::Part | Region::Stack(0) | Region::Static);
        if !self.options.split_on_offsets
            || !is_callers
            || scalar != self.pointer_scalar()
            || self.solver.terms.as_constant(offset).is_some()
        {
            return Ok(None);
        }
        // Where the index is zero. What facts tell of the least index grows with every element that it is not.
        let first = self.solver.terms.constant_part(offset).max(0);
        let first = self.constant(first);
        let is_first = self.solver.terms.equal(offset, first);
        if self.proves(&state.facts, is_first) {
            return Ok(Some(first));
        }
        match self.decides_not(&state.facts, is_first) {
            true => Ok(None),
            false => Err(Interrupt::Split(is_first)),
        }
    }

    /// Whether there may be an element among these cells.
    pub(super) fn has_elements(&mut self, state: &State, cells: &[Cell]) -> bool {
        cells.iter().any(|cell| {
            let length = self.solver.terms.subtract(cell.end, cell.start);
            let none = self.solver.terms.zero(length);
            matches!(cell.content, Content::Owning(_)) && !self.proves(&state.facts, none)
        })
    }

    /// The elements in the first bytes of a block, which are elsewhere from now on: their owner moves.
    pub(crate) fn take_elements(&mut self, state: &mut State, base: Atom, length: Term) -> Step<Vec<Cell>> {
        let mut cells = state.heap.block(base).expect("the block was just located").cells.clone();
        let zero = self.constant(0);
        let range = match cells.isolate(&mut self.solver, &state.facts, zero, length) {
            Ok(range) => range,
            Err(undecided) => return Err(Interrupt::Split(undecided.fact)),
        };
        let mut taken = Vec::new();
        for index in range {
            let cell = cells.as_slice()[index];
            if matches!(cell.content, Content::Owning(_)) {
                taken.push(cell);
                cells.set_content(index, Content::Unknown);
            }
        }
        if !taken.is_empty() {
            self.set_cells(state, base, cells);
        }
        Ok(taken)
    }

    /// One element that is copied, or is written over, is taken out of its run first.
    pub(crate) fn require_elements(&mut self, state: &State, base: Atom, run: (Term, Term)) -> Step<()> {
        let Some(block) = state.heap.block(base) else { return Ok(()) };
        let length = self.solver.terms.constant_difference(run.1, run.0);
        let is_one = |cell: &Cell| match cell.content {
            Content::Owning(owning) => length.is_some_and(|length| length <= owning.bytes()),
            _ => false,
        };
        let concerned: Vec<Cell> = block.cells.iter().filter(|cell| is_one(cell)).copied().collect();
        match concerned.iter().any(|cell| {
            !self.are_apart(&state.facts, cell, run) && self.has_elements(state, std::slice::from_ref(cell))
        }) {
            true => Err(Interrupt::ExposeElement { array: base, run }),
            false => Ok(()),
        }
    }

    /// Elements that were copied own what they lead to where they are now. Of the pointers that stay behind nothing is said: they are
    /// bytes that may be anything.
    pub(crate) fn leave_elements(&mut self, state: &mut State, base: Atom, run: (Term, Term)) -> Step<()> {
        let (mut cells, range) = self.isolate_elements(state, base, run.0, run.1)?;
        if !self.has_elements(state, &cells.as_slice()[range.clone()])
            || is_broken(&self.solver, HeapRule::CopiesOwnTheSame)
        {
            return Ok(());
        }
        for index in range {
            if matches!(cells.as_slice()[index].content, Content::Owning(_)) {
                cells.set_content(index, Content::Uninitialised);
            }
        }
        self.set_cells(state, base, cells);
        Ok(())
    }

    /// Puts elements that were taken out of one block into another one, at the same offsets.
    pub(crate) fn put_elements(&mut self, state: &mut State, to: Value, elements: Vec<Cell>) -> Step<()> {
        for element in elements {
            let (base, _) = self.locate(state, to.term, Access::Write)?;
            let mut cells = state.heap.block(base).expect("the block was just located").cells.clone();
            match cells.isolate(&mut self.solver, &state.facts, element.start, element.end) {
                Ok(range) => cells.replace(range, element),
                Err(undecided) => return Err(Interrupt::Split(undecided.fact)),
            }
            self.set_cells(state, base, cells);
        }
        Ok(())
    }

    /// A block that takes the place of another one is walked through as that was.
    pub(crate) fn pass_stride(&mut self, state: &mut State, from: Atom, to: Value) {
        let Some(stride) = state.heap.block(from).map(|block| block.stride) else { return };
        let Location::Block { base, .. } = state.heap.locate(&mut self.solver.terms, to.term) else { return };
        if let Some(block) = state.heap.block_mut(base) {
            block.stride = block.stride.or(stride);
        }
    }

    /// The configuration in which it does not matter in which run of its array an element lies.
    pub(crate) fn spread_elements(
        &mut self,
        configuration: &Configuration,
        array: Atom,
        run: (Term, Term),
    ) -> Option<Configuration> {
        let state = &configuration.state;
        let block = state.heap.block(array)?.clone();
        let concerned: Vec<(Term, Term)> = (block.cells.iter())
            .filter(|cell| !self.are_apart(&state.facts, cell, run))
            .map(|cell| (cell.start, cell.end))
            .collect();
        let is_concerned = &mut |_: &mut _, cell: &Cell| concerned.contains(&(cell.start, cell.end));
        let state = heap_rules::fold::spread(&mut self.solver, state, array, is_concerned)?;
        let mut path = configuration.path.clone();
        path.approximate("an element at an unknown index");
        Some(Configuration { state, path })
    }

    /// The two cases where bytes are those of an element that owns memory, or of the null pointer that ends the row of such elements:
    /// which it is, is what a loop along the row asks. A row has whole elements, so that a word that begins before its end, a whole
    /// number of words behind its beginning, ends before it, too.
    pub(crate) fn cases_at_null_end(
        &mut self,
        state: &State,
        array: Atom,
        run: (Term, Term),
    ) -> Option<[Fact; 2]> {
        let block = state.heap.block(array).cloned()?;
        let concerned: Vec<Cell> =
            block.cells.iter().filter(|cell| !self.are_apart(&state.facts, cell, run)).copied().collect();
        let [Cell { start, end: boundary, content: Content::Owning(owning) }, end] = concerned[..] else {
            return None;
        };
        let is_null = match end.content {
            Content::Fill(byte) => byte == 0,
            Content::Scalar(value) => {
                value.is_defined() && self.solver.terms.as_constant(value.term) == Some(0)
            }
            _ => false,
        };
        let is_owner = |kind: &Kind| matches!(&kind[..], [field] if owns_block(&field.content));
        let are_owners = owning.kinds(&self.solver.terms).iter().all(is_owner);
        let is_word = self.solver.terms.constant_difference(run.1, run.0) == Some(owning.bytes());
        let distance = self.solver.terms.subtract(run.0, start);
        let is_aligned = self.solver.terms.divides(owning.bytes(), distance);
        if !is_null
            || owning.size.is_record()
            || !are_owners
            || !is_word
            || !self.proves(&state.facts, is_aligned)
        {
            return None;
        }
        let terms = &mut self.solver.terms;
        Some([terms.at_most(run.1, boundary), terms.at_most(boundary, run.0)])
    }

    /// Whether an array has so few pointers that they can be told apart by their places.
    pub(crate) fn has_few_pointers(&self, state: &State, array: Atom) -> bool {
        let Some(block) = state.heap.block(array) else { return false };
        let is_pointer = |cell: &&Cell| match cell.content {
            Content::Scalar(value) => self.mentions_a_block(state, value.term),
            _ => false,
        };
        block.cells.iter().filter(is_pointer).count() <= POINTERS_TOLD_APART
    }
}
