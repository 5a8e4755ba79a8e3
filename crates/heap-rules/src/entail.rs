//! Entailment: every memory that one state describes, the other describes too.
//!
//! ```text
//!   relate(A, B) does not generalise A      facts(B) ⊢ θ(facts(A))      θ: names of A → terms of B
//!  ──────────────────────────────────────────────────────────────────────────────────────────────
//!                                        B ⊨ A
//! ```
//!
//! Sound: the walk shows that B's heap is an instance of A's under θ, and the facts hold of it.

use crate::chunks::Chunks;
use crate::fold::Precision;
use crate::join::with_cut_words;
use crate::relate::{Likeness, Relation, RowEnd, Side, relate_instance, relate_row};
use pure_logic::term::{Atom, AtomKind};
use pure_logic::{Answer, Fact, Facts, Solver, Term, TermTable};
use std::collections::BTreeMap;
use symbolic_heap::{Block, Family, HeapRule, State, is_broken};

/// Whether everything `special` describes is described by `general`. `Refuted` is never said:
/// that no instance was found does not mean that there is none.
pub fn entails(solver: &mut Solver, special: &State, general: &State) -> Answer {
    match instance(solver, special, general) {
        Some(_) => Answer::Proved,
        None => Answer::Unknown(pure_logic::Reason::Passed),
    }
}

/// As [`entails`], in a proof of some precision: where it tells in which order words are, arrays are cut at the cursors of loops.
pub fn entails_by(solver: &mut Solver, special: &State, general: &State, precision: Precision) -> bool {
    instance_by(solver, special, general, precision).is_some()
}

/// As [`entails`], with what the general state's names are in the special one.
pub fn instance(solver: &mut Solver, special: &State, general: &State) -> Option<Vec<(Atom, Term)>> {
    instance_by(solver, special, general, AS_AN_INSTANCE.precision)
}

/// As [`instance`], in a proof of some precision.
pub fn instance_by(
    solver: &mut Solver,
    special: &State,
    general: &State,
    precision: Precision,
) -> Option<Vec<(Atom, Term)>> {
    if !may_cover(solver, special, general) {
        solver
            .derivation
            .step("entail", || "fails at first sight: constants or numbers of blocks differ".into());
        return None;
    }
    let likeness = match precision {
        Precision::Ordered => Likeness { precision, ..AS_AN_INSTANCE },
        _ => AS_AN_INSTANCE,
    };
    let Some(relation) = relate_instance(solver, general, special, likeness) else {
        solver.derivation.step("entail", || "fails, as told above".into());
        return None;
    };
    if relation.generalises_left {
        solver.derivation.step("entail", || "fails: the special state describes more".into());
        return None;
    }
    let found = match relation.cut_facts.is_empty() {
        true => instantiate(solver, &relation, special, general),
        false => {
            let [general, special] = [(Side::Left, general), (Side::Right, special)].map(|(side, state)| {
                let facts = with_cut_words(solver, side, &relation.cut_facts, &state.facts);
                State { facts, ..state.clone() }
            });
            instantiate(solver, &relation, &special, &general)
        }
    };
    let Solver { terms, derivation, .. } = &mut *solver;
    match &found {
        Some(found) => derivation.step("entail", || holds_where(terms, found)),
        None => derivation.fails("entail", || "what is known of numbers".into()),
    }
    derivation.goes_on();
    found
}

/// What the names of the general state are in the special one, as far as they are others.
fn holds_where(terms: &TermTable, found: &[(Atom, Term)]) -> String {
    let display = |term: Term| terms.display_term(term);
    let others = found.iter().map(|&(atom, term)| (display(terms.atom_term(atom)), display(term)));
    let others = others.filter(|(name, term)| name != term).map(|(name, term)| format!("{name} is {term}"));
    match others.collect::<Vec<String>>() {
        others if others.is_empty() => "holds".into(),
        others => format!("holds where {}", others.join(", ")),
    }
}

/// What an instance has to agree on need not be generalised first.
const AS_AN_INSTANCE: Likeness =
    Likeness { precision: Precision::Kinds, tells_flags_apart: false, same_kinds: true, alternatives: false };

/// As [`instance`], of a state that is one segment and of a row that is known to lead out of itself.
pub(crate) fn instance_of_segment(
    solver: &mut Solver,
    row: &State,
    segment: &State,
) -> Option<Vec<(Atom, Term)>> {
    if !may_cover(solver, row, segment) {
        return None;
    }
    let relation = relate_row(solver, segment, row, AS_AN_INSTANCE)?;
    if relation.generalises_left {
        return None;
    }
    instantiate(solver, &relation, row, segment)
}

