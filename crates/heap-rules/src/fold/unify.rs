//! What covers two contents of the same field.

use super::kinds::{OpenContent, Precision};
use super::known::Known;
use pure_logic::{Solver, Term};
use std::sync::Arc;
use symbolic_heap::shape::{FieldContent, OwnedHeap, ShapeField};
use symbolic_heap::{HeapRule, Numbers, is_broken};

/// Two words of so many bytes that become one.
#[derive(Clone, Copy)]
pub(crate) struct Words<'a> {
    pub bytes: u64,
    /// If a growing sequence is to end: where the bounds of numbers rest that are beyond the left ones.
    pub rests: Option<&'a [i128]>,
}

impl Words<'_> {
    /// What covers words that hold one of these numbers each.
    fn cover(self, left: &Numbers, right: &Numbers) -> FieldContent {
        let covering = match self.rests {
            None => Some(left.hull(right)),
            Some(values) => left.widen(right, values),
        };
        let bits = u32::try_from(8 * self.bytes).unwrap_or(u32::MAX);
        match covering.filter(|numbers| numbers.is_narrower_than(bits)) {
            Some(numbers) => FieldContent::Within(numbers),
            None => FieldContent::Anything,
        }
    }
}

/// A field of two nodes, and what is known where the one and the other is. The result is what holds of
/// both without being a shared value.
pub(crate) fn unify_fields(
    solver: &mut Solver,
    (left, known_left): (&OpenContent, Known<'_>),
    (right, known_right): (&OpenContent, Known<'_>),
    words: Words<'_>,
) -> Option<FieldContent> {
    let numbers = known_left
        .numbers(solver, left, words.bytes)
        .and_then(|numbers| Some((numbers, known_right.numbers(solver, right, words.bytes)?)));
    if let Some((a, b)) = numbers {
        return Some(match (left, right) {
            (OpenContent::Fixed(same @ FieldContent::Fill(_)), _)
            | (_, OpenContent::Fixed(same @ FieldContent::Fill(_)))
                if a == b && a.single().is_some() =>
            {
                same.clone()
            }
            _ if is_broken(solver, HeapRule::FoldKeepsLeftNumbers) => words.cover(&a, &a),
            _ => words.cover(&a, &b),
        });
    }
    match (left, right) {
        (OpenContent::Value(a), OpenContent::Value(b)) => (known_left.is_plain(solver, *a)
            && known_right.is_plain(solver, *b))
        .then_some(FieldContent::Anything),
        (OpenContent::Value(value), OpenContent::Fixed(other)) => {
            known_left.is_plain(solver, *value).then(|| unify_with_value(solver, *value, other))?
        }
        (OpenContent::Fixed(other), OpenContent::Value(value)) => {
            known_right.is_plain(solver, *value).then(|| unify_with_value(solver, *value, other))?
        }
        (OpenContent::Fixed(a), OpenContent::Fixed(b)) => unify_contents(a, b, words),
    }
}

/// Whether two fields tell that nodes are of different kinds: a constant here, and other numbers there.
/// Where parts are kept, it is enough that the others may be other numbers.
pub(crate) fn are_told_apart(
    solver: &mut Solver,
    (left, known_left): (&OpenContent, Known<'_>),
    (right, known_right): (&OpenContent, Known<'_>),
    bytes: u64,
    precision: Precision,
) -> bool {
    if !precision.tells_data_apart() {
        return false;
    }
    if precision == Precision::Parts
        && let Some(is_constant) = is_constant_number(solver, left, known_left)
        && is_constant_number(solver, right, known_right) == Some(!is_constant)
    {
        return true;
    }
    let Some(a) = known_left.numbers(solver, left, bytes) else { return false };
    let Some(b) = known_right.numbers(solver, right, bytes) else { return false };
    (a.single().is_some() || b.single().is_some()) && a.are_apart(&b)
}

/// Whether a number is a constant that nodes share; `None` for what is no stored number.
fn is_constant_number(solver: &Solver, content: &OpenContent, known: Known<'_>) -> Option<bool> {
    match content {
        OpenContent::Value(value) if solver.terms.as_constant(*value).is_some() => Some(true),
        OpenContent::Value(value) => known.is_plain(solver, *value).then_some(false),
        OpenContent::Fixed(FieldContent::Anything | FieldContent::Within(_)) => Some(false),
        OpenContent::Fixed(_) => None,
    }
}

/// A field that holds a number here and something else there.
fn unify_with_value(solver: &Solver, value: Term, other: &FieldContent) -> Option<FieldContent> {
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
fn unify_contents(left: &FieldContent, right: &FieldContent, words: Words<'_>) -> Option<FieldContent> {
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
        (FieldContent::Within(a), FieldContent::Within(b)) => Some(words.cover(a, b)),
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
                        let words = Words { bytes: x.end - x.start, ..words };
                        let content = unify_contents(&x.content, &y.content, words)?;
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
