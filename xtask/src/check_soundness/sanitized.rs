//! Programs compiled with sanitizers and executed many times, by a process that forks for each execution.

use super::sanitized_start::START;
use source::DataModel;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// What a program is compiled and executed with.
pub struct Execution<'a> {
    pub flags: &'a [String],
    pub data_model: DataModel,
    pub arguments: &'a [String],
    pub seed: u64,
    pub runs: usize,
    pub allocation_may_fail: bool,
    /// All memory must be freed when the program ends.
    pub check_exit: bool,
    /// Signed overflow is an error.
    pub check_overflow: bool,
}

/// What a compiled program did.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Effect {
    /// The compiler does not accept it.
    NotCompiled,
    /// Nothing that a proof excludes.
    Quiet,
    Error(String),
}

/// A folder for what is compiled, with what every program is linked with.
pub struct Sanitizer {
    folder: PathBuf,
    /// A search for lost blocks needs rights that not every machine gives.
    pub sees_leaks: bool,
}

/// What sanitizers say of things that a proof does not speak of (docs/check.md): alignment, members of records and rows of arrays, promises
/// to the compiler, addresses that are computed and not used. Accesses outside of blocks are noticed all the same.
const NOT_CLAIMED: &str = "-fno-sanitize=alignment,bounds,object-size,nonnull-attribute,returns-nonnull-attribute,\
                           pointer-overflow,null,vla-bound,float-cast-overflow";

/// What wraps around unless it is asked about.
const WRAPPING: &[&str] = &["-fwrapv", "-fno-sanitize=signed-integer-overflow,shift-base"];

const SANITIZER_OPTIONS: &str =
    "exitcode=98:detect_stack_use_after_return=1:allocator_may_return_null=1:detect_odr_violation=0";

impl Sanitizer {
    /// Compiles what comes before `main`, and sees whether sanitizers work here.
    pub fn new(folder: &Path) -> Result<Sanitizer, String> {
        std::fs::write(folder.join("start.c"), START)
            .map_err(|error| format!("cannot write to {}: {error}", folder.display()))?;
        for data_model in [DataModel::Lp64, DataModel::Ilp32] {
            let output = Command::new("cc")
                .args(["-w", "-g", "-O1", machine(data_model), "-c", "start.c", "-o", object(data_model)])
                .current_dir(folder)
                .output()
                .map_err(|error| format!("the compiler cannot be started: {error}"))?;
            if !output.status.success() && data_model == DataModel::Lp64 {
                return Err(format!("the compiler fails: {}", String::from_utf8_lossy(&output.stderr)));
            }
        }
        let mut sanitizer = Sanitizer { folder: folder.to_owned(), sees_leaks: true };
        sanitizer.sees_leaks = sanitizer.sees("malloc(1)", "detected memory leaks")?;
        match sanitizer.sees("((char *)malloc(1))[1] = 0", "heap-buffer-overflow")? {
            true => Ok(sanitizer),
            false => Err("the compiler's sanitizers do not work here".to_owned()),
        }
    }

    /// Whether an error in a statement is told with these words.
    fn sees(&self, statement: &str, words: &str) -> Result<bool, String> {
        let path = self.folder.join("probe.c");
        let text = format!("#include <stdlib.h>\nint main(void) {{ {statement}; return 0; }}\n");
        std::fs::write(&path, text).map_err(|error| format!("cannot write {}: {error}", path.display()))?;
        let effect = self.execute(&path, &Execution::plain())?;
        Ok(matches!(effect, Effect::Error(message) if message.contains(words)))
    }

    /// Whether programs of a data model can be linked here.
    pub fn can(&self, data_model: DataModel) -> bool {
        self.folder.join(object(data_model)).exists()
    }

