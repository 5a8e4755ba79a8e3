//! The bytes of a block, as a row of cells.

use crate::family::Family;
use crate::owning::Owning;
use crate::stripes::Stripes;
use crate::tiles::Tiling;
use crate::value::Value;
use pure_logic::term::Atom;
use pure_logic::{Answer, Fact, Facts, Solver, Term, TermTable};
use std::sync::Arc;

/// A run of bytes `[start, end)` of a block and what it holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cell {
    pub start: Term,
    pub end: Term,
    pub content: Content,
}

/// What a run of bytes holds.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Content {
    /// One machine word, little endian; the run has 1 to 16 bytes, a constant number.
    Scalar(Value),
    /// Nothing was ever stored here.
    Uninitialised,
    /// Every byte has this value.
    Fill(u8),
    /// Words side by side, of each of which the same is known, and none of which is the address of a tracked
    /// block; the run has room for a whole number of them.
    Each(Family),
    /// Words at places with certain remainders, of each of which something is known; what lies between them need not have been
    /// stored, and nothing here is the address of a tracked block.
    Striped(Stripes),
    /// Words side by side each of which may own something; the run has room for a whole number of them.
    Owning(Owning),
    /// Chunks side by side, each beginning where the one before ends, as one of its words tells perhaps.
    Tiles(Tiling),
    /// Something was stored here, which is not known and is no address of a tracked block.
    Unknown,
    /// Bytes that were stored, none of which is zero and which are no address of a tracked block: the letters of a string.
    Letters,
    /// A string: bytes that are stored up to one that is zero, which is there. What is behind it may be anything but the address of a
    /// tracked block. Whoever looks at it gives a name to the place of its zero first; without that, no more is known of it than of
    /// bytes that nobody stored.
    Text,
    /// Only in parts: these bytes are not described here. There may be none, or another part or block
    /// has them.
    Absent,
}

impl Content {
    pub fn is_present(self) -> bool {
        self != Content::Absent
    }

    /// Whether two runs with this content, side by side, are one run with it, as far as no word is cut: what is told of the order of
    /// words holds of each run for itself.
    pub fn holds_of_unions(self) -> bool {
        !matches!(self, Content::Each(family) if family.is_ordered())
    }

    /// The term that mentions all names that the content does, if it mentions any.
    pub fn term(self) -> Option<Term> {
        match self {
            Content::Scalar(value) => Some(value.term),
            Content::Each(family) => Some(family.told()),
            Content::Striped(stripes) => Some(stripes.told()),
            Content::Owning(owning) => Some(owning.told()),
            Content::Tiles(tiling) => Some(tiling.told()),
            Content::Uninitialised
            | Content::Fill(_)
            | Content::Unknown
            | Content::Letters
            | Content::Text
            | Content::Absent => None,
        }
    }

    /// The content when it is copied to an offset that is larger by a distance, of the same or another block.
    #[must_use]
    pub fn moved(self, terms: &mut TermTable, distance: Term) -> Content {
        match self {
            Content::Each(family) => Content::Each(family.moved(terms, distance)),
            Content::Striped(stripes) => {
                stripes.moved(terms, distance).map_or(Content::Uninitialised, Content::Striped)
            }
            // A copy leads to where the original does, not into the block that it is part of.
            Content::Tiles(tiling) if tiling.has_links(terms) => Content::Uninitialised,
            Content::Tiles(tiling) => Content::Tiles(tiling.moved(terms, distance)),
            same => same,
        }
    }
}

/// A question on which it depends where a byte lies; whoever wants to go on splits on it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Undecided {
    pub fact: Fact,
}

/// A row of cells without gaps. Cells whose length is a term may be empty.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cells {
    /// INVARIANT: each cell starts where the one before ends, under the facts of the state.
    cells: Arc<Vec<Cell>>,
}

impl Cells {
    /// A row of one cell, `[0, size)`.
    pub fn uniform(terms: &mut TermTable, size: Term, content: Content) -> Cells {
        let start = terms.constant(0);
        Cells { cells: Arc::new(vec![Cell { start, end: size, content }]) }
    }

    pub fn empty() -> Cells {
        Cells { cells: Arc::default() }
    }

    /// The caller guarantees the invariant.
    pub fn from_cells(cells: Vec<Cell>) -> Cells {
        Cells { cells: Arc::new(cells) }
    }

