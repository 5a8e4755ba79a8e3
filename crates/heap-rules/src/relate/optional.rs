//! Blocks that one side has where the other has null.
//!
//! ```text
//!   block b { cells }   and   nothing, with b' = 0       are covered by       block b optional { cells }
//! ```
//!
//! Sound: the side without the block satisfies the optional one with the base null; what the cells would hold may then
//! be anything.

use super::{Side, Walk};
use crate::fold::with_rows;
use pure_logic::Term;
use pure_logic::term::Atom;
use symbolic_heap::{Block, Cell, Cells, Content, Lifetime, Location, Region, Value};

/// What a walk knows of such blocks.
#[derive(Default)]
pub(super) struct Optional {
    /// The new names, by the side that has null.
    null: [Vec<Term>; 2],
    /// Names for what the blocks hold and what that is, by the side that has the block.
    contents: [Vec<(Term, Term)>; 2],
    /// Blocks whose cells are still to be copied, with the side that has them, and the new name.
    open: Vec<(Side, Atom, Term)>,
}

impl Optional {
    pub(super) fn null_names(&self, side: Side) -> Vec<Term> {
        self.null[side as usize].clone()
    }

    pub(super) fn contents(&self, side: Side) -> Vec<(Term, Term)> {
        self.contents[side as usize].clone()
    }
}

impl Walk<'_> {
    /// The name for the address of a block on one side and null on the other.
    pub(super) fn pair_with_null(&mut self, side: Side, base: Atom, offset: Term) -> Option<Term> {
        if self.solver.terms.as_constant(offset) != Some(0) {
            return None;
        }
        match self.bases[side as usize].get(&base) {
            Some(name) => self.optional.null[side.other() as usize].contains(name).then_some(*name),
            None => self.absent_on_the_other(side, base),
        }
    }

    /// The name of a block that the other side does not have.
    fn absent_on_the_other(&mut self, side: Side, base: Atom) -> Option<Term> {
        let block = self.state(side).heap.block(base)?;
        let covers_null = match (side, block.lifetime) {
            (Side::Left, Lifetime::Optional | Lifetime::Reusable(_)) => true,
            (Side::Left, Lifetime::Live | Lifetime::Ended(_)) | (Side::Right, _) => false,
        };
        let is_possible = covers_null || self.likeness.alternatives;
        if block.region != Region::Heap || !is_possible || self.absorbed[side as usize].contains(&base) {
            return None;
        }
        self.generalises_left |= !covers_null;
        let name = self.solver.terms.fresh_variable("b");
        self.bases[side as usize].insert(base, name);
        self.optional.null[side.other() as usize].push(name);
        self.optional.open.push((side, base, name));
        Some(name)
    }

    /// Copies the cells of a block that only one side has; false if there is none left. What both sides have is paired
    /// before that, so that its names are known.
    pub(super) fn copy_one_optional(&mut self) -> Option<bool> {
        let Some((side, base, name)) = self.optional.open.pop() else { return Some(false) };
        let block = Block::clone(self.state(side).heap.block(base)?);
        let size = self.number_of_one_side(side, block.size)?;
        let mut cells = Vec::new();
        for cell in block.cells.iter() {
            let start = self.number_of_one_side(side, cell.start)?;
            let end = self.number_of_one_side(side, cell.end)?;
            let content = match cell.content {
                Content::Scalar(value) => {
                    Content::Scalar(Value { term: self.term_of_one_side(side, value.term)?, ..value })
                }
                // What is told of its words is told by names of one side.
                Content::Each(_) => {
                    self.generalises_left |= side == Side::Left;
                    Content::Unknown
                }
                Content::Tiles(_) | Content::Striped(_) => {
                    self.generalises_left |= side == Side::Left;
                    Content::Uninitialised
                }
                Content::Owning(owning) => {
                    let rows = owning.rows(&self.solver.terms);
                    let rows = rows.and_then(|rows| self.number_of_one_side(side, rows));
                    with_rows(self.solver, cell.content, rows)
                }
                other => other,
            };
            cells.push(Cell { start, end, content });
        }
        let lifetime = match block.lifetime {
            Lifetime::Live | Lifetime::Optional => Lifetime::Optional,
            Lifetime::Ended(at) | Lifetime::Reusable(at) => Lifetime::Reusable(at),
        };
        let base = self.solver.terms.as_atom(name)?;
        self.heap.insert_block(Block { base, size, cells: Cells::from_cells(cells), lifetime, ..block });
        Some(true)
    }

    /// What a word is called that only one side has.
    fn term_of_one_side(&mut self, side: Side, term: Term) -> Option<Term> {
        match self.locate(side, term) {
            Location::Number(_) => Some(term),
            Location::Block { base, offset } => {
                let name = match self.bases[side as usize].get(&base) {
                    Some(&name) => name,
                    None => self.absent_on_the_other(side, base)?,
                };
                let offset = self.number_of_one_side(side, offset)?;
                Some(self.solver.terms.add(name, offset))
            }
            Location::FirstNode { .. }
            | Location::LastNode { .. }
            | Location::Root { .. }
            | Location::BeforeHole { .. }
            | Location::Member { .. } => None,
            Location::Unknown => self.number_of_one_side(side, term),
        }
    }

    fn number_of_one_side(&mut self, side: Side, term: Term) -> Option<Term> {
        if self.solver.terms.as_constant(term).is_some() {
            return Some(term);
        }
        let of_side = |&&(_, a, b): &&(Term, Term, Term)| term == if side == Side::Left { a } else { b };
        if let Some(&(name, ..)) = self.numbers.iter().find(of_side) {
            return Some(name);
        }
        let own = &self.optional.contents[side as usize];
        if let Some(&(name, _)) = own.iter().find(|(_, value)| *value == term) {
            return Some(name);
        }
        if self.mentions_memory(side, term) {
            return None;
        }
        // Where there is null it may be anything: what it would be by the names that both sides have, so that it is known how the places
        // of the block are to them.
        if let Some(there) = self.by_names_of(side.other(), term) {
            let (a, b) = if side == Side::Left { (term, there) } else { (there, term) };
            if let Some(name) = self.number(a, b) {
                return Some(name);
            }
        }
        let name = self.solver.terms.fresh_variable("n");
        self.optional.contents[side as usize].push((name, term));
        Some(name)
    }
}
