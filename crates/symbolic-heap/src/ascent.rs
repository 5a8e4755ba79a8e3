//! Words of an array that are in order.
//!
//! ```text
//!   [s, e): each b { ascending(1, f, l) }   :=   f ≤ w₁ ≤ w₂ ≤ … ≤ wₖ ≤ l    for the words w₁ … wₖ of the run, read as signed numbers
//! ```
//!
//! Without words it says `f ≤ l`. So a run that is cut anywhere is in order between the same bounds on both sides, and two runs side by
//! side are one in order if the last bound of the first is at most the first bound of the second, whether they have words or not.
//!
//! Where a family is in order, its other facts speak of its words as the same numbers.

use crate::broken::{HeapRule, is_broken};
use crate::cells::{Cell, Cells, Content};
use crate::sorted::Key;
use crate::value::Value;
use pure_logic::term::AtomKind;
use pure_logic::{Fact, Solver, Term, TermTable};

/// The order of the words of a run.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Ascent {
    /// How words are read, and whether they descend.
    pub key: Key,
    /// What no word comes before.
    pub entry: Term,
    /// What no word comes behind.
    pub exit: Term,
}

const ASCENDING: &str = "ascending";
const DESCENDING: &str = "descending";

impl Ascent {
    /// How words of so many bytes are read.
    pub fn key(bytes: u8, is_signed: bool, is_descending: bool) -> Key {
        Key { enter: 0, leave: 0, bytes: u64::from(bytes), is_signed, is_descending }
    }

    /// The argument of a family that tells it.
    pub(crate) fn argument(self, terms: &mut TermTable) -> Term {
        let function = terms.symbol(if self.key.is_descending { DESCENDING } else { ASCENDING });
        let is_signed = terms.constant(i128::from(self.key.is_signed));
        terms.apply(function, &[is_signed, self.entry, self.exit])
    }

    /// What an argument of a family of such words tells, if it is no fact.
    pub(crate) fn of_argument(terms: &TermTable, bytes: u8, argument: Term) -> Option<Ascent> {
        let AtomKind::Apply(function, list) = terms.kind(terms.as_atom(argument)?) else { return None };
        let is_descending = match terms.given_name(function)? {
            ASCENDING => false,
            DESCENDING => true,
            _ => return None,
        };
        let [is_signed, entry, exit] = *terms.list(list) else { return None };
        let is_signed = terms.as_constant(is_signed)? == 1;
        Some(Ascent { key: Ascent::key(bytes, is_signed, is_descending), entry, exit })
    }

    /// What holds whether the run has words or not.
    pub fn fact(self, terms: &mut TermTable) -> Fact {
        self.key.at_most(terms, self.entry, self.exit)
    }

    /// What holds of every word.
    pub fn facts_of_word(self, terms: &mut TermTable, word: Term) -> [Fact; 4] {
        let [low, high] = self.key.is_in_range(terms, word);
        [low, high, self.key.at_most(terms, self.entry, word), self.key.at_most(terms, word, self.exit)]
    }

    /// What holds of all words together.
    pub fn facts_of_row(self, terms: &mut TermTable, words: &[Term]) -> Vec<Fact> {
        let mut facts = vec![self.fact(terms)];
        facts.extend(words.windows(2).map(|pair| self.key.at_most(terms, pair[0], pair[1])));
        facts
    }
}

impl Cells {
    /// Gives a name to a word of a family that was isolated from a row of cells.
    ///
    /// ```text
    ///   [s, e): each b { φ, ascending(f, l) }
    ///  ───────────────────────────────────────────────────────────────────────────────────────────────── name
    ///   [s, o): each b { φ, ascending(f, w) }  *  [o, o + b): w  *  [o + b, e): each b { φ, ascending(w, l) }
    /// ```
    ///
    /// Sound: the words before `w` are at most `w`, and those behind it at least. The three parts have to be those of one run: two runs
    /// between the same bounds need not be in order together. That `φ` and `f ≤ w ≤ l` hold is for the caller to say.
    pub fn name_word(&mut self, solver: &mut Solver, before: &Cells, at: usize, word: Term) {
        let content = self.as_slice()[at].content;
        let pieces = match is_broken(solver, HeapRule::RunsBesideAWordAreOneRun) {
            true => {
                let is_alike = |cell: Option<&Cell>| cell.is_some_and(|cell| cell.content == content);
                let left = at.checked_sub(1).and_then(|left| self.as_slice().get(left));
                (is_alike(left), is_alike(self.as_slice().get(at + 1)))
            }
            false => pieces(before, self, at),
        };
        self.set_content(at, Content::Scalar(Value::defined(word)));
        let Content::Each(family) = content else { return };
        let Some(ascent) = family.ascent(&solver.terms) else { return };
        let (to, from) = (Ascent { exit: word, ..ascent }, Ascent { entry: word, ..ascent });
        if pieces.0 {
            self.set_content(at - 1, Content::Each(family.in_order(&mut solver.terms, to)));
        }
        if pieces.1 {
            self.set_content(at + 1, Content::Each(family.in_order(&mut solver.terms, from)));
        }
    }
}

