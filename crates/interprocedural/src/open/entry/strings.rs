//! Strings that a precondition asks for.

use super::{CALLERS, Entry, name_of};
use heap_rules::posed;
use pure_logic::Solver;
use pure_logic::term::Atom;
use std::collections::BTreeSet;
use symbolic_execution::Context;
use symbolic_heap::{Block, Cell, Cells, Content, Region};

impl Entry {
    /// Learn a string: bytes that are read up to a zero are one thing, of any length.
    ///
    /// ```text
    ///   {P} … a string at v is read, or bytes from v on with no bound          v a word of the caller
    ///  ───────────────────────────────────────────────────────────────────────────────────────────────
    ///   {P * block v: [size] { 0..n: any, n..n+1: 0, n+1..size: not stored } ∧ n < size}                 any n
    /// ```
    ///
    /// What was known of single letters is forgotten. `None` if there is a string already, or other memory.
    pub fn with_string(&self, context: &mut Context<'_>, atom: Atom) -> Option<Entry> {
        let mut entry = self.clone();
        let before = self.state.heap.block(atom).cloned();
        match &before {
            None => entry.blocks += 1,
            Some(block) if block.is_live() && self.owns(atom) && !is_string(&context.solver, block) => {
                posed::take_block(&mut entry.state, atom);
            }
            Some(_) => return None,
        }
        let name = name_of(&context.solver, atom);
        let length = context.solver.terms.variable(&format!("length({name})"));
        let (zero, one) = (context.constant(0), context.constant(1));
        let behind = context.solver.terms.add(length, one);
        let size = context.solver.terms.variable(&format!("size({name})"));
        let terms = &mut context.solver.terms;
        let facts = [terms.at_most(zero, length), terms.at_most(behind, size)];
        entry.state.facts.assume_all(&mut context.solver, &facts);
        entry.trivial.extend(facts);
        super::memory::place(context, &mut entry.state, atom, size, 1);
        entry.limit_size(context, size);
        let letters = Cell { start: zero, end: length, content: Content::Unknown };
        let end = Cell { start: length, end: behind, content: Content::Fill(0) };
        let rest = Cell { start: behind, end: size, content: Content::Uninitialised };
        posed::set_cells(&mut entry.state, atom, Cells::from_cells(vec![letters, end, rest]));
        if before.is_some_and(|block| block.region == Region::Heap) {
            posed::set_region(&mut entry.state, atom, Region::Heap);
        }
        if let Some(ty) = self.pointee(context, atom) {
            entry.types.entry(atom).or_insert((ty, 0));
        }
        entry.normalised(context)
    }

    /// Whether what lies in a block may be letters, as far as the types tell.
    pub fn may_be_text(&self, context: &Context<'_>, base: Atom) -> bool {
        let ty = self.types.get(&base).map(|&(ty, _)| ty).or_else(|| self.pointee(context, base));
        let size = ty.and_then(|ty| super::hints::element_size(&context.module.types, ty));
        size == Some(1) || self.bytewise.contains(&base)
    }

    /// The lengths of the caller's strings.
    pub fn lengths(&self, solver: &Solver) -> BTreeSet<Atom> {
        let strings = self.state.heap.blocks().filter(|block| is_string(solver, block));
        let ends =
            strings.flat_map(|block| block.cells.iter()).filter(|cell| cell.content == Content::Fill(0));
        ends.filter_map(|cell| solver.terms.as_atom(cell.start)).collect()
    }

    /// The caller has opened a stream. `None` if there is something else.
    pub fn with_stream(&self, context: &mut Context<'_>, atom: Atom) -> Option<Entry> {
        if self.state.heap.block(atom).is_some() {
            return None;
        }
        let mut entry = self.clone();
        entry.blocks += 1;
        context.place_stream(&mut entry.state, atom);
        posed::forget_place(&mut entry.state, atom);
        entry.normalised(context)
    }

    /// Whether a block is a stream that the caller has opened.
    pub fn is_stream(&self, solver: &Solver, block: &Block) -> bool {
        let is_callers = self
            .state
            .registers
            .iter()
            .flatten()
            .map(|value| value.term)
            .chain(self.pointers.iter().map(|&(term, _)| term));
        block.region == Region::Library
            && solver.terms.as_constant(block.size) == Some(0)
            && is_callers.into_iter().any(|term| solver.terms.as_atom(term) == Some(block.base))
    }

    /// The precondition with strings of just so many letters, that end their blocks; `None` if that cannot be.
    pub fn with_lengths(
        &self,
        context: &mut Context<'_>,
        lengths: &BTreeSet<Atom>,
        letters: i128,
    ) -> Option<Entry> {
        let mut entry = self.clone();
        let strings: Vec<_> =
            self.state.heap.blocks().filter(|block| is_string(&context.solver, block)).cloned().collect();
        for block in strings {
            let room = context.constant(letters + 1);
            let fact = context.solver.terms.equal(block.size, room);
            entry.assume(context, fact);
        }
        for &length in lengths {
            let own = context.solver.terms.atom_term(length);
            let constant = context.constant(letters);
            let fact = context.solver.terms.equal(own, constant);
            entry.assume(context, fact);
        }
        entry.normalised(context)
    }

    /// Whether bytes behind a string need not have been stored.
    pub fn has_rests(&self, solver: &Solver) -> bool {
        let strings = self.state.heap.blocks().filter(|block| is_string(solver, block));
        strings.flat_map(|block| block.cells.iter()).any(|cell| cell.content == Content::Uninitialised)
    }

    /// The precondition with all bytes stored in blocks that have strings.
    pub fn with_stored_rests(&self, solver: &Solver) -> Entry {
        let mut entry = self.clone();
        let strings: Vec<Atom> = self
            .state
            .heap
            .blocks()
            .filter(|block| is_string(solver, block))
            .map(|block| block.base)
            .collect();
        for base in strings {
            posed::with_stored_bytes(&mut entry.state, base);
        }
        entry
    }

    /// Whether there are strings among the caller's memory.
    pub fn has_strings(&self, solver: &Solver) -> bool {
        self.state.heap.blocks().any(|block| self.owns(block.base) && is_string(solver, block))
    }

    /// Whether there are arrays of any length among the caller's memory: of numbers, as the types say, or of bytes.
    pub fn has_open_arrays(&self, context: &Context<'_>) -> bool {
        let types = &context.module.types;
        let has_elements = |base: Atom| {
            let ty = self.types.get(&base).map(|&(ty, _)| ty);
            self.bytewise.contains(&base)
                || ty.is_some_and(|ty| super::hints::element_size(types, ty).is_some())
        };
        self.state.heap.blocks().any(|block| {
            matches!(block.region, CALLERS | Region::Heap)
                && context.solver.terms.as_constant(block.size).is_none()
                && has_elements(block.base)
        })
    }
}

/// Whether a block of the caller holds a string of any length.
pub fn is_string(solver: &Solver, block: &Block) -> bool {
    let is_end =
        |cell: &Cell| cell.content == Content::Fill(0) && solver.terms.as_constant(cell.start).is_none();
    matches!(block.region, CALLERS | Region::Heap) && block.cells.iter().any(is_end)
}
