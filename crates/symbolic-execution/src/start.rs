//! The state in which a program starts: its globals and functions in memory.

use crate::context::Context;
use crate::limits::{BLOCKS_BETWEEN_LOOKS, WORDS_OF_INITIAL_CONTENTS};
use ir::{FunctionId, Global, GlobalId, InitializerData, SymbolReference};
use pure_logic::Term;
use std::collections::BTreeSet;
use symbolic_heap::{Cell, Cells, Content, Region, State, Value};

impl Context<'_> {
    /// The given globals, initialised, and the given functions.
    pub fn initial_state(&mut self, globals: &BTreeSet<GlobalId>, functions: &BTreeSet<FunctionId>) -> State {
        let stop = std::mem::take(&mut self.options.stop);
        let state = self.initial_state_in_time(globals, functions);
        self.options.stop = stop;
        state.expect("nothing stops it")
    }

    /// The same, unless the work shall end meanwhile: a function may reach nearly all of a large program.
    pub fn initial_state_in_time(
        &mut self,
        globals: &BTreeSet<GlobalId>,
        functions: &BTreeSet<FunctionId>,
    ) -> Option<State> {
        let mut state = State::new(0);
        let one = self.constant(1);
        for (number, &id) in functions.iter().enumerate() {
            if number % BLOCKS_BETWEEN_LOOKS == 0 && self.options.stop.reason().is_some() {
                return None;
            }
            let base = self.function_base(id);
            self.place_block(&mut state, base, one, 1, Region::Code, Content::Unknown);
        }
        for (number, &id) in globals.iter().enumerate() {
            if number % BLOCKS_BETWEEN_LOOKS == 0 && self.options.stop.reason().is_some() {
                return None;
            }
            let global = &self.module.globals[id];
            let base = self.global_base(id);
            let region = if global.is_constant { Region::Constant } else { Region::Static };
            let size = self.constant(i128::from(global.size));
            self.span = global.span;
            self.place_block(&mut state, base, size, global.alignment, region, Content::Unknown);
            let cells = match self.standard_stream(&mut state, &global.name) {
                Some(stream) if global.initializer.is_none() => {
                    let address = self.solver.terms.atom_term(stream);
                    let content = Content::Scalar(Value::defined(address));
                    Cells::uniform(&mut self.solver.terms, size, content)
                }
                _ => self.initial_cells(global, size),
            };
            self.set_cells(&mut state, base, cells);
        }
        self.prepare_library(&mut state);
        Some(state)
    }

    fn initial_cells(&mut self, global: &Global, size: Term) -> Cells {
        let Some(initializer) = &global.initializer else {
            return Cells::uniform(&mut self.solver.terms, size, Content::Unknown);
        };
        let mut cells = Vec::new();
        let mut position = 0;
        let pointer_bytes = u64::from(self.pointer_bits() / 8);
        for chunk in &initializer.chunks {
            self.push_cell(&mut cells, position, chunk.offset, Content::Fill(0));
            position = chunk.offset;
            match &chunk.data {
                InitializerData::Bytes(bytes)
                    if cells.len() + bytes.len() / 8 > WORDS_OF_INITIAL_CONTENTS =>
                {
                    let end = position + bytes.len() as u64;
                    self.push_cell(&mut cells, position, end, Content::Unknown);
                    position = end;
                }
                InitializerData::Bytes(bytes) => {
                    for word in bytes.chunks(8) {
                        let number = word.iter().rev().fold(0, |sum, &byte| sum << 8 | i128::from(byte));
                        let content = Content::Scalar(Value::defined(self.constant(number)));
                        let end = position + word.len() as u64;
                        self.push_cell(&mut cells, position, end, content);
                        position = end;
                    }
                }
                InitializerData::Address(symbol, _) if self.is_perhaps_null(*symbol) => {
                    self.push_cell(&mut cells, position, position + pointer_bytes, Content::Unknown);
                    position += pointer_bytes;
                }
                InitializerData::Address(symbol, offset) => {
                    let base = match symbol {
                        SymbolReference::Global(id) => self.global_base(*id),
                        SymbolReference::Function(id) => self.function_base(*id),
                    };
                    let address = self.solver.terms.atom_term(base);
                    let address = self.solver.terms.add_constant(address, i128::from(*offset));
                    let content = Content::Scalar(Value::defined(address));
                    self.push_cell(&mut cells, position, position + pointer_bytes, content);
                    position += pointer_bytes;
                }
            }
        }
        self.push_cell(&mut cells, position, global.size, Content::Fill(0));
        Cells::from_cells(cells)
    }

    /// Whether the address of a symbol is null if nothing defines it.
    fn is_perhaps_null(&self, symbol: SymbolReference) -> bool {
        match symbol {
            SymbolReference::Global(id) => self.may_be_missing(id),
            SymbolReference::Function(id) => self.may_be_absent(id),
        }
    }

    fn push_cell(&mut self, cells: &mut Vec<Cell>, start: u64, end: u64, content: Content) {
        if start < end {
            let (start, end) = (self.constant(i128::from(start)), self.constant(i128::from(end)));
            cells.push(Cell { start, end, content });
        }
    }
}
