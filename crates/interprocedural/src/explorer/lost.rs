//! Memory that nothing refers to any more, and memory that is left when the program ends.

use super::Explorer;
use crate::contracts::{ContractId, Ending};
use crate::finding::Finding;
use crate::thread::Thread;
use heap_rules::lost::{Lost, collect, forget_block, forget_segment, what_is_left, with_elements};
use heap_rules::trees::expose::expose_root;
use interpreter::FaultKind;
use pure_logic::term::Atom;
use std::sync::Arc;
use symbolic_execution::instruction::{assuming, assuming_not};
use symbolic_execution::{Configuration, Fault};
use symbolic_heap::{HeapRule, InstanceId, Region, State, is_broken};

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
        thread.configuration.state = what_is_left(&mut self.context.solver, &thread.configuration.state);
        self.leave_contract(thread, Ending::EndsProgram);
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
            lost.forget_first(&mut rest.state);
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
            let block = forget_block(&mut rest.state, base)?;
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
        forget_segment(&mut rest.state, index);
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
