//! What can go wrong in a run, and the report of one such event as plain data.

use source::{Diagnostic, Span};
use std::fmt;

macro_rules! fault_kinds {
    ($($(#[doc = $doc:literal])+ $name:ident = $id:literal, $cwe:expr, $class:ident;)+) => {
        /// One kind of error. Its documentation line is also what [`FaultKind::description`] returns.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[repr(u8)]
        pub enum FaultKind {
            $($(#[doc = $doc])+ $name,)+
        }

        impl FaultKind {
            /// Every kind, in the order of declaration.
            pub const ALL: &'static [FaultKind] = &[$(FaultKind::$name),+];

            /// The stable identifier in kebab case.
            pub fn id(self) -> &'static str {
                match self { $(FaultKind::$name => $id),+ }
            }

            /// The number in the Common Weakness Enumeration; 0 where none fits.
            pub fn cwe(self) -> u32 {
                match self { $(FaultKind::$name => $cwe),+ }
            }

            pub fn class(self) -> FaultClass {
                match self { $(FaultKind::$name => FaultClass::$class),+ }
            }

            /// What the kind means, in one or two sentences.
            pub fn description(self) -> &'static str {
                match self { $(FaultKind::$name => concat!($($doc),+).trim_ascii()),+ }
            }
        }
    };
}

/// What a kind says about the program.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum FaultClass {
    /// The C standard gives the execution no meaning.
    Undefined,
    /// Memory was lost.
    Leak,
    /// The program itself says that something is wrong.
    Assertion,
    /// Legal on the machines of this world, or so common that it is reported only on request.
    OnRequest,
    /// The interpreter cannot go on: nothing is said about the program.
    Limit,
}

fault_kinds! {
    /// A null pointer, or a pointer computed from one, is dereferenced.
    NullDereference = "null-dereference", 476, Undefined;
    /// Memory is accessed after it was freed.
    UseAfterFree = "use-after-free", 416, Undefined;
    /// An access lies outside the block that the pointer points into.
    OutOfBounds = "out-of-bounds", 119, Undefined;
    /// A local is accessed after its lifetime has ended.
    UseAfterScope = "use-after-scope", 562, Undefined;
    /// An address is dereferenced that belongs to no block.
    NoProvenance = "no-provenance", 822, Undefined;
    /// A string literal or a `const` object is written.
    WriteToConstant = "write-to-constant", 758, Undefined;
    /// A block is freed twice.
    DoubleFree = "double-free", 415, Undefined;
    /// A pointer is freed that does not point to the start of its block.
    FreeInsideBlock = "free-inside-block", 761, Undefined;
    /// A pointer is freed that does not point to memory from `malloc`.
    FreeNotHeap = "free-not-heap", 590, Undefined;
    /// The last reference to a heap block has disappeared while the program runs.
    MemoryLost = "memory-lost", 401, Leak;
    /// A heap block that is still referenced was not freed when the program ended.
    NotFreedAtExit = "not-freed-at-exit", 401, OnRequest;
    /// A value that was never initialised decides a branch, an address, a length, a call target or an output.
    UninitialisedUse = "uninitialised-use", 457, Undefined;
    /// The result of signed arithmetic does not fit into its type.
    SignedOverflow = "signed-overflow", 190, Undefined;
    /// An integer is divided by zero.
    DivisionByZero = "division-by-zero", 369, Undefined;
    /// A shift count is negative or not below the width.
    ShiftOutOfRange = "shift-out-of-range", 1335, Undefined;
    /// A signed value is shifted left and loses bits, or is negative.
    ShiftOverflow = "shift-overflow", 190, OnRequest;
    /// A floating-point value is converted to an integer type that cannot hold it.
    FloatToIntegerRange = "float-to-integer-range", 681, Undefined;
    /// Memory is copied between places that overlap, where that is forbidden.
    OverlappingCopy = "overlapping-copy", 475, Undefined;
    /// A library function reads past the end of memory because a string has no terminating zero.
    UnterminatedString = "unterminated-string", 170, Undefined;
    /// A library function is called with an argument outside what its description allows.
    BadArgument = "bad-argument", 628, Undefined;
    /// An assertion of the program does not hold.
    AssertionFailure = "assertion-failure", 617, Assertion;
    /// A place is reached that the program marks as an error (`reach_error`, `__VERIFIER_error`).
    ErrorReached = "error-reached", 617, Assertion;
    /// A place is reached that the program promises not to reach.
    UnreachableReached = "unreachable-reached", 758, Undefined;
    /// A function is called through a pointer that does not point to a function.
    BadCallTarget = "bad-call-target", 824, Undefined;
    /// A function is called with arguments that do not fit its definition.
    WrongSignature = "wrong-signature", 685, Undefined;
    /// The result of a function is used that returned without a value.
    MissingReturnValue = "missing-return-value", 394, Undefined;
    /// `va_arg` and its relatives are used against their rules.
    VariadicMisuse = "variadic-misuse", 628, Undefined;
    /// The length of a variable-length array is not positive.
    BadArrayLength = "bad-array-length", 131, Undefined;
    /// `longjmp` goes to a place whose function has already returned.
    BadLongJump = "bad-long-jump", 825, Undefined;
    /// An access is not aligned to the size of what is accessed.
    MisalignedAccess = "misaligned-access", 758, OnRequest;
    /// Pointers into different blocks are compared by order or subtracted.
    UnrelatedPointers = "unrelated-pointers", 469, OnRequest;
    /// A construct is reached that the interpreter does not support.
    Unsupported = "unsupported", 0, Limit;
    /// Assembly code is reached.
    AssemblyReached = "assembly-reached", 0, Limit;
    /// A function or object is used that is neither defined nor modelled.
    UnknownExternal = "unknown-external", 0, Limit;
    /// Functions are nested deeper than the limit allows.
    RecursionLimit = "recursion-limit", 674, Limit;
    /// The run took more steps than the limit allows.
    StepLimit = "step-limit", 834, Limit;
    /// The run needs more memory than the limit allows.
    MemoryLimit = "memory-limit", 789, Limit;
    /// The run writes more output than the limit allows.
    OutputLimit = "output-limit", 0, Limit;
}

impl FaultKind {
    /// The kind with this identifier.
    pub fn from_id(id: &str) -> Option<FaultKind> {
        FaultKind::ALL.iter().copied().find(|kind| kind.id() == id)
    }
}

impl serde::Serialize for FaultKind {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.id())
    }
}

