//! One instruction on one configuration: all outcomes.

use crate::bits::BitRange;
use crate::configuration::Configuration;
use crate::context::Context;
use crate::library::{self, Argument};
use crate::limits::RESTARTS_OF_AN_INSTRUCTION;
use crate::memory::NULL_PAGE;
use crate::outcome::{Fault, GaveUp, Interrupt, Missing, Outcome, Step};
use heap_rules::chunks::{expose_chunk, expose_inside, expose_start};
use heap_rules::rearrange::expose_element;
use heap_rules::trees::expose::{expose_before_hole, expose_root};
use interpreter::FaultKind;
use ir::{Callee, Domain, Function, Instruction, InstructionKind, Operand, RegisterId, Scalar, StorageKind};
use pure_logic::Fact;
use symbolic_heap::{Content, Region, State, Value};

/// Executes an instruction that is no call of a function of the program.
pub fn step(
    context: &mut Context<'_>,
    function: &Function,
    instruction: &Instruction,
    configuration: Configuration,
) -> Vec<Outcome> {
    context.span = instruction.span;
    attempt(context, configuration, |context, configuration| {
        execute(context, function, &instruction.kind, configuration)
    })
}

/// Runs an operation, supplies what it lacks, and runs it again, until every case has an outcome.
pub fn attempt(
    context: &mut Context<'_>,
    configuration: Configuration,
    mut operation: impl FnMut(&mut Context<'_>, Configuration) -> Step<Vec<Outcome>>,
) -> Vec<Outcome> {
    let span = context.span;
    let mut outcomes = Vec::new();
    let mut work = vec![configuration];
    let mut restarts = 0;
    while let Some(configuration) = work.pop() {
        let interrupt = match operation(context, configuration.clone()) {
            Ok(results) => {
                outcomes.extend(results);
                continue;
            }
            Err(interrupt) => interrupt,
        };
        restarts += 1;
        if restarts > RESTARTS_OF_AN_INSTRUCTION {
            let reason = "too many cases at one instruction".into();
            outcomes.push(Outcome::GaveUp(GaveUp { reason, span }));
            break;
        }
        match interrupt {
            Interrupt::Split(fact) => {
                work.extend(assuming_not(context, &configuration, fact));
                work.extend(assuming(context, &configuration, &[fact]));
            }
            Interrupt::Require { fact, kind, message, block } => {
                let passing = assuming(context, &configuration, &[fact]);
                if let Some(mut failing) = assuming_not(context, &configuration, fact) {
                    if passing.is_none() {
                        failing.path.end_inevitably();
                    }
                    outcomes.push(Outcome::Fault(Fault { kind, message, span, block }, failing));
                }
                work.extend(passing);
            }
            Interrupt::UnfoldFirst(segment) => {
                let states =
                    heap_rules::rearrange::unfold_first(&mut context.solver, &configuration.state, segment);
                work.extend(with_states(&configuration, states));
            }
            Interrupt::UnfoldLast(segment) => {
                let states =
                    heap_rules::rearrange::unfold_last(&mut context.solver, &configuration.state, segment);
                work.extend(with_states(&configuration, states));
            }
            Interrupt::ExposeRoot(instance) => {
                let states = expose_root(&mut context.solver, &configuration.state, instance);
                work.extend(with_states(&configuration, states));
            }
            Interrupt::ExposeBeforeHole(instance) => {
                let states = expose_before_hole(&mut context.solver, &configuration.state, instance);
                work.extend(with_states(&configuration, states));
            }
            Interrupt::ExposeElement { array, run } => {
                match expose_element(&mut context.solver, &configuration.state, array, run) {
                    Some(states) => work.extend(with_states(&configuration, states)),
                    // It may be an element of either of two runs.
                    None => match context.spread_elements(&configuration, array, run) {
                        Some(configuration) => work.push(configuration),
                        None => {
                            let reason = "an access to several elements that own memory".into();
                            outcomes.push(Outcome::GaveUp(GaveUp { reason, span }));
                        }
                    },
                }
            }
            Interrupt::OpenTexts { block, run } => {
                work.push(context.with_open_texts(&configuration, block, run));
            }
            Interrupt::ExposeStart { block, place } => {
                match expose_start(&mut context.solver, &configuration.state, block, place) {
                    Some(states) => work.extend(with_states(&configuration, states)),
                    None => {
                        let reason = "an access to a chunk that cannot be told from others".into();
                        outcomes.push(Outcome::GaveUp(GaveUp { reason, span }));
                    }
                }
            }
            Interrupt::ExposeChunk { block, start, place } => {
                let (solver, state) = (&mut context.solver, &configuration.state);
                let states = match start == place {
                    true => expose_chunk(solver, state, block, start),
                    false => expose_inside(solver, state, block, (start, place)),
                };
                match states {
                    Some(states) => work.extend(with_states(&configuration, states)),
                    None => {
                        let reason = "an access to a chunk that cannot be told from others".into();
                        outcomes.push(Outcome::GaveUp(GaveUp { reason, span }));
                    }
                }
            }
            Interrupt::SpreadElements { array, run, undecided, reason } => {
                if let Some(cases) = context.cases_at_null_end(&configuration.state, array, run) {
                    let cases = cases.map(|case| assuming(context, &configuration, &[case]));
                    work.extend(cases.into_iter().flatten());
                    continue;
                }
                match context.spread_elements(&configuration, array, run) {
                    Some(configuration) => work.push(configuration),
                    None if context.has_few_pointers(&configuration.state, array) => {
                        work.extend(assuming_not(context, &configuration, undecided));
                        work.extend(assuming(context, &configuration, &[undecided]));
                    }
                    None => outcomes.push(Outcome::GaveUp(GaveUp { reason: reason.into(), span })),
                }
            }
            Interrupt::Fault { kind, message, block } => {
                outcomes.push(Outcome::Fault(Fault { kind, message, span, block }, configuration));
            }
            Interrupt::Missing { address, bytes, is_read, wanted, reason } => {
                let missing = Missing { address, bytes, is_read, wanted, reason, span };
                outcomes.push(Outcome::Missing(missing, configuration));
            }
            Interrupt::GaveUp(reason) => outcomes.push(Outcome::GaveUp(GaveUp { reason, span })),
            Interrupt::Vanish => {}
            Interrupt::Exit => outcomes.push(Outcome::Exit(configuration)),
        }
    }
    outcomes
}

fn with_states(
    configuration: &Configuration,
    states: Vec<State>,
) -> impl Iterator<Item = Configuration> + use<> {
    let path = configuration.path.clone();
    states.into_iter().map(move |state| Configuration { state, path: path.clone() })
}

/// The configuration with more facts; `None` if they contradict it.
pub fn assuming(
    context: &mut Context<'_>,
    configuration: &Configuration,
    facts: &[Fact],
) -> Option<Configuration> {
    let mut configuration = configuration.clone();
    for &fact in facts {
        if fact == Fact::False {
            return None;
        }
        context.note_decision(&configuration.state, &mut configuration.path, fact);
        configuration.state.assume(&mut context.solver, fact);
    }
    let state = heap_rules::rearrange::normalise(&mut context.solver, configuration.state)?;
    Some(Configuration { state, ..configuration })
}

/// The configuration with the opposite of a fact.
pub fn assuming_not(
    context: &mut Context<'_>,
    configuration: &Configuration,
    fact: Fact,
) -> Option<Configuration> {
    let opposite = context.solver.terms.negation(fact);
    assuming(context, configuration, &opposite)
}

impl Context<'_> {
    pub fn scalar_of(&self, function: &Function, operand: Operand) -> Scalar {
        match operand {
            Operand::Register(register) => {
                let body = function.body.as_ref().expect("a function being executed has a body");
                body.registers[register].scalar
            }
            Operand::Constant(constant) => constant.scalar,
            Operand::Global(..) | Operand::Function(_) => self.pointer_scalar(),
        }
    }

    /// The value of an operand.
    pub fn operand(&mut self, state: &mut State, function: &Function, operand: Operand) -> Value {
        match operand {
            Operand::Register(register) => match state.registers[register.index()] {
                Some(value) => value,
                None => {
                    let scalar = self.scalar_of(function, operand);
                    let value = Value::indeterminate(self.unknown_word(state, scalar, "undef"));
                    state.registers[register.index()] = Some(value);
                    value
                }
            },
            Operand::Constant(constant) => {
                let number = if constant.scalar.is_integer() {
                    constant.signed()
                } else {
                    i128::try_from(constant.bits()).unwrap_or(0)
                };
                Value::defined(self.constant(number))
            }
            Operand::Global(global, _) if self.may_be_missing(global) => {
                let scalar = self.pointer_scalar();
                Value::defined(self.unknown_word(state, scalar, "weak"))
            }
            Operand::Global(global, offset) => {
                let base = self.global_base(global);
                let address = self.solver.terms.atom_term(base);
                Value::defined(self.solver.terms.add_constant(address, i128::from(offset)))
            }
            Operand::Function(id) if self.may_be_absent(id) => {
                let scalar = self.pointer_scalar();
                Value::defined(self.unknown_word(state, scalar, "weak"))
            }
            Operand::Function(id) => {
                let base = self.function_base(id);
                Value::defined(self.solver.terms.atom_term(base))
            }
        }
    }
}

