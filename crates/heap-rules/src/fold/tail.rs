//! Blocks whose size is not constant: how long they are behind their constant part, and which word says so.
//!
//! ```text
//!   block b { …, f: n, g: x }  *  block x [8·n + 4]         only b refers to x
//!  ──────────────────────────────────────────────────────────────────────────── measure
//!   node b { …, f: any, g: owns a block of 8 · (what f holds) + 4 bytes }
//! ```
//!
//! Sound: the word holds a number whose two readings as a machine word are known to be the number itself,
//! so the description says of every node what holds of this one.
//!
//! A tail may be a text instead: stored bytes up to a zero. Letters, ends and lengths differ from block to block.

use super::boundaries::cover;
use super::node::constant;
use super::words::Words;
use pure_logic::term::Atom;
use pure_logic::{Fact, Solver, Term};
use std::borrow::Cow;
use symbolic_heap::shape::{FieldContent, Measure, ShapeField, TAIL_END, Tail};
use symbolic_heap::{Block, Cell, Content, HeapRule, State, is_broken};

/// A block, cell by cell: those at constant places, and one for all bytes behind them.
#[derive(Clone)]
pub(crate) struct Layout {
    /// INVARIANT: without gaps from the first byte to `size`.
    pub cells: Vec<(u64, u64, Content)>,
    /// How many bytes are at constant places.
    pub size: u64,
    pub tail: Option<OpenTail>,
}

/// Bytes behind those at constant places.
#[derive(Clone, Copy)]
pub(crate) struct OpenTail {
    pub length: Term,
    pub content: Content,
    /// Its first bytes are stored up to one that is zero.
    pub is_text: bool,
}

/// A stored number, and where it is.
pub(crate) type NumberAt = (u64, u64, Term);

impl Layout {
    /// The tail begins with the first cell whose end is not constant; or at a given place.
    /// `None` if it cannot begin there, or holds addresses.
    pub fn of(solver: &mut Solver, state: &State, block: &Block, tail_start: Option<u64>) -> Option<Layout> {
        let mut layout = Layout { cells: Vec::new(), size: 0, tail: None };
        let mut content: Option<Content> = None;
        let mut behind = 0;
        for (index, cell) in block.cells.iter().enumerate() {
            let place = (constant(solver, cell.start), constant(solver, cell.end));
            let is_fixed = content.is_none() && tail_start.is_none_or(|start| layout.size < start);
            if let ((Some(start), Some(end)), true) = (place, is_fixed) {
                layout.cells.push((start, end, cell.content));
                layout.size = end;
                behind = index + 1;
                continue;
            }
            let covering = match content {
                None => cover(solver, state, cell.content, cell.content)?,
                Some(before) => cover(solver, state, before, cell.content)?,
            };
            content = Some(covering);
            // Between two constant places there is one field, wherever its bytes are parted.
            let may_end = tail_start.is_none_or(|start| layout.size < start);
            if let (Some(end), true) = (place.1, may_end) {
                let is_text = is_text(solver, state, &block.cells.as_slice()[behind..=index]);
                layout.cells.push((layout.size, end, if is_text { Content::Text } else { covering }));
                layout.size = end;
                behind = index + 1;
                content = None;
            }
        }
        if tail_start.is_some_and(|start| start != layout.size) {
            return None;
        }
        if content.is_some() || tail_start.is_some() {
            let size = solver.terms.constant(i128::from(layout.size));
            let length = solver.terms.subtract(block.size, size);
            let is_text = is_text(solver, state, &block.cells.as_slice()[behind..]);
            layout.tail =
                Some(OpenTail { length, content: content.unwrap_or(Content::Uninitialised), is_text });
        }
        Some(layout)
    }

    /// The numbers that are stored, with their places.
    pub fn numbers(&self, solver: &mut Solver) -> Vec<NumberAt> {
        let number = |&(start, end, content): &(u64, u64, Content)| match content {
            Content::Scalar(value) if value.is_defined() && (1..=8).contains(&(end - start)) => {
                Some((start, end, value.term))
            }
            Content::Fill(0) if (1..=8).contains(&(end - start)) => {
                Some((start, end, solver.terms.constant(0)))
            }
            _ => None,
        };
        self.cells.iter().filter_map(number).collect()
    }
}