impl<'de> serde::Deserialize<'de> for FaultKind {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<FaultKind, D::Error> {
        let id = String::deserialize(deserializer)?;
        FaultKind::from_id(&id).ok_or_else(|| serde::de::Error::custom("no kind of fault has this name"))
    }
}

impl fmt::Display for FaultKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}

/// A set of kinds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FaultSet(u64);

impl FaultSet {
    pub const EMPTY: FaultSet = FaultSet(0);

    pub fn all() -> FaultSet {
        FaultKind::ALL.iter().fold(FaultSet::EMPTY, |set, &kind| set.with(kind))
    }

    /// What stops a run unless the caller says otherwise: undefined behaviour, lost memory, and what
    /// the program itself calls an error.
    pub fn default_stops() -> FaultSet {
        FaultKind::ALL
            .iter()
            .filter(|kind| kind.class() != FaultClass::OnRequest)
            .fold(FaultSet::EMPTY, |set, &kind| set.with(kind))
    }

    pub fn with(self, kind: FaultKind) -> FaultSet {
        FaultSet(self.0 | 1 << kind as u8)
    }

    pub fn without(self, kind: FaultKind) -> FaultSet {
        FaultSet(self.0 & !(1 << kind as u8))
    }

    pub fn contains(self, kind: FaultKind) -> bool {
        self.0 >> kind as u8 & 1 == 1
    }
}

impl Default for FaultSet {
    fn default() -> Self {
        FaultSet::default_stops()
    }
}

