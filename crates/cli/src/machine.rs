//! For which machine a compiler translates: it is asked for its predefined macros.

use crate::compiler_flags::CompilerFlags;
use crate::preprocess::{Build, compiler_of_environment};
use source::DataModel;
use std::borrow::Cow;
use std::collections::HashMap;
use std::ffi::OsString;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::{LazyLock, Mutex};

/// What is to be known of a machine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Machine {
    pub data_model: DataModel,
    pub plain_char_is_unsigned: bool,
}

/// Why a machine is not known.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Refusal {
    /// The compiler does not say for which machine it translates.
    NoAnswer(String),
    /// The analysis does not know such machines.
    Unknown(String),
}

impl Refusal {
    fn into_reason(self) -> String {
        let (Refusal::NoAnswer(why) | Refusal::Unknown(why)) = self;
        why
    }
}

/// What compilers have answered so far.
#[derive(Default)]
pub struct Machines {
    known: Mutex<HashMap<Vec<OsString>, Result<Machine, Refusal>>>,
}

impl Machines {
    /// The machine of a compiler, called with these flags.
    pub fn machine(&self, build: &Build, flags: &[OsString]) -> Result<Machine, String> {
        self.answer(build, &[OsString::from(&build.compiler)], flags).map_err(Refusal::into_reason)
    }

    fn answer(&self, build: &Build, compiler: &[OsString], flags: &[OsString]) -> Result<Machine, Refusal> {
        let mut words = compiler.to_vec();
        words.extend(machine_flags(flags));
        if let Ok(known) = self.known.lock()
            && let Some(machine) = known.get(&words)
        {
            return machine.clone();
        }
        let macros = macros(build, &words).map_err(Refusal::NoAnswer);
        let machine = macros.and_then(|macros| read(&macros).map_err(Refusal::Unknown));
        if let Ok(mut known) = self.known.lock() {
            known.insert(words, machine.clone());
        }
        machine
    }
}

/// The machine of the compiler that the environment variable CC names, if there is one that answers and no flag says more. A
/// compiler that cannot be started is a matter of whoever calls it for its work.
pub fn of_environment(flags: &CompilerFlags) -> Option<Result<Machine, String>> {
    static MACHINES: LazyLock<Machines> = LazyLock::new(Machines::default);
    if flags.data_model.is_some() {
        return None;
    }
    let compiler = compiler_of_environment()?;
    let name = compiler.first()?.to_string_lossy().into_owned();
    let build = Build { compiler: name, directory: PathBuf::from("."), environment: Vec::new() };
    match MACHINES.answer(&build, &compiler, &flags.flags) {
        Err(Refusal::NoAnswer(_)) => None,
        answer => Some(answer.map_err(Refusal::into_reason)),
    }
}

/// The flags, with what the machine of the compiler in CC decides said as if a flag had.
pub fn completed(flags: &CompilerFlags) -> Cow<'_, CompilerFlags> {
    match of_environment(flags) {
        Some(Ok(machine)) if machine.plain_char_is_unsigned && !flags.plain_char_is_unsigned() => {
            let mut flags = flags.clone();
            flags.flags.push("-funsigned-char".into());
            Cow::Owned(flags)
        }
        _ => Cow::Borrowed(flags),
    }
}

/// The flags that choose a machine or change the sizes of its types.
fn machine_flags(flags: &[OsString]) -> Vec<OsString> {
    let mut chosen = Vec::new();
    let mut flags = flags.iter();
    while let Some(flag) = flags.next() {
        let text = flag.to_string_lossy();
        if matches!(&*text, "-target" | "-arch") {
            chosen.push(flag.clone());
            chosen.extend(flags.next().cloned());
        } else if [
            "-m",
            "--target=",
            "-funsigned-",
            "-fsigned-",
            "-fno-signed-char",
            "-fno-unsigned-char",
            "-fshort-",
        ]
        .iter()
        .any(|prefix| text.starts_with(prefix))
        {
            chosen.push(flag.clone());
        }
    }
    chosen
}

