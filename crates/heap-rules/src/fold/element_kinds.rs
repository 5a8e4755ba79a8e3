//! Kinds of elements: what covers two runs of them, and what else may be seen as elements.
//!
//! ```text
//!   [s, m): own b { K }  *  [m, e): own b { L }                      [s, e): all bytes zero
//!  ───────────────────────────────────────────── spread             ──────────────────────── null
//!   [s, e): own b { K ∪ L }                                          [s, e): own b { null }
//! ```
//!
//! Sound: a word of a kind is a word of one of several. Kinds in which the same fields own memory become one.

use super::cover::Covering;
use super::records::is_closed_in_record;
use super::unify::unify_fields;
use crate::limits::KINDS_OF_ELEMENTS;
use pure_logic::{Facts, Solver, Term};
use symbolic_heap::owning::{ElementSize, Kind};
use symbolic_heap::shape::{FieldContent, OwnedHeap, RelativeAddress, ShapeField, Tail};
use symbolic_heap::{Cell, Cells, Content, Family, HeapRule, Owning, is_broken};

/// What a run says of how large blocks are.
pub(super) fn rows_of(solver: &Solver, content: Content) -> Option<Term> {
    match content {
        Content::Owning(owning) => owning.rows(&solver.terms),
        _ => None,
    }
}

/// The content with another name for how large blocks are.
pub(crate) fn with_rows(solver: &mut Solver, content: Content, rows: Option<Term>) -> Content {
    match content {
        Content::Owning(owning) if owning.rows(&solver.terms).is_some() => {
            let kinds = owning.kinds(&solver.terms).to_vec();
            Content::Owning(Owning::with_rows(&mut solver.terms, owning.size, kinds, rows))
        }
        same => same,
    }
}

/// Whether a kind says what an element owns without anything outside of it.
pub(super) fn is_closed(kind: &FieldContent) -> bool {
    let is_null = |place: &RelativeAddress| *place == RelativeAddress::Null;
    let FieldContent::Owned(heap) = kind else { return false };
    match &**heap {
        OwnedHeap::Block { tail, parameters, .. } => {
            let is_owners = matches!(tail, Tail::Told(measure) if measure.is_owners);
            !is_owners && parameters.iter().all(is_null)
        }
        OwnedHeap::Ended { .. } => true,
        OwnedHeap::List(list) => {
            let ends = [list.next, list.previous];
            list.last.is_none() && list.parameters.iter().chain(&ends).all(is_null)
        }
    }
}

/// How large the elements of a run are, if it tells.
pub(super) fn size_of(content: Content) -> Option<ElementSize> {
    match content {
        Content::Owning(owning) => Some(owning.size),
        _ => None,
    }
}

/// Whether a cell has room for a whole number of elements, and these lie where all elements of the block do. Pointers may lie anywhere,
/// so a run of zeros between two of them may have some bytes more.
pub(super) fn is_whole(
    solver: &mut Solver,
    facts: &Facts,
    (cells, index): (&[Cell], usize),
    size: ElementSize,
) -> bool {
    let cell = cells[index];
    if has_whole_elements(cell.content, size) {
        return true;
    }
    if size.is_record() {
        let length = solver.terms.subtract(cell.end, cell.start);
        let fact = solver.terms.divides(i128::from(size.bytes), length);
        return facts.proves(solver, fact).is_proved();
    }
    let is_run =
        |other: Option<&Cell>| other.is_some_and(|other| matches!(other.content, Content::Owning(_)));
    let before = index.checked_sub(1).and_then(|before| cells.get(before));
    let behind = cells.get(index + 1);
    // Behind the last whole element of a block there may be some bytes of zeros.
    (is_run(before) || is_on_grid(solver, facts, cell.start, size))
        && (behind.is_none() || is_run(behind) || is_on_grid(solver, facts, cell.end, size))
}

/// Whether a pointer may lie at an offset as an element. INVARIANT: those of a block that are no records lie whole numbers of them behind
/// its first byte.
pub(super) fn is_on_grid(solver: &mut Solver, facts: &Facts, place: Term, size: ElementSize) -> bool {
    let fact = solver.terms.divides(i128::from(size.bytes), place);
    facts.proves(solver, fact).is_proved()
}

/// Whether a run of this content has room for a whole number of elements, however long it is.
fn has_whole_elements(content: Content, size: ElementSize) -> bool {
    match content {
        Content::Owning(_) => true,
        Content::Each(family) => u16::from(family.bytes).is_multiple_of(size.bytes),
        Content::Scalar(_)
        | Content::Uninitialised
        | Content::Fill(_)
        | Content::Striped(_)
        | Content::Tiles(_)
        | Content::Unknown
        | Content::Letters
        | Content::Text
        | Content::Absent => false,
    }
}

/// The cells with elements that are null in the place of zeros, if the other side has records there.
pub(crate) fn with_null_records(solver: &mut Solver, facts: &Facts, cells: &Cells, others: &Cells) -> Cells {
    let size = others.iter().find_map(|cell| size_of(cell.content)).filter(|size| size.is_record());
    let Some(size) = size else { return cells.clone() };
    let mut result = cells.clone();
    for (index, cell) in cells.iter().enumerate() {
        if cell.content == Content::Fill(0) && is_whole(solver, facts, (cells.as_slice(), index), size) {
            let kinds = vec![size.uniform(FieldContent::Fill(0))];
            result.set_content(index, Content::Owning(Owning::new(&mut solver.terms, size, kinds)));
        }
    }
    result
}

