//! What comes of executing an instruction.

use crate::configuration::Configuration;
use crate::reason::Reason;
use interpreter::FaultKind;
use pure_logic::term::Atom;
use pure_logic::{Fact, Term};
use source::Span;
use symbolic_heap::InstanceId;

/// One of the ways in which an instruction can end.
#[derive(Clone, Debug)]
pub enum Outcome {
    /// Execution goes on with the next instruction.
    Continue(Configuration),
    /// An error may happen: in the configuration, its facts include the condition for it.
    Fault(Fault, Configuration),
    /// The program ends here as it should (`exit`, `abort`).
    Exit(Configuration),
    /// The instruction needs memory at an address of which the state does not say what is there.
    Missing(Missing, Configuration),
    /// What happens then is not known.
    GaveUp(GaveUp),
}

/// What is to be at an address.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Wanted {
    /// So many bytes.
    Bytes,
    /// Bytes up to a zero.
    Text,
    /// An open stream.
    Stream,
}

/// Memory that a state says nothing about: a caller may own it.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Missing {
    pub address: Term,
    /// How many bytes are needed there.
    pub bytes: Term,
    /// They are read, and not only written.
    pub is_read: bool,
    pub wanted: Wanted,
    pub reason: String,
    pub span: Span,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    pub kind: FaultKind,
    pub message: String,
    pub span: Span,
    /// The block concerned, if one is.
    pub block: Option<Atom>,
}

/// The analysis does not know what happens, with the reason and the place.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct GaveUp {
    pub reason: Reason,
    pub span: Span,
}

/// What an operation lacks to go on.
#[derive(Clone, Debug)]
pub enum Interrupt {
    /// It depends on this fact: go on with it and, separately, without it.
    Split(Fact),
    /// The fact must hold; where it does not, there is an error.
    Require { fact: Fact, kind: FaultKind, message: String, block: Option<Atom> },
    /// The first node of the segment at this position is needed.
    UnfoldFirst(usize),
    /// The last node of the segment at this position is needed.
    UnfoldLast(usize),
    /// The first node of this instance is needed.
    ExposeRoot(InstanceId),
    /// The node before the hole of this instance is needed.
    ExposeBeforeHole(InstanceId),
    /// What the element at these bytes of an array owns is needed.
    ExposeElement { array: Atom, run: (Term, Term) },
    /// The places of the zeros of strings that may have one of these bytes are needed.
    OpenTexts { block: Atom, run: (Term, Term) },
    /// The first chunk of the run of tiles that begins at `start` is needed, or the one at `place` inside of it.
    ExposeChunk { block: Atom, start: Term, place: Term },
    /// The chunk that begins at `place` is needed, whatever run of tiles it belongs to.
    ExposeStart { block: Atom, place: Term },
    /// An element of an array is needed of which it is not known in which of its runs it lies, which depends on this fact.
    SpreadElements { array: Atom, run: (Term, Term), undecided: Fact, reason: String },
    /// There is an error, whatever the facts.
    Fault { kind: FaultKind, message: String, block: Option<Atom> },
    /// The state says nothing about the memory at this address; why it is needed.
    Missing { address: Term, bytes: Term, is_read: bool, wanted: Wanted, reason: String },
    /// It cannot be told what happens.
    GaveUp(Reason),
    /// Nothing happens any more: the assumption of the program does not hold.
    Vanish,
    /// The program ends.
    Exit,
}

/// The result of an operation that may be interrupted.
pub type Step<T> = Result<T, Interrupt>;

impl Interrupt {
    pub fn gave_up(reason: impl Into<Reason>) -> Interrupt {
        Interrupt::GaveUp(reason.into())
    }

    /// The program uses something that has no model.
    pub fn not_modelled(what: impl Into<String>) -> Interrupt {
        Interrupt::GaveUp(Reason::not_modelled(what))
    }

    /// What is missing, if anything is, is a string.
    #[must_use]
    pub fn of_text(self) -> Interrupt {
        match self {
            Interrupt::Missing { address, bytes, is_read, wanted: _, reason } => {
                Interrupt::Missing { address, bytes, is_read, wanted: Wanted::Text, reason }
            }
            other => other,
        }
    }

    pub fn fault(kind: FaultKind, message: impl Into<String>) -> Interrupt {
        Interrupt::Fault { kind, message: message.into(), block: None }
    }
}
