//! Chunks of any length whose words lead to others of them: every memory of a state is one of what the rules make of it.

use heap_rules::chunks::{Chunks, expose_start, fold_divided};
use heap_rules::entail::entails;
use heap_rules::fold::Precision;
use heap_rules::join::{JoinMode, join};
use heap_rules::relate::Likeness;
use pure_logic::Solver;
use symbolic_heap::parse::parse_state;
use symbolic_heap::print::display_state;
use symbolic_heap::satisfy::{ConcreteHeap, satisfies};
use symbolic_heap::small_heaps::{BlockKind, Choice, Slot, World};
use symbolic_heap::{Content, State, division};

/// An arena of 64 bytes, at the beginning of each quarter of which there may be a header: a length and a link, which also leads to places
/// where no chunk begins. A pointer leads to one of the quarters.
fn memories() -> Vec<ConcreteHeap> {
    let mut slots = Vec::new();
    for quarter in 0..4usize {
        let lengths = [vec![16, 32], vec![16, 48], vec![16, 32], vec![16]][quarter].clone();
        let numbers = lengths.into_iter().map(Some).collect();
        slots.push(Slot { offset: 16 * quarter, bytes: 8, choice: Choice::Number(numbers) });
        let places = [vec![(0, 16)], vec![], vec![(0, 0), (0, 16)], vec![]];
        let choice = Choice::Pointer(places[quarter].clone());
        slots.push(Slot { offset: 16 * quarter + 8, bytes: 8, choice });
    }
    let arena = Slot { offset: 0, bytes: 8, choice: Choice::Pointer(vec![(0, 0)]) };
    let pointer = Slot {
        offset: 8,
        bytes: 8,
        choice: Choice::Pointer(vec![(0, 0), (0, 16), (0, 32), (0, 48), (0, 64)]),
    };
    let kind = BlockKind { size: 64, slots };
    World { kinds: vec![kind], registers: vec![arena, pointer], roots: Vec::new(), maximal_blocks: 1 }
        .memories()
}

