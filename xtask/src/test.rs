//! `cargo xtask test`: everything that has to pass, with its set-up.

use crate::borrowed;
use crate::release::{self, CHECKS, cargo};
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
    work: Work,
}

enum Work {
    /// Cargo is called with these words.
    Cargo(String),
    /// So is this program.
    Own(String),
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
    let skipped = std::path::absolute("target/skipped-tests.txt").map_err(|error| error.to_string())?;
    // There is none before the first run.
    let _ = std::fs::remove_file(&skipped);
    let mut outcomes = Vec::new();
    let steps = steps(arguments);
    for (index, step) in steps.iter().enumerate() {
        println!(
            "\n== {} of {}: {}\n   {}{}",
            index + 1,
            steps.len(),
            step.name,
            step.rust.map(|rust| format!("rustup run {rust} ")).unwrap_or_default(),
            match &step.work {
                Work::Cargo(words) => format!("cargo {words}"),
                Work::Own(words) => format!("cargo xtask {words}"),
            }
        );
        let (start, before) = (Instant::now(), processor_time());
        let outcome = run_step(step, &skipped)?;
        let time = Time { clock: start.elapsed(), processor: processor_time().saturating_sub(before) };
        outcomes.push((step.name, outcome, time));
    }
    summary(&outcomes, &std::fs::read_to_string(&skipped).unwrap_or_default())
}

/// How long a part took.
struct Time {
    clock: Duration,
    /// By all processors together, also those of the programs that it started.
    processor: Duration,
}

/// For how long processors have worked for programs that this one has started and that have ended.
fn processor_time() -> Duration {
    // Behind the name in parentheses, the fourteenth and fifteenth of these numbers, in hundredths of seconds.
    let text = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let numbers = text.rsplit(')').next().unwrap_or_default().split_whitespace();
    let hundredths: u64 = numbers.skip(13).take(2).filter_map(|word| word.parse::<u64>().ok()).sum();
    Duration::from_millis(10 * hundredths)
}

fn steps(arguments: &Arguments) -> Vec<Step> {
    let own = |name, needs, words: &str| Step { name, needs, rust: None, work: Work::Own(words.to_owned()) };
    // What takes little and fails often comes first.
    vec![
        own("licences, versions and uses of dependencies", &[], "check-dependencies"),
        Step {
            name: "unit tests, program tests, command line tests",
            needs: &[],
            rust: None,
            work: Work::Cargo(format!(
                "test --profile {CHECKS} --workspace --features xtask/broken-rules --lib --bins --tests --no-fail-fast -- --quiet"
            )),
        },
        own(
            "the same bytes on any number of cores, warm, cold, by Ninja and by Bazel",
            &[&setup::NINJA, &setup::BAZEL],
            "check-engines",
        ),
        own("the documentation as a site, and its links", &[], "check-book"),
        own("the extension for Visual Studio Code, packed and activated", &[&setup::UNZIP], "pack-extension"),
        own("the workflows of GitHub by a linter", &[], "check-workflows"),
        Step {
            name: "the oldest Rust that is promised",
            needs: &[&setup::OLDEST],
            rust: Some(setup::OLDEST_RUST),
            work: Work::Cargo("check --quiet --locked --package besom".to_owned()),
        },
        own("a static binary", &[&setup::MUSL], "check-static"),
        own("front end on mutated inputs", &[], &format!("fuzz --seed 1 --inputs {}", arguments.fuzz_inputs)),
        own(
            "interpreter against compiled random programs",
            &[],
            "check-interpreter --cases 400 --seed 1 --self-test",
        ),
        own("analysis against executions of random heap programs", &[], "check-soundness --programs 300"),
        own(
            "contracts and errors of random open code against callers",
            &[],
            "check-soundness --open --programs 12",
        ),
        own(
            "changed programs of the tests, as sanitizers see those that are called proved",
            &[&setup::COMPILER],
            "check-soundness --mutants 40",
        ),
        own("broken rules are noticed by that comparison", &[], "check-soundness --programs 100 --self-test"),
        own(
            "models of the C library against two libraries",
            &[&setup::COMPILER, &setup::MUSL],
            "check-library --calls 4",
        ),
        own("what is kept of earlier runs against what is found out", &[], "check-cache --edits 8"),
        own(
            "solver against its oracles",
            &[&setup::Z3, &setup::ISL],
            &format!("check-solver --queries {}", arguments.solver_queries),
        ),
    ]
}

fn run_step(step: &Step, skipped: &Path) -> Result<Outcome, String> {
    if let Some(missing) = step.needs.iter().find(|need| !setup::ensure(need)) {
        let name = missing.name();
        return Ok(if step.rust.is_some() { Outcome::Optional(name) } else { Outcome::Skipped(name) });
    }
    let own = std::env::current_exe().map_err(|error| error.to_string())?;
    let mut command = match (&step.work, step.rust) {
        (Work::Own(_), _) => Command::new(own),
        (Work::Cargo(_), None) => Command::new(cargo()),
        (Work::Cargo(_), Some(rust)) => {
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
    let (Work::Cargo(words) | Work::Own(words)) = &step.work;
    let status = command.args(words.split(' ')).status();
    let status = status.map_err(|error| format!("{command:?} cannot be started: {error}"))?;
    Ok(if status.success() { Outcome::Passed } else { Outcome::Failed })
}

fn summary(outcomes: &[(&str, Outcome, Time)], skipped_tests: &str) -> Result<(), String> {
    println!("\n== summary, with seconds by the clock and of all processors together");
    for (name, outcome, Time { clock, processor }) in outcomes {
        let seconds = format!("{:4} s {:4} s", clock.as_secs(), processor.as_secs());
        match outcome {
            Outcome::Passed => println!("passed   {seconds}  {name}"),
            Outcome::Failed => println!("FAILED   {seconds}  {name}"),
            Outcome::Skipped(package) | Outcome::Optional(package) => {
                println!("skipped                  {name}: {package} is not installed and cannot be");
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
