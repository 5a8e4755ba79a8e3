//! The runs of two arrays side by side.
//!
//! Where one array has a run that the other lacks, an empty one stands in its place there. The ends of runs get names, so that a join
//! finds how they move with the numbers of the program.

use super::{Side, Walk};
use crate::family::{Told, told};
use crate::fold::{Precision, are_alike, gathered, with_null_records, with_rows};
use crate::limits::{ELEMENTS_WORTH_NAMES, RUNS_ALIGNED};
use pure_logic::term::Atom;
use pure_logic::{Fact, Solver, Term};
use std::collections::BTreeSet;
use symbolic_heap::{Cell, Cells, Content, Family, Location, State, Stride, Stripes};

/// Two runs of words that became one, of which it is still to be found what holds of every word.
#[derive(Clone, Debug)]
pub struct FamilyPair {
    /// The block of the result and the position among its cells.
    pub base: Term,
    pub position: usize,
    /// By the names of either side.
    pub left: Told,
    pub right: Told,
    /// The same by the names that versions have in the result.
    pub named: (Told, Told),
}

impl Walk<'_> {
    /// The runs of two arrays, if one of them is described by families or loops fill them; what holds of every word comes later.
    pub(super) fn family_rows(
        &mut self,
        left: &Cells,
        right: &Cells,
        (base, stepped): (Term, Stride),
    ) -> Option<Cells> {
        let is_family = |cell: &Cell| matches!(cell.content, Content::Each(_) | Content::Owning(_));
        let has_families = |cells: &Cells| cells.iter().any(is_family);
        let has_orders = Walk::is_told_in_order(left) || Walk::is_told_in_order(right);
        let has_cursors = self.likeness.precision == Precision::Ordered || self.is_instance && has_orders;
        if has_cursors && let Some(rows) = self.rows_in_order(left, right, (base, stepped)) {
            return Some(rows);
        }
        if let Some(rows) = self.striped_rows(left, right, (base, stepped)) {
            return Some(rows);
        }
        let is_filled = self.likeness.precision.tells_words() && is_filled(self.solver, left, right);
        if !has_families(left) && !has_families(right) && !is_filled {
            return None;
        }
        let shared: BTreeSet<(Term, Term)> = words(left).intersection(&words(right)).copied().collect();
        let is_kept = |_: usize, cell: &Cell| shared.contains(&(cell.start, cell.end));
        let alternatives = self.likeness.precision.tells_alternatives();
        let [a, b] = [(0, left), (1, right)]
            .map(|(side, cells)| gathered(self.solver, self.states[side], cells, alternatives, &is_kept));
        if !has_families(&a) && !has_families(&b) {
            return None;
        }
        let is_gathered = a != *left;
        let (a, b) = (self.cut_as_on(Side::Right, &b, &a), self.cut_as_on(Side::Left, &a, &b));
        let counts = [a.as_slice().len(), b.as_slice().len()];
        let b = self.without_loose_ends(Side::Right, &b, counts[0]);
        let settled = self.without_loose_ends(Side::Left, &a, counts[1]);
        // Words that became part of a family, and runs that became one, say less than before.
        self.generalises_left |= is_gathered || settled != a;
        let a = settled;
        let [a, b] = [(0, &a, &b), (1, &b, &a)]
            .map(|(side, own, other)| with_null_records(self.solver, &self.states[side].facts, own, other));
        let together = self.counted_pointers(a.as_slice(), b.as_slice());
        let pairs = aligned_with(self.solver, a.as_slice(), b.as_slice(), &together)?;
        let noted = self.families.len();
        let rows = self.paired_runs(pairs, base);
        if rows.is_none() {
            self.families.truncate(noted);
        }
        rows
    }

    /// The runs of the other side, cut where they would end if they ended as those of this side do: at the place that a variable
    /// counts to. What a loop has made there may be just what was there before.
    pub(super) fn cut_as_on(&mut self, side: Side, cells: &Cells, others: &Cells) -> Cells {
        let bytes = cells.iter().chain(others.iter()).find_map(|cell| match cell.content {
            Content::Each(family) => Some(vec![i128::from(family.bytes)]),
            Content::Owning(owning) => Some(vec![owning.bytes()]),
            // An index may count words or records.
            Content::Striped(stripes) => {
                let shortest =
                    stripes.list(&self.solver.terms).iter().map(|stripe| stripe.family.bytes).min();
                Some([Some(stripes.stride), shortest].into_iter().flatten().map(i128::from).collect())
            }
            _ => None,
        });
        bytes
            .unwrap_or_default()
            .into_iter()
            .fold(others.clone(), |others, bytes| self.cut_by_words_as_on(side, cells, &others, bytes))
    }

    fn cut_by_words_as_on(&mut self, side: Side, cells: &Cells, others: &Cells, bytes: i128) -> Cells {
        let (here, there) = match side {
            Side::Left => (self.states[0], self.states[1]),
            Side::Right => (self.states[1], self.states[0]),
        };
        let mut result = others.clone();
        for boundary in cells.iter().skip(1).map(|cell| cell.start) {
            // Variables that have moved first: a constant may be a place by chance.
            let values = here.registers.iter().zip(&there.registers).filter_map(|(a, b)| a.zip(*b));
            let values = values.map(|(own, other)| (own.term, other.term));
            // What other variables hold that have addresses, as the length of an array in a record.
            let paired = self.numbers.iter().filter(|_| has_elements(cells));
            let paired = paired.map(|&(_, left, right)| match side {
                Side::Left => (left, right),
                Side::Right => (right, left),
            });
            let paired: Vec<(Term, Term)> = paired.collect();
            let (moved, still): (Vec<_>, Vec<_>) =
                values.chain(paired).partition(|(own, other)| own != other);
            for (own, other) in moved.into_iter().chain(still) {
                let place = counted_place(self.solver, here, bytes, own);
                let is_there = match self.solver.terms.constant_difference(place, boundary) {
                    Some(distance) => distance == 0,
                    None => {
                        self.solver.terms.as_constant(place).is_none()
                            && here.facts.equal(self.solver, place, boundary).is_proved()
                    }
                };
                // Behind a place that has not moved.
                let distance = match is_there {
                    true => self.solver.terms.constant(0),
                    false if own != other => {
                        let distance = self.solver.terms.subtract(boundary, place);
                        if !is_standing(self.solver, (here, there), bytes, distance) {
                            continue;
                        }
                        distance
                    }
                    false => continue,
                };
                let place = counted_place(self.solver, there, bytes, other);
                let place = self.solver.terms.add(place, distance);
                let mut cut = result.clone();
                // What was taken out of the middle of elements is there on one side only.
                let is_inside = begins_inside(cells, &result) || has_elements(cells);
                if self.is_inside(side.other(), &result, (place, place))
                    && let Ok(index) = cut.split_at(self.solver, &there.facts, place)
                    && cut.as_slice().len() > result.as_slice().len()
                    && cut.as_slice().get(index).is_some_and(|cell| is_cuttable(cell.content, is_inside))
                {
                    result = cut;
                }
                break;
            }
        }
        result
    }

    /// Whether a run is known to lie between the first and the last place of an array: a variable may count to anything.
    pub(super) fn is_inside(&mut self, side: Side, cells: &Cells, (start, end): (Term, Term)) -> bool {
        let facts = &self.states[side as usize].facts;
        let (Some(first), Some(last)) = (cells.as_slice().first(), cells.as_slice().last()) else {
            return false;
        };
        let terms = &mut self.solver.terms;
        let inside = [terms.at_most(first.start, start), terms.at_most(end, last.end)];
        facts.proves_all(self.solver, &inside).is_proved()
    }

    /// Pointers of the two sides at places that one variable counts to: an element that is still being filled, each time another one.
    fn counted_pointers(&mut self, left: &[Cell], right: &[Cell]) -> Vec<(Cell, Cell)> {
        let pointers = |walk: &Self, side: Side, cells: &[Cell]| -> Vec<Cell> {
            let is_pointer = |cell: &&Cell| match cell.content {
                Content::Scalar(value) => walk.mentions_memory(side, value.term),
                _ => false,
            };
            cells.iter().filter(is_pointer).copied().collect()
        };
        let (ours, theirs) = (pointers(self, Side::Left, left), pointers(self, Side::Right, right));
        let states = self.states;
        let mut found = Vec::new();
        for (x, y) in ours.iter().flat_map(|x| theirs.iter().map(move |y| (*x, *y))) {
            let lengths = [x, y].map(|cell| self.solver.terms.constant_difference(cell.end, cell.start));
            let (Some(bytes), true) = (lengths[0], lengths[0] == lengths[1]) else { continue };
            let counts = states[0].registers.iter().zip(&states[1].registers).any(|(own, other)| {
                let (Some(own), Some(other)) = (own, other) else { return false };
                [(states[0], own, x), (states[1], other, y)].into_iter().all(|(state, value, cell)| {
                    let place = self.solver.terms.scale(bytes, value.term);
                    state.facts.equal(self.solver, place, cell.start).is_proved()
                })
            });
            if counts {
                found.push((x, y));
            }
        }
        found
    }

    /// The runs of one side without ends to which no variable counts, as long as there are more of them than on the other side: what
    /// is told of the words before such a place is lost as soon as the loop has gone on.
    fn without_loose_ends(&mut self, side: Side, cells: &Cells, others: usize) -> Cells {
        let (here, there) = match side {
            Side::Left => (self.states[0], self.states[1]),
            Side::Right => (self.states[1], self.states[0]),
        };
        let mut runs: Vec<Cell> = cells.as_slice().to_vec();
        let mut index = 1;
        while runs.len() > others && index < runs.len() {
            let (before, behind) = (runs[index - 1], runs[index]);
            let bytes = match (before.content, behind.content) {
                (Content::Each(one), Content::Each(other)) => (one.bytes == other.bytes).then_some(one.bytes),
                // A loop that stores one of two things has appended a word to others of which nothing is known.
                (Content::Unknown, Content::Each(family)) => {
                    let length = self.solver.terms.constant_difference(behind.end, behind.start);
                    let is_last =
                        runs.get(index + 1).is_some_and(|run| run.content == Content::Uninitialised);
                    (is_last && length == Some(i128::from(family.bytes))).then_some(family.bytes)
                }
                _ => None,
            };
            let Some(bytes) = bytes else {
                index += 1;
                continue;
            };
            let place = behind.start;
            let counts_to_it = here.registers.iter().zip(&there.registers).any(|(own, other)| {
                let Some(own) = own else { return false };
                // A constant that has not moved may be a place by chance.
                if Some(*own) == *other && self.solver.terms.as_constant(own.term).is_some() {
                    return false;
                }
                let offset = match here.heap.locate(&mut self.solver.terms, own.term) {
                    Location::Block { offset, .. } => offset,
                    _ => self.solver.terms.scale(i128::from(bytes), own.term),
                };
                let distance = self.solver.terms.subtract(offset, place);
                here.facts.bounds(self.solver, distance).value() == Some(0)
            });
            let stands = is_standing(self.solver, (here, there), i128::from(bytes), place);
            if counts_to_it || stands {
                index += 1;
                continue;
            }
            let told = [&before, &behind].map(|run| Told::of(self.solver, run, bytes));
            let [Some(left), Some(right)] = told else {
                index += 1;
                continue;
            };
            let content = left.joined(self.solver, &here.facts, &right).content(self.solver);
            runs.splice(index - 1..=index, [Cell { start: before.start, end: behind.end, content }]);
        }
        Cells::from_cells(runs)
    }

    /// Whether a run of equal bytes has room for a whole number of words; that of a family has.
    fn has_whole_words(&mut self, side: Side, cell: &Cell, family: Family) -> bool {
        if !matches!(cell.content, Content::Fill(_)) {
            return true;
        }
        let length = self.solver.terms.subtract(cell.end, cell.start);
        let is_whole = self.solver.terms.divides(i128::from(family.bytes), length);
        self.states[side as usize].facts.proves(self.solver, is_whole).is_proved()
    }

    pub(super) fn paired_runs(&mut self, pairs: Vec<(Cell, Cell)>, base: Term) -> Option<Cells> {
        let mut result: Vec<Cell> = Vec::new();
        for (x, y) in pairs {
            // In which order words are is told where both arrays are cut at cursors, and nowhere else.
            self.generalises_left |= matches!(x.content, Content::Each(family) if family.is_ordered());
            let is_striped = |cell: &Cell| matches!(cell.content, Content::Striped(_));
            let start = match result.last() {
                Some(Cell { end, .. }) => *end,
                None => self.number(x.start, y.start)?,
            };
            let end = self.number(x.end, y.end)?;
            let bytes = match (x.content, y.content) {
                (Content::Unknown, _) => None,
                (Content::Each(family), other) | (other, Content::Each(family)) => {
                    let is_told = told(self.solver, other, family.bytes).is_some();
                    let sides = [(Side::Left, &x), (Side::Right, &y)];
                    let is_whole =
                        sides.into_iter().all(|(side, cell)| self.has_whole_words(side, cell, family));
                    (is_told && is_whole).then_some(family.bytes)
                }
                _ => None,
            };
            let content = match bytes {
                _ if is_striped(&x) || is_striped(&y) => self.paired_stripes(&x, &y, base, result.len()),
                Some(bytes) => {
                    let alternatives = self.likeness.precision.tells_alternatives();
                    let mut told = |cell: &Cell| {
                        Told::of(self.solver, cell, bytes).map(|told| Told { alternatives, ..told })
                    };
                    let (left, right) = (told(&x)?, told(&y)?);
                    let named = (left.clone(), right.clone());
                    self.families.push(FamilyPair { base, position: result.len(), left, right, named });
                    Content::Unknown
                }
                None => {
                    let length = self.solver.terms.subtract(x.end, x.start);
                    let length = self.solver.terms.as_constant(length).unwrap_or(0);
                    let (own, other) = self.with_rows_of_empty_runs(&x, &y);
                    self.content(own, other, length)?
                }
            };
            match result.last_mut() {
                // The place between them, which one side may have been cut at, says nothing.
                Some(last) if last.content == Content::Uninitialised && content == Content::Uninitialised => {
                    last.end = end;
                }
                _ => result.push(Cell { start, end, content }),
            }
        }
        Some(Cells::from_cells(result))
    }
}

