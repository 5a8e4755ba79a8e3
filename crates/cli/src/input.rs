//! Reads C files and has them preprocessed.

use crate::compiler_flags::CompilerFlags;
use crate::preprocess;
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
        (flag, option) => Ok(option.or(flag).unwrap_or(DataModel::Lp64)),
    }
}

/// Reads a file, or the standard input for `-`, and preprocesses it unless that has been done.
pub fn load(path: &Path, flags: &CompilerFlags, data_model: DataModel) -> Result<Loaded, LoadError> {
    if path == Path::new("-") {
        return load_stdin(flags, data_model);
    }
    let name = path.display().to_string();
    let text = read(path, &name)?;
    refuse_binary(&text, &name)?;
    let is_preprocessed = path.extension().is_some_and(|extension| extension == "i");
    if is_preprocessed {
        let input = Input { name, text: text.into(), data_model };
        return Ok(Loaded { input, originals_on_disk: false, preprocessor_messages: String::new() });
    }
    preprocessed(preprocess::Source::File(path), name, flags, data_model)
}

fn read(path: &Path, name: &str) -> Result<Vec<u8>, LoadError> {
    let failed = |error: std::io::Error| LoadError::new(format!("cannot read `{name}`: {error}"));
    if std::fs::metadata(path).map_err(failed)?.is_dir() {
        return Err(LoadError::new(format!("`{name}` is a directory, not a C file")));
    }
    std::fs::read(path).map_err(failed)
}

/// The standard input is taken as it is if it starts with a line marker, as preprocessors write.
fn load_stdin(flags: &CompilerFlags, data_model: DataModel) -> Result<Loaded, LoadError> {
    let name = "<stdin>".to_owned();
    let mut text = Vec::new();
    let result = std::io::stdin().lock().read_to_end(&mut text);
    result.map_err(|error| LoadError::new(format!("cannot read the standard input: {error}")))?;
    refuse_binary(&text, &name)?;
    if text.starts_with(b"# ") {
        let input = Input { name, text: text.into(), data_model };
        return Ok(Loaded { input, originals_on_disk: false, preprocessor_messages: String::new() });
    }
    preprocessed(preprocess::Source::Text(&text), name, flags, data_model)
}

/// C text has no null bytes; object files and the like have many, and soon.
fn refuse_binary(text: &[u8], name: &str) -> Result<(), LoadError> {
    match text.iter().take(4096).any(|&byte| byte == 0) {
        true => Err(LoadError::new(format!("`{name}` is a binary file, not C text"))),
        false => Ok(()),
    }
}

fn preprocessed(
    source: preprocess::Source<'_>,
    name: String,
    flags: &CompilerFlags,
    data_model: DataModel,
) -> Result<Loaded, LoadError> {
    match preprocess::preprocess(source, flags, data_model) {
        Ok(result) => Ok(Loaded {
            input: Input { name, text: result.text.into(), data_model },
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
