//! Running whole programs.

use crate::choices::{ChoiceLog, ListedChoices};
use crate::fault::{Fault, FaultKind};
use crate::image::Image;
use crate::leaks::{Schedule, Window};
use crate::library::Argument;
use crate::machine::{Machine, Step, Stop};
use crate::memory::Violation;
use crate::observer::{NoObserver, Observer};
use crate::options::{Exit, Options, RunResult, Statistics};
use crate::value::{Value, WideValue};
use ir::{Module, Parameter, Scalar};
use std::rc::Rc;

/// How many searches a repetition makes inside the window that it narrows.
const SEARCHES_PER_RUN: u64 = 32;

/// Executes a program from `main` on.
pub fn run_main<'a>(module: &'a Module, options: Options<'a>) -> RunResult {
    run_main_observed(module, options, &mut NoObserver)
}

/// As [`run_main`], with somebody watching.
///
/// Lost memory is noticed some time after it was lost; then the run is repeated, without observer and sink,
/// to find the instruction. So the observer may have seen more than the result tells.
pub fn run_main_observed<'a, O: Observer>(
    module: &'a Module,
    options: Options<'a>,
    observer: &mut O,
) -> RunResult {
    run_image(&Image::once(module), options, observer)
}

/// As [`run_main_observed`], for a program that is executed many times.
pub fn run_image<'a, O: Observer>(image: &Image<'a>, options: Options<'a>, observer: &mut O) -> RunResult {
    let again = Repeatable::of(&options);
    let mut first = match Machine::of(image, options) {
        Ok(machine) => machine,
        Err(fault) => return not_started(*fault),
    };
    if O::ENABLED && O::SEES_LOSSES_AT_ONCE {
        first.leaks.set_schedule(Schedule::Every { from: observer.losses_matter_from(), interval: 1 });
    }
    let (mut result, mut window) = run_to_end(first, observer);
    let mut steps_of_first = result.statistics;
    while let Some(Window { clean, lost }) = window {
        if lost <= clean + 1 {
            break;
        }
        let interval = ((lost - clean) / SEARCHES_PER_RUN).max(1);
        let log = result.choices_used.clone();
        let Ok(mut machine) = Machine::of(image, again.options(&log)) else { break };
        machine.leaks.set_schedule(Schedule::Every { from: clean, interval });
        let (narrowed, narrowed_window) = run_to_end(machine, &mut NoObserver);
        if again.is_interrupted.as_ref().is_some_and(|is_interrupted| is_interrupted()) {
            // Nothing is told of a place that was not found.
            result = narrowed;
            break;
        }
        // The run is the same, so the memory is lost again; if not, the first report stands.
        let Some(narrower) = narrowed_window else { break };
        steps_of_first.sweeps += narrowed.statistics.sweeps;
        result = narrowed;
        if narrower.lost - narrower.clean >= lost - clean {
            break;
        }
        window = Some(narrower);
    }
    result.statistics.sweeps = steps_of_first.sweeps.max(result.statistics.sweeps);
    result
}

/// What a repetition needs of the options.
struct Repeatable {
    arguments: Vec<Vec<u8>>,
    program_name: Vec<u8>,
    environment: Vec<(Vec<u8>, Vec<u8>)>,
    stdin: Vec<u8>,
    stop_on: crate::fault::FaultSet,
    record: crate::fault::FaultSet,
    limits: crate::options::Limits,
    policies: crate::options::Policies,
    is_interrupted: Option<Rc<dyn Fn() -> bool>>,
    broken_rule: Option<crate::broken::BrokenRule>,
}

impl Repeatable {
    fn of(options: &Options<'_>) -> Repeatable {
        Repeatable {
            arguments: options.arguments.clone(),
            program_name: options.program_name.clone(),
            environment: options.environment.clone(),
            stdin: options.stdin.clone(),
            stop_on: options.stop_on,
            record: options.record,
            limits: options.limits,
            policies: options.policies,
            is_interrupted: options.is_interrupted.clone(),
            broken_rule: options.broken_rule,
        }
    }

    fn options<'o>(&self, log: &ChoiceLog) -> Options<'o> {
        Options {
            arguments: self.arguments.clone(),
            program_name: self.program_name.clone(),
            environment: self.environment.clone(),
            stdin: self.stdin.clone(),
            choices: Box::new(ListedChoices::from(log)),
            sink: None,
            stop_on: self.stop_on,
            record: self.record,
            limits: self.limits,
            policies: self.policies,
            is_interrupted: self.is_interrupted.clone(),
            broken_rule: self.broken_rule,
        }
    }
}

fn not_started(fault: Fault) -> RunResult {
    RunResult {
        exit: Exit::NotStarted,
        stdout: Vec::new(),
        stderr: Vec::new(),
        fault: Some(fault),
        recorded: Vec::new(),
        choices_used: ChoiceLog::default(),
        statistics: Statistics::default(),
    }
}

fn run_to_end<O: Observer>(mut machine: Machine<'_>, observer: &mut O) -> (RunResult, Option<Window>) {
    let stop = match machine.start_main() {
        Ok(()) => machine.run(observer),
        Err(stop) => stop,
    };
    let (exit, fault) = machine.conclude(stop);
    let window = machine.leaks.window;
    let statistics = machine.statistics();
    let result = RunResult {
        exit,
        stdout: machine.stdout,
        stderr: machine.stderr,
        fault,
        recorded: machine.recorded,
        choices_used: machine.choices.log,
        statistics,
    };
    (result, window)
}

impl Machine<'_> {
    /// Prepares the call of `main`.
    fn start_main(&mut self) -> Step<()> {
        let fail =
            |message: &str| -> Step<()> { Err(Violation::new(FaultKind::Unsupported, message).into()) };
        let Some(main) = self.module.function_named("main") else {
            return fail("there is no function `main`");
        };
        let function = &self.module.functions[main];
        if function.body.is_none() {
            return fail("the function `main` has no body");
        }
        let parameters = self.module.signatures[function.signature].parameters.clone();
        let mut arguments = Vec::new();
        if !parameters.is_empty() {
            let pointer = self.module.pointer_scalar();
            let (count, vector) = self.argument_vector()?;
            let environment = self.library.environment_vector.unwrap_or(Value::ZERO);
            let count = Argument { value: WideValue::new(count as u128), scalar: Scalar::I32 };
            let as_pointer = |value: Value| Argument { value: value.into(), scalar: pointer };
            let all = [count, as_pointer(vector), as_pointer(environment)];
            for (index, parameter) in parameters.iter().enumerate() {
                match (all.get(index), parameter) {
                    (Some(argument), Parameter::Scalar(scalar)) if argument.scalar == *scalar => {
                        arguments.push(*argument);
                    }
                    _ => return fail("the function `main` takes arguments that no `main` takes"),
                }
            }
        }
        self.begin_program(main, arguments)
    }

    /// What a stop means; looks for lost memory if the run ended for another reason.
    pub(crate) fn conclude(&mut self, stop: Stop) -> (Exit, Option<Fault>) {
        match stop {
            Stop::Exit(exit) => (exit, None),
            Stop::Returned(_) | Stop::Observer => (Exit::NotStarted, None),
            Stop::Fault(fault) => (Exit::Faulted, Some(*fault)),
            Stop::Violation(violation) => {
                let fault = *self.report(*violation);
                // Memory may have been lost before this happened; then that is the first error.
                match self.look_for_lost_memory() {
                    Err(Stop::Fault(lost)) => (Exit::Faulted, Some(*lost)),
                    _ => (Exit::Faulted, Some(fault)),
                }
            }
        }
    }
}
