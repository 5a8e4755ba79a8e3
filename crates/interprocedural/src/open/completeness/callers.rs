//! Callers that try to refute an error before it is called certain.
//!
//! What replay is for closed programs, this is for open code: memories are made up at random, word by word as the function
//! reads them, and the function is called in each. The rule by which an error is certain says that no caller that provides the
//! memory gets by; one that does refutes it. Callers that stop short of the memory, with a null pointer or a ring
//! that has only its head, are exceptions that the report tells.

use super::trial::{Outcome, Trial};
use super::watch::Request;
use super::world::{ParameterKind, Place, Vocabulary, Word, World};
use super::{parameters, vocabulary};
use crate::footprint::footprint;
use crate::limits::{
    CALLERS_TRIED, CALLS_FOR_LINKS, CALLS_OF_CALLERS, COMPARED_NUMBERS_OF_CALLERS, TIMES_KNOWN, TIMES_NULL,
};
use crate::open::entry::{Entry, name_of};
use crate::open::hints;
use call_graph::CallGraph;
use interpreter::Image;
use ir::{FunctionId, GlobalId, InstructionKind, Module, Operand};
use pure_logic::term::Atom;
use pure_logic::{Fact, Facts, Solver, Term};
use std::collections::{BTreeMap, BTreeSet};
use symbolic_execution::Context;
use symbolic_heap::Content;

/// What came of the attempts to refute an error.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Attempts {
    /// This caller provides the memory and meets no error.
    Refuted(String),
    /// So does this one, whose nodes lead back to what they were found in, as those of usual callers do.
    LeadsBack(String),
    /// None does, apart from those that these describe.
    Stands(BTreeSet<Exception>),
}

/// What a caller that meets no error says about it.
enum Passing {
    /// It stops short of the memory.
    StopsShort(Exception),
    LeadsBack,
    Refutes,
}

/// Why a caller does not come to the memory that an error needs.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Exception {
    /// The pointer of this name is null.
    Null(String),
    /// The list that begins with the pointer of this name is empty.
    EmptyList(String),
    /// The first pointer leads back to where the second one does.
    Back(String, String),
}

/// Lets callers try to get by an error of a function that the entry leads to.
pub fn attempt<'m>(
    context: &mut Context<'m>,
    image: &Image<'m>,
    function: FunctionId,
    entry: &Entry,
) -> Attempts {
    let module = context.module;
    let graph = CallGraph::new(module);
    let reached = graph.reachable_from(&[function]);
    if reached.iter().any(|&reached| reads_devices(module, reached)) {
        return Attempts::Refuted("what is volatile changes as the caller's machine likes".to_owned());
    }
    let mut vocabulary = vocabulary(module, &reached, COMPARED_NUMBERS_OF_CALLERS);
    vocabulary.overlaps = true;
    let mut exceptions = BTreeSet::new();
    let Some(parameters) = parameters(module, function) else { return Attempts::Stands(exceptions) };
    let globals = footprint(module, &graph, function).globals;
    let allocation_may_fail = context.options.allocation_may_fail;
    let trial = Trial { vocabulary: &vocabulary, image, function, allocation_may_fail };
    let kinds: Vec<ParameterKind> = parameters.iter().map(|&(_, kind)| kind).collect();
    let names: Vec<String> = parameters.iter().map(|(name, _)| name.clone()).collect();
    let effort = Effort { calls: CALLS_OF_CALLERS, prefers_few_objects: false };
    let refuted =
        passing_calls(&trial, &globals, &kinds, effort, |world| match passing(context, entry, world) {
            Passing::StopsShort(exception) => {
                exceptions.insert(exception);
                None
            }
            Passing::LeadsBack => Some(Attempts::LeadsBack(vocabulary.display(world, &names))),
            Passing::Refutes => Some(Attempts::Refuted(vocabulary.display(world, &names))),
        });
    refuted.unwrap_or(Attempts::Stands(exceptions))
}

