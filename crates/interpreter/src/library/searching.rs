//! `bsearch`, with the comparisons of glibc in the same order.

use super::{Call, Entry, Outcome, entry, offset_by};
use crate::machine::{Machine, Step};
use crate::native::{Native, Next, pointer_argument};
use crate::value::{Value, WideValue, sign_extend_wide};
use ir::FunctionId;

pub(super) const TABLE: &[Entry] = &[entry("bsearch", 5, bsearch)];

/// A search that waits for the result of a comparison.
#[derive(Debug)]
pub(crate) struct Search {
    pub key: Value,
    pub base: Value,
    size: u64,
    compare: FunctionId,
    /// The element is at one of the positions from `low` to before `high`.
    low: u64,
    high: u64,
}

fn bsearch(machine: &mut Machine<'_>, call: &Call<'_>) -> Step<Outcome> {
    let key = machine.pointer_value(call, 0)?;
    let base = machine.pointer_value(call, 1)?;
    let count = machine.size_argument(call, 2)?;
    let size = machine.size_argument(call, 3)?;
    let compare = machine.pointer_value(call, 4)?;
    if count == 0 {
        return Outcome::null();
    }
    let compare = machine.call_target(compare)?;
    machine.push_native(Native::Search(Search { key, base, size, compare, low: 0, high: count }))?;
    Ok(Outcome::Transferred)
}

impl Search {
    fn middle(&self) -> u64 {
        self.low + (self.high - self.low) / 2
    }

    pub(crate) fn resume(&mut self, machine: &mut Machine<'_>, returned: Option<WideValue>) -> Step<Next> {
        let middle = self.middle();
        if let Some(value) = returned {
            machine.require_defined(value, "the result of the comparison")?;
            match sign_extend_wide(value.bits & 0xffff_ffff, 32) {
                0 => {
                    let found = offset_by(self.base, middle * self.size);
                    return Ok(Next::Return(Some(found.into())));
                }
                order if order < 0 => self.high = middle,
                _ => self.low = middle + 1,
            }
        }
        if self.low >= self.high {
            return Ok(Next::Return(Some(WideValue::new(0))));
        }
        let element = offset_by(self.base, self.middle().wrapping_mul(self.size));
        let arguments = vec![pointer_argument(machine, self.key), pointer_argument(machine, element)];
        Ok(Next::Call(self.compare, arguments))
    }
}
