//! Functions of the library that call functions of the program.
//!
//! They do not call on the host's stack: each keeps its state here, asks for a call, and is resumed with the
//! result. So sorting with a comparison that sorts, and so on, is bounded by the call depth alone.

use crate::fault::FaultKind;
use crate::library::Argument;
use crate::library::searching::Search;
use crate::library::sorting::Sort;
use crate::machine::{Activation, Machine, Step, Stop};
use crate::memory::Violation;
use crate::options::Exit;
use crate::value::{Value, WideValue};
use ir::{FunctionId, Scalar};

/// What a waiting library function wants next.
pub(crate) enum Next {
    /// Call this function of the program and resume with its result.
    Call(FunctionId, Vec<Argument>),
    /// Go on as another one.
    Become(Native),
    /// It is done; this is its result.
    Return(Option<WideValue>),
}

/// What came of calling a function from inside the library.
pub(crate) enum Invoked {
    /// It is active now.
    Entered,
    /// It was one of the library and has already returned.
    Returned(Option<WideValue>),
}

/// A library function that waits for a function of the program.
#[derive(Debug)]
pub(crate) enum Native {
    Program(Program),
    Exiting(Exiting),
    /// The function that a caller of this crate asked for.
    Single,
    Sort(Sort),
    Search(Search),
}

/// The run of a program from its constructors to its end.
#[derive(Debug)]
pub(crate) struct Program {
    pub main: FunctionId,
    pub arguments: Vec<Argument>,
    /// How many constructors have been called; one more when `main` has been.
    pub done: usize,
}

/// The end of a program: handlers, then destructors.
#[derive(Debug)]
pub(crate) struct Exiting {
    pub status: i32,
    pub destructors_done: usize,
}

impl Machine<'_> {
    /// Pushes a waiting function; it is started when the machine runs on.
    pub(crate) fn push_native(&mut self, native: Native) -> Step<()> {
        if self.activations.len() >= self.limits.call_depth {
            let message = format!("more than {} functions are active", self.limits.call_depth);
            return Err(Violation::new(FaultKind::RecursionLimit, message).into());
        }
        self.activations.push(Activation::Native(Box::new(native)));
        Ok(())
    }

    /// Lets the innermost activation, a waiting function, go on. `None` also at its start.
    pub(crate) fn resume_native(&mut self, returned: Option<WideValue>) -> Step<()> {
        let mut returned = returned;
        loop {
            let Some(Activation::Native(mut native)) = self.activations.pop() else { return Ok(()) };
            // Whatever it reports happens at the call that it belongs to.
            if let Some(Activation::Code(caller)) = self.activations.last() {
                self.position = caller.position;
            }
            let next = match &mut *native {
                Native::Program(program) => self.next_of_program(program, returned)?,
                Native::Exiting(exiting) => self.next_of_exit(exiting)?,
                Native::Single => return Err(Stop::Returned(returned)),
                Native::Sort(sort) => sort.resume(self, returned)?,
                Native::Search(search) => search.resume(self, returned)?,
            };
            match next {
                Next::Call(function, arguments) => {
                    self.activations.push(Activation::Native(native));
                    match self.invoke(function, &arguments)? {
                        Invoked::Entered => return Ok(()),
                        Invoked::Returned(value) => returned = value,
                    }
                }
                Next::Become(native) => {
                    self.activations.push(Activation::Native(Box::new(native)));
                    returned = None;
                }
                Next::Return(value) => return self.finish_call(value),
            }
        }
    }

    fn next_of_program(&mut self, program: &mut Program, returned: Option<WideValue>) -> Step<Next> {
        let constructors = &self.module.constructors;
        let done = program.done;
        program.done += 1;
        if let Some(&constructor) = constructors.get(done) {
            return Ok(Next::Call(constructor, Vec::new()));
        }
        if done == constructors.len() {
            return Ok(Next::Call(program.main, program.arguments.clone()));
        }
        // `main` has returned; its locals no longer hold any memory.
        self.look_for_lost_memory()?;
        let status = match returned {
            Some(value) => {
                self.require_defined(value, "the exit status")?;
                value.bits as i32
            }
            // Reaching the end of `main` means success.
            None => 0,
        };
        Ok(Next::Become(Native::Exiting(Exiting { status, destructors_done: 0 })))
    }

    fn next_of_exit(&mut self, exiting: &mut Exiting) -> Step<Next> {
        if let Some((handler, argument)) = self.library.exit_handlers.pop() {
            return Ok(Next::Call(handler, argument.into_iter().collect()));
        }
        if let Some(&destructor) = self.module.destructors.get(exiting.destructors_done) {
            exiting.destructors_done += 1;
            return Ok(Next::Call(destructor, Vec::new()));
        }
        self.look_for_lost_memory()?;
        self.look_for_memory_not_freed()?;
        Err(Stop::Exit(Exit::Status(exiting.status & 0xff)))
    }

    /// Starts the end of the program, as `exit` does.
    pub(crate) fn begin_exit(&mut self, status: i32) -> Step<()> {
        self.push_native(Native::Exiting(Exiting { status, destructors_done: 0 }))
    }

    /// Ends the program at once, as `abort` does; whatever is allocated then was never freed.
    pub(crate) fn abort_program<T>(&mut self) -> Step<T> {
        self.look_for_lost_memory()?;
        self.look_for_memory_not_freed()?;
        Err(Stop::Exit(Exit::Aborted))
    }

    /// Starts the program.
    pub(crate) fn begin_program(&mut self, main: FunctionId, arguments: Vec<Argument>) -> Step<()> {
        self.push_native(Native::Program(Program { main, arguments, done: 0 }))
    }
}

impl Native {
    /// The pointers that the waiting function holds.
    pub(crate) fn for_each_value(&self, mut visit: impl FnMut(Value)) {
        match self {
            Native::Program(program) => {
                program.arguments.iter().for_each(|argument| visit(argument.value.low()));
            }
            Native::Exiting(_) | Native::Single => {}
            Native::Sort(sort) => visit(sort.base),
            Native::Search(search) => {
                visit(search.base);
                visit(search.key);
            }
        }
    }
}

/// A pointer as an argument.
pub(crate) fn pointer_argument(machine: &Machine<'_>, value: Value) -> Argument {
    let scalar = if machine.memory.pointer_bytes == 4 { Scalar::I32 } else { Scalar::I64 };
    Argument { value: value.into(), scalar }
}
