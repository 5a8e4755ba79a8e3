//! What covers two contents of the same field.

use super::cover::Covering;
use pure_logic::{Solver, Term};
use std::sync::Arc;
use symbolic_heap::shape::{FieldContent, OwnedHeap, ShapeField};
use symbolic_heap::{HeapRule, is_broken};

/// A field that holds a number here and something else there.
pub(crate) fn unify_with_value(solver: &Solver, value: Term, other: &FieldContent) -> Option<FieldContent> {
    let is_null = solver.terms.as_constant(value) == Some(0);
    match other {
        FieldContent::Uninitialised if is_broken(solver, HeapRule::FoldForgetsUninitialised) => {
            Some(FieldContent::Anything)
        }
        FieldContent::Uninitialised => Some(FieldContent::Uninitialised),
        FieldContent::Fill(0) if is_null => Some(FieldContent::Fill(0)),
        FieldContent::Fill(_) | FieldContent::Anything | FieldContent::Within(_) => {
            Some(FieldContent::Anything)
        }
        FieldContent::Owned { heap, .. } if is_null => match &**heap {
            OwnedHeap::List { shape, .. } => {
                let heap = Arc::new(OwnedHeap::List { shape: Arc::clone(shape), minimum: 0 });
                Some(FieldContent::Owned { heap, may_be_null: true })
            }
            OwnedHeap::Block { .. } | OwnedHeap::Ended { .. } | OwnedHeap::Ring { .. } => None,
        },
        FieldContent::Shared(_) | FieldContent::Own(_) | FieldContent::Owned { .. } => None,
    }
}

/// A field whose contents are no shared values.
pub(crate) fn unify_contents(
    left: &FieldContent,
    right: &FieldContent,
    covering: Covering<'_>,
) -> Option<FieldContent> {
    if left == right {
        return Some(left.clone());
    }
    match (left, right) {
        (
            FieldContent::Uninitialised,
            FieldContent::Fill(_) | FieldContent::Anything | FieldContent::Within(_),
        )
        | (
            FieldContent::Fill(_) | FieldContent::Anything | FieldContent::Within(_),
            FieldContent::Uninitialised,
        ) => Some(FieldContent::Uninitialised),
        (FieldContent::Within(a), FieldContent::Within(b)) => Some(covering.cover(a, b)),
        (
            FieldContent::Fill(_) | FieldContent::Anything | FieldContent::Within(_),
            FieldContent::Fill(_) | FieldContent::Anything | FieldContent::Within(_),
        ) => Some(FieldContent::Anything),
        (FieldContent::Owned { heap, .. }, FieldContent::Fill(0))
        | (FieldContent::Fill(0), FieldContent::Owned { heap, .. }) => match &**heap {
            OwnedHeap::List { shape, .. } => Some(FieldContent::Owned {
                heap: Arc::new(OwnedHeap::List { shape: Arc::clone(shape), minimum: 0 }),
                may_be_null: true,
            }),
            OwnedHeap::Block { .. } | OwnedHeap::Ended { .. } | OwnedHeap::Ring { .. } => None,
        },
        (FieldContent::Owned { heap: a, .. }, FieldContent::Owned { heap: b, .. }) => match (&**a, &**b) {
            (OwnedHeap::List { shape: s, minimum: m }, OwnedHeap::List { shape: t, minimum: n })
                if s == t =>
            {
                let minimum = *m.min(n);
                let heap = Arc::new(OwnedHeap::List { shape: Arc::clone(s), minimum });
                Some(FieldContent::Owned { heap, may_be_null: minimum == 0 })
            }
            (
                OwnedHeap::Block { size, entry, fields: f },
                OwnedHeap::Block { size: other_size, entry: other_entry, fields: g },
            ) if (size, entry) == (other_size, other_entry) => {
                let (f, g) = align_fields(f, g)?;
                let fields = f
                    .iter()
                    .zip(&g)
                    .map(|(x, y)| {
                        let covering = Covering { bytes: x.end - x.start, ..covering };
                        let content = unify_contents(&x.content, &y.content, covering)?;
                        Some(ShapeField { content, ..x.clone() })
                    })
                    .collect::<Option<Vec<_>>>()?;
                let heap = Arc::new(OwnedHeap::Block { size: *size, entry: *entry, fields });
                Some(FieldContent::Owned { heap, may_be_null: false })
            }
            (
                OwnedHeap::Ring { shape: s, minimum: m, back },
                OwnedHeap::Ring { shape: t, minimum: n, back: other_back },
            ) if s == t && back == other_back => {
                let heap = OwnedHeap::Ring { shape: Arc::clone(s), minimum: *m.min(n), back: *back };
                Some(FieldContent::Owned { heap: Arc::new(heap), may_be_null: false })
            }
            _ => None,
        },
        _ => None,
    }
}

/// Both rows of fields, cut at the same places.
fn align_fields(left: &[ShapeField], right: &[ShapeField]) -> Option<(Vec<ShapeField>, Vec<ShapeField>)> {
    let cuts = |fields: &[ShapeField]| fields.iter().flat_map(|f| [f.start, f.end]).collect::<Vec<_>>();
    let mut all: Vec<u64> = cuts(left).into_iter().chain(cuts(right)).collect();
    all.sort_unstable();
    all.dedup();
    let cut = |fields: &[ShapeField]| -> Option<Vec<ShapeField>> {
        let mut result = Vec::new();
        for field in fields {
            let inner: Vec<u64> =
                all.iter().copied().filter(|&cut| cut > field.start && cut < field.end).collect();
            if inner.is_empty() {
                result.push(field.clone());
                continue;
            }
            let content = match &field.content {
                same @ (FieldContent::Uninitialised | FieldContent::Fill(_) | FieldContent::Anything) => {
                    same.clone()
                }
                // Half of a number is a number like any other; half of an address is nothing.
                FieldContent::Within(_) => FieldContent::Anything,
                FieldContent::Shared(_) | FieldContent::Own(_) | FieldContent::Owned { .. } => return None,
            };
            let mut start = field.start;
            for end in inner.into_iter().chain([field.end]) {
                result.push(ShapeField { start, end, content: content.clone() });
                start = end;
            }
        }
        Some(result)
    };
    let (left, right) = (cut(left)?, cut(right)?);
    let same = left.len() == right.len()
        && left.iter().zip(&right).all(|(a, b)| (a.start, a.end) == (b.start, b.end));
    same.then_some((left, right))
}
