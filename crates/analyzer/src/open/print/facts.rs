//! Which facts are told, and how.
//!
//! A fact that follows from the others, from types, or from there being memory is not told.

use super::Printer;
use crate::limits::{FACTS_MINIMISED, REMAINDERS_RESOLVED};
use findings::formula::Assertion;
use interprocedural::open::entry::visible;
use pure_logic::term::{Atom, AtomKind};
use pure_logic::{Fact, Facts, Solver, Term};
use std::collections::BTreeSet;
use symbolic_heap::{Segment, State};

/// Which names facts are told of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Names {
    /// All that registers and memory have: a precondition must not be cut short.
    Visible,
    /// Without those that no line says, such as the numbers of nodes in lists.
    Printed,
}

impl Printer<'_, '_> {
    /// The facts that do not follow from what is known anyway.
    pub(super) fn facts(&mut self, state: &State, mut known: Facts, names: Names) -> Vec<Assertion> {
        let mut trivial = self.trivial(state);
        trivial.append(&mut self.typed);
        let bits = self.context.pointer_bits();
        let solver = &mut self.context.solver;
        known.assume_all(solver, &trivial);
        let ends = ends_of_lists(solver, state, &known);
        known.assume_all(solver, &ends);
        let mut told = visible(solver, state);
        let mut all = state.facts.clone();
        if names == Names::Printed {
            let mut hidden = counts(solver, state);
            hidden.retain(|atom| !self.told_counts.contains(atom));
            if !hidden.is_empty() {
                let bounds: Vec<Fact> =
                    state.heap.segments().iter().map(|segment| at_least(solver, segment)).collect();
                all.assume_all(solver, &bounds);
                all = all.project(solver, &|atom| !hidden.contains(&atom));
                told.retain(|atom| !hidden.contains(atom));
            }
        }
        let mut facts: Vec<Fact> = Vec::new();
        for &fact in all.as_slice() {
            let mut is_told = fact != Fact::True;
            solver.terms.for_each_atom_of_fact(fact, &mut |atom| {
                is_told &= told.contains(&atom) || !matches!(solver.terms.kind(atom), AtomKind::Variable(_));
            });
            let is_noise = names == Names::Printed && is_far_away(solver, fact, bits);
            if is_told && !is_noise && !known.proves(solver, fact).is_proved() {
                facts.push(without_remainders(solver, &known, fact));
            }
        }
        keep_strongest_bounds(solver, &mut facts);
        if facts.len() <= FACTS_MINIMISED {
            say_without_remainders(solver, &known, &mut facts);
            say_equal(solver, &known, &mut facts);
            leave_out_what_follows(solver, &known, &mut facts);
        }
        let mut everything = known;
        everything.assume_all(solver, &facts);
        facts
            .into_iter()
            .map(|fact| Assertion::Fact { fact: self.fact_with_sign(&everything, fact) })
            .collect()
    }

