//! The bounds of the numbers of a tree, from those of its parts.
//!
//! ```text
//!   node(k) * D(l, a, b) * D(r, c, d)        b ≤ k - s        k + s ≤ c
//!  ──────────────────────────────────────────────────────────────────── fold         the lower bound of a leaf is its number
//!   D(self, min(a, k), max(k, d))
//!
//!   D(x, a, b)        L ≤ a        a is known to nobody else
//!  ───────────────────────────────────────────────────────── settle                  without such a number: the least one of the word
//!   D(x, L, b)
//! ```
//!
//! Sound: every number of the tree is that of the node or of a part; wider bounds say less. A part that hangs where the node passes its own
//! number on has to be proved to keep to that; where nothing is proved, the order is not told.

use super::fields::NodeFields;
use super::kind::TreeKinds;
use super::node::{TreeNode, describe_told};
use super::order::{self, Arrangement, Bound, Bounded, Order, bounds_of, split};
use crate::limits::DEPTH_OF_NODES_AT_HOLES;
use crate::references::References;
use pure_logic::term::Atom;
use pure_logic::{Fact, Facts, Solver, Term};
use std::collections::{BTreeMap, BTreeSet};
use symbolic_heap::{Content, HeapRule, Instance, InstanceId, Location, State, is_broken};

/// What stands behind a link of a node.
#[derive(Clone, Debug)]
pub(crate) enum Behind {
    Nothing,
    /// A tree with these bounds, which becomes part of the result.
    Tree(Vec<Bounded>),
    /// Something that is left out; between these bounds, if that is known.
    Hole(Vec<Bounded>),
}

/// The orders in which a node and what is behind its links are, with the bounds of all of it.
pub(crate) fn bounds_of_node(
    solver: &mut Solver,
    facts: &Facts,
    node: &[(Order, Term)],
    behind: &[Behind],
) -> Vec<Bounded> {
    let mut found = Vec::new();
    for &(order, number) in node {
        let bounds =
            bounds_in_order(solver, facts, order, number, behind).map(|bounds| Bounded { order, bounds });
        let bounds = bounds.or_else(|| {
            let order = order.with_equals();
            bounds_in_order(solver, facts, order, number, behind).map(|bounds| Bounded { order, bounds })
        });
        found.extend(bounds);
    }
    found
}

fn bounds_in_order(
    solver: &mut Solver,
    facts: &Facts,
    order: Order,
    number: Term,
    behind: &[Behind],
) -> Option<Vec<Term>> {
    let mut bounds = vec![number; order.bounds().len()];
    for (position, &bound) in order.bounds().iter().enumerate() {
        for (link, behind) in behind.iter().enumerate() {
            let (told, is_hole) = match behind {
                Behind::Nothing => continue,
                Behind::Tree(told) => (told, false),
                Behind::Hole(told) => (told, true),
            };
            let Some(told) = bounds_of_at_least(told, order) else {
                if is_hole { continue } else { return None }
            };
            let inner = told[position];
            if order.passes_own(link, bound) {
                let widens = bound.is_outside(&mut solver.terms, inner, bounds[position]);
                let stays = bound.is_outside(&mut solver.terms, bounds[position], inner);
                if facts.proves(solver, widens).is_proved() {
                    bounds[position] = inner;
                } else if !is_hole && !facts.proves(solver, stays).is_proved() {
                    return None;
                }
            } else if !is_hole && !is_broken(solver, HeapRule::TreesAreInOrder) {
                let passed = bound.inside(&mut solver.terms, number, i128::from(order.is_strict));
                let fits = bound.is_outside(&mut solver.terms, passed, inner);
                if !facts.proves(solver, fits).is_proved() {
                    return None;
                }
            }
        }
    }
    Some(bounds)
}

/// The bounds of an order that is as strict, or stricter.
fn bounds_of_at_least(told: &[Bounded], order: Order) -> Option<&[Term]> {
    let is_enough = |bounded: &&Bounded| bounded.order == order || bounded.order.with_equals() == order;
    told.iter().find(is_enough).map(|bounded| &bounded.bounds[..])
}

/// The bounds of what an address leads to, as far as nodes are explicit: they are only a hint.
pub(super) fn bounds_at(
    solver: &mut Solver,
    state: &State,
    references: &References,
    fields: &NodeFields,
    address: Term,
    depth: usize,
) -> Vec<Bounded> {
    match state.heap.locate(&mut solver.terms, address) {
        Location::Root { instance, distance: 0 } => {
            state.heap.instance(instance).map_or(Vec::new(), |instance| bounds_of_instance(solver, instance))
        }
        Location::Block { base, .. } if depth < DEPTH_OF_NODES_AT_HOLES => {
            let node = describe_told(solver, state, references, fields.kind, base, fields.told());
            let Some(node) = node else { return Vec::new() };
            let links = node.links.iter();
            let behind: Vec<Behind> = links
                .map(|&link| Behind::Hole(bounds_at(solver, state, references, fields, link, depth + 1)))
                .collect();
            bounds_of_node(solver, &state.facts, &node.keys, &behind)
        }
        _ => Vec::new(),
    }
}

