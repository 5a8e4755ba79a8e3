//! Words of arrays in order, on all small arrays: a cursor, a number and three words of four bytes, some of which nobody stored.

use heap_rules::entail::entails_by;
use heap_rules::fold::{Precision, abstract_state};
use heap_rules::join::{JoinMode, join};
use heap_rules::relate::Likeness;
use pure_logic::{Solver, Term};
use symbolic_heap::parse::parse_state;
use symbolic_heap::print::display_state;
use symbolic_heap::satisfy::{ConcreteHeap, Satisfaction, satisfies};
use symbolic_heap::small_heaps::{BlockKind, Choice, Slot, World};
use symbolic_heap::{Content, State};

/// What is known of the cursor `i`, the number `x` and the words, and the cells of the array.
const STATES: [(&str, &str); 27] = [
    // A loop begins: nothing is known, or the first words are.
    ("i = 0", "0 .. 12: any"),
    ("i = 0", "0 .. 12: uninit"),
    ("i = 0 && 0 <= x", "0 .. 12: fill 0"),
    ("i = 1", "0 .. 4: p, 4 .. 12: any"),
    ("i = 1", "0 .. 4: p, 4 .. 12: uninit"),
    ("i = 1 && p <= x", "0 .. 4: p, 4 .. 12: uninit"),
    ("i = 2 && p <= q", "0 .. 4: p, 4 .. 8: q, 8 .. 12: any"),
    ("i = 2 && p <= q && q <= x", "0 .. 4: p, 4 .. 8: q, 8 .. 12: uninit"),
    ("i = 2 && q <= p", "0 .. 4: p, 4 .. 8: q, 8 .. 12: any"),
    ("i = 2", "0 .. 4: p, 4 .. 8: q, 8 .. 12: uninit"),
    // It goes on.
    ("f <= l", "0 .. 4*i: each 4 { ascending(1, f, l) }, 4*i .. 12: any"),
    ("f <= l && l <= x", "0 .. 4*i: each 4 { ascending(1, f, l) }, 4*i .. 12: uninit"),
    (
        "f <= l && i <= 2 && l <= p",
        "0 .. 4*i: each 4 { ascending(1, f, l) }, 4*i .. 4*i+4: p, 4*i+4 .. 12: any",
    ),
    (
        "f <= l && i <= 2 && x <= p",
        "0 .. 4*i: each 4 { ascending(1, f, x) }, 4*i .. 4*i+4: p, 4*i+4 .. 12: uninit",
    ),
    (
        "f <= l && i <= 2",
        "0 .. 4*i: each 4 { ascending(1, f, x) }, 4*i .. 4*i+4: x, 4*i+4 .. 12: each 4 { ascending(1, x, l) }",
    ),
    ("l <= f", "0 .. 4*i: each 4 { descending(1, f, l) }, 4*i .. 12: any"),
    ("0 <= f && f <= l", "0 .. 4*i: each 4 { ascending(0, f, l) }, 4*i .. 12: any"),
    ("f <= l", "0 .. 4*i: each 4 { [0 <= it.], ascending(1, f, l) }, 4*i .. 12: any"),
    // It has ended.
    ("f <= l && i = 3", "0 .. 12: each 4 { ascending(1, f, l) }"),
    ("f <= l && i <= 2", "0 .. 12: each 4 { ascending(1, f, x) }"),
    ("l <= f && i <= 2", "0 .. 12: each 4 { descending(1, f, l) }"),
    ("0 <= f && f <= l && i <= 2", "0 .. 12: each 4 { ascending(0, f, l) }"),
    ("x <= l", "0 .. 12: each 4 { [it. <= 0], ascending(1, x, l) }"),
    // Two runs between the same bounds are not one run in order.
    ("f <= l", "0 .. 4*i: each 4 { ascending(1, f, l) }, 4*i .. 12: each 4 { ascending(1, f, l) }"),
    ("f <= l", "0 .. 4*i: each 4 { [it. = 1] }, 4*i .. 12: each 4 { ascending(1, f, l) }"),
    ("f <= l && l <= 0", "0 .. 4*i: each 4 { ascending(1, f, l) }, 4*i .. 12: fill 0"),
    ("0 = 0", "0 .. 4*i: each 4 { ascending(1, x, x) }, 4*i .. 12: any"),
];