    pub fn iter(&self) -> std::slice::Iter<'_, Cell> {
        self.cells.iter()
    }

    pub fn as_slice(&self) -> &[Cell] {
        &self.cells
    }

    /// Makes `offset` a boundary between cells and returns the index of the cell that starts there
    /// (the number of cells if it is the end). The offset lies inside the block or at its end.
    pub fn split_at(&mut self, solver: &mut Solver, facts: &Facts, offset: Term) -> Result<usize, Undecided> {
        self.split_from(solver, facts, offset, 0)
    }

    /// As [`Cells::split_at`], where the offset is known not to lie before the cell of this index.
    fn split_from(
        &mut self,
        solver: &mut Solver,
        facts: &Facts,
        offset: Term,
        from: usize,
    ) -> Result<usize, Undecided> {
        for index in from..self.cells.len() {
            let cell = self.cells[index];
            if cell.start == offset {
                return Ok(index);
            }
            match is_before(solver, facts, offset, cell.end) {
                Ok(true) => {}
                Ok(false) => continue,
                // Perhaps just at the end of the cell: then nothing of it is left behind the cut.
                Err(_) if is_uniform(cell.content) && is_not_behind(solver, facts, offset, cell.end) => {}
                Err(undecided) => return Err(undecided),
            }
            // The same place in other words: no empty cell is cut off.
            let is_start = solver.terms.at_most(offset, cell.start);
            if facts.proves(solver, is_start).is_proved() {
                return Ok(index);
            }
            if let Content::Owning(owning) = cell.content {
                // Half of a pointer owns nothing, so no such run is cut inside an element.
                let distance = solver.terms.subtract(offset, cell.start);
                let fact = solver.terms.divides(owning.bytes(), distance);
                if !facts.proves(solver, fact).is_proved() {
                    return Err(Undecided { fact });
                }
            }
            let (left, right) = self.divide(solver, facts, cell, offset);
            let cells = Arc::make_mut(&mut self.cells);
            cells[index] = left;
            cells.insert(index + 1, right);
            return Ok(index + 1);
        }
        Ok(self.cells.len())
    }

    /// The indices of the cells that make up `[start, end)`, after splitting at both ends. The end is not
    /// looked for before the start: facts that contradict each other unnoticed might place it there.
    pub fn isolate(
        &mut self,
        solver: &mut Solver,
        facts: &Facts,
        start: Term,
        end: Term,
    ) -> Result<std::ops::Range<usize>, Undecided> {
        let first = self.split_at(solver, facts, start)?;
        let last = self.split_from(solver, facts, end, first)?;
        Ok(first..last)
    }

    /// Puts one cell in the place of a range of cells that [`Cells::isolate`] returned.
    pub fn replace(&mut self, range: std::ops::Range<usize>, cell: Cell) {
        Arc::make_mut(&mut self.cells).splice(range, [cell]);
    }

    /// Puts cells in the place of a range of cells.
    pub fn replace_with(&mut self, range: std::ops::Range<usize>, cells: impl IntoIterator<Item = Cell>) {
        Arc::make_mut(&mut self.cells).splice(range, cells);
    }

    pub fn set_content(&mut self, index: usize, content: Content) {
        Arc::make_mut(&mut self.cells)[index].content = content;
    }

    /// Two cells from one, at an offset inside it.
    fn divide(&self, solver: &mut Solver, facts: &Facts, cell: Cell, offset: Term) -> (Cell, Cell) {
        let contents = match cell.content {
            Content::Scalar(value) => divide_word(solver, cell, value, offset),
            Content::Each(family) if !is_between_words(solver, facts, family, cell, offset) => {
                (Content::Unknown, Content::Unknown)
            }
            // Where in a chunk the cut is, is not known.
            Content::Tiles(_) | Content::Text => (Content::Uninitialised, Content::Uninitialised),
            same => (same, same),
        };
        (
            Cell { end: offset, content: contents.0, ..cell },
            Cell { start: offset, content: contents.1, ..cell },
        )
    }

    pub fn substitute(&self, terms: &mut TermTable, replacements: &[(Atom, Term)]) -> Cells {
        let cells = self
            .cells
            .iter()
            .map(|cell| Cell {
                start: terms.substitute(cell.start, replacements),
                end: terms.substitute(cell.end, replacements),
                content: match cell.content {
                    Content::Scalar(value) => Content::Scalar(value.substitute(terms, replacements)),
                    Content::Each(family) => Content::Each(family.substitute(terms, replacements)),
                    Content::Striped(stripes) => Content::Striped(stripes.substitute(terms, replacements)),
                    Content::Tiles(tiling) => Content::Tiles(tiling.substitute(terms, replacements)),
                    Content::Owning(owning) => Content::Owning(owning.substitute(terms, replacements)),
                    other => other,
                },
            })
            .collect();
        Cells { cells: Arc::new(cells) }
    }
}

