//! The complete procedure: exact arithmetic on the rows, case splits on what a model of the rows violates.
//!
//! The rows of a state are linear constraints; [`presburger::satisfiable`](crate::presburger::satisfiable) decides them.
//! Disequalities, disjunctions, lists of distinct terms, truth values and functions are looked at only when a model of the
//! rows violates one of them: then the cases are assumed one after the other.
//! Every model is evaluated on the facts as they were written before it is believed.

use std::sync::Arc;

use crate::answer::Reason;
use crate::broken::{self, BrokenRule};
use crate::fact::Fact;
use crate::facts::propagate;
use crate::facts::state::{ORIGIN, Row, State};
use crate::layers::closure::{Closure, Failure, is_difference};
use crate::layers::values::Values;
use crate::limits::{CASES_IN_CASES, SMALL_GRAPH};
use crate::model::Model;
use crate::presburger::{Affine, Budget, Constraint, Satisfiability, Variable, satisfiable};
use crate::solver::Solver;
use crate::term::{Atom, AtomKind, Symbol, Term, TermTable};

/// The result of looking for a model.
pub(crate) enum Outcome {
    Unsatisfiable,
    Satisfiable(Arc<Model>),
    Unknown(Reason),
}

/// One search, with what it may still cost.
pub(crate) struct Search<'a> {
    solver: &'a mut Solver,
    budget: Budget,
    splits: u32,
    /// Whether a case split was needed.
    pub has_split: bool,
    /// Whether spreading the members of a distinct list was already tried.
    has_guessed: bool,
}

impl<'a> Search<'a> {
    pub fn new(solver: &'a mut Solver) -> Self {
        let budget = Budget::new(solver.limits.steps).with_broken_rule(solver.broken());
        let splits = solver.limits.splits;
        Search { solver, budget, splits, has_split: false, has_guessed: false }
    }

    /// Looks for a model of the state.
    pub fn run(&mut self, state: &State) -> Outcome {
        let values = Values::from_model(state.stale_model.clone());
        self.solve(state, values, 0)
    }

    fn solve(&mut self, state: &State, mut values: Values, depth: u32) -> Outcome {
        if state.contradiction {
            return Outcome::Unsatisfiable;
        }
        for component in components(&self.solver.terms, state, values.has_base()) {
            match self.solve_component(&component) {
                Ok(Some(solution)) => values.set_all(solution),
                Ok(None) => return Outcome::Unsatisfiable,
                Err(reason) => return Outcome::Unknown(reason),
            }
        }
        match self.violation(state, &values) {
            Ok(None) => self.confirm(state, &values),
            Ok(Some(Violation::Cases(cases))) => self.split(state, &values, &cases, depth),
            Ok(Some(Violation::Collision(guess, cases))) => {
                if !self.has_guessed {
                    self.has_guessed = true;
                    if let Outcome::Satisfiable(model) =
                        self.split(state, &values, std::slice::from_ref(&guess), depth)
                    {
                        return Outcome::Satisfiable(model);
                    }
                }
                self.split(state, &values, &cases, depth)
            }
            Err(reason) => Outcome::Unknown(reason),
        }
    }

    /// Values that satisfy the rows, or `None` if there are none.
    fn solve_component(&mut self, rows: &[Row]) -> Result<Option<Vec<(Atom, i128)>>, Reason> {
        let terms = &self.solver.terms;
        let (differences, mut others): (Vec<Row>, Vec<Row>) =
            rows.iter().partition(|row| is_difference(terms, row));
        let mut kept: Vec<Atom> =
            others.iter().flat_map(|row| terms.summands(row.shape).iter().map(|summand| summand.0)).collect();
        kept.sort_unstable();
        kept.dedup();
        // The projection may have a bound for each pair of atoms that are kept: worth while only if these are few.
        if differences.len() < SMALL_GRAPH || kept.len() * kept.len() > differences.len() {
            others.extend(differences);
            return self.solve_exactly(&others, &[]);
        }
        let closure = Closure::new(terms, &differences).ok_or(Reason::Overflow)?;
        let bounds = match closure.project(&kept) {
            Ok(bounds) => bounds,
            Err(Failure::Contradiction) => return Ok(None),
            Err(Failure::Overflow) => return Err(Reason::Overflow),
        };
        let Some(mut solution) = self.solve_exactly(&others, &bounds)? else {
            return Ok(None);
        };
        match closure.extend(&solution) {
            Ok(values) => solution.extend(values),
            Err(Failure::Contradiction | Failure::Overflow) => return Err(Reason::Overflow),
        }
        Ok(Some(solution))
    }

