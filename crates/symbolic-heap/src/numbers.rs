//! Sets of numbers that a word of a node may hold: an interval without a few of its elements.

use crate::limits::{EXCEPTIONS_OF_AN_INTERVAL, NUMBERS_LOOKED_AT};

/// Numbers beyond these bounds do not occur: words have at most 64 bits, signed or not.
const LARGEST: i128 = 1 << 64;

/// The integers from `low` to `high` except a few. Never empty.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Numbers {
    low: i128,
    high: i128,
    /// INVARIANT: sorted, each strictly between `low` and `high`, at most `MAXIMAL_EXCEPTIONS`.
    except: Vec<i128>,
}

impl Numbers {
    pub fn one(number: i128) -> Numbers {
        Numbers { low: number, high: number, except: Vec::new() }
    }

    /// The integers between two bounds except those given, of which only a few are heeded; `None` if
    /// nothing is left, or if the bounds are beyond those of words.
    pub fn between(low: i128, high: i128, except: impl IntoIterator<Item = i128>) -> Option<Numbers> {
        let mut except: Vec<i128> = except.into_iter().collect();
        except.sort_unstable();
        except.dedup();
        let (mut low, mut high) = (low, high);
        while except.contains(&low) && low <= high {
            low += 1;
        }
        while except.contains(&high) && low <= high {
            high -= 1;
        }
        if low > high || low < -LARGEST || high > LARGEST {
            return None;
        }
        except.retain(|&number| low < number && number < high);
        except.truncate(EXCEPTIONS_OF_AN_INTERVAL);
        Some(Numbers { low, high, except })
    }

    pub fn low(&self) -> i128 {
        self.low
    }

    pub fn high(&self) -> i128 {
        self.high
    }

    pub fn exceptions(&self) -> &[i128] {
        &self.except
    }

    /// The only number, if there is only one.
    pub fn single(&self) -> Option<i128> {
        (self.low == self.high).then_some(self.low)
    }

    pub fn contains(&self, number: i128) -> bool {
        self.low <= number && number <= self.high && !self.except.contains(&number)
    }

    pub fn covers(&self, other: &Numbers) -> bool {
        self.low <= other.low
            && other.high <= self.high
            && !self.except.iter().any(|&number| other.contains(number))
    }

    /// Whether no number is in both; of large sets that is not always noticed.
    pub fn are_apart(&self, other: &Numbers) -> bool {
        let (low, high) = (self.low.max(other.low), self.high.min(other.high));
        low > high
            || (high - low < NUMBERS_LOOKED_AT
                && (low..=high).all(|number| !(self.contains(number) && other.contains(number))))
    }

    /// The smallest set of this form that covers both.
    #[must_use]
    pub fn hull(&self, other: &Numbers) -> Numbers {
        let (low, high) = (self.low.min(other.low), self.high.max(other.high));
        let mut except: Vec<i128> = self
            .except
            .iter()
            .chain(&other.except)
            .copied()
            .filter(|&number| !self.contains(number) && !other.contains(number))
            .collect();
        except.sort_unstable();
        except.dedup();
        except.truncate(EXCEPTIONS_OF_AN_INTERVAL);
        Numbers { low, high, except }
    }

    /// A set that covers both, whose bounds are the own ones or rest at one of the values: a growing
    /// sequence of sets ends. `None` if no value is beyond a bound that moves.
    pub fn widen(&self, newer: &Numbers, values: &[i128]) -> Option<Numbers> {
        let low = match newer.low >= self.low {
            true => self.low,
            false => values.iter().copied().filter(|&value| value <= newer.low).max()?,
        };
        let high = match newer.high <= self.high {
            true => self.high,
            false => values.iter().copied().filter(|&value| value >= newer.high).min()?,
        };
        let except = self.except.iter().copied().filter(|&number| !newer.contains(number));
        Numbers::between(low, high, except)
    }

    /// Whether some word of so many bits holds none of the numbers.
    pub fn is_narrower_than(&self, bits: u32) -> bool {
        bits < 127 && self.high - self.low + 1 - (self.except.len() as i128) < 1 << bits
    }

    /// Whether a word of so many bits that holds one of the numbers may look like this.
    pub fn admits(&self, word: u128, bits: u32) -> bool {
        if bits >= 127 {
            return true;
        }
        let modulus = 1i128 << bits;
        let Ok(word) = i128::try_from(word) else { return false };
        let mut number = self.low + (word - self.low).rem_euclid(modulus);
        while number <= self.high {
            if self.contains(number) {
                return true;
            }
            number += modulus;
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn small_numbers() -> impl Iterator<Item = i128> {
        -4..=4
    }

    /// Every set over the numbers of a small range with up to two exceptions.
    fn small_sets() -> Vec<Numbers> {
        let mut sets = Vec::new();
        for low in small_numbers() {
            for high in small_numbers() {
                for left_out in small_numbers() {
                    sets.extend(Numbers::between(low, high, [left_out]));
                    sets.extend(Numbers::between(low, high, [left_out, 1]));
                }
            }
        }
        sets.sort();
        sets.dedup();
        sets
    }

    #[test]
    fn questions_are_answered_as_by_counting() {
        let sets = small_sets();
        for a in &sets {
            assert!(a.contains(a.low()) && a.contains(a.high()), "{a:?}");
            for b in &sets {
                assert_eq!(
                    a.covers(b),
                    small_numbers().filter(|&n| b.contains(n)).all(|n| a.contains(n)),
                    "{a:?} {b:?}"
                );
                assert_eq!(
                    a.are_apart(b),
                    !small_numbers().any(|n| a.contains(n) && b.contains(n)),
                    "{a:?} {b:?}"
                );
                let hull = a.hull(b);
                assert!(hull.covers(a) && hull.covers(b), "{a:?} {b:?} {hull:?}");
                assert_eq!(hull == *a, a.covers(b), "{a:?} {b:?} {hull:?}");
                if let Some(wide) = a.widen(b, &[-4, 0, 4]) {
                    assert!(wide.covers(&hull), "{a:?} {b:?} {wide:?}");
                    assert_eq!(wide == *a, a.covers(b), "{a:?} {b:?} {wide:?}");
                }
            }
        }
    }

    #[test]
    fn a_sequence_that_is_widened_ends() {
        let mut set = Numbers::one(0);
        let mut steps = 0;
        for number in (1..10_000).flat_map(|number| [number, -number]) {
            let Some(wider) = set.widen(&Numbers::one(number), &[-128, 0, 7, 127, 255]) else { break };
            steps += u32::from(wider != set);
            set = wider;
        }
        assert_eq!((set.low(), set.high()), (-128, 255));
        assert_eq!(steps, 4);
    }

    #[test]
    fn words_are_read_modulo_their_width() {
        let minus_one_to_five = Numbers::between(-1, 5, [2]).expect("not empty");
        let admitted: Vec<u128> = (0..16).filter(|&word| minus_one_to_five.admits(word, 4)).collect();
        assert_eq!(admitted, [0, 1, 3, 4, 5, 15]);
        assert!(minus_one_to_five.is_narrower_than(4) && !minus_one_to_five.is_narrower_than(2));
        let admitted: Vec<u128> = (0..4).filter(|&word| minus_one_to_five.admits(word, 2)).collect();
        assert_eq!(admitted, [0, 1, 3], "3 is -1 as well");
    }

    #[test]
    fn what_is_empty_is_no_set() {
        assert_eq!(Numbers::between(3, 2, []), None);
        assert_eq!(Numbers::between(3, 4, [3, 4]), None);
        assert_eq!(Numbers::between(3, 5, [3, 4]), Some(Numbers::one(5)));
    }
}
