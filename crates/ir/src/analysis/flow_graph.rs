//! Which block may follow which.

use crate::{BlockId, Body};

/// The edges between blocks, in both directions. A block that is named twice by a terminator
/// counts once.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FlowGraph {
    successors: Adjacency,
    predecessors: Adjacency,
}

/// Lists of blocks, one per block, in one piece.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Adjacency {
    /// INVARIANT: list `b` is `targets[starts[b]..starts[b + 1]]`.
    starts: Vec<u32>,
    targets: Vec<BlockId>,
}

impl Adjacency {
    fn list(&self, block: BlockId) -> &[BlockId] {
        let (start, end) = (self.starts[block.index()], self.starts[block.index() + 1]);
        &self.targets[start as usize..end as usize]
    }
}

impl FlowGraph {
    /// The graph of a body. Jumps to blocks that do not exist, which the verifier rejects, are left out.
    pub fn new(body: &Body) -> FlowGraph {
        FlowGraph::build(body.blocks.len(), |block, visit| {
            body.blocks[block].terminator.kind.for_each_successor(visit);
        })
    }

    /// The graph with these edges, for tests.
    #[cfg(test)]
    pub(super) fn from_edges(count: usize, edges: &[(u32, u32)]) -> FlowGraph {
        FlowGraph::build(count, |block, visit| {
            for (_, target) in edges.iter().filter(|(source, _)| *source == block.raw()) {
                visit(BlockId::from_raw(*target));
            }
        })
    }

    fn build(count: usize, for_each_successor: impl Fn(BlockId, &mut dyn FnMut(BlockId))) -> FlowGraph {
        let mut successors = Adjacency { starts: Vec::with_capacity(count + 1), targets: Vec::new() };
        let mut predecessor_counts = vec![0u32; count + 1];
        // The last block that was seen to lead to each block, so that repetitions are noticed.
        let mut last_source = vec![u32::MAX; count];
        successors.starts.push(0);
        for block in (0..count).map(BlockId::from_index) {
            for_each_successor(block, &mut |target| {
                let Some(last_source) = last_source.get_mut(target.index()) else { return };
                if std::mem::replace(last_source, block.raw()) != block.raw() {
                    successors.targets.push(target);
                    predecessor_counts[target.index()] += 1;
                }
            });
            successors.starts.push(successors.targets.len() as u32);
        }
        let predecessors = reverse(&successors, predecessor_counts);
        FlowGraph { successors, predecessors }
    }

    /// How many blocks there are.
    pub fn len(&self) -> usize {
        self.successors.starts.len() - 1
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    pub fn entry(&self) -> BlockId {
        BlockId::from_raw(0)
    }

    /// In the order in which the terminator names them.
    pub fn successors(&self, block: BlockId) -> &[BlockId] {
        self.successors.list(block)
    }

    /// In ascending order.
    pub fn predecessors(&self, block: BlockId) -> &[BlockId] {
        self.predecessors.list(block)
    }
}

/// The reversed lists, given how long they will be (and one more entry for the end).
fn reverse(forward: &Adjacency, counts: Vec<u32>) -> Adjacency {
    let mut starts = counts;
    let mut sum = 0;
    for entry in &mut starts {
        sum += std::mem::replace(entry, sum);
    }
    let mut next = starts.clone();
    let mut targets = vec![BlockId::from_raw(0); forward.targets.len()];
    for source in (0..forward.starts.len() - 1).map(BlockId::from_index) {
        for target in forward.list(source) {
            targets[next[target.index()] as usize] = source;
            next[target.index()] += 1;
        }
    }
    Adjacency { starts, targets }
}

#[cfg(test)]
mod tests {
    use super::super::small_graphs::{blocks, for_each_graph};
    use super::*;

    #[test]
    fn a_block_named_twice_is_one_successor() {
        let module = crate::text::parse(
            "module LP64 signature s0 (i32) -> void #0 function external @f s0 (%0: i32) {
             b0: switch %0 { 1: b2, 3: b1, 4: b2, else: b1 } b1: return b2: goto b1 }",
        );
        let module = module.unwrap();
        let body = module.functions.as_slice()[0].body.as_ref().unwrap();
        let graph = FlowGraph::new(body);
        let ids = |list: &[BlockId]| list.iter().map(|block| block.raw()).collect::<Vec<_>>();
        assert_eq!(ids(graph.successors(BlockId::from_raw(0))), [2, 1]);
        assert_eq!(ids(graph.predecessors(BlockId::from_raw(1))), [0, 2]);
        assert_eq!(ids(graph.predecessors(BlockId::from_raw(0))), [0; 0]);
    }

    #[test]
    fn predecessors_are_successors_reversed() {
        for_each_graph(|graph| {
            for from in blocks(graph) {
                assert!(graph.predecessors(from).is_sorted());
                for to in blocks(graph) {
                    let forward = graph.successors(from).iter().filter(|&&block| block == to).count();
                    let backward = graph.predecessors(to).iter().filter(|&&block| block == from).count();
                    assert_eq!(forward, backward);
                    assert!(forward <= 1);
                }
            }
        });
    }
}
