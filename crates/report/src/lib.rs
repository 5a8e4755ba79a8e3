//! Turns messages about source text into what a programmer reads.
//!
//! Rendering is pure: the preprocessed texts come from the [`SourceMap`](source::SourceMap), the
//! texts as the programmer wrote them from [`Originals`], which the caller fills. Nothing here
//! reads files or knows whether it writes to a terminal.

mod align;
mod excerpt;
mod locate;
mod originals;
mod quote;
mod renderer;

pub use locate::{Located, locate};
pub use originals::{Originals, files_mentioned};
pub use renderer::{Layout, Renderer};
