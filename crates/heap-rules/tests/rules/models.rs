//! The set of small memories that satisfy a state, and what is checked of it.

use crate::families::Family;
use crate::random::{Random, random_state};
use pure_logic::Solver;
use symbolic_heap::State;
use symbolic_heap::parse::parse_state;
use symbolic_heap::print::display_state;
use symbolic_heap::satisfy::{ConcreteHeap, Satisfaction, satisfies};

/// For each memory, whether it satisfies the state.
pub type Models = Vec<bool>;

/// A family of lists with all its small memories, and the violations that were found.
pub struct Laboratory {
    pub solver: Solver,
    pub family: Family,
    pub memories: Vec<ConcreteHeap>,
    pub random: Random,
    violations: Vec<String>,
}

impl Laboratory {
    pub fn new(family: fn(&mut Solver) -> Family, seed: u64) -> Laboratory {
        let mut solver = Solver::new();
        let family = family(&mut solver);
        let memories = family.memories();
        let seed = seed + 100 * environment("RULE_SEED", 0) as u64;
        Laboratory { solver, family, memories, random: Random::new(seed), violations: Vec::new() }
    }

    /// The state that a text describes, and its models.
    #[track_caller]
    pub fn written_state(&mut self, text: &str) -> (State, Models) {
        let state = parse_state(&mut self.solver, text).unwrap_or_else(|error| panic!("{text}: {error}"));
        let models = self.models(&state);
        (state, models)
    }

    fn random_state(&mut self) -> State {
        random_state(&mut self.solver, &self.family, &mut self.random)
    }

    /// A random state that some memory satisfies, and its models.
    pub fn satisfiable_state(&mut self) -> (State, Models) {
        loop {
            let state = self.random_state();
            let models = self.models(&state);
            if models.contains(&true) {
                return (state, models);
            }
        }
    }

    pub fn models(&mut self, state: &State) -> Models {
        let solver = &mut self.solver;
        self.memories
            .iter()
            .map(|memory| match satisfies(solver, state, memory) {
                Satisfaction::Satisfied(_) => true,
                Satisfaction::NotSatisfied => false,
                Satisfaction::Unknown(reason) => {
                    panic!("{reason:?} for {}\nand\n{}", describe(memory), display_state(solver, state))
                }
            })
            .collect()
    }

    pub fn text(&self, state: &State) -> String {
        display_state(&self.solver, state)
    }

    /// Every memory of the one set is in the other; if not, that is a violation.
    pub fn demand_subset(
        &mut self,
        special: &Models,
        general: &Models,
        report: impl FnOnce(&Self) -> String,
    ) {
        let position = special.iter().zip(general).position(|(special, general)| *special && !general);
        if let Some(position) = position {
            let memory = describe(&self.memories[position]);
            let text = format!("{}\nforgets {memory}", report(self));
            self.violations.push(text);
        }
    }

    /// There was no violation. Reports the shortest, which is the easiest to understand.
    #[track_caller]
    pub fn finish(self) {
        let count = self.violations.len();
        if let Some(shortest) = self.violations.into_iter().min_by_key(String::len) {
            panic!("{}: {count} violations, the shortest:\n{shortest}", self.family.name);
        }
    }
}

/// How many rounds a check has: more than usual if the environment asks for it.
pub fn rounds(usual: usize) -> usize {
    usual * environment("RULE_ROUNDS", 1)
}

fn environment(name: &str, usual: usize) -> usize {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(usual)
}

/// The memory as text: registers, addresses and words.
fn describe(memory: &ConcreteHeap) -> String {
    let mut text = String::new();
    for (index, word) in memory.registers.iter().enumerate() {
        if let Some(word) = word {
            text.push_str(&format!("r{index} = {:#x}  ", word.bits));
        }
    }
    for (base, block) in &memory.blocks {
        let words: Vec<String> = block
            .bytes
            .chunks(8)
            .map(|chunk| {
                let stored = chunk.iter().rev().skip_while(|byte| byte.is_none());
                let value = stored.fold(0u64, |value, byte| value << 8 | u64::from(byte.unwrap_or(0)));
                if chunk.iter().all(Option::is_none) { "?".into() } else { format!("{value:#x}") }
            })
            .collect();
        text.push_str(&format!("\n  {base:#x}: {:?} {}", block.region, words.join(", ")));
    }
    text
}
