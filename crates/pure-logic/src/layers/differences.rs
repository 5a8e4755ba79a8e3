//! Difference bounds: the sum of the weights along a path bounds the difference of its ends.

use crate::broken::{self, BrokenRule};
use crate::fact::Fact;
use crate::facts::edges::Edges;
use crate::facts::state::{ORIGIN, State};
use crate::limits::ENTRIES_WITHOUT_AN_INDEX;
use crate::term::{Atom, Term, TermTable};
use rustc_hash::FxBuildHasher;

/// In which direction paths are followed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Direction {
    Forward,
    Backward,
}

/// Paths of least weight that begin at an atom, or end there.
///
/// Nearly every atom has bounds of its own, so nearly all are neighbours of the origin. A path of least weight comes to the origin once
/// at most: two searches that do not go on from there, one for each part, see only the few atoms that differences relate.
#[derive(Default)]
struct Paths {
    /// The path of least weight found so far for each atom, in the order of discovery, and whether it has to be gone on from.
    found: Vec<(Atom, i128, bool)>,
    /// Where atoms are in the list, if they are many.
    index: hashbrown::HashMap<Atom, usize, FxBuildHasher>,
    /// Places in the list, in the order in which they are gone on from.
    queue: Vec<usize>,
}

impl Paths {
    /// `None` if the limit is reached. With `dropped`, edges to this atom weigh nothing, which is wrong.
    fn search(
        edges: &Edges,
        start: Atom,
        direction: Direction,
        steps: &mut u32,
        dropped: Option<Atom>,
    ) -> Option<Paths> {
        let mut paths = Paths::default();
        paths.found.push((start, 0, true));
        paths.queue.push(0);
        let mut done = 0;
        while let Some(&place) = paths.queue.get(done) {
            done += 1;
            let (atom, distance, _) = paths.found[place];
            paths.found[place].2 = false;
            if direction == Direction::Forward {
                for (next, weight) in edges.leaving(atom) {
                    *steps = steps.checked_sub(1)?;
                    let weight = if dropped == Some(next) && atom != start { 0 } else { weight };
                    paths.offer(next, distance.checked_add(weight));
                }
            } else {
                for (next, weight) in edges.arriving(atom) {
                    *steps = steps.checked_sub(1)?;
                    let weight = if dropped == Some(atom) && next != ORIGIN { 0 } else { weight };
                    paths.offer(next, distance.checked_add(weight));
                }
            }
        }
        Some(paths)
    }

    fn position(&mut self, atom: Atom) -> Option<usize> {
        if self.found.len() <= ENTRIES_WITHOUT_AN_INDEX {
            return self.found.iter().position(|entry| entry.0 == atom);
        }
        for (place, entry) in self.found.iter().enumerate().skip(self.index.len()) {
            self.index.insert(entry.0, place);
        }
        self.index.get(&atom).copied()
    }

    fn distance(&mut self, atom: Atom) -> Option<i128> {
        self.position(atom).map(|place| self.found[place].1)
    }

    /// Notes the length of a path to an atom.
    fn offer(&mut self, atom: Atom, length: Option<i128>) {
        let Some(length) = length else { return };
        let place = match self.position(atom) {
            Some(place) if self.found[place].1 <= length => return,
            Some(place) => {
                self.found[place].1 = length;
                place
            }
            None => {
                self.found.push((atom, length, false));
                self.found.len() - 1
            }
        };
        if atom != ORIGIN && !std::mem::replace(&mut self.found[place].2, true) {
            self.queue.push(place);
        }
    }
}

impl State {
    /// An upper bound of `to - from`, by a path of least weight; `None` if there is no path or the limit is reached.
    pub(crate) fn difference_bound(
        &self,
        terms: &TermTable,
        from: Atom,
        to: Atom,
        mut steps: u32,
    ) -> Option<i128> {
        if from == to {
            return Some(0);
        }
        let dropped = broken::is(terms.broken, BrokenRule::DifferencePathDropsEdge).then_some(to);
        let mut search = |start, direction| Paths::search(&self.edges, start, direction, &mut steps, dropped);
        if from == ORIGIN {
            return search(to, Direction::Backward)?.distance(ORIGIN);
        }
        let mut forward = search(from, Direction::Forward)?;
        let direct = forward.distance(to);
        let Some(before) = forward.distance(ORIGIN).filter(|_| to != ORIGIN) else { return direct };
        let after = search(to, Direction::Backward)?.distance(ORIGIN);
        let through = after.and_then(|after| before.checked_add(after));
        direct.into_iter().chain(through).min()
    }

