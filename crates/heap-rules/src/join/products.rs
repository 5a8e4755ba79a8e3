//! Boundaries of runs that move with a product of two variables.
//!
//! ```text
//!   A ⊢ l = k·(x·m + y)        B ⊢ l = k·(x·m + y)        l an end of a run, x a variable, y another one or zero, m a factor
//!  ──────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
//!   A ∨ B  ⊢  l = k·(x·m + y)
//! ```
//!
//! A loop that fills a matrix row by row has stored up to `x·m` when it begins with the row `x`, and up to `x·m + y` inside of it. That is no linear form, so joins of
//! equations do not find it: where `x` is a constant on one side, `x·m` is a multiple of `m`, and where it is one more than it was,
//! `x·m + m` is. So the product is computed from what the numbers are on either side.
//! Sound: a product is one of integers, and a fact that holds on both sides holds of both.

use super::places::{ends, strides, variables};
use crate::limits::{
    ENDS_OF_PRODUCTS, FACTORS_OF_PRODUCTS, RESTS_OF_PRODUCTS, STRIDES_OF_PRODUCTS, VARIABLES_OF_PRODUCTS,
};
use pure_logic::term::Atom;
use pure_logic::{Fact, Facts, Solver, Term};
use std::collections::BTreeSet;
use symbolic_heap::State;

/// What the numbers of a joined state are on one side, and what is known there.
pub(super) struct Known<'a> {
    pub facts: &'a Facts,
    pub numbers: Vec<(Term, Term)>,
    pub names: &'a [(Atom, Term)],
}

impl Known<'_> {
    fn value(&self, solver: &mut Solver, name: Term) -> Term {
        match self.numbers.iter().find(|number| number.0 == name) {
            Some(&(_, value)) => solver.terms.substitute(value, self.names),
            None => name,
        }
    }
}

/// Adds which ends are such products to a joined state.
pub(super) fn relate_products(
    solver: &mut Solver,
    sides: [&Known<'_>; 2],
    states: [&State; 2],
    state: &mut State,
) {
    let mut factors: BTreeSet<Term> = BTreeSet::new();
    for (_, pair) in state.facts.products(&solver.terms) {
        factors.extend(pair.into_iter().filter(|factor| solver.terms.as_atom(*factor).is_some()));
    }
    if factors.is_empty() {
        return;
    }
    let mut strides = strides(solver, states);
    strides.insert(1);
    let ends = ends(solver, state);
    let variables: Vec<Atom> = variables(solver, state)
        .into_iter()
        .filter(|atom| state.heap.block(*atom).is_none() && !ends.contains(atom))
        .take(VARIABLES_OF_PRODUCTS)
        .collect();
    let is_told = |solver: &Solver, end: Atom| {
        state.facts.as_slice().iter().any(|fact| match fact {
            Fact::Zero(term) => solver.terms.summands(*term).iter().any(|summand| summand.0 == end),
            _ => false,
        })
    };
    let open: Vec<Atom> =
        ends.iter().copied().filter(|&end| !is_told(solver, end)).take(ENDS_OF_PRODUCTS).collect();
    for end in open {
        let end = solver.terms.atom_term(end);
        if let Some(fact) = product_at(solver, sides, end, (&variables, &factors, &strides)) {
            state.facts.assume(solver, fact);
        }
    }
}

fn product_at(
    solver: &mut Solver,
    sides: [&Known<'_>; 2],
    end: Term,
    (variables, factors, strides): (&[Atom], &BTreeSet<Term>, &BTreeSet<i128>),
) -> Option<Fact> {
    let variables: Vec<Term> = variables.iter().map(|&variable| solver.terms.atom_term(variable)).collect();
    let zero = solver.terms.constant(0);
    for &variable in &variables {
        for &factor in factors.iter().filter(|factor| **factor != variable).take(FACTORS_OF_PRODUCTS) {
            for &stride in strides.iter().take(STRIDES_OF_PRODUCTS) {
                let rests = std::iter::once(zero).chain(variables.iter().copied());
                for rest in rests.filter(|rest| *rest != variable && *rest != factor).take(RESTS_OF_PRODUCTS)
                {
                    let is_there = sides.into_iter().rev().all(|side| {
                        let [x, m, y] = [variable, factor, rest].map(|name| side.value(solver, name));
                        let place = place(solver, stride, (x, m), y);
                        side.facts.equal(solver, end, place).is_proved()
                    });
                    if is_there {
                        let place = place(solver, stride, (variable, factor), rest);
                        return Some(solver.terms.equal(end, place));
                    }
                }
            }
        }
    }
    None
}

/// `k·(x·m + y)`.
fn place(solver: &mut Solver, stride: i128, (x, m): (Term, Term), y: Term) -> Term {
    let product = solver.terms.multiply(x, m);
    let sum = solver.terms.add(product, y);
    solver.terms.scale(stride, sum)
}
