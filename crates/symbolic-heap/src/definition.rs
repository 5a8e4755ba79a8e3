//! Inductive definitions: what the nodes of a structure look like, and how the structure goes on from them.
//!
//! ```text
//!   D(self, p)  :=  self = 0  |  facts * body * D(l, self) * D(r, self)
//! ```
//!
//! A definition is data, learned from nodes. Its body is an ordinary symbolic heap over formal and hidden names; an attribute of
//! nodes is a formal that every use passes on: the address of the parent is passed as `self`, what all nodes
//! share is passed unchanged.

use crate::heap::Heap;
use pure_logic::term::Atom;
use pure_logic::{Fact, Term, TermTable};
use std::sync::Arc;

/// One node, and the arguments with which the definition is used again from it.
///
/// The canonical names of [`Definition::formal`] and [`Definition::hidden_name`] make equal definitions equal values.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Definition {
    /// The names of the arguments. The first is the address by which a node is referred to: null if there is none.
    /// INVARIANT: not empty.
    pub formals: Vec<Atom>,
    /// The names that every node has its own values for.
    /// INVARIANT: the first is the base of the node, a live block of the heap in `body`.
    pub hidden: Vec<Atom>,
    /// Where in the node its address leads to: the first formal is the first hidden name plus this.
    pub entry: u64,
    /// INVARIANT: mention only formals and hidden names, as do the body and the uses.
    pub facts: Vec<Fact>,
    pub body: Heap,
    /// The arguments of the recursive uses, as many in each as there are formals.
    pub uses: Vec<Vec<Term>>,
}

/// How what an instance says depends on one of its arguments.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Variance {
    /// Another argument says something else.
    Exact,
    /// A bound from below for numbers in nodes: a smaller one says less.
    Down,
    /// A bound from above: a greater one says less.
    Up,
}

/// A definition's node under the arguments of an instance.
pub struct Unfolded {
    pub base: Atom,
    pub facts: Vec<Fact>,
    pub heap: Heap,
    pub uses: Vec<Vec<Term>>,
}

impl Definition {
    /// The canonical name of a formal.
    pub fn formal(terms: &mut TermTable, index: usize) -> Term {
        terms.variable(&format!("_p{index}"))
    }

    /// The canonical name of a hidden value.
    pub fn hidden_name(terms: &mut TermTable, index: usize) -> Term {
        terms.variable(&format!("_h{index}"))
    }

    /// One node with these arguments: a substitution of the formals, and new names for what is hidden.
    pub fn unfold(&self, terms: &mut TermTable, arguments: &[Term]) -> Unfolded {
        let mut replacements: Vec<(Atom, Term)> =
            self.formals.iter().copied().zip(arguments.iter().copied()).collect();
        for (index, &name) in self.hidden.iter().enumerate() {
            replacements.push((name, terms.fresh_variable(if index == 0 { "node" } else { "w" })));
        }
        let node = replacements[self.formals.len()].1;
        let entry = terms.add_constant(node, i128::from(self.entry));
        let mut facts = vec![terms.equal(arguments[0], entry)];
        facts.extend(self.facts.iter().map(|&fact| terms.substitute_in_fact(fact, &replacements)));
        let mut heap = self.body.clone();
        heap.substitute(terms, &replacements);
        let uses = self.uses.iter().map(|passed| {
            passed.iter().map(|&term| terms.substitute(term, &replacements)).collect::<Vec<Term>>()
        });
        let uses = uses.collect();
        let base = terms.as_atom(node).expect("a fresh variable is an atom");
        Unfolded { base, facts, heap, uses }
    }

    /// Whether every use passes the node's own address on as this argument.
    pub fn passes_self(&self, terms: &TermTable, argument: usize) -> bool {
        let own = terms.atom_term(self.formals[0]);
        argument > 0 && !self.uses.is_empty() && self.uses.iter().all(|passed| passed[argument] == own)
    }

    /// How what an instance says depends on an argument.
    ///
    /// INVARIANT: if it is [`Variance::Down`] and an instance with some arguments is satisfied by a memory, so is the one with a smaller argument
    /// in this place; if it is [`Variance::Up`], the one with a greater one. Exposing, folding, joining and entailing rely on that where bounds
    /// become wider, so a formal that is used in another way than as a bound has to be [`Variance::Exact`].
    ///
    /// Sound: a formal that is only compared with what a node has for itself, always on the same side, and that uses pass on as it is or
    /// not at all, bounds what all nodes have.
    pub fn variance(&self, terms: &TermTable, argument: usize) -> Variance {
        let formal = self.formals[argument];
        let is_formal = |atom: Atom| self.formals.contains(&atom);
        let has_formals = |term: Term| terms.summands(term).iter().any(|&(atom, _)| is_formal(atom));
        let is_passed_on = self.uses.iter().all(|passed| {
            let (own, mut others) = (passed[argument], passed.iter().enumerate());
            (own == terms.atom_term(formal) || !has_formals(own))
                && others.all(|(other, &term)| other == argument || !terms.mentions(term, formal))
        });
        let mut is_in_memory = false;
        self.body.for_each_term(&mut |term| is_in_memory |= terms.mentions(term, formal));
        if argument == 0 || !is_passed_on || is_in_memory {
            return Variance::Exact;
        }
        let mut found = None;
        for &fact in &self.facts {
            let mut is_meant = false;
            terms.for_each_atom_of_fact(fact, &mut |atom| is_meant |= atom == formal);
            if !is_meant {
                continue;
            }
            let Fact::NonNegative(term) = fact else { return Variance::Exact };
            let side = match *terms.summands(term) {
                [(one, a), (two, b)] if a + b == 0 && !(is_formal(one) && is_formal(two)) => {
                    if one == formal { a } else { b }
                }
                _ => return Variance::Exact,
            };
            let variance = if side < 0 { Variance::Down } else { Variance::Up };
            if side.abs() != 1 || found.is_some_and(|found| found != variance) {
                return Variance::Exact;
            }
            found = Some(variance);
        }
        found.unwrap_or(Variance::Exact)
    }

