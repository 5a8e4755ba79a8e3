//! Turns messages about source text into what a programmer reads.
//!
//! Messages of the front end are [`Diagnostic`](source::Diagnostic)s; results of the analysis come as
//! [`findings::Report`] and are rendered as text, JSON, SARIF, JUnit, annotations and a web page.
//!
//! Rendering is pure: the preprocessed texts come from the [`SourceMap`](source::SourceMap), the
//! texts as the programmer wrote them from [`Originals`], which the caller fills. Nothing here
//! reads files or knows whether it writes to a terminal.

mod align;
mod contract_picture;
mod dot;
mod drawing;
mod excerpt;
mod exchange;
mod formats;
mod html;
mod locate;
mod originals;
mod quote;
mod renderer;
mod rules;
mod sarif;
mod text;

pub use contract_picture::{contract_pictures, pictures_of};
pub use dot::dot_document;
pub use drawing::{Captioned, svg, svg_document};
pub use exchange::{Dialect, ExportedFunction, ExportedParameter, ParameterKind, exported};
pub use formats::{JSON_VERSION, gcc, github, json, junit};
pub use html::html;
pub use locate::{Located, locate};
pub use originals::{Originals, files_mentioned};
pub use renderer::{Layout, Renderer};
pub use rules::Rule;
pub use sarif::sarif;
pub use text::diagnostic;
