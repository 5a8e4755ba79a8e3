//! Folding nodes of trees, from the leaves up.
//!
//! ```text
//!   node(a⃗) * D(u⃗₁) * … * D(u⃗ₙ)                          every uᵢ₀ is null, or referred to by the node alone
//!  ──────────────────────────────── closed
//!   D(a⃗)
//!
//!   node(a⃗) * D(u⃗₁) * …  without what is at u⃗ᵢ           D(a⃗ ⇝ m⃗) * D(m⃗ ⇝ b⃗)
//!  ───────────────────────────────────────── hole        ────────────────────── chain      nobody else refers to m⃗
//!   D(a⃗ ⇝ u⃗ᵢ)                                            D(a⃗ ⇝ b⃗)                  (or without hole and b⃗, or with m₀ = 0 and nothing there)
//! ```
//!
//! Applies when: only nodes of trees and instances refer to the node. A node that others refer to by its address is folded as well if
//! it stays the first one of the result, all that is below it is folded, of none of its links it is known whether it is null, and its numbers
//! are in use nowhere else. So what a search compared on its way down is still known of the node it ended at.
//!
//! Sound: the result has the node, or the nodes, as one of its cases; its definition covers that of each part.

use super::bounds::{
    Behind, arguments_for, bounds_at, bounds_of_node, narrowed_by, passed_by, settle_bounds,
};
use super::fields::NodeFields;
use super::kind::{TreeKind, TreeKinds};
use super::node::{TreeNode, describe_told};
use super::order::{Bounded, bounds_of, split};
use crate::references::{Holder, References};
use pure_logic::term::Atom;
use pure_logic::{Fact, Solver, Term};
use std::sync::Arc;
use symbolic_heap::print::display_instance;
use symbolic_heap::{Content, HeapRule, Instance, InstanceId, Location, State, is_broken};

/// The state with all nodes folded that nothing but trees refers to.
pub(crate) fn fold_trees(solver: &mut Solver, mut state: State, kinds: TreeKinds) -> State {
    settle_bounds(solver, &mut state, kinds);
    for may_have_hole in [false, true] {
        while let Some(next) = fold_one(solver, &state, kinds, may_have_hole) {
            state = next;
            settle_bounds(solver, &mut state, kinds);
        }
    }
    state
}

fn fold_one(solver: &mut Solver, state: &State, kinds: TreeKinds, may_have_hole: bool) -> Option<State> {
    let references = References::of(&solver.terms, state);
    let blocks: Vec<_> = state.heap.blocks().cloned().collect();
    for block in &blocks {
        let Some(kind) = kinds.of_block(&solver.terms, block) else { continue };
        let is_hidden = is_hidden(solver, state, &references, kinds, block.base);
        if !is_hidden && !stays_first(solver, state, &references, kind, block.base) {
            continue;
        }
        let node = describe_told(solver, state, &references, kind, block.base, kinds.told());
        let Some(node) = node else { continue };
        if !is_hidden
            && (says_more(solver, state, &references, &node)
                || kinds.have_orders() && is_compared(solver, state, &references, &node))
        {
            continue;
        }
        if let Some(folded) = fold_node(solver, state, &references, &node, is_hidden && may_have_hole) {
            let Solver { terms, derivation, .. } = &mut *solver;
            derivation.step("fold tree", || {
                let node = terms.display_term(terms.atom_term(block.base));
                let trees: Vec<String> =
                    folded.heap.instances().map(|(_, instance)| display_instance(terms, instance)).collect();
                format!("the node `{node}` is part of a tree; there are {}", trees.join(", "))
            });
            return Some(folded);
        }
    }
    if may_have_hole { fold_chain(solver, state, &references) } else { None }
}

/// Only nodes of trees and instances refer to a block.
fn is_hidden(solver: &Solver, state: &State, references: &References, kinds: TreeKinds, base: Atom) -> bool {
    references.to(base).iter().all(|holder| match *holder {
        Holder::Cell(other, _) => {
            state.heap.block(other).is_some_and(|other| kinds.of_block(&solver.terms, other).is_some())
        }
        Holder::Instance(_) => true,
        Holder::Register(_)
        | Holder::Held(_)
        | Holder::SegmentNext(_)
        | Holder::SegmentPrevious(_)
        | Holder::SegmentParameter(_)
        | Holder::Arithmetic => false,
    })
}

