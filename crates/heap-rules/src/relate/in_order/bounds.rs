//! The bounds of two runs in order, where both have words or only one of them has.

use super::super::{Side, Walk};
use crate::fold::Group;
use pure_logic::{Fact, Term};
use symbolic_heap::{Ascent, Content, Family};

/// A bound of a run that has no words on one side: there it may be any number that is low enough, or high enough.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LooseBound {
    /// The new name.
    pub name: Term,
    /// The side that has no words.
    pub side: Side,
    /// What it is on the other side.
    pub value: Term,
    pub is_low: bool,
    /// A number as low, or as high, as words are.
    pub limit: i128,
}

impl Walk<'_> {
    /// The order that two runs have in common, as a run of which nothing else is known yet.
    pub(super) fn paired_groups(
        &mut self,
        (x, y): (&Group, &Group),
        is_first: bool,
        bytes: u8,
    ) -> Option<Content> {
        let is_empty = |group: &Group| group.told.facts == [Fact::False];
        let keys = if is_empty(x) { &y.ascents } else { &x.ascents };
        let found = keys.iter().map(|ascent| ascent.key).find_map(|key| {
            let of = |group: &Group| group.ascents.iter().copied().find(|ascent| ascent.key == key);
            let is_low = is_first != key.is_descending;
            let (a, b) = match (is_empty(x), is_empty(y)) {
                (false, false) => (of(x)?, of(y)?),
                (false, true) if self.is_instance => {
                    let a = of(x)?;
                    (a, self.bounds_without_words(a, is_low))
                }
                (true, _) => return Some(self.loosely(of(y)?, Side::Left, is_low)),
                (false, true) => return Some(self.loosely(of(x)?, Side::Right, is_low)),
            };
            let entry = self.number(a.entry, b.entry)?;
            let exit = self.number(a.exit, b.exit)?;
            Some(Ascent { key, entry, exit })
        });
        let family = Family::new(&mut self.solver.terms, bytes, &[]);
        found.map(|ascent| Content::Each(family.in_order(&mut self.solver.terms, ascent)))
    }

    /// An order that one side has where the other one has no words.
    fn loosely(&mut self, ascent: Ascent, side: Side, is_low: bool) -> Ascent {
        let (low, high) = ascent.key.range();
        let limit = if is_low { low } else { high };
        let mut name = |value: Term| {
            let name = self.solver.terms.fresh_variable("n");
            self.loose.push(LooseBound { name, side, value, is_low, limit });
            name
        };
        let entry = name(ascent.entry);
        let exit = if ascent.exit == ascent.entry { entry } else { name(ascent.exit) };
        Ascent { entry, exit, ..ascent }
    }

    /// The bounds of a run of the right side that has no words: as the left ones are called there, or else as low or as high as words are.
    fn bounds_without_words(&mut self, left: Ascent, is_low: bool) -> Ascent {
        let (low, high) = left.key.range();
        let anything = self.solver.terms.constant(if is_low { low } else { high });
        let entry = self.by_names_of(Side::Right, left.entry);
        let exit = self.by_names_of(Side::Right, left.exit);
        let (entry, exit) = (entry.unwrap_or(anything), exit.unwrap_or(anything));
        let bounds = Ascent { entry, exit, ..left };
        let fact = bounds.fact(&mut self.solver.terms);
        match self.states[1].facts.proves(self.solver, fact).is_proved() {
            true => bounds,
            false => Ascent { entry: anything, exit: anything, ..left },
        }
    }
}
