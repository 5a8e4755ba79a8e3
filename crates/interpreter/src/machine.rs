//! The state of a run.

use crate::broken::BrokenRule;
use crate::choices::{ChoiceKind, RecordedChoices};
use crate::code::{Code, Target};
use crate::decode::{Symbols, decode};
use crate::fault::{CallSite, Event, Fault, FaultKind, FaultSet, Subject};
use crate::image::{Decoded, Image, Loaded, Loading};
use crate::leaks::LeakWatch;
use crate::library::LibraryState;
use crate::memory::{BlockKind, Memory, NewBlock, Origin, Violation};
use crate::native::Native;
use crate::options::{Exit, Limits, Options, OutputSink, Policies, Statistics, Stream};
use crate::value::{Provenance, Value, WideValue};
use ir::{FunctionId, InitializerData, Module, Scalar, SymbolReference};
use source::Span;
use std::rc::Rc;

/// Why the machine no longer executes.
#[derive(Debug)]
pub(crate) enum Stop {
    /// Something is wrong; where is still to be added.
    Violation(Box<Violation>),
    Fault(Box<Fault>),
    Exit(Exit),
    /// The function that a caller of this crate asked for has returned.
    Returned(Option<WideValue>),
    /// The observer has seen enough.
    Observer,
}

impl From<Box<Violation>> for Stop {
    fn from(violation: Box<Violation>) -> Stop {
        Stop::Violation(violation)
    }
}

impl From<Violation> for Stop {
    fn from(violation: Violation) -> Stop {
        Stop::Violation(Box::new(violation))
    }
}

pub(crate) type Step<T> = Result<T, Stop>;

/// An active function of the program.
#[derive(Debug)]
pub(crate) struct Frame {
    pub code: Rc<Code>,
    /// The operation being executed; for the innermost frame, [`Machine::position`] is the current one.
    pub position: u32,
    /// Where its cells start.
    pub base: usize,
    /// Distinguishes this activation from all others of the run.
    pub serial: u64,
    pub stack_mark: usize,
    pub stack_pointer: u64,
    /// The block with the variadic arguments and their scalars.
    pub variadic: Option<(Value, Box<[Scalar]>)>,
}

/// What is active: a function of the program, or one of the library that waits for one of the program.
#[derive(Debug)]
pub(crate) enum Activation {
    Code(Frame),
    Native(Box<Native>),
}

/// At most this many frames are kept for the place of an allocation.
const FRAMES_PER_ORIGIN: usize = 16;
/// At most this many places are listed in a report.
const PLACES_PER_FAULT: usize = 100;
const RECORDED_FAULTS: usize = 1000;

/// A program and everything its execution depends on.
pub struct Machine<'a> {
    pub(crate) module: &'a Module,
    pub(crate) memory: Memory,
    /// The cells of all active functions.
    pub(crate) values: Vec<Value>,
    pub(crate) activations: Vec<Activation>,
    /// The operation of the innermost function that is being executed.
    pub(crate) position: u32,
    /// Where `main` returned, for what is reported after it.
    pub(crate) left_main: Option<(FunctionId, Span)>,
    pub(crate) next_serial: u64,
    pub(crate) symbols: Symbols,
    pub(crate) decoded: Rc<Decoded>,
    pub(crate) choices: RecordedChoices<'a>,
    sink: Option<&'a mut dyn OutputSink>,
    pub(crate) stdout: Vec<u8>,
    pub(crate) stderr: Vec<u8>,
    pub(crate) stop_on: FaultSet,
    record: FaultSet,
    pub(crate) recorded: Vec<Fault>,
    pub(crate) limits: Limits,
    /// Whether the run is to end early.
    pub(crate) is_interrupted: Option<Rc<dyn Fn() -> bool>>,
    pub(crate) policies: Policies,
    pub(crate) broken: Option<BrokenRule>,
    pub(crate) checks_alignment: bool,
    pub(crate) checks_relation: bool,
    pub(crate) steps: u64,
    /// At this step the machine looks whether a limit is reached or lost memory is to be searched.
    pub(crate) pause_at: u64,
    pub(crate) leaks: LeakWatch,
    pub(crate) library: LibraryState,
    pub(crate) statistics: Statistics,
}

