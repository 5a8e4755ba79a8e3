//! Strongly connected components of a graph given by its successor lists (Tarjan's algorithm,
//! written as a loop so that deep graphs do not exhaust the stack).

/// The components in reverse topological order: a component comes after all those it points to
/// have come. Nodes inside a component are in ascending order.
pub fn strongly_connected_components(successors: &[Vec<usize>]) -> Vec<Vec<usize>> {
    const UNVISITED: usize = usize::MAX;
    let count = successors.len();
    let mut index_of = vec![UNVISITED; count];
    let mut low_link = vec![0; count];
    let mut on_stack = vec![false; count];
    let mut stack = Vec::new();
    let mut components = Vec::new();
    let mut next_index = 0;
    // A frame is a node and the position of the successor to look at next.
    let mut frames: Vec<(usize, usize)> = Vec::new();

    for root in 0..count {
        if index_of[root] != UNVISITED {
            continue;
        }
        frames.push((root, 0));
        while let Some(&(node, position)) = frames.last() {
            if position == 0 {
                index_of[node] = next_index;
                low_link[node] = next_index;
                next_index += 1;
                stack.push(node);
                on_stack[node] = true;
            }
            if let Some(&successor) = successors[node].get(position) {
                frames.last_mut().expect("the loop runs while there is a frame").1 += 1;
                if index_of[successor] == UNVISITED {
                    frames.push((successor, 0));
                } else if on_stack[successor] {
                    low_link[node] = low_link[node].min(index_of[successor]);
                }
                continue;
            }
            frames.pop();
            if let Some(&(parent, _)) = frames.last() {
                low_link[parent] = low_link[parent].min(low_link[node]);
            }
            if low_link[node] == index_of[node] {
                let mut component = Vec::new();
                loop {
                    let member = stack.pop().expect("the root of the component is on the stack");
                    on_stack[member] = false;
                    component.push(member);
                    if member == node {
                        break;
                    }
                }
                component.sort_unstable();
                components.push(component);
            }
        }
    }
    components
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn callees_come_before_callers_and_cycles_stay_together() {
        // 0 -> 1 <-> 2 -> 3, 4 alone
        let graph = vec![vec![1], vec![2], vec![1, 3], vec![], vec![]];
        assert_eq!(strongly_connected_components(&graph), vec![vec![3], vec![1, 2], vec![0], vec![4]]);
    }

    #[test]
    fn a_long_chain_does_not_exhaust_the_stack() {
        let length = 300_000;
        let graph: Vec<Vec<usize>> =
            (0..length).map(|node| if node + 1 < length { vec![node + 1] } else { vec![] }).collect();
        assert_eq!(strongly_connected_components(&graph).len(), length);
    }

    /// Two nodes share a component exactly when each reaches the other: all graphs of three nodes.
    #[test]
    fn agrees_with_mutual_reachability_on_all_small_graphs() {
        for edges in 0u32..512 {
            let graph: Vec<Vec<usize>> =
                (0..3).map(|from| (0..3).filter(|to| edges >> (from * 3 + to) & 1 == 1).collect()).collect();
            let mut reach = [[false; 3]; 3];
            for (from, row) in reach.iter_mut().enumerate() {
                row[from] = true;
                for &to in &graph[from] {
                    row[to] = true;
                }
            }
            for middle in 0..3 {
                for from in 0..3 {
                    for to in 0..3 {
                        reach[from][to] |= reach[from][middle] && reach[middle][to];
                    }
                }
            }
            let components = strongly_connected_components(&graph);
            let component_of = |node| components.iter().position(|c| c.contains(&node));
            for (a, row) in reach.iter().enumerate() {
                for (b, &is_reached) in row.iter().enumerate() {
                    let together = component_of(a) == component_of(b);
                    assert_eq!(together, is_reached && reach[b][a], "edges {edges:b}");
                    if is_reached && !together {
                        assert!(component_of(b) < component_of(a));
                    }
                }
            }
        }
    }
}
