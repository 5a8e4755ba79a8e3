//! Words of arrays that lie a whole number of strides apart: members of records, every second word, bytes.
//!
//! ```text
//!   [s, m): stripes b { r w { φ } }  *  [m, e): stripes b { r w { ψ } }        no such word begins before m and ends behind it
//!  ──────────────────────────────────────────────────────────────────────────────────────────────────────────────────── union
//!   [s, e): stripes b { r w { φ ⊔ ψ } }                        where a part has no such words, what is told of the other's
//! ```
//!
//! Sound: each word of the stripe that lies in the whole lies in one of the parts, and what holds in either holds of it.
//! As in `gather`, the words that a loop has just stored or read join the run that it has made so far.

use super::gather::{gathered, names_beside, of_word, with_words_beside, word_size};
use super::{Strides, mentions_memory};
use crate::family::{Grid, Told, connected, remainder, tell_the_word};
use crate::limits::STRIPES_SIDE_BY_SIDE;
use pure_logic::{Fact, Facts, Solver, Term};
use std::collections::BTreeSet;
use symbolic_heap::limits::LONGEST_STRIDE;
use symbolic_heap::{
    Cell, Cells, Content, Family, HeapRule, State, Stride, Stripe, Stripes, Value, is_broken,
};

/// A remainder and how many bytes a word has.
pub(crate) type StripeKey = (u8, u8);

/// Bytes of an array, and what is told of the words in them that lie at the same remainders.
#[derive(Clone)]
struct Piece {
    start: Term,
    end: Term,
    stripes: Vec<Told>,
    /// It has hardly more bytes than a stride.
    is_short: bool,
    /// Among its words are some that no run has told of before.
    is_new: bool,
    /// What it was made of, as long as nothing was added.
    cell: Option<Cell>,
}

enum Item {
    Piece(Piece),
    Other(Cell),
}

/// The array in which stripes are told: what all rules of this file ask.
struct Field<'a> {
    state: &'a State,
    facts: Facts,
    stride: u8,
    is_sure: bool,
    /// The words that are told of somewhere.
    layout: BTreeSet<StripeKey>,
}

/// The cells with stripes in the place of words; words that are kept stay what they are.
pub(crate) fn striped(
    solver: &mut Solver,
    state: &State,
    cells: &Cells,
    apart: Apart,
    is_kept: &dyn Fn(usize, &Cell) -> bool,
) -> Cells {
    let stride = apart.stride;
    let words: Vec<Option<(Value, u8)>> = (cells.iter().enumerate())
        .map(|(index, cell)| if is_kept(index, cell) { None } else { word_of(solver, state, cell) })
        .collect();
    let has_stripes = cells.iter().any(|cell| matches!(cell.content, Content::Striped(_)));
    let is_other = |cell: &Cell| matches!(cell.content, Content::Owning(_) | Content::Tiles(_));
    if words.iter().all(Option::is_none) && !has_stripes || cells.iter().any(is_other) {
        return cells.clone();
    }
    let mut seeds: Vec<Term> = Vec::new();
    for cell in cells.iter() {
        seeds.extend([cell.start, cell.end]);
        seeds.extend(cell.content.term());
    }
    let mut reduced = state.clone();
    reduced.facts = connected(solver, state, &seeds);
    let names = names_beside(solver, state, cells, &words);
    let facts = reduced.facts.clone();
    let mut field = Field { state, facts, stride, is_sure: apart.is_sure, layout: BTreeSet::new() };
    field.note_layout(solver, cells, &words);
    let mut items: Vec<Item> = Vec::new();
    for (cell, word) in cells.iter().zip(&words) {
        let piece = match word {
            Some((value, bytes)) => remainder(solver, &field.facts, cell.start, stride).map(|phase| {
                let told = of_word(solver, &reduced, (&names, true), cell, *value, *bytes);
                let told = with_words_beside(solver, state, &names, cell, told);
                let told = Told { grid: Some(Grid { stride, phase }), ..told };
                Piece { is_new: true, cell: None, ..field.piece(cell, vec![told], true) }
            }),
            None => field.piece_of(solver, cell),
        };
        match piece {
            Some(piece) => items.push(Item::Piece(piece)),
            None if cell.start == cell.end => {}
            None => items.push(Item::Other(*cell)),
        }
    }
    field.merge_short(solver, &mut items);
    field.place_new(solver, &mut items);
    field.merge_alike(solver, &mut items);
    Cells::from_cells(items.into_iter().map(|item| emitted(solver, item, stride)).collect())
}

