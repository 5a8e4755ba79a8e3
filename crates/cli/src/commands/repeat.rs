//! The command that repeats an execution that the analysis found.

use super::run::{Plan, Watch, inputs_of};
use crate::arguments::{Arguments, Command, RunArguments};
use analyzer::{Certain, with_models_for_execution};
use clap::Parser;
use interpreter::{ChoiceKind, FaultClass};
use ir::Module;
use source::Span;
use std::ffi::OsString;

/// A `besom run` command that ends in the same error. `None` if there is none, which is tried.
/// `words` are the flags and files of the program.
pub fn repetition(module: &Module, certain: &Certain, words: &[String]) -> Option<String> {
    if words.is_empty() {
        return None;
    }
    let module = &with_models_for_execution(module.clone());
    let arguments: Option<Vec<&str>> =
        certain.arguments.iter().map(|argument| std::str::from_utf8(argument).ok()).collect();
    let arguments = arguments.filter(|texts| !texts.iter().any(|text| text.contains(char::is_control)))?;
    let mut options = choices_options(certain);
    if certain.fault.kind.class() == FaultClass::OnRequest {
        options.extend(["--stop-on".to_owned(), certain.fault.kind.id().to_owned()]);
    }
    // Usually nothing else is in the way; if something is, the run goes past it.
    let obstacles =
        ["signed-overflow", "assertion-failure", "error-reached", "memory-lost", "uninitialised-use"];
    let obstacles: Vec<&str> = obstacles.into_iter().filter(|&id| id != certain.fault.kind.id()).collect();
    let ignoring = ["--ignore".to_owned(), obstacles.join(",")];
    let candidates = [options.clone(), options.into_iter().chain(ignoring).collect()];
    let options = candidates.into_iter().find(|options| ends_in(module, certain, options))?;
    let mut quoted_words: Vec<String> = options.iter().chain(words).map(|word| quoted(word)).collect();
    if !arguments.is_empty() {
        quoted_words.push("--".to_owned());
        quoted_words.extend(arguments.into_iter().map(quoted));
    }
    let command = format!("besom run {}", quoted_words.join(" "));
    Some(match certain.stdin.as_slice() {
        [] => command,
        input => format!("printf '{}' | {command}", escaped(input)),
    })
}

/// Bytes as `printf` of the shell takes them.
fn escaped(bytes: &[u8]) -> String {
    let escape = |&byte: &u8| match byte {
        b'%' => "%%".to_owned(),
        b'\n' => "\\n".to_owned(),
        b'\'' | b'\\' | 0..=31 | 127.. => format!("\\{byte:03o}"),
        _ => char::from(byte).to_string(),
    };
    bytes.iter().map(escape).collect()
}

fn choices_options(certain: &Certain) -> Vec<String> {
    let log = &certain.choices;
    let mut options = Vec::new();
    let fails = log.entries.iter().any(|entry| entry.kind == ChoiceKind::AllocationFails && entry.value != 0);
    if fails {
        options.push("--malloc-may-fail".to_owned());
    }
    // What is not said is 0, so choices of 0 need not be said, except among inputs.
    let mut needed = log.clone();
    needed.entries.retain(|entry| match entry.kind {
        ChoiceKind::Input => true,
        ChoiceKind::AllocationFails => fails,
        _ => entry.value != 0,
    });
    let list = match inputs_of(&needed) {
        Some(inputs) => inputs.iter().map(ToString::to_string).collect::<Vec<_>>().join(","),
        None => needed.to_string().trim_end().replace('\n', "; "),
    };
    if !list.is_empty() {
        options.push("--choices".to_owned());
        options.push(list);
    }
    options
}

fn ends_in(module: &Module, certain: &Certain, options: &[String]) -> bool {
    let words = ["besom", "run"].into_iter().chain(options.iter().map(String::as_str)).chain(["program.c"]);
    let Ok(Arguments { command: Command::Run(arguments), .. }) =
        Arguments::try_parse_from(words.map(OsString::from))
    else {
        return false;
    };
    let arguments = RunArguments { max_steps: Some(MAXIMAL_STEPS), ..arguments };
    let Ok(mut plan) = Plan::new(&arguments) else { return false };
    plan.stdin.clone_from(&certain.stdin);
    plan.arguments.clone_from(&certain.arguments);
    let run = plan.run(module, &Watch::default()).ok();
    let fault = run.and_then(|run| run.fault);
    fault.is_some_and(|fault| {
        let same_place = fault.span == certain.fault.span || fault.span == Span::NONE;
        fault.kind == certain.fault.kind && same_place
    })
}

/// How many steps a trial may take.
const MAXIMAL_STEPS: u64 = 20_000_000;

/// A word that the shell takes as it is.
pub(super) fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_./,=+:@%".contains(c);
    match !word.is_empty() && word.chars().all(is_plain) {
        true => word.to_owned(),
        false => format!("'{}'", word.replace('\'', "'\\''")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_quoted_for_the_shell() {
        assert_eq!(quoted("a/b-1.c"), "a/b-1.c");
        assert_eq!(quoted("1,-2"), "1,-2");
        assert_eq!(quoted("input 32 5"), "'input 32 5'");
        assert_eq!(quoted("it's"), r"'it'\''s'");
        assert_eq!(quoted(""), "''");
    }

    #[test]
    fn input_is_escaped_for_printf() {
        assert_eq!(escaped(b"a%\n'\0"), r"a%%\n\047\000");
    }
}
