//! Reading formulas with quantifiers.
//!
//! `exists k. i = 2*k && 0 <= k < c`: comparisons may be chained, `mod` compares a remainder, `!` negates, `&&` binds
//! tighter than `||`, and a quantifier extends as far to the right as possible.

use crate::limits::NESTING_OF_SETS;
use std::fmt;

use super::affine::{Affine, Variable};
use super::constraint::Constraint;
use super::formula::{Formula, Names};

/// Why a text is not a formula, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParseError {
    /// The byte offset into the text.
    pub position: usize,
    pub message: String,
}

impl fmt::Display for ParseError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "at {}: {}", self.position, self.message)
    }
}

impl std::error::Error for ParseError {}

impl Formula {
    /// Parses a formula; names that are not bound by a quantifier become free variables of `names`.
    pub fn parse(text: &str, names: &mut Names) -> Result<Formula, ParseError> {
        let mut parser = Parser {
            tokens: tokenize(text)?,
            position: 0,
            end: text.len(),
            depth: 0,
            bound: Vec::new(),
            names,
        };
        let formula = parser.disjunction()?;
        match parser.peek() {
            None => Ok(formula),
            Some(_) => Err(parser.error("the end of the formula was expected")),
        }
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum Token {
    Number(i128),
    Name(String),
    Symbol(&'static str),
}

/// Longer symbols come before their prefixes.
const SYMBOLS: [&str; 17] =
    ["<=", ">=", "==", "!=", "&&", "||", "<", ">", "=", "!", "(", ")", "+", "-", "*", ".", ","];

fn tokenize(text: &str) -> Result<Vec<(usize, Token)>, ParseError> {
    let mut tokens = Vec::new();
    let mut position = 0;
    while let Some(character) = text[position..].chars().next() {
        let start = position;
        let rest = &text[position..];
        let token = if character.is_whitespace() {
            position += character.len_utf8();
            continue;
        } else if character.is_ascii_digit() {
            let length = span(rest, |c| c.is_ascii_digit());
            position += length;
            let number = rest[..length].parse().map_err(|_| ParseError {
                position: start,
                message: "the number does not fit 128 bits".to_owned(),
            })?;
            Token::Number(number)
        } else if character.is_alphabetic() || character == '_' {
            let length = span(rest, |c| c.is_alphanumeric() || c == '_' || c == '\'');
            position += length;
            Token::Name(rest[..length].to_owned())
        } else if let Some(symbol) = SYMBOLS.iter().find(|symbol| rest.starts_with(**symbol)) {
            position += symbol.len();
            Token::Symbol(symbol)
        } else {
            return Err(ParseError {
                position: start,
                message: format!("the character {character:?} is not part of the syntax"),
            });
        };
        tokens.push((start, token));
    }
    Ok(tokens)
}

fn span(text: &str, belongs: impl Fn(char) -> bool) -> usize {
    text.find(|c| !belongs(c)).unwrap_or(text.len())
}

/// One side of a comparison.
enum Operand {
    Sum(Affine),
    Remainder(Affine, i128),
}

struct Parser<'a> {
    tokens: Vec<(usize, Token)>,
    position: usize,
    end: usize,
    depth: usize,
    bound: Vec<(String, Variable)>,
    names: &'a mut Names,
}

impl Parser<'_> {
    fn peek(&self) -> Option<&Token> {
        self.tokens.get(self.position).map(|(_, token)| token)
    }

    fn error(&self, message: impl Into<String>) -> ParseError {
        ParseError {
            position: self.tokens.get(self.position).map_or(self.end, |token| token.0),
            message: message.into(),
        }
    }

    fn accept(&mut self, symbol: &str) -> bool {
        let found = matches!(self.peek(), Some(Token::Symbol(s)) if *s == symbol);
        self.position += usize::from(found);
        found
    }

    fn accept_word(&mut self, word: &str) -> bool {
        let found = matches!(self.peek(), Some(Token::Name(name)) if name == word);
        self.position += usize::from(found);
        found
    }

    fn expect(&mut self, symbol: &str) -> Result<(), ParseError> {
        if self.accept(symbol) {
            return Ok(());
        }
        Err(self.error(format!("`{symbol}` was expected")))
    }

    fn disjunction(&mut self) -> Result<Formula, ParseError> {
        if self.depth >= NESTING_OF_SETS {
            return Err(self.error("the formula is nested too deeply"));
        }
        self.depth += 1;
        let mut parts = vec![self.conjunction()?];
        while self.accept("||") {
            parts.push(self.conjunction()?);
        }
        self.depth -= 1;
        Ok(single_or(parts, Formula::Or))
    }

    fn conjunction(&mut self) -> Result<Formula, ParseError> {
        let mut parts = vec![self.unary()?];
        while self.accept("&&") {
            parts.push(self.unary()?);
        }
        Ok(single_or(parts, Formula::And))
    }

    fn unary(&mut self) -> Result<Formula, ParseError> {
        if self.accept("!") {
            self.depth += 1;
            if self.depth > NESTING_OF_SETS {
                return Err(self.error("the formula is nested too deeply"));
            }
            let inner = self.unary()?;
            self.depth -= 1;
            return Ok(Formula::Not(Box::new(inner)));
        }
        if self.accept_word("true") {
            return Ok(Formula::True);
        }
        if self.accept_word("false") {
            return Ok(Formula::False);
        }
        if self.accept_word("exists") {
            let (variables, inner) = self.quantified()?;
            return Ok(Formula::Exists(variables, Box::new(inner)));
        }
        if self.accept_word("forall") {
            let (variables, inner) = self.quantified()?;
            return Ok(Formula::ForAll(variables, Box::new(inner)));
        }
        if matches!(self.peek(), Some(Token::Symbol("("))) && self.parenthesis_holds_formula() {
            self.expect("(")?;
            let inner = self.disjunction()?;
            self.expect(")")?;
            return Ok(inner);
        }
        self.comparison()
    }

    /// A parenthesis holds a formula when a comparison, a connective or a constant occurs before it closes.
    fn parenthesis_holds_formula(&self) -> bool {
        let mut depth = 0usize;
        for (_, token) in &self.tokens[self.position..] {
            match token {
                Token::Symbol("(") => depth += 1,
                Token::Symbol(")") => {
                    depth -= 1;
                    if depth == 0 {
                        return false;
                    }
                }
                Token::Symbol("+" | "-" | "*" | ",") | Token::Number(_) => {}
                Token::Symbol(_) => return true,
                Token::Name(name) => {
                    if matches!(name.as_str(), "true" | "false" | "exists" | "forall") {
                        return true;
                    }
                }
            }
        }
        false
    }

    fn quantified(&mut self) -> Result<(Vec<Variable>, Formula), ParseError> {
        let scope = self.bound.len();
        let mut variables = Vec::new();
        loop {
            let Some(Token::Name(name)) = self.peek().cloned() else {
                return Err(self.error("a variable was expected"));
            };
            self.position += 1;
            let variable = self.names.bound(&name);
            self.bound.push((name, variable));
            variables.push(variable);
            if !self.accept(",") {
                break;
            }
        }
        self.expect(".")?;
        let inner = self.disjunction()?;
        self.bound.truncate(scope);
        Ok((variables, inner))
    }

    fn comparison(&mut self) -> Result<Formula, ParseError> {
        let mut left = self.operand()?;
        let mut parts = Vec::new();
        loop {
            let relations = ["<=", ">=", "==", "!=", "<", ">", "="];
            let Some(&relation) = relations.iter().find(|relation| self.accept(relation)) else {
                break;
            };
            let right = self.operand()?;
            let part = relate(&left, relation, &right);
            parts.push(part.ok_or_else(|| {
                self.error("only `=` and `!=` compare remainders, and numbers must fit 128 bits")
            })?);
            left = right;
        }
        if parts.is_empty() {
            return Err(self.error("a comparison was expected"));
        }
        Ok(single_or(parts, Formula::And))
    }

    fn operand(&mut self) -> Result<Operand, ParseError> {
        let sum = self.sum()?;
        if !self.accept_word("mod") {
            return Ok(Operand::Sum(sum));
        }
        match self.peek() {
            Some(&Token::Number(modulus)) if modulus > 0 => {
                self.position += 1;
                Ok(Operand::Remainder(sum, modulus))
            }
            _ => Err(self.error("a positive modulus was expected")),
        }
    }

    fn sum(&mut self) -> Result<Affine, ParseError> {
        let mut total = Affine::default();
        let mut sign = if self.accept("-") { -1 } else { 1 };
        loop {
            let term = self.product()?;
            let next = total.combine(1, &term, sign);
            total = next.ok_or_else(|| self.error("a number leaves 128 bits"))?;
            sign = if self.accept("+") {
                1
            } else if self.accept("-") {
                -1
            } else {
                return Ok(total);
            };
        }
    }

    fn product(&mut self) -> Result<Affine, ParseError> {
        let mut product = self.factor()?;
        while self.accept("*") {
            let factor = self.factor()?;
            let result = if product.is_constant() {
                factor.scale(product.constant_part())
            } else if factor.is_constant() {
                product.scale(factor.constant_part())
            } else {
                return Err(self.error("a product of two variables is not linear"));
            };
            product = result.ok_or_else(|| self.error("a number leaves 128 bits"))?;
        }
        Ok(product)
    }

    fn factor(&mut self) -> Result<Affine, ParseError> {
        match self.peek().cloned() {
            Some(Token::Number(number)) => {
                self.position += 1;
                Affine::new(number, &[]).ok_or_else(|| self.error("a number leaves 128 bits"))
            }
            Some(Token::Name(name)) => {
                self.position += 1;
                let bound = self.bound.iter().rev().find(|entry| entry.0 == name);
                let variable = match bound {
                    Some(&(_, variable)) => variable,
                    None => self.names.variable(&name),
                };
                Ok(Affine::variable(variable))
            }
            Some(Token::Symbol("(")) => {
                self.depth += 1;
                if self.depth > NESTING_OF_SETS {
                    return Err(self.error("the formula is nested too deeply"));
                }
                self.expect("(")?;
                let inner = self.sum()?;
                self.expect(")")?;
                self.depth -= 1;
                Ok(inner)
            }
            _ => Err(self.error("a number, a variable or `(` was expected")),
        }
    }
}

fn single_or(mut parts: Vec<Formula>, combine: fn(Vec<Formula>) -> Formula) -> Formula {
    match parts.pop() {
        Some(only) if parts.is_empty() => only,
        Some(last) => {
            parts.push(last);
            combine(parts)
        }
        None => combine(parts),
    }
}

fn relate(left: &Operand, relation: &str, right: &Operand) -> Option<Formula> {
    match (left, right) {
        (Operand::Sum(left), Operand::Sum(right)) => {
            let atom = |constraint: Option<Constraint>| Some(Formula::Atom(constraint?));
            match relation {
                "<=" => atom(Constraint::at_most(left, right)),
                ">=" => atom(Constraint::at_most(right, left)),
                "<" => atom(Constraint::less(left, right)),
                ">" => atom(Constraint::less(right, left)),
                "!=" => Some(Formula::Not(Box::new(atom(Constraint::equal(left, right))?))),
                _ => atom(Constraint::equal(left, right)),
            }
        }
        (Operand::Remainder(affine, modulus), Operand::Sum(value))
        | (Operand::Sum(value), Operand::Remainder(affine, modulus)) => {
            let difference = affine.subtract(value)?;
            let congruent = Formula::Atom(Constraint::Divides(*modulus, difference));
            let remainder = value.constant_part();
            let equal = if value.is_constant() && (0..*modulus).contains(&remainder) {
                congruent
            } else {
                let headroom = value.negate().add_constant(modulus - 1)?;
                Formula::And(vec![
                    congruent,
                    Formula::Atom(Constraint::NonNegative(value.clone())),
                    Formula::Atom(Constraint::NonNegative(headroom)),
                ])
            };
            match (relation, equal) {
                ("=" | "==", equal) => Some(equal),
                ("!=", Formula::Atom(Constraint::Divides(modulus, affine))) => {
                    Some(Formula::Atom(Constraint::NotDivides(modulus, affine)))
                }
                ("!=", equal) => Some(Formula::Not(Box::new(equal))),
                _ => None,
            }
        }
        (Operand::Remainder(..), Operand::Remainder(..)) => None,
    }
}
