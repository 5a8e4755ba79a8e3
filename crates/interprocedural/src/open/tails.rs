//! Tails of functions: what remains to be executed from a call that allocates or frees, or from where its arguments are computed, up
//! to the end.
//!
//! A function that is too hard as a whole, for its loops or for what it calls, often has simple ends: it allocates something and
//! gives up, or cleans up. Such a tail is a function of its own. Its parameters are the words that it reads, its callers are the executions
//! of the whole function that come there, and of those nothing is known, so an error of all its callers is one of every execution
//! that gets there, if any does: a likely error of the whole function.

use super::effort;
use super::entry::Entry;
use super::infer::Search;
use super::known::KnownContracts;
use super::{Judged, certain_errors, likely};
use crate::finding::Finding;
use crate::footprint::footprint;
use crate::function_info::FunctionInfo;
use crate::limits::{BLOCKS_OF_A_TAIL, EFFORT_OF_TAILS, PRECONDITIONS_OF_TAILS, TAILS_OF_A_FUNCTION};
use crate::more_errors::last_failing_allocation;
use crate::program::Program;
use crate::verdict::Request;
use call_graph::CallGraph;
use interpreter::FaultKind;
use ir::debug::{Type, Variable, VariablePlace};
use ir::{
    BasicBlock, BlockId, Body, Callee, FunctionId, InstructionKind, Module, Operand, Parameter, RegisterId,
    ResultKind, Signature, TerminatorKind,
};
use source::Span;
use std::collections::{BTreeMap, BTreeSet};

/// Functions of the library that give memory or take it back.
const ALLOCATORS: [&str; 9] =
    ["aligned_alloc", "calloc", "free", "malloc", "memalign", "realloc", "reallocarray", "strdup", "strndup"];

/// Errors that every execution runs into that comes to a certain call of the function, and the last allocation that fails on the way.
pub fn errors_of_tails(
    module: &Module,
    function: FunctionId,
    request: &Request,
    known: &KnownContracts,
) -> Vec<(Finding, Option<Span>)> {
    let mut found: Vec<(Finding, Option<Span>)> = Vec::new();
    let mut left = EFFORT_OF_TAILS;
    for start in starts(module, function) {
        if left == 0 || request.options.stop.reason().is_some() {
            break;
        }
        let Some(tail) = tail(module, function, start) else { continue };
        for (finding, failing) in errors_of(&tail, function, request, known, &mut left) {
            if !found.iter().any(|(other, _)| other.is_at_place_of(&finding)) {
                found.push((finding, failing));
            }
        }
    }
    found
}

/// The errors of all callers of a function, without its contracts. What that costs is taken from what is left.
fn errors_of(
    module: &Module,
    function: FunctionId,
    request: &Request,
    known: &KnownContracts,
    left: &mut u64,
) -> Vec<(Finding, Option<Span>)> {
    let mut context = effort::context(module, request.options);
    let mut program = Program::with_contracts(module, known.clone());
    let footprint = footprint(module, program.graph(), function);
    let Some(state) = context.initial_state_in_time(&footprint.globals, &footprint.functions) else {
        return Vec::new();
    };
    let entry = Entry::new(&mut context, function, state, false);
    let mut search = Search::new(function, request.counts, PRECONDITIONS_OF_TAILS, entry);
    search.run(&mut context, &mut program, 0, &mut |_, _| false);
    *left = left.saturating_sub(search.effort());
    let Judged { certain, refuted, .. } = certain_errors(&mut context, function, &[], &mut search.result);
    let conditional = refuted.into_iter().chain(search.result.conditional);
    let likely: Vec<Finding> = conditional
        .filter(|(entry, finding)| likely::is_likely_in_a_tail(&mut context, entry, finding))
        .map(|(_, finding)| finding)
        .collect();
    let terms = &context.solver.terms;
    let all = certain.into_iter().map(|error| error.finding).chain(likely);
    // Where a tail ends that goes round a loop, nothing is promised.
    let told = all.filter(|finding| finding.fault.kind != FaultKind::UnreachableReached);
    told.map(|finding| {
        let failing = last_failing_allocation(terms, &finding);
        (finding, failing)
    })
    .collect()
}

