//! The layers that decide questions, cheapest first.

pub(crate) mod closure;
pub(crate) mod differences;
pub(crate) mod intervals;
pub(crate) mod search;
pub(crate) mod values;
