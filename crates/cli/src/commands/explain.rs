//! `besom explain`: what a kind of finding means.

use crate::Status;
use crate::arguments::ExplainArguments;
use crate::findings;
use crate::output::Output;
use crate::terminal::Terminal;
use source::{Diagnostic, Span};
use std::fmt::Write;

pub fn run(terminal: &Terminal, arguments: &ExplainArguments) -> Status {
    let mut output = Output::stdout();
    match &arguments.rule {
        None => list(&mut output),
        Some(rule) => {
            let pages = pages(rule);
            if pages.is_empty() {
                terminal.complain(&unknown(rule));
                return Status::Bad;
            }
            let _ = output.write_str(&pages.join("\n"));
        }
    }
    match output.finish() {
        Ok(()) => Status::Success,
        Err(diagnostic) => {
            terminal.complain(&diagnostic);
            Status::Bad
        }
    }
}

/// The pages that a word means: an identifier, a number of the Common Weakness Enumeration in any
/// spelling, or what people say for short.
fn pages(word: &str) -> Vec<&'static str> {
    let word = word.trim().to_ascii_lowercase();
    let word = word.trim_start_matches("error[").trim_start_matches("warning[").trim_end_matches(']');
    let word = word.replace([' ', '_'], "-");
    if let Some(page) = findings::page(&word) {
        return vec![page];
    }
    let number = word.strip_prefix("cwe").map(|rest| rest.trim_start_matches('-')).unwrap_or(&word);
    if let Ok(number) = number.parse() {
        let rules = ::findings::cwe::rules_of(number).iter();
        return rules.filter_map(|rule| findings::page(rule)).collect();
    }
    SHORT_NAMES
        .iter()
        .filter(|(short, _)| *short == word)
        .filter_map(|(_, rule)| findings::page(rule))
        .collect()
}

/// What people say for short.
const SHORT_NAMES: &[(&str, &str)] = &[
    ("leak", "memory-lost"),
    ("memory-leak", "memory-lost"),
    ("uaf", "use-after-free"),
    ("null", "null-dereference"),
    ("null-pointer", "null-dereference"),
    ("npd", "null-dereference"),
    ("overflow", "signed-overflow"),
    ("integer-overflow", "signed-overflow"),
    ("buffer-overflow", "out-of-bounds"),
    ("heap-buffer-overflow", "out-of-bounds"),
    ("stack-buffer-overflow", "out-of-bounds"),
    ("bounds", "out-of-bounds"),
    ("uninitialized-use", "uninitialised-use"),
    ("uninitialised", "uninitialised-use"),
    ("uninitialized", "uninitialised-use"),
    ("divide-by-zero", "division-by-zero"),
    ("invalid-free", "free-not-heap"),
    ("bad-free", "free-not-heap"),
    ("use-after-return", "use-after-scope"),
];

/// All identifiers with what they mean in a few words.
fn list(output: &mut Output) {
    let width = findings::PAGES.iter().map(|(id, _)| id.len()).max().unwrap_or(0);
    for (id, text) in findings::PAGES {
        let _ = writeln!(output, "{id:width$}  {}", findings::title(text));
    }
    let _ = writeln!(output, "\n`besom explain RULE` tells more about one of them.");
}

fn unknown(rule: &str) -> Diagnostic {
    let diagnostic =
        Diagnostic::error("input", Span::NONE, format!("there is no kind of finding called `{rule}`"));
    let closest = findings::PAGES.iter().map(|(id, _)| (distance(rule, id), id)).min();
    if let Some((_, id)) = closest.filter(|(distance, _)| *distance <= 3) {
        return diagnostic.with_help(format!("did you mean `{id}`?"));
    }
    // Somebody who remembers one word of the name.
    let words: Vec<&str> = rule.split('-').filter(|word| word.len() > 2).collect();
    let shares = |id: &str| words.iter().any(|word| id.split('-').any(|other| other == *word));
    let similar: Vec<String> = findings::PAGES
        .iter()
        .filter(|(id, _)| shares(id))
        .map(|(id, _)| format!("`{id}`"))
        .take(6)
        .collect();
    match similar.is_empty() {
        true => diagnostic.with_help("`besom explain` lists all kinds"),
        false => diagnostic.with_help(format!("did you mean one of {}?", similar.join(", "))),
    }
}

/// How many letters must be changed, inserted or deleted to get from one word to the other.
fn distance(left: &str, right: &str) -> usize {
    let right: Vec<char> = right.chars().collect();
    let mut row: Vec<usize> = (0..=right.len()).collect();
    for (i, a) in left.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, &b) in right.iter().enumerate() {
            let substituted = diagonal + usize::from(a != b);
            diagonal = row[j + 1];
            row[j + 1] = substituted.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[right.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_between_words() {
        assert_eq!(distance("", "abc"), 3);
        assert_eq!(distance("kitten", "sitting"), 3);
        assert_eq!(distance("same", "same"), 0);
    }

    #[test]
    fn numbers_and_short_names_lead_to_pages() {
        let first = |word: &str| pages(word).first().and_then(|page| page.lines().next()).unwrap_or("none");
        for word in ["CWE-416", "cwe416", "416", "uaf", "use_after_free", "error[use-after-free]"] {
            assert!(first(word).contains("use-after-free"), "{word}: {}", first(word));
        }
        assert!(first("leak").contains("memory-lost") && first("CWE-122").contains("out-of-bounds"));
        assert_eq!(first("CWE-79"), "none");
        for (short, rule) in SHORT_NAMES {
            assert!(findings::page(rule).is_some(), "{short}");
        }
    }

    #[test]
    fn slips_of_the_pen_are_recognised() {
        let help = |rule| unknown(rule).help.unwrap();
        assert_eq!(help("use-after-fre"), "did you mean `use-after-free`?");
        assert!(help("something-else-entirely").contains("lists all"));
        let similar = help("free-it-two-times");
        assert!(similar.contains("`double-free`") && similar.contains("`use-after-free`"), "{similar}");
    }
}