    /// Exact arithmetic on rows and difference bounds.
    fn solve_exactly(
        &mut self,
        rows: &[Row],
        bounds: &[(Atom, Atom, i128)],
    ) -> Result<Option<Vec<(Atom, i128)>>, Reason> {
        let mut constraints = constraints(&self.solver.terms, rows).ok_or(Reason::Overflow)?;
        for &(from, to, weight) in bounds {
            let ends = [(from, 1), (to, -1)];
            let summands: Vec<(Variable, i128)> = ends
                .iter()
                .filter(|(atom, _)| *atom != ORIGIN)
                .map(|(atom, coefficient)| (Variable(atom.0), *coefficient))
                .collect();
            constraints
                .push(Constraint::NonNegative(Affine::new(weight, &summands).ok_or(Reason::Overflow)?));
        }
        if constraints.is_empty() {
            return Ok(Some(Vec::new()));
        }
        let before = self.budget.remaining();
        let answer = satisfiable(&constraints, &mut self.budget);
        let statistics = &mut self.solver.statistics;
        statistics.exact_calls += 1;
        statistics.exact_work += before - self.budget.remaining();
        match answer {
            Satisfiability::Unsatisfiable(_) => Ok(None),
            Satisfiability::Unknown(reason) => Err(reason),
            Satisfiability::Satisfiable(model) => {
                Ok(Some(model.iter().map(|(variable, value)| (Atom(variable.0), *value)).collect()))
            }
        }
    }

    /// Turns values into a model, and believes it only if it satisfies every fact.
    fn confirm(&mut self, state: &State, values: &Values) -> Outcome {
        let Some(model) = values.to_model(&mut self.solver.terms, state) else {
            return Outcome::Unknown(Reason::Limit);
        };
        let confirmed =
            state.facts.iter().all(|fact| model.satisfies(&self.solver.terms, *fact) == Some(true));
        if confirmed { Outcome::Satisfiable(Arc::new(model)) } else { Outcome::Unknown(Reason::Limit) }
    }

    fn split(&mut self, state: &State, values: &Values, cases: &[Vec<Fact>], depth: u32) -> Outcome {
        if depth >= CASES_IN_CASES {
            return Outcome::Unknown(Reason::Splits);
        }
        self.has_split |= cases.len() > 1;
        let mut unknown = None;
        for case in cases {
            if self.splits == 0 {
                return Outcome::Unknown(Reason::Splits);
            }
            self.splits -= 1;
            self.solver.statistics.splits += 1;
            let mut branch = state.clone();
            branch.touched.clear();
            for fact in case {
                propagate::assume(&mut self.solver.terms, &mut branch, *fact);
            }
            match self.solve(&branch, values.as_base(), depth + 1) {
                Outcome::Satisfiable(model) => return Outcome::Satisfiable(model),
                Outcome::Unsatisfiable => {}
                Outcome::Unknown(reason) => unknown = Some(reason),
            }
        }
        match unknown {
            Some(reason) => Outcome::Unknown(reason),
            None => Outcome::Unsatisfiable,
        }
    }

    /// The first condition beyond the rows that the values violate, as cases of which at least one must hold.
    fn violation(&mut self, state: &State, values: &Values) -> Result<Option<Violation>, Reason> {
        let broken = self.solver.broken();
        let terms = &mut self.solver.terms;
        for &term in &state.disequalities {
            if values.evaluate(terms, state, term).ok_or(Reason::Overflow)? == 0 {
                let above = terms.add_constant(term, -1);
                let below = terms.linear(-1, &[(-1, term)]);
                let mut cases = vec![vec![terms.non_negative(above)], vec![terms.non_negative(below)]];
                if broken::is(broken, BrokenRule::DisequalitySplitsOnce) {
                    cases.pop();
                }
                return Ok(Some(Violation::Cases(cases)));
            }
        }
        // Before the disjunctions, one alternative of which may have been to be distinct.
        if let Some(violation) = distinct_violation(terms, state, values)? {
            return Ok(Some(violation));
        }
        for &clause in &state.clauses {
            let alternatives = terms.alternatives(clause).to_vec();
            let mut holds = false;
            for alternative in &alternatives {
                if values.satisfies(terms, state, *alternative).ok_or(Reason::Overflow)? {
                    holds = true;
                    break;
                }
            }
            if !holds {
                return Ok(Some(Violation::Cases(cases_of(terms, &alternatives))));
            }
        }
        if let Some(violation) = function_violation(terms, state, values)? {
            return Ok(Some(violation));
        }
        truth_violation(terms, state, values)
    }
}

