//! Packaging: a header and the bytes that it speaks of become a chunk, and chunks side by side a run of tiles.
//!
//! ```text
//!   [t, t + b): w  *  [t + b, x): anything that holds no address        x - t = len(w)
//!  ──────────────────────────────────────────────────────────────────────────────────── package (swallow, package2)
//!   [t, x): tiles { at = t ∧ len = x - t ∧ it = w ∧ what the facts say of them }
//! ```
//!
//! Sound: this is a run of one chunk. What was stored in its bytes besides the words is forgotten, so it does not matter whether the
//! bytes behind the header were another chunk (*swallow*) or never anything (*package2*).
//! A chunk stays as it is while a pointer leads into it, and a boundary to which something refers stays one: a *cutpoint*.

use super::cells::{aligned, measured, remainder};
use super::measure::Measure;
use super::places::Places;
use super::told::{Chunks, about_chunks};
use crate::family::connected;
use crate::fold::mentions_memory;
use crate::limits::{CELLS_OF_A_ROW_OF_CHUNKS, HEADER_OF_A_CHUNK, WORDS_OF_A_CHUNK};
use pure_logic::term::{Atom, AtomKind};
use pure_logic::{Facts, Solver, Term};
use std::collections::BTreeSet;
use symbolic_heap::{Block, Cell, Cells, Content, Layout, Location, Region, Rest, State, TileWord, Tiling};

/// Packages the chunks of all blocks.
pub fn fold_chunks(solver: &mut Solver, state: &mut State) {
    for base in arenas(state) {
        let Some(cells) = packaged(solver, state, base, &[], None) else { continue };
        if let Some(block) = state.heap.block_mut(base) {
            block.cells = cells;
        }
    }
}

/// The blocks that may have chunks.
pub(super) fn arenas(state: &State) -> Vec<Atom> {
    let is_arena = |block: &&std::sync::Arc<Block>| {
        let region = block.region;
        block.is_live() && !block.is_part() && !matches!(region, Region::Constant | Region::Code)
    };
    state.heap.blocks().filter(is_arena).map(|block| block.base).collect()
}

/// What a part of a block is.
pub(super) enum Item {
    /// Chunks, and the words of one that was found among the cells.
    Run(Chunks, Vec<(TileWord, Term)>),
    /// A chunk into which a pointer leads, and the cells that it consists of.
    Open(Chunks, Vec<Cell>),
    Other(Cell),
}

/// The cells of a block with its chunks packaged, if it has any. The measures are those of chunks that are like them; a stride is the
/// length of the records of an array.
pub(crate) fn packaged(
    solver: &mut Solver,
    state: &State,
    base: Atom,
    measures: &[Measure],
    stride: Option<i128>,
) -> Option<Cells> {
    let block = state.heap.block(base)?;
    let cells = &block.cells;
    if cells.as_slice().len() > CELLS_OF_A_ROW_OF_CHUNKS {
        return None;
    }
    let runs: Vec<Chunks> = cells.iter().filter_map(|cell| Chunks::of(solver, cell)).collect();
    let has_words = cells.iter().any(|cell| matches!(cell.content, Content::Scalar(_)));
    if runs.is_empty() && !has_words {
        return None;
    }
    let stride = stride.or_else(|| runs.iter().find_map(|run| run.layout.stride).map(i128::from));
    let known: Vec<Measure> = match stride {
        Some(stride) => vec![Measure::Constant(stride)],
        None => {
            let own = Measure::of(solver, &runs, &state.facts);
            own.into_iter().chain(measures.iter().copied()).collect()
        }
    };
    let mut cells = measured(solver, &state.facts, cells);
    if let Some(stride) = stride {
        cells = aligned(solver, &state.facts, &cells, stride);
    }
    let block = &Block { cells, ..Block::clone(block) };
    let places = Places::of(solver, state, base);
    let null = stride.and_then(|stride| u16::try_from(stride).ok());
    let keeps_boundaries = stride.is_none();
    let packager = Packager {
        state,
        block,
        places,
        stride,
        null,
        describes: true,
        tells_units: false,
        keeps_boundaries,
    };
    let items = match known.is_empty() {
        false => packager.items(solver, &known, false),
        true if runs.is_empty() => packager.discover(solver)?,
        true => packager.items(solver, &[], false),
    };
    if !items.iter().any(|item| matches!(item, Item::Run(..) | Item::Open(..))) {
        return None;
    }
    Some(packager.composed(solver, items))
}

