//! Operations on values in registers. What is constant is computed here, unless it is undefined:
//! then the instruction stays, for the analysis to find.

use crate::function::FunctionLowering;
use crate::shape::{Reading, ScalarKind, Shape, shape};
use c_types::typed::{ArithmeticOperator, Comparison, ExprId};
use c_types::types::{IntegerKind, TypeId};
use ir::{
    BinaryOperator, Constant, Conversion, Domain, InstructionKind, Operand, Overflow, Scalar, UnaryOperator,
};
use source::Span;

impl FunctionLowering<'_, '_> {
    /// A conversion between scalar types, as C defines it.
    pub(crate) fn convert(
        &mut self,
        value: Operand,
        from: ScalarKind,
        to: ScalarKind,
        span: Span,
    ) -> Operand {
        if to.reading == Reading::Bool {
            return match from.reading {
                Reading::Bool => value,
                _ => self.compare_with_zero(Comparison::NotEqual, value, from, Scalar::I8, span),
            };
        }
        let is_to_float = to.scalar.is_float();
        let conversion = match (from.scalar.is_float(), is_to_float) {
            (true, true) if from.scalar == to.scalar => return value,
            (true, true) => Conversion::FloatToFloat,
            (true, false) if to.is_signed() => Conversion::FloatToSigned,
            (true, false) => Conversion::FloatToUnsigned,
            (false, true) if from.is_signed() => Conversion::SignedToFloat,
            (false, true) => Conversion::UnsignedToFloat,
            (false, false) => match to.scalar.bits().cmp(&from.scalar.bits()) {
                std::cmp::Ordering::Equal => return value,
                std::cmp::Ordering::Less => Conversion::Truncate,
                std::cmp::Ordering::Greater => match from.reading {
                    // GCC sign-extends a pointer that is converted to a wider integer.
                    Reading::Signed | Reading::Pointer => Conversion::SignExtend,
                    Reading::Unsigned | Reading::Bool | Reading::Float => Conversion::ZeroExtend,
                },
            },
        };
        if let Operand::Constant(constant) = value {
            match conversion {
                Conversion::Truncate | Conversion::ZeroExtend => {
                    return Operand::Constant(Constant::new(to.scalar, constant.bits()));
                }
                Conversion::SignExtend => return Operand::integer(to.scalar, constant.signed()),
                Conversion::SignedToFloat
                | Conversion::UnsignedToFloat
                | Conversion::FloatToSigned
                | Conversion::FloatToUnsigned
                | Conversion::FloatToFloat => {}
            }
        }
        let destination = self.builder.new_register(to.scalar);
        self.emit(InstructionKind::Convert { destination, conversion, operand: value }, span);
        Operand::Register(destination)
    }

    /// `value != 0` or `value == 0`, as 0 or 1 in the scalar asked for.
    pub(crate) fn compare_with_zero(
        &mut self,
        comparison: Comparison,
        value: Operand,
        kind: ScalarKind,
        result: Scalar,
        span: Span,
    ) -> Operand {
        let zero = Operand::Constant(Constant::new(kind.scalar, 0));
        self.compare(comparison, (value, zero), kind, result, span)
    }

    pub(crate) fn compare(
        &mut self,
        comparison: Comparison,
        (left, right): (Operand, Operand),
        kind: ScalarKind,
        result: Scalar,
        span: Span,
    ) -> Operand {
        if let (Operand::Constant(left), Operand::Constant(right)) = (left, right)
            && kind.reading != Reading::Float
        {
            let ordering = match kind.reading {
                Reading::Signed => left.signed().cmp(&right.signed()),
                _ => left.bits().cmp(&right.bits()),
            };
            let holds = match comparison {
                Comparison::Equal => ordering.is_eq(),
                Comparison::NotEqual => ordering.is_ne(),
                Comparison::Less => ordering.is_lt(),
                Comparison::LessEqual => ordering.is_le(),
                Comparison::Greater => ordering.is_gt(),
                Comparison::GreaterEqual => ordering.is_ge(),
            };
            return Operand::integer(result, i128::from(holds));
        }
        let destination = self.builder.new_register(result);
        let domain = match kind.reading {
            Reading::Signed => Domain::Signed,
            Reading::Unsigned | Reading::Bool => Domain::Unsigned,
            Reading::Pointer => Domain::Pointer,
            Reading::Float => Domain::Float,
        };
        let comparison = match comparison {
            Comparison::Equal => ir::Comparison::Equal,
            Comparison::NotEqual => ir::Comparison::NotEqual,
            Comparison::Less => ir::Comparison::Less,
            Comparison::LessEqual => ir::Comparison::LessEqual,
            Comparison::Greater => ir::Comparison::Greater,
            Comparison::GreaterEqual => ir::Comparison::GreaterEqual,
        };
        self.emit(InstructionKind::Compare { destination, comparison, domain, left, right }, span);
        Operand::Register(destination)
    }