/// What a model of the rows violates.
enum Violation {
    /// One of the cases holds; each is a conjunction.
    Cases(Vec<Vec<Fact>>),
    /// Two terms that should differ are equal: a guess that would separate all of the list, and the two cases.
    Collision(Vec<Fact>, Vec<Vec<Fact>>),
}

/// The cases of a disjunction: the second one may assume that the first does not hold, and so on.
fn cases_of(terms: &mut TermTable, alternatives: &[Fact]) -> Vec<Vec<Fact>> {
    let mut excluded: Vec<Fact> = Vec::new();
    let mut cases = Vec::with_capacity(alternatives.len());
    for alternative in alternatives {
        let mut case = excluded.clone();
        case.push(*alternative);
        cases.push(case);
        // Excluding an inequality is cheap and helps; excluding an equality would only add another disequality.
        if let Fact::NonNegative(_) = alternative {
            excluded.extend(terms.negate_literal(*alternative));
        }
    }
    cases
}

fn truth_violation(
    terms: &mut TermTable,
    state: &State,
    values: &Values,
) -> Result<Option<Violation>, Reason> {
    for &atom in &state.truths {
        let AtomKind::Truth(fact) = terms.kind(atom) else {
            continue;
        };
        let own = terms.atom_term(atom);
        let value = values.evaluate(terms, state, own).ok_or(Reason::Overflow)?;
        let holds = values.satisfies(terms, state, fact).ok_or(Reason::Overflow)?;
        if value != i128::from(holds) {
            // Not by `terms.zero`, which would replace the truth value by the fact.
            let one = terms.add_constant(own, -1);
            let mut if_true = vec![Fact::Zero(one)];
            if_true.push(fact);
            let mut if_false = vec![Fact::Zero(own)];
            if_false.extend(terms.negation(fact));
            return Ok(Some(Violation::Cases(vec![if_true, if_false])));
        }
    }
    Ok(None)
}

/// Two applications with equal arguments and different values.
fn function_violation(
    terms: &mut TermTable,
    state: &State,
    values: &Values,
) -> Result<Option<Violation>, Reason> {
    let mut table: Vec<(Symbol, Vec<i128>, i128, Atom)> = Vec::with_capacity(state.applications.len());
    for &atom in &state.applications {
        let AtomKind::Apply(function, arguments) = terms.kind(atom) else {
            continue;
        };
        let list = terms.list(arguments).to_vec();
        let mut evaluated = Vec::with_capacity(list.len());
        for argument in list {
            evaluated.push(values.evaluate(terms, state, argument).ok_or(Reason::Overflow)?);
        }
        let own = terms.atom_term(atom);
        let value = values.evaluate(terms, state, own).ok_or(Reason::Overflow)?;
        table.push((function, evaluated, value, atom));
    }
    table.sort();
    for pair in table.windows(2) {
        let ((function, arguments, value, atom), (other_function, other_arguments, other_value, other)) =
            (&pair[0], &pair[1]);
        let same_function = function == other_function;
        let same_arguments =
            arguments == other_arguments || broken::is(terms.broken, BrokenRule::FunctionIgnoresArguments);
        if same_function && same_arguments && value != other_value {
            return Ok(Some(Violation::Cases(consistency(terms, *atom, *other))));
        }
    }
    Ok(None)
}

/// Two applications have the same value, or some argument differs.
fn consistency(terms: &mut TermTable, left: Atom, right: Atom) -> Vec<Vec<Fact>> {
    let (left_value, right_value) = (terms.atom_term(left), terms.atom_term(right));
    let mut cases = vec![vec![terms.equal(left_value, right_value)]];
    if let (AtomKind::Apply(_, left), AtomKind::Apply(_, right)) = (terms.kind(left), terms.kind(right))
        && !broken::is(terms.broken, BrokenRule::FunctionIgnoresArguments)
    {
        let pairs: Vec<_> = terms.list(left).iter().copied().zip(terms.list(right).iter().copied()).collect();
        for (left, right) in pairs {
            let different = terms.not_equal(left, right);
            if different != Fact::False {
                cases.push(vec![different]);
            }
        }
    }
    cases
}

fn distinct_violation(
    terms: &mut TermTable,
    state: &State,
    values: &Values,
) -> Result<Option<Violation>, Reason> {
    for &list in &state.distinct {
        let members = terms.list(list).to_vec();
        let mut valued = Vec::with_capacity(members.len());
        for member in members {
            valued.push((values.evaluate(terms, state, member).ok_or(Reason::Overflow)?, member));
        }
        valued.sort_unstable();
        let Some(pair) = valued.windows(2).find(|pair| pair[0].0 == pair[1].0) else {
            continue;
        };
        let (left, right) = (pair[0].1, pair[1].1);
        let cases = vec![vec![terms.less_than(left, right)], vec![terms.less_than(right, left)]];
        return Ok(Some(Violation::Collision(spread(terms, state, &valued), cases)));
    }
    Ok(None)
}

