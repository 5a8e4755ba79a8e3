//! Bracketing constraints ⟨necessary, sufficient⟩ (paper 004, §2.1): an over- and an under-approximation of one set.

use super::affine::{Affine, Variable};
use super::budget::Budget;
use super::constraint::Constraint;
use super::set::Set;
use crate::answer::{Answer, Reason};

/// A set known between two bounds: every point of `sufficient` is in it, every point of it is in `necessary`.
///
/// Operations always answer. Where an exact result would exceed the budget, the necessary side grows and the
/// sufficient side shrinks.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Bracket {
    necessary: Set,
    sufficient: Set,
}

impl Bracket {
    /// A set that is known exactly.
    pub fn exactly(set: Set) -> Bracket {
        Bracket { necessary: set.clone(), sufficient: set }
    }

    /// ⟨necessary, sufficient⟩; [`Bracket::is_well_formed`] asks whether the one contains the other.
    pub fn new_unchecked(necessary: Set, sufficient: Set) -> Bracket {
        Bracket { necessary, sufficient }
    }

    /// ⟨true, false⟩: nothing is known.
    pub fn unknown() -> Bracket {
        Bracket::new_unchecked(Set::universe(), Set::empty())
    }

    /// ⟨false, true⟩: the least element of the fixed-point computation (§5.2), inconsistent on purpose.
    pub fn bottom() -> Bracket {
        Bracket::new_unchecked(Set::empty(), Set::universe())
    }

    pub fn necessary(&self) -> &Set {
        &self.necessary
    }

    pub fn sufficient(&self) -> &Set {
        &self.sufficient
    }

    /// The set, if both sides are written alike.
    pub fn exact(&self) -> Option<&Set> {
        (self.necessary == self.sufficient).then_some(&self.necessary)
    }

    /// Whether the sufficient side implies the necessary one.
    pub fn is_well_formed(&self, budget: &mut Budget) -> Answer {
        self.sufficient.is_subset(&self.necessary, budget)
    }

    /// Whether the set may have a point.
    pub fn is_satisfiable(&self, budget: &mut Budget) -> Answer {
        match self.necessary.is_empty(budget) {
            Answer::Proved => Answer::Refuted,
            Answer::Refuted => Answer::Proved,
            open => open,
        }
    }

    /// Whether the set certainly has all points.
    pub fn is_valid(&self, budget: &mut Budget) -> Answer {
        Set::universe().is_subset(&self.sufficient, budget)
    }

    pub fn not(&self, budget: &mut Budget) -> Bracket {
        let necessary = self.sufficient.complement(budget);
        if self.exact().is_some() {
            return necessary.map_or_else(|_| Bracket::unknown(), Bracket::exactly);
        }
        Bracket {
            necessary: necessary.unwrap_or_else(|_| Set::universe()),
            sufficient: self.necessary.complement(budget).unwrap_or_else(|_| Set::empty()),
        }
    }

    pub fn and(&self, other: &Bracket, budget: &mut Budget) -> Bracket {
        let necessary = self.necessary.intersect(&other.necessary, budget);
        if self.exact().is_some() && other.exact().is_some() {
            return match necessary {
                Ok(set) => Bracket::exactly(set),
                Err(_) => Bracket::new_unchecked(self.necessary.clone(), Set::empty()),
            };
        }
        let sufficient = self.sufficient.intersect(&other.sufficient, budget);
        Bracket {
            necessary: necessary.unwrap_or_else(|_| self.necessary.clone()),
            sufficient: sufficient.unwrap_or_else(|_| Set::empty()),
        }
    }

    pub fn or(&self, other: &Bracket) -> Bracket {
        Bracket {
            necessary: self.necessary.union(&other.necessary),
            sufficient: self.sufficient.union(&other.sufficient),
        }
    }

    /// ∃ variables.
    pub fn exists(&self, variables: &[Variable], budget: &mut Budget) -> Bracket {
        let over = self.necessary.project(variables, budget);
        if self.exact().is_some() {
            return over;
        }
        Bracket {
            necessary: over.necessary,
            sufficient: self.sufficient.project(variables, budget).sufficient,
        }
    }

    /// ∀ variables, as ¬∃¬.
    pub fn for_all(&self, variables: &[Variable], budget: &mut Budget) -> Bracket {
        self.not(budget).exists(variables, budget).not(budget)
    }

    /// `φ₁ ↓ φ₂` (Definition 1): this constraint for those values of the index variables that the other allows.
    pub fn restrict(&self, variables: &[Variable], other: &Bracket, budget: &mut Budget) -> Bracket {
        self.and(other, budget).exists(variables, budget)
    }

