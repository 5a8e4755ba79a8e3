//! Chunks whose words lead to each other, each as long as one of its words tells: free lists.
//!
//! ```text
//!   [s, e): tiles { φ }    φ ⊢ ends(v, at) = at + len        o < ends(v, o)    s ≤ o < e
//!  ─────────────────────────────────────────────────────────────────────────────────────── cut
//!   [s, o): tiles { φ }  *  [o, e): tiles { φ }
//! ```
//!
//! Sound: the chunks of the run are chunks of the division `v`, which do not overlap, and one of them has the byte at `o`. Since a chunk of
//! `v` begins at `o`, it is that one.
//!
//! ```text
//!   the row of a block, chunks of v and others        every chunk of v that is not in a run begins where one of the row does
//!  ──────────────────────────────────────────────────────────────────────────────────────────────────────────────────────── package
//!   one run of tiles { ends(v', at) = at + len, it8 < ends(v', it8) }        o < ends(v', o)  for each  o < ends(v, o)
//! ```
//!
//! Sound: `v'` is the division of the row as it is now; it has a chunk wherever `v` has one. Where a chunk of `v` was swallowed by one of
//! the row, what is known to lead to another place leads to a chunk, and of everything else this is forgotten.

mod change;

use super::cells::measured;
use super::fold::{Item, Packager, arenas};
use super::links::agreed;
use super::measure::Measure;
use super::places::Places;
use super::told::Chunks;
use crate::fold::Precision;
use crate::limits::{CELLS_OF_A_DIVIDED_BLOCK, CHUNKS_FOLLOWED, POINTER_INTO_A_CHUNK};
use change::Change;
use pure_logic::term::{Atom, AtomKind};
use pure_logic::{Fact, Facts, Solver, Term};
use std::collections::BTreeSet;
use symbolic_heap::tiles::name_of;
use symbolic_heap::{
    Block, Cell, Cells, Content, HeapRule, Layout, State, TileWord, Tiling, division, is_broken,
};

/// The number, without its sign, that stands for null.
const NULL: u16 = 16;

/// Packages the chunks of all blocks, with the words that lead from one to another. That the first one begins at the beginning of its block
/// is told only where boundaries are asked for; those behind it are told of divisions of which this is.
pub fn fold_divided(solver: &mut Solver, state: &mut State, precision: Precision) {
    for base in arenas(state) {
        let Some((cells, facts)) = divided(solver, state, base, precision) else { continue };
        if let Some(block) = state.heap.block_mut(base) {
            block.cells = cells;
        }
        state.facts.assume_all(solver, &facts);
        forget_order(solver, state, base);
    }
}

impl Chunks {
    /// The division whose chunks those of the run are.
    pub fn division(&self, solver: &mut Solver) -> Option<Atom> {
        let at = Tiling::place(&mut solver.terms);
        let places = division::places(solver, &self.facts);
        places.into_iter().filter(|word| word.place == at).map(|word| word.version).find(|&version| {
            let fact = ends_behind(solver, version);
            self.facts.contains(&fact)
        })
    }

    /// The run as one of the chunks of another division: what is known of links is told by it.
    fn redivided(mut self, solver: &mut Solver, links: &[Fact], version: Atom) -> Chunks {
        self.facts.retain(|&fact| !division::is_mentioned(solver, fact));
        self.facts.push(ends_behind(solver, version));
        self.facts.extend(links);
        self
    }
}

/// That a chunk of a tiling is one of a division.
fn ends_behind(solver: &mut Solver, version: Atom) -> Fact {
    let version = solver.terms.atom_term(version);
    let terms = &mut solver.terms;
    let (place, length) = (Tiling::place(terms), Tiling::length(terms));
    let behind = terms.add(place, length);
    let end = division::end(terms, version, place);
    terms.equal(end, behind)
}

/// What both of two runs say of these divisions: that their chunks are chunks of it, and that their links lead to such.
pub(crate) fn common_divisions(
    solver: &mut Solver,
    layout: &Layout,
    known: &[Facts; 2],
    versions: &[Atom],
) -> Vec<Fact> {
    let mut found = Vec::new();
    for &version in versions {
        let fact = ends_behind(solver, version);
        if !known.iter().all(|known| known.proves(solver, fact).is_proved()) {
            continue;
        }
        found.push(fact);
        for word in layout.words.iter().filter(|word| word.link.is_some()) {
            let name = word.name(&mut solver.terms);
            if known.iter().all(|known| leads_to_start(solver, known, version, name)) {
                let division = solver.terms.atom_term(version);
                found.push(division::is_start(&mut solver.terms, division, name));
            }
        }
    }
    found
}

