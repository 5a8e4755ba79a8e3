//! Errors that depend on the caller, but only on what any caller does.
//!
//! A condition of a contract is no finding: a caller may keep it. But where a function loses memory that it has allocated
//! itself, or uses what it has freed, no usual caller can be blamed. Such errors are *likely*. They are not certain: what
//! the way to them assumes of the caller, or of functions without a body, may never be so.

mod allocations;
mod lookups;

use super::OpenContract;
use super::completeness::callers::gets_by_where_nodes_lead_back;
use super::entry::{Dependence, Entry};
use super::leading_back::holds_where_nodes_lead_back;
use crate::finding::Finding;
use crate::limits::{FEW_VALUES, INSTRUCTIONS_OF_AN_ADDRESS, MANY_ELEMENTS, USUAL_NUMBER};
use allocations::{Failing, failing_allocation, is_of_empty_reallocation};
use interpreter::FaultKind;
use ir::{BasicBlock, BlockId, FunctionId};
use lookups::{is_about_numbers_alone, is_result_of_call};
use pure_logic::term::{Atom, AtomKind, TermTable};
use pure_logic::{Fact, Facts};
use std::collections::BTreeSet;
use symbolic_execution::Context;
use symbolic_execution::context::span_of;
use symbolic_heap::{Cell, Content, Lifetime, Region, Value};

/// Whether an error is to be told although it depends on the caller.
pub fn is_likely(
    context: &mut Context<'_>,
    function: FunctionId,
    contracts: &[OpenContract],
    condition: &Entry,
    finding: &Finding,
) -> bool {
    if is_up_to_caller(context, condition) {
        return false;
    }
    let is_own = is_own(context, condition, finding);
    let restricts = condition.dependence == Dependence::Values;
    match finding.fault.kind {
        // Where executions were joined, memory may be lost in none of them.
        // Memory of the caller is lost where a failed reallocation takes the place of its address (`explorer/abandoned.rs`).
        FaultKind::MemoryLost => finding.fault.block.is_some() && !finding.configuration.path.is_joined(),
        // With the same numbers, and an allocation that succeeds, the function goes another way.
        FaultKind::UseAfterFree | FaultKind::DoubleFree => {
            failing_allocation(context, finding) == Failing::Some
                || !is_of_empty_reallocation(context, finding)
                    && !depends_on_links(context, contracts, condition)
                    && (!restricts
                        || !has_memory_elsewhere(context, contracts, condition)
                            && !chooses_words(context, condition)
                        || is_accepted_elsewhere(context, contracts, condition)
                        || is_freed_anyway(context, contracts, condition, finding)
                        || follows_at_once(context, function, finding))
                    && !gets_by_where_nodes_lead_back(context, function, condition)
        }
        FaultKind::NullDereference => {
            let is_failing = match failing_allocation(context, finding) {
                Failing::None => {
                    is_result_of_call(context, function, finding)
                        && !is_none_of_several(context, condition)
                        && !is_about_numbers_alone(context, condition)
                }
                Failing::Some => true,
                Failing::Handled => false,
            };
            is_failing
                && !has_null_argument(context, condition)
                && !has_negative_word(context, condition)
                && with_usual_numbers(context, condition, finding).is_some()
        }
        // A block that the function makes as large as it wants, it also has to make large enough.
        FaultKind::OutOfBounds => {
            if is_own && !restricts && is_too_short_for_library(context, finding) {
                return true;
            }
            // Where an index was approximated, it may never be the one that is outside.
            if !is_own || !finding.configuration.path.is_precise() {
                return false;
            }
            if with_usual_numbers(context, condition, finding).is_none()
                || !may_have_bytes(context, condition, finding)
                || is_decided_by_others(context, finding)
                || chooses_variables(context, condition)
            {
                return false;
            }
            let accepts_any = is_made(finding) && contracts.is_empty();
            let is_outside_anyway = !restricts && finding.configuration.path.is_inevitable();
            is_outside_anyway && !is_static(finding)
                || is_always_short(context, condition, finding)
                || is_about_arguments(context, condition)
                    && (accepts_any || is_accepted_elsewhere(context, contracts, condition))
        }
        FaultKind::UseAfterScope | FaultKind::FreeNotHeap | FaultKind::FreeInsideBlock => {
            is_own && !restricts
        }
        _ => false,
    }
}

