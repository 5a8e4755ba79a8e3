use super::*;
use crate::block::Region;
use crate::parse::parse_state;
use crate::small_heaps::{BlockKind, Slot, World};

const SINGLE: &str = "node 16 entry 0 link 0 word 8 { 8..12: any, 12..16: uninit }";
const DOUBLE: &str = "node 16 entry 0 link 0 back 8 word 8 {}";

/// Nodes of a singly linked list, in a row from `0x1000`, the last linked to `end`.
fn single_row(length: u64, end: u64) -> ConcreteHeap {
    let mut memory = ConcreteHeap::default();
    for index in 1..=length {
        let mut block = ConcreteBlock::heap(16);
        block.store(0, 8, if index == length { end } else { 0x1000 * (index + 1) });
        block.store(8, 4, index);
        memory.blocks.insert(0x1000 * index, block);
    }
    memory.registers = vec![Some(Word::address(if length == 0 { end } else { 0x1000 }))];
    memory
}

fn check(memory: &ConcreteHeap, text: &str) -> Satisfaction {
    let mut solver = Solver::new();
    let state = parse_state(&mut solver, text).unwrap_or_else(|error| panic!("{text}: {error}"));
    satisfies(&mut solver, &state, memory)
}

#[track_caller]
fn holds(memory: &ConcreteHeap, text: &str) {
    assert!(check(memory, text).is_satisfied(), "{text}\nin {memory:?}");
}

#[track_caller]
fn fails(memory: &ConcreteHeap, text: &str) {
    assert_eq!(check(memory, text), Satisfaction::NotSatisfied, "{text}\nin {memory:?}");
}

#[test]
fn a_segment_has_any_number_of_nodes_from_its_minimum() {
    for length in 0..=4 {
        let memory = single_row(length, 0);
        for minimum in 0..=5 {
            let text = format!("registers[1] {{ 0: x }} && seg(x -> 0; count n >= {minimum}; {SINGLE})");
            if length >= minimum {
                holds(&memory, &text)
            } else {
                fails(&memory, &text)
            }
            let text = format!("n = 2 && {text}");
            if length >= minimum && length == 2 { holds(&memory, &text) } else { fails(&memory, &text) }
        }
    }
}

#[test]
fn no_block_is_left_over_and_none_is_described_twice() {
    let memory = single_row(2, 0);
    fails(&memory, "registers[1] { 0: x } && emp");
    holds(
        &memory,
        "registers[1] { 0: a } && block a: heap[16] { 0..8: b, 8..16: uninit } * block b: heap[16] { 0..8: 0, 8..16: uninit }",
    );
    fails(&memory, "registers[1] { 0: a } && block a: heap[16] { 0..8: b, 8..16: uninit }");
    fails(
        &memory,
        &format!(
            "registers[1] {{ 0: x }} && seg(x -> 0; count n >= 0; {SINGLE}) * seg(x -> 0; count m >= 1; {SINGLE})"
        ),
    );
    holds(
        &memory,
        &format!(
            "registers[1] {{ 0: x }} && seg(x -> y; count n >= 1; {SINGLE}) * seg(y -> 0; count m >= 1; {SINGLE})"
        ),
    );
    fails(
        &memory,
        &format!(
            "registers[1] {{ 0: x }} && seg(x -> y; count n >= 2; {SINGLE}) * seg(y -> 0; count m >= 1; {SINGLE})"
        ),
    );
    // A hidden block that nothing points to is found, too.
    holds(
        &memory,
        &format!(
            "registers[1] {{}} && seg(x -> 0; count n >= 1; {SINGLE}) * block b: heap[16] {{ 0..16: uninit }}"
        ),
    );
}

#[test]
fn segments_are_acyclic() {
    let ring = single_row(3, 0x1000);
    fails(&ring, &format!("registers[1] {{ 0: x }} && seg(x -> x; count n >= 0; {SINGLE})"));
    fails(&ring, &format!("registers[1] {{ 0: x }} && seg(x -> y; count n >= 1; {SINGLE})"));
    holds(
        &ring,
        &format!(
            "registers[1] {{ 0: a }} && block a: heap[16] {{ 0..8: x, 8..16: uninit }} * seg(x -> a; count n >= 0; {SINGLE})"
        ),
    );
}

