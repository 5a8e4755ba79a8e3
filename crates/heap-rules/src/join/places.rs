//! Where boundaries of runs lie beside what variables count to.
//!
//! ```text
//!   A ⊢ l ≤ m - k·x        B ⊢ l ≤ m - k·x        m an end of a run or of a block, x a variable, k the stride of an array
//!  ──────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
//!   A ∨ B  ⊢  l ≤ m - k·x
//! ```
//!
//! An index is not the place that it stands for: what a loop has stored up to, or how long a block is, is told by multiples of it, and
//! these are no differences of two variables, which joins compare anyway.

use crate::limits::{ENDS_RELATED, STRIDE_OF_AN_END, STRIDES_RELATED, VARIABLES_RELATED_TO_ENDS};
use pure_logic::term::{Atom, AtomKind};
use pure_logic::{Solver, Term};
use std::collections::BTreeSet;
use symbolic_heap::{Content, State};

/// The linear forms of a joined state that tell where ends lie.
pub(super) fn forms(solver: &mut Solver, state: &State, sides: [&State; 2]) -> BTreeSet<Term> {
    let strides = strides(solver, sides);
    let mut forms = BTreeSet::new();
    if strides.is_empty() {
        return forms;
    }
    let ends = ends(solver, state);
    let variables: Vec<Atom> = variables(solver, state)
        .into_iter()
        .filter(|atom| state.heap.block(*atom).is_none() && !ends.contains(atom))
        .take(VARIABLES_RELATED_TO_ENDS)
        .collect();
    for &end in ends.iter().take(ENDS_RELATED) {
        let end = solver.terms.atom_term(end);
        for &variable in &variables {
            let variable = solver.terms.atom_term(variable);
            for &stride in strides.iter().take(STRIDES_RELATED) {
                forms.insert(solver.terms.add_scaled(end, -stride, variable));
            }
        }
    }
    forms
}

/// The numbers of bytes by which places in arrays are told to move with numbers of the program.
pub(super) fn strides(solver: &Solver, sides: [&State; 2]) -> BTreeSet<i128> {
    let mut strides = BTreeSet::new();
    let mut note = |term: Term| {
        for &(_, coefficient) in solver.terms.summands(term) {
            if (2..=STRIDE_OF_AN_END).contains(&coefficient.abs()) {
                strides.insert(coefficient.abs());
            }
        }
    };
    for state in sides {
        for block in state.heap.blocks().filter(|block| block.is_live()) {
            note(block.size);
            block.cells.iter().for_each(|cell| note(cell.end));
        }
        for fact in state.facts.as_slice() {
            if let pure_logic::Fact::Zero(term) = fact {
                note(*term);
            }
        }
    }
    strides
}

/// The names that ends of runs and of blocks are.
pub(super) fn ends(solver: &Solver, state: &State) -> BTreeSet<Atom> {
    let live = state.heap.blocks().filter(|block| block.is_live());
    let ends = live.flat_map(|block| block.cells.iter().map(|cell| cell.end).chain([block.size]));
    ends.filter_map(|end| solver.terms.as_atom(end)).collect()
}

/// The names that variables of the program hold.
pub(super) fn variables(solver: &Solver, state: &State) -> BTreeSet<Atom> {
    let is_variable =
        |block: &&std::sync::Arc<symbolic_heap::Block>| block.is_live() && !block.region.has_nodes();
    let words = state.heap.blocks().filter(is_variable).flat_map(|block| block.cells.iter());
    let words = words.filter_map(|cell| match cell.content {
        Content::Scalar(value) => Some(value),
        _ => None,
    });
    let values = state.registers.iter().chain(&state.held).flatten().copied().chain(words);
    values
        .filter_map(|value| solver.terms.as_atom(value.term))
        .filter(|atom| matches!(solver.terms.kind(*atom), AtomKind::Variable(_)))
        .collect()
}
