//! What nodes are allocated for decides which of them are tried as a row.

use heap_rules::fold::{Precision, abstract_state};
use heap_rules::rearrange::unfold_first;
use pure_logic::Solver;
use symbolic_heap::parse::parse_state;
use symbolic_heap::{PlaceTag, State};

const NODES: PlaceTag = PlaceTag(7).for_a_type();
const ITEMS: PlaceTag = PlaceTag(8).for_a_type();

/// Two blocks of one size, of which the first leads to the second.
fn pair(solver: &mut Solver, first: PlaceTag, second: PlaceTag) -> State {
    let text = format!(
        "1 <= a && a <= 18446744073709551599 && a mod 16 = 0 && 1 <= b && b <= 18446744073709551599 && b mod 16 = 0 && registers[1] {{ 0: a }} && block a: heap[16] @{} {{ 0..8: b, 8..16: 0 }} * block b: heap[16] @{} {{ 0..8: 0, 8..16: 0 }}",
        first.0, second.0
    );
    parse_state(solver, &text).expect("a state")
}

#[test]
fn blocks_that_are_allocated_for_different_types_are_no_row() {
    let mut solver = Solver::new();
    let mut rows = |first, second| {
        let state = pair(&mut solver, first, second);
        abstract_state(&mut solver, &state, Precision::Shapes).heap.segments().len()
    };
    assert_eq!(rows(NODES, NODES), 1);
    assert_eq!(rows(NODES, ITEMS), 0);
    assert_eq!(rows(NODES, PlaceTag::UNTYPED), 1, "a wrapper allocates for any type");
    assert_eq!(rows(PlaceTag(7), PlaceTag(8)), 1, "places alone say nothing of types");
}

#[test]
fn an_unfolded_node_is_one_for_the_type_of_its_list() {
    let mut solver = Solver::new();
    let mut first = |one, two| {
        let state = pair(&mut solver, one, two);
        let folded = abstract_state(&mut solver, &state, Precision::Shapes);
        let cases = unfold_first(&mut solver, &folded, 0);
        let [case] = &cases[..] else { panic!("a list of two nodes is not empty") };
        case.heap.blocks().next().expect("the first node").allocated_at
    };
    assert_eq!(first(NODES, NODES), NODES);
    assert_eq!(first(NODES, PlaceTag::UNTYPED), PlaceTag::default());
}

#[test]
fn origins_are_no_part_of_what_is_compared() {
    let mut solver = Solver::new();
    let mut folded = |tag| {
        let state = pair(&mut solver, tag, tag);
        abstract_state(&mut solver, &state, Precision::Shapes)
    };
    let (nodes, items) = (folded(NODES), folded(ITEMS));
    assert_eq!(nodes.heap.segments()[0].shape, items.heap.segments()[0].shape);
}
