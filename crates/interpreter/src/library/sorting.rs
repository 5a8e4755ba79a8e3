//! `qsort`: the merge sort of glibc, with the same comparisons in the same order.

use super::{Argument, Call, Entry, Outcome, entry, offset_by};
use crate::fault::FaultKind;
use crate::machine::{Machine, Step};
use crate::memory::{Run, Violation};
use crate::native::{Native, Next, pointer_argument};
use crate::value::{Value, WideValue, sign_extend_wide};
use ir::FunctionId;

pub(super) const TABLE: &[Entry] = &[entry("qsort", 4, qsort), entry("qsort_r", 5, qsort)];

/// A part of the array to be sorted, or two sorted neighbours to be merged.
#[derive(Clone, Copy, Debug)]
enum Task {
    Sort { start: u64, count: u64 },
    Merge { start: u64, left: u64, right: u64 },
}

/// A merge under way.
#[derive(Debug)]
struct Merge {
    start: u64,
    left: u64,
    right: u64,
    /// How many elements of each side have been taken.
    taken_left: u64,
    taken_right: u64,
    /// The elements in their order, as positions relative to the start.
    order: Vec<u64>,
}

/// A sort that waits for the result of a comparison.
#[derive(Debug)]
pub(crate) struct Sort {
    pub base: Value,
    size: u64,
    compare: FunctionId,
    context: Option<Argument>,
    tasks: Vec<Task>,
    merge: Option<Merge>,
}

fn qsort(machine: &mut Machine<'_>, call: &Call<'_>) -> Step<Outcome> {
    let base = machine.pointer_value(call, 0)?;
    let count = machine.size_argument(call, 1)?;
    let size = machine.size_argument(call, 2)?;
    let compare = machine.pointer_value(call, 3)?;
    let context = call.arguments.get(4).copied();
    if count < 2 || size == 0 {
        return Ok(Outcome::Nothing);
    }
    let Some(total) = count.checked_mul(size) else {
        let message = format!("`qsort` of {count} elements of {size} bytes");
        return Err(Violation::new(FaultKind::OutOfBounds, message).into());
    };
    machine.memory.locate(base, total, true)?;
    let compare = machine.call_target(compare)?;
    let tasks = vec![Task::Sort { start: 0, count }];
    machine.push_native(Native::Sort(Sort { base, size, compare, context, tasks, merge: None }))?;
    Ok(Outcome::Transferred)
}

impl Sort {
    fn element(&self, index: u64) -> Value {
        offset_by(self.base, index * self.size)
    }

    /// Goes on with the result of the comparison that was asked for, or starts.
    pub(crate) fn resume(&mut self, machine: &mut Machine<'_>, returned: Option<WideValue>) -> Step<Next> {
        if let Some(merge) = &mut self.merge {
            let order = match returned {
                Some(value) => {
                    machine.require_defined(value, "the result of the comparison")?;
                    sign_extend_wide(value.bits & 0xffff_ffff, 32)
                }
                None => 0,
            };
            if order <= 0 {
                merge.order.push(merge.taken_left);
                merge.taken_left += 1;
            } else {
                merge.order.push(merge.left + merge.taken_right);
                merge.taken_right += 1;
            }
        }
        loop {
            if let Some(merge) = &self.merge {
                if merge.taken_left < merge.left && merge.taken_right < merge.right {
                    let first = self.element(merge.start + merge.taken_left);
                    let second = self.element(merge.start + merge.left + merge.taken_right);
                    let mut arguments =
                        vec![pointer_argument(machine, first), pointer_argument(machine, second)];
                    arguments.extend(self.context);
                    return Ok(Next::Call(self.compare, arguments));
                }
                self.finish_merge(machine)?;
            }
            match self.tasks.pop() {
                None => return Ok(Next::Return(None)),
                Some(Task::Sort { count, .. }) if count < 2 => {}
                Some(Task::Sort { start, count }) => {
                    let left = count / 2;
                    self.tasks.push(Task::Merge { start, left, right: count - left });
                    self.tasks.push(Task::Sort { start: start + left, count: count - left });
                    self.tasks.push(Task::Sort { start, count: left });
                }
                Some(Task::Merge { start, left, right }) => {
                    let order = Vec::with_capacity((left + right) as usize);
                    self.merge = Some(Merge { start, left, right, taken_left: 0, taken_right: 0, order });
                }
            }
        }
    }

    /// Puts the elements into the order that was found.
    fn finish_merge(&mut self, machine: &mut Machine<'_>) -> Step<()> {
        let Some(mut merge) = self.merge.take() else { return Ok(()) };
        merge.order.extend(merge.taken_left..merge.left);
        // What is left of the right side is in its place already.
        let mut elements: Vec<Run> = Vec::with_capacity(merge.order.len());
        for &position in &merge.order {
            elements.push(machine.memory.read_run(self.element(merge.start + position), self.size)?);
        }
        for (index, run) in elements.iter().enumerate() {
            machine.memory.write_run(self.element(merge.start + index as u64), run)?;
        }
        Ok(())
    }
}
