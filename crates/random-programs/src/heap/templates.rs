//! Operations on lists, written correctly. See `Writer::expand` for the notation.

mod apart;
mod linear;
mod queues;
mod rings;

use super::traits::Kind;
pub use apart::APART;
use linear::{LINEAR, LINEAR_FREE, SINGLY};
use queues::{COUNTED_FREE, QUEUE, QUEUE_FREE};
use rings::{DOUBLY_RING, DOUBLY_RING_FREE, RING, RING_FREE, SENTINEL, SENTINEL_FREE};

pub type Template = &'static str;

/// What an operation is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    Make,
    Change,
    Free,
}

/// The operations of a kind. Those that make a list come first among those that change one.
pub fn of(kind: Kind, role: Role) -> Vec<Template> {
    let (change, makers, free): (&[&[Template]], usize, &[Template]) = match kind {
        Kind::Singly => (&[LINEAR, SINGLY], 3, LINEAR_FREE),
        Kind::Doubly => (&[LINEAR], 3, LINEAR_FREE),
        Kind::Ring => (&[RING], 2, RING_FREE),
        Kind::DoublyRing => (&[DOUBLY_RING], 1, DOUBLY_RING_FREE),
        Kind::Sentinel => (&[SENTINEL], 2, SENTINEL_FREE),
        Kind::Queue | Kind::Counted => (&[QUEUE], 1, QUEUE_FREE),
    };
    match role {
        Role::Make => change[0][..makers].to_vec(),
        Role::Change => change.concat(),
        // Only then the number of nodes is needed.
        Role::Free if kind == Kind::Counted => COUNTED_FREE.to_vec(),
        Role::Free => free.to_vec(),
    }
}
