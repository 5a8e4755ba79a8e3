//! The search: propagate what is known, then try the choices that are left.

use super::assignment::{Assignment, Missing};
use super::memory::{ConcreteBlock, ConcreteHeap, Word};
use super::rows::Row;
use super::tiles::TilesGoal;
use super::{GaveUp, Satisfaction};
use crate::block::{Block, Region};
use crate::cells::{Cell, Content};
use crate::definition::Instance;
use crate::family::Family;
use crate::part::Extent;
use crate::state::State;
use crate::stripes::Stripes;
use crate::value::Value;
use pure_logic::term::Atom;
use pure_logic::{Fact, Solver, Term};
use std::collections::BTreeSet;
use std::sync::Arc;

/// The bits of a word, where `defined` has ones, are those of a term.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct WordGoal {
    pub term: Term,
    pub bits: u128,
    pub width: u32,
    pub defined: u128,
}

/// A run of bytes of a concrete block that a cell describes.
#[derive(Clone, Copy, Debug)]
pub(super) struct CellGoal {
    pub base: u64,
    /// What the block's base is for the cell: an offset from where its cells count.
    pub shift: i128,
    pub cell: Cell,
}

/// What is known and what is left to show.
#[derive(Clone)]
pub(super) struct Branch {
    pub values: Assignment,
    /// Live blocks of the memory that are already described.
    pub used: BTreeSet<u64>,
    /// Bytes of other blocks that parts describe: the block's base, and where in it.
    pub taken: Vec<(u64, Extent)>,
    pub words: Vec<WordGoal>,
    /// Facts of the state and of the choices that were made.
    pub facts: Vec<Fact>,
    pub blocks: Vec<Arc<Block>>,
    pub cells: Vec<CellGoal>,
    pub tiles: Vec<TilesGoal>,
    pub rows: Vec<Row>,
    pub instances: Vec<Instance>,
}

/// How a branch ended.
pub(super) enum Outcome {
    Found(Assignment),
    Nothing,
    GaveUp(GaveUp),
}

/// What a goal contradicts is no way to satisfy the state.
pub(super) struct Contradiction;

pub(super) struct Search<'a> {
    pub solver: &'a mut Solver,
    pub memory: &'a ConcreteHeap,
    state: &'a State,
    steps: u64,
    /// Variables that stand for addresses.
    pub(super) addresses: BTreeSet<Atom>,
    /// Variables that the facts mention.
    constrained: BTreeSet<Atom>,
}

