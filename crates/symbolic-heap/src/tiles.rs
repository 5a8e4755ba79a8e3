//! Tiles: chunks side by side that fill a run of bytes, each beginning where the one before ends.
//!
//! ```text
//!   [s, e): tiles { w₁, …, wₖ; rest; φ }   :=   s = e
//!                                           |   ∃ len, it₁, …, itₖ.  the words wⱼ of [s, s + len) are the numbers itⱼ  *  its other bytes are `rest`
//!                                                 *  [s + len, e): tiles { w₁, …, wₖ; rest; φ }   ∧   0 < len  ∧  φ(s, len, it₁, …, itₖ)
//! ```
//!
//! A word lies at a constant distance from the beginning of its chunk, inside of it. Its number is the one that an unknown word of its
//! size is read as: signed from four bytes on. A *link* is a word that is null or an address inside the block that the chunks are part
//! of; its number is the offset to which it leads, and a fixed negative one if it is null. Chunks that are the *records* of an array
//! are all equally long.
//! The facts may mention names of the state, but no addresses of its memory: chunks own
//! nothing but their bytes. That the length of a chunk is told by one of its words is a fact like any other: `8·it0 = len`.
//! They are kept as one term, so that whatever walks over the terms of a state or renames them finds them.

use crate::broken::{HeapRule, is_broken};
use crate::cells::Content;
use crate::family::Family;
use pure_logic::term::{Atom, AtomKind};
use pure_logic::{Fact, Solver, Term, TermTable, Width};
use std::collections::BTreeSet;
use std::sync::Arc;

/// What every chunk of a run is like.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Tiling {
    /// An application, of a name that stands for the layout, to the truth values of the facts.
    told: Term,
}

/// Where the words of a chunk lie, and what its other bytes hold.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Layout {
    /// INVARIANT: in ascending order, none overlaps another.
    pub words: Vec<TileWord>,
    pub rest: Rest,
    /// How many bytes each chunk has, where they are the records of an array.
    pub stride: Option<u16>,
}

/// A word of a chunk.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct TileWord {
    /// From the beginning of the chunk.
    pub offset: u16,
    /// One, two, four or eight.
    pub bytes: u8,
    /// Of a link: the number below zero, without its sign, that stands for null.
    pub link: Option<u16>,
}

/// What the bytes of a chunk hold that belong to none of its words.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Rest {
    /// Every byte has this value.
    Fill(u8),
    /// Something was stored.
    Stored,
    /// Perhaps nothing was ever stored.
    Anything,
}

impl Rest {
    pub fn content(self) -> Content {
        match self {
            Rest::Fill(byte) => Content::Fill(byte),
            Rest::Stored => Content::Unknown,
            Rest::Anything => Content::Uninitialised,
        }
    }

    /// What covers bytes of this content; `None` if they may be the address of something, or own it.
    pub fn of(content: Content) -> Option<Rest> {
        match content {
            Content::Fill(byte) => Some(Rest::Fill(byte)),
            Content::Unknown | Content::Letters | Content::Each(_) => Some(Rest::Stored),
            Content::Uninitialised | Content::Striped(_) | Content::Tiles(_) | Content::Text => {
                Some(Rest::Anything)
            }
            Content::Scalar(_) | Content::Owning(_) | Content::Absent => None,
        }
    }

    #[must_use]
    pub fn join(self, other: Rest) -> Rest {
        match (self, other) {
            (same, other) if same == other => same,
            (Rest::Anything, _) | (_, Rest::Anything) => Rest::Anything,
            _ => Rest::Stored,
        }
    }
}

impl TileWord {
    /// A word that is a number.
    pub const fn number(offset: u16, bytes: u8) -> TileWord {
        TileWord { offset, bytes, link: None }
    }

    /// The number of a link that is null.
    pub fn null(self) -> Option<i128> {
        self.link.map(|null| -i128::from(null))
    }

    /// Whether two words have a byte in common.
    pub fn overlaps(self, other: TileWord) -> bool {
        i128::from(self.offset) < other.end() && i128::from(other.offset) < self.end()
    }

    /// The name of the word in the facts of a tiling.
    pub fn name(self, terms: &mut TermTable) -> Term {
        terms.variable(&format!("it{}.", self.offset))
    }

