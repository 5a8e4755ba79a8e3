//! The files of a project: found, preprocessed and taken through the front end on all cores, then put together to programs and
//! libraries.

use crate::arguments::CheckArguments;
use crate::cache::Texts;
use crate::compilation_database::{self, Database};
use crate::compiler_flags::CompilerFlags;
use crate::input::{self, LoadError, Loaded};
use crate::machine::{Machine, Machines};
use crate::preprocess::Build;
use crate::recorder;
use crate::terminal::Terminal;
use crate::watch::{Watch, workers_of};
use analyzer::{Input, Target, Unit, front_ends, link_modules, targets};
use ir::Module;
use source::{DataModel, Diagnostic, SourceMap, Span};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A file to be loaded.
struct Work {
    path: PathBuf,
    flags: CompilerFlags,
    data_model: DataModel,
    /// How the build compiles it.
    build: Option<Build>,
}

/// All files, after the front end.
pub struct Project {
    /// With the path of each.
    pub modules: Vec<(PathBuf, Module)>,
    /// Which entry of the build each of them is.
    pub entries: Vec<usize>,
    /// The preprocessed text of each, and where it begins.
    texts: Vec<(u32, Arc<[u8]>)>,
    pub map: SourceMap,
    pub originals_on_disk: bool,
    /// So many files cannot be read, or have parts that are not C.
    pub with_errors: usize,
}

/// Loads all files and reports their errors. In a build, a file that cannot be read is left out; a single program ends there.
pub fn load(
    terminal: &Terminal,
    watch: Option<&Watch>,
    flags: &CompilerFlags,
    arguments: &CheckArguments,
) -> Result<Project, LoadError> {
    let jobs = workers_of(watch).jobs;
    let here = std::env::current_dir().unwrap_or_default();
    let is_build = is_build(arguments);
    // Limits are about the analysis: how long a build takes is no matter of ours.
    let hold = |is_held| watch.iter().for_each(|watch| watch.hold(is_held));
    hold(arguments.build.is_none() && is_build);
    let works = files(terminal, jobs, flags, arguments);
    hold(false);
    let works = works?;
    let progress = terminal.progress(works.len());
    progress.set_message("preprocessing");
    let results = stdx::parallel::map(jobs, &works, |work| {
        let loaded = work.load(&here);
        progress.inc(1);
        loaded
    });
    progress.finish_and_clear();
    let mut project = Project {
        modules: Vec::new(),
        entries: Vec::new(),
        texts: Vec::new(),
        map: SourceMap::new(),
        originals_on_disk: true,
        with_errors: 0,
    };
    let mut loaded: Vec<(usize, PathBuf, Loaded)> = Vec::new();
    for (entry, (work, result)) in works.into_iter().zip(results).enumerate() {
        match result {
            Ok(text) => loaded.push((entry, work.path, text)),
            Err(error) if !is_build => return Err(error),
            Err(error) => {
                project.with_errors += 1;
                terminal.write(&error.preprocessor_messages);
                terminal.complain(&error.diagnostic);
            }
        }
    }
    if is_build {
        drop_repetitions(&mut loaded);
    }
    let inputs: Vec<Input> = loaded.iter().map(|(_, _, loaded)| loaded.input.clone()).collect();
    let progress = terminal.progress(inputs.len());
    progress.set_message("reading");
    let results = front_ends(&mut project.map, &inputs, jobs, &|| progress.inc(1));
    progress.finish_and_clear();
    for ((entry, path, loaded), result) in loaded.into_iter().zip(results) {
        terminal.write(&loaded.preprocessor_messages);
        terminal.report(&project.map, &result.diagnostics, loaded.originals_on_disk);
        // The texts of a plan were made from the files that they name.
        project.originals_on_disk &= loaded.originals_on_disk || arguments.unit.is_some();
        project.with_errors += usize::from(result.has_errors());
        project.texts.push((project.map.start_of(&loaded.input.text), Arc::clone(&loaded.input.text)));
        project.modules.push((path, result.module));
        project.entries.push(entry);
    }
    Ok(project)
}

/// Loads one entry of a build.
pub fn load_one(
    terminal: &Terminal,
    flags: &CompilerFlags,
    arguments: &CheckArguments,
    entry: usize,
) -> Result<Loaded, LoadError> {
    let here = std::env::current_dir().unwrap_or_default();
    let works = files(terminal, 1, flags, arguments)?;
    match works.get(entry) {
        Some(work) => work.load(&here),
        None => {
            let message = format!("the build has no entry {entry}");
            Err(Diagnostic::error("input", Span::NONE, message).into())
        }
    }
}

impl Work {
    fn load(&self, here: &Path) -> Result<Loaded, LoadError> {
        match &self.build {
            Some(build) => input::load_as_built(&self.path, build, &self.flags, self.data_model, here),
            None => input::load(&self.path, &self.flags, self.data_model),
        }
    }
}

/// A file that is compiled twice to the same text, say once for a shared library, is there once.
fn drop_repetitions(loaded: &mut Vec<(usize, PathBuf, Loaded)>) {
    let mut seen = BTreeSet::new();
    loaded.retain(|(_, path, loaded)| {
        seen.insert((path.clone(), loaded.input.text.clone(), loaded.input.data_model == DataModel::Ilp32))
    });
}

