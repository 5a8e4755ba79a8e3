//! `cargo xtask check-solver` and `bench-solver`: build and run the program in `oracles/`, which links the reference
//! solvers.

use clap::Args;
use std::path::Path;
use std::process::Command;

use crate::release::cargo;

#[derive(Args)]
pub struct Arguments {
    /// How many problems are drawn
    #[arg(long, default_value_t = 20_000)]
    queries: u64,
    /// Decides which problems are drawn
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Draws problems of one kind only
    #[arg(long)]
    kind: Option<String>,
    /// Breaks the rules of the solver one after the other and expects each to be noticed
    #[arg(long)]
    self_test: bool,
}

#[derive(Args)]
pub struct BenchArguments {
    /// How often each measurement is taken; the fastest counts
    #[arg(long, default_value_t = 5)]
    repetitions: u32,
}

pub fn run(arguments: &Arguments) -> Result<(), String> {
    let mut command = if arguments.self_test { solver_check(&["broken-rules"])? } else { solver_check(&[])? };
    command.arg(if arguments.self_test { "self-test" } else { "check" });
    command.args(["--queries", &arguments.queries.to_string()]);
    command.args(["--seed", &arguments.seed.to_string()]);
    if let Some(kind) = &arguments.kind {
        command.args(["--kind", kind]);
    }
    execute(command)
}

pub fn bench(arguments: &BenchArguments) -> Result<(), String> {
    let has_isl = Path::new("/usr/include/isl/set.h").exists();
    let mut command = if has_isl { solver_check(&["isl"])? } else { solver_check(&[])? };
    command.args(["bench", "--repetitions", &arguments.repetitions.to_string()]);
    command.arg("--traces").arg(root().join("crates/pure-logic/tests/traces"));
    execute(command)
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap_or(Path::new("."))
}

/// The command that builds and runs the program with the given features.
fn solver_check(features: &[&str]) -> Result<Command, String> {
    if !Path::new("/usr/include/z3.h").exists() {
        return Err("the reference solver is missing: install libz3-dev".to_owned());
    }
    let mut command = Command::new(cargo());
    command.args(["run", "--quiet", "--release", "--manifest-path"]);
    command.arg(root().join("oracles/Cargo.toml"));
    command.args(["--features", &features.join(",")]).arg("--");
    Ok(command)
}

fn execute(mut command: Command) -> Result<(), String> {
    let status = command.status().map_err(|error| format!("cargo cannot be started: {error}"))?;
    if status.success() { Ok(()) } else { Err(format!("the solver check ended with {status}")) }
}
