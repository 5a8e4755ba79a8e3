//! Numbers in nodes that tell which links lead to children, and which words own something: the kind of an expression, a flag for leaves.
//!
//! ```text
//!   node { 0..4: t, …, 8..16: l, 16..24: r }      low ≤ t ≤ high      l ≠ 0 ∨ t = v₁ ∨ … ∨ t = vₙ      l = 0 ∨ t = w₁ ∨ … ∨ t = wₘ      r ≠ 0 ∨ …
//! ```
//!
//! The facts are part of the definition, so a branch on the number of a node that is exposed tells which of its words are null and which
//! lead to something.
//!
//! Sound: a number is only left out where the facts of the node exclude it, and a join leaves out what both sides do.

use crate::limits::{GREATEST_TAG, WIDTH_OF_TAGS};
use pure_logic::term::Atom;
use pure_logic::{Fact, Facts, Solver, Term, TermTable};
use std::collections::{BTreeMap, BTreeSet};
use symbolic_heap::{Content, HeapRule, is_broken};

/// What a number of a node says of its links and of words that own something.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Tag {
    pub start: u64,
    pub end: u64,
    /// INVARIANT: from zero to `GREATEST`, and not further apart than `WIDEST`.
    pub low: i128,
    pub high: i128,
    /// By the offsets of the words.
    pub words: BTreeMap<u64, TaggedWord>,
}

/// With which numbers a word may be what.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct TaggedWord {
    /// INVARIANT: between `low` and `high` of the tag.
    pub null_with: BTreeSet<i128>,
    /// INVARIANT: between `low` and `high` of the tag.
    pub some_with: BTreeSet<i128>,
}

impl TaggedWord {
    fn join(&self, other: &TaggedWord) -> TaggedWord {
        TaggedWord {
            null_with: &self.null_with | &other.null_with,
            some_with: &self.some_with | &other.some_with,
        }
    }
}

/// What is known of a word without any number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Nullness {
    Null,
    Some,
    Either,
}

impl Tag {
    /// What covers both, if they are at the same place; with what the first one tells of the words alone, if the rule is broken.
    fn join(&self, other: &Tag, keeps_first: bool) -> Option<Tag> {
        let (low, high) = (self.low.min(other.low), self.high.max(other.high));
        if (self.start, self.end) != (other.start, other.end) || high - low > WIDTH_OF_TAGS {
            return None;
        }
        let words = match keeps_first {
            false => {
                let join = |(&at, one): (&u64, &TaggedWord)| Some((at, one.join(other.words.get(&at)?)));
                self.words.iter().filter_map(join).collect()
            }
            true => self.words.clone(),
        };
        Some(Tag { low, high, words, ..self.clone() })
    }

    /// The same tag with further words, of which it says nothing.
    pub fn with_words(mut self, offsets: &[u64]) -> Tag {
        let all: BTreeSet<i128> = (self.low..=self.high).collect();
        let told = TaggedWord { null_with: all.clone(), some_with: all };
        self.words.extend(offsets.iter().map(|&at| (at, told.clone())));
        self
    }

    /// The same tag for the words of which it can say something, with what is known of them anyway.
    pub fn restricted(&self, nullness: impl Fn(u64) -> Option<Nullness>) -> Tag {
        let all: BTreeSet<i128> = (self.low..=self.high).collect();
        let words = self.words.iter().filter_map(|(&at, word)| {
            let word = match nullness(at)? {
                Nullness::Null => TaggedWord { null_with: all.clone(), some_with: BTreeSet::new() },
                Nullness::Some => TaggedWord { null_with: BTreeSet::new(), some_with: all.clone() },
                Nullness::Either => word.clone(),
            };
            Some((at, word))
        });
        Tag { words: words.collect(), ..self.clone() }
    }

    /// What holds of the number and of the words, which are given by their offsets.
    pub fn facts(&self, terms: &mut TermTable, number: Term, words: &[(u64, Term)]) -> Vec<Fact> {
        let (low, high) = (terms.constant(self.low), terms.constant(self.high));
        let mut facts = vec![terms.at_most(low, number), terms.at_most(number, high)];
        facts.extend(self.clauses(terms, number, words));
        facts
    }

