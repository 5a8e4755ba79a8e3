//! What an instruction reads and writes, and where a terminator leads.

use crate::{
    AsmInput, AsmOutput, AsmTarget, BlockId, Body, Callee, InstructionKind, Operand, RegisterId, Scalar,
    TerminatorKind,
};

/// The operands of an instruction, by reference or by mutable reference, as the instruction is given.
macro_rules! visit_operands {
    ($kind:expr, $visit:expr) => {
        match $kind {
            InstructionKind::Undefine { .. } | InstructionKind::Unsupported { .. } => {}
            InstructionKind::Copy { source: operand, .. }
            | InstructionKind::Unary { operand, .. }
            | InstructionKind::Convert { operand, .. }
            | InstructionKind::Load { address: operand, .. }
            | InstructionKind::LoadBits { address: operand, .. }
            | InstructionKind::StackAlloc { size: operand, .. }
            | InstructionKind::StackEnd { address: operand }
            | InstructionKind::VaStart { list: operand }
            | InstructionKind::VaArg { list: operand, .. }
            | InstructionKind::VaEnd { list: operand }
            | InstructionKind::Assume { condition: operand } => $visit(operand),
            InstructionKind::Binary { left: first, right: second, .. }
            | InstructionKind::Compare { left: first, right: second, .. }
            | InstructionKind::PtrSub { left: first, right: second, .. }
            | InstructionKind::PtrAdd { base: first, index: second, .. }
            | InstructionKind::Store { address: first, value: second, .. }
            | InstructionKind::StoreBits { address: first, value: second, .. }
            | InstructionKind::VaCopy { destination: first, source: second } => {
                $visit(first);
                $visit(second);
            }
            InstructionKind::BlockCopy { destination: first, source: second, length: third, .. }
            | InstructionKind::BlockSet { destination: first, value: second, length: third } => {
                $visit(first);
                $visit(second);
                $visit(third);
            }
            InstructionKind::Call { callee, arguments, .. } => {
                if let Callee::Indirect(operand) = callee {
                    $visit(operand);
                }
                for argument in arguments {
                    $visit(argument);
                }
            }
            InstructionKind::Asm { outputs, inputs, .. } => {
                for AsmOutput { target, .. } in outputs {
                    if let AsmTarget::Memory { address, .. } = target {
                        $visit(address);
                    }
                }
                for AsmInput { value, .. } in inputs {
                    $visit(value);
                }
            }
        }
    };
}

impl InstructionKind {
    /// The register that gets the instruction's result. Assembly code may have several outputs;
    /// [`for_each_written_register`](Self::for_each_written_register) visits those as well.
    pub fn destination(&self) -> Option<RegisterId> {
        match self {
            InstructionKind::Copy { destination, .. }
            | InstructionKind::Undefine { destination }
            | InstructionKind::Unary { destination, .. }
            | InstructionKind::Binary { destination, .. }
            | InstructionKind::Compare { destination, .. }
            | InstructionKind::Convert { destination, .. }
            | InstructionKind::Load { destination, .. }
            | InstructionKind::LoadBits { destination, .. }
            | InstructionKind::PtrAdd { destination, .. }
            | InstructionKind::PtrSub { destination, .. }
            | InstructionKind::StackAlloc { destination, .. }
            | InstructionKind::VaArg { destination, .. } => Some(*destination),
            InstructionKind::Call { destination, .. } | InstructionKind::Unsupported { destination, .. } => {
                *destination
            }
            InstructionKind::Store { .. }
            | InstructionKind::StoreBits { .. }
            | InstructionKind::StackEnd { .. }
            | InstructionKind::VaStart { .. }
            | InstructionKind::VaCopy { .. }
            | InstructionKind::VaEnd { .. }
            | InstructionKind::BlockCopy { .. }
            | InstructionKind::BlockSet { .. }
            | InstructionKind::Asm { .. }
            | InstructionKind::Assume { .. } => None,
        }
    }

    /// Visits every register the instruction may change, in the order of the text form.
    pub fn for_each_written_register(&self, mut visit: impl FnMut(RegisterId)) {
        if let Some(destination) = self.destination() {
            visit(destination);
        }
        if let InstructionKind::Asm { outputs, .. } = self {
            for output in outputs {
                if let AsmTarget::Register(register) = output.target {
                    visit(register);
                }
            }
        }
    }

