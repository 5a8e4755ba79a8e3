//! Sets of integer points: finite unions of conjunctions, with all variables that are not eliminated as parameters.

use super::affine::{Affine, Variable};
use super::budget::Budget;
use super::conjunct::Conjunct;
use super::constraint::Constraint;
use crate::answer::{Answer, Reason};
use crate::broken::BrokenRule;
use crate::limits::CONJUNCTS_OF_A_SET;

/// A union of conjunctions. Structural equality is not set equality; see [`Set::equals`].
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Set {
    conjuncts: Vec<Conjunct>,
}

impl Set {
    pub fn empty() -> Set {
        Set::default()
    }

    pub fn universe() -> Set {
        Set { conjuncts: vec![Conjunct::default()] }
    }

    /// The points that satisfy all the constraints.
    pub fn from_constraints(constraints: impl IntoIterator<Item = Constraint>) -> Set {
        Set { conjuncts: Conjunct::new(constraints).into_iter().collect() }
    }

    /// The points that satisfy one of the conjunctions.
    pub fn from_conjuncts(conjuncts: impl IntoIterator<Item = Conjunct>) -> Set {
        let mut set = Set::empty();
        for conjunct in conjuncts {
            set.add(conjunct);
        }
        set
    }

    pub fn conjuncts(&self) -> &[Conjunct] {
        &self.conjuncts
    }

    /// Whether the set is written as `false`.
    pub fn is_plainly_empty(&self) -> bool {
        self.conjuncts.is_empty()
    }

    /// Whether the set is written as `true`.
    pub fn is_plainly_universe(&self) -> bool {
        self.conjuncts.iter().any(Conjunct::is_universe)
    }

    fn add(&mut self, conjunct: Conjunct) {
        if conjunct.is_universe() {
            self.conjuncts = vec![conjunct];
        } else if !self.is_plainly_universe() && !self.conjuncts.contains(&conjunct) {
            self.conjuncts.push(conjunct);
        }
    }

    /// Whether the point is in the set; `None` when an expression leaves 128 bits.
    pub fn contains(&self, value: &dyn Fn(Variable) -> i128) -> Option<bool> {
        for conjunct in &self.conjuncts {
            if conjunct.holds(value)? {
                return Some(true);
            }
        }
        Some(false)
    }

    pub fn variables(&self) -> Vec<Variable> {
        let mut variables: Vec<Variable> = self
            .conjuncts
            .iter()
            .flat_map(|conjunct| super::satisfiable::variables_of(conjunct.constraints()))
            .collect();
        variables.sort_unstable();
        variables.dedup();
        variables
    }

    pub fn union(&self, other: &Set) -> Set {
        let mut result = self.clone();
        for conjunct in &other.conjuncts {
            result.add(conjunct.clone());
        }
        result
    }

    pub fn intersect(&self, other: &Set, budget: &mut Budget) -> Result<Set, Reason> {
        let mut result = Set::empty();
        for left in &self.conjuncts {
            for right in &other.conjuncts {
                if let Some(both) = left.conjoin(right.constraints())
                    && (self.conjuncts.len() + other.conjuncts.len() == 2 || !both.is_empty(budget)?)
                {
                    result.add(both);
                    result.check_size()?;
                }
            }
        }
        Ok(result)
    }

    fn check_size(&self) -> Result<(), Reason> {
        if self.conjuncts.len() > CONJUNCTS_OF_A_SET {
            return Err(Reason::Limit);
        }
        Ok(())
    }

    /// The points of this set that are not in the other.
    pub fn subtract(&self, other: &Set, budget: &mut Budget) -> Result<Set, Reason> {
        let mut result = Set::empty();
        for conjunct in &self.conjuncts {
            let mut collect = |piece: Conjunct| {
                result.add(piece);
                result.check_size().map(|()| Visit::Continue)
            };
            visit_difference(conjunct, &other.conjuncts, budget, &mut collect)?;
        }
        Ok(result)
    }

