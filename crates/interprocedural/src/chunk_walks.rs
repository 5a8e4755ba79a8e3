//! Whether a program walks through chunks: it computes an address from a word that it has read, and reads there again.
//!
//! ```text
//!   size = *p;  p = p + size;  size = *p;  …        at = at + sizes[at];  …        p = behind(p), which reads the size;  …
//! ```
//!
//! This only decides which proof is tried. It is found by following registers without regard to the order of instructions.

use ir::{Body, Callee, FunctionId, InstructionKind, Module, Operand, RegisterId, TerminatorKind};
use std::collections::{BTreeMap, BTreeSet};

/// A register, and whether what it holds was used as an index on the way to it.
type Reached = (RegisterId, bool);

/// Where the values of registers go.
#[derive(Default)]
struct Flow {
    /// From an operand to a destination; whether the operand is an index of the address that is computed.
    edges: BTreeMap<RegisterId, Vec<Reached>>,
    /// Where words are read: the address, and where the word goes.
    loads: Vec<(RegisterId, RegisterId)>,
}

/// Whether some function walks through chunks.
pub(crate) fn walks_through_chunks(module: &Module) -> bool {
    let bodies = || {
        let functions = module.functions.iter();
        functions.filter_map(|(id, function)| function.body.as_ref().map(|body| (id, body)))
    };
    let steps: BTreeSet<FunctionId> =
        bodies().filter(|(_, body)| reads_an_index(body)).map(|(id, _)| id).collect();
    bodies().any(|(_, body)| has_walk(body, &steps))
}

/// Whether a word that is read becomes the index of an address.
fn reads_an_index(body: &Body) -> bool {
    let flow = Flow::of(body, &BTreeSet::new());
    flow.loads.iter().any(|load| flow.reached_from(load.1).iter().any(|reached| reached.1))
}

/// Whether a word that is read becomes the index of an address from which it is read again.
fn has_walk(body: &Body, steps: &BTreeSet<FunctionId>) -> bool {
    let flow = Flow::of(body, steps);
    flow.loads.iter().any(|&(address, word)| flow.reached_from(word).contains(&(address, true)))
}

/// Whether lists are walked whose nodes lie at addresses that are computed: a word that is read is the address from which it is read again,
/// and an address with an index that is not constant is one at which a word is stored, and is stored or returned itself.
pub(crate) fn links_chunks(module: &Module) -> bool {
    let bodies = || module.functions.iter().filter_map(|(_, function)| function.body.as_ref());
    bodies().any(has_list_walk) && bodies().any(computes_headers)
}

/// Whether chunks are walked through whose headers are written at addresses that are computed.
pub(crate) fn divides_chunks(module: &Module) -> bool {
    let mut bodies = module.functions.iter().filter_map(|(_, function)| function.body.as_ref());
    bodies.any(computes_headers) && walks_through_chunks(module)
}

fn has_list_walk(body: &Body) -> bool {
    let flow = Flow::of(body, &BTreeSet::new());
    flow.loads.iter().any(|&(address, word)| flow.reached_from(word).contains(&(address, false)))
}

/// Whether a word is stored at an address that was computed with an index, and that goes on to others.
fn computes_headers(body: &Body) -> bool {
    let flow = Flow::of(body, &BTreeSet::new());
    let instructions = || body.blocks.iter().flat_map(|(_, block)| &block.instructions);
    let (mut written, mut leaving) = (BTreeSet::new(), BTreeSet::new());
    for instruction in instructions() {
        match &instruction.kind {
            InstructionKind::Store { address, value, .. } => {
                written.extend(register(*address));
                leaving.extend(register(*value));
            }
            InstructionKind::Call { arguments, .. } => {
                leaving.extend(arguments.iter().copied().filter_map(register))
            }
            _ => {}
        }
    }
    for (_, block) in body.blocks.iter() {
        if let TerminatorKind::Return(Some(value)) = &block.terminator.kind {
            leaving.extend(register(*value));
        }
    }
    instructions().any(|instruction| match &instruction.kind {
        InstructionKind::PtrAdd { destination, index: Operand::Register(_), .. } => {
            let reached: BTreeSet<RegisterId> =
                flow.reached_from(*destination).into_iter().map(|reached| reached.0).collect();
            !reached.is_disjoint(&written) && !reached.is_disjoint(&leaving)
        }
        _ => false,
    })
}

fn register(operand: Operand) -> Option<RegisterId> {
    match operand {
        Operand::Register(register) => Some(register),
        Operand::Constant(_) | Operand::Global(..) | Operand::Function(_) => None,
    }
}

impl Flow {
    fn of(body: &Body, steps: &BTreeSet<FunctionId>) -> Flow {
        let mut flow = Flow::default();
        for instruction in body.blocks.iter().flat_map(|(_, block)| &block.instructions) {
            match &instruction.kind {
                InstructionKind::Copy { destination, source } => flow.note(*source, *destination, false),
                InstructionKind::Unary { destination, operand, .. }
                | InstructionKind::Convert { destination, operand, .. } => {
                    flow.note(*operand, *destination, false);
                }
                InstructionKind::Binary { destination, left, right, .. } => {
                    flow.note(*left, *destination, false);
                    flow.note(*right, *destination, false);
                }
                InstructionKind::PtrAdd { destination, base, index, .. } => {
                    flow.note(*base, *destination, false);
                    flow.note(*index, *destination, true);
                }
                InstructionKind::PtrSub { destination, left, right, .. } => {
                    flow.note(*left, *destination, false);
                    flow.note(*right, *destination, false);
                }
                InstructionKind::Load { destination, address: Operand::Register(address), .. }
                | InstructionKind::LoadBits { destination, address: Operand::Register(address), .. } => {
                    flow.loads.push((*address, *destination));
                }
                // Such a function is a step of the walk: it reads, and computes the address behind.
                InstructionKind::Call {
                    destination: Some(destination),
                    callee: Callee::Direct(callee),
                    arguments,
                    ..
                } if steps.contains(callee) => {
                    for argument in arguments {
                        flow.note(*argument, *destination, true);
                        if let Operand::Register(address) = *argument {
                            flow.loads.push((address, *destination));
                        }
                    }
                }
                _ => {}
            }
        }
        flow
    }

    fn note(&mut self, from: Operand, to: RegisterId, is_index: bool) {
        if let Operand::Register(from) = from {
            self.edges.entry(from).or_default().push((to, is_index));
        }
    }

    fn reached_from(&self, start: RegisterId) -> BTreeSet<Reached> {
        let mut reached = BTreeSet::from([(start, false)]);
        let mut work = vec![(start, false)];
        while let Some((register, was_index)) = work.pop() {
            for &(next, is_index) in self.edges.get(&register).into_iter().flatten() {
                let next = (next, was_index || is_index);
                if reached.insert(next) {
                    work.push(next);
                }
            }
        }
        reached
    }
}
