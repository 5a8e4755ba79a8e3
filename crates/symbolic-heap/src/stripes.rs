//! What the words of a run hold that lie a whole number of strides apart: the members of records, or every second word.
//!
//! ```text
//!   [s, e): stripes b { r₁ w₁ { φ₁(it, at) }, … }
//! ```
//!
//! For every offset `o` of the block with `s ≤ o`, `o + wᵢ ≤ e` and `o ≡ rᵢ (mod b)`, the word of `wᵢ` bytes at `o` was stored, and
//! `φᵢ(it, o)` holds of some number `it` that has its bits. Bytes that are in no such word may be anything but addresses of tracked
//! blocks, and need not have been stored. Words are found by their offset in the block, so a run that is cut anywhere has the same
//! stripes on both sides: a word that was cut is in neither of them.

use crate::family::Family;
use pure_logic::term::{Atom, AtomKind};
use pure_logic::{Term, TermTable};

/// The words that have the same remainder modulo the stride.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Stripe {
    /// The remainder of their offsets. INVARIANT: less than the stride.
    pub phase: u8,
    /// What holds of each of them, and how many bytes they have. INVARIANT: no more than a stride, so that no two overlap.
    pub family: Family,
}

/// Stripes of one stride.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Stripes {
    /// How far apart words of one stripe are. INVARIANT: at least one.
    pub stride: u8,
    /// An application to the stripes: the phase, the number of bytes and what is told of them.
    told: Term,
}

/// The function that stripes are arguments of.
const TOLD: &str = "stripes";

impl Stripes {
    pub fn new(terms: &mut TermTable, stride: u8, stripes: &[Stripe]) -> Stripes {
        // Of longer words nothing is told.
        let fits = |stripe: &Stripe| stripe.phase < stride && stripe.family.bytes <= stride;
        let mut stripes: Vec<Stripe> = stripes.iter().copied().filter(fits).collect();
        stripes.sort_unstable_by_key(|stripe| (stripe.phase, stripe.family.bytes));
        let mut arguments = Vec::with_capacity(3 * stripes.len());
        for stripe in stripes {
            arguments.push(terms.constant(i128::from(stripe.phase)));
            arguments.push(terms.constant(i128::from(stripe.family.bytes)));
            arguments.push(stripe.family.told());
        }
        let function = terms.symbol(TOLD);
        Stripes { stride: stride.max(1), told: terms.apply(function, &arguments) }
    }

    /// The term that mentions all that the facts mention.
    pub fn told(self) -> Term {
        self.told
    }

    pub fn list(self, terms: &TermTable) -> Vec<Stripe> {
        let arguments = match terms.as_atom(self.told).map(|atom| terms.kind(atom)) {
            Some(AtomKind::Apply(_, list)) => terms.list(list),
            // A limit hides what is known: nothing is.
            _ => return Vec::new(),
        };
        let stripe = |group: &[Term]| {
            let [phase, bytes, told] = *group else { return None };
            let number = |term| terms.as_constant(term).and_then(|number| u8::try_from(number).ok());
            Some(Stripe { phase: number(phase)?, family: Family::from_told(number(bytes)?, told) })
        };
        arguments.chunks(3).filter_map(stripe).collect()
    }

    #[must_use]
    pub fn substitute(self, terms: &mut TermTable, replacements: &[(Atom, Term)]) -> Stripes {
        Stripes { told: terms.substitute(self.told, replacements), ..self }
    }

    /// The same words at offsets that are larger by a distance; `None` if it is not known what becomes of remainders.
    pub fn moved(self, terms: &mut TermTable, distance: Term) -> Option<Stripes> {
        let stride = i128::from(self.stride);
        let shift = terms.modulo(distance, stride);
        let shift = terms.as_constant(shift)?;
        let stripes: Vec<Stripe> = self
            .list(terms)
            .into_iter()
            .filter_map(|stripe| {
                let phase = (i128::from(stripe.phase) + shift).rem_euclid(stride);
                let family = stripe.family.moved(terms, distance);
                Some(Stripe { phase: u8::try_from(phase).ok()?, family })
            })
            .collect();
        Some(Stripes::new(terms, self.stride, &stripes))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stripes(terms: &mut TermTable) -> Stripes {
        let (word, place) = (Family::word(terms), Family::place(terms));
        let four = terms.constant(4);
        let facts = [terms.equal(word, place), terms.equal(word, four)];
        let list = [(0, facts[0]), (4, facts[1])]
            .map(|(phase, fact)| Stripe { phase, family: Family::new(terms, 4, &[fact]) });
        Stripes::new(terms, 8, &list)
    }

    #[test]
    fn stripes_are_kept_with_their_phases() {
        let mut terms = TermTable::default();
        let stripes = stripes(&mut terms);
        let phases: Vec<(u8, u8)> =
            stripes.list(&terms).iter().map(|stripe| (stripe.phase, stripe.family.bytes)).collect();
        assert_eq!(phases, [(0, 4), (4, 4)]);
    }

    /// Words of four bytes at every second byte overlap: no run could be cut without leaving a word in both parts.
    #[test]
    fn words_that_overlap_are_not_told() {
        let mut terms = TermTable::default();
        let stripe = Stripe { phase: 0, family: Family::new(&mut terms, 4, &[]) };
        assert!(Stripes::new(&mut terms, 2, &[stripe]).list(&terms).is_empty());
        assert_eq!(Stripes::new(&mut terms, 4, &[stripe]).list(&terms), [stripe]);
    }

    #[test]
    fn a_move_turns_the_phases() {
        let mut terms = TermTable::default();
        let stripes = stripes(&mut terms);
        let unknown = terms.variable("d");
        assert_eq!(stripes.moved(&mut terms, unknown), None);
        let distance = terms.linear(4, &[(8, unknown)]);
        let moved = stripes.moved(&mut terms, distance).expect("the remainder of the distance is known");
        let list = moved.list(&terms);
        assert_eq!([list[0].phase, list[1].phase], [0, 4]);
        // The word at `o` is the one that was at `o - distance`, of which it held that it is its offset.
        let (word, place) = (Family::word(&mut terms), Family::place(&mut terms));
        let before = terms.subtract(place, distance);
        assert_eq!(list[1].family.facts(&mut terms), [terms.equal(word, before)]);
    }
}
