//! An executed error, executed once more and watched: in which order things happened, which values
//! decided, and what memory looked like at each step.
//!
//! What is told comes from this execution alone. If it does not end in the same error, nothing is told.

mod operands;
mod snapshot;

use crate::closed::Certain;
use crate::limits::{
    ALLOCATIONS_REMEMBERED, PICTURES_OF_A_STORY, STEPS_BEFORE_A_LOSS, STEPS_OF_A_WATCHED_EXECUTION,
};
use crate::stack::on_large_stack;
use findings::picture::Picture;
use interpreter::{Control, Fault, FaultKind, FaultSet, ListedChoices, Machine, Observer};
use interprocedural::{Episode, Happening};
use ir::Module;
pub use operands::{Name, Operand};
use source::Span;
use std::collections::BTreeMap;

/// What happens at a moment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Occurrence {
    /// An input, a failing allocation, a branch or a switch.
    Decision(Happening),
    Allocated,
    Freed,
    Error,
}

/// A step of the execution that belongs to the story.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Moment {
    pub step: u64,
    pub occurrence: Occurrence,
    pub span: Span,
    /// The values that decide, or that the error is about.
    pub operands: Vec<Operand>,
    /// Memory just before; for allocations and frees just after.
    pub memory: Option<Picture>,
}

/// Watches an executed error. `None` if it does not happen again in the same way.
pub fn narrate(module: &Module, certain: &Certain, allocation_may_fail: bool) -> Option<Vec<Moment>> {
    let with_models = crate::library_models::with_models(module);
    let module = with_models.as_ref().unwrap_or(module);
    let watch = |watcher: &mut Watcher<'_>| {
        let fault =
            interpreter::run_main_observed(module, options(certain, allocation_may_fail), watcher).fault;
        fault.filter(|fault| is_same(fault, &certain.fault))
    };
    on_large_stack(|| {
        let mut first = Watcher::new(certain, Vec::new(), None, certain.fault.step);
        // Lost memory is noticed at once if somebody watches, and otherwise some time later.
        let end = watch(&mut first)?.step;
        let told = crate::story::selected(&certain.episodes);
        let mut second = Watcher::new(certain, told, first.concerned, end);
        watch(&mut second)?;
        Some(second.into_moments(certain))
    })
    .ok()
    .flatten()
}

fn is_same(fault: &Fault, other: &Fault) -> bool {
    fault.kind == other.kind
        && match fault.kind {
            FaultKind::MemoryLost => fault.allocated_at == other.allocated_at,
            _ => fault.step == other.step,
        }
}

/// As the analysis executed it.
fn options<'m>(certain: &Certain, allocation_may_fail: bool) -> interpreter::Options<'m> {
    let passed = [FaultKind::SignedOverflow, FaultKind::AssertionFailure, FaultKind::ErrorReached];
    let mut stop_on = passed.into_iter().fold(FaultSet::default_stops(), FaultSet::without);
    if certain.fault.kind != FaultKind::MemoryLost {
        stop_on = stop_on.without(FaultKind::MemoryLost);
    }
    let mut options = interpreter::Options {
        choices: Box::new(ListedChoices::from(&certain.choices)),
        stdin: certain.stdin.clone(),
        arguments: certain.arguments.clone(),
        stop_on: stop_on.with(certain.fault.kind),
        ..interpreter::Options::default()
    };
    options.policies.allocations_may_fail = allocation_may_fail;
    options.policies.large_blocks_end_the_run = !allocation_may_fail;
    options.policies.files_may_open = true;
    options.limits.steps = STEPS_OF_A_WATCHED_EXECUTION;
    options
}

struct Watcher<'c> {
    certain: &'c Certain,
    /// The step in which the error happens.
    end: u64,
    /// What is to be told, by the step at which it happens.
    wanted: BTreeMap<u64, Episode>,
    /// The number of the block that the error is about, once it is known.
    concerned: Option<u64>,
    moments: Vec<Moment>,
    /// An allocation or a free that may be that of the block, which shows after it.
    pending: Option<(Occurrence, u64)>,
    last: Option<Moment>,
    /// Blocks that were allocated where the lost one was, and when.
    created: Vec<(u64, u64)>,
    /// Those of them that were alive when the memory was lost.
    survivors: Vec<(u64, u64)>,
    was_at_allocation: bool,
}

