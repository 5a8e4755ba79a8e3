//! Places in the program, as opaque numbers: the logic side does not know what a program is.

/// Where something happened. The engine knows how to turn it into a place in the source.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub struct PlaceTag(pub u64);
