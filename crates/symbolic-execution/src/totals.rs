//! What the words of an array are together, whatever they are.
//!
//! A *measure* gives every word a number; the total of a run of words is the sum of theirs. For words of a version it is told by an
//! uninterpreted function of the version and of an offset, the total of all words before it:
//!
//! ```text
//!   total(v, 0) = 0          total(v, o + b) = total(v, o) + measure(held(v, o))          the run [s, e) of v has  total(v, e) - total(v, s)
//! ```
//!
//! Sound: this defines a function of integers `o`, downwards as well as upwards, for each remainder of `o` by `b`. So runs that lie side by
//! side, words that were swapped and words that were moved have the same total, by linear arithmetic alone.
//!
//! The result of an operation that is associative and commutative depends only on which words there are, and on how many of each. That is
//! told by the measure `unit`, which gives the word `w` the number `K^w`, for a number `K` that is larger than every count of words: two
//! runs have the same total of it if and only if they have the same words. So the result is an uninterpreted function of that total.

use crate::context::Context;
use crate::limits::RUNS_SUMMED_UP;
use pure_logic::term::{Atom, AtomKind};
use pure_logic::{Fact, Term, Width};
use std::ops::Range;
use symbolic_heap::version::{self, HeldWord};
use symbolic_heap::{Cell, Cells, Content, Family, Location, Region, State, Value};

/// A run of words of one block.
#[derive(Clone, Debug)]
pub struct Words {
    pub base: Atom,
    pub start: Term,
    pub end: Term,
    pub bytes: u8,
}

/// As what a word is taken.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reading {
    Signed,
    Unsigned,
    /// A function of the word, of which only its name is known.
    Other(String),
}

/// A number for every word.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Measure {
    /// The name of the function that gives totals.
    pub name: String,
    pub reading: Reading,
}

/// What a part of a run holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Piece {
    /// Words of a version, so far behind their places here.
    Held { version: Term, distance: Term },
    /// One word.
    Word(Term),
    /// The same number everywhere.
    Constant(i128),
}

/// The cells of a run.
struct Pieces {
    /// Where they are among the cells of the block, which are cut at both ends of the run.
    range: Range<usize>,
    cells: Cells,
    /// Those that are not empty, and what they hold.
    row: Vec<Cell>,
    pieces: Vec<Piece>,
    bytes: u8,
}