/// Whether the outlines allow that the one state covers the other: the same variables, at least as
/// many nodes, and no constant in a register that differs. Cheap, and most pairs fail here.
fn may_cover(solver: &Solver, special: &State, general: &State) -> bool {
    if special.registers.len() != general.registers.len() || special.held.len() != general.held.len() {
        return false;
    }
    if differ_at_first_sight(solver, special, general) {
        return false;
    }
    let (few, many) = (Outline::of(special), Outline::of(general));
    let has_rows = |state: &State| !state.heap.segments().is_empty() || state.heap.has_instances();
    few.others == many.others
        && few.nodes >= many.nodes
        && few.optional <= many.optional
        && (has_rows(general)
            || (few.nodes + few.optional <= many.nodes + many.optional && !has_rows(special)))
}

/// Whether a variable shows that the one state does not cover the other: it holds nothing there, or another constant, or the
/// address of a block in one of them and a constant in the other.
pub fn differ_at_first_sight(solver: &Solver, special: &State, general: &State) -> bool {
    let terms = &solver.terms;
    let mentions = |state: &State, term: Term, is_meant: fn(&Block) -> bool| {
        let atoms = terms.summands(term).iter().map(|summand| summand.0);
        atoms.filter_map(|atom| state.heap.block(atom)).any(|block| is_meant(block))
    };
    let differ = |one: Term, other: Term| match (terms.as_constant(one), terms.as_constant(other)) {
        (Some(one), Some(other)) => one != other,
        (None, Some(_)) => mentions(special, one, |_| true),
        // A block that may be missing covers null.
        (Some(_), None) => mentions(general, other, Block::is_live),
        (None, None) => false,
    };
    let pairs = special.registers.iter().zip(&general.registers);
    pairs.chain(special.held.iter().zip(&general.held)).any(|pair| match pair {
        (None, Some(_)) => true,
        (Some(special), Some(general)) => differ(special.term, general.term),
        (_, None) => false,
    })
}

/// How many blocks of which kind a heap has.
#[derive(Default)]
struct Outline {
    /// Live ones that may be nodes of lists.
    nodes: usize,
    /// Other live ones.
    others: usize,
    optional: usize,
}

impl Outline {
    fn of(state: &State) -> Outline {
        let mut outline = Outline::default();
        for block in state.heap.blocks() {
            match (block.is_live(), block.region.has_nodes()) {
                (true, true) => outline.nodes += 1,
                (true, false) => outline.others += 1,
                (false, _) => {}
            }
            outline.optional += usize::from(block.is_optional());
        }
        outline
    }
}

/// Finds what the general state's names are in the special one, and checks the facts.
///
/// Whatever is chosen for a name is only a witness: all facts of the general state are checked with it.
fn instantiate(
    solver: &mut Solver,
    relation: &Relation,
    special: &State,
    general: &State,
) -> Option<Vec<(Atom, Term)>> {
    let mut meaning: BTreeMap<Atom, Term> = BTreeMap::new();
    let right_of: BTreeMap<Term, Atom> =
        relation.right_names.iter().map(|&(atom, name)| (name, atom)).collect();
    for &(atom, name) in &relation.left_names {
        if let Some(&other) = right_of.get(&name) {
            let term = solver.terms.atom_term(other);
            meaning.insert(atom, term);
        }
    }
    for &name in &relation.null_on_the_right {
        let base = relation.left_names.iter().find(|(_, own)| *own == name)?.0;
        meaning.insert(base, solver.terms.constant(0));
    }
    let mut open: Vec<(Term, Term)> = relation.numbers.iter().map(|&(_, a, b)| (a, b)).collect();
    loop {
        let before = open.len();
        open.retain(|&(a, b)| match solve(solver, &meaning, a, b) {
            Solution::Meaning(atom, term) => {
                meaning.insert(atom, term);
                false
            }
            Solution::Open => true,
            Solution::Closed => true,
        });
        if open.len() == before {
            break;
        }
    }
    choose_bounds(solver, relation, &mut meaning);
    choose_contents(solver, relation, general, &mut meaning);
    choose_by_equations(solver, &general.facts, &mut meaning);
    let replacements = replacements(solver, &meaning);
    for (a, b) in open {
        if mentions_unknown(solver, &meaning, a) {
            return None;
        }
        let image = solver.terms.substitute(a, &replacements);
        if !special.facts.equal(solver, image, b).is_proved() {
            return None;
        }
    }
    let holds = bounds_hold(solver, relation, special, &meaning, &replacements)
        && facts_hold(solver, &general.facts, &special.facts, &meaning, &replacements)
        && families_hold(solver, relation, special, &meaning, &replacements)
        && each_holds(solver, relation, special, &meaning, &replacements)
        && chunks_hold(solver, relation, special, &meaning, &replacements);
    holds.then(|| meaning.into_iter().collect())
}

