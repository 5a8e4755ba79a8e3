//! Blocks that are lost, and freed memory that is used, on every way through a function that is too hard as a whole.
//!
//! ```text
//!   p = malloc(n)      on all ways from there to this `return`: p is not null, is not freed, and nobody else gets its address
//!  ───────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
//!   the block is lost at this `return`
//!
//!   free(p)            on all ways to this access: p was freed, and has got no other value since
//!  ──────────────────────────────────────────────────────────────────────────────────────────────
//!   freed memory is accessed
//! ```
//!
//! A forward analysis of what holds on *all* ways to a place: where ways meet, only what they agree upon is kept. So no decision has to be
//! understood, and conditions that belong together (`if (flag) p = malloc(n); … if (flag) free(p);`) lead to nothing. What is told is an
//! error of every execution that comes to the place; whether one does is not known, so it is likely at most.
//! An address is known by the registers that hold it. Once it is stored or handed to a function that may keep it, nothing more is said
//! about its block being lost.

use super::reallocations::ALLOCATING;
use crate::limits::VISITS_OF_A_BLOCK;
use interpreter::FaultKind;
use ir::{
    BlockId, Body, Callee, Comparison, FunctionId, InstructionKind, Module, Operand, RegisterId,
    TerminatorKind,
};
use source::Span;
use std::collections::{BTreeMap, BTreeSet};

/// Functions of the library that keep nothing of what they are given.
const KEEPING_NOTHING: [&str; 33] = [
    "fclose",
    "fgets",
    "fprintf",
    "fputs",
    "fread",
    "fwrite",
    "memchr",
    "memcmp",
    "memcpy",
    "memmove",
    "memset",
    "printf",
    "puts",
    "read",
    "recv",
    "send",
    "snprintf",
    "sprintf",
    "strcat",
    "strchr",
    "strcmp",
    "strcpy",
    "strdup",
    "strlen",
    "strncat",
    "strncmp",
    "strncpy",
    "strndup",
    "strnlen",
    "strrchr",
    "strstr",
    "vsnprintf",
    "write",
];

/// Those of them that return an address in the block that their first argument leads to.
const RETURNING_FIRST: [&str; 12] = [
    "fgets", "memchr", "memcpy", "memmove", "memset", "strcat", "strchr", "strcpy", "strncat", "strncpy",
    "strrchr", "strstr",
];

/// What an execution makes of a block whatever way it takes.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Misuse {
    pub kind: FaultKind,
    pub span: Span,
    /// Where the block was allocated, or freed.
    pub before: Span,
}

/// A value that was made at this place: a block that was allocated here, or an address that was seen here first.
type Origin = (BlockId, usize);

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Status {
    /// Allocated here, and known to the registers of the function alone.
    Own(Span),
    Freed(Span),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Held {
    origin: Origin,
    /// The address itself, not one inside of the block.
    is_whole: bool,
}

/// What holds on all ways to a place.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct Known {
    held: BTreeMap<RegisterId, Held>,
    status: BTreeMap<Origin, Status>,
    /// Comparisons with null, and whether it is null where they hold.
    compared: BTreeMap<RegisterId, (Origin, bool)>,
}

impl Known {
    /// Where two ways meet.
    fn meet(&mut self, other: &Known) {
        self.held.retain(|register, held| other.held.get(register) == Some(held));
        self.status.retain(|origin, status| other.status.get(origin) == Some(status));
        self.compared.retain(|register, compared| other.compared.get(register) == Some(compared));
    }

    fn of(&self, operand: &Operand) -> Option<Held> {
        match operand {
            Operand::Register(register) => self.held.get(register).copied(),
            _ => None,
        }
    }

    fn forget_register(&mut self, register: RegisterId) {
        self.held.remove(&register);
        self.compared.remove(&register);
    }

    /// A new value, also where an earlier one was made in an earlier round of a loop.
    fn begin(&mut self, origin: Origin) {
        self.held.retain(|_, held| held.origin != origin);
        self.compared.retain(|_, compared| compared.0 != origin);
        self.status.remove(&origin);
    }

    /// Somebody else may have the address from here on.
    fn escape(&mut self, operand: &Operand) {
        if let Some(held) = self.of(operand)
            && matches!(self.status.get(&held.origin), Some(Status::Own(_)))
        {
            self.status.remove(&held.origin);
        }
    }

    /// On this way the value is null.
    fn is_null(&mut self, origin: Origin) {
        self.status.remove(&origin);
    }
}

struct Flow<'m> {
    module: &'m Module,
    body: &'m Body,
    found: BTreeSet<Misuse>,
}

