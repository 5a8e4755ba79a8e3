//! Weak topological order, by the hierarchical decomposition of Bourdoncle, "Efficient Chaotic
//! Iteration Strategies with Widenings" (1993), figure 4, with the recursion made explicit.

use super::FlowGraph;
use crate::BlockId;
use std::fmt;

/// The reachable blocks in an order with components, `b0 (b1 b2 (b3 b4)) b5`, such that every edge
/// goes forward, or back to the head of a component that it starts in. Widening at the heads, and
/// repeating a component until its head is stable, finds a fixpoint.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WeakTopologicalOrder {
    items: Vec<WeakItem>,
    /// The place of each block in `items`.
    position: Vec<Option<u32>>,
}

/// A block in a weak topological order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WeakItem {
    pub block: BlockId,
    /// For the head of a component: the position after the component's last block.
    pub component_end: Option<usize>,
}

impl WeakTopologicalOrder {
    pub fn new(graph: &FlowGraph) -> WeakTopologicalOrder {
        let mut items = Construction::new(graph).run();
        items.reverse();
        let count = items.len();
        let mut position = vec![None; graph.len()];
        for (index, item) in items.iter_mut().enumerate() {
            position[item.block.index()] = Some(index as u32);
            // Counted from the end while the order was built backwards.
            item.component_end = item.component_end.map(|start| count - start);
        }
        WeakTopologicalOrder { items, position }
    }

    /// The blocks in order; a component is the range from its head to its end.
    pub fn items(&self) -> &[WeakItem] {
        &self.items
    }

    /// Where a block stands, if it is reachable.
    pub fn position(&self, block: BlockId) -> Option<usize> {
        self.position[block.index()].map(|position| position as usize)
    }

    /// Whether a block is the head of a component: where to widen.
    pub fn is_head(&self, block: BlockId) -> bool {
        self.position(block).is_some_and(|position| self.items[position].component_end.is_some())
    }
}

impl fmt::Display for WeakTopologicalOrder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut ends: Vec<usize> = Vec::new();
        for (index, item) in self.items.iter().enumerate() {
            if index > 0 {
                f.write_str(" ")?;
            }
            if let Some(end) = item.component_end {
                f.write_str("(")?;
                ends.push(end);
            }
            write!(f, "b{}", item.block.raw())?;
            while ends.last() == Some(&(index + 1)) {
                f.write_str(")")?;
                ends.pop();
            }
        }
        Ok(())
    }
}

/// The depth-first number of a block whose place is settled, and of one not yet visited.
const SETTLED: u32 = u32::MAX;
const UNVISITED: u32 = 0;

/// A call of one of the paper's two mutually recursive procedures.
struct Frame {
    block: BlockId,
    next_successor: usize,
    task: Task,
}

enum Task {
    /// `visit`: the lowest number that was reached so far, and whether a cycle was closed.
    Visit { head: u32, is_cycle: bool },
    /// `component`: how many items stood in the order before.
    Component { start: usize },
}

struct Construction<'a> {
    graph: &'a FlowGraph,
    numbers: Vec<u32>,
    last_number: u32,
    /// Visited blocks whose place is not settled.
    stack: Vec<BlockId>,
    frames: Vec<Frame>,
    /// The order, backwards.
    items: Vec<WeakItem>,
}

impl<'a> Construction<'a> {
    fn new(graph: &'a FlowGraph) -> Self {
        Construction {
            graph,
            numbers: vec![UNVISITED; graph.len()],
            last_number: 0,
            stack: Vec::new(),
            frames: Vec::new(),
            items: Vec::with_capacity(graph.len()),
        }
    }

    fn run(mut self) -> Vec<WeakItem> {
        if !self.graph.is_empty() {
            self.visit(self.graph.entry());
        }
        while let Some(frame) = self.frames.last_mut() {
            let block = frame.block;
            let Some(&successor) = self.graph.successors(block).get(frame.next_successor) else {
                self.leave();
                continue;
            };
            frame.next_successor += 1;
            match self.numbers[successor.index()] {
                UNVISITED => self.visit(successor),
                number => self.reached(number),
            }
        }
        self.items
    }

    /// Begins the visit of a block.
    fn visit(&mut self, block: BlockId) {
        self.stack.push(block);
        self.last_number += 1;
        self.numbers[block.index()] = self.last_number;
        let task = Task::Visit { head: self.last_number, is_cycle: false };
        self.frames.push(Frame { block, next_successor: 0, task });
    }

