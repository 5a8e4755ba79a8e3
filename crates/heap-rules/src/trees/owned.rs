//! Blocks and rings that a node owns: definitions that are not used again.
//!
//! ```text
//!   owned(self)  :=  self = 0  |  self -> block[size] { 0..size: stored }            (where none is null, each is an instance with nodes)
//!   ring(self)   :=  self = 0  |  self -> block[16] { 0..8: x, 8..16: any }  *  list(x ~> self)
//! ```

use super::fields::NodeFields;
use super::kind::TreeKind;
use super::node::describe_inside;
use crate::fold::{constant, mentions_memory};
use crate::references::{Holder, References};
use pure_logic::term::Atom;
use pure_logic::{Fact, Solver, Term, TermTable};
use std::sync::Arc;
use symbolic_heap::{
    Block, Cell, Cells, Content, Definition, Heap, HeapRule, Instance, InstanceId, Lifetime, Location,
    PlaceTag, Region, State, is_broken,
};

/// What is owned through one address: its definition, and the blocks and instances that it consists of.
pub(crate) struct OwnedPart {
    pub definition: Arc<Definition>,
    pub blocks: Vec<Atom>,
    pub instances: Vec<InstanceId>,
}

/// Describes a block that is referred to at one of its bytes, with all that only it leads to. Who else refers to the block is not
/// asked. `inside` are the blocks that are being described, whose part it would be: none of them is a part of itself.
pub(crate) fn describe_block(
    solver: &mut Solver,
    state: &State,
    references: &References,
    (base, entry): (Atom, u64),
    inside: &[Atom],
) -> Option<OwnedPart> {
    if inside.contains(&base) {
        return None;
    }
    let block = state.heap.block(base)?;
    if !block.is_live() || block.region != Region::Heap {
        return None;
    }
    if entry > 0 && constant(solver, block.size).is_none_or(|size| size <= entry) {
        return None;
    }
    let is_plain = block.cells.iter().all(|cell| match cell.content {
        Content::Scalar(inner) => !mentions_memory(solver, state, inner.term),
        Content::Uninitialised
        | Content::Text
        | Content::Fill(_)
        | Content::Each(_)
        | Content::Unknown
        | Content::Letters => true,
        Content::Owning(_) | Content::Striped(_) | Content::Tiles(_) | Content::Absent => false,
    });
    if !is_plain {
        return describe_ring(solver, state, references, (base, entry), inside);
    }
    let definition = define(&mut solver.terms, block, entry);
    Some(OwnedPart { definition, blocks: vec![base], instances: Vec::new() })
}

/// Describes a block whose link leads to itself, or to a row of nodes that ends where the block is.
fn describe_ring(
    solver: &mut Solver,
    state: &State,
    references: &References,
    (base, entry): (Atom, u64),
    inside: &[Atom],
) -> Option<OwnedPart> {
    let kind = kind_of_ring(solver, state, base, entry)?;
    let node = describe_inside(solver, state, references, kind, base, inside)?;
    let &[link] = &node.links[..] else { return None };
    let (mut fields, mut instances) = (node.fields.clone(), node.owned_instances.clone());
    if link == node.address {
        if node.parents.iter().any(|&before| before != node.address) {
            return None;
        }
    } else {
        let Location::Root { instance: id, distance: 0 } = state.heap.locate(&mut solver.terms, link) else {
            return None;
        };
        let row = state.heap.instance(id)?;
        let closes = row.hole == Some(node.arguments()) && row.arguments == node.passed(0);
        if !closes && !is_broken(solver, HeapRule::RingsCloseAnywhere) {
            return None;
        }
        let is_inside = |holder: &Holder| match *holder {
            Holder::Cell(holder, _) => holder == base,
            Holder::Instance(holder) => holder == id,
            _ => false,
        };
        let mut ends = node.parents.iter().chain([&link]);
        let is_alone = ends.all(|&end| {
            let mut atoms = solver.terms.summands(end).iter();
            atoms.all(|&(atom, _)| references.to(atom).iter().all(is_inside))
        });
        if !is_alone {
            return None;
        }
        let others = NodeFields::of_definition(&solver.terms, &row.definition)?;
        fields = fields.join(&others, solver)?;
        instances.push(id);
    }
    let mut blocks = vec![base];
    blocks.extend(&node.owned_blocks);
    Some(OwnedPart { definition: define_ring(&mut solver.terms, &fields)?, blocks, instances })
}

