//! The bytes of a block from some place on, one by one, as far as they are known.

use crate::context::Context;
use crate::limits::LETTERS_FOLLOWED;
use crate::memory::may_be_undefined;
use crate::outcome::{Interrupt, Step, Wanted};
use pure_logic::Term;
use pure_logic::term::Atom;
use symbolic_heap::{Cell, Cells, Content, State, Value};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Byte {
    /// A number from 0 to 255.
    Number(Term),
    /// Stored by someone, but not known.
    Unknown,
    /// As `Unknown`, and not zero.
    Letter,
    /// Never stored.
    Uninitialised,
}

/// Why a row ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum End {
    /// Its last byte is known to be zero.
    Zero,
    /// It has as many bytes as were asked for.
    Limit,
    /// The block ends.
    Block,
    /// What follows has no constant length, or is very long.
    Unclear,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Row {
    pub bytes: Vec<Byte>,
    pub end: End,
}

/// How far a row goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Reach {
    /// At most so many bytes.
    pub limit: Option<Term>,
    /// It ends with the first byte that is known to be zero.
    pub until_zero: bool,
}

/// Bytes that are written.
#[derive(Clone, Copy)]
pub(super) struct Run {
    pub start: Term,
    pub length: Term,
    pub content: Content,
}

impl Context<'_> {
    /// The bytes of a block from an offset inside it on. Splits where it is not known which cells
    /// these are.
    pub(super) fn row(&mut self, state: &State, base: Atom, start: Term, reach: Reach) -> Step<Row> {
        self.require_open_from(state, base, start)?;
        let mut cells = state.heap.block(base).expect("the block was just located").cells.clone();
        let first = cells
            .split_at(&mut self.solver, &state.facts, start)
            .map_err(|undecided| Interrupt::Split(undecided.fact))?;
        let mut bytes = Vec::new();
        let row = |bytes, end| Ok(Row { bytes, end });
        for cell in &cells.as_slice()[first..] {
            if !cell.content.is_present() {
                return Err(self.missing_byte(base, cell.start));
            }
            let length = self.solver.terms.subtract(cell.end, cell.start);
            let (length, is_whole) = match self.solver.terms.as_constant(length) {
                Some(length) => (usize::try_from(length).unwrap_or(0), true),
                None => {
                    if !self.is_not_empty(state, cell)? {
                        continue;
                    }
                    match cell.content {
                        Content::Fill(0) if reach.until_zero => (1, false),
                        Content::Uninitialised => (1, false),
                        _ => return row(bytes, End::Unclear),
                    }
                }
            };
            for index in 0..length {
                if let Some(limit) = reach.limit
                    && self.is_reached(state, limit, bytes.len())?
                {
                    return row(bytes, End::Limit);
                }
                if bytes.len() >= LETTERS_FOLLOWED {
                    return row(bytes, End::Unclear);
                }
                let byte = match self.byte_of(cell.content, index) {
                    Byte::Number(term) => Byte::Number(self.simplest(&state.facts, term)),
                    other => other,
                };
                bytes.push(byte);
                if reach.until_zero
                    && let Byte::Number(term) = byte
                    && self.solver.terms.as_constant(term) == Some(0)
                {
                    return row(bytes, End::Zero);
                }
            }
            if !is_whole {
                return row(bytes, End::Unclear);
            }
        }
        if let Some(limit) = reach.limit
            && self.is_reached(state, limit, bytes.len())?
        {
            return row(bytes, End::Limit);
        }
        if state.heap.block(base).is_some_and(|block| block.is_part()) {
            let behind = self.solver.terms.add_constant(start, bytes.len() as i128);
            return Err(self.missing_byte(base, behind));
        }
        row(bytes, End::Block)
    }

    fn missing_byte(&mut self, base: Atom, offset: Term) -> Interrupt {
        let address = self.solver.terms.atom_term(base);
        Interrupt::Missing {
            address: self.solver.terms.add(address, offset),
            bytes: self.constant(1),
            is_read: true,
            wanted: Wanted::Bytes,
            reason: "it is not known how far the memory goes in which this row of bytes lies".into(),
        }
    }

    fn is_not_empty(&mut self, state: &State, cell: &Cell) -> Step<bool> {
        let fact = self.solver.terms.less_than(cell.start, cell.end);
        if self.proves(&state.facts, fact) {
            return Ok(true);
        }
        if self.decides_not(&state.facts, fact) {
            return Ok(false);
        }
        Err(Interrupt::Split(fact))
    }

    fn is_reached(&mut self, state: &State, limit: Term, count: usize) -> Step<bool> {
        let count = count as i128;
        if let Some(limit) = self.solver.terms.as_constant(limit) {
            return Ok(limit <= count);
        }
        let count = self.constant(count);
        let fact = self.solver.terms.at_most(limit, count);
        if self.proves(&state.facts, fact) {
            return Ok(true);
        }
        if self.decides_not(&state.facts, fact) {
            return Ok(false);
        }
        Err(Interrupt::Split(fact))
    }

    /// One byte of a cell.
    pub(super) fn byte_of(&mut self, content: Content, index: usize) -> Byte {
        match content {
            Content::Fill(byte) => Byte::Number(self.constant(i128::from(byte))),
            Content::Uninitialised | Content::Striped(_) | Content::Text | Content::Tiles(_) => {
                Byte::Uninitialised
            }
            Content::Letters => Byte::Letter,
            Content::Each(_) | Content::Owning(_) | Content::Unknown | Content::Absent => Byte::Unknown,
            Content::Scalar(value) if value.undefined >> (8 * index).min(127) & 0xff != 0 => {
                Byte::Uninitialised
            }
            Content::Scalar(value) => {
                let Some(power) = u32::try_from(index).ok().and_then(|index| 256i128.checked_pow(index))
                else {
                    return Byte::Unknown;
                };
                let shifted = self.solver.terms.divide(value.term, power);
                Byte::Number(self.solver.terms.modulo(shifted, 256))
            }
        }
    }

    /// Gives names to the unknown bytes of a row that starts there, the first so many of them.
    pub(super) fn name_bytes(
        &mut self,
        state: &mut State,
        base: Atom,
        start: Term,
        row: &mut Row,
        most: usize,
    ) -> Step<()> {
        let mut cells = state.heap.block(base).expect("the block was just located").cells.clone();
        let is_unknown = |byte: Byte| matches!(byte, Byte::Unknown | Byte::Letter);
        let unknown = row.bytes.iter_mut().enumerate().filter(|(_, byte)| is_unknown(**byte));
        for (index, byte) in unknown.take(most) {
            let from = self.solver.terms.add_constant(start, index as i128);
            let to = self.solver.terms.add_constant(from, 1);
            let range = cells
                .isolate(&mut self.solver, &state.facts, from, to)
                .map_err(|undecided| Interrupt::Split(undecided.fact))?;
            let term = self.fresh("byte");
            let facts = self.between(i128::from(*byte == Byte::Letter), term, 255);
            state.facts.assume_all(&mut self.solver, &facts);
            let content = Content::Scalar(Value::defined(term));
            cells.replace(range, Cell { start: from, end: to, content });
            *byte = Byte::Number(term);
        }
        self.set_cells(state, base, cells);
        Ok(())
    }

    /// The bytes from one offset on, up to the end of the block, are replaced by others, of which it is
    /// only known how many come first, that a zero follows if that is said, and that nothing is lost:
    /// this gives up where the address of a block is stored.
    pub(super) fn write_loosely(
        &mut self,
        state: &mut State,
        base: Atom,
        Run { start, length, content }: Run,
        zero_follows: bool,
    ) -> Step<()> {
        let block = state.heap.block(base).expect("the block was just located").clone();
        let begins_before = block.cells.iter().next().is_none_or(|cell| {
            self.solver.terms.as_constant(cell.start) != Some(0) || !cell.content.is_present()
        });
        if block.is_part() && (begins_before || block.cells.iter().any(|cell| !cell.content.is_present())) {
            return Err(Interrupt::gave_up("a string is written to memory of which only parts are known"));
        }
        let mut cells = block.cells.clone();
        let kept = cells.split_at(&mut self.solver, &state.facts, start).ok();
        let touched = &cells.as_slice()[kept.unwrap_or(0)..];
        if touched.iter().any(|cell| self.leads_to_a_block(state, cell.content)) {
            return Err(Interrupt::gave_up("a string is written over the addresses of other memory"));
        }
        let rest = if touched.iter().any(|cell| may_be_undefined(cell.content)) {
            Content::Uninitialised
        } else {
            Content::Unknown
        };
        let Some(kept) = kept else {
            // Even the place is not known: every byte may be another one now.
            let cells = Cells::uniform(&mut self.solver.terms, block.size, rest);
            self.set_cells(state, base, cells);
            return Ok(());
        };
        let middle = self.solver.terms.add(start, length);
        let behind = self.solver.terms.add_constant(middle, i128::from(zero_follows));
        let mut new: Vec<Cell> = cells.as_slice()[..kept].to_vec();
        append(&mut new, Cell { start, end: middle, content });
        if zero_follows {
            append(&mut new, Cell { start: middle, end: behind, content: Content::Fill(0) });
        }
        append(&mut new, Cell { start: behind, end: block.size, content: rest });
        self.set_cells(state, base, Cells::from_cells(new));
        Ok(())
    }

    /// Whether memory is lost with the content of a cell, or what is known of how it is divided.
    pub(super) fn leads_to_a_block(&self, state: &State, content: Content) -> bool {
        match content {
            Content::Scalar(value) => self.mentions_a_block(state, value.term),
            Content::Owning(_) | Content::Tiles(_) => true,
            Content::Fill(_)
            | Content::Uninitialised
            | Content::Text
            | Content::Each(_)
            | Content::Striped(_)
            | Content::Unknown
            | Content::Letters
            | Content::Absent => false,
        }
    }

    /// Makes the byte at an offset a cell of its own, where it is known to lie inside a run of bytes of
    /// one kind. What is then stored there does not touch its neighbours.
    pub(super) fn cut_out(&mut self, state: &mut State, base: Atom, offset: Term) {
        let behind = self.solver.terms.add_constant(offset, 1);
        let mut cells = state.heap.block(base).expect("the block was just located").cells.clone();
        for index in 0..cells.as_slice().len() {
            let cell = cells.as_slice()[index];
            if matches!(
                cell.content,
                Content::Scalar(_) | Content::Owning(_) | Content::Tiles(_) | Content::Text
            ) {
                continue;
            }
            let inside =
                [self.solver.terms.at_most(cell.start, offset), self.solver.terms.at_most(behind, cell.end)];
            if inside.into_iter().all(|fact| self.proves(&state.facts, fact)) {
                let parts = [(cell.start, offset), (offset, behind), (behind, cell.end)];
                let parts = parts.into_iter().filter(|(start, end)| start != end);
                let content = match cell.content {
                    // The words before and behind the byte may be cut.
                    Content::Each(_) => Content::Unknown,
                    same => same,
                };
                let parts = parts.map(|(start, end)| Cell { start, end, content });
                cells.replace_with(index..index + 1, parts);
                self.set_cells(state, base, cells);
                return;
            }
        }
    }
}

/// Adds a cell behind others; runs of bytes of one kind become one.
fn append(cells: &mut Vec<Cell>, cell: Cell) {
    match cells.last_mut() {
        Some(last)
            if last.content == cell.content
                && cell.content.holds_of_unions()
                && !matches!(cell.content, Content::Scalar(_) | Content::Text) =>
        {
            last.end = cell.end;
        }
        _ => cells.push(cell),
    }
}