/// How far apart words of an array are of which the same is to be told.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Apart {
    pub stride: u8,
    /// The array has records of this size, or bytes: its words are told so from the first one on. Otherwise it is an array of words
    /// through some of which the program may step.
    pub is_sure: bool,
}

/// How far apart the words of arrays are of which the same is to be told, by how the words lie that single cells have.
pub(crate) fn stride_for<const N: usize>(
    solver: &Solver,
    strides: Strides,
    stepped: Stride,
    arrays: [&Cells; N],
) -> Option<Apart> {
    let cells = || arrays.iter().flat_map(|cells| cells.iter());
    let is_sure = |stride: u8| stride == 1 || stepped.step() == Some(stride);
    let own = cells().find_map(|cell| match cell.content {
        Content::Striped(Stripes { stride, .. }) => Some(Apart { stride, is_sure: is_sure(stride) }),
        _ => None,
    });
    if own.is_some() || strides.is_empty() {
        return own;
    }
    let shortest = cells()
        .filter_map(|cell| match cell.content {
            Content::Scalar(_) => solver.terms.constant_difference(cell.end, cell.start),
            Content::Each(family) => Some(i128::from(family.bytes)),
            _ => None,
        })
        .min()?;
    let fits = |stride: u16| {
        let stride = i128::from(stride);
        shortest > 0 && stride % shortest == 0 && (stride > shortest || stride == 1)
    };
    // What indices of this array count comes first, then short strides: others may be those of another array.
    let step = stepped.step().filter(|&step| fits(u16::from(step)));
    let is_step = |step: &u8| strides.iter().any(|stride| stride == u16::from(*step));
    if let Some(stride) = step.filter(is_step) {
        return Some(Apart { stride, is_sure: true });
    }
    let stride = strides.iter().filter(|&stride| stride <= LONGEST_STRIDE && fits(stride)).last()?;
    u8::try_from(stride).ok().map(|stride| Apart { stride, is_sure: stride == 1 })
}

/// The cells of an array with what holds of its words: of all of them, or of those that lie a stride apart. An array of words is
/// told by stripes where the program steps through it by several words, or where nothing holds of all words.
pub(crate) fn gathered_apart(
    solver: &mut Solver,
    state: &State,
    cells: &Cells,
    apart: Apart,
    is_kept: &dyn Fn(usize, &Cell) -> bool,
) -> Cells {
    let is_step = |solver: &mut Solver, cell: &Cell| {
        matches!(cell.content, Content::Scalar(_))
            && solver.terms.as_constant(cell.start).is_none()
            && remainder(solver, &state.facts, cell.start, apart.stride).is_some()
    };
    let has_stripes = cells.iter().any(|cell| matches!(cell.content, Content::Striped(_)));
    let is_stepped = apart.is_sure || has_stripes || cells.iter().any(|cell| is_step(solver, cell));
    if !is_stepped {
        // Whether something holds of all of them is asked without alternatives.
        let whole = gathered(solver, state, cells, false, is_kept);
        let unknown = |cells: &Cells| cells.iter().filter(|cell| cell.content == Content::Unknown).count();
        if unknown(&whole) <= unknown(cells) {
            return gathered(solver, state, cells, true, is_kept);
        }
    }
    striped(solver, state, cells, apart, is_kept)
}

