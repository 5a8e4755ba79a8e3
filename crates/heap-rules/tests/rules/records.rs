//! Records of an array whose words lead to others of them: every memory of a state is one of what the rules make of it.

use heap_rules::chunks::{expose_chunk, expose_inside, fold_cells};
use heap_rules::entail::entails;
use heap_rules::fold::{Precision, Strides};
use heap_rules::join::{JoinMode, join};
use heap_rules::relate::Likeness;
use pure_logic::Solver;
use symbolic_heap::parse::parse_state;
use symbolic_heap::print::display_state;
use symbolic_heap::satisfy::{ConcreteHeap, satisfies};
use symbolic_heap::small_heaps::{BlockKind, Choice, Slot, World};
use symbolic_heap::{Content, State};

/// Three records of a link and a number, which may not be stored; links also lead into the middle of a record.
fn memories() -> Vec<ConcreteHeap> {
    let mut slots = Vec::new();
    for record in 0..3 {
        let places = vec![(0, 0), (0, 16), (0, 32), (0, 8)];
        slots.push(Slot { offset: 16 * record, bytes: 8, choice: Choice::Pointer(places) });
        let numbers = [vec![Some(1)], vec![None, Some(1)], vec![Some(0), Some(1)]][record].clone();
        slots.push(Slot { offset: 16 * record + 8, bytes: 8, choice: Choice::Number(numbers) });
    }
    let pointer = Slot { offset: 0, bytes: 8, choice: Choice::Pointer(vec![(0, 0)]) };
    let arena = BlockKind { size: 48, slots };
    World { kinds: vec![arena], registers: vec![pointer], roots: Vec::new(), maximal_blocks: 1 }.memories()
}

fn state(solver: &mut Solver, facts: &str, cells: &str) -> State {
    let text = format!("{facts} && registers[1] {{ 0: a }} && block a: heap[48] {{ {cells} }}");
    parse_state(solver, &text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Arrays of which records are told.
const TILED: [&str; 6] = [
    "0..48: tiles { records 16, link 8 at 0 null 16, rest uninit }",
    "0..48: tiles { records 16, link 8 at 0 null 16, rest any, [it0. mod 16 = 0] }",
    "0..48: tiles { records 16, link 8 at 0 null 16, word 8 at 8, rest any, [0 <= it0.], [it8. <= 1] }",
    "0..48: tiles { records 16, link 8 at 0 null 16, rest uninit, [at. = it0. + 16] }",
    "0..48: tiles { records 16, word 8 at 0, rest uninit, [it0. = 0] }",
    "0..48: tiles { records 16, rest uninit }",
];

/// Arrays that are not packaged yet.
const EXPLICIT: [(&str, &str); 6] = [
    ("0 = 0", "0..8: 0, 8..16: uninit, 16..24: a, 24..32: uninit, 32..40: a + 16, 40..48: 0"),
    ("0 = 0", "0..8: a + 32, 8..16: any, 16..24: a + 32, 24..32: 1, 32..40: a + 32, 40..48: 1"),
    ("0 = 0", "0..8: 0, 8..48: uninit"),
    (
        "0 <= p && p <= 32 && p mod 16 = 0",
        "0..8: a + p, 8..16: uninit, 16..24: 0, 24..32: 1, 32..40: a, 40..48: any",
    ),
    (
        "0 <= p && p <= 16 && p mod 16 = 0",
        "0..p: tiles { records 16, link 8 at 0 null 16, rest uninit, [it0. mod 16 = 0] }, p .. p+8: a + p, p+8 .. p+16: 1, \
         p+16 .. 48: tiles { records 16, link 8 at 0 null 16, rest uninit, [it0. mod 16 = 0] }",
    ),
    ("0 <= p && p < 48", "0..8: a + p, 8..16: 1, 16..24: a + 8, 24..32: uninit, 32..40: 0, 40..48: 0"),
];

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

fn has_links(solver: &Solver, state: &State) -> bool {
    let mut cells = state.heap.blocks().flat_map(|block| block.cells.iter());
    cells.any(|cell| matches!(cell.content, Content::Tiles(tiling) if tiling.has_links(&solver.terms)))
}

fn packaged(solver: &mut Solver, mut state: State) -> State {
    fold_cells(solver, &mut state, Strides::of([16]));
    state
}

/// A state by other names.
fn renamed(text: &str, index: usize) -> String {
    text.replace('p', &format!("p{index}")).replace(&format!("p{index}ty"), "pty")
}

#[test]
fn records_are_printed_as_they_are_read() {
    for cells in TILED {
        let mut solver = Solver::default();
        let state = state(&mut solver, "0 = 0", cells);
        let text = display_state(&solver, &state);
        let read = parse_state(&mut solver, &text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(text, display_state(&solver, &read));
    }
}

#[test]
fn a_record_is_exposed_with_all_that_its_link_may_be() {
    for cells in TILED {
        let mut solver = Solver::default();
        let state = state(&mut solver, "0 = 0", cells);
        let base = state.heap.blocks().next().expect("the arena").base;
        let [start, place] = [0, 32].map(|number| solver.terms.constant(number));
        let cases = expose_chunk(&mut solver, &state, base, start).expect("the run begins there");
        demand_covered(&mut solver, &state, &cases);
        let cases = expose_inside(&mut solver, &state, base, (start, place)).expect("a record begins there");
        demand_covered(&mut solver, &state, &cases);
    }
}

#[test]
fn words_and_what_is_beside_them_become_records() {
    let mut linked = 0;
    for (facts, cells) in EXPLICIT {
        let mut solver = Solver::default();
        let before = state(&mut solver, facts, cells);
        let after = packaged(&mut solver, before.clone());
        linked += usize::from(has_links(&solver, &after));
        demand_covered(&mut solver, &before, &[after]);
    }
    assert!(linked >= EXPLICIT.len() - 1, "only {linked} have links");
}

#[test]
fn a_join_covers_the_records_of_both_states() {
    let likeness = Likeness {
        precision: Precision::Cells(Strides::of([16])),
        tells_flags_apart: false,
        same_kinds: false,
        alternatives: false,
    };
    let mut joins = 0;
    for (facts, cells) in EXPLICIT {
        for (other_facts, other_cells) in EXPLICIT {
            for mode in [JoinMode::Join, JoinMode::Widen(&[])] {
                let mut solver = Solver::default();
                let left = state(&mut solver, facts, cells);
                let left = packaged(&mut solver, left);
                let right = state(&mut solver, &renamed(other_facts, 2), &renamed(other_cells, 2));
                let right = packaged(&mut solver, right);
                let Some(joined) = join(&mut solver, &left, &right, mode, likeness) else { continue };
                joins += 1;
                demand_covered(&mut solver, &left, std::slice::from_ref(&joined));
                demand_covered(&mut solver, &right, std::slice::from_ref(&joined));
            }
        }
    }
    assert!(joins > EXPLICIT.len() * EXPLICIT.len(), "only {joins} pairs are joined");
}

#[test]
fn a_state_covers_what_it_is_said_to() {
    let memories = memories();
    let mut solver = Solver::default();
    let mut states: Vec<State> = TILED.iter().map(|cells| state(&mut solver, "0 = 0", cells)).collect();
    for (index, (facts, cells)) in EXPLICIT.into_iter().enumerate() {
        let own = state(&mut solver, &renamed(facts, index), &renamed(cells, index));
        states.push(own.clone());
        states.push(packaged(&mut solver, own));
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
    assert!(proved > states.len() + 6, "only {proved} states are covered by another one");
}
