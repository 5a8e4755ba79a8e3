//! Sizes of blocks, written by means of the numbers that blocks hold.
//!
//! ```text
//!   block b [s] { …, f: n }      s = 4·n + 8
//!  ─────────────────────────────────────────── name
//!   block b [4·n + 8] { …, f: n }
//! ```
//!
//! Sound: it changes a name; a size that the facts fix gets none at all. Joining gives every number a name of its own; here those come together again,
//! so that it is a matter of looking which word tells a size.

use pure_logic::term::{Atom, AtomKind};
use pure_logic::{Fact, Solver, Term};
use std::collections::BTreeSet;
use std::sync::Arc;
use symbolic_heap::{Block, Content, Region, State};

pub(super) fn name_sizes(solver: &mut Solver, state: &mut State) {
    let is_open = |solver: &Solver, block: &Block| {
        block.is_live() && block.region == Region::Heap && solver.terms.as_constant(block.size).is_none()
    };
    if !state.heap.blocks().any(|block| is_open(solver, block)) {
        return;
    }
    fix_sizes(solver, state);
    let stored = stored_numbers(solver, state);
    let sizes: Vec<Term> =
        state.heap.blocks().filter(|block| is_open(solver, block)).map(|block| block.size).collect();
    for size in sizes {
        let names: Vec<Atom> = solver.terms.summands(size).iter().map(|summand| summand.0).collect();
        for name in names {
            let is_name = !stored.contains(&name) && matches!(solver.terms.kind(name), AtomKind::Variable(_));
            if let Some(by) = told_by(solver, state, name, &stored).filter(|_| is_name) {
                state.substitute(solver, &[(name, by)]);
            }
        }
    }
}

/// Puts constants in the place of variables that the facts fix, in the sizes of blocks with links. Arrays stay
/// what they are: those of other executions have other sizes.
fn fix_sizes(solver: &mut Solver, state: &mut State) {
    let is_link = |content: Content| match content {
        Content::Scalar(value) => super::mentions_memory(solver, state, value.term),
        Content::Uninitialised
        | Content::Text
        | Content::Fill(_)
        | Content::Each(_)
        | Content::Owning(_)
        | Content::Striped(_)
        | Content::Tiles(_)
        | Content::Unknown
        | Content::Letters
        | Content::Absent => false,
    };
    let has_links = |block: &&Arc<Block>| block.cells.iter().any(|cell| is_link(cell.content));
    let sizes = state.heap.blocks().filter(has_links).map(|block| block.size);
    let names: BTreeSet<Atom> =
        sizes.flat_map(|size| solver.terms.summands(size)).map(|summand| summand.0).collect();
    for name in names {
        let term = solver.terms.atom_term(name);
        let is_variable = matches!(solver.terms.kind(name), AtomKind::Variable(_));
        if let Some(constant) = state.facts.bounds(solver, term).value().filter(|_| is_variable) {
            let constant = solver.terms.constant(constant);
            state.substitute(solver, &[(name, constant)]);
        }
    }
}

/// The variables that words hold as they are.
fn stored_numbers(solver: &Solver, state: &State) -> BTreeSet<Atom> {
    let cells = state.heap.blocks().filter(|block| block.is_live()).flat_map(|block| block.cells.iter());
    let words = cells.filter_map(|cell| match cell.content {
        Content::Scalar(value) if value.is_defined() => solver.terms.as_atom(value.term),
        _ => None,
    });
    words.filter(|&atom| !super::mentions_memory(solver, state, solver.terms.atom_term(atom))).collect()
}

/// What a variable is by means of these others, if an equation says so.
fn told_by(solver: &mut Solver, state: &State, name: Atom, others: &BTreeSet<Atom>) -> Option<Term> {
    for fact in state.facts.as_slice() {
        let Fact::Zero(term) = *fact else { continue };
        let summands = solver.terms.summands(term);
        let Some(&(_, coefficient)) = summands.iter().find(|summand| summand.0 == name) else { continue };
        let is_told =
            summands.len() > 1 && summands.iter().all(|&(atom, _)| atom == name || others.contains(&atom));
        if coefficient.abs() == 1 && is_told {
            let variable = solver.terms.atom_term(name);
            let rest = solver.terms.add_scaled(term, -coefficient, variable);
            return Some(solver.terms.scale(-coefficient, rest));
        }
    }
    None
}
