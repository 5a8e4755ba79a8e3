//! Folding: rows of nodes become segments.
//!
//! Discovery is a pure query that returns one candidate; application is one step. Folding goes on
//! until nothing is found, which ends because every step removes a block or a segment.

mod apply;
mod boundaries;
mod buckets;
mod collapse;
mod comparisons;
mod copies;
mod counting;
mod cover;
mod element_kinds;
mod element_runs;
mod elements;
mod find;
mod gather;
mod in_order;
mod kinds;
mod known;
mod lengths;
mod lift;
mod members;
mod neighbours;
mod node;
mod optional;
mod owned;
mod records;
mod runs;
mod stripes;
mod tail;
mod unify;
mod unused;
mod versions;
mod words;

pub use collapse::collapse_arrays;
pub use find::{Candidate, Eagerness, End, find, longest_row};
pub use kinds::{Precision, Strides};

use crate::chunks::{fold_cells, fold_chunks, fold_divided, forget_remainders};
use crate::limits::SEGMENTS_OF_A_LIST;
use crate::trees::fold_trees;
use pure_logic::Solver;
use pure_logic::term::Atom;
use std::collections::BTreeSet;
use symbolic_heap::State;
use symbolic_heap::print::display_segment;

pub(crate) use boundaries::cover;
pub(crate) use collapse::collapsed;
pub(crate) use cover::{Covering, Seen, are_told_apart, cover_fields};
pub(crate) use element_kinds::{covering, with_null_records, with_rows};
pub(crate) use element_runs::are_alike;
pub(crate) use elements::settle_elements;
pub use elements::{fold_elements, spread};
pub(crate) use gather::{gathered, learned, word_size};
pub(crate) use in_order::{Group, are_words_in_order, united};
pub(crate) use kinds::{
    NodeKinds, OpenBody, OpenContent, OpenField, align, are_different_constants, have_same_layout,
    unify_bodies,
};
pub(crate) use known::Known;
pub(crate) use lift::lifted;
pub(crate) use members::forget_unused as forget_members;
pub use node::mentions_memory;
pub(crate) use node::{Node, NodePattern, constant, describe_node};
pub(crate) use runs::limit_runs;
pub(crate) use stripes::{StripeKey, gathered_apart, has_word, key_of, stride_for, striped, stripes_of};
pub(crate) use tail::is_text;
pub(crate) use unify::adapted;
pub use unused::forget_unused_locals_at_call;
pub(crate) use words::Words;

/// The state with all rows of alike nodes folded and with the facts that nothing visible depends
/// on forgotten. It covers the state it was made from.
pub fn abstract_state(solver: &mut Solver, state: &State, precision: Precision) -> State {
    // A node that differs stays a node between two segments, as long as there are few of them.
    let careful = Eagerness { precision, same_kinds: precision == Precision::Parts };
    let eager = Eagerness { precision, same_kinds: false };
    let mut state = state.clone();
    members::forget_unused(solver, &mut state);
    comparisons::settle_comparisons(solver, &mut state);
    unused::forget_unused_locals(solver, &mut state);
    if let Precision::Trees(kinds) = precision {
        if kinds.have_orders() {
            crate::sorted::name_words(solver, &mut state);
        }
        state = fold_trees(solver, state, kinds);
    }
    if precision == Precision::Chunks {
        fold_chunks(solver, &mut state);
    }
    if precision.divides_blocks() {
        fold_divided(solver, &mut state, precision);
    }
    if precision == Precision::Sorted {
        crate::sorted::name_words(solver, &mut state);
    }
    if let Precision::Cells(strides) = precision {
        fold_cells(solver, &mut state, strides);
    }
    lengths::name_sizes(solver, &mut state);
    boundaries::settle_boundaries(solver, &mut state);
    optional::settle_optional_nodes(solver, &mut state);
    state = fold_all(solver, state, careful);
    if careful != eager && longest_row(solver, &state, eager) > SEGMENTS_OF_A_LIST {
        state = fold_all(solver, state, eager);
    }
    state = buckets::fold_singles(solver, state);
    if precision.tells_words() {
        fold_elements(solver, &mut state);
        // What a word was compared with may have lost its name: then it is told by others.
        forget(solver, &mut state);
        // Words of arrays that are told in order keep their own names.
        if precision != Precision::Ordered {
            versions::name_copies(solver, &mut state);
            versions::name_words(solver, &mut state, precision);
        }
    }
    collapse_arrays(solver, &mut state, precision);
    forget(solver, &mut state);
    if precision.divides_blocks() {
        forget_remainders(solver, &mut state);
    }
    state
}

/// The state with the parts of lists folded between which only variables refer to a node.
pub(crate) fn fold_members(solver: &mut Solver, state: State) -> State {
    fold_all(solver, state, Eagerness { precision: Precision::Members, same_kinds: false })
}

fn fold_all(solver: &mut Solver, mut state: State, eagerness: Eagerness) -> State {
    loop {
        if let Some(candidate) = find(solver, &state, eagerness) {
            note(solver, "fold", &candidate);
            state = apply::apply(solver, &state, &candidate);
        } else if let Some(lift) = lift::find_lift(solver, &state, eagerness) {
            note(solver, "lift", &lift.candidate);
            for fact in lift.facts {
                state.facts.assume(solver, fact);
            }
            state = apply::apply(solver, &state, &lift.candidate);
        } else {
            return state;
        }
    }
}

/// Notes in the derivation which neighbours become which segment.
fn note(solver: &mut Solver, rule: &'static str, candidate: &Candidate) {
    let Solver { terms, derivation, .. } = &mut *solver;
    let end = |end: &End| match end {
        End::Node(node) => {
            let base = terms.atom_term(node.base);
            format!("the node `{}`", terms.display_term(base))
        }
        End::Segment(index) => format!("list {}", index + 1),
    };
    derivation.step(rule, || {
        let (left, right) = (end(&candidate.left), end(&candidate.right));
        format!("{left} and {right} become {}", display_segment(terms, &candidate.segment))
    });
}

/// Notes that a list has only as many nodes as the address space has room for: they are live blocks,
/// which do not overlap. A counter of nodes that has a word of the size of a pointer cannot overflow.
pub fn assume_room(solver: &mut Solver, state: &mut State) {
    for segment in state.heap.segments() {
        let addresses = (1i128 << (8 * segment.shape.link_bytes)) - 1;
        let room = solver.terms.constant(addresses / i128::from(segment.shape.node_size.max(1)));
        let fact = solver.terms.at_most(segment.count, room);
        state.facts.assume(solver, fact);
    }
}

/// Forgets variables that occur neither in the heap nor in a register.
pub fn forget(solver: &mut Solver, state: &mut State) {
    forget_but(solver, state, BTreeSet::new());
}

/// As [`forget`], but for variables that will occur.
pub(crate) fn forget_but(solver: &mut Solver, state: &mut State, mut visible: BTreeSet<Atom>) {
    let mut note = |term| {
        solver.terms.for_each_atom(term, &mut |atom| {
            visible.insert(atom);
        });
    };
    state.for_each_term(&mut note);
    visible.extend(state.heap.blocks().map(|block| block.base));
    state.facts = state.facts.project(solver, &|atom| visible.contains(&atom));
}
