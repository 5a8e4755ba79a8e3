//! An executed error as a finding: its story in the order of time, with the values that decided.

use super::{Places, at_the_error, error_event, finding};
use analyzer::{Certain, Happening, Moment, Name, Occurrence, narrate};
use findings::{Certainty, Event, EventKind, Finding, Frame, NamedValue};
use interpreter::{CallSite, Fault, FaultKind};
use ir::Module;

/// A value with so many bits, as C counts it.
fn signed(value: u128, bits: u32) -> i128 {
    let is_negative = (1..128).contains(&bits) && value >> (bits - 1) & 1 == 1;
    if is_negative { value as i128 - (1 << bits) } else { value as i128 }
}

/// The finding, with a command that repeats it if there is one.
pub fn certain(
    places: &Places<'_>,
    module: &Module,
    certain: &Certain,
    allocation_may_fail: bool,
    replay: Option<String>,
) -> Finding {
    let fault = &certain.fault;
    let mut finding = finding(fault.kind, &fault.message, Certainty::Executed);
    finding.place = places.location(fault.span);
    finding.function = fault.call_stack.first().map(|site| site.function.clone());
    finding.call_stack = frames(places, &fault.call_stack);
    finding.replay = replay;
    match narrate(module, certain, allocation_may_fail) {
        Some(moments) => {
            finding.story = moments
                .iter()
                .enumerate()
                .map(|(index, moment)| event(places, fault, index + 1, moment))
                .collect();
        }
        None => without_narration(places, certain, &mut finding),
    }
    // What the story says already is not said again.
    let is_told = finding.story.last().is_some_and(|event| !event.values.is_empty());
    if !is_told {
        let values = fault.values.iter();
        finding.values =
            values.map(|value| NamedValue { name: value.name.clone(), value: value.value.clone() }).collect();
    }
    finding.hint = hint(fault, &finding);
    finding
}

fn frames(places: &Places<'_>, sites: &[CallSite]) -> Vec<Frame> {
    let frame = |site: &CallSite| Frame {
        function: site.function.clone(),
        place: places.location(site.span),
        times: site.times,
    };
    sites.iter().map(frame).collect()
}

/// The places that the fault itself knows, and the decisions, without their order in time.
fn without_narration(places: &Places<'_>, certain: &Certain, finding: &mut Finding) {
    let fault = &certain.fault;
    let mut push = |kind: EventKind, text: String, span, call_stack| {
        let number = finding.story.len() + 1;
        let place = places.location(span);
        finding.story.push(Event { number, kind, text, place, values: Vec::new(), call_stack, memory: None });
    };
    if let Some(event) = &fault.allocated_at {
        push(
            EventKind::Allocated,
            "allocated here".to_owned(),
            event.span,
            frames(places, &event.call_stack),
        );
    }
    if let Some(event) = &fault.freed_at {
        push(EventKind::Freed, freed(fault), event.span, frames(places, &event.call_stack));
    }
    for step in &certain.steps {
        push(EventKind::Branch, step.text.clone(), step.span, Vec::new());
    }
    let number = finding.story.len() + 1;
    finding.story.push(error_event(
        places,
        number,
        fault.span,
        at_the_error(fault.kind, &fault.message).to_owned(),
    ));
}

fn freed(fault: &Fault) -> String {
    match fault.kind {
        FaultKind::UseAfterScope => "its lifetime ended here".to_owned(),
        _ => "freed here".to_owned(),
    }
}

