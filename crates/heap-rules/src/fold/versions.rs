//! Unknown words of arrays get names that say where they are.
//!
//! ```text
//!   [s, e): m     m a name of which nothing says that it is a word of the version v at s
//!  ──────────────────────────────────────────────────────────────────────────────────── name
//!   [s, e): held(v, s)                                     held(v, s) in the place of m
//! ```
//!
//! Sound: a version is any function of offsets; where nothing is said of its value at `s`, that value may be `m`.
//! Words side by side are of one version, so that they make a family: `it = held(v, at)`.

use super::Precision;
use crate::limits::{WORDS_NAMED_AT_ONCE, WORDS_OF_A_NAMED_ARRAY};
use pure_logic::term::{Atom, AtomKind, Symbol};
use pure_logic::{Facts, Solver, Term};
use std::collections::BTreeSet;
use symbolic_heap::version::{self, HeldWord};
use symbolic_heap::{Block, Cell, Content, Family, State};

pub(super) fn name_words(solver: &mut Solver, state: &mut State, precision: Precision) {
    let names_bytes = precision.fields().iter().any(|stride| stride != 0);
    let live = state.heap.blocks().filter(|block| block.is_live() && !block.is_part());
    let mut blocks: Vec<&Block> = live.map(|block| &**block).collect();
    // What a loop moves from one array to another is called by its place in the array that was there before.
    blocks.sort_by_key(|block| !has_word_beside_others(block));
    let bases: Vec<Atom> = blocks.into_iter().map(|block| block.base).collect();
    for base in bases {
        let words = unknown_words(solver, state, base, names_bytes);
        if words.len() > WORDS_NAMED_AT_ONCE {
            continue;
        }
        for (position, atom) in words {
            let Some(block) = state.heap.block(base) else { continue };
            let cells: Vec<Cell> = block.cells.as_slice().to_vec();
            let place = cells[position].start;
            let known = neighbour_versions(solver, &cells, position)
                .into_iter()
                .find(|&version| is_free(solver, state, version, place));
            let version = match known {
                Some(version) => solver.terms.atom_term(version),
                None => solver.terms.fresh_variable("array"),
            };
            let word = version::held(&mut solver.terms, version, place);
            let meaning = [(atom, word)];
            state.substitute_in_heap(solver, &meaning);
            state.facts = state.facts.substitute(solver, &meaning);
        }
    }
}

/// Whether a word of a block lies beside others that were stored, of which none is known by itself.
fn has_word_beside_others(block: &Block) -> bool {
    let is_word = |cell: &Cell| matches!(cell.content, Content::Scalar(_));
    let are_stored = |cell: &Cell| matches!(cell.content, Content::Unknown | Content::Each(_));
    let mut pairs = block.cells.as_slice().windows(2).map(|pair| (&pair[0], &pair[1]));
    pairs.any(|(left, right)| is_word(left) && are_stored(right) || are_stored(left) && is_word(right))
}

/// Gives what variables of the program hold a name of its own where it is a word of a version: what is known of other words by it, as
/// that they are not greater, stays true when the variable holds another word later.
pub(super) fn name_copies(solver: &mut Solver, state: &mut State) {
    settle_places(solver, state);
    let function = version::function(&mut solver.terms);
    let mut words: BTreeSet<Atom> = BTreeSet::new();
    let is_variable = |block: &Block| {
        block.is_live() && block.cells.iter().all(|cell| matches!(cell.content, Content::Scalar(_)))
    };
    let cells = state.heap.blocks().filter(|block| is_variable(block)).flat_map(|block| block.cells.iter());
    let scalars = cells.filter_map(|cell| match cell.content {
        Content::Scalar(value) => Some(value),
        _ => None,
    });
    for value in state.registers.iter().flatten().copied().chain(scalars) {
        version::words_in_term(&solver.terms, function, value.term, &mut |word| {
            words.insert(word.atom);
        });
    }
    if words.is_empty() || words.len() > WORDS_NAMED_AT_ONCE {
        return;
    }
    let mut meaning: Vec<(Atom, Term)> = Vec::new();
    for atom in words {
        let name = solver.terms.fresh_variable("copy");
        let word = solver.terms.atom_term(atom);
        let fact = solver.terms.equal(name, word);
        state.facts.assume(solver, fact);
        meaning.push((atom, name));
    }
    for value in state.registers.iter_mut().flatten() {
        *value = value.substitute(&mut solver.terms, &meaning);
    }
    let bases: Vec<Atom> =
        state.heap.blocks().filter(|block| is_variable(block)).map(|block| block.base).collect();
    for base in bases {
        if let Some(block) = state.heap.block_mut(base) {
            block.cells = block.cells.substitute(&mut solver.terms, &meaning);
        }
    }
}

