//! The chunks of two blocks side by side.
//!
//! Where one block has a run that the other lacks, an empty one stands in its place there, at a boundary to which the same variables
//! refer. The ends of runs get names, so that a join finds how they move with the numbers of the program.

use super::{Side, Walk};
use crate::chunks::{Chunks, Measure, agreed, packaged, record_of, with_division};
use crate::limits::{CELLS_ALIGNED, STRIDES_OF_BOUNDARIES};
use pure_logic::term::Atom;
use pure_logic::{Solver, Term};
use std::collections::BTreeSet;
use symbolic_heap::{Cell, Cells, Content, Layout, Location, Region, State, Tiling};

/// Two runs of chunks that became one, of which it is still to be found what holds of every chunk.
#[derive(Clone, Debug)]
pub struct ChunksPair {
    /// The block of the result and the position among its cells.
    pub base: Term,
    pub position: usize,
    pub layout: Layout,
    /// The name of the result for the division that the chunks are of.
    pub division: Option<Term>,
    /// By the names of either side; a side whose run is empty says nothing.
    pub left: Option<Chunks>,
    pub right: Option<Chunks>,
}

/// Which variables refer to a boundary, and how.
type Marks = BTreeSet<(usize, i128)>;

impl Walk<'_> {
    /// The cells of two blocks, if one of them has chunks; what holds of every chunk comes later.
    pub(super) fn chunk_rows(
        &mut self,
        (a, left): (Atom, &Cells),
        (b, right): (Atom, &Cells),
        base: Term,
    ) -> Option<Cells> {
        let has_tiles = |cells: &Cells| cells.iter().any(|cell| matches!(cell.content, Content::Tiles(_)));
        if !has_tiles(left) && !has_tiles(right) {
            return None;
        }
        let [one, other] = self.states;
        let measures =
            [(one, left), (other, right)].map(|(state, cells)| measures_of(self.solver, state, cells));
        let strides = self.likeness.precision.strides();
        let has_records = |cells: &Cells| {
            let mut runs = cells.iter().filter_map(|cell| Chunks::of(self.solver, cell));
            runs.find_map(|run| run.layout.stride).map(i128::from)
        };
        let stride = [left, right].into_iter().find_map(has_records);
        let stride = stride.or_else(|| record_of(self.solver, one, a, strides));
        // Divided chunks are packaged together with what is known of where they begin.
        let (x, y) = match self.likeness.precision {
            precision if precision.divides_blocks() => (left.clone(), right.clone()),
            _ => (
                packaged(self.solver, one, a, &measures[1], stride).unwrap_or_else(|| left.clone()),
                packaged(self.solver, other, b, &measures[0], stride).unwrap_or_else(|| right.clone()),
            ),
        };
        let generalised = self.generalises_left;
        let noted = self.chunks.len();
        self.generalises_left |= x != *left;
        let pairs = self.align_chunks((a, x.as_slice()), (b, y.as_slice()));
        let starts = x.as_slice().first().zip(y.as_slice().first()).map(|(x, y)| (x.start, y.start));
        let divisions = [&x, &y].map(|cells| {
            let mut runs =
                cells.iter().filter_map(|cell| Chunks::of(self.solver, cell)).collect::<Vec<_>>().into_iter();
            runs.find_map(|run| run.division(self.solver))
        });
        let rows =
            pairs.zip(starts).and_then(|(pairs, starts)| self.paired_chunks(pairs, starts, base, divisions));
        if rows.is_none() {
            self.chunks.truncate(noted);
            self.generalises_left = generalised;
        }
        rows
    }

    /// The cells of the result, from the boundaries on where both blocks begin.
    fn paired_chunks(
        &mut self,
        pairs: Vec<(Option<Cell>, Option<Cell>)>,
        starts: (Term, Term),
        base: Term,
        divisions: [Option<Atom>; 2],
    ) -> Option<Cells> {
        let division = match divisions {
            [Some(a), Some(b)] => {
                let (a, b) = (self.solver.terms.atom_term(a), self.solver.terms.atom_term(b));
                Some(self.number(a, b)?)
            }
            _ => None,
        };
        let mut result: Vec<Cell> = Vec::new();
        let mut boundary = starts;
        for (x, y) in pairs {
            let empty = |at: Term, like: Option<Cell>| {
                like.map(|like| Cell { start: at, end: at, content: like.content })
            };
            let (own, other) = (x.or(empty(boundary.0, y))?, y.or(empty(boundary.1, x))?);
            let start = match result.last() {
                Some(Cell { end, .. }) => *end,
                None => self.number(own.start, other.start)?,
            };
            let length = self.solver.terms.constant_difference(own.end, own.start);
            let end = match (own.content, other.content, length) {
                // Words have a constant length, wherever they are.
                (Content::Scalar(_), Content::Scalar(_), Some(length)) => {
                    self.solver.terms.add_constant(start, length)
                }
                _ => self.number(own.end, other.end)?,
            };
            boundary = (own.end, other.end);
            let content = match (own.content, other.content) {
                (Content::Tiles(a), Content::Tiles(_)) => {
                    let original = a.layout(&self.solver.terms)?;
                    let runs = [Chunks::of(self.solver, &own)?, Chunks::of(self.solver, &other)?];
                    let [left, right] = runs;
                    let facts = self.states.map(|state| &state.facts);
                    let [left, right] = agreed(self.solver, facts, left, right);
                    let layout = left.layout.common(&right.layout);
                    self.generalises_left |= layout != original && x.is_some();
                    let (mut left, mut right) = (x.map(|_| left), y.map(|_| right));
                    // Divisions are renamed by a join, as versions of arrays are.
                    if let Some(name) = division.filter(|_| !self.is_instance) {
                        for (side, before) in [&mut left, &mut right].into_iter().zip(divisions) {
                            if let Some((run, before)) = side.as_mut().zip(before) {
                                with_division(self.solver, &mut run.facts, before, name);
                            }
                        }
                    }
                    let position = result.len();
                    let content = Content::Tiles(Tiling::new(&mut self.solver.terms, layout.clone(), &[]));
                    self.chunks.push(ChunksPair { base, position, layout, division, left, right });
                    content
                }
                (a, b) => self.content(a, b, length.unwrap_or(0))?,
            };
            result.push(Cell { start, end, content });
        }
        Some(Cells::from_cells(result))
    }

    /// Both rows cell by cell; nothing where one lacks what the other has.
    fn align_chunks(
        &mut self,
        (a, left): (Atom, &[Cell]),
        (b, right): (Atom, &[Cell]),
    ) -> Option<Vec<(Option<Cell>, Option<Cell>)>> {
        if left.len().max(right.len()) > CELLS_ALIGNED {
            return None;
        }
        let marks = [(Side::Left, a, left), (Side::Right, b, right)].map(|(side, base, cells)| {
            let first = cells.first().map(|cell| cell.start).into_iter();
            let boundaries: Vec<Term> = first.chain(cells.iter().map(|cell| cell.end)).collect();
            boundaries.into_iter().map(|at| self.marks(side, base, at)).collect::<Vec<Marks>>()
        });
        // Boundaries to which the same variables refer are the same boundary.
        let agreement = |i: usize, j: usize| {
            let shared: BTreeSet<usize> = marks[0][i].intersection(&marks[1][j]).map(|mark| mark.0).collect();
            4 * shared.len() as i64
        };
        let (rows, columns) = (left.len(), right.len());
        let mut best = vec![vec![None::<(i64, Step)>; columns + 1]; rows + 1];
        best[rows][columns] = Some((0, Step::Pair));
        for i in (0..=rows).rev() {
            for j in (0..=columns).rev() {
                let mut choices: Vec<(Option<i64>, Step, (usize, usize))> = Vec::new();
                if i < rows && j < columns {
                    let score = likeness(self.solver, &left[i], &right[j]);
                    choices.push((score, Step::Pair, (i + 1, j + 1)));
                }
                if i < rows && may_be_empty(left[i].content) {
                    choices.push((Some(-1), Step::Left, (i + 1, j)));
                }
                if j < columns && may_be_empty(right[j].content) {
                    choices.push((Some(-1), Step::Right, (i, j + 1)));
                }
                for (own, step, next) in choices {
                    let Some((rest, own)) = best[next.0][next.1].map(|best| best.0).zip(own) else {
                        continue;
                    };
                    let score = own + rest + agreement(next.0, next.1);
                    if best[i][j].is_none_or(|known| score > known.0) {
                        best[i][j] = Some((score, step));
                    }
                }
            }
        }
        let mut pairs = Vec::new();
        let (mut i, mut j) = (0, 0);
        while i < rows || j < columns {
            let (_, step) = best[i][j]?;
            pairs.push(match step {
                Step::Pair => (Some(left[i]), Some(right[j])),
                Step::Left => (Some(left[i]), None),
                Step::Right => (None, Some(right[j])),
            });
            i += usize::from(step != Step::Right);
            j += usize::from(step != Step::Left);
        }
        Some(pairs)
    }

    /// The variables that refer to an offset of a block: as an address, or as an index.
    fn marks(&mut self, side: Side, base: Atom, boundary: Term) -> Marks {
        let state = self.states[side as usize];
        let is_variable =
            |region: Region| matches!(region, Region::Static | Region::Stack(_) | Region::Alloca(_));
        let registers = state.registers.iter().chain(&state.held).map(|value| value.map(|value| value.term));
        let cells = state.heap.blocks().filter(|block| is_variable(block.region) && block.base != base);
        let cells = cells.flat_map(|block| block.cells.iter()).map(|cell| match cell.content {
            Content::Scalar(value) => Some(value.term),
            _ => None,
        });
        let values: Vec<Option<Term>> = registers.chain(cells).collect();
        let mut marks = Marks::new();
        for (index, value) in values.into_iter().enumerate() {
            let Some(value) = value else { continue };
            match state.heap.locate(&mut self.solver.terms, value) {
                Location::Block { base: there, offset }
                    if there == base && self.is_same(state, offset, boundary) =>
                {
                    marks.insert((index, 0));
                }
                Location::Number(_) | Location::Unknown => {
                    let records = self.likeness.precision.strides().iter().map(i128::from);
                    for stride in STRIDES_OF_BOUNDARIES.into_iter().chain(records) {
                        let place = self.solver.terms.scale(stride, value);
                        if self.is_same(state, place, boundary) {
                            marks.insert((index, stride));
                        }
                    }
                }
                _ => {}
            }
        }
        marks
    }

    fn is_same(&mut self, state: &State, place: Term, boundary: Term) -> bool {
        match self.solver.terms.constant_difference(place, boundary) {
            Some(distance) => distance == 0,
            None => state.facts.equal(self.solver, place, boundary).is_proved(),
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Step {
    Pair,
    Left,
    Right,
}

fn measures_of(solver: &mut Solver, state: &State, cells: &Cells) -> Vec<Measure> {
    let runs: Vec<Chunks> = cells.iter().filter_map(|cell| Chunks::of(solver, cell)).collect();
    // How long records are is told already.
    if runs.iter().any(|run| run.layout.stride.is_some()) {
        return Vec::new();
    }
    Measure::of(solver, &runs, &state.facts)
}

/// Whether there may be no bytes of this kind.
fn may_be_empty(content: Content) -> bool {
    match content {
        Content::Tiles(_)
        | Content::Unknown
        | Content::Letters
        | Content::Uninitialised
        | Content::Fill(_) => true,
        Content::Each(_)
        | Content::Striped(_)
        | Content::Owning(_)
        | Content::Scalar(_)
        | Content::Text
        | Content::Absent => false,
    }
}

/// How well two cells go together; `None` if they do not.
fn likeness(solver: &Solver, x: &Cell, y: &Cell) -> Option<i64> {
    match (x.content, y.content) {
        (Content::Scalar(_), Content::Scalar(_)) => {
            let lengths = [x, y].map(|cell| solver.terms.constant_difference(cell.end, cell.start));
            (lengths[0].is_some() && lengths[0] == lengths[1]).then_some(8)
        }
        (Content::Tiles(_), Content::Tiles(_)) => Some(6),
        (
            Content::Scalar(_)
            | Content::Absent
            | Content::Owning(_)
            | Content::Each(_)
            | Content::Striped(_),
            _,
        )
        | (
            _,
            Content::Scalar(_)
            | Content::Absent
            | Content::Owning(_)
            | Content::Each(_)
            | Content::Striped(_),
        ) => None,
        (a, b) if a == b => Some(5),
        (Content::Tiles(_), _) | (_, Content::Tiles(_)) => Some(-6),
        _ => Some(-2),
    }
}
