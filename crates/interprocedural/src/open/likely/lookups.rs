//! What is looked up, and may not be there.

use crate::finding::Finding;
use crate::limits::INSTRUCTIONS_OF_AN_ADDRESS;
use crate::open::entry::Entry;
use crate::open::simulation::{handles_failure, is_handled};
use ir::{Body, Callee, FunctionId, InstructionKind, Operand, RegisterId, TerminatorKind};
use pure_logic::term::{Atom, AtomKind};
use std::collections::BTreeSet;
use symbolic_execution::Context;

/// Functions of the library that return null where something is not there.
const LOOKUPS: [&str; 15] = [
    "fdopen",
    "fopen",
    "getenv",
    "index",
    "memchr",
    "memrchr",
    "popen",
    "rindex",
    "secure_getenv",
    "strcasestr",
    "strchr",
    "strpbrk",
    "strrchr",
    "strstr",
    "tmpfile",
];

/// Whether the address is what a call of the function has returned: a lookup that found nothing, and was not asked if it did.
pub(super) fn is_result_of_call(context: &Context<'_>, function: FunctionId, finding: &Finding) -> bool {
    let Some(body) = &context.module.functions[function].body else { return false };
    if !finding.calls().is_empty() {
        return false;
    }
    let instructions = || body.blocks.iter().flat_map(|(_, block)| &block.instructions);
    let at_fault = instructions().filter(|instruction| instruction.span == finding.fault.span);
    let accessed: BTreeSet<RegisterId> = at_fault
        .flat_map(|instruction| match &instruction.kind {
            InstructionKind::Load { address, .. } | InstructionKind::Store { address, .. } => vec![*address],
            // A function of the library accesses it.
            InstructionKind::Call { callee: Callee::Direct(callee), arguments, .. }
                if context.module.functions[*callee].body.is_none() =>
            {
                arguments.clone()
            }
            _ => Vec::new(),
        })
        .filter_map(|operand| match operand {
            Operand::Register(register) => Some(register),
            _ => None,
        })
        .collect();
    accessed.into_iter().any(|register| is_lookup(context, function, register))
}

/// Whether a function decides by what it looks up: then it looks up the same again where it is there, as in `if (strchr(s, c)) *strchr(s, c) = 0`.
fn is_asked_for(body: &Body, lookup: FunctionId) -> bool {
    let instructions = || body.blocks.iter().flat_map(|(_, block)| &block.instructions);
    let results: BTreeSet<RegisterId> = instructions()
        .filter_map(|instruction| match &instruction.kind {
            InstructionKind::Call { destination, callee: Callee::Direct(callee), .. }
                if *callee == lookup =>
            {
                *destination
            }
            _ => None,
        })
        .filter(|register| !body.names.variables.contains_key(register))
        .collect();
    let mut asked: BTreeSet<RegisterId> = results.clone();
    for instruction in instructions() {
        if let InstructionKind::Compare { destination, left: Operand::Register(left), .. } = &instruction.kind
            && results.contains(left)
        {
            asked.insert(*destination);
        }
    }
    body.blocks.iter().any(|(_, block)| match &block.terminator.kind {
        TerminatorKind::Branch { condition: Operand::Register(condition), .. } => asked.contains(condition),
        _ => false,
    })
}

/// Whether a register holds what a function has found, or null.
fn is_lookup(context: &Context<'_>, function: FunctionId, mut register: RegisterId) -> bool {
    let Some(body) = &context.module.functions[function].body else { return false };
    let instructions = || body.blocks.iter().flat_map(|(_, block)| &block.instructions);
    for _ in 0..INSTRUCTIONS_OF_AN_ADDRESS {
        // Registers that are set in several places are variables: what was checked of them is not seen here.
        let mut sources = instructions().filter_map(|instruction| match &instruction.kind {
            InstructionKind::Call { destination: Some(destination), callee, .. }
                if *destination == register =>
            {
                Some(match callee {
                    Callee::Direct(callee) => {
                        let (id, callee) = (*callee, &context.module.functions[*callee]);
                        let may_be_null = callee.body.is_some()
                            || LOOKUPS.contains(&callee.name.as_str()) && !is_asked_for(body, id);
                        let is_handled = || {
                            handles_failure(context.module, id)
                                || is_handled(context.module, instruction.span)
                        };
                        Err(may_be_null && !is_handled())
                    }
                    Callee::Indirect(_) => Err(false),
                })
            }
            InstructionKind::PtrAdd { destination, base: Operand::Register(base), .. }
                if *destination == register =>
            {
                Some(Ok(*base))
            }
            InstructionKind::Copy { destination, source: Operand::Register(source) }
                if *destination == register =>
            {
                Some(Ok(*source))
            }
            _ => None,
        });
        match (sources.next(), sources.next()) {
            (Some(Ok(before)), None) => register = before,
            (Some(Err(has_body)), None) => return has_body,
            _ => return false,
        }
    }
    false
}

/// Whether a condition is about numbers among the arguments, and nothing else: who asks for what cannot be there is a caller.
pub(super) fn is_about_numbers_alone(context: &Context<'_>, condition: &Entry) -> bool {
    let terms = &context.solver.terms;
    let arguments = condition.state.registers.iter().flatten();
    let numbers: BTreeSet<Atom> = arguments
        .filter_map(|argument| terms.as_atom(argument.term))
        .filter(|&atom| condition.state.heap.block(atom).is_none())
        .collect();
    let facts = condition.state.facts.as_slice().iter().filter(|fact| !condition.trivial.contains(fact));
    let mut is_about_some = false;
    for &fact in facts {
        let (mut has_number, mut has_other) = (false, false);
        terms.for_each_atom_of_fact(fact, &mut |atom| match numbers.contains(&atom) {
            true => has_number = true,
            // Where variables lie is nobody's choice.
            false => {
                let is_variable = matches!(terms.kind(atom), AtomKind::Variable(_));
                has_other |= is_variable && condition.state.heap.block(atom).is_none();
            }
        });
        if has_other {
            return false;
        }
        is_about_some |= has_number;
    }
    is_about_some
}
