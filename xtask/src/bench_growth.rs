//! `cargo xtask bench-growth`: where does the cost of an answer leave the ground?
//!
//! Each family is one program of growing size `k`. Counts of steps are the same on every machine, and only they decide:
//! up to the size that a family promises, the answer is *proved*, and the cost grows no faster than it promises.

mod families;

use analyzer::{Closed, Conclusion, Input, Property, Question, check_closed, front_end};
use clap::Args;
use families::{FAMILIES, Family};
use source::{DataModel, SourceMap};
use std::time::{Duration, Instant};

/// How much more than the promised power of `k` the cost may grow by.
const TOLERANCE: f64 = 2.5;

/// Costs below this, in steps, are nobody's business: where few paths meet, they are kept apart.
const SMALL: u64 = 20_000;

#[derive(Args)]
pub struct Arguments {
    /// Only families whose name contains this
    #[arg(long)]
    family: Option<String>,
    /// Go on beyond the promised sizes, up to what is aimed at
    #[arg(long)]
    beyond: bool,
    /// Only print the program of this size
    #[arg(long, requires = "family")]
    print: Option<usize>,
}

pub fn run(arguments: &Arguments) -> Result<(), String> {
    let is_chosen =
        |family: &&Family| arguments.family.as_ref().is_none_or(|name| family.name.contains(name));
    let chosen: Vec<&Family> = FAMILIES.iter().filter(is_chosen).collect();
    if chosen.is_empty() {
        let names: Vec<&str> = FAMILIES.iter().map(|family| family.name).collect();
        return Err(format!("there is no such family; there are: {}", names.join(", ")));
    }
    if let Some(size) = arguments.print {
        chosen.iter().for_each(|family| print!("{}", (family.program)(size)));
        return Ok(());
    }
    println!("| family | k | answer | steps | contracts | questions | CPU ms |");
    println!("|---|---:|---|---:|---:|---:|---:|");
    let mut broken = Vec::new();
    for family in chosen {
        broken.extend(measure(family, arguments.beyond)?);
    }
    if broken.is_empty() { Ok(()) } else { Err(broken.join("\n       ")) }
}

/// Prints the rows of a family; returns which promises were broken.
fn measure(family: &Family, beyond: bool) -> Result<Vec<String>, String> {
    let mut broken = Vec::new();
    let mut before: Option<(usize, u64)> = None;
    let last = if beyond { family.aim } else { family.promised };
    for size in sizes(last, family.promised) {
        let (closed, time) = analyse(&(family.program)(size))?;
        let answer = match &closed.conclusion {
            Conclusion::Proved => "proved",
            Conclusion::Found(_) => "error",
            Conclusion::Open { .. } => "unknown",
            Conclusion::NotStarted(_) => "not started",
        };
        let steps = closed.effort.steps;
        let questions: u64 = closed.effort.solver.iter().map(|solver| solver.questions).sum();
        println!(
            "| {} | {size} | {answer} | {steps} | {} | {questions} | {} |",
            family.name,
            closed.effort.contracts,
            time.as_millis()
        );
        let is_proved = matches!(closed.conclusion, Conclusion::Proved);
        if size <= family.promised && !is_proved {
            broken.push(format!("{}: k = {size} is {answer}", family.name));
        }
        if let Some((smaller, cost)) = before
            && size <= family.promised
        {
            let growth = steps as f64 / cost.max(SMALL) as f64;
            let allowed = (size as f64 / smaller as f64).powi(family.power) * TOLERANCE;
            if growth > allowed {
                broken.push(format!(
                    "{}: from k = {smaller} to {size} the cost grows by a factor of {growth:.1}",
                    family.name
                ));
            }
        }
        if !is_proved {
            break;
        }
        before = Some((size, steps));
    }
    Ok(broken)
}

/// Doubling sizes, and those of interest.
fn sizes(last: usize, promised: usize) -> Vec<usize> {
    let doubling = std::iter::successors(Some(1), |size| Some(2 * size));
    let mut sizes: Vec<usize> = doubling.take_while(|&size| size < last).collect();
    sizes.extend([last, promised]);
    sizes.sort_unstable();
    sizes.dedup();
    sizes
}

fn analyse(text: &str) -> Result<(Closed, Duration), String> {
    let text = text.as_bytes().to_vec().into();
    let input = Input { name: "bench.i".to_owned(), text, data_model: DataModel::Lp64 };
    let result = front_end(&mut SourceMap::new(), &input, &|_| {});
    if let Some(diagnostic) = result.diagnostics.first() {
        return Err(diagnostic.message.clone());
    }
    let start = Instant::now();
    let closed = check_closed(&result.module, &Question::new(Property::NoError));
    Ok((closed, start.elapsed()))
}
