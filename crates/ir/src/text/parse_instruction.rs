//! Parsing: instructions, terminators and operands.

use super::cursor::ParseError;
use super::float::parse_float;
use super::lexer::TokenKind;
use super::parse::{Parser, RegisterTable};
use super::words::Word;
use crate::{
    AsmInput, AsmOutput, AsmTarget, BinaryOperator, BlockId, Callee, Constant, Conversion, CopyOverlap,
    Domain, Instruction, InstructionKind, Operand, Overflow, RegisterId, Scalar, StorageKind, SwitchCase,
    SymbolReference, Terminator, TerminatorKind, UnaryOperator,
};

impl Parser<'_> {
    /// A terminator, if one comes next.
    pub(super) fn terminator(
        &mut self,
        registers: &mut RegisterTable,
    ) -> Result<Option<Terminator>, ParseError> {
        if self.cursor.kind() != TokenKind::Word {
            return Ok(None);
        }
        let kind = match self.cursor.text() {
            "goto" => {
                self.cursor.advance();
                TerminatorKind::Goto(self.block()?)
            }
            "branch" => {
                self.cursor.advance();
                let condition = self.operand(registers)?;
                self.cursor.expect(",")?;
                let then = self.block()?;
                self.cursor.expect(",")?;
                TerminatorKind::Branch { condition, then, otherwise: self.block()? }
            }
            "switch" => {
                self.cursor.advance();
                self.switch(registers)?
            }
            "return" => {
                self.cursor.advance();
                let has_value = !matches!(self.cursor.kind(), TokenKind::Span | TokenKind::End)
                    && !self.at_statement_start();
                TerminatorKind::Return(if has_value { Some(self.operand(registers)?) } else { None })
            }
            "unreachable" => {
                self.cursor.advance();
                TerminatorKind::Unreachable
            }
            _ => return Ok(None),
        };
        Ok(Some(Terminator { kind, span: self.cursor.span()? }))
    }

    /// After a `return`: the next block's label or the end of the body.
    fn at_statement_start(&mut self) -> bool {
        match self.cursor.kind() {
            TokenKind::Punctuation => self.cursor.text() == "}",
            TokenKind::Word => Scalar::from_word(self.cursor.text()).is_none(),
            _ => false,
        }
    }

    fn switch(&mut self, registers: &mut RegisterTable) -> Result<TerminatorKind, ParseError> {
        let value = self.operand(registers)?;
        self.cursor.expect("{")?;
        let mut cases = Vec::new();
        while !self.cursor.accept("else") {
            let first = self.cursor.number()?;
            let last = if self.cursor.accept("..=") { self.cursor.number()? } else { first };
            self.cursor.expect(":")?;
            cases.push(SwitchCase { first, last, target: self.block()? });
            self.cursor.expect(",")?;
        }
        self.cursor.expect(":")?;
        let default = self.block()?;
        self.cursor.expect("}")?;
        Ok(TerminatorKind::Switch { value, cases, default })
    }

    fn block(&mut self) -> Result<BlockId, ParseError> {
        self.cursor.numbered('b', "a block").map(BlockId::from_raw)
    }

    pub(super) fn instruction(&mut self, registers: &mut RegisterTable) -> Result<Instruction, ParseError> {
        let destination = if self.cursor.kind() == TokenKind::Register {
            let register = self.declared_register(registers)?;
            self.cursor.expect("=")?;
            Some(register)
        } else {
            None
        };
        let start = self.cursor.position();
        let kind = self.instruction_kind(destination, registers)?;
        if kind.destination() != destination {
            return Err(self.cursor.error_at(start, "this instruction has no result"));
        }
        Ok(Instruction { kind, span: self.cursor.span()? })
    }

    fn instruction_kind(
        &mut self,
        result: Option<RegisterId>,
        registers: &mut RegisterTable,
    ) -> Result<InstructionKind, ParseError> {
        let start = self.cursor.position();
        let word = self.cursor.word("an instruction")?;
        let (mnemonic, suffix) = word.split_once('.').unwrap_or((word, ""));
        // Making an error counts lines, so it is left until there is one.
        let needed = |parser: &Self| {
            result.ok_or_else(|| {
                parser.cursor.error_at(start, "this instruction needs a register for its result")
            })
        };
        let unknown = |parser: &Self| parser.cursor.error_at(start, "there is no such instruction");
        let is_volatile = suffix == "volatile" || suffix.ends_with(".volatile");
        Ok(match (mnemonic, suffix) {
            ("copy", "") => {
                InstructionKind::Copy { destination: needed(self)?, source: self.operand(registers)? }
            }
            ("undefined", "") => InstructionKind::Undefine { destination: needed(self)? },
            ("load", "" | "volatile") => InstructionKind::Load {
                destination: needed(self)?,
                address: self.address(registers)?,
                is_volatile,
            },
            ("store", "" | "volatile") => {
                let address = self.address(registers)?;
                self.cursor.expect(",")?;
                InstructionKind::Store { address, value: self.operand(registers)?, is_volatile }
            }
            ("load_bits", "" | "signed" | "volatile" | "signed.volatile") => {
                let address = self.address(registers)?;
                let (bit_offset, bit_width) = self.bits()?;
                let is_signed = suffix.starts_with("signed");
                InstructionKind::LoadBits {
                    destination: needed(self)?,
                    address,
                    bit_offset,
                    bit_width,
                    is_signed,
                    is_volatile,
                }
            }
            ("store_bits", "" | "volatile") => {
                let address = self.address(registers)?;
                let (bit_offset, bit_width) = self.bits()?;
                self.cursor.expect(",")?;
                let value = self.operand(registers)?;
                InstructionKind::StoreBits { address, bit_offset, bit_width, value, is_volatile }
            }
            ("ptr_add", "") => {
                let [base, index] = self.operands(registers)?;
                InstructionKind::PtrAdd { destination: needed(self)?, base, index, scale: self.scale("*")? }
            }
            ("ptr_sub", "") => {
                let [left, right] = self.operands(registers)?;
                InstructionKind::PtrSub { destination: needed(self)?, left, right, scale: self.scale("/")? }
            }
            ("compare", domain) => {
                let domain = Domain::from_word(domain).ok_or_else(|| unknown(self))?;
                let left = self.operand(registers)?;
                let comparison = self.cursor.value("a comparison")?;
                let right = self.operand(registers)?;
                InstructionKind::Compare { destination: needed(self)?, comparison, domain, left, right }
            }
            ("stack_alloc", storage) => {
                let storage = StorageKind::from_word(storage).ok_or_else(|| unknown(self))?;
                let size = self.operand(registers)?;
                self.cursor.expect("align")?;
                let alignment = self.cursor.number()?;
                InstructionKind::StackAlloc { destination: needed(self)?, size, alignment, storage }
            }
            ("stack_end", "") => InstructionKind::StackEnd { address: self.operand(registers)? },
            ("call", "") => self.call(result, registers)?,
            ("va_start", "") => InstructionKind::VaStart { list: self.operand(registers)? },
            ("va_arg", "") => {
                InstructionKind::VaArg { destination: needed(self)?, list: self.operand(registers)? }
            }
            ("va_copy", "") => {
                let [destination, source] = self.operands(registers)?;
                InstructionKind::VaCopy { destination, source }
            }
            ("va_end", "") => InstructionKind::VaEnd { list: self.operand(registers)? },
            ("block_copy", overlap) => {
                let overlap = CopyOverlap::from_word(overlap).ok_or_else(|| unknown(self))?;
                let [destination, source, length] = self.operands(registers)?;
                InstructionKind::BlockCopy { destination, source, length, overlap }
            }
            ("block_set", "") => {
                let [destination, value, length] = self.operands(registers)?;
                InstructionKind::BlockSet { destination, value, length }
            }
            ("asm", "" | "volatile") => self.assembly(is_volatile, registers)?,
            ("assume", "") => InstructionKind::Assume { condition: self.operand(registers)? },
            ("unsupported", "") => {
                InstructionKind::Unsupported { reason: self.cursor.string()?, destination: result }
            }
            (_, "" | "signed") => {
                let overflow = if suffix.is_empty() { Overflow::Wraps } else { Overflow::SignedUndefined };
                if let Some(operator) = BinaryOperator::from_word(mnemonic) {
                    let [left, right] = self.operands(registers)?;
                    InstructionKind::Binary { destination: needed(self)?, operator, left, right, overflow }
                } else if let Some(operator) = UnaryOperator::from_word(mnemonic) {
                    let operand = self.operand(registers)?;
                    InstructionKind::Unary { destination: needed(self)?, operator, operand, overflow }
                } else if let Some(conversion) = Conversion::from_word(word) {
                    let operand = self.operand(registers)?;
                    InstructionKind::Convert { destination: needed(self)?, conversion, operand }
                } else {
                    return Err(unknown(self));
                }
            }
            _ => return Err(unknown(self)),
        })
    }

    fn call(
        &mut self,
        destination: Option<RegisterId>,
        registers: &mut RegisterTable,
    ) -> Result<InstructionKind, ParseError> {
        let callee = if self.cursor.accept("*") {
            Callee::Indirect(self.operand(registers)?)
        } else {
            Callee::Direct(self.function_name()?)
        };
        self.cursor.expect("(")?;
        let mut arguments = Vec::new();
        while !self.cursor.accept(")") {
            if !arguments.is_empty() {
                self.cursor.expect(",")?;
            }
            arguments.push(self.operand(registers)?);
        }
        let signature = self.signature_reference()?;
        Ok(InstructionKind::Call { destination, callee, signature, arguments })
    }

    fn assembly(
        &mut self,
        is_volatile: bool,
        registers: &mut RegisterTable,
    ) -> Result<InstructionKind, ParseError> {
        let template = self.cursor.string()?;
        let mut outputs = Vec::new();
        self.list("out", |parser| {
            let constraint = parser.cursor.string()?;
            let target = if parser.cursor.kind() == TokenKind::Register {
                AsmTarget::Register(parser.declared_register(registers)?)
            } else {
                let address = parser.address(registers)?;
                parser.cursor.expect("size")?;
                AsmTarget::Memory { address, size: parser.cursor.number()? }
            };
            outputs.push(AsmOutput { constraint, target });
            Ok(())
        })?;
        let mut inputs = Vec::new();
        self.list("in", |parser| {
            let constraint = parser.cursor.string()?;
            inputs.push(AsmInput { constraint, value: parser.operand(registers)? });
            Ok(())
        })?;
        let mut clobbers = Vec::new();
        self.list("clobber", |parser| {
            clobbers.push(parser.cursor.string()?);
            Ok(())
        })?;
        Ok(InstructionKind::Asm { template, outputs, inputs, clobbers, is_volatile })
    }

    /// A word and a list in parentheses.
    fn list(
        &mut self,
        word: &str,
        mut element: impl FnMut(&mut Self) -> Result<(), ParseError>,
    ) -> Result<(), ParseError> {
        self.cursor.expect(word)?;
        self.cursor.expect("(")?;
        let mut is_first = true;
        while !self.cursor.accept(")") {
            if !is_first {
                self.cursor.expect(",")?;
            }
            element(self)?;
            is_first = false;
        }
        Ok(())
    }

    fn bits(&mut self) -> Result<(u32, u32), ParseError> {
        self.cursor.expect("bit")?;
        let offset = self.cursor.number()?;
        self.cursor.expect("width")?;
        Ok((offset, self.cursor.number()?))
    }

    fn scale(&mut self, operator: &str) -> Result<i64, ParseError> {
        if self.cursor.accept(operator) { self.cursor.number() } else { Ok(1) }
    }

    fn address(&mut self, registers: &mut RegisterTable) -> Result<Operand, ParseError> {
        self.cursor.expect("[")?;
        let address = self.operand(registers)?;
        self.cursor.expect("]")?;
        Ok(address)
    }

    fn operands<const COUNT: usize>(
        &mut self,
        registers: &mut RegisterTable,
    ) -> Result<[Operand; COUNT], ParseError> {
        let mut operands = [Operand::integer(Scalar::I8, 0); COUNT];
        for (index, operand) in operands.iter_mut().enumerate() {
            if index > 0 {
                self.cursor.expect(",")?;
            }
            *operand = self.operand(registers)?;
        }
        Ok(operands)
    }

    fn operand(&mut self, registers: &mut RegisterTable) -> Result<Operand, ParseError> {
        match self.cursor.kind() {
            TokenKind::Register => self.register(registers).map(Operand::Register),
            TokenKind::Symbol => match self.symbol_reference()? {
                SymbolReference::Global(global) => Ok(Operand::Global(global, self.symbol_offset()?)),
                SymbolReference::Function(function) => Ok(Operand::Function(function)),
            },
            TokenKind::Number => {
                let constant = decimal_constant(self.cursor.text());
                let constant = constant
                    .ok_or_else(|| self.cursor.error("this is not a number followed by a scalar it fits"))?;
                self.cursor.advance();
                Ok(Operand::Constant(constant))
            }
            TokenKind::Word => self.float_bits().map(Operand::Constant),
            _ => Err(self.cursor.error("expected a register, a constant or a name")),
        }
    }

    /// `f64[7ff0000000000000]`
    fn float_bits(&mut self) -> Result<Constant, ParseError> {
        let scalar: Scalar = self.cursor.value("a register, a constant or a name")?;
        self.cursor.expect("[")?;
        let bits = u128::from_str_radix(self.cursor.text(), 16).ok();
        match bits.map(|bits| (bits, Constant::new(scalar, bits))) {
            Some((bits, constant)) if constant.bits() == bits => {
                self.cursor.advance();
                self.cursor.expect("]")?;
                Ok(constant)
            }
            _ => Err(self.cursor.error("these are not the bits of a constant")),
        }
    }
}

/// `-5i32`, `1.5f64`
fn decimal_constant(text: &str) -> Option<Constant> {
    let (digits, suffix) = text.split_at(text.rfind(['i', 'f'])?);
    let scalar = Scalar::from_word(suffix)?;
    if scalar.is_float() {
        return parse_float(digits, scalar).map(|bits| Constant::new(scalar, bits));
    }
    let magnitude = digits.trim_start_matches(['-', '+']);
    let magnitude: u128 = magnitude.parse().ok()?;
    let highest = u128::MAX >> (128 - scalar.bits());
    if digits.starts_with('-') {
        let lowest = highest / 2 + 1;
        (magnitude <= lowest).then(|| Constant::new(scalar, magnitude.wrapping_neg()))
    } else {
        (magnitude <= highest).then(|| Constant::new(scalar, magnitude))
    }
}
