//! The frame rule: a call sees the part of the heap it can reach, and the rest stays as it is.
//!
//! ```text
//!   {local} call {exit}                 local = what arguments and the callee's globals lead to
//!  ──────────────────────────────────
//!   {local * frame} call {exit * frame}
//! ```
//!
//! Names that occur on both sides (cutpoints, and numbers the caller goes on using) are *held* by
//! the local state: whatever becomes of the memory they refer to, the exit says what they are.
//!
//! Sound: an execution on the local heap that accesses nothing else leaves everything else as it is; one that does is not followed but left
//! open. The local heap is closed under everything an address can be computed from, but for addresses that the callee does not
//! seem to use ([`Sight::unread`]). The frame's facts speak of values that never change.

mod overwritten;

use crate::trees::TreeKinds;
use pure_logic::term::{Atom, AtomKind};
use pure_logic::{Fact, Facts, Solver, Term, TermTable};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use symbolic_heap::tiles::is_bound;
use symbolic_heap::version;
use symbolic_heap::{
    Block, Content, Heap, HeapRule, Instance, InstanceId, Lifetime, Region, Segment, Shape, State, Value,
    is_broken,
};

/// A state in two parts.
#[derive(Clone, Debug)]
pub struct Parting {
    /// What the callee sees: its registers hold the arguments, `held` the shared names.
    pub local: State,
    /// What stays behind, with the caller's registers.
    pub frame: Frame,
}

/// What a call leaves alone.
#[derive(Clone, Debug)]
pub struct Frame {
    /// The caller's state without the local heap. Its facts are those of the whole.
    pub state: State,
    /// Names that both parts mention, in the order in which the local state holds them.
    pub shared: Vec<Atom>,
    /// Where the local variables in the local heap belong.
    regions: BTreeMap<Atom, Region>,
    /// The activations to which memory from `alloca` in the local heap belongs.
    activations: BTreeSet<u32>,
}

impl Frame {
    /// To which activation memory from `alloca` belongs that an exit has.
    fn activation(&self) -> Result<u32, UnknownLocal> {
        let mut activations = self.activations.iter();
        match (activations.next(), activations.next()) {
            (Some(&depth), None) => Ok(depth),
            _ => Err(UnknownLocal),
        }
    }
}

/// A segment whose nodes, if they come from `alloca`, belong to the activation at this depth.
fn segment_of(segment: &Segment, depth: u32) -> Segment {
    let mut segment = segment.clone();
    if let Region::Alloca(_) = segment.shape.region {
        let shape = Shape { region: Region::Alloca(depth), ..Shape::clone(&segment.shape) };
        segment.shape = Arc::new(shape);
    }
    segment
}

/// What a callee sees of the caller's heap.
#[derive(Clone, Copy, Debug)]
pub struct Sight<'a> {
    pub arguments: &'a [Value],
    /// The static blocks it may refer to.
    pub statics: &'a BTreeSet<Atom>,
    /// Without it names that only `held` mentions are not held by the local state: whoever holds them
    /// no longer knows what became of them.
    pub keeps_cutpoints: bool,
    /// Numbers of the local heap that are known to be less or greater than one that the caller goes on using are held, too: so it knows
    /// how what it has is to what the callee leaves behind.
    pub keeps_comparisons: bool,
    /// Kinds of nodes with the words for parents that it never reads. What is behind them is left to the frame: to the callee these
    /// addresses are numbers, and an access by one of them is an access to memory that it does not have.
    pub unread: TreeKinds,
    /// The word that the caller stores first of all when the callee has returned: its address, and how many bytes it has.
    pub overwritten: Option<(Term, i128)>,
}

