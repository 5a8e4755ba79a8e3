//! Reads `compile_commands.json`: which files a build compiles, and how.

use crate::compiler_command::{CompilerCommand, Stage};
use crate::compiler_flags::CompilerFlags;
use crate::preprocess::Build;
use serde_json::Value;
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// One compiled file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// Absolute if the directory of the build is.
    pub file: PathBuf,
    pub flags: CompilerFlags,
    pub build: Build,
    /// The object that is made of it, if the command says so.
    pub output: Option<PathBuf>,
}

/// What a build compiles.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Database {
    /// In the order of the file; a file has several entries if it is compiled in several ways.
    pub entries: Vec<Entry>,
    /// How many files of other languages are left out.
    pub left_out: BTreeMap<&'static str, usize>,
}

/// Reads the database in a build directory, or the database itself.
pub fn read(build: &Path) -> Result<Database, String> {
    let path = if build.is_dir() { build.join("compile_commands.json") } else { build.to_owned() };
    let text = std::fs::read(&path).map_err(|error| format!("cannot read `{}`: {error}", path.display()))?;
    let folder = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let folder = std::path::absolute(folder).unwrap_or_else(|_| folder.to_owned());
    let database = parse(&text, &folder).map_err(|error| format!("`{}`, {error}", path.display()))?;
    if !database.entries.is_empty() {
        return Ok(database);
    }
    let others: Vec<String> =
        database.left_out.iter().map(|(language, count)| format!("{count} of {language}")).collect();
    match others.is_empty() {
        true => Err(format!("`{}` names no file", path.display())),
        false => Err(format!("`{}` names no C file, only {}", path.display(), others.join(", "))),
    }
}

fn parse(text: &[u8], folder: &Path) -> Result<Database, String> {
    let value: Value = serde_json::from_slice(text).map_err(|error| format!("{error}"))?;
    let list = value.as_array().ok_or("line 1: expected a list of commands")?;
    let mut database = Database::default();
    for (index, item) in list.iter().enumerate() {
        add(&mut database, item, folder).map_err(|what| format!("entry {}: {what}", index + 1))?;
    }
    Ok(database)
}

fn add(database: &mut Database, item: &Value, folder: &Path) -> Result<(), String> {
    let text = |name: &str| match item.get(name) {
        None => Ok(None),
        Some(value) => value.as_str().map(Some).ok_or_else(|| format!("its `{name}` is no text")),
    };
    if !item.is_object() {
        return Err("it is no object".to_owned());
    }
    let file = text("file")?.ok_or("it has no `file`")?;
    let words = match (item.get("arguments"), text("command")?) {
        (Some(arguments), _) => {
            let words = arguments.as_array().ok_or("its `arguments` are no list")?.iter();
            let words: Option<Vec<String>> = words.map(|word| Some(word.as_str()?.to_owned())).collect();
            words.ok_or("its `arguments` are not all texts")?
        }
        (None, Some(command)) => shlex::split(command).ok_or("its `command` has a quote without an end")?,
        (None, None) => return Err("it has neither `arguments` nor `command`".to_owned()),
    };
    let directory = folder.join(text("directory")?.unwrap_or(""));
    let command = CompilerCommand::parse(words, &directory)?;
    if let Some(language) = command.other_language(file) {
        *database.left_out.entry(language).or_default() += 1;
        return Ok(());
    }
    let output = text("output")?.map(str::to_owned).or_else(|| command.output.clone());
    let output = output.filter(|_| command.stage == Stage::Compile).map(|output| directory.join(output));
    database.push(command, file, &directory, output);
    Ok(())
}

impl Database {
    /// Adds a file, unless it is there with the same flags: some builds compile it once for a library and once for a
    /// program.
    pub fn push(&mut self, command: CompilerCommand, file: &str, directory: &Path, output: Option<PathBuf>) {
        let CompilerCommand { environment, directory: working, compiler, flags, .. } = command;
        let entry = Entry {
            file: directory.join(file),
            flags: CompilerFlags { flags, data_model: None },
            build: Build { compiler, directory: working, environment },
            output,
        };
        let is_same = |other: &Entry| {
            other.file == entry.file && other.flags == entry.flags && other.build == entry.build
        };
        if !self.entries.iter().any(is_same) {
            self.entries.push(entry);
        }
    }
}