/// Whether a caller gets by that keeps the condition of an error but for this: a node leads back to the record that it was found in, by some
/// word of it. Whoever takes a node out of its list or its tree relies on that, and errors of other callers are none of usual ones.
pub fn gets_by_where_nodes_lead_back(
    context: &mut Context<'_>,
    function: FunctionId,
    condition: &Entry,
) -> bool {
    let module = context.module;
    let graph = CallGraph::new(module);
    let reached = graph.reachable_from(&[function]);
    let Some(parameters) = parameters(module, function) else { return false };
    let vocabulary = vocabulary(module, &reached, COMPARED_NUMBERS_OF_CALLERS);
    let globals = footprint(module, &graph, function).globals;
    let allocation_may_fail = context.options.allocation_may_fail;
    let image = Image::new(module);
    let trial = Trial { vocabulary: &vocabulary, image: &image, function, allocation_may_fail };
    let kinds: Vec<ParameterKind> = parameters.iter().map(|&(_, kind)| kind).collect();
    let effort = Effort { calls: CALLS_FOR_LINKS, prefers_few_objects: true };
    let found = passing_calls(&trial, &globals, &kinds, effort, |world| {
        let bound = bind(context, condition, world);
        let nodes: BTreeSet<Atom> = bound
            .keys()
            .copied()
            .filter(|&name| node_leads_back(context.module, condition, &bound, world, name))
            .collect();
        (!nodes.is_empty() && keeps_the_rest(context, condition, &bound, &nodes)).then_some(())
    });
    found.is_some()
}

/// How much is tried, and in what memories.
#[derive(Clone, Copy)]
struct Effort {
    calls: usize,
    /// Null, and addresses of what is there already, are more frequent than others.
    prefers_few_objects: bool,
}

/// The worlds to choose from, those several times in which the word that was chosen last is null or leads to something that is there.
fn with_usual_ones_repeated(before: &World, next: Vec<World>, (object, offset): (usize, u64)) -> Vec<World> {
    let times = |world: &World| {
        let word = world.objects.get(object).and_then(|object| object.words.get(&offset));
        match word {
            Some((_, Word::Number(0))) => TIMES_NULL,
            Some((_, Word::Address { .. })) if world.objects.len() == before.objects.len() => TIMES_KNOWN,
            _ => 1,
        }
    };
    next.into_iter().flat_map(|world| std::iter::repeat_n(world.clone(), times(&world))).collect()
}

/// Calls the function in memories that are made up as it reads them, and looks at those in which it makes no error.
fn passing_calls<T>(
    trial: &Trial<'_, '_>,
    globals: &BTreeSet<GlobalId>,
    kinds: &[ParameterKind],
    effort: Effort,
    mut look: impl FnMut(&World) -> Option<T>,
) -> Option<T> {
    let vocabulary = trial.vocabulary;
    let mut calls = 0;
    for seed in 0..CALLERS_TRIED {
        let mut dice = Dice(seed);
        let Some(mut world) = first_world(vocabulary, globals, kinds, &mut dice) else { continue };
        while calls < effort.calls {
            calls += 1;
            let next = match trial.run(&world, &mut None) {
                Outcome::Asks(Request::Word { object, offset, bytes }) => {
                    let next = vocabulary.choose(&world, object, offset, bytes);
                    match effort.prefers_few_objects {
                        true => with_usual_ones_repeated(&world, next, (object, offset)),
                        false => next,
                    }
                }
                Outcome::Asks(Request::Room { object, offset, bytes }) => {
                    vocabulary.enlarge(&world, object, offset, bytes)
                }
                Outcome::Runs(_) => match look(&world) {
                    Some(found) => return Some(found),
                    None => break,
                },
                Outcome::Fails | Outcome::Open => break,
            };
            match dice.pick(next) {
                Some(next) => world = next,
                None => break,
            }
        }
    }
    None
}

