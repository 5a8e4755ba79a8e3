//! What the server knows of the files that are open.

use super::convert::{diagnostic, path_of, range};
use crate::arguments::{Arguments, Command};
use crate::commands::check;
use crate::compiler_flags::CompilerFlags;
use crate::terminal::Terminal;
use clap::Parser;
use findings::formula::lines;
use findings::{Finding, FunctionResult, Report};
use lsp_types::{
    CodeAction, CodeActionKind, CodeActionOrCommand, CodeActionParams, CodeLens, CodeLensParams,
    Command as LspCommand, Hover, HoverContents, HoverParams, MarkupContent, MarkupKind, Position,
    PublishDiagnosticsParams, Range, TextEdit, Uri, WorkspaceEdit,
};
use std::collections::{BTreeMap, HashMap};
use std::ffi::OsString;
use std::path::Path;
use std::sync::mpsc::Sender;

/// The result of one analysis.
pub struct Analysed {
    uri: Uri,
    /// The analyses of a file are counted; only the last one is of interest.
    number: u64,
    report: Option<Report>,
}

#[derive(Default)]
struct File {
    number: u64,
    report: Option<Report>,
}

pub struct Server {
    terminal: Terminal,
    sender: Sender<Analysed>,
    /// By the text of the reference.
    files: BTreeMap<String, File>,
}

impl Server {
    pub fn new(terminal: Terminal, sender: Sender<Analysed>) -> Server {
        Server { terminal, sender, files: BTreeMap::new() }
    }

    /// Starts the analysis of a file.
    pub fn analyse(&mut self, uri: Uri) {
        let Some(path) = path_of(&uri) else { return };
        let file = self.files.entry(uri.as_str().to_owned()).or_default();
        file.number += 1;
        let (number, sender, terminal) = (file.number, self.sender.clone(), self.terminal);
        std::thread::spawn(move || {
            let report = report(&terminal, &path);
            // If the server is gone, nobody waits.
            let _ = sender.send(Analysed { uri, number, report });
        });
    }

    /// Takes a result, unless a later analysis of the file was started or the file was closed.
    pub fn accept(&mut self, analysed: Analysed) -> Option<PublishDiagnosticsParams> {
        let file = self.files.get_mut(analysed.uri.as_str()).filter(|file| file.number == analysed.number)?;
        file.report = analysed.report;
        let path = path_of(&analysed.uri)?;
        let is_here = |finding: &&Finding| {
            let place = finding.place.as_ref();
            place.is_some_and(|place| std::path::absolute(&place.file).is_ok_and(|file| file == path))
        };
        let findings = file.report.iter().flat_map(Report::told).filter(is_here);
        let diagnostics = findings.filter_map(diagnostic).collect();
        Some(PublishDiagnosticsParams { uri: analysed.uri, diagnostics, version: None })
    }

    pub fn close(&mut self, uri: Uri) -> PublishDiagnosticsParams {
        self.files.remove(uri.as_str());
        PublishDiagnosticsParams { uri, diagnostics: Vec::new(), version: None }
    }

    fn report(&self, uri: &Uri) -> Option<&Report> {
        self.files.get(uri.as_str())?.report.as_ref()
    }

    /// The contract of the function whose definition begins on the line.
    pub fn hover(&self, params: &HoverParams) -> Option<Hover> {
        let position = &params.text_document_position_params;
        let report = self.report(&position.text_document.uri)?;
        let line = position.position.line + 1;
        let function = report
            .functions
            .iter()
            .find(|function| function.place.as_ref().is_some_and(|place| place.line == line))?;
        let contents = MarkupContent { kind: MarkupKind::Markdown, value: contract_text(function) };
        Some(Hover { contents: HoverContents::Markup(contents), range: function.place.as_ref().map(range) })
    }

