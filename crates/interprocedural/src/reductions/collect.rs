//! What a register collects from round to round.

use super::expression::Expression as E;
use super::{Addend, Collection, Element};
use ir::{BinaryOperator, Comparison, Conversion, Domain, RegisterId, Scalar};
use std::rc::Rc;

/// From what a register holds after a round: how that comes from what it held before.
pub(super) fn collection(
    after: &E,
    register: RegisterId,
    scalar: Scalar,
    counter: RegisterId,
) -> Option<Collection> {
    sum(after, register, scalar, counter)
        .or_else(|| bits(after, register, scalar))
        .or_else(|| extreme(after, register, scalar))
}

/// `r + e`, where `e` does not depend on `r`.
fn sum(after: &E, register: RegisterId, scalar: Scalar, counter: RegisterId) -> Option<Collection> {
    let added = without(after, register, scalar)?;
    let mut addends = Vec::new();
    add(&added, 1, counter, &mut addends)?;
    Some(Collection::Sum(addends))
}

/// What is added to the register, on every path. Addition modulo 2^w does not depend on higher bits, so that what was widened before and
/// is cut off afterwards is added all the same.
fn without(after: &E, register: RegisterId, scalar: Scalar) -> Option<E> {
    let keeps = |other: &Scalar| other.bits() >= scalar.bits();
    match after {
        E::Start(own) if *own == register => Some(E::Number(scalar, 0)),
        E::Convert(Conversion::Truncate, _, to, part) if keeps(to) => without(part, register, scalar),
        E::Convert(Conversion::SignExtend | Conversion::ZeroExtend, from, _, part) if keeps(from) => {
            without(part, register, scalar)
        }
        E::Binary(BinaryOperator::Add, own, left, right) if keeps(own) => {
            let (with, other) = match (left.mentions(register), right.mentions(register)) {
                (true, false) => (left, right),
                (false, true) => (right, left),
                _ => return None,
            };
            let rest = Rc::new(without(with, register, scalar)?);
            Some(E::Binary(BinaryOperator::Add, *own, rest, Rc::clone(other)))
        }
        E::Binary(BinaryOperator::Subtract, own, left, right) if keeps(own) && !right.mentions(register) => {
            let rest = Rc::new(without(left, register, scalar)?);
            Some(E::Binary(BinaryOperator::Subtract, *own, rest, Rc::clone(right)))
        }
        E::Choice(condition, then, otherwise) if !condition.mentions(register) => {
            let then = Rc::new(without(then, register, scalar)?);
            let otherwise = Rc::new(without(otherwise, register, scalar)?);
            Some(E::Choice(Rc::clone(condition), then, otherwise))
        }
        _ => None,
    }
}

fn add(added: &E, factor: i128, counter: RegisterId, addends: &mut Vec<Addend>) -> Option<()> {
    match added {
        E::Binary(BinaryOperator::Add, _, left, right) => {
            add(left, factor, counter, addends)?;
            add(right, factor, counter, addends)
        }
        E::Binary(BinaryOperator::Subtract, _, left, right) => {
            add(left, factor, counter, addends)?;
            add(right, -factor, counter, addends)
        }
        E::Number(_, number) => {
            addends.push(Addend::Number(factor.checked_mul(*number)?));
            Some(())
        }
        other => {
            let mut starts = Vec::new();
            other.starts(&mut starts);
            let addend = match word(other) {
                Some((array, element)) => Addend::Words { factor, array, element },
                None if !starts.is_empty()
                    && starts.iter().all(|start| *start == counter)
                    && is_of_one_kind(other) =>
                {
                    Addend::Counter { factor, name: other.name() }
                }
                None => return None,
            };
            addends.push(addend);
            Some(())
        }
    }
}

/// Whether a function of the counter depends on no memory.
fn is_of_one_kind(expression: &E) -> bool {
    let mut arrays = Vec::new();
    expression.arrays(&mut arrays);
    arrays.is_empty() && !expression.has_loads()
}

/// A function of the word of one array, and of nothing else.
fn word(expression: &E) -> Option<(usize, Element)> {
    let (mut starts, mut arrays) = (Vec::new(), Vec::new());
    expression.starts(&mut starts);
    expression.arrays(&mut arrays);
    let [array] = arrays[..] else { return None };
    if !starts.is_empty() || expression.has_loads() {
        return None;
    }
    // Modulo 2^w every number that has the bits of the word will do.
    let element = match expression {
        E::Word(..) => Element::Signed,
        other => extension(other).unwrap_or_else(|| Element::Other(other.name())),
    };
    Some((array, element))
}

/// As what a word is read that is only made wider, once or several times.
fn extension(expression: &E) -> Option<Element> {
    let E::Convert(conversion, _, _, part) = expression else { return None };
    match (conversion, &**part) {
        (Conversion::SignExtend, E::Word(..)) => Some(Element::Signed),
        (Conversion::ZeroExtend, E::Word(..)) => Some(Element::Unsigned),
        // What is not negative in more bits than it needs stays what it is.
        (Conversion::SignExtend, part) => extension(part),
        (Conversion::ZeroExtend, part) => extension(part).filter(|element| *element == Element::Unsigned),
        _ => None,
    }
}

/// `r & e`, `r | e`, `r ^ e`.
fn bits(after: &E, register: RegisterId, scalar: Scalar) -> Option<Collection> {
    let E::Binary(operator, _, left, right) = after else { return None };
    let name = match operator {
        BinaryOperator::And => "and",
        BinaryOperator::Or => "or",
        BinaryOperator::Xor => "xor",
        _ => return None,
    };
    let other = match (left.as_start() == Some(register), right.as_start() == Some(register)) {
        (true, false) => right,
        (false, true) => left,
        _ => return None,
    };
    let (array, element) = word(other)?;
    let operation = format!("{name}{}{}", scalar.bits(), other.name());
    Some(Collection::Fold { operation, is_signed: true, array, element })
}

/// The larger of `r` and `e`, or the smaller one.
fn extreme(after: &E, register: RegisterId, scalar: Scalar) -> Option<Collection> {
    let E::Choice(condition, then, otherwise) = after else { return None };
    let E::Compare(comparison, domain, own, left, right) = &**condition else { return None };
    let is_signed = match domain {
        Domain::Signed => true,
        Domain::Unsigned => false,
        Domain::Pointer | Domain::Float => return None,
    };
    let start = E::Start(register);
    let other = match (**left == start, **right == start) {
        (true, false) => right,
        (false, true) => left,
        _ => return None,
    };
    // Where the comparison holds, this one is at least the other.
    let larger = match comparison {
        Comparison::Less | Comparison::LessEqual => right,
        Comparison::Greater | Comparison::GreaterEqual => left,
        Comparison::Equal | Comparison::NotEqual => return None,
    };
    let is_one_of_them = (**then == start && otherwise == other) || (then == other && **otherwise == start);
    if *own != scalar || !is_one_of_them {
        return None;
    }
    let name = if then == larger { "max" } else { "min" };
    let (array, element) = word(other)?;
    let sign = if is_signed { "s" } else { "u" };
    let operation = format!("{name}{sign}{}{}", scalar.bits(), other.name());
    Some(Collection::Fold { operation, is_signed, array, element })
}