    /// The least and the greatest number that the word is.
    pub fn range(self) -> (i128, i128) {
        if let Some(null) = self.null() {
            return (null, i128::from(i64::MAX));
        }
        let bits = 8 * u32::from(self.bytes);
        Width { bits, signed: bits >= 32 }.range().unwrap_or((i128::from(i64::MIN), i128::from(i64::MAX)))
    }

    pub fn end(self) -> i128 {
        i128::from(self.offset) + i128::from(self.bytes)
    }
}

impl Layout {
    /// How many bytes every chunk has at least.
    pub fn extent(&self) -> i128 {
        let words = self.words.last().map_or(1, |word| word.end()).max(1);
        self.stride.map_or(words, |stride| words.max(i128::from(stride)))
    }

    /// The words that both have; what else there is belongs to the rest.
    #[must_use]
    pub fn common(&self, other: &Layout) -> Layout {
        let words: Vec<TileWord> =
            self.words.iter().copied().filter(|word| other.words.contains(word)).collect();
        let mut rest = self.rest.join(other.rest);
        // Bytes of words that are no longer told were stored. That they are no addresses is not known of links.
        let lost = self.words.iter().chain(&other.words).filter(|word| !words.contains(word));
        for word in lost {
            rest = rest.join(if word.link.is_some() { Rest::Anything } else { Rest::Stored });
        }
        Layout { words, rest, stride: self.stride.filter(|_| self.stride == other.stride) }
    }
}

/// Values in the place of the names that the facts of a tiling have for a chunk.
#[derive(Clone, Debug)]
pub struct Chunk {
    pub place: Term,
    pub length: Term,
    /// One for each word of the layout.
    pub words: Vec<Term>,
}

impl Tiling {
    /// The name of the length of a chunk in the facts of a tiling. No state gives it a meaning of its own.
    pub fn length(terms: &mut TermTable) -> Term {
        terms.variable("len.")
    }

    /// The name of the offset of a chunk in its block.
    pub fn place(terms: &mut TermTable) -> Term {
        Family::place(terms)
    }

    pub fn new(terms: &mut TermTable, layout: Layout, facts: &[Fact]) -> Tiling {
        let mut facts: Vec<Fact> = facts.iter().copied().filter(|fact| *fact != Fact::True).collect();
        facts.sort_unstable();
        facts.dedup();
        let arguments: Vec<Term> = facts.into_iter().map(|fact| terms.truth(fact)).collect();
        Tiling::of_arguments(terms, layout, &arguments)
    }

    /// From truth values, as [`Tiling::arguments`] gives them.
    pub(crate) fn of_arguments(terms: &mut TermTable, layout: Layout, arguments: &[Term]) -> Tiling {
        let name = format!("tiles {layout:?}");
        let symbol = terms.symbol_for(&name, || Arc::new(layout));
        Tiling { told: terms.apply(symbol, arguments) }
    }

    /// The term that mentions all that the facts mention.
    pub fn told(self) -> Term {
        self.told
    }

    fn application(self, terms: &TermTable) -> Option<(&Layout, &[Term])> {
        match terms.kind(terms.as_atom(self.told)?) {
            AtomKind::Apply(symbol, list) => Some((terms.description::<Layout>(symbol)?, terms.list(list))),
            _ => None,
        }
    }

    /// `None` if a limit hides what is known.
    pub fn layout(self, terms: &TermTable) -> Option<Layout> {
        self.application(terms).map(|(layout, _)| layout.clone())
    }

    pub(crate) fn arguments(self, terms: &TermTable) -> Vec<Term> {
        self.application(terms).map(|(_, arguments)| arguments.to_vec()).unwrap_or_default()
    }

    /// What holds of every chunk, by the names of its parts.
    pub fn facts(self, terms: &mut TermTable) -> Vec<Fact> {
        let one = terms.constant(1);
        self.arguments(terms).into_iter().map(|truth| terms.equal(truth, one)).collect()
    }

