//! Blocks that are lost where they cannot be reallocated, in functions that are too hard as a whole.
//!
//! ```c
//! while (more()) { line = realloc(line, size *= 2); if (!line) return -1; … }
//! ```
//!
//! ```text
//!   a = what P holds      t = realloc(a, n)      P := t      with t = 0 the function returns, and does not look at P before
//!  ─────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
//!   the block at a is lost                                                    P alone holds a
//! ```
//!
//! A place in memory is taken to hold it alone; a variable only if every value that it gets comes from an allocation, for what
//! was read from elsewhere is still there. An old address that someone kept would dangle wherever the reallocation succeeds, so
//! only another variable of the function may have it on purpose: then nothing is said.

use super::simulation::callees::Callees;
use crate::limits::{DEPTH_OF_AN_ADDRESS, PLACES_AFTER_A_REALLOCATION};
use ir::{
    BinaryOperator, BlockId, Body, Callee, Comparison, FunctionId, Instruction, InstructionKind, Module,
    Operand, RegisterId, TerminatorKind,
};
use source::Span;
use std::collections::{BTreeMap, BTreeSet};

/// Functions that leave a block alone when they fail.
const REALLOCATING: [&str; 2] = ["realloc", "reallocarray"];

/// Functions whose result nobody else has.
pub(super) const ALLOCATING: [&str; 7] =
    ["aligned_alloc", "calloc", "malloc", "realloc", "reallocarray", "strdup", "strndup"];

/// Where a word is held.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Word {
    Register(RegisterId),
    /// So many bytes behind another word.
    Behind(Box<Word>, i128),
    /// What is stored at an address.
    At(Box<Word>),
}

/// The reallocations of a function after which a block may be lost.
pub fn lost_reallocations(module: &Module, function: FunctionId) -> Vec<Span> {
    reallocations(module, function, |search, block, index| search.is_lost(block, index))
}

/// The reallocations of a function that it does not survive if they fail.
pub fn fatal_reallocations(module: &Module, function: FunctionId) -> Vec<Span> {
    reallocations(module, function, |search, block, index| search.is_fatal(block, index))
}

fn reallocations(
    module: &Module,
    function: FunctionId,
    is_wanted: impl Fn(&Search<'_>, BlockId, usize) -> bool,
) -> Vec<Span> {
    let Some(body) = &module.functions[function].body else { return Vec::new() };
    let search = Search { module, body };
    let mut found = Vec::new();
    for (id, block) in body.blocks.iter() {
        for (index, instruction) in block.instructions.iter().enumerate() {
            if is_wanted(&search, id, index) {
                found.push(instruction.span);
            }
        }
    }
    found
}

struct Search<'m> {
    module: &'m Module,
    body: &'m Body,
}