    pub fn complement(&self, budget: &mut Budget) -> Result<Set, Reason> {
        Set::universe().subtract(self, budget)
    }

    /// Whether the set has no point.
    pub fn is_empty(&self, budget: &mut Budget) -> Answer {
        let mut open = None;
        for conjunct in &self.conjuncts {
            match conjunct.is_empty(budget) {
                Ok(true) => {}
                Ok(false) => return Answer::Refuted,
                Err(reason) => open = Some(reason),
            }
        }
        open.map_or(Answer::Proved, Answer::Unknown)
    }

    /// Whether every point of this set is in the other.
    pub fn is_subset(&self, other: &Set, budget: &mut Budget) -> Answer {
        let mut open = None;
        for conjunct in &self.conjuncts {
            let mut found = false;
            let mut stop = |_| {
                found = true;
                Ok(Visit::Stop)
            };
            match visit_difference(conjunct, &other.conjuncts, budget, &mut stop) {
                _ if found => return Answer::Refuted,
                Ok(_) => {}
                Err(reason) => open = Some(reason),
            }
        }
        open.map_or(Answer::Proved, Answer::Unknown)
    }

    /// Whether both sets have the same points.
    pub fn equals(&self, other: &Set, budget: &mut Budget) -> Answer {
        match self.is_subset(other, budget) {
            Answer::Proved => other.is_subset(self, budget),
            Answer::Refuted => Answer::Refuted,
            open => match other.is_subset(self, budget) {
                Answer::Refuted => Answer::Refuted,
                _ => open,
            },
        }
    }

    /// Replaces a variable by an expression.
    pub fn substitute(&self, variable: Variable, value: &Affine) -> Result<Set, Reason> {
        self.map(&|constraint| constraint.substitute(variable, value))
    }

    /// Renames variables; two may become one.
    pub fn rename(&self, rename: &dyn Fn(Variable) -> Variable) -> Result<Set, Reason> {
        self.map(&|constraint| constraint.rename(rename))
    }

    fn map(&self, change: &dyn Fn(&Constraint) -> Option<Constraint>) -> Result<Set, Reason> {
        let mut result = Set::empty();
        for conjunct in &self.conjuncts {
            let changed: Option<Vec<Constraint>> = conjunct.constraints().iter().map(change).collect();
            if let Some(conjunct) = Conjunct::new(changed.ok_or(Reason::Overflow)?) {
                result.add(conjunct);
            }
        }
        Ok(result)
    }
}

/// Whether a traversal goes on.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Visit {
    Continue,
    Stop,
}

/// Visits disjoint non-empty pieces whose union is `piece` without the points of `removed`.
fn visit_difference(
    piece: &Conjunct,
    removed: &[Conjunct],
    budget: &mut Budget,
    visit: &mut dyn FnMut(Conjunct) -> Result<Visit, Reason>,
) -> Result<Visit, Reason> {
    let Some((first, rest)) = removed.split_first() else {
        return if piece.is_empty(budget)? { Ok(Visit::Continue) } else { visit(piece.clone()) };
    };
    // A conjunct that does not meet the piece removes nothing from it.
    match piece.conjoin(first.constraints()) {
        Some(both) if !both.is_empty(budget)? => {}
        _ => return visit_difference(piece, rest, budget, visit),
    }
    let mut inside = piece.clone();
    for constraint in first.constraints() {
        if inside.constraints().contains(constraint) {
            continue;
        }
        let negation = constraint.negate().ok_or(Reason::Overflow)?;
        let sides =
            if budget.breaks(BrokenRule::ComplementForgetsSide) { &negation[..1] } else { &negation[..] };
        for side in sides {
            if let Some(outside) = inside.conjoin(std::slice::from_ref(side))
                && !outside.is_empty(budget)?
                && visit_difference(&outside, rest, budget, visit)? == Visit::Stop
            {
                return Ok(Visit::Stop);
            }
        }
        match inside.conjoin(std::slice::from_ref(constraint)) {
            Some(narrower) => inside = narrower,
            None => break,
        }
    }
    Ok(Visit::Continue)
}
