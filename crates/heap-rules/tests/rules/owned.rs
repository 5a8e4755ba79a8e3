//! The rules about what nodes of trees own (blocks, lists and rings), and about numbers that tell which of their words are null, on all small
//! memories with such nodes.

use heap_rules::entail::entails;
use heap_rules::fold::{Precision, abstract_state};
use heap_rules::join::{JoinMode, join};
use heap_rules::relate::Likeness;
use heap_rules::trees::expose::expose_root;
use heap_rules::trees::{TreeKind, TreeKinds, lists_in_trees};
use pure_logic::{Fact, Solver};
use symbolic_heap::parse::parse_state;
use symbolic_heap::print::display_state;
use symbolic_heap::satisfy::{ConcreteHeap, Satisfaction, satisfies};
use symbolic_heap::small_heaps::{BlockKind, Choice, Slot, World};
use symbolic_heap::{PlaceTag, State};

const TREE: TreeKind = TreeKind { size: 24, origin: PlaceTag(0), entry: 0, word: 8, links: 0b11, parents: 0 };
const LIST: TreeKind = TreeKind { size: 8, links: 0b1, ..TREE };

/// Nodes `{ left, null, owned }`, of which the last leads to a node of a list, or to a number.
const STATES: [&str; 19] = [
    "a, 0: block a: heap[24] { 0..8: 0, 8..16: 0, 16..24: b } * block b: heap[8] { 0..8: b }",
    "a, b: block a: heap[24] { 0..8: 0, 8..16: 0, 16..24: b } * block b: heap[8] { 0..8: b }",
    "a, 0: block a: heap[24] { 0..8: 0, 8..16: 0, 16..24: b } * block b: heap[8] { 0..8: c } * block c: heap[8] { 0..8: b }",
    "a, c: block a: heap[24] { 0..8: 0, 8..16: 0, 16..24: b } * block b: heap[8] { 0..8: c } * block c: heap[8] { 0..8: b }",
    "a, 0: block a: heap[24] { 0..8: 0, 8..16: 0, 16..24: b } * block b: heap[8] { 0..8: c } * block c: heap[8] { 0..8: 0 }",
    "a, 0: block a: heap[24] { 0..8: 0, 8..16: 0, 16..24: b } * block b: heap[8] { 0..8: c } * block c: heap[8] { 0..8: c }",
    "a, 0: block a: heap[24] { 0..8: 0, 8..16: 0, 16..24: b } * block b: heap[8] { 0..8: 0 }",
    "a, 0: block a: heap[24] { 0..8: 0, 8..16: 0, 16..24: 0 }",
    "a, 0: block a: heap[24] { 0..8: c, 8..16: 0, 16..24: b } * block b: heap[8] { 0..8: b } * block c: heap[24] { 0..8: 0, 8..16: 0, 16..24: 0 }",
    "a, c: block a: heap[24] { 0..8: c, 8..16: 0, 16..24: b } * block b: heap[8] { 0..8: b } * block c: heap[24] { 0..8: 0, 8..16: 0, 16..24: 0 }",
    "a, 0: block a: heap[24] { 0..8: c, 8..16: 0, 16..24: b } * block b: heap[8] { 0..8: b } * block c: heap[24] { 0..8: 0, 8..16: 0, 16..24: b }",
    "a, 0: block a: heap[24] { 0..8: 0, 8..16: 0, 16..24: b } * block b: heap[4] { 0..4: any }",
    "a, b: block a: heap[24] { 0..8: 0, 8..16: 0, 16..24: b } * block b: heap[4] { 0..4: 1 }",
    "a, 0: block a: heap[24] { 0..8: 0, 8..16: 0, 16..24: b } * block b: heap[4] { 0..4: uninit }",
    "a, 0: block a: heap[24] { 0..8: c, 8..16: 0, 16..24: 0 } * block c: heap[24] { 0..8: 0, 8..16: 0, 16..24: b } * block b: heap[8] { 0..8: b }",
    "a, 0: block a: heap[24] { 0..8: c, 8..16: 0, 16..24: 0 } * block c: heap[24] { 0..8: 0, 8..16: 0, 16..24: b } * block b: heap[8] { 0..8: 0 }",
    "a, 0: block a: heap[24] { 0..8: c, 8..16: 0, 16..24: 0 } * block c: heap[24] { 0..8: 0, 8..16: 0, 16..24: b } * block b: heap[4] { 0..4: any }",
    "a, 0: block a: heap[24] { 0..8: c, 8..16: 0, 16..24: 0 } * block c: heap[24] { 0..8: 0, 8..16: 0, 16..24: b } * block b: heap[4] { 0..4: uninit }",
    "a, b: block a: heap[24] { 0..8: c, 8..16: 0, 16..24: 0 } * block c: heap[24] { 0..8: 0, 8..16: 0, 16..24: b } * block b: heap[8] { 0..8: b }",
];

