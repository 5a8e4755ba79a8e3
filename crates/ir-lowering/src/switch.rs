//! Jumps that depend on a number: `switch`, computed `goto`, `asm goto`.

use crate::function::{Dispatcher, FunctionLowering};
use crate::scope::{JumpPlace, JumpTarget, NodeId};
use crate::shape::{Reading, ScalarKind};
use c_types::typed::{ExprId, LabelId, StatementId};
use ir::{BlockId, Constant, InstructionKind, Operand, RegisterId, Scalar, SwitchCase, TerminatorKind};
use source::Span;

/// A function with more computed jumps times labels than this is not lowered: every jump needs
/// an edge to every label.
const MOST_COMPUTED_EDGES: usize = 1 << 20;

/// The cases found so far of a `switch` whose body is being lowered.
pub(crate) struct SwitchContext {
    kind: ScalarKind,
    cases: Vec<Case>,
    default: Option<JumpPlace>,
}

struct Case {
    /// As unsigned bits.
    first: u128,
    last: u128,
    place: JumpPlace,
}

impl FunctionLowering<'_, '_> {
    pub(crate) fn switch_statement(&mut self, value: ExprId, body: StatementId, span: Span) {
        let kind = self.scalar_kind(value);
        let value = self.full_value(value);
        let (dispatch, exit) = (self.builder.new_block(), self.builder.new_block());
        let is_reached = self.go_to(dispatch, span);
        let node = self.scopes.top();
        self.switches.push(SwitchContext { kind, cases: Vec::new(), default: None });
        self.breaks.push(JumpPlace { block: exit, node });
        self.controlled_statement(body);
        self.breaks.pop();
        self.go_to(exit, span);
        if let Some(context) = self.switches.pop()
            && is_reached
        {
            self.builder.switch_to(dispatch);
            let default = context.default.unwrap_or(JumpPlace { block: exit, node });
            self.dispatch(value, context.cases, (node, default), span);
        }
        self.builder.switch_to(exit);
    }

    fn dispatch(
        &mut self,
        value: Operand,
        mut cases: Vec<Case>,
        (from, default): (NodeId, JumpPlace),
        span: Span,
    ) {
        cases.sort_by_key(|case| case.first);
        if let Operand::Constant(constant) = value {
            let bits = constant.bits();
            let chosen = cases.iter().find(|case| (case.first..=case.last).contains(&bits));
            let place = chosen.map_or(default, |case| case.place);
            let block = self.edge(from, JumpTarget::Place(place), span);
            self.terminate(TerminatorKind::Goto(block), span);
            return;
        }
        let default = self.edge(from, JumpTarget::Place(default), span);
        let mut lowered: Vec<SwitchCase> = Vec::with_capacity(cases.len());
        // Labels that follow each other directly share a place and thus an edge.
        let mut previous: Option<(JumpPlace, BlockId)> = None;
        for case in cases {
            let is_disjoint = lowered.last().is_none_or(|last| last.last < case.first);
            if !is_disjoint {
                continue;
            }
            let target = match previous {
                Some((place, block)) if place.block == case.place.block => block,
                _ => self.edge(from, JumpTarget::Place(case.place), span),
            };
            previous = Some((case.place, target));
            lowered.push(SwitchCase { first: case.first, last: case.last, target });
        }
        let kind = if lowered.is_empty() {
            TerminatorKind::Goto(default)
        } else {
            TerminatorKind::Switch { value, cases: lowered, default }
        };
        self.terminate(kind, span);
    }

    /// `case first ... last:`. A range of signed numbers that contains -1 and 0 is two ranges of
    /// unsigned bits.
    pub(crate) fn add_case(&mut self, first: i128, last: i128, place: JumpPlace) {
        let Some(context) = self.switches.last_mut() else { return };
        let scalar = context.kind.scalar;
        let bits = |value: i128| Constant::from_signed(scalar, value).bits();
        let is_ordered = match context.kind.reading {
            Reading::Signed => first <= last,
            _ => bits(first) <= bits(last),
        };
        if !is_ordered {
            // GCC warns that the range is empty.
            return;
        }
        let (first, last) = (bits(first), bits(last));
        if first <= last {
            context.cases.push(Case { first, last, place });
        } else {
            let highest = Constant::new(scalar, u128::MAX).bits();
            context.cases.push(Case { first, last: highest, place });
            context.cases.push(Case { first: 0, last, place });
        }
    }

    pub(crate) fn add_default(&mut self, place: JumpPlace) {
        if let Some(context) = self.switches.last_mut() {
            context.default = Some(place);
        }
    }

    // -----------------------------------------------------------------------------------------
    // Labels as values

    /// `goto *target`: the address of a label is its number, counted from one in its function.
    pub(crate) fn computed_goto(&mut self, target: ExprId, span: Span) {
        let value = self.full_value(target);
        if !self.is_live() {
            return;
        }
        let from = self.scopes.top();
        let dispatcher = match self.dispatchers.get(&from) {
            Some(dispatcher) => *dispatcher,
            None => {
                let label = self.builder.new_register(self.builder.pointer_scalar());
                let dispatcher = Dispatcher { block: self.builder.new_block(), label, span };
                self.dispatchers.insert(from, dispatcher);
                dispatcher
            }
        };
        self.emit(InstructionKind::Copy { destination: dispatcher.label, source: value }, span);
        self.go_to(dispatcher.block, span);
    }

    /// Fills in the blocks that computed jumps go to.
    pub(crate) fn finish_dispatchers(&mut self) {
        let dispatchers = std::mem::take(&mut self.dispatchers);
        let is_too_large = dispatchers.len().saturating_mul(self.numbered_labels.len()) > MOST_COMPUTED_EDGES;
        for (from, dispatcher) in dispatchers {
            self.builder.switch_to(dispatcher.block);
            if is_too_large {
                self.emit_unsupported("too many computed jumps", dispatcher.span);
                self.terminate(TerminatorKind::Unreachable, dispatcher.span);
                continue;
            }
            let cases = (0..self.numbered_labels.len())
                .map(|index| {
                    let target = JumpTarget::Label(self.numbered_labels[index]);
                    let number = index as u128 + 1;
                    SwitchCase {
                        first: number,
                        last: number,
                        target: self.edge(from, target, dispatcher.span),
                    }
                })
                .collect();
            let nowhere = self.builder.new_block();
            let value = Operand::Register(dispatcher.label);
            self.terminate(TerminatorKind::Switch { value, cases, default: nowhere }, dispatcher.span);
            self.builder.switch_to(nowhere);
            self.terminate(TerminatorKind::Unreachable, dispatcher.span);
        }
    }

    /// After `asm goto`: the hidden output tells which label it jumped to, or none.
    pub(crate) fn jump_to_one_of(&mut self, labels: &[LabelId], chosen: RegisterId, span: Span) {
        if !self.is_live() {
            return;
        }
        let from = self.scopes.top();
        let cases = (1u128..)
            .zip(labels)
            .map(|(number, &label)| SwitchCase {
                first: number,
                last: number,
                target: self.edge(from, JumpTarget::Label(label), span),
            })
            .collect();
        let default = self.builder.new_block();
        self.terminate(TerminatorKind::Switch { value: Operand::Register(chosen), cases, default }, span);
        self.builder.switch_to(default);
    }

    /// A register for the number of the label that assembly code jumps to.
    pub(crate) fn label_choice(&mut self) -> RegisterId {
        self.builder.new_register(Scalar::I32)
    }
}
