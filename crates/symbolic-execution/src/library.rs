//! Functions that are not defined in the program.
//!
//! Each model says what the C standard says, as far as memory safety can tell; what has no model
//! makes the analysis give up, by name.

mod allocation;
mod inputs;
mod strings;

use crate::configuration::Configuration;
use crate::context::Context;
use crate::outcome::{Interrupt, Step};
use interpreter::FaultKind;
use ir::{RegisterId, Scalar};
use symbolic_heap::Value;

/// Where the result of a call goes.
pub type Destination = Option<(RegisterId, Scalar)>;

/// A call in progress.
pub struct Call<'a> {
    pub configuration: Configuration,
    pub arguments: &'a [Value],
    pub destination: Destination,
}

impl Call<'_> {
    pub fn argument(&self, index: usize) -> Step<Value> {
        self.arguments.get(index).copied().ok_or_else(|| {
            Interrupt::fault(FaultKind::WrongSignature, "a library function is called with too few arguments")
        })
    }

    /// The configuration after the call returned this.
    pub fn returning(mut self, value: Value) -> Vec<Configuration> {
        if let Some((register, _)) = self.destination {
            self.configuration.state.registers[register.index()] = Some(value);
        }
        vec![self.configuration]
    }

    pub fn returning_nothing(self) -> Vec<Configuration> {
        vec![self.configuration]
    }
}

/// Calls a function that has no body.
pub fn call(
    context: &mut Context<'_>,
    configuration: Configuration,
    name: &str,
    arguments: &[Value],
    destination: Destination,
) -> Step<Vec<Configuration>> {
    let call = Call { configuration, arguments, destination };
    match name {
        "malloc" => allocation::malloc(context, call),
        "calloc" => allocation::calloc(context, call),
        "realloc" => allocation::realloc(context, call),
        "free" | "cfree" => allocation::free(context, call),
        "memcpy" | "__memcpy_chk" => strings::memcpy(context, call),
        "memmove" | "__memmove_chk" => strings::memmove(context, call),
        "memset" | "__memset_chk" => strings::memset(context, call),
        "abort" | "exit" | "_exit" | "_Exit" | "__builtin_trap" => Err(Interrupt::Exit),
        "__assert_fail" | "__assert" => {
            Err(Interrupt::fault(FaultKind::AssertionFailure, "an assertion does not hold"))
        }
        "__VERIFIER_error" | "reach_error" => {
            Err(Interrupt::fault(FaultKind::ErrorReached, format!("{name} is reached")))
        }
        "__VERIFIER_assume" => inputs::assume(context, call),
        _ if name.starts_with("__VERIFIER_nondet_") => inputs::input(context, call),
        "printf" => inputs::formatted_output(context, call, true),
        "puts" => inputs::formatted_output(context, call, false),
        "putchar"
        | "fflush"
        | "putc"
        | "fputc"
        | "__VERIFIER_atomic_begin"
        | "__VERIFIER_atomic_end"
        | "srand" => inputs::output(context, call),
        _ => Err(Interrupt::gave_up(format!("the function `{name}` is neither defined nor known"))),
    }
}
