//! Dominators, by the iteration of Cooper, Harvey and Kennedy, "A Simple, Fast Dominance
//! Algorithm" (2001).

use super::{FlowGraph, ReversePostorder};
use crate::BlockId;

/// A block dominates another if every path from the entry to the other goes through it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Dominators {
    /// The immediate dominator of each block; the entry's is itself, `None` if unreachable.
    immediate: Vec<Option<BlockId>>,
    /// The place of each block in a preorder of the dominator tree.
    preorder: Vec<u32>,
    /// How many blocks a block dominates; their places follow its own. Zero if unreachable.
    subtree: Vec<u32>,
}

impl Dominators {
    pub fn new(graph: &FlowGraph) -> Dominators {
        Dominators::from_order(graph, &ReversePostorder::new(graph))
    }

    /// As [`new`](Self::new), given the reverse postorder.
    pub fn from_order(graph: &FlowGraph, order: &ReversePostorder) -> Dominators {
        let immediate = immediate_dominators(graph, order);
        let mut subtree = vec![0u32; graph.len()];
        // A block comes after its dominators in the order, so one backward pass adds up the sizes
        // and one forward pass hands out the places.
        for block in order.order().iter().rev() {
            subtree[block.index()] += 1;
            if let Some(parent) = parent(&immediate, *block) {
                subtree[parent.index()] += subtree[block.index()];
            }
        }
        let mut preorder = vec![0u32; graph.len()];
        let mut next_place = vec![1u32; graph.len()];
        for block in order.order() {
            if let Some(parent) = parent(&immediate, *block) {
                let place = next_place[parent.index()];
                next_place[parent.index()] += subtree[block.index()];
                preorder[block.index()] = place;
                next_place[block.index()] = place + 1;
            }
        }
        Dominators { immediate, preorder, subtree }
    }

    /// The closest other block that dominates this one; none for the entry and unreachable blocks.
    pub fn immediate(&self, block: BlockId) -> Option<BlockId> {
        parent(&self.immediate, block)
    }

    /// Whether `dominator` dominates `block`; every reachable block dominates itself. Unreachable
    /// blocks neither dominate nor are dominated.
    pub fn dominates(&self, dominator: BlockId, block: BlockId) -> bool {
        let first = self.preorder[dominator.index()];
        let place = self.preorder[block.index()];
        self.subtree[block.index()] > 0 && (first..first + self.subtree[dominator.index()]).contains(&place)
    }

    /// The block, its immediate dominator, and so on up to the entry.
    pub fn chain(&self, block: BlockId) -> impl Iterator<Item = BlockId> {
        let first = self.immediate[block.index()].map(|_| block);
        std::iter::successors(first, |&block| self.immediate(block))
    }

    /// How many blocks dominate this one, apart from itself.
    pub fn depth(&self, block: BlockId) -> Option<usize> {
        self.immediate[block.index()].map(|_| self.chain(block).count() - 1)
    }
}

fn parent(immediate: &[Option<BlockId>], block: BlockId) -> Option<BlockId> {
    immediate[block.index()].filter(|&parent| parent != block)
}

fn immediate_dominators(graph: &FlowGraph, order: &ReversePostorder) -> Vec<Option<BlockId>> {
    let mut immediate: Vec<Option<BlockId>> = vec![None; graph.len()];
    let Some((&entry, rest)) = order.order().split_first() else { return immediate };
    immediate[entry.index()] = Some(entry);
    let mut has_changed = true;
    while has_changed {
        has_changed = false;
        for &block in rest {
            let mut closest: Option<BlockId> = None;
            for &predecessor in graph.predecessors(block) {
                if immediate[predecessor.index()].is_some() {
                    closest = Some(match closest {
                        None => predecessor,
                        Some(other) => common_dominator(&immediate, order, predecessor, other),
                    });
                }
            }
            if immediate[block.index()] != closest {
                immediate[block.index()] = closest;
                has_changed = true;
            }
        }
    }
    immediate
}

/// The closest block that dominates both, as far as is known: the "two fingers" of the paper.
fn common_dominator(
    immediate: &[Option<BlockId>],
    order: &ReversePostorder,
    mut one: BlockId,
    mut other: BlockId,
) -> BlockId {
    while one != other {
        let later = if order.position(one) > order.position(other) { &mut one } else { &mut other };
        match immediate[later.index()] {
            Some(parent) => *later = parent,
            None => break,
        }
    }
    one
}

#[cfg(test)]
mod tests {
    use super::super::small_graphs::{blocks, for_each_graph, reachable_from};
    use super::*;

    #[test]
    fn agrees_with_the_definition_by_paths() {
        for_each_graph(|graph| {
            let dominators = Dominators::new(graph);
            let reachable = reachable_from(graph, graph.entry(), |_| false);
            for dominator in blocks(graph) {
                let avoiding = reachable_from(graph, graph.entry(), |block| block == dominator);
                for block in blocks(graph) {
                    let expected =
                        reachable[dominator.index()] && reachable[block.index()] && !avoiding[block.index()];
                    assert_eq!(dominators.dominates(dominator, block), expected, "{graph:?}");
                }
            }
            for block in blocks(graph) {
                // The immediate dominator is the strict dominator that all others dominate.
                let strict: Vec<BlockId> = blocks(graph)
                    .filter(|&other| other != block && dominators.dominates(other, block))
                    .collect();
                let expected = strict
                    .iter()
                    .copied()
                    .find(|&closest| strict.iter().all(|&other| dominators.dominates(other, closest)));
                assert_eq!(dominators.immediate(block), expected);
                let mut chain: Vec<BlockId> = dominators.chain(block).skip(1).collect();
                chain.sort();
                assert_eq!(chain, strict);
                assert_eq!(dominators.depth(block), reachable[block.index()].then_some(strict.len()));
            }
        });
    }
}