/// What is told of words at the places of a grid, of another run of the same array, if that can be told so.
pub(crate) fn stripes_of(
    solver: &mut Solver,
    facts: &Facts,
    cell: &Cell,
    stride: u8,
    layout: &BTreeSet<StripeKey>,
) -> Vec<Told> {
    let told = |(phase, bytes): StripeKey, facts: Vec<Fact>| Told {
        start: cell.start,
        end: cell.end,
        bytes,
        facts,
        grid: Some(Grid { stride, phase }),
        alternatives: true,
    };
    match cell.content {
        Content::Striped(stripes) if stripes.stride == stride => stripes
            .list(&solver.terms)
            .into_iter()
            .map(|stripe| told((stripe.phase, stripe.family.bytes), stripe.family.facts(&mut solver.terms)))
            .collect(),
        Content::Each(family) if family.bytes > 0 && stride.is_multiple_of(family.bytes) => {
            let Some(first) = remainder(solver, facts, cell.start, family.bytes) else { return Vec::new() };
            let own = family.facts(&mut solver.terms);
            let phases = (first..stride).step_by(usize::from(family.bytes));
            phases.map(|phase| told((phase, family.bytes), own.clone())).collect()
        }
        Content::Fill(_) | Content::Unknown | Content::Letters => {
            let mut found = Vec::new();
            for &key in layout {
                let known = crate::family::told(solver, cell.content, key.1);
                found.extend(known.map(|facts| told(key, facts)));
            }
            found
        }
        Content::Striped(_)
        | Content::Each(_)
        | Content::Scalar(_)
        | Content::Uninitialised
        | Content::Owning(_)
        | Content::Tiles(_)
        | Content::Text
        | Content::Absent => Vec::new(),
    }
}

/// The number in a cell, if it is a word that is no address, and how many bytes it has.
fn word_of(solver: &mut Solver, state: &State, cell: &Cell) -> Option<(Value, u8)> {
    let Content::Scalar(value) = cell.content else { return None };
    if !value.is_defined() || mentions_memory(solver, state, value.term) {
        return None;
    }
    let bytes = match solver.terms.constant_difference(cell.end, cell.start) {
        Some(1) => 1,
        _ => word_size(solver, &state.facts, cell)?,
    };
    Some((value, bytes))
}

fn emitted(solver: &mut Solver, item: Item, stride: u8) -> Cell {
    match item {
        Item::Other(cell) => cell,
        Item::Piece(Piece { cell: Some(cell), .. }) => cell,
        Item::Piece(piece) => {
            let mut list: Vec<Stripe> = Vec::new();
            for told in &piece.stripes {
                let Some(grid) = told.grid else { continue };
                let facts = if told.says_nothing(solver) { Vec::new() } else { told.facts.clone() };
                let family = Family::new(&mut solver.terms, told.bytes, &facts);
                list.push(Stripe { phase: grid.phase, family });
            }
            let content = match list.is_empty() {
                true => Content::Uninitialised,
                false => Content::Striped(Stripes::new(&mut solver.terms, stride, &list)),
            };
            Cell { start: piece.start, end: piece.end, content }
        }
    }
}

impl Piece {
    fn find(&self, key: StripeKey) -> Option<&Told> {
        self.stripes.iter().find(|told| key_of(told) == Some(key))
    }

    fn keys(&self) -> impl Iterator<Item = StripeKey> {
        self.stripes.iter().filter_map(key_of)
    }
}

pub(crate) fn key_of(told: &Told) -> Option<StripeKey> {
    told.grid.map(|grid| (grid.phase, told.bytes))
}

