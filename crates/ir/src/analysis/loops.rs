//! Natural loops and how they nest.

use super::{Dominators, FlowGraph, ReversePostorder};
use crate::BlockId;
use stdx::{Arena, Id};

pub type LoopId = Id<Loop>;

/// The natural loop of a header: the blocks from which an edge back to the header can be reached
/// without going through the header, where the header dominates the start of that edge.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Loop {
    pub header: BlockId,
    /// The blocks from which an edge goes back to the header, in ascending order.
    pub latches: Vec<BlockId>,
    /// The smallest loop around this one.
    pub parent: Option<LoopId>,
}

/// The loops of a function. Two loops are disjoint or one contains the other.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LoopForest {
    /// Inner loops come before those around them.
    pub loops: Arena<Loop>,
    innermost: Vec<Option<LoopId>>,
    /// Edges that close a cycle without their target dominating their source: cycles with several
    /// entries, which have no natural loop.
    pub irreducible_edges: Vec<(BlockId, BlockId)>,
}

impl LoopForest {
    pub fn new(graph: &FlowGraph) -> LoopForest {
        let order = ReversePostorder::new(graph);
        let dominators = Dominators::from_order(graph, &order);
        let mut forest = LoopForest {
            loops: Arena::new(),
            innermost: vec![None; graph.len()],
            irreducible_edges: Vec::new(),
        };
        // The outermost loop found so far around each loop, with shortened paths.
        let mut around: Vec<LoopId> = Vec::new();
        // An inner header is dominated by the outer one, so it comes later in the order.
        for &header in order.order().iter().rev() {
            let mut latches = Vec::new();
            for &source in graph.predecessors(header) {
                if dominators.dominates(header, source) {
                    latches.push(source);
                } else if order.position(source) >= order.position(header) {
                    forest.irreducible_edges.push((source, header));
                }
            }
            if !latches.is_empty() {
                let id = forest.loops.push(Loop { header, latches, parent: None });
                around.push(id);
                forest.collect(graph, &order, id, &mut around);
            }
        }
        forest.irreducible_edges.sort();
        forest
    }

    /// Gives the blocks of a new loop, and the loops inside that are not yet inside any, to it.
    fn collect(&mut self, graph: &FlowGraph, order: &ReversePostorder, id: LoopId, around: &mut [LoopId]) {
        let header = self.loops[id].header;
        let mut work = self.loops[id].latches.clone();
        while let Some(block) = work.pop() {
            match self.innermost[block.index()] {
                None => {
                    self.innermost[block.index()] = Some(id);
                    if block != header {
                        let predecessors = graph.predecessors(block).iter();
                        work.extend(predecessors.filter(|&&predecessor| order.is_reachable(predecessor)));
                    }
                }
                Some(inner) => {
                    let outermost = find_outermost(around, inner);
                    if outermost != id {
                        self.loops[outermost].parent = Some(id);
                        around[outermost.index()] = id;
                        let inner_header = self.loops[outermost].header;
                        let predecessors = graph.predecessors(inner_header).iter();
                        work.extend(predecessors.filter(|&&predecessor| order.is_reachable(predecessor)));
                    }
                }
            }
        }
        // The header belongs to the loop even if the only way round leads through inner loops.
        if self.innermost[header.index()].is_none() {
            self.innermost[header.index()] = Some(id);
        }
    }

    /// The smallest loop that a block lies in.
    pub fn innermost(&self, block: BlockId) -> Option<LoopId> {
        self.innermost[block.index()]
    }

    /// The loop and those around it, from the inside.
    pub fn chain(&self, innermost: Option<LoopId>) -> impl Iterator<Item = LoopId> {
        std::iter::successors(innermost, |&id| self.loops[id].parent)
    }

    pub fn contains(&self, id: LoopId, block: BlockId) -> bool {
        self.chain(self.innermost(block)).any(|other| other == id)
    }

    /// How many loops a block lies in.
    pub fn depth(&self, block: BlockId) -> usize {
        self.chain(self.innermost(block)).count()
    }

    /// The blocks of a loop, in ascending order.
    pub fn blocks(&self, id: LoopId) -> Vec<BlockId> {
        (0..self.innermost.len()).map(BlockId::from_index).filter(|&block| self.contains(id, block)).collect()
    }
}

fn find_outermost(around: &mut [LoopId], mut id: LoopId) -> LoopId {
    while around[id.index()] != id {
        let next = around[id.index()];
        around[id.index()] = around[next.index()];
        id = next;
    }
    id
}

#[cfg(test)]
mod tests {
    use super::super::small_graphs::{blocks, for_each_graph, reachable_from};
    use super::*;

    /// The blocks of the loop of a header, by definition; empty if there is no such loop.
    fn naive_loop(graph: &FlowGraph, header: BlockId) -> Vec<BlockId> {
        let dominators = Dominators::new(graph);
        let latches: Vec<BlockId> = (graph.predecessors(header).iter().copied())
            .filter(|&latch| dominators.dominates(header, latch))
            .collect();
        if latches.is_empty() {
            return Vec::new();
        }
        let reachable = reachable_from(graph, graph.entry(), |_| false);
        blocks(graph)
            .filter(|&block| {
                let ahead = reachable_from(graph, block, |other| other == header);
                block == header
                    || reachable[block.index()] && latches.iter().any(|latch| ahead[latch.index()])
            })
            .collect()
    }

    #[test]
    fn agrees_with_the_definition() {
        for_each_graph(|graph| {
            let forest = LoopForest::new(graph);
            for header in blocks(graph) {
                let expected = naive_loop(graph, header);
                let found = forest.loops.iter().find(|(_, found)| found.header == header);
                match found {
                    None => assert!(expected.is_empty(), "{graph:?}"),
                    Some((id, _)) => assert_eq!(forest.blocks(id), expected, "{graph:?}"),
                }
            }
            for (id, inner) in forest.loops.iter() {
                // The parent is the smallest other loop that contains the header.
                let expected = (forest.loops.iter().map(|(other, _)| other))
                    .filter(|&other| other != id && forest.contains(other, inner.header))
                    .min_by_key(|&other| forest.blocks(other).len());
                assert_eq!(inner.parent, expected);
                assert!(inner.parent.is_none_or(|parent| id < parent));
            }
        });
    }

    /// Without the edges back to headers and the irreducible ones, no cycle can be reached.
    #[test]
    fn every_cycle_is_a_loop_or_is_reported() {
        for_each_graph(|graph| {
            let forest = LoopForest::new(graph);
            let order = ReversePostorder::new(graph);
            let dominators = Dominators::new(graph);
            for &from in order.order() {
                for &to in graph.successors(from) {
                    let closes_cycle = order.position(to) <= order.position(from);
                    let is_back_edge = dominators.dominates(to, from);
                    let is_reported = forest.irreducible_edges.contains(&(from, to));
                    assert_eq!(closes_cycle, is_back_edge || is_reported);
                    assert!(!(is_back_edge && is_reported));
                }
            }
        });
    }
}
