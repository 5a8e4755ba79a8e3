//! Places in a block to which something refers.

use crate::fold::mentions_memory;
use crate::limits::STRIDES_OF_CHUNKS;
use pure_logic::term::{Atom, AtomKind};
use pure_logic::{Facts, Solver, Term};
use std::collections::BTreeSet;
use symbolic_heap::{Content, Location, State};

/// Where pointers lead in one block, and which numbers the program has.
pub(crate) struct Places {
    /// Offsets in the block to which pointers lead.
    pub pointers: Vec<Term>,
    /// Numbers in registers and variables, which may be indices.
    pub numbers: Vec<Term>,
    /// The names that something besides the bytes of the block mentions.
    pub names: BTreeSet<Atom>,
}

impl Places {
    pub fn of(solver: &mut Solver, state: &State, base: Atom) -> Places {
        let mut values: BTreeSet<Term> = BTreeSet::new();
        let mut variables: BTreeSet<Term> = BTreeSet::new();
        let registers = state.registers.iter().chain(&state.held).flatten().map(|value| value.term);
        variables.extend(registers);
        let mut beside: Vec<Term> = Vec::new();
        for block in state.heap.blocks() {
            beside.push(block.size);
            for cell in block.cells.iter() {
                let is_own = block.base == base;
                if !is_own {
                    beside.extend([cell.start, cell.end]);
                    beside.extend(cell.content.term());
                }
                if let Content::Scalar(value) = cell.content {
                    match block.region.has_nodes() || is_own {
                        true => values.insert(value.term),
                        false => variables.insert(value.term),
                    };
                }
            }
        }
        for segment in state.heap.segments() {
            beside.extend(segment.terms());
        }
        for (_, instance) in state.heap.instances() {
            beside.extend(instance.terms());
        }
        let mut names = BTreeSet::new();
        for &term in beside.iter().chain(&variables) {
            solver.terms.for_each_atom(term, &mut |atom| {
                if matches!(solver.terms.kind(atom), AtomKind::Variable(_))
                    && state.heap.block(atom).is_none()
                {
                    names.insert(atom);
                }
            });
        }
        let mut places = Places { pointers: Vec::new(), numbers: Vec::new(), names };
        for &value in values.iter().chain(&variables).chain(&beside) {
            match state.heap.locate(&mut solver.terms, value) {
                Location::Block { base: there, offset } if there == base => places.pointers.push(offset),
                _ if variables.contains(&value) && !mentions_memory(solver, state, value) => {
                    places.numbers.push(value);
                }
                _ => {}
            }
        }
        places.pointers.sort_unstable();
        places.pointers.dedup();
        places
    }

    /// Whether something refers to this boundary, or to a place at a fixed distance from it.
    pub fn is_cutpoint(&self, solver: &mut Solver, facts: &Facts, boundary: Term) -> bool {
        if solver.terms.as_constant(boundary).is_some() {
            return self.pointers.contains(&boundary);
        }
        self.is_place(solver, facts, boundary)
            || self.pointers.iter().any(|&place| solver.terms.constant_difference(place, boundary).is_some())
    }

    /// Whether a pointer leads to this offset, or a number of the program is the index of it.
    pub fn is_place(&self, solver: &mut Solver, facts: &Facts, offset: Term) -> bool {
        let is_constant = solver.terms.as_constant(offset).is_some();
        for &place in &self.pointers {
            if place == offset || !is_constant && facts.equal(solver, place, offset).is_proved() {
                return true;
            }
        }
        if is_constant {
            return false;
        }
        for &number in &self.numbers {
            if solver.terms.as_constant(number).is_some() {
                continue;
            }
            for stride in STRIDES_OF_CHUNKS {
                let place = solver.terms.scale(stride, number);
                if place == offset || facts.equal(solver, place, offset).is_proved() {
                    return true;
                }
            }
        }
        false
    }

    /// Whether no pointer leads to a byte behind `start` and before `end`.
    pub fn are_outside(&self, solver: &mut Solver, facts: &Facts, (start, end): (Term, Term)) -> bool {
        self.pointers.iter().all(|&place| {
            let before = solver.terms.at_most(place, start);
            let after = solver.terms.at_most(end, place);
            facts.proves(solver, before).is_proved() || facts.proves(solver, after).is_proved()
        })
    }
}