/// The low and the high part of a word; unknown if the cut is not at a constant place.
fn divide_word(solver: &mut Solver, cell: Cell, value: Value, offset: Term) -> (Content, Content) {
    let low_bytes = solver.terms.subtract(offset, cell.start);
    let low_bytes = solver.terms.as_constant(low_bytes).and_then(|bytes| u32::try_from(bytes).ok());
    let Some((low_bytes, modulus)) = low_bytes.and_then(|bytes| Some((bytes, 256i128.checked_pow(bytes)?)))
    else {
        // Where bits of the word are undefined, they may be in either part.
        let part = if value.is_defined() { Content::Unknown } else { Content::Uninitialised };
        return (part, part);
    };
    let low = solver.terms.modulo(value.term, modulus);
    // The term stands for the bits modulo the width of the word, and so does its quotient modulo
    // the width of the high part: dividing a representative that is off by a multiple of 2^w is
    // off by a multiple of 2^(w - 8·low).
    let high = solver.terms.divide(value.term, modulus);
    let part = |term, undefined: u128| match undefined == u128::MAX {
        true => Content::Uninitialised,
        false => Content::Scalar(Value { term, undefined }),
    };
    if value.undefined == u128::MAX {
        return (Content::Uninitialised, Content::Uninitialised);
    }
    let low_mask = modulus.unsigned_abs() - 1;
    let low_undefined = match value.undefined & low_mask == low_mask {
        true => u128::MAX,
        false => value.undefined & low_mask,
    };
    (part(low, low_undefined), part(high, value.undefined >> (8 * low_bytes)))
}

/// Whether no word of a family is cut into pieces at an offset.
fn is_between_words(solver: &mut Solver, facts: &Facts, family: Family, cell: Cell, offset: Term) -> bool {
    let distance = solver.terms.subtract(offset, cell.start);
    let fact = solver.terms.divides(i128::from(family.bytes), distance);
    facts.proves(solver, fact).is_proved()
}

/// A cut leaves the same on both sides, or less.
fn is_uniform(content: Content) -> bool {
    match content {
        Content::Uninitialised
        | Content::Fill(_)
        | Content::Each(_)
        | Content::Striped(_)
        | Content::Owning(_)
        | Content::Unknown
        | Content::Letters
        | Content::Absent => true,
        Content::Scalar(_) | Content::Tiles(_) | Content::Text => false,
    }
}

fn is_not_behind(solver: &mut Solver, facts: &Facts, left: Term, right: Term) -> bool {
    let fact = solver.terms.at_most(left, right);
    facts.proves(solver, fact).is_proved()
}