impl Search<'_> {
    fn instructions(&self) -> impl Iterator<Item = &Instruction> {
        self.body.blocks.iter().flat_map(|(_, block)| &block.instructions)
    }

    fn is_lost(&self, block: BlockId, index: usize) -> bool {
        let held = match self.held(block, index) {
            Some((place, _)) => match place {
                Word::At(_) => !self.is_kept_elsewhere(&place),
                Word::Register(variable) => {
                    self.comes_from_allocations(variable) && !self.is_kept_elsewhere(&place)
                }
                Word::Behind(..) => false,
            },
            None => false,
        };
        held && self.survives(block, index) == Some(true)
    }

    fn is_fatal(&self, block: BlockId, index: usize) -> bool {
        self.survives(block, index) == Some(false)
    }

    /// Where what is reallocated was held, and the register with the result.
    fn held(&self, block: BlockId, index: usize) -> Option<(Word, RegisterId)> {
        let (old, result) = self.reallocation(&self.body.blocks[block].instructions[index].kind)?;
        Some((self.word(block, index, old, DEPTH_OF_AN_ADDRESS)?, result))
    }

    /// Whether the function returns if a reallocation fails whose result takes the place of the old address. `None` if it does
    /// not.
    fn survives(&self, block: BlockId, index: usize) -> Option<bool> {
        let instructions = &self.body.blocks[block].instructions;
        let (place, result) = self.held(block, index)?;
        let end = match place {
            Word::Register(variable) if variable == result => Some(index + 1),
            _ => (index + 1..instructions.len())
                .find(|&later| self.overwrites(block, later, &place, result))
                .map(|later| later + 1),
        };
        let end = end?;
        let mut null = BTreeMap::from([(result, true)]);
        if let Word::Register(variable) = place {
            null.insert(variable, true);
        }
        Some(self.returns(block, end, &place, null))
    }

    /// What is reallocated, and the register with the result.
    fn reallocation(&self, kind: &InstructionKind) -> Option<(Operand, RegisterId)> {
        let InstructionKind::Call { destination, callee: Callee::Direct(callee), arguments, .. } = kind
        else {
            return None;
        };
        let (name, position) = self.passes_on(*callee)?;
        REALLOCATING.contains(&name).then_some((*arguments.get(position)?, (*destination)?))
    }

    /// The function of the library whose result a function returns, and which of its parameters is the first argument: that function
    /// itself, or a wrapper, as models of a project's own allocators are.
    fn passes_on(&self, callee: FunctionId) -> Option<(&str, usize)> {
        let function = &self.module.functions[callee];
        let Some(body) = &function.body else { return Some((&function.name, 0)) };
        let mut blocks = body.blocks.iter();
        let (Some((_, block)), None) = (blocks.next(), blocks.next()) else { return None };
        let TerminatorKind::Return(Some(Operand::Register(returned))) = block.terminator.kind else {
            return None;
        };
        let (mut found, mut is_plain) = (None, true);
        for instruction in &block.instructions {
            match &instruction.kind {
                InstructionKind::Call { destination, callee: Callee::Direct(inner), arguments, .. } => {
                    let inner = &self.module.functions[*inner];
                    is_plain &= found.is_none() && inner.body.is_none() && *destination == Some(returned);
                    let first = arguments.first().and_then(|argument| match argument {
                        Operand::Register(first) => body.parameters.iter().position(|own| own == first),
                        _ => None,
                    });
                    found = Some((inner.name.as_str(), first.unwrap_or(0)));
                }
                InstructionKind::Convert { .. } | InstructionKind::Copy { .. } => {}
                // It never fails, or does more.
                _ => is_plain = false,
            }
        }
        found.filter(|_| is_plain)
    }

    /// Where an operand comes from, by the instructions before it in its block.
    fn word(&self, block: BlockId, index: usize, operand: Operand, depth: usize) -> Option<Word> {
        let Operand::Register(register) = operand else { return None };
        let depth = depth.checked_sub(1)?;
        // A variable is a place of its own.
        if self.body.names.variables.contains_key(&register) {
            return Some(Word::Register(register));
        }
        let instructions = &self.body.blocks[block].instructions;
        let definition = (0..index).rev().find(|&at| instructions[at].kind.destination() == Some(register));
        let Some(at) = definition else { return Some(Word::Register(register)) };
        match &instructions[at].kind {
            InstructionKind::Copy { source, .. } => self.word(block, at, *source, depth),
            InstructionKind::Load { address, .. } => {
                Some(Word::At(Box::new(self.word(block, at, *address, depth)?)))
            }
            InstructionKind::PtrAdd { base, index: Operand::Constant(number), scale, .. } => {
                let base = self.word(block, at, *base, depth)?;
                let distance = number.signed().checked_mul(i128::from(*scale))?;
                Some(if distance == 0 { base } else { Word::Behind(Box::new(base), distance) })
            }
            _ => Some(Word::Register(register)),
        }
    }

    /// Whether a variable is no parameter and gets nothing but null and what allocations return.
    fn comes_from_allocations(&self, variable: RegisterId) -> bool {
        let is_own = self.body.names.variables.get(&variable).is_some_and(|variable| !variable.is_parameter);
        is_own
            && !self.body.parameters.contains(&variable)
            && self.is_allocated(variable, DEPTH_OF_AN_ADDRESS)
    }

    fn is_allocated(&self, register: RegisterId, depth: usize) -> bool {
        let Some(depth) = depth.checked_sub(1) else { return false };
        let mut is_defined = false;
        let all =
            self.instructions().filter(|other| other.kind.destination() == Some(register)).all(|other| {
                is_defined = true;
                match &other.kind {
                    InstructionKind::Undefine { .. } => true,
                    InstructionKind::Copy { source: Operand::Constant(number), .. } => number.bits() == 0,
                    InstructionKind::Copy { source: Operand::Register(source), .. } => {
                        *source != register && self.is_allocated(*source, depth)
                    }
                    InstructionKind::Call { callee: Callee::Direct(callee), .. } => {
                        self.passes_on(*callee).is_some_and(|(name, _)| ALLOCATING.contains(&name))
                    }
                    _ => false,
                }
            });
        all && is_defined
    }

    /// Whether another variable, or other memory, has the old address.
    fn is_kept_elsewhere(&self, place: &Word) -> bool {
        let is_variable = |register: &RegisterId| self.body.names.variables.contains_key(register);
        let is_kept = |block: BlockId, at: usize, kind: &InstructionKind| match (kind, place) {
            (InstructionKind::Copy { destination, source }, Word::Register(variable)) => {
                *source == Operand::Register(*variable) && is_variable(destination)
            }
            (InstructionKind::Store { value, .. }, Word::Register(variable)) => {
                *value == Operand::Register(*variable)
            }
            (InstructionKind::Copy { destination, source }, Word::At(_)) => {
                is_variable(destination)
                    && self.word(block, at, *source, DEPTH_OF_AN_ADDRESS).as_ref() == Some(place)
            }
            (InstructionKind::Load { destination, address, .. }, Word::At(held)) => {
                is_variable(destination)
                    && self.word(block, at, *address, DEPTH_OF_AN_ADDRESS).as_ref() == Some(held)
            }
            _ => false,
        };
        self.body.blocks.iter().any(|(id, block)| {
            block.instructions.iter().enumerate().any(|(at, instruction)| is_kept(id, at, &instruction.kind))
        })
    }

    /// Whether an instruction stores the result where the old address was.
    fn overwrites(&self, block: BlockId, index: usize, place: &Word, result: RegisterId) -> bool {
        match (&self.body.blocks[block].instructions[index].kind, place) {
            (
                InstructionKind::Copy { destination, source: Operand::Register(source) },
                Word::Register(held),
            ) => destination == held && *source == result,
            (InstructionKind::Store { address, value: Operand::Register(value), .. }, Word::At(held)) => {
                *value == result
                    && self.word(block, index, *address, DEPTH_OF_AN_ADDRESS).as_ref() == Some(held)
            }
            _ => false,
        }
    }

    /// Whether the function returns from here if these registers are null (or, of comparisons, hold or do not), without an
    /// access through them.
    fn returns(&self, block: BlockId, index: usize, place: &Word, known: BTreeMap<RegisterId, bool>) -> bool {
        let mut seen = BTreeSet::new();
        let mut work = vec![(block, index, known)];
        while let Some((block, index, mut known)) = work.pop() {
            if !seen.insert((block, index)) || seen.len() > PLACES_AFTER_A_REALLOCATION {
                continue;
            }
            let instructions = &self.body.blocks[block].instructions;
            let goes_on = (index..instructions.len()).all(|at| self.step(block, at, place, &mut known));
            if !goes_on {
                continue;
            }
            match &self.body.blocks[block].terminator.kind {
                TerminatorKind::Return(_) => return true,
                TerminatorKind::Branch { condition: Operand::Register(condition), then, otherwise } => {
                    // Null is false, and so is a comparison that does not hold.
                    match known.get(condition) {
                        Some(true) => work.push((*otherwise, 0, known)),
                        Some(false) => work.push((*then, 0, known)),
                        None => {
                            work.push((*then, 0, known.clone()));
                            work.push((*otherwise, 0, known));
                        }
                    }
                }
                other => other.for_each_successor(|successor| work.push((successor, 0, known.clone()))),
            }
        }
        false
    }

    /// Executes an instruction with what is known to be zero, or known not to be; whether the function goes on.
    fn step(&self, block: BlockId, at: usize, place: &Word, known: &mut BTreeMap<RegisterId, bool>) -> bool {
        let kind = &self.body.blocks[block].instructions[at].kind;
        let is_zero = |known: &BTreeMap<RegisterId, bool>, operand: &Operand| match operand {
            Operand::Register(register) => known.get(register).copied(),
            Operand::Constant(number) => Some(number.bits() == 0),
            Operand::Global(..) | Operand::Function(_) => Some(false),
        };
        let value = match kind {
            InstructionKind::Load { address, .. } | InstructionKind::Store { address, .. }
                if is_zero(known, address) == Some(true) =>
            {
                return false;
            }
            InstructionKind::Call { callee, .. } if Callees::ends_program(self.module, callee) => {
                return false;
            }
            InstructionKind::Load { address, .. } => match place {
                Word::At(held)
                    if self.word(block, at, *address, DEPTH_OF_AN_ADDRESS).as_ref() == Some(held) =>
                {
                    Some(true)
                }
                _ => None,
            },
            // Somebody else may take care of it.
            InstructionKind::Store { address, .. } => {
                if let Word::At(held) = place
                    && self.word(block, at, *address, DEPTH_OF_AN_ADDRESS).as_ref() == Some(held)
                {
                    return false;
                }
                None
            }
            InstructionKind::Copy { source, .. } | InstructionKind::Convert { operand: source, .. } => {
                is_zero(known, source)
            }
            InstructionKind::PtrAdd { base, .. } => is_zero(known, base).filter(|&is_zero| is_zero),
            InstructionKind::Compare { comparison, left, right, .. } => {
                match (is_zero(known, left), is_zero(known, right), comparison) {
                    (Some(true), Some(true), Comparison::Equal) => Some(false),
                    (Some(true), Some(true), Comparison::NotEqual) => Some(true),
                    (Some(true), Some(false), Comparison::Equal) => Some(true),
                    (Some(true), Some(false), Comparison::NotEqual) => Some(false),
                    _ => None,
                }
            }
            InstructionKind::Binary { operator: BinaryOperator::And, left, right, .. } => {
                let any = [left, right].iter().any(|operand| is_zero(known, operand) == Some(true));
                any.then_some(true)
            }
            _ => None,
        };
        if let Some(destination) = kind.destination() {
            match value {
                Some(value) => known.insert(destination, value),
                None => known.remove(&destination),
            };
        }
        true
    }
}
