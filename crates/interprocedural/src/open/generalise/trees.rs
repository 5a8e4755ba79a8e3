//! From preconditions with a few nodes that branch to preconditions with trees.
//!
//! One execution seldom sees both children of a node: a search goes down to one of them. So which words lead to children is
//! gathered from all preconditions of a function, and a few nodes become a tree with such nodes:
//!
//! ```text
//!   x { l: y, key: k } * y { key: k' }        l and r lead down somewhere
//!  ───────────────────────────────────────────────────────────────────────
//!   tree(x; l, r) with a key in every node
//! ```

use super::super::entry::{Entry, visible};
use super::super::hints;
use super::super::infer::is_callers;
use super::with_nodes;
use heap_rules::fold::{Precision, abstract_state};
use heap_rules::posed::{self, Slot};
use heap_rules::trees::{TreeKind, TreeKinds};
use ir::debug::TypeId;
use pure_logic::term::Atom;
use std::collections::{BTreeMap, BTreeSet};
use symbolic_execution::Context;
use symbolic_heap::{Block, Content, PlaceTag, Region, State, Value};

/// Nodes that branch, of one type.
pub struct Branching {
    /// The name of the type in C.
    name: String,
    kind: TreeKind,
}

/// The directions of the words by which nodes of one type lead to each other.
struct Directions {
    size: u64,
    down: BTreeSet<u64>,
    up: BTreeSet<u64>,
}

/// The types of nodes of which several words lead down, in any of the preconditions.
pub fn branching(context: &Context<'_>, entries: &[Entry]) -> Vec<Branching> {
    let mut types: BTreeMap<String, Directions> = BTreeMap::new();
    for entry in entries.iter().filter(|entry| entry.aliases == 0) {
        note_directions(context, entry, &mut types);
    }
    let word = u64::from(context.pointer_bits() / 8);
    let bits = |offsets: &BTreeSet<u64>| -> Option<u64> {
        let is_word = |offset: &u64| offset.is_multiple_of(word) && offset / word < 64;
        offsets.iter().all(is_word).then(|| offsets.iter().fold(0, |set, offset| set | 1 << (offset / word)))
    };
    let kinds = types.into_iter().filter_map(|(name, Directions { size, down, up })| {
        // A word that leads down in one node and up in another belongs to no tree.
        let (links, parents) = bits(&down).zip(bits(&up)).filter(|(down, up)| down & up == 0)?;
        let origin = PlaceTag::default();
        let kind = TreeKind { size, origin, entry: 0, word, links, parents };
        (down.len() > 1).then_some(Branching { name, kind })
    });
    kinds.collect()
}

/// Follows the words of nodes from where the arguments and other memory lead.
fn note_directions(context: &Context<'_>, entry: &Entry, types: &mut BTreeMap<String, Directions>) {
    let terms = &context.solver.terms;
    let state = &entry.state;
    let mut reached: BTreeSet<Atom> = BTreeSet::new();
    let leads_to =
        |content: Content| terms.as_atom(content.term()?).filter(|to| state.heap.block(*to).is_some());
    let mut work: Vec<Atom> =
        state.registers.iter().flatten().filter_map(|value| terms.as_atom(value.term)).collect();
    let others = state.heap.blocks().filter(|block| record(context, entry, block).is_none());
    work.extend(others.flat_map(|block| block.cells.iter()).filter_map(|cell| leads_to(cell.content)));
    work.retain(|node| reached.insert(*node));
    while let Some(node) = work.pop() {
        let Some(block) = state.heap.block(node) else { continue };
        let own = record(context, entry, block);
        for cell in block.cells.iter() {
            let Some(to) = leads_to(cell.content).filter(|to| *to != node) else { continue };
            let is_new = reached.insert(to);
            if is_new {
                work.push(to);
            }
            let other = state.heap.block(to).and_then(|to| record(context, entry, to));
            let (Some((name, size)), Some(offset)) = (&own, terms.as_constant(cell.start)) else { continue };
            let Some(offset) = u64::try_from(offset).ok().filter(|_| own == other) else { continue };
            let directions = types.entry(name.clone()).or_insert_with(|| Directions {
                size: *size,
                down: BTreeSet::new(),
                up: BTreeSet::new(),
            });
            if is_new {
                directions.down.insert(offset)
            } else {
                directions.up.insert(offset)
            };
        }
    }
}

/// The record that begins where a block of the caller does: its name and size.
fn record(context: &Context<'_>, entry: &Entry, block: &Block) -> Option<(String, u64)> {
    let types = &context.module.types;
    let known: &(TypeId, i128) = entry.types.get(&block.base).filter(|_| is_callers(block.region))?;
    let size = hints::record_size(types, known.0)?;
    (known.1 == 0 && block.is_live()).then(|| (types.c_name(known.0), size))
}

/// Preconditions with trees in the place of nodes that branch, the most general first.
pub fn with_trees(context: &mut Context<'_>, entry: &Entry, branching: &Branching) -> Vec<Entry> {
    let Some(folded) = fold(context, entry, branching) else { return Vec::new() };
    let mut entries: Vec<Entry> = possibly_empty(context, &folded).into_iter().collect();
    entries.push(folded);
    entries
}