fn register_scalar(function: &Function, register: RegisterId) -> Scalar {
    function.body.as_ref().expect("a function being executed has a body").registers[register].scalar
}

/// A `volatile` object was read: what it holds may be what was stored last, or anything else (C11 6.7.3p7). The
/// second case covers the first; only a hunt, which wants executions to repeat, follows both.
fn with_other_values(
    context: &mut Context<'_>,
    configuration: Configuration,
    destination: RegisterId,
    stored: Value,
    scalar: Scalar,
) -> Vec<Outcome> {
    let mut changed = configuration.clone();
    let Configuration { state, path } = &mut changed;
    let value = context.opaque(state, path, scalar, stored.undefined, "a volatile object");
    // It stands for every value, and perhaps no other thread or device stores the one that leads to an error.
    path.join("a volatile object");
    state.registers[destination.index()] = Some(value);
    let mut outcomes = vec![Outcome::Continue(changed)];
    if context.options.split_on_offsets {
        outcomes.insert(0, Outcome::Continue(configuration));
    }
    outcomes
}

/// What a `volatile` access at a constant address means is told by the machine: there may be a device.
fn refuse_devices(context: &Context<'_>, address: Value, is_volatile: bool) -> Step<()> {
    let is_device = is_volatile
        && context.options.volatile_may_change
        && context.solver.terms.as_constant(address.term).is_some_and(|number| number >= NULL_PAGE);
    match is_device {
        true => Err(Interrupt::gave_up("an access to what may be a device, at a constant address")),
        false => Ok(()),
    }
}

