//! Small programs and the typed trees or messages they give, by area.

mod builtins;
mod constants;
mod declarations;
mod errors;
mod expressions;
mod functions;
mod initializers;
mod statements;
mod types;

use c_types::Checked;
use expect_test::Expect;
use source::{DataModel, Severity};

/// Checks a program that has no syntax error.
fn check_for(model: DataModel, text: &str) -> Checked {
    let parsed = c_syntax::parse(text.as_bytes(), 1);
    assert_eq!(parsed.diagnostics, [], "syntax errors in {text}");
    c_types::check(parsed.unit, model)
}

/// The typed tree of a program without errors, on LP64.
fn tree(text: &str, expected: Expect) {
    tree_for(DataModel::Lp64, text, expected);
}

fn tree_for(model: DataModel, text: &str, expected: Expect) {
    let checked = check_for(model, text);
    let errors: Vec<_> =
        checked.diagnostics.iter().filter(|diagnostic| diagnostic.severity == Severity::Error).collect();
    assert!(errors.is_empty(), "{errors:#?}");
    expected.assert_eq(&c_types::dump::dump(&checked.program));
}

/// The messages about a program: id, message, the text they are about, labels and help.
fn messages(text: &str, expected: Expect) {
    let checked = check_for(DataModel::Lp64, text);
    let quoted = |span: source::Span| {
        let (start, end) = (span.start as usize, span.end as usize);
        if start == 0 { "" } else { &text[start - 1..end - 1] }
    };
    let mut shown = String::new();
    for diagnostic in &checked.diagnostics {
        let severity = match diagnostic.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Note => "note",
        };
        shown += &format!(
            "{severity}[{}] {}\n  at `{}`\n",
            diagnostic.id,
            diagnostic.message,
            quoted(diagnostic.span)
        );
        for label in &diagnostic.labels {
            shown += &format!("  {}: `{}`\n", label.text, quoted(label.span));
        }
        if let Some(help) = &diagnostic.help {
            shown += &format!("  help: {help}\n");
        }
    }
    expected.assert_eq(&shown);
}
