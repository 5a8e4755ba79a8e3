//! What covers the numbers in a field of two nodes.

use super::kinds::{OpenContent, Precision};
use super::known::Known;
use super::unify::{unify_contents, unify_with_value};
use pure_logic::Solver;
use symbolic_heap::shape::FieldContent;
use symbolic_heap::{HeapRule, Numbers, is_broken};

/// Two words of so many bytes that become one.
#[derive(Clone, Copy)]
pub(crate) struct Covering<'a> {
    pub bytes: u64,
    /// If a growing sequence is to end: where the bounds of numbers rest that are beyond the left ones.
    pub rests: Option<&'a [i128]>,
}

impl Covering<'_> {
    /// What covers words that hold one of these numbers each.
    pub fn cover(self, left: &Numbers, right: &Numbers) -> FieldContent {
        let numbers = match self.rests {
            None => Some(left.hull(right)),
            Some(values) => left.widen(right, values),
        };
        let bits = u32::try_from(8 * self.bytes).unwrap_or(u32::MAX);
        match numbers.filter(|numbers| numbers.is_narrower_than(bits)) {
            Some(numbers) => FieldContent::Within(numbers),
            None => FieldContent::Anything,
        }
    }
}

/// A field of two nodes, and what is known where the one and the other is. The result is what holds of
/// both without being a shared value.
pub(crate) fn cover_fields(
    solver: &mut Solver,
    (left, known_left): (&OpenContent, Known<'_>),
    (right, known_right): (&OpenContent, Known<'_>),
    covering: Covering<'_>,
) -> Option<FieldContent> {
    let numbers = known_left
        .numbers(solver, left, covering.bytes)
        .and_then(|numbers| Some((numbers, known_right.numbers(solver, right, covering.bytes)?)));
    if let Some((a, b)) = numbers {
        return Some(match (left, right) {
            (OpenContent::Fixed(same @ FieldContent::Fill(_)), _)
            | (_, OpenContent::Fixed(same @ FieldContent::Fill(_)))
                if a == b && a.single().is_some() =>
            {
                same.clone()
            }
            _ if is_broken(solver, HeapRule::FoldKeepsLeftNumbers) => covering.cover(&a, &a),
            _ => covering.cover(&a, &b),
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
        (OpenContent::Fixed(a), OpenContent::Fixed(b)) => unify_contents(a, b, covering),
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