/// Of which kind the nodes of a ring are: those of the row that ends at one of them. A node that is a ring by itself has one word for
/// the next node or, behind it, another one for the node before.
fn kind_of_ring(solver: &mut Solver, state: &State, base: Atom, entry: u64) -> Option<TreeKind> {
    let block = state.heap.block(base)?;
    let node = solver.terms.atom_term(base);
    let own = solver.terms.add_constant(node, i128::from(entry));
    let mut loops = Vec::new();
    for cell in block.cells.iter() {
        let Content::Scalar(value) = cell.content else { continue };
        let (start, end) = (constant(solver, cell.start)?, constant(solver, cell.end)?);
        if value.term == own {
            loops.push((start, end - start));
        }
        if let Location::Root { instance, distance: 0 } = state.heap.locate(&mut solver.terms, value.term) {
            let row = state.heap.instance(instance)?;
            if row.hole.as_ref().is_some_and(|hole| hole[0] == own) {
                return NodeFields::of_definition(&solver.terms, &row.definition).map(|fields| fields.kind);
            }
        }
    }
    let &(_, word) = loops.first()?;
    let mut bits = Vec::new();
    for &(start, bytes) in &loops {
        let is_word = bytes == word && start.is_multiple_of(word) && start / word < 64;
        bits.push(is_word.then(|| 1 << (start / word))?);
    }
    let (links, parents) = match bits[..] {
        [link] => (link, 0),
        [link, back] => (link, back),
        _ => return None,
    };
    let size = constant(solver, block.size)?;
    Some(TreeKind { size, origin: block.allocated_at, entry, word, links, parents })
}

/// The definition of rings of such nodes.
fn define_ring(terms: &mut TermTable, fields: &NodeFields) -> Option<Arc<Definition>> {
    let row = fields.close(terms);
    let [passed] = &row.uses[..] else { return None };
    let (passed, mut hidden) = (passed.clone(), row.hidden.clone());
    // The node before the first one, which is the last of the row.
    let mut renamed: Vec<(Atom, Term)> = Vec::new();
    for &before in &row.formals[1..] {
        let last = Definition::hidden_name(terms, hidden.len());
        hidden.extend(terms.as_atom(last));
        renamed.push((before, last));
    }
    let mut body = row.body.clone();
    body.substitute(terms, &renamed);
    let facts = row.facts.iter().map(|&fact| terms.substitute_in_fact(fact, &renamed)).collect();
    let mut hole = vec![terms.atom_term(row.formals[0])];
    hole.extend(renamed.iter().map(|&(_, last)| last));
    let (formals, entry) = (vec![row.formals[0]], row.entry);
    body.add_instance(Instance {
        definition: Arc::new(row),
        arguments: passed,
        hole: Some(hole),
        has_nodes: false,
    });
    Some(Arc::new(Definition { formals, hidden, entry, facts, body, uses: Vec::new() }))
}

/// The fields of the nodes of rings, if a definition is one of these.
fn ring_of(terms: &TermTable, definition: &Definition) -> Option<NodeFields> {
    let mut inner = definition.body.instances().map(|(_, instance)| instance);
    let row = inner.find(|instance| instance.hole.is_some())?;
    NodeFields::of_definition(terms, &row.definition)
}

/// A block of which only its size, if all have the same, and whether all of it was stored are told.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Plain {
    entry: u64,
    size: Option<i128>,
    is_stored: bool,
}

