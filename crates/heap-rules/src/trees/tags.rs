//! Numbers in nodes that tell which links lead to children: the kind of an expression, a flag for leaves.
//!
//! ```text
//!   node { 0..4: t, …, 8..16: l, 16..24: r }      low ≤ t ≤ high      l ≠ 0 ∨ t = v₁ ∨ … ∨ t = vₙ      l = 0 ∨ t = w₁ ∨ … ∨ t = wₘ      r ≠ 0 ∨ …
//! ```
//!
//! The facts are part of the definition, so a branch on the number of a node that is exposed tells which of its links are null and which
//! lead to children.
//!
//! Sound: a number is only left out where the facts of the node exclude it, and a join leaves out what both sides do.

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
    pub links: Vec<TaggedLink>,
}

/// With which numbers a link may be what.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct TaggedLink {
    /// INVARIANT: between `low` and `high` of the tag.
    pub null_with: BTreeSet<i128>,
    /// INVARIANT: between `low` and `high` of the tag.
    pub child_with: BTreeSet<i128>,
}

impl TaggedLink {
    fn join(&self, other: &TaggedLink) -> TaggedLink {
        TaggedLink {
            null_with: &self.null_with | &other.null_with,
            child_with: &self.child_with | &other.child_with,
        }
    }
}

impl Tag {
    /// What covers both, if they are at the same place.
    fn join(&self, other: &Tag) -> Option<Tag> {
        let (low, high) = (self.low.min(other.low), self.high.max(other.high));
        if (self.start, self.end) != (other.start, other.end) || high - low > WIDEST {
            return None;
        }
        let links = self.links.iter().zip(&other.links).map(|(one, two)| one.join(two)).collect();
        Some(Tag { low, high, links, ..self.clone() })
    }

    /// What holds of the number and of the links.
    pub fn facts(&self, terms: &mut TermTable, number: Term, links: &[Term]) -> Vec<Fact> {
        let (low, high) = (terms.constant(self.low), terms.constant(self.high));
        let mut facts = vec![terms.at_most(low, number), terms.at_most(number, high)];
        for (&link, told) in links.iter().zip(&self.links) {
            let (is_child, is_null) = (terms.non_zero(link), terms.zero(link));
            for (values, otherwise) in [(&told.null_with, is_child), (&told.child_with, is_null)] {
                if (self.low..=self.high).all(|value| values.contains(&value)) {
                    continue;
                }
                let mut alternatives = vec![otherwise];
                for &value in values {
                    let value = terms.constant(value);
                    alternatives.push(terms.equal(number, value));
                }
                facts.push(terms.any_of(&alternatives));
            }
        }
        facts
    }

    /// Reads what [`Tag::facts`] says; `None` if there is more that is said of the number.
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
        let all: BTreeSet<i128> = (low..=high).collect();
        let told = TaggedLink { null_with: all.clone(), child_with: all };
        let mut tag = Tag { start, end, low, high, links: vec![told; links.len()] };
        let value = |fact: &Fact| match *fact {
            Fact::Zero(term) => match terms.summands(term) {
                [(atom, 1)] if *atom == number => Some(-terms.constant_part(term)),
                [(atom, -1)] if *atom == number => Some(terms.constant_part(term)),
                _ => None,
            },
            _ => None,
        };
        for fact in facts {
            let alternatives = match fact {
                Fact::AnyOf(clause) => terms.alternatives(*clause),
                _ => std::slice::from_ref(fact),
            };
            let values: BTreeSet<i128> = alternatives.iter().filter_map(value).collect();
            let others: Vec<&Fact> = alternatives.iter().filter(|fact| value(fact).is_none()).collect();
            let [other] = others[..] else {
                // What one number says of a link has one other alternative.
                if values.is_empty() {
                    continue;
                }
                return None;
            };
            let (link, is_child) = match *other {
                Fact::NonZero(term) => (links.iter().position(|&link| link == term), true),
                Fact::Zero(term) => (links.iter().position(|&link| link == term), false),
                _ => (None, false),
            };
            // A link that is always null, or never, is told by each of several numbers; one of them is enough.
            let is_own = !values.is_empty() || matches!(fact, Fact::Zero(_) | Fact::NonZero(_));
            match link {
                Some(link) if is_own && is_child => tag.links[link].null_with = values,
                Some(link) if is_own => tag.links[link].child_with = values,
                _ if values.is_empty() => {}
                _ => return None,
            }
        }
        Some(tag)
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
        let links = links.iter().map(|&link| told_of(solver, state, value.term, (low, high), link)).collect();
        tags.push(Tag { start, end, low, high, links });
    }
    tags
}

/// With which numbers a link may be null, and with which it may not.
fn told_of(
    solver: &mut Solver,
    state: &State,
    number: Term,
    (low, high): (i128, i128),
    link: Term,
) -> TaggedLink {
    let (is_child, is_null) = (solver.terms.non_zero(link), solver.terms.zero(link));
    let mut excluding = |excluding: Fact| -> BTreeSet<i128> {
        if state.facts.proves(solver, excluding).is_proved() {
            return BTreeSet::new();
        }
        let is_possible = |value: &i128| {
            let value = solver.terms.constant(*value);
            let differs = solver.terms.not_equal(number, value);
            let decided = solver.terms.any_of(&[differs, excluding]);
            low == high || !state.facts.proves(solver, decided).is_proved()
        };
        (low..=high).filter(is_possible).collect()
    };
    TaggedLink { null_with: excluding(is_child), child_with: excluding(is_null) }
}
