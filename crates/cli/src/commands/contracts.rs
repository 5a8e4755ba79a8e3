//! `besom contracts`: what functions need from their callers, and what they leave behind.

mod export;

use super::check::{NOTHING_TO_ANALYSE, own_functions};
use crate::Status;
use crate::arguments::{ContractsArguments, ContractsFormat};
use crate::compiler_flags::CompilerFlags;
use crate::input::{self, LoadError};
use crate::output::Output;
use crate::results::Places;
use crate::terminal::Terminal;
use crate::watch::{stop_of, workers_of};
use analyzer::{
    Contract, FunctionContracts, Notation, OpenError, Property, Question, contracts_by, front_end,
};
use findings::formula::lines;
use ir::Module;
use source::{Diagnostic, SourceMap, Span};
use std::fmt::Write as _;
use std::path::Path;

pub fn run(terminal: &Terminal, mut flags: CompilerFlags, arguments: &ContractsArguments) -> Status {
    flags.extend(arguments.compiler_flags.clone());
    match print_contracts(terminal, &flags, arguments) {
        Ok(status) => status,
        Err(error) => {
            terminal.write(&error.preprocessor_messages);
            terminal.complain(&error.diagnostic);
            Status::Bad
        }
    }
}

fn print_contracts(
    terminal: &Terminal,
    flags: &CompilerFlags,
    arguments: &ContractsArguments,
) -> Result<Status, LoadError> {
    let data_model = input::data_model(flags, arguments.data_model.map(Into::into))?;
    let loaded = input::load(&arguments.file, flags, data_model)?;
    let mut map = SourceMap::new();
    let mut result = front_end(&mut map, &loaded.input, &|_| {});
    crate::models::apply(&mut result.module, &arguments.configuration.models, &arguments.models)?;
    terminal.write(&loaded.preprocessor_messages);
    terminal.report(&map, &result.diagnostics, loaded.originals_on_disk);
    let is_missing = |name: &&String| {
        let function = result.module.function_named(name);
        function.is_none_or(|id| result.module.functions[id].body.is_none())
    };
    let mut own = own_functions(&result.module, &map);
    own.retain(|name| !crate::models::has_model(name, &arguments.configuration.models, &arguments.models));
    let missing: Vec<Diagnostic> = arguments
        .functions
        .iter()
        .filter(is_missing)
        .map(|name| not_defined(&result.module, name, &own))
        .collect();
    terminal.report(&map, &missing, false);
    if own.is_empty() && arguments.functions.is_empty() && !result.has_errors() {
        terminal.write(&format!("{NOTHING_TO_ANALYSE}\n"));
    }
    let question = Question {
        allocation_may_fail: !arguments.malloc_never_fails,
        stop: stop_of(arguments.watch),
        keeps_derivation: arguments.trace,
        ..Question::new(Property::NoError)
    };
    let notation = if arguments.raw { Notation::Raw } else { Notation::Readable };
    let names = match arguments.functions.is_empty() {
        true => own,
        false => arguments.functions.clone(),
    };
    let functions = contracts_by(&workers_of(arguments.watch), &result.module, &question, &names, notation)
        .map_err(|message| Diagnostic::error("internal", Span::NONE, message))?;
    let places = Places::new(&map, &result.module, loaded.originals_on_disk);
    if let Some(file) = &arguments.draw {
        export::draw(&places, &functions, file)?;
    }
    let mut output = Output::stdout();
    let text = match (arguments.export, arguments.format) {
        (Some(choice), _) => {
            export::as_annotations(&map, &result.module, &places, &functions, arguments, choice)
        }
        (None, ContractsFormat::Text) => {
            functions.iter().map(|function| as_text(&map, function, arguments)).collect()
        }
        (None, ContractsFormat::Json) => as_json(&map, &functions),
    };
    // A closed output is nobody's fault.
    let _ = output.write_str(&text);
    output.finish()?;
    let has_errors = functions.iter().any(|function| !function.certain.is_empty());
    Ok(match (result.has_errors() || !missing.is_empty(), has_errors) {
        (true, _) => Status::Bad,
        (false, true) => Status::Findings,
        (false, false) => Status::Success,
    })
}

/// So many names of functions are told where another one was asked for.
const NAMES: usize = 8;

pub(super) fn not_defined(module: &Module, name: &str, own: &[String]) -> Diagnostic {
    let mut message = match module.function_named(name) {
        Some(_) => format!("`{name}` is only declared here: contracts are those of functions with a body"),
        None => format!("no function called `{name}` is defined here"),
    };
    if Path::new(name).extension().is_some_and(|ending| ending == "c" || ending == "i") {
        message.push_str("; `besom contracts` takes one file, and then names of functions");
    } else if !own.is_empty() {
        let more = if own.len() > NAMES { ", …" } else { "" };
        message.push_str(&format!("; there are: {}{more}", own[..own.len().min(NAMES)].join(", ")));
    }
    Diagnostic::error("input", Span::NONE, message)
}

