//! What a caller stores first of all when a call has returned.

use crate::thread::Thread;
use ir::{Function, InstructionKind, Operand, RegisterId};
use pure_logic::Term;
use std::collections::BTreeMap;
use symbolic_execution::Context;

/// The address of a word that is stored behind the call at which an execution is, and how many bytes it has: nothing is read or decided
/// before.
pub(super) fn word_stored_next(
    context: &mut Context<'_>,
    thread: &mut Thread,
    function: &Function,
) -> Option<(Term, i128)> {
    let body = function.body.as_ref()?;
    let state = &mut thread.configuration.state;
    // Registers that are set behind the call, with what they hold if that is known.
    let mut set: BTreeMap<RegisterId, Option<Term>> = BTreeMap::new();
    let call = &body.blocks[thread.block].instructions[thread.index];
    if let InstructionKind::Call { destination: Some(destination), .. } = call.kind {
        set.insert(destination, None);
    }
    for instruction in &body.blocks[thread.block].instructions[thread.index + 1..] {
        let mut value = |context: &mut Context<'_>, operand: Operand| match operand {
            Operand::Register(register) => match set.get(&register) {
                Some(&known) => known,
                None => state.registers[register.index()]
                    .filter(|value| value.is_defined())
                    .map(|value| value.term),
            },
            Operand::Constant(_) => Some(context.operand(state, function, operand).term),
            Operand::Global(..) | Operand::Function(_) => None,
        };
        match instruction.kind {
            InstructionKind::Copy { destination, source } => {
                let copied = value(context, source);
                set.insert(destination, copied);
            }
            InstructionKind::PtrAdd { destination, base, index, scale } => {
                let (base, index) = (value(context, base), value(context, index));
                let sum = base.zip(index).and_then(|(base, index)| {
                    let steps = context.solver.terms.as_constant(index)?;
                    Some(context.solver.terms.add_constant(base, steps.checked_mul(i128::from(scale))?))
                });
                set.insert(destination, sum);
            }
            InstructionKind::Store { address, value: stored, .. } => {
                let bytes = i128::from(context.scalar_of(function, stored).bytes());
                return value(context, address).map(|address| (address, bytes));
            }
            _ => return None,
        }
    }
    None
}
