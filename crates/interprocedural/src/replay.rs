//! Replaying a finding in the interpreter: nothing is certain that was not executed.

use crate::finding::Finding;
use crate::limits::{
    ARGUMENTS_OF_A_REPLAY, BYTES_OF_A_READ, LETTERS_OF_AN_ARGUMENT, LONG_REPLAYS, UNINITIALISED_BYTES,
};
use crate::story::{Episode, story};
use interpreter::{
    ChoiceKind, FaultKind, FaultSet, Image, Limits, ListedChoices, NoObserver, Policies, RunResult,
    UninitialisedContents,
};
use pure_logic::term::Atom;
use pure_logic::{Model, Solver, Term};
use std::collections::BTreeMap;
use std::rc::Rc;
use symbolic_execution::{Event, ReadPiece};
use symbolic_heap::{Cell, Content};

/// How many steps replays may take.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ReplayBudget {
    /// Each execution.
    pub steps_of_a_run: u64,
    /// All of them together.
    pub steps: u64,
    /// An execution was cut off: with more steps it might have ended in the error.
    pub ran_out: bool,
}

impl ReplayBudget {
    fn next_run(&self) -> u64 {
        self.steps_of_a_run.min(self.steps)
    }
}

/// An execution that ends in the error that was found, with the choices that lead there.
#[derive(Clone, Debug)]
pub struct Replay {
    pub choices: Vec<(ChoiceKind, u128)>,
    /// What the program reads from its standard input.
    pub stdin: Vec<u8>,
    /// What the program is started with, without its name.
    pub arguments: Vec<Vec<u8>>,
    pub result: RunResult,
    /// What decided the way to the error.
    pub story: Vec<Episode>,
}

/// Executes the program with choices that a model of the finding's facts gives. `None` if the
/// execution does not end in an error of the same kind.
pub fn replay(
    solver: &mut Solver,
    image: &Image<'_>,
    finding: &Finding,
    question: &symbolic_execution::Options,
) -> Option<Replay> {
    replay_within(solver, image, finding, question, &mut { LONG_REPLAYS })
}

