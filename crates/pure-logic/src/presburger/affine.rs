//! Affine expressions `c + Σ kᵢ·xᵢ` over numbered variables.

use std::fmt;

/// A variable of the arithmetic: an index or iteration variable, a parameter, or the name of an opaque term.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Variable(pub u32);

/// The expression `constant + Σ kᵢ·xᵢ`.
///
/// All arithmetic is checked: an operation whose result leaves 128 bits answers `None`.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Affine {
    /// INVARIANT: not `i128::MIN`.
    constant: i128,
    /// INVARIANT: strictly increasing variables, no zero coefficient, no coefficient equal to `i128::MIN`
    /// (so that every coefficient can be negated).
    coefficients: Vec<(Variable, i128)>,
}

impl Affine {
    /// A constant expression; one beyond 64 bits is made by [`Affine::new`].
    pub fn constant(value: i64) -> Affine {
        Affine { constant: i128::from(value), coefficients: Vec::new() }
    }

    pub fn variable(variable: Variable) -> Affine {
        Affine { constant: 0, coefficients: vec![(variable, 1)] }
    }

    /// Sums the given terms; a variable may be named more than once.
    pub fn new(constant: i128, terms: &[(Variable, i128)]) -> Option<Affine> {
        if constant == i128::MIN {
            return None;
        }
        if terms.windows(2).all(|pair| pair[0].0 < pair[1].0) {
            if terms.iter().any(|&(_, factor)| factor == i128::MIN) {
                return None;
            }
            let coefficients = terms.iter().copied().filter(|term| term.1 != 0).collect();
            return Some(Affine { constant, coefficients });
        }
        let mut sorted = terms.to_vec();
        sorted.sort_by_key(|term| term.0);
        let mut coefficients: Vec<(Variable, i128)> = Vec::with_capacity(sorted.len());
        for (variable, factor) in sorted {
            match coefficients.last_mut() {
                Some(last) if last.0 == variable => last.1 = last.1.checked_add(factor)?,
                _ => coefficients.push((variable, factor)),
            }
        }
        coefficients.retain(|term| term.1 != 0);
        if coefficients.iter().any(|term| term.1 == i128::MIN) {
            return None;
        }
        Some(Affine { constant, coefficients })
    }

    pub fn constant_part(&self) -> i128 {
        self.constant
    }

    /// The terms, by increasing variable, without zero coefficients.
    pub fn terms(&self) -> &[(Variable, i128)] {
        &self.coefficients
    }

    pub fn is_constant(&self) -> bool {
        self.coefficients.is_empty()
    }

    pub fn coefficient(&self, variable: Variable) -> i128 {
        match self.coefficients.binary_search_by_key(&variable, |term| term.0) {
            Ok(position) => self.coefficients[position].1,
            Err(_) => 0,
        }
    }

    pub fn mentions(&self, variable: Variable) -> bool {
        self.coefficient(variable) != 0
    }

    /// The greatest common divisor of the coefficients, 0 for a constant.
    pub fn content(&self) -> i128 {
        let mut divisor = 0;
        for &(_, factor) in &self.coefficients {
            divisor = gcd(divisor, factor);
            if divisor == 1 {
                break;
            }
        }
        divisor
    }

    /// The expression with another constant, which must not be `i128::MIN`.
    pub(super) fn with_constant(&self, constant: i128) -> Affine {
        Affine { constant, coefficients: self.coefficients.clone() }
    }

    pub fn add_constant(&self, value: i128) -> Option<Affine> {
        Some(self.with_constant(in_range(self.constant.checked_add(value)?)?))
    }

    pub fn negate(&self) -> Affine {
        Affine {
            constant: -self.constant,
            coefficients: self.coefficients.iter().map(|&(variable, factor)| (variable, -factor)).collect(),
        }
    }

    pub fn add(&self, other: &Affine) -> Option<Affine> {
        self.combine(1, other, 1)
    }

    pub fn subtract(&self, other: &Affine) -> Option<Affine> {
        self.combine(1, other, -1)
    }

    pub fn scale(&self, factor: i128) -> Option<Affine> {
        self.combine(factor, &Affine::default(), 0)
    }