/// A function that was active, and where in it the run was.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CallSite {
    pub function: String,
    pub span: Span,
    /// How many activations were there: recursion passes the same place again and again.
    pub times: usize,
}

impl CallSite {
    fn describe(&self) -> String {
        match self.times {
            1 => format!("called from `{}`", self.function),
            2 => format!("called from `{}`, and once more", self.function),
            times => format!("called from `{}`, and {} more times", self.function, times - 1),
        }
    }
}

/// Where something happened: the place and the functions around it, innermost first, each place once.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Event {
    pub span: Span,
    pub call_stack: Vec<CallSite>,
}

/// A value that helps to understand a fault, e.g. `("index", "12")`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NamedValue {
    pub name: String,
    pub value: String,
}

/// The report of one error.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    pub kind: FaultKind,
    /// Where the program was.
    pub span: Span,
    /// What went wrong, with the values involved, in one sentence without a full stop.
    pub message: String,
    /// Where the block concerned was allocated or declared.
    pub allocated_at: Option<Event>,
    /// Where the block concerned was freed, or where its lifetime ended.
    pub freed_at: Option<Event>,
    /// The active functions, innermost first, each place once.
    pub call_stack: Vec<CallSite>,
    pub values: Vec<NamedValue>,
    pub subject: Subject,
    /// How many steps the run had taken.
    pub step: u64,
}

/// What the value that is wrong was used as.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Subject {
    /// A number, or anything that is not told apart from one.
    #[default]
    Value,
    /// The address of an access.
    Address,
    /// What is freed.
    Freed,
}

impl Fault {
    pub fn new(kind: FaultKind, message: impl Into<String>) -> Fault {
        Fault {
            kind,
            span: Span::NONE,
            message: message.into(),
            allocated_at: None,
            freed_at: None,
            call_stack: Vec::new(),
            values: Vec::new(),
            subject: Subject::Value,
            step: 0,
        }
    }

    pub fn with_value(mut self, name: &str, value: impl fmt::Display) -> Fault {
        self.values.push(NamedValue { name: name.to_owned(), value: value.to_string() });
        self
    }

    /// The report as a message about source text, with a label for every further place.
    pub fn to_diagnostic(&self) -> Diagnostic {
        let mut diagnostic = Diagnostic::error(self.kind.id(), self.span, self.message.clone());
        if let Some(event) = &self.allocated_at {
            diagnostic = diagnostic.with_label(event.span, "allocated here");
        }
        if let Some(event) = &self.freed_at {
            let text = match self.kind {
                FaultKind::UseAfterScope => "its lifetime ended here",
                _ => "freed here",
            };
            diagnostic = diagnostic.with_label(event.span, text);
        }
        // The innermost entry is the place of the fault itself.
        for site in self.call_stack.iter().skip(1) {
            diagnostic = diagnostic.with_label(site.span, site.describe());
        }
        if !self.values.is_empty() {
            let values: Vec<String> =
                self.values.iter().map(|value| format!("{} = {}", value.name, value.value)).collect();
            diagnostic = diagnostic.with_help(values.join(", "));
        }
        diagnostic
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn identifiers_are_unique_and_found_again() {
        for &kind in FaultKind::ALL {
            assert_eq!(FaultKind::from_id(kind.id()), Some(kind));
            assert!(kind.id().bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-'));
            assert!(kind.description().ends_with('.'), "{kind}");
        }
        assert!(FaultKind::ALL.len() <= 64);
    }

    #[test]
    fn the_default_set_leaves_out_what_is_reported_on_request_only() {
        let set = FaultSet::default_stops();
        assert!(set.contains(FaultKind::MemoryLost) && set.contains(FaultKind::SignedOverflow));
        assert!(!set.contains(FaultKind::NotFreedAtExit) && !set.contains(FaultKind::MisalignedAccess));
        assert!(!set.without(FaultKind::MemoryLost).contains(FaultKind::MemoryLost));
    }
}
