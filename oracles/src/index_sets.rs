//! Quantified index sets: elimination, simplification and set operations against Z3 and against enumeration.

use pure_logic::presburger::{
    Affine, Bracket, Budget, Constraint, Formula, Names, Satisfiability, Set, Variable, satisfiable,
};
use z3::ast::{Ast, Bool, Int, exists_const, forall_const};

use crate::check::{Options, Report};
use crate::problem::Kind;
use crate::random::Random;
use crate::z3_oracle::{Oracle, number};

/// Free variables of a drawn formula.
const FREE: u32 = 2;
/// Enumeration gives free variables values up to this.
const GRID: i128 = 7;
/// Bound variables that are enclosed lie within this; enumeration of them is complete then.
const REACH: i128 = 25;
const STEPS: u64 = 3_000_000;

/// A drawn formula: the quantified part and whether its bound variables are enclosed.
struct Drawn {
    formula: Formula,
    enclosed: bool,
}

pub fn check(random: &mut Random, options: &Options, oracle: &Oracle, report: &mut Report) {
    let drawn = draw(random);
    let mut budget = Budget::new(STEPS).with_broken_rule(options.broken);
    let result = drawn.formula.eliminate(&mut budget);
    let simple = result.simplify(&mut budget);
    let tally = report.tally(Kind::IndexSets);
    match simple.exact() {
        Some(set) if set.is_plainly_empty() => tally.refuted += 1,
        Some(_) => tally.proved += 1,
        None => tally.unknown += 1,
    }
    if drawn.enclosed {
        report.tally(Kind::IndexSets).enumerated += 1;
        enumerate(&drawn.formula, &result, &simple, report);
    }
    // Where enumeration is complete, Z3 is asked about the quantifier in one of three cases only: that takes it longest.
    let quantified = !drawn.enclosed || random.chance(33);
    compare_with_z3(&drawn.formula, (&result, &simple), quantified, oracle, report);
    check_operations(random, options, report);
    check_conjunction(random, options, oracle, report);
}

/// The satisfiability of a conjunction, which everything else rests on, without anything around it.
fn check_conjunction(random: &mut Random, options: &Options, oracle: &Oracle, report: &mut Report) {
    let bound = [variable(2), variable(3)];
    let mut constraints: Vec<Constraint> =
        (0..random.between(2, 6)).map(|_| random_constraint(random, &bound)).collect();
    if random.chance(50) {
        // Two parallel constraints and one in the opposite direction leave a narrow gap.
        let affine = random_constraint(random, &bound).affine().clone();
        for shift in [random.between(0, 4), random.between(0, 4)] {
            let shifted = affine.add_constant(shift).expect("drawn numbers are small");
            constraints.push(Constraint::NonNegative(shifted));
        }
        constraints.push(Constraint::NonNegative(affine.negate()));
    }
    let mut budget = Budget::new(STEPS).with_broken_rule(options.broken);
    let answer = satisfiable(&constraints, &mut budget);
    let formulas: Vec<Bool> = constraints.iter().map(z3_constraint).collect();
    let expected = oracle.satisfiable(&formulas);
    let wrong = match &answer {
        Satisfiability::Satisfiable(model) => {
            let value = |variable| model.iter().find(|entry| entry.0 == variable).map_or(0, |entry| entry.1);
            expected == Some(false) || constraints.iter().any(|c| c.holds(&value) == Some(false))
        }
        Satisfiability::Unsatisfiable(core) => {
            let core: Vec<Bool> = core.iter().map(|&index| formulas[index].clone()).collect();
            expected == Some(true) || oracle.satisfiable(&core) == Some(true)
        }
        Satisfiability::Unknown(_) => false,
    };
    if wrong {
        report.disagree(Kind::IndexSets, || format!("index-sets: {answer:?} is wrong about {constraints:?}"));
    }
}

fn variable(index: u32) -> Variable {
    Variable(index)
}

fn affine(constant: i128, terms: &[(Variable, i128)]) -> Affine {
    Affine::new(constant, terms).expect("drawn numbers are small")
}

