//! Reading a block as a node of a list: which shape it has.

use super::owned::{Description, Owner, Shared};
use super::tail::{Layout, NumberAt, has_tail, say_text};
use crate::references::References;
use pure_logic::term::Atom;
use pure_logic::{Solver, Term};
use symbolic_heap::shape::{Body, Encoding, FieldContent, Shape, ShapeField, Tail};
use symbolic_heap::{Content, Location, Origin, Region, State};

/// Where the links of a node are.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct NodePattern {
    pub entry: u64,
    pub back_entry: u64,
    pub link: u64,
    pub back: Option<u64>,
    pub link_bytes: u64,
    pub region: Region,
    /// Where the tails of nodes begin, and how long they are.
    pub tail: Option<(u64, Tail)>,
    /// Some links have tags, so that a small number is taken for null with a tag.
    pub has_tags: bool,
}

impl NodePattern {
    /// Whether the links are at the same places.
    pub fn is_like(&self, other: &NodePattern) -> bool {
        NodePattern { has_tags: other.has_tags, ..*self } == *other
    }

    pub fn of(shape: &Shape) -> NodePattern {
        NodePattern {
            entry: shape.entry,
            back_entry: shape.back_entry,
            link: shape.link,
            back: shape.back,
            link_bytes: shape.link_bytes,
            region: shape.region,
            tail: (shape.tail != Tail::Empty).then_some((shape.node_size, shape.tail)),
            has_tags: shape.bodies.iter().any(|body| body.encoding().tag != 0),
        }
    }
}

/// A block read as a node.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Node {
    pub base: Atom,
    pub shape: Shape,
    /// What the fields of kind `Shared` hold, in order.
    pub parameters: Vec<Term>,
    pub link: Term,
    pub back: Option<Term>,
    /// What the words of the node hold that have the size of a pointer, by their offsets.
    pub words: Vec<(u64, Term)>,
    /// The stored numbers of the node.
    pub numbers: Vec<NumberAt>,
    /// Blocks that the node owns and that vanish into it.
    pub owned_blocks: Vec<Atom>,
    /// The positions of segments that the node owns and that vanish into it.
    pub owned_lists: Vec<usize>,
}

/// Describes a live block as a node with links at the given places.
pub fn describe_node(
    solver: &mut Solver,
    state: &State,
    references: &References,
    base: Atom,
    pattern: NodePattern,
) -> Option<Node> {
    let block = state.heap.block(base)?;
    if !block.is_live() || block.region != pattern.region {
        return None;
    }
    let layout = Layout::of(solver, state, block, pattern.tail.map(|tail| tail.0))?;
    let (node_size, tail) = (layout.size, pattern.tail.map_or(Tail::Empty, |tail| tail.1));
    if !has_tail(solver, state, &layout, tail) {
        return None;
    }
    let mut owner = Owner::of(solver, block, layout, pattern.link_bytes);
    let word = owner.word(pattern.link)?;
    let (link, encoding) = decoded(solver, state, (base, node_size), pattern, word);
    let is_encoded = encoding != Encoding::default();
    if is_encoded {
        owner.words.retain(|word| word.0 != pattern.link);
    }
    let back = match pattern.back {
        Some(offset) => Some(owner.word(offset)?),
        None => None,
    };
    let links: Vec<u64> = std::iter::once(pattern.link).chain(pattern.back).collect();
    // What somebody else turns out to refer to is not owned.
    let mut known_outside = Vec::new();
    let (mut fields, parameters, owned) = loop {
        let mut description = Description::new(solver, state, references, &known_outside);
        let mut parameters = Vec::new();
        let fields = description.fields(&owner, &links, &mut Shared::Values(&mut parameters), 0)?;
        let visible: Vec<Term> = parameters.iter().copied().chain([link]).chain(back).collect();
        match description.finish(base, &visible) {
            Ok(owned) => break (fields, parameters, owned),
            Err(name) => known_outside.push(name),
        }
    };
    say_text(&mut fields, tail);
    // Nobody ends what such a node owns when the node ends.
    if pattern.region != Region::Heap && !(owned.blocks.is_empty() && owned.lists.is_empty()) {
        return None;
    }
    if is_encoded {
        let (start, end) = (pattern.link, pattern.link + pattern.link_bytes);
        fields.push(ShapeField { start, end, content: FieldContent::Link(encoding) });
        fields.sort_by_key(|field| field.start);
    }
    Some(Node {
        base,
        shape: Shape {
            node_size,
            tail,
            region: pattern.region,
            entry: pattern.entry,
            back_entry: pattern.back_entry,
            link: pattern.link,
            back: pattern.back,
            link_bytes: pattern.link_bytes,
            bodies: vec![Body { fields }],
            parameters: parameters.len(),
            origin: Origin::of(block.allocated_at),
        },
        parameters,
        link,
        back,
        words: owner.words,
        numbers: owner.numbers,
        owned_blocks: owned.blocks,
        owned_lists: owned.lists,
    })
}

