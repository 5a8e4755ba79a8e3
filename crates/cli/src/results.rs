//! From what the analysis returns to the data that is shown: [`findings::Report`].

mod certain;
mod kept;
mod outputs;
mod places;
mod session;

pub use kept::Kept;
pub use outputs::{Destination, Format, rules, write};
pub use places::Places;
pub use session::{Session, Wishes};

use analyzer::{FunctionContracts, OpenError, Possible};
use findings::{
    Answer, Certainty, ConditionalError, Contract, Event, EventKind, Finding, FunctionResult, Level,
    OpenQuestion, Outcome,
};
use interpreter::FaultKind;
use source::Span;

/// The parts of a finding that its kind and message say.
fn finding(kind: FaultKind, message: &str, certainty: Certainty) -> Finding {
    let message = singular(message);
    Finding {
        rule: kind.id(),
        cwe: findings::cwe::most_specific(kind.id(), kind.cwe(), &message),
        certainty,
        level: if certainty.is_certain() { Level::Error } else { Level::Warning },
        message,
        function: None,
        place: None,
        story: Vec::new(),
        call_stack: Vec::new(),
        values: Vec::new(),
        hint: None,
        replay: None,
        fingerprint: String::new(),
        suppression: None,
    }
}

/// `1 byte`, where a message counts one of them.
fn singular(message: &str) -> String {
    let mut text = message.to_owned();
    for (many, one) in [("1 bytes", "1 byte"), ("1 elements", "1 element")] {
        let parts: Vec<&str> = text.split(many).collect();
        let mut joined = parts[0].to_owned();
        for part in &parts[1..] {
            // `21 bytes` and `0x1 bytes` end like it.
            let is_one = !joined.ends_with(|c: char| c.is_ascii_digit() || c == 'x');
            joined.push_str(if is_one { one } else { many });
            joined.push_str(part);
        }
        text = joined;
    }
    text
}

/// What the place of an error says that the message does not.
fn at_the_error(kind: FaultKind, message: &str) -> &'static str {
    match kind {
        FaultKind::DoubleFree => "freed again here",
        FaultKind::MemoryLost => "the last pointer to it is gone here",
        FaultKind::UseAfterFree => "used here",
        FaultKind::OutOfBounds if message.starts_with("write") => "written here",
        FaultKind::OutOfBounds if message.starts_with("read") => "read here",
        _ => "",
    }
}

/// The event of the error itself, as the last one of a story.
fn error_event(places: &Places<'_>, number: usize, span: Span, text: String) -> Event {
    Event {
        number,
        kind: EventKind::Error,
        text,
        place: places.location(span),
        values: Vec::new(),
        call_stack: Vec::new(),
        memory: None,
    }
}

/// An error that the analysis cannot exclude.
pub fn possible(places: &Places<'_>, possible: &Possible) -> Finding {
    let mut finding = finding(possible.kind, &possible.message, Certainty::Possible);
    finding.place = places.location(possible.span);
    finding.function = places.function_at(possible.span);
    let why = possible.why.map(|why| format!(": {why}")).unwrap_or_default();
    finding.hint = Some(format!("no execution shows this error, but the analysis cannot exclude it{why}"));
    finding.story = vec![error_event(places, 1, possible.span, String::new())];
    finding
}

/// An error of open code: at the call in the function that leads to it, with its story.
pub fn open(places: &Places<'_>, function: &FunctionContracts, error: &OpenError) -> Finding {
    let certainty = match error.needs_memory {
        true => Certainty::ForEveryCallerWithMemory,
        false => Certainty::ForEveryCaller,
    };
    let mut finding = of_open_code(places, function, error, certainty);
    finding.message =
        format!("{}, for every caller of `{}`{}", finding.message, function.name, error.of_callers);
    finding
}

/// An error that depends on the caller, but only on what any caller does.
pub fn likely(places: &Places<'_>, function: &FunctionContracts, error: &OpenError) -> Finding {
    of_open_code(places, function, error, Certainty::Likely)
}

