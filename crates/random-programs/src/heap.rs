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

/// How many programs in a hundred lie behind a start that no search passes.
const HIDDEN_PROGRAMS: u64 = 10;

/// A loop that a search gives up in long before its end, and that a proof passes without effort.
const HIDDEN_START: &[&str] = &["unsigned started = 0;", "while (started < 54321) {", "started++;", "}"];

/// What programs behind such a start are called in a table of results.
pub const HIDDEN_LABEL: &str = "+ hidden start";

/// A random program about memory, kept line by line so that it can be made smaller.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HeapProgram {
    lines: Lines,
    labels: Vec<&'static str>,
    /// Everything in `main` comes behind a start that no search passes.
    is_hidden: bool,
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
        // Proofs about trees take long without a start already.
        if random.chance(HIDDEN_PROGRAMS) && !program.labels[0].starts_with("trees") {
            program.is_hidden = true;
            program.labels.push(HIDDEN_LABEL);
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
            let labels = assembler.labels();
            return HeapProgram { labels, lines: assembler.write(), is_hidden: false };
        }
        let traits = Traits::choose(random, may_fail);
        let lines = Writer::new(random, traits).write();
        HeapProgram { labels: traits.labels(), lines, is_hidden: false }
    }

    /// A program written elsewhere, one statement a line.
    pub fn from_text(text: &str) -> HeapProgram {
        let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
        let lines = Lines::new(lines.map(str::to_owned).collect());
        HeapProgram { lines, labels: Vec::new(), is_hidden: false }
    }

    pub fn text(&self) -> String {
        match self.is_hidden {
            true => self.lines.starting_with(HIDDEN_START).text(),
            false => self.lines.text(),
        }
    }

    /// Whether only a proof can say anything about the program.
    pub fn is_hidden(&self) -> bool {
        self.is_hidden
    }

    /// The same program without a start before it, which does the same and is executed faster.
    pub fn shown(&self) -> HeapProgram {
        HeapProgram { is_hidden: false, ..self.clone() }
    }

    /// What kind of program it is: first what links its nodes, then what else is special.
    pub fn labels(&self) -> &[&'static str] {
        &self.labels
    }

    /// The programs with something left out, largest omissions first.
    pub fn reductions(&self) -> Vec<HeapProgram> {
        let smaller = self.lines.reductions().into_iter();
        smaller.map(|lines| HeapProgram { lines, ..self.clone() }).collect()
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
    fn some_programs_are_hidden_and_differ_from_the_others_in_their_start_alone() {
        let programs: Vec<HeapProgram> = (0..300).map(|seed| HeapProgram::generate(seed, false)).collect();
        let hidden: Vec<&HeapProgram> = programs.iter().filter(|program| program.is_hidden()).collect();
        assert!((15..60).contains(&hidden.len()), "{} of 300", hidden.len());
        for program in hidden {
            let (text, shown) = (program.text(), program.shown().text());
            let start = text.find("    unsigned started").unwrap_or_else(|| panic!("no start in {text}"));
            let end = start + text.len() - shown.len();
            assert!(text[..start].ends_with("int main(void) {\n"), "{text}");
            assert_eq!(format!("{}{}", &text[..start], &text[end..]), shown);
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
