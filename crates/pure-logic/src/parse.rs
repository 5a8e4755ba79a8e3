//! Reading the formula syntax.
//!
//! ```text
//! formula  = formula ("||" | "or" | "∨") formula | formula ("&&" | "and" | "∧") formula | ("!" | "not" | "¬") formula
//!          | "(" formula ")" | "true" | "false"
//!          | term (relation term)+          relations may be chained: 0 <= i < n
//!          | "distinct(" terms ")"          pairwise different
//!          | "disjoint(a, m, b, n)"         the m bytes at a and the n bytes at b do not overlap
//!          | "divides(m, term)"
//! relation = "=" | "==" | "!=" | "≠" | "<" | "<=" | "≤" | ">" | ">=" | "≥"
//! term     = term ("+" | "-" | "*") term
//!          | term ("mod" | "div") number    Euclidean, by a positive constant
//!          | term ("/" | "%") number        truncating, as in C
//!          | term ("&" | "|" | "<<" | ">>") number | "xor(" term "," number ")" | "~" term
//!          | "-" term | "(" term ")" | "[" formula "]"     one if the formula holds, zero otherwise
//!          | "wrap(" term "," ("u" | "i") bits ")"         the value of that machine type
//!          | name "(" terms ")" | name | number
//! number   = decimal | hexadecimal after "0x" | number "^" number
//! name     = a letter or "_", then letters, digits, "_", "'", ".", "$", "@"; or any text between backquotes
//! ```
//!
//! From weakest to strongest: `||`, `&&`, `!`, relations, `|`, `&`, shifts, sums, products, unary operators.

mod lexer;

use std::fmt;

use crate::fact::Fact;
use crate::limits::{CLAUSES_OF_A_FORMULA, NESTING_OF_FORMULAS};
use crate::operations::Width;
use crate::term::{Term, TermTable};
use lexer::{Token, TokenKind, tokenize};

/// Why a text is not a formula, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseError {
    /// The byte offset of the offending part.
    pub position: usize,
    /// What is wrong with it.
    pub message: String,
}

impl fmt::Display for ParseError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "at byte {}: {}", self.position, self.message)
    }
}

impl std::error::Error for ParseError {}

/// Reads a formula as a conjunction of facts.
pub fn parse_facts(terms: &mut TermTable, text: &str) -> Result<Vec<Fact>, ParseError> {
    let mut parser = Parser::new(terms, text)?;
    let value = parser.expression(0)?;
    parser.expect_end()?;
    parser.formula(value)
}

/// Reads a formula that is a single fact.
pub fn parse_fact(terms: &mut TermTable, text: &str) -> Result<Fact, ParseError> {
    match parse_facts(terms, text)?.as_slice() {
        [] => Ok(Fact::True),
        [fact] => Ok(*fact),
        _ => Err(ParseError { position: 0, message: "expected one fact, found a conjunction".into() }),
    }
}

/// Reads a term.
pub fn parse_term(terms: &mut TermTable, text: &str) -> Result<Term, ParseError> {
    let mut parser = Parser::new(terms, text)?;
    let value = parser.expression(0)?;
    parser.expect_end()?;
    parser.term(value)
}

/// A part of the text that was read: with the position where it starts, for messages.
struct Value {
    position: usize,
    content: Content,
}

enum Content {
    Term(Term),
    /// A conjunction.
    Formula(Vec<Fact>),
    /// A chain of relations: what it says so far, and its last term, to which the next relation applies.
    Chain(Vec<Fact>, Term),
}