/// A step of a derivation, which may have several lines.
fn indented(step: &str) -> String {
    step.lines()
        .enumerate()
        .map(|(index, line)| format!("{}{line}\n", if index == 0 { "  " } else { "      " }))
        .collect()
}

/// How many contracts of a function are printed for people who do not ask for all.
const TOLD_CONTRACTS: usize = 12;

fn as_text(map: &SourceMap, function: &FunctionContracts, arguments: &ContractsArguments) -> String {
    let place = map.place(function.span).map(|place| format!("{place}: ")).unwrap_or_default();
    let mut text = format!("{place}{}({})\n", function.name, function.parameters.join(", "));
    for step in &function.derivation {
        text.push_str(&indented(step));
    }
    // The most general ones come first.
    let told = if arguments.all || arguments.raw { usize::MAX } else { TOLD_CONTRACTS };
    for (index, contract) in function.contracts.iter().take(told).enumerate() {
        text.push_str(&contract_text(map, index + 1, contract));
    }
    match function.contracts.len().saturating_sub(told) {
        0 => {}
        1 => text.push_str("  one more contract: `--all` prints it\n"),
        more => text.push_str(&format!("  {more} more contracts: `--all` prints them\n")),
    }
    for error in &function.certain {
        // Writing to a string does not fail.
        let _ = writeln!(text, "  error for every caller{}: {}", error.of_callers, error_text(map, error));
        for step in &error.steps {
            let place = map.place(step.span).map(|place| format!("{place}: ")).unwrap_or_default();
            let _ = writeln!(text, "    {place}{}", step.text);
        }
    }
    for error in &function.of_callees {
        let callee = error.calls.first().map_or("", |call| &call.name);
        let _ = writeln!(text, "  calls `{callee}`, which leads to an error: {}", error_text(map, error));
    }
    let is_likely = |error: &OpenError| {
        function.likely.iter().any(|likely| likely.kind == error.kind && likely.span == error.span)
    };
    for (condition, error) in &function.conditional {
        let likely = if is_likely(error) { "likely " } else { "" };
        let _ = writeln!(text, "  {likely}error if called so: {}", error_text(map, error));
        for line in condition {
            let _ = writeln!(text, "    {line}");
        }
    }
    if function.contracts.is_empty() {
        text.push_str("  no contract was confirmed\n");
    }
    if function.unconfirmed > 0 && function.contracts.is_empty() {
        let guesses = match function.unconfirmed {
            1 => "one precondition was guessed and not confirmed".to_owned(),
            count => format!("{count} preconditions were guessed and not confirmed"),
        };
        let _ = writeln!(text, "  {guesses}");
    }
    if function.is_cut_short {
        text.push_str("  there are more cases than were looked at\n");
    }
    for open in &function.open {
        let place = map.place(open.span).map(|place| format!("{place}: ")).unwrap_or_default();
        let _ = writeln!(text, "  open: {place}{}", open.reason);
    }
    if arguments.stats {
        text.push_str(&effort(function));
    }
    text.push('\n');
    text
}

/// What the contracts of a function cost.
pub fn effort(function: &FunctionContracts) -> String {
    let rules = &function.rules;
    format!(
        "  {} preconditions executed, {} with learned memory, {} with equal addresses, {} with whole blocks, {} with lists of callees, {} with \
         longer arrays, {} words named; {} confirmed, {} refused\n  {} steps on symbolic states, {} questions to the solver\n",
        rules.executed,
        rules.learned,
        rules.aliased,
        rules.whole,
        rules.lists,
        rules.lengths,
        rules.named,
        rules.confirmed,
        rules.refused,
        function.steps,
        function.questions
    )
}

fn error_text(map: &SourceMap, error: &OpenError) -> String {
    let place = map.place(error.place()).map(|place| format!("{place}: ")).unwrap_or_default();
    format!("{place}{} [{}]", error.text(), error.kind.id())
}

/// Where functions of the caller are called.
fn places(map: &SourceMap, spans: &[Span]) -> Vec<String> {
    spans.iter().filter_map(|&span| Some(map.place(span)?.to_string())).collect()
}

