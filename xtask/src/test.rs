//! `cargo xtask test`: everything that has to pass, with its set-up.

use crate::borrowed;
use crate::release::cargo;
use crate::setup::{self, Need};
use clap::Args;
use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

#[derive(Args)]
pub struct Arguments {
    /// How many inputs the short fuzz run takes
    #[arg(long, default_value_t = 100_000)]
    fuzz_inputs: u64,

    /// How many questions the solver is asked
    #[arg(long, default_value_t = 20_000)]
    solver_queries: u64,
}

/// One part of the test run.
struct Step {
    name: &'static str,
    needs: &'static [&'static Need],
    /// The Rust that is used, if not that of the project.
    /// Where it cannot be had, the step is left out and nothing fails: clippy compares the uses of the
    /// standard library with the declared version in any case (`incompatible_msrv`).
    rust: Option<&'static str>,
    arguments: Vec<String>,
}

/// Tools that are fetched from a later Debian or from elsewhere.
const FROM_ELSEWHERE: [&str; 5] = [
    "goto-cc is not there",
    "mdbook is not there",
    "npm is not there",
    "Bazel with a remote executor",
    "SARIF against the published schema",
];

enum Outcome {
    Passed,
    Failed,
    /// Something that the step needs cannot be installed here.
    Skipped(&'static str),
    /// The same, but another part shows most of it.
    Optional(&'static str),
}

pub fn run(arguments: &Arguments) -> Result<(), String> {
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
    let skipped = std::path::absolute("target/skipped-tests.txt").map_err(|error| error.to_string())?;
    // There is none before the first run.
    let _ = std::fs::remove_file(&skipped);
    let mut outcomes = Vec::new();
    let steps = steps(arguments);
    for (index, step) in steps.iter().enumerate() {
        println!(
            "\n== {} of {}: {}\n   {}cargo {}",
            index + 1,
            steps.len(),
            step.name,
            step.rust.map(|rust| format!("rustup run {rust} ")).unwrap_or_default(),
            step.arguments.join(" ")
        );
        let start = Instant::now();
        let outcome = run_step(step, &skipped)?;
        outcomes.push((step.name, outcome, start.elapsed()));
    }
    summary(&outcomes, &std::fs::read_to_string(&skipped).unwrap_or_default())
}

fn steps(arguments: &Arguments) -> Vec<Step> {
    let words = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
    // One release build for all: rules that can be broken on purpose are questions that cost nothing where none is.
    let optimised = |command: &str| {
        words(&format!("run --quiet --release --package xtask --features broken-rules -- {command}"))
    };
    // What takes little and fails often comes first.
    vec![
        Step {
            name: "licences, versions and uses of dependencies",
            needs: &[],
            rust: None,
            arguments: words("run --quiet --package xtask -- check-dependencies"),
        },
        Step {
            name: "unit tests, program tests, command line tests",
            needs: &[],
            rust: None,
            arguments: words("test --workspace --lib --bins --tests --no-fail-fast -- --quiet"),
        },
        Step {
            name: "the same bytes on any number of cores, warm, cold, by Ninja and by Bazel",
            needs: &[&setup::NINJA, &setup::BAZEL],
            rust: None,
            arguments: words("run --quiet --package xtask -- check-engines"),
        },
        Step {
            name: "the documentation as a site, and its links",
            needs: &[],
            rust: None,
            arguments: words("run --quiet --package xtask -- check-book"),
        },
        Step {
            name: "the extension for Visual Studio Code, packed",
            needs: &[],
            rust: None,
            arguments: words("run --quiet --package xtask -- pack-extension"),
        },
        Step {
            name: "the oldest Rust that is promised",
            needs: &[&setup::OLDEST],
            rust: Some(setup::OLDEST_RUST),
            arguments: words("check --quiet --locked --package cli"),
        },
        Step {
            name: "a static binary",
            needs: &[&setup::MUSL],
            rust: None,
            arguments: words("run --quiet --package xtask -- check-static"),
        },
        Step {
            name: "front end on mutated inputs",
            needs: &[],
            rust: None,
            arguments: optimised(&format!("fuzz --seed 1 --inputs {}", arguments.fuzz_inputs)),
        },
        Step {
            name: "interpreter against compiled random programs",
            needs: &[],
            rust: None,
            arguments: optimised("check-interpreter --cases 400 --seed 1 --self-test"),
        },
        Step {
            name: "analysis against executions of random heap programs",
            needs: &[],
            rust: None,
            arguments: optimised("check-soundness --programs 300"),
        },
        Step {
            name: "contracts and errors of random open code against callers",
            needs: &[],
            rust: None,
            arguments: optimised("check-soundness --open --programs 12"),
        },
        Step {
            name: "broken rules are noticed by that comparison",
            needs: &[],
            rust: None,
            arguments: optimised("check-soundness --programs 100 --self-test"),
        },
        Step {
            name: "models of the C library against two libraries",
            needs: &[&setup::COMPILER, &setup::MUSL],
            rust: None,
            arguments: optimised("check-library --calls 4"),
        },
        Step {
            name: "what is kept of earlier runs against what is found out",
            needs: &[],
            rust: None,
            arguments: optimised("check-cache --edits 8"),
        },
        Step {
            name: "solver against its oracles",
            needs: &[&setup::Z3, &setup::ISL],
            rust: None,
            arguments: words(&format!(
                "run --quiet --package xtask -- check-solver --queries {}",
                arguments.solver_queries
            )),
        },
    ]
}

fn run_step(step: &Step, skipped: &Path) -> Result<Outcome, String> {
    if let Some(missing) = step.needs.iter().find(|need| !setup::ensure(need)) {
        let name = missing.name();
        return Ok(if step.rust.is_some() { Outcome::Optional(name) } else { Outcome::Skipped(name) });
    }
    let mut command = match step.rust {
        None => Command::new(cargo()),
        Some(rust) => {
            let mut command = Command::new("rustup");
            // What it builds does not mix with that of the other one.
            command.args(["run", rust, "cargo"]).env("CARGO_TARGET_DIR", format!("target/rust-{rust}"));
            command.env_remove("CARGO").env_remove("RUSTUP_TOOLCHAIN");
            command
        }
    };
    command.env(crate::tools::RECORD, skipped);
    if let Some(schema) = borrowed::sarif_schema() {
        command.env("BESOM_SARIF_SCHEMA", schema);
    }
    if let Some(programs) = borrowed::programs() {
        let path = std::env::var_os("PATH").unwrap_or_default();
        // Behind all others: what is installed comes first.
        let folders = std::env::split_paths(&path).chain([programs]);
        command.env("PATH", std::env::join_paths(folders).map_err(|error| error.to_string())?);
    }
    let status = command.args(&step.arguments).status();
    let status = status.map_err(|error| format!("cargo cannot be started: {error}"))?;
    Ok(if status.success() { Outcome::Passed } else { Outcome::Failed })
}

fn summary(outcomes: &[(&str, Outcome, Duration)], skipped_tests: &str) -> Result<(), String> {
    println!("\n== summary");
    for (name, outcome, time) in outcomes {
        let seconds = time.as_secs();
        match outcome {
            Outcome::Passed => println!("passed   {seconds:4} s  {name}"),
            Outcome::Failed => println!("FAILED   {seconds:4} s  {name}"),
            Outcome::Skipped(package) | Outcome::Optional(package) => {
                println!("skipped            {name}: {package} is not installed and cannot be");
            }
        }
    }
    let lines: BTreeSet<&str> = skipped_tests.lines().collect();
    for line in &lines {
        println!("{line}");
    }
    let failed = outcomes.iter().filter(|(_, outcome, _)| matches!(outcome, Outcome::Failed)).count();
    let skipped = outcomes.iter().filter(|(_, outcome, _)| matches!(outcome, Outcome::Skipped(_))).count();
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
