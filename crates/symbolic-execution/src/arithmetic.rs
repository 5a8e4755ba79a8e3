//! Integer arithmetic on machine words.
//!
//! A word is a term modulo 2^width ([`Value`]). Addition, subtraction and multiplication work on
//! the terms as they are; what looks at the size of a number first takes its *reading* as signed
//! or unsigned.

use crate::context::Context;
use crate::outcome::{Interrupt, Step};
use crate::path::Path;
use interpreter::FaultKind;
use ir::{BinaryOperator, Conversion, Overflow, Scalar, UnaryOperator};
use pure_logic::term::{Atom, AtomKind};
use pure_logic::{Facts, Term, Width};
use symbolic_heap::{HeapRule, Location, State, Value, is_broken};

/// Numbers of 128 bits that are not larger than this, and not smaller than its negative, do not wrap around.
const FAR: i128 = 1 << 120;

impl Context<'_> {
    /// The integer that a word of this width is, read as signed or unsigned: the term itself if
    /// the facts keep it in range, else the term wrapped around, or any number where that cannot be said.
    pub fn reading(&mut self, facts: &Facts, term: Term, width: Width) -> Term {
        // Where the range does not fit into checked arithmetic, numbers that are far from its ends are what they are.
        let (range, is_whole) = match width.range() {
            Some(range) => (range, true),
            None => ((if width.signed { -FAR } else { 0 }, FAR), false),
        };
        let (low, high) = range;
        if let Some(number) = self.solver.terms.as_constant(term)
            && (low..=high).contains(&number)
        {
            return term;
        }
        let known = facts.bounds(&mut self.solver, term);
        if known.lower.is_some_and(|lower| lower >= low) && known.upper.is_some_and(|upper| upper <= high) {
            return term;
        }
        let [above, below] = self.between(low, term, high);
        if self.proves(facts, above) && self.proves(facts, below) {
            return term;
        }
        if is_whole { self.solver.terms.wrap(term, width) } else { self.fresh("wide") }
    }

    pub fn signed(&mut self, facts: &Facts, term: Term, bits: u32) -> Term {
        self.reading(facts, term, Width::signed(bits))
    }

    pub fn unsigned(&mut self, facts: &Facts, term: Term, bits: u32) -> Term {
        self.reading(facts, term, Width::unsigned(bits))
    }

    /// An unknown word. It gets the range in which words of its size are mostly read.
    pub fn unknown_word(&mut self, state: &mut State, scalar: Scalar, hint: &str) -> Term {
        let term = self.fresh(hint);
        let width = Width { bits: scalar.bits(), signed: scalar.bits() >= 32 };
        if let Some((low, high)) = width.range() {
            for fact in self.between(low, term, high) {
                state.facts.assume(&mut self.solver, fact);
            }
        }
        term
    }

    pub fn unary(
        &mut self,
        state: &mut State,
        path: &mut Path,
        operator: UnaryOperator,
        operand: Value,
        scalar: Scalar,
        overflow: Overflow,
    ) -> Step<Value> {
        if scalar.is_float() {
            return Ok(self.opaque(state, path, scalar, operand.undefined, "floating-point arithmetic"));
        }
        let term = match operator {
            UnaryOperator::Negate => {
                let zero = self.constant(0);
                if overflow == Overflow::SignedUndefined {
                    let operand = self.signed(&state.facts, operand.term, scalar.bits());
                    let exact = self.solver.terms.negate(operand);
                    self.require_in_range(&state.facts, exact, scalar)?;
                }
                self.solver.terms.subtract(zero, operand.term)
            }
            // ~x = -x - 1 in two's complement.
            UnaryOperator::BitNot => self.solver.terms.complement(operand.term),
        };
        Ok(Value { term, undefined: spread(operand.undefined) })
    }

    #[allow(clippy::too_many_arguments)]
    pub fn binary(
        &mut self,
        state: &mut State,
        path: &mut Path,
        operator: BinaryOperator,
        left: Value,
        right: Value,
        scalar: Scalar,
        right_scalar: Scalar,
        overflow: Overflow,
    ) -> Step<Value> {
        let undefined = spread(left.undefined | right.undefined);
        if scalar.is_float() {
            return Ok(self.opaque(state, path, scalar, undefined, "floating-point arithmetic"));
        }
        let bits = scalar.bits();
        let checked = overflow == Overflow::SignedUndefined;
        let term = match operator {
            BinaryOperator::Add | BinaryOperator::Subtract => {
                let factor = if operator == BinaryOperator::Add { 1 } else { -1 };
                if checked {
                    let (a, b) = self.signed_pair(&state.facts, left, right, bits);
                    let exact = self.solver.terms.add_scaled(a, factor, b);
                    self.require_in_range(&state.facts, exact, scalar)?;
                }
                self.solver.terms.add_scaled(left.term, factor, right.term)
            }
            BinaryOperator::Multiply => {
                let (a, b) = match checked {
                    true => self.signed_pair(&state.facts, left, right, bits),
                    false => (left.term, right.term),
                };
                self.tell_product(state, a, b);
                let exact = self.solver.terms.multiply(a, b);
                if checked {
                    self.require_in_range(&state.facts, exact, scalar)?;
                }
                exact
            }
            BinaryOperator::SignedDivide
            | BinaryOperator::UnsignedDivide
            | BinaryOperator::SignedRemainder
            | BinaryOperator::UnsignedRemainder => {
                return self.divide(state, path, operator, left, right, scalar);
            }
            BinaryOperator::And | BinaryOperator::Or | BinaryOperator::Xor => {
                return self.bitwise(state, path, operator, left, right, scalar);
            }
            BinaryOperator::ShiftLeft
            | BinaryOperator::SignedShiftRight
            | BinaryOperator::UnsignedShiftRight => {
                return self.shift(state, path, operator, left, right, scalar, right_scalar, overflow);
            }
            BinaryOperator::FloatAdd
            | BinaryOperator::FloatSubtract
            | BinaryOperator::FloatMultiply
            | BinaryOperator::FloatDivide => {
                return Err(Interrupt::gave_up("floating-point operator on integers"));
            }
        };
        Ok(Value { term, undefined })
    }

    fn signed_pair(&mut self, facts: &Facts, left: Value, right: Value, bits: u32) -> (Term, Term) {
        (self.signed(facts, left.term, bits), self.signed(facts, right.term, bits))
    }

    /// The exact result of signed arithmetic fits, if that is to be checked.
    fn require_in_range(&mut self, facts: &Facts, exact: Term, scalar: Scalar) -> Step<()> {
        let Some((low, high)) = Width::signed(scalar.bits()).range() else { return Ok(()) };
        if !self.options.check_overflow {
            return Ok(());
        }
        for fact in self.between(low, exact, high) {
            if !self.proves(facts, fact) {
                return Err(Interrupt::Require {
                    fact,
                    kind: FaultKind::SignedOverflow,
                    message: "signed arithmetic overflows".into(),
                    block: None,
                });
            }
        }
        Ok(())
    }

    fn divide(
        &mut self,
        state: &mut State,
        path: &mut Path,
        operator: BinaryOperator,
        left: Value,
        right: Value,
        scalar: Scalar,
    ) -> Step<Value> {
        let signed = matches!(operator, BinaryOperator::SignedDivide | BinaryOperator::SignedRemainder);
        let width = Width { bits: scalar.bits(), signed };
        let dividend = self.reading(&state.facts, left.term, width);
        let divisor = self.reading(&state.facts, right.term, width);
        let not_zero = self.solver.terms.non_zero(divisor);
        if !self.proves(&state.facts, not_zero) {
            return Err(Interrupt::Require {
                fact: not_zero,
                kind: FaultKind::DivisionByZero,
                message: "the divisor is zero".into(),
                block: None,
            });
        }
        if signed {
            self.require_quotient_in_range(&state.facts, dividend, divisor, scalar)?;
        }
        let undefined = spread(left.undefined | right.undefined);
        let terms = &mut self.solver.terms;
        let is_remainder =
            matches!(operator, BinaryOperator::SignedRemainder | BinaryOperator::UnsignedRemainder);
        if let Some(number) = terms.as_constant(divisor) {
            let term = match (signed, is_remainder) {
                (true, false) => terms.truncated_divide(dividend, number),
                (true, true) => terms.truncated_remainder(dividend, number),
                (false, false) => terms.divide(dividend, number),
                (false, true) => terms.modulo(dividend, number),
            };
            return Ok(Value { term, undefined });
        }
        // A divisor that is not constant: the quotient is not linear; only its range is known.
        let mut result = self.opaque(state, path, scalar, undefined, "division by a variable");
        let (zero, one) = (self.constant(0), self.constant(1));
        let natural = [self.solver.terms.at_most(zero, dividend), self.solver.terms.at_most(one, divisor)];
        if !signed || natural.into_iter().all(|fact| self.proves(&state.facts, fact)) {
            result.term = self.fresh("quotient");
            let zero = self.constant(0);
            let above = self.solver.terms.at_most(zero, result.term);
            let below = if is_remainder {
                self.solver.terms.less_than(result.term, divisor)
            } else {
                self.solver.terms.at_most(result.term, dividend)
            };
            state.facts.assume_all(&mut self.solver, &[above, below]);
        }
        Ok(result)
    }

    /// The least number divided by -1 does not fit, and processors trap; so it is for the remainder, which is
    /// computed along with the quotient. That overflow of sums and products wraps says nothing of it.
    fn require_quotient_in_range(
        &mut self,
        facts: &Facts,
        dividend: Term,
        divisor: Term,
        scalar: Scalar,
    ) -> Step<()> {
        let Some((low, _)) = Width::signed(scalar.bits()).range() else { return Ok(()) };
        let kind = match self.options.check_overflow {
            true => FaultKind::SignedOverflow,
            false => FaultKind::DivisionByZero,
        };
        let (least, minus_one) = (self.constant(low), self.constant(-1));
        let is_larger = self.solver.terms.less_than(least, dividend);
        let is_other = self.solver.terms.equal(divisor, minus_one);
        let is_other = self.solver.terms.negation(is_other);
        let is_safe = |context: &mut Self, facts: &Facts| {
            context.proves(facts, is_larger) || is_other.iter().any(|&fact| context.proves(facts, fact))
        };
        if is_safe(self, facts) {
            return Ok(());
        }
        let is_minus_one = self.solver.terms.equal(divisor, minus_one);
        if !self.proves(facts, is_minus_one) {
            return Err(Interrupt::Split(is_minus_one));
        }
        Err(Interrupt::Require {
            fact: is_larger,
            kind,
            message: "the least number is divided by -1, which does not fit".into(),
            block: None,
        })
    }

    fn bitwise(
        &mut self,
        state: &mut State,
        path: &mut Path,
        operator: BinaryOperator,
        left: Value,
        right: Value,
        scalar: Scalar,
    ) -> Step<Value> {
        let bits = scalar.bits();
        let terms = &self.solver.terms;
        let (word, other, mask) = match (terms.as_constant(left.term), terms.as_constant(right.term)) {
            (_, Some(mask)) => (left, right, Some(mask)),
            (Some(mask), None) => (right, left, Some(mask)),
            (None, None) => (left, right, None),
        };
        let all_undefined = left.undefined | right.undefined;
        if let (Some(mask), true) = (mask, bits < 128) {
            // Every residue of the mask serves, since all bits of the word are told apart anyway.
            let mask = mask.rem_euclid(1 << bits);
            let undefined = match operator {
                _ if !other.is_defined() => spread(all_undefined),
                BinaryOperator::And => word.undefined & mask as u128,
                BinaryOperator::Or => word.undefined & !(mask as u128),
                _ => word.undefined,
            };
            let (word, both) = self.masked(state, word.term, mask, bits)?;
            // x | m = x + m - (x & m) and x ^ m = x + m - 2·(x & m).
            let term = match operator {
                BinaryOperator::And => both,
                BinaryOperator::Or => self.solver.terms.linear(mask, &[(1, word), (-1, both)]),
                _ => self.solver.terms.linear(mask, &[(1, word), (-2, both)]),
            };
            return Ok(Value { term, undefined });
        }
        if left == right && operator != BinaryOperator::Xor {
            return Ok(left);
        }
        if left.term == right.term && operator == BinaryOperator::Xor {
            return Ok(Value { term: self.constant(0), undefined: all_undefined });
        }
        let result = self.opaque(state, path, scalar, all_undefined, "a bit operation on two variables");
        if bits < 128 {
            let (a, b) =
                (self.unsigned(&state.facts, left.term, bits), self.unsigned(&state.facts, right.term, bits));
            let word = self.fresh("bits");
            let (low, high) = Width::unsigned(bits).range().unwrap_or((0, i128::MAX));
            let range = self.between(low, word, high);
            state.facts.assume_all(&mut self.solver, &range);
            let terms = &mut self.solver.terms;
            let facts = match operator {
                BinaryOperator::And => [terms.at_most(word, a), terms.at_most(word, b)],
                BinaryOperator::Or => {
                    let sum = terms.add(a, b);
                    [terms.at_most(a, word), terms.at_most(word, sum)]
                }
                _ => {
                    let sum = terms.add(a, b);
                    let zero = terms.constant(0);
                    [terms.at_most(word, sum), terms.at_most(zero, word)]
                }
            };
            state.facts.assume_all(&mut self.solver, &facts);
            return Ok(Value { term: word, ..result });
        }
        Ok(result)
    }

    /// A word, and `word & mask`.
    fn masked(&mut self, state: &State, word: Term, mask: i128, bits: u32) -> Step<(Term, Term)> {
        let others = (1i128 << bits) - 1 - mask;
        if let Some(low) = self.low_bits(state, word, others)? {
            return Ok((word, self.solver.terms.subtract(word, low)));
        }
        if let Some(low) = self.low_bits(state, word, mask)? {
            return Ok((word, low));
        }
        let word = self.unsigned(&state.facts, word, bits);
        Ok((word, self.solver.terms.and_unsigned(word, mask, bits)))
    }

    /// `word & mask` where the mask takes all of the low bits, or some that are known. What is known of the low bits of
    /// an address tells it from its tag; where a list begins, that is known once its first node is.
    ///
    /// Low bits are those of every number that is congruent to the word: it need not be read as unsigned.
    fn low_bits(&mut self, state: &State, word: Term, mask: i128) -> Step<Option<Term>> {
        let modulus = (mask as u128 + 1).next_power_of_two() as i128;
        let takes_all = mask + 1 == modulus;
        // Nodes are aligned for every type, which is twice the size of a pointer.
        let is_tag = modulus <= i128::from(self.pointer_bits() / 4);
        if !takes_all && !is_tag {
            return Ok(None);
        }
        let low = state.facts.remainder(&mut self.solver, word, modulus);
        if let Some(number) = self.solver.terms.as_constant(low) {
            return Ok(Some(self.constant(number & mask)));
        }
        let is_remainder =
            |&(atom, _): &(Atom, i128)| matches!(self.solver.terms.kind(atom), AtomKind::Modulo(..));
        if is_tag && self.solver.terms.summands(low).iter().any(is_remainder) {
            match state.heap.locate(&mut self.solver.terms, word) {
                Location::FirstNode { segment, .. } => return Err(Interrupt::UnfoldFirst(segment)),
                Location::LastNode { segment, .. } => return Err(Interrupt::UnfoldLast(segment)),
                Location::Root { instance, .. } => return Err(Interrupt::ExposeRoot(instance)),
                Location::BeforeHole { instance, .. } => return Err(Interrupt::ExposeBeforeHole(instance)),
                Location::Block { .. }
                | Location::Member { .. }
                | Location::Number(_)
                | Location::Unknown => {}
            }
        }
        let is_lost = is_broken(&self.solver, HeapRule::MaskedBitsAreZero);
        let low = if is_lost { self.constant(0) } else { low };
        Ok(takes_all.then_some(low))
    }

    #[allow(clippy::too_many_arguments)]
    fn shift(
        &mut self,
        state: &mut State,
        path: &mut Path,
        operator: BinaryOperator,
        left: Value,
        right: Value,
        scalar: Scalar,
        right_scalar: Scalar,
        overflow: Overflow,
    ) -> Step<Value> {
        let bits = scalar.bits();
        let undefined = spread(left.undefined | right.undefined);
        let count = self.signed(&state.facts, right.term, right_scalar.bits());
        for fact in self.between(0, count, i128::from(bits) - 1) {
            if !self.proves(&state.facts, fact) {
                if !self.options.check_shifts && !self.options.check_overflow {
                    // Not asked about: whatever comes out, the result is some word.
                    return Ok(self.opaque(
                        state,
                        path,
                        scalar,
                        undefined,
                        "a shift that may be out of range",
                    ));
                }
                return Err(Interrupt::Require {
                    fact,
                    kind: FaultKind::ShiftOutOfRange,
                    message: format!("the shift count is negative or not below {bits}"),
                    block: None,
                });
            }
        }
        let is_checked = overflow == Overflow::SignedUndefined && self.options.check_overflow;
        if operator == BinaryOperator::ShiftLeft && is_checked {
            self.require_shifted_in_range(&state.facts, left, count, bits)?;
        }
        let Some(count) = self.solver.terms.as_constant(count).and_then(|count| u32::try_from(count).ok())
        else {
            return Ok(self.opaque(state, path, scalar, undefined, "a shift by a variable"));
        };
        let term = match operator {
            BinaryOperator::ShiftLeft => self.solver.terms.shift_left(left.term, count),
            BinaryOperator::SignedShiftRight => {
                let word = self.signed(&state.facts, left.term, bits);
                self.solver.terms.shift_right(word, count)
            }
            _ => {
                let word = self.unsigned(&state.facts, left.term, bits);
                self.solver.terms.shift_right(word, count)
            }
        };
        Ok(Value { term, undefined })
    }

    /// What is shifted to the left is not negative, and no bit of it gets lost or becomes the sign.
    fn require_shifted_in_range(&mut self, facts: &Facts, left: Value, count: Term, bits: u32) -> Step<()> {
        let number = self.signed(facts, left.term, bits);
        // Without a constant count, the largest one decides.
        let most = facts.bounds(&mut self.solver, count).upper.unwrap_or(i128::from(bits) - 1);
        let most = most.clamp(0, i128::from(bits) - 1) as u32;
        let highest = if bits < 128 { ((1i128 << (bits - 1)) - 1) >> most } else { 0 };
        for fact in self.between(0, number, highest) {
            if !self.proves(facts, fact) {
                if self.solver.terms.as_constant(count).is_none() {
                    return Err(Interrupt::gave_up("a signed number is shifted by a variable"));
                }
                return Err(Interrupt::Require {
                    fact,
                    kind: FaultKind::ShiftOverflow,
                    message: "a signed number that is shifted to the left does not fit".into(),
                    block: None,
                });
            }
        }
        Ok(())
    }

    pub fn convert(
        &mut self,
        state: &mut State,
        path: &mut Path,
        conversion: Conversion,
        operand: Value,
        from: Scalar,
        to: Scalar,
    ) -> Value {
        match conversion {
            // The bits are the term modulo the new, smaller power of two.
            Conversion::Truncate => {
                Value { term: operand.term, undefined: truncate_mask(operand.undefined, to) }
            }
            Conversion::ZeroExtend => Value {
                term: self.unsigned(&state.facts, operand.term, from.bits()),
                undefined: truncate_mask(operand.undefined, from),
            },
            Conversion::SignExtend => Value {
                term: self.signed(&state.facts, operand.term, from.bits()),
                undefined: if operand.undefined >> (from.bits() - 1) & 1 == 1 {
                    u128::MAX
                } else {
                    truncate_mask(operand.undefined, from)
                },
            },
            Conversion::SignedToFloat
            | Conversion::UnsignedToFloat
            | Conversion::FloatToSigned
            | Conversion::FloatToUnsigned
            | Conversion::FloatToFloat => {
                self.opaque(state, path, to, spread(operand.undefined), "a floating-point conversion")
            }
        }
    }

    /// A word of which nothing is known, where something could be known by a better analysis.
    pub fn opaque(
        &mut self,
        state: &mut State,
        path: &mut Path,
        scalar: Scalar,
        undefined: u128,
        why: &'static str,
    ) -> Value {
        path.approximate(why);
        Value { term: self.unknown_word(state, scalar, "v"), undefined }
    }
}

/// One undefined bit makes the whole result of arithmetic undefined.
fn spread(undefined: u128) -> u128 {
    if undefined == 0 { 0 } else { u128::MAX }
}

fn truncate_mask(undefined: u128, scalar: Scalar) -> u128 {
    if scalar.bits() >= 128 { undefined } else { undefined & ((1 << scalar.bits()) - 1) }
}
