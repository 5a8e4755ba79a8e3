//! Shapes: what the nodes of a list look like, as data.

use crate::numbers::Numbers;
use std::sync::Arc;

/// One kind of list node. A node owns a whole heap block of constant size.
///
/// Represents: the node at entry address `e` is the block with base `e - entry`; at offset `link`
/// it holds the entry address of the next node, at offset `back` (if any) the address `back_entry` bytes
/// from the base of the previous one.
/// All other bytes are described by one of the `bodies`: nodes may be of several kinds.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Shape {
    pub node_size: u64,
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

    /// How far it is from where forward links lead to a node to where backward links do.
    pub fn turn(&self) -> i128 {
        i128::from(self.back_entry) - i128::from(self.entry)
    }
}

/// One kind of node: what its bytes hold besides the links.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub struct Body {
    /// INVARIANT: sorted, disjoint; with the links they cover the node.
    pub fields: Vec<ShapeField>,
}

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ShapeField {
    pub start: u64,
    pub end: u64,
    pub content: FieldContent,
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
    /// A stored word that holds one of these numbers modulo its width; which may differ from node to node.
    Within(Numbers),
    /// The same value in every node: the segment's parameter with this index.
    Shared(usize),
    /// The address of the node's own byte at this offset, as in an empty circular list.
    Own(i64),
    /// The address of something the node alone owns, or null if it may be absent.
    Owned { heap: Arc<OwnedHeap>, may_be_null: bool },
}

/// What a node owns besides its own block, reached through one of its fields.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum OwnedHeap {
    /// The field holds the address, at `entry` bytes from the base, of a block of this size.
    Block { size: u64, entry: u64, fields: Vec<ShapeField> },
    /// The field holds the address, at `entry` bytes from the base, of a block of this size that has
    /// ended. Nothing is owned, but every node has an address of its own there.
    Ended { size: u64, entry: u64 },
    /// The field holds the entry address of the first node of a list that ends in null, in both
    /// directions if it is doubly linked. Its nodes may come in any order.
    List { shape: Arc<Shape>, minimum: u64 },
    /// The field is the head of a circular list that comes back to the field's own address: the
    /// forward link is at the field's `start`, the backward link (if any) `back` bytes after it.
    Ring { shape: Arc<Shape>, minimum: u64, back: Option<u64> },
}