    /// Compiles a program and executes it until something goes wrong.
    pub fn execute(&self, source: &Path, execution: &Execution<'_>) -> Result<Effect, String> {
        let program = source.with_extension("out");
        let mut compiler = Command::new("cc");
        compiler.args([
            "-w",
            "-g",
            "-O0",
            "-fno-builtin",
            "-fno-strict-aliasing",
            machine(execution.data_model),
        ]);
        compiler.args(["-fsanitize=address,undefined", "-fno-sanitize-recover=all", NOT_CLAIMED]);
        compiler.args(WRAPPING.iter().filter(|_| !execution.check_overflow)).args(execution.flags);
        compiler.arg("-Wl,--wrap=malloc,--wrap=calloc,--wrap=realloc,--wrap=free,--wrap=abort");
        compiler.arg(source).arg(self.folder.join(object(execution.data_model)));
        compiler.arg("-o").arg(&program).arg("-lm");
        let output = compiler.output().map_err(|error| format!("the compiler cannot be started: {error}"))?;
        if !output.status.success() {
            return Ok(Effect::NotCompiled);
        }
        let number = |is_so: bool| if is_so { "1" } else { "0" };
        let leaks = if self.sees_leaks { "detect_leaks=1" } else { "detect_leaks=0" };
        let output = Command::new(&program)
            .args(execution.arguments)
            .env("ASAN_OPTIONS", format!("{leaks}:{SANITIZER_OPTIONS}"))
            .env("LSAN_OPTIONS", "exitcode=98")
            .env("BESOM_SEED", execution.seed.to_string())
            .env("BESOM_RUNS", execution.runs.to_string())
            .env("BESOM_MAY_FAIL", number(execution.allocation_may_fail))
            .env("BESOM_AT_EXIT", number(execution.check_exit))
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .output()
            .map_err(|error| format!("{} cannot be run: {error}", program.display()))?;
        // Only one is needed at a time.
        let _ = std::fs::remove_file(&program);
        Ok(effect(&String::from_utf8_lossy(&output.stderr)))
    }
}

impl Execution<'_> {
    fn plain() -> Execution<'static> {
        Execution {
            flags: &[],
            data_model: DataModel::Lp64,
            arguments: &[],
            seed: 1,
            runs: 1,
            allocation_may_fail: false,
            check_exit: false,
            check_overflow: false,
        }
    }
}

fn machine(data_model: DataModel) -> &'static str {
    match data_model {
        DataModel::Lp64 => "-m64",
        DataModel::Ilp32 => "-m32",
    }
}

fn object(data_model: DataModel) -> &'static str {
    match data_model {
        DataModel::Lp64 => "start-64.o",
        DataModel::Ilp32 => "start-32.o",
    }
}

/// The first error that was told. That the stack suffices is not claimed, nor that a search for leaks is possible.
fn effect(words: &str) -> Effect {
    let is_told = |line: &&str| {
        let is_error = ["ERROR: AddressSanitizer", "ERROR: LeakSanitizer", "runtime error:", "BESOM:"]
            .iter()
            .any(|word| line.contains(word));
        is_error && !line.contains("stack-overflow") && !line.contains("encountered a fatal error")
    };
    let Some(error) = words.lines().find(is_told) else { return Effect::Quiet };
    // The places of the program come next, then which execution it was.
    let place = words.lines().skip_while(|line| *line != error).skip(1);
    let place = place.filter(|line| line.contains(" in ") && line.contains(".c:"));
    let run = words.lines().find(|line| line.starts_with("execution "));
    let parts: Vec<&str> = std::iter::once(error).chain(place.take(2)).chain(run).map(str::trim).collect();
    Effect::Error(parts.join("; "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_proof_does_not_claim_is_no_error() {
        for quiet in [
            "",
            "execution 3 ended with signal 27",
            "==1==ERROR: AddressSanitizer: stack-overflow on address 0x7ffe",
            "==1==LeakSanitizer has encountered a fatal error.",
        ] {
            assert_eq!(effect(quiet), Effect::Quiet, "{quiet}");
        }
        let told = "==1==ERROR: AddressSanitizer: heap-use-after-free on address 0x1\nREAD\n    #0 0x1 in main a.c:3\nexecution 2 ended with status 1";
        let Effect::Error(text) = effect(told) else { panic!("no error") };
        assert!(text.ends_with("#0 0x1 in main a.c:3; execution 2 ended with status 1"), "{text}");
    }
}
