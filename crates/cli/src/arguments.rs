//! What the command line looks like.

mod open_code;

use crate::compiler_flags::CompilerFlags;
use crate::configuration::Configuration;
use crate::results::{Destination, Format};
use crate::selection::SelectionArguments;
use crate::watch::{LimitArguments, Watch};
use clap::{Args, Parser, Subcommand, ValueEnum};
pub use open_code::{ContractsArguments, ContractsFormat, ExportChoice, HarnessArguments};
use source::DataModel;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

const EXAMPLES: &str = "\
Examples:
  besom check list.c                    analyse a program: prove it safe, or show the error
  besom contracts list.c                what each function needs and leaves behind, without a main
  besom harness list.c insert           a C program that calls the function in the memory of its errors and contracts
  besom run list.c                      execute a program and stop at the first memory error
  besom run prog.c -- one two           … with arguments
  besom ir list.c                       print the intermediate representation of a file
  besom ir --function main -m32 a.c     … of one function, for a 32-bit machine
  besom ir a.i --stats                  … of a preprocessed file, with times and counts
  besom explain use-after-free          what a finding means and how to repair it

Compiler flags (every command takes them):
  -I DIR  -isystem DIR  -include FILE  -D NAME[=VALUE]  -U NAME  -std=STANDARD  -m32  -m64
  -O… -W… -f… -g… -m… are understood as well; all others go after `--` (except for `run`, where the program's
  arguments do).

Exit status:
  0  nothing was found        1  something was found        2  the input or the call was bad
  3  nothing was found, but something stayed open (only with `check --fail-on-unknown`)";

/// Besom sweeps C code for memory errors
///
/// C files are preprocessed by the system's C compiler (`cc -E`, or what the environment variable
/// CC names); files whose name ends in `.i` are taken as they are, and `-` is the standard input.
#[derive(Parser, Debug)]
#[command(name = "besom", version, after_help = EXAMPLES, arg_required_else_help = true)]
#[command(disable_help_subcommand = true)]
pub struct Arguments {
    #[command(subcommand)]
    pub command: Command,

    /// When to use colours
    #[arg(long, global = true, value_enum, default_value_t = ColorChoice::Auto, value_name = "WHEN")]
    pub color: ColorChoice,

    /// Print messages as single lines, `file:line:column: error: message [id]`
    #[arg(long, global = true)]
    pub short: bool,

    /// Take the settings of the project from this file, not from the nearest besom.toml
    #[arg(long, global = true, value_name = "FILE", conflicts_with = "no_config")]
    pub config: Option<PathBuf>,

    /// Leave besom.toml alone
    #[arg(long, global = true)]
    pub no_config: bool,

    #[command(flatten)]
    pub limits: LimitArguments,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Debug)]
pub enum ColorChoice {
    /// On a terminal, unless the environment variable NO_COLOR is set
    Auto,
    Always,
    Never,
}

#[derive(Subcommand, Debug)]
pub enum Command {
    /// Analyse a C program: prove that it has no memory errors, or show one
    Check(CheckArguments),
    /// Write the findings of today into a file to commit, after which only new ones are told
    Baseline(CheckArguments),
    /// Print what functions need from their callers and what they leave behind
    Contracts(ContractsArguments),
    /// Write a C program that calls a function in the memory of its errors and contracts
    Harness(HarnessArguments),
    /// Print the intermediate representation of C files
    Ir(IrArguments),
    /// Write the check of a build as units of work, for Ninja, Bazel and clusters
    Plan(PlanArguments),
    /// Execute a C program and stop at the first memory error
    Run(RunArguments),
    /// Answer a task of the verification competition SV-COMP
    Svcomp(SvcompArguments),
    /// Explain a kind of finding, or list all kinds
    Explain(ExplainArguments),
    /// Write a commented besom.toml for a project
    Init(InitArguments),
    /// Serve an editor: the language server protocol on the standard streams
    Lsp,
    /// Print a script that completes options in a shell
    Completions(CompletionsArguments),
    /// Print the manual page, or write one for each command into a folder
    Man(ManArguments),
}

#[derive(Args, Debug)]
pub struct InitArguments {
    /// The folder of the project
    #[arg(value_name = "FOLDER", default_value = ".")]
    pub folder: PathBuf,
}