/// Whether an offset is that of a chunk of a division, or that of a null link.
fn leads_to_start(solver: &mut Solver, facts: &Facts, version: Atom, offset: Term) -> bool {
    let zero = solver.terms.constant(0);
    let is_null = solver.terms.less_than(offset, zero);
    facts.proves(solver, is_null).is_proved() || division::is_known_start(solver, facts, version, offset)
}

/// A part of the row of a block by one of its divisions.
enum Part {
    /// The cell at this position is a run of its chunks.
    Run(usize),
    /// One of its chunks begins here; the bytes of it may hold anything by now.
    Chunk(Term),
}

/// The row of a block by a division; `None` if its chunks are not all known.
fn parts(solver: &mut Solver, facts: &Facts, block: &Block, version: Atom) -> Option<Vec<Part>> {
    let mut parts = Vec::new();
    let mut from = solver.terms.constant(0);
    for (position, cell) in block.cells.iter().enumerate() {
        if Chunks::of(solver, cell).and_then(|run| run.division(solver)) == Some(version) {
            parts.extend(
                chunks_between(solver, facts, version, (from, cell.start))?.into_iter().map(Part::Chunk),
            );
            parts.push(Part::Run(position));
            from = cell.end;
        }
    }
    let division = solver.terms.atom_term(version);
    let limit = division::limit(&mut solver.terms, division);
    parts.extend(chunks_between(solver, facts, version, (from, limit))?.into_iter().map(Part::Chunk));
    Some(parts)
}

/// Whether it is asked where the chunks of a division end, and all of them are known: they lie side by side from the beginning of the block
/// on.
pub(super) fn tells_boundaries(solver: &mut Solver, state: &State, base: Atom, version: Atom) -> bool {
    let (division, zero) = (solver.terms.atom_term(version), solver.terms.constant(0));
    let first = division::is_boundary(&mut solver.terms, division, zero);
    let Some(block) = state.heap.block(base).cloned() else { return false };
    state.facts.proves(solver, first).is_proved() && parts(solver, &state.facts, &block, version).is_some()
}

/// Where the chunks of a division begin that fill `[from, to)`.
fn chunks_between(
    solver: &mut Solver,
    facts: &Facts,
    version: Atom,
    (from, to): (Term, Term),
) -> Option<Vec<Term>> {
    let mut starts: Vec<Term> = Vec::new();
    let mut at = from;
    if at == to {
        return Some(starts);
    }
    let known: Vec<_> = division::places(solver, facts.as_slice())
        .into_iter()
        .filter(|word| word.version == version)
        .collect();
    while !facts.equal(solver, at, to).is_proved() {
        let word = known.iter().find(|word| facts.equal(solver, word.place, at).is_proved())?;
        if starts.len() >= CHUNKS_FOLLOWED || !division::is_known_start(solver, facts, version, word.place) {
            return None;
        }
        starts.push(word.place);
        at = solver.terms.atom_term(word.atom);
    }
    Some(starts)
}

/// The divisions of the runs of a block.
fn divisions_of(solver: &mut Solver, block: &Block) -> Vec<Atom> {
    let mut found = Vec::new();
    for cell in block.cells.iter() {
        let version = Chunks::of(solver, cell).and_then(|run| run.division(solver));
        found.extend(version.filter(|version| !found.contains(version)));
    }
    found
}

