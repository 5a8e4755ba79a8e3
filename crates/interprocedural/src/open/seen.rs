//! What is seen of a call from outside: the memory before and after it, as bytes.

use interpreter::{BlockKind, Exit, FunctionOutcome, Machine, Value, WideValue};
use std::collections::BTreeMap;

/// The blocks that are there, by their addresses.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Memory {
    pub blocks: BTreeMap<u64, SeenBlock>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SeenBlock {
    pub kind: BlockKind,
    /// Of a global or function.
    pub name: Option<String>,
    /// `None` where nothing was stored.
    pub bytes: Vec<Option<u8>>,
}

/// How a call ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum End {
    /// With these bits, if the function has a result and it is initialised.
    Returned(Option<u128>),
    EndsProgram,
    Fails(String),
}

/// One call.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Seen {
    /// The bits of the arguments.
    pub arguments: Vec<u128>,
    pub before: Memory,
    pub after: Memory,
    pub end: End,
}

/// Who hears of calls.
pub type Observer<'o> = Option<&'o mut dyn FnMut(Seen)>;

impl Memory {
    pub fn of(machine: &Machine<'_>) -> Memory {
        let alive = machine.blocks().into_iter().filter(|view| view.is_alive);
        let blocks = alive.map(|view| {
            let bytes = view.bytes.iter().zip(view.initialised);
            let bytes = bytes.map(|(&byte, &mask)| (mask == 0xff).then_some(byte)).collect();
            (view.base, SeenBlock { kind: view.kind, name: view.name.map(str::to_owned), bytes })
        });
        Memory { blocks: blocks.collect() }
    }
}

impl Seen {
    /// A call that ended so; `None` if it did not. The caller keeps the blocks at these addresses.
    pub fn of(
        machine: &Machine<'_>,
        before: Memory,
        arguments: &[WideValue],
        kept: &[Value],
        outcome: &FunctionOutcome,
    ) -> Option<Seen> {
        let end = match outcome {
            FunctionOutcome::Returned(result) => {
                let mut roots = kept.to_vec();
                roots.extend(arguments.iter().chain(result).map(|word| word.low()));
                match machine.unreachable_blocks(&roots).is_empty() {
                    true => {
                        End::Returned(result.filter(|result| result.undefined == 0).map(|word| word.bits))
                    }
                    false => End::Fails("memory is lost".to_owned()),
                }
            }
            // An execution in which an assumption does not hold is none.
            FunctionOutcome::Ended(Exit::AssumptionFailed) | FunctionOutcome::Stopped => return None,
            FunctionOutcome::Ended(_) => End::EndsProgram,
            FunctionOutcome::Faulted(fault) => End::Fails(format!("{} [{}]", fault.message, fault.kind.id())),
        };
        let arguments = arguments.iter().map(|word| word.bits).collect();
        Some(Seen { arguments, before, after: Memory::of(machine), end })
    }
}
