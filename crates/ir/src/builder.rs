//! Builds the body of a function block by block.

use crate::debug::{FunctionNames, TypeId, Variable};
use crate::{
    BasicBlock, BlockId, Body, Instruction, InstructionKind, Operand, Register, RegisterId, Scalar,
    Terminator, TerminatorKind,
};
use source::Span;
use std::fmt;
use stdx::Arena;

/// A body under construction. The first block is the entry; it exists and is current from the start.
#[derive(Clone, Debug)]
pub struct FunctionBuilder {
    pointer_scalar: Scalar,
    parameters: Vec<RegisterId>,
    registers: Arena<Register>,
    /// Positions are block ids.
    blocks: Vec<Draft>,
    names: FunctionNames,
    /// Instructions that will stand before all others of the entry block.
    prologue: Vec<Instruction>,
    current: Option<BlockId>,
}

#[derive(Clone, Default, Debug)]
struct Draft {
    instructions: Vec<Instruction>,
    terminator: Option<Terminator>,
    /// Somebody jumps here or put code here, so the block cannot be left out.
    is_used: bool,
}

/// A block that has code, or to which there is a jump, was left without a terminator.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Unterminated {
    pub block: BlockId,
}

impl fmt::Display for Unterminated {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "block b{} has no terminator", self.block.raw())
    }
}

impl FunctionBuilder {
    pub fn new(pointer_scalar: Scalar) -> Self {
        FunctionBuilder {
            pointer_scalar,
            parameters: Vec::new(),
            registers: Arena::new(),
            blocks: vec![Draft { is_used: true, ..Draft::default() }],
            names: FunctionNames::default(),
            prologue: Vec::new(),
            current: Some(BlockId::from_raw(0)),
        }
    }

    /// The integer scalar that holds an address.
    pub fn pointer_scalar(&self) -> Scalar {
        self.pointer_scalar
    }

    pub fn new_register(&mut self, scalar: Scalar) -> RegisterId {
        self.registers.push(Register { scalar })
    }

    /// A register that gets its value from the caller, after those made by earlier calls.
    pub fn new_parameter(&mut self, scalar: Scalar) -> RegisterId {
        let register = self.new_register(scalar);
        self.parameters.push(register);
        register
    }

    /// A block without code. It is left out of the body if nobody ever jumps to it or enters it.
    pub fn new_block(&mut self) -> BlockId {
        self.blocks.push(Draft::default());
        BlockId::from_index(self.blocks.len() - 1)
    }

    /// Code from here on goes to the end of this block, which has no terminator yet.
    pub fn switch_to(&mut self, block: BlockId) {
        debug_assert!(self.blocks[block.index()].terminator.is_none(), "the block is already complete");
        self.blocks[block.index()].is_used = true;
        self.current = Some(block);
    }

    /// The block that code goes to; none after a terminator.
    pub fn current(&self) -> Option<BlockId> {
        self.current
    }

    /// Appends to the current block. After a terminator this begins a new block, which nobody can
    /// reach: dead code stays in the body, so that whatever it declares is declared.
    pub fn push(&mut self, kind: InstructionKind, span: Span) {
        let block = match self.current {
            Some(block) => block,
            None => {
                let block = self.new_block();
                self.switch_to(block);
                block
            }
        };
        self.blocks[block.index()].instructions.push(Instruction { kind, span });
    }

    /// Puts an instruction before all others, after those put there by earlier calls: storage that
    /// exists however its scope is entered.
    pub fn push_to_prologue(&mut self, kind: InstructionKind, span: Span) {
        self.prologue.push(Instruction { kind, span });
    }

    /// Ends the current block; without one there is nothing to end.
    pub fn terminate(&mut self, kind: TerminatorKind, span: Span) {
        let Some(block) = self.current.take() else { return };
        kind.for_each_successor(|successor| self.blocks[successor.index()].is_used = true);
        self.blocks[block.index()].terminator = Some(Terminator { kind, span });
    }

    pub fn scalar_of(&self, operand: Operand) -> Scalar {
        match operand {
            Operand::Register(register) => self.registers[register].scalar,
            Operand::Constant(constant) => constant.scalar,
            Operand::Global(..) | Operand::Function(_) => self.pointer_scalar,
        }
    }

    /// Records which variable of the source a register stands for.
    pub fn name_variable(&mut self, register: RegisterId, variable: Variable) {
        self.names.variables.insert(register, variable);
    }

    /// Records the source type of a temporary.
    pub fn note_type(&mut self, register: RegisterId, ty: TypeId) {
        self.names.temporaries.insert(register, ty);
    }

    /// Records the source type of the result.
    pub fn note_result(&mut self, ty: TypeId) {
        self.names.result = Some(ty);
    }