    /// Both operands have the kind, but for the count of a shift, which has its own.
    ///
    /// Signed arithmetic overflows undefined, and so does the left shift of a signed number, as
    /// C11 6.5.7 has it: of a negative one, or if the result cannot be represented.
    pub(crate) fn arithmetic(
        &mut self,
        operator: ArithmeticOperator,
        (left, right): (Operand, Operand),
        kind: ScalarKind,
        span: Span,
    ) -> Operand {
        let is_signed = kind.is_signed();
        let is_float = kind.scalar.is_float();
        let chosen = match operator {
            ArithmeticOperator::Add if is_float => BinaryOperator::FloatAdd,
            ArithmeticOperator::Subtract if is_float => BinaryOperator::FloatSubtract,
            ArithmeticOperator::Multiply if is_float => BinaryOperator::FloatMultiply,
            ArithmeticOperator::Divide if is_float => BinaryOperator::FloatDivide,
            _ if is_float => {
                return self.unsupported_value(kind.scalar, "a bit operation on floating point", span);
            }
            ArithmeticOperator::Add => BinaryOperator::Add,
            ArithmeticOperator::Subtract => BinaryOperator::Subtract,
            ArithmeticOperator::Multiply => BinaryOperator::Multiply,
            ArithmeticOperator::Divide if is_signed => BinaryOperator::SignedDivide,
            ArithmeticOperator::Divide => BinaryOperator::UnsignedDivide,
            ArithmeticOperator::Remainder if is_signed => BinaryOperator::SignedRemainder,
            ArithmeticOperator::Remainder => BinaryOperator::UnsignedRemainder,
            ArithmeticOperator::ShiftLeft => BinaryOperator::ShiftLeft,
            ArithmeticOperator::ShiftRight if is_signed => BinaryOperator::SignedShiftRight,
            ArithmeticOperator::ShiftRight => BinaryOperator::UnsignedShiftRight,
            ArithmeticOperator::BitAnd => BinaryOperator::And,
            ArithmeticOperator::BitXor => BinaryOperator::Xor,
            ArithmeticOperator::BitOr => BinaryOperator::Or,
        };
        let overflow = match operator {
            ArithmeticOperator::Add
            | ArithmeticOperator::Subtract
            | ArithmeticOperator::Multiply
            | ArithmeticOperator::Divide
            | ArithmeticOperator::Remainder
            | ArithmeticOperator::ShiftLeft
                if is_signed =>
            {
                Overflow::SignedUndefined
            }
            _ => Overflow::Wraps,
        };
        self.binary(chosen, (left, right), overflow, span)
    }

    pub(crate) fn binary(
        &mut self,
        operator: BinaryOperator,
        (left, right): (Operand, Operand),
        overflow: Overflow,
        span: Span,
    ) -> Operand {
        if let (Operand::Constant(left), Operand::Constant(right)) = (left, right)
            && let Some(constant) = fold(operator, left, right, overflow)
        {
            return Operand::Constant(constant);
        }
        let destination = self.builder.new_register(self.builder.scalar_of(left));
        self.emit(InstructionKind::Binary { destination, operator, left, right, overflow }, span);
        Operand::Register(destination)
    }

