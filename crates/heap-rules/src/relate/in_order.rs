//! The runs of two arrays of words side by side, where it is told in which order words are.
//!
//! Both arrays are cut where the same variable counts to, or where the same place is: a place `b·x + d` of one is that of the other
//! where `x` has moved. What lies between two such places on one side becomes one run, and so does what lies between them on the
//! other; either may be empty. A word between two of them stays a word. So a loop that moves a word through a row leaves the row before
//! its cursor, the word, and the row behind it.
//!
//! Sound: cells side by side are covered by what they unite to (`fold::in_order`), and bounds of orders are paired like other numbers. A
//! run without words is in any order, between any bounds of which the first is at most the last.

mod bounds;
mod cursors;
mod way;

pub use bounds::LooseBound;

use super::families::FamilyPair;
use super::{Side, Walk};
use crate::family::Told;
use crate::fold::{Group, are_words_in_order, united};
use crate::join::with_cut_words;
use cursors::Nodes;
use pure_logic::Term;
use std::collections::BTreeSet;
use std::ops::Range;
use symbolic_heap::{Cell, Cells, Content, State, Stride};
use way::{Kind, best_way, is_one_run, kind, self_same_word};

/// Where both arrays are cut: before these cells.
type Node = (usize, usize);

/// What lies between two nodes: cells of either side.
type Span = (Range<usize>, Range<usize>);

