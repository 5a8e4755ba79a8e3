//! A conjunction of facts as a persistent value.

mod apart;
pub(crate) mod edges;
pub(crate) mod normalise;
pub(crate) mod propagate;
pub(crate) mod range;
mod remainder;
pub(crate) mod state;

use std::sync::Arc;

pub use range::Range;

use crate::answer::{Answer, Reason};
use crate::broken::{self, BrokenRule};
use crate::fact::Fact;
use crate::fallback::Query;
use crate::layers::search::{Outcome, Search};
use crate::limits::{EXCLUDED_ENDS, MODELS_KEPT, MODELS_OF_ONE_SIDE};
use crate::model::Model;
use crate::solver::{Layer, Solver};
use crate::term::{Atom, Term, TermTable};
use state::State;

/// A conjunction of facts.
///
/// Cloning is cheap, and a clone is independent: assuming a fact in one leaves the other as it was.
/// Every question takes the [`Solver`] that the terms live in.
#[derive(Clone, Debug)]
pub struct Facts {
    pub(crate) state: Arc<State>,
}

impl Default for Facts {
    fn default() -> Self {
        Self::new()
    }
}

impl Facts {
    /// The empty conjunction, which holds always.
    pub fn new() -> Facts {
        Facts { state: Arc::new(State::new()) }
    }

    /// The conjunction of the given facts.
    pub fn from_facts(solver: &mut Solver, facts: &[Fact]) -> Facts {
        let mut result = Facts::new();
        for fact in facts {
            result.assume(solver, *fact);
        }
        result
    }

    /// The empty conjunction, with the models that are known of others: what follows from one of those holds in its models, so that
    /// they need not be searched for again. A fact that does not hold in one of them takes it away when it is assumed.
    pub(crate) fn with_models_of(solver: &Solver, others: &[&Facts]) -> Facts {
        let mut state = State::new();
        let models = others.iter().flat_map(|other| other.known_models(solver).take(MODELS_OF_ONE_SIDE));
        state.models.splice(0..0, models.cloned());
        Facts { state: Arc::new(state) }
    }

    /// The facts in the order in which they were assumed, without repetition.
    pub fn as_slice(&self) -> &[Fact] {
        &self.state.facts
    }

    /// Names that equalities are solved for, each with what it is equal to.
    pub fn definitions(&self) -> &[(Atom, Term)] {
        &self.state.eliminated
    }

    /// The products of two terms that facts mention, with their factors.
    pub fn products(&self, terms: &TermTable) -> Vec<(Atom, [Term; 2])> {
        let atoms = self.state.applications.iter();
        atoms.filter_map(|&atom| Some((atom, terms.factors(atom)?))).collect()
    }

    /// Adds a fact.
    pub fn assume(&mut self, solver: &mut Solver, fact: Fact) {
        if fact == Fact::True || self.state.facts.contains(&fact) {
            return;
        }
        solver.statistics.count_facts(self.state.facts.len());
        let found = solver.found_models.remove(&self.state.stamp);
        let state = Arc::make_mut(&mut self.state);
        if let Some(found) = found {
            state.models.extend(found);
        }
        let last = state.models.first().cloned();
        if !broken::is(solver.broken(), BrokenRule::ModelIsNotChecked) {
            state.models.retain(|model| model.satisfies(&solver.terms, fact) == Some(true));
        }
        if state.models.is_empty() && last.is_some() {
            state.stale_model = last;
        }
        state.facts.push(fact);
        state.stamp = solver.fresh_stamp();
        propagate::assume(&mut solver.terms, state, fact);
        if !state.models.is_empty() {
            state.touched.clear();
            state.stale_model = None;
        } else if state.touched.len() > 64 && state.touched.len() == state.touched.capacity() {
            // Before the list grows: so each atom is sorted a few times, however many there are.
            state.touched.sort_unstable();
            state.touched.dedup();
        }
    }

    /// Adds facts.
    pub fn assume_all(&mut self, solver: &mut Solver, facts: &[Fact]) {
        for fact in facts {
            self.assume(solver, *fact);
        }
    }

    /// Whether the facts entail the goal: see [`Answer`] for what the answers mean.
    pub fn proves(&self, solver: &mut Solver, goal: Fact) -> Answer {
        solver.statistics.questions += 1;
        let key = (self.state.stamp, goal);
        if let Some(answer) = solver.answers.get(&key) {
            solver.statistics.cached += 1;
            return *answer;
        }
        solver.statistics.count_facts(self.state.facts.len());
        let (answer, layer) = self.prove(solver, goal);
        match layer {
            Some(layer) => solver.statistics.count(layer),
            None => solver.statistics.unknown += 1,
        }
        solver.remember(self.state.stamp, goal, answer);
        answer
    }

