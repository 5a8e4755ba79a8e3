//! Arithmetic on values that may be undefined, wide, or pointers.

use crate::broken::{self, BrokenRule};
use crate::fault::FaultKind;
use crate::float::F80;
use crate::machine::{Machine, Step};
use crate::memory::Violation;
use crate::value::{Provenance, WideValue, sign_extend_wide, wide_mask};
use ir::{BinaryOperator, Comparison, Conversion, Domain, Overflow, Scalar, UnaryOperator};
use std::cmp::Ordering;

/// Bits from the lowest undefined one upwards: what a sum or product of it may change.
fn spread(undefined: u128) -> u128 {
    undefined | undefined.wrapping_neg()
}

/// Results this small say nothing about the address they were computed from.
const UNINFORMATIVE: u128 = 4096;

impl Machine<'_> {
    pub(crate) fn binary(
        &mut self,
        operator: BinaryOperator,
        scalar: Scalar,
        overflow: Overflow,
        left: WideValue,
        right: WideValue,
        right_scalar: Scalar,
    ) -> Step<WideValue> {
        match operator {
            BinaryOperator::FloatAdd
            | BinaryOperator::FloatSubtract
            | BinaryOperator::FloatMultiply
            | BinaryOperator::FloatDivide => Ok(float_binary(operator, scalar, left, right)),
            BinaryOperator::ShiftLeft
            | BinaryOperator::SignedShiftRight
            | BinaryOperator::UnsignedShiftRight => {
                self.shift(operator, scalar, overflow, left, right, right_scalar)
            }
            BinaryOperator::SignedDivide
            | BinaryOperator::UnsignedDivide
            | BinaryOperator::SignedRemainder
            | BinaryOperator::UnsignedRemainder => self.divide(operator, scalar, left, right),
            BinaryOperator::Add
            | BinaryOperator::Subtract
            | BinaryOperator::Multiply
            | BinaryOperator::And
            | BinaryOperator::Or
            | BinaryOperator::Xor => self.ring_operation(operator, scalar, overflow, left, right),
        }
    }

    fn ring_operation(
        &mut self,
        operator: BinaryOperator,
        scalar: Scalar,
        overflow: Overflow,
        left: WideValue,
        right: WideValue,
    ) -> Step<WideValue> {
        let width = scalar.bits();
        let mask = wide_mask(width);
        let (a, b) = (left.bits, right.bits);
        let either = left.undefined | right.undefined;
        let (bits, undefined) = match operator {
            BinaryOperator::Add => (a.wrapping_add(b), spread(either)),
            BinaryOperator::Subtract => (a.wrapping_sub(b), spread(either)),
            BinaryOperator::Multiply => {
                let annihilates = left.undefined == 0 && a == 0 || right.undefined == 0 && b == 0;
                (a.wrapping_mul(b), if annihilates { 0 } else { spread(either) })
            }
            BinaryOperator::And => {
                let zero = !a & !left.undefined | !b & !right.undefined;
                (a & b, either & !zero)
            }
            BinaryOperator::Or => {
                let one = a & !left.undefined | b & !right.undefined;
                (a | b, either & !one)
            }
            _ => (a ^ b, either),
        };
        if overflow == Overflow::SignedUndefined && either == 0 {
            let (x, y) = (sign_extend_wide(a, width), sign_extend_wide(b, width));
            let exact = match operator {
                BinaryOperator::Add => x.checked_add(y),
                BinaryOperator::Subtract => x.checked_sub(y),
                BinaryOperator::Multiply => x.checked_mul(y),
                _ => Some(sign_extend_wide(bits & mask, width)),
            };
            if exact.is_none_or(|exact| sign_extend_wide(exact as u128 & mask, width) != exact) {
                let symbol = match operator {
                    BinaryOperator::Add => "+",
                    BinaryOperator::Subtract => "-",
                    _ => "*",
                };
                self.signed_overflow(format!("{x} {symbol} {y}"), width)?;
            }
        }
        let bits = bits & mask;
        let provenance = self.integer_provenance(operator, scalar, left, right, bits);
        Ok(WideValue { bits, undefined: undefined & mask, provenance })
    }

    pub(crate) fn signed_overflow(&mut self, expression: String, width: u32) -> Step<()> {
        let message = format!("signed overflow: {expression} does not fit into {width} bits");
        self.tolerate(Violation::new(FaultKind::SignedOverflow, message))
    }

    fn shift(
        &mut self,
        operator: BinaryOperator,
        scalar: Scalar,
        overflow: Overflow,
        left: WideValue,
        right: WideValue,
        right_scalar: Scalar,
    ) -> Step<WideValue> {
        let width = scalar.bits();
        let mask = wide_mask(width);
        if right.undefined != 0 {
            return Ok(WideValue { bits: left.bits, undefined: mask, provenance: left.provenance.derived() });
        }
        if right.bits >= u128::from(width) {
            let count = sign_extend_wide(right.bits, right_scalar.bits());
            let shown = if count < 0 { count.to_string() } else { right.bits.to_string() };
            let message = format!("shift of a {width}-bit value by {shown}");
            self.tolerate(Violation::new(FaultKind::ShiftOutOfRange, message))?;
        }
        // What the hardware does with counts that are too large.
        let count = (right.bits & u128::from(width.max(32) - 1)) as u32;
        let in_range = count.min(127);
        let forgets_sign = broken::is(self.broken, BrokenRule::ShiftForgetsSign);
        let (bits, undefined) = match operator {
            BinaryOperator::ShiftLeft => (left.bits << in_range, left.undefined << in_range),
            BinaryOperator::SignedShiftRight if !forgets_sign => {
                let signed = |bits: u128| (sign_extend_wide(bits, width) >> in_range) as u128;
                (signed(left.bits), signed(left.undefined))
            }
            _ => (left.bits >> in_range, left.undefined >> in_range),
        };
        let bits = bits & mask;
        if operator == BinaryOperator::ShiftLeft
            && overflow == Overflow::SignedUndefined
            && left.undefined == 0
        {
            let value = sign_extend_wide(left.bits, width);
            if value < 0 || sign_extend_wide(bits, width) >> in_range != value {
                let message = format!("{value} << {count} does not fit into a signed value of {width} bits");
                self.tolerate(Violation::new(FaultKind::ShiftOverflow, message))?;
            }
        }
        let provenance = self.integer_provenance(operator, scalar, left, WideValue::new(0), bits);
        Ok(WideValue { bits, undefined: undefined & mask, provenance })
    }

    fn divide(
        &mut self,
        operator: BinaryOperator,
        scalar: Scalar,
        left: WideValue,
        right: WideValue,
    ) -> Step<WideValue> {
        let width = scalar.bits();
        let mask = wide_mask(width);
        self.require_defined(right, "the divisor")?;
        // The quotient of a number that stands for an address may be multiplied again.
        let is_quotient = matches!(operator, BinaryOperator::SignedDivide | BinaryOperator::UnsignedDivide);
        if is_quotient && left.provenance.is_derived() {
            self.memory.expose(left.provenance);
        }
        if right.bits == 0 {
            return Err(Violation::new(FaultKind::DivisionByZero, "division by zero").into());
        }
        if left.undefined != 0 {
            return Ok(WideValue { bits: 0, undefined: mask, provenance: Provenance::NONE });
        }
        let (a, b) = (left.bits, right.bits);
        let (x, y) = (sign_extend_wide(a, width), sign_extend_wide(b, width));
        let is_signed = matches!(operator, BinaryOperator::SignedDivide | BinaryOperator::SignedRemainder);
        if is_signed && y == -1 && a == 1 << (width - 1) {
            self.signed_overflow(format!("{x} / {y}"), width)?;
            // Where sums and products wrap around, this traps all the same.
            let message = format!("the quotient {x} / {y} does not fit into {width} bits");
            return Err(Violation::new(FaultKind::DivisionByZero, message).into());
        }
        let bits = match operator {
            BinaryOperator::UnsignedDivide => a / b,
            BinaryOperator::UnsignedRemainder => a % b,
            BinaryOperator::SignedDivide if broken::is(self.broken, BrokenRule::DivisionRoundsDown) => {
                x.wrapping_div(y).wrapping_sub(i128::from(x % y != 0 && (x < 0) != (y < 0))) as u128
            }
            BinaryOperator::SignedDivide => x.wrapping_div(y) as u128,
            _ if broken::is(self.broken, BrokenRule::RemainderTakesDivisorSign) => {
                let rest = x.wrapping_rem(y);
                (if rest != 0 && (rest < 0) != (y < 0) { rest + y } else { rest }) as u128
            }
            _ => x.wrapping_rem(y) as u128,
        };
        Ok(WideValue::new(bits & mask))
    }

    /// Where the result of integer arithmetic on addresses points.
    ///
    /// If the result is an address inside the block that an operand points into, it points there. If not,
    /// the result only remembers from which block it was derived: as long as it is there, the block counts
    /// as reachable. A result from two blocks exposes both: they count as reachable from then on.
    fn integer_provenance(
        &mut self,
        operator: BinaryOperator,
        scalar: Scalar,
        left: WideValue,
        right: WideValue,
        result: u128,
    ) -> Provenance {
        let (a, b) = (left.provenance, right.provenance);
        if a.is_none() && b.is_none() {
            return Provenance::NONE;
        }
        let both = !a.is_none() && !b.is_none();
        if both && !a.same_block(b) {
            self.memory.expose(a);
            self.memory.expose(b);
            return Provenance::NONE;
        }
        if both && operator == BinaryOperator::Subtract {
            return Provenance::NONE;
        }
        if operator == BinaryOperator::And && result < UNINFORMATIVE {
            return Provenance::NONE;
        }
        let own = if a.is_none() { b } else { a };
        let is_address = scalar.bits() >= self.memory.pointer_bits();
        let lies_inside = self.memory.info(own).is_some_and(|info| {
            let base = u128::from(self.memory.blocks[own.slot as usize].base);
            result >= base && result - base <= u128::from(info.size)
        });
        if is_address && lies_inside { own.whole() } else { own.derived() }
    }

    pub(crate) fn unary(
        &mut self,
        operator: UnaryOperator,
        scalar: Scalar,
        overflow: Overflow,
        operand: WideValue,
    ) -> Step<WideValue> {
        let width = scalar.bits();
        let mask = wide_mask(width);
        match operator {
            UnaryOperator::Negate if scalar.is_float() => {
                let sign = 1u128 << (width - 1);
                Ok(WideValue { bits: operand.bits ^ sign, ..operand })
            }
            UnaryOperator::Negate => {
                if overflow == Overflow::SignedUndefined
                    && operand.undefined == 0
                    && operand.bits == 1 << (width - 1)
                {
                    let value = sign_extend_wide(operand.bits, width);
                    self.signed_overflow(format!("-({value})"), width)?;
                }
                Ok(WideValue {
                    bits: operand.bits.wrapping_neg() & mask,
                    undefined: spread(operand.undefined) & mask,
                    provenance: operand.provenance.derived(),
                })
            }
            UnaryOperator::BitNot => Ok(WideValue {
                bits: !operand.bits & mask,
                undefined: operand.undefined,
                provenance: operand.provenance.derived(),
            }),
        }
    }

    pub(crate) fn compare(
        &mut self,
        comparison: Comparison,
        domain: Domain,
        scalar: Scalar,
        left: WideValue,
        right: WideValue,
    ) -> Step<WideValue> {
        let width = scalar.bits();
        let is_order = !matches!(comparison, Comparison::Equal | Comparison::NotEqual);
        if domain == Domain::Pointer && is_order && self.checks_relation {
            self.check_related(left, right, "compared by order")?;
        }
        let either = left.undefined | right.undefined;
        if either != 0 {
            // Bits that are defined in both and differ decide (in)equality.
            let differ = (left.bits ^ right.bits) & !either != 0;
            if is_order || !differ || domain == Domain::Float {
                let bits =
                    u128::from(evaluate(comparison, order(domain, width, scalar, left.bits, right.bits)));
                let lost =
                    |value: WideValue| value.undefined != 0 && value.provenance == Provenance::NOT_RETURNED;
                let provenance =
                    if lost(left) || lost(right) { Provenance::NOT_RETURNED } else { Provenance::NONE };
                return Ok(WideValue { bits, undefined: 1, provenance });
            }
        }
        Ok(WideValue::new(u128::from(evaluate(
            comparison,
            order(domain, width, scalar, left.bits, right.bits),
        ))))
    }

    /// Reports pointers into different blocks, if that is asked for.
    pub(crate) fn check_related(&mut self, left: WideValue, right: WideValue, what: &str) -> Step<()> {
        let first = self.memory.effective_provenance(left.low());
        let second = self.memory.effective_provenance(right.low());
        if first.is_none() || second.is_none() || first.same_block(second) {
            return Ok(());
        }
        let message = format!("pointers into different blocks are {what}");
        self.tolerate(Violation::new(FaultKind::UnrelatedPointers, message).about(first))
    }

    pub(crate) fn convert(
        &mut self,
        conversion: Conversion,
        from: Scalar,
        to: Scalar,
        operand: WideValue,
    ) -> Step<WideValue> {
        let mask = wide_mask(to.bits());
        let keeps_address = from.bits().min(to.bits()) >= self.memory.pointer_bits();
        match conversion {
            Conversion::Truncate => Ok(WideValue {
                bits: operand.bits & mask,
                undefined: operand.undefined & mask,
                provenance: operand.provenance,
            }),
            Conversion::ZeroExtend => {
                let provenance =
                    if keeps_address { operand.provenance } else { operand.provenance.derived() };
                Ok(WideValue { provenance, ..operand })
            }
            Conversion::SignExtend => {
                let extend = |bits: u128| sign_extend_wide(bits, from.bits()) as u128 & mask;
                let provenance =
                    if keeps_address { operand.provenance } else { operand.provenance.derived() };
                Ok(WideValue { bits: extend(operand.bits), undefined: extend(operand.undefined), provenance })
            }
            _ if operand.undefined != 0 => Ok(WideValue::undefined(to)),
            Conversion::SignedToFloat => {
                Ok(WideValue::new(float_from_signed(to, sign_extend_wide(operand.bits, from.bits()))))
            }
            Conversion::UnsignedToFloat => Ok(WideValue::new(float_from_unsigned(to, operand.bits))),
            Conversion::FloatToFloat => Ok(WideValue::new(float_to_float(from, to, operand.bits))),
            Conversion::FloatToSigned | Conversion::FloatToUnsigned => {
                self.float_to_integer(conversion == Conversion::FloatToSigned, from, to, operand.bits)
            }
        }
    }

    fn float_to_integer(&mut self, is_signed: bool, from: Scalar, to: Scalar, bits: u128) -> Step<WideValue> {
        let width = to.bits();
        let mask = wide_mask(width);
        let number = extended(from, bits);
        // Unsigned values of 127 and 128 bits are cut in two, because the conversion is to signed ones.
        let exact: Option<u128> = match number.to_integer() {
            Some(value) if is_signed => {
                (sign_extend_wide(value as u128 & mask, width) == value).then_some(value as u128)
            }
            Some(value) => (value >= 0 && value as u128 <= mask).then_some(value as u128),
            None if !is_signed && width == 128 => number
                .decompose()
                .filter(|&(negative, _, exponent)| !negative && exponent == 64)
                .map(|(_, significand, exponent)| u128::from(significand) << exponent),
            None if is_signed && width == 128 => {
                (number == F80::from_signed(i128::MIN)).then_some(i128::MIN as u128)
            }
            None => None,
        };
        if let Some(value) = exact {
            return Ok(WideValue::new(value & mask));
        }
        let message = format!(
            "a floating-point value of {} does not fit into {} bits",
            number.to_f64(),
            if is_signed { format!("{width} signed") } else { format!("{width} unsigned") }
        );
        self.tolerate(Violation::new(FaultKind::FloatToIntegerRange, message))?;
        // The hardware's answer to what it cannot convert.
        Ok(WideValue::new(1 << (width - 1)))
    }
}

