//! Results of calls that nobody looks at.
//!
//! Hardly any program asks whether `printf` could write. Where none does, that it may fail need not be a case of its own:
//! memory is the same, and searches that follow all executions would have twice as many after every line of output.

use ir::{Callee, InstructionKind, Module, Operand, RegisterId};
use source::Span;
use std::collections::BTreeSet;

/// Functions that return how much they have written or read, and nothing else that anybody could need.
const COUNTING: [&str; 22] = [
    "printf",
    "fprintf",
    "dprintf",
    "vprintf",
    "vfprintf",
    "vdprintf",
    "puts",
    "fputs",
    "putchar",
    "putc",
    "fputc",
    "putchar_unlocked",
    "putc_unlocked",
    "fputs_unlocked",
    "fflush",
    "scanf",
    "fscanf",
    "sscanf",
    "__isoc99_scanf",
    "__isoc99_fscanf",
    "__isoc99_sscanf",
    "perror",
];

/// The calls of such functions, by their places, whose results are in registers that nothing reads.
pub(crate) fn unread_results(module: &Module) -> BTreeSet<(Span, RegisterId)> {
    let mut unread = BTreeSet::new();
    for (_, function) in module.functions.iter() {
        let Some(body) = &function.body else { continue };
        let mut results = Vec::new();
        let mut read: BTreeSet<RegisterId> = BTreeSet::new();
        for (_, block) in body.blocks.iter() {
            for instruction in &block.instructions {
                instruction.kind.for_each_read_register(|register| {
                    read.insert(register);
                });
                if let InstructionKind::Call {
                    destination: Some(register),
                    callee: Callee::Direct(callee),
                    ..
                } = &instruction.kind
                    && COUNTING.contains(&&*module.functions[*callee].name)
                {
                    results.push((instruction.span, *register));
                }
            }
            if let Some(Operand::Register(register)) = block.terminator.kind.operand() {
                read.insert(*register);
            }
        }
        unread.extend(results.into_iter().filter(|(_, register)| !read.contains(register)));
    }
    unread
}