/// Where the facts know the number of a place, words are told by it: then the same word is the same term.
fn settle_places(solver: &mut Solver, state: &mut State) {
    let function = version::function(&mut solver.terms);
    let mut words: BTreeSet<HeldWord> = BTreeSet::new();
    state.for_each_term(&mut |term| {
        version::words_in_term(&solver.terms, function, term, &mut |word| {
            words.insert(word);
        });
    });
    for &fact in state.facts.as_slice() {
        version::words_in_fact(&solver.terms, function, fact, &mut |word| {
            words.insert(word);
        });
    }
    let (_, own) = Family::names(&mut solver.terms);
    let mut meaning: Vec<(Atom, Term)> = Vec::new();
    for word in words {
        if solver.terms.as_constant(word.place).is_some() || solver.terms.mentions(word.place, own) {
            continue;
        }
        if let Some(place) = state.facts.bounds(solver, word.place).value() {
            let (version, place) = (solver.terms.atom_term(word.version), solver.terms.constant(place));
            meaning.push((word.atom, version::held(&mut solver.terms, version, place)));
        }
    }
    if !meaning.is_empty() {
        state.substitute_in_heap(solver, &meaning);
        state.facts = state.facts.substitute(solver, &meaning);
    }
}

/// The words of an array that are a name each, and those names.
fn unknown_words(solver: &mut Solver, state: &State, base: Atom, names_bytes: bool) -> Vec<(usize, Atom)> {
    let Some(block) = state.heap.block(base) else { return Vec::new() };
    let size = solver.terms.as_constant(block.size);
    if size.is_some_and(|size| size < 2 * WORDS_OF_A_NAMED_ARRAY) || block.cells.as_slice().len() < 2 {
        return Vec::new();
    }
    // What a variable of the program holds, or the caller, has a name that says more than a place.
    let held: BTreeSet<Atom> = (state.held.iter().chain(&state.registers).flatten())
        .flat_map(|value| solver.terms.summands(value.term).iter().map(|summand| summand.0))
        .collect();
    let mut words = Vec::new();
    for (position, cell) in block.cells.iter().enumerate() {
        let Content::Scalar(value) = cell.content else { continue };
        let Some(atom) = solver.terms.as_atom(value.term) else { continue };
        let is_name = matches!(solver.terms.kind(atom), AtomKind::Variable(_));
        if !is_name
            || !value.is_defined()
            || held.contains(&atom)
            || super::mentions_memory(solver, state, value.term)
        {
            continue;
        }
        let is_byte = names_bytes && solver.terms.constant_difference(cell.end, cell.start) == Some(1);
        let bytes = if is_byte { Some(1) } else { super::gather::word_size(solver, &state.facts, cell) };
        let Some(bytes) = bytes else { continue };
        let is_beside_run = [position.checked_sub(1), Some(position + 1)]
            .into_iter()
            .flatten()
            .any(|other| block.cells.as_slice().get(other).is_some_and(|run| is_long(solver, run, bytes)));
        let is_beside_word = position > 0 && matches!(words.last(), Some((last, _)) if *last == position - 1);
        // A boundary or a size is told by its own name.
        let is_boundary = state.heap.blocks().any(|block| {
            solver.terms.mentions(block.size, atom)
                || block.cells.iter().any(|cell| {
                    solver.terms.mentions(cell.start, atom) || solver.terms.mentions(cell.end, atom)
                })
        });
        if (is_beside_run || is_beside_word) && !is_boundary {
            words.push((position, atom));
        }
    }
    words
}

fn is_long(solver: &mut Solver, run: &Cell, bytes: u8) -> bool {
    let length = solver.terms.subtract(run.end, run.start);
    let is_run = !matches!(run.content, Content::Scalar(_) | Content::Absent);
    is_run
        && solver
            .terms
            .as_constant(length)
            .is_none_or(|length| length >= WORDS_OF_A_NAMED_ARRAY * i128::from(bytes))
}

