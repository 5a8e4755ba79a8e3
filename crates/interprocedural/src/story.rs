//! What led to an error, in the order in which it happened: seen by executing it once more.
//!
//! So every error has a story, however it was found, and it tells what happened, not what the search
//! believed.

use crate::limits::{CHOICES_REMEMBERED, RETURNED_FUNCTIONS_REMEMBERED};
use interpreter::{ChoiceKind, ChoiceLog, Control, Image, Machine, Observer, Options};
use ir::{Operand, RegisterId, TerminatorKind};
use source::Span;
use std::collections::VecDeque;

/// Something that decided how an execution went on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Happening {
    /// The program got this value from outside, with so many bits.
    Input {
        value: u128,
        bits: u32,
    },
    AllocationFailed,
    /// The condition of a branch held, or not.
    Condition(bool),
    /// A switch looked at this value, with so many bits.
    Selected {
        value: u128,
        bits: u32,
    },
}

/// A happening, where it was, and when.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Episode {
    pub happening: Happening,
    pub span: Span,
    pub step: u64,
    /// The function that decided this was still active when the error happened.
    pub is_active: bool,
}

/// Executes a program up to a step, with the same options and choices as before, and tells what decided
/// its way: the first choices, and the last branch at every place.
pub fn story<'a>(image: &Image<'a>, mut options: Options<'a>, end: u64) -> Vec<Episode> {
    // Memory that is lost later is of no interest, and looking for it takes long.
    options.stop_on = options.stop_on.without(interpreter::FaultKind::MemoryLost);
    options.limits.steps = options.limits.steps.min(end);
    let mut listener = Listener::until(end);
    interpreter::run_image(image, options, &mut listener);
    listener.into_story()
}

/// Listens to an execution, and tells its story when it has ended.
pub(crate) struct Listener {
    /// The last step that counts.
    end: u64,
    choices: Vec<Episode>,
    /// How much of the log of choices was seen.
    seen: Mark,
    /// The span of the last instruction.
    last: Span,
    /// The branches of active functions, with their depth, outermost function first.
    active: Vec<(usize, Episode)>,
    /// The branches of functions that returned.
    returned: VecDeque<Episode>,
}

/// How long a log was.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
struct Mark {
    entries: usize,
    times: u64,
}

impl Mark {
    fn of(log: &ChoiceLog) -> Mark {
        Mark { entries: log.entries.len(), times: log.entries.last().map_or(0, |entry| entry.times) }
    }
}

impl Observer for Listener {
    fn before_instruction(&mut self, machine: &Machine<'_>) -> Control {
        let step = machine.statistics().steps;
        self.listen_to_choices(machine.choice_log(), step);
        if step > self.end {
            return Control::Stop;
        }
        let Some(place) = machine.place() else { return Control::Continue };
        self.last = place.span;
        while self.active.last().is_some_and(|&(depth, _)| depth > place.depth) {
            let Some((_, episode)) = self.active.pop() else { break };
            self.returned.push_back(Episode { is_active: false, ..episode });
        }
        while self.returned.len() > RETURNED_FUNCTIONS_REMEMBERED {
            self.returned.pop_front();
        }
        let Some(body) = &machine.module().functions[place.function].body else { return Control::Continue };
        let block = &body.blocks[place.block];
        if place.instruction as usize != block.instructions.len() {
            return Control::Continue;
        }
        let value_of = |register: RegisterId| {
            Some((machine.register(register)?.bits, body.registers[register].scalar.bits()))
        };
        let happening = match block.terminator.kind {
            TerminatorKind::Branch { condition: Operand::Register(register), .. } => {
                value_of(register).map(|(value, _)| Happening::Condition(value != 0))
            }
            TerminatorKind::Switch { value: Operand::Register(register), .. } => {
                value_of(register).map(|(value, bits)| Happening::Selected { value, bits })
            }
            _ => None,
        };
        if let Some(happening) = happening {
            let episode = Episode { happening, span: block.terminator.span, step, is_active: true };
            self.decided(place.depth, episode);
        }
        Control::Continue
    }
}

impl Listener {
    pub(crate) fn until(end: u64) -> Listener {
        Listener {
            end,
            choices: Vec::new(),
            seen: Mark::default(),
            last: Span::NONE,
            active: Vec::new(),
            returned: VecDeque::new(),
        }
    }

    /// Each place of an activation is remembered once, as it was the last time.
    fn decided(&mut self, depth: usize, episode: Episode) {
        let start = self.active.iter().rposition(|&(other, _)| other < depth).map_or(0, |index| index + 1);
        let before = self.active[start..].iter().position(|(_, other)| other.span == episode.span);
        if let Some(index) = before {
            self.active.remove(start + index);
        }
        self.active.push((depth, episode));
    }

    fn listen_to_choices(&mut self, log: &ChoiceLog, step: u64) {
        let now = Mark::of(log);
        if now == self.seen {
            return;
        }
        let last = std::mem::replace(&mut self.seen, now);
        let more = log.entries.get(last.entries.saturating_sub(1)..).unwrap_or_default();
        for (index, entry) in more.iter().enumerate() {
            let known = if index == 0 && last.entries > 0 { last.times } else { 0 };
            let happening = match entry.kind {
                ChoiceKind::Input => Happening::Input { value: entry.value, bits: entry.bits },
                ChoiceKind::AllocationFails if entry.value != 0 => Happening::AllocationFailed,
                _ => continue,
            };
            for _ in known..entry.times {
                if self.choices.len() < CHOICES_REMEMBERED {
                    self.choices.push(Episode { happening, span: self.last, step, is_active: true });
                }
            }
        }
    }

    pub(crate) fn into_story(self) -> Vec<Episode> {
        let branches = self.returned.into_iter().chain(self.active.into_iter().map(|(_, episode)| episode));
        let mut story: Vec<Episode> = self.choices.into_iter().chain(branches).collect();
        story.sort_by_key(|episode| episode.step);
        story
    }
}
