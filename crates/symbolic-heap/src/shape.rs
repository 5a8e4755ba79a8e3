//! Shapes: what the nodes of a list look like, as data.

use crate::block::Region;
use crate::numbers::Numbers;
use crate::place::Origin;
use pure_logic::{Term, TermTable};
use std::sync::Arc;

/// One kind of list node. A node owns a whole block.
///
/// Represents: the node at entry address `e` is the block with base `e - entry`; at offset `link`
/// it holds the entry address of the next node, at offset `back` (if any) the address `back_entry` bytes
/// from the base of the previous one.
/// All other bytes are described by one of the `bodies`: nodes may be of several kinds.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Shape {
    /// How many bytes every node has; there may be a tail behind them.
    pub node_size: u64,
    pub tail: Tail,
    /// Where the nodes live: on the heap, or in memory from `alloca`. Nodes of the latter own nothing.
    pub region: Region,
    /// The offset inside a node to which the forward link of the node before points.
    pub entry: u64,
    /// The offset inside a node to which the backward link of the node after points: usually `entry`, but
    /// that of the forward link where backward links lead to the pointer that leads here. Without backward
    /// links it is `entry`.
    pub back_entry: u64,
    /// The offset of the forward link.
    pub link: u64,
    /// The offset of the backward link.
    pub back: Option<u64>,
    /// How many bytes a link has: the size of a pointer.
    pub link_bytes: u64,
    /// INVARIANT: not empty.
    pub bodies: Vec<Body>,
    /// How many shared values (`FieldContent::Shared`) the fields refer to.
    pub parameters: usize,
    pub origin: Origin,
}

impl Shape {
    /// Every doubly linked list can be read in two directions: this is the one whose forward links come
    /// first in the node.
    pub fn is_canonical(&self) -> bool {
        self.back.is_none_or(|back| (self.entry, self.link) < (self.back_entry, back))
    }

    /// The shape of the same list read from its end, if it has links that lead back.
    #[must_use]
    pub fn reversed(&self) -> Option<Shape> {
        Some(Shape {
            entry: self.back_entry,
            back_entry: self.entry,
            link: self.back?,
            back: Some(self.link),
            ..self.clone()
        })
    }

    /// The fields, besides the link, in which every node holds what its link does: the nodes are linked by
    /// them just as well.
    pub fn second_links(&self) -> impl Iterator<Item = u64> + '_ {
        let is_second = |body: &Body, start: u64| {
            let told = FieldContent::Like(Sibling { field: self.link, plus: 0 });
            body.fields.iter().any(|field| field.start == start && field.content == told)
        };
        let fields = self.bodies.first().filter(|_| self.back.is_none()).into_iter();
        fields
            .flat_map(|body| &body.fields)
            .map(|field| field.start)
            .filter(move |&start| self.bodies.iter().all(|body| is_second(body, start)))
    }

    /// The same shape, with a second link for the link.
    #[must_use]
    pub fn relinked(&self, link: u64) -> Option<Shape> {
        self.second_links().find(|&second| second == link)?;
        let old = self.link;
        let moved = |sibling: Sibling| match sibling.field == old {
            true => Sibling { field: link, ..sibling },
            false => sibling,
        };
        let bodies = self.bodies.iter().map(|body| {
            let mut fields: Vec<ShapeField> = body.fields.clone();
            for field in &mut fields {
                if field.start == link {
                    field.start = old;
                    field.end = old + self.link_bytes;
                    field.content = FieldContent::Like(Sibling { field: link, plus: 0 });
                } else {
                    field.content = field.content.with_siblings(&moved);
                }
            }
            fields.sort_by_key(|field| field.start);
            Body { fields }
        });
        Some(Shape { link, bodies: bodies.collect(), ..self.clone() })
    }

    /// How far it is from where forward links lead to a node to where backward links do.
    pub fn turn(&self) -> i128 {
        i128::from(self.back_entry) - i128::from(self.entry)
    }
}

/// One kind of node: what its bytes hold besides the links.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub struct Body {
    /// INVARIANT: sorted, disjoint; with the links they cover the node. Only [`FieldContent::Link`] is where
    /// a link is, and no other field is told by such a link. A tail is one field, up to [`TAIL_END`], and
    /// holds no words.
    pub fields: Vec<ShapeField>,
}

impl Body {
    /// How the nodes of this kind hold the address of the next one.
    pub fn encoding(&self) -> Encoding {
        let encoding = self.fields.iter().find_map(|field| match field.content {
            FieldContent::Link(encoding) => Some(encoding),
            _ => None,
        });
        encoding.unwrap_or_default()
    }
}

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ShapeField {
    pub start: u64,
    pub end: u64,
    pub content: FieldContent,
}

