//! Rows of nodes in order: putting them together, and what their nodes hold.
//!
//! ```text
//!   row(entry a, exit b) * row(entry c, exit d)        b ≤ c                 node with the number v
//!  ───────────────────────────────────────────────────────── put together   ──────────────────────── as a row
//!   row(entry a, exit d)                                                      row(entry v, exit v + s)
//! ```
//!
//! Sound: the last node of the first row passes on at most `b`, and the first node of the second is not below `c`. A row without nodes has
//! `a ≤ b`, so what comes before it and what comes behind it are in order as well.
//! The bounds of the result are those of its ends: they say as much as can be said.

use crate::limits::{ORDERS_OF_A_SEGMENT, WORDS_OF_ORDERED_PAIRS};
use crate::relate::RowEnd;
use pure_logic::term::Atom;
use pure_logic::{Fact, Facts, Solver, Term, Width};
use symbolic_heap::{Block, Content, HeapRule, Key, NodeKeys, Segment, Sorted, State, Value, is_broken};

/// A part of a row that is in order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Stretch {
    /// A single node, which is in any order.
    Node(Key, NodeKeys),
    Row {
        sorted: Sorted,
        has_nodes: bool,
    },
}

impl Stretch {
    /// A row without nodes, whose bounds may be anything.
    pub fn empty(key: Key, bound: Term) -> Stretch {
        let (entry_is_first, exit_is_last) = (true, true);
        let sorted = Sorted { key, is_strict: true, entry: bound, exit: bound, entry_is_first, exit_is_last };
        Stretch::Row { sorted, has_nodes: false }
    }

    fn key(&self) -> Key {
        match self {
            Stretch::Node(key, _) => *key,
            Stretch::Row { sorted, .. } => sorted.key,
        }
    }

    fn has_nodes(&self) -> bool {
        match self {
            Stretch::Node(..) => true,
            Stretch::Row { has_nodes, .. } => *has_nodes,
        }
    }

    /// What is known of the row as one that is strictly in order, or as one that is just in order.
    pub fn as_sorted(&self, solver: &mut Solver, is_strict: bool) -> Option<Sorted> {
        match *self {
            Stretch::Node(key, node) => {
                let (entry_is_first, exit_is_last) = (true, true);
                let exit = key.after(&mut solver.terms, node.leave, i128::from(is_strict));
                Some(Sorted { key, is_strict, entry: node.enter, exit, entry_is_first, exit_is_last })
            }
            Stretch::Row { sorted, .. } if sorted.is_strict == is_strict => Some(sorted),
            Stretch::Row { .. } if is_strict => None,
            // The last node passes on one more than it holds.
            Stretch::Row { sorted, has_nodes: true } => {
                let exit = sorted.key.after(&mut solver.terms, sorted.exit, -1);
                Some(Sorted { is_strict, exit, ..sorted })
            }
            Stretch::Row { sorted, has_nodes: false } => {
                Some(Sorted { is_strict, exit_is_last: false, ..sorted })
            }
        }
    }

    /// The row that two become, strictly in order if it can be.
    pub fn then(&self, solver: &mut Solver, facts: &Facts, next: &Stretch) -> Option<Stretch> {
        if self.key() != next.key() {
            return None;
        }
        [true, false].into_iter().find_map(|is_strict| {
            let (left, right) = (self.as_sorted(solver, is_strict)?, next.as_sorted(solver, is_strict)?);
            let fact = left.key.at_most(&mut solver.terms, left.exit, right.entry);
            if !facts.proves(solver, fact).is_proved() && !is_broken(solver, HeapRule::FoldIgnoresOrder) {
                return None;
            }
            let sorted = Sorted {
                exit: right.exit,
                entry_is_first: left.entry_is_first && self.has_nodes(),
                exit_is_last: right.exit_is_last && next.has_nodes(),
                ..left
            };
            Some(Stretch::Row { sorted, has_nodes: self.has_nodes() || next.has_nodes() })
        })
    }
}

/// What a segment says of a key.
pub(crate) fn stretch_of_segment(segment: &Segment, key: Key) -> Option<Stretch> {
    let sorted = segment.sorted.iter().find(|sorted| sorted.key == key)?;
    Some(Stretch::Row { sorted: *sorted, has_nodes: segment.minimum > 0 })
}

/// What a block says of a key, as a node.
pub(crate) fn stretch_of_block(
    solver: &mut Solver,
    state: &State,
    block: &Block,
    key: Key,
) -> Option<Stretch> {
    let mut number = |offset: u64| {
        let word = number_at(solver, block, (offset, offset + key.bytes))?;
        number_as(solver, state, word, key)
    };
    let node = NodeKeys { enter: number(key.enter)?, leave: number(key.leave)? };
    let fact = key.at_most(&mut solver.terms, node.enter, node.leave);
    state.facts.proves(solver, fact).is_proved().then_some(Stretch::Node(key, node))
}