/// Whether an error is about memory that was freed before.
pub fn is_of_freed_memory(finding: &Finding) -> bool {
    matches!(finding.fault.kind, FaultKind::UseAfterFree | FaultKind::DoubleFree)
}

/// Whether it is how nodes refer to each other that keeps callers from an error, and every usual one keeps it: a contract holds
/// for lists of any length that begin where the error needs memory, or for nodes that lead back to what they were found in.
pub fn depends_on_links(context: &mut Context<'_>, contracts: &[OpenContract], condition: &Entry) -> bool {
    holds_for_lists_there(context, contracts, condition)
        || holds_where_nodes_lead_back(context, contracts, condition)
}

/// Whether a contract holds for lists of any length that begin where an error needs memory.
fn holds_for_lists_there(context: &Context<'_>, contracts: &[OpenContract], condition: &Entry) -> bool {
    let begins = |term| context.solver.terms.as_atom(term).is_some_and(|base| condition.owns(base));
    let mut lists = contracts.iter().flat_map(|contract| contract.entry.state.heap.segments());
    lists.any(|list| begins(list.first))
}

/// Whether an error of a tail is to be told although it depends on what comes there. Of the words that the tail begins with nothing is
/// known, and what decided before that it is reached decides often again; so only an access that is outside whatever they are, and
/// memory of its own that is lost, or was not checked, by decisions about other words than these.
pub fn is_likely_in_a_tail(context: &mut Context<'_>, condition: &Entry, finding: &Finding) -> bool {
    let is_own = is_own(context, condition, finding);
    if is_up_to_caller(context, condition) {
        return false;
    }
    let path = &finding.configuration.path;
    match finding.fault.kind {
        // Of an allocation that nobody looks at.
        FaultKind::NullDereference => {
            path.is_precise()
                && failing_allocation(context, finding) == Failing::Some
                && !has_null_argument(context, condition)
                && !has_null_word(context, condition)
                && !has_negative_word(context, condition)
                && with_usual_numbers(context, condition, finding).is_some()
                && !restricts_arguments(context, condition)
        }
        _ if !is_own => false,
        FaultKind::OutOfBounds => {
            path.is_precise()
                && is_always_short(context, condition, finding)
                && !chooses_arguments(context, condition)
                && !has_shorter_text(context, condition, finding)
        }
        FaultKind::MemoryLost => {
            is_made(finding)
                && path.is_precise()
                && !path.is_joined()
                && !restricts_arguments(context, condition)
        }
        _ => false,
    }
}

/// Whether a word of the memory that a tail begins with is null: it is not known whether it ever is where the tail begins, and
/// what is used may be that word, and not the allocation that failed.
fn has_null_word(context: &Context<'_>, condition: &Entry) -> bool {
    let pointer = i128::from(context.pointer_bits() / 8);
    let terms = &context.solver.terms;
    let blocks = condition.state.heap.blocks().filter(|block| condition.owns(block.base));
    blocks.into_iter().flat_map(|block| block.cells.iter()).any(|cell| match cell.content {
        Content::Scalar(value) => {
            terms.constant_difference(cell.end, cell.start) == Some(pointer)
                && terms.as_constant(value.term) == Some(0)
        }
        _ => false,
    })
}

/// Whether a number among the words that a tail begins with has one of a few values on the way to an error: what it was before decides
/// whether it ever has these. (A size of 1 to 7 bytes is none of an array of records.)
fn chooses_arguments(context: &mut Context<'_>, condition: &Entry) -> bool {
    let solver = &mut context.solver;
    let arguments: Vec<Value> = condition.state.registers.iter().flatten().copied().collect();
    arguments.into_iter().any(|argument| {
        let range = condition.state.facts.bounds(solver, argument.term);
        range.lower.zip(range.upper).is_some_and(|(lower, upper)| upper - lower < FEW_VALUES)
    })
}

/// Whether a text among those that a tail begins with ends earlier than the others: how long they are beside each other is what was done
/// before. (`strcpy(copy, name)`, and then `malloc(strlen(copy) + 1)` for `name`.)
fn has_shorter_text(context: &Context<'_>, condition: &Entry, finding: &Finding) -> bool {
    let terms = &context.solver.terms;
    let is_zero = |content: Content| match content {
        Content::Fill(0) => true,
        Content::Scalar(value) => terms.as_constant(value.term) == Some(0),
        _ => false,
    };
    // Letters have names where they were looked at.
    let heap = &finding.configuration.state.heap;
    heap.blocks().filter(|block| condition.owns(block.base)).any(|block| {
        let is_byte = |cell: &Cell| terms.constant_difference(cell.end, cell.start) == Some(1);
        block.cells.iter().filter(|cell| is_byte(cell) && is_zero(cell.content)).count() > 1
    })
}

