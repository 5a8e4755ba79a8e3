//! Memory at one moment, as it can be drawn: blocks with cells, and arrows between them.

use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum BlockState {
    Alive,
    /// Freed, or out of scope.
    Dead,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Content {
    /// A number, or a text that says what is there.
    Text(String),
    /// An arrow to a block of the picture.
    Pointer {
        block: usize,
        offset: i64,
    },
    Null,
    /// Never written.
    Undefined,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Cell {
    /// The name of the field, or its offset.
    pub name: String,
    pub content: Content,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Block {
    /// What it is: `heap block 1, 16 bytes`.
    pub title: String,
    pub state: BlockState,
    /// The error is about this block.
    pub is_concerned: bool,
    /// It stands for any number of nodes, one after the other.
    pub is_chain: bool,
    pub cells: Vec<Cell>,
    /// How many further cells are not shown.
    pub hidden: usize,
}

/// A variable of an active function.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Variable {
    pub name: String,
    pub content: Content,
}

#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Picture {
    pub function: String,
    /// Of the innermost function.
    pub variables: Vec<Variable>,
    /// INVARIANT: arrows lead to indices of this list.
    pub blocks: Vec<Block>,
}
