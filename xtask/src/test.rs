//! `cargo xtask test`: everything that has to pass, with its set-up.

mod executables;
mod parts;
mod pool;

use crate::borrowed;
use crate::release::{self, CHECKS};
use crate::setup;
use clap::Args;
use parts::{Part, parts};
use std::collections::BTreeSet;
use std::process::Command;

#[derive(Args)]
pub struct Arguments {
    /// How many inputs the short fuzz run takes
    #[arg(long, default_value_t = 100_000)]
    fuzz_inputs: u64,

    /// How many questions the solver is asked
    #[arg(long, default_value_t = 20_000)]
    solver_queries: u64,

    /// Run only the parts whose names contain this; may be given several times
    #[arg(long, value_name = "TEXT")]
    only: Vec<String>,
}

/// What is fetched from a later Debian or from elsewhere.
const FROM_ELSEWHERE: [&str; 6] = [
    "advisories about dependencies",
    "goto-cc is not there",
    "mdbook is not there",
    "npm is not there",
    "Bazel with a remote executor",
    "SARIF against the published schema",
];

enum Outcome {
    Run(pool::Result),
    /// Something that the part needs cannot be installed here.
    Skipped(&'static str),
    /// The same, but another part shows most of it.
    Optional(&'static str),
}

pub fn run(arguments: &Arguments) -> Result<(), String> {
    // One build serves for the tests and for everything else. Rules that can be broken on purpose are questions that cost
    // nothing where none is.
    if release::own_profile() != CHECKS || !cfg!(feature = "broken-rules") {
        return release::again(&["--profile", CHECKS, "--features", "broken-rules"]);
    }
    if !setup::ensure(&setup::COMPILER) {
        return Err("a C compiler is needed: install gcc, or make `cc` available".to_owned());
    }
    if !setup::ensure(&setup::GIT) {
        return Err("git is needed: install it".to_owned());
    }
    // Tests look for themselves whether these are there, and note what they leave out.
    for need in [
        &setup::MULTILIB,
        &setup::VALGRIND,
        &setup::NINJA,
        &setup::CLANG,
        &setup::CHROMIUM,
        &setup::NEOVIM,
        &setup::FRAMA_C,
    ] {
        setup::ensure(need);
    }
    let absolute = |path: &str| std::path::absolute(path).map_err(|error| error.to_string());
    let (skipped, logs) = (absolute("target/skipped-tests.txt")?, absolute("target/test-logs")?);
    // There is none before the first run.
    let _ = std::fs::remove_file(&skipped);
    std::fs::create_dir_all(&logs).map_err(|error| format!("{}: {error}", logs.display()))?;
    let mut parts = parts(arguments);
    let names: Vec<&str> = parts.iter().map(|part| part.name).collect();
    if let Some(text) = arguments.only.iter().find(|text| !names.iter().any(|name| name.contains(*text))) {
        return Err(format!("no part is called `{text}`; there are:\n{}", names.join("\n")));
    }
    let is_wanted =
        |part: &Part| arguments.only.is_empty() || arguments.only.iter().any(|text| part.name.contains(text));
    parts.retain(is_wanted);
    let missing: Vec<Option<&'static str>> = parts.iter().map(missing).collect();
    let wanted = parts.iter().enumerate().filter(|(number, _)| missing[*number].is_none());
    let jobs = wanted.map(|(number, part)| part.job(number)).collect::<Result<Vec<_>, _>>()?;
    let schema = borrowed::sarif_schema();
    let path = match borrowed::programs() {
        None => None,
        Some(programs) => {
            let path = std::env::var_os("PATH").unwrap_or_default();
            // Behind all others: what is installed comes first.
            let folders = std::env::split_paths(&path).chain([programs]);
            Some(std::env::join_paths(folders).map_err(|error| error.to_string())?)
        }
    };
    let results = pool::run(jobs, parts.len(), &logs, &|command: &mut Command| {
        command.env(crate::tools::RECORD, &skipped);
        command.envs(schema.iter().map(|schema| ("BESOM_SARIF_SCHEMA", schema)));
        command.envs(path.iter().map(|path| ("PATH", path)));
    });
    let outcomes = parts.iter().zip(missing).zip(results).map(|((part, missing), result)| {
        let outcome = match missing {
            None => Outcome::Run(result),
            Some(name) if part.rust.is_some() => Outcome::Optional(name),
            Some(name) => Outcome::Skipped(name),
        };
        (part.name, outcome)
    });
    let outcomes: Vec<(&str, Outcome)> = outcomes.collect();
    summary(&outcomes, &std::fs::read_to_string(&skipped).unwrap_or_default())
}

/// What the part needs and cannot be installed.
fn missing(part: &Part) -> Option<&'static str> {
    part.needs.iter().find(|need| !setup::ensure(need)).map(|need| need.name())
}

fn summary(outcomes: &[(&str, Outcome)], skipped_tests: &str) -> Result<(), String> {
    println!(
        "\n== summary, with seconds by the clock and of all processors together; two parts run at a time"
    );
    for (name, outcome) in outcomes {
        match outcome {
            Outcome::Run(result) => {
                let word = if result.is_passed { "passed" } else { "FAILED" };
                let (clock, processor) = (result.clock.as_secs(), result.processor.as_secs());
                println!("{word}   {clock:4} s {processor:4} s  {name}");
            }
            Outcome::Skipped(package) | Outcome::Optional(package) => {
                println!("skipped                  {name}: {package} is not installed and cannot be");
            }
        }
    }
    let lines: BTreeSet<&str> = skipped_tests.lines().collect();
    for line in &lines {
        println!("{line}");
    }
    let is_failed =
        |outcome: &Outcome| matches!(outcome, Outcome::Run(pool::Result { is_passed: false, .. }));
    let failed = outcomes.iter().filter(|(_, outcome)| is_failed(outcome)).count();
    let skipped = outcomes.iter().filter(|(_, outcome)| matches!(outcome, Outcome::Skipped(_))).count();
    // What does not come from the installed Debian may be out of reach; it is listed, and that is all.
    let is_needed = |line: &&&str| !FROM_ELSEWHERE.iter().any(|tool| line.contains(tool));
    let skipped = skipped + lines.iter().filter(is_needed).count();
    // Where nobody reads the summary, a part that is left out must not look as if it had passed.
    let is_automatic = std::env::var_os("CI").is_some_and(|value| !value.is_empty());
    match failed {
        0 if is_automatic && skipped > 0 => {
            Err("parts of the tests were left out, which the environment variable CI forbids".to_owned())
        }
        0 => Ok(()),
        count => Err(format!("{count} of {} parts failed", outcomes.len())),
    }
}
