//! Closed programs: everything that happens, happens from `main` on.

mod several;

use crate::limits::{STEPS_OF_A_HUNT, STEPS_OF_A_PROOF, STEPS_OF_AN_EXECUTION};
use crate::loop_invariants::{LoopInvariant, loop_invariants};
use crate::models::with_used_models;
use crate::stack::on_large_stack;
use crate::story::StoryStep;
use interpreter::{ChoiceLog, Fault, FaultClass, FaultKind, FaultSet, ListedChoices};
use interprocedural::contracts::Ending;
use interprocedural::{Effort, Episode, Finding, Knowledge, Replay, Request, Verdict};
use ir::Module;
use ir::link::LinkError;
use pure_logic::Solver;
use source::{Diagnostic, Span};
use symbolic_execution::{Event, Options, Stop};
use symbolic_heap::print::display_state;

/// What no execution of the program shall do.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Property {
    /// Anything that C leaves undefined, or that the program itself calls an error, or that loses
    /// memory. Signed overflow and conversions of floating-point numbers are left out.
    NoError,
    /// As [`Property::NoError`], signed overflow included.
    NoErrorNoOverflow,
    /// Access memory or free it where that is not allowed, or lose it.
    MemorySafety,
    /// Lose memory, or end without having freed it.
    MemoryCleanup,
    /// Call the function that marks an error. A failed assertion ends the program.
    ErrorUnreachable,
    /// Overflow in signed arithmetic.
    NoOverflow,
}

impl Property {
    pub(crate) fn counts(self) -> fn(FaultKind) -> bool {
        match self {
            Property::NoError => |kind| is_error(kind) && kind != FaultKind::SignedOverflow,
            Property::NoErrorNoOverflow => |kind| is_error(kind) || kind == FaultKind::ShiftOverflow,
            Property::MemorySafety => is_about_memory,
            Property::MemoryCleanup => {
                |kind| matches!(kind, FaultKind::MemoryLost | FaultKind::NotFreedAtExit)
            }
            Property::ErrorUnreachable => |kind| kind == FaultKind::ErrorReached,
            Property::NoOverflow => |kind| kind == FaultKind::SignedOverflow,
        }
    }
}

fn is_error(kind: FaultKind) -> bool {
    // Nothing is known of floating-point numbers, so nothing is claimed of what becomes of them.
    matches!(kind.class(), FaultClass::Undefined | FaultClass::Leak | FaultClass::Assertion)
        && kind != FaultKind::FloatToIntegerRange
}

fn is_about_memory(kind: FaultKind) -> bool {
    matches!(
        kind,
        FaultKind::NullDereference
            | FaultKind::UseAfterFree
            | FaultKind::OutOfBounds
            | FaultKind::UseAfterScope
            | FaultKind::NoProvenance
            | FaultKind::UninitialisedUse
            | FaultKind::BadCallTarget
            | FaultKind::WriteToConstant
            | FaultKind::UnterminatedString
            | FaultKind::DoubleFree
            | FaultKind::FreeInsideBlock
            | FaultKind::FreeNotHeap
            | FaultKind::MemoryLost
    )
}

/// What is asked about a program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Question {
    pub property: Property,
    /// `malloc` and its relatives may return null.
    pub allocation_may_fail: bool,
    /// Values that were never stored must not decide anything.
    pub check_uninitialised: bool,
    /// What a `volatile` object holds may change without the program storing anything.
    pub volatile_may_change: bool,
    /// All memory must be freed when the program ends.
    pub check_exit: bool,
    /// How many instructions the search for errors and the search for a proof may execute.
    pub hunt_steps: u64,
    pub proof_steps: u64,
    /// Also tell what holds at loop heads and at the ends of functions.
    pub tell_states: bool,
    /// The steps of the search that is told are kept: [`Closed::derivation`].
    pub keeps_derivation: bool,
    /// Tell what a proof knows of the numbers in loops.
    pub tell_invariants: bool,
    /// When to end before everything is done.
    pub stop: Stop,
    /// Go on after the first error.
    pub all_errors: bool,
}

