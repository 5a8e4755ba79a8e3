//! Projecting variables away.
//!
//! The result follows from the facts and does not mention the variables.
//! First the facts are solved anew with the variables as preferred unknowns, so that every equality that can define one does,
//! and the definition is put in its place.
//! What is left of them is eliminated from the linear constraints: by an equality that cannot be divided (which leaves a
//! congruence), or by adding each lower bound to each upper bound.
//! A variable of which a remainder is known, and that lies between two bounds that are closer to each other than the modulus, is
//! determined: from `i mod 2 = 0` and `n <= i <= n + 1` follows `i = n + (-n mod 2)`.
//! Facts of other kinds that still mention one are dropped.

use std::collections::{BTreeMap, BTreeSet};

use crate::broken::{self, BrokenRule};
use crate::fact::Fact;
use crate::facts::propagate;
use crate::facts::state::State;
use crate::facts::{Facts, Range};
use crate::limits::{COMBINATIONS_OF_BOUNDS, CONSTRAINTS_COMBINED};
use crate::number::gcd;
use crate::solver::Solver;
use crate::term::{Atom, AtomKind, Term, TermTable};

/// A linear constraint.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Constraint {
    /// The term is zero.
    Zero(Term),
    /// The term is at least zero.
    NonNegative(Term),
    /// The modulus divides the term.
    Divides(i128, Term),
}

impl Constraint {
    fn term(self) -> Term {
        match self {
            Constraint::Zero(term) | Constraint::NonNegative(term) | Constraint::Divides(_, term) => term,
        }
    }
}

impl Facts {
    /// Facts that follow from these and mention only variables to be kept: what is known when the others are forgotten.
    pub fn project(&self, solver: &mut Solver, keep: &dyn Fn(Atom) -> bool) -> Facts {
        let mut dead: BTreeSet<Atom> = BTreeSet::new();
        for fact in self.as_slice() {
            solver.terms.for_each_atom_of_fact(*fact, &mut |atom| {
                if matches!(solver.terms.kind(atom), AtomKind::Variable(_)) && !keep(atom) {
                    dead.insert(atom);
                }
            });
        }
        self.eliminate(solver, &dead.into_iter().collect::<Vec<_>>())
    }

    /// Facts that follow from these and do not mention the given variables.
    pub fn forget(&self, solver: &mut Solver, variables: &[Term]) -> Facts {
        let dead: Vec<Atom> = variables.iter().filter_map(|term| solver.terms.as_atom(*term)).collect();
        self.eliminate(solver, &dead)
    }

    fn eliminate(&self, solver: &mut Solver, dead: &[Atom]) -> Facts {
        if dead.is_empty() {
            return self.clone();
        }
        if self.state.contradiction {
            return Facts::from_facts(solver, &[Fact::False]);
        }
        // What does not mention them stays as it is, and does not meet what does.
        let mut dead_atoms = DeadAtoms::new(dead);
        let (concerned, kept): (Vec<Fact>, Vec<Fact>) =
            self.as_slice().iter().partition(|fact| dead_atoms.are_mentioned_by(&solver.terms, **fact));
        solver.statistics.count_facts(self.as_slice().len());
        if concerned.is_empty() {
            return self.clone();
        }
        let mut solved = State::new();
        solved.preferred = dead.to_vec();
        for &fact in &concerned {
            propagate::assume(&mut solver.terms, &mut solved, fact);
        }
        if solved.contradiction {
            return Facts::from_facts(solver, &[Fact::False]);
        }
        let mut result = self.without(solver, dead, kept, &concerned);
        let mut constraints = linear_constraints(&mut solver.terms, &solved);
        if broken::is(solver.broken(), BrokenRule::ProjectionTakesZero) {
            take_zero(&mut solver.terms, dead, &mut constraints);
        }
        eliminate_all(&mut solver.terms, dead, &mut constraints);
        let mut derived: Vec<Fact> = Vec::new();
        for constraint in constraints {
            if !dead_atoms.are_mentioned(&solver.terms, constraint.term()) {
                derived.push(match constraint {
                    Constraint::Zero(term) => solver.terms.zero(term),
                    Constraint::NonNegative(term) => solver.terms.non_negative(term),
                    Constraint::Divides(modulus, term) => solver.terms.divides(modulus, term),
                });
            }
        }
        derived.extend(solved.disequalities.iter().map(|term| Fact::NonZero(*term)));
        derived.extend(solved.clauses.iter().map(|clause| Fact::AnyOf(*clause)));
        for list in &solved.distinct {
            let members = solver.terms.list(*list).to_vec();
            let is_alive = |member: &Term| !dead_atoms.are_mentioned(&solver.terms, *member);
            let alive: Vec<Term> = members.into_iter().filter(is_alive).collect();
            derived.push(solver.terms.distinct(&alive));
        }
        for fact in derived {
            if !dead_atoms.are_mentioned_by(&solver.terms, fact) && !result.proves_at_once(solver, fact) {
                result.assume(solver, fact);
            }
        }
        result
    }
}

