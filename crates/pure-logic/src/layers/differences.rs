//! Difference bounds: the sum of the weights along a path bounds the difference of its ends.

use crate::broken::{self, BrokenRule};
use crate::fact::Fact;
use crate::facts::state::{Edge, ORIGIN, State};
use crate::term::{Atom, Term, TermTable};

/// The path of least weight found from each atom, in the order of discovery.
type Distances = Vec<(Atom, i128, bool)>;

/// How far atoms are from the origin, on the facts with this stamp: what bounds all of them.
///
/// Where states are joined, every name of a state is asked for, one after the other.
#[derive(Clone, Debug)]
pub(crate) struct OriginDistances {
    pub stamp: u64,
    /// Upper bounds of atoms. INVARIANT: sorted by atom. `None` if the limit was reached.
    from_origin: Option<Vec<(Atom, i128)>>,
    /// Upper bounds of negated atoms, as above.
    to_origin: Option<Vec<(Atom, i128)>>,
}

impl OriginDistances {
    /// An upper bound of `to - from`, one of which is the origin; `None` if it is not told here.
    pub fn bound(&self, from: Atom, to: Atom) -> Option<Option<i128>> {
        let (distances, atom) = match (from == ORIGIN, to == ORIGIN) {
            (true, false) => (self.from_origin.as_ref()?, to),
            (false, true) => (self.to_origin.as_ref()?, from),
            _ => return None,
        };
        Some(distances.binary_search_by_key(&atom, |entry| entry.0).ok().map(|place| distances[place].1))
    }
}

/// The edges that leave an atom, of edges in the order of where they leave.
fn leaving(edges: &[Edge], atom: Atom) -> &[Edge] {
    let start = edges.partition_point(|edge| edge.from < atom);
    let length = edges[start..].partition_point(|edge| edge.from == atom);
    &edges[start..start + length]
}

/// Paths of least weight from an atom to all that it reaches; `None` if the limit is reached.
/// With `dropped`, edges to this atom weigh nothing, which is wrong.
fn least_paths(edges: &[Edge], from: Atom, mut steps: u32, dropped: Option<Atom>) -> Option<Distances> {
    let mut distances: Distances = Vec::with_capacity(16);
    let mut index: hashbrown::HashMap<Atom, usize, rustc_hash::FxBuildHasher> = hashbrown::HashMap::default();
    let mut queue = std::collections::VecDeque::with_capacity(16);
    distances.push((from, 0, true));
    queue.push_back(0usize);
    while let Some(position) = queue.pop_front() {
        let (atom, distance, _) = distances[position];
        distances[position].2 = false;
        for edge in leaving(edges, atom) {
            steps = steps.checked_sub(1)?;
            let weight = if dropped == Some(edge.to) && atom != from { 0 } else { edge.weight };
            let Some(length) = distance.checked_add(weight) else {
                continue;
            };
            let known = if distances.len() <= 12 {
                distances.iter().position(|entry| entry.0 == edge.to)
            } else {
                if index.len() < distances.len() {
                    for (place, entry) in distances.iter().enumerate().skip(index.len()) {
                        index.insert(entry.0, place);
                    }
                }
                index.get(&edge.to).copied()
            };
            match known {
                Some(place) if distances[place].1 <= length => {}
                Some(place) => {
                    distances[place].1 = length;
                    if !distances[place].2 {
                        distances[place].2 = true;
                        queue.push_back(place);
                    }
                }
                None => {
                    distances.push((edge.to, length, true));
                    queue.push_back(distances.len() - 1);
                }
            }
        }
    }
    Some(distances)
}

impl State {
    /// An upper bound of `to - from`, by a path of least weight; `None` if there is no path or the limit is reached.
    pub(crate) fn difference_bound(
        &self,
        terms: &TermTable,
        from: Atom,
        to: Atom,
        steps: u32,
    ) -> Option<i128> {
        if from == to {
            return Some(0);
        }
        let dropped = broken::is(terms.broken, BrokenRule::DifferencePathDropsEdge).then_some(to);
        let distances = least_paths(&self.edges, from, steps, dropped)?;
        distances.iter().find(|entry| entry.0 == to).map(|entry| entry.1)
    }

    /// The same for all atoms and the origin at once.
    pub(crate) fn origin_distances(&self, steps: u32) -> OriginDistances {
        let turned = |edge: &Edge| Edge { from: edge.to, to: edge.from, weight: edge.weight };
        let mut backwards: Vec<Edge> = self.edges.iter().map(turned).collect();
        backwards.sort_unstable_by_key(|edge| (edge.from, edge.to));
        let all = |edges: &[Edge]| {
            let distances = least_paths(edges, ORIGIN, steps, None)?;
            let mut sorted: Vec<(Atom, i128)> = distances.iter().map(|entry| (entry.0, entry.1)).collect();
            sorted.sort_unstable_by_key(|entry| entry.0);
            Some(sorted)
        };
        OriginDistances { stamp: self.stamp, from_origin: all(&self.edges), to_origin: all(&backwards) }
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

    /// Bounds of names are the same whether they are asked for one by one or all at once.
    #[test]
    fn distances_of_all_atoms_are_those_of_each() {
        for seed in 1..200u64 {
            let mut solver = Solver::new();
            let names: Vec<Term> = (0..6).map(|_| solver.terms.fresh_variable("x")).collect();
            let mut facts = Facts::new();
            let mut number = seed;
            for _ in 0..9 {
                number =
                    number.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                let (a, b) = (number >> 33 & 7, number >> 37 & 7);
                let distance = i128::from(number >> 41 & 15);
                let at = |solver: &mut Solver, place: u64| match names.get(place as usize) {
                    Some(&name) => name,
                    None => solver.terms.constant(0),
                };
                let (a, b) = (at(&mut solver, a), at(&mut solver, b));
                let limit = solver.terms.add_constant(b, distance);
                let fact = solver.terms.at_most(a, limit);
                facts.assume(&mut solver, fact);
            }
            let steps = solver.limits.path_steps;
            let all = facts.state.origin_distances(steps);
            for &name in &names {
                let atom = solver.terms.as_atom(name).expect("a variable");
                for (from, to) in [(ORIGIN, atom), (atom, ORIGIN)] {
                    let one = facts.state.difference_bound(&solver.terms, from, to, steps);
                    assert_eq!(all.bound(from, to), Some(one), "seed {seed}");
                }
            }
        }
    }
}
