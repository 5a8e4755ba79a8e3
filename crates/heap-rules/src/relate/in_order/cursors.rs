//! Where the variables of a loop count to, arrays are cut, and the words there get names.
//!
//! Sound: a cut leaves on both sides what was told of the whole, and a word of a run is a number of which holds what the run says of all.

use super::super::{Side, Walk};
use super::{Node, places};
use crate::limits::{
    WORDS_FROM_A_CURSOR, WORTH_OF_A_CONSTANT, WORTH_OF_A_CURSOR, WORTH_OF_A_STANDING_CURSOR,
};
use pure_logic::{Solver, Term};
use std::collections::BTreeMap;
use symbolic_heap::{Ascent, Cell, Cells, Content, Location, State};

/// What a node is worth, and its place by a variable: what it holds on either side, and how far behind it the place is.
#[derive(Clone, Copy)]
pub(super) struct Corresponding {
    pub worth: i64,
    pub cursor: Option<(Term, Term, i128)>,
}

/// The places at which both arrays may be cut.
pub(super) type Nodes = BTreeMap<Node, Corresponding>;

impl Walk<'_> {
    /// Whether runs of bytes that become words have room for a whole number of them.
    pub(super) fn has_only_whole_words(&mut self, side: Side, cells: &Cells, bytes: u8) -> bool {
        let facts = &self.states[side as usize].facts;
        let are_bytes = |cell: &&Cell| matches!(cell.content, Content::Unknown | Content::Fill(_));
        cells.iter().filter(are_bytes).all(|cell| {
            let length = self.solver.terms.subtract(cell.end, cell.start);
            let is_whole = self.solver.terms.divides(i128::from(bytes), length);
            facts.proves(self.solver, is_whole).is_proved()
        })
    }

    /// The cells of a side, cut where a variable counts to a border or to a word of the other side.
    pub(super) fn cut_at_cursors(&mut self, side: Side, cells: &Cells, others: &Cells, bytes: u8) -> Cells {
        let (here, there) = (self.states[side as usize], self.states[side.other() as usize]);
        let borders: Vec<Term> = others.iter().skip(1).map(|cell| cell.start).collect();
        let is_word = |cell: &&Cell| matches!(cell.content, Content::Scalar(_));
        let words: Vec<Term> = others.iter().filter(is_word).map(|cell| cell.start).collect();
        let mut result = cells.clone();
        // A run of one word is one that has no name yet.
        for cell in cells.iter().filter(|cell| cell.content == Content::Unknown) {
            if self.solver.terms.constant_difference(cell.end, cell.start) == Some(i128::from(bytes)) {
                result = self.cut_around_word(side, result, cell.start, bytes);
            }
        }
        for (own, other) in here.registers.iter().zip(&there.registers) {
            let (Some(own), Some(other)) = (own, other) else { continue };
            let cursor = self.solver.terms.scale(i128::from(bytes), other.term);
            let place = self.solver.terms.scale(i128::from(bytes), own.term);
            if own != other && borders.contains(&cursor) {
                result = self.cut_at_border(side, result, place, bytes);
            }
            if words.contains(&cursor) {
                result = self.cut_around_word(side, result, place, bytes);
            }
        }
        result
    }

    /// The cells with a border at a place, where nothing is lost by that.
    fn cut_at_border(&mut self, side: Side, cells: Cells, place: Term, bytes: u8) -> Cells {
        if !self.is_inside(side, &cells, (place, place)) {
            return cells;
        }
        let mut cut = cells.clone();
        let facts = &self.states[side as usize].facts;
        let Ok(index) = cut.split_at(self.solver, facts, place) else { return cells };
        let is_cuttable = |cell: &Cell| match cell.content {
            Content::Each(family) => !family.is_ordered(),
            Content::Unknown | Content::Fill(0) => true,
            _ => false,
        };
        let parts = index.checked_sub(1).and_then(|before| cut.as_slice().get(before..=index));
        let Some([left, right]) = parts.map(|parts| [parts[0], parts[1]]) else { return cells };
        if cut.as_slice().len() == cells.as_slice().len()
            || !is_cut_whole(&cells, &cut)
            || !is_cuttable(&left)
        {
            return cells;
        }
        for part in [left, right] {
            if self.solver.terms.constant_difference(part.end, part.start) == Some(i128::from(bytes)) {
                cut = self.cut_around_word(side, cut, part.start, bytes);
            }
        }
        cut
    }

    /// The cells with a word of its own at a place, if it is one of a run.
    fn cut_around_word(&mut self, side: Side, cells: Cells, start: Term, bytes: u8) -> Cells {
        let end = self.solver.terms.add_constant(start, i128::from(bytes));
        if !self.is_inside(side, &cells, (start, end)) {
            return cells;
        }
        let mut cut = cells.clone();
        let facts = &self.states[side as usize].facts;
        let Ok(range) = cut.isolate(self.solver, facts, start, end) else { return cells };
        let [word] = cut.as_slice()[range.clone()] else { return cells };
        let length = self.solver.terms.constant_difference(word.end, word.start);
        if !is_cut_whole(&cells, &cut) || length != Some(i128::from(bytes)) {
            return cells;
        }
        let name = self.solver.terms.fresh_variable("m");
        let facts = match word.content {
            // Some word was stored there: the number that has a sign.
            Content::Unknown => {
                Ascent::key(bytes, true, false).is_in_range(&mut self.solver.terms, name).to_vec()
            }
            Content::Each(family) => family.instance(&mut self.solver.terms, start, name),
            Content::Fill(0) => vec![self.solver.terms.zero(name)],
            _ => return cells,
        };
        // What a general state says of a word that is just stored is nothing.
        let says_nothing = self.is_instance && side == Side::Left && word.content == Content::Unknown;
        if !says_nothing {
            self.cut_facts.extend(facts.into_iter().map(|fact| (side, fact)));
        }
        cut.name_word(self.solver, &cells, range.start, name);
        cut
    }

    /// The places at which both arrays may be cut.
    pub(super) fn corresponding(&mut self, left: &Cells, right: &Cells, bytes: u8) -> Nodes {
        let [here, there] = self.states;
        let (ours, theirs) = (places(left), places(right));
        let mut nodes = Nodes::new();
        let ends = [(0, 0), (ours.len() - 1, theirs.len() - 1)];
        for node in ends {
            nodes.insert(node, Corresponding { worth: 0, cursor: None });
        }
        for (i, &a) in ours.iter().enumerate() {
            for (j, &b) in theirs.iter().enumerate() {
                if a == b && !ends.contains(&(i, j)) {
                    nodes.insert((i, j), Corresponding { worth: 0, cursor: None });
                }
            }
        }
        let values = here.registers.iter().zip(&there.registers);
        let values: Vec<(Term, Term)> =
            values.filter_map(|(own, other)| Some((own.as_ref()?.term, other.as_ref()?.term))).collect();
        for (own, other) in values {
            let cursors =
                [(here, own), (there, other)].map(|(state, value)| cursor(self.solver, state, value, bytes));
            let [Some((own_place, is_index)), Some((other_place, is_index_there))] = cursors else {
                continue;
            };
            let has_moved = own_place != other_place;
            // The address of an array counts to its first word all the time.
            if !has_moved && !is_index && self.solver.terms.as_constant(own_place).is_some() {
                continue;
            }
            let from = distances(self.solver, here, &ours, own_place, bytes);
            let to = distances(self.solver, there, &theirs, other_place, bytes);
            for &(i, a) in &from {
                for &(j, _) in to.iter().filter(|(_, b)| a == *b) {
                    let is_end = ends.contains(&(i, j));
                    let is_counted = is_index && is_index_there && !is_end;
                    let cursor = is_counted.then_some((own, other, a));
                    let worth = match has_moved {
                        // What lies before the word that comes next was left behind by the loop.
                        _ if is_end || a < 0 => 0,
                        false if self.solver.terms.as_constant(own).is_some() => WORTH_OF_A_CONSTANT,
                        false => WORTH_OF_A_STANDING_CURSOR,
                        true => WORTH_OF_A_CURSOR,
                    };
                    let known = nodes.get(&(i, j)).map_or(0, |node| node.worth);
                    if worth >= known {
                        nodes.insert((i, j), Corresponding { worth, cursor });
                    }
                }
            }
        }
        nodes
    }
}

