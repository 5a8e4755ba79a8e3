//! Open questions of open code, by cause: how many functions each is in the way of, and what can be done.

use analyzer::FunctionContracts;
use source::{SourceMap, Span};
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// What one cause is in the way of.
struct Cause {
    functions: usize,
    /// Functions that have no contract.
    without_contract: usize,
    first: Span,
}

/// A line for each cause, the most frequent first.
pub fn by_cause(map: &SourceMap, functions: &[FunctionContracts]) -> String {
    let mut causes: BTreeMap<String, Cause> = BTreeMap::new();
    for function in functions {
        let mut told = Vec::new();
        for open in &function.open {
            let name = without_names(&open.reason);
            if told.contains(&name) {
                continue;
            }
            let cause = causes.entry(name.clone()).or_insert(Cause {
                functions: 0,
                without_contract: 0,
                first: open.span,
            });
            cause.functions += 1;
            cause.without_contract += usize::from(function.contracts.is_empty());
            told.push(name);
        }
    }
    let mut sorted: Vec<(&String, &Cause)> = causes.iter().collect();
    sorted.sort_by_key(|(name, cause)| (std::cmp::Reverse(cause.functions), *name));
    let mut text = String::new();
    for (name, cause) in sorted {
        let place = map.place(cause.first).map(|place| format!(", first at {place}")).unwrap_or_default();
        let functions = if cause.functions == 1 { "function" } else { "functions" };
        // Writing to a string does not fail.
        let _ = writeln!(
            text,
            "open in {} {functions} ({} without a contract): {name}{place}",
            cause.functions, cause.without_contract
        );
        if let Some(help) = help(name) {
            let _ = writeln!(text, "  help: {help}");
        }
    }
    text
}

/// A reason without the names in it.
fn without_names(reason: &str) -> String {
    let parts = reason.split('`').enumerate();
    parts.map(|(index, part)| if index % 2 == 0 { part } else { "…" }).collect()
}

/// What can be done about a cause.
fn help(cause: &str) -> Option<&'static str> {
    let has = |words: &str| cause.contains(words);
    if has("has no body") || has("neither defined nor known") {
        Some("give the file that defines it as well, or a model under [models] in besom.toml")
    } else if has("budget") || has("too many") || has("again and again") {
        Some("the function is too large to be described as a whole; smaller functions are easier to describe")
    } else if has("computed in a way") {
        Some(
            "the address is made of several words; the function can only be checked together with its callers",
        )
    } else if has("variadic") {
        Some("check it together with a caller, which says what is passed")
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn causes_have_no_names_and_some_have_help() {
        let cause = without_names("the function `f`, which has no body, may change a list");
        assert_eq!(cause, "the function …, which has no body, may change a list");
        assert!(help(&cause).is_some_and(|help| help.contains("[models]")));
        assert_eq!(help("something else"), None);
    }
}