impl Field<'_> {
    fn piece(&self, cell: &Cell, stripes: Vec<Told>, is_short: bool) -> Piece {
        Piece { start: cell.start, end: cell.end, stripes, is_short, is_new: false, cell: Some(*cell) }
    }

    fn note_layout(&mut self, solver: &mut Solver, cells: &Cells, words: &[Option<(Value, u8)>]) {
        for (cell, word) in cells.iter().zip(words) {
            match (word, cell.content) {
                (Some((_, bytes)), _) => {
                    let phase = remainder(solver, &self.facts, cell.start, self.stride);
                    self.layout.extend(phase.map(|phase| (phase, *bytes)));
                }
                (None, Content::Each(_) | Content::Striped(_)) => {
                    let told = stripes_of(solver, &self.facts, cell, self.stride, &BTreeSet::new());
                    self.layout.extend(told.iter().filter_map(key_of));
                }
                (None, _) => {}
            }
        }
    }

    /// What is told of a cell that is no word, if that can be told by stripes.
    fn piece_of(&self, solver: &mut Solver, cell: &Cell) -> Option<Piece> {
        let is_short = self.is_short(solver, cell);
        match cell.content {
            // The zero at the end of a text stays one.
            Content::Fill(_) if !is_short || self.stride == 1 => return None,
            Content::Unknown | Content::Letters | Content::Uninitialised if !is_short => return None,
            Content::Uninitialised
            | Content::Unknown
            | Content::Letters
            | Content::Fill(_)
            | Content::Each(_)
            | Content::Striped(_) => {}
            Content::Scalar(_) | Content::Owning(_) | Content::Tiles(_) | Content::Text | Content::Absent => {
                return None;
            }
        }
        let stripes = stripes_of(solver, &self.facts, cell, self.stride, &self.layout);
        let is_gap = cell.content == Content::Uninitialised;
        (is_gap || !stripes.is_empty()).then(|| self.piece(cell, stripes, is_short))
    }

    fn is_short(&self, solver: &mut Solver, cell: &Cell) -> bool {
        let length = solver.terms.subtract(cell.end, cell.start);
        let most = match solver.terms.as_constant(length) {
            Some(length) => Some(length),
            None => self.state.facts.bounds(solver, length).upper,
        };
        most.is_some_and(|most| most <= i128::from(self.stride))
    }

    /// Short pieces that lie side by side become one.
    fn merge_short(&self, solver: &mut Solver, items: &mut Vec<Item>) {
        let mut index = 1;
        while index < items.len() {
            match (&items[index - 1], &items[index]) {
                (Item::Piece(left), Item::Piece(right)) if left.is_short && right.is_short => {
                    let piece = Piece { is_short: true, ..self.union(solver, left, right) };
                    items.splice(index - 1..=index, [Item::Piece(piece)]);
                }
                _ => index += 1,
            }
        }
    }

    /// New words join the run before or behind them.
    fn place_new(&self, solver: &mut Solver, items: &mut Vec<Item>) {
        let mut index = 0;
        while index < items.len() {
            let is_new = matches!(&items[index], Item::Piece(piece) if piece.is_short && piece.is_new);
            if !is_new {
                index += 1;
                continue;
            }
            self.complete(solver, items, index);
            let piece_at = |place: Option<usize>| match place.and_then(|place| items.get(place)) {
                Some(Item::Piece(piece)) => Some(piece),
                _ => None,
            };
            let Some(own) = piece_at(Some(index)) else { return };
            let left = piece_at(index.checked_sub(1)).map(|left| {
                let union = self.union(solver, left, own);
                (lost(solver, [left, own], &union), union)
            });
            let right = piece_at(Some(index + 1)).map(|right| {
                let union = self.union(solver, own, right);
                (lost(solver, [own, right], &union), union)
            });
            let pieces = items.iter().filter(|item| matches!(item, Item::Piece(_))).count();
            let is_crowded = pieces > STRIPES_SIDE_BY_SIDE;
            match (left, right) {
                (Some((lost, union)), other) if lost == 0 || is_crowded && other.is_none() => {
                    items.splice(index - 1..=index, [Item::Piece(Piece { is_new: false, ..union })]);
                }
                (_, Some((lost, union))) if lost == 0 || is_crowded => {
                    items.splice(index..=index + 1, [Item::Piece(Piece { is_new: false, ..union })]);
                }
                _ => index += 1,
            }
        }
    }

    /// Adds to the words that were stored last what lies behind them in their record: so that runs end where records do, and where a
    /// loop counts to.
    fn complete(&self, solver: &mut Solver, items: &mut Vec<Item>, index: usize) {
        let Some(Item::Piece(own)) = items.get(index) else { return };
        // A loop over words ends anywhere in the last stride; where it ends is told by its counter, as long as it is always the same.
        if !self.is_sure {
            return;
        }
        let begin = match index.checked_sub(1).map(|before| &items[before]) {
            Some(Item::Piece(left)) => left.end,
            _ => own.start,
        };
        let phases = [begin, own.end].map(|place| remainder(solver, &self.facts, place, self.stride));
        let [Some(begin), Some(end)] = phases.map(|phase| phase.map(i128::from)) else { return };
        let lacking = (begin - end).rem_euclid(i128::from(self.stride));
        let rest = match items.get(index + 1) {
            Some(Item::Piece(Piece { cell: Some(cell), .. }) | Item::Other(cell)) => *cell,
            _ => return,
        };
        if lacking == 0 || matches!(rest.content, Content::Scalar(_) | Content::Text) {
            return;
        }
        let until = solver.terms.add_constant(own.end, lacking);
        let has_room = solver.terms.at_most(until, rest.end);
        if !self.state.facts.proves(solver, has_room).is_proved() {
            return;
        }
        let Some(added) = self.piece_of(solver, &Cell { end: until, ..rest }) else { return };
        let whole = Piece { is_short: true, ..self.union(solver, own, &added) };
        let rest = Cell { start: until, ..rest };
        let rest = match self.piece_of(solver, &rest) {
            Some(piece) => Item::Piece(piece),
            None => Item::Other(rest),
        };
        items.splice(index..=index + 1, [Item::Piece(whole), rest]);
    }

    /// Runs side by side of which the same is told become one.
    fn merge_alike(&self, solver: &mut Solver, items: &mut Vec<Item>) {
        let mut index = 1;
        while index < items.len() {
            let union = match (&items[index - 1], &items[index]) {
                (Item::Piece(left), Item::Piece(right)) => {
                    let are_alike = left.stripes.len() == right.stripes.len()
                        && left.stripes.iter().all(|told| {
                            let same = key_of(told).and_then(|key| right.find(key));
                            same.is_some_and(|same| same.facts == told.facts)
                        });
                    let union = are_alike.then(|| self.union(solver, left, right));
                    union.filter(|union| union.stripes.len() == left.stripes.len())
                }
                _ => None,
            };
            match union {
                Some(union) => {
                    items.splice(index - 1..=index, [Item::Piece(union)]);
                }
                None => index += 1,
            }
        }
    }

    fn has_word(
        &self,
        solver: &mut Solver,
        run: (Term, Term),
        border: Option<Term>,
        (phase, bytes): StripeKey,
    ) -> bool {
        let grid = Grid { stride: self.stride, phase };
        has_word(solver, &self.state.facts, run, border, (grid, bytes))
    }

    /// What holds of the words of both pieces, which lie side by side.
    fn union(&self, solver: &mut Solver, left: &Piece, right: &Piece) -> Piece {
        let keys: BTreeSet<StripeKey> = left.keys().chain(right.keys()).collect();
        let mut stripes = Vec::new();
        for key in keys {
            if !is_broken(solver, HeapRule::StripesForgetTheBorder)
                && self.has_word(solver, (left.start, right.end), Some(right.start), key)
            {
                continue;
            }
            let mut is_without = |piece: &Piece| !self.has_word(solver, (piece.start, piece.end), None, key);
            let told = match (left.find(key), right.find(key)) {
                (Some(own), Some(other)) if own.facts == other.facts => {
                    Some(Told { end: other.end, ..own.clone() })
                }
                (Some(own), _) if is_without(right) => Some(own.clone()),
                (_, Some(other)) if is_without(left) => Some(other.clone()),
                (Some(own), Some(other)) => {
                    let mut told = own.joined(solver, &self.facts, other);
                    if told.says_nothing(solver) {
                        told.facts.clear();
                    }
                    Some(told)
                }
                _ => None,
            };
            stripes.extend(told);
        }
        Piece {
            start: left.start,
            end: right.end,
            stripes,
            is_short: false,
            is_new: left.is_new || right.is_new,
            cell: None,
        }
    }
}

