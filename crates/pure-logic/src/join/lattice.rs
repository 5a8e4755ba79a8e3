//! Linear equations and congruences as cosets of lattices, and the least coset that contains two of them.
//!
//! The integer solutions of `a·x = c` and `a·x ≡ c (mod m)` are `x₀ + L` for a lattice `L`.
//! The union of two such sets lies in `x₀ + (L₁ + L₂ + ℤ·(y₀ - x₀))`, and nothing smaller of this form contains it.
//! The equations of a coset are read off the Smith normal form of its generators.
//! All arithmetic is checked; an overflow answers `None`, and the caller does without.

use crate::number::{gcd, remainder, symmetric_remainder};

/// One condition on a vector: `coefficients·x + constant` is zero, or divisible by a modulus.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Equation {
    pub coefficients: Vec<i128>,
    pub constant: i128,
    /// Zero for an equation, at least two for a congruence.
    pub modulus: i128,
}

/// `origin + ℤ·generators`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Coset {
    origin: Vec<i128>,
    generators: Vec<Vec<i128>>,
}

/// What the equations of a coset are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Solutions {
    None,
    Some(Coset),
}

impl Coset {
    /// The solutions of a system in the given number of unknowns; `None` on overflow.
    pub fn solve(dimension: usize, equations: &[Equation]) -> Option<Solutions> {
        let mut coset = Coset {
            origin: vec![0; dimension],
            generators: (0..dimension).map(|index| unit(dimension, index)).collect(),
        };
        for equation in equations {
            if !coset.restrict(equation)? {
                return Some(Solutions::None);
            }
        }
        Some(Solutions::Some(coset))
    }

    /// Keeps the points that satisfy one more equation; `false` if there is none.
    fn restrict(&mut self, equation: &Equation) -> Option<bool> {
        let constant = dot(&equation.coefficients, &self.origin)?.checked_add(equation.constant)?;
        let constant = negatable(constant)?;
        let mut images = Vec::with_capacity(self.generators.len());
        for generator in &self.generators {
            images.push(dot(&equation.coefficients, generator)?);
        }
        // Change the basis until at most one generator is seen by the equation.
        loop {
            let Some(least) = (0..images.len())
                .filter(|index| images[*index] != 0)
                .min_by_key(|index| images[*index].unsigned_abs())
            else {
                return Some(if equation.modulus == 0 {
                    constant == 0
                } else {
                    constant % equation.modulus == 0
                });
            };
            let mut is_reduced = true;
            for index in 0..images.len() {
                if index != least && images[index] != 0 {
                    let quotient = images[index] / images[least];
                    images[index] -= quotient.checked_mul(images[least])?;
                    let (low, high) = (index.min(least), index.max(least));
                    let (left, right) = self.generators.split_at_mut(high);
                    let (target, source) =
                        if index == low { (&mut left[low], &right[0]) } else { (&mut right[0], &left[low]) };
                    add_multiple(target, quotient.checked_neg()?, source)?;
                    is_reduced &= images[index] == 0;
                }
            }
            if is_reduced {
                return self.fix(least, images[least], constant, equation.modulus);
            }
        }
    }

    /// Only one generator is seen: its factor `t` satisfies `image·t + constant = 0`, or the congruence.
    fn fix(&mut self, index: usize, image: i128, constant: i128, modulus: i128) -> Option<bool> {
        if modulus == 0 {
            if constant % image != 0 {
                return Some(false);
            }
            let generator = self.generators.remove(index);
            add_multiple(&mut self.origin, (constant / image).checked_neg()?, &generator)?;
            return Some(true);
        }
        let common = gcd(image, modulus);
        if constant % common != 0 {
            return Some(false);
        }
        let step = modulus / common;
        let inverse = crate::facts::range::modular_inverse(remainder(image / common, step.max(1)), step)?;
        let target = remainder((constant / common).checked_neg()?, step.max(1));
        let factor = remainder(target.checked_mul(inverse)?, step.max(1));
        let generator = self.generators[index].clone();
        add_multiple(&mut self.origin, factor, &generator)?;
        for entry in &mut self.generators[index] {
            *entry = negatable(entry.checked_mul(step)?)?;
        }
        Some(true)
    }

    /// The least coset that contains both; `None` on overflow.
    pub fn join(&self, other: &Coset) -> Option<Coset> {
        let mut generators = self.generators.clone();
        generators.extend(other.generators.iter().cloned());
        let mut difference = other.origin.clone();
        add_multiple(&mut difference, -1, &self.origin)?;
        generators.push(difference);
        Some(Coset { origin: self.origin.clone(), generators })
    }