struct Parser<'a> {
    terms: &'a mut TermTable,
    tokens: Vec<Token>,
    next: usize,
    end: usize,
    nesting: u32,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Operator {
    Or,
    And,
    Relation(Relation),
    BitOr,
    BitAnd,
    ShiftLeft,
    ShiftRight,
    Add,
    Subtract,
    Multiply,
    Divide,
    Modulo,
    TruncatedDivide,
    TruncatedRemainder,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Relation {
    Equal,
    NotEqual,
    Less,
    AtMost,
    Greater,
    AtLeast,
}

const RELATION_STRENGTH: u32 = 4;
const UNARY_STRENGTH: u32 = 10;

impl Operator {
    fn strength(self) -> u32 {
        match self {
            Operator::Or => 1,
            Operator::And => 2,
            Operator::Relation(_) => RELATION_STRENGTH,
            Operator::BitOr => 5,
            Operator::BitAnd => 6,
            Operator::ShiftLeft | Operator::ShiftRight => 7,
            Operator::Add | Operator::Subtract => 8,
            Operator::Multiply
            | Operator::Divide
            | Operator::Modulo
            | Operator::TruncatedDivide
            | Operator::TruncatedRemainder => 9,
        }
    }
}

impl<'a> Parser<'a> {
    fn new(terms: &'a mut TermTable, text: &str) -> Result<Self, ParseError> {
        let tokens = tokenize(text)?;
        Ok(Parser { terms, tokens, next: 0, end: text.len(), nesting: 0 })
    }

    fn position(&self) -> usize {
        self.tokens.get(self.next).map_or(self.end, |token| token.position)
    }

    fn fail<T>(&self, position: usize, message: impl Into<String>) -> Result<T, ParseError> {
        Err(ParseError { position, message: message.into() })
    }

    fn peek(&self) -> Option<&TokenKind> {
        self.tokens.get(self.next).map(|token| &token.kind)
    }

    fn is_symbol(&self, symbol: &str) -> bool {
        matches!(self.peek(), Some(TokenKind::Symbol(found)) if *found == symbol)
    }

    fn expect_symbol(&mut self, symbol: &str) -> Result<(), ParseError> {
        if self.is_symbol(symbol) {
            self.next += 1;
            return Ok(());
        }
        self.fail(self.position(), format!("expected `{symbol}`"))
    }

    fn expect_end(&self) -> Result<(), ParseError> {
        match self.peek() {
            None => Ok(()),
            Some(_) => self.fail(self.position(), "expected an operator or the end"),
        }
    }

    fn operator(&self) -> Option<Operator> {
        Some(match self.peek()? {
            TokenKind::Symbol(symbol) => match *symbol {
                "||" => Operator::Or,
                "&&" => Operator::And,
                "=" => Operator::Relation(Relation::Equal),
                "!=" => Operator::Relation(Relation::NotEqual),
                "<" => Operator::Relation(Relation::Less),
                "<=" => Operator::Relation(Relation::AtMost),
                ">" => Operator::Relation(Relation::Greater),
                ">=" => Operator::Relation(Relation::AtLeast),
                "|" => Operator::BitOr,
                "&" => Operator::BitAnd,
                "<<" => Operator::ShiftLeft,
                ">>" => Operator::ShiftRight,
                "+" => Operator::Add,
                "-" => Operator::Subtract,
                "*" => Operator::Multiply,
                "/" => Operator::TruncatedDivide,
                "%" => Operator::TruncatedRemainder,
                _ => return None,
            },
            TokenKind::Word(word) => match word.as_str() {
                "or" => Operator::Or,
                "and" => Operator::And,
                "mod" => Operator::Modulo,
                "div" => Operator::Divide,
                _ => return None,
            },
            TokenKind::Name(_) | TokenKind::Number(_) | TokenKind::Opaque(_) => return None,
        })
    }

    /// Reads operators at least as strong as `weakest`.
    fn expression(&mut self, weakest: u32) -> Result<Value, ParseError> {
        self.nesting += 1;
        if self.nesting > NESTING_OF_FORMULAS {
            return self.fail(self.position(), "nested too deeply");
        }
        let mut left = self.unary()?;
        while let Some(operator) = self.operator() {
            let strength = operator.strength();
            if strength < weakest {
                break;
            }
            self.next += 1;
            let right = self.expression(strength + 1)?;
            left = self.combine(left, operator, right)?;
        }
        self.nesting -= 1;
        Ok(left)
    }

    fn unary(&mut self) -> Result<Value, ParseError> {
        let position = self.position();
        let content = match self.peek() {
            Some(TokenKind::Symbol("-")) => {
                self.next += 1;
                let operand = self.expression(UNARY_STRENGTH)?;
                let term = self.term(operand)?;
                Content::Term(self.terms.negate(term))
            }
            Some(TokenKind::Symbol("~")) => {
                self.next += 1;
                let operand = self.expression(UNARY_STRENGTH)?;
                let term = self.term(operand)?;
                Content::Term(self.terms.complement(term))
            }
            Some(TokenKind::Symbol("!")) => {
                self.next += 1;
                let operand = self.expression(RELATION_STRENGTH)?;
                let facts = self.formula(operand)?;
                Content::Formula(self.negation(&facts, position)?)
            }
            Some(TokenKind::Word(word)) if word == "not" => {
                self.next += 1;
                let operand = self.expression(RELATION_STRENGTH)?;
                let facts = self.formula(operand)?;
                Content::Formula(self.negation(&facts, position)?)
            }
            _ => return self.primary(),
        };
        Ok(Value { position, content })
    }

    fn primary(&mut self) -> Result<Value, ParseError> {
        let position = self.position();
        let Some(token) = self.tokens.get(self.next).map(|token| token.kind.clone()) else {
            return self.fail(position, "expected a term or a formula, found the end");
        };
        self.next += 1;
        let content = match token {
            TokenKind::Number(Some(value)) => Content::Term(self.terms.constant(value)),
            TokenKind::Number(None) => Content::Term(self.terms.opaque_term()),
            TokenKind::Opaque(number) => Content::Term(self.terms.opaque_numbered(number)),
            TokenKind::Name(name) => {
                if self.is_symbol("(") {
                    let arguments = self.arguments()?;
                    let function = self.terms.symbol(&name);
                    Content::Term(self.terms.application(function, &arguments))
                } else {
                    Content::Term(self.terms.variable(&name))
                }
            }
            TokenKind::Symbol("(") => {
                let inner = self.expression(0)?;
                self.expect_symbol(")")?;
                // A parenthesis ends a chain of relations.
                match inner.content {
                    Content::Chain(facts, _) => Content::Formula(facts),
                    content => content,
                }
            }
            TokenKind::Symbol("[") => {
                let inner = self.expression(0)?;
                let facts = self.formula(inner)?;
                self.expect_symbol("]")?;
                let fact = match facts.as_slice() {
                    [] => Fact::True,
                    [fact] => *fact,
                    _ => {
                        return self
                            .fail(position, "expected one fact between brackets, found a conjunction");
                    }
                };
                Content::Term(self.terms.truth(fact))
            }
            TokenKind::Word(word) => self.keyword(&word, position)?,
            TokenKind::Symbol(symbol) => {
                return self.fail(position, format!("expected a term or a formula, found `{symbol}`"));
            }
        };
        Ok(Value { position, content })
    }

    fn arguments(&mut self) -> Result<Vec<Term>, ParseError> {
        self.expect_symbol("(")?;
        let mut arguments = Vec::new();
        if self.is_symbol(")") {
            self.next += 1;
            return Ok(arguments);
        }
        loop {
            let argument = self.expression(0)?;
            arguments.push(self.term(argument)?);
            if self.is_symbol(",") {
                self.next += 1;
                continue;
            }
            self.expect_symbol(")")?;
            return Ok(arguments);
        }
    }

    fn keyword(&mut self, word: &str, position: usize) -> Result<Content, ParseError> {
        match word {
            "true" => Ok(Content::Formula(Vec::new())),
            "false" => Ok(Content::Formula(vec![Fact::False])),
            "distinct" => {
                let arguments = self.arguments()?;
                Ok(Content::Formula(vec![self.terms.distinct(&arguments)]))
            }
            "disjoint" => match self.arguments()?.as_slice() {
                [left, left_size, right, right_size] => {
                    let fact = self.terms.disjoint((*left, *left_size), (*right, *right_size));
                    Ok(Content::Formula(vec![fact]))
                }
                _ => self.fail(position, "`disjoint` takes an address, a size, an address, a size"),
            },
            "divides" => match self.arguments()?.as_slice() {
                [modulus, term] => match self.terms.as_constant(*modulus) {
                    Some(modulus) if modulus > 0 => {
                        Ok(Content::Formula(vec![self.terms.divides(modulus, *term)]))
                    }
                    _ => self.fail(position, "`divides` takes a positive constant first"),
                },
                _ => self.fail(position, "`divides` takes a constant and a term"),
            },
            "xor" => match self.arguments()?.as_slice() {
                [term, mask] => match self.terms.as_constant(*mask) {
                    Some(mask) => Ok(Content::Term(self.terms.xor_constant(*term, mask))),
                    None => self.fail(position, "`xor` takes a constant second"),
                },
                _ => self.fail(position, "`xor` takes a term and a constant"),
            },
            "wrap" => self.wrap(),
            _ => self.fail(position, format!("expected a term or a formula, found `{word}`")),
        }
    }

    fn wrap(&mut self) -> Result<Content, ParseError> {
        self.expect_symbol("(")?;
        let inner = self.expression(0)?;
        let term = self.term(inner)?;
        self.expect_symbol(",")?;
        let position = self.position();
        let width = match self.peek() {
            Some(TokenKind::Name(name)) => parse_width(name),
            _ => None,
        };
        let Some(width) = width else {
            return self.fail(position, "expected a machine type such as `u32` or `i64`");
        };
        self.next += 1;
        self.expect_symbol(")")?;
        Ok(Content::Term(self.terms.wrap(term, width)))
    }

    fn term(&self, value: Value) -> Result<Term, ParseError> {
        match value.content {
            Content::Term(term) => Ok(term),
            Content::Formula(_) | Content::Chain(..) => {
                self.fail(value.position, "expected a term, found a formula")
            }
        }
    }

    fn formula(&self, value: Value) -> Result<Vec<Fact>, ParseError> {
        match value.content {
            Content::Formula(facts) | Content::Chain(facts, _) => Ok(facts),
            Content::Term(_) => self.fail(value.position, "expected a formula, found a term"),
        }
    }

    fn combine(&mut self, left: Value, operator: Operator, right: Value) -> Result<Value, ParseError> {
        let position = left.position;
        let right_position = right.position;
        let content = match operator {
            Operator::And => {
                let mut facts = self.formula(left)?;
                for fact in self.formula(right)? {
                    if !facts.contains(&fact) {
                        facts.push(fact);
                    }
                }
                Content::Formula(facts)
            }
            Operator::Or => {
                let (left, right) = (self.formula(left)?, self.formula(right)?);
                Content::Formula(self.disjunction(&left, &right, position)?)
            }
            Operator::Relation(relation) => {
                let (mut facts, last) = match left.content {
                    Content::Chain(facts, last) => (facts, last),
                    Content::Term(term) => (Vec::new(), term),
                    Content::Formula(_) => {
                        return self.fail(position, "expected a term, found a formula");
                    }
                };
                let right = self.term(right)?;
                let fact = self.relate(relation, last, right);
                if fact != Fact::True {
                    facts.push(fact);
                }
                Content::Chain(facts, right)
            }
            Operator::Add | Operator::Subtract | Operator::Multiply => {
                let (left, right) = (self.term(left)?, self.term(right)?);
                Content::Term(match operator {
                    Operator::Add => self.terms.add(left, right),
                    Operator::Subtract => self.terms.subtract(left, right),
                    _ => self.terms.multiply(left, right),
                })
            }
            Operator::BitOr
            | Operator::BitAnd
            | Operator::ShiftLeft
            | Operator::ShiftRight
            | Operator::Divide
            | Operator::Modulo
            | Operator::TruncatedDivide
            | Operator::TruncatedRemainder => {
                let (left, right) = (self.term(left)?, self.term(right)?);
                Content::Term(self.by_constant(operator, left, right, right_position)?)
            }
        };
        Ok(Value { position, content })
    }

    fn relate(&mut self, relation: Relation, left: Term, right: Term) -> Fact {
        match relation {
            Relation::Equal => self.terms.equal(left, right),
            Relation::NotEqual => self.terms.not_equal(left, right),
            Relation::Less => self.terms.less_than(left, right),
            Relation::AtMost => self.terms.at_most(left, right),
            Relation::Greater => self.terms.less_than(right, left),
            Relation::AtLeast => self.terms.at_most(right, left),
        }
    }

    /// The operations whose right operand must be constant.
    fn by_constant(
        &mut self,
        operator: Operator,
        left: Term,
        right: Term,
        position: usize,
    ) -> Result<Term, ParseError> {
        let Some(value) = self.terms.as_constant(right) else {
            return self.fail(position, "expected a constant");
        };
        let count = u32::try_from(value).ok();
        Ok(match operator {
            Operator::BitOr => self.terms.or_constant(left, value),
            Operator::BitAnd => self.terms.and_constant(left, value),
            Operator::ShiftLeft => match count {
                Some(count) => self.terms.shift_left(left, count),
                None => return self.fail(position, "expected a count that is not negative"),
            },
            Operator::ShiftRight => match count {
                Some(count) => self.terms.shift_right(left, count),
                None => return self.fail(position, "expected a count that is not negative"),
            },
            Operator::Divide | Operator::Modulo if value < 1 => {
                return self.fail(position, "expected a positive constant");
            }
            Operator::Divide => self.terms.divide(left, value),
            Operator::Modulo => self.terms.modulo(left, value),
            Operator::TruncatedDivide | Operator::TruncatedRemainder if value == 0 => {
                return self.fail(position, "division by zero");
            }
            Operator::TruncatedDivide => self.terms.truncated_divide(left, value),
            _ => self.terms.truncated_remainder(left, value),
        })
    }

    /// `left || right`, by distributing.
    fn disjunction(
        &mut self,
        left: &[Fact],
        right: &[Fact],
        position: usize,
    ) -> Result<Vec<Fact>, ParseError> {
        if left.len().saturating_mul(right.len()) > CLAUSES_OF_A_FORMULA {
            return self.fail(position, "the disjunction has too many clauses");
        }
        let mut clauses = Vec::new();
        for first in left {
            for second in right {
                let clause = self.terms.any_of(&[*first, *second]);
                if clause != Fact::True && !clauses.contains(&clause) {
                    clauses.push(clause);
                }
            }
        }
        Ok(clauses)
    }

    /// The negation of a conjunction.
    fn negation(&mut self, facts: &[Fact], position: usize) -> Result<Vec<Fact>, ParseError> {
        let mut result = vec![Fact::False];
        for fact in facts {
            let negated = self.terms.negation(*fact);
            result = self.disjunction(&result, &negated, position)?;
        }
        Ok(result)
    }
}

fn parse_width(name: &str) -> Option<Width> {
    let signed = match name.as_bytes().first()? {
        b'i' => true,
        b'u' => false,
        _ => return None,
    };
    let bits: u32 = name[1..].parse().ok()?;
    (1..=4096).contains(&bits).then_some(Width { bits, signed })
}
