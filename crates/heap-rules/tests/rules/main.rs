//! The rules, checked on all small memories: what a rule says must hold of every memory of at most
//! four blocks that satisfies the states it was applied to.
//!
//! The states are written by hand for the known difficult cases and made at random for the others.

mod apply;
mod chunks;
mod divided;
mod elements;
mod entail;
mod families;
mod fold;
mod in_order;
mod join;
mod models;
mod normalise;
mod ordered;
mod origins;
mod owned;
mod random;
mod records;
mod rows;
mod stripes;
mod trees;
mod unfold;
