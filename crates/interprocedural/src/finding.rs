//! What an exploration found.

use symbolic_execution::{Configuration, Fault};

/// An error that may happen, with a state in which it does.
#[derive(Clone, Debug)]
pub struct Finding {
    pub fault: Fault,
    pub configuration: Configuration,
}

impl Finding {
    /// No approximation was made on the way.
    pub fn is_exact(&self) -> bool {
        self.configuration.path.is_exact()
    }
}
