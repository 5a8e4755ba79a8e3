//! Totals against the sums of small arrays.

use super::{Measure, Reading, Words};
use crate::context::{Context, Options};
use ir::Module;
use pure_logic::{Model, Term};
use std::collections::BTreeMap;
use symbolic_heap::parse::parse_state;
use symbolic_heap::version;
use symbolic_heap::{Content, State};

/// Words of four bytes; places are told by index.
const WORDS: i128 = 6;

/// Totals are defined for places so far on both sides.
const FAR: i128 = 60;

struct Random(u64);

impl Random {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % limit
    }
}

/// What two versions hold, at every place, and what a name is.
struct World {
    held: [BTreeMap<i128, i128>; 2],
    name: i128,
}

impl World {
    fn random(random: &mut Random) -> World {
        let mut words = || {
            (-FAR..FAR)
                .map(|index| (4 * index, random.below(7) as i128 - 3))
                .collect::<BTreeMap<i128, i128>>()
        };
        let held = [words(), words()];
        World { held, name: random.below(7) as i128 - 3 }
    }

    /// Cells as text, and the words that they hold.
    fn cells(&self, random: &mut Random) -> (String, Vec<i128>) {
        let (mut text, mut words, mut index) = (Vec::new(), Vec::new(), 0);
        while index < WORDS {
            let length = 1 + random.below((WORDS - index) as u64) as i128;
            let version = random.below(2) as usize;
            let (start, shift) = (4 * index, 4 * (random.below(5) as i128 - 2));
            let (name, held) = (["v", "w"][version], &self.held[version]);
            let (length, content) = match random.below(5) {
                0 => {
                    words.push(self.name);
                    (1, "n".to_string())
                }
                1 => {
                    words.push(held[&(start + shift)]);
                    (1, format!("held({name}, {})", start + shift))
                }
                2 => {
                    words.extend((0..length).map(|_| 2));
                    (length, "each 4 { [it. = 2] }".to_string())
                }
                _ => {
                    words.extend((0..length).map(|other| held[&(start + 4 * other + shift)]));
                    (length, format!("each 4 {{ [it. = held({name}, at. + {shift})] }}").replace("+ -", "- "))
                }
            };
            index += length;
            text.push(format!("{start}..{}: {content}", 4 * index));
        }
        (text.join(", "), words)
    }
}

/// Any function of words will do.
fn number(reading: &Reading, word: i128) -> i128 {
    match reading {
        Reading::Signed => word,
        Reading::Unsigned => word.rem_euclid(1 << 32),
        Reading::Other(_) => 7 * word * word + word - 5,
    }
}

/// A model of the functions of totals, for versions that are these numbers.
fn model(
    context: &mut Context<'_>,
    measure: &Measure,
    world: &World,
    versions: &[(Term, BTreeMap<i128, i128>)],
) -> Model {
    let name = context.solver.terms.variable("n");
    let mut variables = vec![(context.solver.terms.as_atom(name).expect("a name"), world.name)];
    for (number, (version, _)) in versions.iter().enumerate() {
        variables.push((context.solver.terms.as_atom(*version).expect("a name"), 100 + number as i128));
    }
    let mut model = Model::new(variables);
    let held = version::function(&mut context.solver.terms);
    let total = context.solver.terms.symbol(&measure.name);
    for (id, (_, words)) in versions.iter().enumerate() {
        let id = 100 + id as i128;
        let (mut up, mut down) = (0, 0);
        for index in 0..FAR {
            assert!(model.set_function(total, Box::new([id, 4 * index]), up));
            up += words.get(&(4 * index)).map_or(0, |&word| number(&measure.reading, word));
            down -= words.get(&(-4 * (index + 1))).map_or(0, |&word| number(&measure.reading, word));
            assert!(model.set_function(total, Box::new([id, -4 * (index + 1)]), down));
        }
        for (&place, &word) in words {
            assert!(model.set_function(held, Box::new([id, place]), word));
        }
    }
    if let Reading::Other(name) = &measure.reading {
        let function = context.solver.terms.symbol(&format!("of_{name}"));
        for word in -10..10 {
            assert!(model.set_function(function, Box::new([word]), number(&measure.reading, word)));
        }
    }
    model
}

