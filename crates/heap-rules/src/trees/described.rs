//! What an instance says of its nodes: the fields of the nodes of a tree, or what an owned block or ring looks like.

use super::fields::NodeFields;
use super::owned;
use pure_logic::{Solver, TermTable};
use std::sync::Arc;
use symbolic_heap::Definition;

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Described {
    /// A definition that is used again.
    Tree(NodeFields),
    /// One that is not.
    Owned(Arc<Definition>),
}

impl Described {
    pub fn of_definition(terms: &TermTable, definition: &Arc<Definition>) -> Option<Described> {
        if definition.uses.is_empty() {
            return Some(Described::Owned(Arc::clone(definition)));
        }
        NodeFields::of_definition(terms, definition).map(Described::Tree)
    }

    /// What covers both.
    pub fn join(&self, other: &Described, solver: &mut Solver) -> Option<Described> {
        match (self, other) {
            (Described::Tree(one), Described::Tree(two)) => one.join(two, solver).map(Described::Tree),
            (Described::Owned(one), Described::Owned(two)) => {
                owned::join(one, two, solver).map(Described::Owned)
            }
            (Described::Tree(_), Described::Owned(_)) | (Described::Owned(_), Described::Tree(_)) => None,
        }
    }

    /// The definition of what is like this.
    pub fn close(&self, terms: &mut TermTable) -> Arc<Definition> {
        match self {
            Described::Tree(fields) => Arc::new(fields.close(terms)),
            Described::Owned(definition) => Arc::clone(definition),
        }
    }
}
