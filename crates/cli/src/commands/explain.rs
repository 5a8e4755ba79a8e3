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
        Some(rule) => match findings::page(rule) {
            Some(text) => {
                let _ = output.write_str(text);
            }
            None => {
                terminal.complain(&unknown(rule));
                return Status::Bad;
            }
        },
    }
    match output.finish() {
        Ok(()) => Status::Success,
        Err(diagnostic) => {
            terminal.complain(&diagnostic);
            Status::Bad
        }
    }
}

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
    match closest {
        Some((distance, id)) if distance <= 3 => diagnostic.with_help(format!("did you mean `{id}`?")),
        _ => diagnostic.with_help("`besom explain` lists all kinds"),
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
    fn slips_of_the_pen_are_recognised() {
        let help = |rule| unknown(rule).help.unwrap();
        assert_eq!(help("use-after-fre"), "did you mean `use-after-free`?");
        assert!(help("something-else-entirely").contains("lists all"));
    }
}
