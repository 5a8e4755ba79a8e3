//! Existential quantifier elimination.
//!
//! Every step is exact as long as divisibility constraints may be added: an equality `a·x + e = 0` leaves `a | e`, a
//! congruence is a change of variables, and inequalities leave the dark shadow and the splinters.
//! Where that takes too many cases, the real shadow goes to the over-approximation and the dark shadow to the
//! under-approximation.

use super::affine::{Affine, Variable};
use super::bracket::Bracket;
use super::budget::Budget;
use super::conjunct::{Conjunct, implied, is_empty};
use super::constraint::{Constraint, modular_inverse};
use super::set::Set;
use crate::answer::Reason;
use crate::broken::BrokenRule;
use crate::limits::{CONJUNCTS_OF_A_SET, REMAINDERS_SPLIT, SPLINTERS_OF_A_STEP};

/// Which approximations a case contributes to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Both,
    Over,
    Under,
}

/// A conjunction with variables still to be eliminated.
#[derive(Clone)]
struct Case {
    constraints: Vec<Constraint>,
    pending: Vec<Variable>,
    side: Side,
}

impl Set {
    /// The points for which some values of the variables give a point of this set. Always answers: where exactness
    /// would cost too much, the two sides of the bracket differ.
    pub fn project(&self, variables: &[Variable], budget: &mut Budget) -> Bracket {
        let mut stack: Vec<Case> = self
            .conjuncts()
            .iter()
            .rev()
            .map(|conjunct| Case {
                constraints: conjunct.constraints().to_vec(),
                pending: variables.to_vec(),
                side: Side::Both,
            })
            .collect();
        let mut over = Vec::new();
        let mut under = Vec::new();
        while let Some(case) = stack.pop() {
            let Some(mut case) = case.normalize() else {
                continue;
            };
            case.pending.retain(|&variable| case.constraints.iter().any(|c| c.mentions(variable)));
            if case.pending.is_empty() {
                case.deliver(&mut over, &mut under);
                continue;
            }
            let result = if over.len() + under.len() + stack.len() > 2 * CONJUNCTS_OF_A_SET {
                Err(Reason::Limit)
            } else {
                case.clone().step(budget)
            };
            match result {
                Ok(cases) => stack.extend(cases.into_iter().rev()),
                Err(_) => case.give_up(&mut over),
            }
        }
        Bracket::new_unchecked(Set::from_conjuncts(over), Set::from_conjuncts(under))
    }

    /// The exact projection, or the reason why it is not had.
    pub fn project_exactly(&self, variables: &[Variable], budget: &mut Budget) -> Result<Set, Reason> {
        let bracket = self.project(variables, budget);
        match bracket.exact() {
            Some(set) => Ok(set.clone()),
            None if budget.remaining() == 0 => Err(Reason::Steps),
            None => Err(Reason::Splits),
        }
    }
}

impl Case {
    fn with(&self, constraints: Vec<Constraint>) -> Case {
        Case { constraints, pending: self.pending.clone(), side: self.side }
    }

    fn normalize(self) -> Option<Case> {
        let conjunct = Conjunct::new(self.constraints)?;
        Some(Case { constraints: conjunct.constraints().to_vec(), pending: self.pending, side: self.side })
    }

    fn deliver(self, over: &mut Vec<Conjunct>, under: &mut Vec<Conjunct>) {
        if let Some(conjunct) = Conjunct::new(self.constraints) {
            if self.side != Side::Under {
                over.push(conjunct.clone());
            }
            if self.side != Side::Over {
                under.push(conjunct);
            }
        }
    }

    /// Leaves out what is not understood from the over-approximation, and everything from the under-approximation.
    fn give_up(mut self, over: &mut Vec<Conjunct>) {
        if self.side == Side::Under {
            return;
        }
        let pending = std::mem::take(&mut self.pending);
        self.constraints.retain(|c| !pending.iter().any(|&variable| c.mentions(variable)));
        self.side = Side::Over;
        self.deliver(over, &mut Vec::new());
    }

