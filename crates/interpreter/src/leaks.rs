//! The search for heap blocks that nothing refers to any more.
//!
//! A reference is a byte of a pointer in a living block that is not itself lost, or in a register that is
//! still needed: variables until their function returns, temporaries as long as a later instruction may
//! read them. Blocks whose address went through integer arithmetic count as referenced.
//!
//! Searching after every step would be far too slow, so the first run searches now and then. Once it has
//! found lost memory, the run is repeated (it is deterministic) with searches between the last one that
//! found nothing and the one that did, until a single instruction is left. See `run.rs`.

use crate::fault::{CallSite, Fault, FaultKind};
use crate::liveness::Liveness;
use crate::machine::{Activation, Machine, Step, Stop};
use crate::memory::{BlockKind, Violation};
use crate::value::{Provenance, Value};
use rustc_hash::FxHashMap;
use source::Span;

/// When to search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Schedule {
    /// Now and then, so that the searches cost a small part of the run.
    Sparse,
    /// After `from` steps, and then after every `interval` steps.
    Every { from: u64, interval: u64 },
}

/// The steps between which memory was lost: nothing after `clean`, something after `lost`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Window {
    pub clean: u64,
    pub lost: u64,
}

#[derive(Debug)]
pub(crate) struct LeakWatch {
    pub is_enabled: bool,
    pub schedule: Schedule,
    next: u64,
    /// After how many steps the last search found nothing.
    clean: u64,
    /// What the search found.
    pub window: Option<Window>,
    /// While every step is looked at: where the run was before the last step.
    before: Option<(Span, Vec<CallSite>)>,
    liveness: FxHashMap<u32, Liveness>,
}

/// The first search comes after so many steps; later ones are at least so far apart.
const FIRST_SEARCH: u64 = 20_000;
/// After so many steps a run asks again whether it is interrupted.
const STEPS_BETWEEN_QUESTIONS: u64 = 50_000;
/// How many steps are executed for every block or pointer that a search visits.
const STEPS_PER_VISIT: u64 = 20;

impl LeakWatch {
    pub fn new(is_enabled: bool) -> LeakWatch {
        LeakWatch {
            is_enabled,
            schedule: Schedule::Sparse,
            next: FIRST_SEARCH,
            clean: 0,
            window: None,
            before: None,
            liveness: FxHashMap::default(),
        }
    }

    pub fn set_schedule(&mut self, schedule: Schedule) {
        self.schedule = schedule;
        self.next = match schedule {
            Schedule::Sparse => FIRST_SEARCH,
            Schedule::Every { from, .. } => from,
        };
    }

    /// The step of the next search.
    pub fn next(&self) -> u64 {
        if self.is_enabled { self.next } else { u64::MAX }
    }
}

/// What a search found.
struct Sweep {
    /// The lost block to report: one that no other lost block refers to, if there is one.
    lost: Option<Provenance>,
    visits: u64,
}