fn float_binary(operator: BinaryOperator, scalar: Scalar, left: WideValue, right: WideValue) -> WideValue {
    if left.undefined | right.undefined != 0 {
        return WideValue::undefined(scalar);
    }
    let bits = match scalar {
        Scalar::F32 => {
            let (a, b) = (f32::from_bits(left.bits as u32), f32::from_bits(right.bits as u32));
            u128::from(
                match operator {
                    BinaryOperator::FloatAdd => a + b,
                    BinaryOperator::FloatSubtract => a - b,
                    BinaryOperator::FloatMultiply => a * b,
                    _ => a / b,
                }
                .to_bits(),
            )
        }
        Scalar::F64 => {
            let (a, b) = (f64::from_bits(left.bits as u64), f64::from_bits(right.bits as u64));
            u128::from(float_double(operator, a, b).to_bits())
        }
        _ => {
            let (a, b) = (F80::from_bits(left.bits), F80::from_bits(right.bits));
            match operator {
                BinaryOperator::FloatAdd => a.plus(b),
                BinaryOperator::FloatSubtract => a.minus(b),
                BinaryOperator::FloatMultiply => a.times(b),
                _ => a.over(b),
            }
            .to_bits()
        }
    };
    WideValue::new(bits)
}

#[inline(always)]
pub(crate) fn float_double(operator: BinaryOperator, a: f64, b: f64) -> f64 {
    match operator {
        BinaryOperator::FloatAdd => a + b,
        BinaryOperator::FloatSubtract => a - b,
        BinaryOperator::FloatMultiply => a * b,
        _ => a / b,
    }
}

