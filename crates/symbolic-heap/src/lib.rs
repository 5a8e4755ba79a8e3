//! Symbolic heaps over byte-precise memory: pure facts and, separately, blocks and segments.
//!
//! A [`State`] stands for all concrete memories that satisfy it for some values of its variables.
//! It is a persistent value: cloning is cheap and nothing mutable is reachable from it.
//! This crate only represents heaps and answers questions about them; what changes the shape of a
//! heap (unfolding, folding, joining) are the rules of the crate `heap-rules`.

pub mod ascent;
pub mod block;
pub mod broken;
pub mod cells;
pub mod definition;
pub mod division;
pub mod each_node;
pub mod family;
pub mod heap;
pub mod limits;
pub mod locate;
pub mod numbers;
pub mod order;
pub mod owning;
pub mod parse;
pub mod part;
pub mod place;
pub mod print;
pub mod reach;
pub mod satisfy;
pub mod segment;
pub mod shape;
pub mod small_heaps;
pub mod sorted;
pub mod state;
pub mod stripes;
pub mod tiles;
pub mod value;
pub mod version;

pub use ascent::Ascent;
pub use block::{Block, Lifetime, Region, Stride};
pub use broken::{HeapRule, is_broken};
pub use cells::{Cell, Cells, Content, Undecided};
pub use definition::{Definition, Instance, InstanceId, Unfolded, Variance};
pub use each_node::{EachNode, NodeWord};
pub use family::Family;
pub use heap::Heap;
pub use locate::Location;
pub use numbers::Numbers;
pub use order::{Kinds, Order};
pub use owning::Owning;
pub use place::{Origin, PlaceTag};
pub use segment::Segment;
pub use shape::{
    Body, Encoding, FieldContent, Measure, OwnedHeap, OwnedList, RelativeAddress, Shape, ShapeField, Sibling,
    TAIL_END, Tail,
};
pub use sorted::{Key, NodeKeys, Sorted};
pub use state::State;
pub use stripes::{Stripe, Stripes};
pub use tiles::{Chunk, Layout, Rest, TileWord, Tiling};
pub use value::{Value, with_free_bits};
