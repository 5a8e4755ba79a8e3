//! Sets and brackets as text in the project's formula syntax.

use super::affine::{Affine, Variable};
use super::bracket::Bracket;
use super::constraint::Constraint;
use super::formula::{Formula, Names};
use super::set::Set;

/// The spelling of a variable.
type Spell<'a> = &'a dyn Fn(Variable) -> String;

impl Set {
    /// `0 <= i && i < 2*c && i mod 2 = 0`, `true`, `false`, or a disjunction with the common part in front.
    pub fn display(&self, names: &Names) -> String {
        self.display_with(&|variable| names.name(variable).to_owned())
    }

    pub fn display_with(&self, spell: Spell) -> String {
        let lines = with_disequalities(self);
        let Some(first) = lines.first() else {
            return "false".to_owned();
        };
        if lines.len() == 1 {
            return conjunction(first.iter(), spell);
        }
        let is_common = |literal: &&Literal| lines.iter().all(|line| line.contains(literal));
        let common: Vec<&Literal> = first.iter().filter(is_common).collect();
        let disjuncts: Vec<String> = lines
            .iter()
            .map(|line| {
                let own: Vec<&Literal> = line.iter().filter(|l| !is_common(l)).collect();
                let several = own.len() > 1;
                let text = conjunction(own.into_iter(), spell);
                if several { format!("({text})") } else { text }
            })
            .collect();
        let disjunction = disjuncts.join(" || ");
        if common.is_empty() {
            return disjunction;
        }
        let front = conjunction(common.into_iter(), spell);
        format!("{front} && ({disjunction})")
    }
}

/// A constraint, or the disequality that two conjuncts with opposite strict inequalities amount to.
#[derive(Clone, PartialEq, Eq)]
enum Literal {
    Constraint(Constraint),
    NotZero(Affine),
}

/// The conjuncts as lists of literals, with `e < 0 || e > 0` as one list with `e != 0`.
fn with_disequalities(set: &Set) -> Vec<Vec<Literal>> {
    let mut lines: Vec<Vec<Literal>> = set
        .conjuncts()
        .iter()
        .map(|conjunct| {
            let literals = conjunct.constraints().iter().cloned();
            literals.map(Literal::Constraint).collect()
        })
        .collect();
    let mut i = 0;
    while i < lines.len() {
        let partner =
            (i + 1..lines.len()).find_map(|j| Some((j, merge_into_disequality(&lines[i], &lines[j])?)));
        match partner {
            Some((j, merged)) => {
                lines[i] = merged;
                lines.remove(j);
                i = 0;
            }
            None => i += 1,
        }
    }
    lines
}

fn merge_into_disequality(left: &[Literal], right: &[Literal]) -> Option<Vec<Literal>> {
    let own: Vec<&Literal> = left.iter().filter(|l| !right.contains(l)).collect();
    let theirs: Vec<&Literal> = right.iter().filter(|l| !left.contains(l)).collect();
    let (
        [Literal::Constraint(Constraint::NonNegative(a))],
        [Literal::Constraint(Constraint::NonNegative(b))],
    ) = (&own[..], &theirs[..])
    else {
        return None;
    };
    // a = e - 1 and b = -e - 1.
    let sum = a.add(b)?;
    if !sum.is_constant() || sum.constant_part() != -2 {
        return None;
    }
    let positive = a.terms().first().is_some_and(|term| term.1 > 0);
    let affine = if positive { a } else { b }.add_constant(1)?;
    let literals = left
        .iter()
        .map(|literal| if literal == own[0] { Literal::NotZero(affine.clone()) } else { literal.clone() });
    Some(literals.collect())
}

fn conjunction<'a>(literals: impl Iterator<Item = &'a Literal>, spell: Spell) -> String {
    let parts: Vec<String> = literals
        .map(|literal| match literal {
            Literal::Constraint(constraint) => constraint.display_with(spell),
            Literal::NotZero(affine) => {
                let (left, right) = sides(affine);
                format!("{} != {}", sum(&left, spell), sum(&right, spell))
            }
        })
        .collect();
    if parts.is_empty() { "true".to_owned() } else { parts.join(" && ") }
}

impl Bracket {
    /// One formula when both sides are alike, `<necessary, sufficient>` otherwise.
    pub fn display(&self, names: &Names) -> String {
        match self.exact() {
            Some(set) => set.display(names),
            None => format!("<{}, {}>", self.necessary().display(names), self.sufficient().display(names)),
        }
    }
}

impl Formula {
    pub fn display(&self, names: &Names) -> String {
        self.display_with(&|variable| names.name(variable).to_owned())
    }