    /// What holds of a chunk, and that it has room for its words.
    pub fn instance(self, terms: &mut TermTable, chunk: &Chunk) -> Vec<Fact> {
        let Some(layout) = self.layout(terms) else { return Vec::new() };
        let mut meaning = vec![
            (name_of(terms, Tiling::place), chunk.place),
            (name_of(terms, Tiling::length), chunk.length),
        ];
        for (word, value) in layout.words.iter().zip(&chunk.words) {
            meaning.push((name_of(terms, |terms| word.name(terms)), *value));
        }
        let mut facts: Vec<Fact> =
            self.facts(terms).into_iter().map(|fact| terms.substitute_in_fact(fact, &meaning)).collect();
        let extent = terms.constant(layout.extent());
        facts.push(terms.at_most(extent, chunk.length));
        if let Some(stride) = layout.stride {
            let stride = terms.constant(i128::from(stride));
            facts.push(terms.equal(chunk.length, stride));
        }
        for (word, value) in layout.words.iter().zip(&chunk.words) {
            let (low, high) = word.range();
            let (low, high) = (terms.constant(low), terms.constant(high));
            facts.extend([terms.at_most(low, *value), terms.at_most(*value, high)]);
        }
        facts
    }

    #[must_use]
    pub fn substitute(self, terms: &mut TermTable, replacements: &[(Atom, Term)]) -> Tiling {
        Tiling { told: terms.substitute(self.told, replacements) }
    }

    /// Whether the chunks have words that lead to places in their block.
    pub fn has_links(self, terms: &TermTable) -> bool {
        self.application(terms).is_none_or(|(layout, _)| layout.words.iter().any(|word| word.link.is_some()))
    }

    /// The same chunks at offsets that are larger by a distance.
    #[must_use]
    pub fn moved(self, terms: &mut TermTable, distance: Term) -> Tiling {
        let place = Tiling::place(terms);
        let before = terms.subtract(place, distance);
        let name = name_of(terms, Tiling::place);
        self.substitute(terms, &[(name, before)])
    }
}

/// Whether a name stands for a part of whatever a family or a tiling speaks of: no state gives it a meaning of its own.
pub fn is_bound(terms: &TermTable, atom: Atom) -> bool {
    matches!(terms.kind(atom), AtomKind::Variable(name) if terms.given_name(name).is_some_and(|name| name.ends_with('.')))
}

/// The names to which a state gives a meaning. The others are of each node or chunk anew: what is told of one by such a name says nothing
/// of the next, even if something else in the state has words of the same names.
pub fn free_names(solver: &Solver, names: &BTreeSet<Atom>) -> BTreeSet<Atom> {
    let is_free =
        |name: Atom| !is_bound(&solver.terms, name) || is_broken(solver, HeapRule::NamesOfWordsAreFree);
    names.iter().copied().filter(|&name| is_free(name)).collect()
}

/// The atom of a reserved name.
pub fn name_of(terms: &mut TermTable, name: impl FnOnce(&mut TermTable) -> Term) -> Atom {
    let term = name(terms);
    terms.as_atom(term).expect("a variable is an atom")
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEADER: TileWord = TileWord::number(0, 8);
    const LINK: TileWord = TileWord::number(8, 8);

    #[test]
    fn the_layout_and_the_facts_of_chunks_are_kept() {
        let mut solver = Solver::default();
        let terms = &mut solver.terms;
        let layout = Layout { words: vec![HEADER], rest: Rest::Anything, stride: None };
        let (word, length) = (HEADER.name(terms), Tiling::length(terms));
        let bytes = terms.scale(8, word);
        let fact = terms.equal(bytes, length);
        let tiling = Tiling::new(terms, layout.clone(), &[fact]);
        assert_eq!(tiling.layout(terms), Some(layout.clone()));
        assert_eq!(tiling.facts(terms), [fact]);
        assert_eq!(tiling, Tiling::new(terms, layout, &[fact, Fact::True]));
        let [place, two] = [0, 2].map(|number| terms.constant(number));
        let sixteen = terms.constant(16);
        let chunk = Chunk { place, length: sixteen, words: vec![two] };
        assert!(tiling.instance(terms, &chunk).iter().all(|fact| *fact == Fact::True));
        let chunk = Chunk { place, length: two, words: vec![two] };
        assert!(tiling.instance(terms, &chunk).contains(&Fact::False));
    }

    #[test]
    fn what_layouts_have_in_common_covers_both() {
        let both = Layout { words: vec![HEADER, LINK], rest: Rest::Fill(0), stride: None };
        let one = Layout { words: vec![HEADER], rest: Rest::Fill(0), stride: None };
        assert_eq!(both.common(&one), Layout { words: vec![HEADER], rest: Rest::Stored, stride: None });
        assert_eq!(both.extent(), 16);
        let never = Layout { rest: Rest::Anything, ..one.clone() };
        assert_eq!(never.common(&one).rest, Rest::Anything);
    }
}
