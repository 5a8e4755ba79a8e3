//! Runs of chunks in a memory: where one ends and the next begins is tried.

use super::memory::ConcreteBlock;
use super::propagate::match_content;
use super::search::{Branch, CellGoal, Contradiction, Search};
use crate::tiles::{Chunk, Layout, TileWord, Tiling};
use pure_logic::Fact;

/// Chunks that are still to be found in the bytes `[start, end)` of a block of the memory.
#[derive(Clone, Copy)]
pub(super) struct TilesGoal {
    pub tiling: Tiling,
    pub base: u64,
    /// From offsets of the state to offsets of the block.
    pub shift: i128,
    pub start: u64,
    pub end: u64,
}

impl TilesGoal {
    pub fn of(goal: &CellGoal, tiling: Tiling, (start, end): (u64, u64)) -> TilesGoal {
        TilesGoal { tiling, base: goal.base, shift: goal.shift, start, end }
    }
}

impl Search<'_> {
    /// The ways in which the first chunk of a run may end.
    pub(super) fn tile_choices(&mut self, branch: &Branch) -> Option<Vec<Branch>> {
        let goal = *branch.tiles.last()?;
        let mut rest = branch.clone();
        rest.tiles.pop();
        if goal.start == goal.end {
            return Some(vec![rest]);
        }
        let memory = self.memory;
        let (Some(layout), Some(block)) =
            (goal.tiling.layout(&self.solver.terms), memory.blocks.get(&goal.base))
        else {
            return Some(Vec::new());
        };
        let lengths = layout.extent()..=i128::from(goal.end) - i128::from(goal.start);
        let mut choices = Vec::new();
        for length in lengths {
            let mut branch = rest.clone();
            if self.add_chunk(&mut branch, goal, &layout, (block, length)).is_ok() {
                choices.push(branch);
            }
        }
        Some(choices)
    }

    fn add_chunk(
        &mut self,
        branch: &mut Branch,
        goal: TilesGoal,
        layout: &Layout,
        (block, length): (&ConcreteBlock, i128),
    ) -> Result<(), Contradiction> {
        let terms = &mut self.solver.terms;
        let mut words = Vec::new();
        let mut from = goal.start;
        let end = goal.start + u64::try_from(length).map_err(|_| Contradiction)?;
        for word in &layout.words {
            let start = goal.start + u64::from(word.offset);
            match_content(branch, layout.rest.content(), block, (from, start))?;
            from = start + u64::from(word.bytes);
            words.push(terms.constant(number(block, goal.base, *word, start)?));
        }
        match_content(branch, layout.rest.content(), block, (from, end))?;
        let place = terms.constant(i128::from(goal.start) - goal.shift);
        let chunk = Chunk { place, length: terms.constant(length), words };
        let facts = goal.tiling.instance(terms, &chunk);
        if facts.contains(&Fact::False) {
            return Err(Contradiction);
        }
        branch.facts.extend(facts.into_iter().filter(|fact| *fact != Fact::True));
        branch.tiles.push(TilesGoal { start: end, ..goal });
        Ok(())
    }
}

/// The number that a word of a chunk is.
fn number(block: &ConcreteBlock, base: u64, word: TileWord, start: u64) -> Result<i128, Contradiction> {
    let stored = block.word(start, start + u64::from(word.bytes)).ok_or(Contradiction)?;
    if stored.undefined & stored.ones() != 0 {
        return Err(Contradiction);
    }
    let bits = stored.bits as i128;
    if let Some(null) = word.null() {
        // Offsets of the state are those of the block: only parts have others.
        let offset = bits - i128::from(base);
        return match bits {
            0 => Ok(null),
            _ if (0..block.bytes.len() as i128).contains(&offset) => Ok(offset),
            _ => Err(Contradiction),
        };
    }
    let (_, high) = word.range();
    Ok(if bits > high { bits - (1 << (8 * u32::from(word.bytes))) } else { bits })
}