/// As [`replay`], with as many steps as are left; takes what was used.
pub fn replay_within(
    solver: &mut Solver,
    image: &Image<'_>,
    finding: &Finding,
    question: &symbolic_execution::Options,
    budget: &mut ReplayBudget,
) -> Option<Replay> {
    // Without a model any choices may do: the execution decides.
    let model = finding.configuration.state.facts.model(solver);
    let mut choices = Vec::new();
    let mut listed = ListedChoices::default();
    for event in finding.configuration.path.events() {
        if let Event::Choice { kind, term, bits, .. } = event {
            // A choice that no fact mentions may be anything.
            let told = model.as_ref().and_then(|model| model.evaluate(&solver.terms, *term));
            let value = told.or_else(|| solver.terms.as_constant(*term)).unwrap_or(0);
            let value = if *bits < 128 { value.rem_euclid(1 << bits) as u128 } else { value as u128 };
            choices.push((*kind, value));
            listed.push(*kind, value);
        }
    }
    let pieces = pieces_of(solver, model.as_deref(), finding);
    let mut inputs: Vec<Vec<u8>> = Vec::new();
    for filler in [Filler::Told, Filler::Letters, Filler::Number, Filler::NegativeNumber] {
        let mut stdin = Vec::new();
        for piece in &pieces {
            supply(solver, model.as_deref(), piece, filler, &mut stdin);
        }
        if !inputs.contains(&stdin) {
            inputs.push(stdin);
        }
    }
    let arguments = arguments_of(solver, model.as_deref(), finding);
    // What the analysis was not asked about does not stop the replay either.
    let stop_on = [FaultKind::SignedOverflow, FaultKind::AssertionFailure, FaultKind::ErrorReached]
        .into_iter()
        .fold(FaultSet::default_stops(), FaultSet::without)
        .with(finding.fault.kind);
    // Memory that is lost on the way to another error is not in its way: a walk through freed nodes has lost the rest of the
    // list, too.
    let stop_on = match finding.fault.kind {
        FaultKind::MemoryLost => stop_on,
        _ => stop_on.without(FaultKind::MemoryLost),
    };
    // Where nobody asks whether memory is initialised, its contents are just not known.
    let is_any_byte = !question.check_uninitialised && finding.fault.kind != FaultKind::UninitialisedUse;
    let stop_on = if is_any_byte { stop_on.without(FaultKind::UninitialisedUse) } else { stop_on };
    let is_any_number = !question.check_shifts && finding.fault.kind != FaultKind::BadArgument;
    let stop_on = if is_any_number { stop_on.without(FaultKind::BadArgument) } else { stop_on };
    let options = |choices: ListedChoices, stdin: &[u8], byte: u8, steps: u64| interpreter::Options {
        choices: Box::new(choices),
        stdin: stdin.to_vec(),
        arguments: arguments.clone(),
        stop_on,
        policies: Policies {
            allocations_may_fail: question.allocation_may_fail,
            large_blocks_end_the_run: !question.allocation_may_fail,
            uninitialised: UninitialisedContents::Byte(byte),
            files_may_open: true,
            ..Policies::default()
        },
        limits: Limits { steps, ..Limits::default() },
        is_interrupted: Some(Rc::new({
            let stop = question.stop;
            move || stop.reason().is_some()
        })),
        ..interpreter::Options::default()
    };
    let bytes = if is_any_byte { &UNINITIALISED_BYTES[..] } else { &UNINITIALISED_BYTES[..1] };
    let attempts = inputs.iter().flat_map(|stdin| bytes.iter().map(move |&byte| (stdin, byte)));
    attempts.into_iter().find_map(|(stdin, byte)| {
        let steps = budget.next_run();
        let result =
            interpreter::run_image(image, options(listed.clone(), stdin, byte, steps), &mut NoObserver);
        budget.ran_out |= result.fault.is_none() && result.statistics.steps >= steps;
        budget.steps = budget.steps.saturating_sub(result.statistics.steps);
        let fault = result.fault.as_ref()?;
        // An uninitialised value may be used before, where that is not asked about.
        let same_place = fault.span == finding.fault.span || fault.kind != FaultKind::UninitialisedUse;
        if fault.kind != finding.fault.kind || !same_place {
            return None;
        }
        let story = story(image, options(listed.clone(), stdin, byte, steps), fault.step);
        let (choices, stdin, arguments) = (choices.clone(), stdin.clone(), arguments.clone());
        Some(Replay { choices, stdin, arguments, result, story })
    })
}

/// A part of the standard input.
struct Piece<'f> {
    read: &'f ReadPiece,
    /// Where it was put.
    address: Option<i128>,
    /// The number that the program has taken it for.
    number: Option<String>,
}

/// What is read on the path of a finding, in order.
fn pieces_of<'f>(solver: &Solver, model: Option<&Model>, finding: &'f Finding) -> Vec<Piece<'f>> {
    let value = |term: Term| model.and_then(|model| model.evaluate(&solver.terms, term));
    let mut pieces: Vec<Piece<'f>> = Vec::new();
    for event in finding.configuration.path.events() {
        match event {
            Event::Read { piece, .. } => pieces.push(Piece { read: piece, address: None, number: None }),
            Event::Placed { address } => {
                if let Some(last) = pieces.last_mut() {
                    last.address = value(*address);
                }
            }
            Event::Parsed { address, number, base } => {
                let address = value(*address);
                let parsed =
                    pieces.iter_mut().rev().find(|piece| piece.address == address && address.is_some());
                if let Some(piece) = parsed {
                    piece.number = value(*number).map(|number| digits(number, *base));
                }
            }
            _ => {}
        }
    }
    pieces
}

/// A number as a program reads it.
fn digits(number: i128, base: u32) -> String {
    let sign = if number < 0 { "-" } else { "" };
    match base {
        16 => format!("{sign}{:x}", number.unsigned_abs()),
        8 => format!("{sign}{:o}", number.unsigned_abs()),
        2 => format!("{sign}{:b}", number.unsigned_abs()),
        _ => format!("{number}"),
    }
}