/// Splits off what a callee sees.
pub fn part(solver: &mut Solver, state: &State, sight: Sight<'_>) -> Parting {
    let Sight { arguments, keeps_cutpoints, .. } = sight;
    let reach = Reach::of(&solver.terms, state, sight);
    let (mut local, mut rest) = (Heap::new(), Heap::new());
    let (mut regions, mut activations) = (BTreeMap::new(), BTreeSet::new());
    for block in state.heap.blocks() {
        if !reach.blocks.contains(&block.base) {
            rest.insert_block(Block::clone(block));
            continue;
        }
        let mut block = Block::clone(block);
        // Whose local it is does not matter to the callee, only that it is not its own.
        if let Region::Stack(_) = block.region {
            regions.insert(block.base, block.region);
            block.region = Region::Stack(0);
        }
        if let Region::Alloca(depth) = block.region {
            activations.insert(depth);
            block.region = Region::Alloca(0);
        }
        local.insert_block(block);
    }
    for (index, segment) in state.heap.segments().iter().enumerate() {
        if !reach.segments.contains(&index) {
            rest.push_segment(Segment::clone(segment));
            continue;
        }
        if let Region::Alloca(depth) = segment.shape.region {
            activations.insert(depth);
        }
        local.push_segment(segment_of(segment, 0));
    }
    for (id, instance) in state.heap.instances() {
        let part = if reach.instances.contains(&id) { &mut local } else { &mut rest };
        part.add_instance(Instance::clone(instance));
    }
    if let Some(word) = sight.overwritten {
        overwritten::forget(&mut solver.terms, &mut rest, &local, word);
    }
    let frame = State {
        facts: state.facts.clone(),
        heap: rest,
        registers: state.registers.clone(),
        held: state.held.clone(),
    };
    // Lengths are remembered, so that the exit can say how they changed.
    let mut outside = match keeps_cutpoints {
        true => mentioned_by(&solver.terms, &frame),
        false => mentioned_by(&solver.terms, &State { held: Vec::new(), ..frame.clone() }),
    };
    for segment in local.segments() {
        outside.extend(solver.terms.as_atom(segment.count));
    }
    // What the caller knows of words of a version, the callee may not see: it must not take one of them for another word.
    outside.extend(versions_in_facts(solver, &local, &state.facts));
    outside.extend(lengths_compared(&solver.terms, &local, state, arguments, &outside));
    outside.extend(sizes_told_by(&solver.terms, &local, &state.facts, &outside));
    outside.extend(numbers_of_sizes(&solver.terms, &frame.heap, &state.facts, arguments));
    if sight.keeps_comparisons {
        outside.extend(numbers_seen(&solver.terms, &local, arguments));
        outside.extend(compared_with(&solver.terms, state, &outside));
    }
    // The caller ends its locals, also those it does not use again.
    outside.extend(regions.keys().copied());
    let shared: Vec<Atom> = reach.order.into_iter().filter(|atom| outside.contains(atom)).collect();
    let held = shared.iter().map(|&atom| Some(Value::defined(solver.terms.atom_term(atom)))).collect();
    let mut local = State {
        facts: state.facts.clone(),
        heap: local,
        registers: arguments.iter().map(|&value| Some(value)).collect(),
        held,
    };
    crate::fold::forget(solver, &mut local);
    Parting { local, frame: Frame { state: frame, shared, regions, activations } }
}

/// The names of sizes of blocks that facts tell by names which the caller goes on using: a callee changes no size, but the exit has other
/// names, and how long an array is that the caller counts along must not be lost.
fn sizes_told_by(terms: &TermTable, heap: &Heap, facts: &Facts, outside: &BTreeSet<Atom>) -> BTreeSet<Atom> {
    let mut sizes: BTreeSet<Atom> =
        heap.blocks().filter(|block| block.is_live()).filter_map(|block| terms.as_atom(block.size)).collect();
    let mut told = BTreeSet::new();
    sizes.retain(|size| !outside.contains(size));
    if sizes.is_empty() {
        return told;
    }
    for fact in facts.as_slice() {
        let Fact::Zero(term) = fact else { continue };
        let summands = terms.summands(*term);
        if summands.iter().any(|summand| outside.contains(&summand.0)) {
            told.extend(summands.iter().map(|summand| summand.0).filter(|atom| sizes.contains(atom)));
        }
    }
    told
}

