//! Exposing a node of an instance.
//!
//! ```text
//!                               D(a⃗)                                              D(a⃗ ⇝ b⃗)
//!  ────────────────────────────────────────────────── root    ───────────────────────────────────────────── before-hole
//!   a₀ = 0   ∨   node(a⃗) * D(u⃗₁) * … * D(u⃗ₙ)                   a⃗ ⊒ b⃗   ∨   D(a⃗ ⇝ m⃗) * node(m⃗) * ∗ⱼ D(u⃗ⱼ)  with u⃗ᵢ ⊒ b⃗, j ≠ i
//! ```
//!
//! Where `a⃗ ⊒ b⃗` is equality, but for bounds, which may be wider on the left.
//!
//! Sound: these are the cases of the meaning of an instance, one for each use that may have the hole. The node before a hole
//! is the last one on the way to it; what is above it is an instance whose hole is that node.

use super::fields::NodeFields;
use super::order::split;
use crate::rearrange::normalise;
use pure_logic::{Solver, Term};
use symbolic_heap::print::display_instance;
use symbolic_heap::{Block, HeapRule, Instance, InstanceId, Segment, State, Unfolded, is_broken};

/// The states in which an instance has no nodes, or begins with an explicit node.
pub fn expose_root(solver: &mut Solver, state: &State, id: InstanceId) -> Vec<State> {
    let Some(instance) = state.heap.instance(id).cloned() else { return vec![state.clone()] };
    let Solver { terms, derivation, .. } = &mut *solver;
    derivation.step("expose root", || display_instance(terms, &instance));
    let mut results: Vec<State> = without_nodes(solver, state, id, &instance).into_iter().collect();
    let places: Vec<Option<usize>> = match instance.hole {
        None => vec![None],
        Some(_) => (0..ways_to_hole(solver, &instance)).map(Some).collect(),
    };
    for place in places {
        let mut state = state.clone();
        state.heap.remove_instance(id);
        let unfolded = instance.definition.unfold(&mut solver.terms, &instance.arguments);
        add_node(solver, &mut state, &unfolded);
        for (position, arguments) in unfolded.uses.iter().enumerate() {
            let hole = instance.hole.clone().filter(|_| place == Some(position));
            if let Some(hole) = &hole {
                assume_narrowing(solver, &mut state, &instance, arguments, hole);
            }
            add_use(&mut state, &instance, arguments.clone(), hole);
        }
        for &fact in &unfolded.facts {
            state.assume(solver, fact);
        }
        if let Some(hole) = &instance.hole {
            let fact = solver.terms.not_equal(hole[0], instance.root());
            state.assume(solver, fact);
        }
        results.extend(normalise(solver, state));
    }
    results
}

/// The states in which an instance has no nodes, or in which the node before its hole is explicit.
pub fn expose_before_hole(solver: &mut Solver, state: &State, id: InstanceId) -> Vec<State> {
    let Some(instance) = state.heap.instance(id).cloned() else { return vec![state.clone()] };
    let Some(hole) = &instance.hole else { return vec![state.clone()] };
    let Solver { terms, derivation, .. } = &mut *solver;
    derivation.step("expose before hole", || display_instance(terms, &instance));
    let mut results: Vec<State> = without_nodes(solver, state, id, &instance).into_iter().collect();
    for place in 0..ways_to_hole(solver, &instance) {
        let mut state = state.clone();
        state.heap.remove_instance(id);
        let arguments: Vec<Term> = hole.iter().map(|_| solver.terms.fresh_variable("up")).collect();
        let unfolded = instance.definition.unfold(&mut solver.terms, &arguments);
        add_node(solver, &mut state, &unfolded);
        let address = arguments[0];
        assume_narrowing(solver, &mut state, &instance, &instance.arguments, &arguments);
        add_use(&mut state, &instance, instance.arguments.clone(), Some(arguments));
        for (position, arguments) in unfolded.uses.iter().enumerate() {
            if position != place {
                add_use(&mut state, &instance, arguments.clone(), None);
            }
        }
        for &fact in &unfolded.facts {
            state.assume(solver, fact);
        }
        let node = solver.terms.atom_term(unfolded.base);
        let own = solver.terms.add_constant(node, i128::from(instance.definition.entry));
        let mut passed = unfolded.uses[place].clone();
        passed.iter_mut().filter(|passed| **passed == address).for_each(|passed| *passed = own);
        for fact in instance.definition.covers(&mut solver.terms, &passed, hole) {
            state.assume(solver, fact);
        }
        results.extend(normalise(solver, state));
    }
    results
}

/// By how many links of a node the way to a hole may go on.
fn ways_to_hole(solver: &Solver, instance: &Instance) -> usize {
    match is_broken(solver, HeapRule::HolesAreBehindFirstLinks) {
        true => 1,
        false => instance.definition.uses.len(),
    }
}

/// Adds the blocks and what they own; facts are assumed when all of it is there.
fn add_node(solver: &mut Solver, state: &mut State, unfolded: &Unfolded) {
    for block in unfolded.heap.blocks() {
        state.heap.insert_block(Block::clone(block));
    }
    for segment in unfolded.heap.segments() {
        let zero = solver.terms.constant(0);
        let fact = solver.terms.at_most(zero, segment.count);
        state.facts.assume(solver, fact);
        state.heap.push_segment(Segment::clone(segment));
    }
    for (_, inner) in unfolded.heap.instances() {
        if inner.has_nodes && inner.hole.is_none() {
            let zero = solver.terms.constant(0);
            let fact = solver.terms.not_equal(inner.root(), zero);
            state.facts.assume(solver, fact);
        }
        state.heap.add_instance(Instance::clone(inner));
    }
}

fn add_use(state: &mut State, instance: &Instance, arguments: Vec<Term>, hole: Option<Vec<Term>>) {
    let definition = instance.definition.clone();
    state.heap.add_instance(Instance { definition, arguments, hole, has_nodes: false });
}

/// On the way to a hole bounds only become narrower: a node passes on its own number, which keeps to them, or the bounds as they are.
fn assume_narrowing(
    solver: &mut Solver,
    state: &mut State,
    instance: &Instance,
    arguments: &[Term],
    hole: &[Term],
) {
    let Some(fields) = NodeFields::of_definition(&solver.terms, &instance.definition) else { return };
    for (outer, inner) in split(&fields.orders, arguments).iter().zip(split(&fields.orders, hole)) {
        for (&bound, (&outer, &inner)) in
            outer.order.bounds().iter().zip(outer.bounds.iter().zip(&inner.bounds))
        {
            let fact = bound.is_outside(&mut solver.terms, outer, inner);
            state.facts.assume(solver, fact);
        }
    }
}

fn without_nodes(solver: &mut Solver, state: &State, id: InstanceId, instance: &Instance) -> Option<State> {
    let is_closed = instance.hole.is_none();
    if instance.has_nodes || is_closed && is_broken(solver, HeapRule::TreesHaveNodes) {
        return None;
    }
    let mut state = state.clone();
    state.heap.remove_instance(id);
    assume_no_nodes(solver, &mut state, instance);
    normalise(solver, state)
}

/// What holds of the arguments of an instance without nodes.
pub(crate) fn assume_no_nodes(solver: &mut Solver, state: &mut State, instance: &Instance) {
    match &instance.hole {
        None => {
            let fact = solver.terms.zero(instance.root());
            state.assume(solver, fact);
        }
        Some(hole) => {
            for fact in instance.definition.covers(&mut solver.terms, &instance.arguments, hole) {
                state.assume(solver, fact);
            }
        }
    }
}
