//! Errors of open code: where they are shown, their stories, and which of them are the same.

use super::FunctionContracts;
use crate::story::{StoryStep, tell};
use interpreter::{Fault, FaultKind};
use interprocedural::open::CertainError;
use interprocedural::open::completeness::callers::Exception;
use interprocedural::open::simulation::Misuse;
use interprocedural::{CallOnPath, Finding};
use source::Span;
use std::collections::BTreeMap;
use symbolic_execution::context::span_of;
use symbolic_heap::{Lifetime, PlaceTag};

const ALLOCATION_FAILS: &str = "this allocation fails";
const FREED: &str = "freed here";

/// An error of a function whose callers are not known, or of a function that it calls.
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize)]
pub struct OpenError {
    pub kind: FaultKind,
    /// Where it happens.
    pub span: Span,
    pub message: String,
    /// The calls that lead there from the function, outermost first.
    pub calls: Vec<CallOnPath>,
    /// It only happens to callers that provide memory of theirs.
    pub needs_memory: bool,
    /// What is true of the callers that meet it, if not of all: " whose list `l` is not empty".
    pub of_callers: String,
    /// What happened before, if it was executed.
    pub steps: Vec<StoryStep>,
}

impl OpenError {
    /// An error that depends on the caller.
    pub(super) fn possible(finding: &Finding) -> OpenError {
        let fault = &finding.fault;
        OpenError {
            kind: fault.kind,
            span: fault.span,
            message: fault.message.clone(),
            calls: finding.calls(),
            needs_memory: true,
            of_callers: String::new(),
            steps: Vec::new(),
        }
    }

    /// An error that depends on the caller, with what is known of its memory.
    pub(super) fn likely(finding: &Finding, failing_allocation: Option<Span>) -> OpenError {
        let mut error = OpenError::possible(finding);
        // Where a null pointer comes from; of other errors it is only the way.
        if let Some(span) = failing_allocation.filter(|&span| span != Span::NONE)
            && error.kind == FaultKind::NullDereference
        {
            error.steps.push(StoryStep { span, text: ALLOCATION_FAILS.to_owned() });
        }
        let state = &finding.configuration.state;
        let block = finding.fault.block.and_then(|base| state.heap.block(base));
        let mut push = |tag: PlaceTag, text: &str| {
            let span = span_of(tag);
            if tag != PlaceTag::default() && span != Span::NONE && span != error.span {
                error.steps.push(StoryStep { span, text: text.to_owned() });
            }
        };
        if let Some(block) = block {
            push(block.allocated_at, "allocated here");
            match block.lifetime {
                Lifetime::Ended(at) | Lifetime::Reusable(at) => push(at, FREED),
                Lifetime::Live | Lifetime::Optional => {}
            }
        }
        let inner: Vec<StoryStep> = (error.calls.iter().skip(1))
            .map(|call| StoryStep { span: call.span, text: format!("`{}` is called here", call.name) })
            .collect();
        error.steps.extend(inner);
        if !error.calls.is_empty() {
            error.steps.push(StoryStep { span: error.span, text: "the error happens here".to_owned() });
        }
        let place = error.place();
        error.steps.retain(|step| step.span != place);
        error
    }

    /// An error that was executed.
    pub(super) fn certain(certain: &CertainError) -> OpenError {
        let mut error = OpenError::possible(&certain.finding);
        error.needs_memory = certain.entry.owned_blocks() > 0;
        let mut conditions: Vec<String> = certain.exceptions.iter().map(opposite).collect();
        // A single object overlaps with nothing.
        if conditions.is_empty() && error.needs_memory || certain.entry.owned_blocks() > 1 {
            conditions.push("that passes separate memory where it is accessed".to_owned());
        }
        error.of_callers = match conditions.is_empty() {
            true => String::new(),
            false => format!(" {}", conditions.join(" and ")),
        };
        error.steps = steps(&error, &certain.shown.fault, &certain.shown.story);
        error
    }

    /// Where it is shown: in the function itself, at the call that leads to it.
    pub fn place(&self) -> Span {
        self.calls.first().map_or(self.span, |call| call.span)
    }

