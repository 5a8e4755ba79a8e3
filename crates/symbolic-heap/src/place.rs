//! Places in the program, as opaque numbers: the logic side does not know what a program is.

use std::cmp::Ordering;
use std::hash::{Hash, Hasher};

/// Where something happened. The engine knows how to turn it into a place in the source.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub struct PlaceTag(pub u64);

impl PlaceTag {
    /// That of blocks which are allocated for no known type.
    pub const UNTYPED: PlaceTag = PlaceTag(1);

    const FOR_A_TYPE: u64 = 1 << 63;

    /// The tag of all blocks that are allocated for one type; this is the place of the first of them.
    #[must_use]
    pub const fn for_a_type(self) -> PlaceTag {
        PlaceTag(self.0 | PlaceTag::FOR_A_TYPE)
    }

    fn is_for_a_type(self) -> bool {
        self.0 & PlaceTag::FOR_A_TYPE != 0
    }
}

/// What the nodes of a list, or blocks that they own, are allocated for: the place of the first allocation for the same type, or the
/// default if that is not known.
///
/// It is no part of what a shape says about memory, so all origins are equal. It decides what is tried: where nodes of two lists have the
/// same size, a node of one and one of the other are no row.
#[derive(Clone, Copy, Default, Debug)]
pub struct Origin(PlaceTag);

impl Origin {
    /// Of a block with this tag.
    pub fn of(tag: PlaceTag) -> Origin {
        Origin(if tag.is_for_a_type() { tag } else { PlaceTag::default() })
    }

    /// The tag of blocks of this origin.
    pub fn tag(self) -> PlaceTag {
        self.0
    }

    /// Whether both are known, and are not the same.
    pub fn is_other_than(self, other: Origin) -> bool {
        self.0 != other.0 && self.0 != PlaceTag::default() && other.0 != PlaceTag::default()
    }

    /// That of blocks of both: it is not known where they are not the same.
    #[must_use]
    pub fn join(self, other: Origin) -> Origin {
        if self.0 == other.0 { self } else { Origin::default() }
    }
}

impl PartialEq for Origin {
    fn eq(&self, _: &Origin) -> bool {
        true
    }
}

impl Eq for Origin {}

impl PartialOrd for Origin {
    fn partial_cmp(&self, other: &Origin) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Origin {
    fn cmp(&self, _: &Origin) -> Ordering {
        Ordering::Equal
    }
}

impl Hash for Origin {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}