    /// Eliminates one variable, or makes its elimination easier.
    fn step(self, budget: &mut Budget) -> Result<Vec<Case>, Reason> {
        budget.spend(self.constraints.len() * 8)?;
        let overflow = Reason::Overflow;
        if let Some((index, variable)) = self.best_equality() {
            let case = self.along_equality(index, variable, budget);
            return Ok(vec![case.ok_or(overflow)?]);
        }
        let variable = self.best_variable();
        if let Some(index) = self.position(|c| matches!(c, Constraint::Divides(..)) && c.mentions(variable)) {
            return Ok(vec![self.along_congruence(index, variable).ok_or(overflow)?]);
        }
        let (with, without): (Vec<_>, Vec<_>) =
            self.constraints.iter().cloned().partition(|c| c.mentions(variable));
        let mut bounds = BoundsOf::default();
        let mut indivisible = Vec::new();
        for constraint in with {
            match constraint {
                Constraint::NotDivides(modulus, affine) => indivisible.push((modulus, affine)),
                bound => bounds.add(bound.affine().clone(), variable),
            }
        }
        let rest = self.with(without);
        if bounds.lower.is_empty() || bounds.upper.is_empty() {
            // Far enough out every remainder occurs, and one forbidden remainder leaves others.
            if indivisible.len() <= 1 {
                return Ok(vec![rest]);
            }
        }
        match indivisible.pop() {
            Some((modulus, affine)) => self.split_remainders(modulus, &affine).ok_or(overflow),
            None => rest.shadows(&bounds, budget),
        }
    }

    fn position(&self, wanted: impl Fn(&Constraint) -> bool) -> Option<usize> {
        self.constraints.iter().position(wanted)
    }

    /// The equality and pending variable with the smallest coefficient.
    fn best_equality(&self) -> Option<(usize, Variable)> {
        let mut best: Option<(i128, usize, Variable)> = None;
        for (index, constraint) in self.constraints.iter().enumerate() {
            let Constraint::Zero(affine) = constraint else {
                continue;
            };
            for &(variable, factor) in affine.terms() {
                if self.pending.contains(&variable) && best.is_none_or(|(least, _, _)| factor.abs() < least) {
                    best = Some((factor.abs(), index, variable));
                }
            }
        }
        best.map(|(_, index, variable)| (index, variable))
    }

    /// The pending variable with the cheapest elimination.
    fn best_variable(&self) -> Variable {
        let cost = |&variable: &Variable| {
            let mut lower = 0usize;
            let mut upper = 0usize;
            let mut awkward = 0usize;
            let (mut lower_unit, mut upper_unit) = (true, true);
            for constraint in &self.constraints {
                let factor = constraint.affine().coefficient(variable);
                match constraint {
                    _ if factor == 0 => {}
                    Constraint::NonNegative(_) if factor > 0 => {
                        lower += 1;
                        lower_unit &= factor == 1;
                    }
                    Constraint::NonNegative(_) => {
                        upper += 1;
                        upper_unit &= factor == -1;
                    }
                    _ => awkward += 1,
                }
            }
            let one_sided = lower == 0 || upper == 0;
            (awkward, !one_sided, !(lower_unit || upper_unit), lower * upper)
        };
        let best = self.pending.iter().copied().min_by_key(cost);
        best.unwrap_or(Variable(0))
    }

    /// Uses `a·x + e = 0`: every other constraint is scaled until `a·x` can be replaced by `-e`, and `a` divides `e`.
    fn along_equality(&self, index: usize, variable: Variable, budget: &Budget) -> Option<Case> {
        let mut equality = self.constraints[index].affine().clone();
        if equality.coefficient(variable) < 0 {
            equality = equality.negate();
        }
        let a = equality.coefficient(variable);
        let e = equality.without(variable);
        let mut constraints = Vec::with_capacity(self.constraints.len());
        if a > 1 && !budget.breaks(BrokenRule::ProjectionForgetsDivisibility) {
            constraints.push(Constraint::Divides(a, e.clone()));
        }
        for (position, constraint) in self.constraints.iter().enumerate() {
            if position != index {
                // x = (0·y - e) / a
                constraints.push(replace_fraction(constraint, variable, &e.negate(), a)?);
            }
        }
        Some(self.with(constraints))
    }