    /// What tells the causes of likely errors of a function apart: where it happens, and where memory was freed before, or, if nobody looks
    /// whether an allocation fails, which one that is and which function uses it.
    pub fn cause(&self, function: &str) -> (FaultKind, Span, String) {
        match self.steps.iter().find(|step| step.text == ALLOCATION_FAILS) {
            Some(step) => {
                let user = self.calls.last().map_or(function, |call| &*call.name);
                (self.kind, step.span, user.to_owned())
            }
            None => {
                let freed = self.steps.iter().find(|step| step.text == FREED);
                let freed = freed.map(|step| format!("freed {}", step.span.start)).unwrap_or_default();
                (self.kind, self.span, freed)
            }
        }
    }

    /// What is wrong, and in which function.
    pub fn text(&self) -> String {
        match self.calls.last() {
            Some(inner) => format!("{}, in `{}`", self.message, inner.name),
            None => self.message.clone(),
        }
    }

    /// Whether this is the error of a callee, met on the way through its callers.
    fn is_met_in(&self, callee: &OpenError, name: &str) -> bool {
        self.kind == callee.kind
            && self.span == callee.span
            && self
                .calls
                .iter()
                .enumerate()
                .any(|(index, call)| *call.name == *name && self.calls[index + 1..] == callee.calls[..])
    }
}

/// Likely errors, each with the last allocation that fails on the way. Memory is not lost where the program ends because it cannot be
/// reallocated, and it is lost once where one allocation fails.
pub(super) fn likely(findings: &[(&Finding, Option<Span>)], fatal: &[Span]) -> Vec<OpenError> {
    let mut losses: Vec<Span> = Vec::new();
    let mut all = Vec::new();
    for &(finding, failing) in findings {
        if let (FaultKind::MemoryLost, Some(failing)) = (finding.fault.kind, failing)
            && finding.calls().is_empty()
        {
            let is_fatal = fatal.contains(&failing);
            let is_told = failing != Span::NONE && losses.contains(&failing);
            losses.push(failing);
            if is_fatal || is_told {
                continue;
            }
        }
        all.push(OpenError::likely(finding, failing));
    }
    all
}

/// Leaves one error for each allocation of which nobody looks whether it fails: the first use.
pub(super) fn once_for_each_allocation(likely: &mut Vec<OpenError>) {
    let failing = |error: &OpenError| {
        let step = error.steps.first().filter(|step| step.text == ALLOCATION_FAILS)?;
        Some((error.calls.clone(), step.span))
    };
    let mut first: Vec<((Vec<CallOnPath>, Span), u32)> = Vec::new();
    for error in likely.iter() {
        let Some(key) = failing(error) else { continue };
        match first.iter_mut().find(|(other, _)| *other == key) {
            Some((_, start)) => *start = (*start).min(error.span.start),
            None => first.push((key, error.span.start)),
        }
    }
    likely.retain(|error| match failing(error) {
        Some(key) => first.iter().any(|(other, start)| *other == key && *start == error.span.start),
        None => true,
    });
}

/// Tells of blocks that are lost where they cannot be reallocated, unless the function loses memory anyway.
pub(super) fn add_lost_reallocations(told: &mut FunctionContracts, spans: &[Span]) {
    let is_loss = |error: &OpenError| error.kind == FaultKind::MemoryLost;
    if told.certain.iter().chain(&told.likely).any(is_loss) {
        return;
    }
    told.likely.extend(spans.iter().map(|&span| OpenError {
        kind: FaultKind::MemoryLost,
        span,
        message: "the last reference to memory is lost where it cannot be reallocated".to_owned(),
        calls: Vec::new(),
        needs_memory: true,
        of_callers: String::new(),
        steps: Vec::new(),
    }));
}

