//! Questions as SMT-LIB 2 text over the integers.

use std::collections::BTreeSet;
use std::fmt::Write;

use crate::fact::Fact;
use crate::term::{Atom, AtomKind, FLAG_OPAQUE, Symbol, Term, TermTable};

/// The script that asks whether the facts together with the negation of the goal are satisfiable.
///
/// `unsat` says that the facts entail the goal, `sat` that they do not.
/// `None` if a limit hides a value, so that `sat` would mean nothing.
pub fn query(terms: &TermTable, facts: &[Fact], goal: Fact) -> Option<String> {
    let mut variables: BTreeSet<Atom> = BTreeSet::new();
    let mut functions: BTreeSet<(Symbol, usize)> = BTreeSet::new();
    for fact in facts.iter().chain([&goal]) {
        if terms.fact_summary(*fact).flags & FLAG_OPAQUE != 0 {
            return None;
        }
        terms.for_each_atom_of_fact(*fact, &mut |atom| match terms.kind(atom) {
            AtomKind::Variable(_) => {
                variables.insert(atom);
            }
            AtomKind::Apply(function, arguments) => {
                functions.insert((function, terms.list(arguments).len()));
            }
            AtomKind::Modulo(..) | AtomKind::Divide(..) | AtomKind::Truth(_) | AtomKind::Opaque(_) => {}
        });
    }
    let mut text = String::from("(set-logic QF_UFLIA)\n");
    for atom in variables {
        let _ = writeln!(text, "(declare-const {} Int)", variable_name(terms, atom));
    }
    for (function, arity) in functions {
        let arguments = vec!["Int"; arity].join(" ");
        let _ = writeln!(text, "(declare-fun {} ({arguments}) Int)", function_name(terms, function, arity));
    }
    for fact in facts {
        let _ = writeln!(text, "(assert {})", formula(terms, *fact));
    }
    let _ = writeln!(text, "(assert (not {}))", formula(terms, goal));
    text.push_str("(check-sat)\n");
    Some(text)
}

fn variable_name(terms: &TermTable, atom: Atom) -> String {
    match terms.kind(atom) {
        AtomKind::Variable(symbol) => format!("|v {}|", quoted(&terms.name(symbol))),
        _ => format!("|a {}|", atom.0),
    }
}

fn function_name(terms: &TermTable, function: Symbol, arity: usize) -> String {
    format!("|f {} {arity}|", quoted(&terms.name(function)))
}

/// Between bars everything may stand but bars and backslashes.
fn quoted(name: &str) -> String {
    name.replace('|', "!bar").replace('\\', "!backslash")
}

/// The fact as a formula.
pub fn formula(terms: &TermTable, fact: Fact) -> String {
    match fact {
        Fact::True => "true".into(),
        Fact::False => "false".into(),
        Fact::Zero(term) => format!("(= {} 0)", expression(terms, term)),
        Fact::NonZero(term) => format!("(not (= {} 0))", expression(terms, term)),
        Fact::NonNegative(term) => format!("(>= {} 0)", expression(terms, term)),
        Fact::AnyOf(clause) => {
            let alternatives: Vec<String> =
                terms.alternatives(clause).iter().map(|fact| formula(terms, *fact)).collect();
            format!("(or {})", alternatives.join(" "))
        }
        Fact::Distinct(list) => {
            let members: Vec<String> = terms.list(list).iter().map(|term| expression(terms, *term)).collect();
            format!("(distinct {})", members.join(" "))
        }
    }
}

/// The term as an expression.
pub fn expression(terms: &TermTable, term: Term) -> String {
    let constant = terms.constant_part(term);
    let mut parts: Vec<String> = Vec::new();
    for &(atom, coefficient) in terms.summands(term) {
        let atom = atom_expression(terms, atom);
        parts.push(match coefficient {
            1 => atom,
            _ => format!("(* {} {atom})", number(coefficient)),
        });
    }
    if constant != 0 || parts.is_empty() {
        parts.push(number(constant));
    }
    match parts.as_slice() {
        [single] => single.clone(),
        _ => format!("(+ {})", parts.join(" ")),
    }
}

fn atom_expression(terms: &TermTable, atom: Atom) -> String {
    match terms.kind(atom) {
        AtomKind::Variable(_) | AtomKind::Opaque(_) => variable_name(terms, atom),
        AtomKind::Modulo(term, modulus) => format!("(mod {} {modulus})", expression(terms, term)),
        AtomKind::Divide(term, divisor) => format!("(div {} {divisor})", expression(terms, term)),
        AtomKind::Truth(fact) => format!("(ite {} 1 0)", formula(terms, fact)),
        AtomKind::Apply(function, arguments) => {
            let list = terms.list(arguments);
            let name = function_name(terms, function, list.len());
            if list.is_empty() {
                return name;
            }
            let arguments: Vec<String> = list.iter().map(|term| expression(terms, *term)).collect();
            format!("({name} {})", arguments.join(" "))
        }
    }
}

fn number(value: i128) -> String {
    if value < 0 { format!("(- {})", value.unsigned_abs()) } else { value.to_string() }
}