#[test]
fn words_are_compared_modulo_their_width() {
    let mut memory = single_row(1, 0);
    memory.registers = vec![Some(Word::integer(-1)), Some(Word { bits: 0x1234, width: 16, undefined: 0xff })];
    let block = "block b: heap[16] { 0..8: 0, 8..12: d, 12..16: uninit }";
    holds(&memory, &format!("registers[2] {{ 0: -1 }} && {block}"));
    holds(&memory, &format!("registers[2] {{ 0: 2^32 - 1 }} && {block}"));
    holds(&memory, &format!("x < 0 && -5 < x && registers[2] {{ 0: x }} && {block}"));
    holds(&memory, &format!("2^33 < x && registers[2] {{ 0: x }} && {block}"));
    fails(&memory, &format!("0 <= x < 5 && registers[2] {{ 0: x }} && {block}"));
    fails(&memory, &format!("registers[2] {{ 1: 0x1234 }} && {block}"));
    holds(&memory, &format!("registers[2] {{ 1: 0x1200 ? 0xff }} && {block}"));
    fails(&memory, &format!("registers[2] {{ 1: 0x1300 ? 0xff }} && {block}"));
    holds(&memory, &format!("registers[2] {{ 1: x ? }} && {block}"));
    fails(&memory, &format!("d = 2 && registers[2] {{}} && {block}"));
    holds(&memory, &format!("d = 1 && registers[2] {{}} && {block}"));
}

#[test]
fn contents_are_bytes() {
    let mut memory = ConcreteHeap::default();
    let mut block = ConcreteBlock::heap(8);
    block.store(0, 4, 0x0707_0707);
    memory.blocks.insert(0x1000, block);
    let with = |cells: &str| format!("block b: heap[8] {{ {cells} }}");
    holds(&memory, &with("0..8: uninit"));
    fails(&memory, &with("0..8: any"));
    holds(&memory, &with("0..4: any, 4..8: uninit"));
    holds(&memory, &with("0..4: fill 7, 4..8: uninit"));
    fails(&memory, &with("0..4: fill 6, 4..8: uninit"));
    fails(&memory, &with("0..8: x"));
    holds(&memory, &with("0..8: x ? 0xffffffff00000000"));
    holds(&memory, &format!("1 <= n && {}", with("0..n: fill 7, n .. 8: uninit")));
    fails(&memory, &format!("5 <= n && {}", with("0..n: fill 7, n .. 8: uninit")));
    fails(&memory, "block b: heap[n] { 0..n: fill 7 }");
    fails(&memory, "n != 8 && block b: heap[n] { 0..n: uninit }");
    fails(&memory, "block b: stack(0)[8] { 0..8: uninit }");
}

#[test]
fn ended_blocks_demand_nothing_and_ended_memory_may_be_left_over() {
    let mut memory = single_row(1, 0);
    if let Some(block) = memory.blocks.get_mut(&0x1000) {
        block.live = false;
    }
    holds(&memory, "registers[1] { 0: x } && emp");
    holds(&memory, "1 <= b && registers[1] { 0: b } && block b: heap[16] ended @1");
    fails(&memory, "registers[1] { 0: b } && block b: heap[16] { 0..16: uninit }");
}

/// All memories of two kinds of blocks, doubly linked.
fn double_world() -> World {
    World {
        kinds: vec![BlockKind {
            size: 16,
            slots: vec![Slot::pointer(0, &[(0, 0)]), Slot::pointer(8, &[(0, 0)])],
        }],
        registers: vec![Slot::pointer(0, &[(0, 0)]), Slot::pointer(0, &[(0, 0)])],
        roots: Vec::new(),
        maximal_blocks: 3,
    }
}

#[test]
fn doubly_linked_segments_are_rows_in_both_directions() {
    let text = format!("registers[2] {{ 0: x, 1: z }} && seg(x -> 0; back z -> 0; count n >= 0; {DOUBLE})");
    let mut solver = Solver::new();
    let state = parse_state(&mut solver, &text).unwrap();
    let satisfying: Vec<ConcreteHeap> = double_world()
        .memories()
        .into_iter()
        .filter(|memory| satisfies(&mut solver, &state, memory).is_satisfied())
        .collect();
    // One memory for each length from none to three.
    assert_eq!(satisfying.iter().map(|memory| memory.blocks.len()).collect::<Vec<_>>(), [0, 1, 2, 3]);
}

