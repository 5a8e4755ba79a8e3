//! Trees whose numbers are in order, on small memories with nodes that have two links and a number.

use crate::trees::is_forest;
use heap_rules::entail::entails;
use heap_rules::fold::{Precision, abstract_state};
use heap_rules::join::{JoinMode, join};
use heap_rules::relate::Likeness;
use heap_rules::trees::expose::{expose_before_hole, expose_root};
use heap_rules::trees::{TreeKind, TreeKinds};
use pure_logic::Solver;
use symbolic_heap::parse::parse_state;
use symbolic_heap::print::display_state;
use symbolic_heap::satisfy::{ConcreteHeap, Satisfaction, satisfies};
use symbolic_heap::small_heaps::{BlockKind, Choice, Slot, World};
use symbolic_heap::{PlaceTag, State};

/// Registers, and nodes `{ left, right, number }`. The third register holds a number.
const STATES: [&str; 22] = [
    "a, 0, 0: block a: heap[24] { 0..8: 0, 8..16: 0, 16..17: 1, 17..24: uninit }",
    "a, 0, n: block a: heap[24] { 0..8: 0, 8..16: 0, 16..17: n, 17..24: uninit }",
    "a, 0, m: n <= m && block a: heap[24] { 0..8: 0, 8..16: 0, 16..17: n, 17..24: uninit }",
    "a, 0, n: block a: heap[24] { 0..8: b, 8..16: 0, 16..17: n, 17..24: uninit } * block b: heap[24] { 0..8: 0, 8..16: 0, 16..17: m, 17..24: uninit }",
    "a, 0, n: m <= n && block a: heap[24] { 0..8: b, 8..16: 0, 16..17: n, 17..24: uninit } * block b: heap[24] { 0..8: 0, 8..16: 0, 16..17: m, 17..24: uninit }",
    "a, 0, 0: m < n && block a: heap[24] { 0..8: b, 8..16: 0, 16..17: n, 17..24: uninit } * block b: heap[24] { 0..8: 0, 8..16: 0, 16..17: m, 17..24: uninit }",
    "a, 0, m: m < n && block a: heap[24] { 0..8: b, 8..16: 0, 16..17: n, 17..24: uninit } * block b: heap[24] { 0..8: 0, 8..16: 0, 16..17: m, 17..24: uninit }",
    "a, 0, 0: n < m && block a: heap[24] { 0..8: b, 8..16: 0, 16..17: n, 17..24: uninit } * block b: heap[24] { 0..8: 0, 8..16: 0, 16..17: m, 17..24: uninit }",
    "a, 0, 0: n < m && block a: heap[24] { 0..8: 0, 8..16: b, 16..17: n, 17..24: uninit } * block b: heap[24] { 0..8: 0, 8..16: 0, 16..17: m, 17..24: uninit }",
    "a, 0, k: n <= m && m <= k && block a: heap[24] { 0..8: 0, 8..16: b, 16..17: n, 17..24: uninit } * block b: heap[24] { 0..8: 0, 8..16: 0, 16..17: m, 17..24: uninit }",
    "a, 0, 0: n < m && block a: heap[24] { 0..8: 0, 8..16: b, 16..17: n, 17..24: uninit } * block b: heap[24] { 0..8: c, 8..16: 0, 16..17: m, 17..24: uninit } * block c: heap[24] { 0..8: 0, 8..16: 0, 16..17: k, 17..24: uninit }",
    "a, 0, 0: n < k && k < m && block a: heap[24] { 0..8: 0, 8..16: b, 16..17: n, 17..24: uninit } * block b: heap[24] { 0..8: c, 8..16: 0, 16..17: m, 17..24: uninit } * block c: heap[24] { 0..8: 0, 8..16: 0, 16..17: k, 17..24: uninit }",
    "a, 0, k: n < k && k < m && block a: heap[24] { 0..8: 0, 8..16: b, 16..17: n, 17..24: uninit } * block b: heap[24] { 0..8: c, 8..16: 0, 16..17: m, 17..24: uninit } * block c: heap[24] { 0..8: 0, 8..16: 0, 16..17: k, 17..24: uninit }",
    "a, 0, 0: n <= k && n <= m && block a: heap[24] { 0..8: c, 8..16: b, 16..17: n, 17..24: uninit } * block b: heap[24] { 0..8: 0, 8..16: 0, 16..17: m, 17..24: uninit } * block c: heap[24] { 0..8: 0, 8..16: 0, 16..17: k, 17..24: uninit }",
    "a, 0, m: k <= n && n <= m && block a: heap[24] { 0..8: c, 8..16: b, 16..17: n, 17..24: uninit } * block b: heap[24] { 0..8: 0, 8..16: 0, 16..17: m, 17..24: uninit } * block c: heap[24] { 0..8: 0, 8..16: 0, 16..17: k, 17..24: uninit }",
    "a, 0, 0: block a: heap[24] { 0..8: b, 8..16: 0, 16..17: any, 17..24: uninit } * block b: heap[24] { 0..8: 0, 8..16: 0, 16..17: m, 17..24: uninit }",
    "0, 0, n: emp",
    "a, c, 0: n < k && k < m && block a: heap[24] { 0..8: 0, 8..16: b, 16..17: n, 17..24: uninit } * block b: heap[24] { 0..8: c, 8..16: 0, 16..17: m, 17..24: uninit } * block c: heap[24] { 0..8: 0, 8..16: 0, 16..17: k, 17..24: uninit }",
    "a, c, k: n < k && k < m && block a: heap[24] { 0..8: 0, 8..16: b, 16..17: n, 17..24: uninit } * block b: heap[24] { 0..8: c, 8..16: 0, 16..17: m, 17..24: uninit } * block c: heap[24] { 0..8: 0, 8..16: 0, 16..17: k, 17..24: uninit }",
    "a, b, 0: n <= m && block a: heap[24] { 0..8: 0, 8..16: b, 16..17: n, 17..24: uninit } * block b: heap[24] { 0..8: 0, 8..16: 0, 16..17: m, 17..24: uninit }",
    "a, b, 0: m < n && block a: heap[24] { 0..8: b, 8..16: 0, 16..17: n, 17..24: uninit } * block b: heap[24] { 0..8: 0, 8..16: 0, 16..17: m, 17..24: uninit }",
    "a, b, n: n < m && block a: heap[24] { 0..8: 0, 8..16: b, 16..17: n, 17..24: uninit } * block b: heap[24] { 0..8: 0, 8..16: 0, 16..17: m, 17..24: uninit }",
];

