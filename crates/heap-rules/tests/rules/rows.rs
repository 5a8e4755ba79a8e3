//! Elements that own blocks which are all equally large: every memory of a state is one of what the rules make of it, and none in
//! which the blocks differ satisfies it.

use heap_rules::fold::{Precision, fold_elements, spread};
use heap_rules::join::{JoinMode, join};
use heap_rules::rearrange::expose_element;
use heap_rules::relate::Likeness;
use pure_logic::Solver;
use symbolic_heap::parse::parse_state;
use symbolic_heap::print::display_state;
use symbolic_heap::satisfy::{ConcreteHeap, satisfies};
use symbolic_heap::small_heaps::{BlockKind, Choice, Slot, World};
use symbolic_heap::{Content, State};

/// An array of two pointers, each null or to a row of one or of two words, and a register with the size of a row.
fn memories() -> Vec<ConcreteHeap> {
    let pointer = |offset: usize| Slot { offset, bytes: 8, choice: Choice::Pointer(vec![(1, 0), (2, 0)]) };
    let number = |offset: usize| Slot { offset, bytes: 8, choice: Choice::Number(vec![Some(8), Some(16)]) };
    let array = BlockKind { size: 16, slots: vec![pointer(0), pointer(8)] };
    let short = BlockKind { size: 8, slots: vec![number(0)] };
    let long = BlockKind { size: 16, slots: vec![number(0), number(8)] };
    let root = Slot { offset: 0, bytes: 8, choice: Choice::Pointer(vec![(0, 0)]) };
    let world = World {
        kinds: vec![array, short, long],
        registers: vec![root, number(0)],
        roots: Vec::new(),
        maximal_blocks: 3,
    };
    world.memories()
}

fn state(solver: &mut Solver, facts: &str, array: &str, rest: &str) -> State {
    let text = format!(
        "n = 2 && i = 1 && {facts} && registers[2] {{ 0: a, 1: m }} && block a: heap[8*n] {{ {array} }}{rest}"
    );
    parse_state(solver, &text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn models(solver: &mut Solver, state: &State, memories: &[ConcreteHeap]) -> Vec<bool> {
    memories.iter().map(|memory| satisfies(solver, state, memory).is_satisfied()).collect()
}

/// Some memory satisfies the state before, and every one that does satisfies one of those after.
fn demand_covered(solver: &mut Solver, before: &State, after: &[State]) {
    let memories = memories();
    let own = models(solver, before, &memories);
    let text = display_state(solver, before);
    assert!(own.contains(&true), "no memory satisfies {text}");
    let covers: Vec<Vec<bool>> = after.iter().map(|state| models(solver, state, &memories)).collect();
    for (index, memory) in memories.iter().enumerate().filter(|(index, _)| own[*index]) {
        let is_covered = covers.iter().any(|holds| holds[index]);
        let cases: Vec<String> = after.iter().map(|state| display_state(solver, state)).collect();
        assert!(is_covered, "{memory:?}\nof {text}\nis in none of\n{}", cases.join("\nor\n"));
    }
}

const ROW: &str = "owns block 0 and rows entry 0 { 0..end: any }";

#[test]
fn rows_are_as_large_as_the_array_says() {
    let mut solver = Solver::default();
    let memories = memories();
    let any =
        state(&mut solver, "8 <= m", "0..8*n: own 8 { owns block 0 and more entry 0 { 0..end: any } }", "");
    let rows = state(&mut solver, "8 <= m", &format!("0..8*n: own 8 rows m {{ {ROW} }}"), "");
    let other = state(&mut solver, "8 <= m", &format!("0..8*n: own 8 rows r {{ {ROW} }}"), "");
    let counts = [&any, &rows, &other]
        .map(|state| models(&mut solver, state, &memories).into_iter().filter(|holds| *holds).count());
    // Rows of one and of two words; of a size that a register tells half as many; of one that nobody tells those with equal rows.
    assert!(counts[1] > 0 && counts[1] < counts[2] && counts[2] < counts[0], "{counts:?}");
}

#[test]
fn an_exposed_row_is_as_large_as_the_others() {
    for (rows, kinds) in [("m", ROW.to_string()), ("r", ROW.to_string()), ("m", format!("fill 0, {ROW}"))] {
        let mut solver = Solver::default();
        let array = format!("0..8*n: own 8 rows {rows} {{ {kinds} }}");
        let state = state(&mut solver, "8 <= m", &array, "");
        let base = state.heap.blocks().next().expect("the array").base;
        for place in [0, 8] {
            let run = (solver.terms.constant(place), solver.terms.constant(place + 8));
            let cases = expose_element(&mut solver, &state, base, run).expect("an element is there");
            demand_covered(&mut solver, &state, &cases);
        }
    }
}

#[test]
fn rows_become_elements() {
    let states = [
        ("8 <= m", "0..8: x, 8..8*n: fill 0", " * block x: heap[m] { 0..m: any }"),
        (
            "8 <= m",
            "0..8: x, 8..8*n: y",
            " * block x: heap[m] { 0..m: any } * block y: heap[m] { 0..m: any }",
        ),
        ("s = m && 8 <= m", "0..8: x, 8..8*n: fill 0", " * block x: heap[s] { 0..s: any }"),
    ];
    for (facts, array, rest) in states {
        let mut solver = Solver::default();
        let before = state(&mut solver, facts, array, rest);
        let mut after = before.clone();
        fold_elements(&mut solver, &mut after);
        let text = display_state(&solver, &after);
        let is_array = text.contains("rows") || after.heap.blocks().count() == before.heap.blocks().count();
        assert!(is_array, "{text}");
        demand_covered(&mut solver, &before, &[after]);
    }
}

#[test]
fn rows_of_different_sizes_have_any_size_together() {
    let mut solver = Solver::default();
    let array = format!("0..8*i: own 8 rows m {{ {ROW} }}, 8*i .. 8*n: own 8 rows r {{ {ROW} }}");
    let before = state(&mut solver, "8 <= m", &array, "");
    let base = before.heap.blocks().next().expect("the array").base;
    let after = spread(&mut solver, &before, base, &mut |_, _| true).expect("all are elements");
    let cells = after.heap.block(base).expect("the array").cells.clone();
    assert!(matches!(cells.as_slice(), [cell] if matches!(cell.content, Content::Owning(_))));
    demand_covered(&mut solver, &before, &[after]);
}

#[test]
fn a_join_covers_rows_of_both_sides() {
    let likeness = Likeness {
        precision: Precision::Words,
        tells_flags_apart: false,
        same_kinds: false,
        alternatives: false,
    };
    let contents = [
        "fill 0".to_string(),
        format!("own 8 rows m {{ {ROW} }}"),
        format!("own 8 rows r {{ {ROW} }}"),
        "own 8 { owns block 0 and more entry 0 { 0..end: any } }".to_string(),
    ];
    let facts = ["m = 8 && r = 16", "m = 16 && r = 8", "8 <= m && r = m"];
    for (left, right) in contents.iter().flat_map(|left| contents.iter().map(move |right| (left, right))) {
        for (own, other) in facts.iter().flat_map(|own| facts.iter().map(move |other| (own, other))) {
            let mut solver = Solver::default();
            let left = state(&mut solver, own, &format!("0..8*i: {left}, 8*i .. 8*n: {right}"), "");
            let right = state(&mut solver, other, &format!("0..8*n: {right}"), "");
            let Some(joined) = join(&mut solver, &left, &right, JoinMode::Join, likeness) else { continue };
            let all = std::slice::from_ref(&joined);
            demand_covered(&mut solver, &left, all);
            demand_covered(&mut solver, &right, all);
        }
    }
}