/// Whether a number in memory of the caller has to be negative: a count with which a size wraps around to nothing.
fn has_negative_word(context: &mut Context<'_>, condition: &Entry) -> bool {
    let blocks = condition.state.heap.blocks().filter(|block| condition.owns(block.base));
    let words: Vec<Value> = blocks
        .flat_map(|block| block.cells.iter())
        .filter_map(|cell| match cell.content {
            Content::Scalar(value) => Some(value),
            _ => None,
        })
        .collect();
    words.into_iter().any(|word| {
        let range = condition.state.facts.bounds(&mut context.solver, word.term);
        range.upper.is_some_and(|upper| upper < 0)
    })
}

/// Whether a number in memory of the caller has one value: a count of references that is zero, a tag. Where no contract says which
/// values the function accepts, that one is what callers know.
fn chooses_words(context: &Context<'_>, condition: &Entry) -> bool {
    let terms = &context.solver.terms;
    let pointer = i128::from(context.pointer_bits() / 8);
    let blocks = condition.state.heap.blocks().filter(|block| condition.owns(block.base));
    blocks.into_iter().flat_map(|block| block.cells.iter()).any(|cell| match cell.content {
        Content::Scalar(value) => terms.as_constant(value.term).is_some_and(|number| {
            number != 0 || terms.constant_difference(cell.end, cell.start) != Some(pointer)
        }),
        _ => false,
    })
}

/// Whether an access is outside because of a number that a function without a body has returned or stored: it is as large as the block,
/// compared with other numbers, or an index. What it may be, that function knows.
fn is_decided_by_others(context: &mut Context<'_>, finding: &Finding) -> bool {
    let state = &finding.configuration.state;
    let size = finding.fault.block.and_then(|base| state.heap.block(base)).map(|block| block.size);
    let mut is_decided = false;
    if let Some(size) = size {
        context.solver.terms.for_each_atom(size, &mut |atom| is_decided |= context.is_number_of_others(atom));
    }
    if is_decided {
        return true;
    }
    let mut alone: BTreeSet<Atom> = BTreeSet::new();
    for &fact in state.facts.as_slice().iter().filter(|fact| !matches!(fact, Fact::NonZero(_))) {
        let mut atoms: BTreeSet<Atom> = BTreeSet::new();
        context.solver.terms.for_each_atom_of_fact(fact, &mut |atom| _ = atoms.insert(atom));
        let mut foreign = atoms.iter().filter(|&&atom| context.is_number_of_others(atom));
        match (foreign.next(), atoms.len()) {
            (Some(&number), 1) => _ = alone.insert(number),
            (Some(_), _) => return true,
            (None, _) => {}
        }
    }
    alone.into_iter().any(|number| {
        let number = context.solver.terms.atom_term(number);
        let range = state.facts.bounds(&mut context.solver, number);
        // That it is positive, or is not, says whether something went well.
        range.lower.is_some_and(|lower| lower > 1)
            || range.upper.is_some_and(|upper| (1..MANY_ELEMENTS).contains(&upper))
    })
}

/// Whether a function of the library writes more into a block of constant size than it has room for: always, or because of what is read. Nobody
/// but the function that calls it says how much that may be.
fn is_too_short_for_library(context: &Context<'_>, finding: &Finding) -> bool {
    let path = &finding.configuration.path;
    let state = &finding.configuration.state;
    let Some(block) = finding.fault.block.and_then(|base| state.heap.block(base)) else { return false };
    context.solver.terms.as_constant(block.size).is_some()
        && !is_static(finding)
        && path.fails_in_library(finding.fault.span)
        && !knows_numbers_of_others(context, finding)
}

/// Whether anything holds on the way to an error because of a number that a function without a body has returned or stored.
fn knows_numbers_of_others(context: &Context<'_>, finding: &Finding) -> bool {
    let mut knows = false;
    for &fact in finding.configuration.state.facts.as_slice() {
        context
            .solver
            .terms
            .for_each_atom_of_fact(fact, &mut |atom| knows |= context.is_number_of_others(atom));
    }
    knows
}

