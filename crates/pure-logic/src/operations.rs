//! Quotients, remainders, wrap-around, masks and shifts, all as linear arithmetic with Euclidean division by constants.
//!
//! Bit operations follow two's complement with infinitely many sign bits.
//! That agrees with a machine operation of any width whose operands lie in the range of their type.

use crate::broken::{self, BrokenRule};
use crate::fact::Fact;
use crate::number::{floor_div, gcd, power_of_two, remainder, symmetric_remainder};
use crate::term::{Atom, AtomKind, FLAG_OPAQUE, Term, TermTable};

/// The width and signedness of a machine integer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Width {
    /// Number of bits.
    pub bits: u32,
    /// Whether the values are those of two's complement.
    pub signed: bool,
}

impl Width {
    /// The unsigned integers of the given number of bits.
    pub const fn unsigned(bits: u32) -> Self {
        Width { bits, signed: false }
    }

    /// The signed integers of the given number of bits.
    pub const fn signed(bits: u32) -> Self {
        Width { bits, signed: true }
    }

    /// The least and the greatest value, where they fit into checked arithmetic.
    pub fn range(self) -> Option<(i128, i128)> {
        if self.bits == 0 {
            return Some((0, 0));
        }
        let exponent = if self.signed { self.bits - 1 } else { self.bits };
        let power = power_of_two(exponent)?;
        Some(if self.signed { (-power, power - 1) } else { (0, power - 1) })
    }
}

impl TermTable {
    /// The remainder of Euclidean division by a constant, in `0..modulus`; opaque for a modulus below one.
    pub fn modulo(&mut self, term: Term, modulus: i128) -> Term {
        if modulus < 1 {
            return self.opaque_term();
        }
        if modulus == 1 {
            return Self::ZERO;
        }
        let Some(term) = self.strip_inner_modulos(term, modulus) else {
            return self.opaque_term();
        };
        let mut divisor = modulus;
        let mut summands: Vec<(Atom, i128)> = Vec::with_capacity(self.summands(term).len());
        for (atom, coefficient) in self.summands(term) {
            let coefficient = symmetric_remainder(*coefficient, modulus);
            if coefficient != 0 {
                divisor = gcd(divisor, coefficient);
                summands.push((*atom, coefficient));
            }
        }
        let constant = remainder(self.constant_part(term), modulus);
        if summands.is_empty() {
            return self.constant(constant);
        }
        // `(g·e + g·q + r) mod (g·m)` is `g·((e + q) mod m) + r` for `0 <= r < g`.
        for summand in &mut summands {
            summand.1 /= divisor;
        }
        let (quotient, rest) = (floor_div(constant, divisor), remainder(constant, divisor));
        let modulus = modulus / divisor;
        for summand in &mut summands {
            summand.1 = symmetric_remainder(summand.1, modulus);
        }
        let inner = self.intern_linear(symmetric_remainder(quotient, modulus), &summands);
        if let Some(value) = self.modulo_of_small_atom(inner, modulus) {
            return self.linear(rest, &[(divisor, value)]);
        }
        let atom = self.atom(AtomKind::Modulo(inner, modulus));
        let value = self.atom_term(atom);
        self.linear(rest, &[(divisor, value)])
    }

    /// A remainder or a truth value that is already small enough is its own remainder.
    fn modulo_of_small_atom(&self, inner: Term, modulus: i128) -> Option<Term> {
        let atom = self.as_atom(inner)?;
        match self.kind(atom) {
            AtomKind::Modulo(_, smaller) if smaller <= modulus => Some(inner),
            AtomKind::Truth(_) => Some(inner),
            AtomKind::Modulo(..)
            | AtomKind::Variable(_)
            | AtomKind::Divide(..)
            | AtomKind::Apply(..)
            | AtomKind::Opaque(_) => None,
        }
    }

