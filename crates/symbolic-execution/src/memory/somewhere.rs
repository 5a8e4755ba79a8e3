//! Reads at places of a block that are not known well enough to say which of its cells holds them.

use super::may_be_undefined;
use crate::context::Context;
use crate::limits::PLACES_OF_AN_ACCESS;
use crate::outcome::{Interrupt, Step};
use crate::path::Path;
use ir::Scalar;
use pure_logic::Term;
use pure_logic::term::Atom;
use symbolic_heap::{Cell, Cells, Content, State, Value};

impl Context<'_> {
    /// Whether a read of a run of bytes may give what a pointer holds.
    pub(super) fn may_read_pointers(&mut self, state: &State, cells: &Cells, run: (Term, Term)) -> bool {
        cells.iter().any(|cell| match cell.content {
            Content::Scalar(value) => {
                self.mentions_a_block(state, value.term) && !self.are_apart(&state.facts, cell, run)
            }
            Content::Owning(_) => !self.are_apart(&state.facts, cell, run),
            Content::Uninitialised
            | Content::Text
            | Content::Fill(_)
            | Content::Each(_)
            | Content::Striped(_)
            | Content::Tiles(_)
            | Content::Unknown
            | Content::Letters
            | Content::Absent => false,
        })
    }

    /// The place of a word inside a block whose offset is not constant: splits until it is, if it can be at
    /// few places.
    pub(super) fn one_of_few_places(
        &mut self,
        state: &State,
        base: Atom,
        offset: Term,
        scalar: Scalar,
    ) -> Step<Option<Term>> {
        let Some(block) = state.heap.block(base).filter(|block| !block.is_part()) else { return Ok(None) };
        let (size, bytes) = (self.solver.terms.as_constant(block.size), i128::from(scalar.bytes()));
        let (Some(size), None) = (size, self.solver.terms.as_constant(offset)) else { return Ok(None) };
        let bounds = state.facts.bounds(&mut self.solver, offset);
        let low = bounds.lower.map_or(0, |low| low.max(0));
        let high = bounds.upper.map_or(size - bytes, |high| high.min(size - bytes));
        let mut distance = high - low;
        if distance >= PLACES_OF_AN_ACCESS * bytes {
            distance = (PLACES_OF_AN_ACCESS - 1) * bytes;
            let last = self.constant(low + distance);
            let is_few = self.solver.terms.at_most(offset, last);
            if !self.proves(&state.facts, is_few) {
                return Ok(None);
            }
        }
        if distance <= 0 {
            return Ok((distance == 0).then(|| self.constant(low)));
        }
        let middle = self.constant(low + distance / 2);
        Err(Interrupt::Split(self.solver.terms.at_most(offset, middle)))
    }

    /// A read at a place that is not known well enough: any word that the block may hold.
    pub(super) fn read_somewhere(
        &mut self,
        state: &mut State,
        path: &mut Path,
        cells: &Cells,
        run: (Term, Term),
        scalar: Scalar,
    ) -> Step<Value> {
        let mut undefined = 0;
        let mut is_zero = true;
        for cell in cells.iter() {
            if self.are_apart(&state.facts, cell, run) {
                continue;
            }
            is_zero &= match cell.content {
                Content::Scalar(value) => {
                    value.is_defined() && self.solver.terms.as_constant(value.term) == Some(0)
                }
                Content::Fill(byte) => byte == 0,
                Content::Uninitialised
                | Content::Text
                | Content::Each(_)
                | Content::Striped(_)
                | Content::Owning(_)
                | Content::Tiles(_)
                | Content::Unknown
                | Content::Letters
                | Content::Absent => false,
            };
            // Which bits of the cell are read is not known: one that was never stored may be any of them.
            // The read does not go where nothing is.
            if may_be_undefined(cell.content) {
                undefined = u128::MAX;
            }
        }
        if is_zero {
            return Ok(Value::defined(self.constant(0)));
        }
        if undefined == 0
            && let Some(words) = self.words_of_constants(state, cells, run.0, scalar)
        {
            path.approximate("a read at an unknown index");
            return Ok(self.word_of_table(state, &words, run.0));
        }
        if undefined == 0
            && let Some(word) = self.word_of_several(state, cells, run, scalar)
        {
            path.approximate("a read at an unknown index");
            return Ok(Value::defined(word));
        }
        Ok(self.opaque(state, path, scalar, undefined, "a read at an unknown index"))
    }

    /// The cells after a zero was stored, where it is not known how that place lies to where cells end: what is before it and behind
    /// it is whatever was there, but where a text ends now is known.
    ///
    /// ```text
    ///   [s, m): c  *  [m, e): d          [s, p): c ⊔ d  *  [p, p + 1): fill 0  *  [p + 1, e): c ⊔ d
    /// ```
    pub(super) fn with_zero(&mut self, state: &State, cells: &Cells, run: (Term, Term)) -> Option<Cells> {
        let own = cells.as_slice();
        let is_at_most = |context: &mut Self, low: Term, high: Term| {
            let fact = context.solver.terms.at_most(low, high);
            context.proves(&state.facts, fact)
        };
        let first = (0..own.len()).rev().find(|&index| is_at_most(self, own[index].start, run.0))?;
        let last = (first..own.len()).find(|&index| is_at_most(self, run.1, own[index].end))?;
        // Where a zero stays behind it, it is known well enough that there is an end.
        let ends = own[first..].iter().filter(|cell| cell.content == Content::Fill(0));
        for cell in ends {
            let behind = self.solver.terms.add_constant(cell.start, 1);
            let is_there = self.solver.terms.at_most(behind, cell.end);
            if self.proves(&state.facts, is_there) {
                return None;
            }
        }
        let before = own[first..=last].iter().filter(|cell| !is_at_most(self, run.0, cell.start));
        let before: Vec<Content> = before.map(|cell| cell.content).collect();
        let behind = own[first..=last].iter().filter(|cell| !is_at_most(self, cell.end, run.1));
        let behind: Vec<Content> = behind.map(|cell| cell.content).collect();
        let mut result: Vec<Cell> = own[..first].to_vec();
        let (start, end) = (own[first].start, own[last].end);
        if start != run.0 {
            result.push(Cell { start, end: run.0, content: self.any_of(state, &before)? });
        }
        result.push(Cell { start: run.0, end: run.1, content: Content::Fill(0) });
        if end != run.1 {
            result.push(Cell { start: run.1, end, content: self.any_of(state, &behind)? });
        }
        result.extend(&own[last + 1..]);
        Some(Cells::from_cells(result))
    }

    /// What bytes hold of which only is known that each of them is a byte of one of some runs. `None` where they are no plain bytes.
    fn any_of(&self, state: &State, contents: &[Content]) -> Option<Content> {
        let mut covering: Option<Content> = None;
        for &content in contents {
            let content = match content {
                Content::Scalar(value) if self.mentions_a_block(state, value.term) => return None,
                Content::Owning(_) | Content::Tiles(_) | Content::Absent => return None,
                Content::Scalar(_) | Content::Each(_) | Content::Striped(_) | Content::Text => {
                    if may_be_undefined(content) {
                        Content::Uninitialised
                    } else {
                        Content::Unknown
                    }
                }
                Content::Uninitialised | Content::Unknown | Content::Letters | Content::Fill(_) => content,
            };
            covering = Some(match covering {
                None => content,
                Some(before) if before == content => content,
                Some(before) if may_be_undefined(before) || may_be_undefined(content) => {
                    Content::Uninitialised
                }
                Some(_) => Content::Unknown,
            });
        }
        // There are no such bytes.
        Some(covering.unwrap_or(Content::Uninitialised))
    }
}