/// The misuses of a function that all ways to a place agree upon.
pub fn misuses(module: &Module, function: FunctionId) -> Vec<Misuse> {
    let own = &module.functions[function];
    let Some(body) = &own.body else { return Vec::new() };
    let mut flow = Flow { module, body, found: BTreeSet::new() };
    let Some(before) = flow.known_before_blocks() else { return Vec::new() };
    flow.found.clear();
    for (id, known) in before {
        flow.go_through(id, known);
    }
    // What `main` leaves behind at its end is another question.
    let is_main = own.name == "main";
    flow.found.into_iter().filter(|misuse| !is_main || misuse.kind != FaultKind::MemoryLost).collect()
}

impl Flow<'_> {
    /// What holds before each block that can be reached. `None` if that takes too long.
    fn known_before_blocks(&mut self) -> Option<BTreeMap<BlockId, Known>> {
        let mut before = BTreeMap::from([(self.body.entry(), Known::default())]);
        let mut work = BTreeSet::from([self.body.entry()]);
        let mut budget = VISITS_OF_A_BLOCK * self.body.blocks.iter().count();
        while let Some(id) = work.pop_first() {
            budget = budget.checked_sub(1)?;
            for (successor, known) in self.go_through(id, before[&id].clone()) {
                match before.get_mut(&successor) {
                    None => {
                        before.insert(successor, known);
                        work.insert(successor);
                    }
                    Some(earlier) => {
                        let mut met = earlier.clone();
                        met.meet(&known);
                        if met != *earlier {
                            *earlier = met;
                            work.insert(successor);
                        }
                    }
                }
            }
        }
        Some(before)
    }

    /// What holds before the successors of a block.
    fn go_through(&mut self, id: BlockId, mut known: Known) -> Vec<(BlockId, Known)> {
        let block = &self.body.blocks[id];
        for (index, instruction) in block.instructions.iter().enumerate() {
            self.step(&mut known, (id, index), &instruction.kind, instruction.span);
        }
        match &block.terminator.kind {
            TerminatorKind::Return(result) => {
                if let Some(result) = result {
                    known.escape(result);
                }
                for status in known.status.values() {
                    if let Status::Own(before) = *status {
                        let span = block.terminator.span;
                        self.found.insert(Misuse { kind: FaultKind::MemoryLost, span, before });
                    }
                }
                Vec::new()
            }
            TerminatorKind::Branch { condition: Operand::Register(condition), then, otherwise } => {
                let (mut holds, mut fails) = (known.clone(), known.clone());
                if let Some((origin, is_null)) = known.compared.get(condition).copied() {
                    if is_null { holds.is_null(origin) } else { fails.is_null(origin) }
                } else if let Some(held) = known.held.get(condition).filter(|held| held.is_whole) {
                    fails.is_null(held.origin);
                }
                vec![(*then, holds), (*otherwise, fails)]
            }
            other => {
                let mut successors = Vec::new();
                other.for_each_successor(|successor| successors.push((successor, known.clone())));
                successors
            }
        }
    }

    fn step(&mut self, known: &mut Known, at: Origin, kind: &InstructionKind, span: Span) {
        match kind {
            InstructionKind::Copy { destination, source }
            | InstructionKind::Convert { destination, operand: source, .. } => {
                let held = Self::named(known, at, source);
                let compared = match source {
                    Operand::Register(register) => known.compared.get(register).copied(),
                    _ => None,
                };
                known.forget_register(*destination);
                known.held.extend(held.map(|held| (*destination, held)));
                known.compared.extend(compared.map(|compared| (*destination, compared)));
            }
            InstructionKind::PtrAdd { destination, base, .. } => {
                let held = Self::named(known, at, base);
                known.forget_register(*destination);
                known.held.extend(held.map(|held| (*destination, Held { is_whole: false, ..held })));
            }
            InstructionKind::Compare { destination, comparison, left, right, .. } => {
                let compared = Self::compared(known, *comparison, left, right);
                known.forget_register(*destination);
                known.compared.extend(compared.map(|compared| (*destination, compared)));
            }
            InstructionKind::Load { destination, address, .. }
            | InstructionKind::LoadBits { destination, address, .. } => {
                self.access(known, address, span);
                known.forget_register(*destination);
            }
            InstructionKind::Store { address, value, .. }
            | InstructionKind::StoreBits { address, value, .. } => {
                self.access(known, address, span);
                known.escape(value);
            }
            InstructionKind::BlockCopy { destination, source, .. } => {
                self.access(known, destination, span);
                self.access(known, source, span);
            }
            InstructionKind::BlockSet { destination, .. } => self.access(known, destination, span),
            InstructionKind::Call { destination, callee, arguments, .. } => {
                self.call(known, at, span, (callee, arguments, *destination));
            }
            InstructionKind::Undefine { destination } => known.forget_register(*destination),
            other => {
                other.for_each_operand(|operand| known.escape(operand));
                other.for_each_written_register(|register| known.forget_register(register));
            }
        }
    }

    /// What a register holds. A value that was not seen before gets a name, so that its copies are known to be the same.
    fn named(known: &mut Known, at: Origin, operand: &Operand) -> Option<Held> {
        let Operand::Register(register) = operand else { return None };
        if let Some(held) = known.held.get(register) {
            return Some(*held);
        }
        if known.compared.contains_key(register) {
            return None;
        }
        known.begin(at);
        let held = Held { origin: at, is_whole: true };
        known.held.insert(*register, held);
        Some(held)
    }

    /// What a comparison says about a value being null.
    fn compared(
        known: &Known,
        comparison: Comparison,
        left: &Operand,
        right: &Operand,
    ) -> Option<(Origin, bool)> {
        let is_zero = |operand: &Operand| matches!(operand, Operand::Constant(number) if number.bits() == 0);
        let other = match (is_zero(left), is_zero(right)) {
            (true, false) => right,
            (false, true) => left,
            _ => return None,
        };
        let holds_at_zero = match comparison {
            Comparison::Equal => true,
            Comparison::NotEqual => false,
            _ => return None,
        };
        let Operand::Register(register) = other else { return None };
        if let Some((origin, is_null)) = known.compared.get(register) {
            // That a comparison is zero says that it does not hold.
            return Some((*origin, *is_null != holds_at_zero));
        }
        let held = known.held.get(register).filter(|held| held.is_whole)?;
        Some((held.origin, holds_at_zero))
    }

    /// Memory is accessed at an address.
    fn access(&mut self, known: &Known, address: &Operand, span: Span) {
        if let Some(held) = known.of(address)
            && let Some(Status::Freed(before)) = known.status.get(&held.origin)
        {
            self.found.insert(Misuse { kind: FaultKind::UseAfterFree, span, before: *before });
        }
    }

    fn call(
        &mut self,
        known: &mut Known,
        at: Origin,
        span: Span,
        (callee, arguments, destination): (&Callee, &[Operand], Option<RegisterId>),
    ) {
        let library = match callee {
            Callee::Direct(callee) => passes_on(self.module, *callee),
            Callee::Indirect(_) => None,
        };
        let name = library.as_ref().map(|(name, _)| *name);
        let first = library.as_ref().and_then(|(_, first)| arguments.get((*first)?));
        match (name, first) {
            (Some("free"), Some(freed)) => {
                if let Some(held) = Self::named(known, at, freed).filter(|held| held.is_whole) {
                    if let Some(Status::Freed(before)) = known.status.get(&held.origin) {
                        self.found.insert(Misuse { kind: FaultKind::DoubleFree, span, before: *before });
                    }
                    known.status.insert(held.origin, Status::Freed(span));
                } else {
                    known.escape(freed);
                }
            }
            (Some(name), _) if KEEPING_NOTHING.contains(&name) => {}
            _ => arguments.iter().for_each(|argument| known.escape(argument)),
        }
        let Some(destination) = destination else { return };
        let passed_back = first
            .filter(|_| name.is_some_and(|name| RETURNING_FIRST.contains(&name)))
            .and_then(|first| known.of(first));
        known.forget_register(destination);
        known.held.extend(passed_back.map(|held| (destination, Held { is_whole: false, ..held })));
        if name.is_some_and(|name| ALLOCATING.contains(&name)) {
            known.begin(at);
            known.held.insert(destination, Held { origin: at, is_whole: true });
            known.status.insert(at, Status::Own(span));
        }
    }
}

