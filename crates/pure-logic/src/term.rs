//! Hash-consed terms in canonical linear form.
//!
//! A [`Term`] is `c + k₁·a₁ + … + kₙ·aₙ` over the mathematical integers, with the atoms `aᵢ` in increasing order and no
//! coefficient zero: two terms that are equal as linear expressions have the same id.
//! An [`Atom`] is what linear arithmetic cannot see through: a variable, a remainder or quotient by a constant, the truth
//! value of a fact, an application of an uninterpreted function.
//!
//! Every operation is total.
//! Where a number would leave 128 bits, or a term would become too deep or too long, the result is a fresh *opaque* atom:
//! an unknown value, about which something may be proved only if it holds of every value, and of which no model is trusted.

use std::any::Any;
use std::borrow::Cow;
use std::hash::{BuildHasher, Hash, Hasher};
use std::sync::Arc;

use hashbrown::{HashMap, HashTable};
use rustc_hash::{FxBuildHasher, FxHasher};

use crate::broken::BrokenRule;
use crate::fact::Fact;
use crate::limits::{DEPTH_OF_TERMS, SIZE_OF_TERMS, SUMMANDS_OF_A_TERM, TERMS_OF_A_TABLE};
use crate::names::Names;
use crate::number::gcd;

/// A term: the id of a canonical linear form in its [`TermTable`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Term(pub(crate) u32);

/// An atom: what a linear form is a sum of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Atom(pub(crate) u32);

/// An interned name, of a variable or of a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Symbol(pub(crate) u32);

/// An interned list of terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TermList(pub(crate) u32);

/// An interned list of facts, the alternatives of a disjunction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Clause(pub(crate) u32);

/// What an atom stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AtomKind {
    /// An unknown integer with a name.
    Variable(Symbol),
    /// The remainder, in `0..modulus`, of Euclidean division by a constant of at least two.
    Modulo(Term, i128),
    /// The quotient of Euclidean division by a constant of at least two.
    Divide(Term, i128),
    /// One if the fact holds, zero otherwise.
    Truth(Fact),
    /// An uninterpreted function of its arguments: equal arguments give equal values.
    Apply(Symbol, TermList),
    /// A value that a limit hides.
    Opaque(u32),
}

/// The name of the function from addresses to the bases of their blocks.
pub const BASE: Symbol = Symbol(0);
/// The name of the product of two terms neither of which is constant.
pub const PRODUCT: Symbol = Symbol(1);

pub(crate) const FLAG_OPAQUE: u8 = 1;
pub(crate) const FLAG_COMPOUND: u8 = 2;
pub(crate) const FLAG_FUNCTION: u8 = 4;
pub(crate) const FLAG_TRUTH: u8 = 8;

#[derive(Clone, Copy, Debug)]
pub(crate) struct TermData {
    pub constant: i128,
    start: u32,
    length: u32,
    /// One bit for every atom that occurs, at any depth: a filter for "does this mention".
    pub signature: u64,
    pub depth: u16,
    /// Number of atoms, counted as a tree.
    pub size: u32,
    pub flags: u8,
    /// Of the linear form, so that the index need not look at it when it grows.
    hash: u64,
    /// The homogeneous part with coprime coefficients and a positive first one, once it was asked for.
    shape: Term,
    /// What the shape is multiplied with.
    scale: i64,
}

// A line of the cache: there are millions of terms.
const _: () = assert!(size_of::<TermData>() == 64);

/// Stands for a shape that nobody has asked for.
const NOT_ASKED: Term = Term(u32::MAX);

#[derive(Clone, Copy, Debug)]
pub(crate) struct AtomData {
    pub kind: AtomKind,
    pub signature: u64,
    pub depth: u16,
    pub size: u32,
    pub flags: u8,
    /// The linear form `1·atom`.
    pub term: Term,
}

/// What is known of the terms below an atom.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Summary {
    pub signature: u64,
    pub depth: u16,
    pub size: u32,
    pub flags: u8,
}

impl Summary {
    pub fn include(&mut self, term: &TermData) {
        self.signature |= term.signature;
        self.depth = self.depth.max(term.depth + 1);
        self.size = self.size.saturating_add(term.size);
        self.flags |= term.flags;
    }
}

