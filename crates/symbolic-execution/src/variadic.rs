//! Variadic arguments: `va_start` and its relatives.
//!
//! The arguments of a call beyond the named ones lie in a block of the callee's activation, one slot
//! after the other. A slot holds the value and, behind it, as which scalar it was passed, so that reading
//! it as another one is noticed. A `va_list` object holds the address of the next slot. Once a function of the library has read from a list
//! that it was given, C says no more of the list but that it can be ended: it is *spent*, and holds the address before the first slot.

use crate::context::Context;
use crate::outcome::{Interrupt, Step};
use crate::path::Path;
use interpreter::FaultKind;
use ir::Scalar;
use pure_logic::Term;
use pure_logic::term::{Atom, AtomKind};
use symbolic_heap::{Cell, Cells, Content, Location, Region, State, Value};

/// Where the scalar of a slot is noted, and how many bytes a slot has.
const NOTE: i128 = 16;
const SLOT: i128 = 32;
/// Where a list is that is spent: there is no such slot.
const SPENT: i128 = -SLOT;

/// The name from which blocks of variadic arguments are known.
const AREA: &str = "variadic arguments";

fn misuse(message: impl Into<String>) -> Interrupt {
    Interrupt::fault(FaultKind::VariadicMisuse, message)
}

fn unusable() -> Interrupt {
    misuse(
        "a list of variadic arguments is used that was not started, has ended, or has outlived its function",
    )
}

fn spent() -> Interrupt {
    misuse(
        "a list of variadic arguments is used again after a function has read from it, without `va_copy` before or another `va_start`",
    )
}

fn note_of(scalar: Scalar) -> i128 {
    i128::from(scalar.bytes()) | i128::from(scalar.is_float()) << 8
}

