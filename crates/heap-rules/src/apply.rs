//! Applying a contract at a call: the bytes that the contract speaks of are found in the caller's memory, and
//! what it ensures takes their place.
//!
//! ```text
//!   {entry} f {exit}        state = θ(entry) * frame, byte by byte        facts(state) ⊢ θ(facts(entry))
//!  ─────────────────────────────────────────────────────────────────────────────────────────────────────
//!   {state} f {θ(exit) * frame}
//! ```
//!
//! Sound: this is the frame rule. Every byte of the entry is found at one place of the caller's memory, no two at
//! the same, and the exit has the same bytes again, or new blocks. A contract that tells lists is not applied.

use crate::frame::names;
use crate::rearrange::normalise;
use pure_logic::term::{Atom, AtomKind};
use pure_logic::{Facts, Solver, Term};
use std::collections::{BTreeMap, BTreeSet};
use symbolic_heap::part::Extent;
use symbolic_heap::{Block, Cell, Cells, Content, Lifetime, Location, Region, State, Value};

/// How a contract fits a call.
#[derive(Clone, Debug)]
pub struct Fit {
    /// What the names of the contract are at the call.
    meaning: Vec<(Atom, Term)>,
    /// Where the blocks of the contract lie in the caller's memory.
    places: Vec<Place>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Place {
    /// The block of the contract.
    own: Atom,
    /// The caller's block.
    base: Atom,
    /// Where in it the contract's block begins.
    offset: i128,
}

/// Finds what a contract's entry is at a call with these arguments; `None` if the caller's memory is not known to be
/// as the entry says.
pub fn fit(solver: &mut Solver, state: &State, arguments: &[Value], entry: &State) -> Option<Fit> {
    if !entry.heap.segments().is_empty() || entry.registers.len() != arguments.len() {
        return None;
    }
    let mut search = Search { solver, state, meaning: BTreeMap::new(), taken: Vec::new() };
    for (register, value) in entry.registers.iter().zip(arguments) {
        let register = (*register)?;
        search.unify(register.term, value.is_defined().then_some(value.term)?)?;
    }
    let mut open: Vec<Atom> = entry.heap.blocks().map(|block| block.base).collect();
    let mut places = Vec::new();
    while !open.is_empty() {
        let known = open.iter().position(|base| search.meaning.contains_key(base))?;
        let own = open.remove(known);
        places.push(search.place(entry.heap.block(own)?)?);
    }
    let meaning: Vec<(Atom, Term)> = search.meaning.into_iter().collect();
    facts_hold(solver, &entry.facts, &state.facts, &meaning).then_some(Fit { meaning, places })
}

struct Search<'a> {
    solver: &'a mut Solver,
    state: &'a State,
    meaning: BTreeMap<Atom, Term>,
    /// Bytes of the caller that belong to the contract already.
    taken: Vec<(Atom, Extent)>,
}

