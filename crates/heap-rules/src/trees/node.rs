//! Describing a block as a node of a tree: its fields, and what is reached only through it.

use super::fields::{Field, NodeFields};
use super::kind::{Told, TreeKind};
use super::order::{self, Order};
use super::{owned, tags};
use crate::fold::{constant, mentions_memory};
use crate::limits::ZERO_WORDS_OF_A_NODE;
use crate::references::{Holder, References};
use pure_logic::term::Atom;
use pure_logic::{Solver, Term};
use symbolic_heap::{Content, InstanceId, Location, State, Value};

/// A block, seen as a node.
pub(crate) struct TreeNode {
    pub base: Atom,
    /// By what it is referred to.
    pub address: Term,
    pub fields: NodeFields,
    /// What the links hold, in the order of their places.
    pub links: Vec<Term>,
    pub parents: Vec<Term>,
    /// Links, words that own something and words that are null, by their offsets.
    pub words: Vec<(u64, Term)>,
    /// The orders that its words allow, each with its number.
    pub keys: Vec<(Order, Term)>,
    /// Blocks and instances that the node alone refers to.
    pub owned_blocks: Vec<Atom>,
    pub owned_instances: Vec<InstanceId>,
}

impl TreeNode {
    /// The arguments that the node is an instance with, but for bounds.
    pub fn arguments(&self) -> Vec<Term> {
        std::iter::once(self.address).chain(self.parents.iter().copied()).collect()
    }

    /// The arguments that it passes to the child behind one of its links, but for bounds.
    pub fn passed(&self, link: usize) -> Vec<Term> {
        std::iter::once(self.links[link]).chain(self.parents.iter().map(|_| self.address)).collect()
    }
}

/// Describes a live block as a node of a kind; with what is told of numbers, if that is asked for.
pub(crate) fn describe_told(
    solver: &mut Solver,
    state: &State,
    references: &References,
    kind: TreeKind,
    base: Atom,
    told: Told,
) -> Option<TreeNode> {
    let mut node = describe(solver, state, references, kind, base)?;
    if told == Told::Nothing {
        return Some(node);
    }
    let block = state.heap.block(base)?;
    let mut cells = Vec::new();
    for cell in block.cells.iter() {
        cells.push((constant(solver, cell.start)?, constant(solver, cell.end)?, &cell.content));
    }
    match told {
        Told::Nothing => {}
        Told::Tags => {
            let tags = tags::describe(solver, &state.facts, cells.iter().copied(), &node.words);
            node.fields = node.fields.with_tags(tags);
        }
        Told::Orders => {
            node.keys = order::of_node(solver, state, &node.fields, cells.into_iter());
            node.fields.orders = node.keys.iter().map(|key| key.0).collect();
        }
    }
    Some(node)
}

/// Describes a live block as a node of a kind.
pub(crate) fn describe(
    solver: &mut Solver,
    state: &State,
    references: &References,
    kind: TreeKind,
    base: Atom,
) -> Option<TreeNode> {
    describe_inside(solver, state, references, kind, base, &[])
}

/// Describes a live block as a node of a kind that is a part of other blocks.
pub(super) fn describe_inside(
    solver: &mut Solver,
    state: &State,
    references: &References,
    kind: TreeKind,
    base: Atom,
    outer: &[Atom],
) -> Option<TreeNode> {
    let inside: Vec<Atom> = outer.iter().copied().chain([base]).collect();
    let block = state.heap.block(base).filter(|block| kind.fits(&solver.terms, block))?;
    let mut cells = block.cells.clone();
    let mut words: Vec<u64> = kind.offsets(kind.links | kind.parents).collect();
    words.retain(|word| word + kind.word <= kind.size);
    for &word in &words {
        let (start, end) =
            (solver.terms.constant(i128::from(word)), solver.terms.constant(i128::from(word + kind.word)));
        cells.isolate(solver, &state.facts, start, end).ok()?;
    }
    let own = solver.terms.atom_term(base);
    let mut node = TreeNode {
        base,
        address: solver.terms.add_constant(own, i128::from(kind.entry)),
        fields: NodeFields::new(kind, []),
        links: Vec::new(),
        parents: Vec::new(),
        words: Vec::new(),
        keys: Vec::new(),
        owned_blocks: Vec::new(),
        owned_instances: Vec::new(),
    };
    let mut fields = Vec::new();
    for cell in cells.iter() {
        let (start, end) = (constant(solver, cell.start)?, constant(solver, cell.end)?);
        let is_word = words.contains(&start) && end == start + kind.word;
        if is_word {
            let word = match cell.content {
                Content::Scalar(value) if value.is_defined() => value.term,
                Content::Fill(0) => solver.terms.constant(0),
                _ => return None,
            };
            let is_link = kind.offsets(kind.links).any(|offset| offset == start);
            if is_link {
                node.links.push(word);
                node.words.push((start, word));
            } else {
                let range = state.facts.bounds(solver, word);
                let is_word = range.lower.is_some_and(|low| low >= 0)
                    && range.upper.is_some_and(|high| high <= kind.highest_word());
                if !is_word {
                    return None;
                }
                node.parents.push(word)
            };
            fields.push((start, end, if is_link { Field::Link } else { Field::Parent }));
            continue;
        }
        let field = (start, end, cell.content);
        describe_data(solver, state, references, &mut node, field, &inside, &mut fields)?;
    }
    if node.links.len() + node.parents.len() != words.len() {
        return None;
    }
    node.fields = NodeFields::new(kind, fields);
    Some(node)
}