/// The table of all terms; passed explicitly, there is no global one.
#[derive(Clone, Debug)]
pub struct TermTable {
    pub(crate) terms: Vec<TermData>,
    pool: Vec<(Atom, i128)>,
    term_index: HashTable<u32>,
    pub(crate) atoms: Vec<AtomData>,
    atom_index: HashMap<AtomKind, Atom, FxBuildHasher>,
    lists: Vec<Box<[Term]>>,
    list_index: HashMap<Box<[Term]>, TermList, FxBuildHasher>,
    clauses: Vec<Box<[Fact]>>,
    clause_index: HashMap<Box<[Fact]>, Clause, FxBuildHasher>,
    names: Names,
    descriptions: HashMap<Symbol, Arc<dyn Any + Send + Sync>, FxBuildHasher>,
    opaque: u32,
    scratch: Vec<(Atom, i128)>,
    pub(crate) broken: Option<BrokenRule>,
}

impl Default for TermTable {
    fn default() -> Self {
        let mut table = TermTable {
            terms: Vec::new(),
            pool: Vec::new(),
            term_index: HashTable::new(),
            atoms: Vec::new(),
            atom_index: HashMap::default(),
            lists: Vec::new(),
            list_index: HashMap::default(),
            clauses: Vec::new(),
            clause_index: HashMap::default(),
            names: Names::default(),
            descriptions: HashMap::default(),
            opaque: 0,
            scratch: Vec::new(),
            broken: None,
        };
        table.symbol("base");
        table.symbol("product");
        table.intern_linear(0, &[]);
        table.opaque_term();
        table
    }
}

impl TermTable {
    /// A table with only the constant zero.
    pub fn new() -> Self {
        Self::default()
    }

    /// The constant zero.
    pub const ZERO: Term = Term(0);

    // Names.

    /// Interns a name.
    pub fn symbol(&mut self, name: &str) -> Symbol {
        self.names.symbol(name)
    }

    /// Interns a name that stands for something that no term can say, and keeps that with it. The name determines it.
    pub fn symbol_for<T: Any + Send + Sync>(
        &mut self,
        name: &str,
        description: impl FnOnce() -> Arc<T>,
    ) -> Symbol {
        let symbol = self.symbol(name);
        self.descriptions.entry(symbol).or_insert_with(|| description());
        symbol
    }

    /// What a name stands for.
    pub fn description<T: Any + Send + Sync>(&self, symbol: Symbol) -> Option<&T> {
        self.descriptions.get(&symbol)?.downcast_ref()
    }

