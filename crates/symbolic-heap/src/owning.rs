//! Words side by side each of which leads to something that nobody else refers to.
//!
//! ```text
//!   [s, e): own b { k₁ | … | kₘ }   :=   ∗ at ∈ { s, s + b, …, e - b }.  the b bytes at `at` are a word of one of the kinds kⱼ
//! ```
//!
//! A kind is what a field of a node can hold: null, some number, or the address of a block, of a list or of memory that has ended
//! ([`FieldContent::Owned`]). What an element owns is separate from everything else, and it owns it as the array owns the element:
//! who takes one element out of the array leaves the others as they are, wherever they lie.
//! Kinds mention no names of the state, so an array that is cut, moved or renamed has the same elements.

use crate::shape::{FieldContent, OwnedHeap};
use pure_logic::term::AtomKind;
use pure_logic::{Term, TermTable};
use std::sync::Arc;

/// What holds of every word of a run of pointers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Owning {
    /// How many bytes each word has: as many as a pointer.
    pub bytes: u8,
    /// A name with which the kinds are kept; equal kinds have the same.
    told: Term,
}

impl Owning {
    /// Words of some of these kinds.
    pub fn new(terms: &mut TermTable, bytes: u8, mut kinds: Vec<FieldContent>) -> Owning {
        kinds.sort_unstable();
        kinds.dedup();
        let name = format!("own {bytes} {kinds:?}");
        let symbol = terms.symbol_for(&name, || Arc::new(kinds));
        Owning { bytes, told: terms.apply(symbol, &[]) }
    }

    /// The kinds of words, in order.
    pub fn kinds(self, terms: &TermTable) -> &[FieldContent] {
        let symbol = match terms.as_atom(self.told).map(|atom| terms.kind(atom)) {
            Some(AtomKind::Apply(symbol, _)) => symbol,
            _ => return &[],
        };
        terms.description::<Vec<FieldContent>>(symbol).map_or(&[], Vec::as_slice)
    }

    /// Whether an element may own memory that is to be given back.
    pub fn owns_memory(self, terms: &TermTable) -> bool {
        self.kinds(terms).iter().any(is_owner)
    }

    /// The term that stands for the kinds.
    pub fn told(self) -> Term {
        self.told
    }
}

/// Whether a word of this kind owns memory that is to be given back.
pub fn is_owner(kind: &FieldContent) -> bool {
    match kind {
        FieldContent::Owned(heap) => match &**heap {
            OwnedHeap::Block { .. } | OwnedHeap::List(_) => true,
            OwnedHeap::Ended { .. } => false,
        },
        FieldContent::Uninitialised
        | FieldContent::Fill(_)
        | FieldContent::Anything
        | FieldContent::Text
        | FieldContent::Within(_)
        | FieldContent::Shared(_)
        | FieldContent::Partly { .. }
        | FieldContent::Counting { .. }
        | FieldContent::Own(_)
        | FieldContent::Like(_)
        | FieldContent::Link(_) => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_kinds_are_one_value_and_are_kept() {
        let mut terms = TermTable::new();
        let ended = FieldContent::Owned(Arc::new(OwnedHeap::Ended { size: 8, entry: 0 }));
        let one = Owning::new(&mut terms, 8, vec![ended.clone(), FieldContent::Fill(0)]);
        let other = Owning::new(&mut terms, 8, vec![FieldContent::Fill(0), ended.clone(), ended.clone()]);
        assert_eq!(one, other);
        assert_eq!(one.kinds(&terms), [FieldContent::Fill(0), ended]);
        assert!(!one.owns_memory(&terms), "what has ended need not be given back");
        let less = Owning::new(&mut terms, 8, vec![FieldContent::Fill(0)]);
        assert_ne!(one, less);
    }
}
