//! What executions compare, and inputs in which that comes out otherwise.
//!
//! A number or a text that a program compares often stands in its input as it is: `strcmp(line, "quit")`, `atoi(argv[1]) == 4096`.
//! So where one side of a comparison is found in the input, the other side is put there, and the program is executed again.
//! Whether the two have anything to do with each other need not be known: the execution decides.

use super::{Beginning, fingerprint};
use crate::limits::{
    ANSWERS_LOOKED_THROUGH, CHANGES_OF_A_RUN, COMPARISONS_OF_A_RUN, LETTERS_OF_A_COMPARED_TEXT,
    PLACES_OF_A_COMPARED_VALUE,
};
use interpreter::{ChoiceKind, Machine, Place, WideValue};
use ir::{Callee, Comparison, Domain, Instruction, InstructionKind, Operand, TerminatorKind};
use rustc_hash::FxHashSet;

/// Functions whose first two arguments are texts that are compared, and whether the third says how many bytes.
const COMPARING: [(&str, bool); 9] = [
    ("strcmp", false),
    ("strcasecmp", false),
    ("strcoll", false),
    ("strstr", false),
    ("strcasestr", false),
    ("strncmp", true),
    ("strncasecmp", true),
    ("memcmp", true),
    ("bcmp", true),
];

/// Two things that an execution compared, and that were not the same.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
enum Compared {
    Numbers { left: i128, right: i128, is_order: bool },
    Texts { left: Vec<u8>, right: Vec<u8> },
}

/// The comparisons of one execution.
#[derive(Default)]
pub(super) struct Comparisons {
    found: Vec<Compared>,
    seen: FxHashSet<u64>,
}

impl Comparisons {
    /// Looks at what is executed next.
    pub fn note(&mut self, machine: &Machine<'_>, place: Place) {
        if self.found.len() >= COMPARISONS_OF_A_RUN {
            return;
        }
        let Some(body) = &machine.module().functions[place.function].body else { return };
        let block = &body.blocks[place.block];
        match block.instructions.get(place.instruction as usize) {
            Some(instruction) => self.note_instruction(machine, instruction),
            None => {
                if let TerminatorKind::Switch { value, cases, .. } = &block.terminator.kind
                    && let Some(value) = number(machine, value, false)
                {
                    for case in cases {
                        let right = case.first as i128;
                        self.add(Compared::Numbers { left: value, right, is_order: false });
                    }
                }
            }
        }
    }

    fn note_instruction(&mut self, machine: &Machine<'_>, instruction: &Instruction) {
        match &instruction.kind {
            InstructionKind::Compare {
                comparison,
                domain: domain @ (Domain::Signed | Domain::Unsigned),
                left,
                right,
                ..
            } => {
                let is_signed = *domain == Domain::Signed;
                let sides = number(machine, left, is_signed).zip(number(machine, right, is_signed));
                let Some((left, right)) = sides else { return };
                let is_order = !matches!(comparison, Comparison::Equal | Comparison::NotEqual);
                self.add(Compared::Numbers { left, right, is_order });
            }
            InstructionKind::Call { callee: Callee::Direct(callee), arguments, .. } => {
                let name = &*machine.module().functions[*callee].name;
                let Some(&(_, is_bounded)) = COMPARING.iter().find(|entry| entry.0 == name) else { return };
                let bound = match arguments.get(2).filter(|_| is_bounded) {
                    Some(bound) => {
                        number(machine, bound, false).and_then(|bound| usize::try_from(bound).ok())
                    }
                    None => None,
                };
                let text = |position: usize| text(machine, arguments.get(position)?, bound);
                if let Some((left, right)) = text(0).zip(text(1)) {
                    self.add(Compared::Texts { left, right });
                }
            }
            _ => {}
        }
    }

    fn add(&mut self, compared: Compared) {
        let is_same = match &compared {
            Compared::Numbers { left, right, is_order } => left == right && !is_order,
            Compared::Texts { left, right } => left == right,
        };
        if !is_same && self.found.len() < COMPARISONS_OF_A_RUN && self.seen.insert(fingerprint(&compared)) {
            self.found.push(compared);
        }
    }

    /// The texts that were compared with others.
    pub fn texts(&self) -> impl Iterator<Item = &[u8]> {
        self.found.iter().flat_map(|compared| match compared {
            Compared::Texts { left, right } => vec![left.as_slice(), right.as_slice()],
            Compared::Numbers { .. } => Vec::new(),
        })
    }

    /// Changes of the input after which one side of a comparison stands where the other one was.
    pub fn matches(&self, inputs: &Beginning) -> Vec<Change> {
        let mut changes = Vec::new();
        for compared in &self.found {
            if changes.len() >= CHANGES_OF_A_RUN {
                break;
            }
            match compared {
                Compared::Numbers { left, right, is_order } => {
                    for (from, to) in [(*left, *right), (*right, *left)] {
                        let others = if *is_order { &[0, 1, -1][..] } else { &[0] };
                        for other in others {
                            replace_number(inputs, from, to.saturating_add(*other), &mut changes);
                        }
                    }
                }
                Compared::Texts { left, right } => {
                    replace_text(inputs, left, right, &mut changes);
                    replace_text(inputs, right, left, &mut changes);
                }
            }
        }
        changes
    }
}

