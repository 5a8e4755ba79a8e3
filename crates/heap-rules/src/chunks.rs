//! Chunks that lie side by side in one block: from a header and the bytes behind it to runs of tiles, and back.
//!
//! What is known of chunks is `symbolic_heap::tiles`. Here are the rules: *expose* the first chunk of a run, *package* a header and
//! the bytes that it speaks of, *compose* neighbours, and what covers two runs.

mod cells;
mod divided;
mod expose;
mod fold;
mod links;
mod measure;
mod places;
mod told;

pub use cells::fold_cells;
pub(crate) use cells::record_of;
pub(crate) use divided::{common_divisions, with_division, without_divisions};
pub use divided::{expose_start, fold_divided, forget_remainders, start_of_access};
pub use expose::{common_length, distance_into_chunk, expose_chunk, expose_inside};
pub use fold::fold_chunks;
pub(crate) use fold::packaged;
pub(crate) use links::{agreed, common_bounds, common_links};
pub(crate) use measure::Measure;
pub(crate) use places::Places;
pub use told::Chunks;
pub(crate) use told::{about_chunks, tells_length, without_hulls};