/// Whether some word of a node, which is no head, leads back to the record that the node was found in, to the link or before it, and is
/// not the link that was followed.
fn node_leads_back(
    module: &Module,
    entry: &Entry,
    bound: &BTreeMap<Atom, Bound>,
    world: &World,
    name: Atom,
) -> bool {
    let find = || {
        let node = bound.get(&name)?;
        let owner_name = node.found_in?;
        let owner = bound.get(&owner_name)?;
        let Word::Address { object: owner_object, offset: owner_at } = owner.pointer else { return None };
        let Word::Address { object: node_object, offset: node_at } = node.pointer else { return None };
        let followed = i128::from(owner_at) + node.link?;
        let is_one_kind = is_same_type(module, entry, name, owner_name);
        let words = &world.objects.get(node_object)?.words;
        let leads_back = words.iter().any(|(&place, &(_, word))| {
            let Word::Address { object, offset } = word else { return false };
            let at = i128::from(offset);
            let is_inside = (i128::from(owner_at).min(followed)..=followed).contains(&at);
            let is_same_link = is_one_kind && Some(i128::from(place) - i128::from(node_at)) == node.link;
            object == owner_object && is_inside && !is_same_link
        });
        Some(leads_back && node_object != owner_object)
    };
    find().unwrap_or(false)
}

/// Whether what a condition says of memory and numbers holds in a world, but for what these nodes lead to.
fn keeps_the_rest(
    context: &mut Context<'_>,
    condition: &Entry,
    bound: &BTreeMap<Atom, Bound>,
    nodes: &BTreeSet<Atom>,
) -> bool {
    let solver = &mut context.solver;
    let is_memory = |name: &Atom| condition.state.heap.block(*name).is_some();
    let mut numbers: BTreeMap<Atom, i128> = BTreeMap::new();
    for (&name, place) in bound {
        match place.word {
            Word::Number(_) if place.found_in.is_some_and(|node| nodes.contains(&node)) => {}
            Word::Number(_) if is_memory(&name) => return false,
            Word::Number(number) => _ = numbers.insert(name, i128::from(number)),
            Word::Address { .. } => {}
        }
    }
    let facts = condition.state.facts.as_slice().to_vec();
    let mut known: Vec<Fact> = Vec::new();
    for fact in facts {
        let mut is_known = true;
        solver.terms.for_each_atom_of_fact(fact, &mut |atom| is_known &= numbers.contains_key(&atom));
        known.extend(is_known.then_some(fact));
    }
    for (name, number) in numbers {
        let own = solver.terms.atom_term(name);
        let number = solver.terms.constant(number);
        known.push(solver.terms.equal(own, number));
    }
    !Facts::from_facts(solver, &known).proves(solver, Fact::False).is_proved()
}

/// Whether a function reads `volatile` memory that it is handed: which values come from there is for the caller to say.
fn reads_devices(module: &Module, function: FunctionId) -> bool {
    let Some(body) = &module.functions[function].body else { return false };
    body.blocks.iter().flat_map(|(_, block)| &block.instructions).any(|instruction| match instruction.kind {
        InstructionKind::Load { address, is_volatile, .. }
        | InstructionKind::LoadBits { address, is_volatile, .. } => {
            is_volatile && matches!(address, Operand::Register(_))
        }
        _ => false,
    })
}

/// A world in which nothing was read yet.
fn first_world(
    vocabulary: &Vocabulary<'_>,
    globals: &BTreeSet<GlobalId>,
    parameters: &[ParameterKind],
    dice: &mut Dice,
) -> Option<World> {
    let mut world = vocabulary.initial(globals, &[]).into_iter().next()?;
    for &parameter in parameters {
        world = dice.pick(vocabulary.with_argument(&world, parameter))?;
    }
    Some(world)
}

/// Why a call in a world meets no error: whether the world lacks memory that the entry asks for.
fn passing(context: &Context<'_>, entry: &Entry, world: &World) -> Passing {
    let bound = bind(context, entry, world);
    if bound.keys().any(|&name| leads_back_from_a_node(context.module, entry, &bound, name)) {
        // The row ends, but its nodes refer to each other as those of usual callers do.
        return Passing::LeadsBack;
    }
    exception(context, entry, &bound).map_or(Passing::Refutes, Passing::StopsShort)
}

