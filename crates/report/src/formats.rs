//! Results for programs: JSON, JUnit, annotations for GitHub, single lines as GCC prints them.

use findings::{Answer, EventKind, Finding, Level, Report};
use serde::Serialize;
use std::fmt::Write as _;

/// The form of the JSON; `docs/schema/report.schema.json` describes it.
pub const JSON_VERSION: u32 = 1;

/// Everything, as JSON.
pub fn json(report: &Report) -> String {
    #[derive(Serialize)]
    struct Document<'a> {
        version: u32,
        #[serde(flatten)]
        report: &'a Report,
    }
    // A structure of texts and numbers can always be written.
    serde_json::to_string_pretty(&Document { version: JSON_VERSION, report }).unwrap_or_default() + "\n"
}

/// One line for each finding and each step of its story.
pub fn gcc(report: &Report) -> String {
    let mut text = String::new();
    for finding in report.told() {
        let place = finding.place.as_ref().map(|place| format!("{place}: ")).unwrap_or_default();
        // Writing to a string does not fail.
        let _ = writeln!(text, "{place}{}: {} [{}]", finding.level.name(), finding.headline(), finding.rule);
        for event in finding.story.iter().filter(|event| event.kind != EventKind::Error) {
            let at = event.place.as_ref().map(|place| format!("{place}: ")).unwrap_or_default();
            let _ = writeln!(text, "{at}note: {}. {}", event.number, event.text);
        }
        for frame in finding.call_stack.iter().skip(1) {
            let at = frame.place.as_ref().map(|place| format!("{place}: ")).unwrap_or_default();
            let _ = writeln!(text, "{at}note: called from `{}`", frame.function);
        }
        for help in finding.hint.iter().chain(&finding.replay) {
            let _ = writeln!(text, "{place}help: {help}");
        }
    }
    text
}

/// Commands that make GitHub show findings beside the lines of a change.
pub fn github(report: &Report) -> String {
    let mut text = String::new();
    for finding in report.told() {
        let command = match finding.level {
            Level::Error => "error",
            Level::Warning => "warning",
            Level::Note => "notice",
        };
        let place = finding.place.as_ref().map(|place| {
            let file = github_property(&place.file);
            let (line, column) = (place.line, place.column);
            let (end_line, end_column) = (place.end_line, place.end_column);
            format!("file={file},line={line},endLine={end_line},col={column},endColumn={end_column},")
        });
        let story: Vec<String> = finding
            .story
            .iter()
            .filter(|event| event.kind != EventKind::Error)
            .map(|event| {
                let place = event.place.as_ref().map(|place| format!("{place}: ")).unwrap_or_default();
                format!("{}. {place}{}", event.number, event.text)
            })
            .chain(finding.replay.iter().map(|command| format!("repeat it: {command}")))
            .collect();
        let message = std::iter::once(finding.headline()).chain(story).collect::<Vec<_>>().join("\n");
        let _ = writeln!(
            text,
            "::{command} {}title={}::{}",
            place.unwrap_or_default(),
            github_property(finding.rule),
            github_text(&message)
        );
    }
    text
}

fn github_text(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

fn github_property(text: &str) -> String {
    github_text(text).replace(':', "%3A").replace(',', "%2C")
}

/// Every finding as a failed test, every function with a proved contract as one that passed.
pub fn junit(report: &Report) -> String {
    let mut cases = String::new();
    let (mut failures, mut skipped, mut count) = (0, 0, 0);
    for finding in &report.findings {
        count += 1;
        let file = finding.place.as_ref().map_or("", |place| &place.file);
        let name = match &finding.place {
            Some(place) => format!("{} at {}:{}", finding.rule, place.line, place.column),
            None => finding.rule.to_owned(),
        };
        let _ = write!(cases, "    <testcase classname=\"{}\" name=\"{}\">", xml(file), xml(&name));
        match &finding.suppression {
            Some(suppression) => {
                skipped += 1;
                let _ = write!(cases, "<skipped message=\"{}\"/>", xml(&suppression.reason));
            }
            None => {
                failures += 1;
                let _ = write!(
                    cases,
                    "<failure type=\"{}\" message=\"{}\">{}</failure>",
                    xml(finding.rule),
                    xml(&finding.headline()),
                    xml(&story_text(finding))
                );
            }
        }
        cases.push_str("</testcase>\n");
    }
    let proved = report.functions.iter().filter(|function| function.answer == Answer::Proved);
    let mut passed: Vec<(String, String)> = proved
        .map(|function| {
            let file = function.place.as_ref().map(|place| place.file.clone()).unwrap_or_default();
            (file, function.name.clone())
        })
        .collect();
    match &report.programs[..] {
        [] if report.answer == Some(Answer::Proved) => {
            passed.push((report.files.join(" "), "main".to_owned()));
        }
        programs => {
            let proved = programs.iter().filter(|program| program.answer == Answer::Proved);
            passed.extend(proved.map(|program| (program.name.clone(), "main".to_owned())));
        }
    }
    for (file, name) in passed {
        count += 1;
        let _ = writeln!(cases, "    <testcase classname=\"{}\" name=\"{}\"/>", xml(&file), xml(&name));
    }
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n  <testsuite name=\"besom\" tests=\"{count}\" \
         failures=\"{failures}\" errors=\"0\" skipped=\"{skipped}\">\n{cases}  </testsuite>\n</testsuites>\n"
    )
}

/// The story as lines.
fn story_text(finding: &Finding) -> String {
    let mut text = String::new();
    for event in &finding.story {
        let place = event.place.as_ref().map(|place| format!("{place}: ")).unwrap_or_default();
        let what = if event.kind == EventKind::Error { &finding.message } else { &event.text };
        let _ = writeln!(text, "{}. {place}{what}", event.number);
    }
    for help in finding.hint.iter().chain(&finding.replay) {
        let _ = writeln!(text, "{help}");
    }
    text
}

/// Text in XML and HTML. Control characters are not allowed there.
pub(crate) fn xml(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            '\n' | '\t' => escaped.push(character),
            _ if character.is_control() => escaped.push(char::REPLACEMENT_CHARACTER),
            _ => escaped.push(character),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_escaped() {
        assert_eq!(xml("a<b && \"c\"\u{1}"), "a&lt;b &amp;&amp; &quot;c&quot;\u{fffd}");
        assert_eq!(github_property("a:b,c\n100%"), "a%3Ab%2Cc%0A100%25");
    }
}
