//! Bounds of runs that are in order, where one side has no words there.
//!
//! ```text
//!   left: the run has no words          right: ascending(f, l),  l ≤ x
//!  ──────────────────────────────────────────────────────────────────── loose bound
//!   ascending(m, m') with m' ≤ x                        m, m' new names
//! ```
//!
//! Sound: a run without words is in order between any bounds of which the first is at most the last. They may be one number that is so
//! low that whatever bounds it from above on the other side does so here, too; or so high, where something bounds it from below. Each
//! name is low or high, and all facts that are taken over bound it from that one side: so there is such a number.

use crate::family::Told;
use crate::relate::{LooseBound, Side};
use pure_logic::term::Atom;
use pure_logic::{Fact, Facts, Solver, Term};
use std::collections::BTreeMap;
use symbolic_heap::{Content, Family, HeapRule, is_broken};

/// The facts of a side, and what holds of words that were cut out of its runs.
pub(crate) fn with_cut_words(solver: &mut Solver, side: Side, cut: &[(Side, Fact)], facts: &Facts) -> Facts {
    let mut known = facts.clone();
    for &(_, fact) in cut.iter().filter(|(own, _)| *own == side) {
        known.assume(solver, fact);
    }
    known
}

/// The facts of a side, for what is told of words: a bound of a run that has none there is as low as words are, or as high.
pub(super) fn assume_limits(solver: &mut Solver, loose: &[LooseBound], facts: &mut (Facts, Facts)) {
    for bound in loose {
        let limit = solver.terms.constant(bound.limit);
        let fact = match bound.is_low {
            true => solver.terms.at_most(bound.name, limit),
            false => solver.terms.at_most(limit, bound.name),
        };
        match bound.side {
            Side::Left => facts.0.assume(solver, fact),
            Side::Right => facts.1.assume(solver, fact),
        }
    }
}

/// Takes over to the side that has no words what bounds the bounds from above on the other side, where they are low, or from below.
pub(super) fn relate_loose_bounds(
    solver: &mut Solver,
    loose: &[LooseBound],
    (left, right): (&mut Facts, &mut Facts),
) {
    // What is low enough is below what is high enough.
    for low in loose.iter().filter(|bound| bound.is_low) {
        for high in loose.iter().filter(|bound| !bound.is_low) {
            let fact = solver.terms.at_most(low.name, high.name);
            for side in [low.side, high.side] {
                match side {
                    Side::Left => left.assume(solver, fact),
                    Side::Right => right.assume(solver, fact),
                }
            }
        }
    }
    let of = |side: Side| -> BTreeMap<Atom, bool> {
        let own = loose.iter().filter(|bound| bound.side == side);
        own.filter_map(|bound| Some((solver.terms.as_atom(bound.name)?, bound.is_low))).collect()
    };
    let (ours, theirs) = (of(Side::Left), of(Side::Right));
    let (from_right, from_left) = (one_sided(solver, right, &ours), one_sided(solver, left, &theirs));
    left.assume_all(solver, &from_right);
    right.assume_all(solver, &from_left);
}

/// The facts that bound low names from above only, and high ones from below.
fn one_sided(solver: &mut Solver, facts: &Facts, names: &BTreeMap<Atom, bool>) -> Vec<Fact> {
    if names.is_empty() {
        return Vec::new();
    }
    let is_broken = is_broken(solver, HeapRule::LooseBoundsAreEqual);
    let mut found = Vec::new();
    for &fact in facts.as_slice() {
        let terms: Vec<Term> = match fact {
            Fact::Zero(term) => vec![term, solver.terms.negate(term)],
            Fact::NonNegative(term) => vec![term],
            _ => continue,
        };
        for term in terms {
            let mut mentions = 0;
            let mut is_one_sided = true;
            for &(atom, coefficient) in solver.terms.summands(term) {
                if let Some(&is_low) = names.get(&atom) {
                    mentions += 1;
                    is_one_sided &= (coefficient < 0) == is_low;
                }
            }
            // Nor does a name hide inside of an atom.
            let mut deep = 0;
            solver.terms.for_each_atom(term, &mut |atom| deep += usize::from(names.contains_key(&atom)));
            if mentions > 0 && deep == mentions && (is_one_sided || is_broken) {
                found.push(solver.terms.non_negative(term));
            }
        }
    }
    found
}

/// The facts, and what the order of a run says of each of its words.
pub(super) fn with_order(solver: &mut Solver, facts: &Facts, content: Content) -> Facts {
    let mut known = facts.clone();
    if let Content::Each(family) = content
        && let Some(ascent) = family.ascent(&solver.terms)
    {
        let word = Family::word(&mut solver.terms);
        let facts = ascent.facts_of_word(&mut solver.terms, word);
        known.assume_all(solver, &facts);
    }
    known
}

/// What is told of a run, in the order that the walk has found.
pub(super) fn content(solver: &mut Solver, ordered: Content, told: &Told) -> Content {
    let ascent = match ordered {
        Content::Each(family) => family.ascent(&solver.terms),
        _ => None,
    };
    let Some(ascent) = ascent else { return told.content(solver) };
    let family = Family::new(&mut solver.terms, told.bytes, &told.facts);
    Content::Each(family.in_order(&mut solver.terms, ascent))
}