/// Where the field that is the tail of a block ends: wherever the block does.
pub const TAIL_END: u64 = u64::MAX;

/// Bytes behind those that all blocks of a kind have; how many may differ from block to block.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub enum Tail {
    /// There are none.
    #[default]
    Empty,
    /// As many as a word says.
    Told(Measure),
    /// Any number of them, of which the first ones are a string: they are stored up to one that is zero, and those behind that may
    /// be anything. So the field that is the tail says nothing itself.
    Text,
    /// As many as make the block as large as the array of elements that own such blocks says of all of them
    /// ([`Owning::rows`](crate::Owning::rows)). Only blocks that elements own themselves have it.
    Shared,
    /// Any number of them.
    Open,
}

/// How a word tells the length of a tail: `factor · word + plus`, which is not negative.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Measure {
    /// The word is in the block that owns the one with the tail, not in that itself.
    pub is_owners: bool,
    /// Where the word is. It is stored, and read as a number that is not negative.
    pub field: u64,
    pub bytes: u64,
    /// Read as a signed number it is not negative either.
    pub is_signed: bool,
    pub factor: i64,
    pub plus: i64,
}

impl Measure {
    /// The greatest number that the word holds.
    pub fn highest(self) -> i128 {
        let bits = 8 * self.bytes.min(8) - u64::from(self.is_signed);
        (1 << bits) - 1
    }

    /// The length that a number tells.
    pub fn length(self, terms: &mut TermTable, number: Term) -> Term {
        let scaled = terms.scale(i128::from(self.factor), number);
        terms.add_constant(scaled, i128::from(self.plus))
    }
}

/// What a field of every node holds.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum FieldContent {
    /// Nothing was stored there.
    Uninitialised,
    /// Every byte has this value.
    Fill(u8),
    /// Some stored bytes, which may differ from node to node and hold no address of a tracked block.
    Anything,
    /// A string, which may differ from node to node: bytes that are stored up to one that is zero, which is there. Those behind it
    /// may be anything but the address of a tracked block. Only between two constant places; a tail says it itself.
    Text,
    /// A stored word that holds one of these numbers modulo its width; which may differ from node to node.
    Within(Numbers),
    /// The same value in every node: the segment's parameter with this index.
    Shared(usize),
    /// A word of which some bits were never stored; the others are those of the segment's parameter with
    /// this index.
    Partly { index: usize, undefined: u128 },
    /// A number that counts along the row: the last node holds the segment's parameter with this index, and
    /// each node so much more than the next one. Only without backward links.
    Counting { index: usize, step: i128 },
    /// The address of the node's own byte at this offset, as in an empty circular list.
    Own(i64),
    /// What another field or a link of the node holds, plus a constant.
    Like(Sibling),
    /// Only where the forward link of a singly linked list is: how the link holds the address of the next
    /// node. A body that says nothing of its link has the plain address there.
    Link(Encoding),
    /// The address of something the node alone owns.
    Owned(Arc<OwnedHeap>),
}

impl FieldContent {
    /// The same content, with other names for the words that it is told by.
    fn with_siblings(&self, rename: &dyn Fn(Sibling) -> Sibling) -> FieldContent {
        let place = |place: RelativeAddress| match place {
            RelativeAddress::Like(sibling) => RelativeAddress::Like(rename(sibling)),
            RelativeAddress::Null | RelativeAddress::Own(_) => place,
        };
        match self {
            FieldContent::Like(sibling) => FieldContent::Like(rename(*sibling)),
            FieldContent::Owned(heap) => match &**heap {
                OwnedHeap::Block { size, tail, entry, fields, parameters, is_optional, origin } => {
                    FieldContent::Owned(Arc::new(OwnedHeap::Block {
                        is_optional: *is_optional,
                        origin: *origin,
                        size: *size,
                        tail: *tail,
                        entry: *entry,
                        fields: fields.clone(),
                        parameters: parameters.iter().map(|&parameter| place(parameter)).collect(),
                    }))
                }
                OwnedHeap::List(list) => {
                    let list = OwnedList {
                        next: place(list.next),
                        previous: place(list.previous),
                        parameters: list.parameters.iter().map(|&parameter| place(parameter)).collect(),
                        ..list.clone()
                    };
                    FieldContent::Owned(Arc::new(OwnedHeap::List(list)))
                }
                OwnedHeap::Ended { .. } => self.clone(),
            },
            FieldContent::Uninitialised
            | FieldContent::Fill(_)
            | FieldContent::Anything
            | FieldContent::Text
            | FieldContent::Within(_)
            | FieldContent::Shared(_)
            | FieldContent::Partly { .. }
            | FieldContent::Counting { .. }
            | FieldContent::Own(_)
            | FieldContent::Link(_) => self.clone(),
        }
    }
}

