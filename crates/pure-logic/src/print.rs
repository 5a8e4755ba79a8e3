//! Facts and terms as text, in the formula syntax of the project.
//!
//! The text depends on names only, never on ids, so that it is the same whatever order terms were made in.
//! [`crate::parse`] reads it back.

use std::fmt;

use crate::fact::Fact;
use crate::facts::Facts;
use crate::number::exponent_of_two;
use crate::term::{Atom, AtomKind, PRODUCT, Symbol, Term, TermTable};

/// Words that cannot be names without quotes.
pub(crate) const KEYWORDS: &[&str] = &[
    "true", "false", "mod", "div", "and", "or", "not", "xor", "distinct", "disjoint", "divides", "wrap",
    "opaque",
];

impl TermTable {
    /// The term as text.
    pub fn display_term(&self, term: Term) -> String {
        let parts = self.parts(term);
        let mut positive: Vec<Part> = Vec::new();
        let mut negative: Vec<Part> = Vec::new();
        for part in parts {
            if part.coefficient > 0 { positive.push(part) } else { negative.push(part) }
        }
        sum(&positive, &negative, self.constant_part(term))
    }

    /// The fact as text.
    pub fn display_fact(&self, fact: Fact) -> String {
        match fact {
            Fact::True => "true".into(),
            Fact::False => "false".into(),
            Fact::Zero(term) => self.equation(term, "="),
            Fact::NonZero(term) => self.equation(term, "!="),
            Fact::NonNegative(term) => self.inequality(term),
            Fact::AnyOf(clause) => {
                let mut alternatives: Vec<String> =
                    self.alternatives(clause).iter().map(|fact| self.display_fact(*fact)).collect();
                alternatives.sort_unstable();
                format!("({})", alternatives.join(" || "))
            }
            Fact::Distinct(list) => {
                let mut members: Vec<String> =
                    self.list(list).iter().map(|term| self.display_term(*term)).collect();
                members.sort_unstable();
                format!("distinct({})", members.join(", "))
            }
        }
    }

    /// A conjunction as text.
    pub fn display_facts(&self, facts: &[Fact]) -> String {
        if facts.is_empty() {
            return "true".into();
        }
        facts.iter().map(|fact| self.display_fact(*fact)).collect::<Vec<_>>().join(" && ")
    }

    fn parts(&self, term: Term) -> Vec<Part> {
        let mut parts: Vec<Part> = self
            .summands(term)
            .iter()
            .map(|&(atom, coefficient)| Part {
                coefficient,
                atom: self.display_atom(atom),
                is_operation: matches!(self.kind(atom), AtomKind::Modulo(..) | AtomKind::Divide(..)),
            })
            .collect();
        parts.sort_unstable_by(|left, right| left.atom.cmp(&right.atom));
        parts
    }

    /// Splits a term into two sums of positive parts; the constant goes to the side where it is positive.
    fn sides(&self, term: Term) -> (Vec<Part>, Vec<Part>, i128, i128) {
        let (mut left, mut right) = (Vec::new(), Vec::new());
        for part in self.parts(term) {
            if part.coefficient > 0 {
                left.push(part);
            } else {
                right.push(Part { coefficient: -part.coefficient, ..part });
            }
        }
        let constant = self.constant_part(term);
        (left, right, constant.max(0), (-constant).max(0))
    }

    fn equation(&self, term: Term, relation: &str) -> String {
        let (left, right, left_constant, right_constant) = self.sides(term);
        // A constant alone, possibly negative, stands on the right.
        if right.is_empty() {
            return format!("{} {relation} {}", sum(&left, &[], 0), number(right_constant - left_constant));
        }
        if left.is_empty() {
            return format!("{} {relation} {}", sum(&right, &[], 0), number(left_constant - right_constant));
        }
        // The simpler side first: `p = b + 8*i`.
        let side = |parts: &[Part], constant: i128| {
            let weight = parts.len() + usize::from(constant != 0);
            let has_factor = parts.iter().any(|part| part.coefficient != 1);
            (weight, has_factor, sum(parts, &[], constant))
        };
        let mut sides = [side(&left, left_constant), side(&right, right_constant)];
        sides.sort_unstable();
        format!("{} {relation} {}", sides[0].2, sides[1].2)
    }

