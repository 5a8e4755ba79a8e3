//! Commands about functions whose callers are not known.

use super::DataModelChoice;
use crate::configuration::Configuration;
use crate::watch::Watch;
use clap::{Args, ValueEnum};
use std::ffi::OsString;
use std::path::PathBuf;

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Debug)]
pub enum ContractsFormat {
    /// For people
    Text,
    /// For programs
    Json,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Debug)]
pub enum ExportChoice {
    /// The ANSI/ISO C Specification Language, for Frama-C
    Acsl,
    /// Contracts of the bounded model checker CBMC
    Cbmc,
}

const CONTRACTS_EXAMPLES: &str = "\
Examples:
  besom contracts list.c                     all functions of a file
  besom contracts list.c insert remove       … these two
  besom contracts --draw memory.svg list.c   … with pictures of memory before and after
  besom contracts --export acsl list.c       … as annotations for Frama-C
  besom contracts --malloc-never-fails a.c   … if allocations succeed

Names stand for values at the time of the call: `l->next` is what `l->next` held before. A contract is
printed as proved only if the function was explored again from the precondition, without guessing.";

#[derive(Args, Debug)]
#[command(after_help = CONTRACTS_EXAMPLES)]
pub struct ContractsArguments {
    /// A C file, a preprocessed file (`.i`), or `-`
    #[arg(value_name = "FILE")]
    pub file: PathBuf,

    /// Only these functions
    #[arg(value_name = "FUNCTION")]
    pub functions: Vec<String>,

    /// Sizes of types; `-m32` and `-m64` say the same
    #[arg(long, value_enum, value_name = "MODEL")]
    pub data_model: Option<DataModelChoice>,

    /// Assume that `malloc` and its relatives never return null
    #[arg(long)]
    pub malloc_never_fails: bool,

    /// What a function is like that has no body, or another one than counts: `--model zmalloc=malloc`,
    /// `--model 'xmalloc=malloc, never fails'`, `--model 'obj_put=frees argument 1'`
    #[arg(long = "model", value_name = "NAME=MODEL")]
    pub models: Vec<String>,

    /// Print all contracts of functions that have many, special cases included
    #[arg(long)]
    pub all: bool,

    /// Print formulas with offsets and with all facts
    #[arg(long)]
    pub raw: bool,

    /// Print which rules were applied, in order: what preconditions were made of, folds, joins, entailments; of those that
    /// fail, where and why
    #[arg(long)]
    pub trace: bool,

    /// How to print contracts
    #[arg(long, value_enum, default_value_t = ContractsFormat::Text, value_name = "FORMAT")]
    pub format: ContractsFormat,

    /// Print contracts as another tool reads them: a C file that includes this one
    #[arg(long, value_enum, value_name = "LANGUAGE", conflicts_with_all = ["format", "raw", "stats"])]
    pub export: Option<ExportChoice>,

    /// Also draw memory before and after calls; the name of the file says how: .svg, .dot (for Graphviz)
    #[arg(long, value_name = "FILE", conflicts_with = "raw")]
    pub draw: Option<PathBuf>,

    /// Print counts of the analysis
    #[arg(long)]
    pub stats: bool,

    /// Further flags for the preprocessor
    #[arg(last = true, value_name = "CFLAGS")]
    pub compiler_flags: Vec<OsString>,

    /// What the besom.toml of the project says.
    #[arg(skip)]
    pub configuration: Configuration,

    /// Who watches the limits.
    #[arg(skip)]
    pub watch: Option<&'static Watch>,
}

const HARNESS_EXAMPLES: &str = "\
Examples:
  besom harness list.c insert --output harness.c
  cc -g -I . -fsanitize=address harness.c -o harness && ./harness

The program includes the C file. Its first lines say how it is compiled and what each call shows.";

#[derive(Args, Debug)]
#[command(after_help = HARNESS_EXAMPLES)]
pub struct HarnessArguments {
    /// A C file, or a preprocessed file (`.i`)
    #[arg(value_name = "FILE")]
    pub file: PathBuf,

    /// The function that is called
    #[arg(value_name = "FUNCTION")]
    pub function: String,

    /// Write the program to this file instead of the standard output
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,

    /// Sizes of types; `-m32` and `-m64` say the same
    #[arg(long, value_enum, value_name = "MODEL")]
    pub data_model: Option<DataModelChoice>,

    /// Assume that `malloc` and its relatives never return null
    #[arg(long)]
    pub malloc_never_fails: bool,

    /// What a function is like that has no body: `--model zmalloc=malloc`
    #[arg(long = "model", value_name = "NAME=MODEL")]
    pub models: Vec<String>,

    /// Further flags for the preprocessor
    #[arg(last = true, value_name = "CFLAGS")]
    pub compiler_flags: Vec<OsString>,

    /// What the besom.toml of the project says.
    #[arg(skip)]
    pub configuration: Configuration,

    /// Who watches the limits.
    #[arg(skip)]
    pub watch: Option<&'static Watch>,
}
