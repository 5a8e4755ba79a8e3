//! Memory that nothing refers to any more, and memory that is left when the program ends.

use super::Explorer;
use crate::contracts::{ContractId, Ending};
use crate::finding::Finding;
use crate::thread::Thread;
use crate::tidy::{Lost, collect};
use heap_rules::rearrange::release_elements;
use heap_rules::trees::expose::expose_root;
use interpreter::FaultKind;
use pure_logic::term::Atom;
use pure_logic::{Solver, Term};
use std::sync::Arc;
use symbolic_execution::instruction::{assuming, assuming_not};
use symbolic_execution::{Configuration, Fault};
use symbolic_heap::{
    Block, Cells, Content, HeapRule, Instance, InstanceId, Region, Segment, State, Value, is_broken,
};

impl Explorer<'_, '_> {
    /// The program ends in the middle of a function; what was lost before that counts.
    pub(super) fn stop_here(&mut self, mut thread: Thread) {
        let Some(configuration) = self.without_lost(thread.configuration) else { return };
        thread.configuration = configuration;
        self.ended(thread);
    }

    /// The program ends, and nothing was lost before. What only the activations referred to that
    /// end with it is not lost either, only not freed.
    pub(super) fn ended(&mut self, mut thread: Thread) {
        if thread.contract == ContractId::PROGRAM {
            self.program_ended(thread.configuration);
            return;
        }
        thread.configuration.state = self.what_is_left(&thread.configuration.state);
        self.leave_contract(thread, Ending::EndsProgram);
    }

    /// All that matters of a heap when the program ends: one block, list or tree that was certainly not freed. If there is none,
    /// everything that may be there: callers may know of each of them that it is not.
    fn what_is_left(&mut self, state: &State) -> State {
        let solver = &mut self.context.solver;
        let state = &with_elements(solver, state);
        let mut left = State::new(0);
        left.facts = state.facts.clone();
        left.held = vec![None; state.held.len()];
        let keep = |left: &mut State, base: Term| left.registers.push(Some(Value::defined(base)));
        let keep_block = |solver: &mut Solver, left: &mut State, block: &Block| {
            let cells = Cells::uniform(&mut solver.terms, block.size, Content::Unknown);
            keep(left, solver.terms.atom_term(block.base));
            left.heap.insert_block(Block { cells, ..block.clone() });
        };
        let blocks = || state.heap.blocks().filter(|block| block.region == Region::Heap);
        let segments = || state.heap.segments().iter().filter(|list| list.shape.region == Region::Heap);
        if let Some(block) = blocks().find(|block| block.is_live()) {
            keep_block(solver, &mut left, block);
            return left;
        }
        if let Some(segment) = segments().find(|segment| segment.minimum > 0) {
            keep(&mut left, segment.first);
            left.heap.push_segment(Segment::clone(segment));
            return left;
        }
        if let Some((_, instance)) = state.heap.instances().find(|(_, instance)| instance.has_nodes) {
            keep(&mut left, instance.root());
            left.heap.add_instance(Instance::clone(instance));
            return left;
        }
        for block in blocks().filter(|block| block.is_optional()) {
            keep_block(solver, &mut left, block);
        }
        for segment in segments() {
            let none = solver.terms.zero(segment.count);
            if !state.facts.proves(solver, none).is_proved() {
                keep(&mut left, segment.first);
                left.heap.push_segment(Segment::clone(segment));
            }
        }
        for (_, instance) in state.heap.instances() {
            keep(&mut left, instance.root());
            left.heap.add_instance(Instance::clone(instance));
        }
        left
    }

    pub(super) fn check_lost(&mut self, mut thread: Thread) -> Option<Thread> {
        thread.configuration = self.without_lost(thread.configuration)?;
        Some(thread)
    }

    /// Reports memory that nothing refers to any more, and goes on without it.
    pub(super) fn without_lost(&mut self, mut configuration: Configuration) -> Option<Configuration> {
        loop {
            let lost = collect(&self.context.solver, &mut configuration.state);
            if lost.is_empty() {
                return Some(configuration);
            }
            configuration = self.report_lost(configuration, &lost)?;
        }
    }

