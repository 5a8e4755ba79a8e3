//! Noticing that a program builds trees: a node that branches.
//!
//! Two words of a block lead to two other blocks of its size that are allocated for the same type, neither leads back by these words, and behind them is nothing that
//! both reach. So neither a doubly linked list nor a skip list is taken for a tree. Or a way through such blocks goes on by another word than the
//! one by which it came: a program that follows one path down, as that of a trie does, may build many nodes before one branches.
//!
//! Where there are trees, nodes of lists that lead to nodes of trees are nodes as well, with one child: a segment cannot say what these own.

use super::kind::{TreeKind, TreeKinds, is_of_origin};
use crate::fold::constant;
use crate::references::{Holder, References};
use pure_logic::term::Atom;
use pure_logic::{Solver, Term};
use std::collections::{BTreeMap, BTreeSet};
use symbolic_heap::shape::{Shape, Tail};
use symbolic_heap::{Block, Content, Location, PlaceTag, Region, State};

/// An address in a word of a block: where the word is, and where it leads to.
#[derive(Clone, Copy)]
struct Reference {
    offset: u64,
    bytes: u64,
    to: Atom,
    entry: u64,
}

/// What tells nodes of different kinds apart.
#[derive(Clone, Copy)]
struct Node {
    size: u64,
    origin: PlaceTag,
}

impl Node {
    fn is_like(self, other: Node) -> bool {
        self.size == other.size && is_of_origin(self.origin, other.origin)
    }
}

/// Adds the kinds of nodes that branch in a state, besides those that are known.
pub fn kinds_of(solver: &mut Solver, state: &State, known: TreeKinds, kinds: &mut TreeKinds) {
    let references = references(solver, state);
    let nodes = nodes(solver, state);
    for (base, words) in &references {
        if state.heap.block(*base).is_none() {
            continue;
        }
        let Some(&own) = nodes.get(base) else { continue };
        // A node that comes out of a list mostly is one of a list of lists whose nodes are as large, unless there are trees anyway.
        if own.origin == PlaceTag::default() && known.is_empty() {
            continue;
        }
        let is_twin = |atom: Atom| nodes.get(&atom).is_some_and(|&other| own.is_like(other));
        let twins: Vec<Reference> =
            words.iter().copied().filter(|word| word.to != *base && is_twin(word.to)).collect();
        for (index, left) in twins.iter().enumerate() {
            for right in &twins[index + 1..] {
                if left.to != right.to
                    && left.entry < own.size
                    && (left.entry, left.bytes) == (right.entry, right.bytes)
                    && branches(&references, *base, *left, *right, &is_twin)
                {
                    let kind = kind_of(&references, own, [(*base, *left), (*base, *right)]);
                    kinds.add_other(known, kind);
                }
            }
        }
        for &upper in &twins {
            if let Some(lower) = goes_on_elsewhere(&references, *base, upper, &is_twin) {
                let kind = kind_of(&references, own, [(*base, upper), (upper.to, lower)]);
                kinds.add_other(known, kind);
            }
        }
    }
}

/// The word by which a way down goes on from a node, if it is at another place than the one by which it came there: the nodes of a list have
/// one such place. Nothing else leads to both nodes by these words, and they do not lead back.
fn goes_on_elsewhere(
    references: &BTreeMap<Atom, Vec<Reference>>,
    first: Atom,
    upper: Reference,
    is_twin: &dyn Fn(Atom) -> bool,
) -> Option<Reference> {
    let words = |of: Atom| references.get(&of).into_iter().flatten();
    let at = |of: Atom, offset: u64| words(of).any(|word| word.offset == offset && is_twin(word.to));
    let is_alike = |word: &&Reference| {
        let is_other = word.offset != upper.offset && word.to != first && word.to != upper.to;
        is_other && (word.entry, word.bytes) == (upper.entry, upper.bytes) && is_twin(word.to)
    };
    let mut onwards = words(upper.to).filter(is_alike);
    let (Some(&lower), None) = (onwards.next(), onwards.next()) else { return None };
    let is_way = |word: &&Reference| word.offset == upper.offset || word.offset == lower.offset;
    let comers = |to: Atom| references.values().flatten().filter(is_way).filter(|word| word.to == to).count();
    let is_straight = at(first, lower.offset) || at(upper.to, upper.offset);
    let leads_back = words(lower.to).filter(is_way).any(|word| word.to == first || word.to == upper.to);
    let is_whole = |word: Reference| {
        word.offset.is_multiple_of(word.bytes.max(1)) && word.offset / word.bytes.max(1) < 64
    };
    let is_tree = !is_straight && !leads_back && comers(upper.to) == 1 && comers(lower.to) == 1;
    (is_tree && is_whole(upper) && is_whole(lower)).then_some(lower)
}