/// The definition of blocks like this one, which holds no addresses.
fn define(terms: &mut TermTable, block: &Block, entry: u64) -> Arc<Definition> {
    let is_stored = block.cells.iter().all(|cell| match cell.content {
        Content::Scalar(value) => value.is_defined(),
        Content::Fill(_) | Content::Each(_) | Content::Owning(_) | Content::Unknown | Content::Letters => {
            true
        }
        Content::Uninitialised
        | Content::Text
        | Content::Striped(_)
        | Content::Tiles(_)
        | Content::Absent => false,
    });
    close(terms, Plain { entry, size: terms.as_constant(block.size), is_stored })
}

/// What covers two owned blocks, two rings, or two owned trees.
pub(super) fn join(
    left: &Arc<Definition>,
    right: &Arc<Definition>,
    solver: &mut Solver,
) -> Option<Arc<Definition>> {
    if left == right || is_broken(solver, HeapRule::OwnedIsLikeThatOfFirstNode) {
        return Some(Arc::clone(left));
    }
    if !left.uses.is_empty() && !right.uses.is_empty() {
        let (one, two) = (
            NodeFields::of_definition(&solver.terms, left)?,
            NodeFields::of_definition(&solver.terms, right)?,
        );
        return Some(Arc::new(one.join(&two, solver)?.close(&mut solver.terms)));
    }
    if !left.uses.is_empty() || !right.uses.is_empty() {
        return None;
    }
    match (ring_of(&solver.terms, left), ring_of(&solver.terms, right)) {
        (Some(mut one), Some(mut two)) => {
            if one.kind.origin != two.kind.origin {
                // It is not known where the nodes of one of them were allocated.
                (one.kind.origin, two.kind.origin) = (PlaceTag::default(), PlaceTag::default());
            }
            let fields = one.join(&two, solver)?;
            return define_ring(&mut solver.terms, &fields);
        }
        (None, None) => {}
        _ => return None,
    }
    let (one, two) = (read(&solver.terms, left)?, read(&solver.terms, right)?);
    if one.entry != two.entry {
        return None;
    }
    let size = one.size.filter(|_| one.size == two.size);
    let is_stored = one.is_stored && two.is_stored;
    Some(close(&mut solver.terms, Plain { entry: one.entry, size, is_stored }))
}

fn read(terms: &TermTable, definition: &Definition) -> Option<Plain> {
    if !definition.uses.is_empty() || definition.formals.len() != 1 {
        return None;
    }
    let block = definition.body.block(definition.hidden[0])?;
    let is_stored = block.cells.iter().all(|cell| cell.content == Content::Unknown);
    Some(Plain { entry: definition.entry, size: terms.as_constant(block.size), is_stored })
}

fn close(terms: &mut TermTable, plain: Plain) -> Arc<Definition> {
    let (own, base) = (Definition::formal(terms, 0), Definition::hidden_name(terms, 0));
    let (mut hidden, mut facts): (Vec<Atom>, Vec<Fact>) = (Vec::new(), Vec::new());
    hidden.extend(terms.as_atom(base));
    let (zero, one) = (terms.constant(0), terms.constant(1));
    let size = match plain.size {
        Some(size) => terms.constant(size),
        None => {
            let size = Definition::hidden_name(terms, 1);
            hidden.extend(terms.as_atom(size));
            facts.push(terms.at_most(zero, size));
            size
        }
    };
    facts.push(terms.at_most(one, base));
    let content = if plain.is_stored { Content::Unknown } else { Content::Uninitialised };
    let mut body = Heap::new();
    body.insert_block(Block {
        base: hidden[0],
        size,
        region: Region::Heap,
        lifetime: Lifetime::Live,
        allocated_at: PlaceTag::default(),
        stride: symbolic_heap::Stride::default(),
        cells: Cells::from_cells(vec![Cell { start: zero, end: size, content }]),
    });
    let formals = terms.as_atom(own).into_iter().collect();
    Arc::new(Definition { formals, hidden, entry: plain.entry, facts, body, uses: Vec::new() })
}