fn memories() -> Vec<ConcreteHeap> {
    let minus_one = u64::from(u32::MAX);
    let word = |offset: usize| {
        let mut numbers = vec![Some(0), Some(1), Some(minus_one)];
        if offset == 8 {
            numbers.push(None);
        }
        Slot { offset, bytes: 4, choice: Choice::Number(numbers) }
    };
    let register = |numbers: Vec<Option<u64>>| Slot { offset: 0, bytes: 8, choice: Choice::Number(numbers) };
    let registers = vec![
        Slot { offset: 0, bytes: 8, choice: Choice::Pointer(vec![(0, 0)]) },
        register((0..=3).map(Some).collect()),
        register(vec![Some(0), Some(1)]),
    ];
    let kinds = vec![BlockKind { size: 12, slots: vec![word(0), word(4), word(8)] }];
    let memories = World { kinds, registers, roots: Vec::new(), maximal_blocks: 1 }.memories();
    memories.into_iter().filter(|memory| !memory.blocks.is_empty()).collect()
}

struct Arrays {
    solver: Solver,
    memories: Vec<ConcreteHeap>,
}

type Models = Vec<bool>;

impl Arrays {
    fn new() -> Arrays {
        Arrays { solver: Solver::new(), memories: memories() }
    }

    fn parse(&mut self, (facts, cells): (&str, &str)) -> State {
        let range = |name: &str| match facts.contains("0 <= f") && (name == "f" || name == "l") {
            true => format!("0 <= {name} && {name} <= 2^32 - 1"),
            false => format!("-2^31 <= {name} && {name} <= 2^31 - 1"),
        };
        let ranges = ["f", "l", "x", "p", "q"].map(range).join(" && ");
        let text = format!(
            "0 <= i && i <= 3 && {ranges} && {facts} && registers[3] {{ 0: a, 1: i, 2: x }} && block a: heap[12] {{ {cells} }}"
        );
        parse_state(&mut self.solver, &text).unwrap_or_else(|error| panic!("{text}: {error}"))
    }

    fn models(&mut self, state: &State) -> Models {
        let solver = &mut self.solver;
        let satisfied = self.memories.iter().map(|memory| match satisfies(solver, state, memory) {
            Satisfaction::Satisfied(_) => true,
            Satisfaction::NotSatisfied => false,
            Satisfaction::Unknown(reason) => panic!("{reason:?} for {}", display_state(solver, state)),
        });
        satisfied.collect()
    }

    fn all(&mut self) -> Vec<(State, Models)> {
        STATES
            .into_iter()
            .map(|text| {
                let state = self.parse(text);
                let models = self.models(&state);
                (state, models)
            })
            .collect()
    }

    fn shown(&self, states: [&State; 2]) -> String {
        states.map(|state| display_state(&self.solver, state)).join("\nand\n")
    }
}

fn covers(general: &[bool], special: &[bool]) -> bool {
    general.iter().zip(special).all(|(general, special)| *general || !special)
}

/// In how many runs it is said in which order the words are.
fn orders(state: &State) -> usize {
    let cells = state.heap.blocks().flat_map(|block| block.cells.iter());
    cells.filter(|cell| matches!(cell.content, Content::Each(family) if family.is_ordered())).count()
}

#[test]
fn orders_are_printed_as_they_are_read_and_say_something() {
    let mut arrays = Arrays::new();
    for text in STATES {
        let state = arrays.parse(text);
        let shown = display_state(&arrays.solver, &state);
        let read = parse_state(&mut arrays.solver, &shown).unwrap_or_else(|error| panic!("{shown}: {error}"));
        assert_eq!(shown, display_state(&arrays.solver, &read));
        let models = arrays.models(&state);
        assert!(models.contains(&true) && models.contains(&false), "{shown}");
    }
}

