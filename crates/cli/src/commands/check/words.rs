//! The closing lines of an analysis, and its numbers.

use analyzer::{Closed, Conclusion, Effort, Layer, Property, Question, SolverStatistics};

/// The closing line: what was proved, found and left open, under which assumptions.
pub fn summary(closed: &Closed, question: &Question) -> String {
    let plural = |count: usize, one: &str, many: &str| match count {
        1 => format!("1 {one}"),
        count => format!("{count} {many}"),
    };
    let result = match &closed.conclusion {
        Conclusion::Proved => {
            let overflow = match question.property {
                Property::NoErrorNoOverflow => ", no signed overflow",
                _ => "",
            };
            let exit = if question.check_exit { ", all memory freed at exit" } else { "" };
            format!(
                "proved: no memory error, no lost memory, no failing assertion{overflow}{exit} in any execution"
            )
        }
        Conclusion::Found(_) if closed.others.is_empty() => {
            "found: 1 error, certain because it was executed; what else may go wrong stays open".to_owned()
        }
        Conclusion::Found(_) => format!(
            "found: {} errors, certain because each was executed; what else may go wrong stays open",
            1 + closed.others.len()
        ),
        Conclusion::Open { possible, open } if possible.is_empty() => format!(
            "unknown: nothing was found, but {} (see --explain-unknown)",
            plural(open.len(), "question stays open", "questions stay open")
        ),
        Conclusion::Open { possible, open } => format!(
            "unknown: {}, none of them certain; {} (see --explain-unknown)",
            plural(possible.len(), "possible error", "possible errors"),
            plural(open.len(), "question stays open", "questions stay open")
        ),
        Conclusion::NotStarted(why) => format!("nothing was analysed: {why}"),
    };
    format!("{result} ({})", assumptions(question).join(", "))
}

/// Under what the answers hold.
pub fn assumptions(question: &Question) -> Vec<&'static str> {
    let allocation = match question.allocation_may_fail {
        true => "allocations may fail",
        false => "allocations never fail",
    };
    let overflow = match question.property {
        Property::NoErrorNoOverflow => "signed overflow is an error",
        _ => "signed overflow wraps",
    };
    let exit = (!question.check_exit).then_some("memory at exit is not checked");
    [allocation, overflow].into_iter().chain(exit).collect()
}

/// What the analysis did, and which layers of the solver answered its questions.
pub fn statistics(effort: &Effort) -> String {
    let sum = |count: &dyn Fn(&SolverStatistics) -> u64| effort.solver.iter().map(count).sum::<u64>();
    let mut lines = vec![(effort.steps, "steps on symbolic states".to_owned())];
    for search in &effort.searches {
        let outcome = match (search.findings, search.gave_up) {
            (0, 0) => "nothing left open".to_owned(),
            (findings, gave_up) => format!("found {findings}, did not go on at {gave_up}"),
        };
        lines.push((search.steps, format!("  {}: {outcome}", search.what)));
    }
    if let Some(why) = effort.not_executed {
        lines.push((0, format!("  all executions one by one: given up, because {why} matters")));
    }
    lines.extend([
        (effort.contracts, "contracts of functions".to_owned()),
        (sum(&|solver| solver.questions), "questions to the solver".to_owned()),
        (sum(&|solver| solver.cached), "  answered before".to_owned()),
    ]);
    for layer in Layer::ALL {
        lines.push((sum(&|solver| solver.answered(layer)), format!("  answered by {}", layer.name())));
    }
    lines.push((sum(&|solver| solver.unknown), "  left open".to_owned()));
    lines.into_iter().map(|(count, what)| format!("{count:12} {what}\n")).collect()
}