#[test]
fn nodes_own_blocks_lists_and_rings() {
    let mut memory = ConcreteHeap { registers: vec![Some(Word::address(0x1000))], ..ConcreteHeap::default() };
    let mut node = ConcreteBlock::heap(40);
    node.store(0, 8, 0);
    node.store(8, 8, 0x2004);
    node.store(16, 8, 0x3000);
    node.store(24, 8, 0x4000);
    node.store(32, 8, 0x4000);
    memory.blocks.insert(0x1000, node);
    let mut owned = ConcreteBlock::heap(8);
    owned.store(0, 8, 0x2008);
    memory.blocks.insert(0x2000, owned);
    let mut inner = ConcreteBlock::heap(8);
    inner.store(0, 8, 0);
    memory.blocks.insert(0x3000, inner);
    let mut ring = ConcreteBlock::heap(16);
    ring.store(0, 8, 0x1018);
    ring.store(8, 8, 0x1018);
    memory.blocks.insert(0x4000, ring);
    let with = |block: &str, list: &str, ring: &str| {
        format!(
            "registers[1] {{ 0: x }} && seg(x -> 0; count n >= 1; node 40 entry 0 link 0 word 8 \
             {{ 8..16: owns block 8 entry 4 {{ {block} }}, 16..24: {list} node 8 entry 0 link 0 word 8 {{}}, \
             24..32: owns list >= {ring} to own 24 from own 24 last 32 {DOUBLE} }})"
        )
    };
    holds(&memory, &with("0..8: own 8", "owns list >= 1", "1"));
    holds(&memory, &with("0..8: any", "owns list >= 0", "0"));
    fails(&memory, &with("0..8: own 7", "owns list >= 1", "1"));
    fails(&memory, &with("0..8: any", "owns list >= 2", "1"));
    fails(&memory, &with("0..8: any", "owns list >= 1", "2"));
    if let Some(node) = memory.blocks.get_mut(&0x1000) {
        node.store(16, 8, 0);
        node.store(24, 8, 0x1018);
        node.store(32, 8, 0x1018);
    }
    fails(&memory, &with("0..8: any", "owns list >= 0", "0"));
    memory.blocks.remove(&0x3000);
    memory.blocks.remove(&0x4000);
    holds(&memory, &with("0..8: any", "owns list >= 0", "0"));
    fails(&memory, &with("0..8: any", "owns list >= 1", "0"));
}

/// A list of two levels: nodes 0x1000 and 0x3000 are on both, 0x2000 only on the lower one.
fn two_levels() -> ConcreteHeap {
    let mut memory = ConcreteHeap { registers: vec![Some(Word::address(0x1000))], ..ConcreteHeap::default() };
    for (base, lower, upper) in [(0x1000, 0x2000, 0x3000), (0x2000, 0x3000, 0), (0x3000, 0, 0)] {
        let mut node = ConcreteBlock::heap(16);
        node.store(0, 8, lower);
        node.store(8, 8, upper);
        memory.blocks.insert(base, node);
    }
    memory
}

#[test]
fn a_list_of_a_node_ends_where_another_field_leads() {
    let lower = "node 16 entry 0 link 0 word 8 { 8..16: fill 0 }";
    let with = |list: &str| {
        format!(
            "registers[1] {{ 0: x }} && seg(x -> 0; count n >= 2; node 16 entry 0 link 8 word 8 {{ 0..8: {list} }})"
        )
    };
    let mut memory = two_levels();
    holds(&memory, &with(&format!("owns list >= 0 to like 8 {lower}")));
    fails(&memory, &with(&format!("owns list >= 1 to like 8 {lower}")));
    fails(&memory, &with(&format!("owns list >= 0 {lower}")));
    fails(&memory, &with("like 8"));
    memory.blocks.remove(&0x2000);
    if let Some(node) = memory.blocks.get_mut(&0x1000) {
        node.store(0, 8, 0x3000);
    }
    holds(&memory, &with("like 8"));
    fails(&memory, &with("like 8 plus 8"));
    holds(&memory, &with(&format!("owns list >= 0 to like 8 {lower}")));
}