impl Machine<'_> {
    /// Called when the step counter reaches `pause_at`.
    #[cold]
    pub(crate) fn pause(&mut self) -> Step<()> {
        if self.steps >= self.limits.steps {
            let message = format!("the program takes more than {} steps", self.limits.steps);
            return Err(Violation::new(FaultKind::StepLimit, message).into());
        }
        if let Some(is_interrupted) = &self.is_interrupted
            && is_interrupted()
        {
            return Err(Violation::new(FaultKind::StepLimit, "the run was interrupted").into());
        }
        if self.steps >= self.leaks.next() {
            self.scheduled_search()?;
        }
        self.pause_at = self.limits.steps.min(self.leaks.next());
        if self.is_interrupted.is_some() {
            self.pause_at = self.pause_at.min(self.steps + STEPS_BETWEEN_QUESTIONS);
        }
        Ok(())
    }

    fn scheduled_search(&mut self) -> Step<()> {
        let sweep = self.sweep();
        if let Some(lost) = sweep.lost {
            return Err(self.lost_memory(lost));
        }
        self.leaks.clean = self.steps;
        match self.leaks.schedule {
            Schedule::Sparse => {
                let distance = (sweep.visits * STEPS_PER_VISIT).max(FIRST_SEARCH);
                self.leaks.next = self.steps + distance;
            }
            Schedule::Every { interval, .. } => {
                self.leaks.next = self.steps + interval;
                if interval == 1 {
                    let call_stack = self.call_stack();
                    let span = call_stack.first().map_or(Span::NONE, |site| site.span);
                    self.leaks.before = Some((span, call_stack));
                }
            }
        }
        Ok(())
    }

    /// A search at a point where the program lets go of much at once, or ends.
    pub(crate) fn look_for_lost_memory(&mut self) -> Step<()> {
        if !self.leaks.is_enabled {
            return Ok(());
        }
        match self.sweep().lost {
            Some(lost) => Err(self.lost_memory(lost)),
            None => {
                self.leaks.clean = self.steps;
                Ok(())
            }
        }
    }

    fn lost_memory(&mut self, lost: Provenance) -> Stop {
        self.leaks.window = Some(Window { clean: self.leaks.clean, lost: self.steps });
        let size = self.memory.info(lost).map_or(0, |info| info.size);
        let message = format!("the last reference to a heap block of {size} bytes is lost");
        let mut fault: Box<Fault> = self.report(Violation::new(FaultKind::MemoryLost, message).about(lost));
        if let Some((span, call_stack)) = self.leaks.before.take() {
            fault.span = span;
            fault.call_stack = call_stack;
        }
        Stop::Fault(fault)
    }

    /// Reports blocks that are still referenced when the program ends.
    pub(crate) fn look_for_memory_not_freed(&mut self) -> Step<()> {
        if !self.is_reported(FaultKind::NotFreedAtExit) {
            return Ok(());
        }
        let mut blocks = 0u64;
        let mut bytes = 0u64;
        let mut first: Option<(u64, Provenance)> = None;
        for slot in 1..self.memory.slot_count() as u32 {
            let info = self.memory.info_of_slot(slot);
            if info.kind == BlockKind::Heap && self.memory.blocks[slot as usize].is_alive() {
                blocks += 1;
                bytes += info.size;
                let candidate = (info.ordinal, self.memory.provenance_of(slot));
                if first.is_none_or(|(ordinal, _)| candidate.0 < ordinal) {
                    first = Some(candidate);
                }
            }
        }
        let Some((_, provenance)) = first else { return Ok(()) };
        let message =
            format!("the program ends without freeing {blocks} heap blocks of {bytes} bytes together");
        self.tolerate(Violation::new(FaultKind::NotFreedAtExit, message).about(provenance))
    }

    /// Finds out which heap blocks can be reached.
    fn sweep(&mut self) -> Sweep {
        if self.memory.live_heap_blocks == 0 {
            return Sweep { lost: None, visits: 0 };
        }
        self.statistics.sweeps += 1;
        let roots = self.root_values();
        let (lost, visits) = self.unreachable(&roots);
        Sweep { lost: self.foremost(&lost), visits }
    }

    /// The living heap blocks that cannot be reached from other blocks and these values, and how much was
    /// looked at to find them.
    pub(crate) fn unreachable(&self, roots: &[Value]) -> (Vec<u32>, u64) {
        let count = self.memory.slot_count();
        let mut visits = count as u64;
        let mut reached = vec![false; count];
        let mut queue: Vec<u32> = Vec::new();
        for slot in 1..count as u32 {
            let info = self.memory.info_of_slot(slot);
            let is_root = info.kind != BlockKind::Heap || info.exposed;
            if is_root && self.memory.blocks[slot as usize].is_alive() {
                reached[slot as usize] = true;
                queue.push(slot);
            }
        }
        let mut reach = |queue: &mut Vec<u32>, provenance: Provenance| {
            let slot = provenance.slot as usize;
            if !provenance.is_none() && !reached[slot] && self.memory.block(provenance).is_some() {
                reached[slot] = true;
                queue.push(slot as u32);
            }
        };
        for value in roots {
            visits += 1;
            reach(&mut queue, value.provenance);
        }
        while let Some(slot) = queue.pop() {
            visits += 1;
            if let Some(pointers) = &self.memory.blocks[slot as usize].pointers {
                for (_, provenance) in pointers.pointers() {
                    visits += 1;
                    reach(&mut queue, provenance);
                }
            }
        }
        let is_lost = |&slot: &u32| !reached[slot as usize] && self.memory.blocks[slot as usize].is_alive();
        ((1..count as u32).filter(is_lost).collect(), visits)
    }

    /// Of several lost blocks, the oldest one that none of the others refers to.
    fn foremost(&self, lost: &[u32]) -> Option<Provenance> {
        let mut is_referenced = vec![false; self.memory.slot_count()];
        for &slot in lost {
            if let Some(pointers) = &self.memory.blocks[slot as usize].pointers {
                for (_, provenance) in pointers.pointers() {
                    if provenance.slot != slot && self.memory.block(provenance).is_some() {
                        is_referenced[provenance.slot as usize] = true;
                    }
                }
            }
        }
        let age = |&&slot: &&u32| self.memory.info_of_slot(slot).ordinal;
        let free_standing = lost.iter().filter(|&&slot| !is_referenced[slot as usize]).min_by_key(age);
        free_standing.or_else(|| lost.iter().min_by_key(age)).map(|&slot| self.memory.provenance_of(slot))
    }

    /// The values outside memory that may refer to blocks.
    fn root_values(&mut self) -> Vec<Value> {
        let mut roots: Vec<Value> = self.library.roots();
        let top = self.activations.len().wrapping_sub(1);
        let mut liveness = std::mem::take(&mut self.leaks.liveness);
        for (index, activation) in self.activations.iter().enumerate() {
            match activation {
                Activation::Native(native) => native.for_each_value(|value| roots.push(value)),
                Activation::Code(frame) => {
                    let function = frame.code.function;
                    let Some(body) = &self.module.functions[function].body else { continue };
                    let known = liveness.entry(function.raw()).or_insert_with(|| Liveness::of(body));
                    let position = if index == top { self.position } else { frame.position };
                    let Some(&(block, instruction)) = frame.code.origins.get(position as usize) else {
                        continue;
                    };
                    let is_waiting = index != top;
                    known.for_each_needed(body, block, instruction, is_waiting, |register| {
                        roots.push(self.values[frame.base + frame.code.cells[register.index()] as usize]);
                    });
                    if let Some((area, _)) = &frame.variadic {
                        roots.push(*area);
                    }
                }
            }
        }
        self.leaks.liveness = liveness;
        roots
    }
}