/// Tells what all ways to a place agree upon, unless errors of this kind are told already.
pub(super) fn add_misuses(told: &mut FunctionContracts, misuses: &[Misuse]) {
    for misuse in misuses {
        let is_freed = |kind| matches!(kind, FaultKind::UseAfterFree | FaultKind::DoubleFree);
        let is_same = |kind| kind == misuse.kind || is_freed(kind) && is_freed(misuse.kind);
        if told.certain.iter().chain(&told.likely).any(|error| is_same(error.kind)) {
            continue;
        }
        let (message, before) = match misuse.kind {
            FaultKind::MemoryLost => ("the last reference to allocated memory is lost", "allocated here"),
            FaultKind::DoubleFree => ("free of memory that was already freed", "freed here"),
            FaultKind::NullDereference => ("access through a null pointer", ALLOCATION_FAILS),
            FaultKind::OutOfBounds => ("access past the end of a block", "its size is given here"),
            _ => ("access to memory that was already freed", "freed here"),
        };
        told.likely.push(OpenError {
            kind: misuse.kind,
            span: misuse.span,
            message: message.to_owned(),
            calls: Vec::new(),
            needs_memory: true,
            of_callers: String::new(),
            steps: vec![StoryStep { span: misuse.before, text: before.to_owned() }],
        });
    }
}

/// Tells further likely errors of a function, unless they are told already.
pub(super) fn add_likely(told: &mut FunctionContracts, more: &[(Finding, Option<Span>)]) {
    for error in more.iter().map(|(finding, failing)| OpenError::likely(finding, *failing)) {
        let is_same = |other: &OpenError| other.kind == error.kind && other.span == error.span;
        if !told.certain.iter().chain(&told.likely).any(is_same) {
            told.likely.push(error);
        }
    }
    once_for_each_allocation(&mut told.likely);
}

/// What is true of callers to which an exception does not apply.
fn opposite(exception: &Exception) -> String {
    match exception {
        Exception::Null(name) => format!("whose `{name}` is not null"),
        Exception::EmptyList(name) => format!("whose list `{name}` is not empty"),
        Exception::Back(name, other) => format!("whose `{name}` is not `{other}`"),
    }
}

/// The story of an error: where its memory comes from, what decided, and the calls that lead to it.
fn steps(error: &OpenError, fault: &Fault, story: &[interprocedural::Episode]) -> Vec<StoryStep> {
    let mut steps = Vec::new();
    let mut push = |span: Span, text: String| {
        if span != Span::NONE && span != error.place() {
            steps.push(StoryStep { span, text });
        }
    };
    for (label, event) in [("allocated here", &fault.allocated_at), (FREED, &fault.freed_at)] {
        if let Some(event) = event {
            push(event.span, label.to_owned());
        }
    }
    for step in tell(story) {
        push(step.span, step.text);
    }
    for call in error.calls.iter().skip(1) {
        push(call.span, format!("`{}` is called here", call.name));
    }
    if !error.calls.is_empty() {
        push(error.span, "the error happens here".to_owned());
    }
    steps
}

/// An error that a function makes for every caller is not told again of the functions that call it. `own` has the errors of
/// functions that came before.
pub(super) fn without_repetition(
    functions: &mut [FunctionContracts],
    own: &mut BTreeMap<String, Vec<OpenError>>,
) {
    for function in functions.iter() {
        own.insert(function.name.clone(), function.certain.clone());
    }
    let is_told = |error: &OpenError| {
        error.calls.iter().any(|call| {
            let callee = own.get(&*call.name).into_iter().flatten();
            callee.into_iter().any(|other| error.is_met_in(other, &call.name))
        })
    };
    for function in functions.iter_mut() {
        let certain = std::mem::take(&mut function.certain);
        let (repeated, certain) = certain.into_iter().partition(is_told);
        function.certain = certain;
        function.of_callees = repeated;
        function.conditional.retain(|(_, error)| !is_told(error));
        function.likely.retain(|error| !is_told(error));
    }
}

/// One cause is told once: where it is met with the fewest calls on the way.
pub(super) fn tell_each_cause_once(functions: &mut [FunctionContracts]) {
    let mut nearest: BTreeMap<(FaultKind, Span, String), (usize, usize)> = BTreeMap::new();
    for (index, function) in functions.iter().enumerate() {
        for error in &function.likely {
            let here = (error.calls.len(), index);
            let known = nearest.entry(error.cause(&function.name)).or_insert(here);
            *known = (*known).min(here);
        }
    }
    for (index, function) in functions.iter_mut().enumerate() {
        let FunctionContracts { name, likely, .. } = function;
        likely.retain(|error| nearest.get(&error.cause(name)).is_some_and(|known| known.1 == index));
    }
}
