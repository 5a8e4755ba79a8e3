//! Which registers' values may still be read.
//!
//! Each register is followed on its own from its reads back to its assignments (Boissinot and
//! others, "Computing Liveness Sets for SSA-Form Programs", 2011, the by-variable method, which does
//! not need SSA form). Most registers live in one block only and cost nothing, so time and space
//! are in proportion to the sets that come out, where a matrix of blocks and registers would not be.

use super::FlowGraph;
use crate::{BasicBlock, BlockId, Body, Operand, RegisterId};

/// The live registers at the borders of blocks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Liveness {
    live_in: Vec<Vec<RegisterId>>,
    live_out: Vec<Vec<RegisterId>>,
}

impl Liveness {
    pub fn new(body: &Body, graph: &FlowGraph) -> Liveness {
        let mut reads = Vec::new();
        let mut assignments = Vec::new();
        let mut seen = LastSeen { assigned: vec![u32::MAX; body.registers.len()], read: Vec::new() };
        seen.read = seen.assigned.clone();
        for (id, block) in body.blocks.iter() {
            note_block(id, block, &mut seen, &mut reads, &mut assignments);
        }
        reads.sort_unstable();
        assignments.sort_unstable();

        let mut liveness =
            Liveness { live_in: vec![Vec::new(); graph.len()], live_out: vec![Vec::new(); graph.len()] };
        let mut assigned_in = vec![None; graph.len()];
        let mut work = Vec::new();
        let mut assignments = assignments.into_iter().peekable();
        let mut reads = reads.into_iter().peekable();
        while let Some(&(register, _)) = reads.peek() {
            while let Some((assigned, block)) = assignments.next_if(|(other, _)| *other <= register) {
                assigned_in[block.index()] = Some(assigned);
            }
            while let Some((_, block)) = reads.next_if(|(other, _)| *other == register) {
                work.push(block);
            }
            while let Some(block) = work.pop() {
                // Registers come in ascending order, so only the last one can be this one.
                if liveness.live_in[block.index()].last() == Some(&register) {
                    continue;
                }
                liveness.live_in[block.index()].push(register);
                for &predecessor in graph.predecessors(block) {
                    if liveness.live_out[predecessor.index()].last() != Some(&register) {
                        liveness.live_out[predecessor.index()].push(register);
                        if assigned_in[predecessor.index()] != Some(register) {
                            work.push(predecessor);
                        }
                    }
                }
            }
        }
        liveness
    }

    /// The registers whose value at the start of a block may be read, in ascending order.
    pub fn live_in(&self, block: BlockId) -> &[RegisterId] {
        &self.live_in[block.index()]
    }

    /// The registers whose value at the end of a block may be read afterwards, in ascending order.
    pub fn live_out(&self, block: BlockId) -> &[RegisterId] {
        &self.live_out[block.index()]
    }

    pub fn is_live_in(&self, block: BlockId, register: RegisterId) -> bool {
        self.live_in(block).binary_search(&register).is_ok()
    }

    pub fn is_live_out(&self, block: BlockId, register: RegisterId) -> bool {
        self.live_out(block).binary_search(&register).is_ok()
    }

    /// Calls `visit` with the position of every instruction of a block, from the last to the first,
    /// and the registers that are live right after it.
    pub fn for_each_live_after(
        &self,
        body: &Body,
        block: BlockId,
        mut visit: impl FnMut(usize, &RegisterSet),
    ) {
        let mut live = RegisterSet::new(body.registers.len());
        self.live_out(block).iter().for_each(|&register| live.insert(register));
        let code = &body.blocks[block];
        if let Some(Operand::Register(register)) = code.terminator.kind.operand() {
            live.insert(*register);
        }
        for (position, instruction) in code.instructions.iter().enumerate().rev() {
            visit(position, &live);
            instruction.kind.for_each_written_register(|register| live.remove(register));
            instruction.kind.for_each_read_register(|register| live.insert(register));
        }
    }
}

/// The last block in which each register was seen to be assigned or read.
struct LastSeen {
    assigned: Vec<u32>,
    read: Vec<u32>,
}

/// Notes the registers that a block reads before it assigns them, and those it assigns.
fn note_block(
    id: BlockId,
    block: &BasicBlock,
    seen: &mut LastSeen,
    reads: &mut Vec<(RegisterId, BlockId)>,
    assignments: &mut Vec<(RegisterId, BlockId)>,
) {
    let mut read = |register: RegisterId, seen: &mut LastSeen| {
        let is_first = std::mem::replace(&mut seen.read[register.index()], id.raw()) != id.raw();
        if is_first && seen.assigned[register.index()] != id.raw() {
            reads.push((register, id));
        }
    };
    for instruction in &block.instructions {
        instruction.kind.for_each_read_register(|register| read(register, seen));
        instruction.kind.for_each_written_register(|register| {
            if std::mem::replace(&mut seen.assigned[register.index()], id.raw()) != id.raw() {
                assignments.push((register, id));
            }
        });
    }
    if let Some(Operand::Register(register)) = block.terminator.kind.operand() {
        read(*register, seen);
    }
}

