//! Chunks inside a block: every memory of a state is one of what the rules make of it.

use heap_rules::chunks::{expose_chunk, expose_inside, fold_chunks};
use heap_rules::entail::entails;
use heap_rules::fold::Precision;
use heap_rules::join::{JoinMode, join};
use heap_rules::relate::Likeness;
use pure_logic::{Fact, Solver};
use symbolic_heap::parse::parse_state;
use symbolic_heap::print::display_state;
use symbolic_heap::satisfy::{ConcreteHeap, satisfies};
use symbolic_heap::small_heaps::{BlockKind, Choice, Slot, World};
use symbolic_heap::{Content, Layout, Rest, State, TileWord, Tiling};

/// A block of four words, which are lengths of chunks, other numbers, or never stored.
fn memories() -> Vec<ConcreteHeap> {
    let word = |offset: usize| Slot {
        offset,
        bytes: 8,
        choice: Choice::Number(vec![None, Some(8), Some(16), Some(24), Some(32), Some(1)]),
    };
    let arena = BlockKind { size: 32, slots: (0..4).map(|index| word(8 * index)).collect() };
    let pointer = Slot { offset: 0, bytes: 8, choice: Choice::Pointer(vec![(0, 0)]) };
    World { kinds: vec![arena], registers: vec![pointer], roots: Vec::new(), maximal_blocks: 1 }.memories()
}

