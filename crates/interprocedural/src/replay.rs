//! Replaying a finding in the interpreter: nothing is certain that was not executed.

use crate::finding::Finding;
use crate::story::{Episode, story};
use interpreter::{
    ChoiceKind, FaultKind, FaultSet, Limits, ListedChoices, Policies, RunResult, UninitialisedContents,
};
use ir::Module;
use pure_logic::{Model, Solver, Term};
use symbolic_execution::{Event, ReadPiece};

/// How many steps a replay may take.
const MAXIMAL_STEPS: u64 = 2_000_000;

/// An execution that ends in the error that was found, with the choices that lead there.
#[derive(Clone, Debug)]
pub struct Replay {
    pub choices: Vec<(ChoiceKind, u128)>,
    /// What the program reads from its standard input.
    pub stdin: Vec<u8>,
    pub result: RunResult,
    /// What decided the way to the error.
    pub story: Vec<Episode>,
}

/// What memory that was never stored to is made of, in the order in which it is tried.
const UNINITIALISED_BYTES: [u8; 2] = [0, b'u'];

/// Executes the program with choices that a model of the finding's facts gives. `None` if the
/// execution does not end in an error of the same kind.
pub fn replay(
    solver: &mut Solver,
    module: &Module,
    finding: &Finding,
    question: &symbolic_execution::Options,
) -> Option<Replay> {
    // Without a model any choices may do: the execution decides.
    let model = finding.configuration.state.facts.model(solver);
    let mut choices = Vec::new();
    let mut stdin = Vec::new();
    let mut listed = ListedChoices::default();
    for event in finding.configuration.path.events() {
        if let Event::Choice { kind, term, bits, .. } = event {
            // A choice that no fact mentions may be anything.
            let value = model.as_ref().and_then(|model| model.evaluate(&solver.terms, *term)).unwrap_or(0);
            let value = if *bits < 128 { value.rem_euclid(1 << bits) as u128 } else { value as u128 };
            choices.push((*kind, value));
            listed.push(*kind, value);
        }
        if let Event::Read { piece, .. } = event {
            supply(solver, model.as_deref(), piece, &mut stdin);
        }
    }
    // What the analysis was not asked about does not stop the replay either.
    let stop_on = [FaultKind::SignedOverflow, FaultKind::AssertionFailure, FaultKind::ErrorReached]
        .into_iter()
        .fold(FaultSet::default_stops(), FaultSet::without)
        .with(finding.fault.kind);
    // Memory that is lost is not freed at the end either: the replay goes on until then. Nor is it
    // in the way of errors that have nothing to do with memory.
    let stop_on = match finding.fault.kind {
        FaultKind::NotFreedAtExit | FaultKind::ErrorReached | FaultKind::SignedOverflow => {
            stop_on.without(FaultKind::MemoryLost)
        }
        _ => stop_on,
    };
    // Where nobody asks whether memory is initialised, its contents are just not known.
    let is_any_byte = !question.check_uninitialised && finding.fault.kind != FaultKind::UninitialisedUse;
    let stop_on = if is_any_byte { stop_on.without(FaultKind::UninitialisedUse) } else { stop_on };
    let options = |choices: ListedChoices, byte: u8| interpreter::Options {
        choices: Box::new(choices),
        stdin: stdin.clone(),
        stop_on,
        policies: Policies {
            allocations_may_fail: question.allocation_may_fail,
            large_blocks_end_the_run: !question.allocation_may_fail,
            uninitialised: UninitialisedContents::Byte(byte),
            files_may_open: true,
            ..Policies::default()
        },
        limits: Limits { steps: MAXIMAL_STEPS, ..Limits::default() },
        ..interpreter::Options::default()
    };
    let bytes = if is_any_byte { &UNINITIALISED_BYTES[..] } else { &UNINITIALISED_BYTES[..1] };
    bytes.iter().find_map(|&byte| {
        let result = interpreter::run_main(module, options(listed.clone(), byte));
        let fault = result.fault.as_ref()?;
        // An uninitialised value may be used before, where that is not asked about.
        let same_place = fault.span == finding.fault.span || fault.kind != FaultKind::UninitialisedUse;
        if fault.kind != finding.fault.kind || !same_place {
            return None;
        }
        let story = story(module, options(listed.clone(), byte), fault.step);
        Some(Replay { choices: choices.clone(), stdin: stdin.clone(), result, story })
    })
}

/// How many bytes of input are made up for one read.
const MAXIMAL_FILLER: i128 = 1 << 20;

/// Appends what standard input has to contain for one read.
fn supply(solver: &Solver, model: Option<&Model>, piece: &ReadPiece, stdin: &mut Vec<u8>) {
    let value = |term: Term| model.and_then(|model| model.evaluate(&solver.terms, term)).unwrap_or_default();
    let filler = |term| vec![b'a'; value(term).clamp(0, MAXIMAL_FILLER) as usize];
    match piece {
        ReadPiece::Byte(term) => stdin.push(value(*term).rem_euclid(256) as u8),
        ReadPiece::Text(text) => stdin.extend_from_slice(text),
        ReadPiece::Filler(term) => stdin.extend(filler(*term)),
        ReadPiece::Line(term) => {
            stdin.extend(filler(*term));
            stdin.push(b'\n');
        }
        ReadPiece::Number(term) => stdin.extend(format!("{} ", value(*term)).into_bytes()),
        ReadPiece::Hexadecimal(term) => stdin.extend(format!("{:x} ", value(*term)).into_bytes()),
        ReadPiece::End => {}
    }
}
