//! The façade of the tool: from text to results, without input or output.
//!
//! [`front_end`] turns preprocessed C into verified IR. The passes are listed in one table
//! ([`Pass`]), each with a description and a timer. They run on a thread with a stack of their own
//! that is large enough for the deepest input the parser accepts, and a defect of the tool that
//! makes a pass panic becomes a message like any other.
//!
//! [`check_closed`] analyses a program that starts at `main`, and says what was proved, what was
//! found, and what stayed open.

mod closed;
mod front_end;
mod library_models;
mod limits;
mod loop_invariants;
mod models;
mod narration;
mod open;
mod pass;
mod printed;
mod stack;
mod statistics;
mod story;
mod targets;

pub use closed::{
    Certain, Closed, Conclusion, KnownState, OpenQuestion, Possible, Property, Question, check_closed,
    link_modules, past_lost_memory,
};
pub use front_end::{FrontEnd, Input, PLAIN_CHAR_IS_UNSIGNED, front_end, front_end_here, front_ends};
pub use interprocedural::open::OpenFunction;
pub use interprocedural::open::completeness::{Completeness, Coverage, completeness};
pub use interprocedural::open::execute::{Execution, execute};
pub use interprocedural::{CallOnPath, Effort, Happening};
pub use library_models::{with_models, with_models_for_execution};
pub use loop_invariants::{Clause, LoopInvariant};
pub use models::{Model, apply_models, called_members, suggestion};
pub use narration::{Moment, Name, Occurrence, Operand, narrate};
pub use open::{
    CallerBlock, CallerMemory, Contract, FunctionContracts, Harness, HarnessCase, Home, Keep, Key, Notation,
    OpenError, Outcome, Purpose, Rules, Word, Workers, contracts, contracts_as_they_come, contracts_by,
    field_name, harness, open_functions, parameter_types, unreached_functions,
};
pub use pass::{Pass, PassTimes};
pub use printed::{Printed, execute_printed};
pub use pure_logic::{Layer, Statistics as SolverStatistics};
pub use stack::on_large_stack;
pub use statistics::Statistics;
pub use story::StoryStep;
pub use symbolic_execution::{Stop, StopReason, StopSignal};
pub use targets::{Target, Unit, targets};