const PLAN_EXAMPLES: &str = "\
Examples:
  besom plan -p build/                       writes besom-plan/build.ninja
  ninja -f besom-plan/build.ninja            … does the work; besom-plan/report.txt is what `besom check -p build/` prints
  sh besom-plan/slurm.sh                     … on a cluster
  besom plan -p build/ -- --overflow         … with options of `besom check`";

#[derive(Args, Debug)]
#[command(after_help = PLAN_EXAMPLES)]
pub struct PlanArguments {
    /// The build directory with its compile_commands.json
    #[arg(short = 'p', long = "build", value_name = "DIR")]
    pub build: PathBuf,

    /// Write the plan here
    #[arg(long, value_name = "FOLDER", default_value = "besom-plan")]
    pub to: PathBuf,

    /// Preprocess this entry of the build
    #[arg(long, value_name = "NUMBER", hide = true, requires = "into")]
    pub preprocess: Option<usize>,

    /// Where the text goes
    #[arg(long, value_name = "FILE", hide = true)]
    pub into: Option<PathBuf>,

    /// Options of `besom check` for all units
    #[arg(last = true, value_name = "OPTIONS")]
    pub options: Vec<String>,
}

#[derive(Args, Debug)]
pub struct CompletionsArguments {
    #[arg(value_enum, value_name = "SHELL")]
    pub shell: clap_complete::Shell,
}

#[derive(Args, Debug)]
pub struct ManArguments {
    /// Write besom.1, besom-check.1 and so on here
    #[arg(value_name = "FOLDER")]
    pub folder: Option<PathBuf>,
}

impl Command {
    /// Hands over who watches the limits.
    pub fn watch(&mut self, watch: &'static Watch) {
        match self {
            Command::Check(arguments) | Command::Baseline(arguments) => arguments.watch = Some(watch),
            Command::Contracts(arguments) => arguments.watch = Some(watch),
            Command::Harness(arguments) => arguments.watch = Some(watch),
            Command::Svcomp(arguments) => arguments.watch = Some(watch),
            // Those end by themselves, or are ended from outside.
            _ => {}
        }
    }

    /// Reads the settings of the project that the input belongs to, and brings them together with the
    /// options. Returns all compiler flags.
    pub fn configured(
        &mut self,
        named: Option<&Path>,
        is_refused: bool,
        flags: CompilerFlags,
    ) -> Result<CompilerFlags, String> {
        let (input, data_model, place) = match self {
            Command::Check(arguments) | Command::Baseline(arguments) => {
                let input = arguments.files.first().or(arguments.build.as_ref());
                (input, arguments.data_model, &mut arguments.configuration)
            }
            Command::Contracts(arguments) => {
                (Some(&arguments.file), arguments.data_model, &mut arguments.configuration)
            }
            Command::Harness(arguments) => {
                (Some(&arguments.file), arguments.data_model, &mut arguments.configuration)
            }
            Command::Ir(arguments) => {
                (arguments.files.first(), arguments.data_model, &mut arguments.configuration)
            }
            Command::Run(arguments) => {
                (arguments.files.first(), arguments.data_model, &mut arguments.configuration)
            }
            // The rules of the competition say everything, and an explanation needs nothing.
            Command::Svcomp(_)
            | Command::Explain(_)
            | Command::Init(_)
            | Command::Plan(_)
            | Command::Lsp
            | Command::Completions(_)
            | Command::Man(_) => return Ok(flags),
        };
        if is_refused {
            return Ok(flags);
        }
        let input = input.map_or(Path::new("-"), PathBuf::as_path);
        let configuration = Configuration::find(named, input)?;
        let flags = configuration.with_flags(&flags, data_model.map(Into::into));
        *place = configuration.clone();
        match self {
            Command::Check(arguments) | Command::Baseline(arguments) => {
                arguments.malloc_never_fails |= configuration.malloc_never_fails;
                arguments.overflow |= configuration.overflow;
                arguments.at_exit |= configuration.at_exit;
            }
            Command::Contracts(arguments) => {
                arguments.malloc_never_fails |= configuration.malloc_never_fails;
            }
            Command::Harness(arguments) => {
                arguments.malloc_never_fails |= configuration.malloc_never_fails;
            }
            _ => {}
        }
        Ok(flags)
    }
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Debug)]
pub enum DataModelChoice {
    /// 32-bit int, long and pointers (x86)
    #[value(name = "ILP32", alias = "ilp32")]
    Ilp32,
    /// 32-bit int, 64-bit long and pointers (x86-64)
    #[value(name = "LP64", alias = "lp64")]
    Lp64,
}

