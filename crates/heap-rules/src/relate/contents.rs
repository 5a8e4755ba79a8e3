//! The bytes of two blocks, cell by cell.

use super::families::aligned;
use super::filled::is_undefined;
use super::{Side, Walk};
use crate::fold::{are_different_constants, collapsed, covering, with_rows};
use crate::letters::{is_letters, with_letters};
use crate::texts::{with_earlier_texts, with_texts};
use pure_logic::{Term, TermTable};
use symbolic_heap::{Cell, Cells, Content, HeapRule, Value, is_broken};

/// A cell with constant ends.
type FixedCell = (i128, i128, Content);

impl Walk<'_> {
    pub(super) fn cells(&mut self, left: &Cells, right: &Cells) -> Option<Cells> {
        let is_closed = |cell: &Cell| cell.content == Content::Text;
        if left.iter().any(is_closed) || right.iter().any(is_closed) {
            let states = self.states;
            let earlier = [(0, left, right), (1, right, left)].map(|(side, own, other)| {
                with_earlier_texts(self.solver, (states[side], own), (states[1 - side], other))
            });
            let texts =
                [0, 1].map(|side| with_texts(self.solver, states[side], &earlier[side], &earlier[1 - side]));
            if texts[0] != *left || texts[1] != *right {
                self.generalises_left |= texts[0] != *left;
                return self.cells_of_texts(&texts[0], &texts[1]);
            }
        }
        self.cells_of_texts(left, right)
    }

    fn cells_of_texts(&mut self, left: &Cells, right: &Cells) -> Option<Cells> {
        if are_at_the_same_places(&self.solver.terms, left, right) {
            return self.cell_by_cell(left, right);
        }
        let (a, b) = (self.fixed(left), self.fixed(right));
        let mut result: Vec<Cell> = Vec::new();
        let filled = if a.is_some() && b.is_some() { self.filled_rows(left, right) } else { None };
        if let (Some(a), Some(b), None) = (a, b, &filled) {
            let (a, b) = align(&a, &b)?;
            for (&(start, end, x), &(_, _, y)) in a.iter().zip(&b) {
                let content = self.content(x, y, end - start)?;
                let (start, end) = (self.solver.terms.constant(start), self.solver.terms.constant(end));
                result.push(Cell { start, end, content });
            }
            return Some(Cells::from_cells(result));
        }
        // Some ends are terms: the rows must be alike cell by cell, behind what they have in common perhaps
        // without numbers.
        let is_same = |(x, y): &(&Cell, &Cell)| {
            (x.start, x.end) == (y.start, y.end) && self.solver.terms.as_constant(x.end).is_some()
        };
        let common = left.iter().zip(right.iter()).take_while(is_same).count();
        // Only a structure with words before its array is worth it.
        let has_words = left.iter().take(common).any(|cell| matches!(cell.content, Content::Scalar(_)));
        let common = if has_words { common } else { 0 };
        let are_many = left.as_slice().len().max(right.as_slice().len()) > 2;
        let mut rows = match filled {
            Some(rows) => Some(rows),
            None if are_many && are_runs(left) && are_runs(right) => {
                aligned(self.solver, left.as_slice(), right.as_slice())
            }
            None => paired(left.as_slice(), right.as_slice(), common),
        };
        if rows.is_none() && common > 0 {
            let plain = [(0, left), (1, right)].map(|(side, cells)| {
                let is_kept = |index: usize, _: &Cell| index < common;
                let cells = with_letters(self.solver, self.states[side], cells, is_kept);
                collapsed(self.solver, self.states[side], &cells, is_kept)
            });
            self.generalises_left |= plain[0] != *left;
            rows = paired(plain[0].as_slice(), plain[1].as_slice(), common);
        }
        let rows = rows.or_else(|| self.runs_of_bytes(left, right));
        for (x, y) in rows? {
            // A cell starts where the one before ends, whatever the place is called.
            let start = match result.last() {
                Some(Cell { end, .. }) => *end,
                None => self.number(x.start, y.start)?,
            };
            let end = self.number(x.end, y.end)?;
            let content = self.content(x.content, y.content, 0)?;
            result.push(Cell { start, end, content });
        }
        Some(Cells::from_cells(result))
    }

    /// Rows that have nothing to be cut or paired. What both have in common is not copied.
    fn cell_by_cell(&mut self, left: &Cells, right: &Cells) -> Option<Cells> {
        let mut contents = Vec::with_capacity(left.as_slice().len());
        for (x, y) in left.iter().zip(right.iter()) {
            let length = self.solver.terms.constant_difference(x.end, x.start)?;
            contents.push(self.content(x.content, y.content, length)?);
        }
        if left.iter().zip(&contents).all(|(cell, content)| cell.content == *content) {
            return Some(left.clone());
        }
        let cells = left.iter().zip(contents).map(|(cell, content)| Cell { content, ..*cell });
        Some(Cells::from_cells(cells.collect()))
    }

    fn fixed(&self, cells: &Cells) -> Option<Vec<FixedCell>> {
        let number = |term: Term| self.solver.terms.as_constant(term);
        cells.iter().map(|cell| Some((number(cell.start)?, number(cell.end)?, cell.content))).collect()
    }

    /// What covers both contents of a run of `length` bytes (0 if not known).
    pub(super) fn content(&mut self, a: Content, b: Content, length: i128) -> Option<Content> {
        let generalised = |walk: &mut Self, content| {
            if content != a {
                walk.generalises_left = true;
            }
            Some(content)
        };
        match (a, b) {
            (Content::Absent, Content::Absent) => Some(Content::Absent),
            (Content::Absent, _) | (_, Content::Absent) => None,
            // Of pointers to memory that has ended nothing needs to be said.
            (Content::Owning(owning), Content::Uninitialised)
            | (Content::Uninitialised, Content::Owning(owning))
                if !owning.owns_memory(&self.solver.terms) =>
            {
                generalised(self, Content::Uninitialised)
            }
            // Bytes that are no whole number of elements are none.
            (Content::Owning(owning), other) | (other, Content::Owning(owning))
                if !matches!(other, Content::Owning(_))
                    && (length == 0 && owning.size.is_record() || length % owning.bytes() != 0) =>
            {
                None
            }
            (Content::Owning(_), _) | (_, Content::Owning(_)) => {
                let (own, other) = self.with_common_rows(a, b);
                let content = covering(self.solver, own, other)?;
                self.generalises_left |= content != own;
                Some(content)
            }
            (Content::Scalar(x), Content::Scalar(_))
                if is_broken(self.solver, HeapRule::RelateKeepsLeftContent)
                    && self.solver.terms.as_constant(x.term).is_some() =>
            {
                Some(a)
            }
            (Content::Scalar(x), Content::Scalar(y))
                if self.tells_cells_apart && are_different_constants(self.solver, x.term, y.term) =>
            {
                None
            }
            (Content::Scalar(x), Content::Scalar(y)) => match self.value(x, y) {
                Some(value) => Some(Content::Scalar(value)),
                None if self.is_plain(Side::Left, x) && self.is_plain(Side::Right, y) => {
                    generalised(self, Content::Unknown)
                }
                None => None,
            },
            (Content::Scalar(x), Content::Fill(0)) if (1..=8).contains(&length) => {
                let zero = Value::defined(self.solver.terms.constant(0));
                self.value(x, zero).map(Content::Scalar)
            }
            (Content::Fill(0), Content::Scalar(y)) if (1..=8).contains(&length) => {
                let zero = Value::defined(self.solver.terms.constant(0));
                if self.solver.terms.as_constant(y.term) != Some(0) {
                    self.generalises_left = true;
                }
                self.value(zero, y).map(Content::Scalar)
            }
            (Content::Letters, Content::Scalar(_)) | (Content::Scalar(_), Content::Letters)
                if self.are_letters([a, b], length) =>
            {
                generalised(self, Content::Letters)
            }
            (Content::Scalar(x), other) if self.is_plain(Side::Left, x) => {
                let top = if may_be_undefined(a) || may_be_undefined(other) {
                    Content::Uninitialised
                } else {
                    Content::Unknown
                };
                generalised(self, top)
            }
            (other, Content::Scalar(y)) if self.is_plain(Side::Right, y) => {
                let top = if may_be_undefined(other) || may_be_undefined(b) {
                    Content::Uninitialised
                } else {
                    Content::Unknown
                };
                generalised(self, top)
            }
            (Content::Scalar(_), _) | (_, Content::Scalar(_)) => None,
            // The names in them are those of one side.
            (Content::Each(_), Content::Each(_)) => generalised(self, Content::Unknown),
            (Content::Tiles(_) | Content::Striped(_), _) | (_, Content::Tiles(_) | Content::Striped(_)) => {
                generalised(self, Content::Uninitialised)
            }
            (x, y) if x == y => Some(x),
            (Content::Text, Content::Fill(0)) | (Content::Fill(0), Content::Text) if length > 0 => {
                generalised(self, Content::Text)
            }
            (Content::Text, _) | (_, Content::Text) => generalised(self, Content::Uninitialised),
            (Content::Uninitialised, _) | (_, Content::Uninitialised) => {
                generalised(self, Content::Uninitialised)
            }
            (Content::Letters, Content::Fill(1..)) | (Content::Fill(1..), Content::Letters) => {
                generalised(self, Content::Letters)
            }
            _ => generalised(self, Content::Unknown),
        }
    }

    /// Runs of elements with one name for how large the blocks are that elements own. Where one side does not say it, it has no such
    /// blocks, and any number is right.
    fn with_common_rows(&mut self, a: Content, b: Content) -> (Content, Content) {
        let [own, other] = [a, b].map(|content| match content {
            Content::Owning(owning) => owning.rows(&self.solver.terms),
            _ => None,
        });
        let (Some(left), Some(right)) = (own.or(other), other.or(own)) else { return (a, b) };
        let name = self.number(left, right);
        self.generalises_left |= own.is_some() && name.is_none();
        (with_rows(self.solver, a, name), with_rows(self.solver, b, name))
    }

    /// Whether on both sides all bytes of a run of constant length are letters.
    fn are_letters(&mut self, contents: [Content; 2], length: i128) -> bool {
        let (start, end) = (self.solver.terms.constant(0), self.solver.terms.constant(length));
        let sides = contents.into_iter().zip(self.states);
        sides.into_iter().all(|(content, state)| {
            length > 0 && is_letters(self.solver, &state.facts, &Cell { start, end, content })
        })
    }

    fn is_plain(&self, side: Side, value: Value) -> bool {
        !self.mentions_memory(side, value.term)
    }
}