    /// Replaces `k·(e mod n)` by `k·e` wherever `modulus` divides `k·n`; `None` on overflow.
    fn strip_inner_modulos(&mut self, term: Term, modulus: i128) -> Option<Term> {
        let mut stripped = term;
        loop {
            let found = self.summands(stripped).iter().find_map(|summand| {
                let coefficient = symmetric_remainder(summand.1, modulus);
                let AtomKind::Modulo(inner, inner_modulus) = self.kind(summand.0) else {
                    return None;
                };
                let divides =
                    coefficient.checked_mul(inner_modulus).is_some_and(|product| product % modulus == 0)
                        || broken::is(self.broken, BrokenRule::ModuloStripsAnyInnerModulo);
                (coefficient != 0 && divides).then_some((summand.0, coefficient, inner))
            });
            let Some((atom, coefficient, inner)) = found else {
                break;
            };
            let atom = self.atom_term(atom);
            let difference = self.subtract(inner, atom);
            stripped = self.add_scaled(stripped, coefficient, difference);
        }
        (self.flags(stripped) & FLAG_OPAQUE == self.flags(term) & FLAG_OPAQUE).then_some(stripped)
    }

    /// The quotient of Euclidean division by a constant; opaque for a divisor below one.
    pub fn divide(&mut self, term: Term, divisor: i128) -> Term {
        if divisor < 1 {
            return self.opaque_term();
        }
        if divisor == 1 {
            return term;
        }
        // `(d·a + b) div d` is `a + b div d`.
        let mut whole: Vec<(Atom, i128)> = Vec::new();
        let mut rest: Vec<(Atom, i128)> = Vec::new();
        let mut common = divisor;
        for (atom, coefficient) in self.summands(term) {
            let small = symmetric_remainder(*coefficient, divisor);
            if small != 0 {
                rest.push((*atom, small));
                common = gcd(common, small);
            }
            let Some(multiple) = coefficient.checked_sub(small) else {
                return self.opaque_term();
            };
            let large = multiple / divisor;
            if large != 0 {
                whole.push((*atom, large));
            }
        }
        let constant = self.constant_part(term);
        let whole = self.intern_linear(floor_div(constant, divisor), &whole);
        if rest.is_empty() {
            return whole;
        }
        // `(g·e + c) div (g·d)` is `(e + c div g) div d`.
        for summand in &mut rest {
            summand.1 /= common;
        }
        let constant = floor_div(remainder(constant, divisor), common);
        let inner = self.intern_linear(constant, &rest);
        let divisor = divisor / common;
        if divisor == 1 {
            return self.add(whole, inner);
        }
        let quotient = self.divide_atomically(inner, divisor);
        self.add(whole, quotient)
    }

    fn divide_atomically(&mut self, inner: Term, divisor: i128) -> Term {
        if let Some(atom) = self.as_atom(inner) {
            match self.kind(atom) {
                AtomKind::Divide(innermost, first) => {
                    if let Some(product) = first.checked_mul(divisor) {
                        return self.divide(innermost, product);
                    }
                }
                AtomKind::Modulo(_, modulus) if modulus <= divisor => return Self::ZERO,
                AtomKind::Truth(_) => return Self::ZERO,
                AtomKind::Modulo(..) | AtomKind::Variable(_) | AtomKind::Apply(..) | AtomKind::Opaque(_) => {}
            }
        }
        let atom = self.atom(AtomKind::Divide(inner, divisor));
        self.atom_term(atom)
    }

    /// The value of the given width that is congruent to the term: what a machine keeps of it.
    /// Opaque for widths beyond 126 bits.
    pub fn wrap(&mut self, term: Term, width: Width) -> Term {
        if width.bits == 0 {
            return Self::ZERO;
        }
        let Some(modulus) = power_of_two(width.bits) else {
            return self.opaque_term();
        };
        if !width.signed {
            return self.modulo(term, modulus);
        }
        let half = modulus / 2;
        let shifted = self.add_constant(term, half);
        let remainder = self.modulo(shifted, modulus);
        if broken::is(self.broken, BrokenRule::SignedWrapForgetsSign) {
            return remainder;
        }
        self.add_constant(remainder, -half)
    }