    /// What the number tells of the words.
    pub fn clauses(&self, terms: &mut TermTable, number: Term, words: &[(u64, Term)]) -> Vec<Fact> {
        let mut facts = Vec::new();
        for &(at, word) in words {
            let Some(told) = self.words.get(&at) else { continue };
            let (is_some, is_null) = (terms.non_zero(word), terms.zero(word));
            for (values, otherwise) in [(&told.null_with, is_some), (&told.some_with, is_null)] {
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

    /// Reads what [`Tag::facts`] says; `None` if there is more that is said of the number. Words of which it says nothing may be null and
    /// may be not, with every number.
    pub fn of_facts(
        terms: &TermTable,
        facts: &[Fact],
        number: Atom,
        words: &[(u64, Term)],
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
        let told = TaggedWord { null_with: all.clone(), some_with: all };
        let mut told: BTreeMap<u64, TaggedWord> = words.iter().map(|&(at, _)| (at, told.clone())).collect();
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
            let word = |term: Term| words.iter().find(|(_, word)| *word == term).map(|&(at, _)| at);
            let (word, is_some) = match *other {
                Fact::NonZero(term) => (word(term), true),
                Fact::Zero(term) => (word(term), false),
                _ => (None, false),
            };
            // A word that is always null, or never, is told by each of several numbers; one of them is enough.
            let is_own = !values.is_empty() || matches!(fact, Fact::Zero(_) | Fact::NonZero(_));
            match word.and_then(|at| told.get_mut(&at)) {
                Some(word) if is_own && is_some => word.null_with = values,
                Some(word) if is_own => word.some_with = values,
                _ if values.is_empty() => {}
                _ => return None,
            }
        }
        Some(Tag { start, end, low, high, words: told })
    }
}

/// What covers the tags of two nodes.
pub(crate) fn join(solver: &Solver, left: &[Tag], right: &[Tag]) -> Vec<Tag> {
    let keeps_first = is_broken(solver, HeapRule::TagsOfFirstNode);
    left.iter().filter_map(|one| right.iter().find_map(|two| one.join(two, keeps_first))).collect()
}

/// The numbers of a node that may be tags.
pub(crate) fn describe<'c>(
    solver: &mut Solver,
    facts: &Facts,
    cells: impl Iterator<Item = (u64, u64, &'c Content)>,
    words: &[(u64, Term)],
) -> Vec<Tag> {
    let mut tags = Vec::new();
    for (start, end, content) in cells {
        let Content::Scalar(value) = content else { continue };
        if !value.is_defined() || end - start > 8 {
            continue;
        }
        let range = facts.bounds(solver, value.term);
        let (Some(low), Some(high)) = (range.lower, range.upper) else { continue };
        if low < 0 || high > GREATEST_TAG || high < low || high - low > WIDTH_OF_TAGS {
            continue;
        }
        let told = words.iter().map(|&(at, word)| {
            let told = told_of(solver, facts, value.term, (low, high), word);
            (at, told)
        });
        tags.push(Tag { start, end, low, high, words: told.collect() });
    }
    tags
}

/// With which numbers a word may be null, and with which it may not.
fn told_of(
    solver: &mut Solver,
    facts: &Facts,
    number: Term,
    (low, high): (i128, i128),
    word: Term,
) -> TaggedWord {
    let (is_some, is_null) = (solver.terms.non_zero(word), solver.terms.zero(word));
    let is_of_lowest = is_broken(solver, HeapRule::TagsTellOfLowestNumber);
    let mut excluding = |excluding: Fact| -> BTreeSet<i128> {
        if facts.proves(solver, excluding).is_proved() {
            return BTreeSet::new();
        }
        let is_possible = |value: &i128| {
            let value = solver.terms.constant(*value);
            let differs = solver.terms.not_equal(number, value);
            let decided = solver.terms.any_of(&[differs, excluding]);
            low == high || !facts.proves(solver, decided).is_proved()
        };
        let last = if is_of_lowest { low } else { high };
        (low..=last).filter(is_possible).collect()
    };
    TaggedWord { null_with: excluding(is_some), some_with: excluding(is_null) }
}
