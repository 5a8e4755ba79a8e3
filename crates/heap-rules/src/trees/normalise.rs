//! What separation says about the beginnings of instances.
//!
//! ```text
//!   D(a⃗)      with a₀ inside another block, or null although there are nodes     ⟹  nothing satisfies the state
//!   D(a⃗)      with a₀ = 0                                                         ⟹  it is nothing
//!   D(a⃗)      with a₀ ≠ 0                                                         ⟹  it has nodes
//!   D(a⃗ ⇝ b⃗)  with a₀ = b₀, null, or inside another block or instance             ⟹  a⃗ = b⃗, and it is nothing
//!   D(a⃗ ⇝ b⃗)  with bᵢ passed as self, null or inside another block or instance    ⟹  a⃗ = b⃗, and it is nothing
//!   D(a⃗)      with bounds between which there is no number                        ⟹  it is nothing
//! ```
//!
//! Sound: the address of a node lies in a live block of its own, and a hole's address is no node's. Where there are nodes, what is
//! passed to the hole as `self` is the address of the last one of them. The number of the first node is between the bounds of the instance.

use super::bounds::bounds_of_instance;
use super::expose::assume_no_nodes;
use super::order::{Bound, Bounded};
use pure_logic::{Solver, Term};
use symbolic_heap::{HeapRule, Instance, InstanceId, State, is_broken};

/// What was found.
pub(crate) enum Step {
    Nothing,
    Changed,
    Contradiction,
}

/// Draws one conclusion.
pub(crate) fn step(solver: &mut Solver, state: &mut State) -> Step {
    let ids: Vec<InstanceId> = state.heap.instances().map(|(id, _)| id).collect();
    for id in ids {
        let Some(instance) = state.heap.instance(id).cloned() else { continue };
        let root = instance.root();
        let is_null = solver.terms.zero(root);
        let is_elsewhere = is_elsewhere(solver, state, &instance)
            || has_twin(state, id, &instance)
            || last_is_elsewhere(solver, state, id, &instance)
            || has_no_numbers(solver, state, &instance);
        let ends_at_once = instance.hole.as_ref().is_some_and(|hole| hole[0] == root);
        if is_elsewhere || ends_at_once || state.facts.proves(solver, is_null).is_proved() {
            if instance.has_nodes {
                return Step::Contradiction;
            }
            state.heap.remove_instance(id);
            assume_no_nodes(solver, state, &instance);
            return Step::Changed;
        }
        if instance.has_nodes {
            continue;
        }
        let other = instance.hole.as_ref().map_or(solver.terms.constant(0), |hole| hole[0]);
        let differ = solver.terms.not_equal(root, other);
        if state.facts.proves(solver, differ).is_proved() {
            state.heap.replace_instance(id, Instance { has_nodes: true, ..Instance::clone(&instance) });
            let fact = solver.terms.not_equal(root, other);
            state.facts.assume(solver, fact);
            return Step::Changed;
        }
    }
    Step::Nothing
}

/// Whether the first node would have to be inside a block that is already there.
fn is_elsewhere(solver: &mut Solver, state: &State, instance: &Instance) -> bool {
    block_at(solver, state, instance.root())
}

/// Whether the node before the hole would have to be at null, inside a block that is already there, or a node of another instance.
fn last_is_elsewhere(solver: &mut Solver, state: &State, id: InstanceId, instance: &Instance) -> bool {
    let lasts: Vec<Term> = instance.before_hole(&solver.terms).collect();
    lasts.iter().any(|&last| {
        let is_of_other = state.heap.instances().any(|(other, twin)| {
            let mut nodes = twin.heads(&solver.terms).into_iter();
            other != id && twin.has_nodes && nodes.any(|node| node == last)
        });
        let is_null = solver.terms.zero(last);
        is_of_other || block_at(solver, state, last) || state.facts.proves(solver, is_null).is_proved()
    })
}

/// Whether its numbers would have to be above a bound and below a lower one.
fn has_no_numbers(solver: &mut Solver, state: &State, instance: &Instance) -> bool {
    bounds_of_instance(solver, instance).iter().any(|Bounded { order, bounds }| {
        let [Bound::Lower, Bound::Upper] = *order.bounds() else { return false };
        let is_crossed = match is_broken(solver, HeapRule::BoundsAreNeverEqual) {
            false => solver.terms.less_than(bounds[1], bounds[0]),
            true => solver.terms.at_most(bounds[1], bounds[0]),
        };
        state.facts.proves(solver, is_crossed).is_proved()
    })
}

/// Whether an address lies in a block that is live, or was when the last block was made.
fn block_at(solver: &mut Solver, state: &State, address: Term) -> bool {
    let mut bases =
        solver.terms.summands(address).iter().filter(|(atom, _)| state.heap.block(*atom).is_some());
    let (Some(&(base, 1)), None) = (bases.next(), bases.next()) else { return false };
    let Some(block) = state.heap.block(base).cloned() else { return false };
    if !block.has_own_address() || block.is_part() {
        return false;
    }
    let start = solver.terms.atom_term(base);
    let offset = solver.terms.subtract(address, start);
    let zero = solver.terms.constant(0);
    let inside = [solver.terms.at_most(zero, offset), solver.terms.less_than(offset, block.size)];
    state.facts.proves_all(solver, &inside).is_proved()
}

/// Whether another instance begins there that leaves no room for nodes of this one: it has nodes, or both are nothing or a node.
fn has_twin(state: &State, id: InstanceId, instance: &Instance) -> bool {
    state.heap.instances().any(|(other, twin)| {
        other != id && twin.root() == instance.root() && (twin.has_nodes || twin.hole.is_none())
    })
}