    /// Uses `m | b·x + f`: with `g = gcd(b, m)` and `u·b = g (mod m)` this is `g | f` and `g·x = m·y - u·f` for some
    /// new `y`, which takes over the name of `x`.
    fn along_congruence(&self, index: usize, variable: Variable) -> Option<Case> {
        let Constraint::Divides(modulus, affine) = &self.constraints[index] else {
            return None;
        };
        let b = affine.coefficient(variable);
        let f = affine.without(variable);
        let g = super::affine::gcd(b, *modulus);
        let u = if modulus / g == 1 { 0 } else { modular_inverse(b / g, modulus / g)? };
        let y = Affine::new(0, &[(variable, *modulus)])?;
        let value = y.combine(1, &f, u.checked_neg()?)?;
        let mut constraints = Vec::with_capacity(self.constraints.len());
        if g > 1 {
            constraints.push(Constraint::Divides(g, f));
        }
        for (position, constraint) in self.constraints.iter().enumerate() {
            if position != index {
                constraints.push(replace_fraction(constraint, variable, &value, g)?);
            }
        }
        Some(self.with(constraints))
    }

    /// Splits `modulus ∤ affine` by remainder, or puts the affine between two multiples.
    fn split_remainders(&self, modulus: i128, affine: &Affine) -> Option<Vec<Case>> {
        let original = Constraint::NotDivides(modulus, affine.clone());
        let rest: Vec<Constraint> =
            self.constraints.iter().filter(|&constraint| *constraint != original).cloned().collect();
        if modulus <= REMAINDERS_SPLIT {
            let mut cases = Vec::new();
            for remainder in 1..modulus {
                let mut constraints = rest.clone();
                let shifted = affine.add_constant(-remainder)?;
                constraints.push(Constraint::Divides(modulus, shifted));
                cases.push(self.with(constraints));
            }
            return Some(cases);
        }
        let mut constraints = rest;
        let quotient = self.fresh_variable()?;
        let multiple = Affine::new(0, &[(quotient, modulus)])?;
        let remainder = affine.subtract(&multiple)?;
        constraints.push(Constraint::NonNegative(remainder.add_constant(-1)?));
        let headroom = remainder.negate().add_constant(modulus - 1)?;
        constraints.push(Constraint::NonNegative(headroom));
        let mut case = self.with(constraints);
        case.pending.push(quotient);
        Some(vec![case])
    }

    fn fresh_variable(&self) -> Option<Variable> {
        let mut largest = 0;
        for constraint in &self.constraints {
            let last = constraint.affine().terms().last();
            largest = largest.max(last.map_or(0, |term| term.0.0));
        }
        for variable in &self.pending {
            largest = largest.max(variable.0);
        }
        largest.checked_add(1).map(Variable)
    }

    /// Eliminates a variable that only has lower and upper bounds; `self` is what does not mention it.
    fn shadows(self, bounds: &BoundsOf, budget: &mut Budget) -> Result<Vec<Case>, Reason> {
        let mut real = self.constraints.clone();
        let mut pairs = Vec::new();
        for (a, lower) in &bounds.lower {
            for (b, upper) in &bounds.upper {
                budget.spend(8)?;
                // lower: a·x + α >= 0, upper: -b·x + β >= 0, together b·α + a·β >= 0.
                let shadow = lower.combine(*b, upper, *a).ok_or(Reason::Overflow)?;
                let gap = (a - 1).checked_mul(b - 1).ok_or(Reason::Overflow)?;
                let dark = shadow.add_constant(-gap).ok_or(Reason::Overflow)?;
                let (shadow, dark) = (Constraint::NonNegative(shadow), Constraint::NonNegative(dark));
                if gap > 0 && shadow.normalize() != dark.normalize() {
                    pairs.push(dark);
                }
                real.push(shadow);
            }
        }
        if pairs.is_empty() || budget.breaks(BrokenRule::ProjectionTakesRealShadow) {
            return Ok(vec![self.with(real)]);
        }
        if is_empty(&real, budget)? {
            return Ok(Vec::new());
        }
        let mut inexact = Vec::new();
        for dark in pairs {
            if !implied(&real, &dark, budget)? {
                inexact.push(dark);
            }
        }
        if inexact.is_empty() {
            return Ok(vec![self.with(real)]);
        }
        let mut dark = real.clone();
        dark.extend(inexact);
        let splinters = match self.side {
            Side::Both => bounds.splinters(&self),
            Side::Over => return Ok(vec![self.with(real)]),
            Side::Under => return Ok(vec![self.with(dark)]),
        };
        let Some(splinters) = splinters else {
            let over = Case { side: Side::Over, ..self.with(real) };
            let under = Case { side: Side::Under, ..self.with(dark) };
            return Ok(vec![over, under]);
        };
        let mut cases = vec![self.with(dark)];
        for splinter in splinters {
            if !is_empty(&splinter.constraints, budget)? {
                cases.push(splinter);
            }
        }
        Ok(cases)
    }
}