/// Whether all that others know of a node is its address, which stays known as that of a first node.
fn stays_first(
    solver: &mut Solver,
    state: &State,
    references: &References,
    kind: TreeKind,
    base: Atom,
) -> bool {
    let own = solver.terms.atom_term(base);
    let address = solver.terms.add_constant(own, i128::from(kind.entry));
    references.to(base).iter().all(|holder| {
        let held = match *holder {
            Holder::Register(index) => state.registers[index].map(|value| value.term),
            Holder::Held(index) => state.held[index].map(|value| value.term),
            Holder::Cell(other, index) => {
                let cell = state.heap.block(other).and_then(|block| block.cells.iter().nth(index));
                cell.and_then(|cell| cell.content.term())
            }
            Holder::Instance(_) => return true,
            Holder::SegmentNext(_)
            | Holder::SegmentPrevious(_)
            | Holder::SegmentParameter(_)
            | Holder::Arithmetic => None,
        };
        held == Some(address)
    })
}

/// Whether a node that has a name says something that would be lost with it: that a link is null or that it is not, or a number
/// that is in use elsewhere.
fn says_more(solver: &mut Solver, state: &State, references: &References, node: &TreeNode) -> bool {
    let is_decided = |link: &Term| match state.heap.locate(&mut solver.terms, *link) {
        Location::Root { instance, distance: 0 } => {
            state.heap.instance(instance).is_none_or(|child| child.has_nodes && child.hole.is_none())
        }
        _ => true,
    };
    if node.links.iter().any(is_decided) {
        return true;
    }
    let mut children = Vec::new();
    for &link in &node.links {
        if let Location::Root { instance, distance: 0 } = state.heap.locate(&mut solver.terms, link) {
            children.push(instance);
        }
    }
    let is_own = |holder: &Holder| match *holder {
        Holder::Cell(base, _) => base == node.base,
        // Bounds that the node passes on are told of what is folded.
        Holder::Instance(id) => children.contains(&id),
        _ => false,
    };
    let block = state.heap.block(node.base);
    block.into_iter().flat_map(|block| block.cells.iter()).any(|cell| {
        let Content::Scalar(value) = cell.content else { return false };
        let mut is_elsewhere = false;
        if !crate::fold::mentions_memory(solver, state, value.term) {
            solver.terms.for_each_atom(value.term, &mut |atom| {
                is_elsewhere |= references.to(atom).iter().any(|holder| !is_own(holder));
            });
        }
        is_elsewhere
    })
}

/// Whether a fact compares a number of a node with one that a variable holds: what a search went by on its way to a link of that node.
fn is_compared(solver: &Solver, state: &State, references: &References, node: &TreeNode) -> bool {
    let is_number = |atom: Atom| {
        let mut summands = node.keys.iter().flat_map(|(_, number)| solver.terms.summands(*number));
        summands.any(|summand| summand.0 == atom)
    };
    let is_of_variable = |atom: Atom| {
        references.to(atom).iter().any(|holder| match *holder {
            Holder::Register(_) => true,
            Holder::Cell(base, _) => state.heap.block(base).is_some_and(|block| !block.region.has_nodes()),
            _ => false,
        })
    };
    state.facts.as_slice().iter().any(|fact| {
        let Fact::NonNegative(term) = *fact else { return false };
        let summands = solver.terms.summands(term);
        summands.len() == 2
            && summands.iter().any(|summand| is_number(summand.0))
            && summands.iter().any(|summand| is_of_variable(summand.0))
    })
}

/// What stands behind a link.
enum Child {
    Nothing,
    /// An instance that becomes part of the result.
    Instance(InstanceId),
    /// Something that is left out.
    Hole,
}

fn fold_node(
    solver: &mut Solver,
    state: &State,
    references: &References,
    node: &TreeNode,
    may_have_hole: bool,
) -> Option<State> {
    let Children { fields, hole, parts, behind } = children(solver, state, references, node, may_have_hole)?;
    if !leads_outside(solver, state, hole.as_ref().map(|hole| hole.passed[0]), Some(node.base), &parts) {
        return None;
    }
    let own = bounds_of_node(solver, &state.facts, &node.keys, &behind);
    let fields = fields.with_proved_orders(&own);
    let mut arguments = node.arguments();
    arguments.extend(arguments_for(&fields.orders, &own)?);
    let hole = match hole {
        Some(Hole { mut passed, bounds, link }) => {
            let bounds = link.map_or(bounds, |link| passed_by(solver, node, link, &own));
            passed.extend(arguments_for(&fields.orders, &bounds)?);
            Some(passed)
        }
        None => None,
    };
    let mut folded = state.clone();
    folded.heap.remove_block(node.base);
    for &owned in &node.owned_blocks {
        folded.heap.remove_block(owned);
    }
    for &id in parts.iter().chain(&node.owned_instances) {
        folded.heap.remove_instance(id);
    }
    let definition = Arc::new(fields.close(&mut solver.terms));
    folded.heap.add_instance(Instance { definition, arguments, hole, has_nodes: true });
    Some(folded)
}