/// Whether something is assumed of the arguments but that those which are pointers lead to memory.
fn restricts_arguments(context: &mut Context<'_>, condition: &Entry) -> bool {
    let solver = &mut context.solver;
    let mut arguments: BTreeSet<Atom> = BTreeSet::new();
    for value in condition.state.registers.iter().flatten() {
        solver.terms.for_each_atom(value.term, &mut |atom| _ = arguments.insert(atom));
    }
    let mut known = Facts::from_facts(solver, &condition.trivial);
    for block in condition.state.heap.blocks() {
        let (one, base) = (solver.terms.constant(1), solver.terms.atom_term(block.base));
        let is_there = solver.terms.at_most(one, base);
        known.assume(solver, is_there);
        let end = solver.terms.add(base, block.size);
        let highest = solver.terms.constant((1 << (8 * context.module.pointer_scalar().bytes())) - 1);
        let fits = solver.terms.at_most(end, highest);
        known.assume(solver, fits);
        let is_aligned = solver.terms.divides(8, base);
        known.assume(solver, is_aligned);
    }
    let assumed = condition.state.facts.project(solver, &|atom| arguments.contains(&atom));
    !known.proves_all(solver, assumed.as_slice()).is_proved()
}

/// That two addresses are the same, or how long a list is, is the caller's affair. On memory of any length executions were
/// joined: what is found there may happen in none of them.
fn is_up_to_caller(context: &Context<'_>, condition: &Entry) -> bool {
    condition.aliases > 0
        || has_equal_words(context, condition)
        || !condition.state.heap.segments().is_empty()
        || condition.is_joined
}

/// Whether the memory of an error is neither the caller's nor that of a function without a body, of which only is known what is assumed.
fn is_own(context: &Context<'_>, condition: &Entry, finding: &Finding) -> bool {
    finding.fault.block.is_some_and(|base| !condition.owns(base) && !context.is_foreign(base))
}

/// Whether the block that is accessed is a variable that is always there: what it holds, and which of its elements are used, is an invariant
/// of all functions together.
fn is_static(finding: &Finding) -> bool {
    let block = finding.fault.block.and_then(|base| finding.configuration.state.heap.block(base));
    block.is_some_and(|block| matches!(block.region, Region::Static | Region::Constant))
}

/// Whether the error needs a word that is none of several numbers: a tag of which no value is left, as where a `switch` has no case
/// for it. Callers do not have such words.
fn is_none_of_several(context: &mut Context<'_>, condition: &Entry) -> bool {
    let terms = &mut context.solver.terms;
    let mut excluded: BTreeSet<Atom> = BTreeSet::new();
    condition.state.facts.as_slice().iter().filter(|fact| !condition.trivial.contains(fact)).any(|&fact| {
        let mut words: BTreeSet<Atom> = BTreeSet::new();
        terms.for_each_atom_of_fact(fact, &mut |atom| {
            let is_variable = matches!(terms.kind(atom), AtomKind::Variable(_));
            words.extend(is_variable.then_some(atom));
        });
        // `w != c`, also as `w < c || w > c`, and `w < c || w > d`.
        let leaves_out = matches!(fact, Fact::NonZero(_) | Fact::AnyOf(_)) && words.len() == 1;
        leaves_out && (leaves_gap(terms, fact) || words.into_iter().any(|word| !excluded.insert(word)))
    })
}

/// Whether a word is below or above several numbers: `w <= u || l <= w` where at least two numbers are between them.
fn leaves_gap(terms: &mut TermTable, fact: Fact) -> bool {
    let Fact::AnyOf(clause) = fact else { return false };
    let [Fact::NonNegative(left), Fact::NonNegative(right)] = *terms.alternatives(clause) else {
        return false;
    };
    // `u - w` and `w - l` together.
    let distance = terms.add(left, right);
    terms.as_constant(distance).is_some_and(|distance| distance <= -3)
}

/// Whether the block that is accessed was allocated.
fn is_made(finding: &Finding) -> bool {
    let block = finding.fault.block.and_then(|base| finding.configuration.state.heap.block(base));
    block.is_some_and(|block| block.region == Region::Heap)
}