/// Whether both rows have their cells at the same constant places, none of which is empty, and what is stored begins and ends at the
/// same ones.
fn are_at_the_same_places(terms: &TermTable, left: &Cells, right: &Cells) -> bool {
    let is_same = |(x, y): (&Cell, &Cell)| {
        (x.start, x.end) == (y.start, y.end)
            && terms
                .as_constant(x.start)
                .zip(terms.as_constant(x.end))
                .is_some_and(|(start, end)| start < end)
            && (x.content == y.content || is_undefined(x.content) == is_undefined(y.content))
    };
    left.as_slice().len() == right.as_slice().len() && left.iter().zip(right.iter()).all(is_same)
}

/// Whether of the bytes of a block only is known which of them were stored: then a run of them may as well be empty. Equal bytes are
/// not among them: where a string ends tells two executions apart.
fn are_runs(cells: &Cells) -> bool {
    cells.iter().all(|cell| match cell.content {
        Content::Uninitialised | Content::Unknown | Content::Letters => true,
        Content::Fill(_)
        | Content::Text
        | Content::Scalar(_)
        | Content::Each(_)
        | Content::Striped(_)
        | Content::Owning(_)
        | Content::Tiles(_)
        | Content::Absent => false,
    })
}

fn may_be_undefined(content: Content) -> bool {
    match content {
        Content::Uninitialised | Content::Text | Content::Striped(_) | Content::Tiles(_) => true,
        Content::Scalar(value) => !value.is_defined(),
        Content::Fill(_)
        | Content::Each(_)
        | Content::Owning(_)
        | Content::Unknown
        | Content::Letters
        | Content::Absent => false,
    }
}

