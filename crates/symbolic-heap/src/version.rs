//! Versions: what the words of an array held at some time, as a function of their offsets.
//!
//! `held(v, o)` is the word at the offset `o` of the version `v`. It is an uninterpreted function, so a copy of an array, a reversed one, or
//! one that was read twice holds *the same* words, whatever they are.

use pure_logic::term::{Atom, AtomKind, Symbol};
use pure_logic::{Fact, Term, TermTable};

/// A word of a version that a term mentions.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct HeldWord {
    /// The word itself.
    pub atom: Atom,
    pub version: Atom,
    pub place: Term,
}

/// The function from versions and offsets to words.
pub fn function(terms: &mut TermTable) -> Symbol {
    terms.symbol("held")
}

pub fn held(terms: &mut TermTable, version: Term, place: Term) -> Term {
    let function = function(terms);
    terms.apply(function, &[version, place])
}

/// The words of versions in a term, however deep.
pub fn words_in_term(terms: &TermTable, function: Symbol, term: Term, visit: &mut dyn FnMut(HeldWord)) {
    terms.for_each_atom(term, &mut |atom| note(terms, function, atom, visit));
}

/// The words of versions in a fact.
pub fn words_in_fact(terms: &TermTable, function: Symbol, fact: Fact, visit: &mut dyn FnMut(HeldWord)) {
    terms.for_each_atom_of_fact(fact, &mut |atom| note(terms, function, atom, visit));
}

fn note(terms: &TermTable, function: Symbol, atom: Atom, visit: &mut dyn FnMut(HeldWord)) {
    if let AtomKind::Apply(own, list) = terms.kind(atom)
        && own == function
        && let [version, place] = *terms.list(list)
        && let Some(version) = terms.as_atom(version)
    {
        visit(HeldWord { atom, version, place });
    }
}