impl Walk<'_> {
    /// The contents of two runs, where one that has no elements says by the names of its own side how large blocks are: nothing is said
    /// of blocks that are not there, so that any number is right.
    fn with_rows_of_empty_runs(&mut self, x: &Cell, y: &Cell) -> (Content, Content) {
        let rows = |walk: &Self, cell: &Cell| match cell.content {
            Content::Owning(owning) => owning.rows(&walk.solver.terms),
            _ => None,
        };
        let mut contents = (x.content, y.content);
        if x.start == x.end
            && let Some(there) = rows(self, y)
        {
            let here = self.by_names_of(Side::Left, there);
            contents.0 = with_rows(self.solver, contents.0, here.or(Some(there)));
        } else if y.start == y.end
            && let Some(there) = rows(self, x)
        {
            let here = self.by_names_of(Side::Right, there);
            contents.1 = with_rows(self.solver, contents.1, here.or(Some(there)));
        }
        contents
    }

    /// A number of the other side by the names that are paired with its own. A name that is not paired is told by an equation, if there is
    /// one with names that are.
    pub(super) fn by_names_of(&mut self, side: Side, number: Term) -> Option<Term> {
        if let Some(found) = self.by_paired_names(side, number) {
            return Some(found);
        }
        let own = self.solver.terms.as_atom(number)?;
        let there = self.state(side.other());
        let equations: Vec<Term> = there
            .facts
            .as_slice()
            .iter()
            .filter_map(|fact| match fact {
                Fact::Zero(term) if self.solver.terms.mentions(*term, own) => Some(*term),
                _ => None,
            })
            .collect();
        equations.into_iter().find_map(|equation| {
            let coefficient = self.solver.terms.summands(equation).iter().find(|summand| summand.0 == own)?.1;
            let told = match coefficient {
                1 => self.solver.terms.subtract(number, equation),
                -1 => self.solver.terms.add(number, equation),
                _ => return None,
            };
            self.by_paired_names(side, told)
        })
    }

    fn by_paired_names(&mut self, side: Side, number: Term) -> Option<Term> {
        let mut atoms: Vec<Atom> = Vec::new();
        self.solver.terms.for_each_atom(number, &mut |atom| atoms.push(atom));
        let mut meaning = Vec::new();
        for atom in atoms {
            let name = self.solver.terms.atom_term(atom);
            let pair = self.numbers.iter().find(|&&(_, left, right)| match side {
                Side::Left => right == name,
                Side::Right => left == name,
            });
            let &(_, left, right) = pair?;
            meaning.push((atom, if side == Side::Left { left } else { right }));
        }
        Some(self.solver.terms.substitute(number, &meaning))
    }
}