/// Whether no usual numbers with which an access to an allocated block is reached keep it inside, also if the block has some bytes: then it
/// does not matter what they are.
fn is_always_short(context: &mut Context<'_>, condition: &Entry, finding: &Finding) -> bool {
    let state = &finding.configuration.state;
    let Some(block) = finding.fault.block.and_then(|base| state.heap.block(base)) else { return false };
    if !is_made(finding) || !finding.configuration.path.is_inevitable() {
        return false;
    }
    let Some(mut facts) = with_usual_numbers(context, condition, finding) else { return false };
    let one = context.constant(1);
    let has_bytes = context.solver.terms.at_most(one, block.size);
    facts.assume(&mut context.solver, has_bytes);
    !facts.is_unsat(&mut context.solver).is_proved() && !compares_addresses(context, condition)
}

/// Whether the block that is accessed may have some bytes, or never has any: that a text, or something else of unknown length, is
/// empty is what others know.
fn may_have_bytes(context: &mut Context<'_>, condition: &Entry, finding: &Finding) -> bool {
    let state = &finding.configuration.state;
    let Some(block) = finding.fault.block.and_then(|base| state.heap.block(base)) else { return true };
    let one = context.constant(1);
    let has_bytes = context.solver.terms.at_most(one, block.size);
    let mut facts = state.facts.clone();
    facts.assume(&mut context.solver, has_bytes);
    match context.solver.terms.as_constant(block.size) {
        Some(size) => size > 0 || has_only_texts(context, condition),
        None => !facts.is_unsat(&mut context.solver).is_proved(),
    }
}

/// Whether a variable that is always there has to have one value: which ones it has, all functions together know.
fn chooses_variables(context: &Context<'_>, condition: &Entry) -> bool {
    let terms = &context.solver.terms;
    let variables = condition.state.heap.blocks().filter(|block| block.region == Region::Static);
    variables.into_iter().any(|variable| {
        let mut cells = variable.cells.iter();
        match (cells.next(), cells.next()) {
            (Some(Cell { content: Content::Scalar(value), .. }), None) => {
                terms.as_constant(value.term).is_some()
            }
            _ => false,
        }
    })
}

/// Whether all memory of the caller is letters: a text may be empty, which is said by nothing else.
fn has_only_texts(context: &Context<'_>, condition: &Entry) -> bool {
    let terms = &context.solver.terms;
    let mut blocks = condition.state.heap.blocks().filter(|block| condition.owns(block.base));
    blocks.all(|block| {
        block.cells.iter().all(|cell| match cell.content {
            Content::Scalar(_) => terms.constant_difference(cell.end, cell.start) == Some(1),
            _ => true,
        })
    })
}

/// What holds where an error happens and no number of the caller is so large that sums of a few of them wrap around: how large
/// numbers may be is what callers know. `None` if it does not happen then.
fn with_usual_numbers(context: &mut Context<'_>, condition: &Entry, finding: &Finding) -> Option<Facts> {
    let mut facts = finding.configuration.state.facts.clone();
    for atom in condition.variables(&context.solver) {
        if condition.state.heap.block(atom).is_none() {
            let number = context.solver.terms.atom_term(atom);
            let usual = context.between(-USUAL_NUMBER, number, USUAL_NUMBER);
            facts.assume_all(&mut context.solver, &usual);
        }
    }
    // What a size is made of, wherever it comes from.
    let block = finding.fault.block.and_then(|base| finding.configuration.state.heap.block(base));
    let mut sizes: BTreeSet<Atom> = BTreeSet::new();
    if let Some(block) = block {
        context.solver.terms.for_each_atom(block.size, &mut |atom| _ = sizes.insert(atom));
    }
    for atom in sizes {
        let number = context.solver.terms.atom_term(atom);
        let usual = context.between(0, number, USUAL_NUMBER);
        facts.assume_all(&mut context.solver, &usual);
    }
    (!facts.is_unsat(&mut context.solver).is_proved()).then_some(facts)
}

/// Whether two words of the caller lead to the same memory of its own.
fn has_equal_words(context: &Context<'_>, condition: &Entry) -> bool {
    let state = &condition.state;
    let cells = state.heap.blocks().flat_map(|block| block.cells.iter());
    let stored = cells.filter_map(|cell| match cell.content {
        Content::Scalar(value) => Some(value),
        _ => None,
    });
    let words = state.registers.iter().flatten().copied().chain(stored);
    let mut seen = BTreeSet::new();
    words
        .filter_map(|word| context.solver.terms.as_atom(word.term))
        .filter(|&atom| condition.owns(atom))
        .any(|base| !seen.insert(base))
}

