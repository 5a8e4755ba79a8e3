//! Operands that C evaluates in any order, where the order matters.
//!
//! Most operands do not care, and are evaluated from left to right. Where a call in one operand may write what another
//! one reads, `b[i] = next()` say, both orders are lowered, so that what is said of the program holds for every compiler:
//!
//! - An operand that only reads is evaluated before and after the others. If the values agree, nothing else happens; if
//!   not, an input says which one counts. A program in which nothing was changed after all has one path through that.
//! - If two operands have effects that may meet, an input decides whether all operands are evaluated from left to
//!   right or from right to left.
//!
//! If one operand stores to a variable that another one uses, the behaviour is undefined (C11 6.5p2): the two orders are
//! there for those who look for errors, and a third way that is not understood keeps it from being proved.

use crate::effects::Accesses;
use crate::function::FunctionLowering;
use crate::place::{Address, Place};
use crate::scope::Storage;
use crate::shape::{Reading, ScalarKind};
use c_types::typed::{Comparison, ExprId};
use ir::{Callee, InstructionKind, Operand, RegisterId, Scalar};
use source::Span;

/// Groups in which operands have effects are lowered in both orders, so twice each: deeper ones are not understood.
const MAXIMAL_DEPTH: u32 = 6;

/// Why a program is not proved whose behaviour is undefined by C11 6.5p2.
pub(crate) const UNDEFINED_ORDER: &str =
    "a variable that is stored to and used in one expression without order";

/// An operand of a group without order.
#[derive(Clone, Copy)]
pub(crate) enum Part {
    /// The value of a scalar, or of anything else for its effect.
    Value(ExprId),
    /// The value of a pointer.
    Pointer(ExprId),
    /// Where an lvalue is.
    Place(ExprId),
    /// Where an lvalue is, for an assignment that reads it as well.
    Updated(ExprId),
    /// The value of an aggregate, put into memory of its own that lives as told.
    Aggregate(ExprId, fn(RegisterId) -> Storage),
}

impl Part {
    fn expr(self) -> ExprId {
        match self {
            Part::Value(id)
            | Part::Pointer(id)
            | Part::Place(id)
            | Part::Updated(id)
            | Part::Aggregate(id, _) => id,
        }
    }
}

/// An operand that has been evaluated.
#[derive(Clone, Copy)]
pub(crate) struct Evaluated {
    /// The value, or the address.
    pub value: Operand,
    /// Of [`Part::Place`]: the place.
    pub place: Option<Place>,
    /// Of [`Part::Updated`]: what the place held.
    pub old: Option<Operand>,
}

/// An operand with what it does.
struct Member {
    part: Part,
    accesses: Accesses,
    /// Memory for the value of an aggregate.
    memory: Option<RegisterId>,
}

impl FunctionLowering<'_, '_> {
    /// Evaluates operands whose order matters, in every order that counts. `None` if it does not matter.
    pub(crate) fn unordered(&mut self, parts: &[Part], span: Span) -> Option<Vec<Evaluated>> {
        if !parts.iter().any(|part| self.module.effects.may_have_effect(part.expr())) {
            return None;
        }
        let accesses: Vec<Accesses> = parts
            .iter()
            .map(|part| match part {
                Part::Updated(id) => self.module.effects.accesses_of_load(*id),
                part => self.module.effects.accesses(part.expr()),
            })
            .collect();
        let mut conflicts = Vec::new();
        for right in 0..accesses.len() {
            for left in 0..right {
                if self.module.effects.conflict(&accesses[left], &accesses[right]) {
                    conflicts.push((left, right));
                }
            }
        }
        if conflicts.is_empty() || !self.is_live() {
            return None;
        }
        if self.order_depth >= MAXIMAL_DEPTH {
            self.emit_unsupported("many nested operands whose order of evaluation matters", span);
            return None;
        }
        if accesses.iter().any(|accesses| accesses.has_labels) {
            self.emit_unsupported("operands with labels whose order of evaluation matters", span);
            return None;
        }
        if conflicts
            .iter()
            .any(|&(left, right)| self.module.effects.is_undefined(parts[left].expr(), parts[right].expr()))
        {
            self.besides_unsupported(UNDEFINED_ORDER, span);
        }
        let mut members: Vec<Member> = (parts.iter().zip(accesses))
            .map(|(&part, accesses)| Member { part, accesses, memory: None })
            .collect();
        let is_choice = conflicts.iter().any(|&(left, right)| {
            [left, right].into_iter().all(|index| members[index].accesses.has_effect())
                || [left, right].into_iter().any(|index| matches!(members[index].part, Part::Aggregate(..)))
        });
        for member in &mut members {
            if let Part::Aggregate(id, storage) = member.part {
                let ty = self.program.exprs[id].ty.ty;
                member.memory = Some(self.temporary(ty, storage, span));
            }
        }
        Some(if is_choice {
            self.in_either_order(&members, span)
        } else {
            self.read_twice(&members, &conflicts, span)
        })
    }

