//! Models of the functions that programs expect from their environment.
//!
//! Each model is an ordinary function found by its name in the table of its module. It checks its arguments
//! as the C standard asks: what would be undefined behaviour in the real library is a fault here.

mod allocation;
mod builtins;
mod characters;
mod float_text;
mod format;
mod input;
mod math;
mod memory_functions;
mod numbers;
mod output;
mod process;
mod scan;
pub(crate) mod searching;
pub(crate) mod sorting;
mod state;
mod strings;
mod verifier;
mod wide;

pub(crate) use state::LibraryState;

use crate::fault::FaultKind;
use crate::machine::{Machine, Step};
use crate::memory::{ReadString, Violation};
use crate::value::{Value, WideValue, sign_extend_wide};
use ir::{FunctionId, Scalar};

/// A value passed to a function.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Argument {
    pub value: WideValue,
    pub scalar: Scalar,
}

/// A call of a library function.
pub(crate) struct Call<'c> {
    pub function: FunctionId,
    pub arguments: &'c [Argument],
}

/// What came of a call.
pub(crate) enum Outcome {
    Return(WideValue),
    Nothing,
    /// Control is elsewhere now: a function of the program was called, or a jump was made.
    Transferred,
}

impl Outcome {
    fn integer(value: i128) -> Step<Outcome> {
        Ok(Outcome::Return(WideValue::new(value as u128)))
    }

    fn pointer(value: Value) -> Step<Outcome> {
        Ok(Outcome::Return(value.into()))
    }

    fn null() -> Step<Outcome> {
        Outcome::integer(0)
    }

    fn double(value: f64) -> Step<Outcome> {
        Ok(Outcome::Return(WideValue::new(u128::from(value.to_bits()))))
    }
}

pub(crate) type Model = fn(&mut Machine<'_>, &Call<'_>) -> Step<Outcome>;

/// One function of the library.
pub(crate) struct Entry {
    pub name: &'static str,
    /// How many arguments it needs at least.
    pub arity: usize,
    pub model: Model,
}

const fn entry(name: &'static str, arity: usize, model: Model) -> Entry {
    Entry { name, arity, model }
}

/// The tables of all modules.
const TABLES: &[&[Entry]] = &[
    allocation::TABLE,
    builtins::TABLE,
    characters::TABLE,
    format::TABLE,
    input::TABLE,
    math::TABLE,
    math::UNARY,
    memory_functions::TABLE,
    numbers::TABLE,
    output::TABLE,
    process::TABLE,
    scan::TABLE,
    searching::TABLE,
    sorting::TABLE,
    strings::TABLE,
    verifier::TABLE,
    wide::TABLE,
];

fn find(name: &str) -> Option<&'static Entry> {
    TABLES.iter().flat_map(|table| table.iter()).find(|entry| entry.name == name)
}

/// Whether there is a model of this function.
pub fn is_modelled(name: &str) -> bool {
    find(name).is_some()
}

impl<'a> Machine<'a> {
    fn name_of(&self, call: &Call<'_>) -> &'a str {
        &self.module.functions[call.function].name
    }
}

impl Machine<'_> {
    /// Executes a function that has no body.
    pub(crate) fn call_library(&mut self, call: &Call<'_>) -> Step<Outcome> {
        let index = call.function.index();
        let name = &self.module.functions[call.function].name;
        let known = *self.decoded.models.borrow_mut()[index].get_or_insert_with(|| find(name));
        let Some(entry) = known else {
            let message = format!("the function `{name}` is neither defined nor known to the interpreter");
            return Err(Violation::new(FaultKind::UnknownExternal, message).into());
        };
        if call.arguments.len() < entry.arity {
            let (needed, given) = (entry.arity, call.arguments.len());
            let message = format!("`{name}` takes {needed} arguments, but is called with {given}");
            return Err(Violation::new(FaultKind::WrongSignature, message).into());
        }
        (entry.model)(self, call)
    }

    /// An argument that a function computes with.
    fn defined(&mut self, call: &Call<'_>, index: usize) -> Step<Argument> {
        let argument = call.arguments[index];
        if argument.value.undefined != 0 {
            let what = format!("argument {} of `{}`", index + 1, self.name_of(call));
            self.require_defined(argument.value, &what)?;
        }
        Ok(argument)
    }

    fn signed_argument(&mut self, call: &Call<'_>, index: usize) -> Step<i128> {
        let argument = self.defined(call, index)?;
        Ok(sign_extend_wide(argument.value.bits, argument.scalar.bits()))
    }

    fn int_argument(&mut self, call: &Call<'_>, index: usize) -> Step<i32> {
        Ok(self.signed_argument(call, index)? as i32)
    }

    fn size_argument(&mut self, call: &Call<'_>, index: usize) -> Step<u64> {
        let argument = self.defined(call, index)?;
        Ok(argument.value.bits as u64 & self.address_mask())
    }

    fn pointer_value(&mut self, call: &Call<'_>, index: usize) -> Step<Value> {
        Ok(Value { undefined: 0, ..self.defined(call, index)?.value.low() })
    }

    /// A string that a function looks at: it must end, and it must be initialised.
    fn string_argument(&mut self, call: &Call<'_>, index: usize) -> Step<Vec<u8>> {
        let pointer = self.pointer_value(call, index)?;
        self.string_at(pointer, None)
    }

    fn string_at(&mut self, pointer: Value, limit: Option<u64>) -> Step<Vec<u8>> {
        let string = self.memory.read_string(pointer, limit)?;
        self.looked_at(string)
    }

    fn bytes_at(&mut self, pointer: Value, size: u64) -> Step<Vec<u8>> {
        let bytes = self.memory.read_bytes(pointer, size)?;
        self.looked_at(bytes)
    }

    fn looked_at(&mut self, string: ReadString) -> Step<Vec<u8>> {
        if !string.is_defined {
            let message = "a library function looks at bytes that are not initialised";
            self.tolerate(Violation::new(FaultKind::UninitialisedUse, message))?;
        }
        Ok(string.bytes)
    }

    fn pointer_scalar(&self) -> Scalar {
        self.module.pointer_scalar()
    }

    /// How many bits `long` has.
    fn long_bits(&self) -> u32 {
        self.memory.pointer_bits()
    }

    fn store_pointer(&mut self, place: Value, pointer: Value) -> Step<()> {
        let size = self.memory.pointer_bytes;
        self.store_wide(place, pointer.into(), size)
    }

    fn bad_argument(&mut self, call: &Call<'_>, problem: &str) -> Step<()> {
        let message = format!("`{}` is called with {problem}", self.name_of(call));
        self.tolerate(Violation::new(FaultKind::BadArgument, message))
    }
}

/// A pointer moved by so many bytes.
fn offset_by(pointer: Value, bytes: u64) -> Value {
    Value { bits: pointer.bits.wrapping_add(bytes), ..pointer }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_function_is_modelled_twice() {
        let mut names: Vec<&str> =
            TABLES.iter().flat_map(|table| table.iter().map(|entry| entry.name)).collect();
        names.sort_unstable();
        let count = names.len();
        names.dedup();
        assert_eq!(names.len(), count);
        assert!(is_modelled("malloc") && !is_modelled("mallocate"));
    }
}