    pub fn display_with(&self, spell: Spell) -> String {
        let quantified = |word: &str, variables: &[Variable], inner: &Formula| {
            let variables: Vec<String> = variables.iter().map(|&v| spell(v)).collect();
            format!("({word} {}. {})", variables.join(", "), inner.display_with(spell))
        };
        let joined = |parts: &[Formula], operator: &str, neutral: &str| {
            if parts.is_empty() {
                return neutral.to_owned();
            }
            let parts: Vec<String> = parts.iter().map(|part| part.display_with(spell)).collect();
            format!("({})", parts.join(operator))
        };
        match self {
            Formula::True => "true".to_owned(),
            Formula::False => "false".to_owned(),
            Formula::Atom(constraint) => constraint.display_with(spell),
            Formula::Not(inner) => format!("!({})", inner.display_with(spell)),
            Formula::And(parts) => joined(parts, " && ", "true"),
            Formula::Or(parts) => joined(parts, " || ", "false"),
            Formula::Exists(variables, inner) => quantified("exists", variables, inner),
            Formula::ForAll(variables, inner) => quantified("forall", variables, inner),
        }
    }
}

impl Constraint {
    pub fn display_with(&self, spell: Spell) -> String {
        match self {
            Constraint::Zero(affine) => {
                let (left, right) = sides(affine);
                format!("{} = {}", sum(&left, spell), sum(&right, spell))
            }
            Constraint::NonNegative(affine) => inequality(affine, spell),
            Constraint::Divides(modulus, affine) => congruence(*modulus, affine, "=", spell),
            Constraint::NotDivides(modulus, affine) => congruence(*modulus, affine, "!=", spell),
        }
    }
}

/// The positive and the negated negative part.
fn sides(affine: &Affine) -> (Affine, Affine) {
    let part = |positive: bool| {
        let terms: Vec<_> = affine
            .terms()
            .iter()
            .filter(|term| (term.1 > 0) == positive)
            .map(|&(variable, factor)| (variable, factor.abs()))
            .collect();
        let constant = affine.constant_part();
        let own = if (constant > 0) == positive { constant.abs() } else { 0 };
        Affine::new(own, &terms).unwrap_or_default()
    };
    (part(true), part(false))
}

/// `small <= large` or `small < large`.
fn inequality(affine: &Affine, spell: Spell) -> String {
    let (large, small) = sides(affine);
    // `1 <= i` reads well where the bound is a number, `i < n` where it is not.
    if affine.constant_part() == -1 && !small.is_constant() {
        let small = small.with_constant(0);
        return format!("{} < {}", sum(&small, spell), sum(&large, spell));
    }
    format!("{} <= {}", sum(&small, spell), sum(&large, spell))
}

/// `(i - j) mod 2 = 1`: the constant goes to the other side as the remainder, and coefficients are taken between plus and
/// minus half the modulus.
fn congruence(modulus: i128, affine: &Affine, relation: &str, spell: Spell) -> String {
    let remainder = affine.constant_part().checked_neg().unwrap_or(0).rem_euclid(modulus);
    let terms: Vec<_> = affine
        .terms()
        .iter()
        .enumerate()
        .map(|(position, &(variable, factor))| {
            let residue = factor.rem_euclid(modulus);
            // Exactly half the modulus may have either sign; differences read better than sums.
            let negative = residue > modulus / 2 || (residue == modulus - residue && position > 0);
            let balanced = if negative { residue - modulus } else { residue };
            (variable, balanced)
        })
        .collect();
    let balanced = Affine::new(0, &terms).unwrap_or_else(|| affine.with_constant(0));
    let text = sum(&balanced, spell);
    if let [(_, 1)] = balanced.terms() {
        format!("{text} mod {modulus} {relation} {remainder}")
    } else {
        format!("({text}) mod {modulus} {relation} {remainder}")
    }
}

/// A sum with the positive terms first.
fn sum(affine: &Affine, spell: Spell) -> String {
    let mut text = String::new();
    let positive = affine.terms().iter().filter(|term| term.1 > 0);
    let negative = affine.terms().iter().filter(|term| term.1 < 0);
    for &(variable, factor) in positive.chain(negative) {
        let magnitude = factor.unsigned_abs();
        match (text.is_empty(), factor < 0) {
            (true, false) => {}
            (true, true) => text.push('-'),
            (false, false) => text.push_str(" + "),
            (false, true) => text.push_str(" - "),
        }
        if magnitude != 1 {
            text.push_str(&format!("{magnitude}*"));
        }
        text.push_str(&spell(variable));
    }
    let constant = affine.constant_part();
    if text.is_empty() {
        return constant.to_string();
    }
    match constant {
        0 => {}
        1.. => text.push_str(&format!(" + {constant}")),
        _ => text.push_str(&format!(" - {}", constant.unsigned_abs())),
    }
    text
}
