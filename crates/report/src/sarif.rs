//! SARIF 2.1.0, the format in which code hosts and editors exchange findings.

use crate::rules::Rule;
use findings::{Event, EventKind, Finding, Frame, Level, Location, Report, SuppressionKind};
use serde_json::{Map, Value, json};

/// The results as a SARIF log. `rules` are all rules that occur.
pub fn sarif(report: &Report, rules: &[Rule]) -> String {
    let mut used: Vec<&Rule> =
        rules.iter().filter(|rule| report.findings.iter().any(|finding| finding.rule == rule.id)).collect();
    used.sort_by_key(|rule| rule.id);
    let results: Vec<Value> = report.findings.iter().map(|finding| result(finding, &used)).collect();
    let descriptors: Vec<Value> = used.iter().map(|rule| descriptor(rule, report)).collect();
    let log = json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": report.tool.name,
                "version": report.tool.version,
                "semanticVersion": report.tool.version,
                "rules": descriptors,
            }},
            "invocations": [{ "executionSuccessful": true }],
            "columnKind": "unicodeCodePoints",
            "originalUriBaseIds": { "%SRCROOT%": {
                "description": { "text": "the folder in which besom was started" }
            }},
            "results": results,
            "properties": { "summary": report.summary, "assumptions": report.assumptions },
        }],
    });
    // A value can always be written.
    serde_json::to_string_pretty(&log).unwrap_or_default() + "\n"
}

fn descriptor(rule: &Rule, report: &Report) -> Value {
    let of_rule = || report.findings.iter().filter(|finding| finding.rule == rule.id);
    let mut tags = vec!["security".to_owned(), "memory-safety".to_owned()];
    for number in of_rule().filter_map(|finding| finding.cwe) {
        let tag = format!("external/cwe/cwe-{number:03}");
        if !tags.contains(&tag) {
            tags.push(tag);
        }
    }
    json!({
        "id": rule.id,
        "name": rule.id,
        "shortDescription": { "text": rule.title() },
        "fullDescription": { "text": rule.title() },
        "help": { "text": rule.page, "markdown": rule.page },
        "defaultConfiguration": { "level": "error" },
        "properties": { "tags": tags, "precision": "very-high", "problem.severity": "error" },
    })
}

fn result(finding: &Finding, rules: &[&Rule]) -> Value {
    let level = match finding.level {
        Level::Error => "error",
        Level::Warning => "warning",
        Level::Note => "note",
    };
    let mut result = Map::new();
    let mut set = |name: &str, value: Value| {
        result.insert(name.to_owned(), value);
    };
    set("ruleId", json!(finding.rule));
    if let Some(index) = rules.iter().position(|rule| rule.id == finding.rule) {
        set("ruleIndex", json!(index));
    }
    set("level", json!(level));
    set("message", json!({ "text": finding.headline() }));
    if let Some(place) = &finding.place {
        let mut location = location(place, None);
        if let Some(function) = &finding.function {
            location["logicalLocations"] = json!([{ "name": function, "kind": "function" }]);
        }
        set("locations", json!([location]));
    }
    set("partialFingerprints", json!({ "besom/v1": finding.fingerprint }));
    if finding.story.len() > 1 {
        let steps: Vec<Value> = finding.story.iter().filter_map(|event| step(event, finding)).collect();
        set("codeFlows", json!([{ "threadFlows": [{ "locations": steps }] }]));
        let related: Vec<Value> = finding
            .story
            .iter()
            .filter(|event| event.kind != EventKind::Error)
            .filter_map(|event| {
                let mut related = location(event.place.as_ref()?, Some(&event.text));
                related["id"] = json!(event.number);
                Some(related)
            })
            .collect();
        set("relatedLocations", json!(related));
    }
    if !finding.call_stack.is_empty() {
        set("stacks", json!([stack(&finding.call_stack)]));
    }
    if let Some(suppression) = &finding.suppression {
        let kind = match suppression.kind {
            SuppressionKind::InSource => "inSource",
            SuppressionKind::Baseline => "external",
        };
        set("suppressions", json!([{ "kind": kind, "justification": suppression.reason }]));
    }
    set(
        "properties",
        json!({
            "certainty": finding.certainty,
            "cwe": finding.cwe,
            "hint": finding.hint,
            "replay": finding.replay,
        }),
    );
    Value::Object(result)
}

fn step(event: &Event, finding: &Finding) -> Option<Value> {
    let text = match (event.kind, event.text.as_str()) {
        (EventKind::Error, "") => finding.message.clone(),
        (_, text) => text.to_owned(),
    };
    let mut step = json!({
        "location": location(event.place.as_ref()?, Some(&text)),
        "executionOrder": event.number,
        "importance": if event.kind == EventKind::Error { "essential" } else { "important" },
    });
    if !event.call_stack.is_empty() {
        step["stack"] = stack(&event.call_stack);
    }
    if !event.values.is_empty() {
        let values = event.values.iter().map(|value| (value.name.clone(), json!({ "text": value.value })));
        step["state"] = Value::Object(values.collect());
    }
    Some(step)
}

fn stack(frames: &[Frame]) -> Value {
    let frames: Vec<Value> = frames
        .iter()
        .filter_map(|frame| {
            let place = frame.place.as_ref()?;
            Some(json!({ "location": location(place, Some(&format!("in `{}`", frame.function))) }))
        })
        .collect();
    json!({ "frames": frames })
}

fn location(place: &Location, message: Option<&str>) -> Value {
    let mut artifact = json!({ "uri": uri(&place.file) });
    if !place.file.starts_with('/') {
        artifact["uriBaseId"] = json!("%SRCROOT%");
    }
    let mut location = json!({ "physicalLocation": {
        "artifactLocation": artifact,
        "region": {
            "startLine": place.line,
            "startColumn": place.column,
            "endLine": place.end_line,
            "endColumn": place.end_column,
            "snippet": { "text": place.text },
        },
    }});
    if let Some(message) = message {
        location["message"] = json!({ "text": message });
    }
    location
}

/// A path as a reference; absolute ones as files.
fn uri(path: &str) -> String {
    let path = path.strip_prefix("./").unwrap_or(path);
    let mut text = if path.starts_with('/') { "file://".to_owned() } else { String::new() };
    for byte in path.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => {
                text.push(byte.into())
            }
            b'\\' => text.push('/'),
            _ => text.push_str(&format!("%{byte:02X}")),
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_become_references() {
        assert_eq!(uri("./src/a b.c"), "src/a%20b.c");
        assert_eq!(uri("/tmp/ü.c"), "file:///tmp/%C3%BC.c");
    }
}