/// So many memories are enough to notice a wrong rule.
const MEMORIES: usize = 400;

/// Whether the numbers ascend from block to block.
fn ascends(memory: &ConcreteHeap) -> bool {
    let numbers: Vec<Option<u8>> = memory.blocks.values().map(|block| block.bytes[16]).collect();
    numbers.is_sorted()
}

struct Ordered {
    solver: Solver,
    memories: Vec<ConcreteHeap>,
    kinds: TreeKinds,
}

type Models = Vec<bool>;

impl Ordered {
    fn new() -> Ordered {
        let numbers =
            |offset, bytes| Slot { offset, bytes, choice: Choice::Number(vec![Some(0), Some(1), Some(2)]) };
        let slots = vec![Slot::pointer(0, &[(0, 0)]), Slot::pointer(8, &[(0, 0)]), numbers(16, 1)];
        let world = World {
            kinds: vec![BlockKind { size: 24, slots }],
            registers: vec![Slot::pointer(0, &[(0, 0)]), Slot::pointer(0, &[(0, 0)]), numbers(0, 8)],
            roots: Vec::new(),
            maximal_blocks: 3,
        };
        let (mut memories, mut others) = (Vec::new(), 0usize);
        world.for_each(&mut |memory| {
            if !is_forest(&memory) {
                return;
            }
            others += usize::from(!ascends(&memory));
            // Every so many of those that are in no order.
            if memory.blocks.len() < 3 || ascends(&memory) || others.is_multiple_of(11) {
                memories.push(memory);
            }
        });
        let (small, large): (Vec<_>, Vec<_>) =
            memories.into_iter().partition(|memory| memory.blocks.len() < 3);
        let every = 1 + large.len() / MEMORIES;
        let memories = small.into_iter().chain(large.into_iter().step_by(every)).collect();
        let mut kinds = TreeKinds::default();
        kinds.add(TreeKind {
            size: 24,
            origin: PlaceTag::default(),
            entry: 0,
            word: 8,
            links: 0b11,
            parents: 0,
        });
        Ordered { solver: Solver::new(), memories, kinds: kinds.with_orders() }
    }