/// Whether cells are stored up to one that certainly has a byte that is zero.
pub(crate) fn is_text(solver: &mut Solver, state: &State, cells: &[Cell]) -> bool {
    for cell in cells {
        let is_zero = match cell.content {
            Content::Fill(byte) => byte == 0,
            Content::Scalar(value) if value.is_defined() => solver.terms.as_constant(value.term) == Some(0),
            Content::Each(_) | Content::Unknown | Content::Letters => false,
            Content::Text => return true,
            Content::Uninitialised
            | Content::Scalar(_)
            | Content::Owning(_)
            | Content::Striped(_)
            | Content::Tiles(_)
            | Content::Absent => return false,
        };
        let length = solver.terms.subtract(cell.end, cell.start);
        if is_zero && state.facts.bounds(solver, length).lower.is_some_and(|least| least >= 1) {
            return true;
        }
    }
    is_broken(solver, HeapRule::TextsNeedNoEnd) && !cells.is_empty()
}

/// Lets the field of a tail say nothing where the tail is a text.
pub(crate) fn say_text(fields: &mut [ShapeField], tail: Tail) {
    if let (Tail::Text, Some(field)) = (tail, fields.last_mut()) {
        field.content = FieldContent::Uninitialised;
    }
}

/// What a tail of these bytes is as a field.
pub(crate) fn tail_content(content: Content) -> FieldContent {
    match content {
        Content::Fill(byte) => FieldContent::Fill(byte),
        Content::Each(_) | Content::Unknown | Content::Letters => FieldContent::Anything,
        Content::Uninitialised
        | Content::Text
        | Content::Scalar(_)
        | Content::Owning(_)
        | Content::Striped(_)
        | Content::Tiles(_)
        | Content::Absent => FieldContent::Uninitialised,
    }
}

/// The words that tell a length that is not constant.
pub(crate) fn measures(
    solver: &mut Solver,
    state: &State,
    length: Term,
    (numbers, is_owners): (&[NumberAt], bool),
) -> Vec<Measure> {
    let mut found = Vec::new();
    for &(field, end, number) in numbers {
        let Some(factor) = factor_of(solver, state, length, number) else { continue };
        let scaled = solver.terms.scale(factor, number);
        let rest = solver.terms.subtract(length, scaled);
        let plus = state.facts.bounds(solver, rest).value();
        let (Ok(factor), Some(plus)) = (i64::try_from(factor), plus) else { continue };
        let Ok(plus) = i64::try_from(plus) else { continue };
        for is_signed in [true, false] {
            let measure = Measure { is_owners, field, bytes: end - field, is_signed, factor, plus };
            if is_measured(solver, state, measure, number, length) {
                found.push(measure);
                break;
            }
        }
    }
    found
}

/// How often a number that is not constant is contained in a length, by their forms or by an equation.
fn factor_of(solver: &Solver, state: &State, length: Term, number: Term) -> Option<i128> {
    let &(atom, coefficient) = solver.terms.summands(number).first()?;
    let coefficient_in = |term: Term, atom: Atom| {
        solver.terms.summands(term).iter().find(|summand| summand.0 == atom).map(|summand| summand.1)
    };
    let contained = coefficient_in(length, atom).or_else(|| {
        let &[(name, 1)] = solver.terms.summands(length) else { return None };
        state.facts.as_slice().iter().find_map(|fact| {
            let Fact::Zero(equation) = *fact else { return None };
            let (own, other) = (coefficient_in(equation, name)?, coefficient_in(equation, atom)?);
            (solver.terms.summands(equation).len() == 2 && other % own == 0).then(|| -other / own)
        })
    })?;
    (contained % coefficient == 0 && contained / coefficient > 0).then(|| contained / coefficient)
}

/// Whether a number in the place of a measure tells a length.
pub(crate) fn is_measured(
    solver: &mut Solver,
    state: &State,
    measure: Measure,
    number: Term,
    length: Term,
) -> bool {
    let told = measure.length(&mut solver.terms, number);
    let (zero, highest) = (solver.terms.constant(0), solver.terms.constant(measure.highest()));
    let facts = [
        solver.terms.at_most(zero, number),
        solver.terms.at_most(number, highest),
        solver.terms.equal(told, length),
    ];
    state.facts.proves_all(solver, &facts).is_proved()
}

