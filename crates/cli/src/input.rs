//! Reads C files and has them preprocessed.

use crate::compiler_command::other_language;
use crate::compiler_flags::CompilerFlags;
use crate::line_markers;
use crate::machine;
use crate::preprocess::{self, Build, Preprocessed};
use analyzer::Input;
use source::{DataModel, Diagnostic, Span};
use std::io::Read;
use std::path::Path;

/// A text for the front end.
#[derive(Clone, Debug)]
pub struct Loaded {
    pub input: Input,
    /// Whether the files that line markers name are those the text was made from just now, so
    /// that messages can quote them.
    pub originals_on_disk: bool,
    /// What the preprocessor said although it succeeded.
    pub preprocessor_messages: String,
}

/// Why there is no text: a message, and before it what the preprocessor said.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LoadError {
    pub preprocessor_messages: String,
    pub diagnostic: Box<Diagnostic>,
}

impl LoadError {
    fn new(message: String) -> LoadError {
        LoadError::from(Diagnostic::error("input", Span::NONE, message))
    }
}

impl From<Diagnostic> for LoadError {
    fn from(diagnostic: Diagnostic) -> LoadError {
        LoadError { preprocessor_messages: String::new(), diagnostic: Box::new(diagnostic) }
    }
}

/// The data model that the command line asks for.
pub fn data_model(flags: &CompilerFlags, option: Option<DataModel>) -> Result<DataModel, Diagnostic> {
    match (flags.data_model, option) {
        (Some(flag), Some(option)) if flag != option => {
            let flag = if flag == DataModel::Ilp32 { "-m32" } else { "-m64" };
            let message = format!("`{flag}` and `--data-model {option}` contradict each other");
            Err(Diagnostic::error("input", Span::NONE, message))
        }
        (flag, option) => match option.or(flag) {
            Some(chosen) => Ok(chosen),
            None => match machine::of_environment(flags) {
                Some(machine) => machine.map(|machine| machine.data_model).map_err(|why| {
                    let message = format!("cannot analyse for the machine of the compiler in CC: {why}");
                    Diagnostic::error("input", Span::NONE, message)
                }),
                None => Ok(DataModel::Lp64),
            },
        },
    }
}

/// Reads a file, or the standard input for `-`, and preprocesses it unless that has been done.
pub fn load(path: &Path, flags: &CompilerFlags, data_model: DataModel) -> Result<Loaded, LoadError> {
    let flags = &*machine::completed(flags);
    if path == Path::new("-") {
        return load_stdin(flags, data_model);
    }
    let name = path.display().to_string();
    let kind = kind_of(path, &name)?;
    if kind == Kind::Stream {
        let text = std::fs::read(path).map_err(|error| unreadable(&name, &error))?;
        // Places are told by its name, and nobody reads it again.
        let marked = [format!("# 1 \"{}\"\n", name.escape_default()).as_bytes(), &text].concat();
        let loaded = match text.starts_with(b"# ") {
            true => load_text(text, &name, flags, data_model)?,
            false => {
                refuse_binary(&text, &name)?;
                let source = preprocess::Source::Text(&marked);
                preprocessed(preprocess::preprocess(source, flags, data_model), name, flags, data_model)?
            }
        };
        return Ok(Loaded { originals_on_disk: false, ..loaded });
    }
    if path.extension().is_some_and(|extension| extension == "i") {
        return load_as_it_is(path, name, flags, data_model);
    }
    sniff(path, &name)?;
    let result = preprocess::preprocess(preprocess::Source::File(path), flags, data_model);
    preprocessed(result, name, flags, data_model)
}

/// As [`load`], for a file of a build, which is preprocessed by the compiler of the build. Names of files are told as
/// they are seen from `here`.
pub fn load_as_built(
    path: &Path,
    build: &Build,
    flags: &CompilerFlags,
    data_model: DataModel,
    here: &Path,
) -> Result<Loaded, LoadError> {
    let name = line_markers::short(here, path).display().to_string();
    if kind_of(path, &name)? == Kind::Stream {
        return Err(LoadError::new(format!("`{name}` is no regular file")));
    }
    if path.extension().is_some_and(|extension| extension == "i") {
        return load_as_it_is(path, name, flags, data_model);
    }
    sniff(path, &name)?;
    let result = preprocess::preprocess_as_built(path, build, flags, data_model);
    let seen = result.map(|result| Preprocessed {
        text: line_markers::seen_from(here, &build.directory, &result.text),
        ..result
    });
    preprocessed(seen, name, flags, data_model)
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Regular,
    /// A pipe or the like, which can be read only once.
    Stream,
}

/// Refuses what cannot be a C file before anything reads it.
fn kind_of(path: &Path, name: &str) -> Result<Kind, LoadError> {
    if let Some(language) = other_language(path) {
        let help =
            "besom analyses C; a file of C with another ending can be given on the standard input, as `-`";
        let diagnostic = Diagnostic::error("input", Span::NONE, format!("`{name}` is {language}, not C"));
        return Err(diagnostic.with_help(help).into());
    }
    let metadata = std::fs::metadata(path).map_err(|error| unreadable(name, &error))?;
    if metadata.is_dir() {
        return Err(LoadError::new(format!("`{name}` is a directory, not a C file")));
    }
    Ok(if metadata.is_file() { Kind::Regular } else { Kind::Stream })
}

