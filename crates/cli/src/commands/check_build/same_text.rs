//! What was told of all functions of a target, for runs in which none of its texts has changed.
//!
//! Answers about single functions are found by the content of everything that the function can refer to. To look at that takes
//! longer for a large program than to read it, and it is for nothing if nothing has changed at all.

use super::{Check, Program};
use crate::cache::{Cache, Key};
use analyzer::{FunctionContracts, Keep};

/// Where the answers about these functions of a target are kept together.
pub(super) struct SameText<'c> {
    cache: &'c Cache,
    key: Key,
}

impl Check<'_> {
    /// `None` if nothing is kept, or if it is kept for other units of work, which ask about single functions.
    pub(super) fn same_text(&self, program: &Program<'_>, names: &[String]) -> Option<SameText<'_>> {
        let cache = self.cache.as_ref().filter(|_| self.unit.is_none())?;
        // What was told has places in it, which are the same only if the texts begin where they began.
        let texts = program.project.texts(program.target);
        let limit = self.watch.limits.function_limit;
        let question = format!("functions {} {names:?} {texts:?} {limit:?}", self.question_for_keys());
        let parts = [question.as_bytes()].into_iter().chain(program.project.content(program.target));
        Some(SameText { cache, key: cache.key(parts) })
    }
}

impl SameText<'_> {
    /// What was told, piece by piece.
    pub(super) fn told(&self) -> Option<Vec<Vec<FunctionContracts>>> {
        let told: Vec<Vec<FunctionContracts>> = self.cache.get(self.key)?;
        told.iter().flatten().for_each(|_| self.cache.note(true));
        Some(told)
    }

    pub(super) fn keep(&self, told: &[Vec<FunctionContracts>]) {
        self.cache.put(self.key, &told);
    }
}