impl<'c> Watcher<'c> {
    fn new(certain: &'c Certain, wanted: Vec<Episode>, concerned: Option<u64>, end: u64) -> Watcher<'c> {
        let wanted = wanted.into_iter().map(|episode| (episode.step, episode)).collect();
        Watcher {
            certain,
            end,
            wanted,
            concerned,
            moments: Vec::new(),
            pending: None,
            last: None,
            created: Vec::new(),
            survivors: Vec::new(),
            was_at_allocation: false,
        }
    }

    fn is_told(&self, occurrence: Occurrence) -> bool {
        self.moments.iter().any(|moment| moment.occurrence == occurrence)
    }

    /// The block exists, or does not any more, since the last step.
    fn settle_pending(&mut self, machine: &Machine<'_>) {
        let (Some((occurrence, step)), Some(number)) = (self.pending.take(), self.concerned) else { return };
        let block = machine.blocks().into_iter().find(|block| block.ordinal == number);
        let happened = match occurrence {
            Occurrence::Allocated => block.is_some(),
            _ => block.is_some_and(|block| !block.is_alive),
        };
        let event = match occurrence {
            Occurrence::Allocated => &self.certain.fault.allocated_at,
            _ => &self.certain.fault.freed_at,
        };
        let Some(event) = event.as_ref().filter(|_| happened && !self.is_told(occurrence)) else { return };
        let memory = snapshot::picture(machine, self.concerned);
        self.moments.push(Moment { step, occurrence, span: event.span, operands: Vec::new(), memory });
    }

    fn surviving(&self, machine: &Machine<'_>) -> Vec<(u64, u64)> {
        let blocks = machine.blocks();
        let is_alive = |number: u64| blocks.iter().any(|block| block.ordinal == number && block.is_alive);
        self.created.iter().copied().filter(|&(number, _)| is_alive(number)).collect()
    }

    /// The moments in their order, the error last.
    fn into_moments(mut self, certain: &Certain) -> Vec<Moment> {
        let fault = &certain.fault;
        for (occurrence, event) in
            [(Occurrence::Allocated, &fault.allocated_at), (Occurrence::Freed, &fault.freed_at)]
        {
            // Of a lost block it is not known which one it was; any that is left over was allocated there.
            if let (Some(event), false) = (event, self.is_told(occurrence)) {
                let step = self.survivors.first().map_or(0, |&(_, step)| step);
                let moment =
                    Moment { step, occurrence, span: event.span, operands: Vec::new(), memory: None };
                self.moments.push(moment);
            }
        }
        self.moments.sort_by_key(|moment| moment.step);
        let last = self.last.take();
        let (operands, memory) = last.map_or((Vec::new(), None), |last| (last.operands, last.memory));
        let error =
            Moment { step: fault.step, occurrence: Occurrence::Error, span: fault.span, operands, memory };
        self.moments.push(error);
        self.moments
    }
}

impl Observer for Watcher<'_> {
    fn losses_matter_from(&self) -> u64 {
        self.certain.fault.step.saturating_sub(STEPS_BEFORE_A_LOSS)
    }

    fn before_instruction(&mut self, machine: &Machine<'_>) -> Control {
        let step = machine.statistics().steps;
        if self.pending.is_some() {
            self.settle_pending(machine);
        }
        if std::mem::take(&mut self.was_at_allocation)
            && let Some(newest) = machine.blocks().last()
        {
            self.created.push((newest.ordinal, step.saturating_sub(1)));
        }
        let Some(place) = machine.place() else { return Control::Continue };
        let fault = &self.certain.fault;
        let is_at = |event: &Option<interpreter::Event>| {
            event.as_ref().is_some_and(|event| event.span == place.span && event.span != Span::NONE)
        };
        if self.concerned.is_some() {
            if is_at(&fault.allocated_at) && !self.is_told(Occurrence::Allocated) {
                self.pending = Some((Occurrence::Allocated, step));
            } else if is_at(&fault.freed_at) && !self.is_told(Occurrence::Freed) {
                self.pending = Some((Occurrence::Freed, step));
            }
        }
        self.was_at_allocation = fault.kind == FaultKind::MemoryLost
            && is_at(&fault.allocated_at)
            && self.created.len() < ALLOCATIONS_REMEMBERED;
        if let Some(episode) = self.wanted.get(&step).copied() {
            let memory = (self.moments.len() < PICTURES_OF_A_STORY)
                .then(|| snapshot::picture(machine, self.concerned))
                .flatten();
            let operands = operands::of_branch(machine);
            let occurrence = Occurrence::Decision(episode.happening);
            let span = crate::story::place_of(&episode);
            self.moments.push(Moment { step, occurrence, span, operands, memory });
        }
        // The error happens in the last instruction, and it is not known before which one that is.
        if step + 1 >= self.end {
            let concerned = match fault.kind {
                // The instruction that loses a block does not mention it.
                FaultKind::MemoryLost => self.concerned,
                _ => operands::concerned_block(machine).or(self.concerned),
            };
            let operands = operands::at_error(machine);
            let memory = snapshot::picture(machine, concerned);
            let occurrence = Occurrence::Error;
            self.last = Some(Moment { step, occurrence, span: place.span, operands, memory });
            if self.concerned.is_none() {
                self.concerned = concerned;
            }
            if fault.kind == FaultKind::MemoryLost {
                self.survivors = self.surviving(machine);
            }
        }
        Control::Continue
    }
}