#[test]
fn nodes_of_a_list_know_its_owner() {
    let child = "node 16 entry 0 link 0 word 8 shared 1 { 8..16: shared 0 }";
    let mut memory = ConcreteHeap { registers: vec![Some(Word::address(0x1000))], ..ConcreteHeap::default() };
    for (base, first, second) in [(0x1000, 0x2000, 0), (0x2000, 0x3000, 0x1008), (0x3000, 0, 0x1008)] {
        let mut node = ConcreteBlock::heap(16);
        node.store(0, 8, first);
        node.store(8, 8, second);
        memory.blocks.insert(base, node);
    }
    let with = |parent: &str| {
        format!(
            "registers[1] {{ 0: x }} && seg(x -> 0; count n >= 1; \
             node 16 entry 0 link 8 word 8 {{ 0..8: owns list >= 2 with ({parent}) {child} }})"
        )
    };
    holds(&memory, &with("own 8"));
    fails(&memory, &with("own 0"));
    fails(&memory, &with("like 8"));
}

#[test]
fn nodes_share_the_parameters_of_their_segment() {
    let memory = single_row(2, 0);
    let shared = "node 16 entry 0 link 0 word 8 shared 1 { 8..12: shared 0, 12..16: uninit }";
    fails(&memory, &format!("registers[1] {{ 0: x }} && seg(x -> 0; count n >= 0; {shared}; with p)"));
    let memory = single_row(1, 0);
    holds(
        &memory,
        &format!("p = 1 && registers[1] {{ 0: x }} && seg(x -> 0; count n >= 0; {shared}; with p)"),
    );
    fails(
        &memory,
        &format!("p = 2 && registers[1] {{ 0: x }} && seg(x -> 0; count n >= 0; {shared}; with p)"),
    );
}

#[test]
fn a_search_without_steps_is_given_up() {
    let mut solver = Solver::new();
    let state = parse_state(&mut solver, "emp").unwrap();
    let answer = satisfies_within(&mut solver, &state, &ConcreteHeap::default(), 0);
    assert_eq!(answer, Satisfaction::Unknown(GaveUp::Steps));
}

#[test]
fn the_frame_of_a_memory_may_be_left_out() {
    let mut memory = single_row(2, 0);
    let stray = 0x9000;
    memory.blocks.insert(stray, ConcreteBlock::heap(8));
    let text = format!("registers[1] {{ 0: x }} && seg(x -> 0; count n >= 0; {SINGLE})");
    fails(&memory, &text);
    memory.frame.insert(stray);
    holds(&memory, &text);
    // What is in the frame may be described all the same.
    holds(&memory, &format!("{text} && block b: heap[8] {{ 0..8: uninit }}"));
}

#[test]
fn the_bits_of_a_byte_that_were_stored_are_told_apart_from_the_others() {
    let mut memory = ConcreteHeap::default();
    memory.blocks.insert(0x1000, ConcreteBlock::stored(Region::Heap, &[0b0000_0101, 7], &[0b0000_0111, 0]));
    memory.registers = vec![Some(Word::address(0x1000))];
    let with =
        |cell: &str| format!("registers[1] {{ 0: b }} && block b: heap[2] {{ 0..1: {cell}, 1..2: uninit }}");
    holds(&memory, &with("5 ? 0xf8"));
    holds(&memory, &with("uninit"));
    fails(&memory, &with("4 ? 0xf8"));
    fails(&memory, &with("5 ? 0xf0"));
    fails(&memory, &with("any"));
}

/// Nodes with two links, by the positions of their children.
fn tree(links: &[(Option<u64>, Option<u64>)]) -> ConcreteHeap {
    let mut memory = ConcreteHeap::default();
    let address = |index: u64| 0x1000 + 0x20 * index;
    for (index, (left, right)) in (0..).zip(links) {
        let mut block = ConcreteBlock::heap(16);
        block.store(0, 8, left.map_or(0, address));
        block.store(8, 8, right.map_or(0, address));
        memory.blocks.insert(address(index), block);
    }
    memory.registers = vec![Some(Word::address(if links.is_empty() { 0 } else { address(0) }))];
    memory
}

const TREE: &str = "as (_p0) entry 0 hides (_h0, _h1, _h2) { block _h0: heap[16] { 0..8: _h1, 8..16: _h2 } * again(_h1) * again(_h2) }";

