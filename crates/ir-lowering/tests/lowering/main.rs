//! C snippets and what they become. `UPDATE_EXPECT=1` rewrites the expectations.

mod aggregates;
mod bad_code;
mod builtins;
mod expressions;
mod globals;
mod jumps;
mod robustness;
mod side_tables;
mod statements;
mod storage;

use expect_test::Expect;
use source::{DataModel, SourceMap};

/// The text and the module of a program that must be free of errors.
fn lower_for(data_model: DataModel, text: &str) -> (SourceMap, ir::Module) {
    let (sources, module, diagnostics) = lower_anything(data_model, text);
    assert_eq!(diagnostics, Vec::<String>::new(), "in:\n{text}");
    (sources, module)
}

/// Lowers what can be lowered; the result keeps the rules of the IR whatever the program.
fn lower_anything(data_model: DataModel, text: &str) -> (SourceMap, ir::Module, Vec<String>) {
    let mut sources = SourceMap::default();
    let file = sources.add("test.c", text.as_bytes()).expect("the text is small");
    let parsed = c_syntax::parse(text.as_bytes(), sources.start(file));
    let checked = c_types::check(parsed.unit, data_model);
    let diagnostics = (parsed.diagnostics.iter().chain(&checked.diagnostics))
        .map(|diagnostic| diagnostic.message.clone())
        .collect();
    let module = ir_lowering::lower(&checked.program);
    if let Err(violations) = ir::verify::verify(&module) {
        let lines: Vec<String> = violations.iter().map(|violation| violation.describe(&module)).collect();
        panic!("{}\nin:\n{text}", lines.join("\n"));
    }
    let mut text = String::new();
    ir::text::print(&module, &mut text).expect("a string can always grow");
    assert_eq!(ir::text::parse(&text).as_ref(), Ok(&module), "the text form is faithful");
    (sources, module, diagnostics)
}

/// The lines of the readable form that begin with one of the words or stand in a function,
/// without places and without the side table.
fn excerpt(sources: &SourceMap, module: &ir::Module, words: &[&str]) -> String {
    let mut text = String::new();
    ir::text::print_readable(module, sources, &mut text).expect("a string can always grow");
    let mut result = String::new();
    let mut is_inside = false;
    for line in text.lines() {
        let line = line.split(" ; ").next().unwrap_or(line).trim_end();
        let first = line.split_whitespace().next().unwrap_or("");
        if line.starts_with("function") && line.ends_with('{') {
            is_inside = words.contains(&"function");
        }
        let is_side_table = matches!(first, "variable" | "temporary" | "result");
        if (is_inside && !is_side_table) || (!line.starts_with(' ') && words.contains(&first)) {
            result.push_str(line);
            result.push('\n');
        }
        if line == "}" {
            is_inside = false;
        }
    }
    result
}

/// The functions of a program on LP64.
fn functions(text: &str, expected: Expect) {
    functions_for(DataModel::Lp64, text, expected);
}

fn functions_for(data_model: DataModel, text: &str, expected: Expect) {
    let (sources, module) = lower_for(data_model, text);
    expected.assert_eq(&excerpt(&sources, &module, &["function"]));
}

/// The globals of a program on LP64.
fn globals(text: &str, expected: Expect) {
    let (sources, module) = lower_for(DataModel::Lp64, text);
    expected.assert_eq(&excerpt(&sources, &module, &["global"]));
}