impl Context<'_> {
    /// Puts the arguments beyond the named ones where the activation at this depth finds them.
    pub fn pass_variadic(&mut self, state: &mut State, depth: u32, arguments: &[(Value, Scalar)]) {
        let size = self.constant(SLOT * arguments.len() as i128);
        let region = Region::Stack(depth);
        let address = self.new_block(state, AREA, size, 16, region, Content::Uninitialised);
        let mut cells = Vec::new();
        for (index, &(value, scalar)) in arguments.iter().enumerate() {
            let slot = SLOT * index as i128;
            let mut push = |context: &mut Self, from: i128, to: i128, content| {
                if from < to {
                    let (start, end) = (context.constant(slot + from), context.constant(slot + to));
                    cells.push(Cell { start, end, content });
                }
            };
            let bytes = i128::from(scalar.bytes());
            let content =
                if value.undefined == u128::MAX { Content::Uninitialised } else { Content::Scalar(value) };
            let note = Content::Scalar(Value::defined(self.constant(note_of(scalar))));
            push(self, 0, bytes, content);
            push(self, bytes, NOTE, Content::Uninitialised);
            push(self, NOTE, NOTE + 4, note);
            push(self, NOTE + 4, SLOT, Content::Uninitialised);
        }
        if let Some(base) = self.solver.terms.as_atom(address) {
            self.set_cells(state, base, Cells::from_cells(cells));
        }
    }

    fn is_area(&self, base: Atom) -> bool {
        match self.solver.terms.kind(base) {
            AtomKind::Variable(symbol) => self.solver.terms.name(symbol).starts_with(AREA),
            _ => false,
        }
    }

    /// `va_start(list, …)`.
    pub fn start_list(&mut self, state: &mut State, path: &mut Path, list: Value) -> Step<()> {
        let own = Region::Stack(self.depth);
        let area = state
            .heap
            .blocks()
            .find(|block| block.is_live() && block.region == own && self.is_area(block.base))
            .map(|block| block.base);
        let Some(area) = area else {
            return Err(Interrupt::gave_up("it is not known which variadic arguments were passed"));
        };
        let first = Value::defined(self.solver.terms.atom_term(area));
        let scalar = self.pointer_scalar();
        self.store(state, path, list, first, scalar)
    }

    /// The next slot of a list, which can be read.
    fn slot_of_list(&mut self, state: &mut State, path: &mut Path, list: Value) -> Step<Value> {
        let scalar = self.pointer_scalar();
        let next = self.load(state, path, list, scalar)?;
        self.require_slot(state, next)?;
        Ok(next)
    }

    fn require_slot(&mut self, state: &State, next: Value) -> Step<(Atom, i128)> {
        if !next.is_defined() {
            return Err(unusable());
        }
        match state.heap.locate(&mut self.solver.terms, next.term) {
            Location::Block { base, offset } if self.is_area(base) => {
                if !state.heap.block(base).is_some_and(|block| block.is_live()) {
                    return Err(unusable());
                }
                match self.solver.terms.as_constant(offset) {
                    Some(offset) => Ok((base, offset)),
                    None => Err(Interrupt::gave_up("it is not known how many variadic arguments were read")),
                }
            }
            Location::Unknown => Err(Interrupt::gave_up("it is not known which variadic arguments are read")),
            Location::Block { .. }
            | Location::FirstNode { .. }
            | Location::LastNode { .. }
            | Location::Root { .. }
            | Location::BeforeHole { .. }
            | Location::Member { .. }
            | Location::Number(_) => Err(unusable()),
        }
    }

    /// The argument in a slot, read as this scalar, and the address of the slot behind it.
    pub fn next_variadic(
        &mut self,
        state: &mut State,
        path: &mut Path,
        next: Value,
        expected: Scalar,
    ) -> Step<(Value, Term)> {
        let (base, offset) = self.require_slot(state, next)?;
        if offset == SPENT {
            return Err(spent());
        }
        let size = state.heap.block(base).expect("the block was just located").size;
        let index = offset / SLOT;
        if self.solver.terms.as_constant(size).is_none_or(|size| offset < 0 || offset >= size) {
            return Err(misuse(format!(
                "variadic argument {} is read, but only {index} were passed",
                index + 1
            )));
        }
        let (value_at, note_at) = (self.constant(offset), self.constant(offset + NOTE));
        let note = self.read_word(state, path, base, note_at, Scalar::I32)?;
        if self.solver.terms.as_constant(note.term) != Some(note_of(expected)) {
            let read = expected.name();
            return Err(misuse(format!(
                "variadic argument {} was passed as another type and is read as {read}",
                index + 1
            )));
        }
        let value = self.read_word(state, path, base, value_at, expected)?;
        Ok((value, self.solver.terms.add_constant(next.term, SLOT)))
    }

    /// `va_arg(list, …)`.
    pub fn take_variadic(
        &mut self,
        state: &mut State,
        path: &mut Path,
        list: Value,
        expected: Scalar,
    ) -> Step<Value> {
        let next = self.slot_of_list(state, path, list)?;
        let (value, behind) = self.next_variadic(state, path, next, expected)?;
        let scalar = self.pointer_scalar();
        self.store(state, path, list, Value::defined(behind), scalar)?;
        Ok(value)
    }

    /// `va_copy(to, from)`.
    pub fn copy_list(&mut self, state: &mut State, path: &mut Path, to: Value, from: Value) -> Step<()> {
        let next = self.slot_of_list(state, path, from)?;
        if self.require_slot(state, next)?.1 == SPENT {
            return Err(spent());
        }
        let scalar = self.pointer_scalar();
        self.store(state, path, to, next, scalar)
    }

    /// `va_end(list)`: afterwards the list is as if it had never been started.
    pub fn end_list(&mut self, state: &mut State, path: &mut Path, list: Value) -> Step<()> {
        self.slot_of_list(state, path, list)?;
        let scalar = self.pointer_scalar();
        let nothing = Value::indeterminate(self.unknown_word(state, scalar, "undef"));
        self.store(state, path, list, nothing, scalar)
    }

    /// The next slot of the list that a function of the library got as an argument: the list itself, or the address of
    /// the object that holds it. If it reads from the list, the object is spent. (Where lists are passed by value, that of the caller
    /// stays as it is on all machines.)
    pub fn list_argument(
        &mut self,
        state: &mut State,
        path: &mut Path,
        argument: Value,
        is_read: bool,
    ) -> Step<Value> {
        if let Location::Block { base, .. } = state.heap.locate(&mut self.solver.terms, argument.term)
            && self.is_area(base)
        {
            return Ok(argument);
        }
        let next = self.slot_of_list(state, path, argument)?;
        let (base, _) = self.require_slot(state, next)?;
        if is_read {
            let area = self.solver.terms.atom_term(base);
            let spent = Value::defined(self.solver.terms.add_constant(area, SPENT));
            let scalar = self.pointer_scalar();
            self.store(state, path, argument, spent, scalar)?;
        }
        Ok(next)
    }
}
