//! Records the compiler calls of a build: `besom check -- make`.
//!
//! A folder with names of compilers, all of which are this program, is put before all others on the `PATH`. Called by such a
//! name, the program notes the call and then becomes the compiler that was meant.
//! Compilers that a build names by their paths, as CMake and Meson do, are noted by a small library (`recorder/intercept.c`)
//! that the dynamic linker loads into the programs of the build. It is compiled when it is needed: where there is a build
//! there is a compiler.

use crate::compilation_database::Database;
use crate::compiler_command::{CompilerCommand, Stage, base_name};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::ffi::{OsStr, OsString};
use std::io::Write;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};

/// The file that calls are noted in.
const RECORD: &str = "BESOM_RECORD";

/// The folder that is to be skipped when the compiler is looked for.
const SHIMS: &str = "BESOM_SHIMS";

/// The names of compilers that builds call when nobody tells them otherwise.
const COMPILERS: [&str; 9] = ["cc", "gcc", "clang", "c99", "c89", "tcc", "musl-gcc", "gcc-12", "clang-14"];

/// The library that notes calls by path.
const INTERCEPT: &str = include_str!("recorder/intercept.c");

/// Folders in which build systems try out compilers, with files that are no part of the project.
const TRIALS: [&str; 5] = ["CompilerIdC", "CMakeScratch", "CMakeTmp", "meson-private", ".conf_check_"];

/// A folder that disappears with its owner.
struct Shims(PathBuf);

