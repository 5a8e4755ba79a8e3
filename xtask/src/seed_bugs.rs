//! `cargo xtask seed-bugs DIR…`: makes mistakes in copies of real projects, and sees whether they are found.
//!
//! Where mistakes are made depends on the seed alone. One is made at a time, in a copy, and the file must still compile.
//! It counts as found if there is a message of the right kind about the changed function that the unchanged file does not have.

mod candidates;
mod kinds;
mod original;
mod syntax;
mod tools;

use crate::release;
use crate::survey::files::{self, Found};
use analyzer::on_large_stack;
use candidates::Candidate;
use clap::Args;
use cli::compiler_flags::CompilerFlags;
use cli::configuration::{Configuration, FILE_NAME};
use kinds::{Kind, Tool};
use original::Original;
use random_programs::Random;
use source::{DataModel, SourceMap};
use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use syntax::{Allocators, Parsed};
use tools::{Besom, Message, Subject};

#[derive(Args)]
pub struct Arguments {
    /// Folders of projects; a `besom.toml` there is taken
    #[arg(required = true, value_name = "DIR")]
    projects: Vec<PathBuf>,

    /// Other mistakes for each number
    #[arg(long, default_value_t = 1)]
    seed: u64,

    /// How many mistakes of each kind
    #[arg(long, value_name = "N", default_value_t = 10)]
    each: usize,

    /// Take at most so many files of each project, spread over all of them
    #[arg(long, value_name = "N")]
    files: Option<usize>,

    /// Ask these tools as well
    #[arg(long, value_enum, value_delimiter = ',', value_name = "TOOL")]
    beside: Vec<Tool>,

    /// For how long Besom may work on one function
    #[arg(long, value_name = "TIME")]
    function_limit: Option<String>,

    /// Leave out files with a `main`, which are analysed as whole programs first
    #[arg(long)]
    without_main: bool,

    /// Only say which mistakes would be made
    #[arg(long)]
    dry_run: bool,

    /// Flags for the preprocessor
    #[arg(last = true)]
    flags: Vec<OsString>,
}

/// A file of a project in which mistakes can be made.
struct SourceFile {
    project: usize,
    /// As it is seen from the project.
    path: PathBuf,
    text: Vec<u8>,
    /// As they are seen from the project.
    flags: Vec<OsString>,
    candidates: Vec<Candidate>,
}

/// A copy of a project.
struct Project {
    name: String,
    copy: PathBuf,
    besom: Besom,
}

/// Who found a mistake.
struct Outcome<'a> {
    project: &'a str,
    file: &'a Path,
    candidate: &'a Candidate,
    found_by: BTreeSet<Tool>,
}

pub fn run(arguments: &Arguments) -> Result<(), String> {
    let scratch = std::env::temp_dir().join(format!("besom-seed-bugs-{}", std::process::id()));
    let result = run_in(&scratch, arguments);
    // What stays behind does no harm.
    let _ = std::fs::remove_dir_all(&scratch);
    result
}

fn run_in(scratch: &Path, arguments: &Arguments) -> Result<(), String> {
    let program = release::besom()?;
    let mut projects = Vec::new();
    let mut sources = Vec::new();
    for (number, folder) in arguments.projects.iter().enumerate() {
        let project = copy_project(&scratch.join(number.to_string()), folder, &program, arguments)?;
        sources.extend(on_large_stack(|| sources_of(number, &project, arguments))??);
        projects.push(project);
    }
    let mut tools = vec![Tool::Besom];
    tools.extend(arguments.beside.iter().copied().filter(|&tool| tool != Tool::Besom));
    let mut outcomes = Vec::new();
    let mut unchanged = BTreeMap::new();
    for kind in Kind::ALL {
        let mut made = 0;
        for (file, index) in chosen(kind, &sources, &mut Random::new(arguments.seed)) {
            let (source, candidate) = (&sources[file], &sources[file].candidates[index]);
            let project = &projects[source.project];
            if made == arguments.each {
                break;
            }
            if !compiles(project, source, candidate)? {
                continue;
            }
            made += 1;
            let mut outcome =
                Outcome { project: &project.name, file: &source.path, candidate, found_by: BTreeSet::new() };
            if !arguments.dry_run {
                outcome.found_by = look(project, source, candidate, (&tools, file), &mut unchanged)?;
            }
            println!("{}", outcome.line(source, &tools));
            outcomes.push(outcome);
        }
    }
    print!("\n{}", table(&outcomes, &tools));
    Ok(())
}

