//! Numbers in nodes that tell which links lead to children: the kind of an expression, a flag for leaves.
//!
//! ```text
//!   node { 0..4: t, …, 8..16: l, 16..24: r }      low ≤ t ≤ high      l ≠ 0 ∨ t = v₁ ∨ … ∨ t = vₙ      r ≠ 0 ∨ …
//! ```
//!
//! The facts are part of the definition, so a branch on the number of a node that is exposed tells which of its links are null.

use pure_logic::term::Atom;
use pure_logic::{Fact, Solver, Term, TermTable};
use std::collections::BTreeSet;
use symbolic_heap::{Content, State};

/// The greatest number that is taken for a tag: it is the same as a signed and as an unsigned one, in every width.
const GREATEST: i128 = 127;
/// So far apart are the least and the greatest number of a tag.
const WIDEST: i128 = 16;

/// What a number of a node says of its links.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Tag {
    pub start: u64,
    pub end: u64,
    /// INVARIANT: from zero to `GREATEST`, and not further apart than `WIDEST`.
    pub low: i128,
    pub high: i128,
    /// For each link the numbers with which it may be null.
    pub null_with: Vec<BTreeSet<i128>>,
}

impl Tag {
    /// What covers both, if they are at the same place.
    fn join(&self, other: &Tag) -> Option<Tag> {
        let (low, high) = (self.low.min(other.low), self.high.max(other.high));
        if (self.start, self.end) != (other.start, other.end) || high - low > WIDEST {
            return None;
        }
        let null_with = self.null_with.iter().zip(&other.null_with).map(|(one, two)| one | two).collect();
        Some(Tag { low, high, null_with, ..self.clone() })
    }

    /// What holds of the number and of the links.
    pub fn facts(&self, terms: &mut TermTable, number: Term, links: &[Term]) -> Vec<Fact> {
        let (low, high) = (terms.constant(self.low), terms.constant(self.high));
        let mut facts = vec![terms.at_most(low, number), terms.at_most(number, high)];
        for (&link, values) in links.iter().zip(&self.null_with) {
            if (self.low..=self.high).all(|value| values.contains(&value)) {
                continue;
            }
            let mut alternatives = vec![terms.non_zero(link)];
            for &value in values {
                let value = terms.constant(value);
                alternatives.push(terms.equal(number, value));
            }
            facts.push(terms.any_of(&alternatives));
        }
        facts
    }

    /// Reads what [`Tag::facts`] says.
    pub fn of_facts(
        terms: &TermTable,
        facts: &[Fact],
        number: Atom,
        links: &[Term],
        (start, end): (u64, u64),
    ) -> Option<Tag> {
        let (mut low, mut high) = (None, None);
        for &fact in facts {
            let Fact::NonNegative(term) = fact else { continue };
            match terms.summands(term) {
                [(atom, 1)] if *atom == number => low = Some(-terms.constant_part(term)),
                [(atom, -1)] if *atom == number => high = Some(terms.constant_part(term)),
                _ => {}
            }
        }
        let (low, high) = (low?, high?);
        let mut null_with = vec![(low..=high).collect::<BTreeSet<i128>>(); links.len()];
        for fact in facts {
            let alternatives = match fact {
                Fact::AnyOf(clause) => terms.alternatives(*clause),
                _ => std::slice::from_ref(fact),
            };
            let Some(link) = links.iter().position(|&link| alternatives.contains(&Fact::NonZero(link)))
            else {
                continue;
            };
            let value = |fact: &Fact| match *fact {
                Fact::Zero(term) => match terms.summands(term) {
                    [(atom, 1)] if *atom == number => Some(-terms.constant_part(term)),
                    _ => None,
                },
                _ => None,
            };
            let values: BTreeSet<i128> = alternatives.iter().filter_map(value).collect();
            // With another alternative it is what another number says.
            if values.len() + 1 == alternatives.len() {
                null_with[link] = values;
            }
        }
        Some(Tag { start, end, low, high, null_with })
    }
}

/// What covers the tags of two nodes.
pub(super) fn join(left: &[Tag], right: &[Tag]) -> Vec<Tag> {
    left.iter().filter_map(|one| right.iter().find_map(|two| one.join(two))).collect()
}

/// The numbers of a node that may be tags.
pub(super) fn describe<'c>(
    solver: &mut Solver,
    state: &State,
    cells: impl Iterator<Item = (u64, u64, &'c Content)>,
    links: &[Term],
) -> Vec<Tag> {
    let mut tags = Vec::new();
    for (start, end, content) in cells {
        let Content::Scalar(value) = content else { continue };
        if !value.is_defined() || end - start > 8 {
            continue;
        }
        let range = state.facts.bounds(solver, value.term);
        let (Some(low), Some(high)) = (range.lower, range.upper) else { continue };
        if low < 0 || high > GREATEST || high < low || high - low > WIDEST {
            continue;
        }
        let null_with = links.iter().map(|&link| nulls(solver, state, value.term, (low, high), link));
        let null_with = null_with.collect();
        tags.push(Tag { start, end, low, high, null_with });
    }
    tags
}

/// The numbers with which a link may be null.
fn nulls(
    solver: &mut Solver,
    state: &State,
    number: Term,
    (low, high): (i128, i128),
    link: Term,
) -> BTreeSet<i128> {
    let is_child = solver.terms.non_zero(link);
    if state.facts.proves(solver, is_child).is_proved() {
        return BTreeSet::new();
    }
    let may_be_null = |value: &i128| {
        let value = solver.terms.constant(*value);
        let differs = solver.terms.not_equal(number, value);
        let decided = solver.terms.any_of(&[differs, is_child]);
        low == high || !state.facts.proves(solver, decided).is_proved()
    };
    (low..=high).filter(may_be_null).collect()
}
