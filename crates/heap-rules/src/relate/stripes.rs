//! The runs of two arrays side by side, where words that lie a stride apart are told by stripes.

use super::families::{FamilyPair, aligned, is_filled, words};
use super::{Side, Walk};
use crate::family::{Grid, Told};
use crate::fold::{StripeKey, has_word, key_of, stride_for, striped, stripes_of};
use pure_logic::{Fact, Solver, Term};
use std::collections::BTreeSet;
use symbolic_heap::{Cell, Cells, Content, Stride, Stripes};

impl Walk<'_> {
    /// The runs of two arrays, if words of them are told by stripes, or if a loop fills them that can be told so.
    pub(super) fn striped_rows(
        &mut self,
        left: &Cells,
        right: &Cells,
        (base, stepped): (Term, Stride),
    ) -> Option<Cells> {
        let apart = stride_for(self.solver, self.likeness.precision.fields(), stepped, [left, right])?;
        let has_stripes =
            |cells: &Cells| cells.iter().any(|cell| matches!(cell.content, Content::Striped(_)));
        let is_told = has_stripes(left) || has_stripes(right);
        if !(is_told || apart.is_sure && is_filled(self.solver, left, right)) {
            return None;
        }
        let shared: BTreeSet<(Term, Term)> = words(left).intersection(&words(right)).copied().collect();
        let is_kept = |_: usize, cell: &Cell| shared.contains(&(cell.start, cell.end));
        let [a, b] = [(0, left), (1, right)]
            .map(|(side, cells)| striped(self.solver, self.states[side], cells, apart, &is_kept));
        if !has_stripes(&a) && !has_stripes(&b) {
            return None;
        }
        let is_gathered = a != *left;
        let (a, b) = (self.cut_as_on(Side::Right, &b, &a), self.cut_as_on(Side::Left, &a, &b));
        let pairs = aligned(self.solver, a.as_slice(), b.as_slice())?;
        let noted = self.families.len();
        let rows = self.paired_runs(pairs, base);
        match rows {
            // Words that became part of a stripe say less than before.
            Some(_) => self.generalises_left |= is_gathered,
            None => self.families.truncate(noted),
        }
        rows
    }

    /// Two runs one of which is told by stripes: the stripes that both have, of which it is still to be found what holds.
    pub(super) fn paired_stripes(&mut self, x: &Cell, y: &Cell, base: Term, position: usize) -> Content {
        let stride = [x, y].into_iter().find_map(|cell| match cell.content {
            Content::Striped(stripes) => Some(stripes.stride),
            _ => None,
        });
        let Some(stride) = stride else { return Content::Uninitialised };
        let states = self.states;
        let mut told = |side: usize, cell: &Cell, layout: &BTreeSet<StripeKey>| {
            stripes_of(self.solver, &states[side].facts, cell, stride, layout)
        };
        let keys = |told: &[Told]| -> BTreeSet<StripeKey> { told.iter().filter_map(key_of).collect() };
        let none = BTreeSet::new();
        let layout: BTreeSet<StripeKey> =
            keys(&told(0, x, &none)).into_iter().chain(keys(&told(1, y, &none))).collect();
        // Of words that are not there anything is true.
        let mut every = |side: usize, cell: &Cell| match cell.start == cell.end {
            true => {
                let of_other = told(1 - side, if side == 0 { y } else { x }, &layout);
                let emptied = of_other.into_iter().map(|told| Told {
                    start: cell.start,
                    end: cell.end,
                    facts: vec![Fact::False],
                    ..told
                });
                emptied.collect()
            }
            false => told(side, cell, &layout),
        };
        let lacking = |solver: &mut Solver, side: usize, cell: &Cell, own: &mut Vec<Told>| {
            for &(phase, bytes) in layout.difference(&keys(own)) {
                let grid = Grid { stride, phase };
                let run = (cell.start, cell.end);
                if !has_word(solver, &states[side].facts, run, None, (grid, bytes)) {
                    let facts = vec![Fact::False];
                    let (start, end) = (cell.start, cell.end);
                    own.push(Told { start, end, bytes, facts, grid: Some(grid), alternatives: true });
                }
            }
        };
        let (mut ours, mut theirs) = (every(0, x), every(1, y));
        let told_on_the_left = keys(&ours);
        lacking(self.solver, 0, x, &mut ours);
        lacking(self.solver, 1, y, &mut theirs);
        let is_empty = x.start == x.end;
        let is_striped = matches!(x.content, Content::Striped(_));
        self.generalises_left |= !is_empty && (!is_striped || !told_on_the_left.is_subset(&keys(&theirs)));
        for left in ours {
            let right = theirs.iter().find(|right| key_of(right) == key_of(&left)).cloned();
            if let Some(right) = right {
                let named = (left.clone(), right.clone());
                self.families.push(FamilyPair { base, position, left, right, named });
            }
        }
        Content::Striped(Stripes::new(&mut self.solver.terms, stride, &[]))
    }
}
