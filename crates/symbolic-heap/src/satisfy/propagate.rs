//! What follows from what is placed already: no choices.

use super::assignment::Missing;
use super::memory::{ConcreteBlock, Word};
use super::search::{Branch, CellGoal, Contradiction, Search, WordGoal};
use super::tiles::TilesGoal;
use crate::block::{Block, Region};
use crate::cells::Content;
use crate::family::Family;
use crate::stripes::Stripes;
use crate::value::Value;
use pure_logic::{Fact, Solver};

impl Search<'_> {
    /// Draws all conclusions that need no choice.
    pub fn propagate(&mut self, branch: &mut Branch) -> Result<(), Contradiction> {
        loop {
            let mut changed = self.propagate_facts(branch)?;
            changed |= self.propagate_words(branch)?;
            changed |= self.place_blocks(branch)?;
            changed |= self.place_cells(branch)?;
            if !changed {
                return Ok(());
            }
        }
    }

    pub(super) fn propagate_facts(&mut self, branch: &mut Branch) -> Result<bool, Contradiction> {
        let terms = &self.solver.terms;
        let mut changed = false;
        let mut open = Vec::with_capacity(branch.facts.len());
        for &fact in &branch.facts {
            match branch.values.holds(terms, fact) {
                Some(true) => continue,
                Some(false) => return Err(Contradiction),
                None => {}
            }
            if let Fact::Zero(term) = fact
                && let Missing::One { atom, coefficient, rest } = branch.values.missing(terms, term)
            {
                let (Some(0), Some(value)) = (rest.checked_rem(coefficient), quotient(rest, coefficient))
                else {
                    return Err(Contradiction);
                };
                branch.values.set(atom, value);
                changed = true;
                continue;
            }
            open.push(fact);
        }
        branch.facts = open;
        Ok(changed)
    }

    pub(super) fn propagate_words(&mut self, branch: &mut Branch) -> Result<bool, Contradiction> {
        let terms = &self.solver.terms;
        let before = branch.words.len();
        let mut conflict = false;
        let values = &branch.values;
        branch.words.retain(|goal| match values.evaluate(terms, goal.term) {
            Some(value) => {
                // A cast to an unsigned word keeps the value modulo its width.
                conflict |= (value as u128 ^ goal.bits) & goal.defined != 0;
                false
            }
            None => true,
        });
        if conflict { Err(Contradiction) } else { Ok(branch.words.len() != before) }
    }

    pub(super) fn place_blocks(&mut self, branch: &mut Branch) -> Result<bool, Contradiction> {
        let Some(position) = branch.blocks.iter().position(|block| self.is_placed(branch, block)) else {
            return Ok(false);
        };
        let block = branch.blocks.remove(position);
        if block.is_part() {
            self.place_part(branch, &block)?;
            return Ok(true);
        }
        let base =
            branch.values.get(block.base).and_then(|base| u64::try_from(base).ok()).ok_or(Contradiction)?;
        let concrete =
            self.memory.blocks.get(&base).filter(|concrete| concrete.live && concrete.region == block.region);
        let concrete = concrete.ok_or(Contradiction)?;
        let is_taken = branch.taken.iter().any(|&(taken, _)| taken == base);
        if is_taken || !branch.used.insert(base) {
            return Err(Contradiction);
        }
        let size = self.solver.terms.constant(concrete.bytes.len() as i128);
        branch.facts.push(self.solver.terms.equal(block.size, size));
        branch.cells.extend(block.cells.iter().map(|&cell| CellGoal { base, shift: 0, cell }));
        Ok(true)
    }

    pub(super) fn is_placed(&self, branch: &Branch, block: &Block) -> bool {
        let is_known = |term| branch.values.evaluate(&self.solver.terms, term).is_some();
        branch.values.get(block.base).is_some()
            && (!block.is_part() || block.cells.iter().all(|cell| is_known(cell.start) && is_known(cell.end)))
    }

    /// The bytes of a part that are present lie in live blocks, and nothing else describes them.
    pub(super) fn place_part(&mut self, branch: &mut Branch, part: &Block) -> Result<(), Contradiction> {
        let terms = &self.solver.terms;
        let base = branch.values.get(part.base).ok_or(Contradiction)?;
        for cell in part.cells.iter().filter(|cell| cell.content.is_present()) {
            let start = branch.values.evaluate(terms, cell.start).ok_or(Contradiction)?;
            let end = branch.values.evaluate(terms, cell.end).ok_or(Contradiction)?;
            let (start, end) = (base + start, base + end);
            let around = self.memory.blocks.range(..=u64::try_from(start).map_err(|_| Contradiction)?);
            let (&at, block) = { around }
                .rfind(|(_, block)| block.live && block.region != Region::Code)
                .ok_or(Contradiction)?;
            let own = (start - i128::from(at), end - i128::from(at));
            let is_taken =
                branch.taken.iter().any(|&(other, it)| other == at && it.0 < own.1 && own.0 < it.1);
            if own.1 > block.bytes.len() as i128 || branch.used.contains(&at) || is_taken {
                return Err(Contradiction);
            }
            branch.taken.push((at, own));
            branch.cells.push(CellGoal { base: at, shift: base - i128::from(at), cell: *cell });
        }
        Ok(())
    }

    /// Where the base of a part may be, of which nothing else tells.
    pub(super) fn places_of_part(&self, part: &Block) -> Vec<i128> {
        let live = self.memory.blocks.iter().filter(|(_, block)| block.live);
        let first = part.present(&self.solver.terms).first().map_or(0, |extent| extent.0);
        live.flat_map(|(&at, block)| (0..block.bytes.len()).map(move |offset| at + offset as u64))
            .map(|address| i128::from(address) - first)
            .collect()
    }

    pub(super) fn place_cells(&mut self, branch: &mut Branch) -> Result<bool, Contradiction> {
        let mut changed = false;
        for goal in std::mem::take(&mut branch.cells) {
            let terms = &self.solver.terms;
            let ends = (
                branch.values.evaluate(terms, goal.cell.start),
                branch.values.evaluate(terms, goal.cell.end),
            );
            let (Some(start), Some(end)) = ends else {
                branch.cells.push(goal);
                continue;
            };
            changed = true;
            let ends = (u64::try_from(start + goal.shift), u64::try_from(end + goal.shift));
            let (Ok(start), Ok(end)) = ends else {
                return Err(Contradiction);
            };
            let memory = self.memory;
            let block = memory.blocks.get(&goal.base).ok_or(Contradiction)?;
            if let Content::Owning(owning) = goal.cell.content {
                self.elements(branch, owning, (block, goal.base), (start, end))?;
                continue;
            }
            if let Content::Each(family) = goal.cell.content {
                add_family(self.solver, branch, family, (block, goal.shift), (start, end))?;
                continue;
            }
            if let Content::Striped(stripes) = goal.cell.content {
                add_stripes(self.solver, branch, stripes, (block, goal.shift), (start, end))?;
                continue;
            }
            if let Content::Tiles(tiling) = goal.cell.content {
                branch.tiles.push(TilesGoal::of(&goal, tiling, (start, end)));
                continue;
            }
            match_content(branch, goal.cell.content, block, (start, end))?;
        }
        Ok(changed)
    }
}