/// Whether a condition is about arguments and sizes alone. Between words in memory there may be invariants that callers keep,
/// also where such a word has to be an argument or a number.
fn is_about_arguments(context: &Context<'_>, condition: &Entry) -> bool {
    let terms = &context.solver.terms;
    let mut known = condition.lengths(&context.solver);
    let state = &condition.state;
    let mut named = BTreeSet::new();
    for argument in state.registers.iter().flatten() {
        terms.for_each_atom(argument.term, &mut |atom| _ = named.insert(atom));
    }
    let blocks = state.heap.blocks().filter(|block| block.region != Region::Constant);
    let stored = blocks.flat_map(|block| block.cells.iter()).filter_map(|cell| match cell.content {
        Content::Scalar(value) => Some(value.term),
        _ => None,
    });
    for term in stored {
        let is_number = |atom| state.heap.block(atom).is_none();
        let is_word_of_its_own =
            terms.as_atom(term).is_some_and(|atom| named.insert(atom) || !is_number(atom));
        if !is_word_of_its_own && terms.as_constant(term) != Some(0) {
            return false;
        }
    }
    for block in state.heap.blocks() {
        known.insert(block.base);
        terms.for_each_atom(block.size, &mut |atom| _ = known.insert(atom));
    }
    for argument in state.registers.iter().flatten() {
        terms.for_each_atom(argument.term, &mut |atom| _ = known.insert(atom));
    }
    let facts = state.facts.as_slice().iter().filter(|fact| !condition.trivial.contains(fact));
    facts.into_iter().all(|&fact| {
        let mut is_known = true;
        terms.for_each_atom_of_fact(fact, &mut |atom| {
            let is_variable = matches!(terms.kind(atom), AtomKind::Variable(_));
            is_known &= !is_variable || known.contains(&atom);
        });
        is_known
    })
}

/// Whether a condition is about how far two addresses are apart: that they lie in one block, in an order, is what callers keep.
fn compares_addresses(context: &Context<'_>, condition: &Entry) -> bool {
    let terms = &context.solver.terms;
    let mut addresses: BTreeSet<Atom> = condition.state.heap.blocks().map(|block| block.base).collect();
    for &(term, _) in &condition.pointers {
        terms.for_each_atom(term, &mut |atom| _ = addresses.insert(atom));
    }
    let facts = condition.state.facts.as_slice().iter();
    let told = facts.filter(|fact| !condition.trivial.contains(fact) && !matches!(fact, Fact::NonZero(_)));
    told.into_iter().any(|&fact| {
        let mut compared = BTreeSet::new();
        terms.for_each_atom_of_fact(fact, &mut |atom| {
            compared.extend(addresses.contains(&atom).then_some(atom));
        });
        compared.len() > 1
    })
}

/// Whether some contract is about calls in which the same arguments lead to memory. One that wants them to be null says nothing
/// about which numbers the function accepts.
fn has_memory_elsewhere(context: &Context<'_>, contracts: &[OpenContract], condition: &Entry) -> bool {
    let terms = &context.solver.terms;
    let is_null = |argument: &Option<Value>| {
        argument.is_some_and(|argument| terms.as_constant(argument.term) == Some(0))
    };
    contracts.iter().any(|contract| {
        let mut arguments = condition.state.registers.iter().zip(&contract.entry.state.registers);
        arguments.all(|(own, other)| is_null(own) || !is_null(other))
    })
}

/// Whether what an error assumes of numbers also holds in calls that go well: then the function means to accept them.
fn is_accepted_elsewhere(context: &mut Context<'_>, contracts: &[OpenContract], condition: &Entry) -> bool {
    contracts.iter().any(|contract| {
        let solver = &mut context.solver;
        let mut facts: Vec<Fact> = condition.state.facts.as_slice().to_vec();
        facts.extend(contract.entry.state.facts.as_slice());
        let arguments = condition.state.registers.iter().zip(&contract.entry.state.registers);
        for (own, other) in arguments {
            if let (Some(own), Some(other)) = (own, other) {
                facts.push(solver.terms.equal(own.term, other.term));
            }
        }
        let facts = Facts::from_facts(solver, &facts);
        !facts.proves(solver, Fact::False).is_proved()
    })
}

