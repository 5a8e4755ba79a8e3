//! What the server knows of the files that are open.

use super::analysis::{Analysed, Task};
use super::convert::{diagnostic, path_of, range, story};
use crate::terminal::Terminal;
use crate::watch::{LimitArguments, Watch};
use findings::formula::lines;
use findings::{Answer, Finding, FunctionResult, Report};
use lsp_types::{
    CodeAction, CodeActionKind, CodeActionOrCommand, CodeActionParams, CodeLens, CodeLensParams,
    Command as LspCommand, Hover, HoverContents, HoverParams, MarkupContent, MarkupKind, Position,
    PublishDiagnosticsParams, Range, TextEdit, Uri, WorkspaceEdit,
};
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::Sender;
use std::time::Duration;

/// The command that shows a story.
pub const STORY: &str = "besom.story";

/// The command that runs an error once more.
pub const REPLAY: &str = "besom.replay";

/// How long nothing must be typed before a text is analysed.
const PAUSE: Duration = Duration::from_millis(250);

#[derive(Default)]
struct File {
    text: String,
    /// How many analyses were asked for.
    number: Arc<AtomicU64>,
    /// Who can end the last of them.
    watch: Option<&'static Watch>,
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

    /// Takes the text of a file and analyses it, at once or when nothing more is typed. The analysis before is ended.
    pub fn analyse(&mut self, uri: Uri, text: Option<String>, is_typed: bool) {
        let Some(path) = path_of(&uri) else { return };
        let file = self.files.entry(uri.as_str().to_owned()).or_default();
        if let Some(text) = text {
            file.text = text;
        }
        if let Some(watch) = file.watch.take() {
            watch.cancel();
        }
        let watch = Watch::unlimited(LimitArguments::default());
        file.watch = Some(watch);
        let number = file.number.fetch_add(1, Ordering::Relaxed) + 1;
        let (last, sender, terminal) = (Arc::clone(&file.number), self.sender.clone(), self.terminal);
        let task = Task { uri, path, text: file.text.clone(), number, watch };
        std::thread::spawn(move || {
            if is_typed {
                std::thread::sleep(PAUSE);
            }
            if last.load(Ordering::Relaxed) == number {
                // If the server is gone, nobody waits.
                task.run(&terminal, |analysed| drop(sender.send(analysed)));
            }
        });
    }

    /// Takes a result, unless a later analysis of the file was started or the file was closed.
    pub fn accept(&mut self, analysed: Analysed) -> Option<PublishDiagnosticsParams> {
        let file = self.files.get_mut(analysed.uri.as_str())?;
        if file.number.load(Ordering::Relaxed) != analysed.number {
            return None;
        }
        // Contracts of the text before are better than none while something is typed.
        if analysed.report.is_some() {
            file.report = analysed.report;
        }
        Some(PublishDiagnosticsParams { uri: analysed.uri, diagnostics: analysed.diagnostics, version: None })
    }

    pub fn close(&mut self, uri: Uri) -> PublishDiagnosticsParams {
        if let Some(watch) = self.files.remove(uri.as_str()).and_then(|file| file.watch) {
            watch.cancel();
        }
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

    /// What is known of each function, above it, and of the program above `main`.
    pub fn lenses(&self, params: &CodeLensParams) -> Vec<CodeLens> {
        let Some(report) = self.report(&params.text_document.uri) else { return Vec::new() };
        let path = path_of(&params.text_document.uri);
        let is_here = |function: &&FunctionResult| {
            let file = function.place.as_ref().and_then(|place| std::path::absolute(&place.file).ok());
            file.is_some() && file == path
        };
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
        let functions = report.functions.iter().filter(is_here).filter_map(lens);
        functions.chain(self.lens_of_main(&params.text_document.uri, report)).collect()
    }

    fn lens_of_main(&self, uri: &Uri, report: &Report) -> Option<CodeLens> {
        let title = match report.answer? {
            Answer::Proved => "besom: the program is proved to be free of memory errors",
            Answer::Found => "besom: the program has an error",
            Answer::Unknown => "besom: what the program does is not known wholly",
        };
        let text = &self.files.get(uri.as_str())?.text;
        // The definition begins on a line that has the name and no semicolon.
        let line = text.lines().position(|line| {
            let is_word = |at: usize| !line[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_');
            !line.contains("//") && !line.trim_end().ends_with(';') && line.find("main(").is_some_and(is_word)
        })?;
        let start = Position::new(u32::try_from(line).ok()?, 0);
        let command = LspCommand { title: title.to_owned(), command: String::new(), arguments: None };
        Some(CodeLens { range: Range::new(start, start), command: Some(command), data: None })
    }

    /// Suppressing a finding, showing its story, and running its replay.
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
    let command = |title: &str, command: &str, argument: String| {
        CodeActionOrCommand::Command(LspCommand {
            title: title.to_owned(),
            command: command.to_owned(),
            arguments: Some(vec![serde_json::Value::String(argument)]),
        })
    };
    let told = command("Show how it happens", STORY, story(finding));
    let replay = finding.replay.as_ref();
    let replay = replay.map(|replay| command("Run the error once more", REPLAY, replay.clone()));
    [CodeActionOrCommand::CodeAction(suppress), told].into_iter().chain(replay).collect()
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
