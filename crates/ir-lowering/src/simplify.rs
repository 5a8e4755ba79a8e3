//! The finishing touch to a body: jumps to jumps are shortened, blocks that follow each other
//! only are joined, unreachable blocks are dropped, a value that is computed just to be copied
//! into a variable is computed there, and registers that are left over go. Each step is linear.

use ir::debug::FunctionNames;
use ir::{
    BasicBlock, BlockId, Body, Instruction, InstructionKind, Operand, RegisterId, Terminator, TerminatorKind,
};
use source::Span;
use stdx::Arena;

pub(crate) fn simplify(body: Body) -> Body {
    let Body { parameters, registers, blocks, names } = body;
    let mut blocks: Vec<Option<BasicBlock>> = blocks.into_iter().map(Some).collect();
    shorten_jumps(&mut blocks);
    let order = reverse_postorder(&blocks);
    join_blocks(&mut blocks, &order);
    let mut blocks = collect(blocks, &order);
    let mut uses = count_uses(&blocks, registers.len());
    for &parameter in &parameters {
        uses[parameter.index()].writes += 1;
    }
    for (_, block) in blocks.iter_mut() {
        forward_copies(block, &mut uses);
        // Bodies stay for the whole analysis; the room they grew into need not.
        block.instructions.shrink_to_fit();
    }
    define_what_is_read(&mut blocks, &uses);
    renumber(Body { parameters, registers, blocks, names }, &uses)
}

// ---------------------------------------------------------------------------------------------
// Control flow

/// Where a jump to this block ends up, if the block does nothing but jump on.
fn jumps_on(blocks: &[Option<BasicBlock>], block: BlockId) -> Option<BlockId> {
    match &blocks[block.index()] {
        Some(BasicBlock {
            instructions,
            terminator: Terminator { kind: TerminatorKind::Goto(target), .. },
        }) if instructions.is_empty() && block.index() != 0 => Some(*target),
        _ => None,
    }
}

fn shorten_jumps(blocks: &mut [Option<BasicBlock>]) {
    // The final target of each block; blocks on the path being followed point to themselves, so
    // that an empty endless loop ends the search.
    let mut final_targets: Vec<Option<BlockId>> = vec![None; blocks.len()];
    let mut path = Vec::new();
    for start in (0..blocks.len()).map(BlockId::from_index) {
        let mut current = start;
        while final_targets[current.index()].is_none() {
            final_targets[current.index()] = Some(current);
            path.push(current);
            match jumps_on(blocks, current) {
                Some(next) => current = next,
                None => break,
            }
        }
        let target = final_targets[current.index()].unwrap_or(current);
        for block in path.drain(..) {
            final_targets[block.index()] = Some(target);
        }
    }
    for block in blocks.iter_mut().flatten() {
        let terminator = &mut block.terminator.kind;
        terminator.for_each_successor_mut(|successor| {
            *successor = final_targets[successor.index()].unwrap_or(*successor);
        });
        let only_target = match terminator {
            TerminatorKind::Branch { then, otherwise, .. } if then == otherwise => Some(*then),
            TerminatorKind::Switch { cases, default, .. }
                if cases.iter().all(|case| case.target == *default) =>
            {
                Some(*default)
            }
            _ => None,
        };
        if let Some(target) = only_target {
            *terminator = TerminatorKind::Goto(target);
        }
    }
}

/// The successor of this number, counted from the last one.
fn successor_from_last(kind: &TerminatorKind, number: usize) -> Option<BlockId> {
    match kind {
        TerminatorKind::Goto(target) => (number == 0).then_some(*target),
        TerminatorKind::Branch { then, otherwise, .. } => [*otherwise, *then].get(number).copied(),
        TerminatorKind::Switch { cases, default, .. } => match number.checked_sub(1) {
            None => Some(*default),
            Some(number) => cases.iter().rev().nth(number).map(|case| case.target),
        },
        TerminatorKind::Return(_) | TerminatorKind::Unreachable => None,
    }
}

/// The reachable blocks, every block before its successors except along loops.
fn reverse_postorder(blocks: &[Option<BasicBlock>]) -> Vec<BlockId> {
    let mut is_seen = vec![false; blocks.len()];
    is_seen[0] = true;
    let mut order = Vec::with_capacity(blocks.len());
    // Successors are taken from the last, so that the first one comes first in the result.
    let mut path = vec![(BlockId::from_raw(0), 0)];
    while let Some((block, number)) = path.last_mut() {
        let terminator = blocks[block.index()].as_ref().map(|block| &block.terminator.kind);
        match terminator.and_then(|kind| successor_from_last(kind, *number)) {
            Some(next) => {
                *number += 1;
                if !std::mem::replace(&mut is_seen[next.index()], true) {
                    path.push((next, 0));
                }
            }
            None => {
                order.push(*block);
                path.pop();
            }
        }
    }
    order.reverse();
    order
}

