//! The operations that are executed less often.

use crate::broken::{self, BrokenRule};
use crate::calls::{VARIADIC_STRIDE, spent_list, stack_exhausted};
use crate::choices::ChoiceKind;
use crate::code::{self, Code, Extra, Position, SwitchTable, Target};
use crate::fault::FaultKind;
use crate::machine::{Activation, Machine, Step, Stop};
use crate::memory::{BlockKind, NewBlock, Origin, Violation, extend_bits};
use crate::options::Exit;
use crate::value::{Value, WideValue, sign_extend_wide, wide_mask};
use ir::{CopyOverlap, Scalar, StorageKind};

impl Machine<'_> {
    /// Executes one operation; where to go on, if that is not the next one.
    pub(crate) fn extra(&mut self, code: &Code, base: usize, extra: &Extra) -> Step<Option<Position>> {
        match extra {
            Extra::Undefine { to } => self.undefine(base, *to),
            Extra::Unary { to, operator, operand, overflow } => {
                let value = code::read(&self.values[base..], operand.cell, operand.scalar);
                let result = self.unary(*operator, to.scalar, *overflow, value)?;
                code::write(&mut self.values[base..], *to, result);
            }
            Extra::Binary { to, operator, left, right, overflow } => {
                let a = code::read(&self.values[base..], left.cell, left.scalar);
                let b = code::read(&self.values[base..], right.cell, right.scalar);
                let result = self.binary(*operator, to.scalar, *overflow, a, b, right.scalar)?;
                code::write(&mut self.values[base..], *to, result);
            }
            Extra::Compare { to, comparison, domain, left, right } => {
                let a = code::read(&self.values[base..], left.cell, left.scalar);
                let b = code::read(&self.values[base..], right.cell, right.scalar);
                let result = self.compare(*comparison, *domain, left.scalar, a, b)?;
                code::write(&mut self.values[base..], *to, result);
            }
            Extra::Convert { to, conversion, operand } => {
                let value = code::read(&self.values[base..], operand.cell, operand.scalar);
                let result = self.convert(*conversion, operand.scalar, to.scalar, value)?;
                code::write(&mut self.values[base..], *to, result);
            }
            Extra::LoadBits { to, address, bit_offset, bit_width, is_signed } => {
                let address = self.values[base + *address as usize];
                let is_signed = *is_signed && !broken::is(self.broken, BrokenRule::BitLoadForgetsSign);
                let value = self.load_bits(address, *bit_offset, *bit_width)?;
                let mut wide =
                    WideValue::from(extend_bits(value, *bit_width, to.scalar.bits().min(64), is_signed));
                if to.scalar == Scalar::I128 && is_signed {
                    let extend = |bits: u64| sign_extend_wide(u128::from(bits), *bit_width) as u128;
                    wide.bits = extend(value.bits);
                    wide.undefined = extend(value.undefined);
                }
                code::write(&mut self.values[base..], *to, wide);
            }
            Extra::StoreBits { address, bit_offset, bit_width, value } => {
                let address = self.values[base + *address as usize];
                let value = code::read(&self.values[base..], value.cell, value.scalar).low();
                if let Err(violation) = self.memory.store_bits(address, *bit_offset, *bit_width, value) {
                    let address = self.retry_address(violation, address)?;
                    self.memory.store_bits(address, *bit_offset, *bit_width, value)?;
                }
                if broken::is(self.broken, BrokenRule::BitStoreClearsNeighbour)
                    && (bit_offset + bit_width) % 8 != 0
                {
                    let first = bit_offset + bit_width;
                    let byte = Value { bits: address.bits + u64::from(first / 8), ..address };
                    self.memory.store_bits(byte, first % 8, 1, Value::ZERO)?;
                }
            }
            Extra::PointerAdd { to, base: pointer, index, scale } => {
                let pointer = self.values[base + *pointer as usize];
                let index = self.values[base + *index as usize];
                self.values[base + *to as usize] = self.pointer_add(pointer, index, *scale);
            }
            Extra::PointerSubtract { to, left, right, scale } => {
                let left = self.values[base + *left as usize];
                let right = self.values[base + *right as usize];
                let result = self.pointer_subtract(left, right, *scale)?;
                code::write(&mut self.values[base..], *to, result);
            }
            Extra::StackAlloc { to, size, alignment, storage } => {
                let size = code::read(&self.values[base..], size.cell, size.scalar);
                self.values[base + *to as usize] = self.stack_alloc(size, *alignment, *storage)?;
            }
            Extra::StackEnd { address } => {
                let address = self.values[base + *address as usize];
                self.stack_end(address);
            }
            Extra::VaStart { .. } | Extra::VaArg { .. } | Extra::VaCopy { .. } | Extra::VaEnd { .. } => {
                self.variadic_access(base, extra)?;
            }
            Extra::BlockCopy { destination, source, length, overlap } => {
                let destination = self.values[base + *destination as usize];
                let source = self.values[base + *source as usize];
                let length = code::read(&self.values[base..], length.cell, length.scalar);
                self.block_copy(destination, source, length, *overlap)?;
            }
            Extra::BlockSet { destination, value, length } => {
                let destination = self.values[base + *destination as usize];
                let value = self.values[base + *value as usize];
                let length = code::read(&self.values[base..], length.cell, length.scalar);
                self.block_set(destination, value, length)?;
            }
            Extra::Assume { condition } => {
                let value = code::read(&self.values[base..], condition.cell, condition.scalar);
                self.require_defined(value, "the condition of this assumption")?;
                if value.bits == 0 {
                    return Err(Stop::Exit(Exit::AssumptionFailed));
                }
            }
            Extra::Asm { template } => {
                let message = format!("assembly code is reached: {template:?}");
                return Err(Violation::new(FaultKind::AssemblyReached, message).into());
            }
            Extra::EmptyAsm { outputs } => {
                // All inputs are read before any output is written.
                let values: Vec<Option<WideValue>> = outputs
                    .iter()
                    .map(|(_, source)| {
                        source.map(|source| code::read(&self.values[base..], source.cell, source.scalar))
                    })
                    .collect();
                for ((to, _), value) in outputs.iter().zip(values) {
                    match value {
                        Some(value) => code::write(&mut self.values[base..], *to, value),
                        None => self.undefine(base, *to),
                    }
                }
            }
            Extra::Unsupported { reason } => {
                return Err(Violation::new(FaultKind::Unsupported, reason.clone()).into());
            }
            Extra::Switch(table) => return self.switch(base, table).map(Some),
            Extra::Unreachable => {
                let name = &self.module.functions[code.function].name;
                let message = format!("`{name}` reaches a place that it promises not to reach");
                return Err(Violation::new(FaultKind::UnreachableReached, message).into());
            }
        }
        Ok(None)
    }

    fn undefine(&mut self, base: usize, to: Target) {
        let mut value = WideValue::undefined(to.scalar);
        if self.memory.contents_are_chosen() {
            value.bits = self.choices.choose(ChoiceKind::Uninitialised, to.scalar.bits());
        } else if let crate::options::UninitialisedContents::Byte(byte) = self.policies.uninitialised {
            value.bits = u128::from_le_bytes([byte; 16]) & wide_mask(to.scalar.bits());
        }
        code::write(&mut self.values[base..], to, value);
    }

    fn load_bits(&mut self, address: Value, bit_offset: u32, width: u32) -> Step<Value> {
        let address = match self.memory.load_bits(address, bit_offset, width) {
            Ok(value) if value.undefined == 0 || !self.memory.contents_are_chosen() => return Ok(value),
            Ok(_) => address,
            Err(violation) => self.retry_address(violation, address)?,
        };
        let size = (bit_offset + width).div_ceil(8) as usize;
        let (slot, offset) = self.memory.locate(address, size as u64, false)?;
        self.memory.choose_contents(slot, offset, size, &mut self.choices);
        Ok(self.memory.load_bits(address, bit_offset, width)?)
    }

    fn pointer_subtract(&mut self, left: Value, right: Value, scale: i64) -> Step<WideValue> {
        if self.checks_relation {
            self.check_related(left.into(), right.into(), "subtracted")?;
        }
        let width = self.memory.pointer_bits();
        let mask = wide_mask(width);
        if left.undefined | right.undefined != 0 {
            return Ok(WideValue { undefined: mask, ..WideValue::new(0) });
        }
        let difference = self.memory.signed_offset(left.bits, right.bits);
        if !left.provenance.is_none()
            && !right.provenance.is_none()
            && !left.provenance.same_block(right.provenance)
        {
            self.memory.expose(left.provenance);
            self.memory.expose(right.provenance);
        }
        let quotient = if scale == 0 { 0 } else { difference.wrapping_div(scale) };
        Ok(WideValue::new(quotient as u128 & mask))
    }

    pub(crate) fn stack_alloc(
        &mut self,
        size: WideValue,
        alignment: u64,
        storage: StorageKind,
    ) -> Step<Value> {
        self.require_defined(size, "the size of this stack object")?;
        let size = u64::try_from(size.bits).unwrap_or(u64::MAX);
        // Sizes above half of the memory are more than any stack has; -1 says that a length is negative.
        if size >> (self.memory.pointer_bits() - 1) != 0 {
            let all_ones = wide_mask(self.memory.pointer_bits()) as u64;
            let message = match storage {
                // Where words are small, products that wrap around are as likely.
                StorageKind::Alloca if self.memory.pointer_bits() == 64 => {
                    "`alloca` is asked for a negative number of bytes".to_owned()
                }
                StorageKind::Local if size == all_ones => {
                    "a variable-length array has a negative length".to_owned()
                }
                _ => return Err(stack_exhausted()),
            };
            return Err(Violation::new(FaultKind::BadArrayLength, message).into());
        }
        self.check_memory_limit(size)?;
        let kind = match storage {
            StorageKind::Local => BlockKind::Local,
            StorageKind::Temporary | StorageKind::Literal => BlockKind::Temporary,
            StorageKind::Alloca => BlockKind::Alloca,
        };
        let origin = self.short_origin();
        let new = NewBlock { kind, size, alignment: alignment.max(1).next_power_of_two(), origin };
        self.memory.allocate(new).ok_or_else(stack_exhausted)
    }

    fn stack_end(&mut self, address: Value) {
        let is_start = self.memory.block(address.provenance).is_some_and(|block| block.base == address.bits);
        // A jump may have left out the allocation; then there is nothing to end.
        if is_start && self.memory.info_of_slot(address.provenance.slot).kind.is_stack() {
            let origin = Origin { span: self.short_origin().span, frames: Box::default() };
            self.memory.end_stack_block(address.provenance.slot, origin);
        }
    }

    fn switch(&mut self, base: usize, table: &SwitchTable) -> Step<Position> {
        let value = code::read(&self.values[base..], table.value.cell, table.value.scalar);
        self.require_defined(value, "the value of this switch")?;
        let first = table.cases.first().map_or(0, |case| case.0);
        if !table.dense.is_empty() {
            let index = value.bits.wrapping_sub(first);
            let entry = usize::try_from(index).ok().and_then(|index| table.dense.get(index));
            return Ok(entry.copied().unwrap_or(table.default));
        }
        let index = table.cases.partition_point(|case| case.1 < value.bits);
        match table.cases.get(index) {
            Some(&(first, _, target)) if first <= value.bits => Ok(target),
            _ => Ok(table.default),
        }
    }

    /// A length that an operation on memory was given.
    pub(crate) fn length(&mut self, length: WideValue, what: &str) -> Step<u64> {
        self.require_defined(length, what)?;
        Ok(u64::try_from(length.bits).unwrap_or(u64::MAX))
    }

    pub(crate) fn block_copy(
        &mut self,
        destination: Value,
        source: Value,
        length: WideValue,
        overlap: CopyOverlap,
    ) -> Step<()> {
        let mut length = self.length(length, "the length of this copy")?;
        if broken::is(self.broken, BrokenRule::CopyForgetsLastByte) {
            length = length.saturating_sub(1);
        }
        if length == 0 {
            return Ok(());
        }
        let is_bad = match overlap {
            CopyOverlap::Allowed => false,
            CopyOverlap::Forbidden => self.memory.overlap(destination, source, length),
            CopyOverlap::ExactOnly => {
                destination.bits != source.bits && self.memory.overlap(destination, source, length)
            }
        };
        if is_bad {
            // A bad address is the graver mistake.
            self.memory.locate(source, length, false)?;
            self.memory.locate(destination, length, true)?;
            let message = format!("{length} bytes are copied between places that overlap");
            let violation = Violation::new(FaultKind::OverlappingCopy, message).about(destination.provenance);
            let distance = self.memory.signed_offset(destination.bits, source.bits);
            self.tolerate(violation.with_value("distance", distance))?;
        }
        if length > self.limits.bytes_at_once {
            // A bad address is the graver mistake here, too.
            self.memory.locate(source, length, false)?;
            self.memory.locate(destination, length, true)?;
        }
        self.admit(length)?;
        if self.memory.contents_are_chosen() {
            let (slot, offset) = self.memory.locate(source, length, false)?;
            self.memory.choose_contents(slot, offset, length as usize, &mut self.choices);
        }
        Ok(self.memory.copy(destination, source, length)?)
    }

    pub(crate) fn block_set(&mut self, destination: Value, value: Value, length: WideValue) -> Step<()> {
        let length = self.length(length, "the length of this memory area")?;
        if length == 0 {
            return Ok(());
        }
        if length > self.limits.bytes_at_once {
            self.memory.locate(destination, length, true)?;
        }
        self.admit(length)?;
        Ok(self.memory.set(destination, value, length)?)
    }

    /// Whether so many bytes may be copied or set at once.
    pub(crate) fn admit(&self, length: u64) -> Step<()> {
        if length <= self.limits.bytes_at_once {
            return Ok(());
        }
        let message = format!("{length} bytes are copied or set at once");
        Err(Violation::new(FaultKind::StepLimit, message).into())
    }

    fn variadic_access(&mut self, base: usize, extra: &Extra) -> Step<()> {
        let size = self.memory.pointer_bytes;
        match extra {
            Extra::VaStart { list } => {
                let list = self.values[base + *list as usize];
                let area = self.frame().and_then(|frame| frame.variadic.as_ref()).map(|(area, _)| *area);
                let Some(area) = area else {
                    let message = "`va_start` in a function without variadic arguments";
                    return Err(Violation::new(FaultKind::VariadicMisuse, message).into());
                };
                self.store_wide(list, area.into(), size)
            }
            Extra::VaArg { to, list } => {
                let list = self.values[base + *list as usize];
                let next = self.load_wide(list, size)?.low();
                let (value, next) = self.next_variadic(next, to.scalar)?;
                self.store_wide(list, next.into(), size)?;
                code::write(&mut self.values[base..], *to, value);
                Ok(())
            }
            Extra::VaCopy { destination, source } => {
                let destination = self.values[base + *destination as usize];
                let source = self.values[base + *source as usize];
                let next = self.load_wide(source, size)?;
                self.require_variadic_list(next.low())?;
                self.require_unspent(next.low())?;
                self.store_wide(destination, next, size)
            }
            Extra::VaEnd { list } => {
                let list = self.values[base + *list as usize];
                let next = self.load_wide(list, size)?;
                self.require_variadic_list(next.low())?;
                // Afterwards the list is as if it had never been started.
                self.store_wide(
                    list,
                    WideValue { undefined: wide_mask(size as u32 * 8), ..WideValue::new(0) },
                    size,
                )
            }
            _ => Ok(()),
        }
    }

    fn require_variadic_list(&mut self, next: Value) -> Step<()> {
        let is_list = next.undefined == 0
            && self.memory.block(next.provenance).is_some()
            && self.memory.info(next.provenance).is_some_and(|info| info.kind == BlockKind::Variadic);
        if is_list {
            return Ok(());
        }
        let message = "a list of variadic arguments is used that was not started, has ended, or has outlived its function";
        Err(Violation::new(FaultKind::VariadicMisuse, message).into())
    }

    fn require_unspent(&self, next: Value) -> Step<()> {
        let base = self.memory.block(next.provenance).map_or(0, |block| block.base);
        if next.bits != spent_list(base) {
            return Ok(());
        }
        let message = "a list of variadic arguments is used again after a function has read from it, without `va_copy` before or another `va_start`";
        Err(Violation::new(FaultKind::VariadicMisuse, message).into())
    }

    /// Reads the argument that `next` points to, as this scalar; also where the one after it is.
    pub(crate) fn next_variadic(&mut self, next: Value, expected: Scalar) -> Step<(WideValue, Value)> {
        self.require_variadic_list(next)?;
        self.require_unspent(next)?;
        let block_base = self.memory.block(next.provenance).map_or(0, |block| block.base);
        let index = (next.bits.wrapping_sub(block_base) / VARIADIC_STRIDE) as usize;
        let passed = self.activations.iter().rev().find_map(|activation| match activation {
            Activation::Code(frame) => match &frame.variadic {
                Some((area, scalars)) if area.provenance == next.provenance => {
                    Some(scalars.get(index).copied())
                }
                _ => None,
            },
            Activation::Native(_) => None,
        });
        let passed = match passed {
            Some(Some(passed)) => passed,
            _ => {
                let message =
                    format!("variadic argument {} is read, but only {index} were passed", index + 1);
                return Err(Violation::new(FaultKind::VariadicMisuse, message).into());
            }
        };
        if passed.bytes() != expected.bytes() || passed.is_float() != expected.is_float() {
            let message = format!(
                "variadic argument {} was passed as {} and is read as {}",
                index + 1,
                passed.name(),
                expected.name()
            );
            return Err(Violation::new(FaultKind::VariadicMisuse, message).into());
        }
        let value = self.load_wide(next, passed.bytes() as usize)?;
        Ok((value, Value { bits: next.bits + VARIADIC_STRIDE, ..next }))
    }
}
