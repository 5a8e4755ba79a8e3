//! A vector whose positions are typed, so that an index into one arena cannot be used in another.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::marker::PhantomData;
use std::ops::{Index, IndexMut};

/// The position of a `T` in an [`Arena<T>`].
pub struct Id<T> {
    raw: u32,
    marker: PhantomData<fn() -> T>,
}

impl<T> Id<T> {
    /// The id with this position. The caller knows that the arena is, or will be, that long.
    pub fn from_raw(raw: u32) -> Self {
        Id { raw, marker: PhantomData }
    }

    pub fn from_index(index: usize) -> Self {
        Id::from_raw(u32::try_from(index).expect("an arena holds fewer than 2^32 elements"))
    }

    pub fn raw(self) -> u32 {
        self.raw
    }

    pub fn index(self) -> usize {
        self.raw as usize
    }
}

impl<T> Clone for Id<T> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<T> Copy for Id<T> {}
impl<T> PartialEq for Id<T> {
    fn eq(&self, other: &Self) -> bool {
        self.raw == other.raw
    }
}
impl<T> Eq for Id<T> {}
impl<T> PartialOrd for Id<T> {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}
impl<T> Ord for Id<T> {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.raw.cmp(&other.raw)
    }
}
impl<T> Hash for Id<T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.raw.hash(state);
    }
}
impl<T> fmt::Debug for Id<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{}", self.raw)
    }
}

/// A growing table of `T`, indexed by [`Id<T>`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Arena<T> {
    items: Vec<T>,
}

impl<T> Default for Arena<T> {
    fn default() -> Self {
        Arena { items: Vec::new() }
    }
}

impl<T> Arena<T> {
    pub fn new() -> Self {
        Self::default()
    }

    pub fn with_capacity(capacity: usize) -> Self {
        Arena { items: Vec::with_capacity(capacity) }
    }

    pub fn push(&mut self, item: T) -> Id<T> {
        let id = Id::from_index(self.items.len());
        self.items.push(item);
        id
    }

    /// The id that the next `push` returns.
    pub fn next_id(&self) -> Id<T> {
        Id::from_index(self.items.len())
    }

    pub fn len(&self) -> usize {
        self.items.len()
    }

    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    pub fn get(&self, id: Id<T>) -> Option<&T> {
        self.items.get(id.index())
    }

    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (Id<T>, &T)> + ExactSizeIterator {
        self.items.iter().enumerate().map(|(index, item)| (Id::from_index(index), item))
    }

    pub fn iter_mut(&mut self) -> impl DoubleEndedIterator<Item = (Id<T>, &mut T)> {
        self.items.iter_mut().enumerate().map(|(index, item)| (Id::from_index(index), item))
    }

    pub fn ids(&self) -> impl DoubleEndedIterator<Item = Id<T>> + ExactSizeIterator + use<T> {
        (0..self.items.len()).map(Id::from_index)
    }

    pub fn as_slice(&self) -> &[T] {
        &self.items
    }
}

impl<T> Index<Id<T>> for Arena<T> {
    type Output = T;
    fn index(&self, id: Id<T>) -> &T {
        &self.items[id.index()]
    }
}

impl<T> IndexMut<Id<T>> for Arena<T> {
    fn index_mut(&mut self, id: Id<T>) -> &mut T {
        &mut self.items[id.index()]
    }
}

impl<T> IntoIterator for Arena<T> {
    type Item = T;
    type IntoIter = std::vec::IntoIter<T>;
    fn into_iter(self) -> Self::IntoIter {
        self.items.into_iter()
    }
}

impl<T> FromIterator<T> for Arena<T> {
    fn from_iter<I: IntoIterator<Item = T>>(iter: I) -> Self {
        Arena { items: iter.into_iter().collect() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_positions_in_order_of_insertion() {
        let mut arena = Arena::new();
        let a = arena.push("a");
        let b = arena.push("b");
        assert_eq!((arena[a], arena[b], arena.len()), ("a", "b", 2));
        assert!(a < b);
        assert_eq!(arena.iter().map(|(id, _)| id).collect::<Vec<_>>(), vec![a, b]);
        assert_eq!(arena.next_id().index(), 2);
    }
}
