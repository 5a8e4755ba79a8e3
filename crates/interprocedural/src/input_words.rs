//! What inputs of a program are made of: the numbers and letters that its code compares with.

use crate::guided_runs::Dice;
use crate::limits::{ARGUMENTS_TRIED, LETTERS_OF_AN_INPUT, NUMBERS_OF_A_PROGRAM, TEXTS_OF_A_PROGRAM};
use ir::{Callee, InstructionKind, Module, Operand, TerminatorKind};
use std::collections::BTreeSet;

/// Functions that read the standard input.
const READERS: [&str; 12] = [
    "getchar",
    "getc",
    "fgetc",
    "fgets",
    "gets",
    "scanf",
    "fscanf",
    "fread",
    "getline",
    "getdelim",
    "read",
    "getchar_unlocked",
];

/// Numbers at which sizes and sums wrap around, or signs change.
const EXTREMES: [i128; 12] = [
    i32::MAX as i128,
    i32::MIN as i128,
    u32::MAX as i128,
    1 << 30,
    1 << 32,
    1 << 60,
    1 << 61,
    1 << 62,
    1 << 63,
    i64::MAX as i128,
    i64::MIN as i128,
    u64::MAX as i128,
];

pub(crate) struct InputWords {
    numbers: Vec<i128>,
    letters: Vec<u8>,
    /// Texts that executions have compared with others.
    texts: Vec<Vec<u8>>,
    reads_stdin: bool,
    takes_arguments: bool,
}

impl InputWords {
    pub fn of(module: &Module) -> InputWords {
        let mut numbers = BTreeSet::new();
        let mut reads_stdin = false;
        for (_, function) in module.functions.iter() {
            let Some(body) = &function.body else { continue };
            for (_, block) in body.blocks.iter() {
                for instruction in &block.instructions {
                    match &instruction.kind {
                        InstructionKind::Compare { left, right, .. } => {
                            numbers.extend([left, right].into_iter().filter_map(constant));
                        }
                        InstructionKind::Call { callee: Callee::Direct(callee), .. } => {
                            reads_stdin |= READERS.contains(&&*module.functions[*callee].name);
                        }
                        _ => {}
                    }
                }
                if let TerminatorKind::Switch { cases, .. } = &block.terminator.kind {
                    numbers.extend(cases.iter().filter_map(|case| i128::try_from(case.first).ok()));
                }
            }
        }
        let main = module.function_named("main").map(|main| &module.functions[main]);
        let takes_arguments =
            main.is_some_and(|main| !module.signatures[main.signature].parameters.is_empty());
        let mut numbers: Vec<i128> = numbers.into_iter().collect();
        numbers.sort_by_key(|number| number.unsigned_abs());
        numbers.truncate(NUMBERS_OF_A_PROGRAM);
        let compared =
            numbers.iter().filter_map(|&number| u8::try_from(number).ok().filter(|&byte| byte > 0));
        let letters = compared.chain(*b"a \n0123-").collect();
        InputWords { numbers, letters, texts: Vec::new(), reads_stdin, takes_arguments }
    }

    pub fn numbers(&self) -> &[i128] {
        &self.numbers
    }

    /// Remembers a text that an execution compared with another one.
    pub fn learn(&mut self, text: &[u8]) {
        let is_new = !text.is_empty() && !self.texts.iter().any(|known| known == text);
        if is_new && self.texts.len() < TEXTS_OF_A_PROGRAM {
            self.texts.push(text.to_vec());
        }
    }

    /// Texts come from outside, too: the standard input, or arguments.
    pub fn has_texts(&self) -> bool {
        self.reads_stdin || self.takes_arguments
    }

    /// The texts of an earlier execution, changed a little.
    pub fn vary(&self, stdin: &[u8], arguments: &[Vec<u8>], dice: &mut Dice) -> (Vec<u8>, Vec<Vec<u8>>) {
        let mut stdin = stdin.to_vec();
        if self.reads_stdin {
            self.change(&mut stdin, dice);
        }
        let mut arguments = arguments.to_vec();
        if self.takes_arguments {
            match dice.below(3) {
                0 if (arguments.len() as u64) < ARGUMENTS_TRIED => arguments.push(Vec::new()),
                1 if dice.below(4) == 0 => drop(arguments.pop()),
                _ => {}
            }
            if !arguments.is_empty() {
                let place = dice.below(arguments.len() as u64) as usize;
                self.change(&mut arguments[place], dice);
            }
        }
        (stdin, arguments)
    }

    fn change(&self, text: &mut Vec<u8>, dice: &mut Dice) {
        for _ in 0..1 + dice.below(4) {
            let place = dice.below(text.len() as u64 + 1) as usize;
            match dice.below(8) {
                0 if place < text.len() => drop(text.remove(place)),
                1 if place < text.len() => text[place] = self.letter(dice),
                2 => text.extend(self.number(dice).into_bytes()),
                3 if text.len() > 1 => text.truncate(place),
                4 | 5 if !self.texts.is_empty() => self.add_line(text, dice),
                _ => text.insert(place, self.letter(dice)),
            }
            text.truncate(LETTERS_OF_AN_INPUT);
        }
    }

    /// Appends one of the texts that were compared, as a line of its own.
    fn add_line(&self, text: &mut Vec<u8>, dice: &mut Dice) {
        if text.last().is_some_and(|&last| last != b'\n') {
            text.push(b'\n');
        }
        text.extend(&self.texts[dice.below(self.texts.len() as u64) as usize]);
        text.push(b'\n');
    }

    fn letter(&self, dice: &mut Dice) -> u8 {
        match dice.below(8) {
            0 => (1 + dice.below(255)) as u8,
            _ => self.letters[dice.below(self.letters.len() as u64) as usize],
        }
    }

    /// A number as a program reads it, with space behind it.
    fn number(&self, dice: &mut Dice) -> String {
        match dice.below(3) {
            0 if !self.numbers.is_empty() => {
                format!("{} ", self.numbers[dice.below(self.numbers.len() as u64) as usize])
            }
            1 if dice.below(4) == 0 => {
                format!("{} ", EXTREMES[dice.below(EXTREMES.len() as u64) as usize])
            }
            _ => format!("{} ", dice.below(10)),
        }
    }
}

fn constant(operand: &Operand) -> Option<i128> {
    match operand {
        Operand::Constant(constant) if constant.scalar.is_integer() => Some(constant.signed()),
        _ => None,
    }
}
