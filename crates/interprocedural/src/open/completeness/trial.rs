//! Calling a function in a world, for every answer to what the world leaves open.

use super::watch::{Request, Watch};
use super::world::{Place, Vocabulary, Word, World};
use crate::limits::{ANSWERS_OF_A_TRIAL, CALLS_OF_A_WORLD, STEPS_OF_A_TRIAL};
use crate::open::seen::{Memory, Observer, Seen};
use interpreter::{
    BlockKind, ChoiceKind, ChoiceRequest, Choices, FaultClass, FaultKind, FunctionOutcome, Image, Machine,
    Options, Value, WideValue,
};
use ir::{FunctionId, Scalar};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

/// What came of the calls in a world.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// The world has to settle something first.
    Asks(Request),
    /// No call makes an error. Where the objects were.
    Runs(Vec<u64>),
    Fails,
    /// A call takes too long, or does what the interpreter cannot do.
    Open,
}

/// What a function may do apart from what its memory decides.
pub struct Trial<'w, 'm> {
    pub vocabulary: &'w Vocabulary<'m>,
    pub image: &'w Image<'m>,
    pub function: FunctionId,
    pub allocation_may_fail: bool,
}

/// Answers from a list, 0 behind its end; what was asked is written down.
struct Listed {
    answers: Vec<u128>,
    asked: Rc<RefCell<Vec<ChoiceKind>>>,
}

impl Choices for Listed {
    fn choose(&mut self, request: ChoiceRequest) -> u128 {
        let mut asked = self.asked.borrow_mut();
        asked.push(request.kind);
        self.answers.get(asked.len() - 1).copied().unwrap_or(0)
    }
}

/// Tells of a call that came to an end.
fn report(
    observer: &mut Observer<'_>,
    machine: &Machine<'_>,
    before: Memory,
    arguments: &[WideValue],
    kept: &[Value],
    outcome: &FunctionOutcome,
) {
    let is_limit =
        matches!(outcome, FunctionOutcome::Faulted(fault) if fault.kind.class() == FaultClass::Limit);
    if let (Some(observer), false) = (observer, is_limit) {
        Seen::of(machine, before, arguments, kept, outcome).into_iter().for_each(observer);
    }
}

impl Trial<'_, '_> {
    pub fn run(&self, world: &World, observer: &mut Observer<'_>) -> Outcome {
        let mut work = vec![Vec::new()];
        let mut calls = 0;
        let mut places = Vec::new();
        while let Some(answers) = work.pop() {
            calls += 1;
            if calls > CALLS_OF_A_WORLD {
                break;
            }
            let asked = Rc::default();
            let (outcome, addresses) =
                self.call(world, Listed { answers: answers.clone(), asked: Rc::clone(&asked) }, observer);
            match outcome {
                Outcome::Runs(_) => places = addresses,
                Outcome::Asks(_) | Outcome::Fails | Outcome::Open => return outcome,
            }
            let asked = asked.borrow();
            for position in answers.len()..asked.len().min(ANSWERS_OF_A_TRIAL) {
                let others: &[u128] = match asked[position] {
                    ChoiceKind::Input => &[1, u128::MAX],
                    ChoiceKind::AllocationFails | ChoiceKind::FileResult => &[1],
                    ChoiceKind::Uninitialised | ChoiceKind::Address | ChoiceKind::Time => &[],
                };
                for &other in others {
                    let mut next = answers.clone();
                    next.resize(position, 0);
                    next.push(other);
                    work.push(next);
                }
            }
        }
        Outcome::Runs(places)
    }

