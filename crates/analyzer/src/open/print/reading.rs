//! Words as C reads them.
//!
//! A term is a number, and a word holds it modulo two to the number of its bits. Where the number need not fit into the
//! type of the place that holds it, the line says so by a cast: `result = (signed char)x`.

use super::{Printer, plain};
use crate::limits::CASTS_IN_CASTS;
use interprocedural::open::hints;
use ir::debug::{Type, TypeId, TypeTable};
use pure_logic::term::{Atom, AtomKind};
use pure_logic::{Fact, Term};
use source::DataModel;
use symbolic_heap::State;

/// A type of integers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct IntegerType {
    /// As C writes it in a cast.
    name: String,
    bits: u32,
    is_unsigned: bool,
}

impl IntegerType {
    fn of(types: &TypeTable, ty: TypeId) -> Option<IntegerType> {
        let Type::Scalar { name, size, is_unsigned } = types.types.get(ty)? else { return None };
        if !matches!(size, 1 | 2 | 4 | 8)
            || ["float", "double", "void"].iter().any(|word| name.contains(word))
        {
            return None;
        }
        // A cast to `_Bool` is a comparison with zero, and a type without a name is none to cast to.
        let name = match (name, size) {
            (name, _) if name.contains("Bool") => "unsigned char".to_owned(),
            (name, 4) if name.contains('<') => if *is_unsigned { "unsigned" } else { "int" }.to_owned(),
            (name, _) => name.clone(),
        };
        Some(IntegerType { name, bits: 8 * *size as u32, is_unsigned: *is_unsigned })
    }

    /// The numbers that it has.
    fn range(&self) -> (i128, i128) {
        match self.is_unsigned {
            true => (0, (1 << self.bits) - 1),
            false => (-(1 << (self.bits - 1)), (1 << (self.bits - 1)) - 1),
        }
    }

    /// The number that a word with this number, modulo its size, is read as.
    fn number(&self, number: i128) -> i128 {
        let (low, _) = self.range();
        (number - low).rem_euclid(1 << self.bits) + low
    }
}

impl Printer<'_, '_> {
    /// The value of a place of a type.
    pub(super) fn read(&mut self, state: &State, term: Term, ty: Option<TypeId>) -> String {
        let types = &self.context.module.types;
        if let Some(Type::Scalar { name, size: 16, .. }) = ty.and_then(|ty| types.types.get(ty))
            && name.contains("int128")
        {
            let name = name.clone();
            return match self.context.solver.terms.as_constant(term) {
                Some(0..) => self.term(term),
                _ => self.cast(&name, term),
            };
        }
        let Some(integer) = ty.and_then(|ty| IntegerType::of(&self.context.module.types, ty)) else {
            return self.read_address(state, term);
        };
        if let Some(number) = self.context.solver.terms.as_constant(term) {
            return integer.number(number).to_string();
        }
        let (low, high) = integer.range();
        let fits = self.context.between(low, term, high);
        if state.facts.proves_all(&mut self.context.solver, &fits).is_proved() {
            self.typed.extend(fits);
            return self.term(term);
        }
        if self.is_any_number(state, term) {
            return self.term(term);
        }
        self.cast(&integer.name, term)
    }

    /// An address, which has no sign: a number of the caller that may be negative is cast.
    fn read_address(&mut self, state: &State, term: Term) -> String {
        let mut has_sign = false;
        for &(atom, _) in self.context.solver.terms.summands(term) {
            let AtomKind::Variable(symbol) = self.context.solver.terms.kind(atom) else { continue };
            let name = self.context.solver.terms.name(symbol);
            let position = self.parameters.iter().position(|parameter| *parameter == *name);
            let ty = position.and_then(|position| self.types.get(position).copied().flatten());
            let integer = ty.and_then(|ty| IntegerType::of(&self.context.module.types, ty));
            has_sign |= integer.is_some_and(|integer| !integer.is_unsigned);
        }
        let zero = self.context.solver.terms.constant(0);
        let fits = self.context.solver.terms.at_most(zero, term);
        let is_negative = has_sign && !state.facts.proves(&mut self.context.solver, fits).is_proved();
        match is_negative && self.context.solver.terms.as_atom(term).is_some() {
            true => self.cast(self.unsigned_name(self.context.pointer_bits()), term),
            false => self.term(term),
        }
    }