/// The orders of an instance with its bounds.
pub(crate) fn bounds_of_instance(solver: &Solver, instance: &Instance) -> Vec<Bounded> {
    if instance.definition.exact_arguments(&solver.terms) == instance.arguments.len() {
        return Vec::new();
    }
    let fields = NodeFields::of_definition(&solver.terms, &instance.definition);
    fields.map_or(Vec::new(), |fields| split(&fields.orders, &instance.arguments))
}

/// Those of the orders that a definition has, with the bounds of an instance, in its order.
pub(crate) fn arguments_for(orders: &[Order], told: &[Bounded]) -> Option<Vec<Term>> {
    let mut arguments = Vec::new();
    for &order in orders {
        arguments.extend(bounds_of(told, order)?);
    }
    Some(arguments)
}

impl NodeFields {
    /// The same fields, with the orders that were proved of a node and what is behind it.
    #[must_use]
    pub fn with_proved_orders(mut self, proved: &[Bounded]) -> NodeFields {
        let proved: Vec<Order> = proved.iter().map(|bounded| bounded.order).collect();
        self.orders = order::join(&self.orders, &proved);
        self
    }

    /// The same fields, with the orders in which what stands at a hole keeps to the bounds that are passed to it.
    #[must_use]
    pub(super) fn with_fitting_orders(
        mut self,
        solver: &mut Solver,
        state: &State,
        passed: &[Bounded],
        lower: &[Bounded],
    ) -> NodeFields {
        self.orders.retain(|&order| {
            let (Some(passed), Some(lower)) = (bounds_of(passed, order), bounds_of(lower, order)) else {
                return false;
            };
            let ends = order.bounds().iter().zip(passed.iter().zip(lower));
            let facts: Vec<Fact> = ends
                .map(|(bound, (&outer, &inner))| bound.is_outside(&mut solver.terms, outer, inner))
                .collect();
            is_broken(solver, HeapRule::TreesAreInOrder) || state.facts.proves_all(solver, &facts).is_proved()
        });
        self
    }
}

/// The bounds of a tree with a hole, narrowed by those of what stands there.
///
/// ```text
///   D(x, a, b ⇝ h, a, d)      e ≤ d + 1
///  ───────────────────────────────────── narrow        likewise for upper bounds
///   D(x, e, b ⇝ h, e, d)
/// ```
///
/// Sound: where a bound comes to the hole as it was at the root of a search tree without equal numbers, no node on the way replaced it, since each
/// would have passed on its number and 1. So they all have the hole on the other side, pass on the bound as it is, and have numbers that are
/// beyond `d`; and so has what is behind their other links.
pub(super) fn narrowed_by(
    solver: &mut Solver,
    facts: &Facts,
    (mut own, mut hole): (Bounded, Bounded),
    below: &[Term],
) -> (Bounded, Bounded) {
    let order = own.order;
    if order.arrangement != Arrangement::Search || !order.is_strict {
        return (own, hole);
    }
    for (position, &bound) in order.bounds().iter().enumerate() {
        let is_beside_all = is_broken(solver, HeapRule::HolesAreBesideAllNodes);
        if hole.bounds[position] != own.bounds[position] && !is_beside_all {
            continue;
        }
        let beyond = bound.inside(&mut solver.terms, hole.bounds[1 - position], 1);
        let is_before = bound.is_outside(&mut solver.terms, below[position], beyond);
        let is_narrower = bound.is_outside(&mut solver.terms, own.bounds[position], below[position]);
        if is_beside_all || facts.proves_all(solver, &[is_before, is_narrower]).is_proved() {
            own.bounds[position] = below[position];
            hole.bounds[position] = below[position];
        }
    }
    (own, hole)
}

/// What a node passes on to what is behind one of its links.
pub(super) fn passed_by(solver: &mut Solver, node: &TreeNode, link: usize, own: &[Bounded]) -> Vec<Bounded> {
    let mut passed = Vec::with_capacity(own.len());
    for Bounded { order, bounds } in own {
        let number = node.keys.iter().find(|key| key.0.with_equals() == order.with_equals());
        let Some(&(_, number)) = number else { continue };
        let bounds = order.passed(&mut solver.terms, link, bounds, number);
        passed.push(Bounded { order: *order, bounds });
    }
    passed
}

/// Gives bounds that nobody else knows the nearest number which somebody knows.
pub(crate) fn settle_bounds(solver: &mut Solver, state: &mut State, kinds: TreeKinds) {
    if !kinds.have_orders() || !state.heap.has_instances() {
        return;
    }
    let instances: Vec<(InstanceId, Instance)> =
        state.heap.instances().map(|(id, instance)| (id, Instance::clone(instance))).collect();
    let told: Vec<Vec<Bounded>> =
        instances.iter().map(|(_, instance)| bounds_of_instance(solver, instance)).collect();
    let known = Known::of(solver, state, &told);
    for ((id, mut instance), told) in instances.into_iter().zip(told) {
        let mut index = instance.definition.exact_arguments(&solver.terms);
        for Bounded { order, bounds } in told {
            for (&bound, own) in order.bounds().iter().zip(bounds) {
                let is_known =
                    solver.terms.summands(own).iter().any(|summand| known.names.contains(&summand.0));
                if !is_known {
                    let nearest = nearest(solver, &state.facts, &known.numbers, (order, bound), own);
                    if instance.hole.is_none() || is_outside(solver, &state.facts, bound, nearest, own) {
                        instance.arguments[index] = nearest;
                    }
                }
                index += 1;
            }
        }
        state.heap.replace_instance(id, instance);
    }
}

