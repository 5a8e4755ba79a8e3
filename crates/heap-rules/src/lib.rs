//! The rules that change the shape of a symbolic heap. One rule, one file, one name.
//!
//! *Rearranging* exposes the cell an instruction needs, *folding* turns rows of nodes into
//! segments and trees into instances, *relating* walks two heaps side by side; entailment and join are read off that walk.
//! The *frame* rule parts a heap at a call and puts it together again, or *applies* a contract to what it needs of it,
//! and says what is lacking.

mod acyclic;
pub mod apply;
pub mod chunks;
pub mod each;
pub mod entail;
pub mod family;
pub mod fold;
pub mod frame;
pub mod join;
pub mod letters;
mod limits;
pub mod lost;
pub mod posed;
pub mod rearrange;
pub mod references;
pub mod relate;
mod sorted;
pub mod texts;
pub mod trees;