    fn parse(&mut self, text: &str) -> State {
        let (registers, heap) = text.split_once(": ").expect("registers and a heap");
        let [first, second, third] = registers.split(", ").collect::<Vec<&str>>()[..] else {
            panic!("three registers");
        };
        let (own, heap) = heap.rsplit_once(" && ").unwrap_or(("0 <= n", heap));
        let place = |name: &str| format!("1 <= {name} && {name} <= 2^64 - 25 && {name} mod 16 = 0");
        let number = |name: &str| format!("0 <= {name} && {name} <= 100");
        let facts = ["a", "b", "c"].map(place).into_iter().chain(["n", "m", "k"].map(number));
        let facts = facts.collect::<Vec<String>>().join(" && ");
        let text =
            format!("{facts} && {own} && registers[3] {{ 0: {first}, 1: {second}, 2: {third} }} && {heap}");
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

    /// The states, what they are folded to, and what these are exposed as.
    fn related(&mut self) -> Vec<(State, Models)> {
        let mut states = Vec::new();
        for text in STATES {
            let state = self.parse(text);
            let before = self.models(&state);
            assert!(state.heap.blocks().count() > 2 || before.contains(&true), "no memory is like {text}");
            let folded = abstract_state(&mut self.solver, &state, Precision::Trees(self.kinds));
            let after = self.models(&folded);
            let shown = display_state(&self.solver, &folded);
            assert!(covers(&after, &before), "{text}\nis folded to\n{shown}");
            states.push((state, before));
            let ids: Vec<_> = folded.heap.instances().map(|(id, _)| id).collect();
            for id in ids {
                for expose in [expose_root, expose_before_hole] {
                    let cases = expose(&mut self.solver, &folded, id);
                    let mut union = vec![false; after.len()];
                    for case in cases {
                        let models = self.models(&case);
                        union.iter_mut().zip(&models).for_each(|(union, holds)| *union |= holds);
                        states.push((case, models));
                    }
                    assert!(covers(&union, &after), "exposing {id:?} loses of\n{shown}");
                }
            }
            states.push((folded, after));
        }
        states
    }
}

fn covers(general: &[bool], special: &[bool]) -> bool {
    general.iter().zip(special).all(|(general, special)| *general || !special)
}

/// Whether a state says in which order the numbers of a tree are.
fn is_ordered(state: &State) -> bool {
    state.heap.instances().any(|(_, instance)| instance.arguments.len() > 1)
}

#[test]
fn trees_in_order_keep_their_memories() {
    let mut ordered = Ordered::new();
    let states = ordered.related();
    let folded = states.iter().filter(|(state, _)| is_ordered(state)).count();
    let with_holes = states.iter().filter(|(state, _)| {
        state.heap.instances().any(|(_, instance)| instance.hole.as_ref().is_some_and(|hole| hole.len() > 1))
    });
    let with_holes = with_holes.count();
    assert!(folded >= 15 && with_holes >= 3, "{folded} states are in order, {with_holes} with holes");
    let likeness = Likeness { precision: Precision::Trees(ordered.kinds), ..Likeness::default() };
    let (mut joined_pairs, mut entailed_pairs) = (0, 0);
    for (first, (older, older_models)) in states.iter().enumerate() {
        for (second, (newer, newer_models)) in states.iter().enumerate() {
            // A part of all pairs is enough.
            if !(first + 5 * second).is_multiple_of(7) {
                continue;
            }
            let texts =
                |solver: &Solver| [older, newer].map(|state| display_state(solver, state)).join("\nand\n");
            if let Some(joined) = join(&mut ordered.solver, older, newer, JoinMode::Join, likeness) {
                joined_pairs += usize::from(is_ordered(&joined));
                let models = ordered.models(&joined);
                let is_sound = covers(&models, older_models) && covers(&models, newer_models);
                let solver = &ordered.solver;
                assert!(is_sound, "the join of\n{}\nis\n{}", texts(solver), display_state(solver, &joined));
            }
            if entails(&mut ordered.solver, older, newer).is_proved() {
                entailed_pairs += usize::from(is_ordered(newer));
                assert!(covers(newer_models, older_models), "{}\nis said to follow", texts(&ordered.solver));
            }
        }
    }
    assert!(joined_pairs >= 30 && entailed_pairs >= 15, "{joined_pairs} and {entailed_pairs}");
}