/// The equalities and rows of a state.
fn linear_constraints(terms: &mut TermTable, state: &State) -> Vec<Constraint> {
    let mut constraints = Vec::new();
    for &(atom, replacement) in &state.eliminated {
        let own = terms.atom_term(atom);
        constraints.push(Constraint::Zero(terms.subtract(own, replacement)));
    }
    for row in &state.rows {
        let Range { lower, upper, modulus, residue } = row.range;
        if let Some(value) = row.range.value() {
            constraints.push(Constraint::Zero(terms.add_constant(row.shape, -value)));
            continue;
        }
        if let Some(lower) = lower {
            constraints.push(Constraint::NonNegative(terms.add_constant(row.shape, -lower)));
        }
        if let Some(upper) = upper {
            constraints.push(Constraint::NonNegative(terms.linear(upper, &[(-1, row.shape)])));
        }
        if modulus > 1 {
            constraints.push(Constraint::Divides(modulus, terms.add_constant(row.shape, -residue)));
        }
    }
    constraints
}

/// Which atoms mention a dead variable, each asked for once.
struct DeadAtoms {
    variables: BTreeSet<Atom>,
    known: BTreeMap<Atom, bool>,
}

impl DeadAtoms {
    fn new(variables: &[Atom]) -> DeadAtoms {
        DeadAtoms { variables: variables.iter().copied().collect(), known: BTreeMap::new() }
    }

    fn contains(&mut self, terms: &TermTable, atom: Atom) -> bool {
        let variables = &self.variables;
        *self.known.entry(atom).or_insert_with(|| match terms.kind(atom) {
            AtomKind::Variable(_) => variables.contains(&atom),
            _ => variables.iter().any(|variable| terms.atom_mentions(atom, *variable)),
        })
    }

    fn are_mentioned(&mut self, terms: &TermTable, term: Term) -> bool {
        terms.summands(term).iter().any(|summand| self.contains(terms, summand.0))
    }

    fn are_mentioned_by(&mut self, terms: &TermTable, fact: Fact) -> bool {
        let mut found = false;
        terms.for_each_term_of_fact(fact, &mut |term| found = found || self.are_mentioned(terms, term));
        found
    }
}

/// Eliminates every atom that mentions a dead variable. Constraints that have no such atom in common do not meet, so that each group of
/// those that have is treated by itself: a program has thousands of variables whose addresses nobody speaks of.
fn eliminate_all(terms: &mut TermTable, dead: &[Atom], constraints: &mut Vec<Constraint>) {
    let mut dead = DeadAtoms::new(dead);
    // Most constraints are not concerned; they are left aside.
    let (open, mut done): (Vec<Constraint>, Vec<Constraint>) =
        constraints.drain(..).partition(|constraint| dead.are_mentioned(terms, constraint.term()));
    for group in groups(terms, &mut dead, open) {
        eliminate_group(terms, &mut dead, group, &mut done);
    }
    *constraints = done;
}

/// Eliminates the dead atoms of constraints, the one with the fewest combinations first.
fn eliminate_group(
    terms: &mut TermTable,
    dead: &mut DeadAtoms,
    mut open: Vec<Constraint>,
    done: &mut Vec<Constraint>,
) {
    while let Some(atom) = cheapest(terms, dead, &open) {
        eliminate(terms, dead, atom, &mut open);
        let (rest, finished): (Vec<Constraint>, Vec<Constraint>) =
            open.into_iter().partition(|constraint| dead.are_mentioned(terms, constraint.term()));
        open = rest;
        done.extend(finished);
    }
}

/// The constraints, by dead atoms that they have in common, directly or through others.
fn groups(terms: &TermTable, dead: &mut DeadAtoms, open: Vec<Constraint>) -> Vec<Vec<Constraint>> {
    // Which constraint stands for the group of another one: itself, or one before it.
    let mut leaders: Vec<usize> = Vec::with_capacity(open.len());
    let mut first_with: BTreeMap<Atom, usize> = BTreeMap::new();
    for (index, constraint) in open.iter().enumerate() {
        leaders.push(index);
        for &(atom, _) in terms.summands(constraint.term()) {
            if dead.contains(terms, atom) {
                let other = *first_with.entry(atom).or_insert(index);
                let (one, other) = (leader(&mut leaders, index), leader(&mut leaders, other));
                leaders[one.max(other)] = one.min(other);
            }
        }
    }
    let mut found: BTreeMap<usize, Vec<Constraint>> = BTreeMap::new();
    for (index, constraint) in open.into_iter().enumerate() {
        found.entry(leader(&mut leaders, index)).or_default().push(constraint);
    }
    found.into_values().collect()
}

