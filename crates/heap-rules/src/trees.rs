//! Trees: instances of definitions that are used again at several words of a node.
//!
//! A node is *described*, described nodes are *joined*, and what covers them is *closed* to a definition; *folding*
//! and *exposing* go from nodes to instances and back.

pub(crate) mod bounds;
mod described;
mod evidence;
pub mod expose;
mod fields;
mod fold;
mod kind;
mod node;
pub(crate) mod normalise;
pub(crate) mod order;
mod owned;
pub(crate) mod tags;

pub use evidence::{further_links, kinds_of, lists_in_trees, lists_of_trees};
pub use kind::{Told, TreeKind, TreeKinds};

pub(crate) use described::Described;
pub(crate) use fields::NodeFields;
pub(crate) use fold::fold_trees;
pub(crate) use node::{TreeNode, describe, describe_told};
pub(crate) use owned::describe_block;
