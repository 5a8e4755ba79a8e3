//! The results of one run as they come in: filtered, told, and written at the end.

use super::outputs::{self, Format};
use super::places::read_again;
use super::{Destination, Places};
use crate::Status;
use crate::configuration::{Configuration, Level as ConfiguredLevel};
use crate::terminal::Terminal;
use findings::suppression::{self, Allowance};
use findings::{
    Answer, Baseline, Finding, Fingerprints, FunctionResult, Level, OpenQuestion, ProgramResult, Report, Tool,
};
use report::Originals;
use source::{Diagnostic, SourceMap, Span};
use std::path::{Path, PathBuf};

/// Collects results, tells them, and writes them.
pub struct Session<'a> {
    terminal: &'a Terminal,
    configuration: &'a Configuration,
    destinations: &'a [Destination],
    /// What the standard output gets instead of text.
    format: Option<Format>,
    baseline: Option<(PathBuf, Baseline)>,
    report: Report,
    fingerprints: Fingerprints,
    allowances: Vec<(String, Vec<Allowance>)>,
    originals: Originals,
}

/// What the command line says about results.
pub struct Wishes<'a> {
    pub configuration: &'a Configuration,
    pub destinations: &'a [Destination],
    pub format: Option<Format>,
    pub baseline: Option<&'a Path>,
}