/// Where the chunk begins that an access to `[start, end)` of a block needs, if it is part of a run of chunks that is divided.
pub fn start_of_access(
    solver: &mut Solver,
    state: &State,
    block: &Block,
    (start, end): (Term, Term),
) -> Option<Term> {
    if !block.cells.iter().any(|cell| matches!(cell.content, Content::Tiles(_))) {
        return None;
    }
    let facts = &state.facts;
    let versions = divisions_of(solver, block);
    let mut candidates: Vec<(i128, Term, Atom)> = Vec::new();
    for word in division::places(solver, facts.as_slice()) {
        if !versions.contains(&word.version) {
            continue;
        }
        match solver.terms.constant_difference(start, word.place) {
            Some(distance @ 0..) => candidates.push((distance, word.place, word.version)),
            Some(_) => {}
            None => {
                let behind = solver.terms.atom_term(word.atom);
                let inside = [solver.terms.at_most(word.place, start), solver.terms.at_most(end, behind)];
                if facts.proves_all(solver, &inside).is_proved() {
                    candidates.push((i128::MAX, word.place, word.version));
                }
            }
        }
    }
    candidates.sort_unstable();
    let zero = solver.terms.constant(0);
    for (_, place, version) in candidates {
        let inside = [solver.terms.at_most(zero, place), solver.terms.less_than(place, block.size)];
        if !facts.proves_all(solver, &inside).is_proved()
            || !division::is_known_start(solver, facts, version, place)
        {
            continue;
        }
        let Some(parts) = parts(solver, facts, block, version) else { continue };
        let is_there = parts.iter().any(|part| match part {
            Part::Chunk(known) => facts.equal(solver, *known, place).is_proved(),
            Part::Run(_) => false,
        });
        return (!is_there).then_some(place);
    }
    None
}

/// The cases in which the chunk that begins at a place inside the block is there: in one of the runs of its division, or one of the chunks
/// that were exposed already.
pub fn expose_start(solver: &mut Solver, state: &State, base: Atom, place: Term) -> Option<Vec<State>> {
    let block = state.heap.block(base)?.clone();
    let versions = divisions_of(solver, &block);
    let version = versions
        .into_iter()
        .find(|&version| division::is_known_start(solver, &state.facts, version, place))?;
    let mut cases = Vec::new();
    for part in parts(solver, &state.facts, &block, version)? {
        match part {
            Part::Chunk(_) if is_broken(solver, HeapRule::StartsLieInRuns) => {}
            Part::Chunk(known) => {
                let mut case = state.clone();
                let is_same = solver.terms.equal(known, place);
                case.facts.assume(solver, is_same);
                cases.extend(crate::rearrange::normalise(solver, case));
            }
            Part::Run(position) => {
                let cell = block.cells.as_slice()[position];
                let mut case = state.clone();
                let inside =
                    [solver.terms.at_most(cell.start, place), solver.terms.less_than(place, cell.end)];
                case.facts.assume_all(solver, &inside);
                if case.facts.is_unsat(solver).is_proved() {
                    continue;
                }
                let is_first = case.facts.equal(solver, cell.start, place).is_proved();
                let before = if is_first { Vec::new() } else { vec![Cell { end: place, ..cell }] };
                let start = if is_first { cell.start } else { place };
                cases.extend(super::expose::expose(
                    solver,
                    &case,
                    (base, position),
                    (before, Cell { start, ..cell }),
                )?);
            }
        }
    }
    Some(cases)
}

/// The cells of a block with its chunks packaged, and what is known of its new division.
fn divided(
    solver: &mut Solver,
    state: &State,
    base: Atom,
    precision: Precision,
) -> Option<(Cells, Vec<Fact>)> {
    let block = state.heap.block(base)?;
    let runs: Vec<Chunks> = block.cells.iter().filter_map(|cell| Chunks::of(solver, cell)).collect();
    let has_words = block.cells.iter().any(|cell| matches!(cell.content, Content::Scalar(_)));
    if block.cells.as_slice().len() > CELLS_OF_A_DIVIDED_BLOCK || !has_words {
        return None;
    }
    // How chunks are measured is told by each run itself.
    let mut measures = Measure::of(solver, &runs, &Facts::new());
    measures.retain(|measure| measure.word().is_some());
    let cells = measured(solver, &state.facts, &block.cells);
    let block = &Block { cells, ..Block::clone(block) };
    let places = Places::of(solver, state, base);
    let packager = Packager {
        state,
        block,
        places,
        stride: None,
        null: Some(NULL),
        describes: false,
        tells_units: precision.tells_units(),
        keeps_boundaries: false,
    };
    let items = match runs.is_empty() {
        false => packager.items(solver, &measures, false),
        true => packager.discover(solver)?,
    };
    if !items.iter().any(|item| matches!(item, Item::Run(..))) {
        return None;
    }
    let new = solver.terms.fresh_variable("division");
    let version = solver.terms.as_atom(new)?;
    let change = Change::of(solver, state, block, &items);
    let mut facts = change.facts(solver, state, block, (version, &items));
    if precision == Precision::Walks {
        facts.extend(change.boundaries(solver, state, &packager.places, (version, &items)));
    }
    let mut known = state.clone();
    known.facts.assume_all(solver, &facts);
    let nowhere = solver.terms.constant(-i128::from(NULL));
    let nothing = division::end(&mut solver.terms, new, nowhere);
    let nothing = solver.terms.zero(nothing);
    known.facts.assume(solver, nothing);
    let mut packager = Packager { state: &known, ..packager };
    packager.places.names.insert(version);
    let items = items.into_iter().map(|item| change.redivided(solver, &known.facts, item, version)).collect();
    let items = with_covered(solver, &packager, items, version);
    let pointers = &packager.places.pointers;
    let facts = facts.into_iter().filter(|&fact| is_referred_to(solver, fact, pointers)).collect();
    Some((packager.composed(solver, items), facts))
}

