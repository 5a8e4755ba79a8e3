//! Graphs for the tests of the analyses: all small ones, and random larger ones.

use super::FlowGraph;
use crate::BlockId;
use crate::text::sample::Random;

/// Calls `check` with every graph of up to four nodes and with some random graphs of up to twelve.
pub(super) fn for_each_graph(mut check: impl FnMut(&FlowGraph)) {
    for count in 1..=4usize {
        for bits in 0..1u32 << (count * count) {
            let edges = (0..count * count).filter(|index| bits >> index & 1 == 1);
            let edges = edges.map(|index| ((index / count) as u32, (index % count) as u32));
            check(&FlowGraph::from_edges(count, &edges.collect::<Vec<_>>()));
        }
    }
    let random = &mut Random::new(11);
    for _ in 0..4000 {
        let count = 5 + random.below(8);
        let edge_count = random.below(count * 5 / 2);
        let mut edges: Vec<(u32, u32)> =
            (0..edge_count).map(|_| (random.below(count) as u32, random.below(count) as u32)).collect();
        // A chain makes most nodes reachable.
        edges.extend((1..count as u32).filter(|_| random.below(4) > 0).map(|node| (node - 1, node)));
        check(&FlowGraph::from_edges(count, &edges));
    }
}

/// The nodes that can be reached from `start` on paths that avoid the nodes that `avoid` holds of.
pub(super) fn reachable_from(
    graph: &FlowGraph,
    start: BlockId,
    avoid: impl Fn(BlockId) -> bool,
) -> Vec<bool> {
    let mut is_reached = vec![false; graph.len()];
    let mut work = vec![start];
    while let Some(block) = work.pop() {
        if avoid(block) || std::mem::replace(&mut is_reached[block.index()], true) {
            continue;
        }
        work.extend(graph.successors(block));
    }
    is_reached
}

pub(super) fn blocks(graph: &FlowGraph) -> impl Iterator<Item = BlockId> + use<> {
    (0..graph.len()).map(BlockId::from_index)
}