impl<'a> Search<'a> {
    pub fn new(solver: &'a mut Solver, state: &'a State, memory: &'a ConcreteHeap, steps: u64) -> Search<'a> {
        let mut addresses = BTreeSet::new();
        let mut note = |term| {
            solver.terms.for_each_atom(term, &mut |atom| {
                addresses.insert(atom);
            });
        };
        for segment in state.heap.segments() {
            note(segment.first);
            note(segment.next);
            if let Some(ends) = segment.back {
                note(ends.last);
                note(ends.previous);
            }
        }
        for (_, instance) in state.heap.instances() {
            instance.terms().for_each(&mut note);
        }
        addresses.extend(state.heap.blocks().filter(|block| block.is_live()).map(|block| block.base));
        let mut constrained = BTreeSet::new();
        for fact in state.facts.as_slice() {
            solver.terms.for_each_atom_of_fact(*fact, &mut |atom| {
                constrained.insert(atom);
            });
        }
        Search { solver, memory, state, steps, addresses, constrained }
    }

    pub fn run(mut self) -> Satisfaction {
        let Ok(branch) = self.start() else { return Satisfaction::NotSatisfied };
        match self.solve(branch) {
            Outcome::Found(values) => Satisfaction::Satisfied(values),
            Outcome::Nothing => Satisfaction::NotSatisfied,
            Outcome::GaveUp(reason) => Satisfaction::Unknown(reason),
        }
    }

    fn start(&mut self) -> Result<Branch, Contradiction> {
        let mut branch = Branch {
            values: Assignment::default(),
            used: BTreeSet::new(),
            taken: Vec::new(),
            words: Vec::new(),
            facts: self.state.facts.as_slice().to_vec(),
            blocks: self.state.heap.blocks().filter(|block| block.is_live()).cloned().collect(),
            cells: Vec::new(),
            tiles: Vec::new(),
            rows: self.state.heap.segments().iter().map(Row::new).collect(),
            instances: self.state.heap.instances().map(|(_, instance)| Instance::clone(instance)).collect(),
        };
        for segment in self.state.heap.segments() {
            let back = segment.back.into_iter().flat_map(|ends| [ends.last, ends.previous]);
            for end in [segment.first, segment.next].into_iter().chain(back) {
                branch.facts.extend(segment.range_of_end(&mut self.solver.terms, end));
            }
        }
        for &(atom, value) in &self.memory.names {
            branch.values.set(atom, i128::from(value));
        }
        let (state, memory) = (self.state, self.memory);
        if state.registers.len() != memory.registers.len() || state.held.len() != memory.held.len() {
            return Err(Contradiction);
        }
        // Most memories have too few blocks or, for a state without segments, too many.
        let live = memory.blocks.iter().filter(|(_, block)| block.live);
        let (own, frame): (Vec<u64>, Vec<u64>) =
            live.map(|(base, _)| *base).partition(|base| !memory.frame.contains(base));
        let (own, frame, least) = (own.len() as u64, frame.len() as u64, self.least_blocks());
        let has_rows = !state.heap.segments().is_empty() || state.heap.has_instances();
        let mut cells = state.heap.blocks().flat_map(|block| block.cells.iter());
        let has_rows = has_rows || cells.any(|cell| matches!(cell.content, Content::Owning(_)));
        let has_parts = state.heap.blocks().any(|block| block.is_part());
        if own + frame < least || (own > least && !has_rows && !has_parts) {
            return Err(Contradiction);
        }
        let described = state.registers.iter().chain(&state.held);
        let present = memory.registers.iter().chain(&memory.held);
        for (value, word) in described.zip(present) {
            match (value, word) {
                (None, _) => {}
                (Some(value), None) => {
                    if value.undefined != u128::MAX {
                        return Err(Contradiction);
                    }
                }
                (Some(value), Some(word)) => add_word(&mut branch, *value, *word)?,
            }
        }
        Ok(branch)
    }

    /// So many live blocks every memory of the state has.
    fn least_blocks(&self) -> u64 {
        let whole = self.state.heap.blocks().filter(|block| block.is_live() && !block.is_part());
        let blocks = whole.count() as u64;
        let nodes = self.state.heap.segments().iter().map(|segment| segment.minimum);
        let trees = self.state.heap.instances().filter(|(_, instance)| instance.has_nodes).count() as u64;
        nodes.fold(blocks + trees, u64::saturating_add)
    }

    /// Tries everything that is left to choose in a branch.
    pub fn solve(&mut self, mut branch: Branch) -> Outcome {
        if self.steps == 0 {
            return Outcome::GaveUp(GaveUp::Steps);
        }
        self.steps -= 1;
        if self.propagate(&mut branch).is_err() {
            return Outcome::Nothing;
        }
        if let Some(choices) = self.address_choices(&branch) {
            return self.try_values(&branch, choices.0, &choices.1);
        }
        if let Some(choices) = self.tile_choices(&branch) {
            return self.try_branches(choices);
        }
        if let Some(choices) = self.row_choices(&branch) {
            return self.try_branches(choices);
        }
        if let Some(choices) = self.instance_choices(&branch) {
            return self.try_branches(choices);
        }
        if let Some(block) = branch.blocks.first() {
            let base = block.base;
            if block.is_part() {
                return match branch.values.get(base) {
                    // Where its cells end is not known.
                    Some(_) => Outcome::GaveUp(GaveUp::Numbers),
                    None => self.try_values(&branch, base, &self.places_of_part(block)),
                };
            }
            let candidates: Vec<i128> = self
                .free_blocks(&branch)
                .filter(|(_, other)| other.region == block.region)
                .map(|(at, _)| i128::from(at))
                .collect();
            return self.try_values(&branch, base, &candidates);
        }
        if let Some(choices) = self.unplaced_row_choices(&branch) {
            return self.try_branches(choices);
        }
        if let Some(choices) = self.unplaced_instance_choices(&branch) {
            return self.try_branches(choices);
        }
        if let Some((atom, candidates)) = self.boundary_choices(&branch) {
            return self.try_values(&branch, atom, &candidates);
        }
        if self.free_blocks(&branch).any(|(base, _)| !self.memory.frame.contains(&base)) {
            return Outcome::Nothing;
        }
        self.solve_numbers(branch)
    }

    /// Live blocks of the memory that nothing describes yet.
    pub fn free_blocks<'b>(
        &self,
        branch: &'b Branch,
    ) -> impl Iterator<Item = (u64, &'b ConcreteBlock)> + use<'b, 'a>
    where
        'a: 'b,
    {
        let memory = self.memory;
        memory
            .blocks
            .iter()
            .filter(|(base, block)| {
                let is_taken = branch.taken.iter().any(|(taken, _)| taken == *base);
                block.live && !branch.used.contains(base) && !is_taken
            })
            .map(|(base, block)| (*base, block))
    }

    fn try_values(&mut self, branch: &Branch, atom: Atom, candidates: &[i128]) -> Outcome {
        let branches = candidates.iter().map(|&value| {
            let mut next = branch.clone();
            next.values.set(atom, value);
            next
        });
        self.try_branches(branches.collect())
    }

    pub fn try_branches(&mut self, branches: Vec<Branch>) -> Outcome {
        let mut result = Outcome::Nothing;
        for branch in branches {
            match self.solve(branch) {
                found @ Outcome::Found(_) => return found,
                Outcome::Nothing => {}
                gave_up @ Outcome::GaveUp(GaveUp::Steps) => return gave_up,
                gave_up @ Outcome::GaveUp(GaveUp::Numbers) => result = gave_up,
            }
        }
        result
    }

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

    fn propagate_facts(&mut self, branch: &mut Branch) -> Result<bool, Contradiction> {
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

    fn propagate_words(&mut self, branch: &mut Branch) -> Result<bool, Contradiction> {
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

    fn place_blocks(&mut self, branch: &mut Branch) -> Result<bool, Contradiction> {
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

    fn is_placed(&self, branch: &Branch, block: &Block) -> bool {
        let is_known = |term| branch.values.evaluate(&self.solver.terms, term).is_some();
        branch.values.get(block.base).is_some()
            && (!block.is_part() || block.cells.iter().all(|cell| is_known(cell.start) && is_known(cell.end)))
    }

    /// The bytes of a part that are present lie in live blocks, and nothing else describes them.
    fn place_part(&mut self, branch: &mut Branch, part: &Block) -> Result<(), Contradiction> {
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
    fn places_of_part(&self, part: &Block) -> Vec<i128> {
        let live = self.memory.blocks.iter().filter(|(_, block)| block.live);
        let first = part.present(&self.solver.terms).first().map_or(0, |extent| extent.0);
        live.flat_map(|(&at, block)| (0..block.bytes.len()).map(move |offset| at + offset as u64))
            .map(|address| i128::from(address) - first)
            .collect()
    }

    fn place_cells(&mut self, branch: &mut Branch) -> Result<bool, Contradiction> {
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

    /// A variable for an address that a word determines, and what it may be.
    fn address_choices(&self, branch: &Branch) -> Option<(Atom, Vec<i128>)> {
        branch.words.iter().find_map(|goal| {
            let missing = branch.values.missing(&self.solver.terms, goal.term);
            let Missing::One { atom, coefficient: coefficient @ (1 | -1), rest } = missing else {
                return None;
            };
            let is_whole = goal.width < 127 && goal.defined == (1 << goal.width) - 1;
            if !self.addresses.contains(&atom) || !is_whole {
                return None;
            }
            let modulus = 1i128 << goal.width;
            let value = (goal.bits as i128).checked_sub(rest)?.checked_mul(coefficient)?.rem_euclid(modulus);
            let mut candidates = vec![value];
            if self.constrained.contains(&atom) {
                candidates.push(value - modulus);
            }
            Some((atom, candidates))
        })
    }

    /// A variable on which the end of a cell depends, and where the cell may end.
    fn boundary_choices(&self, branch: &Branch) -> Option<(Atom, Vec<i128>)> {
        branch.cells.iter().find_map(|goal| {
            let length = self.memory.blocks.get(&goal.base)?.bytes.len() as i128;
            [goal.cell.start, goal.cell.end].into_iter().find_map(|boundary| {
                let missing = branch.values.missing(&self.solver.terms, boundary);
                let Missing::One { atom, coefficient, rest } = missing else { return None };
                let candidates = (0..=length)
                    .filter_map(|offset| {
                        let distance = rest.checked_sub(offset)?;
                        (distance.checked_rem(coefficient)? == 0).then(|| quotient(distance, coefficient))?
                    })
                    .collect();
                Some((atom, candidates))
            })
        })
    }
}

/// What solves `coefficient · value + rest = 0`, if the division has no remainder.
fn quotient(rest: i128, coefficient: i128) -> Option<i128> {
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
fn add_family(
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
    for from in (start..end).step_by(family.bytes.max(1).into()) {
        let word = solver.terms.fresh_variable("it");
        add_word(branch, Value::defined(word), block.word(from, from + bytes).ok_or(Contradiction)?)?;
        let place = solver.terms.constant(i128::from(from) - shift);
        let facts = family.instance(&mut solver.terms, place, word);
        branch.facts.extend(facts);
    }
    Ok(())
}

/// Every word of a run that lies at a place of a stripe is some number of which the facts of the stripe hold.
fn add_stripes(
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
        Content::Text => super::rows::is_text(bytes),
        Content::Tiles(_) | Content::Striped(_) => true,
        Content::Absent => true,
    };
    if fits { Ok(()) } else { Err(Contradiction) }
}