    /// A machine in the same memory, with the same addresses.
    fn machine_again(&self, world: &World, arguments: &[WideValue]) -> Option<Machine<'_>> {
        let mut options = Options::default();
        options.limits.steps = STEPS_OF_A_TRIAL;
        let mut machine = Machine::of(self.image, options).ok()?;
        let (_, same) = self.build(&mut machine, world)?;
        (same == arguments).then_some(machine)
    }

    fn call(&self, world: &World, choices: Listed, observer: &mut Observer<'_>) -> (Outcome, Vec<u64>) {
        let mut options = Options { choices: Box::new(choices), ..Options::default() };
        options.policies.allocations_may_fail = self.allocation_may_fail;
        options.stop_on = options.stop_on.with(FaultKind::MisalignedAccess);
        options.limits.steps = STEPS_OF_A_TRIAL;
        options.limits.call_depth = 500;
        let Ok(mut machine) = Machine::of(self.image, options) else {
            return (Outcome::Open, Vec::new());
        };
        let Some((bases, arguments)) = self.build(&mut machine, world) else {
            return (Outcome::Open, Vec::new());
        };
        let places: Vec<u64> = bases.iter().map(|base| base.bits).collect();
        let addresses: BTreeMap<u64, usize> =
            places.iter().enumerate().map(|(index, &base)| (base, index)).collect();
        let mut watch = Watch {
            vocabulary: self.vocabulary,
            world,
            addresses: &addresses,
            request: None,
            has_overlap: false,
        };
        let before = observer.as_ref().map(|_| Memory::of(&machine));
        let outcome = machine.call_function_observed(self.function, &arguments, &mut watch);
        if let Some(before) = before {
            // An access outside of an object is asked about; whoever watches sees what comes of it.
            let is_outside = matches!(watch.request, Some(Request::Room { .. }));
            match (is_outside, self.machine_again(world, &arguments)) {
                (true, Some(mut again)) => {
                    let outcome = again.call_function(self.function, &arguments);
                    report(observer, &again, before, &arguments, &bases, &outcome);
                }
                _ => report(observer, &machine, before, &arguments, &bases, &outcome),
            }
        }
        let outcome = match outcome {
            _ if watch.has_overlap => Outcome::Fails,
            FunctionOutcome::Returned(result) => {
                // The caller keeps what it has, and gets the result.
                let mut roots = bases;
                roots.extend(arguments.iter().chain(&result).map(|word| word.low()));
                if machine.unreachable_blocks(&roots).is_empty() {
                    Outcome::Runs(Vec::new())
                } else {
                    Outcome::Fails
                }
            }
            FunctionOutcome::Ended(_) => Outcome::Runs(Vec::new()),
            FunctionOutcome::Faulted(fault) if fault.kind.class() == FaultClass::Limit => Outcome::Open,
            FunctionOutcome::Faulted(_) => Outcome::Fails,
            FunctionOutcome::Stopped => watch.request.map_or(Outcome::Open, Outcome::Asks),
        };
        (outcome, places)
    }

    /// Makes the objects of a world, and the arguments.
    fn build(&self, machine: &mut Machine<'_>, world: &World) -> Option<(Vec<Value>, Vec<WideValue>)> {
        let mut bases = Vec::new();
        for object in &world.objects {
            bases.push(match object.place {
                Place::Heap => {
                    let is_function = object.ty.is_some_and(|ty| self.vocabulary.is_function(ty));
                    let kind = if is_function { BlockKind::Callback } else { BlockKind::Heap };
                    machine.allocate(kind, object.size.max(1), 16).ok()?
                }
                Place::Global(id) => {
                    let base = machine.address_of_global(id);
                    machine.write_undefined(base, 0, object.size).ok()?;
                    base
                }
            });
        }
        let value = |machine: &Machine<'_>, word: Word, bytes: u64| match word {
            Word::Number(number) => {
                let mask = if bytes >= 8 { u64::MAX } else { (1 << (8 * bytes)) - 1 };
                WideValue::new(u128::from(number as u64 & mask))
            }
            Word::Address { object, offset } => machine.moved(bases[object], offset).into(),
        };
        for (object, &base) in world.objects.iter().zip(&bases) {
            for (&offset, &(bytes, word)) in &object.words {
                let scalar = match bytes {
                    1 => Scalar::I8,
                    2 => Scalar::I16,
                    4 => Scalar::I32,
                    8 => Scalar::I64,
                    _ => {
                        // Numbers of other sizes are small.
                        for byte in 0..bytes {
                            let part = value(machine, if byte == 0 { word } else { Word::Number(0) }, 1);
                            machine.write(base, (offset + byte) as i64, Scalar::I8, part).ok()?;
                        }
                        continue;
                    }
                };
                let word = value(machine, word, bytes);
                machine.write(base, offset as i64, scalar, word).ok()?;
            }
        }
        let body = self.vocabulary.module.functions[self.function].body.as_ref()?;
        let scalars = body.parameters.iter().map(|&parameter| body.registers[parameter].scalar);
        let arguments = world
            .arguments
            .iter()
            .zip(scalars)
            .map(|(&word, scalar)| value(machine, word, scalar.bytes()))
            .collect();
        Some((bases, arguments))
    }
}
