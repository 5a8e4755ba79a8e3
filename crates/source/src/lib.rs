//! Source text, places in it, and messages about it.
//!
//! Every preprocessed file is entered into one [`SourceMap`]; a [`Span`] is a range of the map's
//! common offset space, so a span alone says which file it lies in. Line markers left by the
//! preprocessor (`# 12 "list.c" 1`) are honoured when an offset is turned into a [`Place`].

pub mod data_model;
pub mod diagnostic;
pub mod map;
pub mod span;

pub use data_model::DataModel;
pub use diagnostic::{Diagnostic, Label, Severity};
pub use map::{FileId, Place, SourceMap};
pub use span::Span;
