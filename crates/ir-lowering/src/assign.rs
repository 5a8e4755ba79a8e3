//! Assignments to scalars, among them bit-fields. The value of an assignment is what the target
//! holds afterwards, so a bit-field's is cut to its width.

use crate::function::FunctionLowering;
use crate::place::{Address, Place};
use crate::shape::{Reading, ScalarKind, Shape, shape};
use crate::unordered::{Evaluated, Part, UNDEFINED_ORDER};
use c_types::typed::{ArithmeticOperator, Expr, ExprId};
use c_types::types::TypeId;
use ir::{Constant, InstructionKind, Operand, Scalar};
use source::Span;

impl<'p> FunctionLowering<'_, 'p> {
    /// `target = value`. The result is asked for or not.
    pub(crate) fn assign(&mut self, target: ExprId, value: ExprId, expr: &'p Expr, is_used: bool) -> Operand {
        let Shape::Scalar(kind) = shape(self.program, self.program.exprs[target].ty.ty) else {
            let address = self.assign_aggregate(target, value, expr);
            return if is_used { self.materialize(address, expr.span) } else { self.pointer_constant(0) };
        };
        self.note_order(target, value, expr.span);
        let (place, value) =
            match self.unordered(&[Part::Place(target), Part::Value(value)], expr.span).as_deref() {
                Some(&[Evaluated { place: Some(place), .. }, Evaluated { value, .. }]) => (place, value),
                _ => {
                    let place = self.place(target);
                    (place, self.value(value))
                }
            };
        self.store(place, value, expr.span);
        if is_used { self.stored_value(place, value, kind, expr.span) } else { value }
    }

    /// Notes what may happen besides evaluating the target and the value in either order.
    pub(crate) fn note_order(&mut self, target: ExprId, value: ExprId, span: Span) {
        if !self.module.effects.may_have_effect(value) {
            return;
        }
        if self.module.effects.is_stored_twice(target, value) {
            self.besides_unsupported(UNDEFINED_ORDER, span);
        }
        if self.module.effects.is_call_split(target, value) {
            let reason = "a call whose arguments may be evaluated before the target of an assignment, and that is made after it";
            self.besides_unsupported(reason, span);
        }
    }

    /// What a place holds after this value was stored into it.
    fn stored_value(&mut self, place: Place, value: Operand, kind: ScalarKind, span: Span) -> Operand {
        match place {
            Place::Memory { bits: Some(bits), .. } => self.truncate_to_bits(value, kind, bits.width, span),
            Place::Memory { bits: None, .. } | Place::Register(_) => value,
        }
    }

    /// Computes the address of a place that is used twice.
    pub(crate) fn settle(&mut self, place: Place, span: Span) -> Place {
        match place {
            Place::Register(_) => place,
            Place::Memory { address, bits, is_volatile } => {
                let address = Address::of(self.materialize(address, span));
                Place::Memory { address, bits, is_volatile }
            }
        }
    }

    pub(crate) fn compound_assign(
        &mut self,
        (operator, computation): (ArithmeticOperator, TypeId),
        target: ExprId,
        value: ExprId,
        (expr, is_used): (&'p Expr, bool),
    ) -> Operand {
        let span = expr.span;
        let target_type = self.program.exprs[target].ty.ty;
        let (Shape::Scalar(kind), Shape::Scalar(computed)) =
            (shape(self.program, target_type), shape(self.program, computation))
        else {
            return self.unsupported_arithmetic(expr);
        };
        let (place, old, right) = self.updated(target, value, kind, span);
        let result = if kind.reading == Reading::Pointer {
            let index_kind = self.scalar_kind(value);
            let (base, index) = (old, right);
            let is_subtraction = operator == ArithmeticOperator::Subtract;
            let target = self.pointer_target(target_type);
            let moved = self.offset(Address::of(base), (index, index_kind), (target, is_subtraction), span);
            let moved = self.materialize(moved, span);
            self.note_new_pointer(moved, base, target_type);
            moved
        } else {
            let left = self.convert(old, kind, computed, span);
            let left = self.narrow_converted(left, target, computation, span);
            let result = self.arithmetic(operator, (left, right), computed, span);
            let result = self.narrow(result, computation, span);
            let result = self.convert(result, computed, kind, span);
            self.narrow(result, target_type, span)
        };
        self.store(place, result, span);
        if is_used { self.stored_value(place, result, kind, span) } else { result }
    }

    /// The place that an operation changes, what it holds, and the value of the other operand.
    fn updated(
        &mut self,
        target: ExprId,
        value: ExprId,
        kind: ScalarKind,
        span: Span,
    ) -> (Place, Operand, Operand) {
        self.note_order(target, value, span);
        match self.unordered(&[Part::Updated(target), Part::Value(value)], span).as_deref() {
            Some(&[Evaluated { place: Some(place), old: Some(old), .. }, Evaluated { value, .. }]) => {
                (place, old, value)
            }
            _ => {
                let place = self.place(target);
                let place = self.settle(place, span);
                let right = self.value(value);
                (place, self.load(place, kind, span), right)
            }
        }
    }

    /// `++` and `--`. A number narrower than `int` is computed as an `int` and converted back, so
    /// it never overflows.
    pub(crate) fn increment(
        &mut self,
        target: ExprId,
        is_decrement: bool,
        is_prefix: bool,
        (expr, is_used): (&'p Expr, bool),
    ) -> Operand {
        let span = expr.span;
        let target_type = self.program.exprs[target].ty.ty;
        let Shape::Scalar(kind) = shape(self.program, target_type) else {
            return self.unsupported_arithmetic(expr);
        };
        let place = self.place(target);
        let place = self.settle(place, span);
        let mut old = self.load(place, kind, span);
        if let (Place::Register(_), true, false) = (place, is_used, is_prefix) {
            // The variable's register is about to change.
            let copy = self.builder.new_register(kind.scalar);
            self.emit(InstructionKind::Copy { destination: copy, source: old }, span);
            old = Operand::Register(copy);
            self.note_pointer(old, target_type);
        }
        let new = if kind.reading == Reading::Pointer {
            let one = (Operand::integer(Scalar::I32, 1), ScalarKind::INT);
            let element = (self.pointer_target(target_type), is_decrement);
            let moved = self.offset(Address::of(old), one, element, span);
            let moved = self.materialize(moved, span);
            self.note_new_pointer(moved, old, target_type);
            moved
        } else {
            let computed = self.promoted(place, kind);
            let operator = if is_decrement { ArithmeticOperator::Subtract } else { ArithmeticOperator::Add };
            let left = self.convert(old, kind, computed, span);
            let result = self.arithmetic(operator, (left, one(computed.scalar)), computed, span);
            let result = self.convert(result, computed, kind, span);
            self.narrow(result, target_type, span)
        };
        self.store(place, new, span);
        match (is_used, is_prefix) {
            (true, true) => self.stored_value(place, new, kind, span),
            (true, false) | (false, _) => old,
        }
    }

    fn note_new_pointer(&mut self, value: Operand, old: Operand, ty: TypeId) {
        if value != old {
            self.note_pointer(value, ty);
        }
    }

    /// The kind in which C computes with what a place holds; a bit-field that fits an `int` is one.
    fn promoted(&self, place: Place, kind: ScalarKind) -> ScalarKind {
        match (place, kind.reading) {
            (Place::Memory { bits: Some(bits), .. }, Reading::Unsigned) if bits.width < 32 => ScalarKind::INT,
            (Place::Memory { bits: Some(bits), .. }, Reading::Signed) if bits.width <= 32 => ScalarKind::INT,
            _ => kind.promoted(),
        }
    }
}

/// The number one.
fn one(scalar: Scalar) -> Operand {
    match scalar {
        Scalar::F32 => Operand::Constant(Constant::new(scalar, u128::from(1f32.to_bits()))),
        Scalar::F64 => Operand::Constant(Constant::new(scalar, u128::from(1f64.to_bits()))),
        // Biased exponent 16383 and an explicit leading one.
        Scalar::F80 => Operand::Constant(Constant::new(scalar, (0x3fff << 64) | (1 << 63))),
        Scalar::I8 | Scalar::I16 | Scalar::I32 | Scalar::I64 | Scalar::I128 => Operand::integer(scalar, 1),
    }
}