/// A guess that would separate all the members: each one that collides goes above all that come before it.
/// The bounds are constants, so that the members stay independent of each other.
fn spread(terms: &mut TermTable, state: &State, valued: &[(i128, Term)]) -> Vec<Fact> {
    let mut guess = Vec::new();
    let mut greatest: Option<i128> = None;
    for &(value, member) in valued {
        let Some(reached) = greatest.filter(|greatest| value <= *greatest) else {
            greatest = Some(value);
            continue;
        };
        let normal = state.normalise(terms, member);
        let modulus = state.interval(terms, normal).modulus;
        let next = reached
            .checked_sub(value)
            .and_then(|gap| gap.checked_add(modulus))
            .and_then(|gap| value.checked_add(gap - gap % modulus));
        let Some(next) = next else {
            break;
        };
        let above = terms.add_constant(member, next.saturating_neg());
        guess.push(terms.non_negative(above));
        greatest = Some(next);
    }
    guess
}

/// The rows, in groups that share no atom.
/// With a base, only the groups of the touched atoms: the base satisfies the others.
fn components(terms: &TermTable, state: &State, has_base: bool) -> Vec<Vec<Row>> {
    let mut occurrences: Vec<(Atom, u32)> = Vec::with_capacity(2 * state.rows.len());
    for (index, row) in state.rows.iter().enumerate() {
        for (atom, _) in terms.summands(row.shape) {
            occurrences.push((*atom, index as u32));
        }
    }
    occurrences.sort_unstable();
    let first_of = |atom: Atom| occurrences.partition_point(|entry| entry.0 < atom);
    let mut taken = vec![false; state.rows.len()];
    // An atom of many rows is come to from each of them; its rows are gone through once.
    let mut gone_through = vec![false; occurrences.len()];
    let mut result = Vec::new();
    let mut pending: Vec<Atom> = Vec::new();
    let mut collect = |seed: Atom| {
        let mut component = Vec::new();
        pending.push(seed);
        while let Some(atom) = pending.pop() {
            let first = first_of(atom);
            let is_in_rows = occurrences.get(first).is_some_and(|entry| entry.0 == atom);
            if !is_in_rows || std::mem::replace(&mut gone_through[first], true) {
                continue;
            }
            for &(_, index) in occurrences[first..].iter().take_while(|entry| entry.0 == atom) {
                let index = index as usize;
                if !taken[index] {
                    taken[index] = true;
                    component.push(state.rows[index]);
                    pending.extend(terms.summands(state.rows[index].shape).iter().map(|summand| summand.0));
                }
            }
        }
        if !component.is_empty() {
            result.push(component);
        }
    };
    if has_base {
        for atom in &state.touched {
            collect(*atom);
        }
    } else {
        for row in &state.rows {
            if let Some((atom, _)) = terms.summands(row.shape).first() {
                collect(*atom);
            }
        }
    }
    result
}

/// The rows as constraints of exact arithmetic; `None` if a number does not fit.
fn constraints(terms: &TermTable, rows: &[Row]) -> Option<Vec<Constraint>> {
    let mut result = Vec::with_capacity(rows.len() * 2);
    let mut positive: Vec<(Variable, i128)> = Vec::new();
    let mut negative: Vec<(Variable, i128)> = Vec::new();
    for row in rows {
        positive.clear();
        positive.extend(
            terms.summands(row.shape).iter().map(|(atom, coefficient)| (Variable(atom.0), *coefficient)),
        );
        if let Some(value) = row.range.value() {
            result.push(Constraint::Zero(Affine::new(value.checked_neg()?, &positive)?));
            continue;
        }
        if let Some(lower) = row.range.lower {
            result.push(Constraint::NonNegative(Affine::new(lower.checked_neg()?, &positive)?));
        }
        if let Some(upper) = row.range.upper {
            negative.clear();
            negative.extend(positive.iter().map(|(variable, coefficient)| (*variable, -coefficient)));
            result.push(Constraint::NonNegative(Affine::new(upper, &negative)?));
        }
        if row.range.modulus > 1 {
            let affine = Affine::new(-row.range.residue, &positive)?;
            result.push(Constraint::Divides(row.range.modulus, affine));
        }
    }
    Some(result)
}
