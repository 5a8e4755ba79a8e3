//! Lists of one node that begin in an array.
//!
//! ```text
//!   array { …, i: b, … }  *  node(b; link = 0)          only the array refers to b
//!  ───────────────────────────────────────────── single
//!   array { …, i: x, … }  *  seg(x → 0; count 1)
//! ```
//!
//! Sound: a row of one node is a row. Of each element of an array of lists it would otherwise be told whether
//! it has no node, one or more, which makes as many states as there are combinations; a segment joins with
//! null.

use super::apply::replace;
use super::find::{End, ends_are_addresses};
use super::kinds::NodeKinds;
use super::node::{NodePattern, constant, describe_node};
use crate::acyclic::{Parts, leads_outside};
use crate::limits::{POINTERS_OF_A_HEAP_ARRAY, POINTERS_OF_AN_ARRAY};
use crate::references::{Holder, References};
use pure_logic::term::Atom;
use pure_logic::{Solver, Term};
use std::collections::BTreeSet;
use std::sync::Arc;
use symbolic_heap::{Block, Content, Location, Order, Region, Segment, State};

/// Makes segments of single nodes that arrays of lists refer to.
pub(super) fn fold_singles(solver: &mut Solver, mut state: State) -> State {
    while let Some((node, segment)) = find(solver, &state) {
        state = replace(solver, &state, &[(&node, true)], &segment);
    }
    state
}

fn find(solver: &mut Solver, state: &State) -> Option<(End, Segment)> {
    let blocks: Vec<Arc<Block>> = state.heap.blocks().filter(|block| block.is_live()).cloned().collect();
    let references = References::of(&solver.terms, state);
    for array in &blocks {
        let Some(nodes) = elements(solver, state, array) else { continue };
        for base in nodes {
            let is_own = |holder: &Holder| match *holder {
                Holder::Cell(holder, _) => holder == array.base,
                _ => false,
            };
            let mut outside = references.to(base).iter().filter(|holder| !is_inside(holder, base));
            if !(outside.next().is_some_and(is_own) && outside.next().is_none()) {
                continue;
            }
            if let Some(found) = single(solver, state, &references, base) {
                return Some(found);
            }
        }
    }
    None
}

fn is_inside(holder: &Holder, node: Atom) -> bool {
    matches!(*holder, Holder::Cell(base, _) if base == node)
}

/// The heap blocks to which the elements of arrays of pointers in a block lead. `None` if there is no such
/// array, or if two elements lead to the same place.
fn elements(solver: &mut Solver, state: &State, block: &Block) -> Option<BTreeSet<Atom>> {
    let mut nodes = BTreeSet::new();
    // The elements so far of the array that is being read, and how large they are.
    let (mut array, mut words, mut bytes) = (Vec::new(), 0, None);
    let smallest = if block.region == Region::Heap { POINTERS_OF_A_HEAP_ARRAY } else { POINTERS_OF_AN_ARRAY };
    let mut finish = |array: &mut Vec<Atom>, words: &mut u64| {
        let found = std::mem::take(array);
        if std::mem::take(words) < smallest {
            return true;
        }
        found.into_iter().all(|node| nodes.insert(node))
    };
    for cell in block.cells.iter() {
        let length = constant(solver, cell.end)? - constant(solver, cell.start)?;
        let element = match cell.content {
            Content::Scalar(value) if value.is_defined() && matches!(length, 4 | 8) => {
                element(solver, state, value.term)
            }
            Content::Fill(0) => Element::Nulls,
            _ => Element::Other,
        };
        match element {
            Element::Nulls if matches!(cell.content, Content::Fill(_)) => {
                words += length / bytes.unwrap_or(8);
                continue;
            }
            Element::Other => {
                if !finish(&mut array, &mut words) {
                    return None;
                }
                continue;
            }
            Element::Node(node) => array.push(node),
            Element::Nulls | Element::List => {}
        }
        if *bytes.get_or_insert(length) != length {
            return None;
        }
        words += 1;
    }
    (finish(&mut array, &mut words) && !nodes.is_empty()).then_some(nodes)
}

/// What a word of an array of lists holds.
enum Element {
    Nulls,
    List,
    Node(Atom),
    Other,
}

fn element(solver: &mut Solver, state: &State, word: Term) -> Element {
    match state.heap.locate(&mut solver.terms, word) {
        Location::Number(0) => Element::Nulls,
        Location::FirstNode { distance: 0, .. } => Element::List,
        Location::Block { base, offset } if constant(solver, offset) == Some(0) => {
            let is_node = |block: &&Arc<Block>| block.is_live() && block.region == Region::Heap;
            match state.heap.block(base).filter(is_node) {
                Some(_) => Element::Node(base),
                None => Element::Other,
            }
        }
        _ => Element::Other,
    }
}

/// A node without a successor as a segment. It must be clear which of its words is the link: the one where
/// another list of such nodes has it, or the only one that is null.
fn single(solver: &mut Solver, state: &State, references: &References, base: Atom) -> Option<(End, Segment)> {
    let known: BTreeSet<NodePattern> =
        state.heap.segments().iter().map(|segment| NodePattern::of(&segment.shape)).collect();
    let known: Vec<NodePattern> =
        known.into_iter().filter(|pattern| pattern.back.is_none() && pattern.entry == 0).collect();
    for pattern in known.into_iter().chain(only_null(solver, state, base)) {
        let Some(node) = describe_node(solver, state, references, base, pattern) else { continue };
        let own = [base];
        let parts = Parts { nodes: &own, segments: &[], node_size: node.shape.node_size, entry: 0 };
        if solver.terms.as_constant(node.link) != Some(0) || !leads_outside(solver, state, node.link, &parts)
        {
            continue;
        }
        let (shape, parameters) = NodeKinds::of_node(&solver.terms, &node).close(&node.shape);
        let segment = Segment {
            shape: Arc::new(shape),
            first: solver.terms.atom_term(base),
            next: node.link,
            back: None,
            minimum: 1,
            count: solver.terms.constant(1),
            parameters,
            order: Order::single(),
            members: Vec::new(),
            sorted: Vec::new(),
            each: None,
        };
        if ends_are_addresses(solver, state, &segment) {
            return Some((End::Node(Box::new(node)), segment));
        }
    }
    None
}

/// The pattern of a node with one null pointer.
fn only_null(solver: &mut Solver, state: &State, base: Atom) -> Option<NodePattern> {
    let block = state.heap.block(base)?;
    let mut nulls = block.cells.iter().filter_map(|cell| {
        let (start, end) = (constant(solver, cell.start)?, constant(solver, cell.end)?);
        let is_null = match cell.content {
            Content::Scalar(value) => value.is_defined() && solver.terms.as_constant(value.term) == Some(0),
            Content::Fill(0) => true,
            _ => false,
        };
        (is_null && matches!(end - start, 4 | 8) && start % (end - start) == 0).then_some((start, end))
    });
    let (link, end) = nulls.next()?;
    let pattern = NodePattern {
        entry: 0,
        back_entry: 0,
        link,
        back: None,
        link_bytes: end - link,
        region: Region::Heap,
        tail: None,
        has_tags: false,
    };
    nulls.next().is_none().then_some(pattern)
}