/// The kinds of the elements of a run, if they have this size and can be told.
pub(super) fn kinds_of(solver: &Solver, content: Content, size: ElementSize) -> Option<Vec<Kind>> {
    let null = || vec![size.uniform(FieldContent::Fill(0))];
    match content {
        Content::Each(family) if is_null(solver, family) => Some(null()),
        Content::Owning(owning) => (owning.size == size).then(|| owning.kinds(&solver.terms).to_vec()),
        Content::Fill(0) => Some(null()),
        Content::Scalar(value) if value.is_defined() && solver.terms.as_constant(value.term) == Some(0) => {
            Some(null())
        }
        Content::Scalar(_)
        | Content::Uninitialised
        | Content::Text
        | Content::Unknown
        | Content::Letters
        | Content::Fill(_)
        | Content::Each(_)
        | Content::Striped(_)
        | Content::Tiles(_)
        | Content::Absent => None,
    }
}

/// Whether every word of a family is null.
pub(super) fn is_null(solver: &Solver, family: Family) -> bool {
    family.constant(&solver.terms) == Some(0)
}

/// Bytes of which less is known, as a kind of elements: only where an access has to look at all of them.
pub(super) fn plain_kind(content: Content) -> Option<FieldContent> {
    match content {
        Content::Uninitialised | Content::Text => Some(FieldContent::Uninitialised),
        Content::Unknown | Content::Letters => Some(FieldContent::Anything),
        Content::Scalar(_)
        | Content::Fill(_)
        | Content::Each(_)
        | Content::Owning(_)
        | Content::Striped(_)
        | Content::Tiles(_)
        | Content::Absent => None,
    }
}

/// What covers two runs one of which is one of elements.
pub(crate) fn covering(solver: &mut Solver, left: Content, right: Content) -> Option<Content> {
    if left == right {
        return Some(left);
    }
    let word = |content: Content| match content {
        Content::Each(family) => Some(ElementSize::of_word(family.bytes)),
        _ => None,
    };
    let known = size_of(left).or(size_of(right));
    let size = known.or_else(|| word(left).or(word(right)))?;
    let (left, right, rows) = match (rows_of(solver, left), rows_of(solver, right)) {
        (Some(one), Some(other)) if one != other && !is_broken(solver, HeapRule::RowsOfFirstRun) => {
            (with_rows(solver, left, None), with_rows(solver, right, None), None)
        }
        (one, other) => (left, right, one.or(other)),
    };
    let (kinds, others) = (kinds_of(solver, left, size)?, kinds_of(solver, right, size)?);
    let kinds = union(solver, size, kinds, &others)?;
    Some(Content::Owning(Owning::with_rows(&mut solver.terms, size, kinds, rows)))
}

/// Kinds that cover those of two runs. Where they cover the second already, they are those of the first.
fn union(solver: &mut Solver, size: ElementSize, mut kinds: Vec<Kind>, others: &[Kind]) -> Option<Vec<Kind>> {
    for other in others {
        if kinds.contains(other) {
            continue;
        }
        let mut unified = None;
        for (index, kind) in kinds.iter().enumerate() {
            let Some(both) = unify(solver, size, kind, other) else { continue };
            let covers = both == *kind;
            if covers || unified.is_none() {
                unified = Some((index, both));
            }
            if covers {
                break;
            }
        }
        match unified {
            Some((index, both)) => kinds[index] = both,
            None if kinds.len() < KINDS_OF_ELEMENTS => kinds.push(other.clone()),
            None => return None,
        }
    }
    // A list that may have no nodes covers null, and one node.
    let mut index = 0;
    while index < kinds.len() {
        let kind = kinds[index].clone();
        let is_covered = (0..kinds.len()).any(|other| {
            other != index && unify(solver, size, &kinds[other], &kind).as_ref() == Some(&kinds[other])
        });
        if is_covered {
            kinds.remove(index);
        } else {
            index += 1;
        }
    }
    Some(kinds)
}

/// One kind for two, in both of which the same fields own memory.
fn unify(solver: &mut Solver, size: ElementSize, left: &Kind, right: &Kind) -> Option<Kind> {
    // Bounds of numbers that move are forgotten at once, so that a loop ends.
    let covering = Covering { field: 0, bytes: u64::from(size.bytes), rests: Some(&[]) };
    let fields = unify_fields(solver, left, right, u64::from(size.word), covering)?;
    let is_closed = |field: &ShapeField| match &field.content {
        FieldContent::Owned(_) => {
            is_closed(&field.content) || size.is_record() && is_closed_in_record(&field.content)
        }
        _ => true,
    };
    let loses = |kind: &Kind| {
        kind.iter().filter(|own| matches!(own.content, FieldContent::Owned(_))).any(|own| {
            let there = fields.iter().find(|field| (field.start, field.end) == (own.start, own.end));
            !there.is_some_and(|field| matches!(field.content, FieldContent::Owned(_)))
        })
    };
    let is_possible = fields.iter().all(is_closed) && !loses(left) && !loses(right);
    is_possible.then_some(fields)
}