impl Context<'_> {
    /// The run of so many words at an address, if it lies inside its block.
    pub fn words_from(&mut self, state: &State, address: Value, count: Term, bytes: u8) -> Option<Words> {
        if !address.is_defined() {
            return None;
        }
        let Location::Block { base, offset } = state.heap.locate(&mut self.solver.terms, address.term) else {
            return None;
        };
        let block = state.heap.block(base)?;
        if !block.is_live() || block.is_part() || matches!(block.region, Region::Arguments | Region::Code) {
            return None;
        }
        let size = block.size;
        let end = self.solver.terms.add_scaled(offset, i128::from(bytes), count);
        let zero = self.constant(0);
        let inside = [self.solver.terms.at_most(zero, offset), self.solver.terms.at_most(end, size)];
        let is_inside = inside.into_iter().all(|fact| self.proves(&state.facts, fact));
        is_inside.then_some(Words { base, start: offset, end, bytes })
    }

    /// The sum of a function of the numbers from one up to another.
    pub fn total_of_numbers(&mut self, name: &str, first: Term, end: Term) -> Term {
        let function = self.solver.terms.symbol(&format!("count{name}"));
        let mut up_to = |number: Term| match self.solver.terms.as_constant(number) {
            Some(0) => self.solver.terms.constant(0),
            _ => self.solver.terms.apply(function, &[number]),
        };
        let (first, end) = (up_to(first), up_to(end));
        self.solver.terms.subtract(end, first)
    }

    /// The total of a run of words that were all stored.
    pub fn total(&mut self, state: &mut State, words: &Words, measure: &Measure) -> Option<Term> {
        let run = self.pieces(state, words)?;
        let total = self.total_of_pieces(state, &run, measure)?;
        let around = self.around(state, words, &run);
        if let Some(whole) = self.pieces(state, &around)
            && whole.pieces.len() > 1
        {
            self.renew(state, &around, whole, measure);
        }
        Some(total)
    }

    fn total_of_pieces(&mut self, state: &State, run: &Pieces, measure: &Measure) -> Option<Term> {
        let mut total = self.constant(0);
        for (cell, piece) in run.row.iter().zip(&run.pieces) {
            let part = self.total_of_piece(state, (cell.start, cell.end), *piece, run.bytes, measure)?;
            total = self.solver.terms.add(total, part);
        }
        Some(total)
    }

    /// The run together with the stored words on both sides of it.
    fn around(&mut self, state: &State, words: &Words, run: &Pieces) -> Words {
        let cells = run.cells.as_slice();
        let mut is_stored = |cell: &Cell| {
            let distance = self.solver.terms.subtract(cell.start, words.start);
            let is_between = self.solver.terms.divides(i128::from(words.bytes), distance);
            self.proves(&state.facts, is_between) && self.piece(state, cell, words.bytes).is_some()
        };
        let before = cells[..run.range.start].iter().rev().take_while(|cell| is_stored(cell)).last();
        let start = before.map_or(words.start, |cell| cell.start);
        let behind = cells[run.range.end..].iter().take_while(|cell| is_stored(cell)).last();
        Words { start, end: behind.map_or(words.end, |cell| cell.end), ..words.clone() }
    }

    /// Words that several runs hold become words of a new version, of which is known what they are together. What loops do with them
    /// is then told by one version. That they are the words which they were is forgotten.
    fn renew(&mut self, state: &mut State, words: &Words, run: Pieces, measure: &Measure) -> Option<()> {
        let total = self.total_of_pieces(state, &run, measure)?;
        let kept = self.facts_of_all(state, &run.row, words.bytes)?;
        let version = self.fresh("array");
        let (place, word) = (Family::place(&mut self.solver.terms), Family::word(&mut self.solver.terms));
        let held = version::held(&mut self.solver.terms, version, place);
        let mut facts = vec![self.solver.terms.equal(word, held)];
        facts.extend(kept);
        let content = Content::Each(Family::new(&mut self.solver.terms, words.bytes, &facts));
        let mut cells = run.cells;
        cells.replace(run.range, Cell { start: words.start, end: words.end, content });
        let whole = self.between_places(state, measure, version, (words.start, words.end), words.bytes);
        let fact = self.solver.terms.equal(whole, total);
        state.facts.assume(&mut self.solver, fact);
        state.heap.block_mut(words.base)?.cells = cells;
        Some(())
    }

    /// What an operation that is associative and commutative makes of a number and the words of a run.
    pub fn folded(
        &mut self,
        state: &mut State,
        words: &Words,
        operation: &str,
        width: Width,
        before: Term,
        reading: &Reading,
    ) -> Option<Term> {
        let bits = 8 * u32::from(words.bytes);
        let measure =
            Measure { name: format!("bag{}", words.bytes), reading: Reading::Other(format!("unit{bits}")) };
        let bag = self.total(state, words, &measure)?;
        // What was collected before may be one of the words, as where a loop begins with the second one.
        let (before, bag) = match self.word_read_as(state, before, reading, words.bytes) {
            Some(word) => {
                let unit = self.total_of_word(state, word, words.bytes, &measure)?;
                (None, self.solver.terms.add(bag, unit))
            }
            None => (Some(self.reading(&state.facts, before, width)), bag),
        };
        let name = match before {
            Some(_) => format!("all_{operation}"),
            None => format!("all_of_{operation}"),
        };
        let function = self.solver.terms.symbol(&name);
        let words = self.named(state, bag);
        let arguments: Vec<Term> = before.into_iter().chain([words]).collect();
        let result = self.solver.terms.apply(function, &arguments);
        let (low, high) = width.range()?;
        let range = self.between(low, result, high);
        state.facts.assume_all(&mut self.solver, &range);
        Some(result)
    }

    /// A total by a name of its own: equations tell of it also when the version of the words is forgotten.
    pub fn named(&mut self, state: &mut State, total: Term) -> Term {
        if self.solver.terms.as_constant(total).is_some() {
            return total;
        }
        let name = self.fresh("total");
        let fact = self.solver.terms.equal(name, total);
        state.facts.assume(&mut self.solver, fact);
        name
    }

    /// The word that a number is, read like the others.
    fn word_read_as(&mut self, state: &State, number: Term, reading: &Reading, bytes: u8) -> Option<Term> {
        let bits = 8 * u32::from(bytes);
        let width = match reading {
            Reading::Signed => Width::signed(bits),
            Reading::Unsigned => Width::unsigned(bits),
            Reading::Other(_) => return None,
        };
        self.solver.terms.as_constant(number).is_none().then_some(())?;
        // A number in the range of the word is what a word with its bits is read as.
        let (low, high) = width.range()?;
        let range = self.between(low, number, high);
        range.into_iter().all(|fact| self.proves(&state.facts, fact)).then_some(number)
    }

    /// The cells of a run, and what each of them holds.
    fn pieces(&mut self, state: &State, words: &Words) -> Option<Pieces> {
        let mut cells = state.heap.block(words.base)?.cells.clone();
        let range = cells.isolate(&mut self.solver, &state.facts, words.start, words.end).ok()?;
        if range.len() > RUNS_SUMMED_UP {
            return None;
        }
        let (mut row, mut pieces) = (Vec::new(), Vec::new());
        for &cell in &cells.as_slice()[range.clone()] {
            let is_empty = self.solver.terms.at_most(cell.end, cell.start);
            if self.proves(&state.facts, is_empty) {
                continue;
            }
            let distance = self.solver.terms.subtract(cell.start, words.start);
            let is_between = self.solver.terms.divides(i128::from(words.bytes), distance);
            if !self.proves(&state.facts, is_between) {
                return None;
            }
            pieces.push(self.piece(state, &cell, words.bytes)?);
            row.push(cell);
        }
        Some(Pieces { range, cells, row, pieces, bytes: words.bytes })
    }

    fn piece(&mut self, state: &State, cell: &Cell, bytes: u8) -> Option<Piece> {
        match cell.content {
            // An address is no number that is summed up: the array would no longer refer to its block.
            Content::Scalar(value) if heap_rules::fold::mentions_memory(&self.solver, state, value.term) => {
                None
            }
            Content::Scalar(value) if value.is_defined() => {
                let length = self.solver.terms.subtract(cell.end, cell.start);
                let length = self.simplest(&state.facts, length);
                (self.solver.terms.as_constant(length) == Some(i128::from(bytes)))
                    .then_some(Piece::Word(value.term))
            }
            Content::Fill(_) => {
                let told = heap_rules::family::told(&mut self.solver, cell.content, bytes)?;
                let family = Family::new(&mut self.solver.terms, bytes, &told);
                family.constant(&self.solver.terms).map(Piece::Constant)
            }
            Content::Each(family) if family.bytes == bytes => {
                if let Some(number) = family.constant(&self.solver.terms) {
                    return Some(Piece::Constant(number));
                }
                self.version_of(family)
            }
            Content::Each(_)
            | Content::Scalar(_)
            | Content::Unknown
            | Content::Letters
            | Content::Uninitialised
            | Content::Text
            | Content::Owning(_)
            | Content::Striped(_)
            | Content::Tiles(_)
            | Content::Absent => None,
        }
    }

    /// The version whose words a family has, in their order.
    fn version_of(&mut self, family: Family) -> Option<Piece> {
        let facts = family.facts(&mut self.solver.terms);
        let (word, place) = (Family::word(&mut self.solver.terms), Family::place(&mut self.solver.terms));
        facts.into_iter().find_map(|fact| {
            let held = self.held_word(fact, word)?;
            let distance = self.solver.terms.subtract(held.place, place);
            let (_, own) = Family::names(&mut self.solver.terms);
            let version = self.solver.terms.atom_term(held.version);
            (!self.solver.terms.mentions(distance, own)).then_some(Piece::Held { version, distance })
        })
    }

    /// The word of a version that an equation says a term is.
    fn held_word(&mut self, fact: Fact, term: Term) -> Option<HeldWord> {
        let Fact::Zero(zero) = fact else { return None };
        let function = version::function(&mut self.solver.terms);
        let mut found = Vec::new();
        for &(atom, coefficient) in self.solver.terms.summands(zero) {
            if coefficient.abs() == 1
                && matches!(self.solver.terms.kind(atom), AtomKind::Apply(own, _) if own == function)
            {
                found.push(atom);
            }
        }
        found.into_iter().find_map(|atom| {
            let held = self.solver.terms.atom_term(atom);
            let (one, other) =
                (self.solver.terms.subtract(term, held), self.solver.terms.subtract(held, term));
            (one == zero || other == zero).then(|| self.as_held(held)).flatten()
        })
    }

    fn as_held(&mut self, term: Term) -> Option<HeldWord> {
        let atom = self.solver.terms.as_atom(term)?;
        let function = version::function(&mut self.solver.terms);
        let mut found = None;
        version::words_in_term(&self.solver.terms, function, term, &mut |word| {
            if word.atom == atom {
                found = Some(word);
            }
        });
        found
    }

    fn total_of_piece(
        &mut self,
        state: &State,
        (start, end): (Term, Term),
        piece: Piece,
        bytes: u8,
        measure: &Measure,
    ) -> Option<Term> {
        match piece {
            Piece::Held { version, distance } => {
                let (start, end) =
                    (self.solver.terms.add(start, distance), self.solver.terms.add(end, distance));
                Some(self.between_places(state, measure, version, (start, end), bytes))
            }
            Piece::Word(word) => self.total_of_word(state, word, bytes, measure),
            Piece::Constant(number) => {
                let number = self.constant(number);
                let part = self.number_of_word(state, number, bytes, measure)?;
                let part = self.solver.terms.as_constant(part)?;
                let length = self.solver.terms.subtract(end, start);
                let count = self.solver.terms.divide(length, i128::from(bytes));
                Some(self.solver.terms.scale(part, count))
            }
        }
    }

    /// The number of one word: that of a word of a version by the totals before and behind it.
    fn total_of_word(&mut self, state: &State, word: Term, bytes: u8, measure: &Measure) -> Option<Term> {
        let held = self.as_held(word).or_else(|| {
            state.facts.as_slice().to_vec().into_iter().find_map(|fact| self.held_word(fact, word))
        });
        let Some(held) = held else { return self.number_of_word(state, word, bytes, measure) };
        let version = self.solver.terms.atom_term(held.version);
        let behind = self.solver.terms.add_constant(held.place, i128::from(bytes));
        Some(self.between_places(state, measure, version, (held.place, behind), bytes))
    }

    fn number_of_word(&mut self, state: &State, word: Term, bytes: u8, measure: &Measure) -> Option<Term> {
        let bits = 8 * u32::from(bytes);
        match &measure.reading {
            Reading::Signed => Some(self.signed(&state.facts, word, bits)),
            Reading::Unsigned => Some(self.unsigned(&state.facts, word, bits)),
            Reading::Other(name) => {
                let word = self.signed(&state.facts, word, bits);
                let function = self.solver.terms.symbol(&format!("of_{name}"));
                Some(self.solver.terms.apply(function, &[word]))
            }
        }
    }

    /// The total of the words of a version from one place to another.
    fn between_places(
        &mut self,
        state: &State,
        measure: &Measure,
        version: Term,
        (start, end): (Term, Term),
        bytes: u8,
    ) -> Term {
        let (start, end) = (
            self.before_place(state, measure, version, start, bytes),
            self.before_place(state, measure, version, end, bytes),
        );
        self.solver.terms.subtract(end, start)
    }

    fn before_place(
        &mut self,
        state: &State,
        measure: &Measure,
        version: Term,
        place: Term,
        bytes: u8,
    ) -> Term {
        let place = self.simplest(&state.facts, place);
        if self.solver.terms.as_constant(place).is_some_and(|place| (0..i128::from(bytes)).contains(&place)) {
            return self.constant(0);
        }
        let function = self.solver.terms.symbol(&measure.name);
        self.solver.terms.apply(function, &[version, place])
    }

    /// What holds of all words of a run, but for the versions that they are of; `None` if more is known of some of them.
    fn facts_of_all(&mut self, state: &State, row: &[Cell], bytes: u8) -> Option<Vec<Fact>> {
        let mut common: Option<Vec<Fact>> = None;
        for cell in row {
            let told = match cell.content {
                Content::Each(family) => family.facts(&mut self.solver.terms),
                Content::Fill(_) => heap_rules::family::told(&mut self.solver, cell.content, bytes)?,
                _ => continue,
            };
            let word = Family::word(&mut self.solver.terms);
            let told: Vec<Fact> =
                told.into_iter().filter(|fact| self.held_word(*fact, word).is_none()).collect();
            if common.get_or_insert_with(|| told.clone()) != &told {
                return None;
            }
        }
        let common = common?;
        let (word, place) = Family::names(&mut self.solver.terms);
        for cell in row {
            let Content::Scalar(value) = cell.content else { continue };
            for fact in &common {
                let fact =
                    self.solver.terms.substitute_in_fact(*fact, &[(word, value.term), (place, cell.start)]);
                self.proves(&state.facts, fact).then_some(())?;
            }
        }
        Some(common)
    }
}

#[cfg(test)]
mod tests;
