//! Which facts a proof used.

use crate::answer::Answer;
use crate::fact::Fact;
use crate::facts::Facts;
use crate::solver::Solver;

impl Facts {
    /// The positions, in [`Facts::as_slice`], of facts that already entail the goal, none of which can be spared.
    /// `None` if the goal is not proved. With the goal `Fact::False`: why the facts contradict each other.
    pub fn explain(&self, solver: &mut Solver, goal: Fact) -> Option<Vec<usize>> {
        if self.proves(solver, goal) != Answer::Proved {
            return None;
        }
        let entail = |solver: &mut Solver, positions: &[usize]| {
            let facts: Vec<Fact> = positions.iter().map(|position| self.as_slice()[*position]).collect();
            Facts::from_facts(solver, &facts).proves(solver, goal) == Answer::Proved
        };
        let mut kept: Vec<usize> = (0..self.as_slice().len()).collect();
        // Leave out larger pieces first, then smaller ones.
        let mut size = kept.len().div_ceil(2);
        while size > 0 {
            let mut start = 0;
            while start < kept.len() {
                let end = (start + size).min(kept.len());
                let mut without = kept.clone();
                without.drain(start..end);
                if entail(solver, &without) {
                    kept = without;
                } else {
                    start = end;
                }
            }
            size = if size == 1 { 0 } else { size.div_ceil(2) };
        }
        Some(kept)
    }
}
