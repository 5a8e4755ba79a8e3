//! Reads `compile_commands.json`: which files a build compiles, and how.

use crate::compiler_flags::CompilerFlags;
use crate::json::{self, Json};
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// One compiled file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    pub file: PathBuf,
    pub flags: CompilerFlags,
}

/// Reads the database in a build directory. Entries for other languages than C are left out.
pub fn read(build: &Path) -> Result<Vec<Entry>, String> {
    let path = if build.is_dir() { build.join("compile_commands.json") } else { build.to_owned() };
    let text = std::fs::read_to_string(&path)
        .map_err(|error| format!("cannot read `{}`: {error}", path.display()))?;
    let entries = parse(&text).map_err(|error| format!("`{}`, {error}", path.display()))?;
    match entries.is_empty() {
        true => Err(format!("`{}` names no C file", path.display())),
        false => Ok(entries),
    }
}

fn parse(text: &str) -> Result<Vec<Entry>, String> {
    let value = json::parse(text)?;
    let list = value.list().ok_or("line 1: expected a list of commands")?;
    let mut entries: Vec<Entry> = Vec::new();
    for (index, item) in list.iter().enumerate() {
        let entry = entry(item).map_err(|what| format!("entry {}: {what}", index + 1))?;
        // A file that is built twice, say for a library and for a program, is one file of the program.
        if let Some(entry) = entry.filter(|entry| entries.iter().all(|other| other.file != entry.file)) {
            entries.push(entry);
        }
    }
    Ok(entries)
}

fn entry(item: &Json) -> Result<Option<Entry>, String> {
    let text = |name: &str| item.field(name).and_then(Json::text);
    let file = text("file").ok_or("it has no `file`")?;
    if !file.ends_with(".c") && !file.ends_with(".i") {
        return Ok(None);
    }
    let directory = Path::new(text("directory").unwrap_or("."));
    let words: Vec<String> = match (item.field("arguments").and_then(Json::list), text("command")) {
        (Some(arguments), _) => arguments.iter().filter_map(Json::text).map(str::to_owned).collect(),
        (None, Some(command)) => shell_words(command),
        (None, None) => return Err("it has neither `arguments` nor `command`".to_owned()),
    };
    let words = words.into_iter().skip(1).filter(|word| word != file && word != "--");
    let mut flags = CompilerFlags::default();
    flags.extend(with_absolute_directories(directory, words));
    Ok(Some(Entry { file: directory.join(file), flags }))
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

/// Splits a command line as a shell does, quotes and backslashes considered.
fn shell_words(command: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    let mut characters = command.chars();
    while let Some(character) = characters.next() {
        match (quote, character) {
            (None, ' ' | '\t' | '\n') => words.extend(word.take()),
            (None, '"' | '\'') => {
                quote = Some(character);
                word.get_or_insert_default();
            }
            (Some(open), _) if open == character => quote = None,
            (None | Some('"'), '\\') => word.get_or_insert_default().extend(characters.next()),
            _ => word.get_or_insert_default().push(character),
        }
    }
    words.extend(word);
    words
}

#[cfg(test)]
mod tests {
    use super::*;
    use source::DataModel;

    #[test]
    fn commands_are_read() {
        let text = r#"[
            {"directory": "/b", "file": "../s/a.c", "command": "gcc -m32 -I inc -D'X=\"1 2\"' -c ../s/a.c -o a.o"},
            {"directory": "/b", "file": "/s/b.c", "arguments": ["cc", "-Iinc", "-O2", "/s/b.c"]},
            {"directory": "/b", "file": "/s/b.c", "arguments": ["cc", "-DAGAIN", "/s/b.c"]},
            {"directory": "/b", "file": "c.cpp", "command": "c++ c.cpp"}
        ]"#;
        let entries = parse(text).unwrap();
        assert_eq!(entries.len(), 2);
        assert_eq!(entries[0].file, Path::new("/b/../s/a.c"));
        assert_eq!(entries[0].flags.flags, ["-I", "/b/inc", "-DX=\"1 2\""]);
        assert_eq!(entries[0].flags.data_model, Some(DataModel::Ilp32));
        assert_eq!(entries[1].flags.flags, ["-I", "/b/inc", "-O2"]);
    }

    #[test]
    fn mistakes_are_explained() {
        assert_eq!(parse("{}"), Err("line 1: expected a list of commands".to_owned()));
        assert_eq!(parse("[{}]"), Err("entry 1: it has no `file`".to_owned()));
        let neither = parse(r#"[{"file": "a.c"}]"#);
        assert_eq!(neither, Err("entry 1: it has neither `arguments` nor `command`".to_owned()));
    }

    #[test]
    fn words_are_split_as_by_a_shell() {
        assert_eq!(shell_words(r#"a  "b c" d\ e 'f"\' "" g"h""#), ["a", "b c", "d e", "f\"\\", "", "gh"]);
    }
}
