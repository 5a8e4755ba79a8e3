//! Watching a run step by step.

use crate::machine::Machine;

/// Whether the run goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Control {
    Continue,
    Stop,
}

/// Called before every instruction. A run without an observer pays nothing for the possibility.
pub trait Observer {
    /// `false` removes the calls when the program is compiled.
    const ENABLED: bool = true;

    /// Memory is to be looked for after every instruction, so that the run ends just where it is lost.
    /// Otherwise that is noticed some time later.
    const SEES_LOSSES_AT_ONCE: bool = true;

    /// From which step on it is: before it, nothing is known to be lost.
    fn losses_matter_from(&self) -> u64 {
        0
    }

    fn before_instruction(&mut self, machine: &Machine<'_>) -> Control;
}

/// Nobody watches.
#[derive(Clone, Copy, Default, Debug)]
pub struct NoObserver;

impl Observer for NoObserver {
    const ENABLED: bool = false;

    fn before_instruction(&mut self, _: &Machine<'_>) -> Control {
        Control::Continue
    }
}