/// Nodes `{ number, left, owned }`, of which the last leads to a block, with the numbers 0 and 1.
const NUMBERED: [&str; 14] = [
    "a, 0: block a: heap[24] { 0..8: 0, 8..16: 0, 16..24: b } * block b: heap[4] { 0..4: any }",
    "a, b: block a: heap[24] { 0..8: 0, 8..16: 0, 16..24: b } * block b: heap[4] { 0..4: any }",
    "a, 0: block a: heap[24] { 0..8: 1, 8..16: 0, 16..24: b } * block b: heap[4] { 0..4: any }",
    "a, 0: block a: heap[24] { 0..8: 0, 8..16: 0, 16..24: 0 }",
    "a, 0: block a: heap[24] { 0..8: 1, 8..16: 0, 16..24: 0 }",
    "a, 0: block a: heap[24] { 0..8: n, 8..16: 0, 16..24: 0 }",
    "a, n: block a: heap[24] { 0..8: n, 8..16: 0, 16..24: 0 }",
    "a, 0: block a: heap[24] { 0..8: 1, 8..16: c, 16..24: 0 } * block c: heap[24] { 0..8: 0, 8..16: 0, 16..24: b } * block b: heap[4] { 0..4: any }",
    "a, c: block a: heap[24] { 0..8: 1, 8..16: c, 16..24: 0 } * block c: heap[24] { 0..8: 0, 8..16: 0, 16..24: b } * block b: heap[4] { 0..4: any }",
    "a, 0: block a: heap[24] { 0..8: 1, 8..16: c, 16..24: 0 } * block c: heap[24] { 0..8: 0, 8..16: 0, 16..24: 0 }",
    "a, 0: block a: heap[24] { 0..8: 1, 8..16: c, 16..24: 0 } * block c: heap[24] { 0..8: 1, 8..16: 0, 16..24: 0 }",
    "a, 0: block a: heap[24] { 0..8: 0, 8..16: c, 16..24: 0 } * block c: heap[24] { 0..8: n, 8..16: 0, 16..24: 0 }",
    "a, c: block a: heap[24] { 0..8: 0, 8..16: c, 16..24: 0 } * block c: heap[24] { 0..8: n, 8..16: 0, 16..24: 0 }",
    "a, 0: block a: heap[24] { 0..8: n, 8..16: c, 16..24: b } * block c: heap[24] { 0..8: n, 8..16: 0, 16..24: 0 } * block b: heap[4] { 0..4: any }",
];

struct Owners {
    solver: Solver,
    memories: Vec<ConcreteHeap>,
    kinds: TreeKinds,
}

impl Owners {
    fn new() -> Owners {
        let null = Choice::Number(vec![Some(0)]);
        let tree = vec![
            Slot::pointer(0, &[(0, 0)]),
            Slot { offset: 8, bytes: 8, choice: null },
            Slot::pointer(16, &[(1, 0), (2, 0)]),
        ];
        let number = Slot { offset: 0, bytes: 4, choice: Choice::Number(vec![Some(1), None]) };
        let world = World {
            kinds: vec![
                BlockKind { size: 24, slots: tree },
                BlockKind { size: 8, slots: vec![Slot::pointer(0, &[(1, 0)])] },
                BlockKind { size: 4, slots: vec![number] },
            ],
            registers: vec![Slot::pointer(0, &[(0, 0)]), Slot::pointer(0, &[(0, 0), (1, 0), (2, 0)])],
            roots: Vec::new(),
            maximal_blocks: 3,
        };
        let mut kinds = TreeKinds::default();
        kinds.add(TREE);
        kinds.add(LIST);
        Owners { solver: Solver::new(), memories: world.memories(), kinds }
    }