/// Free variables are 0 and 1, bound ones 2 and 3.
fn draw(random: &mut Random) -> Drawn {
    let enclosed = random.chance(60);
    let (i, n, k) = (variable(0), variable(1), variable(2));
    let bound: Vec<Variable> = (FREE..FREE + if random.chance(30) { 2 } else { 1 }).map(variable).collect();
    let mut parts = Vec::new();
    if random.chance(50) {
        // The indices that a loop with a constant step writes.
        let step = random.between(1, 6) * *random.choose(&[1, 1, -1]);
        let start = random.between(-3, 3);
        parts.push(Constraint::Zero(affine(start, &[(i, -1), (k, step)])));
        parts.push(Constraint::NonNegative(affine(0, &[(k, 1)])));
        let factor = random.between(1, 3);
        parts.push(Constraint::NonNegative(affine(random.between(-2, 2), &[(n, factor), (k, -1)])));
    }
    for _ in 0..random.between(if parts.is_empty() { 2 } else { 0 }, 3) {
        parts.push(random_constraint(random, &bound));
    }
    if enclosed {
        for &variable in &bound {
            parts.push(Constraint::NonNegative(affine(REACH, &[(variable, 1)])));
            parts.push(Constraint::NonNegative(affine(REACH, &[(variable, -1)])));
        }
    }
    let atoms: Vec<Formula> = parts.into_iter().map(Formula::Atom).collect();
    let body = Formula::And(atoms);
    let formula = if random.chance(20) {
        // For all k in the range: what the body says is only asked where it is not excluded by one constraint.
        let exception = Formula::Atom(random_constraint(random, &bound));
        Formula::Not(Box::new(Formula::Exists(
            bound,
            Box::new(Formula::And(vec![body, Formula::Not(Box::new(exception))])),
        )))
    } else if random.chance(15) {
        let other = Formula::Atom(random_constraint(random, &bound));
        let either = Formula::Or(vec![body.clone(), Formula::And(vec![body, other])]);
        Formula::Exists(bound, Box::new(either))
    } else {
        Formula::Exists(bound, Box::new(body))
    };
    Drawn { formula, enclosed }
}

fn random_constraint(random: &mut Random, bound: &[Variable]) -> Constraint {
    let mut terms = Vec::new();
    for index in 0..FREE {
        if random.chance(60) {
            terms.push((variable(index), random.between(-3, 3)));
        }
    }
    for &variable in bound {
        if random.chance(75) {
            terms.push((variable, random.between(-5, 5)));
        }
    }
    let affine = affine(random.between(-9, 9), &terms);
    match random.index(12) {
        0 => Constraint::Zero(affine),
        1 => Constraint::Divides(random.between(2, 6), affine),
        2 => Constraint::NotDivides(random.between(2, 5), affine),
        _ => Constraint::NonNegative(affine),
    }
}

/// Whether the formula holds at a point, with bound variables searched within their enclosure.
fn holds(formula: &Formula, point: &mut [i128; 4]) -> bool {
    match formula {
        Formula::True => true,
        Formula::False => false,
        Formula::Atom(constraint) => {
            constraint.holds(&|variable| point[variable.0 as usize]).expect("drawn numbers are small")
        }
        Formula::Not(inner) => !holds(inner, point),
        Formula::And(parts) => parts.iter().all(|part| holds(part, point)),
        Formula::Or(parts) => parts.iter().any(|part| holds(part, point)),
        Formula::Exists(variables, inner) => search(variables, inner, point, true),
        Formula::ForAll(variables, inner) => !search(variables, inner, point, false),
    }
}

/// Whether some values of the variables give the formula the wanted truth.
fn search(variables: &[Variable], inner: &Formula, point: &mut [i128; 4], wanted: bool) -> bool {
    let Some((first, rest)) = variables.split_first() else {
        return holds(inner, point) == wanted;
    };
    (-REACH..=REACH).any(|value| {
        point[first.0 as usize] = value;
        search(rest, inner, point, wanted)
    })
}

fn enumerate(formula: &Formula, result: &Bracket, simple: &Bracket, report: &mut Report) {
    let wide = matches!(formula, Formula::Exists(bound, _) if bound.len() > 1);
    let stride = if wide { 3 } else { 1 };
    for i in (-GRID..=GRID).step_by(stride) {
        for n in (-GRID..=GRID).step_by(stride) {
            let expected = holds(formula, &mut [i, n, 0, 0]);
            let value = |variable: Variable| [i, n, 0, 0][variable.0 as usize];
            for bracket in [result, simple] {
                let over = bracket.necessary().contains(&value) == Some(true);
                let under = bracket.sufficient().contains(&value) == Some(true);
                if (expected && !over) || (!expected && under) {
                    report.disagree(Kind::IndexSets, || {
                        message("enumeration", formula, bracket) + &format!(" at {i}, {n}")
                    });
                    return;
                }
            }
        }
    }
}

fn names() -> Names {
    let mut names = Names::new();
    for name in ["i", "n", "k", "l"] {
        names.variable(name);
    }
    names
}

fn message(oracle: &str, formula: &Formula, result: &Bracket) -> String {
    let names = names();
    format!("index-sets: {oracle} disagrees: {} is not {}", formula.display(&names), result.display(&names))
}

fn z3_variable(variable: Variable) -> Int {
    Int::new_const(format!("x{}", variable.0))
}

fn z3_constraint(constraint: &Constraint) -> Bool {
    let affine = constraint.affine();
    let mut summands = vec![number(affine.constant_part())];
    for &(variable, factor) in affine.terms() {
        summands.push(Int::mul(&[number(factor), z3_variable(variable)]));
    }
    let sum = Int::add(&summands);
    match constraint {
        Constraint::Zero(_) => Ast::eq(&sum, number(0)),
        Constraint::NonNegative(_) => sum.ge(number(0)),
        Constraint::Divides(modulus, _) => Ast::eq(&sum.modulo(number(*modulus)), number(0)),
        Constraint::NotDivides(modulus, _) => Ast::eq(&sum.modulo(number(*modulus)), number(0)).not(),
    }
}

