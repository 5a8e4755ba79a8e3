//! What holds of every node of a segment of one side, and of the row that stands in its place on the other.
//!
//! The facts are found when those of the result are known: until then a name stands for them.

use super::rows::{Part, Row};
use super::{Side, Walk};
use crate::each::{Told, of_block, of_segment, told_words};
use pure_logic::Term;
use symbolic_heap::{EachNode, NodeWord, Segment};

/// Two rows of nodes that became one, of which it is still to be found what holds of every node.
#[derive(Clone, Debug)]
pub struct EachPair {
    /// What stands for it in the result.
    pub name: Term,
    pub words: Vec<NodeWord>,
    /// The numbers of the first node.
    pub first: Option<Vec<Term>>,
    /// By the names of either side; nothing where the row has no nodes.
    pub left: Option<Told>,
    pub right: Option<Told>,
}

impl Walk<'_> {
    /// What stands for what holds of every node of a segment of `side` and of a row of the other side.
    pub(super) fn matched_each(&mut self, side: Side, segment: &Segment, row: &Row) -> Option<EachNode> {
        let told = segment.each.as_ref().map_or(&[][..], EachNode::words);
        let wanted =
            if self.is_instance { told.to_vec() } else { self.wanted_words(side.other(), segment, row) };
        if wanted.is_empty() {
            return None;
        }
        let state = self.states[side as usize];
        let mut own = of_segment(self.solver, state, segment, &wanted);
        if self.is_instance
            && let Some(each) = &segment.each
        {
            // The bounds of orders are compared as such.
            own.facts = each.facts(&mut self.solver.terms);
        }
        let there = if row.is_lifted { None } else { self.told_of_row(side.other(), row, &wanted) };
        let words: Vec<NodeWord> = match &there {
            Some(Some(there)) => {
                own.words.iter().copied().filter(|word| there.words.contains(word)).collect()
            }
            Some(None) => own.words.clone(),
            None => Vec::new(),
        };
        self.generalises_left |= side == Side::Left && !told.iter().all(|word| words.contains(word));
        let there = there.filter(|_| !words.is_empty())?;
        let (left, right) = match side {
            Side::Left => (Some(own), there),
            Side::Right => (there, Some(own)),
        };
        let first = self.paired_first(left.as_ref(), right.as_ref(), &words);
        let is_told = segment.each.as_ref().is_some_and(|each| each.first().is_some());
        self.generalises_left |= side == Side::Left && is_told && first.is_none() && !row.parts.is_empty();
        let name = self.solver.terms.fresh_variable("each");
        let pending = EachNode::pending(words.clone(), first.clone(), name);
        self.each.push(EachPair { name, words, first, left, right });
        Some(pending)
    }

    /// Names for the numbers that the first nodes of both sides have.
    fn paired_first(
        &mut self,
        left: Option<&Told>,
        right: Option<&Told>,
        words: &[NodeWord],
    ) -> Option<Vec<Term>> {
        let (left, right) = (left?.of_words(words).first?, right?.of_words(words).first?);
        left.into_iter().zip(right).map(|(left, right)| self.number(left, right)).collect()
    }

    /// The words of which a segment or a part of the row in its place tells something.
    fn wanted_words(&self, side: Side, segment: &Segment, row: &Row) -> Vec<NodeWord> {
        let mut words: Vec<NodeWord> = Vec::new();
        let there = row.parts.iter().filter_map(|part| match *part {
            Part::Segment(index) => Some(&*self.states[side as usize].heap.segments()[index]),
            Part::Node(_) => None,
        });
        for word in std::iter::once(segment).chain(there).flat_map(told_words) {
            let (start, end) = word.place();
            if words.iter().all(|known| known.place().1 <= start || end <= known.offset) {
                words.push(word);
            }
        }
        words.sort_unstable();
        words
    }

    /// What holds of every node of a row of a side; nothing is known of nodes if there are none.
    fn told_of_row(&mut self, side: Side, row: &Row, words: &[NodeWord]) -> Option<Option<Told>> {
        let state = self.states[side as usize];
        let mut whole: Option<Told> = None;
        for part in &row.parts {
            let next = match *part {
                Part::Node(base) => of_block(self.solver, state, state.heap.block(base)?, words),
                Part::Segment(index) => of_segment(self.solver, state, &state.heap.segments()[index], words),
            };
            let next = match whole {
                Some(before) => before.then(self.solver, state, &next),
                None => next,
            };
            if next.words.is_empty() {
                return None;
            }
            whole = Some(next);
        }
        Some(whole)
    }
}