    /// As [`for_each_written_register`](Self::for_each_written_register), to give them other numbers.
    pub fn for_each_written_register_mut(&mut self, mut visit: impl FnMut(&mut RegisterId)) {
        match self {
            InstructionKind::Copy { destination, .. }
            | InstructionKind::Undefine { destination }
            | InstructionKind::Unary { destination, .. }
            | InstructionKind::Binary { destination, .. }
            | InstructionKind::Compare { destination, .. }
            | InstructionKind::Convert { destination, .. }
            | InstructionKind::Load { destination, .. }
            | InstructionKind::LoadBits { destination, .. }
            | InstructionKind::PtrAdd { destination, .. }
            | InstructionKind::PtrSub { destination, .. }
            | InstructionKind::StackAlloc { destination, .. }
            | InstructionKind::VaArg { destination, .. } => visit(destination),
            InstructionKind::Call { destination, .. } | InstructionKind::Unsupported { destination, .. } => {
                destination.iter_mut().for_each(visit);
            }
            InstructionKind::Asm { outputs, .. } => {
                for output in outputs {
                    if let AsmTarget::Register(register) = &mut output.target {
                        visit(register);
                    }
                }
            }
            InstructionKind::Store { .. }
            | InstructionKind::StoreBits { .. }
            | InstructionKind::StackEnd { .. }
            | InstructionKind::VaStart { .. }
            | InstructionKind::VaCopy { .. }
            | InstructionKind::VaEnd { .. }
            | InstructionKind::BlockCopy { .. }
            | InstructionKind::BlockSet { .. }
            | InstructionKind::Assume { .. } => {}
        }
    }

    /// Visits every value the instruction reads, in the order of the text form; the callee of an
    /// indirect call is one, that of a direct call is not.
    pub fn for_each_operand(&self, mut visit: impl FnMut(&Operand)) {
        visit_operands!(self, visit);
    }

    /// As [`for_each_operand`](Self::for_each_operand), to replace values.
    pub fn for_each_operand_mut(&mut self, mut visit: impl FnMut(&mut Operand)) {
        visit_operands!(self, visit);
    }

    /// Visits every register the instruction reads.
    pub fn for_each_read_register(&self, mut visit: impl FnMut(RegisterId)) {
        self.for_each_operand(|operand| {
            if let Operand::Register(register) = operand {
                visit(*register);
            }
        });
        // An output that is also an input (`"+r"`) keeps what the register held.
        if let InstructionKind::Asm { outputs, .. } = self {
            for output in outputs {
                match output.target {
                    AsmTarget::Register(register) if output.constraint.contains('+') => visit(register),
                    AsmTarget::Register(_) | AsmTarget::Memory { .. } => {}
                }
            }
        }
    }
}

impl TerminatorKind {
    /// Visits the blocks that may come next, in the order of the text form; one that is named
    /// twice is visited twice.
    pub fn for_each_successor(&self, mut visit: impl FnMut(BlockId)) {
        match self {
            TerminatorKind::Goto(target) => visit(*target),
            TerminatorKind::Branch { then, otherwise, .. } => {
                visit(*then);
                visit(*otherwise);
            }
            TerminatorKind::Switch { cases, default, .. } => {
                cases.iter().for_each(|case| visit(case.target));
                visit(*default);
            }
            TerminatorKind::Return(_) | TerminatorKind::Unreachable => {}
        }
    }

    /// As [`for_each_successor`](Self::for_each_successor), to redirect jumps.
    pub fn for_each_successor_mut(&mut self, mut visit: impl FnMut(&mut BlockId)) {
        match self {
            TerminatorKind::Goto(target) => visit(target),
            TerminatorKind::Branch { then, otherwise, .. } => {
                visit(then);
                visit(otherwise);
            }
            TerminatorKind::Switch { cases, default, .. } => {
                cases.iter_mut().for_each(|case| visit(&mut case.target));
                visit(default);
            }
            TerminatorKind::Return(_) | TerminatorKind::Unreachable => {}
        }
    }

