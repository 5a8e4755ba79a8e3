//! Printing: instructions, terminators and operands.

use super::float::print_float;
use super::print::{Printer, push_number, push_offset, push_string, push_unknown};
use super::words::Word;
use crate::debug::VariablePlace;
use crate::{
    AsmTarget, BlockId, Body, Callee, Constant, InstructionKind, Operand, Overflow, RegisterId,
    TerminatorKind,
};
use std::fmt::Write;

impl Printer<'_> {
    /// Appends an instruction, without its place.
    pub fn push_instruction(&self, body: &Body, kind: &InstructionKind, line: &mut String) {
        if let Some(destination) = kind.destination() {
            self.push_declared_register(body, destination, line);
            line.push_str(" = ");
        }
        match kind {
            InstructionKind::Copy { destination: _, source } => {
                self.push_operands(body, "copy ", &[source], line)
            }
            InstructionKind::Undefine { destination: _ } => line.push_str("undefined"),
            InstructionKind::Unary { destination: _, operator, operand, overflow } => {
                line.push_str(operator.word());
                push_overflow(*overflow, line);
                self.push_operands(body, " ", &[operand], line);
            }
            InstructionKind::Binary { destination: _, operator, left, right, overflow } => {
                line.push_str(operator.word());
                push_overflow(*overflow, line);
                self.push_operands(body, " ", &[left, right], line);
            }
            InstructionKind::Compare { destination: _, comparison, domain, left, right } => {
                line.push_str("compare.");
                line.push_str(domain.word());
                self.push_operands(body, " ", &[left], line);
                line.push(' ');
                line.push_str(comparison.word());
                self.push_operands(body, " ", &[right], line);
            }
            InstructionKind::Convert { destination: _, conversion, operand } => {
                line.push_str(conversion.word());
                self.push_operands(body, " ", &[operand], line);
            }
            InstructionKind::Load { destination: _, address, is_volatile } => {
                push_mnemonic("load", &[(*is_volatile, ".volatile")], line);
                self.push_address(body, address, line);
            }
            InstructionKind::Store { address, value, is_volatile } => {
                push_mnemonic("store", &[(*is_volatile, ".volatile")], line);
                self.push_address(body, address, line);
                self.push_operands(body, ", ", &[value], line);
            }
            InstructionKind::LoadBits {
                destination: _,
                address,
                bit_offset,
                bit_width,
                is_signed,
                is_volatile,
            } => {
                push_mnemonic("load_bits", &[(*is_signed, ".signed"), (*is_volatile, ".volatile")], line);
                self.push_address(body, address, line);
                push_bits(*bit_offset, *bit_width, line);
            }
            InstructionKind::StoreBits { address, bit_offset, bit_width, value, is_volatile } => {
                push_mnemonic("store_bits", &[(*is_volatile, ".volatile")], line);
                self.push_address(body, address, line);
                push_bits(*bit_offset, *bit_width, line);
                self.push_operands(body, ", ", &[value], line);
            }
            InstructionKind::PtrAdd { destination: _, base, index, scale } => {
                self.push_operands(body, "ptr_add ", &[base, index], line);
                push_scale(" * ", *scale, line);
            }
            InstructionKind::PtrSub { destination: _, left, right, scale } => {
                self.push_operands(body, "ptr_sub ", &[left, right], line);
                push_scale(" / ", *scale, line);
            }
            InstructionKind::StackAlloc { destination: _, size, alignment, storage } => {
                line.push_str("stack_alloc.");
                line.push_str(storage.word());
                self.push_operands(body, " ", &[size], line);
                line.push_str(" align ");
                push_number(*alignment, line);
            }
            InstructionKind::StackEnd { address } => self.push_operands(body, "stack_end ", &[address], line),
            InstructionKind::Call { destination: _, callee, signature, arguments } => {
                line.push_str("call ");
                match callee {
                    Callee::Direct(function) => self.push_function_name(*function, line),
                    Callee::Indirect(operand) => self.push_operands(body, "*", &[operand], line),
                }
                line.push('(');
                for (index, argument) in arguments.iter().enumerate() {
                    self.push_operands(body, if index > 0 { ", " } else { "" }, &[argument], line);
                }
                line.push_str(") s");
                push_number(signature.raw(), line);
            }
            InstructionKind::VaStart { list } => self.push_operands(body, "va_start ", &[list], line),
            InstructionKind::VaArg { destination: _, list } => {
                self.push_operands(body, "va_arg ", &[list], line)
            }
            InstructionKind::VaCopy { destination, source } => {
                self.push_operands(body, "va_copy ", &[destination, source], line);
            }
            InstructionKind::VaEnd { list } => self.push_operands(body, "va_end ", &[list], line),
            InstructionKind::BlockCopy { destination, source, length, overlap } => {
                line.push_str("block_copy.");
                line.push_str(overlap.word());
                self.push_operands(body, " ", &[destination, source, length], line);
            }
            InstructionKind::BlockSet { destination, value, length } => {
                self.push_operands(body, "block_set ", &[destination, value, length], line);
            }
            InstructionKind::Asm { .. } => self.push_assembly(body, kind, line),
            InstructionKind::Assume { condition } => self.push_operands(body, "assume ", &[condition], line),
            InstructionKind::Unsupported { reason, destination: _ } => {
                line.push_str("unsupported ");
                push_string(reason.as_bytes(), line);
            }
        }
    }

    fn push_assembly(&self, body: &Body, kind: &InstructionKind, line: &mut String) {
        let InstructionKind::Asm { template, outputs, inputs, clobbers, is_volatile } = kind else { return };
        push_mnemonic("asm", &[(*is_volatile, ".volatile")], line);
        line.push(' ');
        push_string(template.as_bytes(), line);
        line.push_str(" out(");
        for (index, output) in outputs.iter().enumerate() {
            line.push_str(if index > 0 { ", " } else { "" });
            push_string(output.constraint.as_bytes(), line);
            line.push(' ');
            match &output.target {
                AsmTarget::Register(register) => self.push_declared_register(body, *register, line),
                AsmTarget::Memory { address, size } => {
                    self.push_address(body, address, line);
                    line.push_str(" size ");
                    push_number(*size, line);
                }
            }
        }
        line.push_str(") in(");
        for (index, input) in inputs.iter().enumerate() {
            line.push_str(if index > 0 { ", " } else { "" });
            push_string(input.constraint.as_bytes(), line);
            self.push_operands(body, " ", &[&input.value], line);
        }
        line.push_str(") clobber(");
        for (index, clobber) in clobbers.iter().enumerate() {
            line.push_str(if index > 0 { ", " } else { "" });
            push_string(clobber.as_bytes(), line);
        }
        line.push(')');
    }

    /// Appends a terminator, without its place.
    pub fn push_terminator(&self, body: &Body, kind: &TerminatorKind, line: &mut String) {
        match kind {
            TerminatorKind::Goto(target) => {
                line.push_str("goto ");
                push_block(*target, line);
            }
            TerminatorKind::Branch { condition, then, otherwise } => {
                self.push_operands(body, "branch ", &[condition], line);
                line.push_str(", ");
                push_block(*then, line);
                line.push_str(", ");
                push_block(*otherwise, line);
            }
            TerminatorKind::Switch { value, cases, default } => {
                self.push_operands(body, "switch ", &[value], line);
                line.push_str(" {");
                for case in cases {
                    line.push(' ');
                    push_wide_number(case.first, line);
                    if case.last != case.first {
                        line.push_str("..=");
                        push_wide_number(case.last, line);
                    }
                    line.push_str(": ");
                    push_block(case.target, line);
                    line.push(',');
                }
                line.push_str(" else: ");
                push_block(*default, line);
                line.push_str(" }");
            }
            TerminatorKind::Return(None) => line.push_str("return"),
            TerminatorKind::Return(Some(value)) => self.push_operands(body, "return ", &[value], line),
            TerminatorKind::Unreachable => line.push_str("unreachable"),
        }
    }

    /// Appends a value as instructions name it.
    pub fn push_operand(&self, body: &Body, operand: &Operand, line: &mut String) {
        match *operand {
            Operand::Register(register) => self.push_register(body, register, line),
            Operand::Constant(constant) => push_constant(constant, line),
            Operand::Global(global, offset) => {
                self.push_global_name(global, line);
                push_offset(offset, line);
            }
            Operand::Function(function) => self.push_function_name(function, line),
        }
    }

    fn push_operands(&self, body: &Body, before: &str, operands: &[&Operand], line: &mut String) {
        line.push_str(before);
        for (index, operand) in operands.iter().enumerate() {
            line.push_str(if index > 0 { ", " } else { "" });
            self.push_operand(body, operand, line);
        }
    }

    fn push_address(&self, body: &Body, address: &Operand, line: &mut String) {
        line.push_str(" [");
        self.push_operand(body, address, line);
        line.push(']');
    }

    /// `%3`, or `%3.head` for readers.
    pub(super) fn push_register(&self, body: &Body, register: RegisterId, line: &mut String) {
        line.push('%');
        push_number(register.raw(), line);
        if !self.is_readable() {
            return;
        }
        let Some(variable) = body.names.variables.get(&register) else { return };
        if variable.name.is_empty() || !variable.name.bytes().all(super::lexer::is_name_byte) {
            return;
        }
        line.push_str(match variable.place {
            VariablePlace::Register => ".",
            VariablePlace::Memory => ".&",
        });
        line.push_str(&variable.name);
    }

    /// A register with its scalar, as it stands where it is assigned.
    pub(super) fn push_declared_register(&self, body: &Body, register: RegisterId, line: &mut String) {
        let Some(declared) = body.registers.get(register) else {
            return push_unknown("register", register.raw(), line);
        };
        self.push_register(body, register, line);
        line.push_str(": ");
        line.push_str(declared.scalar.word());
    }
}