impl<'a> Machine<'a> {
    /// A machine with the program's globals and functions in memory; nothing is executed yet.
    pub fn new(module: &'a Module, options: Options<'a>) -> Result<Machine<'a>, Box<Fault>> {
        Machine::of(&Image::once(module), options)
    }

    /// As [`Machine::new`]; what was made for an earlier run is used again.
    pub fn of(image: &Image<'a>, options: Options<'a>) -> Result<Machine<'a>, Box<Fault>> {
        let module = image.module;
        if let Some(first) = image.violation() {
            let message = format!("the intermediate representation is not well formed: {first}");
            return Err(Box::new(Fault::new(FaultKind::Unsupported, message)));
        }
        let mut choices = RecordedChoices::new(options.choices);
        let slide = if options.policies.addresses_chosen {
            choices.choose(ChoiceKind::Address, 12) as u64 * 4096
        } else {
            0
        };
        let how = Loading {
            policies: options.policies,
            broken: options.broken_rule,
            most_bytes: options.limits.memory_bytes,
            slide,
        };
        let loaded = image.load(&how);
        let is_loaded = loaded.is_some();
        let Loaded { memory, symbols, decoded, .. } = loaded.unwrap_or_else(|| Loaded {
            how,
            memory: Memory::new(module.data_model, options.policies, slide),
            symbols: Symbols { globals: Vec::new(), functions: Vec::new() },
            decoded: Rc::new(Decoded::new(module)),
        });
        let mut machine = Machine {
            module,
            memory,
            values: Vec::new(),
            activations: Vec::new(),
            position: 0,
            left_main: None,
            next_serial: 0,
            symbols,
            decoded,
            choices,
            sink: options.sink,
            stdout: Vec::new(),
            stderr: Vec::new(),
            stop_on: options.stop_on,
            record: options.record,
            recorded: Vec::new(),
            limits: options.limits,
            is_interrupted: options.is_interrupted,
            policies: options.policies,
            broken: options.broken_rule,
            checks_alignment: false,
            checks_relation: false,
            steps: 0,
            pause_at: 0,
            leaks: LeakWatch::new(options.stop_on.contains(FaultKind::MemoryLost)),
            library: LibraryState::default(),
            statistics: Statistics::default(),
        };
        let reported = |kind| options.stop_on.contains(kind) || options.record.contains(kind);
        machine.checks_alignment = reported(FaultKind::MisalignedAccess);
        machine.checks_relation = reported(FaultKind::UnrelatedPointers);
        if !is_loaded {
            if let Err(stop) = machine.load_program() {
                return Err(machine.explain(stop).unwrap_or_else(|_| limit_of_globals()));
            }
            image.keep(how, &machine.memory, &machine.symbols, &machine.decoded);
        }
        let prepared = machine.prepare_library(
            options.arguments,
            options.program_name,
            options.environment,
            options.stdin,
        );
        match prepared {
            Ok(()) => Ok(machine),
            Err(stop) => Err(machine.explain(stop).unwrap_or_else(|_| limit_of_globals())),
        }
    }

    /// A block that exists from the start.
    pub(crate) fn static_block(
        &mut self,
        kind: BlockKind,
        size: u64,
        alignment: u64,
        span: Span,
    ) -> Step<Value> {
        self.check_memory_limit(size)?;
        let origin = Origin { span, frames: Box::default() };
        let new = NewBlock { kind, size, alignment, origin };
        self.memory.allocate(new).ok_or_else(|| {
            Violation::new(FaultKind::MemoryLimit, "the program's objects do not fit into its address space")
                .into()
        })
    }

    fn load_program(&mut self) -> Step<()> {
        let module = self.module;
        for (id, function) in module.functions.iter() {
            let value = self.static_block(BlockKind::Function, 1, 16, function.span)?;
            self.memory.set_symbol(value.provenance, id.raw());
            self.symbols.functions.push(value);
        }
        for (id, global) in module.globals.iter() {
            if global.may_be_missing() && !self.library_defines(&global.name) {
                self.symbols.globals.push(Value::ZERO);
                continue;
            }
            let kind = match global.initializer {
                Some(_) => BlockKind::Global,
                None if self.library_defines(&global.name) => BlockKind::Global,
                None => BlockKind::External,
            };
            let value = self.static_block(kind, global.size, global.alignment.max(1), global.span)?;
            self.memory.set_symbol(value.provenance, id.raw());
            self.symbols.globals.push(value);
        }
        for (id, global) in module.globals.iter() {
            let place = self.symbols.globals[id.index()];
            let Some(initializer) = &global.initializer else { continue };
            self.memory.mark_initialised(place.provenance);
            if global.size > 0 {
                self.memory.set(place, Value::ZERO, global.size)?;
            }
            for chunk in &initializer.chunks {
                let target = Value { bits: place.bits.wrapping_add(chunk.offset), ..place };
                match &chunk.data {
                    InitializerData::Bytes(bytes) => self.memory.write_bytes(target, bytes)?,
                    InitializerData::Address(symbol, offset) => {
                        let symbol = match symbol {
                            SymbolReference::Global(id) => self.symbols.globals[id.index()],
                            SymbolReference::Function(id) => self.symbols.functions[id.index()],
                        };
                        let bits = symbol.bits.wrapping_add(*offset as u64) & self.address_mask();
                        let size = self.memory.pointer_bytes;
                        self.memory.store(target, Value { bits, ..symbol }, size)?;
                    }
                }
            }
            if global.is_constant {
                self.memory.set_constant(place.provenance);
            }
        }
        Ok(())
    }

    pub(crate) fn address_mask(&self) -> u64 {
        crate::value::low_mask(self.memory.pointer_bits())
    }

    /// The code of a function that has a body.
    pub(crate) fn code_of(&self, function: FunctionId) -> Option<Rc<Code>> {
        let mut codes = self.decoded.codes.borrow_mut();
        if let Some(code) = &codes[function.index()] {
            return Some(Rc::clone(code));
        }
        let body = self.module.functions[function].body.as_ref()?;
        let code = Rc::new(decode(self.module, function, body, &self.symbols, self.broken));
        codes[function.index()] = Some(Rc::clone(&code));
        Some(code)
    }

    /// The innermost active function of the program.
    pub(crate) fn frame(&self) -> Option<&Frame> {
        match self.activations.last() {
            Some(Activation::Code(frame)) => Some(frame),
            _ => None,
        }
    }

    /// The active functions and where they are, innermost first.
    fn active(&self) -> impl Iterator<Item = (FunctionId, Span)> + '_ {
        let top = self.activations.len().wrapping_sub(1);
        self.activations.iter().enumerate().rev().filter_map(move |(index, activation)| match activation {
            Activation::Code(frame) => {
                let position = if index == top { self.position } else { frame.position };
                let span = frame.code.spans.get(position as usize).copied().unwrap_or(Span::NONE);
                Some((frame.code.function, span))
            }
            Activation::Native(_) => None,
        })
    }

    /// Where the run is, in the form kept with blocks.
    pub(crate) fn origin(&self) -> Origin {
        let frames: Box<[(FunctionId, Span)]> = self.active().take(FRAMES_PER_ORIGIN).collect();
        let span = frames.first().map_or(Span::NONE, |&(_, span)| span);
        Origin { span, frames }
    }

    /// The place alone, for blocks that are made too often to keep more.
    pub(crate) fn short_origin(&self) -> Origin {
        let place = self.active().next();
        Origin { span: place.map_or(Span::NONE, |(_, span)| span), frames: Box::default() }
    }

    pub(crate) fn call_stack(&self) -> Vec<CallSite> {
        let left = self.left_main.filter(|_| self.active().next().is_none());
        self.call_sites(self.active().chain(left))
    }

    /// Every place once, in the order in which they first come.
    fn call_sites(&self, active: impl Iterator<Item = (FunctionId, Span)>) -> Vec<CallSite> {
        let mut places: Vec<((FunctionId, Span), usize)> = Vec::new();
        for place in active {
            match places.iter().position(|(known, _)| *known == place) {
                Some(index) => places[index].1 += 1,
                None if places.len() < PLACES_PER_FAULT => places.push((place, 1)),
                None => {}
            }
        }
        let name = |function: FunctionId| self.module.functions[function].name.clone();
        let sites = places.into_iter();
        sites.map(|((function, span), times)| CallSite { function: name(function), span, times }).collect()
    }

    pub(crate) fn event(&self, origin: &Origin) -> Event {
        let call_stack = self.call_sites(origin.frames.iter().copied());
        Event { span: origin.span, call_stack }
    }

    /// Makes a report of a violation: adds where the run is and what is known about the block.
    pub(crate) fn report(&self, violation: Violation) -> Box<Fault> {
        let mut fault = Fault::new(violation.kind, violation.message);
        fault.subject = violation.subject;
        fault.call_stack = self.call_stack();
        fault.span = fault.call_stack.first().map_or(Span::NONE, |site| site.span);
        fault.values = violation.values;
        fault.step = self.steps;
        if let Some(info) = self.memory.info(violation.block) {
            if let Some(name) = self.name_of_block(violation.block) {
                fault = fault.with_value("object", name);
            }
            fault.allocated_at = Some(self.event(&info.allocated));
            fault.freed_at = info.freed.as_ref().map(|origin| self.event(origin));
        }
        Box::new(fault)
    }

    /// The name of a global or function.
    pub(crate) fn name_of_block(&self, provenance: Provenance) -> Option<&'a str> {
        let info = self.memory.info(provenance)?;
        let index = info.symbol as usize;
        match info.kind {
            BlockKind::Function => {
                self.module.functions.iter().nth(index).map(|(_, function)| &function.name[..])
            }
            BlockKind::Global | BlockKind::External => {
                self.module.globals.iter().nth(index).map(|(_, global)| &global.name[..])
            }
            _ => None,
        }
    }

    /// A stop as a fault, if it is one.
    pub(crate) fn explain(&self, stop: Stop) -> Result<Box<Fault>, Stop> {
        match stop {
            Stop::Violation(violation) => Ok(self.report(*violation)),
            Stop::Fault(fault) => Ok(fault),
            other => Err(other),
        }
    }

    /// Handles a violation after which execution could go on: stops, or writes it down if asked to.
    pub(crate) fn tolerate(&mut self, violation: Violation) -> Step<()> {
        if self.stop_on.contains(violation.kind) {
            return Err(violation.into());
        }
        if self.record.contains(violation.kind) && self.recorded.len() < RECORDED_FAULTS {
            let fault = self.report(violation);
            self.recorded.push(*fault);
        }
        Ok(())
    }

    /// Whether anybody wants to know about faults of this kind.
    pub(crate) fn is_reported(&self, kind: FaultKind) -> bool {
        self.stop_on.contains(kind) || self.record.contains(kind)
    }

    /// A value that decides something must be defined.
    pub(crate) fn require_defined(&mut self, value: WideValue, what: &str) -> Step<()> {
        self.require_defined_as(value, what, Subject::Value)
    }

    /// As [`Self::require_defined`], for a value that is used as something else than a number.
    pub(crate) fn require_defined_as(&mut self, value: WideValue, what: &str, subject: Subject) -> Step<()> {
        if value.undefined == 0 {
            return Ok(());
        }
        let violation = if value.provenance == Provenance::NOT_RETURNED {
            let message = format!("{what} is the result of a function that returned without a value");
            Violation::new(FaultKind::MissingReturnValue, message)
        } else {
            Violation::new(FaultKind::UninitialisedUse, format!("{what} is not initialised"))
        };
        self.tolerate(violation.of(subject))
    }

    pub(crate) fn check_memory_limit(&mut self, additional: u64) -> Step<()> {
        let limit = self.limits.memory_bytes;
        if self.memory.live_bytes.checked_add(additional).is_some_and(|total| total <= limit) {
            return Ok(());
        }
        let message = format!("the program needs more than {limit} bytes of memory");
        Err(Violation::new(FaultKind::MemoryLimit, message).with_value("requested", additional).into())
    }

    pub(crate) fn write_output(&mut self, stream: Stream, bytes: &[u8]) -> Step<()> {
        let limit = self.limits.output_bytes;
        if self.stdout.len() + self.stderr.len() + bytes.len() > limit {
            let message = format!("the program writes more than {limit} bytes");
            return Err(Violation::new(FaultKind::OutputLimit, message).into());
        }
        match stream {
            Stream::Output => self.stdout.extend_from_slice(bytes),
            Stream::Error => self.stderr.extend_from_slice(bytes),
        }
        if let Some(sink) = &mut self.sink {
            sink.write(stream, bytes);
        }
        Ok(())
    }

    /// Writes a result into the frame of the innermost function, converted to what is expected there.
    pub(crate) fn deliver(&mut self, base: usize, to: Target, value: WideValue) {
        let mask = crate::value::wide_mask(to.scalar.bits());
        let value = WideValue {
            bits: value.bits & mask,
            undefined: value.undefined & mask,
            provenance: value.provenance,
        };
        crate::code::write(&mut self.values[base..], to, value);
    }

    /// The numbers of the run so far.
    pub fn statistics(&self) -> Statistics {
        Statistics { steps: self.steps, peak_memory: self.memory.peak_bytes, ..self.statistics }
    }
}

fn limit_of_globals() -> Box<Fault> {
    Box::new(Fault::new(FaultKind::MemoryLimit, "the program's objects could not be set up"))
}
