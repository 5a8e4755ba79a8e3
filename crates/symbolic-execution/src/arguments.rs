//! The arguments that a program is started with, and its environment.
//!
//! Each is an array of addresses of strings with a null pointer behind; such an array has a place of its own ([`Region::Arguments`]); the strings come into being
//! when their addresses are read.

use crate::context::{Context, tag_of};
use crate::memory::may_be_undefined;
use crate::outcome::{Interrupt, Step};
use crate::path::{Event, Path};
use ir::GlobalId;
use pure_logic::Term;
use pure_logic::term::Atom;
use source::Span;
use std::collections::BTreeSet;
use std::sync::Arc;
use symbolic_heap::{Block, Cell, Cells, Content, Region, State, Value};

/// The variables of the library that hold the address of the environment.
const ENVIRONMENT: [&str; 3] = ["environ", "__environ", "_environ"];

impl Context<'_> {
    /// Makes the array of arguments. A program is started with its name at least. Returns how many there
    /// are, and the address of the array.
    pub fn place_arguments(&mut self, state: &mut State, path: &mut Path) -> (Term, Term) {
        let count = self.fresh("argc");
        let facts = self.between(1, count, i128::from(i32::MAX));
        state.facts.assume_all(&mut self.solver, &facts);
        path.push(Event::Started { count });
        let address = self.fresh("argv");
        let base = self.solver.terms.as_atom(address).expect("a fresh variable is an atom");
        (count, self.place_vector(state, base, count))
    }

    /// Makes the environment, if one of these variables holds its address or `main` gets it. Returns its address.
    pub fn place_environment(
        &mut self,
        state: &mut State,
        globals: &BTreeSet<GlobalId>,
        is_passed: bool,
    ) -> Option<Term> {
        let module = self.module;
        let holders = globals.iter().filter(|&&id| {
            let global = &module.globals[id];
            global.initializer.is_none() && ENVIRONMENT.contains(&global.name.as_str())
        });
        let holders: Vec<GlobalId> = holders.copied().collect();
        if holders.is_empty() && !is_passed {
            return None;
        }
        let count = self.fresh("variables");
        let facts = self.between(0, count, i128::from(i32::MAX));
        state.facts.assume_all(&mut self.solver, &facts);
        let base = self.library_base("environ");
        let address = self.place_vector(state, base, count);
        for id in holders {
            let size = self.constant(i128::from(self.pointer_bits() / 8));
            let content = Content::Scalar(Value::defined(address));
            let cells = Cells::uniform(&mut self.solver.terms, size, content);
            let holder = self.global_base(id);
            self.set_cells(state, holder, cells);
        }
        Some(address)
    }

    /// Makes an array of so many addresses of strings. Returns its address.
    fn place_vector(&mut self, state: &mut State, base: Atom, count: Term) -> Term {
        let bytes = i128::from(self.pointer_bits() / 8);
        let end = self.solver.terms.scale(bytes, count);
        let size = self.solver.terms.add_constant(end, bytes);
        self.place_block(state, base, size, bytes as u64, Region::Arguments, Content::Unknown);
        let addresses = Cell { start: self.constant(0), end, content: Content::Unknown };
        let null = Cell { start: end, end: size, content: Content::Fill(0) };
        self.set_cells(state, base, Cells::from_cells(vec![addresses, null]));
        self.solver.terms.atom_term(base)
    }

    /// Reads the address of an argument. Which string was found is remembered up to the next loop.
    pub(crate) fn read_argument(
        &mut self,
        state: &mut State,
        path: &mut Path,
        arguments: &Arc<Block>,
        offset: Term,
    ) -> Step<Value> {
        let scalar = self.pointer_scalar();
        let bytes = i128::from(scalar.bytes());
        let aligned = self.solver.terms.divides(bytes, offset);
        if !self.proves(&state.facts, aligned) {
            return Err(Interrupt::gave_up("a read across the addresses of two arguments"));
        }
        if self.is_behind_all(state, arguments, offset)? {
            return Ok(Value::defined(self.constant(0)));
        }
        let end = self.solver.terms.add_constant(offset, bytes);
        let mut cells = arguments.cells.clone();
        let range = match cells.isolate(&mut self.solver, &state.facts, offset, end) {
            Ok(range) => range,
            Err(undecided) => return Err(Interrupt::Split(undecided.fact)),
        };
        match &cells.as_slice()[range.clone()] {
            [cell] if cell.content == Content::Unknown => {}
            others => return Ok(self.word_of_cells(state, path, others, scalar)),
        }
        let (address, length) = self.string_from_outside(state, path);
        if let Some(string) = self.solver.terms.as_atom(address) {
            // Unlike strings that functions of the library return, it stays as it is.
            if let Some(block) = state.heap.block_mut(string) {
                block.allocated_at = tag_of(Span::NONE);
            }
            if arguments.base != self.library_base("environ") {
                let index = self.solver.terms.divide(offset, bytes);
                path.push(Event::Argument { index, string, length });
            }
        }
        let value = Value::defined(address);
        cells.replace(range, Cell { start: offset, end, content: Content::Scalar(value) });
        self.set_cells(state, arguments.base, cells);
        Ok(value)
    }

    /// Whether an offset is that of the null pointer behind the addresses; splits if that is open.
    fn is_behind_all(&mut self, state: &State, arguments: &Block, offset: Term) -> Step<bool> {
        let Some(Cell { start, content: Content::Fill(0), .. }) = arguments.cells.as_slice().last() else {
            return Ok(false);
        };
        let distance = self.solver.terms.subtract(offset, *start);
        self.is_zero(state, distance)
    }

    /// Forgets which strings were found in the arrays of arguments and of the environment, so that loops over it end.
    pub fn forget_arguments(&mut self, state: &mut State) {
        let arrays: Vec<Arc<Block>> =
            state.heap.blocks().filter(|block| block.region == Region::Arguments).cloned().collect();
        for array in arrays {
            let mut cells: Vec<Cell> = Vec::new();
            for &cell in array.cells.iter() {
                let content =
                    if self.is_argument(state, cell.content) { Content::Unknown } else { cell.content };
                match cells.last_mut() {
                    Some(last) if last.content == Content::Unknown && content == Content::Unknown => {
                        last.end = cell.end;
                    }
                    _ => cells.push(Cell { content, ..cell }),
                }
            }
            self.set_cells(state, array.base, Cells::from_cells(cells));
        }
    }

    /// Whether a word is the address of a string that the system owns and that still has an end.
    fn is_argument(&mut self, state: &State, content: Content) -> bool {
        let Content::Scalar(value) = content else { return false };
        let Some(block) = self.solver.terms.as_atom(value.term).and_then(|base| state.heap.block(base))
        else {
            return false;
        };
        let is_end = |context: &mut Self, cell: &Cell| {
            let length = context.solver.terms.subtract(cell.end, cell.start);
            cell.content == Content::Fill(0)
                && state.facts.bounds(&mut context.solver, length).lower.is_some_and(|length| length >= 1)
        };
        block.is_live()
            && block.region == Region::Library
            && block.cells.iter().all(|cell| !may_be_undefined(cell.content))
            && block.cells.iter().any(|cell| is_end(self, cell))
    }
}