impl From<DataModelChoice> for DataModel {
    fn from(choice: DataModelChoice) -> DataModel {
        match choice {
            DataModelChoice::Ilp32 => DataModel::Ilp32,
            DataModelChoice::Lp64 => DataModel::Lp64,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Debug)]
pub enum FormatChoice {
    /// Messages with the source around them
    Story,
    /// `file:line:column: error: message [id]`, as compilers print it
    Gcc,
    /// Commands that make GitHub show findings beside the lines of a change
    Github,
    /// Everything, as docs/schema/report.schema.json describes it
    Json,
    /// SARIF 2.1.0, for code hosts and editors
    Sarif,
    /// For systems that show results of tests
    Junit,
    /// One page for the browser, complete in itself
    Html,
}

impl FormatChoice {
    /// What the standard output gets instead of text for people.
    pub fn for_programs(self) -> Option<Format> {
        match self {
            FormatChoice::Story | FormatChoice::Gcc => None,
            FormatChoice::Github => Some(Format::Github),
            FormatChoice::Json => Some(Format::Json),
            FormatChoice::Sarif => Some(Format::Sarif),
            FormatChoice::Junit => Some(Format::Junit),
            FormatChoice::Html => Some(Format::Html),
        }
    }
}

const CHECK_EXAMPLES: &str = "\
Examples:
  besom check list.c                         is there a memory error in any execution?
  besom check --malloc-never-fails list.c    … if allocations succeed
  besom check main.c list.c -- -O2 -DNDEBUG  several files are linked into one program
  besom check -p build/                      every program and library of build/compile_commands.json
  besom check -p build/ --target server      … this program only
  besom check -p build/ --changed-since main … functions of files that have changed
  besom check -- make -j2                    … what this command compiles
  besom check --time-limit 60s -j 2 list.c   … for a minute at most, on two cores
  besom check --output report.html list.c    … and a page for the browser
  besom check --format sarif list.c          … for code hosts and editors

An error is reported as such only if it was executed; what the analysis cannot exclude is a warning.
The last line says what was proved, found and left open.";

#[derive(Args, Debug)]
#[command(after_help = CHECK_EXAMPLES)]
pub struct CheckArguments {
    /// C files, preprocessed files (`.i`), or `-`; several are linked into one program
    #[arg(required_unless_present_any = ["build", "compiler_flags"], value_name = "FILE")]
    pub files: Vec<PathBuf>,

    /// Analyse the files of a build directory's compile_commands.json
    #[arg(short = 'p', long = "build", value_name = "DIR")]
    pub build: Option<PathBuf>,

    /// Sizes of types; `-m32` and `-m64` say the same
    #[arg(long, value_enum, value_name = "MODEL")]
    pub data_model: Option<DataModelChoice>,

    /// Assume that `malloc` and its relatives never return null
    #[arg(long)]
    pub malloc_never_fails: bool,

    /// Signed overflow is an error, instead of wrapping around
    #[arg(long)]
    pub overflow: bool,

    /// All memory must be freed when the program ends
    #[arg(long)]
    pub at_exit: bool,

    /// What a function is like that has no body, or another one than counts: `--model zmalloc=malloc`,
    /// `--model 'xmalloc=malloc, never fails'`, `--model 'obj_put=frees argument 1'`; what is called through a
    /// member of a record is named by both: `--model hooks.release=free`
    #[arg(long = "model", value_name = "NAME=MODEL")]
    pub models: Vec<String>,

    /// Say why and where the analysis does not know
    #[arg(long)]
    pub explain_unknown: bool,

    /// End with status 3 if nothing was found but something stayed open
    #[arg(long)]
    pub fail_on_unknown: bool,

    /// Tell all errors that depend on the caller, too, and not only the likely ones
    #[arg(long)]
    pub strict: bool,

    #[command(flatten)]
    pub selection: SelectionArguments,

    /// Keep results of builds in this folder [default: $BESOM_CACHE, or besom in the user's cache folder]
    #[arg(long, value_name = "DIR", conflicts_with = "no_cache")]
    pub cache: Option<PathBuf>,

    /// Neither use nor keep results
    #[arg(long)]
    pub no_cache: bool,