/// The constraint that stands for the group of one; later it is found at once.
fn leader(leaders: &mut [usize], index: usize) -> usize {
    let mut at = index;
    while leaders[at] != at {
        leaders[at] = leaders[leaders[at]];
        at = leaders[at];
    }
    at
}

/// How an atom occurs in constraints.
#[derive(Default)]
struct Occurrences {
    below: usize,
    above: usize,
    is_defined: bool,
}

impl Occurrences {
    /// How many constraints eliminating the atom would give.
    fn combinations(&self) -> usize {
        if self.is_defined { 0 } else { self.below.saturating_mul(self.above) }
    }
}

/// The dead atom whose elimination gives the fewest constraints.
fn cheapest(terms: &TermTable, dead: &mut DeadAtoms, constraints: &[Constraint]) -> Option<Atom> {
    let mut occurrences: BTreeMap<Atom, Occurrences> = BTreeMap::new();
    for constraint in constraints {
        for &(atom, factor) in terms.summands(constraint.term()) {
            if !dead.contains(terms, atom) {
                continue;
            }
            let own = occurrences.entry(atom).or_default();
            match constraint {
                Constraint::Zero(_) => own.is_defined = true,
                Constraint::NonNegative(_) if factor > 0 => own.below += 1,
                Constraint::NonNegative(_) => own.above += 1,
                Constraint::Divides(..) => {}
            }
        }
    }
    let least = occurrences.iter().min_by_key(|&(&atom, occurrences)| (occurrences.combinations(), atom));
    least.map(|(&atom, _)| atom)
}

fn coefficient(terms: &TermTable, term: Term, atom: Atom) -> i128 {
    match terms.summands(term).binary_search_by_key(&atom, |summand| summand.0) {
        Ok(position) => terms.summands(term)[position].1,
        Err(_) => 0,
    }
}

/// Replaces the constraints that mention the atom by consequences that do not.
fn eliminate(terms: &mut TermTable, dead: &mut DeadAtoms, atom: Atom, constraints: &mut Vec<Constraint>) {
    let (mut affected, mut rest): (Vec<Constraint>, Vec<Constraint>) =
        constraints.drain(..).partition(|constraint| coefficient(terms, constraint.term(), atom) != 0);
    affected.sort_unstable();
    affected.dedup();
    let definition = affected
        .iter()
        .filter(|constraint| matches!(constraint, Constraint::Zero(_)))
        .min_by_key(|constraint| coefficient(terms, constraint.term(), atom).unsigned_abs())
        .copied();
    let definition = definition.or_else(|| determined(terms, dead, atom, &affected));
    if let Some(definition) = definition {
        for constraint in affected {
            if constraint != definition {
                rest.push(by_definition(terms, atom, definition.term(), constraint));
            }
        }
        // `k·x + e = 0` leaves that `k` divides `e`.
        let factor = coefficient(terms, definition.term(), atom);
        if factor.abs() > 1 {
            let own = terms.atom_term(atom);
            let others = terms.add_scaled(definition.term(), -factor, own);
            rest.push(Constraint::Divides(factor.abs(), others));
        }
    } else {
        by_bounds(terms, atom, &affected, &mut rest);
        by_congruences(terms, atom, &affected, &mut rest);
    }
    *constraints = rest;
}

/// The equality that a remainder and two bounds say together, if they leave only one number: `x = l + ((r - l) mod m)` where
/// `x mod m = r` and `l <= x <= l + d` with `d < m`.
fn determined(
    terms: &mut TermTable,
    dead: &mut DeadAtoms,
    atom: Atom,
    affected: &[Constraint],
) -> Option<Constraint> {
    let own = terms.atom_term(atom);
    let (modulus, residue) = affected.iter().find_map(|constraint| match *constraint {
        Constraint::Divides(modulus, term) if coefficient(terms, term, atom) == 1 => {
            let rest = terms.subtract(own, term);
            terms.as_constant(rest).map(|residue| (modulus, residue))
        }
        _ => None,
    })?;
    let bounds = |terms: &mut TermTable, sign: i128| -> Vec<Term> {
        let own_bounds = affected.iter().filter_map(|constraint| match *constraint {
            Constraint::NonNegative(term) if coefficient(terms, term, atom) == sign => Some(term),
            _ => None,
        });
        let own_bounds: Vec<Term> = own_bounds.collect();
        own_bounds.into_iter().map(|term| terms.add_scaled(own, -sign, term)).collect()
    };
    let (lower, upper) = (bounds(terms, 1), bounds(terms, -1));
    if lower.len().saturating_mul(upper.len()) > COMBINATIONS_OF_BOUNDS {
        return None;
    }
    for &low in &lower {
        let is_narrow = upper.iter().any(|&high| {
            terms.constant_difference(high, low).is_some_and(|width| (0..modulus).contains(&width))
        });
        if is_narrow && !dead.are_mentioned(terms, low) && terms.as_constant(low).is_none() {
            let distance = terms.linear(residue, &[(-1, low)]);
            let distance = terms.modulo(distance, modulus);
            let value = terms.add(low, distance);
            return Some(Constraint::Zero(terms.subtract(own, value)));
        }
    }
    None
}

