//! The numbers that a program compares with in its loops, and in functions that are called there, where a counter stops, most probably;
//! the largest results of remainders and masks, beyond which the place in a ring does not go; and what is used up by numbers that are
//! subtracted from it.

use crate::limits::THRESHOLDS_OF_A_LOOP;
use call_graph::CallGraph;
use ir::analysis::{FlowGraph, LoopForest};
use ir::{BinaryOperator, Body, Callee, Comparison, Domain, FunctionId, InstructionKind, Module, Operand};
use std::collections::{BTreeMap, BTreeSet};

pub struct Thresholds {
    by_function: BTreeMap<FunctionId, Vec<i128>>,
}

impl Thresholds {
    /// Those of the whole program if they are few, because what a caller counts is held across its
    /// calls; otherwise those of each function alone.
    pub fn new(module: &Module, graph: &CallGraph) -> Thresholds {
        let again = called_in_loops(module, graph);
        let own: BTreeMap<FunctionId, BTreeSet<i128>> = module
            .functions
            .iter()
            .filter_map(|(id, function)| Some((id, limits(function.body.as_ref()?, again.contains(&id)))))
            .collect();
        let all: BTreeSet<i128> = own.values().flatten().copied().collect();
        let is_small = all.len() <= THRESHOLDS_OF_A_LOOP;
        let choose = |values: BTreeSet<i128>| {
            let mut chosen: Vec<i128> = values.into_iter().collect();
            chosen.sort_by_key(|value| value.unsigned_abs());
            chosen.truncate(THRESHOLDS_OF_A_LOOP);
            chosen
        };
        let by_function = own.into_iter().map(|(id, own)| {
            let values = if is_small { all.clone() } else { own };
            (id, choose(values))
        });
        Thresholds { by_function: by_function.collect() }
    }

    /// Where bounds that move in the loops of a function rest first.
    pub fn of(&self, function: FunctionId) -> &[i128] {
        self.by_function.get(&function).map_or(&[], Vec::as_slice)
    }
}

/// The functions that loops call, and those that these call.
fn called_in_loops(module: &Module, graph: &CallGraph) -> BTreeSet<FunctionId> {
    let bodies = module.functions.iter().filter_map(|(_, function)| function.body.as_ref());
    let mut called: Vec<FunctionId> = Vec::new();
    for body in bodies {
        let forest = LoopForest::new(&FlowGraph::new(body));
        for (_, block) in body.blocks.iter().filter(|(id, _)| forest.innermost(*id).is_some()) {
            called.extend(block.instructions.iter().filter_map(|instruction| match instruction.kind {
                InstructionKind::Call { callee: Callee::Direct(callee), .. } => Some(callee),
                _ => None,
            }));
        }
    }
    graph.reachable_from(&called).into_iter().collect()
}

/// What a function that is executed again and again, or whose loops are, compares with.
fn limits(body: &Body, is_repeated: bool) -> BTreeSet<i128> {
    let mut values = compared_in_loops(body, is_repeated);
    values.extend(largest_remainders(body));
    values.extend(minuends(body));
    values
}

/// What a number is subtracted from to see how much room is left: `sizeof arena - used`. It does not go further.
fn minuends(body: &Body) -> impl Iterator<Item = i128> + '_ {
    let instructions = body.blocks.iter().flat_map(|(_, block)| &block.instructions);
    instructions.filter_map(|instruction| match instruction.kind {
        InstructionKind::Binary {
            operator: BinaryOperator::Subtract,
            left: Operand::Constant(constant),
            right: Operand::Register(_),
            ..
        } if constant.scalar.is_integer() => Some(constant.signed()).filter(|&value| value > 0),
        _ => None,
    })
}

/// A function that goes round in a ring has no loop itself, perhaps.
fn largest_remainders(body: &Body) -> impl Iterator<Item = i128> + '_ {
    let instructions = body.blocks.iter().flat_map(|(_, block)| &block.instructions);
    instructions.filter_map(|instruction| match instruction.kind {
        InstructionKind::Binary { operator, right: Operand::Constant(constant), .. }
            if constant.scalar.is_integer() =>
        {
            match operator {
                BinaryOperator::SignedRemainder | BinaryOperator::UnsignedRemainder => {
                    constant.signed().checked_sub(1)
                }
                BinaryOperator::And => Some(constant.signed()),
                _ => None,
            }
            .filter(|&value| value > 0)
        }
        _ => None,
    })
}

/// The bounds that comparisons in loops set, on the side where they hold and where they do not; those of all comparisons if the
/// function is called in a loop.
fn compared_in_loops(body: &Body, is_repeated: bool) -> BTreeSet<i128> {
    let forest = LoopForest::new(&FlowGraph::new(body));
    let mut values = BTreeSet::new();
    for (id, block) in body.blocks.iter() {
        if !is_repeated && forest.innermost(id).is_none() {
            continue;
        }
        for instruction in &block.instructions {
            let InstructionKind::Compare { comparison, domain, left, right, .. } = &instruction.kind else {
                continue;
            };
            let (constant, comparison) = match (left, right) {
                (Operand::Register(_), Operand::Constant(constant)) => (constant, *comparison),
                (Operand::Constant(constant), Operand::Register(_)) => (constant, reversed(*comparison)),
                _ => continue,
            };
            match domain {
                Domain::Signed | Domain::Unsigned if constant.scalar.is_integer() => {}
                _ => continue,
            }
            let value = constant.signed();
            values.insert(value);
            values.extend(match comparison {
                Comparison::Less | Comparison::GreaterEqual => value.checked_sub(1),
                Comparison::LessEqual | Comparison::Greater => value.checked_add(1),
                Comparison::Equal | Comparison::NotEqual => None,
            });
        }
    }
    values
}

/// The same comparison with its sides exchanged.
fn reversed(comparison: Comparison) -> Comparison {
    match comparison {
        Comparison::Less => Comparison::Greater,
        Comparison::LessEqual => Comparison::GreaterEqual,
        Comparison::Greater => Comparison::Less,
        Comparison::GreaterEqual => Comparison::LessEqual,
        Comparison::Equal | Comparison::NotEqual => comparison,
    }
}