    /// `left·self + right·other`.
    pub fn combine(&self, left: i128, other: &Affine, right: i128) -> Option<Affine> {
        let sum = |a: i128, b: i128| -> Option<i128> {
            in_range(left.checked_mul(a)?.checked_add(right.checked_mul(b)?)?)
        };
        let mut coefficients = Vec::with_capacity(self.coefficients.len() + other.coefficients.len());
        let (mut i, mut j) = (0, 0);
        while i < self.coefficients.len() || j < other.coefficients.len() {
            let mine = self.coefficients.get(i);
            let theirs = other.coefficients.get(j);
            let (variable, a, b) = match (mine, theirs) {
                (Some(&(x, a)), Some(&(y, b))) if x == y => (x, a, b),
                (Some(&(x, a)), Some(&(y, _))) if x < y => (x, a, 0),
                (Some(&(x, a)), None) => (x, a, 0),
                (_, Some(&(y, b))) => (y, 0, b),
                (None, None) => break,
            };
            i += usize::from(mine.is_some_and(|term| term.0 == variable));
            j += usize::from(theirs.is_some_and(|term| term.0 == variable));
            let factor = sum(a, b)?;
            if factor != 0 {
                coefficients.push((variable, factor));
            }
        }
        Some(Affine { constant: sum(self.constant, other.constant)?, coefficients })
    }

    /// Replaces `variable` by `value`.
    pub fn substitute(&self, variable: Variable, value: &Affine) -> Option<Affine> {
        let factor = self.coefficient(variable);
        if factor == 0 {
            return Some(self.clone());
        }
        self.without(variable).combine(1, value, factor)
    }

    /// The expression with the term of `variable` left out.
    pub fn without(&self, variable: Variable) -> Affine {
        Affine {
            constant: self.constant,
            coefficients: self.coefficients.iter().copied().filter(|term| term.0 != variable).collect(),
        }
    }

    /// Replaces every variable by another; two variables may become one.
    pub fn rename(&self, rename: &dyn Fn(Variable) -> Variable) -> Option<Affine> {
        let terms: Vec<_> =
            self.coefficients.iter().map(|&(variable, factor)| (rename(variable), factor)).collect();
        Affine::new(self.constant, &terms)
    }

    pub fn evaluate(&self, value: &dyn Fn(Variable) -> i128) -> Option<i128> {
        let mut sum = self.constant;
        for &(variable, factor) in &self.coefficients {
            sum = sum.checked_add(factor.checked_mul(value(variable))?)?;
        }
        Some(sum)
    }

    /// Divides every coefficient by `divisor`, which must divide them all, and takes the floor of the constant.
    pub(super) fn divide_floor(&self, divisor: i128) -> Affine {
        Affine {
            constant: self.constant.div_euclid(divisor),
            coefficients: self
                .coefficients
                .iter()
                .map(|&(variable, factor)| (variable, factor / divisor))
                .collect(),
        }
    }

    /// Replaces each number by its residue in `0..modulus`.
    pub(super) fn reduce_modulo(&self, modulus: i128) -> Affine {
        Affine {
            constant: self.constant.rem_euclid(modulus),
            coefficients: self
                .coefficients
                .iter()
                .map(|&(variable, factor)| (variable, factor.rem_euclid(modulus)))
                .filter(|term| term.1 != 0)
                .collect(),
        }
    }
}

/// `i128::MIN` is kept out of all expressions so that negation never overflows.
fn in_range(value: i128) -> Option<i128> {
    (value != i128::MIN).then_some(value)
}

/// The non-negative greatest common divisor; neither argument may be `i128::MIN`.
pub(super) fn gcd(a: i128, b: i128) -> i128 {
    let (mut a, mut b) = (a.abs(), b.abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

impl fmt::Display for Variable {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "x{}", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const X: Variable = Variable(0);
    const Y: Variable = Variable(1);

    #[test]
    fn combination_drops_terms_that_cancel() {
        let left = Affine::new(3, &[(X, 2), (Y, 1)]).unwrap();
        let right = Affine::new(1, &[(X, 1)]).unwrap();
        let sum = left.combine(1, &right, -2).unwrap();
        assert_eq!(sum, Affine::new(1, &[(Y, 1)]).unwrap());
    }

    #[test]
    fn repeated_variables_are_summed() {
        let sum = Affine::new(0, &[(Y, 1), (X, 4), (Y, -1)]).unwrap();
        assert_eq!(sum.terms(), &[(X, 4)]);
    }

    #[test]
    fn overflow_is_reported_not_wrapped() {
        let large = Affine::new(0, &[(X, i128::MAX)]).unwrap();
        assert_eq!(large.scale(2), None);
        assert_eq!(large.add_constant(i128::MAX).unwrap().add_constant(1), None);
        assert_eq!(Affine::new(i128::MIN, &[]), None);
    }

    #[test]
    fn substitution_replaces_the_variable() {
        let expression = Affine::new(1, &[(X, 3), (Y, 1)]).unwrap();
        let value = Affine::new(2, &[(Y, -1)]).unwrap();
        let result = expression.substitute(X, &value).unwrap();
        assert_eq!(result, Affine::new(7, &[(Y, -2)]).unwrap());
    }
}