/// Whether there may be a word of a stripe in a run, or, if a border is given, one that begins before it and ends behind it.
pub(crate) fn has_word(
    solver: &mut Solver,
    facts: &Facts,
    (start, end): (Term, Term),
    border: Option<Term>,
    (grid, bytes): (Grid, u8),
) -> bool {
    let (stride, bytes) = (i128::from(grid.stride), i128::from(bytes));
    if border.is_some() && bytes == 1 {
        return false;
    }
    let from = border.unwrap_or(start);
    if let Some(own) = remainder(solver, facts, from, grid.stride) {
        let distance = (i128::from(grid.phase) - i128::from(own)).rem_euclid(stride);
        match border {
            // The last word that begins before the border ends there, or earlier; so do all before it.
            Some(_) if stride - distance >= bytes => return false,
            None => {
                if let Some(length) = solver.terms.constant_difference(end, start) {
                    return distance + bytes <= length;
                }
            }
            Some(_) => {}
        }
    }
    let place = Family::place(&mut solver.terms);
    let behind = solver.terms.add_constant(place, bytes);
    let distance = solver.terms.add_constant(place, -i128::from(grid.phase));
    let mut known = vec![
        solver.terms.at_most(start, place),
        solver.terms.at_most(behind, end),
        solver.terms.divides(stride, distance),
    ];
    if let Some(border) = border {
        known.push(solver.terms.less_than(place, border));
        known.push(solver.terms.less_than(border, behind));
    }
    let mut facts = facts.clone();
    facts.assume_all(solver, &known);
    !facts.is_unsat(solver).is_proved()
}