/// The calls that give memory or take it back, by the function itself or by one that it calls.
fn starts(module: &Module, function: FunctionId) -> Vec<(BlockId, usize)> {
    let Some(body) = &module.functions[function].body else { return Vec::new() };
    let graph = CallGraph::new(module);
    let is_allocator = |id: FunctionId| {
        let callee = &module.functions[id];
        callee.body.is_none() && ALLOCATORS.binary_search(&callee.name.as_str()).is_ok()
    };
    let is_start = |kind: &InstructionKind| match kind {
        InstructionKind::Call { callee: Callee::Direct(callee), .. } => {
            is_allocator(*callee) || graph.reachable_from(&[*callee]).into_iter().any(is_allocator)
        }
        _ => false,
    };
    let mut starts = Vec::new();
    for (id, block) in body.blocks.iter() {
        let calls = block.instructions.iter().enumerate().filter(|(_, call)| is_start(&call.kind));
        for (index, _) in calls {
            let (with_calls, without) = where_arguments_begin(block, index);
            starts.extend(with_calls.map(|first| (id, first)));
            starts.push((id, without));
        }
    }
    // The last ones are the shortest.
    starts.reverse();
    starts.truncate(TAILS_OF_A_FUNCTION);
    starts
}

/// Where the block begins to compute the arguments of a call: how large memory is made belongs to what is then done with it, as in
/// `p = realloc(p, n * sizeof *p)` before `p[n - 1].key = 0`. If results of other calls are among them, as in
/// `strcpy(malloc(strlen(s) + 1), s)`, also where the block begins to compute those; the second place is behind these calls.
fn where_arguments_begin(block: &BasicBlock, index: usize) -> (Option<usize>, usize) {
    let mut wanted: BTreeSet<RegisterId> = BTreeSet::new();
    block.instructions[index].kind.for_each_read_register(|register| _ = wanted.insert(register));
    let (mut first, mut behind_calls) = (index, None);
    for at in (0..index).rev() {
        let kind = &block.instructions[at].kind;
        let mut is_wanted = false;
        kind.for_each_written_register(|register| is_wanted |= wanted.remove(&register));
        if is_wanted {
            if matches!(kind, InstructionKind::Call { .. }) {
                behind_calls.get_or_insert(first);
            }
            first = at;
            kind.for_each_read_register(|register| _ = wanted.insert(register));
        }
    }
    match behind_calls {
        Some(behind) => (Some(first), behind),
        None => (None, first),
    }
}

/// The module with the tail in place of the function. `None` if it calls the function itself.
fn tail(module: &Module, function: FunctionId, (block, index): (BlockId, usize)) -> Option<Module> {
    let definition = &module.functions[function];
    let body = definition.body.as_ref()?;
    let old = &module.signatures[definition.signature];
    if matches!(old.result, ResultKind::Aggregate { .. }) {
        return None;
    }
    let info = FunctionInfo::new(body);
    let read = match index.checked_sub(1) {
        Some(before) => info.live_after(body, block, before),
        None => info.live_in(block).to_vec(),
    };
    let blocks = blocks_from(body, (block, index));
    let instructions = || blocks.iter().flat_map(|block| &block.instructions);
    let is_alone = instructions().all(|instruction| match instruction.kind {
        InstructionKind::Call { callee: Callee::Direct(callee), .. } => callee != function,
        InstructionKind::VaStart { .. } => false,
        _ => true,
    });
    if !is_alone {
        return None;
    }
    let mut module = module.clone();
    let blocks = blocks.into_iter().collect();
    let mut body = Body { parameters: read, blocks, ..body.clone() };
    keep_locals_of_the_caller(&mut body);
    name_parameters(&mut module, &mut body);
    let scalar = |&register: &RegisterId| Parameter::Scalar(body.registers[register].scalar);
    let signature = Signature {
        result: old.result,
        parameters: body.parameters.iter().map(scalar).collect(),
        is_variadic: false,
        has_prototype: true,
        fingerprint: old.fingerprint,
    };
    let known = module.signatures.iter().find(|(_, other)| **other == signature).map(|(id, _)| id);
    let signature = known.unwrap_or_else(|| module.signatures.push(signature));
    let definition = &mut module.functions[function];
    (definition.signature, definition.body) = (signature, Some(body));
    Some(module)
}