fn state(solver: &mut Solver, facts: &str, cells: &str) -> State {
    let text = format!("{facts} && registers[2] {{ 0: a, 1: a + p }} && block a: heap[64] {{ {cells} }}");
    parse_state(solver, &text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

const LINKED: &str = "tiles { word 8 at 0, link 8 at 8 null 16, rest uninit, [it0. = len.], [ends(v, at.) = at. + len.], [it8. < ends(v, it8.)] }";
const PLAIN: &str = "tiles { word 8 at 0, rest uninit, [it0. = len.], [ends(v, at.) = at. + len.] }";
const POINTER: &str = "0 <= p && p <= 48 && p < ends(v, p) && ends(v, -1) = 64";

/// Arenas that are divided, as they are when some chunks were exposed and written again.
fn divided() -> Vec<(String, String)> {
    let mut found: Vec<(String, String)> = Vec::new();
    for tiles in [LINKED, PLAIN] {
        found.push((POINTER.into(), format!("0..64: {tiles}")));
        // The first chunk was exposed.
        found.push((format!("{POINTER} && ends(v, 0) = 16"), format!("0..8: 16, 8..16: 0, 16..64: {tiles}")));
        // It was split: there is a chunk more than the division has.
        found.push((
            format!("{POINTER} && ends(v, 0) = 32"),
            format!("0..8: 16, 8..16: a + 16, 16..24: 16, 24..32: 0, 32..64: {tiles}"),
        ));
        // Two of them were coalesced: there is one less.
        found.push((
            format!("{POINTER} && ends(v, 0) = 16 && ends(v, 16) = 32"),
            format!("0..8: 32, 8..16: 0, 16..24: 16, 24..32: 0, 32..64: {tiles}"),
        ));
    }
    found
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

/// Whether the arena is one run of chunks.
fn is_one_run(state: &State) -> bool {
    let cells: Vec<_> = state.heap.blocks().flat_map(|block| block.cells.iter()).collect();
    matches!(cells[..], [cell] if matches!(cell.content, Content::Tiles(_)))
}

#[test]
fn a_chunk_is_exposed_wherever_it_begins() {
    for (facts, cells) in divided() {
        let mut solver = Solver::default();
        let state = state(&mut solver, &facts, &cells);
        let base = state.heap.blocks().next().expect("the arena").base;
        let place = solver.terms.variable("p");
        let cases = expose_start(&mut solver, &state, base, place).expect("all chunks are known");
        demand_covered(&mut solver, &state, &cases);
    }
}

#[test]
fn chunks_are_packaged_with_what_leads_to_them() {
    let mut merged = 0;
    for (facts, cells) in divided() {
        let mut solver = Solver::default();
        let before = state(&mut solver, &facts, &cells);
        let mut after = before.clone();
        fold_divided(&mut solver, &mut after, Precision::FreeLists);
        merged += usize::from(is_one_run(&after));
        demand_covered(&mut solver, &before, &[after]);
    }
    assert_eq!(merged, divided().len(), "some arenas are not one run");
}

#[test]
fn a_pointer_to_a_chunk_that_was_swallowed_leads_to_none() {
    let mut solver = Solver::default();
    let facts = format!("{POINTER} && ends(v, 0) = 16 && ends(v, 16) = 32");
    let cells = format!("0..8: 32, 8..16: 0, 16..24: 16, 24..32: 0, 32..64: {LINKED}");
    let mut state = state(&mut solver, &facts, &cells);
    let base = state.heap.blocks().next().expect("the arena").base;
    fold_divided(&mut solver, &mut state, Precision::FreeLists);
    let place = solver.terms.variable("p");
    assert!(expose_start(&mut solver, &state, base, place).is_none(), "{}", display_state(&solver, &state));
}

/// Arenas of which is told where their chunks end, with a pointer to a boundary, which may be the end of the arena.
fn bounded() -> Vec<(String, String)> {
    let boundaries = "0 <= p && p <= 64 && p <= ends(v, p) && 0 <= ends(v, 0) && ends(v, -1) = 64";
    let rows = divided().into_iter().filter(|(_, cells)| !cells.contains("link"));
    rows.map(|(facts, cells)| (facts.replace(POINTER, boundaries), cells)).collect()
}

#[test]
fn a_chunk_begins_at_a_boundary_before_the_last_one() {
    for (facts, cells) in bounded() {
        let mut solver = Solver::default();
        let whole = state(&mut solver, &facts, &cells);
        let base = whole.heap.blocks().next().expect("the arena").base;
        let place = solver.terms.variable("p");
        assert!(expose_start(&mut solver, &whole, base, place).is_none(), "it may be the end of the arena");
        let before = state(&mut solver, &format!("p < 64 && {facts}"), &cells);
        let cases = expose_start(&mut solver, &before, base, place).expect("all chunks are known");
        demand_covered(&mut solver, &before, &cases);
        // Where it ends is a boundary, if it was one of the run.
        let version = solver.terms.variable("v");
        let end = division::end(&mut solver.terms, version, place);
        let fact = division::is_boundary(&mut solver.terms, version, end);
        let last = cases.last().expect("it may be one of the run");
        assert!(last.facts.proves(&mut solver, fact).is_proved(), "{}", display_state(&solver, last));
    }
}

#[test]
fn boundaries_stay_where_the_last_one_does() {
    for (facts, cells) in bounded() {
        let mut solver = Solver::default();
        let before = state(&mut solver, &facts, &cells);
        let mut after = before.clone();
        fold_divided(&mut solver, &mut after, Precision::Walks);
        assert!(is_one_run(&after), "{}", display_state(&solver, &after));
        demand_covered(&mut solver, &before, &[after]);
    }
}

#[test]
fn no_boundary_is_known_where_the_last_chunk_became_shorter() {
    let mut solver = Solver::default();
    let facts = "p = 64 && ends(v, 16) = 64 && p <= ends(v, p) && 0 <= ends(v, 0) && ends(v, -1) = 64";
    let cells = format!("0..16: {PLAIN}, 16..24: 16, 24..64: uninit");
    let mut state = state(&mut solver, facts, &cells);
    fold_divided(&mut solver, &mut state, Precision::Walks);
    let base = state.heap.blocks().next().expect("the arena").base;
    let block = state.heap.block(base).expect("the arena").clone();
    let place = solver.terms.variable("p");
    let cell = block.cells.iter().next().expect("the first chunk");
    let run = Chunks::of(&mut solver, cell).expect("it is packaged");
    let version = run.division(&mut solver).expect("it is divided");
    let division = solver.terms.atom_term(version);
    let fact = division::is_boundary(&mut solver.terms, division, place);
    assert!(!state.facts.proves(&mut solver, fact).is_proved(), "{}", display_state(&solver, &state));
}

#[test]
fn joins_keep_boundaries() {
    let likeness = Likeness {
        precision: Precision::Walks,
        tells_flags_apart: false,
        same_kinds: false,
        alternatives: false,
    };
    // Where two chunks were coalesced, the pointer may lead to what is no boundary any more.
    let rows: Vec<(String, String)> =
        bounded().into_iter().filter(|(facts, _)| !facts.contains("ends(v, 16)")).collect();
    for (facts, cells) in &rows {
        let mut solver = Solver::default();
        let mut left = state(&mut solver, facts, cells);
        fold_divided(&mut solver, &mut left, Precision::Walks);
        let renamed = |text: &str| text.replace("(v,", "(u,");
        let mut right = state(&mut solver, &renamed(&rows[0].0), &renamed(&rows[0].1));
        fold_divided(&mut solver, &mut right, Precision::Walks);
        let joined = join(&mut solver, &left, &right, JoinMode::Join, likeness).expect("they are alike");
        demand_covered(&mut solver, &left, std::slice::from_ref(&joined));
        let places = division::places(&mut solver, joined.facts.as_slice());
        let keeps = places.iter().any(|word| solver.terms.as_constant(word.place).is_none());
        assert!(keeps, "no boundary is known: {}", display_state(&solver, &joined));
    }
}

#[test]
fn a_join_covers_the_chunks_of_both_states() {
    let likeness = Likeness {
        precision: Precision::FreeLists,
        tells_flags_apart: false,
        same_kinds: false,
        alternatives: false,
    };
    let mut joins = 0;
    let linked: Vec<(String, String)> =
        divided().into_iter().filter(|(_, cells)| cells.contains("link")).collect();
    for (facts, cells) in &linked {
        for (other_facts, other_cells) in &linked {
            let mut solver = Solver::default();
            let mut left = state(&mut solver, facts, cells);
            fold_divided(&mut solver, &mut left, Precision::FreeLists);
            let renamed = |text: &str| text.replace("(v,", "(u,");
            let mut right = state(&mut solver, &renamed(other_facts), &renamed(other_cells));
            fold_divided(&mut solver, &mut right, Precision::FreeLists);
            for mode in [JoinMode::Join, JoinMode::Widen(&[])] {
                let Some(joined) = join(&mut solver, &left, &right, mode, likeness) else { continue };
                joins += 1;
                demand_covered(&mut solver, &left, std::slice::from_ref(&joined));
                demand_covered(&mut solver, &right, std::slice::from_ref(&joined));
                assert!(
                    entails(&mut solver, &left, &joined).is_proved(),
                    "{}",
                    display_state(&solver, &joined)
                );
            }
        }
    }
    assert!(joins >= 2 * linked.len(), "only {joins} pairs are joined");
}