/// Whether one array was not stored at all, and the other is not before and behind one run: a loop has begun in its middle.
fn begins_inside(cells: &Cells, others: &Cells) -> bool {
    let is_open = |cell: &Cell| cell.content == Content::Uninitialised;
    match (cells.as_slice(), others.as_slice()) {
        ([first, _, last], [whole]) => [first, last, whole].into_iter().all(is_open),
        _ => false,
    }
}

fn has_elements(cells: &Cells) -> bool {
    cells.iter().any(|cell| matches!(cell.content, Content::Owning(_)))
}

/// Whether a run of this content can be cut between words without loss. What was not stored is cut where a loop begins in its middle.
fn is_cuttable(content: Content, is_inside: bool) -> bool {
    match content {
        Content::Each(_) | Content::Striped(_) | Content::Owning(_) | Content::Fill(_) => true,
        Content::Uninitialised => is_inside,
        Content::Scalar(_)
        | Content::Unknown
        | Content::Letters
        | Content::Tiles(_)
        | Content::Text
        | Content::Absent => false,
    }
}

/// The place in an array that a variable tells: as an address, or as an index.
fn counted_place(solver: &mut Solver, state: &State, bytes: i128, value: Term) -> Term {
    match state.heap.locate(&mut solver.terms, value) {
        Location::Block { offset, .. } => offset,
        _ => solver.terms.scale(bytes, value),
    }
}

