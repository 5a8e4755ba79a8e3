//! Comparisons of words, numbers and addresses alike.

use crate::context::Context;
use ir::{Comparison, Domain, Scalar};
use pure_logic::term::AtomKind;
use pure_logic::{Fact, Facts, Term, Width};
use symbolic_heap::part::are_apart;
use symbolic_heap::{Block, HeapRule, Location, Region, State, Value, is_broken};

impl Context<'_> {
    /// The fact that a comparison states.
    pub fn comparison(
        &mut self,
        state: &State,
        comparison: Comparison,
        domain: Domain,
        left: Value,
        right: Value,
        scalar: Scalar,
    ) -> Fact {
        match comparison {
            Comparison::Equal => self.equality(state, domain, left.term, right.term, scalar.bits()),
            Comparison::NotEqual => {
                let equal = self.equality(state, domain, left.term, right.term, scalar.bits());
                self.opposite(equal)
            }
            Comparison::Less => self.order(state, domain, left.term, right.term, scalar.bits(), true),
            Comparison::LessEqual => self.order(state, domain, left.term, right.term, scalar.bits(), false),
            Comparison::Greater => self.order(state, domain, right.term, left.term, scalar.bits(), true),
            Comparison::GreaterEqual => {
                self.order(state, domain, right.term, left.term, scalar.bits(), false)
            }
        }
    }

    fn opposite(&mut self, fact: Fact) -> Fact {
        self.solver.terms.negate_literal(fact).unwrap_or_else(|| {
            let truth = self.solver.terms.truth(fact);
            self.solver.terms.zero(truth)
        })
    }

    /// Two words have the same bits.
    fn equality(&mut self, state: &State, domain: Domain, left: Term, right: Term, bits: u32) -> Fact {
        if left == right {
            return Fact::True;
        }
        let difference = self.solver.terms.subtract(left, right);
        if let Some(number) = self.solver.terms.as_constant(difference) {
            let modulus = if bits < 127 { 1i128 << bits } else { i128::MAX };
            return if number % modulus == 0 { Fact::True } else { Fact::False };
        }
        if let Some(fact) = self.equality_of_blocks(state, left, right) {
            return fact;
        }
        let width = self.common_width(&state.facts, domain, left, right, bits);
        let (a, b) = (self.reading(&state.facts, left, width), self.reading(&state.facts, right, width));
        if (a, b) != (left, right)
            && let Some((a, b)) = self.as_words(&state.facts, difference, bits)
        {
            let known = self.equality_of_blocks(state, a, b);
            return known.unwrap_or_else(|| self.solver.terms.equal(a, b));
        }
        let (a, b) = self.without_remainders(&state.facts, a, b).unwrap_or((a, b));
        self.solver.terms.equal(a, b)
    }

    /// What two remainders by the same number are of, if these are so close that they are equal if and only if the remainders are: two
    /// letters that were widened to compare them, or a letter and a number.
    fn without_remainders(&mut self, facts: &Facts, left: Term, right: Term) -> Option<(Term, Term)> {
        let difference = self.solver.terms.subtract(left, right);
        let terms = &self.solver.terms;
        let constant = terms.constant_part(difference);
        match *terms.summands(difference) {
            [(one, 1), (other, -1)] | [(one, -1), (other, 1)] if constant == 0 => {
                let (AtomKind::Modulo(a, modulus), AtomKind::Modulo(b, same)) =
                    (terms.kind(one), terms.kind(other))
                else {
                    return None;
                };
                let distance = self.solver.terms.subtract(a, b);
                let range = facts.bounds(&mut self.solver, distance);
                let is_close = modulus == same && range.lower? > -modulus && range.upper? < modulus;
                is_close.then_some((a, b))
            }
            [(atom, sign @ (1 | -1))] => {
                let AtomKind::Modulo(a, modulus) = terms.kind(atom) else { return None };
                let remainder = constant.checked_mul(-sign)?;
                let range = facts.bounds(&mut self.solver, a);
                let (low, high) = (range.lower?, range.upper?);
                // The one number of the range that has the remainder, if there is one.
                let number = low.checked_add(remainder.checked_sub(low)?.rem_euclid(modulus))?;
                let is_narrow = high.checked_sub(low)? < modulus;
                let is_one = (0..modulus).contains(&remainder) && is_narrow && number <= high;
                is_one.then(|| (a, self.constant(number)))
            }
            _ => None,
        }
    }

    /// Whether two addresses are the same, as far as the blocks tell that they belong to.
    fn equality_of_blocks(&mut self, state: &State, left: Term, right: Term) -> Option<Fact> {
        if self.may_share_storage(state, left, right) {
            // Either is possible, each time it is asked.
            let same = self.fresh("same");
            return Some(self.solver.terms.zero(same));
        }
        self.are_in_different_blocks(state, left, right).then_some(Fact::False)
    }

    /// Two terms in the range of unsigned words that are equal if and only if a difference is zero modulo the
    /// size of the word: such as the addresses whose distance is compared with zero.
    fn as_words(&mut self, facts: &Facts, difference: Term, bits: u32) -> Option<(Term, Term)> {
        let width = Width::unsigned(bits);
        let modulus = width.range()?.1.checked_add(1)?;
        let constant = self.solver.terms.constant_part(difference);
        let (mut added, mut subtracted) = (self.constant(0), self.constant(0));
        for (atom, factor) in self.solver.terms.summands(difference).to_vec() {
            let own = self.solver.terms.atom_term(atom);
            let (side, factor) = if factor > 0 { (&mut added, factor) } else { (&mut subtracted, -factor) };
            *side = self.solver.terms.add_scaled(*side, factor, own);
        }
        for (more, less) in [(constant, 0), (0, -constant), (0, modulus - constant), (constant + modulus, 0)]
        {
            let left = self.solver.terms.add_constant(added, more);
            let right = self.solver.terms.add_constant(subtracted, less);
            if self.reading(facts, left, width) == left && self.reading(facts, right, width) == right {
                return Some((left, right));
            }
        }
        None
    }

    fn order(
        &mut self,
        state: &State,
        domain: Domain,
        left: Term,
        right: Term,
        bits: u32,
        strict: bool,
    ) -> Fact {
        let (left, right) = match (domain, self.common_block(state, left, right)) {
            // Inside one block addresses are ordered as their offsets.
            (Domain::Pointer | Domain::Unsigned, Some((a, b))) => {
                (self.signed(&state.facts, a, bits), self.signed(&state.facts, b, bits))
            }
            _ => {
                let width = Width { bits, signed: domain == Domain::Signed };
                (self.reading(&state.facts, left, width), self.reading(&state.facts, right, width))
            }
        };
        if strict { self.solver.terms.less_than(left, right) } else { self.solver.terms.at_most(left, right) }
    }

    /// The offsets of two addresses that both lie, as the facts show, inside the same block or one past its end.
    fn common_block(&mut self, state: &State, left: Term, right: Term) -> Option<(Term, Term)> {
        let (first, a) = self.block_of(state, left)?;
        let (second, b) = self.block_of(state, right)?;
        let inside = first.base == second.base
            && self.is_inside(&state.facts, &first, a, true)
            && self.is_inside(&state.facts, &first, b, true);
        inside.then_some((a, b))
    }

    /// For equality either reading serves, if it is the same for both: the one that needs no wrapping.
    fn common_width(&mut self, facts: &Facts, domain: Domain, left: Term, right: Term, bits: u32) -> Width {
        let fits = |context: &mut Self, width: Width| {
            context.reading(facts, left, width) == left && context.reading(facts, right, width) == right
        };
        let signed = Width::signed(bits);
        if domain == Domain::Signed || fits(self, signed) { signed } else { Width::unsigned(bits) }
    }

    /// Two addresses that cannot be equal: each inside a block (not one past its end), and the blocks
    /// are not the same and were alive at the same time.
    fn are_in_different_blocks(&mut self, state: &State, left: Term, right: Term) -> bool {
        let (Some((first, a)), Some((second, b))) = (self.block_of(state, left), self.block_of(state, right))
        else {
            return false;
        };
        if first.is_part() || second.is_part() {
            let (left, right) = ((&first, a), (&second, b));
            return first.base != second.base && are_apart(&mut self.solver, &state.facts, left, right);
        }
        first.base != second.base
            && (first.has_own_address() && second.has_own_address()
                || is_broken(&self.solver, HeapRule::FreedAddressIsUnique))
            && self.is_inside(&state.facts, &first, a, false)
            && self.is_inside(&state.facts, &second, b, false)
    }

    /// Whether two addresses are those of different literals, which may be stored in one place, or
    /// one at the end of the other; or of strings that the system owns, which have a block each time that
    /// their address is asked for.
    fn may_share_storage(&mut self, state: &State, left: Term, right: Term) -> bool {
        let (Some((first, _)), Some((second, _))) = (self.block_of(state, left), self.block_of(state, right))
        else {
            return false;
        };
        let is_string =
            |context: &Self, block: &Block| context.is_literal(block) || block.region == Region::Library;
        first.base != second.base && is_string(self, &first) && is_string(self, &second)
    }

    fn block_of(&mut self, state: &State, address: Term) -> Option<(Block, Term)> {
        match state.heap.locate(&mut self.solver.terms, address) {
            Location::Block { base, offset } => Some(((**state.heap.block(base)?).clone(), offset)),
            _ => None,
        }
    }

    /// Whether an offset lies inside a block. The start of a block counts even if it has no bytes where
    /// every block has an address of its own; variables without bytes may share theirs with others.
    fn is_inside(&mut self, facts: &Facts, block: &Block, offset: Term, or_at_end: bool) -> bool {
        if (or_at_end || block.is_distinct_when_empty()) && self.solver.terms.as_constant(offset) == Some(0) {
            return true;
        }
        let zero = self.constant(0);
        let low = self.solver.terms.at_most(zero, offset);
        let high = if or_at_end {
            self.solver.terms.at_most(offset, block.size)
        } else {
            self.solver.terms.less_than(offset, block.size)
        };
        self.proves(facts, low) && self.proves(facts, high)
    }
}