fn options() -> Options {
    Options {
        allocation_may_fail: false,
        check_overflow: false,
        check_shifts: false,
        check_uninitialised: true,
        volatile_may_change: true,
        allocates_optional_blocks: false,
        keeps_derivation: false,
        split_on_offsets: false,
        broken_rule: None,
        stop: Default::default(),
    }
}

fn state_of(context: &mut Context<'_>, cells: &str) -> State {
    let range = "-3 <= n && n <= 3";
    let text = format!("{range} && registers[1] {{ 0: a }} && block a: heap[{}] {{ {cells} }}", 4 * WORDS);
    parse_state(&mut context.solver, &text).unwrap_or_else(|error| panic!("{text}: {error:?}"))
}

#[test]
fn totals_are_those_of_all_small_arrays() {
    let module = Module::new(source::DataModel::Lp64);
    let measures = [
        Measure { name: "sum_signed4".into(), reading: Reading::Signed },
        Measure { name: "sum_unsigned4".into(), reading: Reading::Unsigned },
        Measure { name: "bag4".into(), reading: Reading::Other("unit32".into()) },
    ];
    let (mut compared, mut renewed) = (0, 0);
    for seed in 0..600 {
        let mut random = Random(seed);
        let world = World::random(&mut random);
        let (text, words) = world.cells(&mut random);
        let first = random.below(WORDS as u64) as usize;
        let last = first + 1 + random.below(WORDS as u64 - first as u64) as usize;
        let measure = &measures[random.below(3) as usize];
        let mut context = Context::new(&module, options());
        let mut state = state_of(&mut context, &text);
        let base = state.heap.blocks().next().expect("a block").base;
        let [start, end] = [first, last].map(|index| context.constant(4 * index as i128));
        let run = Words { base, start, end, bytes: 4 };
        let Some(total) = context.total(&mut state, &run, measure) else { continue };
        compared += 1;
        let [v, w] = ["v", "w"].map(|name| context.solver.terms.variable(name));
        let mut versions = vec![(v, world.held[0].clone()), (w, world.held[1].clone())];
        // A new version holds the words of the array.
        let cells = state.heap.block(base).expect("the block").cells.clone();
        if let [cell] = cells.as_slice()
            && let Content::Each(family) = cell.content
            && text.contains(',')
            && let Some(super::Piece::Held { version, .. }) = context.version_of(family)
            && version != v
            && version != w
        {
            renewed += 1;
            let own = words.iter().enumerate().map(|(index, &word)| (4 * index as i128, word)).collect();
            versions.push((version, own));
        }
        let model = model(&mut context, measure, &world, &versions);
        let expected: i128 = words[first..last].iter().map(|&word| number(&measure.reading, word)).sum();
        let value = model.evaluate(&context.solver.terms, total);
        assert_eq!(value, Some(expected), "seed {seed}: {text} from {first} to {last}");
        for &fact in state.facts.as_slice() {
            let holds = model.satisfies(&context.solver.terms, fact);
            assert_eq!(holds, Some(true), "seed {seed}: {text}: {}", context.solver.terms.display_fact(fact));
        }
    }
    assert!(compared > 400 && renewed > 50, "{compared} compared, {renewed} with a new version");
}

#[test]
fn words_that_were_never_stored_have_no_total() {
    let module = Module::new(source::DataModel::Lp64);
    let measure = Measure { name: "sum_signed4".into(), reading: Reading::Signed };
    for cells in [
        "0..8: each 4 { [it. = held(v, at.)] }, 8..24: uninit",
        "0..8: each 8 { [it. = 1] }, 8..24: 0",
        "0..24: any",
    ] {
        let mut context = Context::new(&module, options());
        let mut state = state_of(&mut context, cells);
        let base = state.heap.blocks().next().expect("a block").base;
        let (start, end) = (context.constant(0), context.constant(24));
        assert!(
            context.total(&mut state, &Words { base, start, end, bytes: 4 }, &measure).is_none(),
            "{cells}"
        );
    }
}