#[test]
fn a_tree_has_every_node_once() {
    let text = format!("registers[1] {{ 0: x }} && instance(x; {TREE})");
    let none = (None, None);
    for links in [
        vec![],
        vec![none],
        vec![(Some(1), None), none],
        vec![(Some(1), Some(2)), none, (None, Some(3)), none],
    ] {
        holds(&tree(&links), &text);
    }
    // Both links lead to one node; a node that nothing leads to; a circle.
    for links in [vec![(Some(1), Some(1)), none], vec![none, none], vec![(Some(1), None), (None, Some(0))]] {
        fails(&tree(&links), &text);
    }
    let nodes = format!("registers[1] {{ 0: x }} && instance(x; nodes; {TREE})");
    holds(&tree(&[none]), &nodes);
    fails(&tree(&[]), &nodes);
}

#[test]
fn what_is_at_a_hole_is_left_out() {
    let none = (None, None);
    let memory = tree(&[(Some(1), Some(2)), none, (None, Some(3)), none]);
    let at = |hole: u64, rest: &str| {
        format!("y = {hole} && registers[1] {{ 0: x }} && instance(x ~> y; {TREE}) * {rest}")
    };
    holds(&memory, &at(0x1060, &format!("instance(y; nodes; {TREE})")));
    holds(&memory, &at(0x1040, &format!("instance(y; nodes; {TREE})")));
    holds(&memory, &at(0x1000, &format!("instance(y; nodes; {TREE})")));
    holds(&memory, &at(0, "emp"));
    fails(&memory, &at(0x1040, "emp"));
    fails(&memory, &at(0x1080, "emp"));
}

#[test]
fn a_row_in_order_is_between_its_bounds() {
    let text = |facts: &str, minimum: u64, order: &str| {
        format!("{facts} && registers[1] {{ 0: x }} && seg(x -> 0; count n >= {minimum}; {SINGLE}; {order})")
    };
    // The numbers of the nodes are 1, 2 and 3.
    let memory = single_row(3, 0);
    holds(&memory, &text("e = 0 && f = 9", 0, "ascending 8 as signed 4 from e -> f"));
    holds(&memory, &text("e = 1 && f = 3", 0, "ascending 8 as unsigned 4 from exactly e -> exactly f"));
    holds(
        &memory,
        &text("e = 1 && f = 4", 0, "ascending strictly 8 as signed 4 from exactly e -> exactly f"),
    );
    fails(&memory, &text("e = 1 && f = 3", 0, "ascending strictly 8 as signed 4 from e -> f"));
    fails(&memory, &text("e = 2", 0, "ascending 8 as signed 4 from e -> f"));
    fails(&memory, &text("f = 2", 0, "ascending 8 as signed 4 from e -> f"));
    fails(&memory, &text("e = 0", 0, "ascending 8 as signed 4 from exactly e -> f"));
    fails(&memory, &text("e = 9", 0, "descending 8 as signed 4 from e -> f"));
    holds(&single_row(1, 0), &text("e = 9 && f = 0", 0, "descending strictly 8 as signed 4 from e -> f"));
    holds(
        &single_row(0, 0),
        &text("e = 2 && f = 2", 0, "ascending strictly 8 as signed 4 from exactly e -> f"),
    );
    fails(&single_row(0, 0), &text("e = 3 && f = 2", 0, "ascending 8 as signed 4 from e -> f"));
}

#[test]
fn what_is_said_of_each_node_holds_of_all_of_them() {
    let text = |facts: &str, each: &str| {
        format!(
            "{facts} && registers[1] {{ 0: x }} && seg(x -> 0; count n >= 0; node 16 entry 0 link 0 word 8 {{ 8..12: any, 12..16: uninit }}; {each})"
        )
    };
    // The numbers of the nodes are 1, 2 and 3.
    let memory = single_row(3, 0);
    holds(&memory, &text("e = 1 && f = 3", "each (8 as signed 4) { [e <= it8.], [it8. <= f] }"));
    fails(&memory, &text("e = 2", "each (8 as signed 4) { [e <= it8.] }"));
    fails(&memory, &text("e = 2", "each (8 as signed 4) { [it8. != e] }"));
    holds(&memory, &text("e = 1", "each (8 as unsigned 4) first e { [e <= it8.] }"));
    fails(&memory, &text("e = 2", "each (8 as unsigned 4) first e {}"));
    holds(&single_row(0, 0), &text("e = 2", "each (8 as unsigned 4) first e { [it8. < e] }"));
}