impl Walk<'_> {
    /// Whether it is told of an array in which order its words are.
    pub(super) fn is_told_in_order(cells: &Cells) -> bool {
        cells.iter().any(is_ordered)
    }

    /// The runs of two arrays, cut where cursors are.
    pub(super) fn rows_in_order(
        &mut self,
        left: &Cells,
        right: &Cells,
        (base, stepped): (Term, Stride),
    ) -> Option<Cells> {
        let noted = (self.families.len(), self.cut_facts.len(), self.loose.len(), self.numbers.len());
        let generalised_before = self.generalises_left;
        let rows = self.rows_along_cursors(left, right, (base, stepped));
        // Other descriptions of the same words may fit better.
        let is_too_general = self.is_instance && self.generalises_left && !generalised_before;
        if rows.is_some() && !is_too_general {
            return rows;
        }
        self.families.truncate(noted.0);
        self.cut_facts.truncate(noted.1);
        self.loose.truncate(noted.2);
        self.generalises_left = generalised_before;
        let names: BTreeSet<Term> = self.numbers.drain(noted.3..).map(|number| number.0).collect();
        self.known.retain(|_, name| !names.contains(name));
        None
    }

    fn rows_along_cursors(
        &mut self,
        left: &Cells,
        right: &Cells,
        (base, stepped): (Term, Stride),
    ) -> Option<Cells> {
        let has_runs = |cells: &Cells| cells.iter().any(|cell| matches!(cell.content, Content::Each(_)));
        let places = |cells: &Cells| cells.iter().map(|cell| (cell.start, cell.end)).collect::<Vec<_>>();
        // Records have their words where they are, whatever variables hold.
        let is_array = stepped.step().is_some() && !self.is_instance;
        if !is_array && !has_runs(left) && !has_runs(right) && places(left) == places(right) {
            return None;
        }
        let [here, there] = self.states;
        let sizes = [(here, left), (there, right)]
            .map(|(state, cells)| are_words_in_order(self.solver, state, cells));
        let bytes = match sizes {
            [Some(a), Some(b)] if a == b => a,
            [Some(a), None] if is_uniform(right) => a,
            [None, Some(b)] if is_uniform(left) => b,
            _ => return None,
        };
        if !self.has_only_whole_words(Side::Left, left, bytes)
            || !self.has_only_whole_words(Side::Right, right, bytes)
        {
            return None;
        }
        let (left, right) = (
            &self.cut_at_cursors(Side::Left, left, right, bytes),
            &self.cut_at_cursors(Side::Right, right, left, bytes),
        );
        let nodes = self.corresponding(left, right, bytes);
        let way = best_way(left, right, &nodes)?;
        self.along((left, right), (&way, &nodes), (base, bytes))
    }

    /// The rows of the result along a way.
    fn along(
        &mut self,
        (left, right): (&Cells, &Cells),
        (way, nodes): (&[Node], &Nodes),
        (base, bytes): (Term, u8),
    ) -> Option<Cells> {
        let span = |pair: &[Node]| (pair[0].0..pair[1].0, pair[0].1..pair[1].1);
        let spans: Vec<Span> = way.windows(2).map(span).collect();
        let is_run = |(ours, theirs): &Span| {
            let kinds = [kind(left, ours), kind(right, theirs)];
            kinds.contains(&Some(Kind::Words)) && !self_same_word((left, ours), (right, theirs))
        };
        let ours = spans.iter().filter(|span| is_run(span)).map(|span| span.0.clone()).collect();
        let theirs = spans.iter().filter(|span| is_run(span)).map(|span| span.1.clone()).collect();
        let ours = self.groups((Side::Left, left), bytes, ours);
        let theirs = self.groups((Side::Right, right), bytes, theirs);
        let mut pairs = ours.into_iter().zip(theirs);
        let mut result: Vec<Cell> = Vec::new();
        for (span, pair) in spans.iter().zip(way.windows(2)) {
            let start = match result.last() {
                Some(cell) => cell.end,
                None => self.number(places(left)[0], places(right)[0])?,
            };
            let is_word = self_same_word((left, &span.0), (right, &span.1));
            let end = match is_word {
                true => self.solver.terms.add_constant(start, i128::from(bytes)),
                false => self.place_of((left, right), pair[1], nodes, bytes)?,
            };
            let content = if is_word {
                let (x, y) = (left.as_slice()[span.0.start], right.as_slice()[span.1.start]);
                self.content(x.content, y.content, i128::from(bytes))?
            } else if is_run(span) {
                self.generalises_left |= !span.0.is_empty() && !is_one_run(left, &span.0);
                let was_in_order = left.as_slice()[span.0.clone()].iter().any(is_ordered);
                let groups = pairs.next()?;
                let content = self.paired_groups((&groups.0, &groups.1), pair[0] == (0, 0), bytes);
                self.generalises_left |= was_in_order && !content.is_some_and(is_ordered_content);
                self.pair_families(groups, base, result.len());
                content.unwrap_or(Content::Unknown)
            } else {
                Content::Uninitialised
            };
            result.push(Cell { start, end, content });
        }
        Some(Cells::from_cells(result))
    }

    /// The place of a node in the result, by the variable that counts to it, if there is one.
    fn place_of(
        &mut self,
        (left, right): (&Cells, &Cells),
        node: Node,
        nodes: &Nodes,
        bytes: u8,
    ) -> Option<Term> {
        match nodes.get(&node).and_then(|node| node.cursor) {
            Some((own, other, distance)) => {
                let name = self.number(own, other)?;
                let place = self.solver.terms.scale(i128::from(bytes), name);
                Some(self.solver.terms.add_constant(place, distance))
            }
            None => self.number(places(left)[node.0], places(right)[node.1]),
        }
    }

    /// Notes what is told of the words of two runs, of which it is found later what holds of all of them.
    fn pair_families(&mut self, (x, y): (Group, Group), base: Term, position: usize) {
        let named = (x.bounded(self.solver), y.bounded(self.solver));
        let right = named.1.clone();
        // Of words that are just stored nothing has to be shown.
        let facts = if x.told.says_nothing(self.solver) { Vec::new() } else { x.told.facts };
        let left = Told { facts, ..x.told };
        self.families.push(FamilyPair { base, position, left, right, named });
    }

    /// What the cells of each range are as one run.
    fn groups(&mut self, (side, cells): (Side, &Cells), bytes: u8, ranges: Vec<Range<usize>>) -> Vec<Group> {
        let state = self.states[side as usize];
        let facts = with_cut_words(self.solver, side, &self.cut_facts, &state.facts);
        let state = State { facts, ..state.clone() };
        let present: Vec<Range<usize>> = ranges.iter().filter(|range| !range.is_empty()).cloned().collect();
        let mut found = united(self.solver, &state, cells, bytes, &present).into_iter();
        let places = places(cells);
        let group = |range: Range<usize>| match range.is_empty() {
            true => Some(Group::empty(places[range.start], bytes)),
            false => found.next(),
        };
        ranges.into_iter().filter_map(group).collect()
    }
}

/// Whether it is told of a run in which order its words are.
fn is_ordered(cell: &Cell) -> bool {
    is_ordered_content(cell.content)
}

fn is_ordered_content(content: Content) -> bool {
    matches!(content, Content::Each(family) if family.is_ordered())
}

/// The places before each cell, and behind the last one.
fn places(cells: &Cells) -> Vec<Term> {
    let starts = cells.iter().map(|cell| cell.start);
    starts.chain(cells.as_slice().last().map(|cell| cell.end)).collect()
}

fn is_uniform(cells: &Cells) -> bool {
    cells
        .iter()
        .all(|cell| matches!(cell.content, Content::Unknown | Content::Uninitialised | Content::Fill(0)))
}