    /// The value of so many bytes of which no type is known: a number that they hold, signed or not, or else cut to
    /// their size.
    pub(super) fn read_bytes(&mut self, state: &State, term: Term, bytes: i128) -> String {
        let name = match bytes {
            1 => "unsigned char",
            2 => "unsigned short",
            4 => "unsigned int",
            _ => return self.term(term),
        };
        let is_constant = self.context.solver.terms.as_constant(term).is_some();
        for is_unsigned in [true, false] {
            let integer = IntegerType { name: name.to_owned(), bits: 8 * bytes as u32, is_unsigned };
            let (low, high) = integer.range();
            let fits = self.context.between(low, term, high);
            if is_constant || state.facts.proves_all(&mut self.context.solver, &fits).is_proved() {
                return self.term(term);
            }
        }
        if self.is_any_number(state, term) { self.term(term) } else { self.cast(name, term) }
    }

    /// Whether this is a name that was made up, of which nothing else is said: then it may as well be that of the number
    /// that is read.
    fn is_any_number(&self, state: &State, term: Term) -> bool {
        let terms = &self.context.solver.terms;
        let Some(atom) = terms.as_atom(term) else { return false };
        let AtomKind::Variable(symbol) = terms.kind(atom) else { return false };
        let mut uses = 0;
        state.for_each_term(&mut |other| uses += usize::from(terms.mentions(other, atom)));
        for &fact in state.facts.as_slice() {
            terms.for_each_atom_of_fact(fact, &mut |other| uses += usize::from(other == atom));
        }
        terms.name(symbol).contains('\'') && uses == 1
    }

    fn cast(&mut self, name: &str, term: Term) -> String {
        let text = self.term(term);
        let is_name = self.context.solver.terms.as_atom(term).is_some_and(|atom| {
            matches!(
                self.context.solver.terms.kind(atom),
                AtomKind::Variable(_) | AtomKind::Modulo(..) | AtomKind::Apply(..)
            )
        });
        let is_name = is_name && !has_operators(&text);
        if is_name { format!("({name}){text}") } else { format!("({name})({text})") }
    }

    /// The type of the bytes between two offsets of something of a type, as far as they have one.
    pub(super) fn cell_type(&self, ty: Option<(TypeId, i128)>, start: Term, end: Term) -> Option<TypeId> {
        let (terms, types) = (&self.context.solver.terms, &self.context.module.types);
        let (ty, shift) = ty?;
        if let (Some(first), Some(last)) = (terms.as_constant(start), terms.as_constant(end))
            && let (Ok(offset), Ok(bytes)) = (u64::try_from(first - shift), u64::try_from(last - first))
            && let Some((_, ty)) = self.field_at(ty, offset, bytes)
        {
            return Some(ty);
        }
        let element = match types.types.get(ty)? {
            Type::Array { element, .. } => *element,
            Type::Scalar { .. } => ty,
            Type::Pointer(_) | Type::Record { .. } | Type::Function { .. } => return None,
        };
        let bytes = i128::from(hints::size_of(types, element)?);
        let same_summands = terms.summands(start) == terms.summands(end);
        let distance = terms.constant_part(end) - terms.constant_part(start);
        (same_summands && distance == bytes).then_some(element)
    }

    /// The field of a type that has just these bytes. Half of an address is none.
    pub(super) fn field_at(&self, ty: TypeId, offset: u64, bytes: u64) -> Option<(String, TypeId)> {
        let types = &self.context.module.types;
        let field = hints::field_at(types, ty, offset, bytes)?;
        let is_address = hints::pointee(types, field.1).is_some();
        let is_whole = bytes == u64::from(self.context.pointer_bits() / 8);
        (!is_address || is_whole).then_some(field)
    }

