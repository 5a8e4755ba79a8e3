//! What went through the front end, in numbers.

use crate::pass::PassTimes;
use ir::{InstructionKind, Module};
use std::collections::BTreeMap;

/// Counts over one or more files.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Statistics {
    pub files: usize,
    /// Bytes of preprocessed text.
    pub bytes: usize,
    pub times: PassTimes,
    /// Functions with a body.
    pub functions: usize,
    /// Functions that are only declared, or whose body had an error.
    pub declarations: usize,
    pub globals: usize,
    pub blocks: usize,
    pub instructions: usize,
    /// Assembly instructions.
    pub assembly: usize,
    /// Functions with an unsupported construct.
    pub functions_with_unsupported: usize,
    /// How often each reason was given for an unsupported construct.
    pub unsupported: BTreeMap<String, usize>,
}

impl Statistics {
    /// Counts what a module contains.
    pub fn count(&mut self, module: &Module) {
        self.globals += module.globals.len();
        for (_, function) in module.functions.iter() {
            let Some(body) = &function.body else {
                self.declarations += 1;
                continue;
            };
            self.functions += 1;
            self.blocks += body.blocks.len();
            let mut has_unsupported = false;
            for (_, block) in body.blocks.iter() {
                self.instructions += block.instructions.len() + 1;
                for instruction in &block.instructions {
                    match &instruction.kind {
                        InstructionKind::Asm { .. } => self.assembly += 1,
                        InstructionKind::Unsupported { reason, .. } => {
                            has_unsupported = true;
                            *self.unsupported.entry(reason.clone()).or_default() += 1;
                        }
                        _ => {}
                    }
                }
            }
            self.functions_with_unsupported += usize::from(has_unsupported);
        }
    }

    /// Adds the counts of other files.
    pub fn add(&mut self, other: &Statistics) {
        self.files += other.files;
        self.bytes += other.bytes;
        self.times.add(&other.times);
        self.functions += other.functions;
        self.declarations += other.declarations;
        self.globals += other.globals;
        self.blocks += other.blocks;
        self.instructions += other.instructions;
        self.assembly += other.assembly;
        self.functions_with_unsupported += other.functions_with_unsupported;
        for (reason, count) in &other.unsupported {
            *self.unsupported.entry(reason.clone()).or_default() += count;
        }
    }
}