/// The predefined macros of a compiler.
fn macros(build: &Build, words: &[OsString]) -> Result<String, String> {
    build.check_directory()?;
    let mut command = Command::new(&words[0]);
    command.args(&words[1..]).args(["-E", "-dM", "-x", "c", "/dev/null"]);
    command.current_dir(&build.directory).envs(build.environment.iter().map(|(name, value)| (name, value)));
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let output =
        command.output().map_err(|error| format!("`{}` cannot be started: {error}", build.compiler))?;
    if !output.status.success() {
        let said = String::from_utf8_lossy(&output.stderr);
        let first = said.lines().next().unwrap_or_default();
        return Err(format!("`{}` does not tell its predefined macros: {first}", build.compiler));
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Reads the machine out of `#define` lines. Machines that differ from what the analysis assumes are refused: answers
/// about another machine would be wrong.
fn read(macros: &str) -> Result<Machine, String> {
    let value = |name: &str| {
        macros.lines().find_map(|line| {
            let (found, value) = line.strip_prefix("#define ")?.split_once(' ')?;
            (found == name).then(|| value.trim().to_owned())
        })
    };
    if value("__BYTE_ORDER__").as_deref() == Some("__ORDER_BIG_ENDIAN__") {
        return Err("the machine is big-endian; only little-endian ones are known".to_owned());
    }
    if value("__SIZEOF_WCHAR_T__").is_some_and(|size| size != "4") {
        return Err("`wchar_t` does not have four bytes there".to_owned());
    }
    let size = |name: &str| value(name).unwrap_or_default();
    let data_model = match (&*size("__SIZEOF_INT__"), &*size("__SIZEOF_LONG__"), &*size("__SIZEOF_POINTER__"))
    {
        // Elsewhere members of eight bytes are aligned in another way.
        ("4", "4", "4") if value("__i386__").is_none() => {
            Err("it is a machine of 32 bits other than x86, whose structures have another layout".to_owned())
        }
        ("4", "4", "4") => Ok(DataModel::Ilp32),
        ("4", "8", "8") => Ok(DataModel::Lp64),
        (int, long, pointer) => Err(format!(
            "int, long and pointers have {int}, {long} and {pointer} bytes there, which is neither ILP32 nor LP64"
        )),
    }?;
    Ok(Machine { data_model, plain_char_is_unsigned: value("__CHAR_UNSIGNED__").is_some() })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn macros(int: u8, long: u8, pointer: u8) -> String {
        format!(
            "#define __SIZEOF_INT__ {int}\n#define __SIZEOF_LONG__ {long}\n#define __SIZEOF_POINTER__ {pointer}\n"
        )
    }

    #[test]
    fn data_models_are_read() {
        let machine = |data_model, plain_char_is_unsigned| Ok(Machine { data_model, plain_char_is_unsigned });
        assert_eq!(read(&macros(4, 8, 8)), machine(DataModel::Lp64, false));
        let unsigned = macros(4, 8, 8) + "#define __CHAR_UNSIGNED__ 1\n";
        assert_eq!(read(&unsigned), machine(DataModel::Lp64, true));
        assert_eq!(read(&(macros(4, 4, 4) + "#define __i386__ 1\n")), machine(DataModel::Ilp32, false));
        assert!(read(&macros(4, 4, 4)).unwrap_err().contains("other than x86"));
        assert!(read(&macros(4, 4, 8)).unwrap_err().contains("neither"));
        assert!(read("").is_err());
    }

    #[test]
    fn other_machines_are_refused() {
        let big = macros(4, 4, 4) + "#define __BYTE_ORDER__ __ORDER_BIG_ENDIAN__\n";
        assert!(read(&big).unwrap_err().contains("big-endian"));
    }

    #[test]
    fn only_flags_of_the_machine_are_asked_about() {
        let flags: Vec<OsString> = ["-O2", "-m32", "-DX", "-target", "x"].map(OsString::from).to_vec();
        assert_eq!(machine_flags(&flags), ["-m32", "-target", "x"]);
    }
}
