//! Which rules of crates above this one were asked about: whether they are broken on purpose.

use std::cell::Cell;

/// A set of rules, by their numbers. Asking changes no answer, so it needs no mutable solver.
#[derive(Clone, Default, Debug)]
pub struct AskedRules {
    /// One bit for each rule, of which there may be no more than bits.
    words: [Cell<u64>; 4],
}

impl AskedRules {
    pub fn add(&self, rule: u16) {
        let word = &self.words[usize::from(rule) / 64];
        word.set(word.get() | 1 << (rule % 64));
    }

    pub fn add_all(&self, others: &AskedRules) {
        for (own, other) in self.words.iter().zip(&others.words) {
            own.set(own.get() | other.get());
        }
    }

    pub fn contains(&self, rule: u16) -> bool {
        self.words[usize::from(rule) / 64].get() >> (rule % 64) & 1 == 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_contains_what_was_added_to_it() {
        let (one, other) = (AskedRules::default(), AskedRules::default());
        one.add(63);
        other.add(64);
        one.add_all(&other);
        let found: Vec<u16> = (0..256).filter(|&rule| one.contains(rule)).collect();
        assert_eq!(found, [63, 64]);
        assert!(!other.contains(63));
    }
}
