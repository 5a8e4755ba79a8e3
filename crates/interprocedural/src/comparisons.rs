//! Whether a program compares numbers that it has read from memory: which of two is less, neither of them a constant, or at least one of
//! them with a constant.
//!
//! This only decides whether, and when, a proof is tried that tells in which order nodes are and what holds of each of them. It is found by following registers without regard to the
//! order of instructions.

use ir::{Body, Callee, Comparison, Domain, FunctionId, InstructionKind, Module, Operand, RegisterId};
use std::collections::BTreeSet;

/// With what words that were read are compared.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Compared {
    Nothing,
    /// With constants, or for equality only.
    Constants,
    Variables,
}

/// With what some function compares words that it has read, or that it was given by one that has.
pub(crate) fn compared_words(module: &Module) -> Compared {
    let bodies = || {
        let functions = module.functions.iter();
        functions.filter_map(|(id, function)| function.body.as_ref().map(|body| (id, body)))
    };
    let mut given: BTreeSet<(FunctionId, usize)> = BTreeSet::new();
    for (_, body) in bodies() {
        let read = read_words(body, &BTreeSet::new());
        for (callee, arguments) in calls(body) {
            let is_read = |argument: &Operand| is_in(&read, *argument);
            let positions = arguments.iter().enumerate().filter(|(_, argument)| is_read(argument));
            given.extend(positions.map(|(position, _)| (callee, position)));
        }
    }
    let compared = bodies().map(|(id, body)| {
        let parameters = body.parameters.iter().enumerate();
        let parameters: BTreeSet<RegisterId> = parameters
            .filter(|(position, _)| given.contains(&(id, *position)))
            .map(|(_, &register)| register)
            .collect();
        comparison(body, &read_words(body, &parameters))
    });
    compared.max().unwrap_or(Compared::Nothing)
}

fn instructions(body: &Body) -> impl Iterator<Item = &InstructionKind> {
    body.blocks.iter().flat_map(|(_, block)| &block.instructions).map(|instruction| &instruction.kind)
}

fn calls(body: &Body) -> impl Iterator<Item = (FunctionId, &Vec<Operand>)> {
    instructions(body).filter_map(|kind| match kind {
        InstructionKind::Call { callee: Callee::Direct(callee), arguments, .. } => Some((*callee, arguments)),
        _ => None,
    })
}

fn is_in(registers: &BTreeSet<RegisterId>, operand: Operand) -> bool {
    matches!(operand, Operand::Register(register) if registers.contains(&register))
}

/// The registers that hold words that were read, or what these parameters hold.
fn read_words(body: &Body, parameters: &BTreeSet<RegisterId>) -> BTreeSet<RegisterId> {
    let mut read = parameters.clone();
    loop {
        let before = read.len();
        for kind in instructions(body) {
            match kind {
                InstructionKind::Load { destination, .. } | InstructionKind::LoadBits { destination, .. } => {
                    read.insert(*destination);
                }
                InstructionKind::Copy { destination, source: operand }
                | InstructionKind::Convert { destination, operand, .. }
                    if is_in(&read, *operand) =>
                {
                    read.insert(*destination);
                }
                _ => {}
            }
        }
        if read.len() == before {
            return read;
        }
    }
}

/// With what these registers are compared.
fn comparison(body: &Body, read: &BTreeSet<RegisterId>) -> Compared {
    let is_register = |operand: Operand| matches!(operand, Operand::Register(_));
    let compared = instructions(body).map(|kind| match *kind {
        InstructionKind::Compare { comparison, domain, left, right, .. }
            if matches!(domain, Domain::Signed | Domain::Unsigned)
                && (is_in(read, left) || is_in(read, right)) =>
        {
            let asks_which_is_less = !matches!(comparison, Comparison::Equal | Comparison::NotEqual);
            match asks_which_is_less && is_register(left) && is_register(right) {
                true => Compared::Variables,
                false => Compared::Constants,
            }
        }
        _ => Compared::Nothing,
    });
    compared.max().unwrap_or(Compared::Nothing)
}
