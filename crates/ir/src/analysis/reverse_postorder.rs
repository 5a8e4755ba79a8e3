//! Reverse postorder: a block comes before those it leads to, but for edges that close a cycle.

use super::FlowGraph;
use crate::BlockId;

/// The reachable blocks in reverse postorder of a depth-first walk from the entry.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReversePostorder {
    order: Vec<BlockId>,
    /// The place of each block in the order; `UNREACHABLE` for those that are not in it.
    position: Vec<u32>,
}

const UNREACHABLE: u32 = u32::MAX;
/// The walk has entered the block and not left it.
const ENTERED: u32 = u32::MAX - 1;

impl ReversePostorder {
    pub fn new(graph: &FlowGraph) -> ReversePostorder {
        let mut order = Vec::with_capacity(graph.len());
        let mut position = vec![UNREACHABLE; graph.len()];
        let mut path: Vec<(BlockId, usize)> = Vec::new();
        if !graph.is_empty() {
            path.push((graph.entry(), 0));
            position[graph.entry().index()] = ENTERED;
        }
        while let Some((block, next)) = path.last_mut() {
            match graph.successors(*block).get(*next) {
                Some(&successor) => {
                    *next += 1;
                    if position[successor.index()] == UNREACHABLE {
                        position[successor.index()] = ENTERED;
                        path.push((successor, 0));
                    }
                }
                None => {
                    order.push(*block);
                    path.pop();
                }
            }
        }
        order.reverse();
        for (index, block) in order.iter().enumerate() {
            position[block.index()] = index as u32;
        }
        ReversePostorder { order, position }
    }

    /// The reachable blocks; the entry is the first.
    pub fn order(&self) -> &[BlockId] {
        &self.order
    }

    /// Where a block stands in the order, if it is reachable.
    pub fn position(&self, block: BlockId) -> Option<usize> {
        let position = self.position[block.index()];
        (position != UNREACHABLE).then_some(position as usize)
    }

    pub fn is_reachable(&self, block: BlockId) -> bool {
        self.position[block.index()] != UNREACHABLE
    }
}

#[cfg(test)]
mod tests {
    use super::super::small_graphs::{blocks, for_each_graph, reachable_from};
    use super::*;

    /// The order by the recursive definition.
    fn naive(graph: &FlowGraph, block: BlockId, seen: &mut Vec<BlockId>, out: &mut Vec<BlockId>) {
        if seen.contains(&block) {
            return;
        }
        seen.push(block);
        for &successor in graph.successors(block) {
            naive(graph, successor, seen, out);
        }
        out.insert(0, block);
    }

    #[test]
    fn agrees_with_the_recursive_definition() {
        for_each_graph(|graph| {
            let order = ReversePostorder::new(graph);
            let mut expected = Vec::new();
            naive(graph, graph.entry(), &mut Vec::new(), &mut expected);
            assert_eq!(order.order(), expected);
            let is_reached = reachable_from(graph, graph.entry(), |_| false);
            for block in blocks(graph) {
                assert_eq!(order.is_reachable(block), is_reached[block.index()]);
                assert_eq!(order.position(block), expected.iter().position(|&other| other == block));
            }
        });
    }

    #[test]
    fn a_long_chain_does_not_exhaust_the_stack() {
        let count = 100_000u32;
        let text: String = (0..count).map(|node| format!("b{node}: goto b{}\n", node + 1)).collect();
        let text = format!(
            "module LP64 signature s0 () -> void #0 function external @f s0 () {{ {text} b{count}: return }}"
        );
        let module = crate::text::parse(&text).unwrap();
        let graph = FlowGraph::new(module.functions.as_slice()[0].body.as_ref().unwrap());
        assert_eq!(ReversePostorder::new(&graph).order().len(), count as usize + 1);
        assert_eq!(
            super::super::Dominators::new(&graph).depth(BlockId::from_raw(count)),
            Some(count as usize)
        );
    }
}
