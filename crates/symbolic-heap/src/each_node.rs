//! What holds of the numbers in every node of a row.
//!
//! ```text
//!   each { 8 as signed 4, 12 as signed 4: it8 ≤ it12, n ≤ it8 }
//! ```
//!
//! says of every node that its word at 8 and its word at 12, read as signed numbers, are in that relation to each other and to `n`.
//! With `first x, y` behind the words, these are the numbers of the first node, if there are nodes: a variable that refers to it keeps what
//! others were compared with.
//! The facts may mention names of the state, but no addresses of its memory. They are kept as one term, so that whatever walks over the
//! terms of a state or renames them finds them.

use crate::sorted::Key;
use pure_logic::term::{Atom, AtomKind};
use pure_logic::{Fact, Term, TermTable};

/// A word of every node, and how it is read.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct NodeWord {
    pub offset: u64,
    /// At most eight.
    pub bytes: u64,
    pub is_signed: bool,
}

impl NodeWord {
    /// The name of the number in the facts. No state gives it a meaning of its own.
    pub fn name(self, terms: &mut TermTable) -> Term {
        terms.variable(&format!("it{}.", self.offset))
    }

    pub fn atom(self, terms: &mut TermTable) -> Atom {
        let name = self.name(terms);
        terms.as_atom(name).expect("a variable is an atom")
    }

    /// The word as one by which nodes could be in order: it is read in the same way.
    pub fn key(self) -> Key {
        let NodeWord { offset, bytes, is_signed } = self;
        Key { enter: offset, leave: offset, bytes, is_signed, is_descending: false }
    }

    /// Where the word begins and ends.
    pub fn place(self) -> (u64, u64) {
        (self.offset, self.offset + self.bytes)
    }
}

/// What holds of the numbers in every node.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct EachNode {
    /// INVARIANT: in ascending order, none overlaps another. All of them are stored in every node, and none holds an address.
    words: Vec<NodeWord>,
    /// The numbers of the first node, if they are known: one for each word.
    first: Option<Vec<Term>>,
    /// An application to the truth values of the facts.
    told: Term,
}

/// The function that the facts are arguments of.
const TOLD: &str = "each node";

impl EachNode {
    pub fn new(
        terms: &mut TermTable,
        words: Vec<NodeWord>,
        first: Option<Vec<Term>>,
        facts: &[Fact],
    ) -> EachNode {
        let mut facts: Vec<Fact> = facts.iter().copied().filter(|fact| *fact != Fact::True).collect();
        facts.sort_unstable();
        facts.dedup();
        let arguments: Vec<Term> = facts.into_iter().map(|fact| terms.truth(fact)).collect();
        EachNode::of_arguments(terms, words, first, &arguments)
    }

    /// From truth values, as [`EachNode::arguments`] gives them.
    pub(crate) fn of_arguments(
        terms: &mut TermTable,
        words: Vec<NodeWord>,
        first: Option<Vec<Term>>,
        arguments: &[Term],
    ) -> EachNode {
        let function = terms.symbol(TOLD);
        EachNode { words, first, told: terms.apply(function, arguments) }
    }

    /// In the place of facts that are still to be found: they say nothing, and are known again by their name.
    pub fn pending(words: Vec<NodeWord>, first: Option<Vec<Term>>, name: Term) -> EachNode {
        EachNode { words, first, told: name }
    }

    pub fn words(&self) -> &[NodeWord] {
        &self.words
    }

    /// The numbers of the first node, if they are known: one for each word.
    pub fn first(&self) -> Option<&[Term]> {
        self.first.as_deref()
    }

    /// The same without the numbers of the first node, as it holds of what is behind it.
    #[must_use]
    pub fn behind(&self) -> EachNode {
        EachNode { first: None, ..self.clone() }
    }

    /// All terms that it mentions.
    pub fn terms(&self) -> impl Iterator<Item = Term> + '_ {
        self.first.iter().flatten().copied().chain([self.told])
    }

    /// The term that mentions all that the facts mention.
    pub fn told(&self) -> Term {
        self.told
    }

    pub(crate) fn arguments(&self, terms: &TermTable) -> Vec<Term> {
        match terms.as_atom(self.told).map(|atom| terms.kind(atom)) {
            Some(AtomKind::Apply(_, list)) => terms.list(list).to_vec(),
            // A limit hides what is known: nothing is.
            _ => Vec::new(),
        }
    }

    /// What holds of every node, by the names of its words.
    pub fn facts(&self, terms: &mut TermTable) -> Vec<Fact> {
        let one = terms.constant(1);
        self.arguments(terms).into_iter().map(|truth| terms.equal(truth, one)).collect()
    }

    /// What holds of a node with these numbers, one for each word.
    pub fn instance(&self, terms: &mut TermTable, numbers: &[Term]) -> Vec<Fact> {
        let names: Vec<Atom> = self.words.iter().map(|word| word.atom(terms)).collect();
        let meaning: Vec<(Atom, Term)> = names.into_iter().zip(numbers.iter().copied()).collect();
        let facts = self.facts(terms);
        facts.into_iter().map(|fact| terms.substitute_in_fact(fact, &meaning)).collect()
    }

    #[must_use]
    pub fn substitute(&self, terms: &mut TermTable, replacements: &[(Atom, Term)]) -> EachNode {
        let first = self.first.as_ref();
        EachNode {
            words: self.words.clone(),
            first: first
                .map(|first| first.iter().map(|&number| terms.substitute(number, replacements)).collect()),
            told: terms.substitute(self.told, replacements),
        }
    }
}