fn push_overflow(overflow: Overflow, line: &mut String) {
    match overflow {
        Overflow::Wraps => {}
        Overflow::SignedUndefined => line.push_str(".signed"),
    }
}

fn push_mnemonic(mnemonic: &str, suffixes: &[(bool, &str)], line: &mut String) {
    line.push_str(mnemonic);
    for (is_present, suffix) in suffixes {
        line.push_str(if *is_present { suffix } else { "" });
    }
}

fn push_bits(offset: u32, width: u32, line: &mut String) {
    line.push_str(" bit ");
    push_number(offset, line);
    line.push_str(" width ");
    push_number(width, line);
}

/// The scale of pointer arithmetic; bytes are the normal case and not mentioned.
fn push_scale(operator: &str, scale: i64, line: &mut String) {
    if scale != 1 {
        line.push_str(operator);
        line.push_str(if scale < 0 { "-" } else { "" });
        push_number(scale.unsigned_abs(), line);
    }
}

pub(super) fn push_block(block: BlockId, line: &mut String) {
    line.push('b');
    push_number(block.raw(), line);
}

fn push_wide_number(number: u128, line: &mut String) {
    match u64::try_from(number) {
        Ok(number) => push_number(number, line),
        // Writing to a string does not fail.
        Err(_) => drop(write!(line, "{number}")),
    }
}

fn push_constant(constant: Constant, line: &mut String) {
    if constant.scalar.is_float() {
        return print_float(constant, line);
    }
    let value = constant.signed();
    line.push_str(if value < 0 { "-" } else { "" });
    push_wide_number(value.unsigned_abs(), line);
    line.push_str(constant.scalar.word());
}
