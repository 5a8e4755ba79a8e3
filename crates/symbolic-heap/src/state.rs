//! A symbolic state: pure facts, and separately a heap, seen from registers.

use crate::heap::Heap;
use crate::value::Value;
use pure_logic::term::{Atom, AtomKind};
use pure_logic::{Fact, Facts, Solver, Term};

/// Represents: every concrete memory and every content of the registers for which some values of
/// the variables make the facts true and the heap describe the memory, block by block.
#[derive(Clone, Debug)]
pub struct State {
    pub facts: Facts,
    pub heap: Heap,
    /// The registers of the current activation; `None` for one that is dead or was never set.
    pub registers: Vec<Option<Value>>,
    /// What the callers' registers hold: cutpoints keep their names across the call.
    pub held: Vec<Option<Value>>,
}

impl State {
    pub fn new(registers: usize) -> State {
        State { facts: Facts::new(), heap: Heap::new(), registers: vec![None; registers], held: Vec::new() }
    }

    /// Assumes a fact. An equation that fixes a variable that is nobody's base is also carried out
    /// in the heap and the registers, so that addresses keep a form that tells where they point.
    /// Parts that turn out to begin at one address become one.
    pub fn assume(&mut self, solver: &mut Solver, fact: Fact) {
        self.facts.assume(solver, fact);
        let Fact::Zero(term) = fact else { return };
        if let Some((atom, by)) = self.solve_for_variable(solver, term) {
            self.substitute_in_heap(solver, &[(atom, by)]);
        } else if let Some((from, to, distance)) = self.heap.parts_at_one_address(&solver.terms, term) {
            let moved = solver.terms.atom_term(to);
            let moved = solver.terms.add_constant(moved, distance);
            match self.heap.merge_parts(&mut solver.terms, from, to, distance) {
                true => self.substitute_in_heap(solver, &[(from, moved)]),
                false => self.facts.assume(solver, Fact::False),
            }
        }
    }

    /// From `term = 0`: a variable with coefficient ±1 that is no base, and what it equals. Among
    /// several the newest, so that old names survive; one that makes an address of a block first.
    fn solve_for_variable(&self, solver: &mut Solver, term: Term) -> Option<(Atom, Term)> {
        let candidate = solver
            .terms
            .summands(term)
            .iter()
            .filter(|(atom, coefficient)| {
                coefficient.abs() == 1
                    && self.heap.block(*atom).is_none()
                    && matches!(solver.terms.kind(*atom), AtomKind::Variable(_))
            })
            .max_by_key(|(atom, _)| *atom)
            .copied();
        let (atom, coefficient) = candidate?;
        let variable = solver.terms.atom_term(atom);
        // term = rest + coefficient·variable = 0, so variable = -rest / coefficient.
        let rest = solver.terms.add_scaled(term, -coefficient, variable);
        let by = solver.terms.scale(-coefficient, rest);
        (!solver.terms.mentions(by, atom)).then_some((atom, by))
    }

    /// Puts terms in the place of variables everywhere but in the facts.
    pub fn substitute_in_heap(&mut self, solver: &mut Solver, replacements: &[(Atom, Term)]) {
        let terms = &mut solver.terms;
        self.heap.substitute(terms, replacements);
        for value in self.registers.iter_mut().chain(self.held.iter_mut()).flatten() {
            *value = value.substitute(terms, replacements);
        }
    }

    /// Puts terms in the place of variables everywhere.
    pub fn substitute(&mut self, solver: &mut Solver, replacements: &[(Atom, Term)]) {
        self.facts = self.facts.substitute(solver, replacements);
        self.substitute_in_heap(solver, replacements);
    }
}

impl State {
    /// Calls `visit` for every term outside of the facts, except the bases of blocks.
    pub fn for_each_term(&self, visit: &mut dyn FnMut(Term)) {
        for value in self.registers.iter().chain(&self.held).flatten() {
            visit(value.term);
        }
        self.heap.for_each_term(visit);
    }
}
