//! The rules about instances of definitions, on all small memories with nodes that have two links.

use crate::models::rounds;
use crate::random::Random;
use heap_rules::entail::entails;
use heap_rules::fold::{Precision, abstract_state};
use heap_rules::join::{JoinMode, join};
use heap_rules::rearrange::normalise;
use heap_rules::relate::Likeness;
use heap_rules::trees::expose::{expose_before_hole, expose_root};
use heap_rules::trees::{TreeKind, TreeKinds, further_links, kinds_of, lists_of_trees};
use pure_logic::Solver;
use symbolic_heap::parse::parse_state;
use symbolic_heap::print::display_state;
use symbolic_heap::satisfy::{ConcreteHeap, Satisfaction, satisfies};
use symbolic_heap::small_heaps::{BlockKind, Choice, Slot, World};
use symbolic_heap::{PlaceTag, State};

/// What nodes have besides two links.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Build {
    /// A number that may not have been stored.
    Data,
    /// The address of the parent.
    Parents,
}

struct Trees {
    build: Build,
    solver: Solver,
    memories: Vec<ConcreteHeap>,
    random: Random,
    kinds: TreeKinds,
}

type Models = Vec<bool>;

/// So many memories are enough to notice a wrong rule.
const MEMORIES: usize = 300;

impl Trees {
    fn new(build: Build, seed: u64) -> Trees {
        let third = match build {
            Build::Data => Slot { offset: 16, bytes: 4, choice: Choice::Number(vec![Some(1), None]) },
            Build::Parents => Slot::pointer(16, &[(0, 0)]),
        };
        let slots = vec![Slot::pointer(0, &[(0, 0)]), Slot::pointer(8, &[(0, 0)]), third];
        let world = World {
            kinds: vec![BlockKind { size: 24, slots }],
            registers: vec![Slot::pointer(0, &[(0, 0)]), Slot::pointer(0, &[(0, 0)])],
            roots: Vec::new(),
            maximal_blocks: if build == Build::Data { 3 } else { 2 },
        };
        let mut random = Random::new(seed);
        let (mut memories, mut others) = (Vec::new(), Vec::new());
        world.for_each(&mut |memory| {
            // Most memories are no trees at all: a few of those are enough.
            if is_forest(&memory) {
                memories.push(memory);
            } else if random.one_in(40) {
                others.push(memory);
            }
        });
        while memories.len() > MEMORIES {
            let position = random.below(memories.len());
            memories.swap_remove(position);
        }
        others.truncate(MEMORIES / 3);
        memories.extend(others);
        let parents = if build == Build::Parents { 0b100 } else { 0 };
        let mut kinds = TreeKinds::default();
        kinds.add(TreeKind {
            size: 24,
            origin: PlaceTag::default(),
            entry: 0,
            word: 8,
            links: 0b11,
            parents,
        });
        Trees { build, solver: Solver::new(), memories, random, kinds }
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

    /// A definition with data as the build has, stored or perhaps not.
    fn definition(&mut self) -> String {
        let facts = "1 <= _h0 && _h0 <= 2^64 - 25 && _h0 mod 16 = 0 && 0 <= _h1 && _h1 < 2^64 && 0 <= _h2 && _h2 < 2^64";
        match self.build {
            Build::Data => {
                let data = self.random.pick(&["any", "uninit"]);
                format!(
                    "as (_p0) entry 0 hides (_h0, _h1, _h2) {{ {facts} && block _h0: heap[24] {{ 0..8: _h1, 8..16: _h2, 16..20: {data}, 20..24: uninit }} * again(_h1) * again(_h2) }}"
                )
            }
            Build::Parents => format!(
                "as (_p0, _p1) entry 0 hides (_h0, _h1, _h2) {{ {facts} && block _h0: heap[24] {{ 0..8: _h1, 8..16: _h2, 16..24: _p1 }} * again(_h1, _p0) * again(_h2, _p0) }}"
            ),
        }
    }

    /// A random state: a few blocks and instances, linked like parts of a tree, mostly.
    fn state(&mut self) -> State {
        let blocks: Vec<&str> = ["a", "b"][..self.random.below(3)].to_vec();
        let roots: Vec<&str> = ["x", "y"][..self.random.below(3)].to_vec();
        let mut unlinked: Vec<&str> = blocks.iter().chain(&roots).copied().collect();
        let mut atoms = Vec::new();
        let mut child = |random: &mut Random| match unlinked.is_empty() || random.one_in(3) {
            true if random.one_in(8) => "a".to_string(),
            true => "0".into(),
            false => unlinked.remove(random.below(unlinked.len())).to_string(),
        };
        let mut parent_of: Vec<(String, String)> = Vec::new();
        for block in &blocks {
            let (left, right) = (child(&mut self.random), child(&mut self.random));
            parent_of.extend([(left.clone(), block.to_string()), (right.clone(), block.to_string())]);
            atoms.push((block.to_string(), left, right));
        }
        let mut texts = Vec::new();
        for (block, left, right) in &atoms {
            let third = match self.build {
                Build::Data => {
                    format!("16..20: {}, 20..24: uninit", self.random.pick(&["1", "any", "uninit"]))
                }
                Build::Parents => format!("16..24: {}", self.parent(&parent_of, block)),
            };
            texts.push(format!("block {block}: heap[24] {{ 0..8: {left}, 8..16: {right}, {third} }}"));
        }
        for root in &roots {
            let definition = self.definition();
            let mut arguments = root.to_string();
            if self.build == Build::Parents {
                arguments = format!("{root}, {}", self.parent(&parent_of, root));
            }
            if self.random.one_in(3) {
                let below = child(&mut self.random);
                arguments = match self.build {
                    Build::Data => format!("{arguments} ~> {below}"),
                    Build::Parents => {
                        format!("{arguments} ~> {below}, {}", self.random.pick(&["z", "x", "0"]))
                    }
                };
            }
            let nodes = if self.random.one_in(3) { "; nodes" } else { "" };
            texts.push(format!("instance({arguments}{nodes}; {definition})"));
        }
        if texts.is_empty() {
            texts.push("emp".into());
        }
        let mut names: Vec<&str> = blocks.iter().chain(&roots).copied().collect();
        names.extend(["0", "z"]);
        let (first, second) = (self.random.pick(&names), self.random.pick(&names));
        let facts = "1 <= a && a <= 2^64 - 25 && a mod 16 = 0 && 1 <= b && b <= 2^64 - 25 && b mod 16 = 0 && 0 <= x && x < 2^64 && 0 <= y && y < 2^64 && 0 <= z && z < 2^64";
        let text = format!("{facts} && registers[2] {{ 0: {first}, 1: {second} }} && {}", texts.join(" * "));
        parse_state(&mut self.solver, &text).unwrap_or_else(|error| panic!("{text}: {error}"))
    }

    fn parent(&mut self, parents: &[(String, String)], child: &str) -> String {
        match parents.iter().find(|(other, _)| other == child) {
            Some((_, parent)) if !self.random.one_in(8) => parent.clone(),
            _ => self.random.pick(&["0", "z"]).into(),
        }
    }

    /// Random states that some memory satisfies.
    fn satisfiable(&mut self, count: usize) -> Vec<(State, Models)> {
        let mut states = Vec::new();
        while states.len() < count {
            let state = self.state();
            let models = self.models(&state);
            if models.contains(&true) {
                states.push((state, models));
            }
        }
        states
    }

    #[track_caller]
    fn demand_subset(&self, special: &Models, general: &Models, report: impl FnOnce(&Solver) -> String) {
        let position = special.iter().zip(general).position(|(special, general)| *special && !general);
        if let Some(position) = position {
            panic!("{}\nforgets {:x?}", report(&self.solver), self.memories[position]);
        }
    }
}

/// Whether no two words of blocks lead to the same block.
pub(crate) fn is_forest(memory: &ConcreteHeap) -> bool {
    let word = |bytes: &[Option<u8>]| {
        bytes.iter().rev().try_fold(0u64, |sum, byte| Some(sum << 8 | u64::from((*byte)?)))
    };
    let links =
        memory.blocks.values().flat_map(|block| [word(&block.bytes[0..8]), word(&block.bytes[8..16])]);
    let mut links: Vec<u64> = links.flatten().filter(|&link| link != 0).collect();
    let count = links.len();
    links.sort_unstable();
    links.dedup();
    links.len() == count
}

const BUILDS: [Build; 2] = [Build::Data, Build::Parents];

#[test]
fn exposing_a_node_keeps_all_memories() {
    for build in BUILDS {
        let mut trees = Trees::new(build, 1);
        for (state, before) in trees.satisfiable(rounds(25)) {
            let ids: Vec<_> = state.heap.instances().map(|(id, _)| id).collect();
            for id in ids {
                for expose in [expose_root, expose_before_hole] {
                    let cases = expose(&mut trees.solver, &state, id);
                    let mut after = vec![false; before.len()];
                    for case in &cases {
                        for (union, holds) in after.iter_mut().zip(trees.models(case)) {
                            *union |= holds;
                        }
                    }
                    trees.demand_subset(&before, &after, |solver| {
                        let cases: Vec<String> =
                            cases.iter().map(|case| display_state(solver, case)).collect();
                        format!(
                            "{id:?} of\n{}\nis exposed as\n{}",
                            display_state(solver, &state),
                            cases.join("\nor\n")
                        )
                    });
                }
            }
        }
    }
}

#[test]
fn folding_and_normalising_keep_all_memories() {
    for build in BUILDS {
        let mut trees = Trees::new(build, 2);
        let mut folded_states = 0;
        for (state, before) in trees.satisfiable(rounds(120)) {
            let folded = abstract_state(&mut trees.solver, &state, Precision::Trees(trees.kinds));
            folded_states += usize::from(folded.heap != state.heap);
            let after = trees.models(&folded);
            trees.demand_subset(&before, &after, |solver| {
                format!("{}\nis folded to\n{}", display_state(solver, &state), display_state(solver, &folded))
            });
            let normal = normalise(&mut trees.solver, state.clone());
            let after = normal.as_ref().map_or(vec![false; before.len()], |normal| trees.models(normal));
            trees.demand_subset(&before, &after, |solver| {
                let normal = normal.as_ref().map_or("nothing".into(), |normal| display_state(solver, normal));
                format!("{}\nbecomes\n{normal}", display_state(solver, &state))
            });
        }
        assert!(folded_states > 10, "only {folded_states} states were folded");
    }
}

/// Random states, and what they are folded to and exposed as.
fn related_states(trees: &mut Trees, count: usize) -> Vec<(State, Models)> {
    let mut states = trees.satisfiable(count);
    for index in 0..count {
        let state = states[index].0.clone();
        let mut more = vec![abstract_state(&mut trees.solver, &state, Precision::Trees(trees.kinds))];
        let first = more[0].heap.instances().next().map(|(id, _)| id);
        if let Some(id) = first {
            let folded = more[0].clone();
            more.extend(expose_root(&mut trees.solver, &folded, id));
        }
        for state in more {
            let models = trees.models(&state);
            states.push((state, models));
        }
    }
    states
}

#[test]
fn what_entails_a_state_has_no_other_memories() {
    for build in BUILDS {
        let mut trees = Trees::new(build, 3);
        let states = related_states(&mut trees, rounds(25));
        let mut proved = 0;
        for (special, special_models) in &states {
            for (general, general_models) in &states {
                if entails(&mut trees.solver, special, general).is_proved() {
                    proved += usize::from(general.heap.has_instances());
                    trees.demand_subset(special_models, general_models, |solver| {
                        let texts = [special, general].map(|state| display_state(solver, state));
                        format!("{}\nis said to entail\n{}", texts[0], texts[1])
                    });
                }
            }
        }
        assert!(proved > states.len() / 8, "only {proved} pairs of {} states were related", states.len());
    }
}

#[test]
fn a_join_has_the_memories_of_both() {
    for build in BUILDS {
        let mut trees = Trees::new(build, 4);
        let states = related_states(&mut trees, rounds(14));
        let precision = Precision::Trees(trees.kinds);
        let likeness = Likeness { precision, ..Likeness::default() };
        let mut joined_pairs = 0;
        for (older, older_models) in &states {
            for (newer, newer_models) in &states {
                let Some(joined) = join(&mut trees.solver, older, newer, JoinMode::Join, likeness) else {
                    continue;
                };
                joined_pairs += usize::from(joined.heap.has_instances());
                let models = trees.models(&joined);
                for side in [older_models, newer_models] {
                    trees.demand_subset(side, &models, |solver| {
                        let texts = [older, newer, &joined].map(|state| display_state(solver, state));
                        format!("the join of\n{}\nand\n{}\nis\n{}", texts[0], texts[1], texts[2])
                    });
                }
            }
        }
        assert!(
            joined_pairs > states.len(),
            "only {joined_pairs} pairs of {} states were joined",
            states.len()
        );
    }
}

/// A definition of nodes with two links, with or without parents.
fn tree(has_parents: bool) -> String {
    let facts =
        "1 <= _h0 && _h0 <= 2^64 - 25 && _h0 mod 16 = 0 && 0 <= _h1 && _h1 < 2^64 && 0 <= _h2 && _h2 < 2^64";
    let (formals, third, up) = if has_parents { ("_p0, _p1", "_p1", ", _p0") } else { ("_p0", "any", "") };
    format!(
        "as ({formals}) entry 0 hides (_h0, _h1, _h2) {{ {facts} && block _h0: heap[24] {{ 0..8: _h1, 8..16: _h2, 16..24: {third} }} * again(_h1{up}) * again(_h2{up}) }}"
    )
}

#[test]
fn the_node_before_a_hole_is_in_no_other_block() {
    let mut solver = Solver::new();
    let facts = "1 <= a && a <= 2^64 - 25 && a mod 16 = 0 && 0 <= x && x < 2^64 && 0 <= y && y < 2^64 && 0 <= z && z < 2^64";
    let definition = tree(true);
    let mut normal = |above: &str, up: &str| {
        let text = format!(
            "{facts} && registers[2] {{ 0: x, 1: y }} && block a: heap[24] {{ 0..8: x, 8..16: 0, 16..24: 0 }} * instance(x, {above} ~> y, {up}; {definition})"
        );
        let state = parse_state(&mut solver, &text).expect("a state");
        normalise(&mut solver, state)
    };
    for elsewhere in ["a", "0"] {
        let state = normal(elsewhere, elsewhere).expect("some memory");
        assert!(!state.heap.has_instances(), "the last node cannot be at {elsewhere}");
        assert_eq!(state.registers[0], state.registers[1]);
    }
    assert!(normal("a", "0").is_none(), "without nodes, what is above the hole is above the first node");
    let other = normal("a", "z").expect("some memory");
    assert!(other.heap.has_instances(), "it may be where nothing else is");
}

#[test]
fn nodes_of_lists_that_lead_to_trees_have_one_link() {
    let mut solver = Solver::new();
    let mut known = TreeKinds::default();
    known.add(TreeKind { size: 24, origin: PlaceTag::default(), entry: 0, word: 8, links: 0b11, parents: 0 });
    let definition = tree(false);
    let mut seen_in = |first: &str, second: &str| {
        let text = format!(
            "1 <= a && 1 <= b && registers[1] {{ 0: a }} && block a: heap[32] {{ {first} }} * block b: heap[32] {{ {second} }} * instance(x; {definition})"
        );
        let state = parse_state(&mut solver, &text).expect("a state");
        let mut seen = TreeKinds::default();
        lists_of_trees(&mut solver, &state, known, &mut seen);
        seen.iter().collect::<Vec<_>>()
    };
    let singly = seen_in("0..8: x, 8..16: b, 16..32: any", "0..8: 0, 8..16: 0, 16..32: any");
    assert_eq!(
        singly,
        [TreeKind { size: 32, origin: PlaceTag::default(), entry: 0, word: 8, links: 0b10, parents: 0 }]
    );
    let doubly = seen_in("0..8: x, 8..16: b, 16..32: any", "0..8: 0, 8..16: 0, 16..24: a, 24..32: any");
    assert_eq!(doubly, [], "what leads back is no list with one link");
    let without = seen_in("0..8: 0, 8..16: b, 16..32: any", "0..8: 0, 8..16: 0, 16..32: any");
    assert_eq!(without, [], "a list that leads to no tree is a list");
}

#[test]
fn nodes_have_children_that_are_allocated_for_the_same_type() {
    let mut solver = Solver::new();
    let other = TreeKind { size: 24, origin: PlaceTag(9), entry: 0, word: 8, links: 0b11, parents: 0 };
    let mut known = TreeKinds::default();
    let mut seen_in = |known: TreeKinds, node: &str, left: &str, right: &str| {
        let leaf = "{ 0..8: 0, 8..16: 0 }";
        let text = format!(
            "1 <= a && 1 <= b && 1 <= c && registers[1] {{ 0: a }} && block a: heap[16] {node} {{ 0..8: b, 8..16: c }} * block b: heap[16] {left} {leaf} * block c: heap[16] {right} {leaf}"
        );
        let state = parse_state(&mut solver, &text).expect("a state");
        let mut seen = TreeKinds::default();
        kinds_of(&mut solver, &state, known, &mut seen);
        seen.iter().collect::<Vec<_>>()
    };
    let kind = TreeKind { size: 16, origin: PlaceTag(7), entry: 0, word: 8, links: 0b11, parents: 0 };
    assert_eq!(seen_in(known, "@7", "@7", "@7"), [kind]);
    assert_eq!(
        seen_in(known, "@7", "", "@7"),
        [kind],
        "of what comes out of a list it is not known where it was allocated"
    );
    assert_eq!(seen_in(known, "@7", "@7", "@8"), [], "a list whose nodes lead to others");
    assert_eq!(seen_in(known, "", "", ""), [], "nothing tells what the node is");
    known.add(other);
    let unknown = TreeKind { origin: PlaceTag::default(), ..kind };
    assert_eq!(seen_in(known, "", "", ""), [unknown], "where there are trees, it may be one of another tree");
    known.add(kind);
    assert_eq!(seen_in(known, "@7", "@7", "@7"), [], "what is known is not told again");
}

#[test]
fn kinds_of_the_same_size_are_told_apart_by_where_their_nodes_are_allocated() {
    let mut solver = Solver::new();
    let mut kinds = TreeKinds::default();
    let tree = TreeKind { size: 16, origin: PlaceTag(7), entry: 0, word: 8, links: 0b11, parents: 0 };
    let list = TreeKind { origin: PlaceTag(8), links: 0b01, ..tree };
    kinds.add(tree);
    kinds.add(list);
    let mut kind_at = |place: &str| {
        let state = parse_state(&mut solver, &format!("block a: heap[16] {place} {{ 0..16: any }}"))
            .expect("a state");
        let block = state.heap.blocks().next().expect("a block");
        kinds.of_block(&solver.terms, block)
    };
    assert_eq!((kind_at("@7"), kind_at("@8"), kind_at("@9")), (Some(tree), Some(list), None));
}

#[test]
fn a_word_that_alone_leads_to_a_tree_is_a_further_link() {
    let mut solver = Solver::new();
    let mut known = TreeKinds::default();
    known.add(TreeKind { size: 24, origin: PlaceTag::default(), entry: 0, word: 8, links: 0b11, parents: 0 });
    let definition = tree(false);
    let mut links_in = |register: &str| {
        let text = format!(
            "1 <= a && registers[2] {{ 0: a, 1: {register} }} && block a: heap[24] {{ 0..8: 0, 8..16: 0, 16..24: x }} * instance(x; {definition})"
        );
        let state = parse_state(&mut solver, &text).expect("a state");
        let mut seen = TreeKinds::default();
        further_links(&mut solver, &state, known, &mut seen);
        seen.iter().map(|kind| kind.links).collect::<Vec<_>>()
    };
    assert_eq!(links_in("0"), [0b111]);
    assert_eq!(links_in("x"), [], "a variable refers to it, too");
}

#[test]
fn a_way_down_that_goes_on_by_another_word_is_one_of_a_tree() {
    let mut solver = Solver::new();
    let mut links_in = |first: &str, second: &str, third: &str| {
        let text = format!(
            "1 <= a && 1 <= b && 1 <= c && registers[1] {{ 0: a }} && block a: heap[24] @7 {{ {first}, 16..24: any }} * block b: heap[24] @7 {{ {second}, 16..24: any }} * block c: heap[24] @7 {{ {third}, 16..24: any }}"
        );
        let state = parse_state(&mut solver, &text).expect("a state");
        let mut seen = TreeKinds::default();
        kinds_of(&mut solver, &state, TreeKinds::default(), &mut seen);
        seen.iter().map(|kind| kind.links).collect::<Vec<_>>()
    };
    let leaf = "0..8: 0, 8..16: 0";
    assert_eq!(links_in("0..8: b, 8..16: 0", "0..8: 0, 8..16: c", leaf), [0b11]);
    assert_eq!(links_in("0..8: b, 8..16: 0", "0..8: c, 8..16: 0", leaf), [], "a list");
    assert_eq!(
        links_in("0..8: b, 8..16: 0", "0..8: c, 8..16: a", "0..8: 0, 8..16: b"),
        [],
        "a doubly linked list"
    );
    assert_eq!(links_in("0..8: b, 8..16: 0", "0..8: 0, 8..16: c", "0..8: a, 8..16: 0"), [], "a ring");
    assert_eq!(links_in("0..8: b, 8..16: c", "0..8: 0, 8..16: c", leaf), [], "two ways lead to one node");
}

#[test]
fn what_was_taken_for_a_list_may_branch_later_on() {
    let mut solver = Solver::new();
    let mut known = TreeKinds::default();
    known.add(TreeKind { size: 16, origin: PlaceTag(7), entry: 0, word: 8, links: 0b01, parents: 0 });
    let mut links_in = |second: &str| {
        let text = format!(
            "1 <= a && 1 <= b && registers[1] {{ 0: a }} && block a: heap[16] @7 {{ 0..8: 0, 8..16: b }} * block b: heap[16] @7 {{ {second} }}"
        );
        let state = parse_state(&mut solver, &text).expect("a state");
        let mut seen = TreeKinds::default();
        further_links(&mut solver, &state, known, &mut seen);
        seen.iter().map(|kind| kind.links).collect::<Vec<_>>()
    };
    assert_eq!(links_in("0..8: 0, 8..16: 0"), [0b11]);
    assert_eq!(links_in("0..8: a, 8..16: 0"), [], "a word that leads back");
}