pub fn z3_set(set: &Set) -> Bool {
    let conjuncts: Vec<Bool> = set
        .conjuncts()
        .iter()
        .map(|conjunct| {
            let parts: Vec<Bool> = conjunct.constraints().iter().map(z3_constraint).collect();
            Bool::and(&parts)
        })
        .collect();
    Bool::or(&conjuncts)
}

fn z3_formula(formula: &Formula) -> Bool {
    let parts = |parts: &[Formula]| parts.iter().map(z3_formula).collect::<Vec<Bool>>();
    match formula {
        Formula::True => Bool::from_bool(true),
        Formula::False => Bool::from_bool(false),
        Formula::Atom(constraint) => z3_constraint(constraint),
        Formula::Not(inner) => z3_formula(inner).not(),
        Formula::And(inner) => Bool::and(&parts(inner)),
        Formula::Or(inner) => Bool::or(&parts(inner)),
        Formula::Exists(variables, inner) => {
            let bound: Vec<Int> = variables.iter().map(|&v| z3_variable(v)).collect();
            let bound: Vec<&dyn Ast> = bound.iter().map(|v| v as &dyn Ast).collect();
            exists_const(&bound, &[], &z3_formula(inner))
        }
        Formula::ForAll(variables, inner) => {
            let bound: Vec<Int> = variables.iter().map(|&v| z3_variable(v)).collect();
            let bound: Vec<&dyn Ast> = bound.iter().map(|v| v as &dyn Ast).collect();
            forall_const(&bound, &[], &z3_formula(inner))
        }
    }
}

/// The formula implies the necessary side and follows from the sufficient side; simplification changes neither.
fn compare_with_z3(
    formula: &Formula,
    (result, simple): (&Bracket, &Bracket),
    quantified: bool,
    oracle: &Oracle,
    report: &mut Report,
) {
    let necessary = z3_set(result.necessary());
    let sufficient = z3_set(result.sufficient());
    let ask_quantified = |formulas: &[Bool]| {
        if quantified { oracle.satisfiable_quantified(formulas) } else { Some(false) }
    };
    // A quantifier that is asserted existentially is no quantifier: its variables are constants of the question.
    let (too_small, too_large) = match formula {
        Formula::Exists(_, body) => (
            oracle.satisfiable(&[z3_formula(body), necessary.not()]),
            ask_quantified(&[sufficient.clone(), z3_formula(formula).not()]),
        ),
        Formula::Not(inner) => (
            ask_quantified(&[z3_formula(formula), necessary.not()]),
            match &**inner {
                Formula::Exists(_, body) => oracle.satisfiable(&[sufficient.clone(), z3_formula(body)]),
                _ => None,
            },
        ),
        _ => (None, None),
    };
    if too_small == Some(true) || too_large == Some(true) {
        report.disagree(Kind::IndexSets, || message("z3", formula, result));
    }
    if too_small.is_none() || too_large.is_none() {
        report.tally(Kind::IndexSets).oracle_open += 1;
    }
    let mut pairs = vec![(necessary, z3_set(simple.necessary()))];
    if result.exact().is_none() || simple.exact().is_none() {
        pairs.push((sufficient, z3_set(simple.sufficient())));
    }
    for (before, after) in pairs {
        let differ = Ast::eq(&before, after).not();
        if oracle.satisfiable(&[differ]) == Some(true) {
            report.disagree(Kind::IndexSets, || message("z3 (simplification)", formula, simple));
        }
    }
}

/// Boolean operations on two random sets, by membership of points.
fn check_operations(random: &mut Random, options: &Options, report: &mut Report) {
    let mut set = || {
        let mut union = Set::empty();
        for _ in 0..random.between(1, 2) {
            let parts: Vec<Constraint> =
                (0..random.between(1, 3)).map(|_| random_constraint(random, &[])).collect();
            union = union.union(&Set::from_constraints(parts));
        }
        union
    };
    let (left, right) = (set(), set());
    let mut budget = Budget::new(STEPS).with_broken_rule(options.broken);
    let difference = left.subtract(&right, &mut budget);
    let both = left.intersect(&right, &mut budget);
    let either = left.union(&right).simplify(&mut budget);
    let (Ok(difference), Ok(both)) = (difference, both) else {
        return;
    };
    for i in -GRID..=GRID {
        for n in -GRID..=GRID {
            let inside = |set: &Set| set.contains(&|variable| [i, n][variable.0 as usize]) == Some(true);
            let (l, r) = (inside(&left), inside(&right));
            let expected = [l && !r, l && r, l || r];
            if [&difference, &both, &either].map(inside) != expected {
                report.disagree(Kind::IndexSets, || {
                    let names = names();
                    let (left, right) = (left.display(&names), right.display(&names));
                    format!("index-sets: an operation on {left} and {right} is wrong at {i}, {n}")
                });
                return;
            }
        }
    }
}