/// Whether a place is one that a variable counts to which is the same in both states.
fn is_standing(solver: &mut Solver, (here, there): (&State, &State), bytes: i128, place: Term) -> bool {
    if solver.terms.as_constant(place).is_some() {
        return false;
    }
    let values = |state: &State| -> BTreeSet<Term> {
        state.registers.iter().chain(&state.held).flatten().map(|value| value.term).collect()
    };
    let standing: Vec<Term> = values(here).intersection(&values(there)).copied().collect();
    standing.into_iter().any(|value| {
        let counted = solver.terms.scale(bytes, value);
        solver.terms.constant_difference(counted, place) == Some(0)
    })
}

/// The places of words.
pub(super) fn words(cells: &Cells) -> BTreeSet<(Term, Term)> {
    let words = cells.iter().filter(|cell| matches!(cell.content, Content::Scalar(_)));
    words.map(|cell| (cell.start, cell.end)).collect()
}

/// Whether one of two arrays with constant boundaries has a word of its own where the other still has a long run.
pub(super) fn is_filled(solver: &mut Solver, left: &Cells, right: &Cells) -> bool {
    let fixed = |solver: &Solver, cells: &Cells| -> Option<Vec<(i128, i128, bool)>> {
        let number = |term: Term| solver.terms.as_constant(term);
        let cell = |cell: &Cell| {
            let is_word = matches!(cell.content, Content::Scalar(value) if value.is_defined());
            Some((number(cell.start)?, number(cell.end)?, is_word))
        };
        cells.iter().map(cell).collect()
    };
    let (Some(left), Some(right)) = (fixed(solver, left), fixed(solver, right)) else {
        return is_filled_inside(solver, left, right) || is_filled_inside(solver, right, left);
    };
    let grows = |words: &[(i128, i128, bool)], runs: &[(i128, i128, bool)]| {
        words.iter().filter(|word| word.2 && matches!(word.1 - word.0, 2 | 4 | 8)).any(|word| {
            let length = word.1 - word.0;
            runs.iter().any(|run| {
                !run.2 && run.0 <= word.0 && word.1 <= run.1 && run.1 - run.0 >= ELEMENTS_WORTH_NAMES * length
            })
        })
    };
    grows(&left, &right) || grows(&right, &left)
}

