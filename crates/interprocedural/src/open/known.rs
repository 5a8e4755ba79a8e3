//! Contracts that were confirmed before, for the functions that call theirs.
//!
//! They are kept as texts: every function is analysed with names of its own.

use super::{OpenContract, OpenFunction};
use crate::contracts::Ending;
use crate::limits::{CONTRACTS_KEPT, EXITS_OF_A_KEPT_CONTRACT};
use heap_rules::apply::{Precondition, Touched};
use ir::{FunctionId, Slice};
use pure_logic::Solver;
use pure_logic::term::AtomKind;
use serde::{Deserialize, Serialize};
use source::Span;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use symbolic_heap::parse::parse_state;
use symbolic_heap::print::display_state;
use symbolic_heap::{Region, State};

/// The contracts of functions that were analysed.
#[derive(Clone, Default)]
pub struct KnownContracts {
    by_function: BTreeMap<FunctionId, Arc<Vec<ContractText>>>,
}

/// A contract without any names of a solver.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ContractText {
    entry: StateText,
    exits: Vec<StateText>,
    is_exact: bool,
    is_precise: bool,
    callbacks: BTreeSet<Span>,
    assumed: BTreeSet<String>,
    kept: BTreeSet<usize>,
    touched: Touched,
    is_decided_by_caller: bool,
}

/// A state in words. Where blocks were allocated and freed is part of it: `@` and a number.
///
/// Its name in data tells it from other texts, so that places can be found in data and moved.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct StateText {
    #[serde(rename = "$state")]
    text: String,
}

impl StateText {
    fn new(solver: &Solver, state: &State) -> StateText {
        StateText { text: display_state(solver, state) }
    }
}

/// A contract to be applied.
pub struct KnownContract {
    /// Registers are the arguments, held values what the exits hold.
    pub entry: State,
    /// The function returns in one of these.
    pub exits: Vec<State>,
    /// Each of the exits stands for executions that are possible.
    pub is_exact: bool,
    /// As far as functions without a body do what is assumed of them.
    pub is_precise: bool,
    /// Where functions of the caller are called.
    pub callbacks: BTreeSet<Span>,
    /// Functions without a body that are assumed to behave well.
    pub assumed: BTreeSet<String>,
    /// What these held values lead to, such a function may keep.
    pub kept: BTreeSet<usize>,
    /// Which bytes may be changed.
    pub touched: Touched,
    /// Which of the exits is taken is not a matter of the function alone.
    pub is_decided_by_caller: bool,
}

impl KnownContract {
    pub fn precondition(&self) -> Precondition<'_> {
        Precondition { entry: &self.entry, touched: &self.touched }
    }
}

impl KnownContracts {
    /// Keeps the contracts of a function that can be applied at a call: those of single fields and blocks.
    pub fn add(&mut self, open: &OpenFunction<'_>) {
        self.add_as(open.function, open);
    }

    /// As [`KnownContracts::add`], of a function that was analysed in a slice of the module.
    pub fn add_as(&mut self, function: FunctionId, open: &OpenFunction<'_>) {
        let solver = &open.context.solver;
        let contracts =
            open.contracts.iter().filter(|contract| is_applicable(solver, contract)).take(CONTRACTS_KEPT);
        let texts = contracts.map(|contract| ContractText {
            entry: StateText::new(solver, &contract.start),
            exits: contract.returns().map(|exit| StateText::new(solver, exit)).collect(),
            is_exact: contract.is_exact,
            is_precise: contract.is_precise,
            callbacks: contract.callbacks.clone(),
            assumed: contract.assumed.clone(),
            kept: contract.kept.clone(),
            touched: contract.touched.clone(),
            is_decided_by_caller: contract.is_decided_by_caller,
        });
        self.insert(function, texts.collect());
    }

    /// Enters contracts that were found before.
    pub fn insert(&mut self, function: FunctionId, contracts: Vec<ContractText>) {
        self.by_function.insert(function, Arc::new(contracts));
    }

    /// The contracts of a function, as they can be entered again.
    pub fn texts(&self, function: FunctionId) -> &[ContractText] {
        self.by_function.get(&function).map_or(&[], |texts| texts.as_slice())
    }

    /// The contracts of the functions of a slice, under the ids that these have there.
    #[must_use]
    pub fn within(&self, slice: &Slice) -> KnownContracts {
        let known = slice
            .functions()
            .filter_map(|(function, own)| Some((own, Arc::clone(self.by_function.get(&function)?))));
        KnownContracts { by_function: known.collect() }
    }

    /// Leaves out the contracts of a function.
    pub fn forget(&mut self, function: FunctionId) {
        self.by_function.remove(&function);
    }

    /// The contracts of a function, with the names of a solver.
    pub(crate) fn of(&self, solver: &mut Solver, function: FunctionId) -> Vec<KnownContract> {
        let texts = self.by_function.get(&function).into_iter();
        texts.flat_map(|texts| texts.iter()).filter_map(|text| text.read(solver)).collect()
    }
}

impl ContractText {
    fn read(&self, solver: &mut Solver) -> Option<KnownContract> {
        let exits: Option<Vec<State>> =
            self.exits.iter().map(|exit| parse_state(solver, &exit.text).ok()).collect();
        Some(KnownContract {
            entry: parse_state(solver, &self.entry.text).ok()?,
            exits: exits?,
            is_exact: self.is_exact,
            is_precise: self.is_precise,
            callbacks: self.callbacks.clone(),
            assumed: self.assumed.clone(),
            kept: self.kept.clone(),
            touched: self.touched.clone(),
            is_decided_by_caller: self.is_decided_by_caller,
        })
    }
}

/// Whether a contract tells all that its callers need: where addresses are computed with masks and the like, following
/// the call tells cases apart that the contract does not. Where it speaks of trees, the call is followed, too.
fn is_applicable(solver: &Solver, contract: &OpenContract) -> bool {
    let heap = &contract.start.heap;
    let mut is_plain = true;
    for exit in contract.returns() {
        exit.for_each_term(&mut |term| {
            let mut atoms = solver.terms.summands(term).iter();
            is_plain &= atoms.all(|&(atom, _)| matches!(solver.terms.kind(atom), AtomKind::Variable(_)));
        });
    }
    is_plain
        && !heap.has_instances()
        && contract.exits.iter().all(|(_, exit)| !exit.heap.has_instances())
        && heap.blocks().all(|block| block.region != Region::Stack(0))
        && contract.exits.len() <= EXITS_OF_A_KEPT_CONTRACT
        && contract.exits.iter().all(|(ending, _)| *ending == Ending::Returns)
}
