//! Plain executions with random inputs. What they stumble over needs no further proof, and they
//! cost next to nothing compared with following all executions at once.

use crate::fewer_choices::with_fewer_choices;
use crate::finding::Finding;
use crate::limits::BYTES_AT_ONCE;
use crate::replay::Replay;
use crate::story::story;
use interpreter::{
    ChoiceKind, ChoiceLog, ChoiceRequest, Choices, FaultKind, FaultSet, Image, Limits, ListedChoices,
    NoObserver, Observer, Policies, RunResult, SeededChoices, UninitialisedContents,
};
use std::rc::Rc;
use symbolic_execution::{Configuration, Fault, Path, Stop};
use symbolic_heap::State;

/// How many executions are tried, and how long each may be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Runs {
    pub count: u64,
    pub steps: u64,
}

/// One execution: what it looks for, and with what it starts besides its choices.
#[derive(Clone)]
pub struct Attempt<'q> {
    /// Which errors count.
    pub counts: &'q dyn Fn(FaultKind) -> bool,
    pub allocation_may_fail: bool,
    /// Whether it is to end early.
    pub stop: Stop,
    pub uninitialised: UninitialisedContents,
    pub steps: u64,
    pub stdin: Vec<u8>,
    pub arguments: Vec<Vec<u8>>,
}

impl<'q> Attempt<'q> {
    pub fn new(counts: &'q dyn Fn(FaultKind) -> bool, options: &symbolic_execution::Options) -> Attempt<'q> {
        Attempt {
            counts,
            allocation_may_fail: options.allocation_may_fail,
            stop: options.stop,
            uninitialised: UninitialisedContents::Byte(0),
            steps: 0,
            stdin: Vec::new(),
            arguments: Vec::new(),
        }
    }

    /// The same with another length, and other texts from outside.
    #[must_use]
    pub fn with(&self, steps: u64, stdin: Vec<u8>, arguments: Vec<Vec<u8>>) -> Attempt<'q> {
        Attempt { steps, stdin, arguments, ..self.clone() }
    }

    /// What an execution of it is asked.
    pub fn options<'o>(&self, choices: Box<dyn Choices + 'o>) -> interpreter::Options<'o> {
        let stop_on = FaultKind::ALL
            .iter()
            .fold(FaultSet::EMPTY, |set, &kind| if (self.counts)(kind) { set.with(kind) } else { set });
        interpreter::Options {
            choices,
            stop_on,
            stdin: self.stdin.clone(),
            arguments: self.arguments.clone(),
            policies: Policies {
                allocations_may_fail: self.allocation_may_fail,
                large_blocks_end_the_run: !self.allocation_may_fail,
                uninitialised: self.uninitialised,
                ..Policies::default()
            },
            limits: Limits { steps: self.steps, bytes_at_once: BYTES_AT_ONCE, ..Limits::default() },
            is_interrupted: Some(Rc::new({
                let stop = self.stop;
                move || stop.reason().is_some()
            })),
            ..interpreter::Options::default()
        }
    }
}

/// The first execution that ends in an error that counts.
pub fn stumble(
    image: &Image<'_>,
    counts: &dyn Fn(FaultKind) -> bool,
    options: &symbolic_execution::Options,
    runs: Runs,
) -> Option<(Finding, Replay)> {
    let is_wanted = |_: &u64| options.stop.reason().is_none();
    (0..runs.count).take_while(is_wanted).find_map(|seed| {
        let uninitialised = match seed % 2 {
            0 => UninitialisedContents::Byte(0),
            _ => UninitialisedContents::Chosen,
        };
        let attempt = Attempt { uninitialised, steps: runs.steps, ..Attempt::new(counts, options) };
        execute(image, &attempt, Box::new(SeededChoices::new(seed)), &mut NoObserver).1
    })
}

/// The first execution that ends in an error that counts, of those in which every input is the same number: their loops go on as
/// long as they can.
pub fn persist(
    image: &Image<'_>,
    counts: &dyn Fn(FaultKind) -> bool,
    options: &symbolic_execution::Options,
    steps: u64,
) -> Option<(Finding, Replay)> {
    let attempt = Attempt { steps, ..Attempt::new(counts, options) };
    // Nothing of anything is what programs forget most often. The last is the largest number that an input of most types can be: no array
    // has as many elements.
    let inputs = [0, 1, u128::MAX, i32::MAX as u128];
    inputs
        .into_iter()
        .find_map(|input| execute(image, &attempt, Box::new(SameInput(input)), &mut NoObserver).1)
}

/// Always the same input, and nothing out of the ordinary besides.
struct SameInput(u128);

impl Choices for SameInput {
    fn choose(&mut self, request: ChoiceRequest) -> u128 {
        match request.kind {
            ChoiceKind::Input => self.0,
            ChoiceKind::AllocationFails
            | ChoiceKind::FileResult
            | ChoiceKind::Time
            | ChoiceKind::Address
            | ChoiceKind::Uninitialised => 0,
        }
    }
}

/// Executes the program once. The error, if it counts, is a finding that is its own replay.
pub fn execute<O: Observer>(
    image: &Image<'_>,
    attempt: &Attempt<'_>,
    choices: Box<dyn Choices + '_>,
    observer: &mut O,
) -> (RunResult, Option<(Finding, Replay)>) {
    let result = interpreter::run_image(image, attempt.options(choices), observer);
    if !result.fault.as_ref().is_some_and(|fault| (attempt.counts)(fault.kind)) {
        return (result, None);
    }
    let result = with_fewer_choices(image, attempt, result);
    let Some(fault) = &result.fault else { return (result, None) };
    let finding = Finding {
        fault: Fault { kind: fault.kind, message: fault.message.clone(), span: fault.span, block: None },
        configuration: Configuration { state: State::new(0), path: Path::default() },
    };
    let again = attempt.options(Box::new(ListedChoices::from(&result.choices_used)));
    let story = story(image, again, fault.step);
    let replay = Replay {
        choices: choices_of(&result.choices_used),
        stdin: attempt.stdin.clone(),
        arguments: attempt.arguments.clone(),
        result: result.clone(),
        story,
    };
    (result, Some((finding, replay)))
}

/// Every choice of a run, one by one.
pub fn choices_of(log: &ChoiceLog) -> Vec<(ChoiceKind, u128)> {
    let entries = log.entries.iter();
    entries.flat_map(|entry| (0..entry.times).map(|_| (entry.kind, entry.value))).collect()
}