    /// Whether the facts entail all the goals; `Refuted` if one is refuted.
    pub fn proves_all(&self, solver: &mut Solver, goals: &[Fact]) -> Answer {
        let mut result = Answer::Proved;
        for goal in goals {
            match self.proves(solver, *goal) {
                Answer::Proved => {}
                Answer::Refuted => return Answer::Refuted,
                Answer::Unknown(reason) => result = Answer::Unknown(reason),
            }
        }
        result
    }

    /// Whether the facts have no model.
    pub fn is_unsat(&self, solver: &mut Solver) -> Answer {
        self.proves(solver, Fact::False)
    }

    /// Whether the two terms are equal in every model.
    pub fn equal(&self, solver: &mut Solver, left: Term, right: Term) -> Answer {
        let goal = solver.terms.equal(left, right);
        self.proves(solver, goal)
    }

    /// A model of the facts, if one is found.
    pub fn model(&self, solver: &mut Solver) -> Option<Arc<Model>> {
        if let Some(model) = self.known_model(solver) {
            return Some(model);
        }
        // A question that was answered before, or without a search, leaves no model behind.
        match self.refute(solver, Fact::False).0 {
            Outcome::Satisfiable(model) => Some(model),
            Outcome::Unsatisfiable | Outcome::Unknown(_) => None,
        }
    }

    fn known_model(&self, solver: &Solver) -> Option<Arc<Model>> {
        self.known_models(solver).next().cloned()
    }

    fn known_models<'a>(&'a self, solver: &'a Solver) -> impl Iterator<Item = &'a Arc<Model>> {
        let found = solver.found_models.get(&self.state.stamp);
        self.state.models.iter().chain(found.into_iter().flatten())
    }

    /// A model of the facts in which the goal does not hold, if one is found.
    pub fn counterexample(&self, solver: &mut Solver, goal: Fact) -> Option<Arc<Model>> {
        if self.proves(solver, goal) != Answer::Refuted {
            return None;
        }
        let refutes =
            |model: &&Arc<Model>, solver: &Solver| model.satisfies(&solver.terms, goal) == Some(false);
        let known = self.known_models(solver).find(|model| refutes(model, solver)).cloned();
        known.or_else(|| match self.refute(solver, goal).0 {
            Outcome::Satisfiable(model) => Some(model),
            Outcome::Unsatisfiable | Outcome::Unknown(_) => None,
        })
    }

    /// Bounds and a congruence that every value of the term satisfies; not always the best ones.
    pub fn bounds(&self, solver: &mut Solver, term: Term) -> Range {
        let normal = self.state.normalise(&mut solver.terms, term);
        let mut range = self.state.interval(&mut solver.terms, normal);
        if solver.terms.as_constant(normal).is_some() {
            return range;
        }
        let (shape, scale) = solver.terms.shape(normal);
        if let Some((from, to)) = state::difference_ends(&solver.terms, shape) {
            let constant = solver.terms.constant_part(normal);
            let steps = solver.limits.path_steps;
            let bound = |from: Atom, to: Atom| self.state.difference_bound(&solver.terms, from, to, steps);
            let upper = bound(from, to);
            let lower = bound(to, from).and_then(i128::checked_neg);
            let image = |value: Option<i128>| value?.checked_mul(scale)?.checked_add(constant);
            let (lower, upper) =
                if scale > 0 { (image(lower), image(upper)) } else { (image(upper), image(lower)) };
            range = range.meet(&Range::between(lower, upper));
        }
        self.without_excluded_ends(solver, normal, range)
    }

    /// How fast a term moves along another one: the number `k` for which the equations say that `term - k·along` is a constant.
    pub fn slope(&self, solver: &mut Solver, term: Term, along: Term) -> Option<i128> {
        let term = self.state.normalise(&mut solver.terms, term);
        let along = self.state.normalise(&mut solver.terms, along);
        let &(atom, step) = solver.terms.summands(along).first()?;
        let own = solver.terms.summands(term).iter().find(|summand| summand.0 == atom)?.1;
        let slope = (own % step == 0).then(|| own / step)?;
        let rest = solver.terms.add_scaled(term, slope.checked_neg()?, along);
        solver.terms.as_constant(rest).map(|_| slope)
    }

