//! Families: words of one size side by side, and what holds of every one of them.
//!
//! ```text
//!   [s, e): each b { φ(it, at) }   :=   ∗ at ∈ { s, s + b, …, e - b }.  ∃ it. the b bytes at `at` are the word `it`  ∧  φ(it, at)
//! ```
//!
//! `at` is the offset of a word in its block, so that a family that is cut stays the same on both sides.
//! The facts may mention names of the state, but no addresses of its memory: a family owns nothing.
//! They are kept as one term, so that whatever walks over the terms of a state or renames them finds them.

use crate::ascent::Ascent;
use pure_logic::term::{Atom, AtomKind};
use pure_logic::{Fact, Term, TermTable};

/// What holds of every word of a run.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Family {
    /// How many bytes each word has, at most eight.
    pub bytes: u8,
    /// Whether the words are in order. Then two runs of which the same is told, side by side, need not be one run of which it holds.
    is_ordered: bool,
    /// An application to the truth values of the facts, and to the order of the words.
    told: Term,
}

/// The function that facts of a family are arguments of.
const TOLD: &str = "each";

/// The name of a word.
const WORD: &str = "it.";

impl Family {
    /// The name of a word in the facts of a family. No state gives it a meaning of its own.
    pub fn word(terms: &mut TermTable) -> Term {
        terms.variable(WORD)
    }

    /// The name of the offset of a word in the facts of a family.
    pub fn place(terms: &mut TermTable) -> Term {
        terms.variable("at.")
    }

    pub fn new(terms: &mut TermTable, bytes: u8, facts: &[Fact]) -> Family {
        let mut facts: Vec<Fact> = facts.iter().copied().filter(|fact| *fact != Fact::True).collect();
        facts.sort_unstable();
        facts.dedup();
        let arguments: Vec<Term> = facts.into_iter().map(|fact| terms.truth(fact)).collect();
        Family::of_arguments(terms, bytes, &arguments)
    }

    /// From truth values, as [`Family::arguments`] gives them.
    pub(crate) fn of_arguments(terms: &mut TermTable, bytes: u8, arguments: &[Term]) -> Family {
        let function = terms.symbol(TOLD);
        let is_ordered =
            arguments.iter().any(|&argument| Ascent::of_argument(terms, bytes, argument).is_some());
        Family { bytes, is_ordered, told: terms.apply(function, arguments) }
    }

    /// The same words, in order. Whatever the facts say of a word has to hold of the number as which the order reads it.
    #[must_use]
    pub fn in_order(self, terms: &mut TermTable, ascent: Ascent) -> Family {
        let facts = self.facts(terms);
        let mut arguments: Vec<Term> = facts.into_iter().map(|fact| terms.truth(fact)).collect();
        arguments.push(ascent.argument(terms));
        Family::of_arguments(terms, self.bytes, &arguments)
    }

    pub fn is_ordered(self) -> bool {
        self.is_ordered
    }

    /// The order of the words, if it is told.
    pub fn ascent(self, terms: &TermTable) -> Option<Ascent> {
        if !self.is_ordered {
            return None;
        }
        let arguments = self.arguments(terms);
        arguments.into_iter().find_map(|argument| Ascent::of_argument(terms, self.bytes, argument))
    }

    /// From the term that [`Family::told`] gives.
    pub(crate) fn from_told(bytes: u8, told: Term) -> Family {
        Family { bytes, is_ordered: false, told }
    }

    /// The term that mentions all that the facts mention.
    pub fn told(self) -> Term {
        self.told
    }

    pub(crate) fn arguments(self, terms: &TermTable) -> Vec<Term> {
        match terms.as_atom(self.told).map(|atom| terms.kind(atom)) {
            Some(AtomKind::Apply(_, list)) => terms.list(list).to_vec(),
            // A limit hides what is known: nothing is.
            _ => Vec::new(),
        }
    }

    /// What holds of every word, by the names [`Family::word`] and [`Family::place`].
    pub fn facts(self, terms: &mut TermTable) -> Vec<Fact> {
        let one = terms.constant(1);
        let mut arguments = self.arguments(terms);
        arguments.retain(|&argument| Ascent::of_argument(terms, self.bytes, argument).is_none());
        arguments.into_iter().map(|truth| terms.equal(truth, one)).collect()
    }

    /// The number that every word is, if they are all the same constant.
    pub fn constant(self, terms: &TermTable) -> Option<i128> {
        self.arguments(terms).into_iter().find_map(|truth| {
            let AtomKind::Truth(Fact::Zero(term)) = terms.kind(terms.as_atom(truth)?) else { return None };
            let [(atom, coefficient)] = *terms.summands(term) else { return None };
            let is_word =
                matches!(terms.kind(atom), AtomKind::Variable(name) if terms.given_name(name) == Some(WORD));
            (is_word && coefficient.abs() == 1).then(|| -coefficient * terms.constant_part(term))
        })
    }

    /// What holds of the word `word` at the offset `place`.
    pub fn instance(self, terms: &mut TermTable, place: Term, word: Term) -> Vec<Fact> {
        let names = Family::names(terms);
        let facts = self.facts(terms);
        let meaning = [(names.0, word), (names.1, place)];
        let mut facts: Vec<Fact> =
            facts.into_iter().map(|fact| terms.substitute_in_fact(fact, &meaning)).collect();
        if let Some(ascent) = self.ascent(terms) {
            facts.extend(ascent.facts_of_word(terms, word));
        }
        facts
    }

    /// The atoms of the word and of its offset.
    pub fn names(terms: &mut TermTable) -> (Atom, Atom) {
        let (word, place) = (Family::word(terms), Family::place(terms));
        (
            terms.as_atom(word).expect("a variable is an atom"),
            terms.as_atom(place).expect("a variable is an atom"),
        )
    }

    #[must_use]
    pub fn substitute(self, terms: &mut TermTable, replacements: &[(Atom, Term)]) -> Family {
        Family { told: terms.substitute(self.told, replacements), ..self }
    }

    /// The same words at offsets that are larger by a distance.
    #[must_use]
    pub fn moved(self, terms: &mut TermTable, distance: Term) -> Family {
        let place = Family::place(terms);
        let before = terms.subtract(place, distance);
        let (_, place) = Family::names(terms);
        self.substitute(terms, &[(place, before)])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pure_logic::Solver;

    #[test]
    fn facts_are_kept_renamed_and_moved() {
        let mut solver = Solver::default();
        let terms = &mut solver.terms;
        let (word, place) = (Family::word(terms), Family::place(terms));
        let four = terms.scale(4, word);
        let shared = terms.variable("n");
        let facts = [terms.equal(four, place), terms.at_most(word, shared)];
        let family = Family::new(terms, 4, &facts);
        let mut expected = facts.to_vec();
        expected.sort_unstable();
        let mut told = family.facts(terms);
        told.sort_unstable();
        assert_eq!(told, expected);
        let name = terms.as_atom(shared).expect("a variable");
        let ten = terms.constant(10);
        let renamed = family.substitute(terms, &[(name, ten)]);
        let bound = terms.at_most(word, ten);
        assert!(renamed.facts(terms).contains(&bound));
        let distance = terms.constant(8);
        let moved = family.moved(terms, distance);
        let twelve = terms.constant(12);
        let at_twelve = moved.instance(terms, twelve, word);
        let one = terms.constant(1);
        assert!(at_twelve.contains(&terms.equal(word, one)), "the word at 4 is now at 12");
    }
}
