//! How a state came about: what a report tells and a replay needs.

use interpreter::ChoiceKind;
use pure_logic::Term;
use pure_logic::term::Atom;
use source::Span;
use std::sync::Arc;

/// What happened on a path.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event {
    /// Something was chosen from outside; the term is what the replay must supply.
    Choice {
        kind: ChoiceKind,
        term: Term,
        bits: u32,
        span: Span,
    },
    /// The program read from standard input.
    Read {
        piece: ReadPiece,
        span: Span,
    },
    /// What was read last was put to this address.
    Placed {
        address: Term,
    },
    /// The text at an address was taken for a number, to this base.
    Parsed {
        address: Term,
        number: Term,
        base: u32,
    },
    /// The program was started with so many arguments, its name included.
    Started {
        count: Term,
    },
    /// The argument with this number is such a string.
    Argument {
        index: Term,
        string: Atom,
        length: Term,
    },
    /// A branch went one way: what comes after it is one decision further away.
    Branch,
    Allocated {
        span: Span,
    },
    Freed {
        span: Span,
    },
    Called {
        name: Arc<str>,
        span: Span,
    },
    Returned {
        span: Span,
    },
    /// A function of an unknown caller was called, and returned.
    CalledBack {
        span: Span,
    },
}

/// What standard input has to contain next, so that the program reads what it reads on a path.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ReadPiece {
    /// A byte with this value.
    Byte(Term),
    /// These bytes.
    Text(Vec<u8>),
    /// So many bytes of any kind, none of which ends a word.
    Filler(Term),
    /// As `Filler`, and then the end of the line.
    Line(Term),
    /// A number in decimal, and then a space.
    Number(Term),
    /// A number in hexadecimal, and then a space.
    Hexadecimal(Term),
    /// Nothing: the input is over.
    End,
}

/// A persistent list of events, newest first.
#[derive(Clone, Default, Debug)]
pub struct Path {
    head: Option<Arc<Link>>,
    /// The path stands for itself alone: nothing was folded, joined or approximated on it.
    /// Otherwise the first reason why not.
    inexact: Option<&'static str>,
    /// Something else than what other functions do was approximated.
    is_imprecise: bool,
    /// Whole states were: executions were joined, or a call was taken to do what its contract says.
    is_joined: bool,
    /// The way was decided by something of the caller that the precondition does not tell ([`crate::told`]).
    is_decided_by_untold: bool,
    /// It ended in an error that every execution on it makes, whatever its numbers are.
    is_inevitable: bool,
    /// The last call of a function of the library that the path came to without anything approximated.
    precise_up_to: Option<Span>,
    /// Something else than what is read from outside was approximated.
    is_imprecise_beside_input: bool,
    /// Something was read from outside since that call began.
    reads_outside: bool,
    length: usize,
}

#[derive(Debug)]
struct Link {
    event: Event,
    rest: Option<Arc<Link>>,
}

impl Drop for Link {
    /// Long paths are dropped in a loop, not by recursion.
    fn drop(&mut self) {
        let mut rest = self.rest.take();
        while let Some(link) = rest {
            match Arc::try_unwrap(link) {
                Ok(mut link) => rest = link.rest.take(),
                Err(_) => break,
            }
        }
    }
}

impl Path {
    pub fn push(&mut self, event: Event) {
        self.head = Some(Arc::new(Link { event, rest: self.head.take() }));
        self.length += 1;
    }

    /// The states on this path may be more than those that can be reached.
    pub fn approximate(&mut self, why: &'static str) {
        self.approximate_input(why);
        self.is_imprecise_beside_input = true;
    }

    /// Bytes from outside are not known. How many there are is any number that the function allows.
    pub fn approximate_input(&mut self, why: &'static str) {
        self.inexact.get_or_insert(why);
        self.is_imprecise = true;
    }

    /// A function of the library is called here.
    pub fn enter_library(&mut self, span: Span) {
        self.precise_up_to = (self.is_precise() && !self.is_decided_by_untold).then_some(span);
        self.reads_outside = false;
    }

    /// How much is read is decided from outside.
    pub fn read_outside(&mut self) {
        self.reads_outside = true;
    }

    /// Executions come to this call as the path says, and in it the error at the end of the path happens whatever its numbers are,
    /// or because of what is read there.
    pub fn fails_in_library(&self, span: Span) -> bool {
        let is_decided_here = self.is_inevitable && !self.is_decided_by_untold;
        self.precise_up_to == Some(span)
            && (is_decided_here || self.reads_outside && !self.is_imprecise_beside_input)
    }

    /// From here on the state stands for several executions, and perhaps for none.
    pub fn join(&mut self, why: &'static str) {
        self.approximate(why);
        self.is_joined = true;
    }

    pub fn is_joined(&self) -> bool {
        self.is_joined
    }

    /// It is assumed what a function does that is not there.
    pub fn assume(&mut self, why: &'static str) {
        self.inexact.get_or_insert(why);
    }

    /// The states are those that can be reached, if functions that are not there do what is assumed of them.
    pub fn is_precise(&self) -> bool {
        !self.is_imprecise
    }

    pub fn is_exact(&self) -> bool {
        self.inexact.is_none()
    }

    /// Other callers, for whom the same is told, may go another way.
    pub fn decide_by_untold(&mut self) {
        self.is_decided_by_untold = true;
    }

    pub fn is_decided_by_untold(&self) -> bool {
        self.is_decided_by_untold
    }

    /// No numbers with which an execution comes here keep it from the error at the end of the path.
    pub fn end_inevitably(&mut self) {
        self.is_inevitable = true;
    }

    pub fn is_inevitable(&self) -> bool {
        self.is_inevitable
    }

    pub fn why_inexact(&self) -> Option<&'static str> {
        self.inexact
    }

    pub fn len(&self) -> usize {
        self.length
    }

    pub fn is_empty(&self) -> bool {
        self.length == 0
    }

    /// Oldest first.
    pub fn events(&self) -> Vec<&Event> {
        let mut events = Vec::with_capacity(self.length);
        let mut link = self.head.as_deref();
        while let Some(current) = link {
            events.push(&current.event);
            link = current.rest.as_deref();
        }
        events.reverse();
        events
    }
}