/// The function of the library that a function passes its arguments on to, and does nothing else: that function itself, or a model of one.
/// Also which of its parameters is the first argument.
fn passes_on(module: &Module, callee: FunctionId) -> Option<(&str, Option<usize>)> {
    let function = &module.functions[callee];
    let Some(body) = &function.body else { return Some((&function.name, Some(0))) };
    let mut blocks = body.blocks.iter();
    let (Some((_, block)), None) = (blocks.next(), blocks.next()) else { return None };
    let mut found = None;
    let mut names: BTreeMap<RegisterId, usize> =
        body.parameters.iter().enumerate().map(|(index, &register)| (register, index)).collect();
    for instruction in &block.instructions {
        match &instruction.kind {
            InstructionKind::Call { destination, callee: Callee::Direct(inner), arguments, .. } => {
                let inner = &module.functions[*inner];
                let returned = match block.terminator.kind {
                    TerminatorKind::Return(Some(Operand::Register(returned))) => Some(returned),
                    _ => None,
                };
                if found.is_some() || inner.body.is_some() || returned.is_some() && *destination != returned {
                    return None;
                }
                let first = arguments.first().and_then(|argument| match argument {
                    Operand::Register(first) => names.get(first).copied(),
                    _ => None,
                });
                found = Some((inner.name.as_str(), first));
            }
            InstructionKind::Copy { destination, source } => {
                if let Operand::Register(source) = source
                    && let Some(index) = names.get(source).copied()
                {
                    names.insert(*destination, index);
                }
            }
            InstructionKind::Convert { .. }
            | InstructionKind::Compare { .. }
            | InstructionKind::Assume { .. } => {}
            _ => return None,
        }
    }
    found
}