impl Search<'_> {
    /// Lets a term of the contract be a term of the caller.
    fn unify(&mut self, own: Term, there: Term) -> Option<()> {
        let terms = &mut self.solver.terms;
        let unknown: Vec<(Atom, i128)> = terms
            .summands(own)
            .iter()
            .filter(|(atom, _)| !self.meaning.contains_key(atom))
            .copied()
            .collect();
        let known: Vec<(Atom, Term)> = self.meaning.iter().map(|(&atom, &term)| (atom, term)).collect();
        match unknown[..] {
            [] => {
                let image = terms.substitute(own, &known);
                self.state.facts.equal(self.solver, image, there).is_proved().then_some(())
            }
            [(atom, factor)] if factor.abs() == 1 && matches!(terms.kind(atom), AtomKind::Variable(_)) => {
                let variable = terms.atom_term(atom);
                let rest = terms.add_scaled(own, -factor, variable);
                let rest = terms.substitute(rest, &known);
                let difference = terms.subtract(there, rest);
                let meaning = terms.scale(factor, difference);
                self.meaning.insert(atom, meaning);
                Some(())
            }
            _ => None,
        }
    }

    /// Finds the bytes of a block of the contract.
    fn place(&mut self, own: &Block) -> Option<Place> {
        let address = *self.meaning.get(&own.base)?;
        let located = self.state.heap.locate(&mut self.solver.terms, address);
        let Location::Block { base, offset } = located else { return None };
        let offset = self.solver.terms.as_constant(offset)?;
        let block = self.state.heap.block(base)?.clone();
        let is_memory =
            matches!(block.region, Region::Heap | Region::Stack(_) | Region::Static | Region::Part);
        if !own.is_live() || !block.is_live() || !is_memory {
            return None;
        }
        match own.region {
            Region::Part => {}
            Region::Heap if block.region == Region::Heap && offset == 0 => {
                self.unify(own.size, block.size)?;
                self.solver.terms.as_constant(block.size)?;
            }
            _ => return None,
        }
        for cell in own.cells.iter().filter(|cell| cell.content.is_present()) {
            let terms = &self.solver.terms;
            let (start, end) =
                (terms.as_constant(cell.start)? + offset, terms.as_constant(cell.end)? + offset);
            let is_taken =
                |(other, extent): &(Atom, Extent)| *other == base && extent.0 < end && start < extent.1;
            if self.taken.iter().any(is_taken) || !has_bytes(self.solver, &block, (start, end)) {
                return None;
            }
            self.taken.push((base, (start, end)));
            let cells = cells_in(self.solver, &self.state.facts, &block.cells, (start, end))?;
            self.match_content(cell.content, &cells)?;
        }
        Some(Place { own: own.base, base, offset })
    }

    fn match_content(&mut self, own: Content, there: &[Cell]) -> Option<()> {
        match own {
            // It need not have been stored.
            Content::Uninitialised => Some(()),
            Content::Unknown => there.iter().all(|cell| is_stored(cell.content)).then_some(()),
            Content::Fill(_) => there.iter().all(|cell| cell.content == own).then_some(()),
            Content::Scalar(value) => match there {
                [Cell { content: Content::Scalar(other), .. }]
                    if value.is_defined() && other.is_defined() =>
                {
                    self.unify(value.term, other.term)
                }
                _ => None,
            },
            Content::Absent => None,
        }
    }
}

fn is_stored(content: Content) -> bool {
    match content {
        Content::Scalar(value) => value.is_defined(),
        Content::Unknown | Content::Fill(_) => true,
        Content::Uninitialised | Content::Absent => false,
    }
}

/// Whether a block has all these bytes.
fn has_bytes(solver: &Solver, block: &Block, extent: Extent) -> bool {
    if !block.is_part() {
        let size = solver.terms.as_constant(block.size);
        return extent.0 >= 0 && size.is_some_and(|size| extent.1 <= size);
    }
    let own = merged(block.present(&solver.terms));
    own.iter().any(|own| own.0 <= extent.0 && extent.1 <= own.1)
}

/// Runs of bytes in order, with no gaps inside of one.
fn merged(mut extents: Vec<Extent>) -> Vec<Extent> {
    extents.sort_unstable();
    let mut runs: Vec<Extent> = Vec::new();
    for extent in extents {
        match runs.last_mut() {
            Some(last) if last.1 >= extent.0 => last.1 = last.1.max(extent.1),
            _ => runs.push(extent),
        }
    }
    runs
}

fn cells_in(solver: &mut Solver, facts: &Facts, cells: &Cells, extent: Extent) -> Option<Vec<Cell>> {
    let (start, end) = (solver.terms.constant(extent.0), solver.terms.constant(extent.1));
    let mut cells = cells.clone();
    let range = cells.isolate(solver, facts, start, end).ok()?;
    Some(cells.as_slice()[range].to_vec())
}

