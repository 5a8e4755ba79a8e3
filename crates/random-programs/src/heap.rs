//! Random closed programs with lists, trees, buffers and arrays on the heap, some of them wrong.
//!
//! A program is written correctly first: a few operations on lists of one kind, in between arrays
//! and owned buffers, at the end everything is freed. Then, in about two programs of three, one or
//! two statements are dropped, doubled, moved or changed, which makes about half of all programs
//! wrong in some execution. What a program does depends on `__VERIFIER_nondet_int` alone (and on
//! whether `malloc` succeeds).

mod assembler;
mod kits;
mod lines;
mod recursion;
mod templates;
mod traits;
mod writer;

use crate::Random;
use assembler::Assembler;
use lines::Lines;
use traits::Traits;
use writer::Writer;

/// How many programs in a hundred have types and functions of their own.
const PROGRAMS_FROM_KITS: u64 = 45;

/// A random program about memory, kept line by line so that it can be made smaller.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HeapProgram {
    lines: Lines,
    labels: Vec<&'static str>,
}

impl HeapProgram {
    /// The program of a seed; `may_fail` says whether it is prepared for `malloc` returning null.
    pub fn generate(seed: u64, may_fail: bool) -> HeapProgram {
        let mut random = Random::new(seed);
        let mut program = HeapProgram::write(&mut random, may_fail);
        if random.chance(64) {
            let count = 1 + usize::from(random.chance(25));
            for _ in 0..count {
                program.lines.mutate(&mut random);
            }
        }
        program
    }

    /// As [`generate`](Self::generate), without mistakes.
    pub fn correct(seed: u64, may_fail: bool) -> HeapProgram {
        HeapProgram::write(&mut Random::new(seed), may_fail)
    }

    fn write(random: &mut Random, may_fail: bool) -> HeapProgram {
        if random.chance(PROGRAMS_FROM_KITS) {
            let kit = assembler::choose(random);
            let assembler = Assembler::new(random, kit, may_fail);
            return HeapProgram { labels: assembler.labels(), lines: assembler.write() };
        }
        let traits = Traits::choose(random, may_fail);
        HeapProgram { labels: traits.labels(), lines: Writer::new(random, traits).write() }
    }

    /// A program written elsewhere, one statement a line.
    pub fn from_text(text: &str) -> HeapProgram {
        let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
        HeapProgram { lines: Lines::new(lines.map(str::to_owned).collect()), labels: Vec::new() }
    }

    pub fn text(&self) -> String {
        self.lines.text()
    }

    /// What kind of program it is: first what links its nodes, then what else is special.
    pub fn labels(&self) -> &[&'static str] {
        &self.labels
    }

    /// The programs with something left out, largest omissions first.
    pub fn reductions(&self) -> Vec<HeapProgram> {
        let smaller = self.lines.reductions().into_iter();
        smaller.map(|lines| HeapProgram { lines, labels: self.labels.clone() }).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_gives_the_same_program_again() {
        for seed in 0..50 {
            assert_eq!(HeapProgram::generate(seed, false), HeapProgram::generate(seed, false));
        }
    }

    #[test]
    fn braces_are_balanced_in_every_program_and_every_reduction() {
        let balanced = |text: &str| text.matches('{').count() == text.matches('}').count();
        for seed in 0..300 {
            let program = HeapProgram::generate(seed, seed % 4 == 0);
            assert!(balanced(&program.text()), "{}", program.text());
            for smaller in program.reductions() {
                assert!(balanced(&smaller.text()), "{}", smaller.text());
                assert!(smaller.text().len() < program.text().len());
            }
        }
    }
}
