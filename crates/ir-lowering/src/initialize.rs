//! Initial values of locals and compound literals.

use crate::function::FunctionLowering;
use crate::padding::rest_of_unions;
use crate::place::{Address, Place};
use crate::shape::{Shape, shape};
use c_types::typed::{ExprId, ExprKind, Initializer, InitializerEntry, StringId};
use c_types::types::TypeId;
use ir::{BinaryOperator, CopyOverlap, InstructionKind, Operand, Overflow, RegisterId, Scalar};
use source::Span;

/// Ranges up to this many elements are stored one by one; longer ones in a loop.
const MOST_UNROLLED_STORES: u64 = 8;

impl<'p> FunctionLowering<'_, 'p> {
    /// Stores what an initialiser says into the object of this type.
    pub(crate) fn initialize(
        &mut self,
        object: Address,
        initializer: &'p Initializer,
        ty: TypeId,
        span: Span,
    ) {
        if initializer.needs_zeroing {
            let size = self.program.size_of(ty).unwrap_or(0);
            self.zero(object, size, span);
        }
        let values: Vec<ExprId> = initializer.entries.iter().map(|entry| entry.value).collect();
        if self.module.effects.has_conflicts(&values) {
            self.besides_unsupported("values in braces whose order of evaluation matters", span);
        }
        for entry in &initializer.entries {
            self.initialize_entry(object, entry, initializer.needs_zeroing);
        }
        let mut gaps = self.module.padding.gaps(self.program, ty);
        gaps.extend(rest_of_unions(self.program, ty, initializer));
        self.scatter(object, &gaps, span);
    }

    /// A compound literal of scalar type whose address nobody takes.
    pub(crate) fn initialize_register(
        &mut self,
        register: RegisterId,
        initializer: &'p Initializer,
        ty: TypeId,
        span: Span,
    ) {
        let source = match initializer.entries.last() {
            Some(entry) => self.value(entry.value),
            None => Operand::integer(self.kind_of(ty).scalar, 0),
        };
        self.emit(InstructionKind::Copy { destination: register, source }, span);
    }

    fn zero(&mut self, start: Address, size: u64, span: Span) {
        if size == 0 {
            return;
        }
        let destination = self.materialize(start, span);
        let length = self.pointer_constant(i128::from(size));
        self.emit(
            InstructionKind::BlockSet { destination, value: Operand::integer(Scalar::I8, 0), length },
            span,
        );
    }

    fn initialize_entry(&mut self, object: Address, entry: &'p InitializerEntry, is_zeroed: bool) {
        let start = object.plus(entry.offset);
        let value = &self.program.exprs[entry.value];
        let span = value.span;
        if let ExprKind::String(string) = value.kind
            && self.program.is_array(entry.ty)
        {
            self.repeat(start, entry, span, |this, place| {
                this.initialize_string(place, string, (entry.ty, is_zeroed), span);
            });
            return;
        }
        match shape(self.program, entry.ty) {
            Shape::Scalar(_) => {
                let stored = self.value(entry.value);
                self.repeat(start, entry, span, |this, address| {
                    this.store(Place::Memory { address, bits: entry.bits, is_volatile: false }, stored, span);
                });
            }
            Shape::Memory { .. } if entry.count == 1 => self.aggregate_into(entry.value, start),
            Shape::Memory { .. } => {
                let source = self.aggregate_address(entry.value);
                let source = Address::of(self.materialize(source, span));
                self.repeat(start, entry, span, |this, place| {
                    this.copy_aggregate(place, source, entry.ty, span)
                });
            }
            Shape::Void | Shape::Variable | Shape::Function | Shape::Incomplete => self.effect(entry.value),
        }
    }

    /// Does something at the place of every element of a range.
    fn repeat(
        &mut self,
        start: Address,
        entry: &InitializerEntry,
        span: Span,
        mut store: impl FnMut(&mut Self, Address),
    ) {
        if entry.count <= MOST_UNROLLED_STORES {
            for index in 0..entry.count {
                store(self, start.plus(index.wrapping_mul(entry.stride)));
            }
            return;
        }
        let start = self.materialize(start, span);
        let pointer = self.builder.pointer_scalar();
        let index = self.builder.new_register(pointer);
        let (head, body, exit) =
            (self.builder.new_block(), self.builder.new_block(), self.builder.new_block());
        self.emit(InstructionKind::Copy { destination: index, source: self.pointer_constant(0) }, span);
        if !self.go_to(head, span) {
            return;
        }
        self.builder.switch_to(head);
        let count = self.pointer_constant(i128::from(entry.count));
        let kind = self.pointer_kind();
        let kind = crate::shape::ScalarKind { reading: crate::shape::Reading::Unsigned, ..kind };
        let less = c_types::typed::Comparison::Less;
        let is_inside = self.compare(less, (Operand::Register(index), count), kind, Scalar::I32, span);
        self.branch_on_operand(is_inside, (body, exit), span);
        self.builder.switch_to(body);
        let place = self.builder.new_register(pointer);
        self.emit(
            InstructionKind::PtrAdd {
                destination: place,
                base: start,
                index: Operand::Register(index),
                scale: entry.stride as i64,
            },
            span,
        );
        store(self, Address::of(Operand::Register(place)));
        let one = self.pointer_constant(1);
        let next = self.binary(BinaryOperator::Add, (Operand::Register(index), one), Overflow::Wraps, span);
        self.emit(InstructionKind::Copy { destination: index, source: next }, span);
        self.go_to(head, span);
        self.builder.switch_to(exit);
    }

    /// A character array gets a string, cut or padded to its size.
    fn initialize_string(
        &mut self,
        start: Address,
        string: StringId,
        (ty, is_zeroed): (TypeId, bool),
        span: Span,
    ) {
        let size = self.program.size_of(ty).unwrap_or(0);
        let data = &self.program.strings[string].bytes;
        let copied = (data.len() as u64).min(size);
        if copied > 0 {
            let source = Operand::Global(self.module.string_global(string), 0);
            let destination = self.materialize(start, span);
            let length = self.pointer_constant(i128::from(copied));
            self.emit(
                InstructionKind::BlockCopy { destination, source, length, overlap: CopyOverlap::Forbidden },
                span,
            );
        }
        if !is_zeroed {
            self.zero(start.plus(copied), size - copied, span);
        }
    }
}
