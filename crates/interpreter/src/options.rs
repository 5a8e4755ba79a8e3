//! What a caller may decide about a run, and what a run hands back.

use crate::broken::BrokenRule;
use crate::choices::{ChoiceLog, Choices, Zeroes};
use crate::fault::{Fault, FaultSet};
use std::rc::Rc;

/// Which output stream bytes go to.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Stream {
    Output,
    Error,
}

/// Receives output while the program runs.
pub trait OutputSink {
    fn write(&mut self, stream: Stream, bytes: &[u8]);
}

/// Bounds after which a run ends with a fault of class `Limit`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// How many instructions may be executed.
    pub steps: u64,
    /// How many functions may be active at the same time.
    pub call_depth: usize,
    /// How many bytes may be alive in blocks at the same time.
    pub memory_bytes: u64,
    /// How many bytes may be copied or set at once.
    pub bytes_at_once: u64,
    /// How many bytes all registers of active functions may take together.
    pub register_bytes: usize,
    /// How many bytes may be written to both streams together.
    pub output_bytes: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            steps: u64::MAX,
            call_depth: 200_000,
            memory_bytes: 1 << 30,
            bytes_at_once: u64::MAX,
            register_bytes: 1 << 30,
            output_bytes: 1 << 28,
        }
    }
}

/// What never-initialised memory contains. It counts as uninitialised in any case.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum UninitialisedContents {
    /// This byte everywhere.
    Byte(u8),
    /// Asked from the choices when first read.
    Chosen,
}

/// How a run is to behave where C leaves a choice to the implementation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Policies {
    pub uninitialised: UninitialisedContents,
    /// Whether `malloc` and its relatives ask the choices whether to fail.
    pub allocations_may_fail: bool,
    /// Whether executions in which a block is too large to be allocated are not considered; otherwise
    /// such an allocation fails.
    pub large_blocks_end_the_run: bool,
    /// Whether opening a file asks the choices; otherwise it fails.
    pub files_may_open: bool,
    /// Whether the choices move the heap.
    pub addresses_chosen: bool,
    /// Whether addresses of freed heap blocks are used again.
    pub reuse_addresses: bool,
    /// Whether heap blocks may follow each other without a gap.
    pub blocks_may_touch: bool,
}

impl Default for Policies {
    fn default() -> Self {
        Policies {
            uninitialised: UninitialisedContents::Byte(0),
            allocations_may_fail: false,
            large_blocks_end_the_run: false,
            files_may_open: false,
            addresses_chosen: false,
            reuse_addresses: false,
            blocks_may_touch: false,
        }
    }
}

/// Everything that a run depends on, besides the program.
pub struct Options<'a> {
    /// The program's arguments, without its name.
    pub arguments: Vec<Vec<u8>>,
    /// `argv[0]`.
    pub program_name: Vec<u8>,
    /// What `getenv` finds.
    pub environment: Vec<(Vec<u8>, Vec<u8>)>,
    pub stdin: Vec<u8>,
    pub choices: Box<dyn Choices + 'a>,
    /// Receives output as it is written; the result contains it in any case.
    pub sink: Option<&'a mut dyn OutputSink>,
    /// The kinds that end the run. Kinds after which there is no sensible way on end it in any case.
    pub stop_on: FaultSet,
    /// The kinds that are written down without ending the run.
    pub record: FaultSet,
    pub limits: Limits,
    pub policies: Policies,
    /// Asked now and then whether the run is to end, as if its steps were used up.
    pub is_interrupted: Option<Rc<dyn Fn() -> bool>>,
    /// A rule to break on purpose; without the feature `broken-rules` it has no effect.
    pub broken_rule: Option<BrokenRule>,
}

impl Default for Options<'_> {
    fn default() -> Self {
        Options {
            arguments: Vec::new(),
            program_name: b"program".to_vec(),
            environment: Vec::new(),
            stdin: Vec::new(),
            choices: Box::new(Zeroes),
            sink: None,
            stop_on: FaultSet::default_stops(),
            record: FaultSet::EMPTY,
            limits: Limits::default(),
            policies: Policies::default(),
            is_interrupted: None,
            broken_rule: None,
        }
    }
}

/// How a run ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Exit {
    /// `main` returned, or `exit` was called, with this status (as the shell sees it, 0 to 255).
    Status(i32),
    /// `abort` was called, or a failed assertion that does not count as a fault.
    Aborted,
    /// A fault ended it; see [`RunResult::fault`].
    Faulted,
    /// An assumption of the program did not hold: the execution is not considered.
    AssumptionFailed,
    /// The program cannot be started: there is no `main`, or it takes what no `main` takes.
    NotStarted,
}

/// What a run did, in numbers.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Statistics {
    /// Instructions executed.
    pub steps: u64,
    /// Calls of heap allocation functions that succeeded.
    pub heap_allocations: u64,
    /// Heap blocks freed.
    pub heap_frees: u64,
    /// The largest number of bytes alive in blocks at the same time.
    pub peak_memory: u64,
    /// The largest number of functions active at the same time.
    pub peak_depth: usize,
    /// How often the reachability of heap blocks was computed.
    pub sweeps: u64,
}

/// What a run hands back.
#[derive(Clone, Debug)]
pub struct RunResult {
    pub exit: Exit,
    pub stdout: Vec<u8>,
    pub stderr: Vec<u8>,
    /// The fault that ended the run.
    pub fault: Option<Fault>,
    /// Faults of the kinds in [`Options::record`] that did not end the run, at most 1000.
    pub recorded: Vec<Fault>,
    pub choices_used: ChoiceLog,
    pub statistics: Statistics,
}