/// Whether one array has a word at a place that has a name, and the other nothing but runs.
fn is_filled_inside(solver: &Solver, words: &Cells, runs: &Cells) -> bool {
    let is_run =
        |cell: &Cell| matches!(cell.content, Content::Uninitialised | Content::Unknown | Content::Fill(_));
    let is_word = |cell: &Cell| {
        let is_number = matches!(cell.content, Content::Scalar(value) if value.is_defined());
        let has_name = solver.terms.as_constant(cell.start).is_none();
        is_number && has_name
    };
    let others = words.iter().filter(|cell| !is_run(cell));
    runs.iter().all(is_run) && words.iter().any(is_word) && others.count() == 1
}

/// Both rows run by run, with empty runs where one lacks what the other has.
pub(super) fn aligned(solver: &mut Solver, left: &[Cell], right: &[Cell]) -> Option<Vec<(Cell, Cell)>> {
    aligned_with(solver, left, right, &[])
}

/// As [`aligned`], where words at some places go together although they lie elsewhere.
fn aligned_with(
    solver: &mut Solver,
    left: &[Cell],
    right: &[Cell],
    together: &[(Cell, Cell)],
) -> Option<Vec<(Cell, Cell)>> {
    if left.len().max(right.len()) > RUNS_ALIGNED {
        return None;
    }
    let (rows, columns) = (left.len(), right.len());
    // The best way to pair what comes from two positions on.
    let mut best = vec![vec![None::<i64>; columns + 1]; rows + 1];
    best[rows][columns] = Some(0);
    let mut choice = vec![vec![Step::Pair; columns + 1]; rows + 1];
    for i in (0..=rows).rev() {
        for j in (0..=columns).rev() {
            let mut consider = |score: Option<i64>, step: Step, best: &mut Vec<Vec<Option<i64>>>| {
                if score.is_some() && (best[i][j].is_none() || score > best[i][j]) {
                    best[i][j] = score;
                    choice[i][j] = step;
                }
            };
            if i < rows && j < columns {
                let score = match together.contains(&(left[i], right[j])) {
                    true => Some(8),
                    false => likeness(solver, &left[i], &right[j]),
                };
                let total = score.zip(best[i + 1][j + 1]).map(|(own, rest)| own + rest);
                consider(total, Step::Pair, &mut best);
            }
            if i < rows && may_be_empty(left[i].content) {
                let total = best[i + 1][j].map(|rest| rest - 1);
                consider(total, Step::Left, &mut best);
            }
            if j < columns && may_be_empty(right[j].content) {
                let total = best[i][j + 1].map(|rest| rest - 1);
                consider(total, Step::Right, &mut best);
            }
        }
    }
    best[0][0]?;
    let mut pairs = Vec::new();
    let (mut i, mut j) = (0, 0);
    let mut boundaries = (left.first()?.start, right.first()?.start);
    while i < rows || j < columns {
        let empty = |solver: &mut Solver, at: Term, like: Content| {
            let content = match like {
                Content::Each(family) => {
                    Content::Each(Family::new(&mut solver.terms, family.bytes, &[Fact::False]))
                }
                same => same,
            };
            Cell { start: at, end: at, content }
        };
        let step = choice[i][j];
        let (x, y) = match step {
            Step::Pair => (left[i], right[j]),
            Step::Left => (left[i], empty(solver, boundaries.1, left[i].content)),
            Step::Right => (empty(solver, boundaries.0, right[j].content), right[j]),
        };
        i += usize::from(step != Step::Right);
        j += usize::from(step != Step::Left);
        boundaries = (x.end, y.end);
        pairs.push((x, y));
    }
    Some(pairs)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Step {
    Pair,
    Left,
    Right,
}

/// Whether there may be no bytes of this kind.
fn may_be_empty(content: Content) -> bool {
    match content {
        Content::Each(_)
        | Content::Striped(_)
        | Content::Owning(_)
        | Content::Unknown
        | Content::Letters
        | Content::Uninitialised
        | Content::Fill(_) => true,
        // A string has its zero.
        Content::Scalar(_) | Content::Tiles(_) | Content::Text | Content::Absent => false,
    }
}

/// How well two runs go together; `None` if they do not.
fn likeness(solver: &mut Solver, x: &Cell, y: &Cell) -> Option<i64> {
    match (x.content, y.content) {
        (Content::Scalar(_), Content::Scalar(_)) => ((x.start, x.end) == (y.start, y.end)).then_some(8),
        (Content::Text, Content::Text) => Some(8),
        (Content::Scalar(_) | Content::Text | Content::Absent, _)
        | (_, Content::Scalar(_) | Content::Text | Content::Absent) => None,
        // Runs of which the same is known are the same run, wherever they end.
        (Content::Each(a), Content::Each(b)) if a == b => Some(12),
        (Content::Each(a), Content::Each(b)) if a.bytes == b.bytes => {
            let (a, b) = (outline(solver, a), outline(solver, b));
            let shared = a.intersection(&b).count() as i64;
            let others = a.len() as i64 + b.len() as i64 - 2 * shared;
            Some((4 + 2 * shared - others).max(1))
        }
        (Content::Striped(a), Content::Striped(b)) if a == b => Some(12),
        (Content::Striped(a), Content::Striped(b)) => {
            let keys = |stripes: Stripes| -> BTreeSet<(u8, u8)> {
                let list = stripes.list(&solver.terms);
                list.iter().map(|stripe| (stripe.phase, stripe.family.bytes)).collect()
            };
            (a.stride == b.stride).then(|| if keys(a) == keys(b) { 6 } else { 1 })
        }
        (Content::Striped(_), Content::Uninitialised | Content::Owning(_) | Content::Tiles(_))
        | (Content::Uninitialised | Content::Owning(_) | Content::Tiles(_), Content::Striped(_)) => Some(-5),
        (Content::Striped(_), _) | (_, Content::Striped(_)) => Some(1),
        (Content::Owning(a), Content::Owning(b)) if a == b => Some(12),
        (left @ Content::Owning(_), right @ Content::Owning(_)) => {
            Some(if are_alike(solver, left, right) { 4 } else { -3 })
        }
        (Content::Owning(owning), Content::Fill(0)) | (Content::Fill(0), Content::Owning(owning)) => {
            // Zeros that are no whole number of records were left as they are.
            (!owning.size.is_record()).then_some(2)
        }
        // Pointers to memory that has ended are worth no more than bytes that may be anything.
        (Content::Owning(owning), Content::Uninitialised)
        | (Content::Uninitialised, Content::Owning(owning)) => {
            (!owning.owns_memory(&solver.terms)).then_some(1)
        }
        (Content::Owning(_), _) | (_, Content::Owning(_)) => None,
        (a, b) if a == b => Some(6),
        (Content::Uninitialised, _) | (_, Content::Uninitialised) => Some(-5),
        _ => Some(0),
    }
}

/// What kind of facts a family tells, whatever the names are.
fn outline(solver: &mut Solver, family: Family) -> BTreeSet<(u8, i128, i128)> {
    let (word, place) = Family::names(&mut solver.terms);
    let facts = family.facts(&mut solver.terms);
    let coefficient = |term: Term, atom| {
        let found = solver.terms.summands(term).iter().find(|summand| summand.0 == atom);
        found.map_or(0, |summand| summand.1)
    };
    facts
        .iter()
        .map(|fact| match *fact {
            Fact::Zero(term) => (0, coefficient(term, word), coefficient(term, place)),
            Fact::NonZero(term) => (1, coefficient(term, word), coefficient(term, place)),
            Fact::NonNegative(term) => (2, coefficient(term, word), coefficient(term, place)),
            _ => (3, 0, 0),
        })
        .collect()
}
