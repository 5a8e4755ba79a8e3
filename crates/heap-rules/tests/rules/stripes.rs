//! Words of an array that lie a stride apart: every memory of a state is one of what the rules make of it.

use heap_rules::entail::entails;
use heap_rules::fold::{Precision, Strides, abstract_state};
use heap_rules::join::{JoinMode, join};
use heap_rules::relate::Likeness;
use pure_logic::Solver;
use symbolic_heap::parse::parse_state;
use symbolic_heap::print::display_state;
use symbolic_heap::satisfy::{ConcreteHeap, satisfies};
use symbolic_heap::small_heaps::{BlockKind, Choice, Slot, World};
use symbolic_heap::{Content, State};

/// Four words of four bytes, some of which may not be stored.
fn memories() -> Vec<ConcreteHeap> {
    let numbers = [
        vec![Some(0), Some(1)],
        vec![None, Some(0), Some(1), Some(5)],
        vec![Some(0), Some(1), Some(2)],
        vec![None, Some(0), Some(5)],
    ];
    let slots = numbers.into_iter().enumerate().map(|(index, numbers)| Slot {
        offset: 4 * index,
        bytes: 4,
        choice: Choice::Number(numbers),
    });
    let pointer = Slot { offset: 0, bytes: 8, choice: Choice::Pointer(vec![(0, 0)]) };
    let array = BlockKind { size: 16, slots: slots.collect() };
    World { kinds: vec![array], registers: vec![pointer], roots: Vec::new(), maximal_blocks: 1 }.memories()
}