/// What the word at the offset `field` of the same block holds, plus a constant. No wrap-around: the
/// sum is in the range of a pointer.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Sibling {
    pub field: u64,
    pub plus: i64,
}

/// An address, seen from the block that owns a list or another block.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub enum RelativeAddress {
    #[default]
    Null,
    /// The owner's byte at this offset.
    Own(i64),
    /// What a word of the owner holds: the nodes of a lower level end where the upper one goes on.
    Like(Sibling),
}

/// How a link holds an address: what has to be added to the address to get the word.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub struct Encoding {
    /// A tag in the low bits.
    pub tag: i64,
    /// The word is a distance from the base of the node that holds it.
    pub is_relative: bool,
}

impl Encoding {
    /// The word that holds an address in the node with this base.
    pub fn encode(self, terms: &mut TermTable, address: Term, base: Term) -> Term {
        let word = terms.add_constant(address, i128::from(self.tag));
        if self.is_relative { terms.subtract(word, base) } else { word }
    }
}

/// What a node owns besides its own block, reached through one of its fields.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum OwnedHeap {
    /// The field holds the address, at `entry` bytes from the base, of a block of this size, with a tail.
    /// What its fields share with the owner are the `parameters`.
    Block {
        size: u64,
        tail: Tail,
        entry: u64,
        fields: Vec<ShapeField>,
        parameters: Vec<RelativeAddress>,
        /// The field holds null instead, or that address.
        ///
        /// INVARIANT: then the entry is 0, the block owns nothing, and no word of the owner tells its length or what it
        /// holds: where there is null, such a word may be anything, and need not even be stored.
        is_optional: bool,
        origin: Origin,
    },
    /// The field holds the address, at `entry` bytes from the base, of a block of this size that has
    /// ended. Nothing is owned, but every node has an address of its own there.
    Ended { size: u64, entry: u64 },
    /// The field holds the entry address of the first node of a list. Its nodes may come in any order.
    List(OwnedList),
}

impl OwnedHeap {
    /// The same block, or null; `None` for what cannot be said so.
    #[must_use]
    pub fn optional(&self) -> Option<OwnedHeap> {
        match self {
            OwnedHeap::Block { is_optional: true, .. } => Some(self.clone()),
            OwnedHeap::Block { size, tail, entry: 0, fields, parameters, is_optional: false, origin }
                if self.is_independent()
                    && !matches!(tail, Tail::Told(measure) if measure.is_owners)
                    && !fields.iter().any(|field| matches!(field.content, FieldContent::Owned(_))) =>
            {
                Some(OwnedHeap::Block {
                    size: *size,
                    tail: *tail,
                    entry: 0,
                    fields: fields.clone(),
                    parameters: parameters.clone(),
                    is_optional: true,
                    origin: *origin,
                })
            }
            OwnedHeap::Block { .. } | OwnedHeap::Ended { .. } | OwnedHeap::List(_) => None,
        }
    }

    /// Whether it is told without other words of the owner.
    pub fn is_independent(&self) -> bool {
        let is_like = |place: &RelativeAddress| matches!(place, RelativeAddress::Like(_));
        match self {
            OwnedHeap::Block { parameters, .. } => !parameters.iter().any(is_like),
            OwnedHeap::Ended { .. } => true,
            OwnedHeap::List(list) => {
                let ends = [list.next, list.previous];
                list.last.is_none() && !list.parameters.iter().chain(&ends).any(is_like)
            }
        }
    }
}

/// A list that begins at a field of its owner.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct OwnedList {
    pub shape: Arc<Shape>,
    pub minimum: u64,
    /// What the last node's forward link holds. The first time that a link holds it the list ends.
    pub next: RelativeAddress,
    /// What the first node's backward link holds. Null without backward links.
    pub previous: RelativeAddress,
    /// Where the owner holds the last node: what a backward link to it would hold. The word there belongs
    /// to the description of the list and is no field of its own.
    pub last: Option<u64>,
    /// What all nodes share: as many as the shape has parameters.
    pub parameters: Vec<RelativeAddress>,
}

impl OwnedList {
    /// Whether the field may be null: the list has no nodes then.
    pub fn may_be_null(&self) -> bool {
        self.minimum == 0 && self.next == RelativeAddress::Null
    }
}
