//! Values as a way through a function knows them: by how they were computed.
//!
//! Two values that were computed in the same way are the same. Nothing else is known of them but their signs, and a constant that they are.

use crate::limits::DEPTH_OF_A_VALUE;
use ir::{BinaryOperator, BlockId, Comparison, Domain, RegisterId, UnaryOperator};
use std::collections::BTreeMap;

/// An instruction: its block, and where it stands there.
pub type Place = (BlockId, usize);

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct ValueId(u32);

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Operation {
    Binary(BinaryOperator),
    Compare(Comparison, Domain),
    Unary(UnaryOperator),
    Truncated,
    /// Bits of a word: where they begin, and how many.
    Bits(u32, u32),
    /// So many bytes times an index behind an address.
    Element(i64),
    /// How long the string at an address is, with what is there.
    Length,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Value {
    Constant(i128),
    /// Of a variable that is always there, or of a function.
    Address(u32, i64),
    /// What a register held when the function was called.
    Given(RegisterId),
    /// A variable of the function whose address is taken.
    Local(Place),
    /// What an instruction has made.
    Made(Place),
    /// What a register holds where ways meet that disagree.
    Met(BlockId, RegisterId),
    /// So many bytes behind an address.
    Behind(ValueId, i128),
    /// What is stored at an address since an instruction that may have changed it.
    At(ValueId, Option<Place>),
    Combined(Operation, ValueId, ValueId),
}

#[derive(Default)]
pub struct Values {
    all: Vec<(Value, usize)>,
    numbers: BTreeMap<Value, ValueId>,
}

impl Values {
    /// A value that an instruction at a place computes from others.
    pub fn computed(&mut self, at: Place, value: Value) -> ValueId {
        let depth = match value {
            Value::Behind(base, _) | Value::At(base, _) => self.depth(base) + 1,
            Value::Combined(_, left, right) => self.depth(left).max(self.depth(right)) + 1,
            _ => 0,
        };
        let value = if depth > DEPTH_OF_A_VALUE { Value::Made(at) } else { value };
        let depth = if depth > DEPTH_OF_A_VALUE { 0 } else { depth };
        if let Some(&known) = self.numbers.get(&value) {
            return known;
        }
        let id = ValueId(u32::try_from(self.all.len()).unwrap_or(u32::MAX));
        self.all.push((value, depth));
        self.numbers.insert(value, id);
        id
    }

    pub fn plain(&mut self, value: Value) -> ValueId {
        self.computed((BlockId::from_index(0), 0), value)
    }

    pub fn constant(&mut self, number: i128) -> ValueId {
        self.plain(Value::Constant(number))
    }

    pub fn of(&self, id: ValueId) -> Value {
        self.all[id.0 as usize].0
    }

    fn depth(&self, id: ValueId) -> usize {
        self.all[id.0 as usize].1
    }

    pub fn as_constant(&self, id: ValueId) -> Option<i128> {
        match self.of(id) {
            Value::Constant(number) => Some(number),
            _ => None,
        }
    }

    /// The address of the object in which an address lies.
    pub fn root(&self, id: ValueId) -> ValueId {
        match self.of(id) {
            Value::Behind(base, _) | Value::Combined(Operation::Element(_), base, _) => self.root(base),
            _ => id,
        }
    }

    /// The objects through which an address is found, the nearest first.
    pub fn path(&self, id: ValueId) -> Vec<ValueId> {
        let mut found = vec![self.root(id)];
        while let Some(Value::At(address, _)) = found.last().map(|&last| self.of(last)) {
            found.push(self.root(address));
        }
        found
    }

    /// Whether memory at a place is found from an address.
    pub fn is_found_from(&self, place: ValueId, address: ValueId) -> bool {
        self.path(place).contains(&self.root(address))
    }

    /// Whether an address was computed from what memory holds.
    pub fn is_from_memory(&self, id: ValueId) -> bool {
        matches!(self.of(self.root(id)), Value::At(..))
    }

    /// Whether a value is told by one that is told anew where something is true of it.
    pub fn mentions(&self, id: ValueId, is_new: &impl Fn(Value) -> bool) -> bool {
        let value = self.of(id);
        is_new(value)
            || match value {
                Value::Behind(base, _) | Value::At(base, _) => self.mentions(base, is_new),
                Value::Combined(_, left, right) => {
                    self.mentions(left, is_new) || self.mentions(right, is_new)
                }
                _ => false,
            }
    }
}

/// Whether a value is told by what an instruction has made.
pub fn is_of(place: Place) -> impl Fn(Value) -> bool {
    move |value| match value {
        Value::Made(at) | Value::Local(at) | Value::At(_, Some(at)) => at == place,
        _ => false,
    }
}