    /// Besides what follows, something may happen that is not understood.
    pub(crate) fn besides_unsupported(&mut self, reason: &str, span: Span) {
        if !self.is_live() {
            return;
        }
        let (odd, usual) = (self.builder.new_block(), self.builder.new_block());
        self.choose(odd, usual, span);
        self.builder.switch_to(odd);
        self.emit_unsupported(reason, span);
        self.go_to(usual, span);
        self.builder.switch_to(usual);
    }

    /// Evaluates an operand. What it has read of locals is kept if others store to such.
    fn evaluate(&mut self, member: &Member, is_kept: bool) -> Evaluated {
        let mut evaluated = self.evaluate_now(member);
        if !is_kept || !self.is_live() {
            return evaluated;
        }
        let span = self.program.exprs[member.part.expr()].span;
        let kind = match member.part {
            Part::Value(id) if self.is_scalar(id) => self.scalar_kind(id),
            _ => self.pointer_kind(),
        };
        evaluated.value = self.copied(evaluated.value, kind, span);
        if let (Part::Updated(id), Some(old)) = (member.part, evaluated.old) {
            evaluated.old = Some(self.copied(old, self.scalar_kind(id), span));
        }
        if let Some(Place::Memory { bits, is_volatile, .. }) = evaluated.place {
            evaluated.place =
                Some(Place::Memory { address: Address::of(evaluated.value), bits, is_volatile });
        }
        evaluated
    }

    /// A register of its own with a value.
    fn copied(&mut self, source: Operand, kind: ScalarKind, span: Span) -> Operand {
        if !matches!(source, Operand::Register(_)) {
            return source;
        }
        let destination = self.builder.new_register(kind.scalar);
        self.emit(InstructionKind::Copy { destination, source }, span);
        Operand::Register(destination)
    }

    fn evaluate_now(&mut self, member: &Member) -> Evaluated {
        let span = self.program.exprs[member.part.expr()].span;
        let value = |value| Evaluated { value, place: None, old: None };
        match member.part {
            Part::Value(id) if self.is_scalar(id) => value(self.value(id)),
            Part::Value(id) => {
                self.effect(id);
                value(self.pointer_constant(0))
            }
            Part::Pointer(id) => {
                let address = self.pointer(id);
                value(self.materialize(address, span))
            }
            Part::Place(id) | Part::Updated(id) => {
                let place = self.place(id);
                let place = self.settle(place, span);
                let address = match place {
                    Place::Memory { address, .. } => address.base,
                    Place::Register(_) => self.pointer_constant(0),
                };
                let old = match member.part {
                    Part::Updated(_) => Some(self.load(place, self.scalar_kind(id), span)),
                    _ => None,
                };
                Evaluated { value: address, place: Some(place), old }
            }
            Part::Aggregate(id, _) => {
                let memory = Operand::Register(member.memory.expect("it was made before"));
                self.aggregate_into(id, Address::of(memory));
                value(memory)
            }
        }
    }

    /// What the members that only read are before the others, and after each of those that may change it.
    fn read_twice(&mut self, members: &[Member], conflicts: &[(usize, usize)], span: Span) -> Vec<Evaluated> {
        let meet = |left: usize, right: usize| conflicts.contains(&(left.min(right), left.max(right)));
        let is_read = |index: usize| {
            !members[index].accesses.has_effect() && (0..members.len()).any(|other| meet(index, other))
        };
        let is_kept = members.iter().any(|member| member.accesses.writes_locals());
        let mut readings: Vec<Vec<Evaluated>> = members.iter().map(|_| Vec::new()).collect();
        for index in (0..members.len()).filter(|&index| is_read(index)) {
            readings[index].push(self.evaluate(&members[index], is_kept));
        }
        for index in (0..members.len()).filter(|&index| !is_read(index)) {
            readings[index].push(self.evaluate(&members[index], is_kept));
            for other in (0..members.len()).filter(|&other| is_read(other) && meet(index, other)) {
                readings[other].push(self.evaluate(&members[other], is_kept));
            }
        }
        (members.iter().zip(readings)).map(|(member, readings)| self.one_of(member, readings, span)).collect()
    }

    /// One of several readings of an operand.
    fn one_of(&mut self, member: &Member, readings: Vec<Evaluated>, span: Span) -> Evaluated {
        let mut readings = readings.into_iter();
        let mut chosen = readings.next().expect("every operand is evaluated");
        for reading in readings {
            let kind = match member.part {
                Part::Value(id) => self.scalar_kind(id),
                _ => self.pointer_kind(),
            };
            chosen.value = self.either(chosen.value, reading.value, kind, span);
            if let (Part::Updated(id), Some(old), Some(new)) = (member.part, chosen.old, reading.old) {
                chosen.old = Some(self.either(old, new, self.scalar_kind(id), span));
            }
            if let Some(Place::Memory { bits, is_volatile, .. }) = chosen.place {
                chosen.place = Some(Place::Memory { address: Address::of(chosen.value), bits, is_volatile });
            }
        }
        chosen
    }