/// Adds the kinds of nodes with one link to another node of their size and a word that leads to a node of a tree of a kind that is known.
pub fn lists_of_trees(solver: &mut Solver, state: &State, known: TreeKinds, kinds: &mut TreeKinds) {
    let blocks: Vec<_> = state.heap.blocks().cloned().collect();
    let mut all = None;
    for block in blocks.iter().filter(|block| block.is_live() && block.region == Region::Heap) {
        let is_known = known.iter().chain(kinds.iter()).any(|kind| kind.fits(&solver.terms, block));
        if is_known || !leads_to_tree(solver, state, known, block) {
            continue;
        }
        let references = all.get_or_insert_with(|| references(solver, state));
        let nodes = nodes(solver, state);
        let Some(&own) = nodes.get(&block.base) else { continue };
        let is_twin = |atom: Atom| nodes.get(&atom).is_some_and(|&other| own.is_like(other));
        let words = references.get(&block.base).into_iter().flatten();
        let twins: Vec<Reference> = words.copied().filter(|word| is_twin(word.to)).collect();
        let [link] = twins[..] else { continue };
        let leads_back = references.get(&link.to).into_iter().flatten().any(|word| word.to == block.base);
        let bytes = link.bytes.max(1);
        let is_whole = link.offset.is_multiple_of(bytes) && link.offset / bytes < 64;
        if link.to != block.base && !leads_back && is_whole && link.entry < own.size {
            let links = 1 << (link.offset / bytes);
            let Node { size, origin } = own;
            kinds.add(TreeKind { size, origin, entry: link.entry, word: bytes, links, parents: 0 });
        }
    }
}

/// Adds the kinds of nodes of lists and rings to which nodes of trees lead by words that are neither links nor parents: in the body of
/// a definition a list is an instance as well.
pub fn lists_in_trees(solver: &mut Solver, state: &State, known: TreeKinds, kinds: &mut TreeKinds) {
    let mut all = None;
    let blocks: Vec<_> = state.heap.blocks().cloned().collect();
    for block in &blocks {
        let Some(kind) = known.of_block(&solver.terms, block) else { continue };
        for cell in block.cells.iter() {
            let Content::Scalar(value) = cell.content else { continue };
            let Some(start) = constant(solver, cell.start) else { continue };
            if kind.offsets(kind.links | kind.parents).any(|offset| offset == start) {
                continue;
            }
            let seen = match state.heap.locate(&mut solver.terms, value.term) {
                Location::FirstNode { segment, distance: 0 } => {
                    kind_of_row(&state.heap.segments()[segment].shape)
                }
                Location::LastNode { segment, distance: 0 } => {
                    state.heap.segments()[segment].shape.reversed().and_then(|shape| kind_of_row(&shape))
                }
                Location::Block { base, offset } if base != block.base => {
                    let (references, nodes) =
                        all.get_or_insert_with(|| (references(solver, state), nodes(solver, state)));
                    constant(solver, offset).and_then(|entry| kind_of_list(references, nodes, base, entry))
                }
                _ => None,
            };
            if let Some(seen) = seen {
                kinds.add_other(known, seen);
            }
        }
    }
}

/// The kind of the nodes of a row.
fn kind_of_row(shape: &Shape) -> Option<TreeKind> {
    let word = shape.link_bytes;
    let bit = |offset: u64| (offset.is_multiple_of(word) && offset / word < 64).then(|| 1 << (offset / word));
    let is_plain = shape.tail == Tail::Empty && shape.region == Region::Heap && shape.turn() == 0;
    is_plain.then_some(TreeKind {
        size: shape.node_size,
        origin: shape.origin.tag(),
        entry: shape.entry,
        word,
        links: bit(shape.link)?,
        parents: shape.back.map_or(Some(0), bit)?,
    })
}