/// Bounds of rows in order that nothing else tells are those of the special state, which say the most.
fn choose_bounds(solver: &mut Solver, relation: &Relation, meaning: &mut BTreeMap<Atom, Term>) {
    for pair in &relation.bounds {
        if let Solution::Meaning(atom, term) = solve(solver, meaning, pair.left, pair.right) {
            meaning.insert(atom, term);
        }
    }
}

/// Whether the bounds of rows and trees in order of the general state are at most as narrow as those of the special one.
fn bounds_hold(
    solver: &mut Solver,
    relation: &Relation,
    special: &State,
    meaning: &BTreeMap<Atom, Term>,
    replacements: &[(Atom, Term)],
) -> bool {
    relation.bounds.iter().all(|pair| {
        if is_broken(solver, HeapRule::EntailmentIgnoresBounds) {
            return true;
        }
        if mentions_unknown(solver, meaning, pair.left) {
            return false;
        }
        let general = solver.terms.substitute(pair.left, replacements);
        let fact = match pair.end {
            RowEnd::Entry => pair.key.at_most(&mut solver.terms, general, pair.right),
            RowEnd::Exit => pair.key.at_most(&mut solver.terms, pair.right, general),
            RowEnd::Nothing => return true,
        };
        special.facts.proves(solver, fact).is_proved()
    })
}

/// What blocks would hold that the special state does not have may be anything that fits to the facts.
fn choose_contents(
    solver: &mut Solver,
    relation: &Relation,
    general: &State,
    meaning: &mut BTreeMap<Atom, Term>,
) {
    for &(_, value) in &relation.only_on_the_left {
        let mut unknown = Vec::new();
        solver.terms.for_each_atom(value, &mut |atom| {
            if matches!(solver.terms.kind(atom), AtomKind::Variable(_)) && !meaning.contains_key(&atom) {
                unknown.push(atom);
            }
        });
        for atom in unknown {
            let term = solver.terms.atom_term(atom);
            let range = general.facts.bounds(solver, term);
            let number = range.lower.or(range.upper).unwrap_or(0);
            meaning.insert(atom, solver.terms.constant(number));
        }
    }
}

enum Solution {
    Meaning(Atom, Term),
    Open,
    Closed,
}

/// From `a = b`, where `a` has one variable without a meaning yet: its meaning.
fn solve(solver: &mut Solver, meaning: &BTreeMap<Atom, Term>, a: Term, b: Term) -> Solution {
    let unknown: Vec<(Atom, i128)> =
        solver.terms.summands(a).iter().filter(|(atom, _)| !meaning.contains_key(atom)).copied().collect();
    match unknown[..] {
        [] => Solution::Closed,
        [(atom, coefficient)]
            if coefficient.abs() == 1 && matches!(solver.terms.kind(atom), AtomKind::Variable(_)) =>
        {
            let variable = solver.terms.atom_term(atom);
            let rest = solver.terms.add_scaled(a, -coefficient, variable);
            let rest = match solver.terms.as_constant(rest) {
                Some(_) => rest,
                None => {
                    let replacements = replacements(solver, meaning);
                    solver.terms.substitute(rest, &replacements)
                }
            };
            let difference = solver.terms.subtract(b, rest);
            Solution::Meaning(atom, solver.terms.scale(coefficient, difference))
        }
        _ => Solution::Open,
    }
}

/// Which names have another meaning than themselves: globals are called the same everywhere.
fn replacements(solver: &Solver, meaning: &BTreeMap<Atom, Term>) -> Vec<(Atom, Term)> {
    let pairs = meaning.iter().map(|(&atom, &term)| (atom, term));
    pairs.filter(|&(atom, term)| solver.terms.atom_term(atom) != term).collect()
}

fn mentions_unknown(solver: &Solver, meaning: &BTreeMap<Atom, Term>, term: Term) -> bool {
    let mut unknown = false;
    solver.terms.for_each_atom(term, &mut |atom| {
        unknown |= matches!(solver.terms.kind(atom), AtomKind::Variable(_)) && !meaning.contains_key(&atom);
    });
    unknown
}

/// Whether what the general state says of every word of a run holds of those of the special one.
fn families_hold(
    solver: &mut Solver,
    relation: &Relation,
    special: &State,
    meaning: &BTreeMap<Atom, Term>,
    replacements: &[(Atom, Term)],
) -> bool {
    if is_broken(solver, HeapRule::EntailmentIgnoresFamilies) {
        return true;
    }
    let own = Family::names(&mut solver.terms);
    for pair in &relation.families {
        if pair.right.facts == [Fact::False] {
            continue;
        }
        let mut general = Vec::with_capacity(pair.left.facts.len());
        for &fact in &pair.left.facts {
            let mut unknown = false;
            solver.terms.for_each_atom_of_fact(fact, &mut |atom| {
                unknown |= matches!(solver.terms.kind(atom), AtomKind::Variable(_))
                    && atom != own.0
                    && atom != own.1
                    && !meaning.contains_key(&atom);
            });
            if unknown {
                return false;
            }
            general.push(solver.terms.substitute_in_fact(fact, replacements));
        }
        if !pair.right.is_covered_by(solver, &special.facts, &general) {
            return false;
        }
    }
    true
}