    /// Equations and congruences whose solutions are exactly the coset; `None` on overflow.
    pub fn equations(&self) -> Option<Vec<Equation>> {
        let dimension = self.origin.len();
        let (transform, divisors) = smith(dimension, &self.generators)?;
        let mut equations: Vec<Vec<i128>> = Vec::new();
        let mut congruences = Vec::new();
        for (row, divisor) in transform.into_iter().zip(divisors) {
            match divisor {
                0 => equations.push(row),
                1 => {}
                modulus => congruences.push((row, modulus)),
            }
        }
        reduce(&mut equations)?;
        let mut result = Vec::new();
        for coefficients in equations {
            let constant = dot(&coefficients, &self.origin)?.checked_neg()?;
            result.push(Equation { coefficients, constant, modulus: 0 });
        }
        for (row, modulus) in congruences {
            let coefficients: Vec<i128> =
                row.iter().map(|coefficient| symmetric_remainder(*coefficient, modulus)).collect();
            if coefficients.iter().all(|coefficient| *coefficient == 0) {
                continue;
            }
            let constant = symmetric_remainder(dot(&coefficients, &self.origin)?.checked_neg()?, modulus);
            result.push(Equation { coefficients, constant, modulus });
        }
        Some(result)
    }

    #[cfg(test)]
    fn contains(&self, point: &[i128]) -> bool {
        self.equations().expect("small numbers").iter().all(|equation| {
            let value = dot(&equation.coefficients, point).expect("small numbers") + equation.constant;
            if equation.modulus == 0 { value == 0 } else { value % equation.modulus == 0 }
        })
    }
}

fn unit(dimension: usize, index: usize) -> Vec<i128> {
    let mut vector = vec![0; dimension];
    vector[index] = 1;
    vector
}

fn dot(left: &[i128], right: &[i128]) -> Option<i128> {
    let mut sum = 0i128;
    for (left, right) in left.iter().zip(right) {
        sum = sum.checked_add(left.checked_mul(*right)?)?;
    }
    negatable(sum)
}

/// Numbers that cannot be negated are treated as overflow: then quotients cannot overflow either.
fn negatable(value: i128) -> Option<i128> {
    (value != i128::MIN).then_some(value)
}

fn add_multiple(target: &mut [i128], factor: i128, source: &[i128]) -> Option<()> {
    for (target, source) in target.iter_mut().zip(source) {
        *target = negatable(target.checked_add(factor.checked_mul(*source)?)?)?;
    }
    Some(())
}

/// Diagonalises the matrix whose columns are the generators by unimodular row and column operations.
/// Returns the row transformation and, for every row, its diagonal entry (zero beyond the rank).
fn smith(dimension: usize, generators: &[Vec<i128>]) -> Option<(Vec<Vec<i128>>, Vec<i128>)> {
    let mut matrix: Vec<Vec<i128>> =
        (0..dimension).map(|row| generators.iter().map(|generator| generator[row]).collect()).collect();
    let mut transform: Vec<Vec<i128>> = (0..dimension).map(|index| unit(dimension, index)).collect();
    let columns = generators.len();
    let mut divisors = vec![0; dimension];
    for corner in 0..dimension.min(columns) {
        loop {
            let least = (corner..dimension)
                .flat_map(|row| (corner..columns).map(move |column| (row, column)))
                .filter(|&(row, column)| matrix[row][column] != 0)
                .min_by_key(|&(row, column)| matrix[row][column].unsigned_abs());
            let Some((row, column)) = least else {
                return Some((transform, divisors));
            };
            matrix.swap(corner, row);
            transform.swap(corner, row);
            for entries in &mut matrix {
                entries.swap(corner, column);
            }
            let pivot = matrix[corner][corner];
            let mut is_done = true;
            for row in corner + 1..dimension {
                let quotient = matrix[row][corner] / pivot;
                if quotient != 0 {
                    let (upper, lower) = matrix.split_at_mut(row);
                    add_multiple(&mut lower[0], -quotient, &upper[corner])?;
                    let (upper, lower) = transform.split_at_mut(row);
                    add_multiple(&mut lower[0], -quotient, &upper[corner])?;
                }
                is_done &= matrix[row][corner] == 0;
            }
            for column in corner + 1..columns {
                let quotient = matrix[corner][column] / pivot;
                if quotient != 0 {
                    for entries in &mut matrix {
                        let change = quotient.checked_mul(entries[corner])?;
                        entries[column] = negatable(entries[column].checked_sub(change)?)?;
                    }
                }
                is_done &= matrix[corner][column] == 0;
            }
            if is_done {
                divisors[corner] = pivot.checked_abs()?;
                break;
            }
        }
    }
    Some((transform, divisors))
}