    /// Reports the first lost block or segment. Returns the configuration without it, if one is left.
    fn report_lost(&mut self, configuration: Configuration, lost: &Lost) -> Option<Configuration> {
        let mut rest = configuration.clone();
        let span = self.context.span;
        if !(self.counts)(FaultKind::MemoryLost) {
            // Nobody asks for it, and what nothing refers to has no influence on what follows.
            match (lost.blocks.first(), lost.segments.first()) {
                _ if lost.blocks.is_empty() && lost.segments.is_empty() => {
                    lost.instances.iter().for_each(|&id| drop(rest.state.heap.remove_instance(id)));
                }
                (Some(&base), _) => {
                    rest.state.heap.remove_block(base);
                }
                (None, Some(&index)) => {
                    rest.state.heap.remove_segment(index);
                }
                (None, None) => {}
            }
            return Some(rest);
        }
        let fault = |block| Fault {
            kind: FaultKind::MemoryLost,
            message: "the last reference to allocated memory is lost".into(),
            span,
            block,
        };
        if let Some(&base) = lost.blocks.first() {
            let fault = fault(Some(base));
            if let Some(failing) = self.with_block(&configuration, base) {
                self.lost(fault, failing);
            }
            let block = rest.state.heap.remove_block(base)?;
            if block.is_optional() {
                let address = self.context.solver.terms.atom_term(base);
                let is_null = self.context.solver.terms.zero(address);
                return assuming(self.context, &rest, &[is_null]);
            }
            return Some(rest);
        }
        let Some(&index) = lost.segments.first() else {
            return self.report_lost_instance(configuration, *lost.instances.first()?);
        };
        let segment = Arc::clone(&configuration.state.heap.segments()[index]);
        let one = self.context.constant(1);
        let some = self.context.solver.terms.at_most(one, segment.count);
        let fault = fault(None);
        if let Some(failing) = assuming(self.context, &configuration, &[some]) {
            self.lost(fault, failing);
        }
        if segment.minimum > 0 {
            return None;
        }
        rest.state.heap.remove_segment(index);
        assuming_not(self.context, &rest, some)
    }

    /// Goes on where the instance has no nodes; where it has, its first one is lost.
    fn report_lost_instance(
        &mut self,
        configuration: Configuration,
        id: InstanceId,
    ) -> Option<Configuration> {
        let states = expose_root(&mut self.context.solver, &configuration.state, id);
        let blocks = configuration.state.heap.blocks().count();
        let (with_node, without): (Vec<State>, Vec<State>) =
            states.into_iter().partition(|state| state.heap.blocks().count() > blocks);
        if let Some(state) = with_node.into_iter().next() {
            let fault = Fault {
                kind: FaultKind::MemoryLost,
                message: "the last reference to allocated memory is lost".into(),
                span: self.context.span,
                block: None,
            };
            self.lost(fault, Configuration { state, path: configuration.path.clone() });
        }
        let state = without.into_iter().next()?;
        Some(Configuration { state, path: configuration.path })
    }

    /// The configuration in which a block is there, if it may be.
    fn with_block(&mut self, configuration: &Configuration, base: Atom) -> Option<Configuration> {
        if !configuration.state.heap.block(base)?.is_optional() {
            return Some(configuration.clone());
        }
        let address = self.context.solver.terms.atom_term(base);
        let is_there = self.context.solver.terms.non_zero(address);
        assuming(self.context, configuration, &[is_there])
    }

    fn lost(&mut self, fault: Fault, configuration: Configuration) {
        self.report.findings.push(Finding { fault, configuration });
    }

    /// The program has ended: whatever is still allocated was not freed.
    pub(super) fn program_ended(&mut self, mut configuration: Configuration) {
        configuration.state = with_elements(&mut self.context.solver, &configuration.state);
        let remaining = |state: &State| {
            state
                .heap
                .blocks()
                .find(|block| block.is_live() && block.region == Region::Heap)
                .map(|block| block.base)
        };
        let fault = |block, span| Fault {
            kind: FaultKind::NotFreedAtExit,
            message: "memory is not freed when the program ends".into(),
            span,
            block,
        };
        let span = self.context.span;
        if let Some(base) = remaining(&configuration.state) {
            self.report.not_freed.push(Finding { fault: fault(Some(base), span), configuration });
            return;
        }
        let optional = configuration.state.heap.blocks().filter(|block| block.is_optional());
        let optional: Vec<Atom> = optional.map(|block| block.base).collect();
        for base in optional {
            if let Some(failing) = self.with_block(&configuration, base) {
                self.report
                    .not_freed
                    .push(Finding { fault: fault(Some(base), span), configuration: failing });
                return;
            }
        }
        for index in 0..configuration.state.heap.segments().len() {
            if is_broken(&self.context.solver, HeapRule::SegmentsMayStayAtExit) {
                break;
            }
            let segment = &configuration.state.heap.segments()[index];
            if segment.shape.region != Region::Heap {
                continue;
            }
            let count = segment.count;
            let one = self.context.constant(1);
            let some = self.context.solver.terms.at_most(one, count);
            if let Some(failing) = assuming(self.context, &configuration, &[some]) {
                self.report.not_freed.push(Finding { fault: fault(None, span), configuration: failing });
                return;
            }
        }
        let instances: Vec<InstanceId> = configuration.state.heap.instances().map(|(id, _)| id).collect();
        for id in instances {
            let states = expose_root(&mut self.context.solver, &configuration.state, id);
            let Some(state) = states.into_iter().find(|state| remaining(state).is_some()) else { continue };
            let configuration = Configuration { state, path: configuration.path };
            let fault = fault(remaining(&configuration.state), span);
            self.report.not_freed.push(Finding { fault, configuration });
            return;
        }
    }
}

/// The state with what elements of arrays own beside the arrays.
fn with_elements(solver: &mut Solver, state: &State) -> State {
    let mut state = state.clone();
    let bases: Vec<Atom> =
        state.heap.blocks().filter(|block| block.is_live()).map(|block| block.base).collect();
    for base in bases {
        release_elements(solver, &mut state, base);
    }
    state
}
