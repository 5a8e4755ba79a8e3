//! Blocks that are compared at a glance: without names in them, they are the same or they are not.

use super::Walk;
use crate::fold::are_different_constants;
use pure_logic::Term;
use symbolic_heap::{Block, Cell, Content, HeapRule, is_broken};

impl Walk<'_> {
    /// Whether both blocks have the same cells, and these hold nothing that names could tell apart.
    pub(super) fn hold_same_constants(&self, left: &Block, right: &Block) -> bool {
        left.cells == right.cells && self.holds_constants(left)
    }

    /// Whether no name occurs in a block.
    pub(super) fn holds_constants(&self, block: &Block) -> bool {
        let is_constant = |term: Term| self.solver.terms.as_constant(term).is_some();
        is_constant(block.size)
            && block.cells.iter().all(|cell| {
                is_constant(cell.start)
                    && is_constant(cell.end)
                    && cell.content.term().is_none_or(is_constant)
            })
    }

    /// Whether the cells of both blocks lie at the same places, and a word of one is another constant than that of the other.
    pub(super) fn differ_in_constants(&self, left: &Block, right: &Block) -> bool {
        let (left, right) = (left.cells.as_slice(), right.cells.as_slice());
        let is_constant = |term: Term| self.solver.terms.as_constant(term).is_some();
        let is_fixed = |cell: &Cell| is_constant(cell.start) && is_constant(cell.end);
        let lie_alike = |(x, y): (&Cell, &Cell)| {
            (x.start, x.end) == (y.start, y.end)
                && is_fixed(x)
                && is_word_or_run(x.content)
                && is_word_or_run(y.content)
        };
        let differ = |(x, y): (&Cell, &Cell)| match (x.content, y.content) {
            (Content::Scalar(x), Content::Scalar(y)) => are_different_constants(self.solver, x.term, y.term),
            _ => false,
        };
        !is_broken(self.solver, HeapRule::RelateKeepsLeftContent)
            && left.len() == right.len()
            && left.iter().zip(right).any(differ)
            && left.iter().zip(right).all(lie_alike)
    }
}

/// Whether a content is compared with that of the same bytes, whatever lies beside it.
fn is_word_or_run(content: Content) -> bool {
    match content {
        Content::Scalar(_)
        | Content::Uninitialised
        | Content::Unknown
        | Content::Fill(_)
        | Content::Letters
        | Content::Absent => true,
        Content::Text | Content::Each(_) | Content::Owning(_) | Content::Striped(_) | Content::Tiles(_) => {
            false
        }
    }
}