    /// `term & mask`, bit range by bit range.
    pub fn and_constant(&mut self, term: Term, mask: i128) -> Term {
        if mask < 0 {
            // All but finitely many bits are kept: subtract the others.
            let others = self.and_constant(term, !mask);
            return self.subtract(term, others);
        }
        let mut sum = Self::ZERO;
        let mut remaining = mask;
        while remaining != 0 {
            let low = remaining.trailing_zeros();
            let length = (remaining >> low).trailing_ones();
            let (Some(low_power), Some(length_power)) = (power_of_two(low), power_of_two(length)) else {
                return self.opaque_term();
            };
            let shifted = self.divide(term, low_power);
            let bits = self.modulo(shifted, length_power);
            sum = self.add_scaled(sum, low_power, bits);
            let cleared = low + length;
            remaining = if cleared >= 127 { 0 } else { remaining >> cleared << cleared };
        }
        sum
    }

    /// `term & mask` for operands of an unsigned type: a mask that reaches the top bit keeps all higher bits, which are zero.
    pub fn and_unsigned(&mut self, term: Term, mask: i128, bits: u32) -> Term {
        match power_of_two(bits) {
            Some(power) if bits > 0 && mask >= power / 2 && mask < power => {
                self.and_constant(term, mask - power)
            }
            _ => self.and_constant(term, mask),
        }
    }

    /// `term | mask`.
    pub fn or_constant(&mut self, term: Term, mask: i128) -> Term {
        let sum = self.add_constant(term, mask);
        if broken::is(self.broken, BrokenRule::OrIsAddition) {
            return sum;
        }
        let both = self.and_constant(term, mask);
        self.subtract(sum, both)
    }

    /// `term ^ mask`.
    pub fn xor_constant(&mut self, term: Term, mask: i128) -> Term {
        let sum = self.add_constant(term, mask);
        let both = self.and_constant(term, mask);
        self.add_scaled(sum, -2, both)
    }

    /// `~term`.
    pub fn complement(&mut self, term: Term) -> Term {
        self.linear(-1, &[(-1, term)])
    }

    /// `term << count` over the mathematical integers.
    pub fn shift_left(&mut self, term: Term, count: u32) -> Term {
        match power_of_two(count) {
            Some(power) => self.scale(power, term),
            None => self.opaque_term(),
        }
    }

    /// The arithmetic right shift, which is floor division.
    pub fn shift_right(&mut self, term: Term, count: u32) -> Term {
        match power_of_two(count) {
            Some(power) => self.divide(term, power),
            None => self.opaque_term(),
        }
    }

    /// The quotient of division that truncates towards zero, as C's `/`; opaque for divisor zero.
    pub fn truncated_divide(&mut self, term: Term, divisor: i128) -> Term {
        if divisor == 0 || divisor == i128::MIN {
            return self.opaque_term();
        }
        let magnitude = divisor.abs();
        // Floor division of a negative dividend rounds away from zero; adding `d - 1` first makes it round towards zero.
        let negative = self.is_negative(term);
        let negative = self.truth(negative);
        let dividend = self.add_scaled(term, magnitude - 1, negative);
        let quotient = self.divide(dividend, magnitude);
        if divisor < 0 { self.negate(quotient) } else { quotient }
    }

    /// The remainder that goes with [`TermTable::truncated_divide`], as C's `%`.
    pub fn truncated_remainder(&mut self, term: Term, divisor: i128) -> Term {
        let quotient = self.truncated_divide(term, divisor);
        self.add_scaled(term, divisor.saturating_neg(), quotient)
    }

    fn is_negative(&mut self, term: Term) -> Fact {
        let above = self.linear(-1, &[(-1, term)]);
        self.non_negative(above)
    }

    /// One if the fact holds, zero otherwise.
    pub fn truth(&mut self, fact: Fact) -> Term {
        match fact {
            Fact::True => self.constant(1),
            Fact::False => Self::ZERO,
            Fact::Zero(_) | Fact::NonZero(_) | Fact::NonNegative(_) | Fact::AnyOf(_) | Fact::Distinct(_) => {
                let atom = self.atom(AtomKind::Truth(fact));
                self.atom_term(atom)
            }
        }
    }
}