/// The errors that depend on the caller and are not likely, with what they depend on.
pub fn conditional(places: &Places<'_>, function: &FunctionContracts) -> Vec<Finding> {
    let is_likely = |error: &OpenError| {
        function.likely.iter().any(|likely| likely.kind == error.kind && likely.span == error.span)
    };
    let conditional = function.conditional.iter().filter(|(_, error)| !is_likely(error));
    conditional
        .map(|(condition, error)| {
            let mut finding = of_open_code(places, function, error, Certainty::IfCalled);
            finding.message =
                format!("{}, if `{}` is called so: {}", finding.message, function.name, condition.join("; "));
            finding
        })
        .collect()
}

fn of_open_code(
    places: &Places<'_>,
    function: &FunctionContracts,
    error: &OpenError,
    certainty: Certainty,
) -> Finding {
    let mut finding = finding(error.kind, &error.text(), certainty);
    finding.place = places.location(error.place());
    finding.function = Some(function.name.clone());
    for step in &error.steps {
        let kind = match step.text.as_str() {
            "allocated here" => EventKind::Allocated,
            "freed here" => EventKind::Freed,
            "this allocation fails" => EventKind::AllocationFails,
            text if text.contains("holds") || text.contains("not hold") => EventKind::Branch,
            text if text.starts_with("the input") => EventKind::Input,
            text if text.starts_with("the value") => EventKind::Switch,
            _ => EventKind::Call,
        };
        finding.story.push(Event {
            number: finding.story.len() + 1,
            kind,
            text: step.text.clone(),
            place: places.location(step.span),
            values: Vec::new(),
            call_stack: Vec::new(),
            memory: None,
        });
    }
    let number = finding.story.len() + 1;
    let text = match error.calls.is_empty() {
        true => at_the_error(error.kind, &error.message),
        false => "this call leads to it",
    };
    finding.story.push(error_event(places, number, error.place(), text.to_owned()));
    finding
}

/// What is known of a function for all its callers.
pub fn function(places: &Places<'_>, function: &FunctionContracts) -> FunctionResult {
    let answer = match (function.certain.is_empty(), function.contracts.is_empty()) {
        (false, _) => Answer::Found,
        (true, false) => Answer::Proved,
        (true, true) => Answer::Unknown,
    };
    let contracts = function.contracts.iter().map(|contract| Contract {
        requires: contract.requires.clone(),
        ensures: contract
            .ensures
            .iter()
            .map(|outcome| Outcome { ends_program: outcome.ends_program, formulas: outcome.formulas.clone() })
            .collect(),
        assumes: contract.assumed.clone(),
        calls_back_at: contract.callbacks.iter().filter_map(|&span| places.location(span)).collect(),
    });
    let errors = function.conditional.iter().map(|(condition, error)| ConditionalError {
        rule: error.kind.id(),
        message: singular(&error.text()),
        place: places.location(error.place()),
        condition: condition.clone(),
    });
    FunctionResult {
        name: function.name.clone(),
        parameters: function.parameters.clone(),
        place: places.location(function.span),
        answer,
        contracts: contracts.collect(),
        errors_if_called: errors.collect(),
        open: function.open.iter().map(|open| question(places, open)).collect(),
    }
}

pub fn question(places: &Places<'_>, open: &analyzer::OpenQuestion) -> OpenQuestion {
    OpenQuestion { reason: open.reason.clone(), place: places.location(open.span) }
}

pub use certain::certain;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_byte_is_one() {
        assert_eq!(singular("read of 1 bytes, 1 bytes past"), "read of 1 byte, 1 byte past");
        assert_eq!(
            singular("read of 21 bytes in a block of 1 bytes"),
            "read of 21 bytes in a block of 1 byte"
        );
        assert_eq!(singular("at 0x1 bytes"), "at 0x1 bytes");
    }
}
