//! A few states, each of which covers all executions seen like it: at loop heads, at the exits of
//! functions.

use heap_rules::join::JoinMode;
use pure_logic::Solver;
use symbolic_heap::{HeapRule, State, is_broken};

/// How many states a place may have before the analysis gives up on it.
const MAXIMAL_DISJUNCTS: usize = 24;

#[derive(Default)]
pub struct Disjuncts {
    disjuncts: Vec<Disjunct>,
}

struct Disjunct {
    state: State,
    /// How often it has grown: from the third time on it is widened.
    growth: u32,
}

/// What became of a state that arrived.
pub enum Arrival {
    /// It is covered by what was seen before.
    Covered,
    /// Go on with this state, which covers it.
    Continue(State),
    /// The states there become too many.
    TooMany,
}

impl Disjuncts {
    /// Enters a state. As long as there are fewer than `kept_apart` it is not joined with others.
    pub fn arrive(&mut self, solver: &mut Solver, state: State, kept_apart: usize) -> Arrival {
        for disjunct in &self.disjuncts {
            if disjunct.growth == 2 && is_broken(solver, HeapRule::ThirdArrivalIsCovered) {
                return Arrival::Covered;
            }
            if heap_rules::entail::entails(solver, &state, &disjunct.state).is_proved() {
                return Arrival::Covered;
            }
        }
        if self.disjuncts.len() >= kept_apart {
            for disjunct in &mut self.disjuncts {
                let mode = if disjunct.growth >= 2 { JoinMode::Widen } else { JoinMode::Join };
                if let Some(joined) = heap_rules::join::join(solver, &disjunct.state, &state, mode) {
                    disjunct.state = joined.clone();
                    disjunct.growth += 1;
                    return Arrival::Continue(joined);
                }
            }
        }
        if self.disjuncts.len() >= MAXIMAL_DISJUNCTS {
            return Arrival::TooMany;
        }
        self.disjuncts.push(Disjunct { state: state.clone(), growth: 0 });
        Arrival::Continue(state)
    }

    pub fn iter(&self) -> impl Iterator<Item = &State> {
        self.disjuncts.iter().map(|disjunct| &disjunct.state)
    }
}