    /// Tells the current visit which number an edge led to.
    fn reached(&mut self, number: u32) {
        if let Some(Frame { task: Task::Visit { head, is_cycle }, .. }) = self.frames.last_mut()
            && number <= *head
        {
            *head = number;
            *is_cycle = true;
        }
    }

    /// Ends the last call: all successors of its block have been looked at.
    fn leave(&mut self) {
        let Some(frame) = self.frames.pop() else { return };
        match frame.task {
            Task::Component { start } => {
                self.items.push(WeakItem { block: frame.block, component_end: Some(start) });
            }
            Task::Visit { head, is_cycle } => {
                if head == self.numbers[frame.block.index()] {
                    self.settle(frame.block, is_cycle);
                } else {
                    self.reached(head);
                }
            }
        }
    }

    /// All blocks above this one on the stack form a strongly connected component with it.
    fn settle(&mut self, block: BlockId, is_cycle: bool) {
        self.numbers[block.index()] = SETTLED;
        while let Some(member) = self.stack.pop() {
            if member == block {
                break;
            }
            self.numbers[member.index()] = UNVISITED;
        }
        if is_cycle {
            let task = Task::Component { start: self.items.len() };
            self.frames.push(Frame { block, next_successor: 0, task });
        } else {
            self.items.push(WeakItem { block, component_end: None });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::small_graphs::{blocks, for_each_graph, reachable_from};
    use super::*;

    #[test]
    fn the_example_of_the_paper() {
        // The order that the paper writes as 1 2 (3 4 (5 6) 7) 8.
        let edges = [(0, 1), (1, 2), (1, 7), (2, 3), (3, 4), (4, 5), (5, 4), (5, 6), (6, 2), (6, 7)];
        let order = WeakTopologicalOrder::new(&FlowGraph::from_edges(8, &edges));
        assert_eq!(order.to_string(), "b0 b1 (b2 b3 (b4 b5) b6) b7");
        assert!(order.is_head(BlockId::from_raw(4)));
        assert!(!order.is_head(BlockId::from_raw(5)));
    }

    #[test]
    fn edges_go_forward_or_to_the_head_of_their_component() {
        for_each_graph(|graph| {
            let order = WeakTopologicalOrder::new(graph);
            let reachable = reachable_from(graph, graph.entry(), |_| false);
            for block in blocks(graph) {
                assert_eq!(order.position(block).is_some(), reachable[block.index()]);
                let Some(from) = order.position(block) else { continue };
                for &successor in graph.successors(block) {
                    let to = order.position(successor).unwrap();
                    let end = order.items()[to].component_end;
                    assert!(from < to || end.is_some_and(|end| from < end), "{order} {graph:?}");
                }
            }
        });
    }

    #[test]
    fn components_nest_and_are_strongly_connected() {
        for_each_graph(|graph| {
            let order = WeakTopologicalOrder::new(graph);
            let mut ends = vec![order.items().len()];
            for (start, item) in order.items().iter().enumerate() {
                while ends.last().is_some_and(|&end| end <= start) {
                    ends.pop();
                }
                let Some(end) = item.component_end else { continue };
                assert!(start < end && end <= *ends.last().unwrap(), "{order}");
                ends.push(end);
                let is_inside = |block| order.position(block).is_some_and(|p| (start..end).contains(&p));
                let ahead = reachable_from(graph, item.block, |block| !is_inside(block));
                let is_cycle = graph.predecessors(item.block).iter().any(|&block| is_inside(block));
                assert!(is_cycle, "{order}");
                for member in &order.items()[start..end] {
                    assert!(ahead[member.block.index()], "{order}");
                    let back = reachable_from(graph, member.block, |block| !is_inside(block));
                    assert!(back[item.block.index()], "{order}");
                }
            }
        });
    }

    #[test]
    fn deep_nests_do_not_exhaust_the_stack() {
        // Every block has an edge back to all heads of a nest that is 300 deep.
        let depth = 300u32;
        let mut edges: Vec<(u32, u32)> = (1..2 * depth).map(|node| (node - 1, node)).collect();
        edges.extend((1..depth).map(|head| (2 * depth - head, head)));
        let order = WeakTopologicalOrder::new(&FlowGraph::from_edges(2 * depth as usize, &edges));
        let heads = order.items().iter().filter(|item| item.component_end.is_some()).count();
        assert_eq!(heads, depth as usize - 1);
    }
}