/// The address that a link of a node (its base and its size) holds, and how it does:
/// `word = address + tag`, or `word = address + tag - base`.
fn decoded(
    solver: &mut Solver,
    state: &State,
    (base, size): (Atom, u64),
    pattern: NodePattern,
    word: Term,
) -> (Term, Encoding) {
    if pattern.back.is_some() {
        return (word, Encoding::default());
    }
    let (address, is_relative) = absolute(solver, base, word);
    let tag = match state.heap.locate(&mut solver.terms, address) {
        Location::Block { base, offset } => {
            let block =
                state.heap.block(base).filter(|block| block.is_live() && block.region == pattern.region);
            let is_node = block.is_some_and(|block| match pattern.tail {
                Some(_) => true,
                None => constant(solver, block.size) == Some(size),
            });
            let offset = solver.terms.as_constant(offset).filter(|_| is_node);
            offset.map(|offset| offset - i128::from(pattern.entry))
        }
        Location::FirstNode { segment, distance } => {
            let shape = &state.heap.segments()[segment].shape;
            let is_alike = NodePattern::of(shape).is_like(&pattern) && shape.node_size == size;
            is_alike.then_some(distance)
        }
        Location::Number(number) => Some(if pattern.has_tags { number } else { 0 }),
        Location::LastNode { .. }
        | Location::Root { .. }
        | Location::BeforeHole { .. }
        | Location::Member { .. }
        | Location::Unknown => {
            if is_relative {
                return (word, Encoding::default());
            }
            None
        }
    };
    let tag = tag.filter(|tag| (0..i128::from(pattern.link_bytes)).contains(tag)).unwrap_or(0);
    let encoding = Encoding { tag: i64::try_from(tag).unwrap_or(0), is_relative };
    (solver.terms.add_constant(address, -tag), encoding)
}

/// The address that a word in a block tells, and whether it tells it by the distance from the block.
pub(crate) fn absolute(solver: &mut Solver, base: Atom, word: Term) -> (Term, bool) {
    let is_distance = solver.terms.summands(word).contains(&(base, -1));
    let own = solver.terms.atom_term(base);
    (if is_distance { solver.terms.add(word, own) } else { word }, is_distance)
}

/// The defined word that a content is, if it is one.
pub(super) fn word_of(solver: &mut Solver, content: Content) -> Option<Term> {
    match content {
        Content::Scalar(value) if value.is_defined() => Some(value.term),
        Content::Fill(0) => Some(solver.terms.constant(0)),
        _ => None,
    }
}

pub(crate) fn constant(solver: &Solver, term: Term) -> Option<u64> {
    solver.terms.as_constant(term).and_then(|number| u64::try_from(number).ok())
}

/// Whether a term is computed from the address of a block or the end of a segment.
pub fn mentions_memory(solver: &Solver, state: &State, term: Term) -> bool {
    let mut found = false;
    let heads: Vec<Term> =
        state.heap.instances().flat_map(|(_, instance)| instance.heads(&solver.terms)).collect();
    solver.terms.for_each_atom(term, &mut |atom| {
        found |= state.heap.block(atom).is_some()
            || heads.iter().any(|&head| solver.terms.mentions(head, atom))
            || state.heap.segments().iter().any(|segment| {
                solver.terms.mentions(segment.first, atom)
                    || segment.back.is_some_and(|ends| solver.terms.mentions(ends.last, atom))
                    || segment.members.iter().any(|&member| solver.terms.mentions(member, atom))
            });
    });
    found
}
