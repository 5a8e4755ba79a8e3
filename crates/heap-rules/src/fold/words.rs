//! What the words of a body are to each other.
//!
//! The words of one node have values; of the nodes of a row only what they have in common is known.

use super::kinds::{OpenBody, OpenContent};
use super::tail::NumberAt;
use crate::limits::WORDS_TOLD_BY_EACH_OTHER;
use pure_logic::{Solver, Term};
use symbolic_heap::shape::{FieldContent, RelativeAddress, Sibling};

/// The values of the words of one node.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct NodeWords {
    pub base: Term,
    /// By their offsets; the links are among them.
    pub values: Vec<(u64, Term)>,
    pub numbers: Vec<NumberAt>,
}

impl NodeWords {
    pub fn value(&self, field: u64) -> Option<Term> {
        self.values.iter().find(|word| word.0 == field).map(|word| word.1)
    }

    fn address(&self, solver: &mut Solver, place: RelativeAddress) -> Option<Term> {
        Some(match place {
            RelativeAddress::Null => solver.terms.constant(0),
            RelativeAddress::Own(distance) => solver.terms.add_constant(self.base, i128::from(distance)),
            RelativeAddress::Like(Sibling { field, plus }) => {
                let word = self.value(field)?;
                solver.terms.add_constant(word, i128::from(plus))
            }
        })
    }
}

/// What is known of the words of a body.
pub(crate) struct Words<'a> {
    pub node: Option<&'a NodeWords>,
    /// The fields that are described by their contents: all but links and what owns something.
    pub told: Vec<u64>,
    /// Where the same constant is in every node, from its first byte to its last.
    pub constants: Vec<(u64, u64, i128)>,
    /// What fields hold, as far as that can be told by others.
    places: Vec<(u64, RelativeAddress)>,
    pub pointer_bytes: u64,
}

impl<'a> Words<'a> {
    pub fn of(solver: &Solver, body: &'a OpenBody) -> Words<'a> {
        let whole_words = body.fields.iter().filter(|field| field.end - field.start >= body.pointer_bytes);
        let places = whole_words.filter_map(|field| {
            let place = match &field.content {
                OpenContent::Value(value) => {
                    (solver.terms.as_constant(*value) == Some(0)).then_some(RelativeAddress::Null)
                }
                OpenContent::Partly { .. } | OpenContent::Counting { .. } => None,
                OpenContent::Fixed(content) => place_of(content),
            };
            Some((field.start, place?))
        });
        let is_told = |content: &OpenContent| !matches!(content, OpenContent::Fixed(FieldContent::Owned(_)));
        let told = body.fields.iter().filter(|field| is_told(&field.content)).map(|field| field.start);
        let constant = |content: &OpenContent| match content {
            OpenContent::Value(value) => solver.terms.as_constant(*value),
            OpenContent::Fixed(FieldContent::Within(numbers)) => numbers.single(),
            OpenContent::Fixed(FieldContent::Fill(0)) => Some(0),
            OpenContent::Fixed(_) | OpenContent::Partly { .. } | OpenContent::Counting { .. } => None,
        };
        let constants = body
            .fields
            .iter()
            .filter_map(|field| constant(&field.content).map(|number| (field.start, field.end, number)));
        Words {
            node: body.node.as_ref(),
            constants: constants.collect(),
            told: told.collect(),
            places: places.collect(),
            pointer_bytes: body.pointer_bytes,
        }
    }

    /// What is known of the words of a body that is described like another one: the words are still what
    /// they were.
    pub fn adapted(solver: &Solver, body: &'a OpenBody, adapted: &OpenBody) -> Words<'a> {
        let Words { told, .. } = Words::of(solver, adapted);
        Words { told, ..Words::of(solver, body) }
    }

    /// Whether the word at an offset holds an address.
    pub fn holds(&self, solver: &mut Solver, field: u64, place: RelativeAddress) -> bool {
        self.are_same(solver, RelativeAddress::Like(Sibling { field, plus: 0 }), place)
    }

    /// Whether two places are the same address in every node.
    pub fn are_same(&self, solver: &mut Solver, a: RelativeAddress, b: RelativeAddress) -> bool {
        if self.resolved(a) == self.resolved(b) {
            return true;
        }
        self.node.is_some_and(|node| {
            let (a, b) = (node.address(solver, a), node.address(solver, b));
            a.is_some() && a == b
        })
    }

    /// A place, told by as few other words as possible.
    fn resolved(&self, mut place: RelativeAddress) -> RelativeAddress {
        for _ in 0..WORDS_TOLD_BY_EACH_OTHER {
            let RelativeAddress::Like(Sibling { field, plus }) = place else { break };
            let Some(&(_, told)) = self.places.iter().find(|other| other.0 == field) else { break };
            let moved = match told {
                RelativeAddress::Null => (plus == 0).then_some(RelativeAddress::Null),
                RelativeAddress::Own(distance) => distance.checked_add(plus).map(RelativeAddress::Own),
                RelativeAddress::Like(next) => {
                    let plus = next.plus.checked_add(plus);
                    plus.map(|plus| RelativeAddress::Like(Sibling { field: next.field, plus }))
                }
            };
            match moved {
                Some(moved) => place = moved,
                None => break,
            }
        }
        place
    }
}

fn place_of(content: &FieldContent) -> Option<RelativeAddress> {
    match content {
        FieldContent::Fill(0) => Some(RelativeAddress::Null),
        FieldContent::Own(distance) => Some(RelativeAddress::Own(*distance)),
        FieldContent::Like(sibling) => Some(RelativeAddress::Like(*sibling)),
        FieldContent::Uninitialised
        | FieldContent::Fill(_)
        | FieldContent::Anything
        | FieldContent::Text
        | FieldContent::Within(_)
        | FieldContent::Shared(_)
        | FieldContent::Partly { .. }
        | FieldContent::Counting { .. }
        | FieldContent::Link(_)
        | FieldContent::Owned(_) => None,
    }
}