/// The kind of a node that leads to another one like it. Of two words that lead to such nodes the first is the link, and the other one leads
/// back.
fn kind_of_list(
    references: &BTreeMap<Atom, Vec<Reference>>,
    nodes: &BTreeMap<Atom, Node>,
    base: Atom,
    entry: u64,
) -> Option<TreeKind> {
    let &own = nodes.get(&base)?;
    let is_twin = |word: &&Reference| {
        let is_like = nodes.get(&word.to).is_some_and(|&other| own.is_like(other));
        word.to != base && word.entry == entry && is_like
    };
    let twins: Vec<&Reference> = references.get(&base)?.iter().filter(is_twin).collect();
    let link = *twins.first()?;
    let word = link.bytes.max(1);
    let bit = |offset: u64| (offset.is_multiple_of(word) && offset / word < 64).then(|| 1 << (offset / word));
    let back: Vec<u64> = references
        .get(&link.to)?
        .iter()
        .filter(|up| up.to == base && up.offset != link.offset)
        .map(|up| up.offset)
        .collect();
    let is_back = |up: &&Reference| back.contains(&up.offset);
    if back.len() > 1 || twins.len() > 2 || !twins[1..].iter().all(is_back) {
        return None;
    }
    let parents = back.first().map_or(Some(0), |&up| bit(up))?;
    let Node { size, origin } = own;
    Some(TreeKind { size, origin, entry, word, links: bit(link.offset)?, parents })
}

/// Adds further links of nodes of known kinds: words that alone lead to a tree of the same kind.
pub fn further_links(solver: &mut Solver, state: &State, known: TreeKinds, kinds: &mut TreeKinds) {
    let mut all = None;
    let blocks: Vec<_> = state.heap.blocks().cloned().collect();
    for block in &blocks {
        let Some(kind) = known.of_block(&solver.terms, block) else { continue };
        for cell in block.cells.iter() {
            let Content::Scalar(value) = cell.content else { continue };
            let Some(start) = constant(solver, cell.start) else { continue };
            let is_word = start.is_multiple_of(kind.word) && start / kind.word < 64;
            if !is_word || kind.offsets(kind.links | kind.parents).any(|offset| offset == start) {
                continue;
            }
            let instance = match state.heap.locate(&mut solver.terms, value.term) {
                Location::Root { instance, distance: 0 } => instance,
                // What was taken for a list because only one link was in use goes on at another word; or nothing else leads there.
                Location::Block { base, .. } if base != block.base => {
                    let is_like = state.heap.block(base).is_some_and(|to| kind.fits(&solver.terms, to));
                    if is_like && is_below(&references(solver, state), block.base, base, kind) {
                        kinds.add(TreeKind { links: kind.links | 1 << (start / kind.word), ..kind });
                    }
                    continue;
                }
                _ => continue,
            };
            let references = all.get_or_insert_with(|| References::of(&solver.terms, state));
            let is_alone = |atom: Atom| {
                references.to(atom).iter().all(|holder| match *holder {
                    Holder::Cell(other, _) => other == block.base,
                    Holder::Instance(id) => id == instance,
                    _ => false,
                })
            };
            let Some(instance) = state.heap.instance(instance) else { continue };
            if instance.hole.is_none()
                && !instance.definition.uses.is_empty()
                && kind.is_of_definition(&solver.terms, &instance.definition)
                && solver.terms.as_atom(value.term).is_some_and(is_alone)
            {
                kinds.add(TreeKind { links: kind.links | 1 << (start / kind.word), ..kind });
            }
        }
    }
}

/// Whether a node to which another one leads does not lead back, and nothing but the other one leads there: of a list this is not asked.
fn is_below(references: &BTreeMap<Atom, Vec<Reference>>, upper: Atom, lower: Atom, kind: TreeKind) -> bool {
    let comers = references.values().flatten().filter(|word| word.to == lower).count();
    let is_alone = kind.is_list() || kind.parents == 0 && comers == 1;
    is_alone && !reached(references, lower, None).contains(&upper)
}

fn leads_to_tree(solver: &mut Solver, state: &State, known: TreeKinds, block: &Block) -> bool {
    block.cells.iter().any(|cell| {
        let Content::Scalar(value) = cell.content else { return false };
        match state.heap.locate(&mut solver.terms, value.term) {
            Location::Root { instance, distance: 0 } => {
                state.heap.instance(instance).is_some_and(|instance| !instance.definition.uses.is_empty())
            }
            Location::Block { base, .. } => {
                state.heap.block(base).is_some_and(|to| known.of_block(&solver.terms, to).is_some())
            }
            _ => false,
        }
    })
}