impl Question {
    pub fn new(property: Property) -> Question {
        Question {
            property,
            allocation_may_fail: true,
            check_uninitialised: true,
            volatile_may_change: true,
            check_exit: property == Property::MemoryCleanup,
            hunt_steps: STEPS_OF_A_HUNT,
            proof_steps: STEPS_OF_A_PROOF,
            tell_states: false,
            keeps_derivation: false,
            tell_invariants: false,
            stop: Stop::default(),
            all_errors: false,
        }
    }

    /// The same for the search itself.
    pub fn request(&self) -> Request {
        let check_overflow = matches!(self.property, Property::NoErrorNoOverflow | Property::NoOverflow);
        Request {
            options: Options {
                allocation_may_fail: self.allocation_may_fail,
                check_overflow,
                check_shifts: matches!(self.property, Property::NoError | Property::NoErrorNoOverflow),
                check_uninitialised: self.check_uninitialised,
                volatile_may_change: self.volatile_may_change,
                split_on_offsets: false,
                allocates_optional_blocks: false,
                keeps_derivation: self.keeps_derivation,
                broken_rule: None,
                stop: self.stop,
            },
            counts: self.property.counts(),
            check_cleanup: self.check_exit,
            hunt_steps: self.hunt_steps,
            proof_steps: self.proof_steps,
        }
    }
}

/// What came out.
#[derive(Clone, Debug)]
pub struct Closed {
    pub conclusion: Conclusion,
    /// Errors at other places, if all were asked for.
    pub others: Vec<Certain>,
    pub effort: Effort,
    /// What the search for a proof knew of the program, if that was asked for.
    pub states: Vec<KnownState>,
    /// Which rules were applied to come to these, if that was asked.
    pub derivation: Vec<String>,
    /// What holds in loops if there is a proof, if that was asked for.
    pub invariants: Vec<LoopInvariant>,
}

/// A state that the search for a proof came to, in the formula syntax.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KnownState {
    pub span: Span,
    /// Of which point of which function, in words.
    pub at: String,
    pub formula: String,
}

/// The answer to a question.
#[derive(Clone, Debug)]
pub enum Conclusion {
    /// No execution violates the property.
    Proved,
    /// An execution that does was found and replayed.
    Found(Box<Certain>),
    /// Neither: what may go wrong, and why the rest is not known.
    Open { possible: Vec<Possible>, open: Vec<OpenQuestion> },
    /// There is nothing to analyse.
    NotStarted(String),
}

/// An error that was executed.
#[derive(Clone, Debug)]
pub struct Certain {
    pub fault: Fault,
    /// The answers to open questions that lead to it.
    pub choices: ChoiceLog,
    /// What the program reads from its standard input.
    pub stdin: Vec<u8>,
    /// What the program is started with, without its name.
    pub arguments: Vec<Vec<u8>>,
    /// What decided the way to it: the first of these answers, and the last branches.
    pub steps: Vec<StoryStep>,
    /// All that decided the way, as it was seen.
    pub episodes: Vec<Episode>,
}

/// An error that the analysis cannot exclude.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Possible {
    pub kind: FaultKind,
    pub span: Span,
    pub message: String,
    /// Why the error is only possible, in a few words.
    pub why: Option<&'static str>,
}

/// Something that the analysis does not know, and where.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, serde::Serialize, serde::Deserialize)]
pub struct OpenQuestion {
    pub reason: String,
    pub span: Span,
}

/// Analyses a program from its `main` on, on a large stack. A panic inside the analysis leaves the
/// question open.
pub fn check_closed(module: &Module, question: &Question) -> Closed {
    on_large_stack(|| ask(module, question)).unwrap_or_else(|message| {
        let reason = format!("the analysis failed: {message}; this is a defect of besom");
        let open = vec![OpenQuestion { reason, span: Span::NONE }];
        let conclusion = Conclusion::Open { possible: Vec::new(), open };
        Closed {
            conclusion,
            others: Vec::new(),
            effort: Effort::default(),
            states: Vec::new(),
            derivation: Vec::new(),
            invariants: Vec::new(),
        }
    })
}