    /// The text of a name.
    pub fn name(&self, symbol: Symbol) -> Cow<'_, str> {
        self.names.text(symbol)
    }

    /// The text of a name that was given: one that [`Self::fresh_variable`] has made has none.
    pub fn given_name(&self, symbol: Symbol) -> Option<&str> {
        self.names.given(symbol)
    }

    // Atoms.

    pub(crate) fn atom(&mut self, kind: AtomKind) -> Atom {
        if let Some(atom) = self.known_atom(kind) {
            return atom;
        }
        if self.atoms.len() >= TERMS_OF_A_TABLE {
            return Atom(0);
        }
        let mut summary = Summary::default();
        match kind {
            AtomKind::Variable(_) => {}
            AtomKind::Opaque(_) => summary.flags = FLAG_OPAQUE,
            AtomKind::Modulo(term, _) | AtomKind::Divide(term, _) => {
                summary.include(&self.terms[term.0 as usize]);
                summary.flags |= FLAG_COMPOUND;
            }
            AtomKind::Truth(fact) => {
                summary = self.fact_summary(fact);
                summary.flags |= FLAG_COMPOUND | FLAG_TRUTH;
            }
            AtomKind::Apply(_, arguments) => {
                for argument in self.list(arguments) {
                    summary.include(&self.terms[argument.0 as usize]);
                }
                summary.flags |= FLAG_COMPOUND | FLAG_FUNCTION;
            }
        }
        if summary.depth > DEPTH_OF_TERMS || summary.size > SIZE_OF_TERMS {
            return self.opaque_atom();
        }
        let atom = self.add_atom(kind, summary);
        self.atom_index.insert(kind, atom);
        atom
    }

    fn known_atom(&self, kind: AtomKind) -> Option<Atom> {
        let numbered = match kind {
            AtomKind::Variable(symbol) => self.names.numbered_variable(symbol),
            _ => None,
        };
        numbered.or_else(|| self.atom_index.get(&kind).copied())
    }

    fn add_atom(&mut self, kind: AtomKind, summary: Summary) -> Atom {
        let atom = Atom(self.atoms.len() as u32);
        self.atoms.push(AtomData {
            kind,
            signature: summary.signature | signature_bit(atom),
            depth: summary.depth,
            size: summary.size.saturating_add(1),
            flags: summary.flags,
            term: Term(0),
        });
        let term = self.intern_linear(0, &[(atom, 1)]);
        self.atoms[atom.0 as usize].term = term;
        atom
    }

    fn opaque_atom(&mut self) -> Atom {
        self.opaque = self.opaque.saturating_add(1);
        self.atom(AtomKind::Opaque(self.opaque))
    }

    /// The hidden value that was printed with this number; values hidden later get other numbers.
    pub(crate) fn opaque_numbered(&mut self, number: u32) -> Term {
        self.opaque = self.opaque.max(number);
        let atom = self.atom(AtomKind::Opaque(number));
        self.atom_term(atom)
    }

    /// A value that a limit hides.
    pub fn opaque_term(&mut self) -> Term {
        let atom = self.opaque_atom();
        self.atom_term(atom)
    }

    /// The term that consists of one atom.
    pub fn atom_term(&self, atom: Atom) -> Term {
        self.atoms[atom.0 as usize].term
    }

    /// What an atom stands for.
    pub fn kind(&self, atom: Atom) -> AtomKind {
        self.atoms[atom.0 as usize].kind
    }

    pub(crate) fn atom_flags(&self, atom: Atom) -> u8 {
        self.atoms[atom.0 as usize].flags
    }

    /// The variable of the given name.
    pub fn variable(&mut self, name: &str) -> Term {
        let symbol = self.symbol(name);
        let atom = self.atom(AtomKind::Variable(symbol));
        self.atom_term(atom)
    }

    /// A variable that occurs nowhere yet, named after `hint`.
    pub fn fresh_variable(&mut self, hint: &str) -> Term {
        let variable = match self.atoms.len() >= TERMS_OF_A_TABLE {
            true => Atom(0),
            false => self.add_atom(AtomKind::Variable(self.names.next()), Summary::default()),
        };
        self.names.number(hint, variable);
        self.atom_term(variable)
    }

    /// An application of an uninterpreted function.
    pub fn apply(&mut self, function: Symbol, arguments: &[Term]) -> Term {
        let list = self.term_list(arguments);
        let atom = self.atom(AtomKind::Apply(function, list));
        self.atom_term(atom)
    }

    /// An application whose function may be the product, which has a normal form of its own.
    pub(crate) fn application(&mut self, function: Symbol, arguments: &[Term]) -> Term {
        match arguments {
            [left, right] if function == PRODUCT => self.multiply(*left, *right),
            _ => self.apply(function, arguments),
        }
    }

    /// The base of the block that the address belongs to; zero for none.
    pub fn base(&mut self, address: Term) -> Term {
        self.apply(BASE, &[address])
    }

    pub(crate) fn term_list(&mut self, terms: &[Term]) -> TermList {
        if let Some(list) = self.list_index.get(terms) {
            return *list;
        }
        let list = TermList(self.lists.len() as u32);
        self.lists.push(terms.into());
        self.list_index.insert(terms.into(), list);
        list
    }

    /// The terms of a list.
    pub fn list(&self, list: TermList) -> &[Term] {
        &self.lists[list.0 as usize]
    }

    pub(crate) fn clause(&mut self, alternatives: &[Fact]) -> Clause {
        if let Some(clause) = self.clause_index.get(alternatives) {
            return *clause;
        }
        let clause = Clause(self.clauses.len() as u32);
        self.clauses.push(alternatives.into());
        self.clause_index.insert(alternatives.into(), clause);
        clause
    }

    /// The alternatives of a disjunction.
    pub fn alternatives(&self, clause: Clause) -> &[Fact] {
        &self.clauses[clause.0 as usize]
    }

    // Linear forms.

    /// The constant part of a term.
    pub fn constant_part(&self, term: Term) -> i128 {
        self.terms[term.0 as usize].constant
    }

    /// How many different terms were made.
    pub fn len(&self) -> usize {
        self.terms.len()
    }

    pub fn is_empty(&self) -> bool {
        self.terms.is_empty()
    }

    /// The summands of a term: atoms in increasing order with non-zero coefficients.
    pub fn summands(&self, term: Term) -> &[(Atom, i128)] {
        let data = &self.terms[term.0 as usize];
        &self.pool[data.start as usize..(data.start + data.length) as usize]
    }

    /// The value of a term without atoms.
    pub fn as_constant(&self, term: Term) -> Option<i128> {
        let data = &self.terms[term.0 as usize];
        (data.length == 0).then_some(data.constant)
    }

    /// The difference of two terms, if it is a constant. Makes no new term.
    pub fn constant_difference(&self, left: Term, right: Term) -> Option<i128> {
        if left == right {
            return Some(0);
        }
        if self.summands(left) != self.summands(right) {
            return None;
        }
        self.constant_part(left).checked_sub(self.constant_part(right))
    }

    /// The atom, if the term is just one atom.
    pub fn as_atom(&self, term: Term) -> Option<Atom> {
        match self.summands(term) {
            [(atom, 1)] if self.constant_part(term) == 0 => Some(*atom),
            _ => None,
        }
    }

    /// Interns a linear form whose summands are sorted and non-zero.
    /// INVARIANT: no stored number is `i128::MIN`, so that every one of them can be negated.
    pub(crate) fn intern_linear(&mut self, constant: i128, summands: &[(Atom, i128)]) -> Term {
        if constant == i128::MIN || summands.iter().any(|summand| summand.1 == i128::MIN) {
            return self.opaque_term();
        }
        let hash = hash_linear(constant, summands);
        let found = self.term_index.find(hash, |candidate| {
            let data = &self.terms[*candidate as usize];
            data.hash == hash
                && data.constant == constant
                && data.length as usize == summands.len()
                && self.pool[data.start as usize..(data.start + data.length) as usize] == *summands
        });
        if let Some(found) = found {
            return Term(*found);
        }
        if self.terms.len() >= TERMS_OF_A_TABLE || summands.len() > SUMMANDS_OF_A_TERM {
            return if self.terms.len() >= TERMS_OF_A_TABLE { Term(1) } else { self.opaque_term() };
        }
        let mut data = TermData {
            constant,
            start: self.pool.len() as u32,
            length: summands.len() as u32,
            signature: 0,
            depth: 0,
            size: 0,
            flags: 0,
            hash,
            shape: NOT_ASKED,
            scale: 0,
        };
        for (atom, _) in summands {
            let atom = &self.atoms[atom.0 as usize];
            data.signature |= atom.signature;
            data.depth = data.depth.max(atom.depth);
            data.size = data.size.saturating_add(atom.size);
            data.flags |= atom.flags;
        }
        let id = self.terms.len() as u32;
        self.terms.push(data);
        self.pool.extend_from_slice(summands);
        let terms = &self.terms;
        self.term_index.insert_unique(hash, id, |other| terms[*other as usize].hash);
        Term(id)
    }

    /// The constant term.
    pub fn constant(&mut self, value: i128) -> Term {
        self.intern_linear(value, &[])
    }

    /// `term + value`.
    pub fn add_constant(&mut self, term: Term, value: i128) -> Term {
        if value == 0 {
            return term;
        }
        let Some(constant) = self.constant_part(term).checked_add(value) else {
            return self.opaque_term();
        };
        let mut summands = std::mem::take(&mut self.scratch);
        summands.clear();
        summands.extend_from_slice(self.summands(term));
        let result = self.intern_linear(constant, &summands);
        self.scratch = summands;
        result
    }

    /// `left + factor·right`.
    pub fn add_scaled(&mut self, left: Term, factor: i128, right: Term) -> Term {
        let mut summands = std::mem::take(&mut self.scratch);
        summands.clear();
        let constant = merge_scaled(
            (self.constant_part(left), self.summands(left)),
            factor,
            (self.constant_part(right), self.summands(right)),
            &mut summands,
        );
        let result = match constant {
            Some(constant) => self.intern_linear(constant, &summands),
            None => self.opaque_term(),
        };
        self.scratch = summands;
        result
    }

    /// `left + right`.
    pub fn add(&mut self, left: Term, right: Term) -> Term {
        self.add_scaled(left, 1, right)
    }

    /// `left - right`.
    pub fn subtract(&mut self, left: Term, right: Term) -> Term {
        self.add_scaled(left, -1, right)
    }

    /// `factor·term`.
    pub fn scale(&mut self, factor: i128, term: Term) -> Term {
        if factor == 1 {
            return term;
        }
        self.add_scaled(Self::ZERO, factor, term)
    }

    /// `-term`.
    pub fn negate(&mut self, term: Term) -> Term {
        self.scale(-1, term)
    }

    /// `constant + Σ factorᵢ·termᵢ`.
    pub fn linear(&mut self, constant: i128, parts: &[(i128, Term)]) -> Term {
        let mut sum = self.constant(constant);
        for (factor, term) in parts {
            sum = self.add_scaled(sum, *factor, *term);
        }
        sum
    }

    /// The product; of two terms that are both not constant it is an uninterpreted (commutative) function of what is left of them
    /// without constant factors and summands: `(2·x + 1)·y` is `2·(x·y) + y`.
    pub fn multiply(&mut self, left: Term, right: Term) -> Term {
        match (self.as_constant(left), self.as_constant(right)) {
            (Some(factor), _) => self.scale(factor, right),
            (_, Some(factor)) => self.scale(factor, left),
            (None, None) => {
                let [(x, a, c), (y, b, d)] = [left, right].map(|factor| self.plain_factor(factor));
                let product = self.apply(PRODUCT, &[x.min(y), x.max(y)]);
                self.linear(c * d, &[(a * b, product), (a * d, x), (b * c, y)])
            }
        }
    }

    /// A factor as `scale·shape + constant`, if these are small.
    fn plain_factor(&mut self, factor: Term) -> (Term, i128, i128) {
        let constant = self.constant_part(factor);
        let (shape, scale) = self.shape(factor);
        let is_small = |number: i128| number.unsigned_abs() < 1 << 31;
        match is_small(scale) && is_small(constant) {
            true => (shape, scale, constant),
            false => (factor, 1, 0),
        }
    }

    /// The products of two terms among the atoms of a term, with their factors.
    pub fn products_of(&self, term: Term) -> Vec<(Atom, [Term; 2])> {
        let atoms = self.summands(term).iter().map(|summand| summand.0);
        atoms.filter_map(|atom| Some((atom, self.factors(atom)?))).collect()
    }

    /// The factors of an atom that is a product.
    pub(crate) fn factors(&self, atom: Atom) -> Option<[Term; 2]> {
        match self.kind(atom) {
            AtomKind::Apply(PRODUCT, arguments) => self.list(arguments).try_into().ok(),
            _ => None,
        }
    }

    /// Divides all coefficients, and the constant, by a common divisor.
    pub(crate) fn divide_exactly(&mut self, term: Term, divisor: i128) -> Term {
        let summands: Vec<(Atom, i128)> =
            self.summands(term).iter().map(|(atom, coefficient)| (*atom, coefficient / divisor)).collect();
        let constant = self.constant_part(term) / divisor;
        self.intern_linear(constant, &summands)
    }

    /// The greatest common divisor of the coefficients of the atoms; zero for a constant term.
    pub(crate) fn content(&self, term: Term) -> i128 {
        let mut divisor = 0;
        for (_, coefficient) in self.summands(term) {
            divisor = gcd(divisor, *coefficient);
            if divisor == 1 {
                break;
            }
        }
        divisor
    }

    /// Splits `term = scale·shape + constant`, where the shape has no constant, coprime coefficients, and a positive first one.
    /// The shape of a constant term is zero.
    pub(crate) fn shape(&mut self, term: Term) -> (Term, i128) {
        let data = &self.terms[term.0 as usize];
        if data.shape != NOT_ASKED {
            return (data.shape, i128::from(data.scale));
        }
        let content = self.content(term);
        let shape = match self.summands(term).first() {
            Some((_, first)) => {
                let scale = if *first < 0 { -content } else { content };
                let summands: Vec<(Atom, i128)> = self
                    .summands(term)
                    .iter()
                    .map(|(atom, coefficient)| (*atom, coefficient / scale))
                    .collect();
                (self.intern_linear(0, &summands), scale)
            }
            None => (Self::ZERO, 1),
        };
        if let Ok(scale) = i64::try_from(shape.1) {
            let data = &mut self.terms[term.0 as usize];
            (data.shape, data.scale) = (shape.0, scale);
        }
        shape
    }

    /// Whether an atom occurs in the term, at any depth.
    pub fn mentions(&self, term: Term, atom: Atom) -> bool {
        let data = &self.terms[term.0 as usize];
        data.signature & signature_bit(atom) != 0
            && self.summands(term).iter().any(|(summand, _)| self.atom_mentions(*summand, atom))
    }

    pub(crate) fn atom_mentions(&self, within: Atom, atom: Atom) -> bool {
        if within == atom {
            return true;
        }
        let data = &self.atoms[within.0 as usize];
        if data.signature & signature_bit(atom) == 0 {
            return false;
        }
        match data.kind {
            AtomKind::Variable(_) | AtomKind::Opaque(_) => false,
            AtomKind::Modulo(term, _) | AtomKind::Divide(term, _) => self.mentions(term, atom),
            AtomKind::Truth(fact) => self.fact_mentions(fact, atom),
            AtomKind::Apply(_, arguments) => {
                self.list(arguments).iter().any(|argument| self.mentions(*argument, atom))
            }
        }
    }

    pub(crate) fn signature(&self, term: Term) -> u64 {
        self.terms[term.0 as usize].signature
    }

    pub(crate) fn flags(&self, term: Term) -> u8 {
        self.terms[term.0 as usize].flags
    }

    /// Calls `visit` for every atom of the term at every depth, arguments before the atoms built on them.
    pub fn for_each_atom(&self, term: Term, visit: &mut dyn FnMut(Atom)) {
        for (atom, _) in self.summands(term) {
            self.for_each_atom_within(*atom, visit);
        }
    }

    pub(crate) fn for_each_atom_within(&self, atom: Atom, visit: &mut dyn FnMut(Atom)) {
        match self.kind(atom) {
            AtomKind::Variable(_) | AtomKind::Opaque(_) => {}
            AtomKind::Modulo(term, _) | AtomKind::Divide(term, _) => {
                self.for_each_atom(term, visit);
            }
            AtomKind::Truth(fact) => self.for_each_atom_of_fact(fact, visit),
            AtomKind::Apply(_, arguments) => {
                for argument in self.list(arguments) {
                    self.for_each_atom(*argument, visit);
                }
            }
        }
        visit(atom);
    }
}