    fn inequality(&self, term: Term) -> String {
        // `larger - smaller >= 0`
        let (larger, smaller, larger_constant, smaller_constant) = self.sides(term);
        if smaller.is_empty() {
            return format!("{} <= {}", number(smaller_constant - larger_constant), sum(&larger, &[], 0));
        }
        if larger.is_empty() {
            return format!("{} <= {}", sum(&smaller, &[], 0), number(larger_constant - smaller_constant));
        }
        if smaller_constant == 1 {
            return format!("{} < {}", sum(&smaller, &[], 0), sum(&larger, &[], 0));
        }
        format!("{} <= {}", sum(&smaller, &[], smaller_constant), sum(&larger, &[], larger_constant))
    }

    fn display_atom(&self, atom: Atom) -> String {
        match self.kind(atom) {
            AtomKind::Variable(symbol) => self.display_name(symbol),
            AtomKind::Modulo(term, modulus) => {
                format!("{} mod {}", self.operand(term), number(modulus))
            }
            AtomKind::Divide(term, divisor) => {
                format!("{} div {}", self.operand(term), number(divisor))
            }
            AtomKind::Truth(fact) => format!("[{}]", self.display_fact(fact)),
            AtomKind::Apply(function, arguments) => {
                let mut arguments: Vec<String> =
                    self.list(arguments).iter().map(|term| self.display_term(*term)).collect();
                if function == PRODUCT {
                    arguments.sort_unstable();
                }
                format!("{}({})", self.display_name(function), arguments.join(", "))
            }
            AtomKind::Opaque(number) => format!("opaque#{number}"),
        }
    }

    /// A term where only a name, an application or a parenthesis may stand.
    fn operand(&self, term: Term) -> String {
        let text = self.display_term(term);
        match self.as_atom(term).map(|atom| self.kind(atom)) {
            Some(AtomKind::Variable(_) | AtomKind::Apply(..) | AtomKind::Truth(_) | AtomKind::Opaque(_)) => {
                text
            }
            Some(AtomKind::Modulo(..) | AtomKind::Divide(..)) | None => format!("({text})"),
        }
    }

    fn display_name(&self, symbol: Symbol) -> String {
        let name = self.name(symbol);
        let mut characters = name.chars();
        let is_plain = characters.next().is_some_and(|first| first.is_alphabetic() || first == '_')
            && characters.all(is_name_character)
            && !KEYWORDS.contains(&&*name);
        if is_plain { name.into_owned() } else { format!("`{}`", name.replace('`', "``")) }
    }
}

/// Whether a character may stand in a name after its first.
pub(crate) fn is_name_character(character: char) -> bool {
    character.is_alphanumeric() || matches!(character, '_' | '\'' | '.' | '$' | '@')
}

struct Part {
    coefficient: i128,
    atom: String,
    /// A remainder or quotient, which needs parentheses below a factor.
    is_operation: bool,
}

/// A sum of parts, those with negative coefficients last, then the constant.
fn sum(positive: &[Part], negative: &[Part], constant: i128) -> String {
    let mut text = String::new();
    for part in positive.iter().chain(negative) {
        let separator = match (text.is_empty(), part.coefficient > 0) {
            (true, true) => "",
            (true, false) => "-",
            (false, true) => " + ",
            (false, false) => " - ",
        };
        text.push_str(separator);
        match part.coefficient.unsigned_abs() {
            // The minus sign before a first operand binds stronger than the operation.
            1 if separator == "-" && part.is_operation => text.push_str(&format!("({})", part.atom)),
            1 => text.push_str(&part.atom),
            factor => {
                text.push_str(&magnitude(factor));
                text.push('*');
                if part.is_operation {
                    text.push_str(&format!("({})", part.atom));
                } else {
                    text.push_str(&part.atom);
                }
            }
        }
    }
    if text.is_empty() {
        return number(constant);
    }
    if constant != 0 {
        text.push_str(if constant > 0 { " + " } else { " - " });
        text.push_str(&magnitude(constant.unsigned_abs()));
    }
    text
}

fn number(value: i128) -> String {
    let digits = magnitude(value.unsigned_abs());
    if value < 0 { format!("-{digits}") } else { digits }
}

/// Large powers of two and their predecessors are readable only as such.
fn magnitude(value: u128) -> String {
    let Ok(signed) = i128::try_from(value) else {
        return value.to_string();
    };
    match exponent_of_two(signed) {
        Some(exponent) if exponent >= 16 => format!("2^{exponent}"),
        _ => value.to_string(),
    }
}

impl Facts {
    /// The conjunction as text; parsing it gives the same facts.
    pub fn display<'a>(&'a self, terms: &'a TermTable) -> impl fmt::Display + 'a {
        struct Display<'a>(&'a Facts, &'a TermTable);
        impl fmt::Display for Display<'_> {
            fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str(&self.1.display_facts(self.0.as_slice()))
            }
        }
        Display(self, terms)
    }
}
