//! The graph and its strongly connected components.

use crate::{address_taken, fit};
use ir::{Callee, FunctionId, InstructionKind, Module, Operand, SignatureId};
use std::collections::BTreeSet;
use stdx::scc::strongly_connected_components;

/// The calls of a module.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CallGraph {
    /// The functions that each function calls by name, in ascending order.
    direct: Vec<Vec<FunctionId>>,
    /// The signatures with which each function calls through pointers, in ascending order.
    indirect: Vec<Vec<SignatureId>>,
    /// The functions that calls through pointers of each signature may reach, in ascending order.
    targets: Vec<Vec<FunctionId>>,
    /// The reverse of `direct`, `indirect` and `targets`.
    direct_callers: Vec<Vec<FunctionId>>,
    indirect_callers: Vec<Vec<FunctionId>>,
    reached_by: Vec<Vec<SignatureId>>,
    is_address_taken: Vec<bool>,
    has_body: Vec<bool>,
    components: Vec<Component>,
    component_of: Vec<usize>,
}

/// Functions that all call each other, directly or not.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Component {
    /// In ascending order.
    pub functions: Vec<FunctionId>,
    /// Whether a function in it may be active twice: there are several, or it calls itself.
    pub is_recursive: bool,
}

impl CallGraph {
    pub fn new(module: &Module) -> CallGraph {
        let count = module.functions.len();
        let taken = address_taken::functions_with_taken_address(module);
        let mut is_address_taken = vec![false; count];
        taken.iter().for_each(|function| is_address_taken[function.index()] = true);

        let mut direct = Vec::with_capacity(count);
        let mut indirect = Vec::with_capacity(count);
        let mut is_called = vec![false; module.signatures.len()];
        for id in module.functions.ids() {
            let (functions, signatures) = calls_of(module, id);
            signatures.iter().for_each(|signature| is_called[signature.index()] = true);
            direct.push(functions);
            indirect.push(signatures);
        }
        let targets = fit::targets(module, &taken, &is_called);
        let mut graph = CallGraph {
            direct_callers: reversed(&direct, count, FunctionId::index, FunctionId::from_index),
            indirect_callers: reversed(
                &indirect,
                module.signatures.len(),
                SignatureId::index,
                FunctionId::from_index,
            ),
            reached_by: reversed(&targets, count, FunctionId::index, SignatureId::from_index),
            direct,
            indirect,
            targets,
            is_address_taken,
            has_body: module.functions.as_slice().iter().map(|function| function.body.is_some()).collect(),
            components: Vec::new(),
            component_of: vec![0; count],
        };
        graph.find_components();
        graph
    }

    /// How many functions there are.
    pub fn len(&self) -> usize {
        self.direct.len()
    }

    pub fn is_empty(&self) -> bool {
        self.direct.is_empty()
    }

    /// The functions that a function calls by name, in ascending order.
    pub fn direct_callees(&self, function: FunctionId) -> &[FunctionId] {
        &self.direct[function.index()]
    }

    /// The signatures with which a function calls through pointers, in ascending order.
    pub fn indirect_calls(&self, function: FunctionId) -> &[SignatureId] {
        &self.indirect[function.index()]
    }

    /// The functions that a call through a pointer with this signature may reach, in ascending
    /// order. Empty if the program has no such call.
    pub fn targets(&self, signature: SignatureId) -> &[FunctionId] {
        &self.targets[signature.index()]
    }

    /// The functions that a function may call, by name or through pointers, in ascending order.
    pub fn callees(&self, function: FunctionId) -> Vec<FunctionId> {
        let mut callees = self.direct[function.index()].clone();
        for signature in self.indirect_calls(function) {
            callees.extend_from_slice(self.targets(*signature));
        }
        callees.sort_unstable();
        callees.dedup();
        callees
    }

    /// The functions that may call a function, by name or through pointers, in ascending order.
    pub fn callers(&self, function: FunctionId) -> Vec<FunctionId> {
        let mut callers = self.direct_callers[function.index()].clone();
        for signature in &self.reached_by[function.index()] {
            callers.extend_from_slice(&self.indirect_callers[signature.index()]);
        }
        callers.sort_unstable();
        callers.dedup();
        callers
    }