    /// How many arguments are no bounds; the others are the last ones.
    pub fn exact_arguments(&self, terms: &TermTable) -> usize {
        let exact = (0..self.formals.len()).rev();
        exact
            .take_while(|&index| self.variance(terms, index) != Variance::Exact)
            .last()
            .unwrap_or(self.formals.len())
    }

    /// What has to hold so that an instance with the inner arguments is one with the outer ones.
    pub fn covers(&self, terms: &mut TermTable, outer: &[Term], inner: &[Term]) -> Vec<Fact> {
        let pairs = outer.iter().zip(inner).enumerate();
        let facts = pairs.map(|(index, (&outer, &inner))| match self.variance(terms, index) {
            Variance::Exact => terms.equal(outer, inner),
            Variance::Down => terms.at_most(outer, inner),
            Variance::Up => terms.at_most(inner, outer),
        });
        facts.collect()
    }

    /// How many bytes a node has, if that is a constant.
    pub fn node_size(&self, terms: &TermTable) -> Option<i128> {
        self.body.block(self.hidden[0]).and_then(|block| terms.as_constant(block.size))
    }
}

/// Represents: without a hole, nothing if the first argument is null, else a node of the definition with these
/// arguments and, separately, an instance for each of its uses. With a hole, nothing if the arguments are those of the
/// hole, else a node and instances for its uses, one of which has the hole: so what stands at the hole is
/// left out, whatever it is. Its address is not that of a node of the instance. Bounds may be passed to a hole that are
/// narrower than those which its node passes on: whatever keeps to them may stand there.
///
/// Unfolds to: nothing, or its first node and an instance for each use; one with a hole also to the node
/// before the hole.
///
/// Folds from: a node whose uses are null or instances.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Instance {
    pub definition: Arc<Definition>,
    pub arguments: Vec<Term>,
    /// The arguments of the use that is left out.
    pub hole: Option<Vec<Term>>,
    /// There is at least one node.
    pub has_nodes: bool,
}

/// A name for an instance of a heap that stays what it is when others come and go.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct InstanceId(pub u32);

impl Instance {
    /// The address of the first node.
    pub fn root(&self) -> Term {
        self.arguments[0]
    }

    pub fn substitute(&self, terms: &mut TermTable, replacements: &[(Atom, Term)]) -> Instance {
        let mut replaced = |list: &[Term]| -> Vec<Term> {
            list.iter().map(|&term| terms.substitute(term, replacements)).collect()
        };
        Instance {
            definition: Arc::clone(&self.definition),
            arguments: replaced(&self.arguments),
            hole: self.hole.as_deref().map(replaced),
            has_nodes: self.has_nodes,
        }
    }

    /// Every term the instance mentions.
    pub fn terms(&self) -> impl Iterator<Item = Term> + '_ {
        self.arguments.iter().chain(self.hole.iter().flatten()).copied()
    }

    /// The addresses from which all nodes can be reached: that of the first node and, where nodes refer to
    /// the node before them, that of the node before the hole.
    pub fn heads(&self, terms: &TermTable) -> Vec<Term> {
        let mut heads = vec![self.root()];
        heads.extend(self.before_hole(terms));
        heads
    }

    /// The arguments of the hole that are the address of the node before it.
    pub fn before_hole<'a>(&'a self, terms: &'a TermTable) -> impl Iterator<Item = Term> + 'a {
        let passed = self.hole.iter().flat_map(|hole| hole.iter().copied().enumerate());
        passed.filter(|&(index, _)| self.definition.passes_self(terms, index)).map(|(_, term)| term)
    }

    /// What its nodes refer to besides each other. Nothing is certain of an instance that may have no nodes
    /// but that its hole is where it begins.
    pub fn leads_to(&self) -> impl Iterator<Item = Term> + '_ {
        let arguments = self.arguments.iter().skip(1).filter(|_| self.has_nodes);
        self.hole.iter().flatten().chain(arguments).copied()
    }
}