/// A build is analysed, which the command line names by its folder or by the command that starts it.
pub fn is_build(arguments: &CheckArguments) -> bool {
    arguments.build.is_some() || arguments.files.is_empty()
}

/// What the build compiles: read, or recorded while it runs.
fn database(terminal: &Terminal, arguments: &CheckArguments) -> Result<Database, String> {
    if let Some(build) = &arguments.build {
        return compilation_database::read(build);
    }
    let (database, status) = recorder::record(&arguments.compiler_flags)?;
    let name = arguments.compiler_flags[0].to_string_lossy();
    if database.entries.is_empty() {
        let help = "a build that is up to date compiles nothing: clean it first";
        return Err(format!("`{name}` compiled no C file ({status}); {help}"));
    }
    if !status.success() {
        terminal.write(&format!("`{name}` failed ({status}); what it compiled is analysed all the same\n"));
    }
    Ok(database)
}

/// Every file with its flags: those of the command line, after those of the build.
fn files(
    terminal: &Terminal,
    jobs: usize,
    flags: &CompilerFlags,
    arguments: &CheckArguments,
) -> Result<Vec<Work>, Diagnostic> {
    let option = arguments.data_model.map(Into::into);
    let mut files = Vec::new();
    let bad = |message: String| Diagnostic::error("input", Span::NONE, message);
    if is_build(arguments) {
        let mut database = database(terminal, arguments).map_err(bad)?;
        // A parallel build compiles in another order every time. Units of work name files by their order in the plan.
        if arguments.unit.is_none() {
            database.entries.sort_by_cached_key(|entry| {
                (entry.file.as_os_str().to_owned(), format!("{:?} {:?}", entry.flags, entry.build))
            });
        }
        for (language, count) in &database.left_out {
            terminal.write(&format!("left out, because they are not C: {count} files of {language}\n"));
        }
        let machines = Machines::default();
        let entries = database.entries.into_iter().map(|mut entry| {
            entry.flags.flags.extend(flags.flags.iter().cloned());
            entry
        });
        let entries: Vec<_> = entries.collect();
        let answers = stdx::parallel::map(jobs, &entries, |entry| match flags.data_model.or(option) {
            Some(data_model) => Ok(Machine { data_model, plain_char_is_unsigned: false }),
            None => machines.machine(&entry.build, &entry.flags.flags),
        });
        for (entry, machine) in entries.into_iter().zip(answers) {
            let Machine { data_model, plain_char_is_unsigned } = machine.map_err(|why| {
                bad(format!("cannot tell for which machine `{}` is compiled: {why}", entry.file.display()))
            })?;
            let mut all = entry.flags;
            if flags.data_model.or(option).is_some() {
                all.flags.push(if data_model == DataModel::Ilp32 { "-m32" } else { "-m64" }.into());
            }
            // What the machine decides is said as if a flag had.
            if plain_char_is_unsigned {
                all.flags.push("-funsigned-char".into());
            }
            files.push(Work { path: entry.file, flags: all, data_model, build: Some(entry.build) });
        }
    }
    let data_model = input::data_model(flags, option)?;
    let single = |path: &PathBuf| Work { path: path.clone(), flags: flags.clone(), data_model, build: None };
    files.extend(arguments.files.iter().map(single));
    Ok(files)
}

impl Project {
    /// The modules in the order of the files, and where their texts are found.
    pub fn into_modules(self) -> (Vec<Module>, SourceMap, bool) {
        let modules = self.modules.into_iter().map(|(_, module)| module);
        (modules.collect(), self.map, self.originals_on_disk)
    }

    /// What is linked together, by the symbols that files define and need.
    pub fn targets(&self) -> Vec<Target> {
        let units = self.modules.iter().map(|(path, module)| Unit { path, module });
        targets(&units.collect::<Vec<_>>())
    }

    /// The files of a target as one module.
    pub fn linked(&self, target: &Target) -> Result<Module, Vec<Diagnostic>> {
        link_modules(target.units.iter().map(|&unit| self.modules[unit].1.clone()).collect())
    }

    /// Where the texts of a target are.
    pub fn texts(&self, target: &Target) -> Texts {
        let texts = target.units.iter().map(|&unit| &self.texts[unit]);
        Texts(texts.map(|(start, text)| (*start, text.len() as u32)).collect())
    }

    /// Whether a place lies in the text of a file.
    pub fn is_in(&self, place: Span, file: usize) -> bool {
        let text = self.texts.get(file);
        text.is_some_and(|(start, text)| (*start..=start + text.len() as u32).contains(&place.start))
    }

    /// What the results of a target depend on, besides the question.
    pub fn content<'p>(&'p self, target: &'p Target) -> impl Iterator<Item = &'p [u8]> {
        target.units.iter().flat_map(|&unit| {
            let model: &[u8] = match self.modules[unit].1.data_model {
                DataModel::Ilp32 => b"ILP32",
                DataModel::Lp64 => b"LP64",
            };
            [model, &self.texts[unit].1]
        })
    }

    /// Whether the text that holds a place was made from this file.
    pub fn mentions(&self, place: Span, file: &Path) -> bool {
        let wanted = file.canonicalize().unwrap_or_else(|_| file.to_owned());
        self.map.files_of_text(place).any(|name| {
            let path = Path::new(name);
            path.file_name() == wanted.file_name() && path.canonicalize().is_ok_and(|path| path == wanted)
        })
    }
}
