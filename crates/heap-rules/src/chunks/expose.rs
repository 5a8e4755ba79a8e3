//! Taking the first chunk out of a run of tiles.
//!
//! ```text
//!   a { …, [s, e): tiles { φ }, … }        s < e
//!  ────────────────────────────────────────────────────────────────────────────────────────────────────────── expose-chunk
//!   a { …, [s + o, s + o + b): w, …, [s + o + b, s + len): rest, [s + len, e): tiles { φ }, … }  ∧  s + len ≤ e  ∧  φ(s, len, w)
//! ```
//!
//! Sound: a run of tiles that is not empty has a first chunk, of which the facts hold, and tiles behind it.
//! A link of it is null, or leads into the block: a case for each.
//! Where all chunks are equally long, the run is cut before any of them: what is cut off is a run of such chunks.

use super::cells::remainder;
use super::divided::tells_boundaries;
use super::measure::Measure;
use super::told::Chunks;
use crate::limits::LINKS_OF_AN_EXPOSED_CHUNK;
use crate::rearrange::normalise;
use pure_logic::term::Atom;
use pure_logic::{Fact, Facts, Solver, Term};
use symbolic_heap::tiles::name_of;
use symbolic_heap::{Cell, Cells, Chunk, Content, HeapRule, State, Tiling, Value, division, is_broken};

/// The state in which the first chunk of the run that begins at an offset of a block is there; it is known not to be empty.
/// `None` if there is no such run, nothing if no memory satisfies the state.
pub fn expose_chunk(solver: &mut Solver, state: &State, block: Atom, start: Term) -> Option<Vec<State>> {
    let cells = &state.heap.block(block)?.cells;
    let is_run = |cell: &Cell| cell.start == start && cell.start != cell.end;
    let position = cells.iter().position(|cell| is_run(cell) && matches!(cell.content, Content::Tiles(_)))?;
    let cell = cells.as_slice()[position];
    expose(solver, state, (block, position), (Vec::new(), cell))
}

/// The cases in which the first chunk of a run is there, behind some cells, in the place of a cell of a block.
pub(super) fn expose(
    solver: &mut Solver,
    state: &State,
    (block, position): (Atom, usize),
    (before, cell): (Vec<Cell>, Cell),
) -> Option<Vec<State>> {
    let Content::Tiles(tiling) = cell.content else { return None };
    let layout = tiling.layout(&solver.terms)?;
    let links = layout.words.iter().filter(|word| word.link.is_some()).count();
    if links > LINKS_OF_AN_EXPOSED_CHUNK {
        return None;
    }
    let boundaries = division_with_boundaries(solver, state, block, cell);
    let mut cases = Vec::new();
    for nulls in 0..1u32 << links {
        if nulls == 0 && links > 0 && is_broken(solver, HeapRule::LinksAreNull) {
            continue;
        }
        let mut case = state.clone();
        let mut exposed = before.clone();
        let chunk = first_chunk(solver, &mut case, block, cell, nulls)?;
        if let Some(division) = boundaries {
            let end = behind_first(&chunk, cell);
            let fact = division::is_boundary(&mut solver.terms, division, end);
            case.facts.assume(solver, fact);
        }
        exposed.extend(chunk);
        if let Some(block) = case.heap.block_mut(block) {
            block.cells.replace_with(position..position + 1, exposed);
        }
        cases.extend(normalise(solver, case));
    }
    Some(cases)
}

/// As [`expose_chunk`], for a chunk inside the run that begins at `start`, where all chunks are equally long.
pub fn expose_inside(
    solver: &mut Solver,
    state: &State,
    block: Atom,
    (start, place): (Term, Term),
) -> Option<Vec<State>> {
    let cells = &state.heap.block(block)?.cells;
    let position =
        cells.iter().position(|cell| cell.start == start && matches!(cell.content, Content::Tiles(_)))?;
    let cell = cells.as_slice()[position];
    let length = common_length(solver, state, &cell)?;
    let inside = [solver.terms.at_most(start, place), solver.terms.less_than(place, cell.end)];
    if !state.facts.proves_all(solver, &inside).is_proved()
        || distance_into_chunk(solver, &state.facts, (start, place), length) != Some(0)
    {
        return None;
    }
    // A place that is the beginning of the run in other words leaves no run before it.
    if state.facts.equal(solver, start, place).is_proved() {
        return expose(solver, state, (block, position), (Vec::new(), cell));
    }
    let before = vec![Cell { end: place, ..cell }];
    expose(solver, state, (block, position), (before, Cell { start: place, ..cell }))
}

/// How far from the beginning of its chunk a place lies, in a run that begins at `start` and whose chunks are equally long.
pub fn distance_into_chunk(
    solver: &mut Solver,
    facts: &Facts,
    (start, place): (Term, Term),
    length: i128,
) -> Option<i128> {
    // What is known of two places is more often known of each than of their distance.
    if let Some(start) = remainder(solver, facts, start, length)
        && let Some(place) = remainder(solver, facts, place, length)
    {
        return Some((place - start).rem_euclid(length));
    }
    let distance = solver.terms.subtract(place, start);
    remainder(solver, facts, distance, length)
}

