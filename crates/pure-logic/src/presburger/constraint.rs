//! Atomic constraints over affine expressions.

use super::affine::{Affine, Variable, gcd};

/// One atomic constraint.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Constraint {
    /// The expression is 0.
    Zero(Affine),
    /// The expression is at least 0.
    NonNegative(Affine),
    /// The modulus, which is positive, divides the expression.
    Divides(i128, Affine),
    /// The modulus, which is positive, does not divide the expression.
    NotDivides(i128, Affine),
}

/// What normalisation makes of a constraint.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Normal {
    True,
    False,
    Atom(Constraint),
}

impl Constraint {
    /// `left <= right`.
    pub fn at_most(left: &Affine, right: &Affine) -> Option<Constraint> {
        Some(Constraint::NonNegative(right.subtract(left)?))
    }

    /// `left < right`.
    pub fn less(left: &Affine, right: &Affine) -> Option<Constraint> {
        let difference = right.subtract(left)?.add_constant(-1)?;
        Some(Constraint::NonNegative(difference))
    }

    /// `left = right`.
    pub fn equal(left: &Affine, right: &Affine) -> Option<Constraint> {
        Some(Constraint::Zero(left.subtract(right)?))
    }

    pub fn affine(&self) -> &Affine {
        match self {
            Constraint::Zero(affine)
            | Constraint::NonNegative(affine)
            | Constraint::Divides(_, affine)
            | Constraint::NotDivides(_, affine) => affine,
        }
    }

    pub fn mentions(&self, variable: Variable) -> bool {
        self.affine().mentions(variable)
    }

    /// The constraint with its expression replaced.
    pub fn with_affine(&self, affine: Affine) -> Constraint {
        match self {
            Constraint::Zero(_) => Constraint::Zero(affine),
            Constraint::NonNegative(_) => Constraint::NonNegative(affine),
            Constraint::Divides(modulus, _) => Constraint::Divides(*modulus, affine),
            Constraint::NotDivides(modulus, _) => Constraint::NotDivides(*modulus, affine),
        }
    }

    pub fn substitute(&self, variable: Variable, value: &Affine) -> Option<Constraint> {
        Some(self.with_affine(self.affine().substitute(variable, value)?))
    }

    pub fn rename(&self, rename: &dyn Fn(Variable) -> Variable) -> Option<Constraint> {
        Some(self.with_affine(self.affine().rename(rename)?))
    }

    /// Whether the constraint holds for the given values; `None` when the expression leaves 128 bits.
    pub fn holds(&self, value: &dyn Fn(Variable) -> i128) -> Option<bool> {
        let result = self.affine().evaluate(value)?;
        Some(match self {
            Constraint::Zero(_) => result == 0,
            Constraint::NonNegative(_) => result >= 0,
            Constraint::Divides(modulus, _) => divides(*modulus, result),
            Constraint::NotDivides(modulus, _) => !divides(*modulus, result),
        })
    }

    /// The negation, as a disjunction of one or two constraints.
    pub fn negate(&self) -> Option<Vec<Constraint>> {
        Some(match self {
            Constraint::Zero(affine) => vec![
                Constraint::NonNegative(affine.add_constant(-1)?),
                Constraint::NonNegative(affine.negate().add_constant(-1)?),
            ],
            Constraint::NonNegative(affine) => {
                vec![Constraint::NonNegative(affine.negate().add_constant(-1)?)]
            }
            Constraint::Divides(modulus, affine) => {
                vec![Constraint::NotDivides(*modulus, affine.clone())]
            }
            Constraint::NotDivides(modulus, affine) => {
                vec![Constraint::Divides(*modulus, affine.clone())]
            }
        })
    }

    /// Divides by the greatest common divisor, tightens constants, reduces residues, and decides constant
    /// constraints. Equivalent single constraints become equal.
    pub fn normalize(&self) -> Normal {
        match self {
            Constraint::Zero(affine) => normalize_zero(affine),
            Constraint::NonNegative(affine) => normalize_non_negative(affine),
            Constraint::Divides(modulus, affine) => normalize_divides(*modulus, affine),
            Constraint::NotDivides(modulus, affine) => match normalize_divides(*modulus, affine) {
                Normal::True => Normal::False,
                Normal::False => Normal::True,
                Normal::Atom(Constraint::Divides(modulus, affine)) => {
                    Normal::Atom(Constraint::NotDivides(modulus, affine))
                }
                Normal::Atom(other) => Normal::Atom(other),
            },
        }
    }
}

/// Only 0 is divisible by 0.
fn divides(modulus: i128, value: i128) -> bool {
    value.checked_rem_euclid(modulus).unwrap_or(value) == 0
}

fn truth(value: bool) -> Normal {
    if value { Normal::True } else { Normal::False }
}

fn normalize_zero(affine: &Affine) -> Normal {
    let content = affine.content();
    if content == 0 {
        return truth(affine.constant_part() == 0);
    }
    if affine.constant_part() % content != 0 {
        return Normal::False;
    }
    // The sign is free; the first coefficient is made positive.
    let reduced = affine.divide_floor(content);
    let positive = reduced.terms().first().is_some_and(|term| term.1 > 0);
    Normal::Atom(Constraint::Zero(if positive { reduced } else { reduced.negate() }))
}