/// Appends to each block the one that follows it, if nobody else jumps there. What has been
/// appended is gone.
fn join_blocks(blocks: &mut [Option<BasicBlock>], order: &[BlockId]) {
    let mut predecessors = vec![0u32; blocks.len()];
    for &id in order {
        if let Some(block) = &blocks[id.index()] {
            block.terminator.kind.for_each_successor(|successor| predecessors[successor.index()] += 1);
        }
    }
    for &id in order {
        // Taken out while it grows. In reverse postorder a block's only predecessor comes first,
        // so each instruction moves once.
        let Some(mut block) = blocks[id.index()].take() else { continue };
        while let TerminatorKind::Goto(next) = block.terminator.kind {
            if next == id || next.index() == 0 || predecessors[next.index()] != 1 {
                break;
            }
            let Some(appended) = blocks[next.index()].take() else { break };
            if block.instructions.is_empty() {
                block.instructions = appended.instructions;
            } else {
                block.instructions.extend(appended.instructions);
            }
            block.terminator = appended.terminator;
        }
        blocks[id.index()] = Some(block);
    }
}

/// The blocks that are left, in this order, under new numbers.
fn collect(mut blocks: Vec<Option<BasicBlock>>, order: &[BlockId]) -> Arena<BasicBlock> {
    let mut numbers = vec![BlockId::from_raw(0); blocks.len()];
    let mut next = 0;
    for &id in order {
        if blocks[id.index()].is_some() {
            numbers[id.index()] = BlockId::from_raw(next);
            next += 1;
        }
    }
    let mut result = Arena::with_capacity(next as usize);
    for &id in order {
        if let Some(mut block) = blocks[id.index()].take() {
            block.terminator.kind.for_each_successor_mut(|successor| *successor = numbers[successor.index()]);
            result.push(block);
        }
    }
    result
}

// ---------------------------------------------------------------------------------------------
// Registers

#[derive(Clone, Copy, Default)]
struct Uses {
    reads: u32,
    writes: u32,
}

fn count_uses(blocks: &Arena<BasicBlock>, registers: usize) -> Vec<Uses> {
    let mut uses = vec![Uses::default(); registers];
    for (_, block) in blocks.iter() {
        for instruction in &block.instructions {
            instruction.kind.for_each_read_register(|register| uses[register.index()].reads += 1);
            instruction.kind.for_each_written_register(|register| uses[register.index()].writes += 1);
        }
        if let Some(Operand::Register(register)) = block.terminator.kind.operand() {
            uses[register.index()].reads += 1;
        }
    }
    uses
}

/// `t = …; x = t` becomes `x = …` if nobody else knows `t`.
fn forward_copies(block: &mut BasicBlock, uses: &mut [Uses]) {
    block.instructions.dedup_by(|copy, computation| {
        let InstructionKind::Copy { destination, source: Operand::Register(temporary) } = copy.kind else {
            return false;
        };
        let used = uses[temporary.index()];
        if used.reads != 1 || used.writes != 1 {
            return false;
        }
        let is_replaced = replace_destination(&mut computation.kind, temporary, destination);
        if is_replaced {
            uses[temporary.index()] = Uses::default();
        }
        is_replaced
    });
}

fn replace_destination(kind: &mut InstructionKind, from: RegisterId, to: RegisterId) -> bool {
    // An output of assembly code may be an input as well.
    if kind.destination() != Some(from) {
        return false;
    }
    kind.for_each_written_register_mut(|register| *register = to);
    true
}

/// A variable whose declaration no execution reaches, but whose scope one jumps into, is
/// indeterminate.
fn define_what_is_read(blocks: &mut Arena<BasicBlock>, uses: &[Uses]) {
    let undefined: Vec<Instruction> = (uses.iter().enumerate())
        .filter(|(_, used)| used.reads > 0 && used.writes == 0)
        .map(|(index, _)| Instruction {
            kind: InstructionKind::Undefine { destination: RegisterId::from_index(index) },
            span: Span::NONE,
        })
        .collect();
    if !undefined.is_empty() {
        blocks[BlockId::from_raw(0)].instructions.splice(0..0, undefined);
    }
}

/// Drops the registers that are not mentioned, and closes the gaps.
fn renumber(body: Body, uses: &[Uses]) -> Body {
    let Body { mut parameters, registers, mut blocks, names } = body;
    let mut kept = Arena::with_capacity(registers.len());
    let numbers: Vec<Option<RegisterId>> = (registers.into_iter().zip(uses))
        .map(|(register, used)| (used.reads + used.writes > 0).then(|| kept.push(register)))
        .collect();
    let rename = |register: &mut RegisterId| {
        *register = numbers[register.index()].unwrap_or(*register);
    };
    parameters.iter_mut().for_each(rename);
    for (_, block) in blocks.iter_mut() {
        for instruction in &mut block.instructions {
            instruction.kind.for_each_written_register_mut(rename);
            instruction.kind.for_each_operand_mut(|operand| {
                if let Operand::Register(register) = operand {
                    rename(register);
                }
            });
        }
        if let Some(Operand::Register(register)) = block.terminator.kind.operand_mut() {
            rename(register);
        }
    }
    let new_number = |register: RegisterId| numbers[register.index()];
    let names = FunctionNames {
        variables: (names.variables.into_iter())
            .filter_map(|(register, variable)| Some((new_number(register)?, variable)))
            .collect(),
        temporaries: (names.temporaries.into_iter())
            .filter_map(|(register, ty)| Some((new_number(register)?, ty)))
            .collect(),
        result: names.result,
    };
    Body { parameters, registers: kept, blocks, names }
}
