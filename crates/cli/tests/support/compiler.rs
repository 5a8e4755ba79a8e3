//! The system's compiler and its relatives, with which the interpreter is compared.

use source::DataModel;
use std::ffi::OsString;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::time::Duration;

/// How long a compiled test program may take.
const PATIENCE: Duration = Duration::from_secs(60);

/// The C compiler, as the command line chooses it.
fn compiler() -> OsString {
    std::env::var_os("CC").filter(|name| !name.is_empty()).unwrap_or_else(|| "cc".into())
}

/// What makes the compiler compute as the data model says. For 32 bits, `double` is computed as
/// `double`: the old floating-point unit would keep more digits than the type has.
pub fn machine_flags(data_model: DataModel) -> &'static [&'static str] {
    match data_model {
        DataModel::Lp64 => &["-m64"],
        DataModel::Ilp32 => &["-m32", "-msse2", "-mfpmath=sse"],
    }
}

/// A file that disappears with its owner.
pub struct Executable {
    path: PathBuf,
}

impl Drop for Executable {
    fn drop(&mut self) {
        // A file that is gone already is no problem.
        let _ = std::fs::remove_file(&self.path);
    }
}

impl Executable {
    /// Compiles a program and links it.
    pub fn compile(source: &Path, flags: &[&str]) -> Result<Executable, String> {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let name = format!("besom-test-{}-{number}", std::process::id());
        let executable = Executable { path: std::env::temp_dir().join(name) };
        let mut command = Command::new(compiler());
        // Warnings are about what the program does on purpose.
        command.args(["-w", "-g"]).args(flags).arg(source).arg("-o").arg(&executable.path).arg("-lm");
        let output = command.output().map_err(|error| format!("the compiler cannot be started: {error}"))?;
        match output.status.success() {
            true => Ok(executable),
            false => Err(format!("the compiler refuses it:\n{}", String::from_utf8_lossy(&output.stderr))),
        }
    }

    /// Runs it to its end, under another program if `tool` names one with its arguments.
    pub fn run(&self, tool: &[&str], arguments: &[String], stdin: &[u8]) -> Result<Output, String> {
        let mut command = match tool {
            [] => Command::new(&self.path),
            [tool, options @ ..] => {
                let mut command = Command::new(tool);
                command.args(options).arg(&self.path);
                command
            }
        };
        run(command.args(arguments).env("ASAN_OPTIONS", ADDRESS_SANITIZER_OPTIONS), stdin)
    }
}

/// Leaks are left to another tool: the sanitizer's own search needs rights that not every machine gives.
const ADDRESS_SANITIZER_OPTIONS: &str =
    "detect_leaks=0:detect_stack_use_after_return=1:strict_string_checks=1:allocator_may_return_null=1";

fn run(command: &mut Command, stdin: &[u8]) -> Result<Output, String> {
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().map_err(|error| format!("the program cannot be started: {error}"))?;
    if let Some(mut pipe) = child.stdin.take() {
        // A program that does not read its input closes the pipe.
        let _ = pipe.write_all(stdin);
    }
    let id = child.id();
    let (sender, receiver) = mpsc::channel();
    std::thread::spawn(move || sender.send(child.wait_with_output()));
    match receiver.recv_timeout(PATIENCE) {
        Ok(output) => output.map_err(|error| format!("the program cannot be waited for: {error}")),
        Err(_) => {
            let _ = Command::new("kill").args(["-9", &id.to_string()]).status();
            Err(format!("the compiled program takes more than {} seconds", PATIENCE.as_secs()))
        }
    }
}

/// Why programs cannot be compiled with these flags and run here, if they cannot.
pub fn obstacle(flags: &[&str]) -> Option<String> {
    let name = format!("besom-probe-{}-{}.c", std::process::id(), flags.join(""));
    let source = std::env::temp_dir().join(name);
    if let Err(error) =
        std::fs::write(&source, "#include <stdio.h>\nint main(void) { return puts(\"\") < 0; }\n")
    {
        return Some(format!("no temporary file can be written: {error}"));
    }
    let result = Executable::compile(&source, flags)
        .and_then(|program| program.run(&[], &[], b""))
        .and_then(|output| if output.status.success() { Ok(()) } else { Err("it does not run".to_owned()) });
    let _ = std::fs::remove_file(&source);
    result.err().map(|reason| reason.lines().take(2).collect::<Vec<_>>().join(" "))
}