    /// One of two values, chosen by an input where they differ.
    fn either(&mut self, first: Operand, second: Operand, kind: ScalarKind, span: Span) -> Operand {
        if first == second || !self.is_live() {
            return first;
        }
        let destination = self.builder.new_register(kind.scalar);
        let [same, differ, other, join] = [(); 4].map(|()| self.builder.new_block());
        if kind.reading == Reading::Float {
            self.go_to(differ, span);
        } else {
            let are_equal = self.compare(Comparison::Equal, (first, second), kind, Scalar::I32, span);
            if !self.branch_on_operand(are_equal, (same, differ), span).otherwise {
                self.builder.switch_to(same);
                return first;
            }
        }
        self.builder.switch_to(differ);
        self.choose(same, other, span);
        self.copy_and_go(same, (destination, first), join, span);
        self.copy_and_go(other, (destination, second), join, span);
        self.builder.switch_to(join);
        Operand::Register(destination)
    }

    fn copy_and_go(
        &mut self,
        block: ir::BlockId,
        (destination, source): (RegisterId, Operand),
        join: ir::BlockId,
        span: Span,
    ) {
        self.builder.switch_to(block);
        self.emit(InstructionKind::Copy { destination, source }, span);
        self.go_to(join, span);
    }

    /// Goes to one of two blocks, which the implementation of C decides; to the second one where nothing else is said.
    fn choose(&mut self, first: ir::BlockId, second: ir::BlockId, span: Span) {
        let (function, signature) = self.module.choice();
        let destination = self.builder.new_register(Scalar::I8);
        let call = InstructionKind::Call {
            destination: Some(destination),
            callee: Callee::Direct(function),
            signature,
            arguments: Vec::new(),
        };
        self.emit(call, span);
        self.branch_on_operand(Operand::Register(destination), (first, second), span);
    }

    /// All operands from left to right, or all from right to left.
    fn in_either_order(&mut self, members: &[Member], span: Span) -> Vec<Evaluated> {
        let kinds: Vec<(ScalarKind, Option<ScalarKind>)> = (members.iter())
            .map(|member| match member.part {
                Part::Value(id) if self.is_scalar(id) => (self.scalar_kind(id), None),
                Part::Updated(id) => (self.pointer_kind(), Some(self.scalar_kind(id))),
                _ => (self.pointer_kind(), None),
            })
            .collect();
        let results: Vec<(RegisterId, Option<RegisterId>)> = (kinds.iter())
            .map(|(kind, old)| {
                let value = self.builder.new_register(kind.scalar);
                (value, old.map(|kind| self.builder.new_register(kind.scalar)))
            })
            .collect();
        let is_kept = members.iter().any(|member| member.accesses.writes_locals());
        let mut places = vec![None; members.len()];
        let (forth, back, join) =
            (self.builder.new_block(), self.builder.new_block(), self.builder.new_block());
        // Executions that do not choose go the way of most compilers.
        self.choose(back, forth, span);
        let mut is_join_reached = false;
        for (block, is_forth) in [(forth, true), (back, false)] {
            self.builder.switch_to(block);
            let outer = self.scopes.top();
            self.conditional_depth += 1;
            self.order_depth += 1;
            let mut evaluated = vec![None; members.len()];
            for step in 0..members.len() {
                let index = if is_forth { step } else { members.len() - 1 - step };
                evaluated[index] = Some(self.evaluate(&members[index], is_kept));
            }
            self.conditional_depth -= 1;
            self.order_depth -= 1;
            for (index, evaluated) in evaluated.into_iter().flatten().enumerate() {
                places[index] = evaluated.place;
                let copy = InstructionKind::Copy { destination: results[index].0, source: evaluated.value };
                self.emit(copy, span);
                if let (Some(destination), Some(source)) = (results[index].1, evaluated.old) {
                    self.emit(InstructionKind::Copy { destination, source }, span);
                }
            }
            self.leave_to(outer, span);
            is_join_reached |= self.go_to(join, span);
        }
        if is_join_reached {
            self.builder.switch_to(join);
        }
        (results.into_iter().zip(places))
            .map(|((value, old), place)| {
                let value = Operand::Register(value);
                let place = place.map(|place| match place {
                    Place::Memory { bits, is_volatile, .. } => {
                        Place::Memory { address: Address::of(value), bits, is_volatile }
                    }
                    Place::Register(register) => Place::Register(register),
                });
                Evaluated { value, place, old: old.map(Operand::Register) }
            })
            .collect()
    }
}