fn unreadable(name: &str, error: &std::io::Error) -> LoadError {
    LoadError::new(format!("cannot read `{name}`: {error}"))
}

/// Looks at the beginning of a file that the preprocessor is going to read.
fn sniff(path: &Path, name: &str) -> Result<(), LoadError> {
    let mut beginning = Vec::new();
    let file = std::fs::File::open(path).map_err(|error| unreadable(name, &error))?;
    let result = file.take(BINARY_SHOWS_IN as u64).read_to_end(&mut beginning);
    result.map_err(|error| unreadable(name, &error))?;
    refuse_binary(&beginning, name)
}

fn load_as_it_is(
    path: &Path,
    name: String,
    flags: &CompilerFlags,
    data_model: DataModel,
) -> Result<Loaded, LoadError> {
    let text = std::fs::read(path).map_err(|error| unreadable(&name, &error))?;
    refuse_binary(&text, &name)?;
    as_it_is(text, name, flags, data_model)
}

fn as_it_is(
    text: Vec<u8>,
    name: String,
    flags: &CompilerFlags,
    data_model: DataModel,
) -> Result<Loaded, LoadError> {
    refuse_other_layout(flags, &name)?;
    let input = Input { name, text: for_machine(text, flags).into(), data_model };
    Ok(Loaded { input, originals_on_disk: false, preprocessor_messages: String::new() })
}

/// Sizes would be wrong without a word.
fn refuse_other_layout(flags: &CompilerFlags, name: &str) -> Result<(), LoadError> {
    match flags.other_layout() {
        Some(flag) => {
            let message =
                format!("`{name}`: `{flag}` changes how types are laid out, which is not supported");
            Err(LoadError::new(message))
        }
        None => Ok(()),
    }
}

fn load_stdin(flags: &CompilerFlags, data_model: DataModel) -> Result<Loaded, LoadError> {
    let mut text = Vec::new();
    let result = std::io::stdin().lock().read_to_end(&mut text);
    result.map_err(|error| LoadError::new(format!("cannot read the standard input: {error}")))?;
    load_text(text, "<stdin>", flags, data_model)
}

/// A text that was read from a stream is taken as it is if it starts with a line marker, as preprocessors write.
fn load_text(
    text: Vec<u8>,
    name: &str,
    flags: &CompilerFlags,
    data_model: DataModel,
) -> Result<Loaded, LoadError> {
    refuse_binary(&text, name)?;
    if text.starts_with(b"# ") {
        return as_it_is(text, name.to_owned(), flags, data_model);
    }
    let result = preprocess::preprocess(preprocess::Source::Text(&text), flags, data_model);
    preprocessed(result, name.to_owned(), flags, data_model)
}

/// How many bytes are looked at to tell a binary file.
const BINARY_SHOWS_IN: usize = 4096;

/// C text has no null bytes; object files and the like have many, and soon.
fn refuse_binary(text: &[u8], name: &str) -> Result<(), LoadError> {
    match text.iter().take(BINARY_SHOWS_IN).any(|&byte| byte == 0) {
        true => Err(LoadError::new(format!("`{name}` is a binary file, not C text"))),
        false => Ok(()),
    }
}

/// The text, marked if plain `char` is unsigned where it is compiled.
fn for_machine(text: Vec<u8>, flags: &CompilerFlags) -> Vec<u8> {
    match flags.plain_char_is_unsigned() {
        true => [analyzer::PLAIN_CHAR_IS_UNSIGNED.as_bytes(), &text].concat(),
        false => text,
    }
}

fn preprocessed(
    result: Result<Preprocessed, preprocess::Failure>,
    name: String,
    flags: &CompilerFlags,
    data_model: DataModel,
) -> Result<Loaded, LoadError> {
    refuse_other_layout(flags, &name)?;
    match result {
        Ok(result) => Ok(Loaded {
            input: Input { name, text: for_machine(result.text, flags).into(), data_model },
            originals_on_disk: true,
            preprocessor_messages: result.messages,
        }),
        Err(failure) => {
            let message = format!("cannot preprocess `{name}`: {}", failure.reason);
            let mut diagnostic = Diagnostic::error("preprocessor", Span::NONE, message);
            diagnostic.help = failure.help;
            Err(LoadError { preprocessor_messages: failure.messages, diagnostic: Box::new(diagnostic) })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn data_models_must_agree() {
        let flags = CompilerFlags { flags: vec![], data_model: Some(DataModel::Ilp32) };
        assert_eq!(data_model(&flags, None), Ok(DataModel::Ilp32));
        assert_eq!(data_model(&flags, Some(DataModel::Ilp32)), Ok(DataModel::Ilp32));
        assert!(data_model(&flags, Some(DataModel::Lp64)).is_err());
        assert_eq!(data_model(&CompilerFlags::default(), None), Ok(DataModel::Lp64));
        assert_eq!(data_model(&CompilerFlags::default(), Some(DataModel::Ilp32)), Ok(DataModel::Ilp32));
    }

    #[test]
    fn null_bytes_mark_binary_files() {
        assert!(refuse_binary(b"int x;", "a.c").is_ok());
        let error = refuse_binary(b"\x7fELF\0", "a.o").unwrap_err();
        assert_eq!(error.diagnostic.message, "`a.o` is a binary file, not C text");
    }
}
