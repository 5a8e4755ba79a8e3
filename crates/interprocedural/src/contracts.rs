//! The contract table: what functions do, for the heaps they were called with.
//!
//! An entry is a local heap on which a function is called; its exits are the heaps it leaves
//! behind. Calls subscribe to an entry and go on with every exit, whenever it is found: so
//! recursion is a fixpoint like any other, starting from no exit at all.

use crate::disjuncts::{Arrival, Disjuncts, Treatment};
use crate::thread::Thread;
use heap_rules::entail::instance_by;
use heap_rules::fold::Precision;
use heap_rules::frame::Frame;
use ir::{FunctionId, RegisterId};
use pure_logic::term::Atom;
use pure_logic::{Solver, Term};
use std::collections::BTreeMap;
use std::sync::Arc;
use symbolic_heap::{HeapRule, State, is_broken};

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ContractId(pub u32);

impl ContractId {
    /// The program itself: `main` with nothing around it.
    pub const PROGRAM: ContractId = ContractId(0);
    /// A function that nobody in the program calls.
    pub const OPEN: ContractId = ContractId(1);
}

/// How an activation ends.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Ending {
    /// It returns; the exit's only register holds the result.
    Returns,
    /// The whole program ends in it.
    EndsProgram,
}

/// A way in which an activation ends, and what it leaves behind.
pub type Exit = (Ending, State);

pub struct Contract {
    pub function: FunctionId,
    /// Registers are the arguments, held values the cutpoints.
    pub entry: State,
    /// How many contracts are below it, the first time it was needed.
    pub depth: u32,
    exits: BTreeMap<Ending, Disjuncts>,
    /// The calls, and which exits they have heard of.
    subscribers: Vec<(Arc<Subscriber>, Heard)>,
}

/// What the clocks of a contract's exits showed when a call last heard of them.
type Heard = BTreeMap<Ending, u64>;

/// A call that waits for exits.
pub struct Subscriber {
    /// The caller at its call instruction, without the heap that the callee got.
    pub thread: Thread,
    pub frame: Frame,
    pub destination: Option<RegisterId>,
    /// What the names of the contract's entry are at this call.
    pub meaning: Vec<(Atom, Term)>,
}

impl Contract {
    /// The exits that are new to a call; from now on it has heard of them.
    fn news(&self, heard: &mut Heard) -> Vec<Exit> {
        let mut news = Vec::new();
        for (&ending, exits) in &self.exits {
            let clock = heard.entry(ending).or_default();
            news.extend(exits.since(*clock).map(|state| (ending, state.clone())));
            *clock = exits.clock();
        }
        news
    }

    /// Every way in which the function ends on this entry.
    pub fn exits(&self) -> impl Iterator<Item = (Ending, &State)> {
        self.exits.iter().flat_map(|(&ending, exits)| exits.iter().map(move |state| (ending, state)))
    }
}

/// A contract whose entry covers a local heap.
pub struct Covering {
    pub id: ContractId,
    /// What the names of the entry are there.
    pub meaning: Vec<(Atom, Term)>,
    /// How many bounds of trees are wider in the entry.
    pub wider_bounds: usize,
}

/// How many bounds of trees are others in an entry than in a local heap that it covers.
fn bounds_that_differ(solver: &mut Solver, entry: &State, local: &State, meaning: &[(Atom, Term)]) -> usize {
    let mut differ = 0;
    for (_, tree) in entry.heap.instances() {
        let exact = tree.definition.exact_arguments(&solver.terms);
        if exact == tree.arguments.len() {
            continue;
        }
        let tree = tree.substitute(&mut solver.terms, meaning);
        let mut locals = local.heap.instances().map(|(_, own)| own);
        if let Some(own) = locals.find(|own| own.root() == tree.root()) {
            differ += tree.arguments[exact..].iter().filter(|bound| !own.arguments.contains(bound)).count();
        }
    }
    differ
}

#[derive(Default)]
pub struct ContractTable {
    contracts: Vec<Contract>,
    by_function: BTreeMap<FunctionId, Vec<ContractId>>,
}

impl ContractTable {
    pub fn get(&self, id: ContractId) -> &Contract {
        &self.contracts[id.0 as usize]
    }

    pub fn iter(&self) -> impl Iterator<Item = &Contract> {
        self.contracts.iter()
    }

    pub fn of(&self, function: FunctionId) -> &[ContractId] {
        self.by_function.get(&function).map_or(&[], Vec::as_slice)
    }

    pub fn len(&self) -> usize {
        self.contracts.len()
    }

    pub fn is_empty(&self) -> bool {
        self.contracts.is_empty()
    }

    pub fn add(&mut self, function: FunctionId, entry: State, depth: u32) -> ContractId {
        let id = ContractId(self.contracts.len() as u32);
        self.contracts.push(Contract {
            function,
            entry,
            depth,
            exits: BTreeMap::new(),
            subscribers: Vec::new(),
        });
        self.by_function.entry(function).or_default().push(id);
        id
    }

    /// Enters the program itself. Nobody finds it: a call of `main` is a call like any other, and the
    /// program has no exits to tell its callers of.
    pub fn add_program(&mut self, function: FunctionId, entry: State) -> ContractId {
        let id = self.add(function, entry, 0);
        self.by_function.clear();
        id
    }

    /// A contract of a function whose entry covers a local heap: the first one that has the bounds of its trees as they are, or else the one that
    /// widens the fewest of them.
    pub fn find(
        &self,
        solver: &mut Solver,
        function: FunctionId,
        local: &State,
        precision: Precision,
    ) -> Option<Covering> {
        let mut best: Option<Covering> = None;
        // The latest are the most general.
        for &id in self.of(function).iter().rev() {
            let entry = &self.get(id).entry;
            let Some(meaning) = instance_by(solver, local, entry, precision) else { continue };
            let wider_bounds = bounds_that_differ(solver, entry, local, &meaning);
            let covering = Covering { id, meaning, wider_bounds };
            if wider_bounds == 0 {
                return Some(covering);
            }
            if best.as_ref().is_none_or(|best| wider_bounds < best.wider_bounds) {
                best = Some(covering);
            }
        }
        best
    }

    /// Registers a call. Returns the exits that are known already.
    pub fn subscribe(&mut self, id: ContractId, subscriber: Arc<Subscriber>) -> Vec<Exit> {
        let contract = &mut self.contracts[id.0 as usize];
        let mut heard = Heard::new();
        let news = contract.news(&mut heard);
        contract.subscribers.push((subscriber, heard));
        news
    }

    /// Enters an exit. It is kept apart from the others while there are few.
    pub fn exit(
        &mut self,
        solver: &mut Solver,
        id: ContractId,
        ending: Ending,
        state: State,
        treatment: Treatment<'_>,
    ) -> Arrival {
        let contract = &mut self.contracts[id.0 as usize];
        let exits = contract.exits.entry(ending).or_default();
        if exits.iter().next().is_some() && is_broken(solver, HeapRule::ContractHasOneExit) {
            return Arrival::Covered;
        }
        exits.arrive(solver, state, treatment)
    }

    /// What subscribers have not heard of yet; from now on they have.
    pub fn take_news(&mut self, id: ContractId) -> Vec<(Arc<Subscriber>, Vec<Exit>)> {
        let contract = &mut self.contracts[id.0 as usize];
        let mut subscribers = std::mem::take(&mut contract.subscribers);
        let mut all = Vec::new();
        for (subscriber, heard) in &mut subscribers {
            let news = contract.news(heard);
            if !news.is_empty() {
                all.push((Arc::clone(subscriber), news));
            }
        }
        contract.subscribers = subscribers;
        all
    }
}
