//! What functions do whose bodies are not there, as far as open code assumes something of them.
//!
//! They may change what they can reach and keep what they are given. Words that they return or store are *foreign*:
//! an address that is computed from one leads to memory that nobody else refers to, which is there once it is accessed.
//! Contracts tell whom this is assumed of.

use crate::context::Context;
use crate::limits::BYTES_AROUND_A_FOREIGN_ADDRESS;
use crate::outcome::{Missing, Wanted};
use ir::Scalar;
use pure_logic::Term;
use pure_logic::term::Atom;
use symbolic_heap::{Block, Cell, Cells, Content, Lifetime, Location, PlaceTag, Region, State, Value};

/// How foreign memory is accessed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Use {
    /// Some bytes of it, by an instruction.
    Bytes,
    /// As a text, by a function of the library.
    Text,
    /// It is given back.
    Free,
}

impl Context<'_> {
    /// A word that comes from a function that is not there.
    pub fn foreign_word(&mut self, state: &mut State, scalar: Scalar) -> Value {
        let term = self.unknown_word(state, scalar, "foreign");
        if scalar == self.pointer_scalar() {
            self.note_foreign(term);
        }
        self.note_number_of_others(term);
        Value::defined(term)
    }

    /// Lets others change what a block holds, from an offset on.
    pub fn let_others_change(&mut self, state: &mut State, base: Atom, from: Option<Term>) {
        let Some(block) = state.heap.block(base).filter(|block| block.is_live()).cloned() else { return };
        if matches!(block.region, Region::Constant | Region::Code | Region::Library | Region::Arguments) {
            return;
        }
        let mut cells: Vec<Cell> = block.cells.iter().copied().collect();
        for cell in &mut cells {
            // Bytes before the address are not what the argument leads to.
            if let Some(from) = from
                && self.solver.terms.constant_difference(cell.end, from).is_some_and(|rest| rest <= 0)
            {
                continue;
            }
            cell.content = match cell.content {
                Content::Absent => Content::Absent,
                Content::Scalar(_) => match self.scalar_between(cell.start, cell.end) {
                    Some(scalar) => Content::Scalar(self.foreign_word(state, scalar)),
                    None => Content::Unknown,
                },
                // Whatever elements own, it is theirs as well.
                Content::Fill(_)
                | Content::Each(_)
                | Content::Owning(_)
                | Content::Striped(_)
                | Content::Tiles(_)
                | Content::Unknown
                | Content::Letters
                | Content::Uninitialised
                | Content::Text => Content::Unknown,
            };
        }
        self.set_cells(state, base, Cells::from_cells(cells));
    }

    /// Lets others change a member that is a pointer, and returns what it held: what else they can reach. `None` if it is not
    /// known where the member ends, or what it holds.
    pub fn change_member(&mut self, state: &mut State, address: Value) -> Option<Term> {
        let Location::Block { base, offset } = state.heap.locate(&mut self.solver.terms, address.term) else {
            return None;
        };
        let block = state.heap.block(base).filter(|block| block.is_live())?;
        let mut cells = block.cells.clone();
        let end = self.solver.terms.add_constant(offset, i128::from(self.pointer_scalar().bytes()));
        let within = cells.isolate(&mut self.solver, &state.facts, offset, end).ok()?;
        let held = match cells.as_slice().get(within.clone())? {
            [Cell { content: Content::Scalar(value), .. }] => value.term,
            [Cell { content: Content::Fill(0) | Content::Uninitialised, .. }] => self.constant(0),
            _ => return None,
        };
        let word = self.foreign_word(state, self.pointer_scalar());
        cells.replace(within, Cell { start: offset, end, content: Content::Scalar(word) });
        self.set_cells(state, base, cells);
        Some(held)
    }

    fn scalar_between(&self, start: Term, end: Term) -> Option<Scalar> {
        match self.solver.terms.constant_difference(end, start)? {
            1 => Some(Scalar::I8),
            2 => Some(Scalar::I16),
            4 => Some(Scalar::I32),
            8 => Some(Scalar::I64),
            _ => None,
        }
    }

    /// Others may refer to a block from now on.
    pub fn let_others_keep(&mut self, state: &mut State, base: Atom) {
        if let Some(block) = state.heap.block_mut(base)
            && block.region == Region::Heap
            && block.lifetime == Lifetime::Live
        {
            block.region = Region::Kept;
        }
    }

    /// Provides foreign memory that is accessed; `None` if the address is not a foreign one, or it is not known which
    /// bytes are accessed.
    pub fn with_foreign_memory(&mut self, state: &State, missing: &Missing, usage: Use) -> Option<State> {
        let (base, distance) = self.foreign_origin(missing.address)?;
        let mut state = state.clone();
        match state.heap.block(base) {
            None if usage == Use::Free && distance == 0 => {
                let (size, one) = (self.fresh("size"), self.constant(1));
                self.place_block(&mut state, base, size, 16, Region::Kept, Content::Unknown);
                let fact = self.solver.terms.at_most(one, size);
                state.facts.assume(&mut self.solver, fact);
                // It was not allocated here.
                state.heap.block_mut(base)?.allocated_at = PlaceTag::default();
                return Some(state);
            }
            None if usage == Use::Text && distance == 0 && missing.wanted == Wanted::Text => {
                self.place_foreign_text(&mut state, base);
                return Some(state);
            }
            // Others have opened it.
            None if distance == 0 && missing.wanted == Wanted::Stream => {
                self.place_stream(&mut state, base);
                return Some(state);
            }
            // As many bytes as a function of the library is told to access.
            None if distance == 0 && self.solver.terms.as_constant(missing.bytes).is_none() => {
                let size = self.fresh("size");
                self.place_block(&mut state, base, size, 1, Region::Kept, Content::Unknown);
                let fact = self.solver.terms.at_most(missing.bytes, size);
                state.facts.assume(&mut self.solver, fact);
                state.heap.block_mut(base)?.allocated_at = PlaceTag::default();
                return Some(state);
            }
            None | Some(_) => {}
        }
        let bytes = self.solver.terms.as_constant(missing.bytes)?;
        let extent = (distance, distance + bytes);
        if extent.0 < -BYTES_AROUND_A_FOREIGN_ADDRESS || extent.1 > BYTES_AROUND_A_FOREIGN_ADDRESS {
            return None;
        }
        let mut part = match state.heap.block(base) {
            Some(block) if block.is_part() && block.is_live() => Block::clone(block),
            Some(_) => return None,
            None => Block {
                base,
                size: self.constant(extent.0.min(0)),
                region: Region::Part,
                lifetime: Lifetime::Live,
                allocated_at: PlaceTag::default(),
                stride: symbolic_heap::Stride::default(),
                cells: Cells::empty(),
            },
        };
        if part.has_byte_in(&self.solver.terms, extent) && part_covers(self, &part, extent) {
            return None;
        }
        part.add_bytes(&mut self.solver.terms, extent, Content::Unknown);
        let bits = self.pointer_bits();
        let low = part.cells.iter().next().map_or(part.size, |cell| cell.start);
        let terms = &mut self.solver.terms;
        let own = terms.atom_term(base);
        let (start, end) = (terms.add(own, low), terms.add(own, part.size));
        let (one, highest) = (terms.constant(1), terms.constant((1 << bits) - 1));
        let facts = [terms.at_most(one, own), terms.at_most(one, start), terms.at_most(end, highest)];
        state.heap.insert_block(part);
        state.facts.assume_all(&mut self.solver, &facts);
        Some(state)
    }

    /// A text that others own: letters and a zero.
    fn place_foreign_text(&mut self, state: &mut State, base: Atom) {
        let (length, zero) = (self.fresh("length"), self.constant(0));
        let size = self.solver.terms.add_constant(length, 1);
        let fact = self.solver.terms.at_most(zero, length);
        state.facts.assume(&mut self.solver, fact);
        self.place_block(state, base, size, 1, Region::Library, Content::Unknown);
        let letters = Cell { start: zero, end: length, content: Content::Unknown };
        let end = Cell { start: length, end: size, content: Content::Fill(0) };
        self.set_cells(state, base, Cells::from_cells(vec![letters, end]));
    }

    /// Ends a part of foreign memory that is given back.
    pub fn end_foreign_part(&mut self, state: &State, base: Atom) -> Option<State> {
        let block = state.heap.block(base)?;
        if !self.is_foreign(base) || !block.is_part() {
            return None;
        }
        let mut state = state.clone();
        state.heap.block_mut(base)?.region = Region::Kept;
        self.end_block(&mut state, base);
        Some(state)
    }

    /// The foreign word that an address is computed from, and how far it is from there.
    fn foreign_origin(&self, address: Term) -> Option<(Atom, i128)> {
        let terms = &self.solver.terms;
        let &[(atom, 1)] = terms.summands(address) else { return None };
        self.is_foreign(atom).then(|| (atom, terms.constant_part(address)))
    }
}

/// Whether all of these bytes are present.
fn part_covers(context: &Context<'_>, part: &Block, extent: (i128, i128)) -> bool {
    let present = part.present(&context.solver.terms);
    (extent.0..extent.1).all(|byte| present.iter().any(|&(start, end)| start <= byte && byte < end))
}
