//! Cells of an array that become one run, and the order of its words.
//!
//! ```text
//!   [s, m): each b { φ, ascending(f, l) }  *  [m, e): each b { ψ, ascending(g, h) }        l ≤ g
//!  ────────────────────────────────────────────────────────────────────────────────────────────── unite
//!   [s, e): each b { φ ⊔ ψ, ascending(f, h) }
//! ```
//!
//! Sound: every word of the first run is at most `l`, no word of the second is less than `g`, and a run without words has `f ≤ l`.
//! A single word `w` is in order between `w` and `w`, ascending and descending. It has an order only as the number that is in the range
//! of that reading, and so have constants: then what families say of the words of a run speaks of the same numbers.

use super::gather::{names_beside, of_word, word_size};
use super::mentions_memory;
use crate::family::{Told, connected, told};
use crate::limits::CELLS_IN_ORDER;
use pure_logic::{Facts, Solver, Term, Width};
use symbolic_heap::{Ascent, Cell, Cells, Content, Family, HeapRule, State, Value, is_broken};

/// Cells side by side as one run.
#[derive(Clone, Debug)]
pub(crate) struct Group {
    pub told: Told,
    /// The orders in which its words are, each with another reading.
    pub ascents: Vec<Ascent>,
}

impl Group {
    /// A run without words, of which everything holds.
    pub fn empty(place: Term, bytes: u8) -> Group {
        let facts = vec![pure_logic::Fact::False];
        let told = Told { start: place, end: place, bytes, facts, grid: None, alternatives: false };
        Group { told, ascents: Vec::new() }
    }

    /// What is told of every word, by the bounds of the orders, too.
    pub fn bounded(&self, solver: &mut Solver) -> Told {
        let mut told = self.told.clone();
        let word = Family::word(&mut solver.terms);
        for ascent in &self.ascents {
            told.facts.extend(ascent.facts_of_word(&mut solver.terms, word));
        }
        told
    }
}

/// How many bytes the words of an array have whose cells are words, runs of words, or bytes that nobody stored, and few.
pub(crate) fn are_words_in_order(solver: &mut Solver, state: &State, cells: &Cells) -> Option<u8> {
    if cells.as_slice().len() > CELLS_IN_ORDER {
        return None;
    }
    let mut bytes: Option<u8> = None;
    for cell in cells.iter() {
        let own = match cell.content {
            Content::Scalar(value) if value.is_defined() && !mentions_memory(solver, state, value.term) => {
                word_size(solver, &state.facts, cell)?
            }
            Content::Each(family) => family.bytes,
            Content::Unknown | Content::Uninitialised | Content::Fill(0) => continue,
            Content::Scalar(_)
            | Content::Fill(_)
            | Content::Striped(_)
            | Content::Owning(_)
            | Content::Tiles(_)
            | Content::Letters
            | Content::Text
            | Content::Absent => return None,
        };
        if bytes.is_some_and(|bytes| bytes != own) {
            return None;
        }
        bytes = Some(own);
    }
    bytes.filter(|bytes| matches!(bytes, 2 | 4 | 8))
}

/// What cells side by side are as one run each; the cells of all groups are those of one array of the state.
pub(crate) fn united(
    solver: &mut Solver,
    state: &State,
    cells: &Cells,
    bytes: u8,
    groups: &[std::ops::Range<usize>],
) -> Vec<Group> {
    let is_grouped = |index: usize| groups.iter().any(|group| group.contains(&index));
    let word = |(index, cell): (usize, &Cell)| match cell.content {
        Content::Scalar(value) if is_grouped(index) => Some((value, bytes)),
        _ => None,
    };
    let words: Vec<Option<(Value, u8)>> = cells.iter().enumerate().map(word).collect();
    let names = names_beside(solver, state, cells, &words);
    let mut seeds: Vec<Term> = Vec::new();
    for cell in cells.iter() {
        seeds.extend([cell.start, cell.end]);
        seeds.extend(cell.content.term());
    }
    let mut reduced = state.clone();
    reduced.facts = connected(solver, state, &seeds);
    let mut united = Vec::with_capacity(groups.len());
    for range in groups {
        let mut whole: Option<Group> = None;
        for cell in &cells.as_slice()[range.clone()] {
            let mut told = match cell.content {
                Content::Scalar(value) => of_word(solver, &reduced, (&names, false), cell, value, bytes),
                content => {
                    let facts = told(solver, content, bytes).unwrap_or_default();
                    let (start, end) = (cell.start, cell.end);
                    Told { start, end, bytes, facts, grid: None, alternatives: false }
                }
            };
            let ascents = ascents_of(solver, &state.facts, cell, bytes);
            // The range of a word that is in order is that of the order.
            if told.facts.is_empty() && ascents.is_empty() {
                told.facts = usual_range(solver, bytes);
            }
            let part = Group { told, ascents };
            whole = Some(match whole {
                None => part,
                Some(before) => then(solver, &state.facts, &reduced.facts, &before, &part),
            });
        }
        united.extend(whole);
    }
    united
}

/// That a word is in the range in which unknown words of its size are read: nothing, for whoever compares it with something.
fn usual_range(solver: &mut Solver, bytes: u8) -> Vec<pure_logic::Fact> {
    let bits = 8 * u32::from(bytes);
    let Some((low, high)) = (Width { bits, signed: bits >= 32 }).range() else { return Vec::new() };
    let word = Family::word(&mut solver.terms);
    let (low, high) = (solver.terms.constant(low), solver.terms.constant(high));
    vec![solver.terms.at_most(low, word), solver.terms.at_most(word, high)]
}

/// Two runs side by side as one.
fn then(solver: &mut Solver, facts: &Facts, reduced: &Facts, left: &Group, right: &Group) -> Group {
    let (one, other) = (left.bounded(solver), right.bounded(solver));
    let told = one.joined(solver, reduced, &other);
    let mut ascents = Vec::new();
    for before in &left.ascents {
        let Some(behind) = right.ascents.iter().find(|behind| behind.key == before.key) else { continue };
        let fact = before.key.at_most(&mut solver.terms, before.exit, behind.entry);
        if facts.proves(solver, fact).is_proved() || is_broken(solver, HeapRule::RunsAreAlwaysInOrder) {
            ascents.push(Ascent { exit: behind.exit, ..*before });
        }
    }
    Group { told, ascents }
}

/// The orders of the words of one cell.
fn ascents_of(solver: &mut Solver, facts: &Facts, cell: &Cell, bytes: u8) -> Vec<Ascent> {
    let mut ascents = Vec::new();
    let number = match cell.content {
        Content::Scalar(value) => value.term,
        Content::Fill(0) => solver.terms.constant(0),
        Content::Each(family) => match family.ascent(&solver.terms) {
            Some(ascent) if ascent.entry != ascent.exit => return vec![ascent],
            // All words are this one.
            Some(ascent) => {
                ascents.push(ascent);
                ascent.entry
            }
            None => match family.constant(&solver.terms) {
                Some(constant) => solver.terms.constant(constant),
                None => return Vec::new(),
            },
        },
        _ => return Vec::new(),
    };
    for (is_signed, is_descending) in [(true, false), (true, true), (false, false), (false, true)] {
        let key = Ascent::key(bytes, is_signed, is_descending);
        let range = key.is_in_range(&mut solver.terms, number);
        let is_new = ascents.iter().all(|ascent: &Ascent| ascent.key != key);
        if is_new && facts.proves_all(solver, &range).is_proved() {
            ascents.push(Ascent { key, entry: number, exit: number });
        }
    }
    ascents
}