/// The number in a word of a block, if it has one.
pub(crate) fn number_at(solver: &mut Solver, block: &Block, (start, end): (u64, u64)) -> Option<Term> {
    block.cells.iter().find_map(|cell| {
        let from = solver.terms.as_constant(cell.start)?;
        let to = solver.terms.as_constant(cell.end)?;
        let place = (i128::from(start), i128::from(end));
        match cell.content {
            Content::Scalar(value) if value.is_defined() && (from, to) == place => Some(value.term),
            Content::Fill(0) if from <= place.0 && place.1 <= to => Some(solver.terms.constant(0)),
            _ => None,
        }
    })
}

/// The number by which a node is compared that has this word, unless it is an address.
pub(crate) fn number_as(solver: &mut Solver, state: &State, word: Term, key: Key) -> Option<Term> {
    if crate::fold::mentions_memory(solver, state, word) {
        return None;
    }
    let range = key.is_in_range(&mut solver.terms, word);
    let is_plain = is_broken(solver, HeapRule::WordsAreComparedAsTheyAre);
    Some(match is_plain || state.facts.proves_all(solver, &range).is_proved() {
        true => word,
        false => {
            let bits = u32::try_from(8 * key.bytes).ok()?;
            solver.terms.wrap(word, Width { bits, signed: key.is_signed })
        }
    })
}

/// In which orders two neighbours are, each of them one node: all of these are tried.
pub(crate) fn orders_of_nodes(
    solver: &mut Solver,
    state: &State,
    (left, right): (&Block, &Block),
    links: &[u64],
) -> Vec<Sorted> {
    let words: Vec<(u64, u64)> = left
        .cells
        .iter()
        .filter_map(|cell| {
            let (start, end) = (solver.terms.as_constant(cell.start)?, solver.terms.as_constant(cell.end)?);
            let (start, end) = (u64::try_from(start).ok()?, u64::try_from(end).ok()?);
            let is_number = matches!(cell.content, Content::Scalar(value) if value.is_defined());
            (is_number && (1..=8).contains(&(end - start)) && !links.contains(&start))
                .then_some((start, end - start))
        })
        .collect();
    let mut found = Vec::new();
    for &(enter, bytes) in &words {
        for &(leave, other) in &words {
            let is_pair = enter != leave;
            if other != bytes || is_pair && words.len() > WORDS_OF_ORDERED_PAIRS {
                continue;
            }
            for is_signed in [true, false] {
                for is_descending in [false, true] {
                    let key = Key { enter, leave, bytes, is_signed, is_descending };
                    let Some(first) = stretch_of_block(solver, state, left, key) else { continue };
                    let Some(second) = stretch_of_block(solver, state, right, key) else { continue };
                    let whole = first.then(solver, &state.facts, &second);
                    found.extend(whole.and_then(|whole| sorted_of(&whole)));
                }
            }
        }
    }
    found.truncate(ORDERS_OF_A_SEGMENT);
    found.sort_by_key(|sorted| sorted.key);
    found
}

/// A row of several parts as the order that a segment has.
pub(crate) fn sorted_of(whole: &Stretch) -> Option<Sorted> {
    match whole {
        Stretch::Row { sorted, .. } => Some(*sorted),
        Stretch::Node(..) => None,
    }
}

/// The numbers of a node that is being exposed, for each of the orders of its segment; a word of which nothing was known gets a name. What
/// the order says of every node is assumed.
pub(crate) fn expose_numbers(
    solver: &mut Solver,
    state: &mut State,
    segment: &Segment,
    cells: &mut Vec<(u64, u64, Content)>,
) -> Vec<Option<NodeKeys>> {
    let mut exposed = Vec::with_capacity(segment.sorted.len());
    for sorted in &segment.sorted {
        let mut number = |offset: u64| {
            let word = expose_word(solver, state, cells, offset, sorted.key)?;
            number_as(solver, state, word, sorted.key)
        };
        let enter = number(sorted.key.enter);
        let leave = number(sorted.key.leave);
        let node = enter.zip(leave).map(|(enter, leave)| NodeKeys { enter, leave });
        if let Some(node) = node {
            let facts: [Fact; 3] = sorted.facts_of_node(&mut solver.terms, node);
            state.facts.assume_all(solver, &facts);
        }
        exposed.push(node);
    }
    exposed
}

