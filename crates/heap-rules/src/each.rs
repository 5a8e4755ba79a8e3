//! What holds of the numbers in every node of a row: from nodes to rows, and what covers two rows.
//!
//! ```text
//!   row of nodes with φ(it)  *  row of nodes with ψ(it)                  node with the number v
//!  ───────────────────────────────────────────────────── put together   ──────────────────────── as a row
//!   row of nodes with φ(it) ⊔ ψ(it)                                      it = v
//! ```
//!
//! Sound: of every node of either row its facts hold, together with those of the state, and `⊔` covers both. What the facts say by names
//! that nothing else mentions is projected to the others, which only says less.

mod parts;

pub(crate) use parts::{
    assume_first, expose, facts_of_orders, of_block, of_segment, told_words, untouched, words_of_nodes,
    words_of_parts,
};

use crate::family::connected;
use crate::fold::mentions_memory;
use crate::limits::{
    COEFFICIENT_OF_A_FACT_OF_NODES, DISTANCE_OF_NUMBERS_OF_NODES, FACTS_OF_NODES, NAMES_OF_A_FACT_OF_NODES,
};
use pure_logic::term::{Atom, AtomKind};
use pure_logic::{Fact, Facts, Solver, Term};
use std::collections::BTreeSet;
use symbolic_heap::tiles::free_names;
use symbolic_heap::{EachNode, HeapRule, NodeWord, Sorted, State, is_broken};

/// What is known of numbers in every node of a part of a row.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Told {
    pub words: Vec<NodeWord>,
    /// The numbers of the first node, one for each word, if they are known.
    pub first: Option<Vec<Term>>,
    /// Whether it is known that there are nodes.
    pub has_nodes: bool,
    pub facts: Vec<Fact>,
}

impl Told {
    /// The names that the facts have for the words.
    pub fn own_names(&self, solver: &mut Solver) -> BTreeSet<Atom> {
        self.words.iter().map(|word| word.atom(&mut solver.terms)).collect()
    }

    /// What is known of a node, under the facts of a state.
    pub fn hypotheses(&self, solver: &mut Solver, facts: &Facts) -> Facts {
        let mut known = facts.clone();
        for word in &self.words {
            let name = word.name(&mut solver.terms);
            let range = word.key().is_in_range(&mut solver.terms, name);
            known.assume_all(solver, &range);
        }
        known.assume_all(solver, &self.facts);
        known
    }

    /// Whether everything that is told of `general` holds of the nodes of this part.
    pub fn is_covered_by(&self, solver: &mut Solver, facts: &Facts, general: &[Fact]) -> bool {
        if general.iter().all(|fact| self.facts.contains(fact)) {
            return true;
        }
        self.hypotheses(solver, facts).proves_all(solver, general).is_proved()
    }

    /// As a part of a segment says it; nothing if there is nothing to say.
    pub fn each(&self, solver: &mut Solver) -> Option<EachNode> {
        if self.words.is_empty() || self.facts.is_empty() && self.first.is_none() {
            return None;
        }
        Some(EachNode::new(&mut solver.terms, self.words.clone(), self.first.clone(), &self.facts))
    }

    /// What is told of these words alone, without facts.
    pub fn of_words(&self, words: &[NodeWord]) -> Told {
        let first = self.first.as_ref().map(|first| {
            let numbers = self.words.iter().zip(first).filter(|(word, _)| words.contains(word));
            numbers.map(|(_, &number)| number).collect()
        });
        Told { words: words.to_vec(), first, has_nodes: self.has_nodes, facts: Vec::new() }
    }

    /// The facts that mention a word, and no value that a limit hides.
    fn about(&self, solver: &mut Solver, facts: &Facts) -> Vec<Fact> {
        let own = self.own_names(solver);
        let terms = &solver.terms;
        let is_about = |fact: &Fact| {
            let (mut mentions, mut is_hidden, mut names) = (false, false, BTreeSet::new());
            terms.for_each_atom_of_fact(*fact, &mut |atom| {
                mentions |= own.contains(&atom);
                is_hidden |= matches!(terms.kind(atom), AtomKind::Opaque(_));
                if matches!(terms.kind(atom), AtomKind::Variable(_)) {
                    names.insert(atom);
                }
            });
            let is_close = match *fact {
                Fact::NonNegative(term) if names.len() > 1 => {
                    terms.constant_part(term).abs() <= DISTANCE_OF_NUMBERS_OF_NODES
                }
                Fact::Distinct(_) => false,
                _ => true,
            };
            mentions && !is_hidden && is_close && names.len() <= NAMES_OF_A_FACT_OF_NODES
        };
        facts.as_slice().iter().copied().filter(is_about).collect()
    }