    /// Whether the function's address is a value somewhere in the program.
    pub fn is_address_taken(&self, function: FunctionId) -> bool {
        self.is_address_taken[function.index()]
    }

    /// Whether the function is only declared: what it does is not in the program.
    pub fn is_external(&self, function: FunctionId) -> bool {
        !self.has_body[function.index()]
    }

    /// All functions, grouped by mutual recursion, callees first.
    pub fn components(&self) -> &[Component] {
        &self.components
    }

    /// The position of a function's component.
    pub fn component_of(&self, function: FunctionId) -> usize {
        self.component_of[function.index()]
    }

    pub fn is_recursive(&self, function: FunctionId) -> bool {
        self.components[self.component_of(function)].is_recursive
    }

    /// The functions that may be called when the roots are, and the roots, in ascending order.
    pub fn reachable_from(&self, roots: &[FunctionId]) -> Vec<FunctionId> {
        // Sets, because few functions are reached from most of the roots.
        let mut reached = BTreeSet::new();
        let mut done = BTreeSet::new();
        let mut work = roots.to_vec();
        while let Some(function) = work.pop() {
            if !reached.insert(function) {
                continue;
            }
            work.extend_from_slice(self.direct_callees(function));
            for signature in self.indirect_calls(function) {
                if done.insert(*signature) {
                    work.extend_from_slice(self.targets(*signature));
                }
            }
        }
        reached.into_iter().collect()
    }

    /// Components of the graph in which a call through a pointer is an edge to its signature, and
    /// a signature has edges to its targets. It has the same components, but for the signatures in
    /// them, and is much smaller.
    fn find_components(&mut self) {
        let count = self.len();
        let successors: Vec<Vec<usize>> = (self.direct.iter().zip(&self.indirect))
            .map(|(functions, signatures)| {
                let functions = functions.iter().map(|function| function.index());
                functions.chain(signatures.iter().map(|signature| count + signature.index())).collect()
            })
            .chain(self.targets.iter().map(|functions| functions.iter().map(|f| f.index()).collect()))
            .collect();
        for nodes in strongly_connected_components(&successors) {
            let functions: Vec<FunctionId> = nodes
                .iter()
                .filter(|&&node| node < count)
                .map(|&node| FunctionId::from_index(node))
                .collect();
            let Some(&first) = functions.first() else { continue };
            // A function that calls itself through a pointer is in a component with a signature.
            let is_recursive = nodes.len() > 1 || self.direct_callees(first).contains(&first);
            for function in &functions {
                self.component_of[function.index()] = self.components.len();
            }
            self.components.push(Component { functions, is_recursive });
        }
    }
}

/// What a function calls by name, and the signatures with which it calls through pointers.
fn calls_of(module: &Module, id: FunctionId) -> (Vec<FunctionId>, Vec<SignatureId>) {
    let (mut functions, mut signatures) = (Vec::new(), Vec::new());
    let blocks = module.functions[id].body.iter().flat_map(|body| body.blocks.as_slice());
    for instruction in blocks.flat_map(|block| &block.instructions) {
        let InstructionKind::Call { callee, signature, .. } = &instruction.kind else { continue };
        match *callee {
            Callee::Direct(function) | Callee::Indirect(Operand::Function(function)) => {
                functions.push(function)
            }
            Callee::Indirect(Operand::Register(_) | Operand::Constant(_) | Operand::Global(..)) => {
                signatures.push(*signature);
            }
        }
    }
    // Ids that point nowhere are the verifier's business.
    functions.retain(|function| function.index() < module.functions.len());
    functions.sort_unstable();
    functions.dedup();
    signatures.retain(|signature| signature.index() < module.signatures.len());
    signatures.sort_unstable();
    signatures.dedup();
    (functions, signatures)
}

/// The lists in the other direction, each in ascending order.
fn reversed<Target: Copy, Source>(
    lists: &[Vec<Target>],
    target_count: usize,
    index_of: impl Fn(Target) -> usize,
    source_at: impl Fn(usize) -> Source,
) -> Vec<Vec<Source>> {
    let mut reversed: Vec<Vec<Source>> = (0..target_count).map(|_| Vec::new()).collect();
    for (source, targets) in lists.iter().enumerate() {
        for &target in targets {
            reversed[index_of(target)].push(source_at(source));
        }
    }
    reversed
}