/// Why a world lacks memory that the entry asks for; `None` if it does not.
fn exception(context: &Context<'_>, entry: &Entry, bound: &BTreeMap<Atom, Bound>) -> Option<Exception> {
    let solver = &context.solver;
    let is_link = |base: Atom| {
        let record = entry.types.get(&base).map(|&(ty, _)| ty);
        record.is_some_and(|ty| hints::has_link_to_itself(context.module, ty))
    };
    // What is nearest to the arguments says best why the rest is not there.
    let mut blocks: Vec<_> = entry.state.heap.blocks().filter(|block| entry.owns(block.base)).collect();
    blocks.sort_by_key(|block| depth(bound, block.base));
    for block in blocks {
        let Some(place) = bound.get(&block.base) else { continue };
        match place.word {
            Word::Number(0) if is_link(block.base) => {
                return Some(Exception::EmptyList(name_of(solver, block.base)));
            }
            Word::Number(0) => return Some(Exception::Null(name_of(solver, block.base))),
            Word::Number(_) => {}
            Word::Address { .. } => {
                // A pointer to a pointer is no link: what leads back by it is how a list has to be.
                let is_record = entry
                    .types
                    .get(&block.base)
                    .is_none_or(|&(ty, _)| hints::record_size(&context.module.types, ty).is_some());
                let (mut before, mut name) = (place.found_in.filter(|_| is_record), block.base);
                while let Some(owner) = before {
                    let Some(earlier) = bound.get(&owner) else { break };
                    // A pointer into the middle of its own record provides memory, in an unusual way.
                    if earlier.pointer == place.pointer {
                        let (name, owner) = (place.name(solver, block.base), earlier.name(solver, owner));
                        return Some(Exception::Back(name, owner));
                    }
                    // Only a row of one and the same link stops short where it leads back; a link to the node before goes on.
                    let is_row =
                        earlier.link == place.link && is_same_type(context.module, entry, name, owner);
                    (before, name) = (earlier.found_in.filter(|_| is_row), owner);
                }
            }
        }
    }
    None
}

/// How many links lead from the arguments to what a name stands for.
fn depth(bound: &BTreeMap<Atom, Bound>, name: Atom) -> usize {
    let earlier = |name: &Atom| bound.get(name).and_then(|place| place.found_in);
    // Each was found in one that was known before.
    std::iter::successors(Some(name), earlier).take(bound.len() + 1).count()
}

/// Whether two names lead to records of one type, as far as that is known.
fn is_same_type(module: &Module, entry: &Entry, left: Atom, right: Atom) -> bool {
    let name_of = |name| entry.types.get(&name).map(|&(ty, _)| module.types.c_name(ty));
    let [left, right] = [left, right].map(name_of);
    left.is_none() || right.is_none() || left == right
}

/// Whether a name leads from a node, which is no head, back to the record that the node was found in, to the link or before it, by
/// another link than that which was followed: `child->parent`, `element->previous_next`.
fn leads_back_from_a_node(module: &Module, entry: &Entry, bound: &BTreeMap<Atom, Bound>, name: Atom) -> bool {
    let find = || {
        let place = bound.get(&name)?;
        let node_name = place.found_in?;
        let node = bound.get(&node_name)?;
        let owner = bound.get(&node.found_in?)?;
        let Word::Address { object: owner_object, offset: owner_at } = owner.pointer else { return None };
        let Word::Address { object: node_object, .. } = node.pointer else { return None };
        let Word::Address { object: back_to, offset: at } = place.pointer else { return None };
        let followed = i128::from(owner_at) + node.link?;
        let at = i128::from(at);
        let is_inside = (i128::from(owner_at).min(followed)..=followed).contains(&at);
        let is_same_link = place.link == Some(followed - at) && is_same_type(module, entry, name, node_name);
        Some(back_to == owner_object && node_object != owner_object && is_inside && !is_same_link)
    };
    find().unwrap_or(false)
}