/// A word that is read gets a name: the three parts are the run from which it was taken, no more and no less.
#[test]
fn a_run_with_a_named_word_is_the_same_run() {
    let mut arrays = Arrays::new();
    let mut named = 0;
    for (state, before) in arrays.all() {
        let base = state.heap.blocks().next().expect("the array").base;
        let cursor = state.registers[1].expect("a number").term;
        let cursor = arrays.solver.terms.scale(4, cursor);
        let constants = [0, 4, 8].map(|place| arrays.solver.terms.constant(place));
        let places: Vec<Term> = constants.into_iter().chain([cursor]).collect();
        for place in places {
            let end = arrays.solver.terms.add_constant(place, 4);
            let old = state.heap.block(base).expect("the array").cells.clone();
            let mut cells = old.clone();
            let Ok(range) = cells.isolate(&mut arrays.solver, &state.facts, place, end) else { continue };
            let [cell] = cells.as_slice()[range.clone()] else { continue };
            let Content::Each(family) = cell.content else { continue };
            let mut after = state.clone();
            let name = arrays.solver.terms.fresh_variable("w");
            let facts = family.instance(&mut arrays.solver.terms, place, name);
            after.facts.assume_all(&mut arrays.solver, &facts);
            cells.name_word(&mut arrays.solver, &old, range.start, name);
            after.heap.block_mut(base).expect("the array").cells = cells;
            let models = arrays.models(&after);
            assert!(models == before, "{}", arrays.shown([&state, &after]));
            named += 1;
        }
    }
    assert!(named >= 15, "only {named} words were named");
}

#[test]
fn folded_arrays_keep_their_memories() {
    let mut arrays = Arrays::new();
    for (state, before) in arrays.all() {
        let folded = abstract_state(&mut arrays.solver, &state, Precision::Ordered);
        let after = arrays.models(&folded);
        assert!(covers(&after, &before), "{}", arrays.shown([&state, &folded]));
    }
}

#[test]
fn a_join_covers_the_words_of_both_arrays() {
    let mut arrays = Arrays::new();
    let likeness = Likeness { precision: Precision::Ordered, ..Likeness::default() };
    let states = arrays.all();
    let mut in_order = 0;
    for (older, older_models) in &states {
        for (newer, newer_models) in &states {
            for mode in [JoinMode::Join, JoinMode::Widen(&[])] {
                // The names of one of them are others.
                let Some(joined) = join(&mut arrays.solver, older, newer, mode, likeness) else { continue };
                let models = arrays.models(&joined);
                let is_sound = covers(&models, older_models) && covers(&models, newer_models);
                let shown = display_state(&arrays.solver, &joined);
                assert!(is_sound, "the join of\n{}\nis\n{shown}", arrays.shown([older, newer]));
                in_order += orders(&joined);
            }
        }
    }
    assert!(in_order >= 300, "only {in_order} runs are in order");
}

#[test]
fn an_array_covers_what_it_is_said_to() {
    let mut arrays = Arrays::new();
    let likeness = Likeness { precision: Precision::Ordered, ..Likeness::default() };
    let mut states = arrays.all();
    for first in 3..STATES.len() {
        let (older, newer) = (states[first - 3].0.clone(), states[first].0.clone());
        if let Some(joined) = join(&mut arrays.solver, &older, &newer, JoinMode::Join, likeness) {
            let models = arrays.models(&joined);
            states.push((joined, models));
        }
    }
    let (mut proved, mut in_order) = (0, 0);
    for (special, own) in &states {
        for (general, all) in &states {
            for precision in [Precision::Ordered, Precision::Kinds] {
                if entails_by(&mut arrays.solver, special, general, precision) {
                    proved += 1;
                    in_order += usize::from(orders(general) > 0);
                    assert!(covers(all, own), "{}\nis said to follow", arrays.shown([general, special]));
                }
            }
        }
    }
    assert!(proved >= 60 && in_order >= 40, "only {proved}, {in_order} of them in order");
}