/// Whether what the general state says of every node of a row holds of those of the special one.
fn each_holds(
    solver: &mut Solver,
    relation: &Relation,
    special: &State,
    meaning: &BTreeMap<Atom, Term>,
    replacements: &[(Atom, Term)],
) -> bool {
    if is_broken(solver, HeapRule::EntailmentIgnoresEach) {
        return true;
    }
    relation.each.iter().all(|pair| {
        let Some(right) = &pair.right else { return true };
        let Some(left) = &pair.left else { return false };
        let own = left.own_names(solver);
        let mut general = Vec::with_capacity(left.facts.len());
        for &fact in &left.facts {
            let mut unknown = false;
            solver.terms.for_each_atom_of_fact(fact, &mut |atom| {
                unknown |= matches!(solver.terms.kind(atom), AtomKind::Variable(_))
                    && !own.contains(&atom)
                    && !meaning.contains_key(&atom);
            });
            if unknown {
                return false;
            }
            general.push(solver.terms.substitute_in_fact(fact, replacements));
        }
        right.is_covered_by(solver, &special.facts, &general)
    })
}

/// Whether what the general state says of every chunk of a run holds of those of the special one.
fn chunks_hold(
    solver: &mut Solver,
    relation: &Relation,
    special: &State,
    meaning: &BTreeMap<Atom, Term>,
    replacements: &[(Atom, Term)],
) -> bool {
    if is_broken(solver, HeapRule::EntailmentIgnoresTiles) {
        return true;
    }
    relation.chunks.iter().all(|pair| {
        let Some(right) = &pair.right else { return true };
        let Some(left) = &pair.left else { return false };
        let own = Chunks::own_names(solver, &left.layout);
        let mut general = Vec::with_capacity(left.facts.len());
        for &fact in &left.facts {
            let mut unknown = false;
            solver.terms.for_each_atom_of_fact(fact, &mut |atom| {
                unknown |= matches!(solver.terms.kind(atom), AtomKind::Variable(_))
                    && !own.contains(&atom)
                    && !meaning.contains_key(&atom);
            });
            if unknown {
                return false;
            }
            general.push(solver.terms.substitute_in_fact(fact, replacements));
        }
        right.is_covered_by(solver, &special.facts, &general)
    })
}

/// A name that occurs in facts alone is what an equation with names that are known says: after a loop `i` is `n`, and nothing but the
/// bounds of `n` came from `i`.
fn choose_by_equations(solver: &mut Solver, general: &Facts, meaning: &mut BTreeMap<Atom, Term>) {
    loop {
        let before = meaning.len();
        for &(name, definition) in general.definitions() {
            let unknown = |atom: &Atom| !meaning.contains_key(atom);
            let summands = solver.terms.summands(definition).iter().map(|summand| summand.0);
            if std::iter::once(name).chain(summands).filter(unknown).count() != 1 {
                continue;
            }
            let own = solver.terms.atom_term(name);
            let (difference, zero) = (solver.terms.subtract(own, definition), solver.terms.constant(0));
            if let Solution::Meaning(atom, term) = solve(solver, meaning, difference, zero) {
                meaning.insert(atom, term);
            }
        }
        if meaning.len() == before {
            return;
        }
    }
}

/// Notes which fact keeps a state from being an instance.
fn not_known(solver: &mut Solver, fact: Fact) {
    let Solver { terms, derivation, .. } = &mut *solver;
    derivation.because(|| format!("`{}` is not known to hold", terms.display_fact(fact)));
}

fn facts_hold(
    solver: &mut Solver,
    general: &Facts,
    special: &Facts,
    meaning: &BTreeMap<Atom, Term>,
    replacements: &[(Atom, Term)],
) -> bool {
    if is_broken(solver, HeapRule::EntailmentIgnoresFacts) {
        return true;
    }
    for &fact in general.as_slice() {
        let mut unknown = false;
        solver.terms.for_each_atom_of_fact(fact, &mut |atom| {
            unknown |=
                matches!(solver.terms.kind(atom), AtomKind::Variable(_)) && !meaning.contains_key(&atom);
        });
        if unknown {
            not_known(solver, fact);
            return false;
        }
        let image = solver.terms.substitute_in_fact(fact, replacements);
        if !special.proves(solver, image).is_proved() {
            not_known(solver, image);
            return false;
        }
    }
    true
}