/// Something else at one place of the input.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) enum Change {
    Answer { position: usize, value: u128 },
    Input { start: usize, length: usize, text: Vec<u8> },
    Argument { index: usize, start: usize, length: usize, text: Vec<u8> },
}

impl Change {
    pub fn apply(self, inputs: &mut Beginning) {
        match self {
            Change::Answer { position, value } => inputs.choices[position].1 = value,
            Change::Input { start, length, text } => drop(inputs.stdin.splice(start..start + length, text)),
            Change::Argument { index, start, length, text } => {
                drop(inputs.arguments[index].splice(start..start + length, text));
            }
        }
    }
}

/// The value of an operand that is a number; `None` for addresses.
fn number(machine: &Machine<'_>, operand: &Operand, is_signed: bool) -> Option<i128> {
    let (bits, width) = match operand {
        Operand::Constant(constant) if constant.scalar.is_integer() => {
            (constant.bits(), constant.scalar.bits())
        }
        Operand::Register(register) => {
            let value = machine.register(*register)?;
            let place = machine.place()?;
            let body = machine.module().functions[place.function].body.as_ref()?;
            let scalar = body.registers.get(*register)?.scalar;
            let is_number =
                scalar.is_integer() && value.undefined == 0 && machine.block_of(narrow(value)).is_none();
            is_number.then_some((value.bits, scalar.bits()))?
        }
        Operand::Constant(_) | Operand::Global(..) | Operand::Function(_) => return None,
    };
    if width > 64 {
        return None;
    }
    let bits = bits as i128;
    let is_negative = is_signed && bits >> (width - 1) & 1 == 1;
    Some(if is_negative { bits - (1 << width) } else { bits })
}

fn narrow(value: WideValue) -> interpreter::Value {
    interpreter::Value {
        bits: value.bits as u64,
        undefined: value.undefined as u64,
        provenance: value.provenance,
    }
}

/// The text at an address, up to its zero or so many bytes.
fn text(machine: &Machine<'_>, operand: &Operand, bound: Option<usize>) -> Option<Vec<u8>> {
    let address = match operand {
        Operand::Register(register) => narrow(machine.register(*register)?),
        Operand::Global(global, offset) => machine.moved(machine.address_of_global(*global), *offset),
        Operand::Constant(_) | Operand::Function(_) => return None,
    };
    let block = machine.block_of(address)?;
    let start = usize::try_from(machine.offset_in_block(address)?).ok()?;
    let bytes = block.bytes.get(start..)?;
    let bytes = &bytes
        [..bytes.len().min(bound.unwrap_or(LETTERS_OF_A_COMPARED_TEXT)).min(LETTERS_OF_A_COMPARED_TEXT)];
    let length = bytes.iter().position(|&byte| byte == 0).unwrap_or(bytes.len());
    Some(bytes[..length].to_vec())
}

/// Puts a number where another one stands: as an answer, as digits, or as a letter.
fn replace_number(inputs: &Beginning, from: i128, to: i128, changes: &mut Vec<Change>) {
    let answers =
        inputs.choices.iter().take(ANSWERS_LOOKED_THROUGH).enumerate().filter(|(_, (kind, value))| {
            *kind == ChoiceKind::Input && (*value as i128 == from || *value as u32 == from as u32)
        });
    changes.extend(
        answers
            .take(PLACES_OF_A_COMPARED_VALUE)
            .map(|(position, _)| Change::Answer { position, value: to as u128 }),
    );
    let (digits, others) = (from.to_string().into_bytes(), to.to_string().into_bytes());
    replace_text(inputs, &digits, &others, changes);
    if let (Ok(letter @ 1..), Ok(other @ 1..)) = (u8::try_from(from), u8::try_from(to)) {
        replace_text(inputs, &[letter], &[other], changes);
    }
}

/// Puts a text where another one stands, in the standard input or in an argument.
fn replace_text(inputs: &Beginning, from: &[u8], to: &[u8], changes: &mut Vec<Change>) {
    let length = from.len();
    let starts = places(&inputs.stdin, from).into_iter();
    changes.extend(starts.map(|start| Change::Input { start, length, text: to.to_vec() }));
    for (index, argument) in inputs.arguments.iter().enumerate() {
        let starts = places(argument, from).into_iter();
        changes.extend(starts.map(|start| Change::Argument { index, start, length, text: to.to_vec() }));
    }
}

/// Where a text begins in another one. An empty text is found only in an empty one.
fn places(text: &[u8], part: &[u8]) -> Vec<usize> {
    if part.is_empty() {
        return if text.is_empty() { vec![0] } else { Vec::new() };
    }
    let starts = text.windows(part.len()).enumerate().filter(|(_, window)| *window == part);
    starts.map(|(start, _)| start).take(PLACES_OF_A_COMPARED_VALUE).collect()
}
