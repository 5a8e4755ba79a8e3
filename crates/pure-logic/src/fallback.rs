//! The hook for an external solver.

use crate::answer::Answer;
use crate::fact::Fact;
use crate::smtlib;
use crate::term::TermTable;

/// A question that the layers left open: do the facts entail the goal?
#[derive(Clone, Copy, Debug)]
pub struct Query<'a> {
    /// The table that the terms belong to.
    pub terms: &'a TermTable,
    /// What is known.
    pub facts: &'a [Fact],
    /// What is asked; `Fact::False` asks whether the facts are unsatisfiable.
    pub goal: Fact,
}

impl Query<'_> {
    /// The question as an SMT-LIB 2 script over the integers; `unsat` means proved, `sat` refuted.
    /// `None` if a limit hides a value, so that `sat` would mean nothing.
    pub fn to_smtlib(&self) -> Option<String> {
        smtlib::query(self.terms, self.facts, self.goal)
    }
}

/// An external back end. This crate starts no process; whoever owns one implements this.
pub trait Fallback: Send + Sync {
    /// Decides the question, or passes.
    fn decide(&self, query: &Query<'_>) -> Option<Answer>;
}