/// Whether nothing is decided between where memory is freed and where it is used or freed again: whoever lets the function free it meets
/// the error, whatever the numbers are that lead there.
fn follows_at_once(context: &Context<'_>, function: FunctionId, finding: &Finding) -> bool {
    let state = &finding.configuration.state;
    let block = finding.fault.block.and_then(|base| state.heap.block(base));
    let freed = match block.map(|block| block.lifetime) {
        Some(Lifetime::Ended(at) | Lifetime::Reusable(at)) => span_of(at),
        Some(Lifetime::Live | Lifetime::Optional) | None => return false,
    };
    let used = finding.calls().first().map_or(finding.fault.span, |call| call.span);
    let Some(body) = &context.module.functions[function].body else { return false };
    let is_freed_at =
        |(_, block): &(BlockId, &BasicBlock)| block.instructions.iter().any(|one| one.span == freed);
    let Some((mut id, first)) = body.blocks.iter().find(is_freed_at) else { return false };
    let mut from = first.instructions.iter().position(|one| one.span == freed).map_or(0, |index| index + 1);
    for _ in 0..INSTRUCTIONS_OF_AN_ADDRESS {
        let block = &body.blocks[id];
        if block.instructions[from..].iter().any(|one| one.span == used) {
            return true;
        }
        let mut next = Vec::new();
        block.terminator.kind.for_each_successor(|successor| next.push(successor));
        match next[..] {
            [only] => (id, from) = (only, 0),
            _ => return false,
        }
    }
    false
}

/// Whether all calls that go well free what an argument leads to as well: then numbers do not decide whether it is freed, only whether
/// it is used afterwards.
fn is_freed_anyway(
    context: &Context<'_>,
    contracts: &[OpenContract],
    condition: &Entry,
    finding: &Finding,
) -> bool {
    let terms = &context.solver.terms;
    let base = |value: &Option<Value>| value.and_then(|value| terms.as_atom(value.term));
    let freed = |base: Atom| finding.fault.block == Some(base) && condition.owns(base);
    let Some(index) = condition.state.registers.iter().position(|own| base(own).is_some_and(freed)) else {
        return false;
    };
    // A number that is not zero is a flag, by which callers say what they want; one that is large enough is a count.
    let arguments = condition.state.registers.iter();
    let numbers: BTreeSet<Atom> =
        arguments.filter_map(base).filter(|&atom| condition.state.heap.block(atom).is_none()).collect();
    let told = condition.state.facts.as_slice().iter().filter(|fact| !condition.trivial.contains(fact));
    let is_flag = told.into_iter().any(|&fact| {
        let mut is_about_number = false;
        terms.for_each_atom_of_fact(fact, &mut |atom| is_about_number |= numbers.contains(&atom));
        is_about_number && !matches!(fact, Fact::NonNegative(_))
    });
    if is_flag {
        return false;
    }
    let is_freed_by = |contract: &OpenContract, base: Atom| {
        let word = terms.atom_term(base);
        let held = contract.start.held.iter().position(|held| held.is_some_and(|held| held.term == word));
        held.is_some_and(|held| {
            contract.exits.iter().all(|(_, exit)| {
                let now = exit.held.get(held).copied().flatten().and_then(|now| terms.as_atom(now.term));
                now.and_then(|now| exit.heap.block(now)).is_some_and(|block| !block.may_be_live())
            })
        })
    };
    let mut others = contracts
        .iter()
        .filter_map(|contract| Some((contract, base(contract.entry.state.registers.get(index)?)?)))
        .filter(|(contract, base)| contract.entry.owns(*base))
        .peekable();
    others.peek().is_some() && others.all(|(contract, base)| is_freed_by(contract, base))
}

/// Whether the error happens because an argument is null: then the caller may be to blame.
fn has_null_argument(context: &mut Context<'_>, condition: &Entry) -> bool {
    let solver = &mut context.solver;
    condition.state.registers.iter().flatten().any(|argument| {
        let is_null = solver.terms.zero(argument.term);
        let is_address = condition.pointers.iter().any(|(term, _)| *term == argument.term);
        let is_constant = solver.terms.as_constant(argument.term).is_some();
        (is_address || is_constant) && condition.state.facts.proves(solver, is_null).is_proved()
    })
}