/// A set of the registers of a function.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RegisterSet {
    words: Vec<u64>,
}

impl RegisterSet {
    /// The empty set, for a function with this many registers.
    pub fn new(register_count: usize) -> RegisterSet {
        RegisterSet { words: vec![0; register_count.div_ceil(64)] }
    }

    pub fn insert(&mut self, register: RegisterId) {
        self.words[register.index() / 64] |= 1 << (register.index() % 64);
    }

    pub fn remove(&mut self, register: RegisterId) {
        self.words[register.index() / 64] &= !(1 << (register.index() % 64));
    }

    pub fn contains(&self, register: RegisterId) -> bool {
        self.words[register.index() / 64] >> (register.index() % 64) & 1 == 1
    }

    /// In ascending order.
    pub fn iter(&self) -> impl Iterator<Item = RegisterId> {
        self.words.iter().enumerate().flat_map(|(index, &word)| {
            (0..64)
                .filter(move |bit| word >> bit & 1 == 1)
                .map(move |bit| RegisterId::from_index(index * 64 + bit))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::sample::random_module;

    /// The least solution of the usual equations, instruction by instruction, by plain iteration.
    /// `result[block][position]` is what is live before the instruction at the position.
    fn naive(body: &Body, graph: &FlowGraph) -> Vec<Vec<RegisterSet>> {
        let empty = RegisterSet::new(body.registers.len());
        let mut live: Vec<Vec<RegisterSet>> = (body.blocks.as_slice().iter())
            .map(|block| vec![empty.clone(); block.instructions.len() + 1])
            .collect();
        loop {
            let before = live.clone();
            for (id, block) in body.blocks.iter() {
                let mut current = empty.clone();
                for &successor in graph.successors(id) {
                    live[successor.index()][0].iter().for_each(|register| current.insert(register));
                }
                if let Some(Operand::Register(register)) = block.terminator.kind.operand() {
                    current.insert(*register);
                }
                live[id.index()][block.instructions.len()] = current.clone();
                for (position, instruction) in block.instructions.iter().enumerate().rev() {
                    instruction.kind.for_each_written_register(|register| current.remove(register));
                    instruction.kind.for_each_read_register(|register| current.insert(register));
                    live[id.index()][position] = current.clone();
                }
            }
            if live == before {
                return live;
            }
        }
    }

    #[test]
    fn agrees_with_the_equations_on_random_bodies() {
        let mut bodies = 0;
        for seed in 0..2000 {
            for function in random_module(seed).functions {
                let Some(body) = &function.body else { continue };
                let graph = FlowGraph::new(body);
                let liveness = Liveness::new(body, &graph);
                let expected = naive(body, &graph);
                for id in body.blocks.ids() {
                    let live_in: Vec<RegisterId> = expected[id.index()][0].iter().collect();
                    assert_eq!(liveness.live_in(id), live_in, "seed {seed}");
                    let mut live_out: Vec<RegisterId> = (graph.successors(id).iter())
                        .flat_map(|successor| expected[successor.index()][0].iter())
                        .collect();
                    live_out.sort();
                    live_out.dedup();
                    assert_eq!(liveness.live_out(id), live_out, "seed {seed}");
                    assert!(live_out.iter().all(|&register| liveness.is_live_out(id, register)));
                    let mut visited = 0;
                    liveness.for_each_live_after(body, id, |position, live| {
                        assert_eq!(*live, expected[id.index()][position + 1], "seed {seed}");
                        visited += 1;
                    });
                    assert_eq!(visited, body.blocks[id].instructions.len());
                }
                bodies += 1;
            }
        }
        assert!(bodies > 1000);
    }

    #[test]
    fn a_value_lives_around_a_loop_and_dies_after_its_last_read() {
        let module = crate::text::parse(
            "module LP64 signature s0 (i32) -> i32 #0 function external @f s0 (%0: i32) {
             b0: %1: i32 = copy 0i32 %2: i32 = copy %0 goto b1
             b1: %1: i32 = add %1, %2 %3: i32 = compare.signed %1 < 9i32 branch %3, b1, b2
             b2: return %1 }",
        );
        let module = module.unwrap();
        let body = module.functions.as_slice()[0].body.as_ref().unwrap();
        let liveness = Liveness::new(body, &FlowGraph::new(body));
        let raw = |list: &[RegisterId]| list.iter().map(|register| register.raw()).collect::<Vec<_>>();
        assert_eq!(raw(liveness.live_in(BlockId::from_raw(0))), [0]);
        assert_eq!(raw(liveness.live_out(BlockId::from_raw(0))), [1, 2]);
        assert_eq!(raw(liveness.live_out(BlockId::from_raw(1))), [1, 2]);
        assert_eq!(raw(liveness.live_in(BlockId::from_raw(2))), [1]);
        assert!(liveness.is_live_in(BlockId::from_raw(1), RegisterId::from_raw(2)));
        assert!(!liveness.is_live_in(BlockId::from_raw(1), RegisterId::from_raw(3)));
    }
}
