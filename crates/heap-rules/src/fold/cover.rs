//! What covers the numbers in a field of two nodes.

use super::kinds::{OpenContent, Precision, are_different_constants};
use super::known::Known;
use super::unify::{like_the_same_word, unify_contents, unify_with_value};
use super::words::Words;
use pure_logic::Solver;
use symbolic_heap::shape::{FieldContent, RelativeAddress};
use symbolic_heap::{HeapRule, Numbers, is_broken};

/// A field of a node, and what is known where the node is.
#[derive(Clone, Copy)]
pub(crate) struct Seen<'a> {
    pub content: &'a OpenContent,
    pub known: Known<'a>,
    pub words: &'a Words<'a>,
}

/// Two words of so many bytes, at one offset, that become one.
#[derive(Clone, Copy)]
pub(crate) struct Covering<'a> {
    pub field: u64,
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
        let bits = u32::try_from(self.bytes.saturating_mul(8)).unwrap_or(u32::MAX);
        match numbers.filter(|numbers| numbers.is_narrower_than(bits)) {
            Some(numbers) => FieldContent::Within(numbers),
            None => FieldContent::Anything,
        }
    }
}

/// What holds of a field of two nodes without being a shared value.
pub(crate) fn cover_fields(
    solver: &mut Solver,
    left: Seen<'_>,
    right: Seen<'_>,
    covering: Covering<'_>,
) -> Option<FieldContent> {
    let numbers = left
        .known
        .numbers(solver, left.content, covering.bytes)
        .and_then(|numbers| Some((numbers, right.known.numbers(solver, right.content, covering.bytes)?)));
    if let Some((a, b)) = numbers {
        return Some(match (left.content, right.content) {
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
    match (left.content, right.content) {
        (OpenContent::Partly { .. }, _) => is_number(solver, right).then_some(FieldContent::Uninitialised),
        (_, OpenContent::Partly { .. }) => is_number(solver, left).then_some(FieldContent::Uninitialised),
        (OpenContent::Counting { .. }, other) => forgotten_number(other).filter(|_| is_number(solver, right)),
        (other, OpenContent::Counting { .. }) => forgotten_number(other).filter(|_| is_number(solver, left)),
        (OpenContent::Value(a), OpenContent::Value(b)) => {
            if left.known.is_plain(solver, *a) && right.known.is_plain(solver, *b) {
                return Some(FieldContent::Anything);
            }
            let sibling = like_the_same_word(solver, left.words, right.words, covering.field)?;
            Some(FieldContent::Like(sibling))
        }
        (OpenContent::Value(_), OpenContent::Fixed(other)) => {
            cover_value(solver, left, other, covering.field)
        }
        (OpenContent::Fixed(other), OpenContent::Value(_)) => {
            cover_value(solver, right, other, covering.field)
        }
        (OpenContent::Fixed(a), OpenContent::Fixed(b)) => {
            unify_contents(solver, (a, left.words), (b, right.words), covering)
        }
    }
}

/// A field that holds a value here and something else there.
fn cover_value(
    solver: &mut Solver,
    seen: Seen<'_>,
    other: &FieldContent,
    field: u64,
) -> Option<FieldContent> {
    if let FieldContent::Like(sibling) = other
        && seen.words.holds(solver, field, RelativeAddress::Like(*sibling))
    {
        return Some(other.clone());
    }
    let OpenContent::Value(value) = seen.content else { return None };
    seen.known.is_plain(solver, *value).then(|| unify_with_value(solver, *value, other))?
}

/// What a stored number and another content become.
fn forgotten_number(other: &OpenContent) -> Option<FieldContent> {
    match other {
        OpenContent::Partly { .. } | OpenContent::Fixed(FieldContent::Uninitialised | FieldContent::Text) => {
            Some(FieldContent::Uninitialised)
        }
        OpenContent::Value(_) | OpenContent::Counting { .. } | OpenContent::Fixed(_) => {
            Some(FieldContent::Anything)
        }
    }
}

/// Whether a field holds no address.
fn is_number(solver: &Solver, seen: Seen<'_>) -> bool {
    match seen.content {
        OpenContent::Partly { .. } | OpenContent::Counting { .. } => true,
        OpenContent::Value(value) => seen.known.is_plain(solver, *value),
        OpenContent::Fixed(content) => matches!(
            content,
            FieldContent::Uninitialised
                | FieldContent::Fill(_)
                | FieldContent::Anything
                | FieldContent::Text
                | FieldContent::Within(_)
        ),
    }
}

/// Whether two fields tell that nodes are of different kinds: a constant here, and other numbers there.
/// Where parts are kept, it is enough that the others may be other numbers.
pub(crate) fn are_told_apart(
    solver: &mut Solver,
    left: Seen<'_>,
    right: Seen<'_>,
    bytes: u64,
    precision: Precision,
) -> bool {
    if !precision.tells_data_apart() {
        return false;
    }
    if precision == Precision::Parts
        && let Some(is_constant) = is_constant_number(solver, left.content, left.known)
        && is_constant_number(solver, right.content, right.known) == Some(!is_constant)
    {
        return true;
    }
    match (left.content, right.content) {
        (OpenContent::Counting { .. }, OpenContent::Counting { .. }) => return true,
        (OpenContent::Partly { value: a, undefined }, OpenContent::Partly { value: b, undefined: other }) => {
            return undefined == other && are_different_constants(solver, *a, *b);
        }
        _ => {}
    }
    let Some(a) = left.known.numbers(solver, left.content, bytes) else { return false };
    let Some(b) = right.known.numbers(solver, right.content, bytes) else { return false };
    (a.single().is_some() || b.single().is_some()) && a.are_apart(&b)
}

/// Whether a number is a constant that nodes share; `None` for what is no stored number.
fn is_constant_number(solver: &Solver, content: &OpenContent, known: Known<'_>) -> Option<bool> {
    match content {
        OpenContent::Value(value) if solver.terms.as_constant(*value).is_some() => Some(true),
        OpenContent::Value(value) => known.is_plain(solver, *value).then_some(false),
        OpenContent::Fixed(FieldContent::Anything | FieldContent::Within(_)) => Some(false),
        OpenContent::Counting { .. } => Some(false),
        OpenContent::Partly { .. } | OpenContent::Fixed(_) => None,
    }
}