/// What is behind all links of a node.
struct Children {
    /// Of the node and of what becomes part of the result.
    fields: NodeFields,
    hole: Option<Hole>,
    /// The instances that become part of the result.
    parts: Vec<InstanceId>,
    behind: Vec<Behind>,
}

/// What is passed to a hole: by the node, if that has it behind a link, or by what is below.
struct Hole {
    /// INVARIANT: without bounds.
    passed: Vec<Term>,
    bounds: Vec<Bounded>,
    link: Option<usize>,
}

fn children(
    solver: &mut Solver,
    state: &State,
    references: &References,
    node: &TreeNode,
    may_have_hole: bool,
) -> Option<Children> {
    let mut found =
        Children { fields: node.fields.clone(), hole: None, parts: Vec::new(), behind: Vec::new() };
    for link in 0..node.links.len() {
        match child(solver, state, references, node, link)? {
            Child::Nothing => found.behind.push(Behind::Nothing),
            Child::Hole if may_have_hole && found.hole.is_none() => {
                let told = match node.fields.orders.is_empty() {
                    true => Vec::new(),
                    false => bounds_at(solver, state, references, &node.fields, node.links[link], 0),
                };
                found.behind.push(Behind::Hole(told));
                found.hole = Some(Hole { passed: node.passed(link), bounds: Vec::new(), link: Some(link) });
            }
            Child::Hole => return None,
            // Two links that lead to the same nodes: no tree has those twice.
            Child::Instance(id)
                if found.parts.contains(&id) && !is_broken(solver, HeapRule::ChildrenAreShared) =>
            {
                return None;
            }
            Child::Instance(id) => {
                let instance = state.heap.instance(id)?;
                let inner = NodeFields::of_definition(&solver.terms, &instance.definition)?;
                let mut told = split(&inner.orders, &instance.arguments);
                match &instance.hole {
                    Some(_) if found.hole.is_some() => return None,
                    Some(passed) => {
                        let mut bounds = split(&inner.orders, passed);
                        if !bounds.is_empty() {
                            let below = bounds_at(solver, state, references, &node.fields, passed[0], 0);
                            (told, bounds) = narrowed(solver, state, (told, bounds), &below);
                        }
                        let passed = passed[..inner.exact_arguments()].to_vec();
                        found.hole = Some(Hole { passed, bounds, link: None });
                    }
                    None => {}
                }
                found.behind.push(Behind::Tree(told));
                found.fields = found.fields.join(&inner, solver)?;
                found.parts.push(id);
            }
        }
    }
    Some(found)
}

/// What is behind a link of a node; `None` if it is not known.
fn child(
    solver: &mut Solver,
    state: &State,
    references: &References,
    node: &TreeNode,
    link: usize,
) -> Option<Child> {
    let address = node.links[link];
    match state.heap.locate(&mut solver.terms, address) {
        Location::Number(0) => Some(Child::Nothing),
        Location::Root { instance: id, distance: 0 } => {
            let instance = Arc::clone(state.heap.instance(id)?);
            let is_alike = NodeFields::of_definition(&solver.terms, &instance.definition)
                .is_some_and(|fields| fields.kind == node.fields.kind);
            let exact = node.fields.exact_arguments();
            if is_alike
                && instance.arguments[..exact] == node.passed(link)
                && vanishes(solver, references, &instance, id, &[Holder::Cell(node.base, 0)])
            {
                Some(Child::Instance(id))
            } else {
                Some(Child::Hole)
            }
        }
        Location::Block { base, .. } if base != node.base => Some(Child::Hole),
        _ => None,
    }
}

/// Whether the address of the first node of an instance is known to the holders alone, or stays known as that of the node
/// before its hole.
fn vanishes(
    solver: &Solver,
    references: &References,
    instance: &Instance,
    id: InstanceId,
    holders: &[Holder],
) -> bool {
    let root = instance.root();
    instance.before_hole(&solver.terms).any(|last| last == root)
        || is_known_to(solver, references, root, id, holders)
}

/// Whether only an instance and these holders refer to an address.
fn is_known_to(
    solver: &Solver,
    references: &References,
    address: Term,
    id: InstanceId,
    holders: &[Holder],
) -> bool {
    let is_allowed = |holder: &Holder| match *holder {
        Holder::Instance(other) => other == id || holders.contains(holder),
        Holder::Cell(base, _) => holders.contains(&Holder::Cell(base, 0)),
        _ => false,
    };
    solver.terms.summands(address).iter().all(|&(atom, _)| references.to(atom).iter().all(is_allowed))
}