    pub(crate) fn unary(
        &mut self,
        operator: UnaryOperator,
        value: Operand,
        kind: ScalarKind,
        span: Span,
    ) -> Operand {
        if let Operand::Constant(constant) = value {
            let folded = match operator {
                UnaryOperator::BitNot => Some(Constant::new(kind.scalar, !constant.bits())),
                UnaryOperator::Negate if kind.scalar.is_float() => {
                    let sign = 1 << (kind.scalar.bits() - 1);
                    Some(Constant::new(kind.scalar, constant.bits() ^ sign))
                }
                UnaryOperator::Negate if kind.is_signed() => {
                    in_range(kind.scalar, constant.signed().checked_neg())
                }
                UnaryOperator::Negate => {
                    Some(Constant::from_signed(kind.scalar, constant.signed().wrapping_neg()))
                }
            };
            if let Some(constant) = folded {
                return Operand::Constant(constant);
            }
        }
        let destination = self.builder.new_register(kind.scalar);
        let overflow = match operator {
            UnaryOperator::Negate if kind.is_signed() => Overflow::SignedUndefined,
            UnaryOperator::Negate | UnaryOperator::BitNot => Overflow::Wraps,
        };
        self.emit(InstructionKind::Unary { destination, operator, operand: value, overflow }, span);
        Operand::Register(destination)
    }

    /// A result in the type of a wide bit-field keeps only that type's bits.
    pub(crate) fn narrow(&mut self, value: Operand, ty: TypeId, span: Span) -> Operand {
        match (self.program.integer_kind(ty), shape(self.program, ty)) {
            (Some(IntegerKind::BitField { width, .. }), Shape::Scalar(kind)) => {
                self.truncate_to_bits(value, kind, width, span)
            }
            _ => value,
        }
    }

    /// The same for the converted value of an expression, which may be known to fit.
    pub(crate) fn narrow_converted(
        &mut self,
        value: Operand,
        from: ExprId,
        ty: TypeId,
        span: Span,
    ) -> Operand {
        let program = self.program;
        let from_type = program.integer_width(program.type_of(from));
        let given = from_type.map(|(width, is_signed)| {
            (program.bit_field_of(from).map_or(width, |bits| bits.width), is_signed)
        });
        let fits = match (given, program.integer_width(ty)) {
            (Some((width, false)), Some((wanted, true))) => width < wanted,
            (Some((width, is_signed)), Some((wanted, wants_sign))) => {
                is_signed == wants_sign && width <= wanted
            }
            _ => false,
        };
        if fits { value } else { self.narrow(value, ty, span) }
    }

    /// `value` reduced to the low `width` bits and read as the kind says: what a bit-field keeps.
    pub(crate) fn truncate_to_bits(
        &mut self,
        value: Operand,
        kind: ScalarKind,
        width: u32,
        span: Span,
    ) -> Operand {
        let unused = kind.scalar.bits().saturating_sub(width);
        if unused == 0 || kind.reading == Reading::Bool {
            return value;
        }
        if kind.is_signed() {
            let count = Operand::integer(Scalar::I32, i128::from(unused));
            let shifted = self.binary(BinaryOperator::ShiftLeft, (value, count), Overflow::Wraps, span);
            self.binary(BinaryOperator::SignedShiftRight, (shifted, count), Overflow::Wraps, span)
        } else {
            let mask = Operand::Constant(Constant::new(kind.scalar, u128::MAX >> (128 - width)));
            self.binary(BinaryOperator::And, (value, mask), Overflow::Wraps, span)
        }
    }
}

/// The signed value as a constant, if the scalar can hold it.
fn in_range(scalar: Scalar, value: Option<i128>) -> Option<Constant> {
    let value = value?;
    let constant = Constant::from_signed(scalar, value);
    (constant.signed() == value).then_some(constant)
}

