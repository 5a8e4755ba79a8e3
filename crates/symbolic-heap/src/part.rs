//! Parts: single fields of memory that somebody else owns.
//!
//! A part owns the bytes of its cells that are present, and no others. So two parts may have the same
//! base, or belong to one block; what is known is that no byte is present in two of them:
//!
//! ```text
//!   part p { 0..8: a, 8..16: absent } * part q { 0..8: absent, 8..16: b }      p = q is possible
//!   part p { 0..8: a }                * part q { 0..8: b }                     p ≠ q
//! ```

use crate::block::{Block, Region};
use crate::cells::{Cell, Cells, Content};
use crate::heap::Heap;
use pure_logic::term::Atom;
use pure_logic::{Facts, Solver, Term, TermTable};

/// A run of bytes from an offset up to another.
pub type Extent = (i128, i128);

impl Block {
    pub fn is_part(&self) -> bool {
        self.region == Region::Part
    }

    /// The bytes of a part that are present, as far as their places are constant.
    pub fn present(&self, terms: &TermTable) -> Vec<Extent> {
        let constant = |term| terms.as_constant(term);
        self.cells
            .iter()
            .filter(|cell| cell.content.is_present())
            .filter_map(|cell| Some((constant(cell.start)?, constant(cell.end)?)))
            .collect()
    }

    /// Whether a part has one of these bytes.
    pub fn has_byte_in(&self, terms: &TermTable, extent: Extent) -> bool {
        self.present(terms).into_iter().any(|own| own.0 < extent.1 && extent.0 < own.1)
    }
}

/// Whether an address in one block and an address in another cannot be the same, because some byte
/// would then be in both. At least one of the two is a part.
///
/// Sound: if `base₁ + i = base₂ + j`, the byte at offset `x` of the first is that at offset
/// `x - i + j` of the second. Both are live, and live bytes are separate.
pub fn are_apart(solver: &mut Solver, facts: &Facts, left: (&Block, Term), right: (&Block, Term)) -> bool {
    if !left.0.is_part() {
        return right.0.is_part() && are_apart(solver, facts, right, left);
    }
    let Some(distance) = solver.terms.constant_difference(right.1, left.1) else { return false };
    let images = left.0.present(&solver.terms).into_iter().map(|own| (own.0 + distance, own.1 + distance));
    let images: Vec<Extent> = images.collect();
    if right.0.is_part() {
        return images.into_iter().any(|image| right.0.has_byte_in(&solver.terms, image));
    }
    if !right.0.has_own_address() {
        return false;
    }
    images.into_iter().filter(|image| image.1 > 0).any(|image| {
        let first = solver.terms.constant(image.0.max(0));
        let inside = solver.terms.less_than(first, right.0.size);
        facts.proves(solver, inside).is_proved()
    })
}

impl Cells {
    /// The cells of a part: bytes that are absent are told only between others, and once.
    pub fn of_part(cells: impl Iterator<Item = Cell>) -> Cells {
        let mut kept: Vec<Cell> = Vec::new();
        for cell in cells {
            match kept.last_mut() {
                Some(last) if !last.content.is_present() && !cell.content.is_present() => last.end = cell.end,
                None if !cell.content.is_present() => {}
                _ => kept.push(cell),
            }
        }
        if kept.last().is_some_and(|cell| !cell.content.is_present()) {
            kept.pop();
        }
        Cells::from_cells(kept)
    }
}

impl Heap {
    /// From `term = 0`, where that says that two parts are a constant distance apart: the newer of
    /// them, the older, and the distance from the older to the newer.
    pub(crate) fn parts_at_one_address(&self, terms: &TermTable, term: Term) -> Option<(Atom, Atom, i128)> {
        let &[(first, a), (second, b)] = terms.summands(term) else { return None };
        if a + b != 0 || a.abs() != 1 {
            return None;
        }
        let is_constant =
            |cell: &Cell| terms.as_constant(cell.start).is_some() && terms.as_constant(cell.end).is_some();
        let is_part = |base| {
            self.block(base).is_some_and(|block| block.is_part() && block.cells.iter().all(is_constant))
        };
        if !is_part(first) || !is_part(second) {
            return None;
        }
        // a·first + b·second + constant = 0.
        let constant = terms.constant_part(term);
        let (from, to, sign) = if first > second { (first, second, a) } else { (second, first, b) };
        Some((from, to, -sign * constant))
    }

