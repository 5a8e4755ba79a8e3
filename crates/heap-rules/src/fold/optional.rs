//! A node that may be missing at the end of a row is a row of at most one node.
//!
//! ```text
//!   block p { …, f: b }  *  block b optional { …, f: 0 }          nobody but nodes refers to b
//!  ─────────────────────────────────────────────────────────────────────────────────────────── row
//!   block p { …, f: x }  *  seg(x → 0; 0 <= count <= 1)
//! ```
//!
//! Sound: without the block `b` is null, which is where the row ends that begins there; otherwise it is the only node of it.
//! Where paths meet, a list of one node and one of two become such a pair; folded with it, they are a list again.

use super::mentions_memory;
use super::node::{Node, NodePattern, constant, describe_node};
use crate::references::{Holder, References};
use pure_logic::term::Atom;
use pure_logic::{Solver, Term};
use std::sync::Arc;
use symbolic_heap::{Block, Content, Lifetime, Order, Origin, Region, Segment, State};

/// Puts rows in the place of nodes that may be missing.
pub(super) fn settle_optional_nodes(solver: &mut Solver, state: &mut State) {
    loop {
        let optional: Vec<Atom> =
            state.heap.blocks().filter(|block| block.is_optional()).map(|block| block.base).collect();
        if optional.is_empty() {
            return;
        }
        let references = References::of(&solver.terms, state);
        let found =
            optional.into_iter().find_map(|base| Some((base, row(solver, state, &references, base)?)));
        let Some((base, node)) = found else { return };
        replace(solver, state, base, node);
    }
}

/// The node that may be missing, if it is the last one of a row.
fn row(solver: &mut Solver, state: &State, references: &References, base: Atom) -> Option<Node> {
    let block: &Arc<Block> = state.heap.block(base)?;
    let is_node = |holder: &Holder| match *holder {
        Holder::Cell(owner, _) => {
            owner != base && state.heap.block(owner).is_some_and(|owner| owner.region == Region::Heap)
        }
        _ => false,
    };
    let holders = references.to(base);
    if block.region != Region::Heap || holders.is_empty() || !holders.iter().all(is_node) {
        return None;
    }
    let (link, link_bytes) = holders.iter().find_map(|holder| link_of(solver, state, holder, block))?;
    let pattern = NodePattern {
        entry: 0,
        back_entry: 0,
        link,
        back: None,
        link_bytes,
        region: Region::Heap,
        tail: None,
        has_tags: false,
    };
    // If it is there, so is what only it refers to.
    let mut present = state.clone();
    let own = solver.terms.atom_term(base);
    let is_there = solver.terms.non_zero(own);
    present.facts.assume(solver, is_there);
    for other in state.heap.blocks().filter(|other| other.is_optional()) {
        let address = solver.terms.atom_term(other.base);
        let is_there = solver.terms.non_zero(address);
        if other.base == base || present.facts.proves(solver, is_there).is_proved() {
            present.heap.block_mut(other.base)?.lifetime = Lifetime::Live;
        }
    }
    let node = describe_node(solver, &present, references, base, pattern)?;
    let is_plain = |&term: &Term| !mentions_memory(solver, &present, term);
    (solver.terms.as_constant(node.link) == Some(0) && node.parameters.iter().all(is_plain)).then_some(node)
}

/// Where a node of the same size holds the address of a block that holds null there.
fn link_of(solver: &mut Solver, state: &State, holder: &Holder, block: &Block) -> Option<(u64, u64)> {
    let Holder::Cell(owner, index) = *holder else { return None };
    let owner = state.heap.block(owner)?;
    let origins = [owner, block].map(|block| Origin::of(block.allocated_at));
    if !owner.may_be_live() || owner.size != block.size || origins[0].is_other_than(origins[1]) {
        return None;
    }
    let cell = owner.cells.as_slice().get(index)?;
    let (start, end) = (constant(solver, cell.start)?, constant(solver, cell.end)?);
    let own = solver.terms.atom_term(block.base);
    let is_plain = matches!(cell.content, Content::Scalar(value) if value.is_defined() && value.term == own);
    let is_null = block.cells.iter().any(|other| {
        let place = constant(solver, other.start).zip(constant(solver, other.end));
        let is_there = place.is_some_and(|(from, to)| (from, to) == (start, end));
        is_there
            && match other.content {
                Content::Fill(byte) => byte == 0,
                Content::Scalar(value) => {
                    value.is_defined() && solver.terms.as_constant(value.term) == Some(0)
                }
                _ => false,
            }
    });
    (is_plain && is_null).then_some((start, end - start))
}

fn replace(solver: &mut Solver, state: &mut State, base: Atom, node: Node) {
    for &owned in &node.owned_blocks {
        state.heap.remove_block(owned);
    }
    let mut lists = node.owned_lists;
    lists.sort_unstable();
    for index in lists.into_iter().rev() {
        state.heap.remove_segment(index);
    }
    state.heap.remove_block(base);
    let (first, count) = (solver.terms.fresh_variable("x"), solver.terms.fresh_variable("count"));
    state.substitute(solver, &[(base, first)]);
    let (none, one) = (solver.terms.constant(0), solver.terms.constant(1));
    let segment = Segment {
        shape: Arc::new(node.shape),
        first,
        next: none,
        back: None,
        minimum: 0,
        count,
        parameters: node.parameters,
        order: Order::single(),
        members: Vec::new(),
        sorted: Vec::new(),
        each: None,
    };
    let mut facts = segment.range_of_end(&mut solver.terms, first).to_vec();
    facts.extend([solver.terms.at_most(none, count), solver.terms.at_most(count, one)]);
    state.facts.assume_all(solver, &facts);
    state.heap.push_segment(segment.canonical(&mut solver.terms));
}