/// The word at an offset of a node that is being exposed.
pub(crate) fn expose_word(
    solver: &mut Solver,
    state: &mut State,
    cells: &mut Vec<(u64, u64, Content)>,
    offset: u64,
    key: Key,
) -> Option<Term> {
    let (start, end) = (offset, offset + key.bytes);
    let position = cells.iter().position(|cell| cell.0 <= start && end <= cell.1)?;
    let (from, to, content) = cells[position];
    match content {
        Content::Scalar(value) if value.is_defined() && (from, to) == (start, end) => Some(value.term),
        Content::Fill(0) => Some(solver.terms.constant(0)),
        Content::Unknown => {
            let word = solver.terms.fresh_variable("value");
            let range = key.is_in_range(&mut solver.terms, word);
            state.facts.assume_all(solver, &range);
            cells[position] = (start, end, Content::Scalar(Value::defined(word)));
            let rest = [(from, start, content), (end, to, content)];
            cells.extend(rest.into_iter().filter(|cell| cell.0 < cell.1));
            Some(word)
        }
        _ => None,
    }
}

/// States what holds of the numbers of the first node of a segment, or of its last one.
pub(crate) fn assume_end(
    solver: &mut Solver,
    state: &mut State,
    segment: &Segment,
    exposed: &[Option<NodeKeys>],
    end: RowEnd,
) {
    for (sorted, node) in segment.sorted.iter().zip(exposed) {
        let Some(node) = *node else { continue };
        let fact = match end {
            RowEnd::Entry => sorted.fact_of_first(&mut solver.terms, node),
            RowEnd::Exit => sorted.fact_of_last(&mut solver.terms, node),
            RowEnd::Nothing => None,
        };
        if let Some(fact) = fact {
            state.assume(solver, fact);
        }
    }
}

/// The orders of what is left of a segment behind its first node.
pub(crate) fn behind(solver: &mut Solver, segment: &Segment, exposed: &[Option<NodeKeys>]) -> Vec<Sorted> {
    let is_strict = is_broken(solver, HeapRule::RestIsStrictlyBehind);
    let orders =
        segment.sorted.iter().map(|sorted| Sorted { is_strict: sorted.is_strict || is_strict, ..*sorted });
    orders
        .zip(exposed)
        .map(|(sorted, node)| node.map_or(sorted, |node| sorted.behind(&mut solver.terms, node)))
        .collect()
}

/// The orders of what is left of a segment before its last node.
pub(crate) fn before(solver: &Solver, segment: &Segment, exposed: &[Option<NodeKeys>]) -> Vec<Sorted> {
    let is_strict = is_broken(solver, HeapRule::RestIsStrictlyBefore);
    let orders =
        segment.sorted.iter().map(|sorted| Sorted { is_strict: sorted.is_strict || is_strict, ..*sorted });
    orders.zip(exposed).map(|(sorted, node)| node.map_or(sorted, |node| sorted.before(node))).collect()
}

/// States what holds of the bounds of all segments.
pub(crate) fn assume_bounds(solver: &mut Solver, state: &mut State) {
    let orders: Vec<Sorted> =
        state.heap.segments().iter().flat_map(|segment| segment.sorted.clone()).collect();
    for sorted in orders {
        let fact = sorted.fact(&mut solver.terms);
        state.facts.assume(solver, fact);
    }
}

/// Gives names to the numbers in nodes of which nothing is known, so that it can be said how others are to them.
///
/// Sound: such bytes are stored and are no address, so the word they make up is some number.
pub(crate) fn name_words(solver: &mut Solver, state: &mut State) {
    let bases: Vec<Atom> = state
        .heap
        .blocks()
        .filter(|block| block.is_live() && block.region.has_nodes())
        .filter(|block| block.cells.iter().any(|cell| cell.content == Content::Unknown))
        .map(|block| block.base)
        .collect();
    for base in bases {
        let Some(block) = state.heap.block(base).cloned() else { continue };
        for (position, cell) in block.cells.iter().enumerate() {
            let bytes = solver.terms.constant_difference(cell.end, cell.start);
            let is_aligned = |bytes: i128| {
                let start = solver.terms.as_constant(cell.start);
                matches!(bytes, 1 | 2 | 4 | 8) && start.is_some_and(|start| start % bytes == 0)
            };
            let Some(bytes) = bytes.filter(|&bytes| cell.content == Content::Unknown && is_aligned(bytes))
            else {
                continue;
            };
            let bytes = bytes.unsigned_abs() as u64;
            let key = Key { enter: 0, leave: 0, bytes, is_signed: true, is_descending: false };
            let word = solver.terms.fresh_variable("value");
            let range = key.is_in_range(&mut solver.terms, word);
            state.facts.assume_all(solver, &range);
            if let Some(block) = state.heap.block_mut(base) {
                block.cells.set_content(position, Content::Scalar(Value::defined(word)));
            }
        }
    }
}