    /// Adds the bytes of one part to those of another, `distance` bytes behind its base. Returns false
    /// if a byte is in both: the two are not at these addresses.
    pub(crate) fn merge_parts(
        &mut self,
        terms: &mut TermTable,
        from: Atom,
        to: Atom,
        distance: i128,
    ) -> bool {
        let Some(block) = self.remove_block(from) else { return true };
        let Some(target) = self.block_mut(to) else { return true };
        for cell in block.cells.iter().filter(|cell| cell.content.is_present()) {
            let (Some(start), Some(end)) = (terms.as_constant(cell.start), terms.as_constant(cell.end))
            else {
                continue;
            };
            let (start, end) = (start + distance, end + distance);
            if target.has_byte_in(terms, (start, end)) {
                return false;
            }
            target.add_bytes(terms, (start, end), cell.content);
        }
        true
    }
}

impl Block {
    /// Makes bytes of a part present, with one content. Those that are present already keep theirs.
    pub fn add_bytes(&mut self, terms: &mut TermTable, extent: Extent, content: Content) {
        let mut bounds: Vec<i128> = vec![extent.0, extent.1];
        let old: Vec<(Extent, Content)> = self
            .cells
            .iter()
            .filter_map(|cell| {
                Some(((terms.as_constant(cell.start)?, terms.as_constant(cell.end)?), cell.content))
            })
            .collect();
        for ((start, end), content) in &old {
            bounds.push(*start);
            bounds.push(*end);
            debug_assert!(start <= end || !content.is_present(), "cells go forward");
        }
        bounds.sort_unstable();
        bounds.dedup();
        let mut cells: Vec<Cell> = Vec::new();
        let mut position = 0;
        while let Some(&start) = bounds.get(position) {
            let covering = old
                .iter()
                .find(|((from, to), content)| *from <= start && start < *to && content.is_present());
            let (end, content) = match covering {
                Some(&((_, to), content)) => (to, content),
                None => {
                    let Some(&end) = bounds.get(position + 1) else { break };
                    let is_new = extent.0 <= start && end <= extent.1;
                    (end, if is_new { content } else { Content::Absent })
                }
            };
            let cell = Cell { start: terms.constant(start), end: terms.constant(end), content };
            match cells.last_mut() {
                Some(last)
                    if last.content == content
                        && content.holds_of_unions()
                        && !matches!(content, Content::Scalar(_) | Content::Text) =>
                {
                    last.end = cell.end;
                }
                _ => cells.push(cell),
            }
            position = bounds.iter().position(|&bound| bound >= end).unwrap_or(bounds.len());
        }
        if let Some(last) = cells.last() {
            self.size = last.end;
        }
        self.cells = Cells::from_cells(cells);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::block::{Lifetime, Stride};
    use crate::place::PlaceTag;
    use crate::state::State;

    fn part(solver: &mut Solver, name: &str, extents: &[Extent]) -> Block {
        let base = solver.terms.variable(name);
        let base = solver.terms.as_atom(base).expect("a variable is an atom");
        let mut block = Block {
            base,
            size: solver.terms.constant(0),
            region: Region::Part,
            lifetime: Lifetime::Live,
            allocated_at: PlaceTag::default(),
            stride: Stride::default(),
            cells: Cells::empty(),
        };
        for &extent in extents {
            block.add_bytes(&mut solver.terms, extent, Content::Unknown);
        }
        block
    }

    #[test]
    fn addresses_differ_where_the_same_bytes_are_present() {
        let mut solver = Solver::default();
        let facts = Facts::new();
        let (zero, eight) = (solver.terms.constant(0), solver.terms.constant(8));
        let next = part(&mut solver, "p", &[(0, 8)]);
        let previous = part(&mut solver, "q", &[(8, 16)]);
        assert!(!are_apart(&mut solver, &facts, (&next, zero), (&previous, zero)));
        assert!(are_apart(&mut solver, &facts, (&next, zero), (&previous, eight)));
        assert!(!are_apart(&mut solver, &facts, (&next, eight), (&previous, zero)));
    }

    #[test]
    fn equal_bases_make_one_part_or_a_contradiction() {
        let mut solver = Solver::default();
        for (second, is_possible) in [((8, 16), true), ((4, 16), false)] {
            let mut state = State::new(0);
            let (p, q) = (part(&mut solver, "p", &[(0, 8)]), part(&mut solver, "q", &[second]));
            let (a, b) = (solver.terms.atom_term(p.base), solver.terms.atom_term(q.base));
            state.heap.insert_block(p);
            state.heap.insert_block(q);
            let fact = solver.terms.equal(a, b);
            state.assume(&mut solver, fact);
            assert_eq!(!state.facts.is_unsat(&mut solver).is_proved(), is_possible);
            if is_possible {
                let blocks: Vec<_> = state.heap.blocks().collect();
                assert_eq!(blocks.len(), 1);
                assert_eq!(blocks[0].present(&solver.terms), [(0, 16)]);
            }
        }
    }

    /// On all memories of one or two small blocks, with all pairs of parts of up to two words: addresses
    /// that are said to differ do, and making one part of two keeps what they describe.
    #[test]
    fn what_is_said_of_parts_holds_in_all_small_memories() {
        use crate::satisfy::{ConcreteBlock, ConcreteHeap, Word, satisfies};
        let mut solver = Solver::default();
        let patterns: [&[Extent]; 5] = [&[(0, 4)], &[(4, 8)], &[(0, 8)], &[(-4, 0)], &[(-4, 0), (4, 8)]];
        let memories: [&[(u64, usize)]; 3] = [&[(0x1000, 8)], &[(0x1000, 12)], &[(0x1000, 8), (0x2000, 8)]];
        let mut coincidences = 0;
        for (first, second) in patterns.iter().flat_map(|a| patterns.iter().map(move |b| (a, b))) {
            let (p, q) = (part(&mut solver, "p", first), part(&mut solver, "q", second));
            let (a, b) = (solver.terms.atom_term(p.base), solver.terms.atom_term(q.base));
            let mut state = State::new(0);
            state.registers = [a, b].map(|term| Some(crate::value::Value::defined(term))).to_vec();
            state.heap.insert_block(p.clone());
            state.heap.insert_block(q.clone());
            for blocks in memories {
                let places: Vec<u64> =
                    blocks.iter().flat_map(|&(base, _)| [base, base + 4, base + 8]).collect();
                for (&at, &other) in places.iter().flat_map(|at| places.iter().map(move |other| (at, other)))
                {
                    let mut memory = ConcreteHeap::default();
                    for &(base, size) in blocks {
                        let mut block = ConcreteBlock::heap(size);
                        (0..size).for_each(|offset| block.store(offset, 1, 7));
                        memory.blocks.insert(base, block);
                    }
                    memory.registers = vec![Some(Word::address(at)), Some(Word::address(other))];
                    let is_described = satisfies(&mut solver, &state, &memory).is_satisfied();
                    let distance = i128::from(other) - i128::from(at);
                    let (zero, offset) = (solver.terms.constant(0), solver.terms.constant(distance));
                    // p + distance = q
                    let apart = are_apart(&mut solver, &Facts::new(), (&p, offset), (&q, zero));
                    assert!(!(is_described && apart), "{first:?} at {at:#x}, {second:?} at {other:#x}");
                    let moved = solver.terms.add_constant(a, distance);
                    let fact = solver.terms.equal(b, moved);
                    let mut merged = state.clone();
                    merged.assume(&mut solver, fact);
                    let is_possible = !merged.facts.is_unsat(&mut solver).is_proved();
                    assert_eq!(is_possible, !apart, "{first:?} at {at:#x}, {second:?} at {other:#x}");
                    if is_possible {
                        let still = satisfies(&mut solver, &merged, &memory).is_satisfied();
                        assert_eq!(still, is_described, "{first:?} at {at:#x}, {second:?} at {other:#x}");
                        coincidences += usize::from(still && at == other);
                    }
                }
            }
        }
        assert!(coincidences > 0, "some parts have the same base");
    }

    #[test]
    fn added_bytes_leave_the_present_ones_alone() {
        let mut solver = Solver::default();
        let mut block = part(&mut solver, "p", &[(0, 8)]);
        let seven = solver.terms.constant(7);
        let (start, end) = (solver.terms.constant(0), solver.terms.constant(8));
        let content = Content::Scalar(crate::value::Value::defined(seven));
        block.cells = Cells::from_cells(vec![Cell { start, end, content }]);
        block.add_bytes(&mut solver.terms, (-8, 12), Content::Uninitialised);
        block.add_bytes(&mut solver.terms, (16, 24), Content::Unknown);
        let contents: Vec<Content> = block.cells.iter().map(|cell| cell.content).collect();
        let expected =
            [Content::Uninitialised, content, Content::Uninitialised, Content::Absent, Content::Unknown];
        assert_eq!(contents, expected);
        assert_eq!(solver.terms.as_constant(block.size), Some(24));
    }
}