    /// What is known of each function, above it.
    pub fn lenses(&self, params: &CodeLensParams) -> Vec<CodeLens> {
        let functions = self.report(&params.text_document.uri).map(|report| &report.functions[..]);
        let lens = |function: &FunctionResult| {
            let title = match (function.contracts.len(), function.open.len()) {
                (0, _) => format!("besom: {}", function.answer.name()),
                (1, 0) => "besom: 1 proved contract".to_owned(),
                (1, open) => format!("besom: 1 proved contract, {open} open questions"),
                (count, 0) => format!("besom: {count} proved contracts"),
                (count, open) => format!("besom: {count} proved contracts, {open} open questions"),
            };
            let command = LspCommand { title, command: String::new(), arguments: None };
            Some(CodeLens { range: range(function.place.as_ref()?), command: Some(command), data: None })
        };
        functions.unwrap_or_default().iter().filter_map(lens).collect()
    }

    /// Suppressing a finding, and running its replay.
    pub fn actions(&self, params: &CodeActionParams) -> Vec<CodeActionOrCommand> {
        let uri = &params.text_document.uri;
        let Some(report) = self.report(uri) else { return Vec::new() };
        let here = report.told().filter(|finding| {
            finding.place.as_ref().is_some_and(|place| {
                (params.range.start.line..=params.range.end.line).contains(&(place.line - 1))
            })
        });
        here.flat_map(|finding| actions(uri, finding)).collect()
    }
}

/// Analyses one file with the settings of its project, without printing anything.
fn report(terminal: &Terminal, path: &Path) -> Option<Report> {
    let words = ["besom", "check", "--format", "json"].map(OsString::from);
    let words = words.into_iter().chain([path.as_os_str().to_owned()]);
    let mut command = Arguments::try_parse_from(words).ok()?.command;
    let flags = match command.configured(None, false, CompilerFlags::default()) {
        Ok(flags) => flags,
        Err(message) => {
            terminal.write(&format!("{message}\n"));
            return None;
        }
    };
    let Command::Check(arguments) = command else { return None };
    check::quiet_report(terminal, &flags, &arguments).ok().flatten()
}

fn actions(uri: &Uri, finding: &Finding) -> Vec<CodeActionOrCommand> {
    let Some(place) = &finding.place else { return Vec::new() };
    let indent: String = place.text.chars().take_while(|c| c.is_whitespace()).collect();
    let line = Position::new(place.line - 1, 0);
    let edit = TextEdit {
        range: Range::new(line, line),
        new_text: format!("{indent}// besom: allow({}, \"why\")\n", finding.rule),
    };
    // References are never changed after they were made.
    #[allow(clippy::mutable_key_type)]
    let changes = HashMap::from([(uri.clone(), vec![edit])]);
    let suppress = CodeAction {
        title: format!("Allow {} here, with a reason", finding.rule),
        kind: Some(CodeActionKind::QUICKFIX),
        diagnostics: diagnostic(finding).map(|diagnostic| vec![diagnostic]),
        edit: Some(WorkspaceEdit { changes: Some(changes), ..WorkspaceEdit::default() }),
        ..CodeAction::default()
    };
    let replay = finding.replay.as_ref().map(|replay| {
        CodeActionOrCommand::Command(LspCommand {
            title: "Run the error once more".to_owned(),
            command: "besom.replay".to_owned(),
            arguments: Some(vec![serde_json::Value::String(replay.clone())]),
        })
    });
    std::iter::once(CodeActionOrCommand::CodeAction(suppress)).chain(replay).collect()
}

/// The contracts of a function, as Markdown.
fn contract_text(function: &FunctionResult) -> String {
    let mut text = format!("**{}**: {}\n", function.name, function.answer.name());
    let mut block = |title: &str, lines: &[String]| {
        let lines = if lines.is_empty() { "nothing".to_owned() } else { lines.join("\n") };
        text.push_str(&format!("\n{title}\n```text\n{lines}\n```\n"));
    };
    for (index, contract) in function.contracts.iter().enumerate() {
        block(&format!("contract {}, proved: requires", index + 1), &lines(&contract.requires));
        for outcome in &contract.ensures {
            match outcome.ends_program {
                true => block("ensures", &["the program ends".to_owned()]),
                false => block("ensures", &lines(&outcome.formulas)),
            }
        }
    }
    for error in &function.errors_if_called {
        block(&format!("error if called so: {} [{}]", error.message, error.rule), &error.condition);
    }
    for open in &function.open {
        text.push_str(&format!("\nopen: {}\n", open.reason));
    }
    text
}