    /// Without what follows from the rest, from how words are read, from the order of the nodes, and from the facts of the state.
    #[must_use]
    pub fn without_repetitions(self, solver: &mut Solver, facts: &Facts, orders: &[Sorted]) -> Told {
        let mut candidates = self.facts.clone();
        candidates.sort_by_key(|fact| (!matches!(fact, Fact::Zero(_)), *fact));
        let mut rest = Told { facts: Vec::new(), ..self };
        let mut known = rest.hypotheses(solver, facts);
        let of_orders = facts_of_orders(solver, orders, &rest.words);
        known.assume_all(solver, &of_orders);
        for fact in candidates {
            if rest.facts.len() < FACTS_OF_NODES && !known.proves(solver, fact).is_proved() {
                known.assume(solver, fact);
                rest.facts.push(fact);
            }
        }
        rest.without_weaker(solver, facts, &of_orders)
    }

    /// Without facts that follow from those behind them.
    fn without_weaker(mut self, solver: &mut Solver, facts: &Facts, of_orders: &[Fact]) -> Told {
        let mut position = 0;
        while position < self.facts.len() && self.facts.len() > 1 {
            let fact = self.facts.remove(position);
            let mut known = self.hypotheses(solver, facts);
            known.assume_all(solver, of_orders);
            if !known.proves(solver, fact).is_proved() {
                self.facts.insert(position, fact);
                position += 1;
            }
        }
        self
    }

    /// What holds of the nodes of both, of one state, by names that stay.
    pub fn then(&self, solver: &mut Solver, state: &State, other: &Told) -> Told {
        let words: Vec<NodeWord> =
            self.words.iter().copied().filter(|word| other.words.contains(word)).collect();
        let mut whole = self.of_words(&words);
        whole.first = whole.first.filter(|_| self.has_nodes);
        whole.has_nodes |= other.has_nodes;
        if self.words == other.words && self.facts == other.facts
            || is_broken(solver, HeapRule::EachKeepsFirstNodes) && self.words == words
        {
            return Told { facts: self.facts.clone(), ..whole };
        }
        if words.is_empty() {
            return whole;
        }
        let seeds = self.facts.iter().chain(&other.facts);
        let mut mentioned = Vec::new();
        for &fact in seeds {
            solver.terms.for_each_term_of_fact(fact, &mut |term| mentioned.push(term));
        }
        let facts = connected(solver, state, &mentioned);
        let names = names_that_stay(solver, state);
        let facts_of_both = joined(solver, &words, (&facts, self), (&facts, other), &names, None);
        Told { facts: facts_of_both, ..whole }.without_repetitions(solver, &facts, &[])
    }
}

/// How many facts a state tells of every node of its rows that say what the nodes are to other numbers of the state.
pub fn relations(solver: &mut Solver, state: &State) -> usize {
    let mut count = 0;
    for each in state.heap.segments().iter().filter_map(|segment| segment.each.as_ref()) {
        let own: BTreeSet<Atom> = each.words().iter().map(|word| word.atom(&mut solver.terms)).collect();
        for fact in each.facts(&mut solver.terms) {
            let mut has_others = false;
            solver.terms.for_each_atom_of_fact(fact, &mut |atom| {
                has_others |=
                    matches!(solver.terms.kind(atom), AtomKind::Variable(_)) && !own.contains(&atom);
            });
            count += usize::from(has_others);
        }
    }
    count
}

/// What holds of the nodes of two parts, each under the facts of its side, by these names.
pub(crate) fn joined(
    solver: &mut Solver,
    words: &[NodeWord],
    left: (&Facts, &Told),
    right: (&Facts, &Told),
    names: &BTreeSet<Atom>,
    rests: Option<&[i128]>,
) -> Vec<Fact> {
    let result = Told { words: words.to_vec(), first: None, has_nodes: false, facts: Vec::new() };
    let own = result.own_names(solver);
    let mut kept = free_names(solver, names);
    kept.extend(&own);
    let [left, right] = [left, right].map(|(facts, told)| {
        let facts = plain(solver, facts);
        told.hypotheses(solver, &facts).project(solver, &|atom| kept.contains(&atom))
    });
    let joined = match rests {
        None => left.join(solver, &right),
        Some(rests) => left.widen(solver, &right, rests, &BTreeSet::new()),
    };
    let mut facts = result.about(solver, &joined);
    add_by_other_names(solver, &mut facts, [&left, &right], &own);
    add_ranges(solver, &mut facts, [&left, &right], words, rests.is_some());
    facts
}