/// Whether `left < right`, or the question to split on.
fn is_before(solver: &mut Solver, facts: &Facts, left: Term, right: Term) -> Result<bool, Undecided> {
    // Long rows of words at constant places are searched all the time.
    if let (Some(left), Some(right)) = (solver.terms.as_constant(left), solver.terms.as_constant(right)) {
        return Ok(left < right);
    }
    let fact = solver.terms.less_than(left, right);
    match facts.proves(solver, fact) {
        Answer::Proved => return Ok(true),
        Answer::Refuted | Answer::Unknown(_) => {}
    }
    let opposite = solver.terms.at_most(right, left);
    match facts.proves(solver, opposite) {
        Answer::Proved => Ok(false),
        Answer::Refuted | Answer::Unknown(_) => Err(Undecided { fact }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn word(solver: &mut Solver, number: i128) -> Content {
        Content::Scalar(Value::defined(solver.terms.constant(number)))
    }

    #[test]
    fn cutting_a_word_gives_its_low_and_high_bytes() {
        let mut solver = Solver::default();
        let facts = Facts::new();
        let (start, end) = (solver.terms.constant(0), solver.terms.constant(4));
        let content = word(&mut solver, 0x1234_5678);
        let mut cells = Cells::from_cells(vec![Cell { start, end, content }]);
        let middle = solver.terms.constant(1);
        assert_eq!(cells.split_at(&mut solver, &facts, middle), Ok(1));
        let numbers: Vec<_> = cells
            .iter()
            .map(|cell| match cell.content {
                Content::Scalar(value) => solver.terms.as_constant(value.term),
                _ => None,
            })
            .collect();
        assert_eq!(numbers, [Some(0x78), Some(0x12_3456)]);
    }

    #[test]
    fn cutting_a_word_keeps_what_is_defined_of_it() {
        let mut solver = Solver::default();
        let facts = Facts::new();
        let (start, end) = (solver.terms.constant(0), solver.terms.constant(2));
        let term = solver.terms.constant(0x0123);
        let content = Content::Scalar(Value { term, undefined: 0xf000 });
        let mut cells = Cells::from_cells(vec![Cell { start, end, content }]);
        let middle = solver.terms.constant(1);
        assert_eq!(cells.split_at(&mut solver, &facts, middle), Ok(1));
        let masks: Vec<_> = cells
            .iter()
            .map(|cell| match cell.content {
                Content::Scalar(value) => Some(value.undefined),
                _ => None,
            })
            .collect();
        assert_eq!(masks, [Some(0), Some(0xf0)]);
    }

    #[test]
    fn a_cut_at_an_unknown_place_says_what_it_depends_on() {
        let mut solver = Solver::default();
        let (zero, eight) = (solver.terms.constant(0), solver.terms.constant(8));
        let size = solver.terms.constant(16);
        let content = word(&mut solver, 1);
        let mut cells = Cells::from_cells(vec![
            Cell { start: zero, end: eight, content },
            Cell { start: eight, end: size, content: Content::Uninitialised },
        ]);
        let index = solver.terms.variable("i");
        let mut facts = Facts::new();
        assert!(cells.clone().split_at(&mut solver, &facts, index).is_err());
        let inside = [solver.terms.at_most(eight, index), solver.terms.less_than(index, size)];
        facts.assume_all(&mut solver, &inside);
        assert_eq!(cells.split_at(&mut solver, &facts, index), Ok(2));
        assert_eq!(cells.as_slice().len(), 3);
    }

    #[test]
    fn a_run_does_not_end_before_it_starts() {
        let mut solver = Solver::default();
        let [zero, two, four, eight] = [0, 2, 4, 8].map(|number| solver.terms.constant(number));
        let (first, second) = (word(&mut solver, 1), word(&mut solver, 2));
        let mut cells = Cells::from_cells(vec![
            Cell { start: zero, end: four, content: first },
            Cell { start: four, end: eight, content: second },
        ]);
        assert_eq!(cells.isolate(&mut solver, &Facts::new(), four, two), Ok(1..1));
    }

    #[test]
    fn a_cut_may_be_at_the_end_of_a_uniform_cell() {
        let mut solver = Solver::default();
        let (zero, eight) = (solver.terms.constant(0), solver.terms.constant(8));
        let index = solver.terms.variable("i");
        let mut facts = Facts::new();
        let inside = [solver.terms.at_most(zero, index), solver.terms.at_most(index, eight)];
        facts.assume_all(&mut solver, &inside);
        let mut cells = Cells::uniform(&mut solver.terms, eight, Content::Fill(0));
        assert_eq!(cells.split_at(&mut solver, &facts, index), Ok(1));
        let ends: Vec<Term> = cells.iter().flat_map(|cell| [cell.start, cell.end]).collect();
        assert_eq!(ends, [zero, index, index, eight]);
        let content = word(&mut solver, 1);
        let mut cells = Cells::from_cells(vec![Cell { start: zero, end: eight, content }]);
        assert!(cells.split_at(&mut solver, &facts, index).is_err());
    }

    #[test]
    fn isolating_a_run_leaves_its_surroundings_alone() {
        let mut solver = Solver::default();
        let facts = Facts::new();
        let size = solver.terms.constant(16);
        let mut cells = Cells::uniform(&mut solver.terms, size, Content::Fill(0));
        let (start, end) = (solver.terms.constant(4), solver.terms.constant(8));
        let range = cells.isolate(&mut solver, &facts, start, end).expect("constants are ordered");
        let content = word(&mut solver, 7);
        cells.replace(range, Cell { start, end, content });
        let contents: Vec<Content> = cells.iter().map(|cell| cell.content).collect();
        assert_eq!(contents, [Content::Fill(0), content, Content::Fill(0)]);
    }
}
