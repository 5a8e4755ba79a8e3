//! What a join would lose: that two things differ together.
//!
//! ```text
//!   A ⊢ a, a'        B ⊢ b, b'
//!  ────────────────────────────────
//!   A ∨ B  ⊢  a ∨ b',  a' ∨ b
//! ```
//!
//! A flag that is set where a block is there, and not set where it is not: a later branch on the flag tells of the block.

use crate::limits::NAMES_THAT_DIFFER;
use pure_logic::{Fact, Facts, Solver, Term};

/// How a name tells two sides apart: what holds on the one and what holds on the other, never both.
struct Difference {
    left: Fact,
    right: Fact,
    /// One of them always holds.
    is_sharp: bool,
}

/// Adds clauses to what holds on both sides: names that tell the sides apart do so together.
pub(super) fn relate_differences(
    solver: &mut Solver,
    (left, right): (&Facts, &Facts),
    names: &[Term],
    joined: &mut Facts,
) {
    let mut differences = Vec::new();
    for &name in names {
        differences.extend(difference(solver, left, right, name));
        if differences.len() == NAMES_THAT_DIFFER {
            break;
        }
    }
    if differences.len() < 2 {
        return;
    }
    let pivot = differences.iter().position(|difference| difference.is_sharp).unwrap_or(0);
    let pivot = differences.remove(pivot);
    if !pivot.is_sharp {
        let fact = solver.terms.any_of(&[pivot.left, pivot.right]);
        joined.assume(solver, fact);
    }
    for other in differences {
        for clause in [[other.left, pivot.right], [pivot.left, other.right]] {
            let fact = solver.terms.any_of(&clause);
            joined.assume(solver, fact);
        }
    }
}

fn difference(solver: &mut Solver, left: &Facts, right: &Facts, name: Term) -> Option<Difference> {
    let (own, there) = (left.bounds(solver, name), right.bounds(solver, name));
    let mut below = |low: i128, high: i128| {
        let (low_term, high_term) = (solver.terms.constant(low), solver.terms.constant(high));
        let facts = (solver.terms.at_most(name, low_term), solver.terms.at_most(high_term, name));
        (facts, low.checked_add(1) == Some(high))
    };
    if let (Some(low), Some(high)) = (own.upper, there.lower)
        && low < high
    {
        let ((left, right), is_sharp) = below(low, high);
        return Some(Difference { left, right, is_sharp });
    }
    if let (Some(low), Some(high)) = (there.upper, own.lower)
        && low < high
    {
        let ((right, left), is_sharp) = below(low, high);
        return Some(Difference { left, right, is_sharp });
    }
    for (value, other, is_left) in [(own.value(), right, true), (there.value(), left, false)] {
        let Some(value) = value else { continue };
        let number = solver.terms.constant(value);
        let (equal, differs) = (solver.terms.equal(name, number), solver.terms.not_equal(name, number));
        if other.proves(solver, differs).is_proved() {
            let (left, right) = if is_left { (equal, differs) } else { (differs, equal) };
            return Some(Difference { left, right, is_sharp: true });
        }
    }
    None
}