fn state(solver: &mut Solver, facts: &str, cells: &str) -> State {
    let text = format!("s = 16 && {facts} && registers[1] {{ 0: a }} && block a: heap[s] {{ {cells} }}");
    parse_state(solver, &text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Arrays of which stripes are told.
const STRIPED: [&str; 6] = [
    "0..s: stripes 8 { 0 4 { [it. = 0] } }",
    "0..s: stripes 8 { 0 4 { [0 <= it.], [it. <= 1] }, 4 4 { [it. <= 5] } }",
    "0..s: stripes 8 { 0 4 { [8*it. = at.] } }",
    "0..s: stripes 8 { 0 4 { [8*it. = at.] }, 4 4 { [it. = 5] } }",
    "0..s: stripes 8 { 4 4 {} }",
    "0..s: stripes 4 { 0 4 {} }",
];

/// Arrays a part of which is still told word by word.
const EXPLICIT: [(&str, &str); 8] = [
    ("0 = 0", "0..4: 0, 4..s: uninit"),
    ("0 = 0", "0..4: 0, 4..8: 5, 8..s: uninit"),
    ("0 = 0", "0..4: 0, 4..8: uninit, 8..12: 1, 12..s: uninit"),
    ("0 <= x && x <= 1", "0..4: x, 4..8: 0, 8..12: x, 12..s: any"),
    (
        "0 <= p && p <= 8 && p mod 8 = 0",
        "0..p: stripes 8 { 0 4 { [it. = 0] } }, p .. p+4: 1, p+4 .. s: uninit",
    ),
    (
        "0 <= p && p <= 8 && p mod 8 = 0",
        "0..p: stripes 8 { 0 4 { [it. = 0] }, 4 4 { [it. <= 5] } }, p .. p+4: 0, p+4 .. s: each 4 { [0 <= it.] }",
    ),
    // The border may lie in the middle of a word.
    (
        "0 <= p && p <= 4",
        "0..p: stripes 8 { 0 4 { [it. = 1] } }, p .. p+4: 0, p+4 .. s: stripes 8 { 0 4 { [it. = 1] } }",
    ),
    (
        "4 <= p && p <= 12 && p mod 4 = 0",
        "0..p: stripes 8 { 0 4 { [8*it. = at.] } }, p .. s: stripes 8 { 0 4 { [8*it. = at.] } }",
    ),
];

fn precision() -> Precision {
    Precision::Fields(Strides::of([8]))
}

fn models(solver: &mut Solver, state: &State, memories: &[ConcreteHeap]) -> Vec<bool> {
    memories.iter().map(|memory| satisfies(solver, state, memory).is_satisfied()).collect()
}

/// Every memory that satisfies the state before satisfies the one after.
fn demand_covered(solver: &mut Solver, before: &State, after: &State) {
    let memories = memories();
    let own = models(solver, before, &memories);
    let covered = models(solver, after, &memories);
    let texts = [before, after].map(|state| display_state(solver, state));
    for (index, memory) in memories.iter().enumerate() {
        assert!(!own[index] || covered[index], "{memory:?}\nof {}\nis not in\n{}", texts[0], texts[1]);
    }
}

fn has_stripes(state: &State) -> bool {
    let mut cells = state.heap.blocks().flat_map(|block| block.cells.iter());
    cells.any(|cell| matches!(cell.content, Content::Striped(_)))
}

/// A state in which the name of a place is another one.
fn renamed(text: &str, index: usize) -> String {
    text.replace("stripes", "STRIPES").replace('p', &format!("p{index}")).replace("STRIPES", "stripes")
}

#[test]
fn stripes_are_printed_as_they_are_read() {
    for cells in STRIPED {
        let mut solver = Solver::default();
        let state = state(&mut solver, "0 = 0", cells);
        let text = display_state(&solver, &state);
        let read = parse_state(&mut solver, &text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(text, display_state(&solver, &read));
    }
}

#[test]
fn some_memories_satisfy_stripes_and_others_do_not() {
    let memories = memories();
    for cells in STRIPED {
        let mut solver = Solver::default();
        let state = state(&mut solver, "0 = 0", cells);
        let models = models(&mut solver, &state, &memories);
        assert!(models.contains(&true) && models.contains(&false), "{cells}");
    }
}

#[test]
fn words_become_stripes_that_cover_them() {
    let mut striped = 0;
    for (facts, cells) in EXPLICIT {
        let mut solver = Solver::default();
        let before = state(&mut solver, facts, cells);
        let after = abstract_state(&mut solver, &before, precision());
        striped += usize::from(has_stripes(&after));
        demand_covered(&mut solver, &before, &after);
    }
    assert!(striped >= 3, "only {striped} have stripes");
}

#[test]
fn a_run_that_is_cut_has_the_same_stripes_on_both_sides() {
    for cells in STRIPED {
        for place in 0..=16 {
            let mut solver = Solver::default();
            let before = state(&mut solver, "0 = 0", cells);
            let mut after = before.clone();
            let base = before.heap.blocks().next().expect("the array").base;
            let place = solver.terms.constant(place);
            let block = after.heap.block_mut(base).expect("the array");
            block.cells.split_at(&mut solver, &before.facts, place).expect("the place is inside");
            demand_covered(&mut solver, &before, &after);
        }
    }
}

#[test]
fn a_join_covers_the_stripes_of_both_states() {
    let likeness =
        Likeness { precision: precision(), tells_flags_apart: false, same_kinds: false, alternatives: false };
    let mut joins = 0;
    for (facts, cells) in EXPLICIT {
        for (other_facts, other_cells) in EXPLICIT {
            for mode in [JoinMode::Join, JoinMode::Widen(&[])] {
                let mut solver = Solver::default();
                let left = state(&mut solver, facts, cells);
                let left = abstract_state(&mut solver, &left, precision());
                let right = state(&mut solver, &renamed(other_facts, 2), &renamed(other_cells, 2));
                let right = abstract_state(&mut solver, &right, precision());
                let Some(joined) = join(&mut solver, &left, &right, mode, likeness) else { continue };
                joins += 1;
                demand_covered(&mut solver, &left, &joined);
                demand_covered(&mut solver, &right, &joined);
            }
        }
    }
    assert!(joins > EXPLICIT.len() * EXPLICIT.len(), "only {joins} pairs are joined");
}

#[test]
fn a_state_covers_what_it_is_said_to() {
    let memories = memories();
    let mut solver = Solver::default();
    let mut states: Vec<State> = STRIPED.iter().map(|cells| state(&mut solver, "0 = 0", cells)).collect();
    for (index, (facts, cells)) in EXPLICIT.into_iter().enumerate() {
        let own = state(&mut solver, &renamed(facts, index), &renamed(cells, index));
        states.push(own.clone());
        states.push(abstract_state(&mut solver, &own, precision()));
    }
    let models: Vec<Vec<bool>> = states.iter().map(|state| models(&mut solver, state, &memories)).collect();
    let mut proved = 0;
    for (special, own) in states.iter().zip(&models) {
        for (general, covered) in states.iter().zip(&models) {
            if !entails(&mut solver, special, general).is_proved() {
                continue;
            }
            proved += 1;
            let is_subset = own.iter().zip(covered).all(|(own, covered)| !own || *covered);
            let texts = [special, general].map(|state| display_state(&solver, state));
            assert!(is_subset, "{}\nis not covered by\n{}", texts[0], texts[1]);
        }
    }
    assert!(proved >= states.len(), "only {proved} states are covered by another one");
}

#[test]
fn one_of_two_things_holds_of_each_word() {
    // What the second array holds decides what the first does.
    let word = |then: bool| match then {
        true => "0..4: x, 4..s: each 4 { [it. <= 9] }",
        false => "0..4: y, 4..s: each 4 { [it. <= 9] }",
    };
    let mut solver = Solver::default();
    let likeness =
        Likeness { precision: precision(), tells_flags_apart: false, same_kinds: false, alternatives: false };
    let left = state(&mut solver, "x = 0", word(true));
    let right = state(&mut solver, "y = 5", word(false));
    let [left, right] = [left, right].map(|state| abstract_state(&mut solver, &state, precision()));
    let joined = join(&mut solver, &left, &right, JoinMode::Join, likeness).expect("the arrays are alike");
    demand_covered(&mut solver, &left, &joined);
    demand_covered(&mut solver, &right, &joined);
}