    /// Nodes with a number that tells which of their words are null.
    fn numbered() -> Owners {
        let number = |offset, bytes, numbers| Slot { offset, bytes, choice: Choice::Number(numbers) };
        let tree = vec![
            number(0, 8, vec![Some(0), Some(1)]),
            Slot::pointer(8, &[(0, 0)]),
            Slot::pointer(16, &[(1, 0)]),
        ];
        let world = World {
            kinds: vec![
                BlockKind { size: 24, slots: tree },
                BlockKind { size: 4, slots: vec![number(0, 4, vec![Some(1)])] },
            ],
            registers: vec![Slot::pointer(0, &[(0, 0)]), Slot::pointer(0, &[(0, 0), (1, 0)])],
            roots: Vec::new(),
            maximal_blocks: 3,
        };
        let mut kinds = TreeKinds::default();
        kinds.add(TreeKind { links: 0b10, ..TREE });
        Owners { solver: Solver::new(), memories: world.memories(), kinds: kinds.with_tags() }
    }

    fn parse(&mut self, text: &str) -> State {
        let (registers, heap) = text.split_once(": ").expect("registers and a heap");
        let (first, second) = registers.split_once(", ").expect("two registers");
        let place = |name: &str| format!("1 <= {name} && {name} <= 2^64 - 25 && {name} mod 16 = 0");
        let facts = ["a", "b", "c"].map(place).join(" && ") + " && 0 <= n && n <= 1";
        let text = format!("{facts} && registers[2] {{ 0: {first}, 1: {second} }} && {heap}");
        parse_state(&mut self.solver, &text).unwrap_or_else(|error| panic!("{text}: {error}"))
    }

    fn models(&mut self, state: &State) -> Vec<bool> {
        let solver = &mut self.solver;
        let satisfied = self.memories.iter().map(|memory| match satisfies(solver, state, memory) {
            Satisfaction::Satisfied(_) => true,
            Satisfaction::NotSatisfied => false,
            Satisfaction::Unknown(reason) => panic!("{reason:?} for {}", display_state(solver, state)),
        });
        satisfied.collect()
    }

    /// The states, with what they are folded to and exposed as; folding and exposing keep all memories.
    fn related(&mut self, texts: &[&str]) -> Vec<(State, Vec<bool>)> {
        let mut states = Vec::new();
        for &text in texts {
            let state = self.parse(text);
            let before = self.models(&state);
            assert!(before.contains(&true), "no memory is like {text}");
            let folded = abstract_state(&mut self.solver, &state, Precision::Trees(self.kinds));
            let after = self.models(&folded);
            assert!(
                covers(&after, &before),
                "{text}\nis folded to\n{}",
                display_state(&self.solver, &folded)
            );
            states.push((state, before));
            let mut unexposed = vec![(folded, after)];
            while let Some((state, before)) = unexposed.pop() {
                // Two nodes are enough: lists go on for ever.
                let first = state.heap.instances().next().map(|(id, _)| id);
                if let Some(id) = first.filter(|_| state.heap.blocks().count() < 2) {
                    let mut union = vec![false; before.len()];
                    for case in expose_root(&mut self.solver, &state, id) {
                        let models = self.models(&case);
                        union.iter_mut().zip(&models).for_each(|(union, holds)| *union |= holds);
                        unexposed.push((case, models));
                    }
                    assert!(
                        covers(&union, &before),
                        "exposing loses of {}",
                        display_state(&self.solver, &state)
                    );
                }
                states.push((state, before));
            }
        }
        states
    }
}

fn covers(general: &[bool], special: &[bool]) -> bool {
    general.iter().zip(special).all(|(general, special)| *general || !special)
}