    /// What holds of all blocks and lists.
    fn trivial(&mut self, state: &State) -> Vec<Fact> {
        let highest = (1i128 << self.context.pointer_bits()) - 1;
        let solver = &mut self.context.solver;
        let mut trivial = Vec::new();
        for block in state.heap.blocks() {
            let base = solver.terms.atom_term(block.base);
            let end = solver.terms.add(base, block.size);
            let (zero, one) = (solver.terms.constant(0), solver.terms.constant(1));
            let last = solver.terms.constant(highest);
            trivial.extend([
                solver.terms.at_most(one, base),
                solver.terms.at_most(end, last),
                solver.terms.at_most(zero, block.size),
                solver.terms.divides(16, base),
            ]);
        }
        for (_, instance) in state.heap.instances() {
            let root = instance.root();
            let size = instance.definition.node_size(&solver.terms).unwrap_or(0);
            let least = solver.terms.constant(i128::from(instance.has_nodes));
            let last = solver.terms.constant(highest - size + i128::from(instance.definition.entry));
            trivial.extend([solver.terms.at_most(least, root), solver.terms.at_most(root, last)]);
            if instance.definition.entry == 0 {
                trivial.push(solver.terms.divides(16, root));
            }
            let (zero, last) = (solver.terms.constant(0), solver.terms.constant(highest));
            for address in instance.terms().filter(|&address| address != root) {
                trivial.extend([solver.terms.at_most(zero, address), solver.terms.at_most(address, last)]);
            }
        }
        for segment in state.heap.segments() {
            let mut is_told = false;
            solver
                .terms
                .for_each_atom(segment.count, &mut |atom| is_told |= self.told_counts.contains(&atom));
            // Of numbers that are told, those that there may be anyway are not said.
            let least = if is_told {
                solver.terms.constant(0)
            } else {
                solver.terms.constant(segment.minimum.into())
            };
            trivial.push(solver.terms.at_most(least, segment.count));
            let ends = segment.back.into_iter().flat_map(|ends| [ends.last, ends.previous]);
            for end in [segment.first, segment.next].into_iter().chain(ends) {
                trivial.extend(segment.range_of_end(&mut solver.terms, end));
            }
            if segment.minimum > 0 {
                let one = solver.terms.constant(1);
                trivial.push(solver.terms.at_most(one, segment.first));
                let own = solver.terms.add_constant(segment.first, -i128::from(segment.shape.entry));
                let most = highest - i128::from(segment.shape.node_size);
                let most = solver.terms.constant(most);
                trivial.push(solver.terms.at_most(own, most));
                trivial.push(solver.terms.divides(2 * i128::from(segment.shape.link_bytes), own));
            }
        }
        trivial
    }

    /// The fact as text; that the highest bit of an address or size is set or not, as its sign.
    fn fact_with_sign(&mut self, known: &Facts, fact: Fact) -> String {
        let bits = self.context.pointer_bits();
        let (half, whole) = (1i128 << (bits - 1), 1i128 << bits);
        if let Fact::NonNegative(term) = fact
            && let &[(atom, factor)] = self.context.solver.terms.summands(term)
        {
            let constant = self.context.solver.terms.constant_part(term);
            let value = self.context.solver.terms.atom_term(atom);
            let fits = self.context.between(0, value, whole - 1);
            let is_word = known.proves_all(&mut self.context.solver, &fits).is_proved();
            match (factor, constant) {
                (-1, most) if is_word && most == half - 1 => {
                    return format!("0 <= {}", self.as_signed(value));
                }
                (1, least) if is_word && least == -half => return format!("{} <= -1", self.as_signed(value)),
                _ => {}
            }
        }
        self.fact(fact)
    }
}

/// What holds of the first address of a list, which is that of a node or, if there is none, that of its end.
fn ends_of_lists(solver: &mut Solver, state: &State, known: &Facts) -> Vec<Fact> {
    let mut all = Vec::new();
    for segment in state.heap.segments() {
        let entry = -i128::from(segment.shape.entry);
        let highest = (1i128 << (8 * segment.shape.link_bytes)) - 1 - i128::from(segment.shape.node_size);
        let alignment = 2 * i128::from(segment.shape.link_bytes);
        let of_node = |solver: &mut Solver, address: Term| {
            let own = solver.terms.add_constant(address, entry);
            let (least, most) = (solver.terms.constant(1), solver.terms.constant(highest));
            [
                solver.terms.at_most(least, own),
                solver.terms.at_most(own, most),
                solver.terms.divides(alignment, own),
            ]
        };
        let (of_end, of_first) = (of_node(solver, segment.next), of_node(solver, segment.first));
        for (end, first) in of_end.into_iter().zip(of_first) {
            if known.proves(solver, end).is_proved() {
                all.push(first);
            }
        }
    }
    all
}