fn copy_project(
    scratch: &Path,
    folder: &Path,
    program: &Path,
    arguments: &Arguments,
) -> Result<Project, String> {
    let name = folder.file_name().unwrap_or(folder.as_os_str()).to_string_lossy().into_owned();
    let copy = scratch.join(&name);
    copy_folder(folder, &copy).map_err(|error| format!("{}: {error}", folder.display()))?;
    let besom_scratch = scratch.join("besom");
    std::fs::create_dir_all(&besom_scratch).map_err(|error| error.to_string())?;
    let configuration = Some(copy.join(FILE_NAME)).filter(|path| path.is_file());
    let besom = Besom {
        program: program.to_owned(),
        scratch: besom_scratch,
        configuration,
        function_limit: arguments.function_limit.clone(),
    };
    Ok(Project { name, copy, besom })
}

/// Links and devices are left out.
fn copy_folder(from: &Path, to: &Path) -> std::io::Result<()> {
    std::fs::create_dir_all(to)?;
    for entry in std::fs::read_dir(from)? {
        let entry = entry?;
        let kind = entry.file_type()?;
        let target = to.join(entry.file_name());
        if kind.is_dir() {
            copy_folder(&entry.path(), &target)?;
        } else if kind.is_file() {
            std::fs::copy(entry.path(), &target)?;
        }
    }
    Ok(())
}

fn sources_of(number: usize, project: &Project, arguments: &Arguments) -> Result<Vec<SourceFile>, String> {
    let configuration = match &project.besom.configuration {
        Some(path) => Configuration::find(Some(path), path)?,
        None => Configuration::default(),
    };
    let allocators = Allocators::new(&configuration.models);
    let found = files::below(&project.copy, false)?;
    let mut sources = Vec::new();
    for path in files::spread(&found.sources, arguments.files) {
        let flags = flags_of(path, &found, &configuration, arguments);
        let Ok(text) = std::fs::read(path) else { continue };
        let Some((candidates, has_main)) = candidates_of(path, &text, &flags, &allocators) else { continue };
        if has_main && arguments.without_main {
            continue;
        }
        let path = path.strip_prefix(&project.copy).unwrap_or(path).to_owned();
        sources.push(SourceFile { project: number, path, text, flags, candidates });
    }
    Ok(sources)
}

fn flags_of(
    path: &Path,
    found: &Found,
    configuration: &Configuration,
    arguments: &Arguments,
) -> Vec<OsString> {
    let mut flags = files::include_flags(path, found);
    flags.extend(configuration.flags.flags.iter().cloned());
    flags.extend(arguments.flags.clone());
    flags
}

/// The mistakes that can be made in a file, and whether it has a `main`.
fn candidates_of(
    path: &Path,
    text: &[u8],
    flags: &[OsString],
    allocators: &Allocators,
) -> Option<(Vec<Candidate>, bool)> {
    let mut all = CompilerFlags::default();
    all.extend(flags.to_vec());
    let loaded = cli::input::load(path, &all, DataModel::Lp64).ok()?;
    let mut map = SourceMap::new();
    let file = map.add(&loaded.input.name, loaded.input.text.clone()).ok()?;
    let parsed = c_syntax::parse(&loaded.input.text, map.start(file));
    let name = path.display().to_string();
    let parsed = Parsed { unit: &parsed.unit, map: &map, allocators };
    let has_main = parsed.unit.functions.iter().any(|(_, function)| {
        function.declarator.name.is_some_and(|name| parsed.unit.names.text(name) == "main")
    });
    Some((candidates::in_file(&parsed, &Original::new(&name, text)), has_main))
}

/// The candidates of a kind in the order in which they are taken: in turn from each project, at random inside of it, and no
/// function twice.
fn chosen(kind: Kind, sources: &[SourceFile], random: &mut Random) -> Vec<(usize, usize)> {
    let mut of_projects: BTreeMap<usize, Vec<(usize, usize)>> = BTreeMap::new();
    for (file, source) in sources.iter().enumerate() {
        let of_kind = source.candidates.iter().enumerate().filter(|(_, candidate)| candidate.kind == kind);
        let places = of_kind.map(|(index, _)| (file, index));
        of_projects.entry(source.project).or_default().extend(places);
    }
    for places in of_projects.values_mut() {
        for last in (1..places.len()).rev() {
            places.swap(last, random.below(last + 1));
        }
        let mut seen = BTreeSet::new();
        places.retain(|&(file, index)| seen.insert((file, sources[file].candidates[index].lines)));
    }
    let most = of_projects.values().map(Vec::len).max().unwrap_or(0);
    let turns = (0..most).flat_map(|turn| of_projects.values().filter_map(move |places| places.get(turn)));
    turns.copied().collect()
}