/// Brings equations into a reduced echelon form with coprime entries: few unknowns in each.
fn reduce(equations: &mut [Vec<i128>]) -> Option<()> {
    let dimension = equations.first().map_or(0, Vec::len);
    let mut solved = 0;
    for column in (0..dimension).rev() {
        let Some(pivot) = (solved..equations.len())
            .filter(|row| equations[*row][column] != 0)
            .min_by_key(|row| equations[*row][column].unsigned_abs())
        else {
            continue;
        };
        equations.swap(solved, pivot);
        for row in 0..equations.len() {
            if row == solved || equations[row][column] == 0 {
                continue;
            }
            let (pivot_entry, entry) = (equations[solved][column], equations[row][column]);
            let common = gcd(pivot_entry, entry);
            let (scale, factor) = (pivot_entry / common, entry / common);
            let source = equations[solved].clone();
            for target in &mut equations[row] {
                *target = negatable(target.checked_mul(scale)?)?;
            }
            add_multiple(&mut equations[row], -factor, &source)?;
            make_coprime(&mut equations[row]);
        }
        make_coprime(&mut equations[solved]);
        solved += 1;
    }
    Some(())
}

fn make_coprime(vector: &mut [i128]) {
    let divisor = vector.iter().fold(0, |divisor, entry| gcd(divisor, *entry));
    if divisor > 1 {
        for entry in vector {
            *entry /= divisor;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn equation(coefficients: &[i128], constant: i128, modulus: i128) -> Equation {
        Equation { coefficients: coefficients.to_vec(), constant, modulus }
    }

    fn coset(equations: &[Equation]) -> Coset {
        match Coset::solve(2, equations).expect("small numbers") {
            Solutions::Some(coset) => coset,
            Solutions::None => panic!("the system has solutions"),
        }
    }

    fn holds(equation: &Equation, point: [i128; 2]) -> bool {
        let value = dot(&equation.coefficients, &point).expect("small numbers") + equation.constant;
        if equation.modulus == 0 { value == 0 } else { value % equation.modulus == 0 }
    }

    /// All systems of one equation and one congruence with small numbers in the plane.
    #[test]
    fn cosets_are_the_solutions_and_joins_contain_both() {
        let mut cosets: Vec<(Vec<Equation>, Coset)> = Vec::new();
        for a in -2..=2 {
            for b in -1..=2 {
                for constant in -1..=1 {
                    for modulus in [0, 2, 3] {
                        let system =
                            vec![equation(&[a, b], constant, modulus), equation(&[1, 1], constant, 4)];
                        match Coset::solve(2, &system).expect("small numbers") {
                            Solutions::None => {
                                for x in -6..=6 {
                                    for y in -6..=6 {
                                        assert!(!system.iter().all(|equation| holds(equation, [x, y])));
                                    }
                                }
                            }
                            Solutions::Some(coset) => cosets.push((system, coset)),
                        }
                    }
                }
            }
        }
        for (system, coset) in &cosets {
            for x in -6..=6 {
                for y in -6..=6 {
                    let expected = system.iter().all(|equation| holds(equation, [x, y]));
                    assert_eq!(coset.contains(&[x, y]), expected, "{system:?} {x} {y}");
                }
            }
        }
        for (_, left) in cosets.iter().step_by(7) {
            for (_, right) in cosets.iter().step_by(5) {
                let join = left.join(right).expect("small numbers");
                for x in -6..=6 {
                    for y in -6..=6 {
                        if left.contains(&[x, y]) || right.contains(&[x, y]) {
                            assert!(join.contains(&[x, y]));
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn the_line_through_two_points_is_found() {
        // i = 0, p = 16 and i = 1, p = 24.
        let left = coset(&[equation(&[1, 0], 0, 0), equation(&[0, 1], -16, 0)]);
        let right = coset(&[equation(&[1, 0], -1, 0), equation(&[0, 1], -24, 0)]);
        let join = left.join(&right).expect("small numbers");
        assert!(join.contains(&[5, 56]) && !join.contains(&[5, 57]) && !join.contains(&[4, 56]));
    }

    #[test]
    fn overflow_is_noticed() {
        let huge = i128::MAX / 2;
        let system = [equation(&[huge, huge - 1], 0, 0), equation(&[huge, 1], 0, 0)];
        assert_eq!(Coset::solve(2, &system), None);
    }
}