/// Replaces `x` by `value / divisor`, where the divisor is positive and divides the value: the constraint is scaled so
/// that no fraction appears. `value` may mention the variable itself, in a new meaning.
fn replace_fraction(
    constraint: &Constraint,
    variable: Variable,
    value: &Affine,
    divisor: i128,
) -> Option<Constraint> {
    let affine = constraint.affine();
    let b = affine.coefficient(variable);
    if b == 0 {
        return Some(constraint.clone());
    }
    let common = super::affine::gcd(b, divisor);
    let scale = divisor / common;
    let rest = affine.without(variable);
    let scaled = rest.combine(scale, value, b / common)?;
    Some(match constraint {
        Constraint::Zero(_) => Constraint::Zero(scaled),
        Constraint::NonNegative(_) => Constraint::NonNegative(scaled),
        Constraint::Divides(modulus, _) => Constraint::Divides(modulus.checked_mul(scale)?, scaled),
        Constraint::NotDivides(modulus, _) => Constraint::NotDivides(modulus.checked_mul(scale)?, scaled),
    })
}

/// The bounds of one variable `x`: lower ones `a·x + α >= 0` and upper ones `-b·x + β >= 0`.
#[derive(Default)]
struct BoundsOf {
    variable: Option<Variable>,
    lower: Vec<(i128, Affine)>,
    upper: Vec<(i128, Affine)>,
}

impl BoundsOf {
    fn add(&mut self, affine: Affine, variable: Variable) {
        self.variable = Some(variable);
        let factor = affine.coefficient(variable);
        let rest = affine.without(variable);
        if factor > 0 {
            self.lower.push((factor, rest));
        } else {
            self.upper.push((-factor, rest));
        }
    }

    /// The cases between the dark and the real shadow, or `None` if there are too many: the variable is close above one
    /// of its lower bounds, or close below one of its upper bounds, whichever gives fewer cases.
    fn splinters(&self, rest: &Case) -> Option<Vec<Case>> {
        let variable = self.variable?;
        let largest = |side: &[(i128, Affine)]| side.iter().map(|bound| bound.0).max().unwrap_or(1);
        let (lower_largest, upper_largest) = (largest(&self.lower), largest(&self.upper));
        let count = |side: &[(i128, Affine)], opposite: i128| -> i128 {
            side.iter()
                .map(|bound| last_splinter(bound.0, opposite).map_or(i128::MAX, |last| last + 1))
                .fold(0, i128::saturating_add)
        };
        let lower_count = count(&self.lower, upper_largest);
        let upper_count = count(&self.upper, lower_largest);
        if lower_count.min(upper_count) > SPLINTERS_OF_A_STEP {
            return None;
        }
        let mut all = rest.constraints.clone();
        for (a, alpha) in &self.lower {
            let term = Affine::new(0, &[(variable, *a)])?;
            all.push(Constraint::NonNegative(term.add(alpha)?));
        }
        for (b, beta) in &self.upper {
            let term = Affine::new(0, &[(variable, -*b)])?;
            all.push(Constraint::NonNegative(term.add(beta)?));
        }
        let (side, opposite, sign) = if upper_count < lower_count {
            (&self.upper, lower_largest, -1)
        } else {
            (&self.lower, upper_largest, 1)
        };
        let mut cases = Vec::new();
        for (factor, affine) in side {
            let term = Affine::new(0, &[(variable, sign * factor)])?;
            let bound = term.add(affine)?;
            for offset in 0..=last_splinter(*factor, opposite)? {
                let mut constraints = all.clone();
                constraints.push(Constraint::Zero(bound.add_constant(-offset)?));
                cases.push(rest.with(constraints));
            }
        }
        Some(cases)
    }
}

/// With coefficient `a` here and at most `b` opposite, `a·x` exceeds its bound by at most `(a·b - a - b) / b`.
fn last_splinter(a: i128, b: i128) -> Option<i128> {
    let product = a.checked_mul(b)?;
    Some((product - a).checked_sub(b)?.div_euclid(b))
}