/// The length that all chunks of a run have, if it is the same.
pub fn common_length(solver: &mut Solver, state: &State, cell: &Cell) -> Option<i128> {
    let run = Chunks::of(solver, cell)?;
    if let Some(stride) = run.layout.stride {
        return Some(i128::from(stride));
    }
    let measures = Measure::of(solver, &[run], &state.facts);
    measures.into_iter().find_map(|measure| match measure {
        Measure::Constant(length) => Some(length),
        Measure::Word { .. } => None,
    })
}

/// The cells of the first chunk of a run and of what is behind it. Assumes what holds of it. Bits tell which of its links are null.
fn first_chunk(
    solver: &mut Solver,
    state: &mut State,
    block: Atom,
    cell: Cell,
    nulls: u32,
) -> Option<Vec<Cell>> {
    let Content::Tiles(tiling) = cell.content else { return None };
    let layout = tiling.layout(&solver.terms)?;
    let mut facts = tiling.facts(&mut solver.terms);
    let place = name_of(&mut solver.terms, Tiling::place);
    let mut words = Vec::new();
    substitute(solver, &mut facts, place, cell.start);
    // What an equation says that a part is, it is; the others get names.
    let own = Chunks::own_names(solver, &layout);
    let size = state.heap.block(block)?.size;
    let mut contents = Vec::new();
    let mut links = 0;
    for word in &layout.words {
        let name = name_of(&mut solver.terms, |terms| word.name(terms));
        let is_null = word.link.is_some() && nulls >> links & 1 == 1;
        links += u32::from(word.link.is_some());
        let value = match word.null().filter(|_| is_null) {
            Some(null) => solver.terms.constant(null),
            None => solution(solver, &facts, name, &own).unwrap_or_else(|| solver.terms.fresh_variable("m")),
        };
        substitute(solver, &mut facts, name, value);
        words.push(value);
        contents.push(match word.link {
            None => value,
            Some(_) if is_null => solver.terms.constant(0),
            Some(_) => {
                let zero = solver.terms.constant(0);
                let inside = [solver.terms.at_most(zero, value), solver.terms.less_than(value, size)];
                state.facts.assume_all(solver, &inside);
                let base = solver.terms.atom_term(block);
                solver.terms.add(base, value)
            }
        });
    }
    let name = name_of(&mut solver.terms, Tiling::length);
    let length = match layout.stride {
        Some(stride) => solver.terms.constant(i128::from(stride)),
        None => solution(solver, &facts, name, &own).unwrap_or_else(|| solver.terms.fresh_variable("len")),
    };
    let chunk = Chunk { place: cell.start, length, words };
    let end = solver.terms.add(cell.start, length);
    let instance = tiling.instance(&mut solver.terms, &chunk);
    state.facts.assume_all(solver, &instance);
    let fits = solver.terms.at_most(end, cell.end);
    state.facts.assume(solver, fits);
    if is_broken(solver, HeapRule::TilesAreOneChunk) {
        let fills = solver.terms.equal(end, cell.end);
        state.facts.assume(solver, fills);
    }
    let mut cells = Vec::new();
    let mut from = cell.start;
    let rest = layout.rest.content();
    for (word, value) in layout.words.iter().zip(&contents) {
        let start = solver.terms.add_constant(cell.start, i128::from(word.offset));
        if start != from {
            cells.push(Cell { start: from, end: start, content: rest });
        }
        from = solver.terms.add_constant(cell.start, word.end());
        cells.push(Cell { start, end: from, content: Content::Scalar(Value::defined(*value)) });
    }
    if from != end {
        cells.push(Cell { start: from, end, content: rest });
    }
    if end != cell.end {
        cells.push(Cell { start: end, ..cell });
    }
    Some(Cells::from_cells(cells).as_slice().to_vec())
}

/// The division that a run is of, if it is asked where the chunks of it end: each of them does at a boundary.
fn division_with_boundaries(solver: &mut Solver, state: &State, block: Atom, run: Cell) -> Option<Term> {
    let version = Chunks::of(solver, &run)?.division(solver)?;
    tells_boundaries(solver, state, block, version).then(|| solver.terms.atom_term(version))
}

/// Where the first chunk of a run ends, of which these are the cells.
fn behind_first(cells: &[Cell], run: Cell) -> Term {
    match cells.last() {
        Some(last) if matches!(last.content, Content::Tiles(_)) => last.start,
        _ => run.end,
    }
}

fn substitute(solver: &mut Solver, facts: &mut [Fact], name: Atom, value: Term) {
    for fact in facts {
        *fact = solver.terms.substitute_in_fact(*fact, &[(name, value)]);
    }
}

/// What an equation says that a part of a chunk is, without any other part.
fn solution(
    solver: &mut Solver,
    facts: &[Fact],
    name: Atom,
    own: &std::collections::BTreeSet<Atom>,
) -> Option<Term> {
    facts.iter().find_map(|fact| {
        let Fact::Zero(term) = *fact else { return None };
        // Where a chunk ends is told by its length, not the other way round.
        if division::is_mentioned(solver, *fact) {
            return None;
        }
        let coefficient = solver.terms.summands(term).iter().find(|summand| summand.0 == name)?.1;
        if coefficient.abs() != 1 {
            return None;
        }
        let part = solver.terms.atom_term(name);
        let rest = solver.terms.add_scaled(term, -coefficient, part);
        let mut mentions = false;
        solver.terms.for_each_atom(rest, &mut |atom| mentions |= own.contains(&atom));
        (!mentions).then(|| solver.terms.scale(-coefficient, rest))
    })
}