/// The blocks that are executed from an instruction on, the first one without what comes before it. Where blocks would be executed
/// again, and where there are too many, executions are left alone: of those nothing is said.
fn blocks_from(body: &Body, (start, index): (BlockId, usize)) -> Vec<BasicBlock> {
    let mut order = Vec::new();
    let mut is_open: BTreeMap<BlockId, bool> = BTreeMap::new();
    let mut cut: BTreeSet<(BlockId, BlockId)> = BTreeSet::new();
    let mut work = vec![(start, false)];
    while let Some((block, is_done)) = work.pop() {
        if is_done {
            is_open.insert(block, false);
            order.push(block);
            continue;
        }
        if is_open.contains_key(&block) {
            continue;
        }
        is_open.insert(block, true);
        work.push((block, true));
        let mut next = Vec::new();
        body.blocks[block].terminator.kind.for_each_successor(|successor| next.push(successor));
        for successor in next {
            // A block that waits is not open; one that is met again while it is open closes a loop.
            let is_loop = is_open.get(&successor) == Some(&true);
            let is_one_more = !is_open.contains_key(&successor) && !work.contains(&(successor, false));
            let waiting = work.iter().filter(|(_, is_done)| !is_done).count();
            if is_loop || is_one_more && is_open.len() + waiting >= BLOCKS_OF_A_TAIL {
                cut.insert((block, successor));
            } else {
                work.push((successor, false));
            }
        }
    }
    order.reverse();
    let stop = BlockId::from_index(order.len());
    let number: BTreeMap<BlockId, BlockId> =
        order.iter().enumerate().map(|(number, &block)| (block, BlockId::from_index(number))).collect();
    let mut blocks: Vec<BasicBlock> = Vec::new();
    for &id in &order {
        let mut block = body.blocks[id].clone();
        if id == start {
            block.instructions.drain(..index);
        }
        block.terminator.kind.for_each_successor_mut(|successor| {
            let is_cut = cut.contains(&(id, *successor));
            *successor = number.get(successor).copied().filter(|_| !is_cut).unwrap_or(stop);
        });
        blocks.push(block);
    }
    if !cut.is_empty() {
        let mut last = blocks[0].clone();
        last.instructions.clear();
        last.terminator.kind = TerminatorKind::Unreachable;
        blocks.push(last);
    }
    blocks
}

/// Variables that were there before the tail live in memory of its caller, which does not end with it.
fn keep_locals_of_the_caller(body: &mut Body) {
    let passed: BTreeSet<RegisterId> = body.parameters.iter().copied().collect();
    for (_, block) in body.blocks.iter_mut() {
        block.instructions.retain(|instruction| {
            !matches!(&instruction.kind,
                InstructionKind::StackEnd { address: Operand::Register(register) } if passed.contains(register))
        });
    }
}

/// What the tail reads has the types of the variables.
fn name_parameters(module: &mut Module, body: &mut Body) {
    let passed: BTreeSet<RegisterId> = body.parameters.iter().copied().collect();
    for (register, variable) in &mut body.names.variables {
        variable.is_parameter = passed.contains(register);
        if variable.is_parameter && variable.place == VariablePlace::Memory {
            variable.ty = module.types.types.push(Type::Pointer(variable.ty));
            variable.place = VariablePlace::Register;
        }
    }
    for &register in &body.parameters {
        let Some(&ty) = body.names.temporaries.get(&register) else { continue };
        body.names.variables.entry(register).or_insert_with(|| Variable {
            name: format!("word{}", register.index()),
            ty,
            place: VariablePlace::Register,
            is_parameter: true,
            span: Span::NONE,
        });
    }
}