/// The names of numbers among the arguments by which sizes of blocks are told, where facts compare them with numbers that the caller
/// goes on using: that it counts only to a part of an array must not be lost because a callee was told how long the array is.
fn lengths_compared(
    terms: &TermTable,
    heap: &Heap,
    state: &State,
    arguments: &[Value],
    outside: &BTreeSet<Atom>,
) -> BTreeSet<Atom> {
    let mut lengths: BTreeSet<Atom> = BTreeSet::new();
    for block in heap.blocks().filter(|block| block.is_live()) {
        for_each_name(terms, block.size, &mut |atom| {
            lengths.insert(atom);
        });
    }
    let numbers = arguments.iter().filter_map(|value| terms.as_atom(value.term));
    let numbers: BTreeSet<Atom> =
        numbers.filter(|atom| !outside.contains(atom) && state.heap.block(*atom).is_none()).collect();
    let mut found = BTreeSet::new();
    if lengths.is_empty() || numbers.is_empty() {
        return found;
    }
    let tells_a_length = |number: Atom| {
        let facts = state.facts.as_slice().iter();
        lengths.contains(&number)
            || facts.into_iter().any(|fact| match fact {
                Fact::Zero(term) => match terms.summands(*term) {
                    [(first, _), (second, _)] => {
                        *first == number && lengths.contains(second)
                            || *second == number && lengths.contains(first)
                    }
                    _ => false,
                },
                _ => false,
            })
    };
    for &number in numbers.iter().filter(|number| tells_a_length(**number)) {
        let is_compared = state.facts.as_slice().iter().any(|fact| {
            let Fact::NonNegative(term) = fact else { return false };
            let others = terms.summands(*term).iter().map(|summand| summand.0);
            terms.mentions(*term, number)
                && others.into_iter().any(|atom| outside.contains(&atom) && state.heap.block(atom).is_none())
        });
        if is_compared {
            found.insert(number);
        }
    }
    found
}

/// The names of numbers among the arguments by which facts tell sizes of blocks, or of what is stored of them, that the callee does not see: two arrays are as long as
/// each other because both were made by this number, and the caller need not use it again.
fn numbers_of_sizes(terms: &TermTable, rest: &Heap, facts: &Facts, arguments: &[Value]) -> BTreeSet<Atom> {
    let mut told = BTreeSet::new();
    let numbers: BTreeSet<Atom> = arguments.iter().filter_map(|value| terms.as_atom(value.term)).collect();
    let live = rest.blocks().filter(|block| block.is_live());
    let mut sizes: BTreeSet<Atom> = BTreeSet::new();
    for block in live {
        let ends = block.cells.iter().map(|cell| cell.end);
        sizes.extend(ends.chain([block.size]).filter_map(|place| terms.as_atom(place)));
    }
    if numbers.is_empty() || sizes.is_empty() {
        return told;
    }
    for fact in facts.as_slice() {
        let Fact::Zero(term) = fact else { continue };
        let [(first, _), (second, _)] = terms.summands(*term) else { continue };
        for (number, size) in [(first, second), (second, first)] {
            if numbers.contains(number) && sizes.contains(size) {
                told.insert(*number);
            }
        }
    }
    told
}

/// The names of numbers among the arguments and the bounds of rows and trees in order: exits say how those that they have are to them.
fn numbers_seen(terms: &TermTable, local: &Heap, arguments: &[Value]) -> BTreeSet<Atom> {
    let bounds = local.segments().iter().flat_map(|segment| &segment.sorted);
    let bounds = bounds.flat_map(|sorted| [sorted.entry, sorted.exit]);
    let of_trees = local.instances().flat_map(|(_, instance)| {
        let exact = instance.definition.exact_arguments(terms);
        let lists = std::iter::once(&instance.arguments).chain(&instance.hole);
        lists.flat_map(move |list| list[exact..].iter().copied())
    });
    let bounds = bounds.chain(of_trees);
    let mut found = BTreeSet::new();
    for term in arguments.iter().map(|value| value.term).chain(bounds) {
        for_each_name(terms, term, &mut |atom| {
            found.insert(atom);
        });
    }
    let is_end = |atom: Atom| {
        let ends = local.segments().iter().flat_map(|segment| [segment.first, segment.next]);
        let roots = local.instances().map(|(_, instance)| instance.root());
        ends.into_iter().chain(roots).any(|end| terms.mentions(end, atom))
    };
    found.retain(|&atom| local.block(atom).is_none() && !is_end(atom));
    found
}