/// What is known besides the bounds of instances.
struct Known {
    names: BTreeSet<Atom>,
    numbers: Vec<Term>,
}

impl Known {
    /// A number that is a bound of two instances is known, too, if it tells how they are to each other.
    fn of(solver: &mut Solver, state: &State, told: &[Vec<Bounded>]) -> Known {
        let mut terms: Vec<Term> =
            state.registers.iter().chain(&state.held).flatten().map(|value| value.term).collect();
        for block in state.heap.blocks().filter(|block| block.is_live()) {
            let words = block.cells.iter().filter_map(|cell| match cell.content {
                Content::Scalar(value) if value.is_defined() => Some(value.term),
                _ => None,
            });
            terms.extend(words.filter(|&word| solver.terms.as_constant(word).is_none()));
        }
        for (_, instance) in state.heap.instances() {
            let exact = instance.definition.exact_arguments(&solver.terms);
            terms.extend(&instance.arguments[..exact]);
            terms.extend(instance.hole.iter().flatten());
        }
        terms.extend(state.heap.segments().iter().flat_map(|segment| segment.terms()));
        terms.extend(between(solver, told));
        terms.extend(passed_on(solver, state, told));
        let mut names = BTreeSet::new();
        for &term in &terms {
            solver.terms.for_each_atom(term, &mut |atom| {
                names.insert(atom);
            });
        }
        terms.retain(|&term| !crate::fold::mentions_memory(solver, state, term));
        terms.sort_unstable();
        terms.dedup();
        Known { names, numbers: terms }
    }
}

/// The numbers that are a lower bound of one instance and an upper bound of another.
fn between(solver: &Solver, told: &[Vec<Bounded>]) -> Vec<Term> {
    let mut uses: BTreeMap<Atom, BTreeSet<(usize, Bound, Term)>> = BTreeMap::new();
    for (position, told) in told.iter().enumerate() {
        for Bounded { order, bounds } in told {
            for (&side, &bound) in order.bounds().iter().zip(bounds) {
                for &(atom, _) in solver.terms.summands(bound) {
                    uses.entry(atom).or_default().insert((position, side, bound));
                }
            }
        }
    }
    let mut found = Vec::new();
    for uses in uses.into_values() {
        let sides =
            |position: usize| uses.iter().filter(move |bound| bound.0 == position).map(|bound| bound.1);
        let is_single = |position: usize| {
            sides(position).all(|side| side == Bound::Lower)
                || sides(position).all(|side| side == Bound::Upper)
        };
        // Two single nodes with equal numbers are not between each other.
        let is_between = uses.iter().any(|one| {
            uses.iter().any(|two| one.0 != two.0 && one.1 != two.1 && (is_single(one.0) || is_single(two.0)))
        });
        found.extend(uses.iter().filter(|_| is_between).map(|bound| bound.2));
    }
    found
}

/// The numbers that are passed to the hole of one instance and bound another: a node that stands there passed them on.
fn passed_on(solver: &Solver, state: &State, told: &[Vec<Bounded>]) -> Vec<Term> {
    let mut found = Vec::new();
    for (position, (_, instance)) in state.heap.instances().enumerate() {
        let Some(hole) = &instance.hole else { continue };
        let exact = instance.definition.exact_arguments(&solver.terms);
        let is_passed =
            |bound: &Term| solver.terms.as_constant(*bound).is_none() && hole[exact..].contains(bound);
        let others = told.iter().enumerate().filter(|(other, _)| *other != position);
        let bounds = others.flat_map(|(_, told)| told).flat_map(|bounded| bounded.bounds.iter().copied());
        found.extend(bounds.filter(is_passed));
    }
    found
}

/// Whether a bound is known to be outside of another one. Every number is between the widest bounds; but what is passed to a hole need not be.
fn is_outside(solver: &mut Solver, facts: &Facts, bound: Bound, outer: Term, inner: Term) -> bool {
    let fact = bound.is_outside(&mut solver.terms, outer, inner);
    facts.proves(solver, fact).is_proved()
}

/// The nearest of these numbers that is outside of a bound, or the bound that says nothing.
fn nearest(
    solver: &mut Solver,
    facts: &Facts,
    known: &[Term],
    (order, bound): (Order, Bound),
    own: Term,
) -> Term {
    let mut best = solver.terms.constant(bound.widest(order.key));
    for &number in known {
        for steps in (0..=i128::from(order.is_strict)).rev() {
            let candidate = bound.inside(&mut solver.terms, number, steps);
            if is_outside(solver, facts, bound, candidate, own) {
                if is_outside(solver, facts, bound, best, candidate) {
                    best = candidate;
                }
                break;
            }
        }
    }
    best
}
