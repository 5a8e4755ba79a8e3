//! The cost of assuming a fact and asking a question in states of growing size.

use std::time::Instant;

use pure_logic::{Answer, Fact, Facts, Solver};

const SIZES: [usize; 6] = [10, 25, 50, 100, 150, 200];
/// From 25 to 200 facts, eight times as many, the cost of one step may grow by at most this.
const MARK: f64 = 8.0;

/// A state that grows as one of the analysis does.
struct Family {
    name: &'static str,
    /// The facts of the given number, and a goal after them.
    fact: fn(&mut Solver, usize) -> Fact,
    goal: fn(&mut Solver, usize) -> Fact,
}

const FAMILIES: [Family; 4] = [
    Family {
        name: "bounds of indices",
        fact: |solver, index| {
            let i = variable(solver, "i", index / 2);
            let n = variable(solver, "n", 0);
            if index % 2 == 0 {
                let zero = solver.terms.constant(0);
                solver.terms.at_most(zero, i)
            } else {
                solver.terms.less_than(i, n)
            }
        },
        goal: |solver, count| {
            let i = variable(solver, "i", count / 4);
            let n = variable(solver, "n", 0);
            let next = solver.terms.add_constant(i, 1);
            solver.terms.at_most(next, n)
        },
    },
    Family {
        name: "a chain of offsets",
        fact: |solver, index| {
            let this = variable(solver, "p", index);
            let next = variable(solver, "p", index + 1);
            let end = solver.terms.add_constant(this, 8);
            solver.terms.at_most(end, next)
        },
        goal: |solver, count| {
            let first = variable(solver, "p", 0);
            let last = variable(solver, "p", count);
            solver.terms.less_than(first, last)
        },
    },
    Family {
        name: "equalities",
        fact: |solver, index| {
            let this = variable(solver, "x", index);
            let next = variable(solver, "x", index + 1);
            let moved = solver.terms.add_constant(this, 4);
            solver.terms.equal(next, moved)
        },
        goal: |solver, count| {
            let first = variable(solver, "x", 0);
            let last = variable(solver, "x", count);
            let distance = i128::try_from(count).unwrap_or(0) * 4;
            let moved = solver.terms.add_constant(first, distance);
            solver.terms.equal(last, moved)
        },
    },
    Family {
        name: "blocks with bases",
        fact: |solver, index| {
            let block = index / 3;
            let address = variable(solver, "a", block);
            let base = solver.terms.base(address);
            match index % 3 {
                0 => {
                    let zero = solver.terms.constant(0);
                    solver.terms.less_than(zero, base)
                }
                1 => solver.terms.at_most(base, address),
                _ => solver.terms.divides(8, base),
            }
        },
        goal: |solver, count| {
            let address = variable(solver, "a", count / 6);
            let base = solver.terms.base(address);
            let seven = solver.terms.constant(7);
            solver.terms.less_than(seven, base)
        },
    },
];

fn variable(solver: &mut Solver, name: &str, index: usize) -> pure_logic::Term {
    solver.terms.variable(&format!("{name}{index}"))
}

pub fn run(repetitions: u32) -> bool {
    let mut met = true;
    met &= table(
        "building a state fact by fact and asking a question at its end, microseconds per fact",
        &|family, size| measure_building(family, size) / size as f64,
        repetitions,
    );
    met &= table(
        "one more fact and a question in a state that is already there, microseconds",
        &measure_step,
        repetitions,
    );
    met
}

fn table(title: &str, measure: &dyn Fn(&Family, usize) -> f64, repetitions: u32) -> bool {
    println!("\n{title}, best of {repetitions}");
    print!("| state |");
    for size in SIZES {
        print!(" {size} facts |");
    }
    println!(" growth from 25 to 200 |");
    println!("|---|{}---:|", "---:|".repeat(SIZES.len()));
    let mut met = true;
    for family in &FAMILIES {
        let costs = SIZES.map(|size| {
            // Small times are noisy; more repetitions cost nothing here.
            let costs = (0..repetitions.max(1) * 20).map(|_| measure(family, size));
            costs.fold(f64::MAX, f64::min)
        });
        let growth = costs[5] / costs[1];
        met &= growth <= MARK;
        print!("| {} |", family.name);
        for cost in costs {
            print!(" {cost:.2} |");
        }
        println!(" {growth:.2} |");
    }
    println!("\nmark: growth of at most {MARK}, the cost of one step is linear in the number of facts");
    met
}

/// Microseconds for all facts and one question.
fn measure_building(family: &Family, size: usize) -> f64 {
    let mut solver = Solver::new();
    let facts: Vec<Fact> = (0..size).map(|index| (family.fact)(&mut solver, index)).collect();
    let goal = (family.goal)(&mut solver, size);
    let start = Instant::now();
    let mut state = Facts::new();
    for fact in facts {
        state.assume(&mut solver, fact);
    }
    let answer = state.proves(&mut solver, goal);
    let time = start.elapsed().as_secs_f64() * 1e6;
    assert_eq!(answer, Answer::Proved, "{}, {size} facts", family.name);
    time
}

/// Microseconds for the last fact and a question.
fn measure_step(family: &Family, size: usize) -> f64 {
    let mut solver = Solver::new();
    let facts: Vec<Fact> = (0..size).map(|index| (family.fact)(&mut solver, index)).collect();
    let goal = (family.goal)(&mut solver, size);
    let Some((last, before)) = facts.split_last() else {
        return 0.0;
    };
    let state = Facts::from_facts(&mut solver, before);
    let start = Instant::now();
    let mut next = state.clone();
    next.assume(&mut solver, *last);
    let answer = next.proves(&mut solver, goal);
    let time = start.elapsed().as_secs_f64() * 1e6;
    assert_eq!(answer, Answer::Proved, "{}, {size} facts", family.name);
    time
}