/// A chunk that begins with a cell.
struct Found {
    chunk: Chunks,
    /// How many cells belong to it.
    count: usize,
    /// What is left of the last of them.
    left: Option<Cell>,
    words: Vec<(TileWord, Term)>,
}

pub(super) struct Packager<'a> {
    pub state: &'a State,
    pub block: &'a Block,
    pub places: Places,
    /// How long all chunks are, if the block is an array of records.
    pub stride: Option<i128>,
    /// Of words that lead into the block: the number, without its sign, that stands for null.
    pub null: Option<u16>,
    /// What is known of a chunk is told by names that stay.
    pub describes: bool,
    /// It is told of what number the lengths of chunks are multiples.
    pub tells_units: bool,
    /// Boundaries to which something refers stay, since no other chunks than the first of a run can be exposed.
    pub keeps_boundaries: bool,
}

impl Packager<'_> {
    pub fn facts(&self) -> &Facts {
        &self.state.facts
    }

    /// The parts of a block, where chunks are measured in one of these ways.
    pub fn items(&self, solver: &mut Solver, measures: &[Measure], is_guess: bool) -> Vec<Item> {
        let mut items = Vec::new();
        let mut rest: Vec<Cell> = self.block.cells.iter().rev().copied().collect();
        while let Some(cell) = rest.pop() {
            if let Some(run) = Chunks::of(solver, &cell) {
                items.push(Item::Run(run, Vec::new()));
                continue;
            }
            rest.push(cell);
            let ahead: Vec<Cell> = rest.iter().rev().copied().collect();
            let found = measures.iter().find_map(|&measure| self.chunk(solver, &ahead, measure, is_guess));
            match found {
                Some(Found { chunk, count, left, words }) => {
                    let mut own: Vec<Cell> = ahead[..count].to_vec();
                    rest.truncate(rest.len() - count);
                    if let Some(left) = left {
                        own.last_mut().expect("a chunk has a header").end = left.start;
                        rest.push(left);
                    }
                    // Where all are equally long, any of them can be exposed again.
                    let is_apart = !self.keeps_boundaries
                        || self.places.are_outside(solver, self.facts(), (chunk.start, chunk.end));
                    match is_apart {
                        true => items.push(Item::Run(chunk, words)),
                        false => items.push(Item::Open(chunk, own)),
                    }
                }
                None => {
                    rest.pop();
                    items.push(Item::Other(cell));
                }
            }
        }
        items
    }

    /// The first way to measure chunks that finds some, where none are known yet.
    pub fn discover(&self, solver: &mut Solver) -> Option<Vec<Item>> {
        let cells = self.block.cells.as_slice();
        for position in 0..cells.len() {
            let ahead = &cells[position..];
            let words: Vec<TileWord> = self
                .header(solver, ahead, None)
                .into_iter()
                .map(|word| word.0)
                .take(WORDS_OF_A_CHUNK)
                .collect();
            for measure in Measure::by_words(&words) {
                if self.chunk(solver, ahead, measure, true).is_some() {
                    return Some(self.items(solver, &[measure], true));
                }
            }
        }
        None
    }

    /// The words at constant distances from the beginning of the first cell, and their numbers. Links are told where it is known what
    /// stands for null.
    fn header(&self, solver: &mut Solver, cells: &[Cell], null: Option<u16>) -> Vec<(TileWord, Term)> {
        let Some(first) = cells.first() else { return Vec::new() };
        let mut words = Vec::new();
        for cell in cells {
            let ends = [cell.start, cell.end].map(|end| solver.terms.constant_difference(end, first.start));
            let [Some(start), Some(end)] = ends else { break };
            if end > HEADER_OF_A_CHUNK {
                break;
            }
            if let Content::Scalar(value) = cell.content
                && value.is_defined()
                && matches!(end - start, 1 | 2 | 4 | 8)
                && let (Ok(offset), Ok(bytes)) = (u16::try_from(start), u8::try_from(end - start))
            {
                if !mentions_memory(solver, self.state, value.term) {
                    words.push((TileWord::number(offset, bytes), value.term));
                } else if let Some(null) = null
                    && let Some(place) = self.place_of(solver, value.term)
                {
                    words.push((TileWord { offset, bytes, link: Some(null) }, place));
                }
            }
        }
        words
    }

    /// The offset to which an address leads that lies inside the block.
    fn place_of(&self, solver: &mut Solver, address: Term) -> Option<Term> {
        let location = self.state.heap.locate(&mut solver.terms, address);
        let Location::Block { base, offset } = location else { return None };
        let zero = solver.terms.constant(0);
        let inside = [solver.terms.at_most(zero, offset), solver.terms.less_than(offset, self.block.size)];
        let is_inside = base == self.block.base && self.facts().proves_all(solver, &inside).is_proved();
        is_inside.then_some(offset)
    }

    /// The chunk that begins with the first of these cells. If its measure is a guess, something must refer to its end.
    fn chunk(&self, solver: &mut Solver, cells: &[Cell], measure: Measure, is_guess: bool) -> Option<Found> {
        let start = cells.first()?.start;
        let stride = self.stride;
        if let Some(stride) = stride
            && remainder(solver, self.facts(), start, stride) != Some(0)
        {
            return None;
        }
        let mut words = self.header(solver, cells, self.null);
        let value = match measure.word() {
            Some(word) => Some(words.iter().find(|known| known.0 == word)?.1),
            None => None,
        };
        let length = measure.length(solver, value)?;
        let end = solver.terms.add(start, length);
        if is_guess && !(self.is_known_end(solver, end) && self.is_counted(solver, measure, length)) {
            return None;
        }
        words.truncate(WORDS_OF_A_CHUNK);
        words.retain(|(word, _)| {
            let behind = solver.terms.constant(word.end());
            let is_inside = solver.terms.at_most(behind, length);
            self.facts().proves(solver, is_inside).is_proved()
        });
        let one = solver.terms.constant(1);
        let is_chunk = solver.terms.at_most(one, length);
        // Bytes that are all alike need no chunks where these are equally long.
        if measure.word().is_some_and(|word| !words.iter().any(|known| known.0 == word))
            || measure.word().is_none() && words.is_empty()
            || !self.facts().proves(solver, is_chunk).is_proved()
        {
            return None;
        }
        let (count, left) = self.extent(solver, cells, end)?;
        let rest = self.rest(solver, &cells[..count], &words, start)?;
        let own = words.iter().map(|word| word.0).collect();
        let layout =
            Layout { words: own, rest, stride: self.stride.and_then(|stride| u16::try_from(stride).ok()) };
        let chunk = match self.describes {
            true => self.describe(solver, (start, end), layout, &words),
            false => self.equations(solver, (start, end), layout, &words),
        };
        Some(Found { chunk, count, left, words })
    }

    /// Whether a word from which the length of a chunk is guessed counts some bytes of it, or there are others in its block: a variable that
    /// is zero tells nothing.
    fn is_counted(&self, solver: &mut Solver, measure: Measure, length: Term) -> bool {
        let Measure::Word { uncounted: 1.., .. } = measure else { return true };
        let Some(nothing) = measure.length_of_nothing(solver) else { return false };
        let counts = solver.terms.less_than(nothing, length);
        let is_part = solver.terms.less_than(length, self.block.size);
        [counts, is_part].into_iter().any(|fact| self.facts().proves(solver, fact).is_proved())
    }

    /// Whether a guessed end is where the block, a cell or what something refers to ends or begins.
    fn is_known_end(&self, solver: &mut Solver, end: Term) -> bool {
        if self.block.cells.iter().any(|cell| cell.end == end)
            || !self.keeps_boundaries && self.places.numbers.contains(&end)
        {
            return true;
        }
        let facts = self.facts();
        self.places.is_place(solver, facts, end)
            || solver.terms.as_constant(end).is_none()
                && self.block.cells.iter().any(|cell| facts.equal(solver, cell.end, end).is_proved())
    }

    /// How many cells reach to an offset, and what is left of the last of them.
    fn extent(&self, solver: &mut Solver, cells: &[Cell], end: Term) -> Option<(usize, Option<Cell>)> {
        let facts = self.facts();
        for (index, cell) in cells.iter().enumerate() {
            if cell.end == end || facts.equal(solver, cell.end, end).is_proved() {
                return Some((index + 1, None));
            }
            let is_inside = [solver.terms.at_most(cell.start, end), solver.terms.less_than(end, cell.end)];
            if facts.proves_all(solver, &is_inside).is_proved() {
                let can_be_cut = matches!(
                    cell.content,
                    Content::Uninitialised | Content::Unknown | Content::Letters | Content::Fill(_)
                );
                return can_be_cut.then_some((index + 1, Some(Cell { start: end, ..*cell })));
            }
            // Perhaps the rest of this cell is empty: then nothing is left of it.
            let may_touch = solver.terms.at_most(end, cell.end);
            if facts.proves(solver, may_touch).is_proved() {
                let can_be_cut = matches!(
                    cell.content,
                    Content::Uninitialised | Content::Unknown | Content::Letters | Content::Fill(_)
                );
                let is_behind = solver.terms.at_most(cell.start, end);
                return (can_be_cut && facts.proves(solver, is_behind).is_proved())
                    .then_some((index + 1, Some(Cell { start: end, ..*cell })));
            }
        }
        None
    }

    /// What covers the bytes of a chunk that belong to none of its words; `None` if one of them may be part of an address.
    fn rest(
        &self,
        solver: &mut Solver,
        cells: &[Cell],
        words: &[(TileWord, Term)],
        start: Term,
    ) -> Option<Rest> {
        let mut rest: Option<Rest> = None;
        for cell in cells {
            let offset = solver.terms.constant_difference(cell.start, start);
            let length = solver.terms.constant_difference(cell.end, cell.start);
            let is_word = words.iter().any(|(word, _)| {
                Some(i128::from(word.offset)) == offset && Some(i128::from(word.bytes)) == length
            });
            if is_word || cell.start == cell.end {
                continue;
            }
            let own = match cell.content {
                Content::Scalar(value) if mentions_memory(solver, self.state, value.term) => return None,
                Content::Scalar(value) if value.is_defined() => Rest::Stored,
                Content::Scalar(_) => Rest::Anything,
                other => Rest::of(other)?,
            };
            rest = Some(rest.map_or(own, |rest| rest.join(own)));
        }
        // Where there are no other bytes, any of them would do.
        Some(rest.unwrap_or(Rest::Fill(0)))
    }

    /// What is known of a chunk by names that stay.
    pub fn describe(
        &self,
        solver: &mut Solver,
        (start, end): (Term, Term),
        layout: Layout,
        words: &[(TileWord, Term)],
    ) -> Chunks {
        let chunk = self.equations(solver, (start, end), layout, words);
        let mut seeds = vec![start, end];
        seeds.extend(words.iter().map(|word| word.1));
        let known = connected(solver, self.state, &seeds);
        let known = chunk.known_by(solver, &known, &chunk.layout, &self.places.names);
        let facts = about_chunks(solver, &known, &chunk.layout);
        let mut told = Chunks { facts, ..chunk };
        // The place is told by the run as long as it is one chunk; later it is what chunks have in common.
        told.facts.sort_unstable();
        told
    }

    /// A chunk of which is told what its parts are.
    fn equations(
        &self,
        solver: &mut Solver,
        (start, end): (Term, Term),
        layout: Layout,
        words: &[(TileWord, Term)],
    ) -> Chunks {
        let length = solver.terms.subtract(end, start);
        let terms = &mut solver.terms;
        let (place, own_length) = (Tiling::place(terms), Tiling::length(terms));
        let mut facts = vec![terms.equal(place, start), terms.equal(own_length, length)];
        for &(word, value) in words {
            let (low, high) = word.range();
            let (low, high) = (solver.terms.constant(low), solver.terms.constant(high));
            let range = [solver.terms.at_most(low, value), solver.terms.at_most(value, high)];
            // The facts speak of the number as which the word is read.
            if word.link.is_some() || self.facts().proves_all(solver, &range).is_proved() {
                let name = word.name(&mut solver.terms);
                facts.push(solver.terms.equal(name, value));
            }
        }
        Chunks { start, end, layout, facts }
    }

    /// Runs side by side become one, unless something refers to the boundary between them.
    pub fn composed(&self, solver: &mut Solver, items: Vec<Item>) -> Cells {
        let names = self.names_that_stay(solver, &items);
        let mut seeds: Vec<Term> = Vec::new();
        for cell in self.block.cells.iter() {
            seeds.extend([cell.start, cell.end]);
            seeds.extend(cell.content.term());
        }
        let known = connected(solver, self.state, &seeds);
        let mut result: Vec<Item> = Vec::new();
        for item in items {
            let run = match item {
                Item::Run(run, _) => run,
                other => {
                    result.push(other);
                    continue;
                }
            };
            if let Some(Item::Run(last, _)) = result.last_mut()
                && (self.is_empty(solver, last)
                    || self.is_empty(solver, &run)
                    || !self.keeps_boundaries
                    || !self.places.is_cutpoint(solver, self.facts(), run.start))
            {
                *last = last.composed(solver, &known, &run, &names, self.tells_units);
                continue;
            }
            result.push(Item::Run(run, Vec::new()));
        }
        self.cells_of(solver, result, &known)
    }

    fn is_empty(&self, solver: &mut Solver, run: &Chunks) -> bool {
        run.start == run.end || self.facts().equal(solver, run.start, run.end).is_proved()
    }

    /// The names that are mentioned by something else than chunks that are packaged.
    fn names_that_stay(&self, solver: &Solver, items: &[Item]) -> BTreeSet<Atom> {
        let mut names = self.places.names.clone();
        let mut note = |term: Term| {
            solver.terms.for_each_atom(term, &mut |atom| {
                if matches!(solver.terms.kind(atom), AtomKind::Variable(_))
                    && self.state.heap.block(atom).is_none()
                {
                    names.insert(atom);
                }
            });
        };
        for item in items {
            let cells: &[Cell] = match item {
                Item::Run(..) => continue,
                Item::Open(_, cells) => cells,
                Item::Other(cell) => std::slice::from_ref(cell),
            };
            for cell in cells {
                note(cell.start);
                note(cell.end);
                cell.content.term().into_iter().for_each(&mut note);
            }
        }
        names
    }

    fn cells_of(&self, solver: &mut Solver, items: Vec<Item>, known: &Facts) -> Cells {
        let mut cells: Vec<Cell> = Vec::new();
        for item in items {
            match item {
                Item::Run(run, _) => {
                    let run = run.without_repetitions(solver, known);
                    cells.push(run.cell(solver));
                }
                Item::Open(chunk, own) => {
                    for cell in own {
                        let offset = solver.terms.constant_difference(cell.start, chunk.start);
                        let is_word =
                            chunk.layout.words.iter().any(|word| Some(i128::from(word.offset)) == offset);
                        push(&mut cells, cell, self.plain(solver, cell, is_word));
                    }
                }
                Item::Other(cell) => {
                    let is_fixed = solver.terms.as_constant(cell.start).is_some();
                    push(&mut cells, cell, self.plain(solver, cell, is_fixed));
                }
            }
        }
        Cells::from_cells(cells)
    }

    /// The content of a cell without a number that need not be told apart.
    fn plain(&self, solver: &Solver, cell: Cell, is_kept: bool) -> Content {
        match cell.content {
            Content::Scalar(value) if !is_kept && !mentions_memory(solver, self.state, value.term) => {
                if value.is_defined() { Content::Unknown } else { Content::Uninitialised }
            }
            same => same,
        }
    }
}

/// Adds a cell; bytes of the same content make one with those before.
fn push(cells: &mut Vec<Cell>, cell: Cell, content: Content) {
    match cells.last_mut() {
        Some(last)
            if last.content == content
                && content.holds_of_unions()
                && !matches!(
                    content,
                    Content::Scalar(_) | Content::Striped(_) | Content::Tiles(_) | Content::Text
                ) =>
        {
            last.end = cell.end;
        }
        _ => cells.push(Cell { content, ..cell }),
    }
}
