//! What has to pass, in the order in which it is begun.

use super::Arguments;
use super::pool::Job;
use crate::release::{CHECKS, cargo};
use crate::setup::{self, Need};

/// One part of the test run.
pub struct Part {
    pub name: &'static str,
    pub needs: &'static [&'static Need],
    /// The Rust that is used, if not that of the project.
    /// Where it cannot be had, the part is left out and nothing fails: clippy compares the uses of the
    /// standard library with the declared version in any case (`incompatible_msrv`).
    pub rust: Option<&'static str>,
    work: Work,
}

enum Work {
    /// Cargo is called with these words.
    Cargo(String),
    /// Cargo builds tests with these words, and they are run.
    Tests(String),
    /// So is this program.
    Own(String),
}

/// Tests are built first, because most of the rest can be done while that goes on. What asks cargo for something that is built
/// for tests, too, waits for it, so it comes last.
pub fn parts(arguments: &Arguments) -> Vec<Part> {
    let own = |name, needs, words: &str| Part { name, needs, rust: None, work: Work::Own(words.to_owned()) };
    vec![
        own("packages: licences, versions, uses, advisories, publishing", &[], "check-dependencies"),
        Part {
            name: "unit tests, program tests, command line tests",
            needs: &[],
            rust: None,
            work: Work::Tests(format!(
                "test --profile {CHECKS} --workspace --features xtask/broken-rules --lib --bins --tests --no-run"
            )),
        },
        own(
            "broken rules are noticed by the comparison with executions",
            &[],
            "check-soundness --programs 30 --self-test --jobs 1",
        ),
        own("front end on mutated inputs", &[], &format!("fuzz --seed 1 --inputs {}", arguments.fuzz_inputs)),
        own(
            "solver against its oracles",
            &[&setup::Z3, &setup::ISL],
            &format!("check-solver --queries {}", arguments.solver_queries),
        ),
        own("a static binary", &[&setup::MUSL], "check-static"),
        Part {
            name: "the oldest Rust that is promised",
            needs: &[&setup::OLDEST],
            rust: Some(setup::OLDEST_RUST),
            work: Work::Cargo("check --quiet --locked --package besom".to_owned()),
        },
        own("analysis against executions of random heap programs", &[], "check-soundness --programs 300"),
        own(
            "models of the C library against two libraries",
            &[&setup::COMPILER, &setup::MUSL],
            "check-library --calls 4",
        ),
        own(
            "interpreter against compiled random programs",
            &[],
            "check-interpreter --cases 400 --seed 1 --self-test",
        ),
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
        own("the documentation as a site, and its links", &[], "check-book"),
        own("the extension for Visual Studio Code, packed and activated", &[&setup::UNZIP], "pack-extension"),
        own("the workflows of GitHub by a linter", &[], "check-workflows"),
        Part {
            name: "lints",
            needs: &[],
            rust: None,
            // By the same profile: what runs while others are built is there already.
            work: Work::Cargo(format!(
                "clippy --quiet --profile {CHECKS} --workspace --all-targets -- -D warnings"
            )),
        },
        own(
            "the same bytes on any number of cores, warm, cold, by Ninja and by Bazel",
            &[&setup::NINJA, &setup::BAZEL],
            "check-engines",
        ),
        own("what is kept of earlier runs against what is found out", &[], "check-cache --edits 8"),
    ]
}

impl Part {
    /// What has to be run for it.
    pub fn job(&self, number: usize) -> Result<Job, String> {
        let cargo = || cargo().to_string_lossy().into_owned();
        let own = std::env::current_exe().map_err(|error| error.to_string())?;
        let (mut program, words) = match (&self.work, self.rust) {
            (Work::Own(words), _) => (vec![own.to_string_lossy().into_owned()], words.clone()),
            (Work::Cargo(words), None) => (vec![cargo()], words.clone()),
            (Work::Tests(words), _) => {
                (vec![cargo()], format!("{words} --quiet --message-format json-render-diagnostics"))
            }
            (Work::Cargo(words), Some(rust)) => {
                (["rustup", "run", rust, "cargo"].map(str::to_owned).to_vec(), words.clone())
            }
        };
        program.extend(words.split(' ').map(str::to_owned));
        let said = match &self.work {
            Work::Own(words) => format!("cargo xtask {words}"),
            Work::Cargo(words) | Work::Tests(words) => format!("cargo {words}"),
        };
        let with = self.rust.map(|rust| format!(" with Rust {rust}")).unwrap_or_default();
        Ok(Job {
            part: number,
            title: format!("{} ({said}{with})", self.name),
            program,
            folder: None,
            // What it builds does not mix with that of the other one.
            variables: self
                .rust
                .iter()
                .map(|rust| ("CARGO_TARGET_DIR", format!("target/rust-{rust}")))
                .collect(),
            without: if self.rust.is_some() { &["CARGO", "RUSTUP_TOOLCHAIN"] } else { &[] },
            builds_tests: matches!(self.work, Work::Tests(_)),
        })
    }
}