fn order(domain: Domain, width: u32, scalar: Scalar, left: u128, right: u128) -> Option<Ordering> {
    match domain {
        Domain::Signed => Some(sign_extend_wide(left, width).cmp(&sign_extend_wide(right, width))),
        Domain::Unsigned | Domain::Pointer => Some(left.cmp(&right)),
        Domain::Float => match scalar {
            Scalar::F32 => f32::from_bits(left as u32).partial_cmp(&f32::from_bits(right as u32)),
            Scalar::F64 => f64::from_bits(left as u64).partial_cmp(&f64::from_bits(right as u64)),
            _ => F80::from_bits(left).compare(F80::from_bits(right)),
        },
    }
}

fn evaluate(comparison: Comparison, order: Option<Ordering>) -> bool {
    match comparison {
        Comparison::Equal => order == Some(Ordering::Equal),
        Comparison::NotEqual => order != Some(Ordering::Equal),
        Comparison::Less => order == Some(Ordering::Less),
        Comparison::LessEqual => matches!(order, Some(Ordering::Less | Ordering::Equal)),
        Comparison::Greater => order == Some(Ordering::Greater),
        Comparison::GreaterEqual => matches!(order, Some(Ordering::Greater | Ordering::Equal)),
    }
}

/// A floating-point value of any scalar in the format that holds them all.
pub(crate) fn extended(scalar: Scalar, bits: u128) -> F80 {
    match scalar {
        Scalar::F32 => F80::from_f32(f32::from_bits(bits as u32)),
        Scalar::F64 => F80::from_f64(f64::from_bits(bits as u64)),
        _ => F80::from_bits(bits),
    }
}

fn float_from_signed(to: Scalar, value: i128) -> u128 {
    match to {
        Scalar::F32 => u128::from((value as f32).to_bits()),
        Scalar::F64 => u128::from((value as f64).to_bits()),
        _ => F80::from_signed(value).to_bits(),
    }
}

fn float_from_unsigned(to: Scalar, value: u128) -> u128 {
    match to {
        Scalar::F32 => u128::from((value as f32).to_bits()),
        Scalar::F64 => u128::from((value as f64).to_bits()),
        _ => F80::from_unsigned(value).to_bits(),
    }
}

fn float_to_float(from: Scalar, to: Scalar, bits: u128) -> u128 {
    match (from, to) {
        (Scalar::F32, Scalar::F64) => u128::from(f64::from(f32::from_bits(bits as u32)).to_bits()),
        (Scalar::F64, Scalar::F32) => u128::from((f64::from_bits(bits as u64) as f32).to_bits()),
        (_, Scalar::F32) => u128::from(extended(from, bits).to_f32().to_bits()),
        (_, Scalar::F64) => u128::from(extended(from, bits).to_f64().to_bits()),
        _ => extended(from, bits).to_bits(),
    }
}