/// The names that facts compare with one of these, none of them of memory.
fn compared_with(terms: &TermTable, state: &State, outside: &BTreeSet<Atom>) -> BTreeSet<Atom> {
    let mut memory = BTreeSet::new();
    for segment in state.heap.segments() {
        for end in [segment.first, segment.next].into_iter().chain(segment.back.map(|ends| ends.last)) {
            terms.for_each_atom(end, &mut |atom| {
                memory.insert(atom);
            });
        }
    }
    for (_, instance) in state.heap.instances() {
        let exact = instance.definition.exact_arguments(terms);
        for list in std::iter::once(&instance.arguments).chain(&instance.hole) {
            for &address in &list[..exact] {
                terms.for_each_atom(address, &mut |atom| {
                    memory.insert(atom);
                });
            }
        }
    }
    let mut found = BTreeSet::new();
    for &fact in state.facts.as_slice() {
        let Fact::NonNegative(term) = fact else { continue };
        let [(first, a), (second, b)] = terms.summands(term) else { continue };
        let is_number = |atom: Atom| state.heap.block(atom).is_none() && !memory.contains(&atom);
        if a + b == 0 && is_number(*first) && is_number(*second) {
            found.extend(outside.contains(first).then_some(*second));
            found.extend(outside.contains(second).then_some(*first));
        }
    }
    found
}

/// The versions of arrays of which facts say something, of words or of all of them together, if a heap has words that are told by versions.
fn versions_in_facts(solver: &mut Solver, heap: &Heap, facts: &Facts) -> BTreeSet<Atom> {
    let mut found = BTreeSet::new();
    let cells = || heap.blocks().flat_map(|block| block.cells.iter());
    if cells().any(|cell| matches!(cell.content, Content::Each(_) | Content::Striped(_))) {
        let function = version::function(&mut solver.terms);
        let mut own = BTreeSet::new();
        for term in cells().filter_map(|cell| cell.content.term()) {
            version::words_in_term(&solver.terms, function, term, &mut |word| {
                own.insert(word.version);
            });
        }
        for &fact in facts.as_slice() {
            version::words_in_fact(&solver.terms, function, fact, &mut |word| {
                found.insert(word.version);
            });
            solver.terms.for_each_atom_of_fact(fact, &mut |atom| {
                if own.contains(&atom) {
                    found.insert(atom);
                }
            });
        }
    }
    found
}

/// What the arguments lead to.
struct Reach {
    blocks: BTreeSet<Atom>,
    segments: BTreeSet<usize>,
    instances: BTreeSet<InstanceId>,
    /// Every name that occurs there, in the order in which a walk from the arguments meets it.
    order: Vec<Atom>,
}

impl Reach {
    fn of(terms: &TermTable, state: &State, sight: Sight<'_>) -> Reach {
        let Sight { arguments, statics, unread, .. } = sight;
        let heap = &state.heap;
        let mut heads: BTreeMap<Atom, Vec<usize>> = BTreeMap::new();
        for (index, segment) in heap.segments().iter().enumerate() {
            for head in std::iter::once(segment.first).chain(segment.back.map(|ends| ends.last)) {
                terms.for_each_atom(head, &mut |atom| heads.entry(atom).or_default().push(index));
            }
        }
        let mut roots: BTreeMap<Atom, Vec<InstanceId>> = BTreeMap::new();
        for (id, instance) in heap.instances() {
            for head in instance.heads(terms) {
                terms.for_each_atom(head, &mut |atom| roots.entry(atom).or_default().push(id));
            }
        }
        let mut reach = Reach {
            blocks: BTreeSet::new(),
            segments: BTreeSet::new(),
            instances: BTreeSet::new(),
            order: Vec::new(),
        };
        let mut seen = BTreeSet::new();
        let mut position = 0;
        // Terms whose names occur, but are not followed.
        let mut mentioned: Vec<Term> = Vec::new();
        let mut visit = |order: &mut Vec<Atom>, term: Term| {
            for_each_name(terms, term, &mut |atom| {
                if seen.insert(atom) {
                    order.push(atom);
                }
            });
        };
        for value in arguments {
            visit(&mut reach.order, value.term);
        }
        for &base in statics {
            visit(&mut reach.order, terms.atom_term(base));
        }
        while let Some(&atom) = reach.order.get(position) {
            position += 1;
            if let Some(block) = heap.block(atom)
                && reach.blocks.insert(atom)
            {
                visit(&mut reach.order, block.size);
                let unread = unread.of_block(terms, block);
                for cell in block.cells.iter() {
                    visit(&mut reach.order, cell.start);
                    visit(&mut reach.order, cell.end);
                    let Some(term) = cell.content.term() else { continue };
                    match unread.is_some_and(|kind| kind.is_parent(terms.as_constant(cell.start))) {
                        true => mentioned.push(term),
                        false => visit(&mut reach.order, term),
                    }
                }
            }
            for &index in heads.get(&atom).into_iter().flatten() {
                if reach.segments.insert(index) {
                    for term in heap.segments()[index].terms() {
                        visit(&mut reach.order, term);
                    }
                }
            }
            for &id in roots.get(&atom).into_iter().flatten() {
                let Some(instance) = heap.instance(id).filter(|_| reach.instances.insert(id)) else {
                    continue;
                };
                let is_read = !unread.has_all_parents(terms, instance);
                for list in std::iter::once(&instance.arguments).chain(&instance.hole) {
                    visit(&mut reach.order, list[0]);
                    match is_read {
                        true => list[1..].iter().for_each(|&term| visit(&mut reach.order, term)),
                        false => mentioned.extend(&list[1..]),
                    }
                }
            }
        }
        for term in mentioned {
            visit(&mut reach.order, term);
        }
        reach
    }
}