fn ask(module: &Module, question: &Question) -> Closed {
    let with_models = crate::library_models::with_models(module);
    let module = with_models.as_ref().unwrap_or(module);
    let answer = interprocedural::check(module, &question.request());
    let states = match &answer.proof {
        Some(proof) if question.tell_states => known_states(module, proof),
        _ => Vec::new(),
    };
    let derivation = answer.proof.as_ref().map(|proof| derivation(&proof.solver)).unwrap_or_default();
    // Without a proof they are those of executions that were looked at.
    let invariants = match answer.proof {
        Some(proof) if question.tell_invariants && matches!(answer.verdict, Verdict::Proved) => {
            loop_invariants(module, proof)
        }
        _ => Vec::new(),
    };
    let mut others = Vec::new();
    let conclusion = match answer.verdict {
        Verdict::Proved => Conclusion::Proved,
        Verdict::NotStarted(why) => Conclusion::NotStarted(why),
        Verdict::Certain(found) => {
            let span = found.0.fault.span;
            let first = executed(*found);
            let mut errors = match (first, question.all_errors) {
                (Some(first), true) => several::all_errors(module, question, first),
                (first, _) => Vec::from_iter(first),
            };
            if errors.is_empty() {
                contradiction(span)
            } else {
                let first = errors.remove(0);
                others = errors;
                Conclusion::Found(Box::new(first))
            }
        }
        Verdict::Contradiction(found) => contradiction(found.0.fault.span),
        Verdict::Unknown { possible, gave_up } => {
            let open = gave_up
                .into_iter()
                .map(|open| OpenQuestion { reason: open.reason.to_string(), span: open.span });
            Conclusion::Open { possible: without_repetition(&possible), open: open.collect() }
        }
    };
    Closed { conclusion, others, effort: answer.effort, states, derivation, invariants }
}

/// An error as its replay tells it.
fn executed((finding, replay): (Finding, Replay)) -> Option<Certain> {
    let mut fault = replay.result.fault?;
    // The end of a variable's life has no place of its own, nor has what a model does.
    if fault.span == Span::NONE {
        let callers = fault.call_stack.iter().map(|site| site.span);
        let mut places = std::iter::once(finding.fault.span).chain(callers);
        fault.span = places.find(|&span| span != Span::NONE).unwrap_or(Span::NONE);
    }
    Some(Certain {
        fault,
        choices: replay.result.choices_used,
        stdin: replay.stdin,
        arguments: replay.arguments,
        steps: crate::story::tell(&replay.story),
        episodes: replay.story,
    })
}

/// Where a finding is to be shown: what happens in the model of a library function happens where the
/// function was called.
fn place_of(finding: &Finding) -> Span {
    if finding.fault.span != Span::NONE {
        return finding.fault.span;
    }
    let events = finding.configuration.path.events();
    let called = events.iter().rev().find_map(|event| match event {
        Event::Called { span, .. } if *span != Span::NONE => Some(*span),
        _ => None,
    });
    called.unwrap_or(Span::NONE)
}

/// What a search for a proof found out, loop by loop and contract by contract.
/// The steps of a search as lines, with the number of those that its limit left out.
pub(crate) fn derivation(solver: &Solver) -> Vec<String> {
    let mut lines: Vec<String> = solver.derivation.steps().iter().map(ToString::to_string).collect();
    match solver.derivation.more() {
        0 => {}
        more => lines.push(format!("{more} more steps")),
    }
    lines
}