/// What is assumed of functions without a body.
fn assumption(contract: &Contract) -> [String; 3] {
    let names: Vec<String> = contract.assumed.iter().map(|name| format!("`{name}`")).collect();
    let (have, free, change) = match names.len() {
        1 => ("has", "frees", "changes"),
        _ => ("have", "free", "change"),
    };
    let freed = match contract.given_back.is_empty() {
        true => String::new(),
        false => format!(" but {}", contract.given_back.join(", ")),
    };
    [
        format!("{}, which {have} no body, {free} nothing{freed},", names.join(", ")),
        format!("{change} nothing but what non-constant arguments lead to and globals of other files,"),
        "and addresses from there are null or lead to memory that is not told here".to_owned(),
    ]
}

/// What is assumed of functions after which something happens later, or at the same time.
fn assumptions_about_time(assumed: &[String]) -> Vec<String> {
    let of = |known: &[&str], what: &str| {
        let name = assumed.iter().find(|name| known.contains(&name.as_str()))?;
        Some(format!("{what} `{name}`"))
    };
    let jump =
        of(&["__sigsetjmp", "_setjmp", "setjmp", "sigsetjmp"], "nothing is changed before a later jump to");
    let threads = of(&["pthread_create", "thrd_create"], "nothing is changed here by threads of");
    jump.into_iter().chain(threads).collect()
}

fn contract_text(map: &SourceMap, number: usize, contract: &Contract) -> String {
    let under = if contract.assumed.is_empty() { "" } else { " under assumptions" };
    let mut text = format!("  contract {number}, proved{under}\n");
    let mut section = |title: &str, lines: &[String]| {
        if lines.is_empty() {
            let _ = writeln!(text, "    {title:9} nothing");
        }
        for (index, line) in lines.iter().enumerate() {
            let title = if index == 0 { title } else { "" };
            let _ = writeln!(text, "    {title:9} {line}");
        }
    };
    section("requires", &lines(&contract.requires));
    let calls = places(map, &contract.callbacks);
    if !calls.is_empty() {
        section("assumes", &[format!("functions called at {} leave this memory as it is", calls.join(", "))]);
    }
    if !contract.assumed.is_empty() {
        section("assumes", &assumption(contract));
    }
    for line in assumptions_about_time(&contract.assumed) {
        section("assumes", &[line]);
    }
    for (index, outcome) in contract.ensures.iter().enumerate() {
        let title = if index == 0 { "ensures" } else { "or" };
        if outcome.ends_program {
            section(title, &["the program ends".to_owned()]);
        } else {
            section(title, &lines(&outcome.formulas));
        }
    }
    text
}

/// A text as JSON has it.
fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

fn as_json(map: &SourceMap, functions: &[FunctionContracts]) -> String {
    let list = |items: Vec<String>| format!("[{}]", items.join(", "));
    let texts = |lines: &[String]| list(lines.iter().map(|line| quoted(line)).collect());
    let place = |span: Span| quoted(&map.place(span).map(|place| place.to_string()).unwrap_or_default());
    let error = |error: &OpenError, condition: &[String]| {
        format!(
            "{{\"kind\": {}, \"place\": {}, \"happens_at\": {}, \"message\": {}, \"condition\": {}}}",
            quoted(error.kind.id()),
            place(error.place()),
            place(error.span),
            quoted(&error.text()),
            texts(condition)
        )
    };
    let entries = functions.iter().map(|function| {
        let contracts = function.contracts.iter().map(|contract| {
            let ensures = contract.ensures.iter().map(|outcome| {
                format!(
                    "{{\"ends_program\": {}, \"formulas\": {}}}",
                    outcome.ends_program,
                    texts(&lines(&outcome.formulas))
                )
            });
            format!(
                "{{\"requires\": {}, \"calls_back_at\": {}, \"assumes\": {}, \"ensures\": {}}}",
                texts(&lines(&contract.requires)),
                texts(&places(map, &contract.callbacks)),
                texts(&contract.assumed),
                list(ensures.collect())
            )
        });
        let conditional = function.conditional.iter().map(|(condition, fault)| error(fault, condition));
        let open = function
            .open
            .iter()
            .map(|open| format!("{{\"place\": {}, \"reason\": {}}}", place(open.span), quoted(&open.reason)));
        format!(
            "  {{\"function\": {}, \"place\": {}, \"parameters\": {}, \"contracts\": {}, \"errors\": {}, \
             \"errors_if_called\": {}, \"unconfirmed\": {}, \"is_cut_short\": {}, \"open\": {}}}",
            quoted(&function.name),
            place(function.span),
            texts(&function.parameters),
            list(contracts.collect()),
            list(function.certain.iter().map(|fault| error(fault, &[])).collect()),
            list(conditional.collect()),
            function.unconfirmed,
            function.is_cut_short,
            list(open.collect())
        )
    });
    format!("[\n{}\n]\n", entries.collect::<Vec<_>>().join(",\n"))
}