    /// As [`operand`](Self::operand), to replace it.
    pub fn operand_mut(&mut self) -> Option<&mut Operand> {
        match self {
            TerminatorKind::Branch { condition: operand, .. }
            | TerminatorKind::Switch { value: operand, .. }
            | TerminatorKind::Return(Some(operand)) => Some(operand),
            TerminatorKind::Goto(_) | TerminatorKind::Return(None) | TerminatorKind::Unreachable => None,
        }
    }

    /// The value that decides where to go, or that is returned.
    pub fn operand(&self) -> Option<&Operand> {
        match self {
            TerminatorKind::Branch { condition: operand, .. }
            | TerminatorKind::Switch { value: operand, .. }
            | TerminatorKind::Return(Some(operand)) => Some(operand),
            TerminatorKind::Goto(_) | TerminatorKind::Return(None) | TerminatorKind::Unreachable => None,
        }
    }
}

impl Body {
    /// The scalar of an operand that occurs in this body.
    pub fn scalar_of(&self, operand: Operand, pointer_scalar: Scalar) -> Scalar {
        match operand {
            Operand::Register(register) => self.registers[register].scalar,
            Operand::Constant(constant) => constant.scalar,
            Operand::Global(..) | Operand::Function(_) => pointer_scalar,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::Printer;
    use crate::text::sample::random_module;

    /// The registers that a text mentions, sorted.
    fn mentioned(text: &str) -> Vec<u32> {
        let mut numbers: Vec<u32> = text
            .split('%')
            .skip(1)
            .map(|rest| rest.split(|c: char| !c.is_ascii_digit()).next().unwrap().parse().unwrap())
            .collect();
        numbers.sort();
        numbers
    }

    #[test]
    fn what_the_text_mentions_is_read_or_written() {
        let mut seen = 0;
        for seed in 0..500 {
            let module = random_module(seed);
            let bodies = module.functions.iter().filter_map(|(_, function)| function.body.as_ref());
            for (body, block) in
                bodies.flat_map(|body| body.blocks.iter().map(move |(_, block)| (body, block)))
            {
                for instruction in &block.instructions {
                    let mut text = String::new();
                    Printer::exact(&module).push_instruction(body, &instruction.kind, &mut text);
                    let mut found = Vec::new();
                    instruction.kind.for_each_written_register(|register| found.push(register.raw()));
                    instruction.kind.for_each_operand(|operand| {
                        if let Operand::Register(register) = operand {
                            found.push(register.raw());
                        }
                    });
                    found.sort();
                    assert_eq!(found, mentioned(&text), "{text}");
                    seen += 1;
                }
                let mut text = String::new();
                Printer::exact(&module).push_terminator(body, &block.terminator.kind, &mut text);
                let register = match block.terminator.kind.operand() {
                    Some(Operand::Register(register)) => vec![register.raw()],
                    _ => Vec::new(),
                };
                assert_eq!(register, mentioned(&text), "{text}");
            }
        }
        assert!(seen > 5000);
    }

    #[test]
    fn replacing_visits_the_same_operands() {
        for seed in 0..200 {
            for function in random_module(seed).functions {
                for block in function.body.into_iter().flat_map(|body| body.blocks) {
                    for mut instruction in block.instructions {
                        let (mut read, mut replaced) = (Vec::new(), Vec::new());
                        instruction.kind.for_each_operand(|operand| read.push(*operand));
                        instruction.kind.for_each_operand_mut(|operand| {
                            replaced.push(*operand);
                            *operand = Operand::integer(Scalar::I8, 7);
                        });
                        assert_eq!(read, replaced);
                        instruction.kind.for_each_operand(|operand| {
                            assert_eq!(*operand, Operand::integer(Scalar::I8, 7))
                        });
                    }
                }
            }
        }
    }

    #[test]
    fn an_output_that_is_also_an_input_is_read() {
        let asm = |constraint: &str| InstructionKind::Asm {
            template: "inc %0".into(),
            outputs: vec![AsmOutput {
                constraint: constraint.into(),
                target: AsmTarget::Register(RegisterId::from_raw(3)),
            }],
            inputs: Vec::new(),
            clobbers: Vec::new(),
            is_volatile: false,
        };
        let reads = |kind: InstructionKind| {
            let mut registers = Vec::new();
            kind.for_each_read_register(|register| registers.push(register.raw()));
            registers
        };
        assert_eq!(reads(asm("+r")), [3]);
        assert_eq!(reads(asm("=r")), [0; 0]);
    }
}