fn known_states(module: &Module, proof: &Knowledge) -> Vec<KnownState> {
    let display = |state| display_state(&proof.solver, state);
    let mut known = Vec::new();
    for (place, state) in proof.invariants.iter() {
        let Some(&(function, block, _)) = place.activations.first() else { continue };
        let function = &module.functions[function];
        let Some(body) = &function.body else { continue };
        let block = &body.blocks[block];
        let span = block.instructions.first().map_or(block.terminator.span, |first| first.span);
        let at = format!("loop in `{}`, contract {}", function.name, place.contract.0);
        known.push(KnownState { span, at, formula: display(state) });
    }
    for (number, contract) in proof.contracts.iter().enumerate() {
        // What the program does around `main` is no function of its own.
        let Some(function) = module.functions.get(contract.function) else { continue };
        let mut push = |what: &str, state| {
            let at = format!("{what} of `{}`, contract {number}", function.name);
            known.push(KnownState { span: function.span, at, formula: display(state) });
        };
        push("entry", &contract.entry);
        for (ending, state) in contract.exits() {
            push(
                match ending {
                    Ending::Returns => "exit",
                    Ending::EndsProgram => "end of the program in a call",
                },
                state,
            );
        }
    }
    known
}

/// What the execution of a finding runs into if lost memory does not stop it.
pub fn past_lost_memory(module: &Module, certain: &Certain, allocation_may_fail: bool) -> Option<Fault> {
    let ignored = [
        FaultKind::MemoryLost,
        FaultKind::SignedOverflow,
        FaultKind::AssertionFailure,
        FaultKind::ErrorReached,
    ];
    let run = || {
        let mut options = interpreter::Options {
            choices: Box::new(ListedChoices::from(&certain.choices)),
            stdin: certain.stdin.clone(),
            arguments: certain.arguments.clone(),
            stop_on: ignored.into_iter().fold(FaultSet::default_stops(), FaultSet::without),
            ..interpreter::Options::default()
        };
        options.policies.allocations_may_fail = allocation_may_fail;
        options.policies.large_blocks_end_the_run = !allocation_may_fail;
        options.policies.files_may_open = true;
        options.limits.steps = STEPS_OF_AN_EXECUTION;
        interpreter::run_main(module, options).fault
    };
    on_large_stack(run).ok().flatten()
}

/// A proof and an executed error cannot both be right, and then neither is said.
fn contradiction(span: Span) -> Conclusion {
    let reason = "a proof and an executed error contradict each other; this is a defect of besom".to_owned();
    Conclusion::Open { possible: Vec::new(), open: vec![OpenQuestion { reason, span }] }
}

/// One entry for each kind and place, in the order of places.
fn without_repetition(findings: &[Finding]) -> Vec<Possible> {
    let mut possible: Vec<Possible> = findings
        .iter()
        .map(|finding| Possible {
            kind: finding.fault.kind,
            span: place_of(finding),
            message: finding.fault.message.clone(),
            why: finding.configuration.path.why_inexact(),
        })
        .collect();
    possible.sort_by_key(|finding| (finding.span.start, finding.span.end, finding.kind));
    possible.dedup_by_key(|finding| (finding.span, finding.kind));
    possible
}

/// One module from those of all files of a program.
pub fn link_modules(modules: Vec<Module>) -> Result<Module, Vec<Diagnostic>> {
    let mut modules = with_used_models(modules);
    match (modules.len(), modules.pop()) {
        (1, Some(module)) => Ok(module),
        (_, last) => {
            modules.extend(last);
            ir::link::link(modules).map_err(|errors| errors.iter().map(link_diagnostic).collect())
        }
    }
}

fn link_diagnostic(error: &LinkError) -> Diagnostic {
    let message = error.to_string();
    match error {
        LinkError::NoModules | LinkError::DataModelsDiffer { .. } => {
            Diagnostic::error("link", Span::NONE, message)
        }
        LinkError::DuplicateDefinition { first, second, .. }
        | LinkError::FunctionAndVariable { first, second, .. }
        | LinkError::ThreadLocalDiffers { first, second, .. } => {
            Diagnostic::error("link", *second, message).with_label(*first, "first here")
        }
    }
}