fn state(solver: &mut Solver, facts: &str, cells: &str) -> State {
    let text = format!("{facts} && registers[1] {{ 0: a }} && block a: heap[32] {{ {cells} }}");
    parse_state(solver, &text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

const HEADER: TileWord = TileWord::number(0, 8);

/// What is told of chunks, by their length and their header.
type Told = fn(&mut Solver, pure_logic::Term, pure_logic::Term) -> Vec<Fact>;

fn tiling(solver: &mut Solver, rest: Rest, told: Told) -> Content {
    let (length, header) = (Tiling::length(&mut solver.terms), HEADER.name(&mut solver.terms));
    let facts = told(solver, length, header);
    Content::Tiles(Tiling::new(&mut solver.terms, Layout { words: vec![HEADER], rest, stride: None }, &facts))
}

const MEASURED: Told = |solver, length, header| vec![solver.terms.equal(length, header)];
const SHORT: Told = |solver, length, header| {
    let limit = solver.terms.constant(16);
    vec![solver.terms.equal(length, header), solver.terms.at_most(length, limit)]
};
const PAIRS: Told = |solver, length, _| {
    let sixteen = solver.terms.constant(16);
    vec![solver.terms.equal(length, sixteen)]
};
const ANY: Told = |_, _, _| Vec::new();

/// A state whose block is all chunks.
fn tiled(solver: &mut Solver, rest: Rest, told: Told) -> State {
    let mut state = state(solver, "0 = 0", "0..32: uninit");
    let content = tiling(solver, rest, told);
    let base = state.heap.blocks().next().expect("the arena").base;
    if let Some(block) = state.heap.block_mut(base) {
        block.cells.set_content(0, content);
    }
    state
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

fn has_tiles(state: &State) -> bool {
    let mut cells = state.heap.blocks().flat_map(|block| block.cells.iter());
    cells.any(|cell| matches!(cell.content, Content::Tiles(_)))
}

/// States with chunks that are not packaged yet.
const EXPLICIT: [(&str, &str); 6] = [
    ("0 = 0", "0..8: 32, 8..32: uninit"),
    ("0 = 0", "0..8: 16, 8..16: uninit, 16..24: 16, 24..32: any"),
    ("8 <= w && w <= 24", "0..8: w, 8..w: uninit, w .. w+8: 32 - w, w+8 .. 32: uninit"),
    ("8 <= w && w <= 16", "0..8: w, 8..w: any, w .. w+8: 8, w+8 .. w+16: 24 - w, w+16 .. 32: uninit"),
    // The first chunk swallows what was one.
    ("0 = 0", "0..8: 24, 8..16: uninit, 16..24: 8, 24..32: 8"),
    ("v = 16 && w = 16", "0..8: v, 8..16: 1, 16..24: w, 24..32: 1"),
];

#[test]
fn tiles_are_printed_as_they_are_read() {
    for told in [MEASURED, SHORT, PAIRS, ANY] {
        let mut solver = Solver::default();
        let state = tiled(&mut solver, Rest::Stored, told);
        let text = display_state(&solver, &state);
        let read = parse_state(&mut solver, &text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(text, display_state(&solver, &read));
        assert!(has_tiles(&read));
    }
}

#[test]
fn a_first_chunk_is_exposed_with_all_its_lengths() {
    for told in [MEASURED, SHORT, PAIRS, ANY] {
        for rest in [Rest::Anything, Rest::Stored] {
            let mut solver = Solver::default();
            let state = tiled(&mut solver, rest, told);
            let base = state.heap.blocks().next().expect("the arena").base;
            let start = solver.terms.constant(0);
            let cases = expose_chunk(&mut solver, &state, base, start).expect("the run begins there");
            demand_covered(&mut solver, &state, &cases);
        }
    }
}

#[test]
fn a_chunk_is_exposed_inside_where_all_have_one_length() {
    let mut solver = Solver::default();
    let state = tiled(&mut solver, Rest::Anything, PAIRS);
    let base = state.heap.blocks().next().expect("the arena").base;
    let [start, middle, place] = [0, 8, 16].map(|number| solver.terms.constant(number));
    let cases = expose_inside(&mut solver, &state, base, (start, place)).expect("a chunk begins there");
    demand_covered(&mut solver, &state, &cases);
    assert!(expose_inside(&mut solver, &state, base, (start, middle)).is_none(), "no chunk begins there");
    let state = tiled(&mut solver, Rest::Anything, MEASURED);
    assert!(expose_inside(&mut solver, &state, base, (start, place)).is_none(), "one may begin elsewhere");
}

#[test]
fn headers_and_what_they_speak_of_become_tiles() {
    for (facts, cells) in EXPLICIT {
        let mut solver = Solver::default();
        let before = state(&mut solver, facts, cells);
        let mut after = before.clone();
        fold_chunks(&mut solver, &mut after);
        assert!(has_tiles(&after), "{cells} is not packaged");
        demand_covered(&mut solver, &before, &[after]);
    }
}

#[test]
fn a_join_covers_the_chunks_of_both_states() {
    let likeness = Likeness {
        precision: Precision::Chunks,
        tells_flags_apart: false,
        same_kinds: false,
        alternatives: false,
    };
    for (facts, cells) in EXPLICIT {
        for (other_facts, other_cells) in EXPLICIT {
            for mode in [JoinMode::Join, JoinMode::Widen(&[])] {
                let mut solver = Solver::default();
                let mut left = state(&mut solver, facts, cells);
                fold_chunks(&mut solver, &mut left);
                let other_facts = other_facts.replace('w', "x").replace('v', "y");
                let other_cells = other_cells.replace('w', "x").replace('v', "y");
                let other_cells = other_cells.replace("xord", "word");
                let mut right = state(&mut solver, &other_facts, &other_cells);
                fold_chunks(&mut solver, &mut right);
                let Some(joined) = join(&mut solver, &left, &right, mode, likeness) else {
                    panic!("{cells} and {other_cells} are not joined");
                };
                demand_covered(&mut solver, &left, std::slice::from_ref(&joined));
                demand_covered(&mut solver, &right, std::slice::from_ref(&joined));
            }
        }
    }
}

#[test]
fn a_state_covers_what_it_is_said_to() {
    let memories = memories();
    let mut solver = Solver::default();
    let mut states: Vec<State> = Vec::new();
    for told in [MEASURED, SHORT, PAIRS, ANY] {
        for rest in [Rest::Anything, Rest::Stored] {
            states.push(tiled(&mut solver, rest, told));
        }
    }
    for (index, (facts, cells)) in EXPLICIT.into_iter().enumerate() {
        let own = |text: &str| text.replace('w', &format!("w{index}")).replace('v', &format!("v{index}"));
        let mut state = state(&mut solver, &own(facts), &own(cells));
        states.push(state.clone());
        fold_chunks(&mut solver, &mut state);
        states.push(state);
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
    assert!(proved > states.len() + 10, "only {proved} states are covered by another one");
}
