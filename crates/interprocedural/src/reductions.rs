//! Loops that run along arrays and do nothing but sum up, or combine, what these hold.
//!
//! ```text
//!   for (i = a; i < n; i++)  r = r + g(x[i]);         r = r & g(x[i]);         if (g(x[i]) > r) r = g(x[i]);
//! ```
//!
//! What such a loop leaves in `r` depends on which words there are, and how many of each, but not on their order: addition modulo 2^w,
//! `&`, `|`, `^`, the larger and the smaller one are associative and commutative. So the loop need not be followed: the engine tells its
//! result by an uninterpreted function of those words (`explorer/reduce.rs`).
//!
//! Recognised is a loop whose head compares a counter with a bound that stays the same, that has no other exit, counts by one, writes no
//! memory and calls nobody.

mod collect;
mod expression;
mod round;
#[cfg(test)]
mod tests;

use crate::limits::BLOCKS_OF_A_SUM;
use collect::collection;
use expression::Expression as E;
use ir::analysis::{FlowGraph, Liveness, LoopForest, LoopId};
use ir::{
    BinaryOperator, BlockId, Body, Comparison, Conversion, Domain, InstructionKind, Module, Operand,
    RegisterId, Scalar, TerminatorKind,
};
use round::{Registers, Round};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Reduction {
    /// The register that counts, and its scalar.
    pub counter: (RegisterId, Scalar),
    /// The bound as the head compares with it.
    pub bound: Operand,
    pub comparison: Comparison,
    /// As what counter and bound are read.
    pub is_signed: bool,
    /// The blocks after the head up to the first branch.
    pub prefix: Vec<BlockId>,
    pub arrays: Vec<Array>,
    /// The registers that collect something.
    pub results: Vec<(RegisterId, Scalar, Collection)>,
}

/// An array along which the loop runs, by words that lie side by side.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Array {
    /// The instruction of the first block after the head that reads its word: the position of the block in the prefix, and its own.
    pub read: (usize, usize),
    pub bytes: u8,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Collection {
    /// What is added in every round.
    Sum(Vec<Addend>),
    /// A word is combined with what was collected, by the operation of this name; read as signed or not.
    Fold { operation: String, is_signed: bool, array: usize, element: Element },
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Addend {
    Number(i128),
    /// A function of the counter, by its name.
    Counter {
        factor: i128,
        name: String,
    },
    Words {
        factor: i128,
        array: usize,
        element: Element,
    },
}

/// A function of a word.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Element {
    /// The number that the word is, read as signed.
    Signed,
    /// Read as unsigned.
    Unsigned,
    Other(String),
}

/// Whether some loop of a program only collects what arrays hold.
pub(crate) fn has_reductions(module: &Module) -> bool {
    module.functions.iter().any(|(_, function)| {
        function.body.as_ref().is_some_and(|body| {
            let graph = FlowGraph::new(body);
            !reductions(body, &graph, &Liveness::new(body, &graph)).is_empty()
        })
    })
}

/// The loops of a function that only collect what arrays hold, by their heads.
pub(crate) fn reductions(
    body: &Body,
    graph: &FlowGraph,
    liveness: &Liveness,
) -> BTreeMap<BlockId, Reduction> {
    let forest = LoopForest::new(graph);
    let mut found = BTreeMap::new();
    for (id, one) in forest.loops.iter() {
        if let Some(reduction) = recognise(body, liveness, &forest, id) {
            found.insert(one.header, reduction);
        }
    }
    found
}

fn recognise(body: &Body, liveness: &Liveness, forest: &LoopForest, id: LoopId) -> Option<Reduction> {
    let head = forest.loops[id].header;
    let blocks: BTreeSet<BlockId> = forest.blocks(id).into_iter().collect();
    if blocks.len() > BLOCKS_OF_A_SUM || blocks.iter().any(|&block| forest.innermost(block) != Some(id)) {
        return None;
    }
    let (mut round, mut registers) = (Round::new(body, head, blocks), Registers::new());
    round.head(&mut registers)?;
    let TerminatorKind::Branch { condition, then, otherwise } = body.blocks[head].terminator.kind else {
        return None;
    };
    if !round.contains(then) || round.contains(otherwise) {
        return None;
    }
    let condition = condition_of(body, head, &round, &registers, condition)?;
    let (counter, scalar) = condition.counter;
    round.count_with(counter, condition.is_signed);
    let end = round.rest(registers, then)?;
    let (start, one) = (Rc::new(E::Start(counter)), Rc::new(E::Number(scalar, 1)));
    if end.get(&counter) != Some(&E::Binary(BinaryOperator::Add, scalar, start, one)) {
        return None;
    }
    let mut results = Vec::new();
    for &register in liveness.live_in(head) {
        if register != counter && round.varies(register) {
            let scalar = body.registers[register].scalar;
            results.push((register, scalar, collection(end.get(&register)?, register, scalar, counter)?));
        }
    }
    // What decides between paths is defined if what is collected is.
    let collects = |register: &RegisterId| results.iter().any(|result| result.0 == *register);
    if !round.decides_by(&|register| register == counter || collects(&register)) {
        return None;
    }
    let (arrays, prefix) = round.into_arrays();
    let Condition { counter, bound, comparison, is_signed } = condition;
    (!results.is_empty()).then_some(Reduction {
        counter,
        bound,
        comparison,
        is_signed,
        prefix,
        arrays,
        results,
    })
}

/// What the head of a loop compares.
struct Condition {
    counter: (RegisterId, Scalar),
    bound: Operand,
    comparison: Comparison,
    is_signed: bool,
}

/// The loop goes on while its counter is below a bound that stays the same, at most that, or another number.
fn condition_of(
    body: &Body,
    head: BlockId,
    round: &Round<'_>,
    registers: &Registers,
    condition: Operand,
) -> Option<Condition> {
    let E::Compare(comparison, domain, _, left, right) = round.operand(registers, condition) else {
        return None;
    };
    // An operand that holds, at the end of the head, what was compared.
    let bound = body.blocks[head].instructions.iter().find_map(|instruction| match instruction.kind {
        InstructionKind::Compare { destination, right: bound, .. }
            if condition == Operand::Register(destination) && round.operand(registers, bound) == *right =>
        {
            Some(bound)
        }
        _ => None,
    })?;
    let is_bounded = matches!(comparison, Comparison::Less | Comparison::LessEqual | Comparison::NotEqual);
    let (register, is_signed) = match (&*left, domain) {
        (E::Start(register), Domain::Signed) => (*register, true),
        (E::Start(register), Domain::Unsigned) => (*register, false),
        (E::Convert(Conversion::SignExtend, _, _, part), Domain::Signed) => (part.as_start()?, true),
        _ => return None,
    };
    let scalar = body.registers[register].scalar;
    // `while (i++ < n)` compares what the counter was, and leaves behind what it is.
    let is_kept = round.operand(registers, Operand::Register(register)).as_start() == Some(register);
    let is_counter = is_kept && scalar.is_integer() && scalar.bits() <= 64 && round.varies(register);
    (is_bounded && is_counter && round.is_constant(&right)).then_some(Condition {
        counter: (register, scalar),
        bound,
        comparison,
        is_signed,
    })
}