/// What solves `coefficient · value + rest = 0`, if the division has no remainder.
pub(super) fn quotient(rest: i128, coefficient: i128) -> Option<i128> {
    rest.checked_neg()?.checked_div(coefficient)
}

/// The word is what the value says, apart from bits that are undefined there.
pub(super) fn add_word(branch: &mut Branch, value: Value, word: Word) -> Result<(), Contradiction> {
    let defined = word.ones() & !value.undefined;
    if word.undefined & defined != 0 {
        return Err(Contradiction);
    }
    if defined != 0 {
        branch.words.push(WordGoal { term: value.term, bits: word.bits, width: word.width, defined });
    }
    Ok(())
}

/// Every word of a run is some number of which the facts of the family hold.
pub(super) fn add_family(
    solver: &mut Solver,
    branch: &mut Branch,
    family: Family,
    (block, shift): (&ConcreteBlock, i128),
    (start, end): (u64, u64),
) -> Result<(), Contradiction> {
    let bytes = u64::from(family.bytes).max(1);
    let length = end.checked_sub(start).ok_or(Contradiction)?;
    if length % bytes != 0 {
        return Err(Contradiction);
    }
    let mut words = Vec::new();
    for from in (start..end).step_by(family.bytes.max(1).into()) {
        let word = solver.terms.fresh_variable("it");
        words.push(word);
        add_word(branch, Value::defined(word), block.word(from, from + bytes).ok_or(Contradiction)?)?;
        let place = solver.terms.constant(i128::from(from) - shift);
        let facts = family.instance(&mut solver.terms, place, word);
        branch.facts.extend(facts);
    }
    if let Some(ascent) = family.ascent(&solver.terms) {
        branch.facts.extend(ascent.facts_of_row(&mut solver.terms, &words));
    }
    Ok(())
}

/// Every word of a run that lies at a place of a stripe is some number of which the facts of the stripe hold.
pub(super) fn add_stripes(
    solver: &mut Solver,
    branch: &mut Branch,
    stripes: Stripes,
    (block, shift): (&ConcreteBlock, i128),
    (start, end): (u64, u64),
) -> Result<(), Contradiction> {
    block.range(start, end).ok_or(Contradiction)?;
    for stripe in stripes.list(&solver.terms) {
        let bytes = u64::from(stripe.family.bytes).max(1);
        for from in (start..end).take_while(|from| from + bytes <= end) {
            let offset = i128::from(from) - shift;
            if offset.rem_euclid(i128::from(stripes.stride)) != i128::from(stripe.phase) {
                continue;
            }
            let word = solver.terms.fresh_variable("it");
            add_word(branch, Value::defined(word), block.word(from, from + bytes).ok_or(Contradiction)?)?;
            let place = solver.terms.constant(offset);
            let facts = stripe.family.instance(&mut solver.terms, place, word);
            branch.facts.extend(facts);
        }
    }
    Ok(())
}

pub(super) fn match_content(
    branch: &mut Branch,
    content: Content,
    block: &ConcreteBlock,
    (start, end): (u64, u64),
) -> Result<(), Contradiction> {
    let bytes = block.range(start, end).ok_or(Contradiction)?;
    let fits = match content {
        Content::Scalar(value) => {
            return add_word(branch, value, block.word(start, end).ok_or(Contradiction)?);
        }
        Content::Uninitialised => true,
        Content::Fill(byte) => bytes.iter().all(|other| *other == Some(byte)),
        Content::Each(_) | Content::Owning(_) | Content::Unknown => bytes.iter().all(Option::is_some),
        Content::Letters => bytes.iter().all(|byte| byte.is_some_and(|byte| byte != 0)),
        Content::Text => super::node::is_text(bytes),
        Content::Tiles(_) | Content::Striped(_) => true,
        Content::Absent => true,
    };
    if fits { Ok(()) } else { Err(Contradiction) }
}