    /// The body. Blocks keep their order; those nobody used are left out.
    pub fn finish(self) -> Result<Body, Unterminated> {
        let mut next = 0;
        let new_ids: Vec<BlockId> = (self.blocks.iter())
            .map(|draft| {
                let id = BlockId::from_raw(next);
                next += u32::from(draft.is_used);
                id
            })
            .collect();
        let mut prologue = self.prologue;
        let mut blocks = Arena::with_capacity(next as usize);
        for (index, draft) in self.blocks.into_iter().enumerate() {
            if !draft.is_used {
                continue;
            }
            let mut terminator =
                draft.terminator.ok_or(Unterminated { block: BlockId::from_index(index) })?;
            terminator.kind.for_each_successor_mut(|successor| *successor = new_ids[successor.index()]);
            let mut instructions = draft.instructions;
            if index == 0 && !prologue.is_empty() {
                prologue.append(&mut instructions);
                instructions = std::mem::take(&mut prologue);
            }
            blocks.push(BasicBlock { instructions, terminator });
        }
        Ok(Body { parameters: self.parameters, registers: self.registers, blocks, names: self.names })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn undefine(builder: &mut FunctionBuilder) -> InstructionKind {
        InstructionKind::Undefine { destination: builder.new_register(Scalar::I32) }
    }

    #[test]
    fn blocks_nobody_uses_are_left_out_and_jumps_follow() {
        let mut builder = FunctionBuilder::new(Scalar::I64);
        let unused = builder.new_block();
        let exit = builder.new_block();
        builder.terminate(TerminatorKind::Goto(exit), Span::new(1, 2));
        assert_eq!(builder.current(), None);
        builder.switch_to(exit);
        builder.terminate(TerminatorKind::Return(None), Span::NONE);
        // A second terminator has no block to end.
        builder.terminate(TerminatorKind::Goto(unused), Span::NONE);
        let body = builder.finish().unwrap();
        assert_eq!(body.blocks.len(), 2);
        let entry = &body.blocks[body.entry()];
        assert_eq!(entry.terminator.kind, TerminatorKind::Goto(BlockId::from_raw(1)));
        assert_eq!(entry.terminator.span, Span::new(1, 2));
    }

    #[test]
    fn dead_code_gets_a_block_of_its_own() {
        let mut builder = FunctionBuilder::new(Scalar::I64);
        builder.terminate(TerminatorKind::Return(None), Span::NONE);
        let dead = undefine(&mut builder);
        builder.push(dead, Span::NONE);
        assert_eq!(builder.clone().finish(), Err(Unterminated { block: BlockId::from_raw(1) }));
        builder.terminate(TerminatorKind::Unreachable, Span::NONE);
        let body = builder.finish().unwrap();
        assert_eq!(body.blocks[BlockId::from_raw(1)].instructions.len(), 1);
    }

    #[test]
    fn the_prologue_comes_first_and_in_order() {
        let mut builder = FunctionBuilder::new(Scalar::I64);
        let (body_code, first, second) =
            (undefine(&mut builder), undefine(&mut builder), undefine(&mut builder));
        builder.push(body_code.clone(), Span::NONE);
        builder.push_to_prologue(first.clone(), Span::NONE);
        builder.push_to_prologue(second.clone(), Span::NONE);
        builder.terminate(TerminatorKind::Return(None), Span::NONE);
        let body = builder.finish().unwrap();
        let kinds: Vec<_> = body.blocks[body.entry()]
            .instructions
            .iter()
            .map(|instruction| instruction.kind.clone())
            .collect();
        assert_eq!(kinds, [first, second, body_code]);
    }

    #[test]
    fn a_jump_to_a_block_without_code_is_an_error() {
        let mut builder = FunctionBuilder::new(Scalar::I32);
        let target = builder.new_block();
        builder.terminate(TerminatorKind::Goto(target), Span::NONE);
        assert_eq!(builder.finish(), Err(Unterminated { block: target }));
    }

    #[test]
    fn scalars_of_operands_come_from_registers_and_the_data_model() {
        let mut builder = FunctionBuilder::new(Scalar::I32);
        let parameter = builder.new_parameter(Scalar::F64);
        assert_eq!(builder.scalar_of(Operand::Register(parameter)), Scalar::F64);
        assert_eq!(builder.scalar_of(Operand::integer(Scalar::I8, 3)), Scalar::I8);
        assert_eq!(builder.scalar_of(Operand::Global(crate::GlobalId::from_raw(0), 0)), Scalar::I32);
        builder.terminate(TerminatorKind::Return(None), Span::NONE);
        assert_eq!(builder.finish().unwrap().parameters, [parameter]);
    }
}