/// Adds the bounds of words that follow from what is known of other names: these may be anything where there are no nodes.
fn add_ranges(
    solver: &mut Solver,
    facts: &mut Vec<Fact>,
    [left, right]: [&Facts; 2],
    words: &[NodeWord],
    is_widened: bool,
) {
    for word in words {
        let name = word.name(&mut solver.terms);
        let (older, newer) = (left.bounds(solver, name), right.bounds(solver, name));
        if let (Some(own), Some(other)) = (older.lower, newer.lower)
            && (!is_widened || own <= other)
        {
            let bound = solver.terms.constant(own.min(other));
            facts.push(solver.terms.at_most(bound, name));
        }
        if let (Some(own), Some(other)) = (older.upper, newer.upper)
            && (!is_widened || other <= own)
        {
            let bound = solver.terms.constant(own.max(other));
            facts.push(solver.terms.at_most(name, bound));
        }
    }
}

/// The facts without those that a join has found of a few values by chance: no number of a node is known by them, and they are hard to
/// reason with.
fn plain(solver: &mut Solver, facts: &Facts) -> Facts {
    let is_plain = |fact: &Fact| match *fact {
        Fact::Zero(term) | Fact::NonZero(term) | Fact::NonNegative(term) => {
            let summands = solver.terms.summands(term);
            summands.len() < 2
                || summands.iter().all(|summand| summand.1.abs() <= COEFFICIENT_OF_A_FACT_OF_NODES)
        }
        Fact::Distinct(_) => false,
        Fact::True | Fact::False | Fact::AnyOf(_) => true,
    };
    let kept: Vec<Fact> = facts.as_slice().iter().copied().filter(is_plain).collect();
    if kept.len() == facts.as_slice().len() { facts.clone() } else { Facts::from_facts(solver, &kept) }
}

/// Adds what facts say by other names for the same numbers. A side may know of two numbers that they are equal where the other has nothing
/// to say at all, and the result then knows it of neither.
fn add_by_other_names(solver: &mut Solver, facts: &mut Vec<Fact>, sides: [&Facts; 2], own: &BTreeSet<Atom>) {
    let mut pairs: Vec<(Atom, Term)> = Vec::new();
    for fact in sides.iter().flat_map(|side| side.as_slice()) {
        let Fact::Zero(term) = *fact else { continue };
        let &[(first, 1), (second, -1)] = solver.terms.summands(term) else { continue };
        if own.contains(&first) || own.contains(&second) || pairs.len() >= FACTS_OF_NODES {
            continue;
        }
        // first - second + c = 0.
        let [one, other] = [first, second].map(|atom| solver.terms.atom_term(atom));
        let difference = solver.terms.constant_part(term);
        pairs.push((first, solver.terms.add_constant(other, -difference)));
        pairs.push((second, solver.terms.add_constant(one, difference)));
    }
    for fact in facts.clone() {
        for &pair in &pairs {
            let renamed = solver.terms.substitute_in_fact(fact, &[pair]);
            if !facts.contains(&renamed)
                && renamed != Fact::True
                && sides.iter().all(|side| side.proves(solver, renamed).is_proved())
            {
                facts.push(renamed);
            }
        }
    }
}

/// The names that a state mentions elsewhere than in what it says of every node of a row, without those of memory.
pub(crate) fn names_that_stay(solver: &Solver, state: &State) -> BTreeSet<Atom> {
    let mut names = BTreeSet::new();
    let mut note = |term: Term| {
        solver.terms.for_each_atom(term, &mut |atom| {
            names.insert(atom);
        });
    };
    for value in state.registers.iter().chain(&state.held).flatten() {
        note(value.term);
    }
    for block in state.heap.blocks() {
        block.cells.iter().filter_map(|cell| cell.content.term()).for_each(&mut note);
    }
    for segment in state.heap.segments() {
        segment.parameters.iter().copied().for_each(&mut note);
        segment.sorted.iter().flat_map(|sorted| [sorted.entry, sorted.exit]).for_each(&mut note);
        let first = segment.each.iter().filter_map(EachNode::first).flatten();
        first.copied().for_each(&mut note);
    }
    let is_number = |&atom: &Atom| {
        matches!(solver.terms.kind(atom), AtomKind::Variable(_))
            && !mentions_memory(solver, state, solver.terms.atom_term(atom))
    };
    names.retain(is_number);
    names
}