fn subject(project: &Project, source: &SourceFile) -> Subject {
    Subject { file: source.path.clone(), directory: project.copy.clone(), flags: source.flags.clone() }
}

/// Whether the file compiles before and after the change.
fn compiles(project: &Project, source: &SourceFile, candidate: &Candidate) -> Result<bool, String> {
    Ok(tools::is_compiled(&subject(project, source))
        && with_mistake(project, source, candidate, || Ok(tools::is_compiled(&subject(project, source))))?)
}

/// Does something while a mistake is in the copy.
fn with_mistake<T>(
    project: &Project,
    source: &SourceFile,
    candidate: &Candidate,
    work: impl FnOnce() -> Result<T, String>,
) -> Result<T, String> {
    let path = project.copy.join(&source.path);
    let write =
        |text: &[u8]| std::fs::write(&path, text).map_err(|error| format!("{}: {error}", path.display()));
    write(&original::apply(&source.text, &candidate.edits))?;
    let result = work();
    write(&source.text)?;
    result
}

/// What tools say about files as they are, by the number of the file.
type Unchanged = BTreeMap<(usize, Tool), Vec<Message>>;

fn look(
    project: &Project,
    source: &SourceFile,
    candidate: &Candidate,
    (tools, file): (&[Tool], usize),
    unchanged: &mut Unchanged,
) -> Result<BTreeSet<Tool>, String> {
    let subject = subject(project, source);
    let mut found_by = BTreeSet::new();
    for &tool in tools {
        let before = match unchanged.get(&(file, tool)) {
            Some(before) => before.clone(),
            None => {
                let before = tools::ask(tool, &subject, &project.besom)?;
                unchanged.insert((file, tool), before.clone());
                before
            }
        };
        let after = with_mistake(project, source, candidate, || tools::ask(tool, &subject, &project.besom))?;
        if tools::is_told(tool, candidate, &source.path, (&before, &after)) {
            found_by.insert(tool);
        }
    }
    Ok(found_by)
}

impl Outcome<'_> {
    /// Where the mistake is, who found it, and the lines that were changed.
    fn line(&self, source: &SourceFile, tools: &[Tool]) -> String {
        let candidate = self.candidate;
        let who: Vec<String> = tools
            .iter()
            .map(|tool| format!("{} {}", if self.found_by.contains(tool) { '+' } else { '-' }, tool.name()))
            .collect();
        let changed = original::apply(&source.text, &candidate.edits);
        let (before, after) = (String::from_utf8_lossy(&source.text), String::from_utf8_lossy(&changed));
        let differing = before.lines().zip(after.lines()).filter(|(before, after)| before != after);
        let shown: Vec<String> = differing
            .take(4)
            .map(|(before, after)| format!("\n      was: {}\n      is:  {}", before.trim(), after.trim()))
            .collect();
        format!(
            "{}/{}:{}: {}: {}: {}{}",
            self.project,
            self.file.display(),
            candidate.line,
            candidate.function,
            candidate.kind.name(),
            who.join(" "),
            shown.concat()
        )
    }
}

/// How many mistakes of each kind were made, and found by whom, in Markdown.
fn table(outcomes: &[Outcome<'_>], tools: &[Tool]) -> String {
    let names: Vec<&str> = tools.iter().map(|tool| tool.name()).collect();
    let mut text =
        format!("| kind | seeded | {} |\n|---|---:|{}\n", names.join(" | "), "---:|".repeat(names.len()));
    let mut row = |name: &str, of_kind: &dyn Fn(&Outcome<'_>) -> bool| {
        let all: Vec<&Outcome<'_>> = outcomes.iter().filter(|outcome| of_kind(outcome)).collect();
        let found = tools.iter().map(|tool| all.iter().filter(|one| one.found_by.contains(tool)).count());
        let found: Vec<String> = found.map(|count| count.to_string()).collect();
        text.push_str(&format!("| {name} | {} | {} |\n", all.len(), found.join(" | ")));
    };
    for kind in Kind::ALL {
        row(kind.name(), &|outcome| outcome.candidate.kind == kind);
    }
    row("together", &|_| true);
    text
}

#[cfg(test)]
mod tests;
