//! A finding as a message for people: its story becomes labels in the source.

use findings::{EventKind, Finding, Level};
use source::{Diagnostic, Severity, Span};

/// The finding as a message. Events are numbered if there is more than one.
pub fn diagnostic(finding: &Finding) -> Diagnostic {
    let span = finding.place.as_ref().map_or(Span::NONE, |place| place.span);
    let mut diagnostic = Diagnostic::error(finding.rule, span, finding.headline());
    diagnostic.severity = match finding.level {
        Level::Error => Severity::Error,
        Level::Warning => Severity::Warning,
        Level::Note => Severity::Note,
    };
    let is_numbered = finding.story.len() > 1;
    let numbered = |number: usize, text: &str| match is_numbered {
        true => format!("{number}. {text}"),
        false => text.to_owned(),
    };
    // The label of the main place comes first.
    if let Some(error) = finding.story.iter().find(|event| event.kind == EventKind::Error)
        && (is_numbered || !error.text.is_empty())
    {
        let text = if error.text.is_empty() { "the error" } else { &error.text };
        diagnostic = diagnostic.with_label(span, numbered(error.number, text));
    }
    for event in finding.story.iter().filter(|event| event.kind != EventKind::Error) {
        let span = event.place.as_ref().map_or(Span::NONE, |place| place.span);
        diagnostic = diagnostic.with_label(span, numbered(event.number, &event.text));
    }
    // The innermost entry is the place of the error itself.
    for frame in finding.call_stack.iter().skip(1) {
        let span = frame.place.as_ref().map_or(Span::NONE, |place| place.span);
        let text = match frame.times {
            1 => format!("called from `{}`", frame.function),
            2 => format!("called from `{}`, and once more", frame.function),
            times => format!("called from `{}`, and {} more times", frame.function, times - 1),
        };
        diagnostic = diagnostic.with_label(span, text);
    }
    // The message says where in its block an access lies.
    let values = finding.values.iter().filter(|value| value.name != "offset");
    let values: Vec<String> = values.map(|value| format!("{} = {}", value.name, value.value)).collect();
    let help = finding.hint.clone().into_iter();
    let help = help.chain((!values.is_empty()).then(|| values.join(", ")));
    let help = help.chain(finding.replay.as_ref().map(|command| format!("repeat it: {command}")));
    let help: Vec<String> = help.collect();
    diagnostic.help = (!help.is_empty()).then(|| help.join("; "));
    diagnostic
}