    /// Do one unit of the work, as `besom plan` describes it
    #[arg(long, value_name = "FILE", hide = true, requires = "build")]
    pub unit: Option<PathBuf>,

    /// Print what the analysis knows at loop heads and at the ends of functions
    #[arg(long)]
    pub dump_states: bool,

    /// Print which rules were applied, in order: folds, joins, entailments; of those that fail, where and why
    #[arg(long)]
    pub trace: bool,

    /// How to print findings
    #[arg(long, value_enum, default_value_t = FormatChoice::Story, value_name = "FORMAT")]
    pub format: FormatChoice,

    /// Also write the results to a file; its name says the format: .sarif, .json, .html, .xml (JUnit), .txt
    /// (may be repeated)
    #[arg(long, value_name = "FILE", value_parser = Destination::parse)]
    pub output: Vec<Destination>,

    /// Do not tell findings that this file knows (`besom baseline` writes it)
    #[arg(long, value_name = "FILE")]
    pub baseline: Option<PathBuf>,

    /// Print counts of the analysis to the standard error
    #[arg(long)]
    pub stats: bool,

    /// Further flags for the preprocessor; if neither files nor a build directory are given, the command of a build, whose
    /// compiler calls are recorded
    #[arg(last = true, value_name = "CFLAGS|BUILD")]
    pub compiler_flags: Vec<OsString>,

    /// What the besom.toml of the project says.
    #[arg(skip)]
    pub configuration: Configuration,

    /// Who watches the limits.
    #[arg(skip)]
    pub watch: Option<&'static Watch>,
}

const IR_EXAMPLES: &str = "\
Examples:
  besom ir list.c
  besom ir --function insert --function remove list.c
  besom ir --call-graph *.c -- -O2 -fgnu89-inline
  cc -E list.c | besom ir -";

#[derive(Args, Debug)]
#[command(after_help = IR_EXAMPLES)]
pub struct IrArguments {
    /// C files, preprocessed files (`.i`), or `-`
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,

    /// Sizes of types; `-m32` and `-m64` say the same
    #[arg(long, value_enum, value_name = "MODEL")]
    pub data_model: Option<DataModelChoice>,

    /// Print only the function of this name (may be repeated)
    #[arg(long, value_name = "NAME")]
    pub function: Vec<String>,

    /// Print who calls whom instead of the code
    #[arg(long, conflicts_with_all = ["function", "exact"])]
    pub call_graph: bool,

    /// Print the form that parses back exactly, with source ranges instead of places
    #[arg(long, conflicts_with = "function")]
    pub exact: bool,

    /// Print times and counts to the standard error
    #[arg(long)]
    pub stats: bool,

    /// Write to this file instead of the standard output
    #[arg(long, value_name = "FILE")]
    pub output: Option<PathBuf>,

    /// Further flags for the preprocessor
    #[arg(last = true, value_name = "CFLAGS")]
    pub compiler_flags: Vec<OsString>,

    /// What the besom.toml of the project says.
    #[arg(skip)]
    pub configuration: Configuration,
}

const RUN_EXAMPLES: &str = "\
Examples:
  besom run list.c
  besom run sort.c -- 3 1 2 < numbers.txt
  besom run --choices 5,-1,0 list.c          what __VERIFIER_nondet_int() and the like return
  besom run --seed 7 list.c                  … at random
  besom run --malloc-may-fail --seed 1 list.c
  besom run --ignore memory-lost,signed-overflow list.c

A run prints the choices it used. Given again with `--choices`, they repeat it exactly.";

#[derive(Args, Debug)]
#[command(after_help = RUN_EXAMPLES)]
pub struct RunArguments {
    /// C files, preprocessed files (`.i`), or `-`; several are linked into one program
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,

    /// Sizes of types; `-m32` and `-m64` say the same
    #[arg(long, value_enum, value_name = "MODEL")]
    pub data_model: Option<DataModelChoice>,

    /// Answer every open question (inputs, failing allocations, …) pseudo-randomly
    #[arg(long, value_name = "N", conflicts_with = "choices")]
    pub seed: Option<u64>,

    /// Answer open questions from a list of inputs (`1,2,-3`) or from a file that `--save-choices` wrote
    #[arg(long, value_name = "LIST|FILE", allow_hyphen_values = true)]
    pub choices: Option<String>,