/// The tails that a block may be said to have: told by one of its words, or of any length.
pub(crate) fn possible_tails(solver: &mut Solver, state: &State, block: &Block) -> Vec<(u64, Tail)> {
    let Some(layout) = Layout::of(solver, state, block, None) else { return Vec::new() };
    let Some(tail) = layout.tail else { return Vec::new() };
    let numbers = layout.numbers(solver);
    let told = measures(solver, state, tail.length, (&numbers, false)).into_iter().map(Tail::Told);
    let text = tail.is_text.then_some(Tail::Text);
    told.chain(text).chain([Tail::Open]).map(|tail| (layout.size, tail)).collect()
}

/// Of a tail of any length, those bytes become a field that every such block has at least. Returns where the
/// tail begins then. Powers of two, so that a sequence of blocks that become shorter ends.
pub(crate) fn shorten_tail(fields: &mut Vec<ShapeField>, size: u64, least: Option<i128>) -> u64 {
    let least = least.and_then(|least| u64::try_from(least).ok()).and_then(u64::checked_ilog2);
    let start = least.map_or(size, |exponent| 1 << exponent);
    let tail = fields.last().filter(|field| field.end == TAIL_END && start > size).cloned();
    match tail {
        None => size,
        Some(tail) => {
            fields.pop();
            fields.push(ShapeField { end: start, ..tail.clone() });
            fields.push(ShapeField { start, ..tail });
            start
        }
    }
}

/// Whether a block whose bytes behind the constant part have this length has this tail.
pub(crate) fn has_tail(solver: &mut Solver, state: &State, layout: &Layout, tail: Tail) -> bool {
    let (length, measure) = match (layout.tail, tail) {
        (None, Tail::Empty) | (Some(_), Tail::Open) => return true,
        (None, Tail::Told(_) | Tail::Open | Tail::Text) | (Some(_), Tail::Empty) | (_, Tail::Shared) => {
            return false;
        }
        (Some(open), Tail::Text) => return open.is_text,
        (Some(open), Tail::Told(measure)) => (open.length, measure),
    };
    let end = measure.field + measure.bytes;
    let numbers = layout.numbers(solver);
    let number = numbers.iter().find(|number| (number.0, number.1) == (measure.field, end));
    is_broken(solver, HeapRule::MeasureOfFirstNode)
        || number.is_some_and(|number| is_measured(solver, state, measure, number.2, length))
}

/// The fields of a block and its tail.
#[derive(Clone, Copy)]
pub(crate) struct TailedFields<'a> {
    pub size: u64,
    pub tail: Tail,
    pub fields: &'a [ShapeField],
}

