//! Words or records side by side each of which leads to something that nobody else refers to.
//!
//! ```text
//!   [s, e): own b { k₁ | … | kₘ }   :=   ∗ at ∈ { s, s + b, …, e - b }.  the b bytes at `at` are an element of one of the kinds kⱼ
//! ```
//!
//! A kind tells the fields of an element; that of a word has one. A field holds what a field of a node can hold: null, some number, or the address of a block, of a list or of memory that has ended
//! ([`FieldContent::Owned`]). What an element owns is separate from everything else, and it owns it as the array owns the element:
//! who takes one element out of the array leaves the others as they are, wherever they lie.
//! Kinds mention no names of the state, so an array that is cut, moved or renamed has the same elements.
//! One number may be said of all of them: how large the blocks are that they own, as the rows of a matrix ([`Owning::rows`]).
//!
//! ```text
//!   [s, e): own b rows r { … | owns block c and rows … }   :=   the same, and each of these blocks has r bytes
//! ```

use crate::shape::{FieldContent, OwnedHeap, ShapeField, Tail};
use pure_logic::term::{Atom, AtomKind};
use pure_logic::{Term, TermTable};
use std::sync::Arc;

/// What an element is: its fields, sorted and without gaps from its first byte to its last.
pub type Kind = Vec<ShapeField>;

/// How many bytes elements have.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ElementSize {
    /// Those of an element.
    pub bytes: u16,
    /// Those of a pointer.
    pub word: u8,
}

impl ElementSize {
    /// Elements that are single words.
    pub fn of_word(bytes: u8) -> ElementSize {
        ElementSize { bytes: u16::from(bytes), word: bytes }
    }

    /// Whether elements have several fields.
    pub fn is_record(self) -> bool {
        self.bytes != u16::from(self.word)
    }

    /// An element that has one field.
    pub fn uniform(self, content: FieldContent) -> Kind {
        vec![ShapeField { start: 0, end: u64::from(self.bytes), content }]
    }
}

/// What holds of every element of a run.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Owning {
    pub size: ElementSize,
    /// A name with which the kinds are kept; equal kinds have the same.
    told: Term,
}

impl Owning {
    /// Elements of some of these kinds.
    pub fn new(terms: &mut TermTable, size: ElementSize, kinds: Vec<Kind>) -> Owning {
        Owning::with_rows(terms, size, kinds, None)
    }

    /// Elements of some of these kinds; the blocks that are said to be as large as all others have so many bytes. Where nothing
    /// tells how many, they have any number.
    pub fn with_rows(
        terms: &mut TermTable,
        size: ElementSize,
        mut kinds: Vec<Kind>,
        rows: Option<Term>,
    ) -> Owning {
        if rows.is_none() {
            kinds.iter_mut().for_each(open_rows);
        }
        kinds.sort_unstable();
        kinds.dedup();
        let rows = rows.filter(|_| kinds.iter().any(has_rows));
        let name = format!("own {size:?} {kinds:?}");
        let symbol = terms.symbol_for(&name, || Arc::new(kinds));
        Owning { size, told: terms.apply(symbol, rows.as_slice()) }
    }

    /// How many bytes each of the blocks has that are all equally large.
    pub fn rows(self, terms: &TermTable) -> Option<Term> {
        match terms.as_atom(self.told).map(|atom| terms.kind(atom)) {
            Some(AtomKind::Apply(_, arguments)) => terms.list(arguments).first().copied(),
            _ => None,
        }
    }

    /// The same elements by other names.
    #[must_use]
    pub fn substitute(self, terms: &mut TermTable, replacements: &[(Atom, Term)]) -> Owning {
        let Some(rows) = self.rows(terms) else { return self };
        let rows = terms.substitute(rows, replacements);
        let kinds = self.kinds(terms).to_vec();
        Owning::with_rows(terms, self.size, kinds, Some(rows))
    }

    /// How many bytes each element has.
    pub fn bytes(self) -> i128 {
        i128::from(self.size.bytes)
    }

    /// The kinds of elements, in order.
    pub fn kinds(self, terms: &TermTable) -> &[Kind] {
        let symbol = match terms.as_atom(self.told).map(|atom| terms.kind(atom)) {
            Some(AtomKind::Apply(symbol, _)) => symbol,
            _ => return &[],
        };
        terms.description::<Vec<Kind>>(symbol).map_or(&[], Vec::as_slice)
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

/// Whether an element owns a block that is as large as those of all others.
fn has_rows(kind: &Kind) -> bool {
    kind.iter().any(|field| match &field.content {
        FieldContent::Owned(heap) => matches!(&**heap, OwnedHeap::Block { tail: Tail::Shared, .. }),
        _ => false,
    })
}

/// Lets blocks that are as large as all others have any size.
fn open_rows(kind: &mut Kind) {
    for field in kind {
        let FieldContent::Owned(heap) = &mut field.content else { continue };
        if matches!(&**heap, OwnedHeap::Block { tail: Tail::Shared, .. })
            && let OwnedHeap::Block { tail, .. } = Arc::make_mut(heap)
        {
            *tail = Tail::Open;
        }
    }
}

/// Whether an element of this kind owns memory that is to be given back.
pub fn is_owner(kind: &Kind) -> bool {
    kind.iter().any(|field| owns_memory(&field.content))
}

fn owns_memory(content: &FieldContent) -> bool {
    match content {
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
        let size = ElementSize::of_word(8);
        let (ended, null) = (size.uniform(ended), size.uniform(FieldContent::Fill(0)));
        let one = Owning::new(&mut terms, size, vec![ended.clone(), null.clone()]);
        let other = Owning::new(&mut terms, size, vec![null.clone(), ended.clone(), ended.clone()]);
        assert_eq!(one, other);
        assert_eq!(one.kinds(&terms), [null.clone(), ended]);
        assert!(!one.owns_memory(&terms), "what has ended need not be given back");
        let less = Owning::new(&mut terms, size, vec![null]);
        assert_ne!(one, less);
    }
}
