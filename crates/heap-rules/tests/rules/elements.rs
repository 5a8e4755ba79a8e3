//! Elements of arrays that own something: every memory of a state is one of what the rules make of it.

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

/// An array of three pointers to nodes of two words, the first of which is a link.
fn memories() -> Vec<ConcreteHeap> {
    let pointer =
        |offset: usize, kind: usize| Slot { offset, bytes: 8, choice: Choice::Pointer(vec![(kind, 0)]) };
    let number = Slot { offset: 8, bytes: 8, choice: Choice::Number(vec![Some(1)]) };
    let array = BlockKind { size: 24, slots: (0..3).map(|index| pointer(8 * index, 1)).collect() };
    let node = BlockKind { size: 16, slots: vec![pointer(0, 1), number] };
    let world = World {
        kinds: vec![array, node],
        registers: vec![pointer(0, 0)],
        roots: Vec::new(),
        maximal_blocks: 4,
    };
    world.memories()
}

fn state(solver: &mut Solver, array: &str, rest: &str) -> State {
    let text = format!("n = 3 && i = 1 && registers[1] {{ 0: a }} && block a: heap[8*n] {{ {array} }}{rest}");
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

const NODE: &str = "owns block 16 entry 0 { 0..8: fill 0, 8..16: any }";
const LIST: &str = "owns list >= 0 node 16 entry 0 link 0 word 8 { 8..16: any }";

#[test]
fn an_exposed_element_is_of_one_of_its_kinds() {
    for kinds in [NODE.to_string(), format!("fill 0, {NODE}"), LIST.to_string()] {
        let mut solver = Solver::default();
        let state = state(&mut solver, &format!("0..8*n: own 8 {{ {kinds} }}"), "");
        let base = state.heap.blocks().next().expect("the array").base;
        for place in [0, 8, 16] {
            let run = (solver.terms.constant(place), solver.terms.constant(place + 8));
            let cases = expose_element(&mut solver, &state, base, run).expect("an element is there");
            demand_covered(&mut solver, &state, &cases);
        }
    }
}

#[test]
fn runs_without_elements_do_not_matter() {
    let ended = "owns ended 16 entry 0";
    // Of one element, `8*i` is behind it, and `8*i - 8` before it.
    let arrays = [
        (0, format!("0..8*i - 8: own 8 {{ {ended} }}, 8*i - 8 .. 8*n: own 8 {{ {NODE} }}")),
        (16, format!("0..8*n: own 8 {{ {NODE} }}, 8*n .. 24*i: own 8 {{ {ended} }}")),
    ];
    for (place, array) in arrays {
        let mut solver = Solver::default();
        let state = state(&mut solver, &array, "");
        let base = state.heap.blocks().next().expect("the array").base;
        let run = (solver.terms.constant(place), solver.terms.constant(place + 8));
        let cases = expose_element(&mut solver, &state, base, run).expect("an element is there");
        assert_eq!(cases.len(), 1, "{}", display_state(&solver, &state));
        demand_covered(&mut solver, &state, &cases);
    }
}

#[test]
fn an_element_of_one_of_two_runs_is_not_exposed_before_they_are_one() {
    let mut solver = Solver::default();
    let array = format!("0..m: own 8 {{ {NODE} }}, m .. 8*n: own 8 {{ fill 0 }}");
    let state = state(&mut solver, &array, "");
    let base = state.heap.blocks().next().expect("the array").base;
    let run = (solver.terms.constant(0), solver.terms.constant(8));
    assert!(expose_element(&mut solver, &state, base, run).is_none());
}

#[test]
fn half_an_element_is_not_exposed() {
    let mut solver = Solver::default();
    let state = state(&mut solver, &format!("0..8*n: own 8 {{ {NODE} }}"), "");
    let base = state.heap.blocks().next().expect("the array").base;
    let run = (solver.terms.constant(4), solver.terms.constant(12));
    assert!(expose_element(&mut solver, &state, base, run).is_none());
}

#[test]
fn pointers_become_elements() {
    let node = " * block x: heap[16] { 0..8: 0, 8..16: v }";
    let two = " * block x: heap[16] { 0..8: 0, 8..16: v } * block y: heap[16] { 0..8: 0, 8..16: w }";
    let list = " * seg(x -> 0; count c >= 1; node 16 entry 0 link 0 word 8 { 8..16: any })";
    let states = [
        ("0..8: x, 8..8*n: fill 0", node),
        ("0..8*i: fill 0, 8*i .. 8*i + 8: x, 8*i + 8 .. 8*n: fill 0", node),
        ("0..8: x, 8..16: y, 16..8*n: fill 0", two),
        ("0..8: x, 8..8*n: fill 0", list),
    ];
    for (array, rest) in states {
        let mut solver = Solver::default();
        let before = state(&mut solver, array, rest);
        let mut after = before.clone();
        fold_elements(&mut solver, &mut after);
        assert_eq!(after.heap.blocks().count(), 1, "{}", display_state(&solver, &after));
        demand_covered(&mut solver, &before, &[after]);
    }
}

#[test]
fn a_pointer_that_somebody_else_has_stays() {
    let mut solver = Solver::default();
    let rest = " * block x: heap[16] { 0..8: 0, 8..16: v } * block y: stack(0)[8] { 0..8: x }";
    let mut after = state(&mut solver, "0..8: x, 8..8*n: fill 0", rest);
    let blocks = after.heap.blocks().count();
    fold_elements(&mut solver, &mut after);
    assert_eq!(after.heap.blocks().count(), blocks, "{}", display_state(&solver, &after));
}

#[test]
fn of_two_words_that_lead_to_one_block_one_owns_it() {
    let mut solver = Solver::default();
    let rest = " * block x: heap[16] { 0..8: 0, 8..16: v }";
    let before = state(&mut solver, "0..8: x, 8..16: x, 16..8*n: fill 0", rest);
    let mut after = before.clone();
    fold_elements(&mut solver, &mut after);
    assert_eq!(after.heap.blocks().count(), before.heap.blocks().count() - 1);
    demand_covered(&mut solver, &before, &[after]);
}

#[test]
fn runs_that_an_index_may_lie_in_become_one() {
    let node = " * block x: heap[16] { 0..8: 0, 8..16: v }";
    let mut solver = Solver::default();
    let array = format!("0..8*i: own 8 {{ {NODE} }}, 8*i .. 8*i + 8: x, 8*i + 8 .. 8*n: fill 0");
    let before = state(&mut solver, &array, node);
    let bases: Vec<_> = before.heap.blocks().filter(|block| block.cells.as_slice().len() == 3).collect();
    let base = bases[0].base;
    let after = spread(&mut solver, &before, base, &mut |_, _| true).expect("all are elements");
    let cells = after.heap.block(base).expect("the array").cells.clone();
    assert!(matches!(cells.as_slice(), [cell] if matches!(cell.content, Content::Owning(_))));
    demand_covered(&mut solver, &before, &[after]);
}

#[test]
fn a_join_covers_elements_of_both_sides() {
    let contents = ["fill 0".to_string(), format!("own 8 {{ {NODE} }}"), format!("own 8 {{ {LIST} }}")];
    let likeness = Likeness {
        precision: Precision::Words,
        tells_flags_apart: false,
        same_kinds: false,
        alternatives: false,
    };
    for left in &contents {
        for right in &contents {
            let mut solver = Solver::default();
            let left = state(&mut solver, &format!("0..8*i: {left}, 8*i .. 8*n: {right}"), "");
            let right = state(&mut solver, &format!("0..8*n: {right}"), "");
            let Some(joined) = join(&mut solver, &left, &right, JoinMode::Join, likeness) else { continue };
            let own = std::slice::from_ref(&joined);
            demand_covered(&mut solver, &left, own);
            demand_covered(&mut solver, &right, own);
        }
    }
}
