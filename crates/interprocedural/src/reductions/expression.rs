//! What one round of a loop computes, as expressions over what registers held at its head.

use ir::{BinaryOperator, Comparison, Conversion, Domain, Operand, RegisterId, Scalar, UnaryOperator};
use std::fmt::Write;
use std::rc::Rc;

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Expression {
    /// What a register held at the head of the loop.
    Start(RegisterId),
    Number(Scalar, i128),
    /// The address of a global or of a function.
    Address(Operand),
    /// The word of an array at which the loop is, by the position of the array.
    Word(usize, Scalar),
    /// What memory holds at an address that stays the same.
    Load(Scalar, Rc<Expression>),
    Unary(UnaryOperator, Scalar, Rc<Expression>),
    Binary(BinaryOperator, Scalar, Rc<Expression>, Rc<Expression>),
    Compare(Comparison, Domain, Scalar, Rc<Expression>, Rc<Expression>),
    Convert(Conversion, Scalar, Scalar, Rc<Expression>),
    /// `base + index · scale`, an address.
    Place(Rc<Expression>, Rc<Expression>, i64),
    /// The second if the first is not zero, else the third.
    Choice(Rc<Expression>, Rc<Expression>, Rc<Expression>),
}

use Expression as E;

impl Expression {
    fn parts(&self) -> Vec<&Expression> {
        match self {
            E::Start(_) | E::Number(..) | E::Address(_) | E::Word(..) => Vec::new(),
            E::Load(_, part) | E::Unary(_, _, part) | E::Convert(_, _, _, part) => vec![part],
            E::Binary(_, _, left, right) | E::Compare(_, _, _, left, right) | E::Place(left, right, _) => {
                vec![left, right]
            }
            E::Choice(condition, then, otherwise) => vec![condition, then, otherwise],
        }
    }

    /// The register whose start it is.
    pub(super) fn as_start(&self) -> Option<RegisterId> {
        match self {
            E::Start(register) => Some(*register),
            _ => None,
        }
    }

    pub(super) fn mentions(&self, register: RegisterId) -> bool {
        *self == E::Start(register) || self.parts().into_iter().any(|part| part.mentions(register))
    }

    /// The registers whose start it depends on.
    pub(super) fn starts(&self, found: &mut Vec<RegisterId>) {
        if let E::Start(register) = self {
            found.push(*register);
        }
        self.parts().into_iter().for_each(|part| part.starts(found));
    }

    /// The arrays whose words it depends on.
    pub(super) fn arrays(&self, found: &mut Vec<usize>) {
        if let E::Word(array, _) = self
            && !found.contains(array)
        {
            found.push(*array);
        }
        self.parts().into_iter().for_each(|part| part.arrays(found));
    }

    /// Whether it depends on what memory holds elsewhere, or on addresses.
    pub(super) fn has_loads(&self) -> bool {
        matches!(self, E::Load(..) | E::Address(_) | E::Place(..))
            || self.parts().into_iter().any(Expression::has_loads)
    }

    /// A name that no other function of one word, or of a number that counts, has: it is written operator first, each with a fixed
    /// number of operands, so that it can be read in one way only.
    pub(super) fn name(&self) -> String {
        let mut text = String::new();
        self.write(&mut text);
        text
    }

    fn write(&self, text: &mut String) {
        let _ = match self {
            E::Start(_) => write!(text, "_it"),
            E::Word(_, scalar) => write!(text, "_word{}", scalar.bits()),
            E::Number(scalar, number) => {
                let sign = if *number < 0 { "minus" } else { "" };
                write!(text, "_{sign}{}of{}", number.unsigned_abs(), scalar.bits())
            }
            E::Unary(operator, scalar, _) => write!(text, "_{operator:?}{}", scalar.bits()),
            E::Binary(operator, scalar, ..) => write!(text, "_{operator:?}{}", scalar.bits()),
            E::Compare(comparison, domain, scalar, ..) => {
                write!(text, "_{comparison:?}{domain:?}{}", scalar.bits())
            }
            E::Convert(conversion, from, to, _) => {
                write!(text, "_{conversion:?}{}to{}", from.bits(), to.bits())
            }
            E::Choice(..) => write!(text, "_Choice"),
            // No function of a word alone has these.
            E::Load(..) | E::Place(..) | E::Address(_) => write!(text, "_memory"),
        };
        self.parts().into_iter().for_each(|part| part.write(text));
    }
}
