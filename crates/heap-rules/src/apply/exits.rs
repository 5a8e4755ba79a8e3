//! Putting what a contract ensures in the place of what it needs.

use super::rows::with_kept;
use super::search::{is_permanent, merged};
use super::{Fit, Memory, Place, Precondition, Touched};
use crate::fold::{OpenContent, OpenField};
use crate::frame::names;
use crate::rearrange::normalise;
use pure_logic::term::{Atom, AtomKind};
use pure_logic::{Solver, Term};
use std::collections::{BTreeMap, BTreeSet};
use symbolic_heap::{
    Block, Cell, Cells, Content, FieldContent, HeapRule, Lifetime, Region, State, Tail, Value, is_broken,
};

/// What comes of an exit at a call.
pub enum Applied {
    /// The caller goes on with this state, and what was returned.
    Goes(Box<State>, Option<Value>),
    /// This exit cannot happen here.
    Impossible,
}

/// Puts an exit in the place of the entry; `None` if the exit cannot be told in the caller's memory.
pub fn apply(
    solver: &mut Solver,
    state: &State,
    fit: &Fit,
    (contract, exit): (Precondition<'_>, &State),
    permanent: &dyn Fn(Atom) -> bool,
) -> Option<Applied> {
    let entry = contract.entry;
    let Names { renaming, equations } = rename(solver, fit, entry, exit, permanent);
    let mut result = state.clone();
    allow_reuse(&mut result);
    remove_rows(&mut result, fit);
    let mut told = BTreeSet::new();
    for place in &fit.places {
        let before = entry.heap.block(place.own)?;
        let Some(now) = counterpart(solver, place.own, (entry, exit)) else {
            // It has become part of a list.
            if before.region != Region::Heap {
                return None;
            }
            result.heap.remove_block(place.base);
            continue;
        };
        let block = exit.heap.block(now).filter(|_| told.insert(now))?;
        write_back(solver, &mut result, *place, (before, block), contract.touched, &renaming)?;
    }
    for block in exit.heap.blocks().filter(|block| !told.contains(&block.base)) {
        if matches!(block.region, Region::Constant | Region::Code) {
            continue;
        }
        if permanent(block.base) || block.is_live() && !block.region.is_allocated() {
            return None;
        }
        let own = solver.terms.atom_term(block.base);
        let base = solver.terms.substitute(own, &renaming);
        let base = solver.terms.as_atom(base).filter(|&base| result.heap.block(base).is_none())?;
        let mut block = Block { base, ..block.substitute(&mut solver.terms, &renaming) };
        if block.is_live() {
            fill_in(solver, &mut block, fit)?;
        }
        result.heap.insert_block(block);
    }
    for segment in exit.heap.segments() {
        let segment = segment.substitute(&mut solver.terms, &renaming);
        let kept = fit.kept.get(&segment.shape.node_size).map_or(&[][..], Vec::as_slice);
        if segment.shape.tail != Tail::Empty && !kept.is_empty() {
            return None;
        }
        result.heap.push_segment(with_kept(&segment, kept)?);
    }
    for &fact in exit.facts.as_slice() {
        let fact = solver.terms.substitute_in_fact(fact, &renaming);
        result.facts.assume(solver, fact);
    }
    // The result takes part in the equations below.
    let value = exit.registers.first().copied().flatten();
    result.registers.push(value.map(|value| value.substitute(&mut solver.terms, &renaming)));
    for (now, there) in equations {
        let now = solver.terms.substitute(now, &renaming);
        let fact = solver.terms.equal(now, there);
        result.assume(solver, fact);
    }
    let Some(mut result) = normalise(solver, result) else { return Some(Applied::Impossible) };
    let value = result.registers.pop().flatten();
    Some(Applied::Goes(Box::new(result), value))
}

/// The callee may have allocated: what has ended may be in use again.
fn allow_reuse(state: &mut State) {
    let ended = state.heap.blocks().filter(|block| matches!(block.lifetime, Lifetime::Ended(_)));
    let ended: Vec<Atom> = ended.map(|block| block.base).collect();
    for base in ended {
        if let Some(block) = state.heap.block_mut(base)
            && let Lifetime::Ended(at) = block.lifetime
        {
            block.lifetime = Lifetime::Reusable(at);
        }
    }
}

/// Takes the rows out of the caller's memory that the lists of the contract stand for.
fn remove_rows(state: &mut State, fit: &Fit) {
    let segments: BTreeSet<usize> = fit.rows.iter().flat_map(|row| row.segments.iter().copied()).collect();
    for index in segments.into_iter().rev() {
        state.heap.remove_segment(index);
    }
    for &base in fit.rows.iter().flat_map(|row| row.blocks()) {
        state.heap.remove_block(base);
    }
}

/// The block of an exit that a block of the entry has become.
fn counterpart(solver: &Solver, own: Atom, (entry, exit): (&State, &State)) -> Option<Atom> {
    if entry.heap.block(own).is_some_and(|block| is_permanent(block.region)) {
        return Some(own);
    }
    let term = solver.terms.atom_term(own);
    let index = entry.held.iter().position(|value| value.is_some_and(|value| value.term == term))?;
    let now = solver.terms.as_atom((*exit.held.get(index)?)?.term)?;
    exit.heap.block(now).map(|block| block.base)
}

/// The names of an exit.
struct Names {
    /// What each of them is at the call.
    renaming: Vec<(Atom, Term)>,
    /// What is told in two ways: a term of the exit, and one of the caller.
    equations: Vec<(Term, Term)>,
}

fn rename(
    solver: &mut Solver,
    fit: &Fit,
    entry: &State,
    exit: &State,
    permanent: &dyn Fn(Atom) -> bool,
) -> Names {
    let mut renaming: BTreeMap<Atom, Term> = BTreeMap::new();
    let mut equations = Vec::new();
    for (before, now) in entry.held.iter().zip(&exit.held) {
        let (Some(before), Some(now)) = (before, now) else { continue };
        let there = solver.terms.substitute(before.term, &fit.meaning);
        match solver.terms.as_atom(now.term).filter(|&atom| !permanent(atom)) {
            Some(atom) if !renaming.contains_key(&atom) => {
                renaming.insert(atom, there);
            }
            _ => equations.push((now.term, there)),
        }
    }
    for (atom, _) in names(&solver.terms, exit) {
        if !permanent(atom) && !renaming.contains_key(&atom) {
            let name = match solver.terms.kind(atom) {
                AtomKind::Variable(symbol) => solver.terms.name(symbol).into_owned(),
                _ => "r".to_owned(),
            };
            // What a fresh name was called before, without its number.
            let fresh = solver.terms.fresh_variable(name.split('\'').next().unwrap_or("r"));
            renaming.insert(atom, fresh);
        }
    }
    Names { renaming: renaming.into_iter().collect(), equations }
}

/// Puts a block as it is at the exit in the place of its bytes in the caller's memory.
fn write_back(
    solver: &mut Solver,
    result: &mut State,
    place: Place,
    (before, now): (&Block, &Block),
    touched: &Touched,
    renaming: &[(Atom, Term)],
) -> Option<()> {
    let facts = result.facts.clone();
    let target = result.heap.block_mut(place.base)?;
    if !now.is_live() {
        if before.region != Region::Heap {
            return None;
        }
        target.lifetime = now.lifetime;
        target.cells = Cells::empty();
        return Some(());
    }
    let extents = |block: &Block| merged(block.present(&solver.terms));
    // Somebody else may refer to it from now on.
    let is_given_away = before.region == Region::Heap && now.region == Region::Kept;
    if before.region != now.region && !is_given_away || extents(before) != extents(now) {
        return None;
    }
    if is_given_away && target.region == Region::Heap {
        target.region = Region::Kept;
    }
    let memory = Memory::of(solver, before);
    let mut cells = target.cells.clone();
    for cell in now.cells.iter().filter(|cell| cell.content.is_present()) {
        let own = (solver.terms.as_constant(cell.start)?, solver.terms.as_constant(cell.end)?);
        let start = solver.terms.constant(own.0 + place.offset);
        let end = solver.terms.constant(own.1 + place.offset);
        let range = cells.isolate(solver, &facts, start, end).ok()?;
        let is_changed = memory.as_ref().is_none_or(|memory| touched.has_byte_in(memory, own))
            && !is_broken(solver, HeapRule::ContractsKeepTouchedBytes);
        match cell.content {
            Content::Scalar(value) => {
                let content = Content::Scalar(value.substitute(&mut solver.terms, renaming));
                cells.replace(range, Cell { start, end, content });
            }
            _ if !is_changed => {}
            Content::Each(family) => {
                let family = family.substitute(&mut solver.terms, renaming);
                let distance = solver.terms.constant(place.offset);
                let content = Content::Each(family).moved(&mut solver.terms, distance);
                cells.replace(range, Cell { start, end, content });
            }
            Content::Striped(stripes) => {
                let stripes = stripes.substitute(&mut solver.terms, renaming);
                let distance = solver.terms.constant(place.offset);
                let content = Content::Striped(stripes).moved(&mut solver.terms, distance);
                cells.replace(range, Cell { start, end, content });
            }
            // Its names are those of the contract.
            Content::Owning(owning) if owning.rows(&solver.terms).is_some() => return None,
            other if cells.as_slice()[range.clone()].iter().all(|cell| cell.content == other) => {}
            Content::Unknown | Content::Letters | Content::Fill(_) => {
                cells.replace(range, Cell { start, end, content: cell.content });
            }
            // Whether these bytes are as before is not told.
            Content::Owning(_)
            | Content::Tiles(_)
            | Content::Uninitialised
            | Content::Text
            | Content::Absent => return None,
        }
    }
    target.cells = cells;
    Some(())
}

/// Puts what the caller's nodes held, where the function changes nothing, into a block that was one of them.
fn fill_in(solver: &mut Solver, block: &mut Block, fit: &Fit) -> Option<()> {
    let size = solver.terms.as_constant(block.size).and_then(|size| u64::try_from(size).ok());
    let Some(kept) = size.and_then(|size| fit.kept.get(&size)) else { return Some(()) };
    let facts = pure_logic::Facts::from_facts(solver, &[]);
    for field in kept {
        let start = solver.terms.constant(i128::from(field.start));
        let end = solver.terms.constant(i128::from(field.end));
        let range = block.cells.isolate(solver, &facts, start, end).ok()?;
        let says_nothing = |cell: &Cell| cell.content == Content::Uninitialised;
        block.cells.as_slice()[range.clone()].iter().all(says_nothing).then_some(())?;
        let content = content_of(solver, field, block.base)?;
        block.cells.replace(range, Cell { start, end, content });
    }
    Some(())
}

/// What a field of one node holds; `None` if it is the address of memory that the node owns.
fn content_of(solver: &mut Solver, field: &OpenField, base: Atom) -> Option<Content> {
    Some(match &field.content {
        OpenContent::Value(value) => Content::Scalar(Value::defined(*value)),
        OpenContent::Fixed(FieldContent::Fill(byte)) => Content::Fill(*byte),
        OpenContent::Fixed(FieldContent::Anything | FieldContent::Within(_)) => Content::Unknown,
        OpenContent::Fixed(FieldContent::Own(offset)) => {
            let base = solver.terms.atom_term(base);
            Content::Scalar(Value::defined(solver.terms.add_constant(base, i128::from(*offset))))
        }
        OpenContent::Fixed(_) | OpenContent::Partly { .. } | OpenContent::Counting { .. } => return None,
    })
}
