//! Operations on index sets: ours against isl.

use std::fmt::Write as _;
use std::time::{Duration, Instant};

use pure_logic::Answer;
use pure_logic::presburger::{Affine, Budget, Constraint, Set, Variable};

use super::{Times, keep_least};
use crate::isl::{self, Context};
use crate::random::Random;

/// How much slower than isl an operation may be.
const MARK: f64 = 10.0;
const COUNT: u64 = 300;

/// Free variables `i` and `n`, and the iteration counter `k`.
const DIMENSIONS: [Variable; 3] = [Variable(0), Variable(1), Variable(2)];

pub fn run(repetitions: u32) -> bool {
    let context = Context::new();
    let pairs: Vec<(Set, Set)> = (0..COUNT)
        .map(|number| {
            let mut random = Random::for_problem(7, number);
            (index_set(&mut random), index_set(&mut random))
        })
        .collect();
    println!("\noperations on {COUNT} index sets, microseconds, best of {repetitions}");
    println!("| operation | ours: median | mean | 99 % | isl: median | mean | 99 % | ratio of medians |");
    println!("|---|---:|---:|---:|---:|---:|---:|---:|");
    let mut met = true;
    for operation in OPERATIONS {
        let (mut ours, mut theirs) = (Vec::new(), Vec::new());
        for _ in 0..repetitions {
            keep_least(&mut ours, pairs.iter().map(|(a, b)| time(|| (operation.ours)(a, b))).collect());
            let texts = pairs.iter().map(|(a, b)| (context.read(&isl_text(a)), context.read(&isl_text(b))));
            let times = texts.map(|pair| match &pair {
                (Some(a), Some(b)) => time(|| (operation.isl)(a, b)),
                _ => Duration::ZERO,
            });
            keep_least(&mut theirs, times.collect());
        }
        let (ours, theirs) = (Times::new(ours), Times::new(theirs));
        let ratio = ours.quantile(0.5) / theirs.quantile(0.5);
        met &= ratio <= MARK;
        println!(
            "| {} | {:.1} | {:.1} | {:.1} | {:.1} | {:.1} | {:.1} | {ratio:.1} |",
            operation.name,
            ours.quantile(0.5),
            ours.mean(),
            ours.quantile(0.99),
            theirs.quantile(0.5),
            theirs.mean(),
            theirs.quantile(0.99),
        );
    }
    let wrong = compare(&context, &pairs);
    println!("\nmark: at most {MARK} times the median of isl; different answers: {wrong}");
    met && wrong == 0
}

struct Operation {
    name: &'static str,
    ours: fn(&Set, &Set),
    isl: fn(&isl::Set, &isl::Set),
}

const OPERATIONS: [Operation; 6] = [
    Operation {
        name: "projection",
        ours: |a, _| drop(a.project(&[DIMENSIONS[2]], &mut Budget::default())),
        isl: |a, _| drop(a.project_out(2)),
    },
    Operation {
        name: "intersection",
        ours: |a, b| drop(a.intersect(b, &mut Budget::default())),
        isl: |a, b| drop(a.intersect(b)),
    },
    Operation {
        name: "difference",
        ours: |a, b| drop(a.subtract(b, &mut Budget::default())),
        isl: |a, b| drop(a.subtract(b)),
    },
    Operation {
        name: "inclusion",
        ours: |a, b| {
            a.is_subset(b, &mut Budget::default());
        },
        isl: |a, b| {
            a.is_subset(b);
        },
    },
    Operation {
        name: "emptiness",
        ours: |a, _| {
            a.is_empty(&mut Budget::default());
        },
        isl: |a, _| {
            a.is_empty();
        },
    },
    Operation {
        name: "union with coalescing",
        ours: |a, b| drop(a.union(b).simplify(&mut Budget::default())),
        isl: |a, b| drop(a.union_and_coalesce(b)),
    },
];

fn time(work: impl FnOnce()) -> Duration {
    let start = Instant::now();
    work();
    start.elapsed()
}

