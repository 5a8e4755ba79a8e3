//! Forgetting what no execution can see any more.

use ir::RegisterId;
use pure_logic::TermTable;
use symbolic_heap::State;

/// Clears registers that are not live, unless they alone refer to some memory: a variable that is
/// in scope keeps its block even if it is not read again. What is passed to a callee is the callee's.
pub fn clear_dead_registers(
    terms: &TermTable,
    state: &mut State,
    live: &[RegisterId],
    arguments: &[symbolic_heap::Value],
) {
    let mut dead: Vec<(usize, symbolic_heap::Value)> = Vec::new();
    for (index, register) in state.registers.iter_mut().enumerate() {
        if live.binary_search(&RegisterId::from_index(index)).is_err()
            && let Some(value) = register.take()
            && terms.as_constant(value.term).is_none()
        {
            dead.push((index, value));
        }
    }
    if dead.is_empty() {
        return;
    }
    let heap = state.heap.clone();
    let matters = |reached: &symbolic_heap::reach::Reachable, value: symbolic_heap::Value| {
        let reach = heap.reachable(terms, [value.term]);
        reach.blocks.iter().any(|base| {
            !reached.blocks.contains(base)
                && heap.block(*base).is_some_and(|block| block.may_be_live() && block.region.has_nodes())
        }) || !reach.segments.is_subset(&reached.segments)
            || !reach.instances.is_subset(&reached.instances)
    };
    let passed = || arguments.iter().map(|value| value.term);
    let mut reached = heap.reachable(terms, state.roots(terms).into_iter().chain(passed()));
    for (index, value) in dead {
        if matters(&reached, value) {
            state.registers[index] = Some(value);
            reached = heap.reachable(terms, state.roots(terms).into_iter().chain(passed()));
        }
    }
}
