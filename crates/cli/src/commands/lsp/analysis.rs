//! The analysis of one text of an editor, on a thread of its own.
//!
//! What is typed is not on disk yet. It is written to a file of our own, which is analysed with the settings of the file that it
//! belongs to; places are then told as those of that file.

use super::convert::{diagnostic, text_diagnostic};
use crate::arguments::{Arguments, CheckArguments, Command};
use crate::commands::check;
use crate::compiler_flags::CompilerFlags;
use crate::terminal::Terminal;
use crate::watch::Watch;
use clap::Parser;
use findings::{Baseline, Finding, Fingerprints, Report};
use lsp_types::{Diagnostic, Uri};
use source::{Severity, SourceMap};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

/// What is to be analysed.
pub struct Task {
    pub uri: Uri,
    pub path: PathBuf,
    pub text: String,
    /// The analyses of a file are counted; only the last one is of interest.
    pub number: u64,
    pub watch: &'static Watch,
}

/// What is known of a text; when all is known, that is the last message about it.
pub struct Analysed {
    pub uri: Uri,
    pub number: u64,
    /// `None` if the text is not C as it stands.
    pub report: Option<Report>,
    pub diagnostics: Vec<Diagnostic>,
}

impl Task {
    /// Analyses the text and hands over what was found, and then once more with all contracts.
    pub fn run(self, terminal: &Terminal, hand_over: impl Fn(Analysed)) {
        let shadow = match Shadow::of(&self.path, &self.text) {
            Ok(shadow) => shadow,
            Err(error) => {
                terminal.write(&format!("the text of `{}` cannot be kept: {error}\n", self.path.display()));
                return;
            }
        };
        let Some((arguments, flags)) = self.question(terminal, &shadow) else { return };
        let baseline = baseline(terminal, &arguments);
        let tell = |report: &Report| {
            let mut report = report.clone();
            shadow.rename(&mut report);
            if let Some((folder, baseline)) = &baseline {
                quieten(&mut report, folder, baseline);
            }
            let is_here = |finding: &&Finding| {
                let place = finding.place.as_ref();
                place
                    .is_some_and(|place| std::path::absolute(&place.file).is_ok_and(|file| file == self.path))
            };
            let diagnostics = report.told().filter(is_here).filter_map(diagnostic).collect();
            let (uri, number) = (self.uri.clone(), self.number);
            hand_over(Analysed { uri, number, report: Some(report), diagnostics });
        };
        match check::quiet_report(terminal, &flags, &arguments, tell) {
            Ok(Some(report)) => tell(&report),
            Ok(None) | Err(_) => {
                let diagnostics = self.complaints(&shadow, &flags);
                hand_over(Analysed { uri: self.uri.clone(), number: self.number, report: None, diagnostics });
            }
        }
    }

    /// What `besom check` would be asked about the file, asked about the text.
    fn question(&self, terminal: &Terminal, shadow: &Shadow) -> Option<(CheckArguments, CompilerFlags)> {
        let words = ["besom", "check", "--format", "json"].map(OsString::from);
        let words = words.into_iter().chain([self.path.as_os_str().to_owned()]);
        let mut command = Arguments::try_parse_from(words).ok()?.command;
        command.watch(self.watch);
        let flags = match command.configured(None, false, CompilerFlags::default()) {
            Ok(flags) => flags,
            Err(message) => {
                terminal.write(&format!("{message}\n"));
                return None;
            }
        };
        let Command::Check(mut arguments) = command else { return None };
        arguments.files = vec![shadow.file.clone()];
        // Headers next to the file are looked for there.
        let mut all = CompilerFlags::default();
        let folder = self.path.parent().unwrap_or(Path::new("/")).as_os_str().to_owned();
        all.extend(vec!["-iquote".into(), folder]);
        all.flags.extend(flags.flags);
        all.data_model = flags.data_model;
        Some((arguments, all))
    }