/// Adds a multiple of the equality so that the atom disappears; an inequality is scaled by a positive number.
fn by_definition(terms: &mut TermTable, atom: Atom, definition: Term, constraint: Constraint) -> Constraint {
    let pivot = coefficient(terms, definition, atom);
    let factor = coefficient(terms, constraint.term(), atom);
    let common = gcd(pivot, factor);
    let scale = (pivot / common).abs();
    let multiple = if pivot > 0 { -(factor / common) } else { factor / common };
    let scaled = terms.scale(scale, constraint.term());
    let combined = terms.add_scaled(scaled, multiple, definition);
    match constraint {
        Constraint::Zero(_) => Constraint::Zero(combined),
        Constraint::NonNegative(_) => Constraint::NonNegative(combined),
        Constraint::Divides(modulus, _) => match modulus.checked_mul(scale) {
            Some(modulus) => Constraint::Divides(modulus, combined),
            None => Constraint::Zero(TermTable::ZERO),
        },
    }
}

/// Every lower bound is at most every upper bound.
fn by_bounds(terms: &mut TermTable, atom: Atom, affected: &[Constraint], rest: &mut Vec<Constraint>) {
    let bounds = |positive: bool| -> Vec<Term> {
        affected
            .iter()
            .filter(|constraint| matches!(constraint, Constraint::NonNegative(_)))
            .map(|constraint| constraint.term())
            .filter(|term| (coefficient(terms, *term, atom) > 0) == positive)
            .collect()
    };
    let (lower, upper) = (bounds(true), bounds(false));
    if lower.len().saturating_mul(upper.len()) > COMBINATIONS_OF_BOUNDS || rest.len() > CONSTRAINTS_COMBINED {
        return;
    }
    for low in &lower {
        for high in &upper {
            let (low_factor, high_factor) =
                (coefficient(terms, *low, atom), -coefficient(terms, *high, atom));
            let common = gcd(low_factor, high_factor);
            let scaled = terms.scale(high_factor / common, *low);
            let combined = terms.add_scaled(scaled, low_factor / common, *high);
            rest.push(Constraint::NonNegative(combined));
        }
    }
}

/// One congruence with an invertible coefficient replaces the atom in the others; each keeps what does not depend on it.
fn by_congruences(terms: &mut TermTable, atom: Atom, affected: &[Constraint], rest: &mut Vec<Constraint>) {
    let congruences: Vec<(i128, Term)> = affected
        .iter()
        .filter_map(|constraint| match constraint {
            Constraint::Divides(modulus, term) => Some((*modulus, *term)),
            Constraint::Zero(_) | Constraint::NonNegative(_) => None,
        })
        .collect();
    let own = terms.atom_term(atom);
    for (modulus, term) in &congruences {
        let factor = coefficient(terms, *term, atom);
        let common = gcd(factor, *modulus);
        if common > 1 {
            rest.push(Constraint::Divides(common, terms.add_scaled(*term, -factor, own)));
        }
    }
    // Pairs of pairs soon become too many; what is left out is only known less exactly.
    let pairs = congruences.len().saturating_mul(congruences.len());
    if pairs > COMBINATIONS_OF_BOUNDS || rest.len() > CONSTRAINTS_COMBINED {
        return;
    }
    for (index, (modulus, term)) in congruences.iter().enumerate() {
        for (other_modulus, other) in &congruences[index + 1..] {
            let common = gcd(*modulus, *other_modulus);
            let (factor, other_factor) = (coefficient(terms, *term, atom), coefficient(terms, *other, atom));
            if common > 1 {
                let scaled = terms.scale(other_factor, *term);
                let combined = terms.add_scaled(scaled, -factor, *other);
                rest.push(Constraint::Divides(common, combined));
            }
        }
    }
}

/// The broken rule: the variables are taken for zero.
fn take_zero(terms: &mut TermTable, dead: &[Atom], constraints: &mut [Constraint]) {
    for constraint in constraints {
        for atom in dead {
            let factor = coefficient(terms, constraint.term(), *atom);
            let own = terms.atom_term(*atom);
            let without = terms.add_scaled(constraint.term(), -factor, own);
            *constraint = match constraint {
                Constraint::Zero(_) => Constraint::Zero(without),
                Constraint::NonNegative(_) => Constraint::NonNegative(without),
                Constraint::Divides(modulus, _) => Constraint::Divides(*modulus, without),
            };
        }
    }
}