/// An instance that begins where the hole of another is.
fn fold_chain(solver: &mut Solver, state: &State, references: &References) -> Option<State> {
    for (upper_id, upper) in state.heap.instances() {
        let Some(hole) = &upper.hole else { continue };
        let exact = upper.definition.exact_arguments(&solver.terms);
        let is_known = |solver: &Solver, ups: &[Term], holders: &[Holder]| {
            // The address of the first node stays known as such.
            let mut ups = ups.iter().filter(|&&up| up != upper.root());
            ups.all(|&up| is_known_to(solver, references, up, upper_id, holders))
        };
        // Null is what a child may be.
        if solver.terms.as_constant(hole[0]) == Some(0)
            && is_known(solver, &hole[1..exact], &[Holder::Instance(upper_id)])
        {
            let mut folded = state.clone();
            folded.heap.replace_instance(upper_id, Instance { hole: None, ..Instance::clone(upper) });
            return Some(folded);
        }
        for (lower_id, lower) in state.heap.instances() {
            let holders = [Holder::Instance(upper_id), Holder::Instance(lower_id)];
            let is_next = lower_id != upper_id
                && lower.definition.exact_arguments(&solver.terms) == exact
                && lower.arguments[..exact] == hole[..exact];
            let is_border_hidden = is_next
                && vanishes(solver, references, lower, lower_id, &holders)
                && is_known(solver, &hole[1..exact], &holders);
            if !is_border_hidden
                || !leads_outside(
                    solver,
                    state,
                    lower.hole.as_ref().map(|hole| hole[0]),
                    None,
                    &[upper_id, lower_id],
                )
            {
                continue;
            }
            let one = NodeFields::of_definition(&solver.terms, &upper.definition)?;
            let two = NodeFields::of_definition(&solver.terms, &lower.definition)?;
            let Some(fields) = one.join(&two, solver) else { continue };
            let (left, right) = (split(&one.orders, hole), split(&two.orders, &lower.arguments));
            let fields = fields.with_fitting_orders(solver, state, &left, &right);
            let (narrowed, _) = narrowed(solver, state, (split(&one.orders, &upper.arguments), left), &right);
            let mut arguments = upper.arguments[..exact].to_vec();
            arguments.extend(arguments_for(&fields.orders, &narrowed)?);
            let hole = match &lower.hole {
                Some(inner) => Some(projected(&two, &fields, inner)?),
                None => None,
            };
            let mut folded = state.clone();
            folded.heap.remove_instance(upper_id);
            folded.heap.remove_instance(lower_id);
            folded.heap.add_instance(Instance {
                definition: Arc::new(fields.close(&mut solver.terms)),
                arguments,
                hole,
                has_nodes: upper.has_nodes || lower.has_nodes,
            });
            return Some(folded);
        }
    }
    None
}

/// The bounds of an instance and of its hole, narrowed by those of what stands there.
fn narrowed(
    solver: &mut Solver,
    state: &State,
    (own, hole): (Vec<Bounded>, Vec<Bounded>),
    below: &[Bounded],
) -> (Vec<Bounded>, Vec<Bounded>) {
    let pairs = own.into_iter().zip(hole).map(|(own, hole)| match bounds_of(below, own.order) {
        Some(below) => narrowed_by(solver, &state.facts, (own, hole), below),
        None => (own, hole),
    });
    pairs.unzip()
}

/// The arguments of an instance, for another definition with some of its orders.
fn projected(from: &NodeFields, to: &NodeFields, arguments: &[Term]) -> Option<Vec<Term>> {
    let mut kept = arguments[..from.exact_arguments()].to_vec();
    kept.extend(arguments_for(&to.orders, &split(&from.orders, arguments))?);
    Some(kept)
}

/// Whether what is at a hole is known to be no node of the result: null, or in a block or an instance that is not part of it.
fn leads_outside(
    solver: &mut Solver,
    state: &State,
    hole: Option<Term>,
    node: Option<Atom>,
    parts: &[InstanceId],
) -> bool {
    let Some(hole) = hole else { return true };
    match state.heap.locate(&mut solver.terms, hole) {
        Location::Number(_) => true,
        Location::Block { base, offset } => state.heap.block(base).is_some_and(|block| {
            let (offset, size) = (solver.terms.as_constant(offset), solver.terms.as_constant(block.size));
            let is_inside = matches!((offset, size), (Some(at), Some(size)) if (0..size).contains(&at));
            Some(base) != node && block.is_live() && is_inside
        }),
        // Null or a node, and in any case not where another hole is.
        Location::Root { instance, distance: 0 } => {
            let other = state.heap.instance(instance);
            !parts.contains(&instance) && other.is_some_and(|other| other.hole.is_none() || other.has_nodes)
        }
        Location::Root { .. }
        | Location::BeforeHole { .. }
        | Location::FirstNode { .. }
        | Location::LastNode { .. }
        | Location::Member { .. }
        | Location::Unknown => false,
    }
}
