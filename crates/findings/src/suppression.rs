//! Comments that keep a finding from being told: `// besom: allow(memory-lost, "owned by the registry")`.
//!
//! A comment is about its own line or, if it stands alone, about the next line that is not a comment of
//! this kind. The reason is part of it: who reads the program later wants to know.

use crate::finding::{Finding, Suppression, SuppressionKind};

/// Words for rules that people say.
const SHORT_NAMES: &[(&str, &str)] = &[
    ("leak", "memory-lost"),
    ("null", "null-dereference"),
    ("bounds", "out-of-bounds"),
    ("uninitialised", "uninitialised-use"),
];

/// One comment.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Allowance {
    /// The line that it is about, and the one that it stands on.
    pub line: u32,
    pub written_at: u32,
    pub rule: String,
    pub reason: String,
}

/// A comment that is none.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mistake {
    pub line: u32,
    pub message: String,
}

/// All comments of a file.
pub fn parse(text: &str) -> (Vec<Allowance>, Vec<Mistake>) {
    let mut allowances: Vec<Allowance> = Vec::new();
    let mut mistakes = Vec::new();
    // Comments that wait for the next line of code.
    let mut waiting = 0;
    for (index, line) in text.lines().enumerate() {
        let number = u32::try_from(index + 1).unwrap_or(u32::MAX);
        let (code, comment) = match comment(line) {
            Some(found) => found,
            None => {
                for allowance in allowances.iter_mut().rev().take(waiting) {
                    allowance.line = number;
                }
                waiting = 0;
                continue;
            }
        };
        match allowance(comment) {
            Ok((rule, reason)) => {
                allowances.push(Allowance { line: number, written_at: number, rule, reason });
                if code.trim().is_empty() {
                    waiting += 1;
                }
            }
            Err(message) => mistakes.push(Mistake { line: number, message }),
        }
    }
    (allowances, mistakes)
}

/// What stands before a comment of this kind, and what stands in it.
fn comment(line: &str) -> Option<(&str, &str)> {
    ["//", "/*"].iter().find_map(|opening| {
        line.match_indices(opening).find_map(|(at, _)| {
            let rest = line[at + opening.len()..].trim_start();
            let inside = rest.strip_prefix("besom:")?;
            Some((&line[..at], inside.trim().trim_end_matches("*/").trim_end()))
        })
    })
}

/// `allow(RULE, "REASON")`.
fn allowance(comment: &str) -> Result<(String, String), String> {
    let form = "expected `besom: allow(RULE, \"REASON\")`";
    let inside = comment.strip_prefix("allow(").and_then(|rest| rest.strip_suffix(')'));
    let inside = inside.ok_or(form)?;
    let (rule, reason) = inside.split_once(',').ok_or("the reason is missing: `allow(RULE, \"REASON\")`")?;
    let reason = reason.trim().strip_prefix('"').and_then(|rest| rest.strip_suffix('"')).ok_or(form)?;
    if reason.trim().is_empty() {
        return Err("the reason is empty".to_owned());
    }
    let rule = rule.trim();
    let full = SHORT_NAMES.iter().find(|(short, _)| *short == rule).map_or(rule, |(_, full)| full);
    Ok((full.to_owned(), reason.to_owned()))
}

/// Marks the findings of a file that comments are about. Returns the comments that are about none.
pub fn apply<'a>(file: &str, allowances: &'a [Allowance], findings: &mut [Finding]) -> Vec<&'a Allowance> {
    let mut unused = Vec::new();
    for allowance in allowances {
        let mut is_used = false;
        for finding in findings.iter_mut().filter(|finding| finding.rule == allowance.rule) {
            let here = finding.place.as_ref().is_some_and(|place| {
                place.file == file && place.line <= allowance.line && allowance.line <= place.end_line
            });
            if here {
                is_used = true;
                let suppression =
                    Suppression { kind: SuppressionKind::InSource, reason: allowance.reason.clone() };
                finding.suppression = Some(suppression);
            }
        }
        if !is_used {
            unused.push(allowance);
        }
    }
    unused
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_are_about_their_line_or_the_next() {
        let text = "int x;\nf(); // besom: allow(leak, \"owned by the registry\")\n\
                    /* besom: allow(double-free, \"cannot happen\") */\n// besom: allow(null, \"nor this\")\ng();\n";
        let (allowances, mistakes) = parse(text);
        assert!(mistakes.is_empty());
        let seen: Vec<(u32, &str, &str)> =
            allowances.iter().map(|a| (a.line, a.rule.as_str(), a.reason.as_str())).collect();
        assert_eq!(
            seen,
            [
                (2, "memory-lost", "owned by the registry"),
                (5, "double-free", "cannot happen"),
                (5, "null-dereference", "nor this")
            ]
        );
    }

    #[test]
    fn a_reason_is_wanted() {
        for (text, message) in [
            ("// besom: allow(leak)", "the reason is missing"),
            ("// besom: allow(leak, \" \")", "the reason is empty"),
            ("// besom: allow(leak, because)", "expected `besom: allow"),
            ("// besom: ignore this", "expected `besom: allow"),
        ] {
            let (allowances, mistakes) = parse(text);
            assert!(
                allowances.is_empty() && mistakes[0].message.starts_with(message),
                "{text}: {mistakes:?}"
            );
        }
        assert_eq!(parse("// the besom: allow(x)"), (vec![], vec![]));
    }
}
