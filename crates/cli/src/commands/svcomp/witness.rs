//! Witnesses for validators, in the format 2.0 of the verification competition (YAML; JSON strings are YAML, too).
//!
//! A violation is told by the inputs on the way to it and by the statement in which it happens. A witness of
//! correctness tells what is known of numbers in loops; what is known of memory the format has no words for.

use super::statement::{function_around, is_in_scope, loop_around, statement_around};
use crate::sha256;
use analyzer::{Certain, Clause, Happening, LoopInvariant};
use ir::Module;
use serde_json::{Value, json};
use source::{DataModel, SourceMap, Span};
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

/// A task, as a witness names it.
pub struct Task<'a> {
    pub file: &'a Path,
    pub bytes: &'a [u8],
    /// The formula of the property that was asked for.
    pub specification: &'a str,
    pub data_model: DataModel,
}

/// The violation at a place, or why there is no witness for it.
pub fn violation(
    task: &Task<'_>,
    map: &SourceMap,
    module: &Module,
    certain: &Certain,
    target: Span,
) -> Result<String, &'static str> {
    let text = map.file_of(target.start).ok_or("the violation has no place")?;
    let statement = statement_around(map.text(text), (target.start - map.start(text)) as usize);
    let start = map.start(text) + statement as u32;
    let mut segments = Vec::new();
    for episode in &certain.episodes {
        let Happening::Input { value, bits } = episode.happening else { continue };
        // The place of a call is its closing parenthesis.
        let last = episode.span.end.saturating_sub(1);
        let close = Span::new(last, episode.span.end);
        if map.bytes(close) != b")" {
            continue;
        }
        segments.push(segment(json!({
            "type": "function_return",
            "action": "follow",
            "location": location(task, map, module, close),
            "constraint": {
                "value": format!("(\\result == {})", signed(value, bits)),
                "format": "acsl_expression",
            },
        })));
    }
    segments.push(segment(json!({
        "type": "target",
        "action": "follow",
        "location": location(task, map, module, Span::new(start, target.end.max(start))),
    })));
    Ok(entry(task, "violation_sequence", &json!(segments)))
}

/// The program is correct.
pub fn correctness(task: &Task<'_>, map: &SourceMap, invariants: &[LoopInvariant]) -> String {
    let mut told: Vec<Value> = Vec::new();
    for invariant in invariants {
        let value = loop_invariant(task, map, invariant);
        // What is asked twice, for two properties, is known twice.
        told.extend(value.filter(|value| !told.contains(value)));
    }
    entry(task, "invariant_set", &json!(told))
}

/// An invariant at the keyword of its loop, as far as its variables are in scope there.
fn loop_invariant(task: &Task<'_>, map: &SourceMap, invariant: &LoopInvariant) -> Option<Value> {
    let file = map.file_of(invariant.span.start)?;
    let (text, start) = (map.text(file), map.start(file));
    let offset = |span: Span| span.start.checked_sub(start).map(|offset| offset as usize);
    let keyword = loop_around(text, offset(invariant.span)?)?;
    let is_known = |clause: &&Clause| {
        let mut places = clause.declared.iter().map(|&span| offset(span));
        places.all(|place| place.is_some_and(|place| is_in_scope(text, place, keyword)))
    };
    let clauses: Vec<String> =
        invariant.clauses.iter().filter(is_known).map(|clause| format!("({})", clause.text)).collect();
    if clauses.is_empty() {
        return None;
    }
    let at = start + keyword as u32;
    let place = map.place(Span::new(at, at + 1))?;
    Some(json!({
        "invariant": {
            "type": "loop_invariant",
            "location": {
                "file_name": task.file.display().to_string(),
                "line": place.line,
                "column": place.column,
                "function": invariant.function,
            },
            "value": clauses.join(" && "),
            "format": "c_expression",
        },
    }))
}

fn segment(waypoint: Value) -> Value {
    json!({ "segment": [{ "waypoint": waypoint }] })
}

fn location(task: &Task<'_>, map: &SourceMap, module: &Module, span: Span) -> Value {
    let place = map.place(span);
    let mut location = json!({
        "file_name": task.file.display().to_string(),
        "line": place.as_ref().map_or(1, |place| place.line),
        "column": place.as_ref().map_or(1, |place| place.column),
    });
    if let Some(function) = function_around(module, span) {
        location["function"] = json!(function);
    }
    location
}

fn signed(value: u128, bits: u32) -> i128 {
    let is_negative = (1..128).contains(&bits) && value >> (bits - 1) & 1 == 1;
    if is_negative { value as i128 - (1 << bits) } else { value as i128 }
}

fn entry(task: &Task<'_>, kind: &str, content: &Value) -> String {
    let file = task.file.display().to_string();
    let data_model = match task.data_model {
        DataModel::Ilp32 => "ILP32",
        DataModel::Lp64 => "LP64",
    };
    let time = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs());
    let hash = sha256::hex(task.bytes);
    let entry = json!([{
        "entry_type": kind,
        "metadata": {
            "format_version": "2.0",
            "uuid": uuid(&format!("{kind} {hash} {} {time}", task.specification)),
            "creation_time": utc(time),
            "producer": { "name": "Besom", "version": env!("CARGO_PKG_VERSION") },
            "task": {
                "input_files": [file.clone()],
                "input_file_hashes": { file: hash },
                "specification": task.specification,
                "data_model": data_model,
                "language": "C",
            },
        },
        "content": content,
    }]);
    format!("{entry:#}\n")
}

/// A name that no other witness has, of the kind that is made from a hash.
fn uuid(text: &str) -> String {
    let mut digits: Vec<char> = sha256::hex(text.as_bytes()).chars().take(32).collect();
    (digits[12], digits[16]) = ('8', 'a');
    let part = |range: std::ops::Range<usize>| digits[range].iter().collect::<String>();
    [part(0..8), part(8..12), part(12..16), part(16..20), part(20..32)].join("-")
}

/// Seconds since 1970 as `2026-11-17T03:50:00Z`.
fn utc(seconds: u64) -> String {
    let (mut days, rest) = (seconds / 86_400, seconds % 86_400);
    let mut year = 1970;
    let is_leap =
        |year: u64| year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    while days >= 365 + u64::from(is_leap(year)) {
        days -= 365 + u64::from(is_leap(year));
        year += 1;
    }
    let lengths = [31, 28 + u64::from(is_leap(year)), 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    let mut month = 1;
    for length in lengths {
        if days < length {
            break;
        }
        days -= length;
        month += 1;
    }
    let (hour, minute, second) = (rest / 3600, rest / 60 % 60, rest % 60);
    format!("{year:04}-{month:02}-{:02}T{hour:02}:{minute:02}:{second:02}Z", days + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_written_as_iso_8601_has_them() {
        assert_eq!(utc(0), "1970-01-01T00:00:00Z");
        assert_eq!(utc(951_782_399), "2000-02-28T23:59:59Z");
        assert_eq!(utc(951_782_400), "2000-02-29T00:00:00Z");
        assert_eq!(utc(1_767_225_600), "2026-01-01T00:00:00Z");
    }

    #[test]
    fn inputs_have_a_sign() {
        assert_eq!((signed(255, 8), signed(127, 8), signed(1, 1)), (-1, 127, -1));
    }
}
