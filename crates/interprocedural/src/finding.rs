//! What an exploration found.

use source::Span;
use std::sync::Arc;
use symbolic_execution::{Configuration, Event, Fault};

/// An error that may happen, with a state in which it does.
#[derive(Clone, Debug)]
pub struct Finding {
    pub fault: Fault,
    pub configuration: Configuration,
}

/// A call, and the function that is called.
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize)]
pub struct CallOnPath {
    pub name: Arc<str>,
    pub span: Span,
}

impl Finding {
    /// No approximation was made on the way.
    pub fn is_exact(&self) -> bool {
        self.configuration.path.is_exact()
    }

    /// The calls that had not returned when the error happened, outermost first.
    pub fn calls(&self) -> Vec<CallOnPath> {
        let mut active = Vec::new();
        for event in self.configuration.path.events() {
            match event {
                Event::Called { name, span } => {
                    active.push(CallOnPath { name: Arc::clone(name), span: *span });
                }
                Event::Returned { .. } => {
                    active.pop();
                }
                _ => {}
            }
        }
        active
    }

    /// Whether both are the same error, on the way through the same calls.
    pub fn is_at_place_of(&self, other: &Finding) -> bool {
        self.fault.span == other.fault.span
            && self.fault.kind == other.fault.kind
            && self.calls() == other.calls()
    }
}