    /// Why the text is not C.
    fn complaints(&self, shadow: &Shadow, flags: &CompilerFlags) -> Vec<Diagnostic> {
        let data_model = flags.data_model.unwrap_or(source::DataModel::Lp64);
        let loaded = match crate::input::load(&shadow.file, flags, data_model) {
            Ok(loaded) => loaded,
            Err(error) => {
                let said = shadow.renamed(&error.preprocessor_messages);
                let line = said.lines().find(|line| line.contains("error:"));
                let at = line.and_then(|line| line.split(':').nth(1)?.parse().ok()).unwrap_or(1);
                let message = line.and_then(|line| line.split("error: ").nth(1));
                let message = message.unwrap_or(&error.diagnostic.message).to_owned();
                return vec![text_diagnostic("preprocessor", at, 1, message)];
            }
        };
        let mut map = SourceMap::new();
        let result = analyzer::front_end(&mut map, &loaded.input, &|_| {});
        let told = result.diagnostics.iter().filter(|diagnostic| diagnostic.severity == Severity::Error);
        told.filter_map(|diagnostic| {
            let place = map.place(diagnostic.span)?;
            let is_here = Path::new(&*place.file) == shadow.file;
            is_here
                .then(|| text_diagnostic(diagnostic.id, place.line, place.column, diagnostic.message.clone()))
        })
        .collect()
    }
}

/// The findings that the project knows already, and the folder from which their files are named.
fn baseline(terminal: &Terminal, arguments: &CheckArguments) -> Option<(PathBuf, Baseline)> {
    let path = std::path::absolute(arguments.configuration.baseline.as_deref()?).ok()?;
    let text = std::fs::read_to_string(&path).map_err(|error| error.to_string());
    match text.and_then(|text| Baseline::parse(&text)) {
        Ok(baseline) => Some((path.parent()?.to_owned(), baseline)),
        Err(error) => {
            terminal.write(&format!("cannot read the baseline `{}`: {error}\n", path.display()));
            None
        }
    }
}

/// Marks the findings that a baseline knows. It was written where it lies, so files are named as they are seen from there.
fn quieten(report: &mut Report, folder: &Path, baseline: &Baseline) {
    let mut seen = report.findings.clone();
    for place in seen.iter_mut().filter_map(|finding| finding.place.as_mut()) {
        if let Ok(file) = std::path::absolute(&place.file)
            && let Ok(inside) = file.strip_prefix(folder)
        {
            place.file = inside.display().to_string();
        }
    }
    Fingerprints::default().assign(&mut seen);
    baseline.apply(&mut seen);
    for (finding, seen) in report.findings.iter_mut().zip(seen) {
        finding.suppression = seen.suppression;
    }
}

/// A file with a text that is not on disk; it disappears with its owner.
struct Shadow {
    file: PathBuf,
    /// The file that it stands for.
    original: PathBuf,
}

impl Drop for Shadow {
    fn drop(&mut self) {
        // What is left in the folder for temporary files is removed by the system some day.
        let _ = self.file.parent().map(std::fs::remove_dir_all);
    }
}

impl Shadow {
    fn of(original: &Path, text: &str) -> std::io::Result<Shadow> {
        static COUNT: AtomicU64 = AtomicU64::new(0);
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        let folder = std::env::temp_dir().join(format!("besom-typed-{}-{count}", std::process::id()));
        std::fs::create_dir_all(&folder)?;
        let file = folder.join(original.file_name().unwrap_or_default());
        std::fs::write(&file, text)?;
        Ok(Shadow { file, original: original.to_owned() })
    }

    fn renamed(&self, text: &str) -> String {
        text.replace(&*self.file.to_string_lossy(), &self.original.to_string_lossy())
    }

    /// Tells everything as about the file that the text belongs to.
    fn rename(&self, report: &mut Report) {
        for place in report.places_mut() {
            place.file = self.renamed(&place.file);
        }
        for finding in &mut report.findings {
            finding.replay = finding.replay.as_ref().map(|replay| self.renamed(replay));
        }
    }
}