/// Whether the cells before and behind one are pieces of the run from which it was cut.
fn pieces(before: &Cells, cells: &Cells, at: usize) -> (bool, bool) {
    let (old, new) = (before.as_slice(), cells.as_slice());
    let word = new[at];
    match new.len().checked_sub(old.len()) {
        Some(2) => (true, true),
        Some(1) => {
            let is_last = at > 0 && old[at - 1].start == new[at - 1].start && old[at - 1].end == word.end;
            let is_first = old.get(at).zip(new.get(at + 1)).is_some_and(|(whole, rest)| {
                whole.start == word.start && whole.end == rest.end && whole.end != word.end
            });
            (is_last, is_first && !is_last)
        }
        _ => (false, false),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::family::Family;

    #[test]
    fn an_order_is_told_beside_the_facts_of_words() {
        let mut terms = TermTable::new();
        let (low, high) = (terms.variable("low"), terms.variable("high"));
        for (is_signed, is_descending) in [(true, false), (false, true)] {
            let ascent = Ascent { key: Ascent::key(4, is_signed, is_descending), entry: low, exit: high };
            let word = Family::word(&mut terms);
            let fact = terms.non_zero(word);
            let family = Family::new(&mut terms, 4, &[fact]).in_order(&mut terms, ascent);
            assert!(family.is_ordered());
            assert_eq!(family.ascent(&terms), Some(ascent));
            assert_eq!(family.facts(&mut terms), [fact], "the order is no fact of a word");
        }
    }

    /// A word is read at the border of two runs between the same bounds, or inside of one.
    #[test]
    fn a_word_parts_its_run_and_no_other() {
        for is_one_run in [true, false] {
            let mut solver = Solver::default();
            let [low, high, word] = ["low", "high", "w"].map(|name| solver.terms.variable(name));
            let key = Ascent::key(4, true, false);
            let family = Family::new(&mut solver.terms, 4, &[]);
            let family = family.in_order(&mut solver.terms, Ascent { key, entry: low, exit: high });
            let [zero, start, end, last] = [0, 12, 16, 24].map(|number| solver.terms.constant(number));
            let content = Content::Each(family);
            let run = |start: Term, end: Term| Cell { start, end, content };
            let before = match is_one_run {
                true => vec![run(zero, last)],
                false => vec![run(zero, start), run(start, last)],
            };
            let before = Cells::from_cells(before);
            let mut cells = before.clone();
            let facts = pure_logic::Facts::new();
            let range = cells.isolate(&mut solver, &facts, start, end).expect("constants are ordered");
            cells.name_word(&mut solver, &before, range.start, word);
            let bounds = |cell: &Cell| match cell.content {
                Content::Each(family) => {
                    family.ascent(&solver.terms).map(|ascent| (ascent.entry, ascent.exit))
                }
                _ => None,
            };
            let found: Vec<Option<(Term, Term)>> = cells.iter().map(bounds).collect();
            // Only pieces of the run that the word is from are in order with it.
            let before = if is_one_run { (low, word) } else { (low, high) };
            assert_eq!(found, [Some(before), None, Some((word, high))]);
        }
    }

    #[test]
    fn a_word_lies_between_the_bounds() {
        let mut terms = TermTable::new();
        let [low, high, word] = ["low", "high", "x"].map(|name| terms.variable(name));
        let place = terms.constant(8);
        let ascent = Ascent { key: Ascent::key(4, true, true), entry: high, exit: low };
        let family = Family::new(&mut terms, 4, &[]).in_order(&mut terms, ascent);
        let facts = family.instance(&mut terms, place, word);
        let (above, below) = (terms.at_most(low, word), terms.at_most(word, high));
        assert!(facts.contains(&above) && facts.contains(&below), "{facts:?}");
        let low = terms.as_atom(low).expect("a variable");
        let renamed = family.substitute(&mut terms, &[(low, high)]);
        assert_eq!(renamed.ascent(&terms).map(|ascent| ascent.exit), Some(high));
    }
}