#[test]
fn owned_blocks_lists_and_rings_keep_their_memories() {
    let mut owners = Owners::new();
    let states = owners.related(&STATES);
    let folded = states.iter().filter(|(state, _)| state.heap.has_instances()).count();
    let owning = states.iter().filter(|(state, _)| {
        state.heap.instances().any(|(_, instance)| instance.definition.body.instances().next().is_some())
    });
    let owning = owning.count();
    assert!(folded >= 8 && owning >= 3, "{folded} states have instances, {owning} such that own others");
    let (_, joined_pairs, entailed_pairs) = relate(&mut owners, &states);
    assert!(joined_pairs > states.len() && entailed_pairs >= 20, "{joined_pairs}, {entailed_pairs}");
}

#[test]
fn numbers_that_tell_which_words_are_null_keep_their_memories() {
    let mut owners = Owners::numbered();
    let mut states = owners.related(&NUMBERED);
    let tells = |state: &State| {
        let facts = state.heap.instances().flat_map(|(_, instance)| &instance.definition.facts);
        facts.chain(state.facts.as_slice()).any(|fact| matches!(fact, Fact::AnyOf(_)))
    };
    // What numbers tell is seen where different nodes are joined; these are joined once more.
    let (joined, _, _) = relate(&mut owners, &states);
    let telling: Vec<State> = joined.into_iter().filter(tells).collect();
    let found = telling.len();
    for state in telling.into_iter().step_by(1 + found / 12) {
        let models = owners.models(&state);
        let ids: Vec<_> = state.heap.instances().map(|(id, _)| id).collect();
        for id in ids {
            let cases = expose_root(&mut owners.solver, &state, id);
            let cases: Vec<Vec<bool>> = cases.iter().map(|case| owners.models(case)).collect();
            let union: Vec<bool> =
                (0..models.len()).map(|index| cases.iter().any(|case| case[index])).collect();
            assert!(covers(&union, &models), "exposing loses of {}", display_state(&owners.solver, &state));
        }
        states.push((state, models));
    }
    let (_, joined_pairs, entailed_pairs) = relate(&mut owners, &states);
    let counts = (found, joined_pairs, entailed_pairs);
    assert!(found >= 12 && joined_pairs > states.len() && entailed_pairs >= 20, "{counts:?}");
}

/// Joins cover both states, and what follows from a state has its memories. Returns the joins that have instances, how many these are, and how many
/// states with instances follow from others.
fn relate(owners: &mut Owners, states: &[(State, Vec<bool>)]) -> (Vec<State>, usize, usize) {
    let likeness = Likeness { precision: Precision::Trees(owners.kinds), ..Likeness::default() };
    let (mut results, mut joined_pairs, mut entailed_pairs) = (Vec::new(), 0, 0);
    for (older, older_models) in states {
        for (newer, newer_models) in states {
            let texts =
                |solver: &Solver| [older, newer].map(|state| display_state(solver, state)).join("\nand\n");
            if let Some(joined) = join(&mut owners.solver, older, newer, JoinMode::Join, likeness) {
                joined_pairs += usize::from(joined.heap.has_instances());
                let models = owners.models(&joined);
                let is_sound = covers(&models, older_models) && covers(&models, newer_models);
                let solver = &owners.solver;
                assert!(is_sound, "the join of\n{}\nis\n{}", texts(solver), display_state(solver, &joined));
                results.extend(joined.heap.has_instances().then_some(joined));
            }
            if entails(&mut owners.solver, older, newer).is_proved() {
                entailed_pairs += usize::from(newer.heap.has_instances());
                assert!(covers(newer_models, older_models), "{}\nis said to follow", texts(&owners.solver));
            }
        }
    }
    (results, joined_pairs, entailed_pairs)
}

#[test]
fn lists_to_which_nodes_of_trees_lead_are_seen() {
    let mut owners = Owners::new();
    let mut known = TreeKinds::default();
    known.add(TREE);
    let seen = STATES.map(|text| {
        let (state, mut seen) = (owners.parse(text), TreeKinds::default());
        lists_in_trees(&mut owners.solver, &state, known, &mut seen);
        assert!(seen.iter().all(|kind| kind == LIST), "{text}");
        !seen.is_empty()
    });
    let are_lists = [2, 3, 4];
    let expected: [bool; STATES.len()] =
        std::array::from_fn(|index| are_lists.contains(&index) || index == 5);
    assert_eq!(seen, expected);
}