    /// The term as text.
    pub(super) fn term(&mut self, term: Term) -> String {
        let mut term = term;
        for _ in 0..CASTS_IN_CASTS {
            let mut found = None;
            let terms = &self.context.solver.terms;
            // What is inside comes first.
            terms.for_each_atom(term, &mut |atom| {
                found = found.or_else(|| self.as_cast(atom).map(|cast| (atom, cast)));
            });
            let Some((atom, (name, inside, plus))) = found else { break };
            let by = self.named(name, inside, plus);
            term = self.context.solver.terms.substitute(term, &[(atom, by)]);
        }
        plain(&self.context.solver.terms.display_term(term))
    }

    /// The fact as text.
    pub(super) fn fact(&mut self, fact: Fact) -> String {
        let mut fact = fact;
        for _ in 0..CASTS_IN_CASTS {
            let mut found = None;
            let terms = &self.context.solver.terms;
            terms.for_each_atom_of_fact(fact, &mut |atom| {
                found = found.or_else(|| self.as_cast(atom).map(|cast| (atom, cast)));
            });
            let Some((atom, (name, inside, plus))) = found else { break };
            let by = self.named(name, inside, plus);
            fact = self.context.solver.terms.substitute_in_fact(fact, &[(atom, by)]);
        }
        plain(&self.context.solver.terms.display_fact(fact))
    }

    /// A word of the size of an address, read as a signed number.
    pub(super) fn as_signed(&mut self, term: Term) -> String {
        let name = self.signed_name(self.context.pointer_bits());
        self.cast(name, term)
    }

    fn named(&mut self, name: &str, inside: Term, plus: i128) -> Term {
        let inside = self.context.solver.terms.add_constant(inside, -plus);
        let text = self.cast(name, inside);
        let terms = &mut self.context.solver.terms;
        let variable = terms.variable(&text);
        terms.add_constant(variable, plus)
    }

    /// A remainder as a cast: the type, what is cast, and what is added to it before and after.
    fn as_cast(&self, atom: Atom) -> Option<(&'static str, Term, i128)> {
        let terms = &self.context.solver.terms;
        let AtomKind::Modulo(inside, modulus) = terms.kind(atom) else { return None };
        let bits = [8u32, 16, 32, 64].into_iter().find(|bits| modulus == 1i128 << bits)?;
        // Of `(t + 2^31) mod 2^32` the signed number `t` is meant.
        let half = modulus / 2;
        match terms.constant_part(inside) {
            near if near >= half / 2 && near < half + half / 2 => {
                Some((self.signed_name(bits), inside, half))
            }
            _ => Some((self.unsigned_name(bits), inside, 0)),
        }
    }

    fn signed_name(&self, bits: u32) -> &'static str {
        match (bits, self.context.module.data_model) {
            (8, _) => "signed char",
            (16, _) => "short",
            (32, _) => "int",
            (_, DataModel::Lp64) => "long",
            (_, DataModel::Ilp32) => "long long",
        }
    }

    fn unsigned_name(&self, bits: u32) -> &'static str {
        match (bits, self.context.module.data_model) {
            (8, _) => "unsigned char",
            (16, _) => "unsigned short",
            (32, _) => "unsigned",
            (_, DataModel::Lp64) => "unsigned long",
            (_, DataModel::Ilp32) => "unsigned long long",
        }
    }
}

/// Whether a text is more than one operand: something stands between blanks outside of parentheses.
fn has_operators(text: &str) -> bool {
    let mut depth = 0;
    text.chars().any(|letter| {
        match letter {
            '(' | '[' => depth += 1,
            ')' | ']' => depth -= 1,
            _ => {}
        }
        letter == ' ' && depth == 0
    })
}
