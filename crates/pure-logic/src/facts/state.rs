//! What a conjunction of facts is kept as.

use std::sync::Arc;

use super::range::Range;
use crate::fact::Fact;
use crate::facts::edges::Edges;
use crate::model::Model;
use crate::solver::EMPTY_STAMP;
use crate::term::{Atom, Clause, Term, TermList, TermTable, signature_bit};

/// The atom that stands for the constant zero among difference bounds.
pub(crate) const ORIGIN: Atom = Atom(u32::MAX);

/// What is known of the values of one linear form.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Row {
    /// INVARIANT: no constant, coprime coefficients, the first one positive, no eliminated atom.
    pub shape: Term,
    pub range: Range,
}

/// A conjunction in solved form.
///
/// Equalities are solved for an atom that then occurs nowhere else; all other facts are about the remaining atoms.
#[derive(Clone, Debug)]
pub(crate) struct State {
    /// Names the content, for caches.
    pub stamp: u64,
    /// The facts as they were assumed, without repetition.
    pub facts: Vec<Fact>,
    /// Whether the facts are known to contradict each other.
    pub contradiction: bool,
    /// Atoms that equalities are to be solved for first; none but while projecting.
    pub preferred: Vec<Atom>,
    /// INVARIANT: sorted by atom; no eliminated atom occurs in a replacement.
    pub eliminated: Vec<(Atom, Term)>,
    /// The signature bits of the eliminated atoms.
    pub eliminated_signature: u64,
    /// INVARIANT: sorted by shape.
    pub rows: Vec<Row>,
    /// The rows that bound one atom or the difference of two.
    pub edges: Edges,
    /// Terms that are not zero. INVARIANT: sorted.
    pub disequalities: Vec<Term>,
    /// Disjunctions.
    pub clauses: Vec<Clause>,
    /// Lists of pairwise different terms.
    pub distinct: Vec<TermList>,
    /// Remainders and quotients that occur. INVARIANT: sorted.
    pub quotients: Vec<Atom>,
    /// Applications that occur, as they were written. INVARIANT: sorted.
    pub applications: Vec<Atom>,
    /// Truth values that occur, as they were written. INVARIANT: sorted.
    pub truths: Vec<Atom>,
    /// Models of all the facts.
    pub models: Vec<Arc<Model>>,
    /// A model of the facts but for those that touched the atoms below.
    pub stale_model: Option<Arc<Model>>,
    /// The atoms of rows that changed since the last model.
    pub touched: Vec<Atom>,
}

impl State {
    pub fn new() -> State {
        State {
            stamp: EMPTY_STAMP,
            facts: Vec::new(),
            contradiction: false,
            preferred: Vec::new(),
            eliminated: Vec::new(),
            eliminated_signature: 0,
            rows: Vec::new(),
            edges: Edges::default(),
            disequalities: Vec::new(),
            clauses: Vec::new(),
            distinct: Vec::new(),
            quotients: Vec::new(),
            applications: Vec::new(),
            truths: Vec::new(),
            models: vec![Arc::new(Model::default())],
            stale_model: None,
            touched: Vec::new(),
        }
    }

    /// What replaces an eliminated atom.
    #[inline]
    pub fn replacement(&self, atom: Atom) -> Option<Term> {
        if self.eliminated_signature & signature_bit(atom) == 0 {
            return None;
        }
        let position = self.eliminated.binary_search_by_key(&atom, |entry| entry.0).ok()?;
        Some(self.eliminated[position].1)
    }

    /// What is known of a shape itself.
    #[inline]
    pub fn row(&self, shape: Term) -> Option<&Range> {
        let position = self.rows.binary_search_by_key(&shape, |row| row.shape).ok()?;
        Some(&self.rows[position].range)
    }

    /// What is known of a single atom.
    #[inline]
    pub fn atom_range(&self, terms: &TermTable, atom: Atom) -> Range {
        self.row(terms.atom_term(atom)).copied().unwrap_or(Range::ALL)
    }

    /// Sets the bound of an edge, or adds the edge.
    pub fn set_edge(&mut self, from: Atom, to: Atom, weight: i128) {
        self.edges.set(from, to, weight);
    }

    pub fn touch(&mut self, terms: &TermTable, term: Term) {
        for (atom, _) in terms.summands(term) {
            if self.touched.last() != Some(atom) {
                self.touched.push(*atom);
            }
        }
    }
}

/// The two ends of a shape that is one atom or the difference of two: the value bounded is `to - from`.
pub(crate) fn difference_ends(terms: &TermTable, shape: Term) -> Option<(Atom, Atom)> {
    match terms.summands(shape) {
        [(atom, 1)] => Some((ORIGIN, *atom)),
        [(to, 1), (from, -1)] => Some((*from, *to)),
        _ => None,
    }
}