/// The names in a term, however deep, in the order in which they are written.
fn for_each_name(terms: &TermTable, term: Term, visit: &mut dyn FnMut(Atom)) {
    terms.for_each_atom(term, &mut |atom| {
        if is_name(terms, atom) {
            visit(atom);
        }
    });
}

/// What may be something else at another call. A value that a limit hides is one of these: it was
/// computed from what the callee got.
fn is_name(terms: &TermTable, atom: Atom) -> bool {
    matches!(terms.kind(atom), AtomKind::Variable(_) | AtomKind::Opaque(_)) && !is_bound(terms, atom)
}

/// Every name that registers, held values and memory of a state mention.
fn mentioned_by(terms: &TermTable, state: &State) -> BTreeSet<Atom> {
    let mut found = BTreeSet::new();
    let mut note = |term: Term| {
        for_each_name(terms, term, &mut |atom| {
            found.insert(atom);
        });
    };
    state.for_each_term(&mut note);
    for block in state.heap.blocks() {
        note(terms.atom_term(block.base));
    }
    found
}

/// A live local in an exit of which it is not known whose it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UnknownLocal;

/// Where the caller's locals belong, by the names they have at an exit: what the caller holds says
/// which is which, also where joining exits has given blocks new names.
fn regions_at_exit(terms: &TermTable, frame: &Frame, exit: &State) -> BTreeMap<Atom, Region> {
    let held = frame.shared.iter().zip(&exit.held);
    held.filter_map(|(name, value)| {
        let region = frame.regions.get(name)?;
        Some((terms.as_atom((*value)?.term)?, *region))
    })
    .collect()
}

/// Puts an exit of a call in the place of the local heap.
///
/// `meaning` says what the names of the contract are at this call; names it does not mention are
/// the exit's own and become new. Returns the caller's state and what the call returned; nothing if
/// the two parts contradict each other: this exit cannot happen here.
pub fn reunite(
    solver: &mut Solver,
    frame: &Frame,
    exit: &State,
    meaning: &[(Atom, Term)],
    permanent: &dyn Fn(Atom) -> bool,
) -> Result<Option<(State, Option<Value>)>, UnknownLocal> {
    let mut exit = exit.clone();
    let meaning = pinned(solver, frame, &exit, meaning);
    let renaming = rename(solver, &exit, &meaning, permanent);
    // An optional block of the contract is null at this call: where the exit says that it is there, it is not this one.
    for &(atom, by) in &renaming {
        if solver.terms.as_constant(by).is_some()
            && let Some(block) = exit.heap.remove_block(atom)
            && block.is_live()
        {
            return Ok(None);
        }
    }
    exit.substitute(solver, &renaming);
    let mut state = frame.state.clone();
    // The callee may have allocated: what the frame knows to have ended may be in use again.
    let ended: Vec<Atom> = state
        .heap
        .blocks()
        .filter(|block| matches!(block.lifetime, Lifetime::Ended(_)))
        .filter(|_| !is_broken(solver, HeapRule::CallsReuseNoAddresses))
        .map(|block| block.base)
        .collect();
    for base in ended {
        if let Some(block) = state.heap.block_mut(base)
            && let Lifetime::Ended(at) = block.lifetime
        {
            block.lifetime = Lifetime::Reusable(at);
        }
    }
    let regions = regions_at_exit(&solver.terms, frame, &exit);
    for block in exit.heap.blocks() {
        let mut block = Block::clone(block);
        if let Region::Stack(_) = block.region {
            // Locals of the callee have ended; what is live belongs to the caller, which ends it.
            match regions.get(&block.base) {
                Some(&region) => block.region = region,
                None if block.is_live() => return Err(UnknownLocal),
                None => {}
            }
        }
        if let Region::Alloca(_) = block.region
            && block.is_live()
        {
            block.region = Region::Alloca(frame.activation()?);
        }
        state.heap.insert_block(block);
    }
    for segment in exit.heap.segments() {
        let depth = match segment.shape.region {
            Region::Alloca(_) => frame.activation()?,
            _ => 0,
        };
        state.heap.push_segment(segment_of(segment, depth));
    }
    for (_, instance) in exit.heap.instances() {
        state.heap.add_instance(Instance::clone(instance));
    }
    let facts: Vec<_> = exit.facts.as_slice().to_vec();
    state.facts.assume_all(solver, &facts);
    // The result takes part in the equations below.
    state.registers.push(exit.registers.first().copied().flatten());
    for (&name, value) in frame.shared.iter().zip(&exit.held) {
        let Some(value) = value else { continue };
        let own = solver.terms.atom_term(name);
        let fact = solver.terms.equal(own, value.term);
        state.assume(solver, fact);
    }
    let Some(mut state) = crate::rearrange::normalise(solver, state) else { return Ok(None) };
    let result = state.registers.pop().flatten();
    Ok(Some((state, result)))
}