/// Whether cells are those from which they were cut, of which each piece still holds what the whole did: what is cut inside a word is
/// not.
fn is_cut_whole(before: &Cells, after: &Cells) -> bool {
    let (old, new) = (before.as_slice(), after.as_slice());
    let same = |(one, other): &(&Cell, &Cell)| one == other;
    let first = old.iter().zip(new).take_while(same).count();
    let most = old.len() - first;
    let last = old.iter().rev().zip(new.iter().rev()).take(most).take_while(same).count();
    match &old[first..old.len() - last] {
        [] => old.len() == new.len(),
        [whole] => new[first..new.len() - last].iter().all(|piece| piece.content == whole.content),
        _ => false,
    }
}

/// The place to which a variable counts, and whether it does so as an index.
fn cursor(solver: &mut Solver, state: &State, value: Term, bytes: u8) -> Option<(Term, bool)> {
    match state.heap.locate(&mut solver.terms, value) {
        Location::Block { offset, .. } => Some((offset, false)),
        Location::Number(_) | Location::Unknown => Some((solver.terms.scale(i128::from(bytes), value), true)),
        _ => None,
    }
}

/// How far behind the place to which a variable counts other places are, as far as they are near.
fn distances(
    solver: &mut Solver,
    state: &State,
    places: &[Term],
    cursor: Term,
    bytes: u8,
) -> Vec<(usize, i128)> {
    let most = WORDS_FROM_A_CURSOR * i128::from(bytes);
    let mut found = Vec::new();
    for (index, &place) in places.iter().enumerate() {
        let distance = solver.terms.subtract(place, cursor);
        let distance = match solver.terms.as_constant(distance) {
            Some(distance) => Some(distance),
            None => state.facts.bounds(solver, distance).value(),
        };
        found.extend(distance.filter(|distance| distance.abs() <= most).map(|distance| (index, distance)));
    }
    found
}