/// The items of a row, where what is known of a run that was there before covers what lies beside it. What is covered by none is told by
/// names that stay.
fn with_covered(solver: &mut Solver, packager: &Packager<'_>, items: Vec<Item>, version: Atom) -> Vec<Item> {
    let mut result: Vec<Item> = Vec::new();
    let mut rest = items.into_iter().peekable();
    while let Some(item) = rest.next() {
        let (run, words) = match item {
            Item::Run(run, words) => (run, words),
            other => {
                result.push(other);
                continue;
            }
        };
        let mut group = vec![(run, words)];
        while let Some(Item::Run(run, words)) = rest.next_if(|item| matches!(item, Item::Run(..))) {
            group.push((run, words));
        }
        match covering(solver, packager.facts(), &group) {
            // Nothing new is known of it.
            Some(run) => result.push(Item::Other(run.cell(solver))),
            None => result.extend(group.into_iter().map(|(run, words)| match words.is_empty() {
                true => Item::Run(run, words),
                false => {
                    let links: Vec<Fact> = run
                        .facts
                        .iter()
                        .copied()
                        .filter(|&fact| division::is_mentioned(solver, fact))
                        .collect();
                    let told = packager.describe(solver, (run.start, run.end), run.layout.clone(), &words);
                    let links: Vec<Fact> =
                        links.into_iter().filter(|fact| *fact != ends_behind(solver, version)).collect();
                    Item::Run(told.redivided(solver, &links, version), words)
                }
            })),
        }
    }
    result
}

/// One run for chunks side by side, if what is known of one of the runs among them holds of all.
fn covering(solver: &mut Solver, facts: &Facts, group: &[(Chunks, Vec<(TileWord, Term)>)]) -> Option<Chunks> {
    let (first, last) = (group.first()?, group.last()?);
    let mut general = group.iter().find(|(_, words)| words.is_empty())?.0.clone();
    for (run, words) in group {
        if words.is_empty() && run.layout == general.layout && run.facts == general.facts {
            continue;
        }
        let [known, special] = agreed(solver, [facts, facts], general.clone(), run.clone());
        let layout = known.layout.common(&special.layout);
        if known != general
            || layout != general.layout
            || !special.is_covered_by(solver, facts, &general.facts)
        {
            return None;
        }
    }
    general.start = first.0.start;
    general.end = last.0.end;
    Some(general)
}