/// What a name of the entry stands for in a world.
#[derive(Clone, Copy)]
struct Bound {
    word: Word,
    /// The word that it was found by; `word` itself may lie before or behind it.
    pointer: Word,
    /// The block in which it was found; none for arguments and globals.
    found_in: Option<Atom>,
    /// How far from where that block is pointed to it was found.
    link: Option<i128>,
}

impl Bound {
    /// What the word is called that a name was found by: that of `(p->next - 8)` is `p->next`.
    fn name(&self, solver: &Solver, base: Atom) -> String {
        let name = name_of(solver, base);
        let distance = match (self.pointer, self.word) {
            (Word::Address { offset: pointer, .. }, Word::Address { offset: word, .. }) => pointer - word,
            _ => 0,
        };
        let inner = name.strip_prefix('(').and_then(|name| name.strip_suffix(&format!(" - {distance})")));
        inner.map(str::to_owned).unwrap_or(name)
    }
}

/// What the names of an entry stand for in a world, as far as it was read there.
fn bind(context: &Context<'_>, entry: &Entry, world: &World) -> BTreeMap<Atom, Bound> {
    let terms = &context.solver.terms;
    // A word that is a name, and so many bytes behind it.
    let plain = |term: Term| match terms.summands(term) {
        [(atom, 1)] => Some((*atom, terms.constant_part(term))),
        _ => None,
    };
    let minus = |word: Word, distance: i128| match word {
        Word::Number(number) if distance == 0 => Some(Word::Number(number)),
        Word::Number(_) => None,
        Word::Address { object, offset } => {
            Some(Word::Address { object, offset: offset.checked_sub(i64::try_from(distance).ok()?)? })
        }
    };
    let mut bound: BTreeMap<Atom, Bound> = BTreeMap::new();
    let mut work: Vec<Atom> = Vec::new();
    let learn = |bound: &mut BTreeMap<Atom, Bound>, term: Term, word: Word, found: Option<(Atom, i128)>| {
        let (atom, distance) = plain(term)?;
        let pointer = word;
        let word = minus(pointer, distance)?;
        (!bound.contains_key(&atom)).then(|| {
            let (found_in, link) = found.unzip();
            bound.insert(atom, Bound { word, pointer, found_in, link });
            atom
        })
    };
    for (value, &word) in entry.state.registers.iter().zip(&world.arguments) {
        work.extend(value.and_then(|value| learn(&mut bound, value.term, word, None)));
    }
    for (object, owner) in world.objects.iter().enumerate() {
        if let Place::Global(id) = owner.place {
            let term = terms.atom_term(context.global_base(id));
            work.extend(learn(&mut bound, term, Word::Address { object, offset: 0 }, None));
        }
    }
    while let Some(base) = work.pop() {
        let (Some(block), Some(place)) = (entry.state.heap.block(base), bound.get(&base).copied()) else {
            continue;
        };
        let Word::Address { object, offset } = place.word else { continue };
        let Some(owner) = world.objects.get(object) else { continue };
        for cell in block.cells.iter() {
            let (Content::Scalar(value), Some(start)) = (cell.content, terms.as_constant(cell.start)) else {
                continue;
            };
            let behind = match place.pointer {
                Word::Address { offset: pointer, .. } => i128::from(offset) - i128::from(pointer),
                Word::Number(_) => 0,
            };
            let link = behind + start;
            let Some(start) = i128::from(offset).checked_add(start).and_then(|at| u64::try_from(at).ok())
            else {
                continue;
            };
            if let Some(&(_, word)) = owner.words.get(&start) {
                work.extend(learn(&mut bound, value.term, word, Some((base, link))));
            }
        }
    }
    bound
}

/// The same numbers on every machine.
struct Dice(u64);

impl Dice {
    fn pick<T>(&mut self, mut from: Vec<T>) -> Option<T> {
        // SplitMix64.
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^= mixed >> 31;
        let count = u64::try_from(from.len()).ok().filter(|&count| count > 0)?;
        Some(from.swap_remove((mixed % count) as usize))
    }
}
