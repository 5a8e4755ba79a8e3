//! Rules about single instructions.

use super::Invariant;
use super::body::BodyVerifier;
use crate::{
    AsmTarget, BinaryOperator, Body, Callee, Conversion, Domain, InstructionKind, Operand, ResultKind,
    Scalar, Signature, SignatureId, UnaryOperator,
};

impl BodyVerifier<'_> {
    pub(super) fn verify_instruction(
        &mut self,
        body: &Body,
        signature: Option<&Signature>,
        kind: &InstructionKind,
    ) {
        let result = kind.destination().and_then(|destination| self.assign(body, destination));
        match kind {
            InstructionKind::Copy { destination: _, source } => {
                let source = self.scalar(body, source);
                self.same_scalar(result, source);
            }
            InstructionKind::Undefine { destination: _ } => {}
            InstructionKind::Unary { destination: _, operator, operand, overflow: _ } => {
                let operand = self.scalar(body, operand);
                self.same_scalar(result, operand);
                let fits = match operator {
                    UnaryOperator::Negate => true,
                    UnaryOperator::BitNot => operand.is_none_or(Scalar::is_integer),
                };
                self.operator_fits(fits);
            }
            InstructionKind::Binary { destination: _, operator, left, right, overflow: _ } => {
                self.verify_binary(body, result, *operator, left, right);
            }
            InstructionKind::Compare { destination: _, comparison: _, domain, left, right } => {
                self.verify_comparison(body, result, *domain, left, right);
            }
            InstructionKind::Convert { destination: _, conversion, operand } => {
                let operand = self.scalar(body, operand);
                if let (Some(from), Some(to)) = (operand, result) {
                    self.report.require(
                        converts(*conversion, from, to),
                        Invariant::ConversionFitsScalars,
                        || format!("{conversion:?} does not go from {} to {}", from.name(), to.name()),
                    );
                }
            }
            InstructionKind::Load { destination: _, address, is_volatile: _ } => self.address(body, address),
            InstructionKind::Store { address, value, is_volatile: _ } => {
                self.address(body, address);
                self.scalar(body, value);
            }
            InstructionKind::LoadBits { address, bit_offset, bit_width, .. } => {
                self.address(body, address);
                self.bit_range(result, *bit_offset, *bit_width);
            }
            InstructionKind::StoreBits { address, bit_offset, bit_width, value, is_volatile: _ } => {
                self.address(body, address);
                let value = self.scalar(body, value);
                self.bit_range(value, *bit_offset, *bit_width);
            }
            InstructionKind::PtrAdd { destination: _, base, index, scale: _ } => {
                self.is_address(result);
                self.address(body, base);
                self.length(body, index);
            }
            InstructionKind::PtrSub { destination: _, left, right, scale } => {
                self.is_length(result);
                self.address(body, left);
                self.address(body, right);
                self.report.require(*scale != 0, Invariant::ScaleIsNotZero, || {
                    "a difference of pointers is divided by zero".to_string()
                });
            }
            InstructionKind::StackAlloc { destination: _, size, alignment, storage: _ } => {
                self.is_address(result);
                self.length(body, size);
                self.report.alignment(*alignment, || "a stack block".to_string());
            }
            InstructionKind::StackEnd { address } => self.address(body, address),
            InstructionKind::Call { destination: _, callee, signature, arguments } => {
                self.verify_call(body, result, kind.destination().is_some(), *callee, *signature, arguments);
            }
            InstructionKind::VaStart { list } => {
                self.address(body, list);
                let is_variadic = signature.is_none_or(|signature| signature.is_variadic);
                self.report.require(is_variadic, Invariant::ListBeginsInVariadicFunction, || {
                    "this function takes no variadic arguments".to_string()
                });
            }
            InstructionKind::VaArg { destination: _, list } | InstructionKind::VaEnd { list } => {
                self.address(body, list);
            }
            InstructionKind::VaCopy { destination, source } => {
                self.address(body, destination);
                self.address(body, source);
            }
            InstructionKind::BlockCopy { destination, source, length, overlap: _ } => {
                self.address(body, destination);
                self.address(body, source);
                self.length(body, length);
            }
            InstructionKind::BlockSet { destination, value, length } => {
                self.address(body, destination);
                let value = self.scalar(body, value);
                self.report.require(value.is_none_or(Scalar::is_integer), Invariant::FillIsInteger, || {
                    "a block is filled with a floating-point number".to_string()
                });
                self.length(body, length);
            }
            InstructionKind::Asm { outputs, inputs, .. } => {
                for output in outputs {
                    match &output.target {
                        AsmTarget::Register(register) => drop(self.assign(body, *register)),
                        AsmTarget::Memory { address, size: _ } => self.address(body, address),
                    }
                }
                for input in inputs {
                    self.scalar(body, &input.value);
                }
            }
            InstructionKind::Assume { condition } => drop(self.condition(body, condition)),
            InstructionKind::Unsupported { reason: _, destination: _ } => {}
        }
    }

    fn verify_binary(
        &mut self,
        body: &Body,
        result: Option<Scalar>,
        operator: BinaryOperator,
        left: &Operand,
        right: &Operand,
    ) {
        use BinaryOperator as B;
        let left = self.scalar(body, left);
        let right = self.scalar(body, right);
        self.same_scalar(result, left);
        let (works_on_floats, is_shift) = match operator {
            B::Add | B::Subtract | B::Multiply | B::SignedDivide | B::UnsignedDivide => (false, false),
            B::SignedRemainder | B::UnsignedRemainder | B::And | B::Or | B::Xor => (false, false),
            B::ShiftLeft | B::SignedShiftRight | B::UnsignedShiftRight => (false, true),
            B::FloatAdd | B::FloatSubtract | B::FloatMultiply | B::FloatDivide => (true, false),
        };
        let mut fits = left.is_none_or(|scalar| scalar.is_float() == works_on_floats);
        if is_shift {
            fits &= right.is_none_or(Scalar::is_integer);
        } else {
            self.same_scalar(left, right);
        }
        self.operator_fits(fits);
    }

    fn verify_comparison(
        &mut self,
        body: &Body,
        result: Option<Scalar>,
        domain: Domain,
        left: &Operand,
        right: &Operand,
    ) {
        let left = self.scalar(body, left);
        let right = self.scalar(body, right);
        self.same_scalar(left, right);
        self.report.require(result.is_none_or(Scalar::is_integer), Invariant::ComparisonGivesInteger, || {
            "the result of a comparison is a floating-point number".to_string()
        });
        let fits = left.is_none_or(|scalar| match domain {
            Domain::Signed | Domain::Unsigned => scalar.is_integer(),
            Domain::Pointer => scalar == self.pointer,
            Domain::Float => scalar.is_float(),
        });
        self.report.require(fits, Invariant::DomainFitsScalar, || {
            format!("a comparison in the domain {domain:?} has other operands")
        });
    }

    fn verify_call(
        &mut self,
        body: &Body,
        result: Option<Scalar>,
        has_destination: bool,
        callee: Callee,
        signature: SignatureId,
        arguments: &[Operand],
    ) {
        let module = self.module;
        match callee {
            Callee::Direct(function) => self.report.function_exists(module, function),
            Callee::Indirect(operand) => self.address(body, &operand),
        }
        if !self.report.signature_exists(module, signature) {
            return;
        }
        let signature = &module.signatures[signature];
        let result_fits = match signature.result {
            ResultKind::Scalar(scalar) => result.is_none_or(|result| result == scalar),
            ResultKind::Void | ResultKind::Aggregate { .. } => !has_destination,
        };
        self.report.require(result_fits, Invariant::CallResultFits, || {
            "the register for the result does not fit the signature".to_string()
        });
        let place = match signature.result {
            ResultKind::Aggregate { .. } => 1,
            ResultKind::Void | ResultKind::Scalar(_) => 0,
        };
        let least = place + if signature.has_prototype { signature.parameters.len() } else { 0 };
        let may_be_more = signature.is_variadic || !signature.has_prototype;
        let count_fits = arguments.len() == least || may_be_more && arguments.len() > least;
        self.report.require(count_fits, Invariant::ArgumentCountFits, || {
            format!("{} arguments are passed where {least} are expected", arguments.len())
        });
        for (index, argument) in arguments.iter().enumerate() {
            let found = self.scalar(body, argument);
            let expected = if index < place {
                Some(self.pointer)
            } else if signature.has_prototype {
                signature.parameters.get(index - place).map(|parameter| self.passed_as(*parameter))
            } else {
                None
            };
            if let (Some(found), Some(expected)) = (found, expected) {
                self.report.require(found == expected, Invariant::ArgumentScalarFits, || {
                    format!("argument {} is {}, not {}", index + 1, found.name(), expected.name())
                });
            }
        }
    }

    fn same_scalar(&mut self, one: Option<Scalar>, other: Option<Scalar>) {
        if let (Some(one), Some(other)) = (one, other) {
            self.report.require(one == other, Invariant::ScalarsAgree, || {
                format!("{} and {} meet", one.name(), other.name())
            });
        }
    }

    fn operator_fits(&mut self, fits: bool) {
        self.report.require(fits, Invariant::OperatorFitsScalar, || {
            "the operator does not work on these operands".to_string()
        });
    }

    fn address(&mut self, body: &Body, operand: &Operand) {
        let scalar = self.scalar(body, operand);
        self.is_address(scalar);
    }

    fn is_address(&mut self, scalar: Option<Scalar>) {
        let holds = scalar.is_none_or(|scalar| scalar == self.pointer);
        self.report.require(holds, Invariant::AddressHasPointerSize, || {
            format!("an address is {}", scalar.map_or("", Scalar::name))
        });
    }

    fn length(&mut self, body: &Body, operand: &Operand) {
        let scalar = self.scalar(body, operand);
        self.is_length(scalar);
    }

    fn is_length(&mut self, scalar: Option<Scalar>) {
        let holds = scalar.is_none_or(|scalar| scalar == self.pointer);
        self.report.require(holds, Invariant::LengthHasPointerSize, || {
            format!("a length or index is {}", scalar.map_or("", Scalar::name))
        });
    }

    fn bit_range(&mut self, scalar: Option<Scalar>, offset: u32, width: u32) {
        let fits = offset < 8
            && (1..=64).contains(&width)
            && scalar.is_none_or(|scalar| scalar.is_integer() && width <= scalar.bits());
        self.report.require(fits, Invariant::BitRangeFits, || {
            format!("the bit-field at bit {offset} of width {width} does not fit")
        });
    }
}

/// Whether a conversion goes from one scalar to the other.
fn converts(conversion: Conversion, from: Scalar, to: Scalar) -> bool {
    match conversion {
        Conversion::Truncate => from.is_integer() && to.is_integer() && to.bits() < from.bits(),
        Conversion::ZeroExtend | Conversion::SignExtend => {
            from.is_integer() && to.is_integer() && to.bits() > from.bits()
        }
        Conversion::SignedToFloat | Conversion::UnsignedToFloat => from.is_integer() && to.is_float(),
        Conversion::FloatToSigned | Conversion::FloatToUnsigned => from.is_float() && to.is_integer(),
        Conversion::FloatToFloat => from.is_float() && to.is_float(),
    }
}
