//! Remainders that the facts simplify: the low bits of an address whose alignment is known.

use super::Facts;
use crate::number::remainder;
use crate::solver::Solver;
use crate::term::{Atom, AtomKind, Term};

impl Facts {
    /// A term that equals `term mod modulus` in every model of the facts. Summands whose remainder is known
    /// are replaced by it, so that tags disappear from aligned addresses and can be told from them:
    ///
    /// ```text
    ///   16 | a                       a mod 2  =  0       (a + 1) mod 2  =  1
    ///   16 | a,  0 ≤ t ≤ 1           (a + t) mod 2  =  t
    /// ```
    pub fn remainder(&self, solver: &mut Solver, term: Term, modulus: i128) -> Term {
        let plain = solver.terms.modulo(term, modulus);
        let found = solver.terms.summands(plain).iter().find_map(|&(atom, factor)| {
            let AtomKind::Modulo(inner, modulus) = solver.terms.kind(atom) else { return None };
            Some((atom, factor, inner, modulus))
        });
        let Some((atom, factor, inner, modulus)) = found else { return plain };
        let Some(value) = self.remainder_of_sum(solver, inner, modulus) else { return plain };
        let own = solver.terms.atom_term(atom);
        let change = solver.terms.subtract(value, own);
        solver.terms.add_scaled(plain, factor, change)
    }

    /// `sum mod modulus` in simpler words, if the facts tell some.
    fn remainder_of_sum(&self, solver: &mut Solver, sum: Term, modulus: i128) -> Option<Term> {
        let summands: Vec<(Atom, i128)> = solver.terms.summands(sum).to_vec();
        let mut rest = sum;
        for (atom, factor) in summands {
            let own = solver.terms.atom_term(atom);
            let range = self.bounds(solver, own);
            let (repeats, offset) = match range.value() {
                Some(value) => (0, value),
                None => (range.modulus, range.residue),
            };
            // factor·atom = factor·(repeats·k + offset) for some k.
            if factor.checked_mul(repeats).is_some_and(|step| step % modulus == 0) {
                let known = solver.terms.constant(offset);
                let change = solver.terms.subtract(known, own);
                rest = solver.terms.add_scaled(rest, factor, change);
            }
        }
        let constant = solver.terms.constant_part(rest);
        rest = solver.terms.add_constant(rest, remainder(constant, modulus) - constant);
        let range = self.bounds(solver, rest);
        if let Some(value) = range.value() {
            return Some(solver.terms.constant(remainder(value, modulus)));
        }
        if range.modulus % modulus == 0 {
            return Some(solver.terms.constant(remainder(range.residue, modulus)));
        }
        if range.lower.is_some_and(|lower| lower >= 0) && range.upper.is_some_and(|upper| upper < modulus) {
            return Some(rest);
        }
        (rest != sum).then(|| solver.terms.modulo(rest, modulus))
    }
}

#[cfg(test)]
mod tests {
    use crate::facts::Facts;
    use crate::parse::{parse_facts, parse_term};
    use crate::solver::Solver;

    fn remainder(facts: &str, term: &str, modulus: i128) -> String {
        let mut solver = Solver::new();
        let known = parse_facts(&mut solver.terms, facts).unwrap();
        let facts = Facts::from_facts(&mut solver, &known);
        let term = parse_term(&mut solver.terms, term).unwrap();
        let value = facts.remainder(&mut solver, term, modulus);
        solver.terms.display_term(value).to_string()
    }

    #[test]
    fn aligned_addresses_have_no_tag() {
        assert_eq!(remainder("a mod 16 = 0", "a", 2), "0");
        assert_eq!(remainder("a mod 16 = 0", "a + 1", 2), "1");
        assert_eq!(remainder("a mod 16 = 0", "a + 9", 8), "1");
        assert_eq!(remainder("a = b + 8 && b mod 16 = 0", "a", 8), "0");
    }

    #[test]
    fn a_tag_that_is_added_to_an_aligned_address_is_its_remainder() {
        assert_eq!(remainder("a mod 8 = 0 && 0 <= t && t <= 1", "a + t", 2), "t");
        assert_eq!(remainder("a mod 8 = 0 && b mod 8 = 0 && 0 <= t && t <= 3", "a - b + t", 4), "t");
    }

    #[test]
    fn what_is_not_known_stays() {
        let plain = remainder("0 <= a", "a", 2);
        assert_eq!(remainder("a mod 8 = 0", "a + b", 2), remainder("0 <= b", "b", 2));
        assert_ne!(plain, "0");
        assert_eq!(remainder("a mod 2 = 0", "a", 4), remainder("0 <= a", "a", 4));
    }

    /// All small values that satisfy the facts give the same remainder.
    #[test]
    fn the_simpler_term_has_the_same_value_everywhere() {
        use crate::model::Model;
        let texts = ["a mod 4 = 0", "a mod 2 = 1", "0 <= b && b <= 1", "a = 2*b + 1", "a mod 6 = 3 && b = 5"];
        let terms = ["a", "a + b", "a - b + 1", "2*a + b", "3*a - 2*b + 7", "a + (b mod 2)"];
        let mut simplified = 0;
        for text in texts {
            let mut solver = Solver::new();
            let known = parse_facts(&mut solver.terms, text).unwrap();
            let facts = Facts::from_facts(&mut solver, &known);
            let [a, b] = ["a", "b"].map(|name| {
                let variable = solver.terms.variable(name);
                solver.terms.as_atom(variable).unwrap()
            });
            for (term, modulus) in terms.iter().flat_map(|term| [2, 3, 4, 8].map(|modulus| (term, modulus))) {
                let term = parse_term(&mut solver.terms, term).unwrap();
                let value = facts.remainder(&mut solver, term, modulus);
                let plain = solver.terms.modulo(term, modulus);
                simplified += usize::from(value != plain);
                for (x, y) in (-9..=9).flat_map(|x| (-9..=9).map(move |y| (x, y))) {
                    let model = Model::new(vec![(a, x), (b, y)]);
                    if known.iter().all(|&fact| model.satisfies(&solver.terms, fact) == Some(true)) {
                        let (left, right) =
                            (model.evaluate(&solver.terms, value), model.evaluate(&solver.terms, plain));
                        assert_eq!(left, right, "{text}: a = {x}, b = {y}");
                    }
                }
            }
        }
        assert!(simplified > 20);
    }
}