fn execute(
    context: &mut Context<'_>,
    function: &Function,
    instruction: &InstructionKind,
    mut configuration: Configuration,
) -> Step<Vec<Outcome>> {
    let Configuration { state, path } = &mut configuration;
    let set = |state: &mut State, register: RegisterId, value: Value| {
        state.registers[register.index()] = Some(value);
    };
    match instruction {
        InstructionKind::Copy { destination, source } => {
            let value = context.operand(state, function, *source);
            set(state, *destination, value);
        }
        InstructionKind::Undefine { destination } => state.registers[destination.index()] = None,
        InstructionKind::Unary { destination, operator, operand, overflow } => {
            let value = context.operand(state, function, *operand);
            let scalar = register_scalar(function, *destination);
            let value = context.unary(state, path, *operator, value, scalar, *overflow)?;
            set(state, *destination, value);
        }
        InstructionKind::Binary { destination, operator, left, right, overflow } => {
            let scalar = register_scalar(function, *destination);
            let right_scalar = context.scalar_of(function, *right);
            let (left, right) =
                (context.operand(state, function, *left), context.operand(state, function, *right));
            let value =
                context.binary(state, path, *operator, left, right, scalar, right_scalar, *overflow)?;
            set(state, *destination, value);
        }
        InstructionKind::Compare { destination, comparison, domain, left, right } => {
            let scalar = context.scalar_of(function, *left);
            let (a, b) = (context.operand(state, function, *left), context.operand(state, function, *right));
            let undefined = if a.is_defined() && b.is_defined() { 0 } else { u128::MAX };
            let term = if *domain == Domain::Float {
                path.approximate("a floating-point comparison");
                let truth = context.fresh("truth");
                let range = context.between(0, truth, 1);
                state.facts.assume_all(&mut context.solver, &range);
                truth
            } else {
                let fact = context.comparison(state, *comparison, *domain, a, b, scalar);
                context.solver.terms.truth(fact)
            };
            set(state, *destination, Value { term, undefined });
        }
        InstructionKind::Convert { destination, conversion, operand } => {
            let from = context.scalar_of(function, *operand);
            let value = context.operand(state, function, *operand);
            let to = register_scalar(function, *destination);
            let value = context.convert(state, path, *conversion, value, from, to);
            set(state, *destination, value);
        }
        InstructionKind::Load { destination, address, is_volatile } => {
            let address = context.operand(state, function, *address);
            let scalar = register_scalar(function, *destination);
            refuse_devices(context, address, *is_volatile)?;
            let value = context.load(state, path, address, scalar)?;
            set(state, *destination, value);
            if *is_volatile && context.options.volatile_may_change {
                return Ok(with_other_values(context, configuration, *destination, value, scalar));
            }
        }
        InstructionKind::Store { address, value, is_volatile } => {
            let scalar = context.scalar_of(function, *value);
            let (address, value) =
                (context.operand(state, function, *address), context.operand(state, function, *value));
            refuse_devices(context, address, *is_volatile)?;
            context.store(state, path, address, value, scalar)?;
        }
        InstructionKind::LoadBits { destination, address, bit_offset, bit_width, is_signed, is_volatile } => {
            let address = context.operand(state, function, *address);
            let range = BitRange { offset: *bit_offset, width: *bit_width };
            refuse_devices(context, address, *is_volatile)?;
            let value = context.load_bits(state, path, address, range, *is_signed)?;
            set(state, *destination, value);
            if *is_volatile && context.options.volatile_may_change {
                let scalar = register_scalar(function, *destination);
                return Ok(with_other_values(context, configuration, *destination, value, scalar));
            }
        }
        InstructionKind::StoreBits { address, bit_offset, bit_width, value, is_volatile } => {
            let (address, value) =
                (context.operand(state, function, *address), context.operand(state, function, *value));
            let range = BitRange { offset: *bit_offset, width: *bit_width };
            refuse_devices(context, address, *is_volatile)?;
            context.store_bits(state, path, address, range, value)?;
        }
        InstructionKind::PtrAdd { destination, base, index, scale } => {
            let step = *index;
            let (base, index) =
                (context.operand(state, function, *base), context.operand(state, function, step));
            let bits = context.pointer_bits();
            let number = context.signed(&state.facts, index.term, bits);
            let term = context.solver.terms.add_scaled(base.term, i128::from(*scale), number);
            context.note_stride(state, base.term, *scale, step);
            let undefined = if base.is_defined() && index.is_defined() { 0 } else { u128::MAX };
            set(state, *destination, Value { term, undefined });
        }
        InstructionKind::PtrSub { destination, left, right, scale } => {
            let (left, right) =
                (context.operand(state, function, *left), context.operand(state, function, *right));
            let bits = context.pointer_bits();
            let difference = context.solver.terms.subtract(left.term, right.term);
            let number = context.signed(&state.facts, difference, bits);
            let term = context.solver.terms.truncated_divide(number, i128::from(*scale).max(1));
            let undefined = if left.is_defined() && right.is_defined() { 0 } else { u128::MAX };
            set(state, *destination, Value { term, undefined });
        }
        InstructionKind::StackAlloc { destination, size, alignment, storage } => {
            let scalar = context.scalar_of(function, *size);
            let size = context.operand(state, function, *size);
            context.require_defined(size, "the size of a local array")?;
            let bytes = context.unsigned(&state.facts, size.term, scalar.bits());
            let is_negative = context.solver.terms.as_constant(size.term) == Some(-1)
                || context.solver.terms.as_constant(bytes) == Some((1 << scalar.bits()) - 1);
            if is_negative && *storage != StorageKind::Alloca {
                return Err(Interrupt::Fault {
                    kind: FaultKind::BadArrayLength,
                    message: "a variable-length array has a negative length".into(),
                    block: None,
                });
            }
            // The address would lie above the frame. Where words are small, products that wrap around are as likely.
            if *storage == StorageKind::Alloca && scalar.bits() == 64 {
                let most = context.constant(i128::from(i64::MAX));
                let fact = context.solver.terms.at_most(bytes, most);
                if !context.proves(&state.facts, fact) {
                    return Err(Interrupt::Require {
                        fact,
                        kind: FaultKind::BadArrayLength,
                        message: "`alloca` is asked for a negative number of bytes".into(),
                        block: None,
                    });
                }
            }
            let (hint, region) = match *storage == StorageKind::Alloca {
                true => ("alloca", Region::Alloca(context.depth)),
                false => ("local", Region::Stack(context.depth)),
            };
            let address = context.new_block(state, hint, bytes, *alignment, region, Content::Uninitialised);
            set(state, *destination, Value::defined(address));
        }
        InstructionKind::StackEnd { address } => {
            let address = context.operand(state, function, *address);
            if let Some(atom) = context.solver.terms.as_atom(address.term) {
                context.end_block(state, atom);
            }
        }
        InstructionKind::Call { destination, callee: Callee::Direct(callee), arguments, .. } => {
            let name = &context.module.functions[*callee].name.clone();
            let values: Vec<Argument> = arguments
                .iter()
                .map(|&argument| Argument {
                    value: context.operand(state, function, argument),
                    scalar: context.scalar_of(function, argument),
                })
                .collect();
            let result = destination.map(|register| (register, register_scalar(function, register)));
            let is_read = |&(register, _): &(RegisterId, Scalar)| {
                !context.unread_results.contains(&(context.span, register))
            };
            let result = result.filter(is_read);
            return library::call(context, configuration, name, &values, result);
        }
        InstructionKind::Call { callee: Callee::Indirect(_), .. } => {
            return Err(Interrupt::gave_up("a call through a pointer that is not resolved"));
        }
        InstructionKind::BlockCopy { destination, source, length, overlap } => {
            let scalar = context.scalar_of(function, *length);
            let (to, from) =
                (context.operand(state, function, *destination), context.operand(state, function, *source));
            let length = context.operand(state, function, *length);
            let length = context.unsigned(&state.facts, length.term, scalar.bits());
            context.copy_block(state, path, to, from, length, *overlap)?;
            context.note_copy(state, from, length);
        }
        InstructionKind::BlockSet { destination, value, length } => {
            let scalar = context.scalar_of(function, *length);
            let to = context.operand(state, function, *destination);
            let value = context.operand(state, function, *value);
            let length = context.operand(state, function, *length);
            let length = context.unsigned(&state.facts, length.term, scalar.bits());
            context.set_block(state, path, to, value, length)?;
        }
        InstructionKind::Assume { condition } => {
            let value = context.operand(state, function, *condition);
            let fact = context.solver.terms.non_zero(value.term);
            return assuming(context, &configuration, &[fact])
                .map(|result| vec![Outcome::Continue(result)])
                .ok_or(Interrupt::Vanish);
        }
        InstructionKind::VaStart { list } => {
            let list = context.operand(state, function, *list);
            context.start_list(state, path, list)?;
        }
        InstructionKind::VaArg { destination, list } => {
            let list = context.operand(state, function, *list);
            let scalar = register_scalar(function, *destination);
            let value = context.take_variadic(state, path, list, scalar)?;
            set(state, *destination, value);
        }
        InstructionKind::VaCopy { destination, source } => {
            let (to, from) =
                (context.operand(state, function, *destination), context.operand(state, function, *source));
            context.copy_list(state, path, to, from)?;
        }
        InstructionKind::VaEnd { list } => {
            let list = context.operand(state, function, *list);
            context.end_list(state, path, list)?;
        }
        InstructionKind::Asm { .. } => return Err(Interrupt::not_modelled("assembly code")),
        InstructionKind::Unsupported { reason, .. } => return Err(Interrupt::not_modelled(reason.clone())),
    }
    Ok(vec![Outcome::Continue(configuration)])
}