    /// The range of a term without the ends that disequalities exclude.
    fn without_excluded_ends(&self, solver: &mut Solver, term: Term, mut range: Range) -> Range {
        if self.state.disequalities.is_empty() || range.modulus > 1 {
            return range;
        }
        let mut is_excluded = |value: i128| {
            let Some(negated) = value.checked_neg() else { return false };
            let difference = solver.terms.add_constant(term, negated);
            match solver.terms.non_zero(difference) {
                Fact::NonZero(form) => self.state.disequalities.binary_search(&form).is_ok(),
                fact => fact == Fact::True,
            }
        };
        for _ in 0..EXCLUDED_ENDS {
            match (range.lower, range.upper) {
                (Some(lower), _) if is_excluded(lower) => range.lower = lower.checked_add(1),
                (_, Some(upper)) if is_excluded(upper) => range.upper = upper.checked_sub(1),
                _ => break,
            }
        }
        range
    }

    fn prove(&self, solver: &mut Solver, goal: Fact) -> (Answer, Option<Layer>) {
        let state = &*self.state;
        if goal == Fact::True && solver.allows(Layer::Canonical) {
            return (Answer::Proved, Some(Layer::Canonical));
        }
        if solver.allows(Layer::Canonical) && state.facts.contains(&goal) {
            return (Answer::Proved, Some(Layer::Canonical));
        }
        let normal = state.normalise_fact(&mut solver.terms, goal);
        if solver.allows(Layer::Equalities) && (state.contradiction || normal == Fact::True) {
            return (Answer::Proved, Some(Layer::Equalities));
        }
        if solver.allows(Layer::Models) && self.is_refuted_by_known_model(solver, goal) {
            return (Answer::Refuted, Some(Layer::Models));
        }
        if solver.allows(Layer::Intervals)
            && state.decide_by_intervals(&mut solver.terms, normal) == Some(true)
        {
            return (Answer::Proved, Some(Layer::Intervals));
        }
        if solver.allows(Layer::Differences) {
            let steps = solver.limits.path_steps;
            if state.decide_by_differences(&solver.terms, normal, steps) == Some(true) {
                return (Answer::Proved, Some(Layer::Differences));
            }
        }
        let may_search = solver.allows(Layer::Exact) || solver.allows(Layer::Split);
        if !may_search && !solver.allows(Layer::Propagation) {
            return self.ask_fallback(solver, goal, Reason::Passed);
        }
        let (outcome, layer) = self.refute(solver, goal);
        match outcome {
            Outcome::Unsatisfiable => (Answer::Proved, Some(layer)),
            Outcome::Satisfiable(model) => {
                let known = solver.found_models.entry(state.stamp).or_default();
                if known.len() < MODELS_KEPT {
                    known.push(model);
                }
                (Answer::Refuted, Some(layer))
            }
            Outcome::Unknown(reason) => self.ask_fallback(solver, goal, reason),
        }
    }

    /// Whether the layers that need no search prove the goal.
    pub(crate) fn proves_at_once(&self, solver: &mut Solver, goal: Fact) -> bool {
        let normal = self.state.normalise_fact(&mut solver.terms, goal);
        self.state.contradiction
            || self.state.decide_by_intervals(&mut solver.terms, normal) == Some(true)
            || self.state.decide_by_differences(&solver.terms, normal, solver.limits.path_steps) == Some(true)
    }

    fn is_refuted_by_known_model(&self, solver: &Solver, goal: Fact) -> bool {
        self.known_models(solver).any(|model| model.satisfies(&solver.terms, goal) == Some(false))
    }

    /// Looks for a model of the facts in which the goal does not hold.
    fn refute(&self, solver: &mut Solver, goal: Fact) -> (Outcome, Layer) {
        let mut negated = (*self.state).clone();
        if let Some(model) = self.known_model(solver) {
            negated.stale_model = Some(model);
            negated.touched.clear();
        }
        negated.models.clear();
        for fact in solver.terms.negation(goal) {
            negated.facts.push(fact);
            propagate::assume(&mut solver.terms, &mut negated, fact);
        }
        if negated.contradiction {
            return (Outcome::Unsatisfiable, Layer::Propagation);
        }
        if solver.is_restricted() && solver.allows(Layer::Propagation) {
            return (Outcome::Unknown(Reason::Passed), Layer::Propagation);
        }
        let mut search = Search::new(solver);
        let outcome = search.run(&negated);
        let layer = if search.has_split { Layer::Split } else { Layer::Exact };
        if !solver.allows(layer) {
            return (Outcome::Unknown(Reason::Passed), layer);
        }
        (outcome, layer)
    }

    fn ask_fallback(&self, solver: &Solver, goal: Fact, reason: Reason) -> (Answer, Option<Layer>) {
        if let Some(fallback) = solver.fallback.clone()
            && solver.allows(Layer::Fallback)
            && let Some(answer) =
                fallback.decide(&Query { terms: &solver.terms, facts: &self.state.facts, goal })
        {
            let layer = (!matches!(answer, Answer::Unknown(_))).then_some(Layer::Fallback);
            return (answer, layer);
        }
        (Answer::Unknown(reason), None)
    }
}