/// Flags that name a file or directory, which the build sees from its own directory.
const WITH_PATH: [&str; 5] = ["-I", "-isystem", "-iquote", "-idirafter", "-include"];

/// Flags as they are seen from another directory than that in which they were written.
pub fn with_absolute_directories(directory: &Path, words: impl Iterator<Item = String>) -> Vec<OsString> {
    let mut result: Vec<OsString> = Vec::new();
    let mut words = words;
    while let Some(word) = words.next() {
        match WITH_PATH.iter().find_map(|flag| Some((*flag, word.strip_prefix(flag)?))) {
            Some((flag, "")) => {
                result.push(flag.into());
                result.extend(words.next().map(|path| directory.join(path).into_os_string()));
            }
            Some((flag, path)) => result.extend([flag.into(), directory.join(path).into_os_string()]),
            None => result.push(word.into()),
        }
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(text: &str) -> Result<Database, String> {
        parse(text.as_bytes(), Path::new("/p"))
    }

    #[test]
    fn commands_are_read() {
        let text = r#"[
            {"directory": "/b", "file": "../s/a.c", "command": "gcc -m32 -I inc -D'X=\"1 2\"' -c ../s/a.c -o a.o"},
            {"directory": "b", "file": "/s/b.c", "arguments": ["ccache", "clang", "-Iinc", "-O2", "/s/b.c"]},
            {"directory": "b", "file": "/s/b.c", "arguments": ["clang", "-O2", "-MD", "/s/b.c", "-Iinc"]},
            {"file": "/s/b.c", "output": "o/b.o", "arguments": ["cc", "-DAGAIN", "-c", "/s/b.c"]},
            {"directory": "/b", "file": "c.cpp", "command": "c++ c.cpp"}
        ]"#;
        let database = parsed(text).unwrap();
        let [a, b, _, again] = &database.entries[..] else { panic!("{database:?}") };
        assert_eq!(a.file, Path::new("/b/../s/a.c"));
        assert_eq!(a.flags.flags, ["-m32", "-I", "inc", "-DX=\"1 2\""]);
        assert_eq!(a.output.as_deref(), Some(Path::new("/b/a.o")));
        assert_eq!((b.build.compiler.as_str(), b.build.directory.as_path()), ("clang", Path::new("/p/b")));
        assert_eq!(again.output.as_deref(), Some(Path::new("/p/o/b.o")));
        assert_eq!(database.left_out.into_iter().collect::<Vec<_>>(), [("C++", 1)]);
    }

    #[test]
    fn the_same_command_counts_once() {
        let entry = r#"{"directory": "/b", "file": "a.c", "command": "cc -c a.c -o NAME"}"#;
        let text = format!("[{}, {}]", entry.replace("NAME", "a.o"), entry.replace("NAME", "pic/a.o"));
        assert_eq!(parsed(&text).unwrap().entries.len(), 1);
    }

    #[test]
    fn mistakes_are_explained() {
        for (text, message) in [
            ("{}", "expected a list"),
            ("[{}]", "entry 1: it has no `file`"),
            ("[3]", "entry 1: it is no object"),
            (r#"[{"file": 3}]"#, "entry 1: its `file` is no text"),
            (r#"[{"file": "a.c"}]"#, "entry 1: it has neither `arguments` nor `command`"),
            (r#"[{"file": "a.c", "arguments": "cc"}]"#, "its `arguments` are no list"),
            (r#"[{"file": "a.c", "arguments": ["cc", 1]}]"#, "its `arguments` are not all texts"),
            (r#"[{"file": "a.c", "arguments": []}]"#, "names no compiler"),
            (r#"[{"file": "a.c", "command": "cc 'a.c"}]"#, "a quote without an end"),
            (r#"[{"file": "a.c", "command": "cc -c a.c -o"}]"#, "`-o` wants a value"),
            ("[", "EOF while parsing"),
            ("[{]", "line 1 column 3"),
            ("", "EOF while parsing"),
        ] {
            let error = parsed(text).unwrap_err();
            assert!(error.contains(message), "{text}: {error}");
        }
    }
}