fn event(places: &Places<'_>, fault: &Fault, number: usize, moment: &Moment) -> Event {
    let values: Vec<NamedValue> = moment
        .operands
        .iter()
        .filter_map(|operand| {
            let name = match &operand.name {
                Name::Variable(name) => name.clone(),
                Name::Text(span) => places.name(*span)?,
                Name::Kind(word) => (*word).to_owned(),
            };
            Some(NamedValue { name, value: operand.value.clone() })
        })
        .collect();
    let (kind, text, call_stack) = match moment.occurrence {
        Occurrence::Decision(happening) => {
            let (kind, text) = decision(happening);
            let why: Vec<String> =
                values.iter().map(|value| format!("`{}` is {}", value.name, value.value)).collect();
            let text = match (kind, why.is_empty()) {
                (EventKind::Branch, false) => format!("{text}: {}", why.join(", ")),
                _ => text,
            };
            (kind, text, Vec::new())
        }
        Occurrence::Allocated => {
            let stack = fault.allocated_at.as_ref().map(|event| frames(places, &event.call_stack));
            (EventKind::Allocated, "allocated here".to_owned(), stack.unwrap_or_default())
        }
        Occurrence::Freed => {
            let stack = fault.freed_at.as_ref().map(|event| frames(places, &event.call_stack));
            (EventKind::Freed, freed(fault), stack.unwrap_or_default())
        }
        Occurrence::Error => {
            let stack = frames(places, &fault.call_stack);
            (EventKind::Error, error_text(fault, &values), stack)
        }
    };
    let text = match (kind, call_stack.get(1)) {
        // The function itself is seen at the place; who called it is not.
        (EventKind::Allocated | EventKind::Freed, Some(Frame { place: Some(place), .. })) => {
            match places.location(moment.span) {
                Some(own) if own.file != place.file => {
                    format!("{text}, by the call at {}:{}", place.file, place.line)
                }
                _ => format!("{text}, by the call at line {}", place.line),
            }
        }
        _ => text,
    };
    Event {
        number,
        kind,
        text,
        place: places.location(moment.span),
        values,
        call_stack,
        memory: moment.memory.clone(),
    }
}

fn decision(happening: Happening) -> (EventKind, String) {
    match happening {
        Happening::Input { value, bits } => {
            (EventKind::Input, format!("the input here is {}", signed(value, bits)))
        }
        Happening::AllocationFailed => (EventKind::AllocationFails, "this allocation fails".to_owned()),
        Happening::Condition(true) => (EventKind::Branch, "this holds".to_owned()),
        Happening::Condition(false) => (EventKind::Branch, "this does not hold".to_owned()),
        Happening::Selected { value, bits } => {
            (EventKind::Switch, format!("the value here is {}", signed(value, bits)))
        }
    }
}

/// The values at the error, in words.
fn error_text(fault: &Fault, values: &[NamedValue]) -> String {
    let plain = || at_the_error(fault.kind, &fault.message).to_owned();
    match fault.kind {
        FaultKind::OutOfBounds => {
            let named = values.iter().filter(|value| value.name != "elements");
            let named: Vec<String> =
                named.map(|value| format!("`{}` is {}", value.name, value.value)).collect();
            let elements = values.iter().find(|value| value.name == "elements");
            match (named.is_empty(), elements) {
                (false, Some(count)) => {
                    let noun = if count.value == "1" { "element" } else { "elements" };
                    format!("{}, and the block has {} {noun}", named.join(", "), count.value)
                }
                (false, None) => named.join(", "),
                (true, _) => plain(),
            }
        }
        FaultKind::UninitialisedUse => {
            let never = values.iter().find(|value| value.value == "not initialised");
            never.map_or_else(plain, |value| format!("`{}` was never set", value.name))
        }
        FaultKind::NullDereference => {
            let null = values.iter().find(|value| value.value == "null");
            null.map_or_else(plain, |value| format!("`{}` is null", value.name))
        }
        _ => plain(),
    }
}

/// What repairs it, where that is sure.
fn hint(fault: &Fault, finding: &Finding) -> Option<String> {
    let has = |kind: EventKind| finding.story.iter().any(|event| event.kind == kind);
    match fault.kind {
        FaultKind::NullDereference if has(EventKind::AllocationFails) => {
            Some("an allocation can fail: compare its result with null before it is used".to_owned())
        }
        FaultKind::OutOfBounds => {
            let values = &finding.story.last()?.values;
            let elements = values.iter().find(|value| value.name == "elements")?;
            let count: u64 = elements.value.parse().ok()?;
            let is_index =
                values.iter().any(|value| value.value == elements.value && value.name != "elements");
            (count > 0 && is_index).then(|| format!("indices go from 0 to {}", count - 1))
        }
        _ => None,
    }
}
