//! Compares the solver for pure facts with reference solvers.

mod back_end;
mod bench;
mod check;
mod generate;
mod index_sets;
#[cfg(feature = "isl")]
mod isl;
mod lattice;
mod problem;
mod random;
mod self_test;
mod to_terms;
mod z3_oracle;

use std::path::PathBuf;
use std::process::ExitCode;

use check::Options;
use problem::Kind;

const USAGE: &str = "usage: solver-check check --queries N --seed S [--kind KIND] [--show-unknown]
       solver-check bench --traces FOLDER [--repetitions N]
       solver-check self-test --queries N --seed S [--kind KIND]   (built with the feature broken-rules)";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match run(&arguments) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(message) => {
            eprintln!("{message}\n{USAGE}");
            ExitCode::from(2)
        }
    }
}

/// Whether everything was as it should be.
fn run(arguments: &[String]) -> Result<bool, String> {
    let (command, rest) = arguments.split_first().ok_or("a command is needed")?;
    match command.as_str() {
        "check" => {
            let report = check::run(&parse(rest)?);
            print!("{report}");
            Ok(report.disagreements() == 0)
        }
        "bench" => {
            let (traces, repetitions) = parse_bench(rest)?;
            bench::run(&traces, repetitions)
        }
        "self-test" if cfg!(feature = "broken-rules") => Ok(self_test::run(&parse(rest)?) == 0),
        "self-test" => Err("this build has no breakable rules".to_owned()),
        other => Err(format!("unknown command {other}")),
    }
}

fn parse(arguments: &[String]) -> Result<Options, String> {
    let mut options = Options {
        queries: 20_000,
        seed: 1,
        kind: None,
        broken: None,
        stop_at_first: false,
        show_unknown: false,
    };
    let mut rest = arguments.iter();
    while let Some(argument) = rest.next() {
        let mut value = || rest.next().ok_or_else(|| format!("{argument} needs a value"));
        match argument.as_str() {
            "--queries" => options.queries = number(value()?)?,
            "--seed" => options.seed = number(value()?)?,
            "--show-unknown" => options.show_unknown = true,
            "--kind" => {
                let name = value()?;
                let kind = Kind::from_name(name);
                options.kind = Some(kind.ok_or_else(|| format!("there is no kind {name}"))?);
            }
            other => return Err(format!("unknown argument {other}")),
        }
    }
    Ok(options)
}

fn parse_bench(arguments: &[String]) -> Result<(PathBuf, u32), String> {
    let (mut traces, mut repetitions) = (None, 5);
    let mut rest = arguments.iter();
    while let Some(argument) = rest.next() {
        let value = rest.next().ok_or_else(|| format!("{argument} needs a value"))?;
        match argument.as_str() {
            "--traces" => traces = Some(PathBuf::from(value)),
            "--repetitions" => {
                repetitions = u32::try_from(number(value)?).map_err(|error| error.to_string())?
            }
            other => return Err(format!("unknown argument {other}")),
        }
    }
    Ok((traces.ok_or("--traces is needed")?, repetitions.max(1)))
}

fn number(text: &str) -> Result<u64, String> {
    let digits = text.replace('_', "");
    digits.parse().map_err(|_| format!("{text} is not a number"))
}