/// Whether a fact compares with a number that no address or size of a program comes near to: it keeps sums, and numbers that the
/// analysis made up, from wrapping around, and tells nothing that a reader asks for. Of a single number of the caller it is the sign.
fn is_far_away(solver: &Solver, fact: Fact, bits: u32) -> bool {
    let Fact::NonNegative(term) = fact else { return false };
    let is_made_up = |atom: Atom| match solver.terms.kind(atom) {
        AtomKind::Variable(symbol) => solver.terms.name(symbol).contains('\''),
        _ => false,
    };
    let is_sign = matches!(solver.terms.summands(term), &[(atom, _)] if !is_made_up(atom));
    !is_sign && solver.terms.constant_part(term).unsigned_abs() >= (1 << (bits - 1)) - 1
}

/// That a list has as many nodes as it has at least.
fn at_least(solver: &mut Solver, segment: &Segment) -> Fact {
    let least = solver.terms.constant(i128::from(segment.minimum));
    solver.terms.at_most(least, segment.count)
}

/// The numbers of nodes of which facts say more than that they are not below some number.
pub(super) fn compared_counts(solver: &Solver, state: &State) -> BTreeSet<Atom> {
    let mut compared = BTreeSet::new();
    for &fact in state.facts.as_slice() {
        let is_least = matches!(fact, Fact::NonNegative(term)
            if matches!(solver.terms.summands(term), &[(_, factor)] if factor > 0));
        if !is_least {
            solver.terms.for_each_atom_of_fact(fact, &mut |atom| _ = compared.insert(atom));
        }
    }
    compared
}

/// The numbers of nodes that something else has, too.
pub(super) fn counts_elsewhere(solver: &Solver, state: &State) -> BTreeSet<Atom> {
    let hidden = counts(solver, state);
    let mut all = BTreeSet::new();
    for segment in state.heap.segments() {
        solver.terms.for_each_atom(segment.count, &mut |atom| _ = all.insert(atom));
    }
    all.retain(|atom| !hidden.contains(atom));
    all
}

/// The names in numbers of nodes that nothing but lists have.
fn counts(solver: &Solver, state: &State) -> BTreeSet<Atom> {
    let mut counts = BTreeSet::new();
    let mut bare = state.clone();
    for segment in state.heap.segments() {
        solver.terms.for_each_atom(segment.count, &mut |atom| {
            if matches!(solver.terms.kind(atom), AtomKind::Variable(_)) {
                counts.insert(atom);
            }
        });
    }
    bare.heap = bare.heap.without_counts();
    let elsewhere = visible(solver, &bare);
    counts.retain(|atom| !elsewhere.contains(atom));
    counts
}

/// The fact without remainders of numbers that are their own remainders.
fn without_remainders(solver: &mut Solver, known: &Facts, mut fact: Fact) -> Fact {
    let mut remainders = Vec::new();
    solver.terms.for_each_atom_of_fact(fact, &mut |atom| {
        if let AtomKind::Modulo(inside, modulus) = solver.terms.kind(atom) {
            remainders.push((atom, inside, modulus));
        }
    });
    for (atom, inside, modulus) in remainders {
        let (least, most) = (solver.terms.constant(0), solver.terms.constant(modulus - 1));
        let range = [solver.terms.at_most(least, inside), solver.terms.at_most(inside, most)];
        if known.proves_all(solver, &range).is_proved() {
            fact = solver.terms.substitute_in_fact(fact, &[(atom, inside)]);
        }
    }
    fact
}

