//! Everything that a C program cannot determine by itself.
//!
//! The machine asks a [`Choices`] for it and writes down every answer in a [`ChoiceLog`]. Replaying the
//! log repeats the run exactly.

use std::collections::VecDeque;
use std::fmt;

/// What is to be chosen.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum ChoiceKind {
    /// A value from outside: `__VERIFIER_nondet_int` and its relatives.
    Input,
    /// Whether an allocation fails: 1 for yes.
    AllocationFails,
    /// The contents of memory or a register that was never initialised.
    Uninitialised,
    /// By how many pages the heap is moved.
    Address,
    /// Whether a file operation succeeds: 1 for yes.
    FileResult,
    /// What a clock shows.
    Time,
}

impl ChoiceKind {
    pub const ALL: [ChoiceKind; 6] = [
        ChoiceKind::Input,
        ChoiceKind::AllocationFails,
        ChoiceKind::Uninitialised,
        ChoiceKind::Address,
        ChoiceKind::FileResult,
        ChoiceKind::Time,
    ];

    pub fn name(self) -> &'static str {
        match self {
            ChoiceKind::Input => "input",
            ChoiceKind::AllocationFails => "allocation-fails",
            ChoiceKind::Uninitialised => "uninitialised",
            ChoiceKind::Address => "address",
            ChoiceKind::FileResult => "file-result",
            ChoiceKind::Time => "time",
        }
    }
}

/// One question: a value of so many bits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ChoiceRequest {
    pub kind: ChoiceKind,
    /// From 1 to 128. Bits of the answer above it are ignored.
    pub bits: u32,
}

/// Answers the machine's questions.
pub trait Choices {
    fn choose(&mut self, request: ChoiceRequest) -> u128;
}

/// The same answer to every question.
#[derive(Clone, Copy, Default, Debug)]
pub struct Zeroes;

impl Choices for Zeroes {
    fn choose(&mut self, _: ChoiceRequest) -> u128 {
        0
    }
}

/// Pseudo-random answers. Allocations fail one time in sixteen; inputs prefer small and extreme values,
/// because those are where programs differ.
#[derive(Clone, Debug)]
pub struct SeededChoices {
    state: u64,
}

impl SeededChoices {
    pub fn new(seed: u64) -> SeededChoices {
        SeededChoices { state: seed }
    }

    /// The generator `splitmix64`.
    fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.state;
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }
}

impl Choices for SeededChoices {
    fn choose(&mut self, request: ChoiceRequest) -> u128 {
        let random = self.next();
        match request.kind {
            ChoiceKind::AllocationFails => u128::from(random.is_multiple_of(16)),
            ChoiceKind::FileResult => u128::from(random & 1),
            ChoiceKind::Time => u128::from(random >> 34),
            ChoiceKind::Address | ChoiceKind::Uninitialised => {
                u128::from(random) | u128::from(self.next()) << 64
            }
            ChoiceKind::Input => {
                let detail = self.next();
                match random % 8 {
                    // Loops go on while an input is not zero: it often is.
                    0..=1 => u128::from(detail & 1),
                    2..=3 => (i128::from(detail % 17) - 8) as u128,
                    4 => 1u128 << (detail % u64::from(request.bits)),
                    5 => (1u128 << (detail % u64::from(request.bits))).wrapping_sub(1),
                    _ => u128::from(detail) | u128::from(self.next()) << 64,
                }
            }
        }
    }
}

/// Answers from a list. Each kind has its own queue, so that a caller may supply inputs without knowing
/// when the program allocates. When a queue is empty, the answer is 0.
#[derive(Clone, Debug, Default)]
pub struct ListedChoices {
    queues: [VecDeque<(u128, u64)>; ChoiceKind::ALL.len()],
}

impl ListedChoices {
    /// Supplies inputs only.
    pub fn of_inputs(inputs: impl IntoIterator<Item = i128>) -> ListedChoices {
        let mut choices = ListedChoices::default();
        for input in inputs {
            choices.push(ChoiceKind::Input, input as u128);
        }
        choices
    }

    /// Adds an answer behind the others of its kind.
    pub fn push(&mut self, kind: ChoiceKind, value: u128) {
        self.queues[kind as usize].push_back((value, 1));
    }
}

impl From<&ChoiceLog> for ListedChoices {
    fn from(log: &ChoiceLog) -> ListedChoices {
        let mut choices = ListedChoices::default();
        for entry in &log.entries {
            choices.queues[entry.kind as usize].push_back((entry.value, entry.times));
        }
        choices
    }
}

impl Choices for ListedChoices {
    fn choose(&mut self, request: ChoiceRequest) -> u128 {
        let queue = &mut self.queues[request.kind as usize];
        let Some((value, times)) = queue.front_mut() else { return 0 };
        let answer = *value;
        *times -= 1;
        if *times == 0 {
            queue.pop_front();
        }
        answer
    }
}

