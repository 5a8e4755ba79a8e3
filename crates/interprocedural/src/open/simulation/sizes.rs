//! How large blocks are, as values, and which accesses are outside of them whatever these values are.

use super::state::State;
use super::values::{Operation, Place, Value, ValueId, Values};
use super::{Misuse, Run};
use interpreter::FaultKind;
use ir::{BinaryOperator, Callee, InstructionKind, Operand};
use source::Span;

impl Run<'_, '_> {
    /// How large the block is that a call returns.
    pub(super) fn size_of_new(
        &mut self,
        state: &mut State,
        at: Place,
        callee: &Callee,
        given: &[ValueId],
    ) -> Option<ValueId> {
        let (first, second) = self.callees.size_of_new(callee)?;
        let first = *given.get(first)?;
        let Some(second) = second else { return Some(first) };
        let second = *given.get(second)?;
        let known = |values: &Values, value| state.fact(values, value).constant();
        match (known(&self.values, first), known(&self.values, second)) {
            (Some(1), _) => Some(second),
            (_, Some(1)) => Some(first),
            (Some(one), Some(other)) => Some(self.values.constant(one.saturating_mul(other))),
            _ => {
                let product = Operation::Binary(BinaryOperator::Multiply);
                Some(self.values.computed(at, Value::Combined(product, first, second)))
            }
        }
    }

    /// Whether an access of so many bytes is not known to be outside.
    pub(super) fn is_inside(&mut self, state: &State, address: ValueId, width: u64, span: Span) -> bool {
        let root = self.values.root(address);
        let (size, before) = match self.values.of(root) {
            _ if Some(root) == state.block => match state.size {
                Some(size) => (size, self.body.blocks[self.origin.0].instructions[self.origin.1].span),
                None => return true,
            },
            Value::Local((block, index)) => {
                let instruction = &self.body.blocks[block].instructions[index];
                match &instruction.kind {
                    InstructionKind::StackAlloc { size: Operand::Constant(size), .. } => {
                        (self.values.constant(size.signed()), instruction.span)
                    }
                    _ => return true,
                }
            }
            _ => return true,
        };
        let known = self.values.as_constant(size);
        let is_outside = match self.values.of(address) {
            Value::Behind(base, offset) => {
                let width = i128::from(width);
                base == root && known.is_some_and(|size| size > 0 && offset.saturating_add(width) > size)
            }
            Value::Combined(Operation::Element(scale), base, index) => {
                let count = self.count(size, scale);
                base == root
                    && count.is_some_and(|count| {
                        index == count || state.is_at_most(&mut self.values, index, count)
                    })
            }
            _ => false,
        };
        if is_outside {
            self.found.insert(Misuse { kind: FaultKind::OutOfBounds, span, before });
        }
        !is_outside
    }

    /// How many elements a block of a size has.
    fn count(&mut self, size: ValueId, scale: i64) -> Option<ValueId> {
        let scale = i128::from(scale);
        if scale == 1 {
            return Some(size);
        }
        match self.values.of(size) {
            Value::Constant(size) if scale > 0 && size % scale == 0 => {
                Some(self.values.constant(size / scale))
            }
            Value::Combined(Operation::Binary(BinaryOperator::Multiply), left, right) => {
                if self.values.as_constant(left) == Some(scale) {
                    Some(right)
                } else {
                    Some(left).filter(|_| self.values.as_constant(right) == Some(scale))
                }
            }
            _ => None,
        }
    }

    /// Whether behind a text of this length at an address there may be room for its end.
    pub(super) fn has_room_behind(
        &mut self,
        state: &State,
        to: ValueId,
        length: ValueId,
        span: Span,
    ) -> bool {
        let Some(size) = state.size.filter(|_| Some(self.values.root(to)) == state.block) else {
            return true;
        };
        let is_short = match self.values.of(to) {
            _ if Some(to) == state.block => size == length,
            Value::Combined(Operation::Element(1), base, index) if Some(base) == state.block => {
                let is_sum = |one, other| {
                    self.values.of(size)
                        == Value::Combined(Operation::Binary(BinaryOperator::Add), one, other)
                };
                is_sum(length, index) || is_sum(index, length)
            }
            Value::Behind(base, offset) if Some(base) == state.block => match self.values.of(size) {
                Value::Combined(Operation::Binary(BinaryOperator::Add), one, other) => {
                    let before =
                        if one == length { Some(other) } else { Some(one).filter(|_| other == length) };
                    before
                        .and_then(|before| self.values.as_constant(before))
                        .is_some_and(|room| room <= offset)
                }
                _ => false,
            },
            _ => false,
        };
        if is_short {
            let before = self.body.blocks[self.origin.0].instructions[self.origin.1].span;
            self.found.insert(Misuse { kind: FaultKind::OutOfBounds, span, before });
        }
        !is_short
    }
}
