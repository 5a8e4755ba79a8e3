//! What holds at loop heads: a few states, each of which covers all executions seen like it.

use pure_logic::Solver;
use std::collections::BTreeMap;
use symbolic_heap::{HeapRule, State, is_broken};

/// How many states a loop head may have before they are joined by force, or the analysis gives up.
const MAXIMAL_DISJUNCTS: usize = 24;

#[derive(Default)]
pub struct Invariants {
    by_place: BTreeMap<Vec<(u32, u32, u32)>, Vec<Disjunct>>,
}

struct Disjunct {
    state: State,
    /// How often it has grown: from the third time on it is widened.
    growth: u32,
}

/// What became of a state that arrived at a loop head.
pub enum Arrival {
    /// It is covered by what was seen before.
    Covered,
    /// Go on with this state, which covers it.
    Continue(State),
    /// The states there become too many.
    TooMany,
}

impl Invariants {
    /// Enters a folded state.
    pub fn arrive(&mut self, solver: &mut Solver, place: Vec<(u32, u32, u32)>, state: State) -> Arrival {
        let disjuncts = self.by_place.entry(place).or_default();
        for disjunct in disjuncts.iter() {
            if disjunct.growth == 2 && is_broken(solver, HeapRule::ThirdArrivalIsCovered) {
                return Arrival::Covered;
            }
            if heap_rules::entail::entails(solver, &state, &disjunct.state).is_proved() {
                return Arrival::Covered;
            }
        }
        for disjunct in disjuncts.iter_mut() {
            let mode = if disjunct.growth >= 2 {
                heap_rules::join::JoinMode::Widen
            } else {
                heap_rules::join::JoinMode::Join
            };
            if let Some(joined) = heap_rules::join::join(solver, &disjunct.state, &state, mode) {
                disjunct.state = joined.clone();
                disjunct.growth += 1;
                return Arrival::Continue(joined);
            }
        }
        if disjuncts.len() >= MAXIMAL_DISJUNCTS {
            return Arrival::TooMany;
        }
        disjuncts.push(Disjunct { state: state.clone(), growth: 0 });
        Arrival::Continue(state)
    }

    /// All states of all loop heads, for `--dump-states`.
    pub fn iter(&self) -> impl Iterator<Item = (&[(u32, u32, u32)], &State)> {
        self.by_place.iter().flat_map(|(place, states)| {
            states.iter().map(move |disjunct| (place.as_slice(), &disjunct.state))
        })
    }
}
