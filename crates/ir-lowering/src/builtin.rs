//! What GCC builds in.

use crate::function::FunctionLowering;
use crate::place::{Address, Place};
use crate::shape::{Reading, ScalarKind, Shape, shape};
use c_types::typed::{ArithmeticOperator, AtomicOperator, Builtin, Comparison, Expr, ExprId};
use c_types::types::TypeId;
use ir::{
    BinaryOperator, Callee, Conversion, InstructionKind, Operand, Overflow, Scalar, StorageKind,
    TerminatorKind, UnaryOperator,
};
use source::Span;

/// What `alloca` guarantees on x86.
const ALLOCA_ALIGNMENT: u64 = 16;

impl<'p> FunctionLowering<'_, 'p> {
    pub(crate) fn builtin(&mut self, builtin: Builtin, arguments: &'p [ExprId], expr: &'p Expr) -> Operand {
        let span = expr.span;
        let nothing = Operand::integer(Scalar::I8, 0);
        if self.module.effects.has_conflicts(arguments) {
            let reason = "operands of a built-in function whose order of evaluation matters";
            self.emit_unsupported(reason, span);
        }
        match (builtin, arguments) {
            (Builtin::VaStart, [list, ..]) => {
                let list = self.list_address(*list);
                self.emit(InstructionKind::VaStart { list }, span);
                nothing
            }
            (Builtin::VaEnd, [list, ..]) => {
                let list = self.list_address(*list);
                self.emit(InstructionKind::VaEnd { list }, span);
                nothing
            }
            (Builtin::VaCopy, [destination, source, ..]) => {
                let destination = self.list_address(*destination);
                let source = self.list_address(*source);
                self.emit(InstructionKind::VaCopy { destination, source }, span);
                nothing
            }
            (Builtin::Alloca { alignment }, [size, ..]) => self.alloca(alignment, *size, expr),
            (Builtin::Unreachable, _) => {
                self.terminate(TerminatorKind::Unreachable, span);
                nothing
            }
            (Builtin::Trap, _) => {
                let (function, signature) = self.module.trap();
                let callee = Callee::Direct(function);
                self.emit(
                    InstructionKind::Call { destination: None, callee, signature, arguments: Vec::new() },
                    span,
                );
                self.terminate(TerminatorKind::Unreachable, span);
                nothing
            }
            (Builtin::AddOverflow, [left, right, result, ..]) => {
                self.overflow(BinaryOperator::Add, [*left, *right, *result], expr)
            }
            (Builtin::SubtractOverflow, [left, right, result, ..]) => {
                self.overflow(BinaryOperator::Subtract, [*left, *right, *result], expr)
            }
            (Builtin::MultiplyOverflow, [left, right, result, ..]) => {
                self.overflow(BinaryOperator::Multiply, [*left, *right, *result], expr)
            }
            (
                Builtin::AtomicLoad
                | Builtin::AtomicStore
                | Builtin::AtomicExchange
                | Builtin::AtomicFetch { .. }
                | Builtin::SyncCompareAndSwap { .. }
                | Builtin::AtomicCompareExchange,
                [pointer, rest @ ..],
            ) => self.atomic(builtin, *pointer, rest, expr),
            (Builtin::Nothing, _) => {
                for argument in arguments {
                    self.effect(*argument);
                }
                match shape(self.program, expr.ty.ty) {
                    Shape::Scalar(kind) => Operand::integer(kind.scalar, 0),
                    _ => nothing,
                }
            }
            (_, []) | (Builtin::VaCopy, [_]) => self.missing_arguments(expr),
            (Builtin::AddOverflow | Builtin::SubtractOverflow | Builtin::MultiplyOverflow, [_] | [_, _]) => {
                self.missing_arguments(expr)
            }
        }
    }

    fn missing_arguments(&mut self, expr: &'p Expr) -> Operand {
        let scalar = self.kind_of(expr.ty.ty).scalar;
        self.unsupported_value(scalar, "a built-in function with too few arguments", expr.span)
    }

    fn alloca(&mut self, alignment: Option<u64>, size: ExprId, expr: &'p Expr) -> Operand {
        let kind = self.scalar_kind(size);
        let size = self.value(size);
        let pointer = self.pointer_kind();
        let size = self.convert(size, kind, ScalarKind { reading: Reading::Unsigned, ..pointer }, expr.span);
        let destination = self.builder.new_register(pointer.scalar);
        self.emit(
            InstructionKind::StackAlloc {
                destination,
                size,
                alignment: alignment.filter(|bytes| bytes.is_power_of_two()).unwrap_or(ALLOCA_ALIGNMENT),
                storage: StorageKind::Alloca,
            },
            expr.span,
        );
        self.note_pointer(Operand::Register(destination), expr.ty.ty);
        Operand::Register(destination)
    }

    /// Computes in 128 bits, which is exact: the product of two unsigned 64-bit numbers fits
    /// unsigned ones, and whatever else there is fits signed ones. The result is right if it is
    /// the same after conversion to its type and back.
    fn overflow(
        &mut self,
        operator: BinaryOperator,
        [left, right, result]: [ExprId; 3],
        expr: &'p Expr,
    ) -> Operand {
        let span = expr.span;
        let kinds = [self.scalar_kind(left), self.scalar_kind(right)];
        let target = self.kind_of(self.pointer_target(self.program.exprs[result].ty.ty));
        let left = self.value(left);
        let right = self.value(right);
        let place = self.pointer(result);
        let verdict = self.kind_of(expr.ty.ty).scalar;
        if kinds.iter().chain([&target]).any(|kind| kind.scalar.bits() > 64 || kind.scalar.is_float()) {
            return self.unsupported_value(verdict, "overflow of 128-bit arithmetic", span);
        }
        let left = self.widen(left, kinds[0], span);
        let right = self.widen(right, kinds[1], span);
        let exact = self.binary(operator, (left, right), Overflow::Wraps, span);
        let wide = ScalarKind { scalar: Scalar::I128, reading: Reading::Signed };
        let stored = self.convert(exact, wide, ScalarKind { reading: Reading::Unsigned, ..target }, span);
        self.store(Place::Memory { address: place, bits: None, is_volatile: false }, stored, span);
        let back = self.widen(stored, target, span);
        self.compare(Comparison::NotEqual, (exact, back), wide, verdict, span)
    }

    fn widen(&mut self, value: Operand, kind: ScalarKind, span: Span) -> Operand {
        if let Operand::Constant(_) = value {
            return self.convert(
                value,
                kind,
                ScalarKind { scalar: Scalar::I128, reading: Reading::Signed },
                span,
            );
        }
        let conversion = if kind.is_signed() { Conversion::SignExtend } else { Conversion::ZeroExtend };
        let destination = self.builder.new_register(Scalar::I128);
        self.emit(InstructionKind::Convert { destination, conversion, operand: value }, span);
        Operand::Register(destination)
    }

    // -----------------------------------------------------------------------------------------
    // Atomic operations, in a world with one thread

    fn atomic(&mut self, builtin: Builtin, pointer: ExprId, rest: &'p [ExprId], expr: &'p Expr) -> Operand {
        let span = expr.span;
        let target = self.pointer_target(self.program.exprs[pointer].ty.ty);
        let Shape::Scalar(kind) = shape(self.program, target) else {
            return match shape(self.program, expr.ty.ty) {
                Shape::Scalar(kind) => {
                    self.unsupported_value(kind.scalar, "an atomic operation on an aggregate", span)
                }
                _ => {
                    self.emit_unsupported("an atomic operation on an aggregate", span);
                    Operand::integer(Scalar::I8, 0)
                }
            };
        };
        let address = self.pointer(pointer);
        let address = Address::of(self.materialize(address, span));
        let place = Place::Memory { address, bits: None, is_volatile: true };
        let result = match (builtin, rest) {
            (Builtin::AtomicLoad, _) => self.atomic_load(place, kind, target, span),
            (Builtin::AtomicStore, [value, ..]) => {
                let value = self.converted(*value, kind);
                self.store(place, value, span);
                return Operand::integer(Scalar::I8, 0);
            }
            (Builtin::AtomicExchange, [value, ..]) => {
                let value = self.converted(*value, kind);
                let old = self.atomic_load(place, kind, target, span);
                self.store(place, value, span);
                old
            }
            (Builtin::AtomicFetch { operator, returns_new }, [value, ..]) => {
                let (old, new) = self.atomic_update(operator, *value, (place, kind, target), span);
                if returns_new { new } else { old }
            }
            (Builtin::SyncCompareAndSwap { returns_bool }, [expected, desired, ..]) => {
                let expected = self.converted(*expected, kind);
                let desired = self.converted(*desired, kind);
                let old = self.atomic_load(place, kind, target, span);
                let is_equal = self.swap_if_equal(place, (old, expected), desired, kind, None, span);
                if returns_bool {
                    return self.convert(is_equal, ScalarKind::INT, self.kind_of(expr.ty.ty), span);
                }
                old
            }
            (Builtin::AtomicCompareExchange, [expected, desired, ..]) => {
                let expected_place = self.pointer(*expected);
                let expected_address = Address::of(self.materialize(expected_place, span));
                let desired = self.converted(*desired, kind);
                let expected_place =
                    Place::Memory { address: expected_address, bits: None, is_volatile: false };
                let expected = self.load(expected_place, kind, span);
                let old = self.atomic_load(place, kind, target, span);
                let is_equal =
                    self.swap_if_equal(place, (old, expected), desired, kind, Some(expected_place), span);
                return self.convert(is_equal, ScalarKind::INT, self.kind_of(expr.ty.ty), span);
            }
            _ => return self.missing_arguments(expr),
        };
        match shape(self.program, expr.ty.ty) {
            Shape::Scalar(wanted) => self.convert(result, kind, wanted, span),
            _ => result,
        }
    }

    fn atomic_load(&mut self, place: Place, kind: ScalarKind, target: TypeId, span: Span) -> Operand {
        let value = self.load(place, kind, span);
        self.note_pointer(value, target);
        value
    }

    fn converted(&mut self, id: ExprId, kind: ScalarKind) -> Operand {
        let from = self.scalar_kind(id);
        let value = self.value(id);
        self.convert(value, from, kind, self.program.exprs[id].span)
    }

    /// The values before and after.
    fn atomic_update(
        &mut self,
        operator: AtomicOperator,
        value: ExprId,
        (place, kind, target): (Place, ScalarKind, TypeId),
        span: Span,
    ) -> (Operand, Operand) {
        let right = self.converted(value, kind);
        let old = self.atomic_load(place, kind, target, span);
        let arithmetic = match operator {
            AtomicOperator::Add => ArithmeticOperator::Add,
            AtomicOperator::Subtract => ArithmeticOperator::Subtract,
            AtomicOperator::And | AtomicOperator::Nand => ArithmeticOperator::BitAnd,
            AtomicOperator::Or => ArithmeticOperator::BitOr,
            AtomicOperator::Xor => ArithmeticOperator::BitXor,
        };
        let new = match (kind.reading, operator) {
            // Pointers move by bytes here.
            (Reading::Pointer, AtomicOperator::Add) => {
                let moved = self.add_bytes(Address::of(old), right, 1, span);
                self.materialize(moved, span)
            }
            (Reading::Pointer, AtomicOperator::Subtract) => {
                let moved = self.add_bytes(Address::of(old), right, -1, span);
                self.materialize(moved, span)
            }
            // Atomic arithmetic wraps, signed or not.
            _ => self.arithmetic(
                arithmetic,
                (old, right),
                ScalarKind { reading: Reading::Unsigned, ..kind },
                span,
            ),
        };
        let new = match operator {
            AtomicOperator::Nand => self.unary(UnaryOperator::BitNot, new, kind, span),
            _ => new,
        };
        self.store(place, new, span);
        (old, new)
    }

    /// Stores the desired value if the old one is the expected one, and otherwise tells the old
    /// one; the result is an `int`.
    fn swap_if_equal(
        &mut self,
        place: Place,
        (old, expected): (Operand, Operand),
        desired: Operand,
        kind: ScalarKind,
        on_failure: Option<Place>,
        span: Span,
    ) -> Operand {
        let is_equal = self.compare(Comparison::Equal, (old, expected), kind, Scalar::I32, span);
        let (swap, keep) = (self.builder.new_block(), self.builder.new_block());
        let reach = self.branch_on_operand(is_equal, (swap, keep), span);
        let arms = [
            (swap, Some((place, desired)), reach.then),
            (keep, on_failure.map(|p| (p, old)), reach.otherwise),
        ];
        self.arms(arms, span, |this, store| {
            if let Some((place, value)) = store {
                this.store(place, value, span);
            }
        });
        is_equal
    }
}
