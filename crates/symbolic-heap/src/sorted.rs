//! Rows of nodes that are in order: what a word of a node is to that of the next one.

use pure_logic::term::Atom;
use pure_logic::{Fact, Term, TermTable};

/// Which words of nodes are compared, and how they are read.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Key {
    /// Where the word is that is compared with the node before.
    pub enter: u64,
    /// Where the word is that is compared with the node after: mostly the same one. In a list of intervals, `enter` is where
    /// an interval begins, and `leave` where it ends.
    pub leave: u64,
    pub bytes: u64,
    pub is_signed: bool,
    /// Nodes further on have lower numbers.
    pub is_descending: bool,
}

impl Key {
    /// The fact that a number is another one, or comes before it.
    pub fn at_most(self, terms: &mut TermTable, before: Term, after: Term) -> Fact {
        if self.is_descending { terms.at_most(after, before) } else { terms.at_most(before, after) }
    }

    /// The number that comes so many steps after another one.
    pub fn after(self, terms: &mut TermTable, number: Term, steps: i128) -> Term {
        terms.add_constant(number, if self.is_descending { -steps } else { steps })
    }

    /// The least and the greatest number that a word holds, read in this way.
    pub fn range(self) -> (i128, i128) {
        let bits = 8 * self.bytes.min(8);
        match self.is_signed {
            true => (-(1 << (bits - 1)), (1 << (bits - 1)) - 1),
            false => (0, (1 << bits) - 1),
        }
    }

    /// The facts that a number is what a word holds, read in this way.
    pub fn is_in_range(self, terms: &mut TermTable, number: Term) -> [Fact; 2] {
        let (low, high) = self.range();
        let (low, high) = (terms.constant(low), terms.constant(high));
        [terms.at_most(low, number), terms.at_most(number, high)]
    }

    /// A number that comes before all that nodes hold.
    pub fn before_all(self) -> i128 {
        let (low, high) = self.range();
        if self.is_descending { high + 1 } else { low - 1 }
    }

    /// A number that comes after all that nodes hold.
    pub fn after_all(self) -> i128 {
        let (low, high) = self.range();
        if self.is_descending { low - 1 } else { high + 1 }
    }

    /// The number that a word with these bits holds.
    pub fn of_bits(self, bits: u128) -> Option<i128> {
        let number = i128::try_from(bits).ok()?;
        let (low, high) = self.range();
        Some(if number > high { number - (high - low + 1) } else { number })
    }

    /// Whether a number is another one, or comes before it.
    pub fn is_at_most(self, before: i128, after: i128) -> bool {
        if self.is_descending { after <= before } else { before <= after }
    }

    /// The same words, read from the end of a row.
    #[must_use]
    pub fn reversed(self) -> Key {
        Key { enter: self.leave, leave: self.enter, is_descending: !self.is_descending, ..self }
    }
}

/// Represents, of a row of nodes with the numbers `a₁ … aₖ` in the words `enter` and `b₁ … bₖ` in the words `leave`, and
/// with `s = 1` if it is strict and `s = 0` otherwise:
///
/// ```text
///   entry ≤ a₁        aᵢ ≤ bᵢ        bᵢ + s ≤ aᵢ₊₁        bₖ + s ≤ exit
/// ```
///
/// Without nodes it says `entry ≤ exit`. If it is descending, `≥` stands for `≤` and `-` for `+`. So `entry` is what the nodes before pass on, and `exit` what these pass on to those behind: two
/// rows are one row in order if the exit of the first is at most the entry of the second, whether they have nodes or not.
///
/// A lower entry and a higher exit say less. Often more is known: that the entry is the number of the first node, if there is one, and the
/// exit what the last one passes on. Then a bound also tells what a variable that refers to that node will find there.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Sorted {
    pub key: Key,
    pub is_strict: bool,
    pub entry: Term,
    pub exit: Term,
    /// If there are nodes, `entry = a₁`.
    pub entry_is_first: bool,
    /// If there are nodes, `bₖ + s = exit`.
    pub exit_is_last: bool,
}

impl Sorted {
    pub fn step(&self) -> i128 {
        i128::from(self.is_strict)
    }

    pub fn substitute(&self, terms: &mut TermTable, replacements: &[(Atom, Term)]) -> Sorted {
        Sorted {
            entry: terms.substitute(self.entry, replacements),
            exit: terms.substitute(self.exit, replacements),
            ..*self
        }
    }

    /// What holds whether the row has nodes or not.
    pub fn fact(&self, terms: &mut TermTable) -> Fact {
        self.key.at_most(terms, self.entry, self.exit)
    }

    /// The same row, read from its end: `bₖ + s ≤ exit` is `exit - s ≥ bₖ`, and `entry ≤ a₁` is `a₁ - s ≥ entry - s`.
    #[must_use]
    pub fn reversed(&self, terms: &mut TermTable) -> Sorted {
        let mut mirrored = |bound: Term| self.key.after(terms, bound, -self.step());
        Sorted {
            key: self.key.reversed(),
            is_strict: self.is_strict,
            entry: mirrored(self.exit),
            exit: mirrored(self.entry),
            entry_is_first: self.exit_is_last,
            exit_is_last: self.entry_is_first,
        }
    }

    /// What holds of the numbers of every node of the row.
    pub fn facts_of_node(&self, terms: &mut TermTable, node: NodeKeys) -> [Fact; 3] {
        let passed = self.key.after(terms, node.leave, self.step());
        [
            self.key.at_most(terms, self.entry, node.enter),
            self.key.at_most(terms, node.enter, node.leave),
            self.key.at_most(terms, passed, self.exit),
        ]
    }

    /// What holds of the numbers of the first node.
    pub fn fact_of_first(&self, terms: &mut TermTable, node: NodeKeys) -> Option<Fact> {
        self.entry_is_first.then(|| terms.equal(node.enter, self.entry))
    }

    /// What holds of the numbers of the last node.
    pub fn fact_of_last(&self, terms: &mut TermTable, node: NodeKeys) -> Option<Fact> {
        let passed = self.key.after(terms, node.leave, self.step());
        self.exit_is_last.then(|| terms.equal(passed, self.exit))
    }

    /// What is left of the row behind its first node.
    #[must_use]
    pub fn behind(&self, terms: &mut TermTable, node: NodeKeys) -> Sorted {
        let entry = self.key.after(terms, node.leave, self.step());
        Sorted { entry, entry_is_first: false, ..*self }
    }

    /// What is left of the row before its last node.
    #[must_use]
    pub fn before(&self, node: NodeKeys) -> Sorted {
        Sorted { exit: node.enter, exit_is_last: false, ..*self }
    }
}

/// The numbers by which one node is compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NodeKeys {
    pub enter: Term,
    pub leave: Term,
}