/// The precondition with all words of its nodes: links that were not looked at lead nowhere.
pub fn with_all_links(
    context: &mut Context<'_>,
    entry: &Entry,
    kinds: TreeKinds,
    nodes: &BTreeSet<Atom>,
) -> Option<Entry> {
    let mut whole = with_nodes(context, entry, nodes)?;
    for &node in nodes {
        let kind = kinds.of_block(&context.solver.terms, whole.state.heap.block(node)?);
        if let Some(kind) = kind {
            complete(context, &mut whole.state, kind, node, nodes)?;
        }
    }
    Some(whole)
}

/// The precondition with a tree in the place of its nodes.
fn fold(context: &mut Context<'_>, entry: &Entry, Branching { name, kind }: &Branching) -> Option<Entry> {
    let is_node = |block: &Block| record(context, entry, block).is_some_and(|(own, _)| own == *name);
    let blocks = entry.state.heap.blocks().filter(|block| is_node(block));
    let nodes: BTreeSet<Atom> = blocks.map(|block| block.base).collect();
    if nodes.is_empty() || entry.aliases > 0 {
        return None;
    }
    let mut kinds = TreeKinds::default();
    kinds.add(*kind);
    let whole = with_all_links(context, entry, kinds, &nodes)?;
    // The nodes alone, with what they lead to, so that nothing outside keeps them from being folded.
    let blocks = whole.state.heap.blocks();
    let blocks =
        blocks.filter(|block| nodes.contains(&block.base) || is_owned(context, &whole, block, &nodes));
    let alone = posed::alone(&whole.state, blocks);
    let folded = abstract_state(&mut context.solver, &alone, Precision::Trees(kinds));
    if folded.heap.blocks().next().is_some() || !folded.heap.segments().is_empty() {
        return None;
    }
    let mut tree = whole;
    posed::replace_by_trees(&mut tree.state, &alone, &folded);
    let seen = visible(&context.solver, &tree.state);
    tree.state.facts = tree.state.facts.project(&mut context.solver, &|atom| seen.contains(&atom));
    tree.dependence = super::Dependence::Values;
    Some(tree)
}

/// Whether only a node leads to a block.
fn is_owned(context: &Context<'_>, entry: &Entry, block: &Block, nodes: &BTreeSet<Atom>) -> bool {
    let terms = &context.solver.terms;
    let own = terms.atom_term(block.base);
    let holds = |other: &Block| other.cells.iter().any(|cell| cell.content.term() == Some(own));
    block.region == Region::Heap
        && block.is_live()
        && entry.state.heap.blocks().filter(|other| holds(other)).all(|other| nodes.contains(&other.base))
        && entry.state.heap.blocks().any(|other| holds(other))
        && !entry.state.registers.iter().flatten().any(|value| value.term == own)
}

/// Lets all links of a node lead to other nodes or nowhere, and up where they come from.
fn complete(
    context: &mut Context<'_>,
    state: &mut State,
    kind: TreeKind,
    node: Atom,
    nodes: &BTreeSet<Atom>,
) -> Option<()> {
    let word = i128::from(kind.word);
    let is_parent = |offset: u64| kind.offsets(kind.parents).any(|parent| parent == offset);
    for offset in kind.offsets(kind.links | kind.parents).collect::<Vec<u64>>() {
        let (start, end) =
            (context.constant(i128::from(offset)), context.constant(i128::from(offset) + word));
        let parent = is_parent(offset).then(|| parent_of(context, state, kind, node));
        let slot = Slot::at(&mut context.solver, state, node, (start, end))?;
        let held = match slot.content() {
            Some(Content::Scalar(value)) => Some(value.term),
            _ => None,
        };
        let is_node =
            held.and_then(|held| context.solver.terms.as_atom(held)).is_some_and(|to| nodes.contains(&to));
        let target = match parent {
            None if is_node => continue,
            None => context.constant(0),
            Some(Some(parent)) => context.solver.terms.atom_term(parent),
            // What the first node leads up to is anything.
            Some(None) => match held.filter(|_| !is_node) {
                Some(_) => continue,
                None => {
                    let up = context.solver.terms.fresh_variable("up");
                    let range = context.between(0, up, kind.highest_word());
                    state.facts.assume_all(&mut context.solver, &range);
                    up
                }
            },
        };
        slot.put(state, Content::Scalar(Value::defined(target)));
    }
    Some(())
}

/// The node that leads down to another.
fn parent_of(context: &Context<'_>, state: &State, kind: TreeKind, node: Atom) -> Option<Atom> {
    let terms = &context.solver.terms;
    let own = terms.atom_term(node);
    let leads_down = |block: &Block| {
        block.cells.iter().any(|cell| {
            let start = terms.as_constant(cell.start);
            cell.content.term() == Some(own)
                && kind.offsets(kind.links).any(|link| Some(i128::from(link)) == start)
        })
    };
    state.heap.blocks().find(|block| block.base != node && leads_down(block)).map(|block| block.base)
}

/// The precondition whose trees may have no nodes.
fn possibly_empty(context: &mut Context<'_>, entry: &Entry) -> Option<Entry> {
    let solver = &mut context.solver;
    let mut empty = entry.clone();
    let roots = posed::with_possibly_empty_trees(solver, &mut empty.state);
    empty.state.facts = entry.state.facts.project(solver, &|atom| !roots.contains(&atom));
    for root in roots {
        let root = context.solver.terms.atom_term(root);
        let range = context.between(0, root, (1 << context.pointer_bits()) - 1);
        empty.state.facts.assume_all(&mut context.solver, &range);
    }
    empty.state = heap_rules::rearrange::normalise(&mut context.solver, empty.state)?;
    Some(empty)
}
