//! Assembly code: operands in registers are values, operands in memory are addresses.

use crate::function::FunctionLowering;
use crate::place::Place;
use crate::shape::{Shape, shape};
use c_types::typed::{Asm, ExprId};
use ir::{AsmInput, AsmOutput, AsmTarget, InstructionKind, Operand};
use source::Span;

/// An output that assembly code leaves in a register, to be stored where it belongs.
struct PendingOutput {
    place: Place,
    value: Operand,
}

impl<'p> FunctionLowering<'_, 'p> {
    pub(crate) fn asm(&mut self, asm: &'p Asm, span: Span) {
        let outer = self.scopes.top();
        let mut results = Vec::new();
        let mut outputs = Vec::with_capacity(asm.outputs.len());
        for (constraint, lvalue) in &asm.outputs {
            let target = self.asm_output(constraint, *lvalue, &mut results, span);
            outputs.push(AsmOutput { constraint: constraint.clone(), target });
        }
        let inputs = (asm.inputs.iter())
            .map(|(constraint, value)| AsmInput {
                constraint: constraint.clone(),
                value: self.asm_input(*value, span),
            })
            .collect();
        let choice = if asm.labels.is_empty() {
            None
        } else {
            let choice = self.label_choice();
            outputs.push(AsmOutput { constraint: "=label".to_owned(), target: AsmTarget::Register(choice) });
            Some(choice)
        };
        self.emit(
            InstructionKind::Asm {
                template: asm.template.clone(),
                outputs,
                inputs,
                clobbers: asm.clobbers.clone(),
                // Code without outputs is there for what else it does.
                is_volatile: asm.is_volatile || asm.outputs.is_empty() || choice.is_some(),
            },
            span,
        );
        for result in results {
            self.store(result.place, result.value, span);
        }
        self.leave_to(outer, span);
        if let Some(choice) = choice {
            self.jump_to_one_of(&asm.labels, choice, span);
        }
    }

    fn asm_output(
        &mut self,
        constraint: &str,
        lvalue: ExprId,
        results: &mut Vec<PendingOutput>,
        span: Span,
    ) -> AsmTarget {
        let ty = self.program.exprs[lvalue].ty.ty;
        let place = self.place(lvalue);
        let place = self.settle(place, span);
        let is_memory = allows_only_memory(constraint);
        match (place, shape(self.program, ty)) {
            // The code may change the variable where it is.
            (Place::Register(register), _) => AsmTarget::Register(register),
            (Place::Memory { bits, .. }, Shape::Scalar(kind)) if !is_memory || bits.is_some() => {
                let register = self.builder.new_register(kind.scalar);
                if constraint.contains('+') {
                    let source = self.load(place, kind, span);
                    self.emit(InstructionKind::Copy { destination: register, source }, span);
                }
                results.push(PendingOutput { place, value: Operand::Register(register) });
                AsmTarget::Register(register)
            }
            (Place::Memory { address, .. }, _) => {
                AsmTarget::Memory { address: address.base, size: self.program.size_of(ty).unwrap_or(0) }
            }
        }
    }

    /// The value of an input; for a memory operand, which is an lvalue, its address.
    fn asm_input(&mut self, id: ExprId, span: Span) -> Operand {
        let is_scalar = self.is_scalar(id);
        if !is_scalar && !self.program.is_lvalue(id) {
            let address = self.aggregate_address(id);
            return self.materialize(address, span);
        }
        if !self.program.is_lvalue(id) {
            return self.value(id);
        }
        match self.place(id) {
            Place::Register(register) => Operand::Register(register),
            Place::Memory { address, .. } => self.materialize(address, span),
        }
    }
}

/// Whether a constraint can be met by memory only. Digits mean the operand of that number, which
/// the caller has matched; `%` and the like say nothing about the place.
fn allows_only_memory(constraint: &str) -> bool {
    let is_memory = |letter: char| matches!(letter, 'm' | 'o' | 'V' | 'Q' | '<' | '>');
    let mut letters =
        constraint.chars().filter(|letter| letter.is_ascii_alphanumeric() || "<>".contains(*letter));
    match letters.next() {
        Some(first) => is_memory(first) && letters.all(is_memory),
        None => false,
    }
}

#[cfg(test)]
mod tests {
    use super::allows_only_memory;

    #[test]
    fn memory_is_asked_for_only_if_no_register_will_do() {
        for constraint in ["=m", "+m", "=&m", "=Q", "=o,m", "+*m"] {
            assert!(allows_only_memory(constraint), "{constraint}");
        }
        for constraint in ["=r", "+rm", "=g", "=a", "0", "=&r", "=qm", ""] {
            assert!(!allows_only_memory(constraint), "{constraint}");
        }
    }
}