/// Of how many stripes something was told that is lost in the whole: anything at all, or what the words of a run are. What a new word
/// is, is always told, and says nothing of others.
fn lost(solver: &mut Solver, parts: [&Piece; 2], whole: &Piece) -> usize {
    let mut tells = |piece: &Piece, key: StripeKey| {
        let told = piece.find(key).filter(|told| !told.facts.is_empty() && !told.says_nothing(solver));
        told.map(|told| tell_the_word(solver, &told.facts))
    };
    let keys: BTreeSet<StripeKey> = parts.iter().flat_map(|part| part.keys()).collect();
    let mut lost = 0;
    for key in keys {
        let before = parts.iter().filter_map(|part| tells(part, key).map(|word| word && !part.is_new)).max();
        lost += usize::from(tells(whole, key) < before);
    }
    lost
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether a word crosses a border, by the places at which words begin.
    #[test]
    fn words_cross_a_border_as_their_places_say() {
        let mut solver = Solver::new();
        let facts = Facts::new();
        for stride in 1..=8_u8 {
            for (phase, bytes) in (0..stride).flat_map(|phase| [1, 2, 4, 8].map(|bytes| (phase, bytes))) {
                for border in 16..24_i128 {
                    let crosses = (0..64).any(|begin| {
                        begin % i128::from(stride) == i128::from(phase)
                            && begin < border
                            && border < begin + i128::from(bytes)
                    });
                    let [start, at, end] = [0, border, 64].map(|number| solver.terms.constant(number));
                    let grid = Grid { stride, phase };
                    let told = has_word(&mut solver, &facts, (start, end), Some(at), (grid, bytes));
                    assert_eq!(told, crosses, "words of {bytes} at {phase} modulo {stride}, border {border}");
                }
            }
        }
    }
}