fn describe_data(
    solver: &mut Solver,
    state: &State,
    references: &References,
    node: &mut TreeNode,
    (start, end, content): (u64, u64, Content),
    inside: &[Atom],
    fields: &mut Vec<(u64, u64, Field)>,
) -> Option<()> {
    let word = node.fields.kind.word;
    let is_word = end == start + word && start % word == 0;
    let field = match content {
        Content::Uninitialised | Content::Striped(_) | Content::Text => Field::Uninitialised,
        Content::Each(_) | Content::Unknown | Content::Letters => Field::Stored,
        Content::Owning(_) | Content::Tiles(_) | Content::Absent => return None,
        Content::Fill(0) if start % word == 0 && end - start <= ZERO_WORDS_OF_A_NODE * word => {
            let mut at = start;
            while at + word <= end {
                fields.push((at, at + word, Field::Zero));
                node.words.push((at, solver.terms.constant(0)));
                at += word;
            }
            if at < end {
                fields.push((at, end, Field::Stored));
            }
            return Some(());
        }
        Content::Fill(_) => Field::Stored,
        Content::Scalar(value) if mentions_memory(solver, state, value.term) => {
            if !is_word || !value.is_defined() {
                return None;
            }
            describe_owned(solver, state, references, node, value, inside)?
        }
        Content::Scalar(value) if !value.is_defined() => Field::Uninitialised,
        Content::Scalar(value) if is_word && solver.terms.as_constant(value.term) == Some(0) => Field::Zero,
        Content::Scalar(_) => Field::Stored,
    };
    if let (Field::Owned { .. } | Field::Zero, Some(word)) = (&field, content.term()) {
        node.words.push((start, word));
    }
    fields.push((start, end, field));
    Some(())
}

/// What a word leads to, if nothing else does.
fn describe_owned(
    solver: &mut Solver,
    state: &State,
    references: &References,
    node: &mut TreeNode,
    value: Value,
    inside: &[Atom],
) -> Option<Field> {
    match state.heap.locate(&mut solver.terms, value.term) {
        Location::Block { base, offset } if base != node.base => {
            let place = (base, constant(solver, offset)?);
            let part = owned::describe_block(solver, state, references, place, inside)?;
            if part.blocks.iter().any(|block| node.owned_blocks.contains(block)) {
                return None;
            }
            let is_inside = |holder: &&Holder| match **holder {
                Holder::Cell(holder, _) => part.blocks.contains(&holder),
                Holder::Instance(id) => part.instances.contains(&id),
                _ => false,
            };
            let mut outside = references.to(base).iter().filter(|holder| !is_inside(holder));
            let is_alone = matches!(outside.next(), Some(Holder::Cell(holder, _)) if *holder == node.base);
            if !is_alone || outside.next().is_some() {
                return None;
            }
            node.owned_blocks.extend(part.blocks);
            node.owned_instances.extend(part.instances);
            Some(Field::Owned { definition: part.definition, may_be_null: false })
        }
        Location::Root { instance: id, distance: 0 } => {
            let instance = state.heap.instance(id)?;
            let root = solver.terms.as_atom(instance.root())?;
            let is_alone = matches!(references.to(root), [Holder::Cell(holder, _)] if *holder == node.base);
            if instance.hole.is_some() || !is_alone {
                return None;
            }
            node.owned_instances.push(id);
            let definition = std::sync::Arc::clone(&instance.definition);
            Some(Field::Owned { definition, may_be_null: !instance.has_nodes })
        }
        _ => None,
    }
}
