//! A state together with the path that led to it.

use crate::path::Path;
use symbolic_heap::State;

#[derive(Clone, Debug)]
pub struct Configuration {
    pub state: State,
    pub path: Path,
}