/// The bit that stands for an atom in signatures.
#[inline]
pub(crate) fn signature_bit(atom: Atom) -> u64 {
    1 << (atom.0 % 64)
}

fn hash_linear(constant: i128, summands: &[(Atom, i128)]) -> u64 {
    let mut hasher: FxHasher = FxBuildHasher.build_hasher();
    constant.hash(&mut hasher);
    for (atom, coefficient) in summands {
        atom.hash(&mut hasher);
        coefficient.hash(&mut hasher);
    }
    hasher.finish()
}

/// Adds `factor` times the right linear form to the left one; `None` if a number overflows.
pub(crate) fn merge_scaled(
    left: (i128, &[(Atom, i128)]),
    factor: i128,
    right: (i128, &[(Atom, i128)]),
    result: &mut Vec<(Atom, i128)>,
) -> Option<i128> {
    let (left_constant, mut left) = left;
    let (right_constant, mut right) = right;
    if factor == 0 {
        result.extend_from_slice(left);
        return Some(left_constant);
    }
    loop {
        match (left.first(), right.first()) {
            (Some(&(left_atom, left_coefficient)), Some(&(right_atom, right_coefficient))) => {
                if left_atom < right_atom {
                    result.push((left_atom, left_coefficient));
                    left = &left[1..];
                } else if left_atom > right_atom {
                    result.push((right_atom, multiply(right_coefficient, factor)?));
                    right = &right[1..];
                } else {
                    let sum = left_coefficient.checked_add(multiply(right_coefficient, factor)?)?;
                    if sum != 0 {
                        result.push((left_atom, sum));
                    }
                    left = &left[1..];
                    right = &right[1..];
                }
            }
            (Some(_), None) => {
                result.extend_from_slice(left);
                break;
            }
            (None, Some(_)) => {
                for (atom, coefficient) in right {
                    result.push((*atom, multiply(*coefficient, factor)?));
                }
                break;
            }
            (None, None) => break,
        }
    }
    left_constant.checked_add(multiply(right_constant, factor)?)
}

#[inline]
fn multiply(value: i128, factor: i128) -> Option<i128> {
    match factor {
        1 => Some(value),
        -1 => value.checked_neg(),
        _ => value.checked_mul(factor),
    }
}