/// Both rows cell by cell. Where one has a run that the other lacks, behind the words that both begin with,
/// an empty one stands in its place there:
///
/// ```text
///   [s, m): any  *  [m, e): uninit        and        [s, e): uninit   =   [s, s): any  *  [s, e): uninit
/// ```
fn paired(left: &[Cell], right: &[Cell], common: usize) -> Option<Vec<(Cell, Cell)>> {
    if left.len() == right.len() {
        return Some(left.iter().copied().zip(right.iter().copied()).collect());
    }
    if common == 0 {
        return None;
    }
    if left.len() > right.len() {
        let pairs = paired(right, left, common)?;
        return Some(pairs.into_iter().map(|(x, y)| (y, x)).collect());
    }
    let mut pairs = Vec::with_capacity(right.len());
    let mut rest = left.iter().peekable();
    let mut boundary = left.first()?.start;
    for cell in right {
        match rest.next_if(|own| are_alike(own.content, cell.content)) {
            Some(own) => {
                pairs.push((*own, *cell));
                boundary = own.end;
            }
            None if matches!(cell.content, Content::Scalar(_) | Content::Text) => return None,
            None => pairs.push((Cell { start: boundary, end: boundary, content: cell.content }, *cell)),
        }
    }
    rest.next().is_none().then_some(pairs)
}

fn are_alike(a: Content, b: Content) -> bool {
    a == b || matches!((a, b), (Content::Scalar(_), Content::Scalar(_)))
}

/// Cuts both rows at the same places. A word is not cut.
fn align(left: &[FixedCell], right: &[FixedCell]) -> Option<(Vec<FixedCell>, Vec<FixedCell>)> {
    let mut cuts: Vec<i128> = left.iter().chain(right).flat_map(|cell| [cell.0, cell.1]).collect();
    cuts.sort_unstable();
    cuts.dedup();
    let cut = |cells: &[FixedCell]| -> Option<Vec<FixedCell>> {
        let mut result = Vec::new();
        for &(start, end, content) in cells {
            let inner: Vec<i128> = cuts.iter().copied().filter(|&cut| cut > start && cut < end).collect();
            if inner.is_empty() {
                if start < end {
                    result.push((start, end, content));
                }
                continue;
            }
            let is_cut = |cut: &i128| match content {
                Content::Scalar(_) => true,
                Content::Owning(owning) => (cut - start) % owning.bytes() != 0,
                _ => false,
            };
            if inner.iter().any(is_cut) {
                return None;
            }
            // Where the zero of a string is, is not known.
            let content = if content == Content::Text { Content::Uninitialised } else { content };
            let mut from = start;
            for to in inner.into_iter().chain([end]) {
                result.push((from, to, content));
                from = to;
            }
        }
        Some(result)
    };
    let (left, right) = (cut(left)?, cut(right)?);
    (left.len() == right.len()).then_some((left, right))
}