/// The facts without remainders of numbers that they themselves keep between two multiples:
///
/// ```text
///   F ⊨ k·m <= t < (k + 1)·m   ⟹   F  ⟺  F[t mod m := t - k·m]  ∧  k·m <= t < (k + 1)·m
/// ```
///
/// So `2^63 <= (n + 2^63) mod 2^64 < size + 2^63` becomes `n < size`. What is inside of other remainders comes first.
fn say_without_remainders(solver: &mut Solver, known: &Facts, facts: &mut Vec<Fact>) {
    for _ in 0..REMAINDERS_RESOLVED {
        let mut all = known.clone();
        all.assume_all(solver, facts);
        let mut remainders = Vec::new();
        for &fact in facts.iter() {
            solver.terms.for_each_atom_of_fact(fact, &mut |atom| {
                if let AtomKind::Modulo(inside, modulus) = solver.terms.kind(atom)
                    && !remainders.contains(&(atom, inside, modulus))
                {
                    remainders.push((atom, inside, modulus));
                }
            });
        }
        let told = remainders.into_iter().find_map(|(atom, inside, modulus)| {
            (-1..=1).find_map(|multiple: i128| {
                let least = multiple.checked_mul(modulus)?;
                let rest = solver.terms.add_constant(inside, -least);
                let (zero, most) = (solver.terms.constant(0), solver.terms.constant(modulus - 1));
                let range = [solver.terms.at_most(zero, rest), solver.terms.at_most(rest, most)];
                all.proves_all(solver, &range).is_proved().then_some((atom, rest, range))
            })
        });
        let Some((atom, rest, range)) = told else { return };
        for fact in facts.iter_mut() {
            *fact = solver.terms.substitute_in_fact(*fact, &[(atom, rest)]);
        }
        facts.extend(range);
        facts.retain(|&fact| !known.proves(solver, fact).is_proved());
    }
}

/// Of `1 <= n`, `2 <= n` and `3 <= n` only the last.
fn keep_strongest_bounds(solver: &Solver, facts: &mut Vec<Fact>) {
    let terms = &solver.terms;
    let is_weaker = |weak: Term, strong: Term| {
        weak != strong
            && terms.summands(weak) == terms.summands(strong)
            && terms.constant_part(weak) > terms.constant_part(strong)
    };
    let bounds: Vec<Term> = facts
        .iter()
        .filter_map(|fact| match fact {
            Fact::NonNegative(term) => Some(*term),
            Fact::True
            | Fact::False
            | Fact::Zero(_)
            | Fact::NonZero(_)
            | Fact::AnyOf(_)
            | Fact::Distinct(_) => None,
        })
        .collect();
    facts.retain(|fact| match fact {
        Fact::NonNegative(term) => !bounds.iter().any(|&strong| is_weaker(*term, strong)),
        Fact::True | Fact::False | Fact::Zero(_) | Fact::NonZero(_) | Fact::AnyOf(_) | Fact::Distinct(_) => {
            true
        }
    });
}

/// Bounds that meet, and remainders of numbers that are small, become equations.
fn say_equal(solver: &mut Solver, known: &Facts, facts: &mut [Fact]) {
    let mut all = known.clone();
    all.assume_all(solver, facts);
    for fact in facts {
        let equal = match *fact {
            Fact::NonNegative(term) => term,
            Fact::Zero(term) => match solver.terms.as_atom(term).map(|atom| solver.terms.kind(atom)) {
                Some(AtomKind::Modulo(inside, _)) => inside,
                _ => continue,
            },
            Fact::True | Fact::False | Fact::NonZero(_) | Fact::AnyOf(_) | Fact::Distinct(_) => continue,
        };
        let equal = solver.terms.zero(equal);
        if all.proves(solver, equal).is_proved() {
            *fact = equal;
        }
    }
}

/// Leaves out what follows from the others, the older first.
fn leave_out_what_follows(solver: &mut Solver, known: &Facts, facts: &mut Vec<Fact>) {
    let mut position = 0;
    while position < facts.len() {
        let mut others = known.clone();
        let rest: Vec<Fact> =
            facts.iter().enumerate().filter(|(index, _)| *index != position).map(|(_, fact)| *fact).collect();
        others.assume_all(solver, &rest);
        match others.proves(solver, facts[position]).is_proved() {
            true => drop(facts.remove(position)),
            false => position += 1,
        }
    }
}
