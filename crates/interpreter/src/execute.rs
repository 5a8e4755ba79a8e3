//! The loop that executes operations.

use crate::arithmetic::float_double;
use crate::broken::{self, BrokenRule};
use crate::code::{Code, Op, read};
use crate::fault::{FaultKind, Subject};
use crate::machine::{Activation, Machine, Step, Stop};
use crate::memory::Violation;
use crate::observer::{Control, Observer};
use crate::value::{Provenance, Value, WideValue, low_mask, sign_extend};
use ir::{BinaryOperator, Comparison, Domain, Overflow, Scalar};
use std::rc::Rc;

impl Machine<'_> {
    /// Executes until something ends the run.
    pub(crate) fn run<O: Observer>(&mut self, observer: &mut O) -> Stop {
        loop {
            let result = match self.activations.last() {
                Some(Activation::Code(frame)) => {
                    let code = Rc::clone(&frame.code);
                    let base = frame.base;
                    self.execute(&code, base, observer)
                }
                Some(Activation::Native(_)) => self.resume_native(None),
                None => return Stop::Returned(None),
            };
            if let Err(stop) = result {
                return stop;
            }
        }
    }

    /// Executes the innermost function until another one becomes the innermost.
    fn execute<O: Observer>(&mut self, code: &Code, base: usize, observer: &mut O) -> Step<()> {
        let ops = &code.ops[..];
        let mut position = self.position as usize;

        macro_rules! cell {
            ($cell:expr) => {
                self.values[base + $cell as usize]
            };
        }
        // Operations on two plain integers; anything else goes the slow way.
        macro_rules! integer {
            ($width:expr, $to:expr, $left:expr, $right:expr, $operator:ident, $a:ident, $b:ident, $result:expr) => {{
                let (left, right) = (cell!($left), cell!($right));
                if left.undefined | right.undefined == 0 && left.provenance.slot | right.provenance.slot == 0
                {
                    let ($a, $b) = (left.bits, right.bits);
                    cell!($to) = Value::new($result & low_mask(u32::from($width)));
                } else {
                    let result =
                        self.slow_binary(BinaryOperator::$operator, $width, Overflow::Wraps, left, right)?;
                    cell!($to) = result;
                }
            }};
        }
        // The operands are moved to the top of the word, so that the overflow of the word is the overflow
        // of the operation.
        macro_rules! checked {
            ($width:expr, $to:expr, $left:expr, $right:expr, $operator:ident, $method:ident, $shift_right:expr) => {{
                let (left, right) = (cell!($left), cell!($right));
                let shift = 64 - u32::from($width);
                let right_shift = if $shift_right { shift } else { 0 };
                let a = (left.bits << shift) as i64;
                let b = ((right.bits << shift) as i64) >> (shift - right_shift);
                let (result, overflows) = a.$method(b);
                if left.undefined | right.undefined == 0
                    && left.provenance.slot | right.provenance.slot == 0
                    && !overflows
                {
                    cell!($to) = Value::new(result as u64 >> shift);
                } else {
                    let result = self.slow_binary(
                        BinaryOperator::$operator,
                        $width,
                        Overflow::SignedUndefined,
                        left,
                        right,
                    )?;
                    cell!($to) = result;
                }
            }};
        }
        macro_rules! comparison {
            ($to:expr, $left:expr, $right:expr, $comparison:ident, $domain:ident, $width:expr, $result:expr) => {{
                let (left, right) = (cell!($left), cell!($right));
                if left.undefined | right.undefined == 0 {
                    cell!($to) = Value::new(u64::from($result(left.bits, right.bits)));
                } else {
                    let result =
                        self.slow_compare(Comparison::$comparison, Domain::$domain, $width, left, right)?;
                    cell!($to) = result;
                }
            }};
        }

        loop {
            self.position = position as u32;
            if self.steps >= self.pause_at {
                self.pause()?;
            }
            self.steps += 1;
            if O::ENABLED && observer.before_instruction(self) == Control::Stop {
                return Err(Stop::Observer);
            }
            match ops[position] {
                Op::Copy { to, from } => cell!(to) = cell!(from),
                Op::CopyWide { to, from } => {
                    cell!(to) = cell!(from);
                    cell!(to + 1) = cell!(from + 1);
                }
                Op::Add { width, to, left, right } => {
                    if broken::is(self.broken, BrokenRule::AdditionForgetsWrap) && width == 32 {
                        integer!(33u8, to, left, right, Add, a, b, a.wrapping_add(b));
                    } else {
                        integer!(width, to, left, right, Add, a, b, a.wrapping_add(b));
                    }
                }
                Op::AddSigned { width, to, left, right } => {
                    checked!(width, to, left, right, Add, overflowing_add, true);
                }
                Op::Subtract { width, to, left, right } => {
                    integer!(width, to, left, right, Subtract, a, b, a.wrapping_sub(b));
                }
                Op::SubtractSigned { width, to, left, right } => {
                    checked!(width, to, left, right, Subtract, overflowing_sub, true);
                }
                Op::Multiply { width, to, left, right } => {
                    if broken::is(self.broken, BrokenRule::MultiplicationIsNarrow) {
                        integer!(
                            width,
                            to,
                            left,
                            right,
                            Multiply,
                            a,
                            b,
                            (a & 0xffff_ffff).wrapping_mul(b & 0xffff_ffff)
                        );
                    } else {
                        integer!(width, to, left, right, Multiply, a, b, a.wrapping_mul(b));
                    }
                }
                Op::MultiplySigned { width, to, left, right } => {
                    checked!(width, to, left, right, Multiply, overflowing_mul, false);
                }
                Op::And { width, to, left, right } => integer!(width, to, left, right, And, a, b, a & b),
                Op::Or { width, to, left, right } => integer!(width, to, left, right, Or, a, b, a | b),
                Op::Xor { width, to, left, right } => integer!(width, to, left, right, Xor, a, b, a ^ b),
                Op::Equal { to, left, right } => {
                    comparison!(to, left, right, Equal, Unsigned, 64, |a: u64, b: u64| a == b);
                }
                Op::NotEqual { to, left, right } => {
                    comparison!(to, left, right, NotEqual, Unsigned, 64, |a: u64, b: u64| a != b);
                }
                Op::LessSigned { width, to, left, right } => {
                    let width = u32::from(width);
                    comparison!(to, left, right, Less, Signed, width, |a: u64, b: u64| {
                        sign_extend(a, width) < sign_extend(b, width)
                    });
                }
                Op::LessEqualSigned { width, to, left, right } => {
                    let width = u32::from(width);
                    comparison!(to, left, right, LessEqual, Signed, width, |a: u64, b: u64| {
                        sign_extend(a, width) <= sign_extend(b, width)
                    });
                }
                Op::LessUnsigned { to, left, right } => {
                    comparison!(to, left, right, Less, Unsigned, 64, |a: u64, b: u64| a < b);
                }
                Op::LessEqualUnsigned { to, left, right } => {
                    comparison!(to, left, right, LessEqual, Unsigned, 64, |a: u64, b: u64| a <= b);
                }
                Op::Truncate { width, to, from } => {
                    let value = cell!(from);
                    let mask = low_mask(u32::from(width));
                    cell!(to) = Value {
                        bits: value.bits & mask,
                        undefined: value.undefined & mask,
                        provenance: value.provenance,
                    };
                }
                Op::ZeroExtend { to, from } => {
                    let value = cell!(from);
                    cell!(to) = Value { provenance: value.provenance.derived(), ..value };
                }
                Op::SignExtend { width, target, to, from } => {
                    let value = cell!(from);
                    let mask = low_mask(u32::from(target));
                    let keeps_address = u32::from(width) >= self.memory.pointer_bits();
                    let provenance =
                        if keeps_address { value.provenance } else { value.provenance.derived() };
                    cell!(to) = Value {
                        bits: sign_extend(value.bits, u32::from(width)) as u64 & mask,
                        undefined: sign_extend(value.undefined, u32::from(width)) as u64 & mask,
                        provenance,
                    };
                }
                Op::FloatDouble { operator, to, left, right } => {
                    let (left, right) = (cell!(left), cell!(right));
                    cell!(to) = if left.undefined | right.undefined == 0 {
                        let (a, b) = (f64::from_bits(left.bits), f64::from_bits(right.bits));
                        Value::new(float_double(operator, a, b).to_bits())
                    } else {
                        Value::undefined(64)
                    };
                }
                Op::Load { size, to, address } => {
                    let address = cell!(address);
                    let loaded = match self.memory.load(address, usize::from(size)) {
                        Ok(value) if value.undefined == 0 && !self.checks_alignment => value,
                        other => self.slow_load(other, address, usize::from(size))?,
                    };
                    cell!(to) = if broken::is(self.broken, BrokenRule::HalfLoadSwapsBytes) && size == 2 {
                        Value { bits: u64::from((loaded.bits as u16).swap_bytes()), ..loaded }
                    } else {
                        loaded
                    };
                }
                Op::Store { size, address, value } => {
                    let (address, value) = (cell!(address), cell!(value));
                    if self.checks_alignment {
                        self.check_alignment(address, usize::from(size))?;
                    }
                    if let Err(violation) = self.memory.store(address, value, usize::from(size)) {
                        let address = self.retry_address(violation, address)?;
                        self.memory.store(address, value, usize::from(size))?;
                    }
                    if broken::is(self.broken, BrokenRule::BoundsOffByOne) {
                        self.memory.locate(address, u64::from(size) + 1, true)?;
                    }
                }
                Op::LoadWide { size, to, address } => {
                    let value = self.load_wide(cell!(address), usize::from(size))?;
                    cell!(to) = value.low();
                    cell!(to + 1) = value.high();
                }
                Op::StoreWide { size, address, value } => {
                    let wide = read(&self.values[base..], value, Scalar::I128);
                    self.store_wide(cell!(address), wide, usize::from(size))?;
                }
                Op::PointerAdd { scale, to, base: pointer, index } => {
                    let (pointer, index) = (cell!(pointer), cell!(index));
                    let is_halved = broken::is(self.broken, BrokenRule::PointerScaleIsHalved) && scale == 4;
                    let scale = if is_halved { 2 } else { i64::from(scale) };
                    cell!(to) = self.pointer_add(pointer, index, scale);
                }
                Op::PointerOffset { to, base: pointer, offset } => {
                    let pointer = cell!(pointer);
                    let mask = self.address_mask();
                    cell!(to) =
                        Value { bits: pointer.bits.wrapping_add(i64::from(offset) as u64) & mask, ..pointer };
                }
                Op::Jump { target } => {
                    position = target as usize;
                    continue;
                }
                Op::Branch { condition, then, otherwise } => {
                    let value = cell!(condition);
                    if value.undefined != 0 {
                        self.require_defined_condition(value)?;
                    }
                    position = if value.bits != 0 { then } else { otherwise } as usize;
                    continue;
                }
                Op::Return { from } => {
                    let value = cell!(from);
                    return self.return_value(Some(value.into()));
                }
                Op::ReturnWide { from } => {
                    let value = read(&self.values[base..], from, Scalar::I128);
                    return self.return_value(Some(value));
                }
                Op::ReturnNothing => return self.return_value(None),
                Op::Call { index } => {
                    if self.call(base, &code.calls[index as usize])? {
                        return Ok(());
                    }
                }
                Op::Extra { index } => {
                    if let Some(target) = self.extra(code, base, &code.extras[index as usize])? {
                        position = target as usize;
                        continue;
                    }
                }
            }
            position += 1;
        }
    }

    #[cold]
    fn slow_binary(
        &mut self,
        operator: BinaryOperator,
        width: u8,
        overflow: Overflow,
        left: Value,
        right: Value,
    ) -> Step<Value> {
        let scalar = integer_scalar(u32::from(width));
        self.binary(operator, scalar, overflow, left.into(), right.into(), scalar).map(WideValue::low)
    }

    #[cold]
    fn slow_compare(
        &mut self,
        comparison: Comparison,
        domain: Domain,
        width: u32,
        left: Value,
        right: Value,
    ) -> Step<Value> {
        let scalar = integer_scalar(width);
        self.compare(comparison, domain, scalar, left.into(), right.into()).map(WideValue::low)
    }

    /// An access failed. If only its address is not initialised and nobody minds, it is tried with the
    /// address as it is.
    #[cold]
    pub(crate) fn retry_address(&mut self, violation: Box<Violation>, address: Value) -> Step<Value> {
        if address.undefined == 0 {
            return Err(violation.into());
        }
        self.require_defined_as(address.into(), "the address of this access", Subject::Address)?;
        Ok(Value { undefined: 0, ..address })
    }

    #[cold]
    fn slow_load(
        &mut self,
        first: Result<Value, Box<Violation>>,
        address: Value,
        size: usize,
    ) -> Step<Value> {
        if self.checks_alignment {
            self.check_alignment(address, size)?;
        }
        let (address, value) = match first {
            Ok(value) => (address, value),
            Err(violation) => {
                let address = self.retry_address(violation, address)?;
                (address, self.memory.load(address, size)?)
            }
        };
        if value.undefined != 0 && self.memory.contents_are_chosen() {
            let (slot, offset) = self.memory.locate(address, size as u64, false)?;
            self.memory.choose_contents(slot, offset, size, &mut self.choices);
            return Ok(self.memory.load(address, size)?);
        }
        Ok(value)
    }

    /// Reads a value of any size for instructions and library functions.
    pub(crate) fn load_wide(&mut self, address: Value, size: usize) -> Step<WideValue> {
        if size <= 8 {
            let first = self.memory.load(address, size);
            return self.slow_load(first, address, size).map(WideValue::from);
        }
        if self.checks_alignment {
            self.check_alignment(address, size)?;
        }
        let address = match self.memory.locate(address, size as u64, false) {
            Ok((slot, offset)) => {
                if self.memory.contents_are_chosen() {
                    self.memory.choose_contents(slot, offset, size, &mut self.choices);
                }
                address
            }
            Err(violation) => self.retry_address(violation, address)?,
        };
        Ok(self.memory.load_wide(address, size)?)
    }

    pub(crate) fn store_wide(&mut self, address: Value, value: WideValue, size: usize) -> Step<()> {
        if self.checks_alignment {
            self.check_alignment(address, size)?;
        }
        if let Err(violation) = self.memory.store_wide(address, value, size) {
            let address = self.retry_address(violation, address)?;
            self.memory.store_wide(address, value, size)?;
        }
        Ok(())
    }

    fn check_alignment(&mut self, address: Value, size: usize) -> Step<()> {
        // No scalar of these machines needs more than the size of an address, except the wide ones.
        let alignment = if size > 8 { 16 } else { size }.min(self.memory.pointer_bytes * 2);
        let alignment = if self.memory.pointer_bytes == 4 { alignment.min(4) } else { alignment };
        if address.undefined != 0 || address.bits.is_multiple_of(alignment as u64) {
            return Ok(());
        }
        let message = format!("access of {size} bytes at address {:#x}, which is not aligned", address.bits);
        self.tolerate(Violation::new(FaultKind::MisalignedAccess, message).about(address.provenance))
    }

    #[inline(always)]
    pub(crate) fn pointer_add(&self, pointer: Value, index: Value, scale: i64) -> Value {
        let mask = self.address_mask();
        let width = self.memory.pointer_bits();
        let offset = sign_extend(index.bits, width).wrapping_mul(scale);
        let undefined = pointer.undefined | index.undefined;
        Value {
            bits: pointer.bits.wrapping_add(offset as u64) & mask,
            undefined: if undefined == 0 { 0 } else { (undefined | undefined.wrapping_neg()) & mask },
            // `0[p]`, written the other way round by the program, still points where `p` points.
            provenance: if pointer.provenance.is_none() && scale == 1 {
                index.provenance
            } else {
                pointer.provenance
            },
        }
    }

    #[cold]
    fn require_defined_condition(&mut self, value: Value) -> Step<()> {
        self.require_defined(value.into(), "the condition of this branch")
    }

    /// Writes the result of a finished call into the function that waits for it.
    pub(crate) fn finish_call(&mut self, value: Option<WideValue>) -> Step<()> {
        match self.activations.last() {
            Some(Activation::Native(_)) => self.resume_native(value),
            Some(Activation::Code(frame)) => {
                let (code, base, position) = (Rc::clone(&frame.code), frame.base, frame.position);
                if let Op::Call { index } = code.ops[position as usize]
                    && let Some(to) = code.calls[index as usize].to
                {
                    let value = value.unwrap_or_else(|| WideValue {
                        provenance: Provenance::NOT_RETURNED,
                        ..WideValue::undefined(to.scalar)
                    });
                    self.deliver(base, to, value);
                }
                self.position = position + 1;
                Ok(())
            }
            None => Err(Stop::Returned(value)),
        }
    }
}

/// The integer scalar with at least this many bits.
fn integer_scalar(width: u32) -> Scalar {
    match width {
        ..=8 => Scalar::I8,
        9..=16 => Scalar::I16,
        17..=32 => Scalar::I32,
        33..=64 => Scalar::I64,
        _ => Scalar::I128,
    }
}