/// Forgets how the places of several chunks lie to each other, unless one is told by another: with every chunk that was looked at there
/// would be a case for each order, and none of them says whether an access is allowed.
fn forget_order(solver: &mut Solver, state: &mut State, base: Atom) {
    let pointers = Places::of(solver, state, base).pointers;
    let places = division::places(solver, state.facts.as_slice());
    let places: Vec<BTreeSet<Atom>> = places
        .iter()
        .map(|word| solver.terms.summands(word.place).iter().map(|summand| summand.0).collect())
        .collect();
    let names: BTreeSet<Atom> = places.iter().flatten().copied().collect();
    let mut kept = Vec::new();
    for &fact in state.facts.as_slice() {
        let mut mentioned: BTreeSet<Atom> = BTreeSet::new();
        let has_remainder = is_remainder(solver, fact);
        solver.terms.for_each_atom_of_fact(fact, &mut |atom| {
            if names.contains(&atom) {
                mentioned.insert(atom);
            }
        });
        let is_equation = matches!(fact, Fact::Zero(_)) && !has_remainder;
        let is_about_one = mentioned.len() < 2 || places.iter().any(|place| mentioned.is_subset(place));
        let is_kept = is_equation || is_about_one && (!has_remainder || mentioned.is_empty());
        if is_kept && is_referred_to(solver, fact, &pointers) {
            kept.push(fact);
        }
    }
    if kept.len() < state.facts.as_slice().len() {
        state.facts = Facts::from_facts(solver, &kept);
    }
}

/// Forgets what is left when the length of one chunk is divided: what is told of all chunks says it again where the chunk is exposed.
pub fn forget_remainders(solver: &mut Solver, state: &mut State) {
    let facts = state.facts.as_slice().to_vec();
    let mut kept = facts.clone();
    kept.retain(|&fact| !is_remainder(solver, fact) || !division::is_mentioned(solver, fact));
    if kept.len() < facts.len() {
        state.facts = Facts::from_facts(solver, &kept);
    }
}

/// Whether a fact says what is left when a number is divided.
fn is_remainder(solver: &Solver, fact: Fact) -> bool {
    let mut found = false;
    solver.terms.for_each_term_of_fact(fact, &mut |term| {
        let summands = solver.terms.summands(term);
        found |= summands.iter().any(|summand| matches!(solver.terms.kind(summand.0), AtomKind::Modulo(..)));
    });
    found
}

/// Whether a fact over a division speaks of names, of the limit, or of a place to which a pointer leads: of other numbers nobody asks.
fn is_referred_to(solver: &mut Solver, fact: Fact, pointers: &[Term]) -> bool {
    if is_about_the_beginning(solver, fact) {
        return true;
    }
    division::places(solver, &[fact]).into_iter().all(|word| {
        let Some(place @ 0..) = solver.terms.as_constant(word.place) else { return true };
        pointers.iter().any(|&pointer| {
            let pointer = solver.terms.as_constant(pointer);
            pointer.is_some_and(|pointer| (0..=POINTER_INTO_A_CHUNK).contains(&(pointer - place)))
        })
    })
}

/// Whether a fact says that a division begins at the beginning of its block: walks from one chunk to the next do so there.
fn is_about_the_beginning(solver: &mut Solver, fact: Fact) -> bool {
    let [word] = division::places(solver, &[fact])[..] else { return false };
    let zero = solver.terms.constant(0);
    let version = solver.terms.atom_term(word.version);
    word.place == zero && fact == division::is_boundary(&mut solver.terms, version, zero)
}

/// The facts of a tiling without what is said of divisions, and, where it is divided, without bounds of links and remainders of places:
/// that these are places of chunks says more, and of which of them changes with every step.
pub(crate) fn without_divisions(
    solver: &mut Solver,
    facts: Vec<Fact>,
    layout: &Layout,
    is_divided: bool,
) -> Vec<Fact> {
    let mut links: Vec<Atom> = Vec::new();
    if is_divided {
        links.push(name_of(&mut solver.terms, Tiling::place));
    }
    for word in layout.words.iter().filter(|word| is_divided && word.link.is_some()) {
        let name = word.name(&mut solver.terms);
        links.extend(solver.terms.as_atom(name));
    }
    let is_bound = |solver: &Solver, fact: Fact| {
        let mut mentions = false;
        solver.terms.for_each_atom_of_fact(fact, &mut |atom| mentions |= links.contains(&atom));
        mentions && (is_remainder(solver, fact) || matches!(fact, Fact::NonNegative(_)))
    };
    facts
        .into_iter()
        .filter(|&fact| !division::is_mentioned(solver, fact) && !is_bound(solver, fact))
        .collect()
}

/// The facts with a division in the place of another one.
pub(crate) fn with_division(solver: &mut Solver, facts: &mut [Fact], before: Atom, after: Term) {
    for fact in facts {
        *fact = solver.terms.substitute_in_fact(*fact, &[(before, after)]);
    }
}