/// The arguments with which the program has to be started, without its name.
fn arguments_of(solver: &mut Solver, model: Option<&Model>, finding: &Finding) -> Vec<Vec<u8>> {
    let mut count = 1;
    let mut texts: BTreeMap<usize, Vec<u8>> = BTreeMap::new();
    let events = finding.configuration.path.events();
    for event in &events {
        let value =
            |term: Term| model.and_then(|model| model.evaluate(&solver.terms, term)).unwrap_or_default();
        match event {
            Event::Started { count: term } => count = value(*term),
            Event::Argument { index, string, length } => {
                let length = usize::try_from(value(*length)).unwrap_or(0).min(LETTERS_OF_AN_ARGUMENT);
                let mut text = vec![b'a'; length];
                if let Some(block) = finding.configuration.state.heap.block(*string) {
                    for cell in block.cells.iter() {
                        write_known(&value, cell, &mut text);
                    }
                }
                if let Ok(index) = usize::try_from(value(*index)) {
                    texts.insert(index, text);
                }
            }
            Event::Parsed { address, number, base } => {
                let strings = events.iter().filter_map(|event| match event {
                    Event::Argument { index, string, .. } => Some((index, string)),
                    _ => None,
                });
                let base_of = |string: &Atom| value(solver.terms.atom_term(*string));
                let mut told = strings.filter(|(_, string)| base_of(string) == value(*address));
                if let Some((index, _)) = told.next()
                    && let Ok(index) = usize::try_from(value(*index))
                {
                    texts.insert(index, digits(value(*number), *base).into_bytes());
                }
            }
            _ => {}
        }
    }
    let most = texts.keys().next_back().map_or(0, |last| last + 1);
    let count = usize::try_from(count).unwrap_or(1).max(most).clamp(1, ARGUMENTS_OF_A_REPLAY);
    (1..count).map(|index| texts.remove(&index).unwrap_or_else(|| b"a".to_vec())).collect()
}

/// Writes the letters of a text that a cell knows.
fn write_known(value: &dyn Fn(Term) -> i128, cell: &Cell, text: &mut [u8]) {
    let Content::Scalar(word) = cell.content else { return };
    let (Ok(start), Ok(end)) = (usize::try_from(value(cell.start)), usize::try_from(value(cell.end))) else {
        return;
    };
    let number = value(word.term);
    for (place, letter) in text.iter_mut().enumerate().take(end.min(start + 15)).skip(start) {
        *letter = (number >> (8 * (place - start))) as u8;
    }
}

/// What input is made of where any will do; the program may take it for a number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Filler {
    /// The numbers that the program takes lines for, and letters elsewhere.
    Told,
    Letters,
    Number,
    NegativeNumber,
}

impl Filler {
    /// So many bytes, with a number that fits into every type in front of letters. A number is written whole: the
    /// execution shows whether the program reads it.
    fn text(self, length: usize) -> Vec<u8> {
        let start = match self {
            Filler::Told | Filler::Letters => "",
            Filler::Number => "777777777",
            Filler::NegativeNumber => "-77777777",
        };
        start.bytes().chain(std::iter::repeat(b'a')).take(length.max(start.len())).collect()
    }
}

/// Appends what standard input has to contain for one read.
fn supply(solver: &Solver, model: Option<&Model>, piece: &Piece<'_>, filler: Filler, stdin: &mut Vec<u8>) {
    if let (Filler::Told, Some(number), ReadPiece::Filler(_) | ReadPiece::Line(_)) =
        (filler, &piece.number, piece.read)
    {
        stdin.extend(number.bytes());
        stdin.push(b'\n');
        return;
    }
    let value = |term: Term| model.and_then(|model| model.evaluate(&solver.terms, term)).unwrap_or_default();
    let filler = |term| filler.text(value(term).clamp(0, BYTES_OF_A_READ) as usize);
    match piece.read {
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