impl<'a> Session<'a> {
    pub fn new(
        terminal: &'a Terminal,
        wishes: &Wishes<'a>,
        files: Vec<String>,
    ) -> Result<Session<'a>, String> {
        let read = |path: &Path| {
            let text = std::fs::read_to_string(path)
                .map_err(|error| format!("cannot read `{}`: {error}", path.display()))?;
            let baseline = Baseline::parse(&text)
                .map_err(|error| format!("`{}` is no baseline: {error}", path.display()))?;
            Ok::<_, String>((path.to_owned(), baseline))
        };
        Ok(Session {
            terminal,
            configuration: wishes.configuration,
            destinations: wishes.destinations,
            format: wishes.format,
            baseline: wishes.baseline.map(read).transpose()?,
            report: Report {
                tool: Tool { name: "besom", version: env!("CARGO_PKG_VERSION") },
                files,
                answer: None,
                programs: Vec::new(),
                summary: Vec::new(),
                assumptions: Vec::new(),
                findings: Vec::new(),
                open: Vec::new(),
                functions: Vec::new(),
            },
            fingerprints: Fingerprints::default(),
            allowances: Vec::new(),
            originals: Originals::new(),
        })
    }

    /// Whether people read along.
    pub fn tells_text(&self) -> bool {
        self.format.is_none()
    }

    /// Takes findings in, in the order of their places, and tells those that the project wants to hear of.
    pub fn tell(
        &mut self,
        map: &SourceMap,
        places: &Places<'_>,
        originals_on_disk: bool,
        findings: Vec<Finding>,
    ) -> Status {
        let mut findings: Vec<Finding> =
            findings.into_iter().filter_map(|finding| levelled(self.configuration, finding)).collect();
        self.fingerprints.assign(&mut findings);
        self.suppress(places, &mut findings);
        if let Some((_, baseline)) = &self.baseline {
            baseline.apply(&mut findings);
        }
        let told = findings.iter().filter(|finding| finding.suppression.is_none());
        let diagnostics: Vec<Diagnostic> = told.map(report::diagnostic).collect();
        if self.tells_text() {
            self.terminal.report(map, &diagnostics, originals_on_disk);
        }
        let counts = findings.iter().any(Finding::counts);
        self.report.findings.extend(findings);
        if counts { Status::Findings } else { Status::Success }
    }

    /// Looks for comments that allow findings, in the files in which there are some.
    fn suppress(&mut self, places: &Places<'_>, findings: &mut [Finding]) {
        let mut files: Vec<String> =
            findings.iter().filter_map(|finding| Some(finding.place.as_ref()?.file.clone())).collect();
        files.sort();
        files.dedup();
        for file in files {
            let known = self.allowances.iter().position(|(name, _)| *name == file);
            let index = known.unwrap_or_else(|| {
                let allowances = self.read_allowances(places, &file);
                self.allowances.push((file.clone(), allowances));
                self.allowances.len() - 1
            });
            suppression::apply(&file, &self.allowances[index].1, findings);
        }
    }

    fn read_allowances(&self, places: &Places<'_>, file: &str) -> Vec<Allowance> {
        places.original(file).map(|text| self.parse_allowances(file, &text)).unwrap_or_default()
    }

    fn parse_allowances(&self, file: &str, text: &str) -> Vec<Allowance> {
        let (allowances, mistakes) = suppression::parse(text);
        for mistake in mistakes {
            let message = format!("{file}:{}: {}", mistake.line, mistake.message);
            self.terminal.complain(&Diagnostic::warning("input", Span::NONE, message));
        }
        allowances
    }

    pub fn add_function(&mut self, function: FunctionResult) {
        self.report.functions.push(function);
    }

    pub fn set_answer(&mut self, answer: Answer, open: Vec<OpenQuestion>) {
        self.report.answer = Some(answer);
        self.report.open = open;
    }

    /// A program of a build: the answer for all of them is the worst.
    pub fn add_program(&mut self, program: ProgramResult, open: Vec<OpenQuestion>) {
        let weight = |answer: Answer| match answer {
            Answer::Proved => 0,
            Answer::Unknown => 1,
            Answer::Found => 2,
        };
        let known = self.report.answer.filter(|&known| weight(known) > weight(program.answer));
        self.report.answer = known.or(Some(program.answer));
        self.report.open.extend(open);
        self.report.programs.push(program);
    }

    pub fn assume(&mut self, assumption: &str) {
        if !self.report.assumptions.iter().any(|known| known == assumption) {
            self.report.assumptions.push(assumption.to_owned());
        }
    }

    /// A closing line. Returns it if people read along.
    pub fn summarise<'t>(&mut self, line: &'t str) -> Option<&'t str> {
        self.report.summary.push(line.to_owned());
        self.tells_text().then_some(line)
    }

    pub fn keep_originals(&mut self, originals: Originals) {
        self.originals.extend(originals);
    }

    pub fn report(&self) -> &Report {
        &self.report
    }

    pub fn into_report(self) -> Report {
        self.report
    }

    /// Tells what became of suppressions and the baseline, and writes the files. Returns what goes to
    /// the standard output.
    pub fn finish(mut self) -> Result<String, String> {
        self.read_remaining_allowances();
        self.tell_unused();
        for Destination { path, format } in self.destinations {
            outputs::write(path, &outputs::rendered(*format, &self.report, &self.originals))?;
        }
        Ok(self
            .format
            .map(|format| outputs::rendered(format, &self.report, &self.originals))
            .unwrap_or_default())
    }

    /// Comments in files without findings are about nothing.
    fn read_remaining_allowances(&mut self) {
        for file in self.report.files.clone() {
            let name = file.strip_prefix("./").unwrap_or(&file).to_owned();
            let is_c = name.ends_with(".c") && self.allowances.iter().all(|(known, _)| *known != name);
            if is_c && let Some(text) = read_again(Path::new(&name)) {
                let allowances = self.parse_allowances(&name, &String::from_utf8_lossy(&text));
                self.allowances.push((name, allowances));
            }
        }
    }

    fn tell_unused(&self) {
        let mut findings = self.report.findings.clone();
        for (file, allowances) in &self.allowances {
            for unused in suppression::apply(file, allowances, &mut findings) {
                let message = format!(
                    "{file}:{}: `allow({})` is about no finding; it can be deleted",
                    unused.written_at, unused.rule
                );
                self.terminal.complain(&Diagnostic::warning("input", Span::NONE, message));
            }
        }
        let suppressed = self.report.findings.iter().filter(|finding| finding.suppression.is_some()).count();
        if suppressed > 0 && self.tells_text() {
            let findings = if suppressed == 1 { "finding is" } else { "findings are" };
            self.terminal.write(&format!("{suppressed} {findings} suppressed\n"));
        }
        if let Some((path, baseline)) = &self.baseline {
            let gone = baseline.apply(&mut findings);
            if gone > 0 && self.tells_text() {
                let text = format!("{gone} findings of `{}` are gone; write it anew\n", path.display());
                self.terminal.write(&text);
            }
        }
    }
}

/// The finding at the level that the project wants; `None` if it does not want it.
fn levelled(configuration: &Configuration, mut finding: Finding) -> Option<Finding> {
    let is_excluded = |place: &findings::Location| configuration.excludes(Path::new(&place.file));
    if finding.place.as_ref().is_some_and(is_excluded) {
        return None;
    }
    finding.level = match configuration.level(finding.rule) {
        None => finding.level,
        Some(ConfiguredLevel::Off) => return None,
        Some(ConfiguredLevel::Note) => Level::Note,
        Some(ConfiguredLevel::Warning) => Level::Warning,
        Some(ConfiguredLevel::Error) => Level::Error,
    };
    Some(finding)
}