/// The number of pairs about which ours and isl say different things.
fn compare(context: &Context, pairs: &[(Set, Set)]) -> usize {
    let different = pairs.iter().filter(|(a, b)| {
        let (Some(isl_a), Some(isl_b)) = (context.read(&isl_text(a)), context.read(&isl_text(b))) else {
            return true;
        };
        let mut budget = Budget::default();
        let same = |ours: Answer, theirs: Option<bool>| match theirs {
            Some(true) => ours != Answer::Refuted,
            Some(false) => ours != Answer::Proved,
            None => true,
        };
        let difference = a.subtract(b, &mut budget).map(|set| isl_text(&set)).unwrap_or_default();
        let projection = a.project(&[DIMENSIONS[2]], &mut budget);
        let projection = projection.exact().map(isl_text).unwrap_or_default();
        let equal = |text: &str, theirs: &isl::Set| {
            context.read(text).is_none_or(|ours| {
                ours.is_subset(theirs) != Some(false) && theirs.is_subset(&ours) != Some(false)
            })
        };
        let cylinder = context.read("{ [i, n, k] }");
        let their_projection = context.read(&isl_text(a)).map(|set| set.project_out(2));
        let projection_agrees = match (their_projection, cylinder) {
            (Some(theirs), Some(_)) => {
                let flat = projection.replace("[i, n, k]", "[i, n]");
                equal(&flat, &theirs)
            }
            _ => true,
        };
        !(same(a.is_subset(b, &mut budget), isl_a.is_subset(&isl_b))
            && same(a.is_empty(&mut budget), isl_a.is_empty())
            && equal(&difference, &isl_a.subtract(&isl_b))
            && projection_agrees)
    });
    different.count()
}

/// The set in isl's syntax.
fn isl_text(set: &Set) -> String {
    let mut text = String::from("{ [i, n, k] : ");
    let conjuncts: Vec<String> = set
        .conjuncts()
        .iter()
        .map(|conjunct| {
            let parts: Vec<String> = conjunct.constraints().iter().map(isl_constraint).collect();
            if parts.is_empty() { "true".to_owned() } else { format!("({})", parts.join(" and ")) }
        })
        .collect();
    text += &if conjuncts.is_empty() { "false".to_owned() } else { conjuncts.join(" or ") };
    text + " }"
}

fn isl_constraint(constraint: &Constraint) -> String {
    let affine = constraint.affine();
    let mut sum = affine.constant_part().to_string();
    for &(variable, factor) in affine.terms() {
        let name = ["i", "n", "k"][variable.0 as usize];
        write!(sum, " + {factor}*{name}").expect("writing to a string cannot fail");
    }
    match constraint {
        Constraint::Zero(_) => format!("{sum} = 0"),
        Constraint::NonNegative(_) => format!("{sum} >= 0"),
        Constraint::Divides(modulus, _) => format!("({sum}) mod {modulus} = 0"),
        Constraint::NotDivides(modulus, _) => format!("({sum}) mod {modulus} != 0"),
    }
}

/// The elements a loop touches in iteration `k`, sometimes two such families.
fn index_set(random: &mut Random) -> Set {
    let [i, n, k] = DIMENSIONS;
    let affine = |constant: i128, terms: &[(Variable, i128)]| {
        Affine::new(constant, terms).expect("drawn numbers are small")
    };
    let mut set = Set::empty();
    for _ in 0..random.between(1, 2) {
        let step = *random.choose(&[1, 1, 2, 2, 4, 3]);
        let mut parts = vec![
            Constraint::Zero(affine(random.between(0, 3), &[(i, -1), (k, step)])),
            Constraint::NonNegative(affine(0, &[(k, 1)])),
            Constraint::NonNegative(affine(random.between(-2, 0), &[(n, 1), (k, -1)])),
        ];
        match random.index(4) {
            0 => parts.push(Constraint::NonNegative(affine(random.between(3, 20), &[(i, -1)]))),
            1 => parts.push(Constraint::Divides(2, affine(random.between(0, 1), &[(i, 1)]))),
            2 => parts.push(Constraint::NonNegative(affine(0, &[(n, 2), (i, -1)]))),
            _ => {}
        }
        set = set.union(&Set::from_constraints(parts));
    }
    set
}