/// The versions whose words at their own offsets lie beside a cell.
fn neighbour_versions(solver: &mut Solver, cells: &[Cell], position: usize) -> Vec<Atom> {
    let function = version::function(&mut solver.terms);
    let own_place = Family::place(&mut solver.terms);
    let neighbours = [position.checked_sub(1), Some(position + 1)];
    let mut found = Vec::new();
    for cell in neighbours.into_iter().flatten().filter_map(|other| cells.get(other)) {
        let (term, place) = match cell.content {
            Content::Scalar(value) => (value.term, cell.start),
            Content::Each(family) => (family.told(), own_place),
            Content::Striped(stripes) => (stripes.told(), own_place),
            Content::Uninitialised
            | Content::Text
            | Content::Fill(_)
            | Content::Owning(_)
            | Content::Tiles(_)
            | Content::Unknown
            | Content::Letters
            | Content::Absent => continue,
        };
        version::words_in_term(&solver.terms, function, term, &mut |word| {
            if word.place == place && !found.contains(&word.version) {
                found.push(word.version);
            }
        });
    }
    found
}

/// Whether nothing in a state depends on what a version holds at a place.
fn is_free(solver: &mut Solver, state: &State, version: Atom, place: Term) -> bool {
    let function = version::function(&mut solver.terms);
    let own_place = Family::place(&mut solver.terms);
    let mut places: BTreeSet<Term> = BTreeSet::new();
    let mut runs: Vec<(Cell, Term)> = Vec::new();
    let mut is_known = true;
    let mut note = |solver: &Solver, term: Term| {
        collect(solver, function, version, term, &mut |word| {
            places.insert(word.place);
        });
        is_known &= is_only_version(solver, function, version, term);
    };
    let mut told: BTreeSet<Term> = BTreeSet::new();
    for cell in state.heap.blocks().flat_map(|block| block.cells.iter()) {
        let told_of_words = match cell.content {
            Content::Each(family) => family.told(),
            Content::Striped(stripes) => stripes.told(),
            _ => continue,
        };
        told.insert(told_of_words);
        collect(solver, function, version, told_of_words, &mut |word| runs.push((*cell, word.place)));
    }
    state.for_each_term(&mut |term| {
        if !told.contains(&term) {
            note(solver, term);
        }
    });
    for &fact in state.facts.as_slice() {
        let mut terms = Vec::new();
        solver.terms.for_each_term_of_fact(fact, &mut |term| terms.push(term));
        terms.into_iter().for_each(|term| note(solver, term));
    }
    let is_elsewhere = |solver: &mut Solver, facts: &Facts, other: Term| {
        let differs = solver.terms.not_equal(other, place);
        facts.proves(solver, differs).is_proved()
    };
    if !is_known || !places.into_iter().all(|other| is_elsewhere(solver, &state.facts, other)) {
        return false;
    }
    let (_, own) = Family::names(&mut solver.terms);
    runs.into_iter().all(|(cell, other)| {
        let coefficient = solver.terms.summands(other).iter().find(|summand| summand.0 == own);
        let coefficient = coefficient.map_or(0, |summand| summand.1);
        let rest = solver.terms.add_scaled(other, -coefficient, own_place);
        if solver.terms.mentions(rest, own) {
            return false;
        }
        // Of an empty run nothing is said.
        let mut facts = state.facts.clone();
        let is_there = solver.terms.less_than(cell.start, cell.end);
        facts.assume(solver, is_there);
        // held(v, at + d) has the word of `place` where at is place - d, and held(v, d - at) where it is d - place.
        let here = match coefficient {
            0 => return is_elsewhere(solver, &facts, rest),
            1 => solver.terms.subtract(place, rest),
            -1 => solver.terms.subtract(rest, place),
            _ => return false,
        };
        let outside = [solver.terms.less_than(here, cell.start), solver.terms.at_most(cell.end, here)];
        outside.into_iter().any(|fact| facts.proves(solver, fact).is_proved())
    })
}

/// Whether a version is mentioned as one only.
fn is_only_version(solver: &Solver, function: Symbol, version: Atom, term: Term) -> bool {
    let (mut mentions, mut as_version) = (0, 0);
    solver.terms.for_each_atom(term, &mut |atom| mentions += usize::from(atom == version));
    version::words_in_term(&solver.terms, function, term, &mut |word| {
        as_version += usize::from(word.version == version);
    });
    mentions == as_version
}

fn collect(solver: &Solver, function: Symbol, version: Atom, term: Term, visit: &mut dyn FnMut(HeldWord)) {
    version::words_in_term(&solver.terms, function, term, &mut |word| {
        if word.version == version {
            visit(word);
        }
    });
}