    /// Generalises over all iterations (§5.3) for a location whose writes in different iterations hit different
    /// elements: an element is written if some iteration writes it.
    pub fn generalize(&self, iteration: Variable, range: &Set, budget: &mut Budget) -> Bracket {
        let range = Bracket::exactly(range.clone());
        self.restrict(&[iteration], &range, budget)
    }

    /// Generalises over all iterations for any location: an element may be written if some iteration writes it, and
    /// must be if there are iterations and all of them write it.
    pub fn generalize_conservatively(
        &self,
        iteration: Variable,
        range: &Set,
        budget: &mut Budget,
    ) -> Bracket {
        let range = Bracket::exactly(range.clone());
        let some = self.restrict(&[iteration], &range, budget);
        let all = range.not(budget).or(self).for_all(&[iteration], budget);
        let nonempty = range.exists(&[iteration], budget);
        Bracket { necessary: some.necessary, sufficient: all.and(&nonempty, budget).sufficient }
    }

    /// The least upper bound of §5.2: what may hold in one of them, and must hold in both.
    pub fn join(&self, other: &Bracket, budget: &mut Budget) -> Bracket {
        let sufficient = self.sufficient.intersect(&other.sufficient, budget);
        Bracket {
            necessary: self.necessary.union(&other.necessary),
            sufficient: sufficient.unwrap_or_else(|_| Set::empty()),
        }
    }

    /// The order of §5.2: this bracket says at least as much as the other.
    pub fn is_within(&self, other: &Bracket, budget: &mut Budget) -> Answer {
        match self.necessary.is_subset(&other.necessary, budget) {
            Answer::Proved => other.sufficient.is_subset(&self.sufficient, budget),
            answer => answer,
        }
    }

    /// Widening (§5.2). Literals that only one side has are replaced by `true` in what is necessary and by `false` in
    /// what is sufficient. The paper takes both substitutions and joins them, which is the same where a literal occurs
    /// in one polarity; in mixed polarity that would not be an approximation. The literals of the result are among
    /// those of both arguments, so a chain of widenings ends.
    pub fn widen(&self, next: &Bracket, budget: &mut Budget) -> Bracket {
        let joined = self.join(next, budget);
        let shared_necessary = shared_literals(&self.necessary, &next.necessary);
        let shared_sufficient = shared_literals(&self.sufficient, &next.sufficient);
        let necessary = joined.necessary.conjuncts().iter().map(|conjunct| {
            let kept = conjunct.constraints().iter();
            Set::from_constraints(kept.filter(|c| shared_necessary.contains(c)).cloned())
        });
        let necessary = necessary.fold(Set::empty(), |union, set| union.union(&set));
        let sufficient = joined.sufficient.conjuncts().iter().filter(|conjunct| {
            let mut literals = conjunct.constraints().iter();
            literals.all(|constraint| shared_sufficient.contains(&constraint))
        });
        let sufficient = Set::from_conjuncts(sufficient.cloned());
        Bracket { necessary, sufficient }
    }

    pub fn substitute(&self, variable: Variable, value: &Affine) -> Result<Bracket, Reason> {
        Ok(Bracket {
            necessary: self.necessary.substitute(variable, value)?,
            sufficient: self.sufficient.substitute(variable, value)?,
        })
    }

    pub fn rename(&self, rename: &dyn Fn(Variable) -> Variable) -> Result<Bracket, Reason> {
        Ok(Bracket { necessary: self.necessary.rename(rename)?, sufficient: self.sufficient.rename(rename)? })
    }

    /// Both sides in a small readable form.
    pub fn simplify(&self, budget: &mut Budget) -> Bracket {
        self.simplify_under(&[], budget)
    }

    /// Both sides in a form that is small and equal where the context holds.
    pub fn simplify_under(&self, context: &[Constraint], budget: &mut Budget) -> Bracket {
        let necessary = self.necessary.simplify_under(context, budget);
        if self.exact().is_some() {
            return Bracket::exactly(necessary);
        }
        let sufficient = self.sufficient.simplify_under(context, budget);
        // Two different forms of one set hide that the bracket is exact.
        if necessary.equals(&sufficient, budget) == Answer::Proved {
            return Bracket::exactly(necessary);
        }
        Bracket { necessary, sufficient }
    }
}

fn shared_literals<'a>(left: &'a Set, right: &Set) -> Vec<&'a Constraint> {
    let literals = left.conjuncts().iter().flat_map(|c| c.constraints());
    literals
        .filter(|&literal| {
            let mut theirs = right.conjuncts().iter();
            theirs.any(|conjunct| conjunct.constraints().contains(literal))
        })
        .collect()
}
