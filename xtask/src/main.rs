//! The project's own commands: `cargo xtask test`, `coverage`, `bench-frontend`, `bench-growth`, `bench-random`, `fuzz`,
//! `check-book`, `check-cache`, `check-dependencies`, `check-engines`, `check-static`, `check-interpreter`, `check-library`, `check-contracts`, `check-soundness`, `check-solver`, `bench-solver`,
//! `pack-extension`, `seed-bugs`, `survey`.

mod bench_analysis;
mod bench_frontend;
mod bench_growth;
mod bench_random;
mod borrowed;
mod check_book;
mod check_cache;
mod check_contracts;
mod check_dependencies;
mod check_engines;
mod check_interpreter;
mod check_library;
mod check_solver;
mod check_soundness;
mod check_static;
mod check_workflows;
mod coverage;
mod fuzz;
mod pack_extension;
mod release;
mod seed_bugs;
mod setup;
mod survey;
mod test;
#[path = "../../crates/cli/tests/support/tools.rs"]
mod tools;

use clap::{Parser, Subcommand};
use std::process::ExitCode;

#[derive(Parser)]
#[command(name = "cargo xtask", about = "The project's own commands")]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Run all tests; install on Debian what they need, if that is allowed
    Test(test::Arguments),
    /// Take all C files below some directories through the front end and print a table
    Coverage(coverage::Arguments),
    /// Measure the front end on generated inputs of growing size
    BenchFrontend(bench_frontend::Arguments),
    /// Count what proofs of larger and larger programs cost
    BenchAnalysis(bench_analysis::Arguments),
    /// Count what proofs of families of programs cost, each growing in one way
    BenchGrowth(bench_growth::Arguments),
    /// Ask about many random programs, and print how long answers take
    BenchRandom(bench_random::Arguments),
    /// Feed mutated inputs to the front end
    Fuzz(fuzz::Arguments),
    /// Compare what is kept of earlier runs with what is found out, on random edits of a project
    CheckCache(check_cache::Arguments),
    /// Make a site of the documentation and follow its links
    CheckBook(check_book::Arguments),
    /// Have a project analysed by everything that can do it, and compare what is printed
    CheckEngines(check_engines::Arguments),
    /// Pack the extension for Visual Studio Code
    PackExtension(pack_extension::Arguments),
    /// Look at the licences and versions of dependencies, and whether they are used
    CheckDependencies(check_dependencies::Arguments),
    /// Build a binary that needs nothing of the system, and try it
    CheckStatic(check_static::Arguments),
    /// Lint what GitHub is asked to do
    CheckWorkflows(check_workflows::Arguments),
    /// Compare the interpreter with compiled code on random programs
    CheckInterpreter(check_interpreter::Arguments),
    /// Compare models of the C library with two libraries
    CheckLibrary(check_library::Arguments),
    /// Compare the solver with its oracles
    CheckSolver(check_solver::Arguments),
    /// Execute the contracts of the functions of files
    CheckContracts(check_contracts::Arguments),
    /// Compare the analysis with executions of random heap programs
    CheckSoundness(check_soundness::Arguments),
    /// Analyse the open code of projects: how many functions have contracts, and what is in the way of the others
    Survey(survey::Arguments),
    /// Make mistakes in copies of projects, one at a time, and see whether they are found
    SeedBugs(seed_bugs::Arguments),
    /// Measure the solver side by side with Z3 and isl
    BenchSolver(check_solver::BenchArguments),
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let result = match &arguments.command {
        Command::Test(arguments) => test::run(arguments),
        Command::Coverage(arguments) => release::or_here(|| coverage::run(arguments)),
        Command::BenchFrontend(arguments) => release::or_here(|| bench_frontend::run(arguments)),
        Command::BenchAnalysis(arguments) => release::or_here(|| bench_analysis::run(arguments)),
        Command::BenchGrowth(arguments) => release::or_here(|| bench_growth::run(arguments)),
        Command::BenchRandom(arguments) => release::or_here(|| bench_random::run(arguments)),
        Command::Fuzz(arguments) => release::or_here(|| fuzz::run(arguments)),
        Command::CheckCache(arguments) => release::or_here(|| check_cache::run(arguments)),
        Command::CheckBook(arguments) => check_book::run(arguments),
        Command::CheckEngines(arguments) => check_engines::run(arguments),
        Command::PackExtension(arguments) => pack_extension::run(arguments),
        Command::CheckDependencies(arguments) => check_dependencies::run(arguments),
        Command::CheckStatic(arguments) => check_static::run(arguments),
        Command::CheckWorkflows(arguments) => check_workflows::run(arguments),
        Command::CheckInterpreter(arguments) => check_interpreter::run(arguments),
        Command::CheckLibrary(arguments) => release::or_here(|| check_library::run(arguments)),
        Command::CheckSolver(arguments) => check_solver::run(arguments),
        Command::CheckContracts(arguments) => release::or_here(|| check_contracts::run(arguments)),
        Command::CheckSoundness(arguments) => check_soundness::run(arguments),
        Command::Survey(arguments) => release::or_here(|| survey::run(arguments)),
        Command::SeedBugs(arguments) => release::or_here(|| seed_bugs::run(arguments)),
        Command::BenchSolver(arguments) => check_solver::bench(arguments),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::FAILURE
        }
    }
}