fn facts_hold(solver: &mut Solver, entry: &Facts, state: &Facts, meaning: &[(Atom, Term)]) -> bool {
    entry.as_slice().iter().all(|&fact| {
        let mut is_known = true;
        solver.terms.for_each_atom_of_fact(fact, &mut |atom| {
            let is_name = matches!(solver.terms.kind(atom), AtomKind::Variable(_) | AtomKind::Opaque(_));
            is_known &= !is_name || meaning.iter().any(|(known, _)| *known == atom);
        });
        let image = solver.terms.substitute_in_fact(fact, meaning);
        is_known && state.proves(solver, image).is_proved()
    })
}

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
    (entry, exit): (&State, &State),
    permanent: &dyn Fn(Atom) -> bool,
) -> Option<Applied> {
    let Names { renaming, equations } = rename(solver, fit, entry, exit, permanent);
    let mut result = state.clone();
    // The callee may have allocated: what has ended may be in use again.
    let ended = result.heap.blocks().filter(|block| matches!(block.lifetime, Lifetime::Ended(_)));
    let ended: Vec<Atom> = ended.map(|block| block.base).collect();
    for base in ended {
        if let Some(block) = result.heap.block_mut(base)
            && let Lifetime::Ended(at) = block.lifetime
        {
            block.lifetime = Lifetime::Reusable(at);
        }
    }
    let mut told = BTreeSet::new();
    for place in &fit.places {
        let own = solver.terms.atom_term(place.own);
        let index = entry.held.iter().position(|value| value.is_some_and(|value| value.term == own))?;
        let now = solver.terms.as_atom((*exit.held.get(index)?)?.term)?;
        let block = exit.heap.block(now).filter(|_| told.insert(now))?;
        write_back(solver, &mut result, *place, entry.heap.block(place.own)?, block, &renaming)?;
    }
    for block in exit.heap.blocks().filter(|block| !told.contains(&block.base)) {
        if permanent(block.base) || block.is_live() && block.region != Region::Heap {
            return None;
        }
        let own = solver.terms.atom_term(block.base);
        let base = solver.terms.substitute(own, &renaming);
        let base = solver.terms.as_atom(base).filter(|&base| result.heap.block(base).is_none())?;
        result.heap.insert_block(Block { base, ..block.substitute(&mut solver.terms, &renaming) });
    }
    for segment in exit.heap.segments() {
        result.heap.push_segment(segment.substitute(&mut solver.terms, &renaming));
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
                AtomKind::Variable(symbol) => solver.terms.name(symbol).to_owned(),
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
    before: &Block,
    now: &Block,
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
    if before.region != now.region || extents(before) != extents(now) {
        return None;
    }
    let mut cells = target.cells.clone();
    for cell in now.cells.iter().filter(|cell| cell.content.is_present()) {
        let (start, end) = (solver.terms.as_constant(cell.start)?, solver.terms.as_constant(cell.end)?);
        let start = solver.terms.constant(start + place.offset);
        let end = solver.terms.constant(end + place.offset);
        let range = cells.isolate(solver, &facts, start, end).ok()?;
        match cell.content {
            Content::Scalar(value) => {
                let content = Content::Scalar(value.substitute(&mut solver.terms, renaming));
                cells.replace(range, Cell { start, end, content });
            }
            // Whether these bytes are as before is not told.
            other if cells.as_slice()[range.clone()].iter().all(|cell| cell.content == other) => {}
            _ => return None,
        }
    }
    target.cells = cells;
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use symbolic_heap::parse::parse_state;
    use symbolic_heap::satisfy::{ConcreteBlock, ConcreteHeap, Satisfaction, Word, satisfies};

    /// Exchanges the words at two addresses.
    const SWAP: (&str, &str) = (
        "0 <= a && a <= 2^64 - 1 && 0 <= b && b <= 2^64 - 1 && registers[2] { 0: p, 1: q } && held[4] { 0: p, 1: q, 2: a, 3: b }
         && block p: part[8] { 0..8: a } * block q: part[8] { 0..8: b }",
        "registers[1] { 0: a } && held[4] { 0: p, 1: q, 2: a, 3: b }
         && block p: part[8] { 0..8: b } * block q: part[8] { 0..8: a }",
    );

    /// A caller with one block of two words.
    const CALLER: &str = "1 <= B && B <= 2^64 - 17 && 0 <= x && x <= 2^64 - 1 && 0 <= y && y <= 2^64 - 1
        && registers[1] { 0: B } && block B: heap[16] { 0..8: x, 8..16: y }";

    fn parsed(solver: &mut Solver, text: &str) -> State {
        parse_state(solver, text).unwrap_or_else(|error| panic!("{text}: {error}"))
    }

    /// The states after a call with addresses so far into the caller's block, if the contract fits.
    fn called(solver: &mut Solver, caller: &str, contract: (&str, &str), offsets: &[i128]) -> Option<State> {
        let (state, entry) = (parsed(solver, caller), parsed(solver, contract.0));
        let exit = parsed(solver, contract.1);
        let base = solver.terms.variable("B");
        let arguments: Vec<Value> =
            offsets.iter().map(|&offset| Value::defined(solver.terms.add_constant(base, offset))).collect();
        let fit = fit(solver, &state, &arguments, &entry)?;
        match apply(solver, &state, &fit, (&entry, &exit), &|_| false)? {
            Applied::Goes(state, _) => Some(*state),
            Applied::Impossible => panic!("the exit is possible"),
        }
    }

    #[test]
    fn sound_on_all_memories_of_two_words() {
        let offsets = [-8, -4, 0, 4, 8, 12, 16];
        let mut fits = 0;
        for (p, q) in offsets.iter().flat_map(|&p| offsets.map(|q| (p, q))) {
            let mut solver = Solver::new();
            let Some(after) = called(&mut solver, CALLER, SWAP, &[p, q]) else { continue };
            fits += 1;
            // Only two different words of the block can be exchanged.
            assert!((p, q) == (0, 8) || (p, q) == (8, 0), "{p} {q}");
            for (x, y) in (0..3u64).flat_map(|x| (0..3u64).map(move |y| (x, y))) {
                let bytes: Vec<Option<u8>> =
                    y.to_le_bytes().into_iter().chain(x.to_le_bytes()).map(Some).collect();
                let mut memory = ConcreteHeap::default();
                memory.blocks.insert(4096, ConcreteBlock::new(Region::Heap, bytes));
                memory.registers = vec![Some(Word { bits: 4096, width: 64, undefined: 0 })];
                let mut exactly = after.clone();
                for (name, value) in [("x", x), ("y", y)] {
                    let (own, number) =
                        (solver.terms.variable(name), solver.terms.constant(i128::from(value)));
                    let fact = solver.terms.equal(own, number);
                    exactly.assume(&mut solver, fact);
                }
                assert!(matches!(satisfies(&mut solver, &exactly, &memory), Satisfaction::Satisfied(_)));
                if x != y {
                    let bytes: Vec<Option<u8>> =
                        x.to_le_bytes().into_iter().chain(y.to_le_bytes()).map(Some).collect();
                    memory.blocks.insert(4096, ConcreteBlock::new(Region::Heap, bytes));
                    assert!(matches!(satisfies(&mut solver, &exactly, &memory), Satisfaction::NotSatisfied));
                }
            }
        }
        assert_eq!(fits, 2);
    }

    #[test]
    fn facts_and_contents_must_be_as_the_entry_says() {
        let read = |content: &str, facts: &str| {
            let caller = format!(
                "1 <= B && B <= 2^64 - 17 && {facts} && registers[1] {{ 0: B }} && block B: heap[16] {{ 0..8: {content}, 8..16: uninit }}"
            );
            let contract = (
                "3 <= a && a <= 2^64 - 1 && registers[1] { 0: p } && held[2] { 0: p, 1: a } && block p: part[8] { 0..8: a }",
                "registers[1] { 0: a } && held[2] { 0: p, 1: a } && block p: part[8] { 0..8: a }",
            );
            called(&mut Solver::new(), &caller, contract, &[0]).is_some()
        };
        assert!(read("x", "3 <= x && x <= 7"));
        assert!(!read("x", "2 <= x && x <= 7"));
        assert!(!read("uninit", "x = 3") && !read("any", "x = 3"));
    }

    #[test]
    fn whole_blocks_are_freed_and_parts_of_blocks_are_not() {
        let free = (
            "registers[1] { 0: p } && held[1] { 0: p } && block p: heap[16] { 0..16: uninit }",
            "registers[1] {} && held[1] { 0: p } && block p: heap[16] ended @7",
        );
        let mut solver = Solver::new();
        let after = called(&mut solver, CALLER, free, &[0]).expect("the block is the caller's");
        assert!(after.heap.blocks().all(|block| !block.is_live()));
        assert!(called(&mut Solver::new(), CALLER, free, &[8]).is_none());
        let on_stack = CALLER.replace("heap", "stack(1)");
        assert!(called(&mut Solver::new(), &on_stack, free, &[0]).is_none());
    }

    #[test]
    fn new_blocks_have_new_names() {
        let create = (
            "registers[1] { 0: p } && held[1] { 0: p } && block p: part[8] { 0..8: uninit }",
            "1 <= B && registers[1] { 0: B } && held[1] { 0: p } && block p: part[8] { 0..8: B } * block B: heap[4] { 0..4: 7 }",
        );
        let mut solver = Solver::new();
        let after = called(&mut solver, CALLER, create, &[8]).expect("the word is there");
        assert_eq!(after.heap.blocks().count(), 2);
        // A byte of which the exit only says that it need not have been stored may have been.
        let leave = (create.0, "registers[1] {} && held[1] { 0: p } && block p: part[8] { 0..8: uninit }");
        assert!(called(&mut Solver::new(), CALLER, leave, &[8]).is_none());
    }
}
