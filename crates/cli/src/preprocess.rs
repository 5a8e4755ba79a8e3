//! Runs the system's preprocessor.

use crate::compiler_flags::CompilerFlags;
use crate::machine::{self, Machine};
use crate::universal_names;
use source::DataModel;
use std::ffi::OsString;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// How a build calls its compiler.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Build {
    pub compiler: String,
    /// Where it is called.
    pub directory: PathBuf,
    /// Variables that are set for it.
    pub environment: Vec<(String, String)>,
}

impl Build {
    /// Refuses a directory that is not there: otherwise it would look as if the compiler were missing.
    pub fn check_directory(&self) -> Result<(), String> {
        match self.directory.is_dir() {
            true => Ok(()),
            false => Err(format!(
                "the build calls its compiler in `{}`, which does not exist",
                self.directory.display()
            )),
        }
    }
}

/// What to preprocess.
#[derive(Clone, Copy, Debug)]
pub enum Source<'a> {
    File(&'a Path),
    /// Handed over on the standard input.
    Text(&'a [u8]),
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Preprocessed {
    pub text: Vec<u8>,
    /// Warnings.
    pub messages: String,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Failure {
    pub reason: String,
    /// What the preprocessor itself said, with the places.
    pub messages: String,
    pub help: Option<String>,
}

/// Runs `cc -E`, or what the environment variable CC names.
pub fn preprocess(
    source: Source<'_>,
    flags: &CompilerFlags,
    data_model: DataModel,
) -> Result<Preprocessed, Failure> {
    let words = compiler_of_environment().unwrap_or_else(|| vec![OsString::from("cc")]);
    let mut command = Command::new(&words[0]);
    command.args(&words[1..]).args(["-E", "-x", "c"]);
    // Compilers for other machines do not know these flags, and need none for what they do anyway.
    let is_usual = |machine: Machine| machine.data_model == data_model;
    if !machine::of_environment(flags).is_some_and(|machine| machine.is_ok_and(is_usual)) {
        command.arg(if data_model == DataModel::Ilp32 { "-m32" } else { "-m64" });
    }
    command.args(&flags.flags);
    finish(command, source, data_model)
}

/// Calls the compiler of a build as the build does, but for preprocessing. Its warnings were for the build.
pub fn preprocess_as_built(
    file: &Path,
    build: &Build,
    flags: &CompilerFlags,
    data_model: DataModel,
) -> Result<Preprocessed, Failure> {
    build.check_directory().map_err(|reason| Failure {
        reason,
        messages: String::new(),
        help: Some("run the build again, so that the database is that of these folders".to_owned()),
    })?;
    let mut command = Command::new(&build.compiler);
    command.args(&flags.flags).args(["-E", "-w", "-x", "c"]);
    command.current_dir(&build.directory).envs(build.environment.iter().map(|(name, value)| (name, value)));
    finish(command, Source::File(file), data_model)
}

/// Adds the text and runs the command.
fn finish(mut command: Command, source: Source<'_>, data_model: DataModel) -> Result<Preprocessed, Failure> {
    let program = command.get_program().to_string_lossy().into_owned();
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    match source {
        Source::File(path) => command.arg(dashless(path)).stdin(Stdio::null()),
        Source::Text(_) => command.arg("-").stdin(Stdio::piped()),
    };
    let output = run(command, source).map_err(|error| {
        let not_found = error.kind() == std::io::ErrorKind::NotFound;
        let help = "install a C compiler, or name one in the environment variable CC; \
                    a file that is already preprocessed can be given with the ending `.i`";
        Failure {
            reason: format!("`{program}` cannot be started: {error}"),
            messages: String::new(),
            help: not_found.then(|| help.to_owned()),
        }
    })?;
    let messages = String::from_utf8_lossy(&output.stderr).into_owned();
    if output.status.success() {
        return Ok(Preprocessed { text: universal_names::as_letters(output.stdout), messages });
    }
    let help = help_for(&messages, data_model);
    Err(Failure { reason: format!("`{program} -E` failed ({})", output.status), messages, help })
}

/// What the environment variable CC names.
pub fn compiler_of_environment() -> Option<Vec<OsString>> {
    std::env::var_os("CC").filter(|value| !value.is_empty()).map(compiler_words)
}

/// CC may contain arguments, as in `CC="ccache gcc"`.
fn compiler_words(compiler: OsString) -> Vec<OsString> {
    let words: Vec<OsString> = match compiler.to_str() {
        Some(text) => shlex::split(text).unwrap_or_default().into_iter().map(OsString::from).collect(),
        None => Vec::new(),
    };
    if words.is_empty() { vec![compiler] } else { words }
}

/// A file name that cannot be taken for an option.
fn dashless(path: &Path) -> OsString {
    let name = path.as_os_str();
    match name.as_encoded_bytes().starts_with(b"-") {
        true => Path::new(".").join(path).into_os_string(),
        false => name.to_owned(),
    }
}

fn run(mut command: Command, source: Source<'_>) -> std::io::Result<std::process::Output> {
    let mut child = command.spawn()?;
    let stdin = child.stdin.take();
    std::thread::scope(|scope| {
        if let (Source::Text(text), Some(mut stdin)) = (source, stdin) {
            // The preprocessor may stop reading early; that shows in its status.
            scope.spawn(move || {
                let _ = stdin.write_all(text);
            });
        }
        child.wait_with_output()
    })
}

/// What helps against well-known failures.
fn help_for(messages: &str, data_model: DataModel) -> Option<String> {
    let lacks_header = messages.contains("No such file or directory") || messages.contains("file not found");
    let is_system_header = ["gnu/stubs-32.h", "sys/cdefs.h", "bits/libc-header-start.h", "asm/errno.h"]
        .iter()
        .any(|header| messages.contains(header));
    if data_model == DataModel::Ilp32 && lacks_header && is_system_header {
        return Some(
            "the headers for 32-bit programs are missing; on Debian they come with \
             `apt-get install gcc-multilib` (or libc6-dev-i386)"
                .to_owned(),
        );
    }
    lacks_header.then(|| "give the directories of headers with `-I DIR`".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_compiler_may_have_arguments() {
        assert_eq!(compiler_words("ccache  gcc".into()), ["ccache", "gcc"]);
        assert_eq!(compiler_words("gcc".into()), ["gcc"]);
        assert_eq!(compiler_words("'/a b/gcc' -m32".into()), ["/a b/gcc", "-m32"]);
        assert_eq!(compiler_words("'gcc".into()), ["'gcc"]);
    }

    #[test]
    fn names_are_not_options() {
        assert_eq!(dashless(Path::new("-x.c")), "./-x.c");
        assert_eq!(dashless(Path::new("x.c")), "x.c");
    }

    #[test]
    fn missing_headers_are_explained() {
        let stubs = "/usr/include/gnu/stubs.h:7:11: fatal error: gnu/stubs-32.h: No such file or directory";
        assert!(help_for(stubs, DataModel::Ilp32).unwrap().contains("gcc-multilib"));
        let own = "a.c:1:10: fatal error: list.h: No such file or directory";
        assert!(help_for(own, DataModel::Ilp32).unwrap().contains("-I DIR"));
        assert_eq!(help_for("a.c:1:2: error: #error no", DataModel::Lp64), None);
    }
}
