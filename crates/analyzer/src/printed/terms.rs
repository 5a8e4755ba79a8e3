//! Terms and facts of contracts, read from their text and computed as C reads them.

use std::collections::BTreeMap;

/// Values of names.
pub type Names = BTreeMap<String, i128>;

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Term {
    Number(i128),
    Name(String),
    /// To a type with so many bits.
    Cast {
        bits: u32,
        is_unsigned: bool,
        inside: Box<Term>,
    },
    Sum(Vec<(i128, Term)>),
    Remainder(Box<Term>, i128),
    Quotient(Box<Term>, i128),
    Product(Box<Term>, Box<Term>),
    Truth(Box<Fact>),
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fact {
    Compare(Term, Sign, Term),
    AnyOf(Vec<Fact>),
    Distinct(Vec<Term>),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sign {
    Equal,
    NotEqual,
    AtMost,
    Less,
}

impl Term {
    /// The number that the term is, if all of its names have values.
    pub fn value(&self, names: &Names) -> Option<i128> {
        match self {
            Term::Number(number) => Some(*number),
            Term::Name(name) => names.get(name).copied(),
            Term::Cast { bits, is_unsigned, inside } => Some(cast(inside.value(names)?, *bits, *is_unsigned)),
            Term::Sum(parts) => parts.iter().try_fold(0i128, |sum, (factor, part)| {
                sum.checked_add(factor.checked_mul(part.value(names)?)?)
            }),
            Term::Remainder(inside, by) => Some(inside.value(names)?.rem_euclid(*by)),
            Term::Quotient(inside, by) => Some(inside.value(names)?.div_euclid(*by)),
            Term::Product(left, right) => left.value(names)?.checked_mul(right.value(names)?),
            Term::Truth(fact) => fact.holds(names).map(i128::from),
        }
    }

    /// The only name without a value, and the value that makes the term this number, if it occurs as a summand and nowhere
    /// else.
    pub fn solve(&self, names: &Names, number: i128) -> Option<(String, i128)> {
        match self {
            Term::Name(name) if !names.contains_key(name) => Some((name.clone(), number)),
            Term::Sum(parts) => {
                let mut rest = number;
                let mut open = None;
                for (factor, part) in parts {
                    match (part, part.value(names)) {
                        (_, Some(value)) => rest = rest.checked_sub(factor.checked_mul(value)?)?,
                        (Term::Name(name), None) if open.is_none() => open = Some((name, *factor)),
                        (_, None) => return None,
                    }
                }
                let (name, factor) = open?;
                (rest % factor == 0).then(|| (name.clone(), rest / factor))
            }
            _ => None,
        }
    }
}

impl Fact {
    pub fn holds(&self, names: &Names) -> Option<bool> {
        match self {
            Fact::Compare(left, sign, right) => {
                let (left, right) = (left.value(names)?, right.value(names)?);
                Some(match sign {
                    Sign::Equal => left == right,
                    Sign::NotEqual => left != right,
                    Sign::AtMost => left <= right,
                    Sign::Less => left < right,
                })
            }
            Fact::AnyOf(facts) => {
                let all: Vec<Option<bool>> = facts.iter().map(|fact| fact.holds(names)).collect();
                match all.contains(&Some(true)) {
                    true => Some(true),
                    false => all.into_iter().try_fold(false, |any, one| Some(any | one?)),
                }
            }
            Fact::Distinct(terms) => {
                let mut values = terms.iter().map(|term| term.value(names)).collect::<Option<Vec<_>>>()?;
                values.sort_unstable();
                Some(values.windows(2).all(|pair| pair[0] != pair[1]))
            }
        }
    }
}

/// The number as a type of so many bits has it.
pub fn cast(number: i128, bits: u32, is_unsigned: bool) -> i128 {
    if bits >= 127 {
        return number;
    }
    let low = if is_unsigned { 0 } else { -(1i128 << (bits - 1)) };
    number.wrapping_sub(low).rem_euclid(1 << bits) + low
}

/// Reads texts; types by their names.
pub struct Reader<'t> {
    rest: &'t str,
    /// How many bits a type has, and whether it has no sign.
    types: &'t dyn Fn(&str) -> Option<(u32, bool)>,
}

impl<'t> Reader<'t> {
    pub fn term(text: &'t str, types: &'t dyn Fn(&str) -> Option<(u32, bool)>) -> Option<Term> {
        let mut reader = Reader { rest: text.trim(), types };
        let term = reader.sum()?;
        reader.rest.is_empty().then_some(term)
    }

    pub fn fact(text: &'t str, types: &'t dyn Fn(&str) -> Option<(u32, bool)>) -> Option<Fact> {
        let mut reader = Reader { rest: text.trim(), types };
        let fact = reader.any_of()?;
        reader.rest.is_empty().then_some(fact)
    }

    fn eat(&mut self, text: &str) -> bool {
        match self.rest.strip_prefix(text) {
            Some(rest) => {
                self.rest = rest;
                true
            }
            None => false,
        }
    }

    fn any_of(&mut self) -> Option<Fact> {
        let before = self.rest;
        if self.eat("(") {
            if let Some(facts) = self.alternatives()
                && self.eat(")")
                && !matches!(self.rest.chars().next(), Some(letter) if letter != ']')
            {
                return Some(Fact::AnyOf(facts));
            }
            self.rest = before;
        }
        if self.eat("distinct(") {
            let mut terms = vec![self.sum()?];
            while self.eat(", ") {
                terms.push(self.sum()?);
            }
            return self.eat(")").then_some(Fact::Distinct(terms));
        }
        self.comparison()
    }

    fn alternatives(&mut self) -> Option<Vec<Fact>> {
        let mut facts = vec![self.any_of()?];
        while self.eat(" || ") {
            facts.push(self.any_of()?);
        }
        Some(facts)
    }

    fn comparison(&mut self) -> Option<Fact> {
        let left = self.sum()?;
        let signs =
            [(" <= ", Sign::AtMost), (" < ", Sign::Less), (" != ", Sign::NotEqual), (" = ", Sign::Equal)];
        let (_, sign) = signs.into_iter().find(|(text, _)| self.eat(text))?;
        Some(Fact::Compare(left, sign, self.sum()?))
    }

    fn sum(&mut self) -> Option<Term> {
        let mut parts = Vec::new();
        let mut sign = if self.eat("-") { -1 } else { 1 };
        loop {
            let (factor, term) = self.operation()?;
            parts.push((sign * factor, term));
            sign = match () {
                () if self.eat(" + ") => 1,
                () if self.eat(" - ") => -1,
                () => break,
            };
        }
        match parts.as_slice() {
            [(1, only)] => Some(only.clone()),
            [(factor, Term::Number(number))] => Some(Term::Number(factor * number)),
            _ => Some(Term::Sum(parts)),
        }
    }

    /// An operand, with a factor before it or an operation behind it.
    fn operation(&mut self) -> Option<(i128, Term)> {
        if let Some(number) = self.number() {
            return match self.eat("*") {
                true => Some((number, self.operand()?)),
                false => Some((1, Term::Number(number))),
            };
        }
        let operand = self.operand()?;
        if self.eat(" mod ") {
            return Some((1, Term::Remainder(Box::new(operand), self.number()?)));
        }
        if self.eat(" div ") {
            return Some((1, Term::Quotient(Box::new(operand), self.number()?)));
        }
        Some((1, operand))
    }

    fn number(&mut self) -> Option<i128> {
        let digits =
            self.rest.len() - self.rest.trim_start_matches(|letter: char| letter.is_ascii_digit()).len();
        let number: i128 = self.rest[..digits].parse().ok()?;
        self.rest = &self.rest[digits..];
        if number == 2 && self.rest.starts_with('^') {
            self.rest = &self.rest[1..];
            let power = self.number()?;
            return 1i128.checked_shl(u32::try_from(power).ok()?);
        }
        Some(number)
    }

    fn operand(&mut self) -> Option<Term> {
        if let Some(number) = self.number() {
            return Some(Term::Number(number));
        }
        if self.rest.starts_with('[') {
            self.rest = &self.rest[1..];
            let fact = self.any_of()?;
            return self.eat("]").then_some(Term::Truth(Box::new(fact)));
        }
        if self.rest.starts_with('(') {
            let inside = &self.rest[1..closing(self.rest)?];
            let behind = &self.rest[inside.len() + 2..];
            let is_cast = behind.starts_with(|letter: char| {
                letter.is_ascii_alphanumeric() || matches!(letter, '(' | '*' | '&' | '[' | '_')
            });
            if is_cast {
                let (bits, is_unsigned) = (self.types)(inside)?;
                self.rest = behind;
                return Some(Term::Cast { bits, is_unsigned, inside: Box::new(self.operand()?) });
            }
            self.rest = &self.rest[1..];
            let term = self.sum()?;
            return self.eat(")").then_some(term);
        }
        self.name()
    }

    /// A name: a path from a variable, with what is behind it in parentheses or brackets.
    fn name(&mut self) -> Option<Term> {
        let begin = self.rest;
        while self.rest.starts_with(['*', '&']) {
            self.rest = &self.rest[1..];
        }
        let word = |letter: char| letter.is_alphanumeric() || matches!(letter, '_' | '#' | '$' | '@');
        loop {
            let before = self.rest;
            self.rest = self.rest.trim_start_matches(word);
            if self.rest.starts_with(['(', '[']) {
                self.rest = &self.rest[closing(self.rest)? + 1..];
            }
            let is_member = self.rest.starts_with('.') && !self.rest.starts_with("..");
            let is_part = self.rest.starts_with(':') && !self.rest.starts_with(": ");
            if self.rest.starts_with("->") {
                self.rest = &self.rest[2..];
            } else if is_member || is_part {
                self.rest = &self.rest[1..];
            } else if before.len() == self.rest.len() || !self.rest.starts_with(['[', '(']) {
                break;
            }
        }
        let name = &begin[..begin.len() - self.rest.len()];
        if let Some(inside) = name.strip_prefix("product(") {
            let inside = inside.strip_suffix(')')?;
            let (left, right) = inside.split_once(", ")?;
            let (left, right) = (Reader::term(left, self.types)?, Reader::term(right, self.types)?);
            return Some(Term::Product(Box::new(left), Box::new(right)));
        }
        (!name.is_empty()).then(|| Term::Name(name.to_owned()))
    }
}

/// Where the parenthesis or bracket that a text begins with is closed.
fn closing(text: &str) -> Option<usize> {
    let mut depth = 0;
    for (index, letter) in text.char_indices() {
        match letter {
            '(' | '[' => depth += 1,
            ')' | ']' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some(index);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn types(name: &str) -> Option<(u32, bool)> {
        match name {
            "signed char" => Some((8, false)),
            "unsigned char" => Some((8, true)),
            "long" => Some((64, false)),
            _ => None,
        }
    }

    fn value(text: &str) -> Option<i128> {
        let names =
            [("x", 5), ("b->len", 200), ("size(b->p)", 7), ("*(p + 0):4", 9), ("m#1", -3), ("t[2].a", 1)];
        let names = names.map(|(name, value)| (name.to_owned(), value)).into_iter().collect();
        Reader::term(text, &types).unwrap_or_else(|| panic!("{text} is not read")).value(&names)
    }

    #[test]
    fn terms_are_computed_as_c_reads_them() {
        for (text, expected) in [
            ("x", 5),
            ("-x", -5),
            ("4*x + 1", 21),
            ("b->len - 2*m#1 - 4", 202),
            ("(signed char)b->len", -56),
            ("(signed char)b->len + 128", 72),
            ("(signed char)(b->len + 128)", 72),
            ("(long)(x + 2^63)", 5 - (1 << 63)),
            ("(x - 6) mod 2^63", (1 << 63) - 1),
            ("3*(b->len mod 7)", 12),
            ("(b->len + 1) div 2", 100),
            ("size(b->p)", 7),
            ("*(p + 0):4 + t[2].a", 10),
            ("[x <= 5]", 1),
            ("[(x <= 4 || m#1 != -3)] + 1", 1),
            ("18446744073709551615", u64::MAX.into()),
        ] {
            assert_eq!(value(text), Some(expected), "{text}");
        }
        assert_eq!(value("y + 1"), None);
        assert_eq!(Reader::term("x +", &types), None);
        assert_eq!(Reader::term("(what)x", &types), None);
    }

    #[test]
    fn one_open_name_is_solved_for() {
        let names = [("x".to_owned(), 5)].into_iter().collect();
        let solve = |text: &str, number| Reader::term(text, &types)?.solve(&names, number);
        assert_eq!(solve("n#1", 4), Some(("n#1".to_owned(), 4)));
        assert_eq!(solve("x + 2*n#1 + 1", 16), Some(("n#1".to_owned(), 5)));
        assert_eq!(solve("x + 2*n#1", 16), None);
        assert_eq!(solve("n#1 + n#2", 16), None);
        assert_eq!(solve("(long)n#1", 16), None);
    }
}