impl Drop for Shims {
    fn drop(&mut self) {
        // What is left in the folder for temporary files is removed by the system some day.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Runs a build and returns what it compiled, and how it ended.
pub fn record(build: &[OsString]) -> Result<(Database, ExitStatus), String> {
    let shims = make_shims().map_err(|error| format!("the build cannot be recorded: {error}"))?;
    let calls = shims.0.join("calls.jsonl");
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::iter::once(shims.0.clone()).chain(std::env::split_paths(&path));
    let path =
        std::env::join_paths(folders).map_err(|error| format!("the build cannot be recorded: {error}"))?;
    let Some((program, arguments)) = build.split_first() else { return Err("no build is named".to_owned()) };
    let mut command = Command::new(program);
    command.args(arguments).env("PATH", path).env(RECORD, &calls).env(SHIMS, &shims.0);
    if let Some(library) = make_intercept(&shims.0) {
        let others = std::env::var_os("LD_PRELOAD").unwrap_or_default();
        let all =
            std::iter::once(library.as_os_str()).chain((!others.is_empty()).then_some(others.as_os_str()));
        command.env("LD_PRELOAD", all.collect::<Vec<_>>().join(OsStr::new(":")));
    }
    if let Some(compiler) = std::env::var_os("CC").and_then(|compiler| shim_for(&shims.0, &compiler)) {
        command.env("CC", compiler);
    }
    let status = command
        .status()
        .map_err(|error| format!("`{}` cannot be started: {error}", program.to_string_lossy()))?;
    // A build that compiles nothing notes nothing. Names need not be UTF-8.
    let text = std::fs::read(&calls).unwrap_or_default();
    Ok((read(&String::from_utf8_lossy(&text))?, status))
}

/// A compiler that CC names by its path would not be found on the `PATH`.
fn shim_for(shims: &Path, compiler: &OsStr) -> Option<PathBuf> {
    let name = base_name(compiler.to_str()?);
    let is_path = compiler.as_encoded_bytes().contains(&b'/') && shims.join(name).exists();
    is_path.then(|| shims.join(name))
}

fn make_shims() -> std::io::Result<Shims> {
    let shims = Shims(std::env::temp_dir().join(format!("besom-record-{}", std::process::id())));
    std::fs::create_dir_all(&shims.0)?;
    let program = std::env::current_exe()?;
    let named = std::env::var("CC").ok().map(|compiler| base_name(&compiler).to_owned());
    let names: BTreeSet<String> = COMPILERS.iter().map(|name| (*name).to_owned()).chain(named).collect();
    for name in names.iter().filter(|name| !name.is_empty() && !name.contains(char::is_whitespace)) {
        // A compiler that is not there must not seem to be.
        if find(name, None).is_some() {
            std::os::unix::fs::symlink(&program, shims.0.join(name))?;
        }
    }
    Ok(shims)
}

/// Compiles the library that notes calls by path. Without it, calls by name are noted all the same.
fn make_intercept(shims: &Path) -> Option<PathBuf> {
    let compiler = ["cc", "gcc", "clang"].iter().find_map(|name| find(name, None))?;
    let (source, library) = (shims.join("intercept.c"), shims.join("intercept.so"));
    std::fs::write(&source, INTERCEPT).ok()?;
    let mut command = Command::new(compiler);
    command.args(["-shared", "-fPIC", "-O1", "-w", "-o"]).args([&library, &source]).arg("-ldl");
    let output = command.stdin(Stdio::null()).output().ok()?;
    output.status.success().then_some(library)
}

/// Where a program is, in the folders of the `PATH` but one.
fn find(name: &str, skipped: Option<&Path>) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    let candidates = std::env::split_paths(&path).filter(|folder| Some(folder.as_path()) != skipped);
    candidates.map(|folder| folder.join(name)).find(|candidate| candidate.is_file())
}

/// What this process does if it was called by the name of a compiler: `None` if it was not.
pub fn as_compiler(arguments: &[OsString]) -> Option<String> {
    let record = std::env::var_os(RECORD)?;
    let shims = PathBuf::from(std::env::var_os(SHIMS)?);
    let name = base_name(arguments.first()?.to_str()?).to_owned();
    if !shims.join(&name).exists() {
        return None;
    }
    let Some(compiler) = find(&name, Some(&shims)) else { return Some(format!("`{name}` is not installed")) };
    if let Err(error) = note(Path::new(&record), &compiler, &arguments[1..]) {
        return Some(format!("the call of `{name}` cannot be recorded: {error}"));
    }
    // Without the name of the file, the call is not noted again.
    let error = Command::new(&compiler).args(&arguments[1..]).env_remove(RECORD).exec();
    Some(format!("`{}` cannot be started: {error}", compiler.display()))
}

/// Notes a call in one piece, so that calls of a parallel build do not mix.
fn note(record: &Path, compiler: &Path, arguments: &[OsString]) -> std::io::Result<()> {
    let words: Vec<Value> = std::iter::once(compiler.as_os_str())
        .chain(arguments.iter().map(OsString::as_os_str))
        .map(|word| Value::from(word.to_string_lossy()))
        .collect();
    let line = format!("{}\n", json!({ "directory": std::env::current_dir()?, "arguments": words }));
    let mut file = std::fs::OpenOptions::new().create(true).append(true).open(record)?;
    file.write_all(line.as_bytes())
}

/// The files that the calls compile. Calls that only look at the compiler, or link, compile none.
fn read(text: &str) -> Result<Database, String> {
    let mut database = Database::default();
    for line in text.lines() {
        let call: Value =
            serde_json::from_str(line).map_err(|error| format!("a recorded call is broken: {error}"))?;
        let directory = PathBuf::from(call["directory"].as_str().unwrap_or_default());
        let words = call["arguments"].as_array().into_iter().flatten();
        let words: Vec<String> = words.filter_map(|word| word.as_str()).map(str::to_owned).collect();
        // What the compiler itself refuses is no matter of ours.
        let Ok(command) = CompilerCommand::parse(words, &directory) else { continue };
        if command.stage == Stage::Preprocess {
            continue;
        }
        let output = command.output.clone().filter(|_| command.stage == Stage::Compile);
        let output = output.map(|output| directory.join(output));
        for file in command.sources.clone() {
            match command.other_language(&file) {
                // Configure scripts try out the compiler on files that they remove again.
                _ if !directory.join(&file).is_file() || is_trial(&directory.join(&file)) => {}
                Some(language) => *database.left_out.entry(language).or_default() += 1,
                None => database.push(command.clone(), &file, &directory, output.clone()),
            }
        }
    }
    Ok(database)
}

/// Whether a build system has made the file to try out the compiler.
fn is_trial(file: &Path) -> bool {
    file.components().any(|part| part.as_os_str().to_str().is_some_and(|part| TRIALS.contains(&part)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calls_become_entries() {
        let folder = std::env::temp_dir().join(format!("besom-calls-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        for name in ["a.c", "b.c", "x.cc"] {
            std::fs::write(folder.join(name), "").unwrap();
        }
        let call = |words: &[&str]| json!({ "directory": folder, "arguments": words }).to_string();
        let text = [
            call(&["/usr/bin/cc", "-O2", "-c", "a.c", "-o", "a.o"]),
            call(&["/usr/bin/cc", "-E", "a.c"]),
            call(&["/usr/bin/cc", "--version"]),
            call(&["/usr/bin/cc", "-c", "conftest.c"]),
            call(&["/usr/bin/cc", "-o", "tool", "a.c", "b.c", "x.cc", "c.o"]),
        ];
        let database = read(&text.join("\n")).unwrap();
        std::fs::remove_dir_all(&folder).unwrap();
        let files: Vec<_> =
            database.entries.iter().map(|entry| entry.file.strip_prefix(&folder).unwrap()).collect();
        assert_eq!(files, [Path::new("a.c"), Path::new("a.c"), Path::new("b.c")]);
        assert_eq!(database.entries[0].output, Some(folder.join("a.o")));
        assert_eq!(database.left_out.into_iter().collect::<Vec<_>>(), [("C++", 1)]);
        assert!(read("{").is_err());
    }
}
