//! Calls and returns.

use crate::choices::ChoiceKind;
use crate::code::{self, CallSite, CallTarget, Code};
use crate::fault::FaultKind;
use crate::library::{Argument, Call, Outcome};
use crate::machine::{Activation, Frame, Machine, Step};
use crate::memory::{BlockKind, NewBlock, Violation};
use crate::native::{Invoked, Native};
use crate::value::{Value, WideValue, wide_mask};
use ir::{FunctionId, Scalar};
use std::rc::Rc;

/// Variadic arguments lie this many bytes apart.
pub(crate) const VARIADIC_STRIDE: u64 = 16;

/// What a list of variadic arguments holds, which lie at `base`, once a function of the library has read from it.
pub(crate) fn spent_list(base: u64) -> u64 {
    base.wrapping_sub(VARIADIC_STRIDE)
}

impl Machine<'_> {
    /// Executes a call; whether another function is now the innermost one (or the same one elsewhere).
    pub(crate) fn call(&mut self, base: usize, site: &CallSite) -> Step<bool> {
        let function = match site.target {
            CallTarget::Direct(function) => function,
            CallTarget::Indirect(cell) => {
                let pointer = self.values[base + cell as usize];
                if self.is_callback(pointer) {
                    if let Some(to) = site.to {
                        let bits = self.choices.choose(ChoiceKind::Input, to.scalar.bits());
                        self.deliver(base, to, WideValue::new(bits));
                    }
                    return Ok(false);
                }
                self.call_target(pointer)?
            }
        };
        let position = self.position;
        if let Some(Activation::Code(frame)) = self.activations.last_mut() {
            frame.position = position;
        }
        if let Some(callee) = self.code_of(function) {
            self.enter_from(base, site, callee)?;
            return Ok(true);
        }
        let arguments: Vec<Argument> = site
            .arguments
            .iter()
            .map(|source| Argument {
                value: code::read(&self.values[base..], source.cell, source.scalar),
                scalar: source.scalar,
            })
            .collect();
        let call = Call { function, arguments: &arguments };
        match self.call_library(&call)? {
            Outcome::Return(value) => {
                if let Some(to) = site.to {
                    self.deliver(base, to, value);
                }
                Ok(false)
            }
            Outcome::Nothing => {
                if let Some(to) = site.to {
                    self.deliver(base, to, WideValue::undefined(to.scalar));
                }
                Ok(false)
            }
            Outcome::Transferred => Ok(true),
        }
    }

    /// Whether a pointer points to a function of which nothing is known.
    fn is_callback(&self, pointer: Value) -> bool {
        let provenance = self.memory.effective_provenance(pointer).whole();
        let is_start = self.memory.block(provenance).is_some_and(|block| block.base == pointer.bits);
        let kind = self.memory.info(provenance).map(|info| info.kind);
        pointer.undefined == 0 && is_start && kind == Some(BlockKind::Callback)
    }

    /// The function that a pointer points to.
    pub(crate) fn call_target(&mut self, pointer: Value) -> Step<FunctionId> {
        self.require_defined(pointer.into(), "the pointer to the called function")?;
        let fail = |message: String, provenance| {
            Err(Violation::new(FaultKind::BadCallTarget, message).about(provenance).into())
        };
        if pointer.bits == 0 && pointer.provenance.is_none() {
            return fail("call through a null pointer".to_owned(), pointer.provenance);
        }
        let provenance = self.memory.effective_provenance(pointer).whole();
        let Some(info) = self.memory.info(provenance) else {
            return fail(
                format!("call of address {:#x}, where there is no function", pointer.bits),
                provenance,
            );
        };
        let offset = pointer.bits.wrapping_sub(self.memory.blocks[provenance.slot as usize].base);
        match info.kind {
            BlockKind::Function if offset == 0 => Ok(FunctionId::from_raw(info.symbol)),
            BlockKind::Function => fail("call of an address inside a function".to_owned(), provenance),
            kind => {
                let what = kind.describe(info.size);
                fail(format!("call of an address in a {what}, which is not a function"), provenance)
            }
        }
    }

    fn enter_from(&mut self, base: usize, site: &CallSite, callee: Rc<Code>) -> Step<()> {
        if site.arguments.len() < callee.parameters.len() {
            return Err(self.too_few_arguments(&callee, site.arguments.len()));
        }
        let new_base = self.push_frame(&callee)?;
        for (index, (source, parameter)) in site.arguments.iter().zip(&callee.parameters).enumerate() {
            if source.scalar == parameter.scalar && !code::is_wide(source.scalar) {
                self.values[new_base + parameter.cell as usize] = self.values[base + source.cell as usize];
            } else {
                let value = code::read(&self.values[base..], source.cell, source.scalar);
                let value = self.argument_for(&callee, index, value, source.scalar, parameter.scalar)?;
                code::write(&mut self.values[new_base..], *parameter, value);
            }
        }
        if callee.is_variadic {
            let extra: Vec<Argument> = site
                .arguments
                .iter()
                .skip(callee.parameters.len())
                .map(|source| Argument {
                    value: code::read(&self.values[base..], source.cell, source.scalar),
                    scalar: source.scalar,
                })
                .collect();
            self.pass_variadic(&extra)?;
        }
        Ok(())
    }

    /// Calls a function of the program, or of the library, from inside the library.
    pub(crate) fn invoke(&mut self, function: FunctionId, arguments: &[Argument]) -> Step<Invoked> {
        let Some(callee) = self.code_of(function) else {
            let call = Call { function, arguments };
            return match self.call_library(&call)? {
                Outcome::Return(value) => Ok(Invoked::Returned(Some(value))),
                Outcome::Nothing => Ok(Invoked::Returned(None)),
                Outcome::Transferred => Ok(Invoked::Entered),
            };
        };
        if arguments.len() < callee.parameters.len() {
            return Err(self.too_few_arguments(&callee, arguments.len()));
        }
        let base = self.push_frame(&callee)?;
        for (index, (argument, parameter)) in arguments.iter().zip(&callee.parameters).enumerate() {
            let value =
                self.argument_for(&callee, index, argument.value, argument.scalar, parameter.scalar)?;
            code::write(&mut self.values[base..], *parameter, value);
        }
        if callee.is_variadic {
            self.pass_variadic(&arguments[callee.parameters.len()..])?;
        }
        Ok(Invoked::Entered)
    }

    fn too_few_arguments(&self, callee: &Code, given: usize) -> crate::machine::Stop {
        let name = &self.module.functions[callee.function].name;
        let message =
            format!("`{name}` takes {} arguments, but is called with {given}", callee.parameters.len());
        Violation::new(FaultKind::WrongSignature, message).into()
    }

    /// Starts a function: its cells, with undefined registers.
    fn push_frame(&mut self, callee: &Rc<Code>) -> Step<usize> {
        let depth = self.activations.len();
        if depth >= self.limits.call_depth {
            let message = format!("more than {} functions are active", self.limits.call_depth);
            return Err(Violation::new(FaultKind::RecursionLimit, message).into());
        }
        if callee.marks_error {
            let name = &self.module.functions[callee.function].name;
            let message = format!("`{name}` is called");
            self.tolerate(Violation::new(FaultKind::ErrorReached, message))?;
        }
        let base = self.values.len();
        let needed = (base + callee.template.len()) * std::mem::size_of::<Value>();
        if needed > self.limits.register_bytes {
            let message = format!("the registers of {depth} active functions need more than the limit");
            return Err(Violation::new(FaultKind::RecursionLimit, message).into());
        }
        self.values.extend_from_slice(&callee.template);
        let serial = self.next_serial;
        self.next_serial += 1;
        self.activations.push(Activation::Code(Frame {
            code: Rc::clone(callee),
            position: 0,
            base,
            serial,
            stack_mark: self.memory.stack_mark(),
            stack_pointer: self.memory.stack_pointer,
            variadic: None,
        }));
        self.statistics.peak_depth = self.statistics.peak_depth.max(depth + 1);
        self.position = 0;
        Ok(base)
    }

    /// An argument that was passed as another scalar than the function expects.
    fn argument_for(
        &mut self,
        callee: &Code,
        index: usize,
        value: WideValue,
        passed: Scalar,
        expected: Scalar,
    ) -> Step<WideValue> {
        if passed == expected {
            return Ok(value);
        }
        if passed.is_float() || expected.is_float() {
            let name = &self.module.functions[callee.function].name;
            let message = format!(
                "argument {} of `{name}` is passed as {} but read as {}",
                index + 1,
                passed.name(),
                expected.name()
            );
            return Err(Violation::new(FaultKind::WrongSignature, message).into());
        }
        let mask = wide_mask(expected.bits());
        // Of a shorter argument the upper bits are whatever happens to be there.
        let missing = mask & !wide_mask(passed.bits());
        Ok(WideValue {
            bits: value.bits & mask,
            undefined: value.undefined & mask | missing,
            provenance: value.provenance,
        })
    }

    fn pass_variadic(&mut self, extra: &[Argument]) -> Step<()> {
        let size = extra.len() as u64 * VARIADIC_STRIDE;
        self.check_memory_limit(size)?;
        let origin = self.short_origin();
        let new = NewBlock { kind: BlockKind::Variadic, size, alignment: VARIADIC_STRIDE, origin };
        let area = self.memory.allocate(new).ok_or_else(stack_exhausted)?;
        for (index, argument) in extra.iter().enumerate() {
            let place = Value { bits: area.bits + index as u64 * VARIADIC_STRIDE, ..area };
            self.memory.store_wide(place, argument.value, argument.scalar.bytes() as usize)?;
        }
        let scalars = extra.iter().map(|argument| argument.scalar).collect();
        if let Some(Activation::Code(frame)) = self.activations.last_mut() {
            frame.variadic = Some((area, scalars));
        }
        Ok(())
    }

    /// Ends the innermost function of the program and hands its result on.
    pub(crate) fn return_value(&mut self, value: Option<WideValue>) -> Step<()> {
        let span = self.frame().and_then(|frame| frame.code.spans.get(self.position as usize).copied());
        if let Some(Activation::Code(frame)) = self.activations.pop() {
            let span = span.unwrap_or(source::Span::NONE);
            self.memory.end_stack_blocks(frame.stack_mark, frame.stack_pointer, span);
            self.values.truncate(frame.base);
            if let [Activation::Native(native)] = &self.activations[..]
                && matches!(**native, Native::Program(_))
            {
                self.left_main = Some((frame.code.function, span));
            }
        }
        self.finish_call(value)
    }
}

pub(crate) fn stack_exhausted() -> crate::machine::Stop {
    Violation::new(FaultKind::MemoryLimit, "the program's stack is exhausted").into()
}