    /// Write the choices that the run used to a file
    #[arg(long, value_name = "FILE")]
    pub save_choices: Option<PathBuf>,

    /// The program's standard input [default: that of the command]
    #[arg(long, value_name = "FILE")]
    pub stdin: Option<PathBuf>,

    /// Also stop on these kinds of findings, separated by commas; `all` for all
    #[arg(long, value_name = "KINDS", value_delimiter = ',')]
    pub stop_on: Vec<String>,

    /// Do not stop on these kinds, separated by commas, and do not report them
    #[arg(long, value_name = "KINDS", value_delimiter = ',')]
    pub ignore: Vec<String>,

    /// Report these kinds without stopping, separated by commas
    #[arg(long, value_name = "KINDS", value_delimiter = ',')]
    pub keep_going: Vec<String>,

    /// Let allocations fail where the choices say so
    #[arg(long)]
    pub malloc_may_fail: bool,

    /// Stop after so many steps
    #[arg(long, value_name = "N")]
    pub max_steps: Option<u64>,

    /// Stop when more memory is alive than this (with a suffix K, M or G if you like)
    #[arg(long, value_name = "BYTES", value_parser = parse_bytes)]
    pub max_memory: Option<u64>,

    /// Print every step to the standard error
    #[arg(long)]
    pub trace: bool,

    /// Print counts of the run to the standard error
    #[arg(long)]
    pub stats: bool,

    /// The program's arguments
    #[arg(last = true, value_name = "ARGS")]
    pub arguments: Vec<OsString>,

    /// What the besom.toml of the project says.
    #[arg(skip)]
    pub configuration: Configuration,
}

const SVCOMP_EXAMPLES: &str = "\
Examples:
  besom svcomp --property valid-memsafety.prp --data-model ILP32 task.i

The last line is `VERDICT: true`, `VERDICT: false(SUBPROPERTY)` or `VERDICT: unknown`.
As the rules of the competition have it, allocations never fail.";

#[derive(Args, Debug)]
#[command(after_help = SVCOMP_EXAMPLES)]
pub struct SvcompArguments {
    /// The property file: memory safety, memory cleanup, unreachability of errors, no overflow
    #[arg(long, value_name = "FILE.prp")]
    pub property: PathBuf,

    /// Sizes of types; `-m32` and `-m64` say the same [default: ILP32]
    #[arg(long, value_enum, value_name = "MODEL")]
    pub data_model: Option<DataModelChoice>,

    /// Write a witness of the answer to this file, in the format 2.0 of the competition
    #[arg(long, value_name = "FILE.yml")]
    pub witness: Option<PathBuf>,

    /// The C file or preprocessed file (`.i`) of the task
    #[arg(value_name = "FILE")]
    pub file: PathBuf,

    /// Who watches the limits.
    #[arg(skip)]
    pub watch: Option<&'static Watch>,
}

#[derive(Args, Debug)]
pub struct ExplainArguments {
    /// The kind of finding, as in `error[use-after-free]`, or a number like CWE-416; all are listed if it is
    /// left out
    #[arg(value_name = "RULE")]
    pub rule: Option<String>,
}

/// A number of bytes: `4096`, `64K`, `2G`.
pub fn parse_bytes(text: &str) -> Result<u64, String> {
    let (digits, factor) = match text.as_bytes().last() {
        Some(b'k' | b'K') => (&text[..text.len() - 1], 1 << 10),
        Some(b'm' | b'M') => (&text[..text.len() - 1], 1 << 20),
        Some(b'g' | b'G') => (&text[..text.len() - 1], 1 << 30),
        _ => (text, 1),
    };
    let number: u64 = digits.parse().map_err(|_| "expected a number like 4096, 64K or 2G".to_owned())?;
    number.checked_mul(factor).ok_or_else(|| "the number is too large".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_consistent() {
        Arguments::command().debug_assert();
    }

    #[test]
    fn numbers_of_bytes_may_have_suffixes() {
        assert_eq!(parse_bytes("4096"), Ok(4096));
        assert_eq!(parse_bytes("64k"), Ok(65536));
        assert_eq!(parse_bytes("2G"), Ok(2 << 30));
        assert!(parse_bytes("").is_err() && parse_bytes("M").is_err() && parse_bytes("1T").is_err());
        assert!(parse_bytes("99999999999999999G").is_err());
    }
}
