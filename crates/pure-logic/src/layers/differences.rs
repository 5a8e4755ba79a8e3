//! Difference bounds: the sum of the weights along a path bounds the difference of its ends.

use crate::broken::{self, BrokenRule};
use crate::fact::Fact;
use crate::facts::state::{ORIGIN, State};
use crate::term::{Atom, Term, TermTable};

/// The path of least weight found from each atom, in the order of discovery.
type Distances = Vec<(Atom, i128, bool)>;

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
        let mut distances: Distances = Vec::with_capacity(16);
        let mut index: hashbrown::HashMap<Atom, usize, rustc_hash::FxBuildHasher> =
            hashbrown::HashMap::default();
        let mut queue = std::collections::VecDeque::with_capacity(16);
        distances.push((from, 0, true));
        queue.push_back(0usize);
        let drop_last = broken::is(terms.broken, BrokenRule::DifferencePathDropsEdge);
        while let Some(position) = queue.pop_front() {
            let (atom, distance, _) = distances[position];
            distances[position].2 = false;
            for edge in self.edges_from(atom) {
                steps = steps.checked_sub(1)?;
                let weight = if drop_last && edge.to == to && atom != from { 0 } else { edge.weight };
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
        distances.iter().find(|entry| entry.0 == to).map(|entry| entry.1)
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