fn normalize_non_negative(affine: &Affine) -> Normal {
    match affine.content() {
        0 => truth(affine.constant_part() >= 0),
        content => Normal::Atom(Constraint::NonNegative(affine.divide_floor(content))),
    }
}

fn normalize_divides(modulus: i128, affine: &Affine) -> Normal {
    if modulus <= 0 {
        // A modulus of 0 divides only 0; negative moduli are not produced by this crate.
        return match modulus.checked_neg() {
            Some(0) => normalize_zero(affine),
            Some(positive) => normalize_divides(positive, affine),
            None => Normal::Atom(Constraint::Divides(modulus, affine.clone())),
        };
    }
    let reduced = affine.reduce_modulo(modulus);
    if reduced.is_constant() {
        return truth(reduced.constant_part() == 0);
    }
    // The part of the modulus that divides all coefficients must divide the constant too.
    let common = gcd(reduced.content(), modulus);
    if reduced.constant_part() % common != 0 {
        return Normal::False;
    }
    let modulus = modulus / common;
    let reduced = reduced.divide_floor(common);
    // Multiplying by a unit changes nothing: make the first coefficient as small as a unit can make it.
    let Some(&(_, leading)) = reduced.terms().first() else {
        return Normal::True;
    };
    let divisor = gcd(leading, modulus);
    let unit = inverse_up_to(leading / divisor, modulus / divisor, modulus);
    let scaled = unit.and_then(|unit| reduced.scale(unit));
    let canonical = scaled.map_or(reduced, |affine| affine.reduce_modulo(modulus));
    Normal::Atom(Constraint::Divides(modulus, canonical))
}

/// A unit of `modulus` that is the inverse of `value` modulo `part`, where `part` divides `modulus`.
fn inverse_up_to(value: i128, part: i128, modulus: i128) -> Option<i128> {
    if part == 1 {
        return Some(1);
    }
    let inverse = modular_inverse(value, part)?;
    // The inverses modulo `part` are `inverse + i·part`; one of the first few is a unit of the whole modulus.
    (0..64)
        .filter_map(|i| inverse.checked_add(part.checked_mul(i)?))
        .find(|&candidate| gcd(candidate, modulus) == 1)
}

/// The inverse of `value` modulo `modulus`, in `0..modulus`, if there is one.
pub(super) fn modular_inverse(value: i128, modulus: i128) -> Option<i128> {
    let (mut old_remainder, mut remainder) = (value.rem_euclid(modulus), modulus);
    let (mut old_factor, mut factor) = (1i128, 0i128);
    while remainder != 0 {
        let quotient = old_remainder / remainder;
        (old_remainder, remainder) = (remainder, old_remainder - quotient * remainder);
        let next = old_factor.checked_sub(quotient.checked_mul(factor)?)?;
        (old_factor, factor) = (factor, next);
    }
    (old_remainder == 1).then(|| old_factor.rem_euclid(modulus))
}

#[cfg(test)]
mod tests {
    use super::*;

    const X: Variable = Variable(0);
    const Y: Variable = Variable(1);

    fn affine(constant: i128, terms: &[(Variable, i128)]) -> Affine {
        Affine::new(constant, terms).unwrap()
    }

    #[test]
    fn inequalities_are_tightened_to_integers() {
        let loose = Constraint::NonNegative(affine(3, &[(X, -2)]));
        let tight = Constraint::NonNegative(affine(1, &[(X, -1)]));
        assert_eq!(loose.normalize(), Normal::Atom(tight));
    }

    #[test]
    fn equalities_without_integer_solution_are_false() {
        let odd = Constraint::Zero(affine(1, &[(X, 2), (Y, 4)]));
        assert_eq!(odd.normalize(), Normal::False);
    }

    #[test]
    fn congruences_become_monic_where_a_unit_exists() {
        let constraint = Constraint::Divides(7, affine(1, &[(X, 3), (Y, 1)]));
        let Normal::Atom(Constraint::Divides(7, result)) = constraint.normalize() else {
            panic!("a congruence stays one");
        };
        assert_eq!(result.coefficient(X), 1);
    }

    #[test]
    fn normalization_keeps_the_meaning_on_a_small_world() {
        for modulus in 1..=6 {
            for constant in -3..=3 {
                for a in -4..=4 {
                    for b in -4..=4 {
                        let expression = affine(constant, &[(X, a), (Y, b)]);
                        for constraint in [
                            Constraint::Zero(expression.clone()),
                            Constraint::NonNegative(expression.clone()),
                            Constraint::Divides(modulus, expression.clone()),
                            Constraint::NotDivides(modulus, expression.clone()),
                        ] {
                            check_equivalent(&constraint);
                        }
                    }
                }
            }
        }
    }

    fn check_equivalent(constraint: &Constraint) {
        let normal = constraint.normalize();
        let negation = constraint.negate().unwrap();
        for x in -7..=7 {
            for y in -7..=7 {
                let value = |variable| if variable == X { x } else { y };
                let expected = constraint.holds(&value).unwrap();
                let found = match &normal {
                    Normal::True => true,
                    Normal::False => false,
                    Normal::Atom(atom) => atom.holds(&value).unwrap(),
                };
                assert_eq!(expected, found, "{constraint:?} at {x}, {y}");
                let negated = negation.iter().any(|part| part.holds(&value).unwrap());
                assert_eq!(expected, !negated, "negation of {constraint:?} at {x}, {y}");
            }
        }
    }
}
