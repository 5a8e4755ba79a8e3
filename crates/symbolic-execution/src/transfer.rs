//! Whole runs of bytes: copying and setting.

use crate::context::{Context, Run};
use crate::limits::RECORD_OF_A_COPY;
use crate::memory::Access;
use crate::outcome::{Interrupt, Step};
use crate::path::Path;
use interpreter::FaultKind;
use ir::CopyOverlap;
use pure_logic::Term;
use pure_logic::term::Atom;
use symbolic_heap::{Cell, Content, HeapRule, Location, State, Value, is_broken};

impl Context<'_> {
    /// Notes that a record was copied as a whole: what is read from the copy later is what the record holds.
    pub(crate) fn note_copy(&mut self, state: &State, from: Value, length: Term) {
        if self.solver.terms.as_constant(length).is_some_and(|bytes| (2..=RECORD_OF_A_COPY).contains(&bytes))
            && let Location::Block { base, offset } = state.heap.locate(&mut self.solver.terms, from.term)
        {
            let end = self.solver.terms.add(offset, length);
            self.copied.insert(Run { base, start: offset, end });
        }
    }

    /// Copies bytes as they are, pointers and what is not initialised included.
    pub fn copy_block(
        &mut self,
        state: &mut State,
        path: &mut Path,
        to: Value,
        from: Value,
        length: Term,
        overlap: CopyOverlap,
    ) -> Step<()> {
        if self.is_zero(state, length)? {
            return Ok(());
        }
        let (source, source_start) = self.access(state, from, length, Access::Read)?;
        let (target, target_start) = self.access(state, to, length, Access::Write)?;
        // Aggregates may be assigned to themselves.
        let is_checked = match overlap {
            CopyOverlap::Forbidden => true,
            CopyOverlap::Allowed => false,
            CopyOverlap::ExactOnly => source != target || !self.is_same(state, source_start, target_start)?,
        };
        if source == target && is_checked {
            let fact = self.solver.terms.disjoint((source_start, length), (target_start, length));
            if !self.proves(&state.facts, fact) {
                return Err(Interrupt::Require {
                    fact,
                    kind: FaultKind::OverlappingCopy,
                    message: "memory is copied between places that overlap".into(),
                    block: Some(source),
                });
            }
        }
        self.move_run(state, path, (source, source_start), (target, target_start), length)
    }

    /// Copies bytes from one place to another, both of which are known to have room for them. The
    /// length may be zero.
    pub fn move_run(
        &mut self,
        state: &mut State,
        path: &mut Path,
        (source, source_start): (Atom, Term),
        (target, target_start): (Atom, Term),
        length: Term,
    ) -> Step<()> {
        let source_end = self.solver.terms.add(source_start, length);
        let target_end = self.solver.terms.add(target_start, length);
        self.require_elements(state, source, (source_start, source_end))?;
        let (cells, range) = self.isolate_elements(state, source, source_start, source_end)?;
        let distance = self.solver.terms.subtract(target_start, source_start);
        let has_stripes =
            cells.as_slice()[range.clone()].iter().any(|cell| matches!(cell.content, Content::Striped(_)));
        let moved: Vec<Cell> = cells.as_slice()[range]
            .iter()
            .map(|cell| Cell {
                start: self.solver.terms.add(cell.start, distance),
                end: self.solver.terms.add(cell.end, distance),
                content: cell.content.moved(&mut self.solver.terms, distance),
            })
            .collect();
        // Unknown bytes stay unknown on both sides, but are then no longer known to be the same.
        if has_stripes
            || moved.iter().any(|cell| {
                matches!(
                    cell.content,
                    Content::Each(_)
                        | Content::Tiles(_)
                        | Content::Text
                        | Content::Unknown
                        | Content::Letters
                )
            })
        {
            path.approximate("a copy of unknown bytes");
        }
        self.leave_elements(state, source, (source_start, source_end))?;
        self.require_elements(state, target, (target_start, target_end))?;
        let (mut cells, range) = self.isolate_run(state, target, target_start, target_end)?;
        cells.replace_with(range, moved);
        self.set_cells(state, target, cells);
        Ok(())
    }

    /// Sets bytes to the low eight bits of a value.
    pub fn set_block(
        &mut self,
        state: &mut State,
        path: &mut Path,
        to: Value,
        value: Value,
        length: Term,
    ) -> Step<()> {
        if self.is_zero(state, length)? {
            return Ok(());
        }
        let (base, start) = self.access(state, to, length, Access::Write)?;
        let end = match is_broken(&self.solver, HeapRule::SetBlockStopsEarly) {
            false => self.solver.terms.add(start, length),
            true => self.solver.terms.add_constant(start, 1),
        };
        let byte = self.unsigned(&state.facts, value.term, 8);
        let content = match self.solver.terms.as_constant(byte) {
            Some(number) => Content::Fill(number as u8),
            None if value.is_defined() => {
                path.approximate("memory is set to a variable");
                Content::Unknown
            }
            None => Content::Uninitialised,
        };
        self.write_run(state, path, base, start, end, content)
    }

    /// Whether two offsets are the same; splits if that is open.
    fn is_same(&mut self, state: &State, first: Term, second: Term) -> Step<bool> {
        let distance = self.solver.terms.subtract(first, second);
        self.is_zero(state, distance)
    }

    /// Whether a length is zero; splits if that is open.
    pub(crate) fn is_zero(&mut self, state: &State, length: Term) -> Step<bool> {
        let fact = self.solver.terms.zero(length);
        if self.proves(&state.facts, fact) {
            return Ok(true);
        }
        if self.decides_not(&state.facts, fact) {
            return Ok(false);
        }
        Err(Interrupt::Split(fact))
    }
}