    /// Decides a normal fact about one atom or about the difference of two.
    pub(crate) fn decide_by_differences(&self, terms: &TermTable, fact: Fact, steps: u32) -> Option<bool> {
        match fact {
            Fact::NonNegative(term) => {
                let (from, to) = ends(terms, term)?;
                let constant = terms.constant_part(term);
                // `to - from + constant >= 0` holds if `from - to <= constant`.
                if self.difference_bound(terms, to, from, steps).is_some_and(|bound| bound <= constant) {
                    return Some(true);
                }
                // It fails if `to - from <= -constant - 1`.
                let below = constant.checked_neg()?.checked_sub(1)?;
                self.difference_bound(terms, from, to, steps)
                    .is_some_and(|bound| bound <= below)
                    .then_some(false)
            }
            Fact::Zero(term) => self.difference_is_zero(terms, term, steps),
            Fact::NonZero(term) => self.difference_is_zero(terms, term, steps).map(|zero| !zero),
            Fact::True | Fact::False | Fact::AnyOf(_) | Fact::Distinct(_) => None,
        }
    }

    fn difference_is_zero(&self, terms: &TermTable, term: Term, steps: u32) -> Option<bool> {
        let (from, to) = ends(terms, term)?;
        let value = terms.constant_part(term).checked_neg()?;
        let upper = self.difference_bound(terms, from, to, steps);
        if upper.is_some_and(|upper| upper < value) {
            return Some(false);
        }
        let lower = self.difference_bound(terms, to, from, steps).and_then(i128::checked_neg);
        if lower.is_some_and(|lower| lower > value) {
            return Some(false);
        }
        (lower == Some(value) && upper == Some(value)).then_some(true)
    }
}

/// `term = to - from + constant`.
fn ends(terms: &TermTable, term: Term) -> Option<(Atom, Atom)> {
    match terms.summands(term) {
        [(to, 1)] => Some((ORIGIN, *to)),
        [(from, -1)] => Some((*from, ORIGIN)),
        [(to, 1), (from, -1)] | [(from, -1), (to, 1)] => Some((*from, *to)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Facts, Solver};

    /// All bounds are those of the shortest paths in the whole graph.
    #[test]
    fn bounds_are_lengths_of_shortest_paths() {
        for seed in 1..400u64 {
            let mut solver = Solver::new();
            let names: Vec<Term> = (0..6).map(|_| solver.terms.fresh_variable("x")).collect();
            let mut facts = Facts::new();
            let mut number = seed;
            // The last place is that of the origin.
            let mut lengths = vec![vec![None; 7]; 7];
            for _ in 0..11 {
                number =
                    number.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                let (a, b) = ((number >> 33) as usize % 7, (number >> 37) as usize % 7);
                let distance = i128::from(number >> 41 & 15);
                let known: Option<i128> = lengths[b][a];
                lengths[b][a] = Some(known.map_or(distance, |known| known.min(distance)));
                let zero = solver.terms.constant(0);
                let at = |place: usize| names.get(place).copied().unwrap_or(zero);
                let limit = solver.terms.add_constant(at(b), distance);
                let fact = solver.terms.at_most(at(a), limit);
                facts.assume(&mut solver, fact);
            }
            if !facts.state.eliminated.is_empty() {
                continue;
            }
            for middle in 0..7 {
                for from in 0..7 {
                    for to in 0..7 {
                        let (Some(one), Some(two)) = (lengths[from][middle], lengths[middle][to]) else {
                            continue;
                        };
                        let known = lengths[from][to];
                        lengths[from][to] = Some(known.map_or(one + two, |known: i128| known.min(one + two)));
                    }
                }
            }
            let steps = solver.limits.path_steps;
            let atom = |place: usize| match names.get(place) {
                Some(&name) => solver.terms.as_atom(name).expect("a variable"),
                None => ORIGIN,
            };
            for (from, row) in lengths.iter().enumerate() {
                for (to, &length) in row.iter().enumerate().filter(|&(to, _)| to != from) {
                    let bound = facts.state.difference_bound(&solver.terms, atom(from), atom(to), steps);
                    assert_eq!(bound, length, "seed {seed}, from {from} to {to}");
                }
            }
        }
    }
}