/// Every name of a state, standing for itself.
pub fn names(terms: &TermTable, state: &State) -> Vec<(Atom, Term)> {
    let mut names = mentioned_by(terms, state);
    names.extend(names_of_facts(terms, &state.facts));
    names.into_iter().map(|atom| (atom, terms.atom_term(atom))).collect()
}

/// The names of a contract that mean in an exit what they mean in its entry: those that the exit holds, and those that
/// are names of this call itself and that nobody else knows.
///
/// *Sound because* one exit stands for all that it covers, whatever its names are there; only what it holds is the same in each. In
/// `seg(x -> b; n)`, left behind by a function that was called with it, `n` also counts the nodes that other executions have
/// put there.
fn pinned(solver: &Solver, frame: &Frame, exit: &State, meaning: &[(Atom, Term)]) -> Vec<(Atom, Term)> {
    let terms = &solver.terms;
    let is_held = |atom: Atom, term: Term| {
        let mut held = frame.shared.iter().zip(&exit.held);
        held.any(|(&name, value)| {
            terms.as_atom(term) == Some(name)
                && value.is_some_and(|value| terms.as_atom(value.term) == Some(atom))
        })
    };
    let is_own = |atom: Atom, term: Term| terms.as_atom(term) == Some(atom) && !frame.shared.contains(&atom);
    let is_pinned = |&&(atom, term): &&(Atom, Term)| {
        is_held(atom, term) || is_own(atom, term) || is_broken(solver, HeapRule::ExitsKeepNames)
    };
    meaning.iter().filter(is_pinned).copied().collect()
}

/// What every name of an exit is called in the caller.
fn rename(
    solver: &mut Solver,
    exit: &State,
    meaning: &[(Atom, Term)],
    permanent: &dyn Fn(Atom) -> bool,
) -> Vec<(Atom, Term)> {
    let known: BTreeMap<Atom, Term> = meaning.iter().copied().collect();
    let mut names = mentioned_by(&solver.terms, exit);
    names.extend(names_of_facts(&solver.terms, &exit.facts));
    names
        .into_iter()
        .filter_map(|atom| match known.get(&atom) {
            Some(&term) => (solver.terms.as_atom(term) != Some(atom)).then_some((atom, term)),
            None if permanent(atom) || is_broken(solver, HeapRule::CallsShareNames) => None,
            None => Some((atom, solver.terms.fresh_variable("r"))),
        })
        .collect()
}

fn names_of_facts(terms: &TermTable, facts: &Facts) -> BTreeSet<Atom> {
    let mut found = BTreeSet::new();
    for &fact in facts.as_slice() {
        terms.for_each_atom_of_fact(fact, &mut |atom| {
            if is_name(terms, atom) {
                found.insert(atom);
            }
        });
    }
    found
}