/// The same answer to the same question, so many times in a row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ChoiceEntry {
    pub kind: ChoiceKind,
    pub bits: u32,
    /// INVARIANT: below `2^bits`.
    pub value: u128,
    /// INVARIANT: at least 1.
    pub times: u64,
}

/// What a run used, in order. Prints as one entry per line, `input 32 5`, with `* 7` behind repeated ones.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct ChoiceLog {
    pub entries: Vec<ChoiceEntry>,
}

impl ChoiceLog {
    pub fn record(&mut self, request: ChoiceRequest, value: u128) {
        if let Some(last) = self.entries.last_mut()
            && last.kind == request.kind
            && last.bits == request.bits
            && last.value == value
        {
            last.times += 1;
            return;
        }
        self.entries.push(ChoiceEntry { kind: request.kind, bits: request.bits, value, times: 1 });
    }

    /// Reads what printing a log writes. Empty lines and lines that start with `#` are skipped.
    pub fn parse(text: &str) -> Result<ChoiceLog, String> {
        let mut log = ChoiceLog::default();
        for (index, line) in text.lines().enumerate() {
            let line = line.trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let entry = parse_entry(line).ok_or_else(|| {
                format!("line {}: expected `KIND BITS VALUE` or `KIND BITS VALUE * TIMES`", index + 1)
            })?;
            log.entries.push(entry);
        }
        Ok(log)
    }
}

fn parse_entry(line: &str) -> Option<ChoiceEntry> {
    let mut words = line.split_whitespace();
    let name = words.next()?;
    let kind = ChoiceKind::ALL.into_iter().find(|kind| kind.name() == name)?;
    let bits: u32 = words.next()?.parse().ok().filter(|bits| (1..=128).contains(bits))?;
    let value: u128 = words.next()?.parse().ok().filter(|&value| bits == 128 || value >> bits == 0)?;
    let times = match words.next() {
        None => 1,
        Some("*") => words.next()?.parse().ok().filter(|&times| times > 0)?,
        Some(_) => return None,
    };
    words.next().is_none().then_some(ChoiceEntry { kind, bits, value, times })
}

impl fmt::Display for ChoiceLog {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for entry in &self.entries {
            write!(f, "{} {} {}", entry.kind.name(), entry.bits, entry.value)?;
            if entry.times > 1 {
                write!(f, " * {}", entry.times)?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

/// Asks, and writes down what was answered.
pub(crate) struct RecordedChoices<'a> {
    source: Box<dyn Choices + 'a>,
    pub log: ChoiceLog,
}

impl<'a> RecordedChoices<'a> {
    pub fn new(source: Box<dyn Choices + 'a>) -> RecordedChoices<'a> {
        RecordedChoices { source, log: ChoiceLog::default() }
    }

    pub fn choose(&mut self, kind: ChoiceKind, bits: u32) -> u128 {
        let request = ChoiceRequest { kind, bits };
        let mask = if bits >= 128 { u128::MAX } else { (1 << bits) - 1 };
        let value = self.source.choose(request) & mask;
        self.log.record(request, value);
        value
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_log_prints_and_parses_back() {
        let mut recorded = RecordedChoices::new(Box::new(SeededChoices::new(7)));
        for bits in [1, 8, 32, 64, 128] {
            for kind in ChoiceKind::ALL {
                recorded.choose(kind, bits);
            }
        }
        let mut constant = RecordedChoices::new(Box::new(Zeroes));
        for _ in 0..1000 {
            constant.choose(ChoiceKind::AllocationFails, 1);
        }
        assert_eq!(constant.log.to_string(), "allocation-fails 1 0 * 1000\n");
        for log in [recorded.log, constant.log] {
            assert_eq!(ChoiceLog::parse(&log.to_string()), Ok(log));
        }
    }

    #[test]
    fn replaying_a_log_gives_the_same_answers() {
        let mut first = RecordedChoices::new(Box::new(SeededChoices::new(42)));
        let requests: Vec<(ChoiceKind, u32)> =
            (0..200).map(|i| (ChoiceKind::ALL[i * 7 % 6], 1 + (i as u32 * 13) % 128)).collect();
        let answers: Vec<u128> = requests.iter().map(|&(kind, bits)| first.choose(kind, bits)).collect();
        let mut second = RecordedChoices::new(Box::new(ListedChoices::from(&first.log)));
        let repeated: Vec<u128> = requests.iter().map(|&(kind, bits)| second.choose(kind, bits)).collect();
        assert_eq!(answers, repeated);
        assert_eq!(first.log, second.log);
    }

    #[test]
    fn malformed_logs_are_refused_with_the_line() {
        for text in ["input", "input 0 0", "input 8 256", "inputs 8 1", "input 8 1 2", "input 8 1 * 0"] {
            assert!(
                ChoiceLog::parse(&format!("# comment\n{text}")).unwrap_err().starts_with("line 2:"),
                "{text}"
            );
        }
    }
}