fn references(solver: &mut Solver, state: &State) -> BTreeMap<Atom, Vec<Reference>> {
    let mut references: BTreeMap<Atom, Vec<Reference>> = BTreeMap::new();
    let blocks: Vec<_> = state.heap.blocks().cloned().collect();
    // Blocks that may be missing are nodes of those executions in which they are there.
    for block in blocks.iter().filter(|block| block.may_be_live() && block.region == Region::Heap) {
        let words = references.entry(block.base).or_default();
        for cell in block.cells.iter() {
            let Content::Scalar(value) = cell.content else { continue };
            let (Some(start), Some(end)) = (constant(solver, cell.start), constant(solver, cell.end)) else {
                continue;
            };
            words.extend(reference(solver, state, start, end - start, value.term));
        }
    }
    for segment in state.heap.segments().iter().filter(|segment| segment.shape.region == Region::Heap) {
        let Some(first) = solver.terms.as_atom(segment.first) else { continue };
        let (link, bytes) = (segment.shape.link, segment.shape.link_bytes);
        let mut words: Vec<Reference> = Vec::new();
        words.extend(reference(solver, state, link, bytes, segment.next));
        if let (Some(ends), Some(back)) = (segment.back, segment.shape.back) {
            words.extend(reference(solver, state, back, bytes, ends.previous));
        }
        references.insert(first, words);
    }
    references
}

/// A word that leads to a block or to the first node of a segment.
fn reference(
    solver: &mut Solver,
    state: &State,
    offset: u64,
    bytes: u64,
    address: Term,
) -> Option<Reference> {
    let (to, entry) = match state.heap.locate(&mut solver.terms, address) {
        Location::Block { base, offset } => {
            state.heap.block(base).filter(|to| to.may_be_live() && to.region == Region::Heap)?;
            (base, constant(solver, offset)?)
        }
        Location::FirstNode { segment, distance: 0 } => {
            let segment = &state.heap.segments()[segment];
            (solver.terms.as_atom(segment.first)?, segment.shape.entry)
        }
        _ => return None,
    };
    Some(Reference { offset, bytes, to, entry })
}

/// The nodes that references lead to.
fn nodes(solver: &Solver, state: &State) -> BTreeMap<Atom, Node> {
    let mut nodes = BTreeMap::new();
    for block in state.heap.blocks() {
        let node = |size| Node { size, origin: block.allocated_at };
        nodes.extend(constant(solver, block.size).map(|size| (block.base, node(size))));
    }
    for segment in state.heap.segments() {
        let node = Node { size: segment.shape.node_size, origin: segment.shape.origin.tag() };
        nodes.extend(solver.terms.as_atom(segment.first).map(|first| (first, node)));
    }
    nodes
}

/// Whether two words of a node lead to different parts of a structure that do not lead back by these words.
fn branches(
    references: &BTreeMap<Atom, Vec<Reference>>,
    node: Atom,
    left: Reference,
    right: Reference,
    is_twin: &dyn Fn(Atom) -> bool,
) -> bool {
    let leads_back = |from: Atom| {
        references
            .get(&from)
            .into_iter()
            .flatten()
            .any(|word| word.to == node && (word.offset == left.offset || word.offset == right.offset))
    };
    let reached = |from: Atom| {
        let mut reached = reached(references, from, Some(node));
        reached.retain(|&atom| is_twin(atom));
        reached
    };
    let is_whole = |word: Reference| {
        word.offset.is_multiple_of(word.bytes.max(1)) && word.offset / word.bytes.max(1) < 64
    };
    is_whole(left)
        && is_whole(right)
        && !leads_back(left.to)
        && !leads_back(right.to)
        && reached(left.to).is_disjoint(&reached(right.to))
}

/// All that words lead to from a block, but not beyond another one.
fn reached(references: &BTreeMap<Atom, Vec<Reference>>, from: Atom, without: Option<Atom>) -> BTreeSet<Atom> {
    let mut reached = BTreeSet::from([from]);
    let mut work = vec![from];
    while let Some(at) = work.pop() {
        for word in references.get(&at).into_iter().flatten() {
            if Some(word.to) != without && reached.insert(word.to) {
                work.push(word.to);
            }
        }
    }
    reached
}

/// The kind of nodes with two links, each from the node that it was seen in.
fn kind_of(
    references: &BTreeMap<Atom, Vec<Reference>>,
    Node { size, origin }: Node,
    seen: [(Atom, Reference); 2],
) -> TreeKind {
    let [(_, left), (_, right)] = seen;
    let word = left.bytes.max(1);
    let bit = |offset: u64| {
        if offset.is_multiple_of(word) && offset / word < 64 { 1 << (offset / word) } else { 0 }
    };
    let links = bit(left.offset) | bit(right.offset);
    let upwards = seen.map(|(node, link)| {
        let words = references.get(&link.to).into_iter().flatten();
        let to_parent = words.filter(|up| up.to == node && up.entry == link.entry && up.bytes == word);
        to_parent.fold(0, |set, up| set | bit(up.offset))
    });
    let parents = upwards[0] & upwards[1] & !links;
    TreeKind { size, origin, entry: left.entry, word, links, parents }
}