/// The result, unless the operation is undefined on these operands or works on floating point.
fn fold(operator: BinaryOperator, left: Constant, right: Constant, overflow: Overflow) -> Option<Constant> {
    let scalar = left.scalar;
    let exact = |value: Option<i128>, wrapped: i128| match overflow {
        Overflow::SignedUndefined => in_range(scalar, value),
        Overflow::Wraps => Some(Constant::from_signed(scalar, wrapped)),
    };
    let (a, b) = (left.signed(), right.signed());
    let shift = u32::try_from(b).ok().filter(|&count| count < scalar.bits());
    match operator {
        BinaryOperator::Add => exact(a.checked_add(b), a.wrapping_add(b)),
        BinaryOperator::Subtract => exact(a.checked_sub(b), a.wrapping_sub(b)),
        BinaryOperator::Multiply => exact(a.checked_mul(b), a.wrapping_mul(b)),
        BinaryOperator::SignedDivide => in_range(scalar, a.checked_div(b)),
        // `MIN % -1` is as undefined as the quotient is.
        BinaryOperator::SignedRemainder => {
            in_range(scalar, a.checked_div(b))?;
            in_range(scalar, a.checked_rem(b))
        }
        BinaryOperator::UnsignedDivide => {
            left.bits().checked_div(right.bits()).map(|bits| Constant::new(scalar, bits))
        }
        BinaryOperator::UnsignedRemainder => {
            left.bits().checked_rem(right.bits()).map(|bits| Constant::new(scalar, bits))
        }
        BinaryOperator::And => Some(Constant::new(scalar, left.bits() & right.bits())),
        BinaryOperator::Or => Some(Constant::new(scalar, left.bits() | right.bits())),
        BinaryOperator::Xor => Some(Constant::new(scalar, left.bits() ^ right.bits())),
        BinaryOperator::ShiftLeft => {
            let wrapped = Constant::new(scalar, left.bits() << shift?);
            match overflow {
                Overflow::Wraps => Some(wrapped),
                Overflow::SignedUndefined => {
                    (a >= 0 && wrapped.signed() >> shift? == a && wrapped.signed() >= 0).then_some(wrapped)
                }
            }
        }
        BinaryOperator::SignedShiftRight => Some(Constant::from_signed(scalar, a >> shift?)),
        BinaryOperator::UnsignedShiftRight => Some(Constant::new(scalar, left.bits() >> shift?)),
        BinaryOperator::FloatAdd
        | BinaryOperator::FloatSubtract
        | BinaryOperator::FloatMultiply
        | BinaryOperator::FloatDivide => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn i8_constant(value: i128) -> Constant {
        Constant::from_signed(Scalar::I8, value)
    }

    /// On all pairs of 8-bit numbers, folding agrees with the definition of the operators and
    /// refuses exactly the undefined cases.
    #[test]
    fn folding_is_exact_on_all_bytes() {
        for a in -128i128..128 {
            for b in -128i128..128 {
                let signed = |operator| {
                    fold(operator, i8_constant(a), i8_constant(b), Overflow::SignedUndefined)
                        .map(Constant::signed)
                };
                let wraps = |operator| {
                    fold(operator, i8_constant(a), i8_constant(b), Overflow::Wraps).map(Constant::signed)
                };
                let fits = |value: i128| (-128..128).contains(&value).then_some(value);
                let wrapped = |value: i128| Some(i128::from(value as i8));
                assert_eq!(signed(BinaryOperator::Add), fits(a + b));
                assert_eq!(wraps(BinaryOperator::Add), wrapped(a + b));
                assert_eq!(signed(BinaryOperator::Subtract), fits(a - b));
                assert_eq!(signed(BinaryOperator::Multiply), fits(a * b));
                assert_eq!(wraps(BinaryOperator::Multiply), wrapped(a * b));
                let quotient = (b != 0).then(|| a / b.max(i128::MIN + 1)).and_then(fits);
                assert_eq!(signed(BinaryOperator::SignedDivide), quotient);
                assert_eq!(signed(BinaryOperator::SignedRemainder), quotient.map(|q| a - q * b));
                let unsigned_quotient = (b != 0).then(|| wrapped((a & 255) / (b & 255))).flatten();
                assert_eq!(wraps(BinaryOperator::UnsignedDivide), unsigned_quotient);
                let count = (0..8).contains(&b).then_some(b as u32);
                let left = count.and_then(|count| (a >= 0).then_some(a << count)).and_then(fits);
                assert_eq!(signed(BinaryOperator::ShiftLeft), left);
                assert_eq!(wraps(BinaryOperator::ShiftLeft), count.and_then(|count| wrapped(a << count)));
                assert_eq!(wraps(BinaryOperator::SignedShiftRight), count.map(|count| a >> count));
            }
        }
    }
}