impl<'a> TailedFields<'a> {
    /// The same block, with a tail that begins earlier. `None` if that would contain words.
    fn cut(self, size: u64) -> Option<Cow<'a, [ShapeField]>> {
        if self.size == size && self.tail != Tail::Empty {
            return Some(Cow::Borrowed(self.fields));
        }
        let mut fields = Vec::new();
        let mut content: Option<FieldContent> = None;
        for field in self.fields {
            if field.end <= size {
                fields.push(field.clone());
                continue;
            }
            let plain = match &field.content {
                FieldContent::Within(_) => FieldContent::Anything,
                FieldContent::Text => FieldContent::Uninitialised,
                other if is_plain(other) => other.clone(),
                _ => return None,
            };
            if field.start < size {
                fields.push(ShapeField { start: field.start, end: size, content: plain.clone() });
            }
            content = Some(match content {
                None => plain,
                Some(before) if before == plain => before,
                Some(FieldContent::Uninitialised) => FieldContent::Uninitialised,
                Some(_) if plain == FieldContent::Uninitialised => plain,
                Some(_) => FieldContent::Anything,
            });
        }
        let content = content.unwrap_or(FieldContent::Uninitialised);
        fields.push(ShapeField { start: size, end: TAIL_END, content });
        Some(Cow::Owned(fields))
    }

    /// The same block, with a text that begins earlier.
    fn cut_text(self, size: u64) -> Option<Cow<'a, [ShapeField]>> {
        let mut fields = self.cut(size)?.into_owned();
        say_text(&mut fields, Tail::Text);
        Some(Cow::Owned(fields))
    }

    /// Whether the bytes from one on are stored up to one that is zero.
    fn is_text_from(self, size: u64) -> bool {
        for field in self.fields.iter().filter(|field| field.end > size) {
            match &field.content {
                _ if field.end == TAIL_END => return self.tail == Tail::Text,
                FieldContent::Fill(0) => return true,
                FieldContent::Text => return field.start >= size,
                FieldContent::Within(numbers) if numbers.single() == Some(0) => return true,
                FieldContent::Fill(_) | FieldContent::Anything | FieldContent::Within(_) => {}
                _ => return false,
            }
        }
        false
    }

    /// Whether the block is as long as a text is: its last byte is the only one that is known to be zero.
    fn is_only_text(self) -> bool {
        let is_letter =
            |field: &ShapeField| is_plain(&field.content) && field.content != FieldContent::Fill(0);
        match (self.tail, self.fields) {
            (Tail::Empty, [ShapeField { content: FieldContent::Text, .. }]) => true,
            (Tail::Empty, [letters @ .., last]) => {
                self.is_text_from(0) && last.end == last.start + 1 && letters.iter().all(is_letter)
            }
            _ => false,
        }
    }

    /// Whether a measure tells how long the block is behind so many bytes.
    fn is_measured(self, solver: &mut Solver, size: u64, measure: Measure, words: &Words<'_>) -> bool {
        if let Tail::Told(own) = self.tail {
            let total = |size: u64, measure: Measure| i128::from(size) + i128::from(measure.plus);
            let is_same = Measure { is_signed: own.is_signed, plus: own.plus, ..measure } == own;
            return is_same
                && total(self.size, own) == total(size, measure)
                && (own.is_signed || !measure.is_signed);
        }
        // Of a block of constant size in a single node, or where all nodes have the same number.
        if self.tail != Tail::Empty || !measure.is_owners {
            return false;
        }
        let place = (measure.field, measure.field + measure.bytes);
        let number = words.node.and_then(|node| {
            let number = node.numbers.iter().find(|number| (number.0, number.1) == place)?;
            solver.terms.as_constant(number.2)
        });
        let shared = || words.constants.iter().find(|number| (number.0, number.1) == place);
        let number = number.or_else(|| shared().map(|number| number.2));
        number.is_some_and(|number| {
            let told = i128::from(measure.factor) * number + i128::from(measure.plus);
            (0..=measure.highest()).contains(&number) && told == i128::from(self.size) - i128::from(size)
        })
    }
}

/// Bytes without words.
fn is_plain(content: &FieldContent) -> bool {
    matches!(
        content,
        FieldContent::Uninitialised
            | FieldContent::Fill(_)
            | FieldContent::Anything
            | FieldContent::Text
            | FieldContent::Within(_)
    )
}

/// Two blocks that nodes own, with tails that are alike. Blocks of different constant sizes are not, unless they are texts.
#[expect(clippy::type_complexity)]
pub(crate) fn unify_tails<'a>(
    solver: &mut Solver,
    (left, left_words): (TailedFields<'a>, &Words<'_>),
    (right, right_words): (TailedFields<'a>, &Words<'_>),
) -> Option<(u64, Tail, Cow<'a, [ShapeField]>, Cow<'a, [ShapeField]>)> {
    if (left.tail, right.tail) == (Tail::Empty, Tail::Empty) {
        let is_same = left.size == right.size;
        if !is_same && left.is_only_text() && right.is_only_text() {
            return Some((0, Tail::Text, left.cut_text(0)?, right.cut_text(0)?));
        }
        return is_same.then_some((
            left.size,
            Tail::Empty,
            Cow::Borrowed(left.fields),
            Cow::Borrowed(right.fields),
        ));
    }
    let size = left.size.min(right.size);
    let mut tail = Tail::Open;
    if (left.tail, right.tail) == (Tail::Shared, Tail::Shared) {
        // The whole block is as large as the others, wherever its tail begins.
        return Some((size, Tail::Shared, left.cut(size)?, right.cut(size)?));
    }
    for side in [left, right] {
        let Tail::Told(own) = side.tail else { continue };
        let Some(earlier) = i64::try_from(side.size - size).ok() else { continue };
        let Some(plus) = own.plus.checked_add(earlier) else { continue };
        let measure = Measure { plus, ..own };
        if left.is_measured(solver, size, measure, left_words)
            && (right.is_measured(solver, size, measure, right_words)
                || is_broken(solver, HeapRule::MeasureOfFirstNode))
        {
            tail = Tail::Told(measure);
            break;
        }
    }
    if tail == Tail::Open && left.is_text_from(size) && right.is_text_from(size) {
        return Some((size, Tail::Text, left.cut_text(size)?, right.cut_text(size)?));
    }
    Some((size, tail, left.cut(size)?, right.cut(size)?))
}
