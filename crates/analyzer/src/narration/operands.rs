//! Which values an instruction goes by, and what the program calls them.

use interpreter::{Machine, WideValue};
use ir::debug::VariablePlace;
use ir::{Body, InstructionKind, Operand as Read, RegisterId, TerminatorKind};
use source::Span;

/// What the program calls a value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Name {
    Variable(String),
    /// The text at this place.
    Text(Span),
    /// A word of ours: what kind of value it is.
    Kind(&'static str),
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Operand {
    pub name: Name,
    pub value: String,
}

/// The instructions of the block that is executed, up to the next one, and its body.
fn executed<'m>(
    machine: &Machine<'m>,
) -> Option<(&'m Body, &'m [ir::Instruction], Option<&'m ir::Instruction>)> {
    let place = machine.place()?;
    let body = machine.module().functions[place.function].body.as_ref()?;
    let instructions = &body.blocks[place.block].instructions;
    let index = (place.instruction as usize).min(instructions.len());
    Some((body, &instructions[..index], instructions.get(index)))
}

/// The values that a condition compares, or the value of a switch.
pub fn of_branch(machine: &Machine<'_>) -> Vec<Operand> {
    let Some((body, before, None)) = executed(machine) else { return Vec::new() };
    let Some(place) = machine.place() else { return Vec::new() };
    let (TerminatorKind::Branch { condition: Read::Register(register), .. }
    | TerminatorKind::Switch { value: Read::Register(register), .. }) =
        body.blocks[place.block].terminator.kind
    else {
        return Vec::new();
    };
    let mut operands = Vec::new();
    collect(machine, body, before, register, 4, &mut operands);
    operands
}

/// Goes from a condition back to what the program has names for.
fn collect(
    machine: &Machine<'_>,
    body: &Body,
    before: &[ir::Instruction],
    register: RegisterId,
    depth: usize,
    operands: &mut Vec<Operand>,
) {
    if let Some(operand) = named(machine, body, before, register) {
        if !operands.contains(&operand) && operands.len() < 3 {
            operands.push(operand);
        }
        return;
    }
    let definition = before.iter().rev().find(|instruction| instruction.kind.destination() == Some(register));
    let Some(definition) = definition.filter(|_| depth > 0) else { return };
    definition.kind.for_each_read_register(|read| collect(machine, body, before, read, depth - 1, operands));
}

/// A register that is a variable, or that was loaded from a place the program has an expression for.
fn named(
    machine: &Machine<'_>,
    body: &Body,
    before: &[ir::Instruction],
    register: RegisterId,
) -> Option<Operand> {
    let value = shown(machine, body, register)?;
    if let Some(variable) = body.names.variables.get(&register) {
        let is_value = variable.place == VariablePlace::Register;
        return is_value.then(|| Operand { name: Name::Variable(variable.name.clone()), value });
    }
    let definition =
        before.iter().rev().find(|instruction| instruction.kind.destination() == Some(register))?;
    let is_read = matches!(
        definition.kind,
        InstructionKind::Load { .. } | InstructionKind::LoadBits { .. } | InstructionKind::Call { .. }
    );
    (is_read && definition.span != Span::NONE).then_some(Operand { name: Name::Text(definition.span), value })
}

/// A value as text: numbers in decimal, addresses as what they are.
fn shown(machine: &Machine<'_>, body: &Body, register: RegisterId) -> Option<String> {
    let scalar = body.registers[register].scalar;
    if scalar.is_float() {
        return None;
    }
    let text = text_of(machine.register(register)?, scalar.bits());
    let variable = body.names.variables.get(&register).map(|variable| variable.ty);
    let ty = variable.or_else(|| body.names.temporaries.get(&register).copied());
    let is_pointer = ty
        .is_some_and(|ty| matches!(machine.module().types.types.get(ty), Some(ir::debug::Type::Pointer(_))));
    Some(if is_pointer && text == "0" { "null".to_owned() } else { text })
}

pub fn text_of(value: WideValue, bits: u32) -> String {
    let number = match bits {
        1..=127 if value.bits >> (bits - 1) & 1 == 1 => value.bits as i128 - (1 << bits),
        _ => value.bits as i128,
    };
    match (value.undefined == 0, value.provenance.is_none()) {
        (false, _) => "not initialised".to_owned(),
        (true, false) => "not null".to_owned(),
        (true, true) => number.to_string(),
    }
}

/// Where the next instruction reads, writes or frees.
fn address(machine: &Machine<'_>) -> Option<(Read, Option<u64>)> {
    let (body, _, next) = executed(machine)?;
    match &next?.kind {
        InstructionKind::Load { address, destination, .. } => {
            Some((*address, Some(body.registers[*destination].scalar.bytes())))
        }
        InstructionKind::Store { address, .. }
        | InstructionKind::LoadBits { address, .. }
        | InstructionKind::StoreBits { address, .. } => Some((*address, None)),
        InstructionKind::Call { arguments, .. } => Some((*arguments.first()?, None)),
        _ => None,
    }
}

/// The number of the block that the next instruction is about.
pub fn concerned_block(machine: &Machine<'_>) -> Option<u64> {
    let Read::Register(register) = address(machine)?.0 else { return None };
    let value = machine.register(register)?.low();
    machine.block_of(value).map(|block| block.ordinal)
}

/// The index of an access and how many elements there are: what an access outside its block is about.
pub fn at_error(machine: &Machine<'_>) -> Vec<Operand> {
    access(machine).unwrap_or_else(|| of_branch(machine))
}

fn access(machine: &Machine<'_>) -> Option<Vec<Operand>> {
    let (Read::Register(register), _) = address(machine)? else { return None };
    let (body, before, _) = executed(machine)?;
    let value = machine.register(register)?;
    if value.provenance.is_none() || value.undefined != 0 {
        // No block: the pointer itself is what the error is about.
        let mut operands = Vec::new();
        collect(machine, body, before, register, 4, &mut operands);
        return Some(operands);
    }
    let block = machine.block_of(machine.register(register)?.low())?;
    let definition =
        before.iter().rev().find(|instruction| instruction.kind.destination() == Some(register))?;
    let InstructionKind::PtrAdd { index: Read::Register(index), scale, .. } = definition.kind else {
        return None;
    };
    let mut operands = Vec::new();
    collect(machine, body, before, index, 4, &mut operands);
    let scale = u64::try_from(scale).ok().filter(|&scale| scale > 0)?;
    if block.size % scale == 0 {
        operands.push(Operand { name: Name::Kind("elements"), value: (block.size / scale).to_string() });
    }
    Some(operands)
}
