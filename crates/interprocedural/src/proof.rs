//! A proof that is kept, so that what it says of loop heads can be compared with executions.

use crate::comparisons::{Compared, compared_words};
use crate::explorer::{Limits, Mode, Report};
use crate::invariants::Invariants;
use crate::search::explore;
use crate::verdict::{Knowledge, Request};
use crate::whole_program::WholeProgram;
use heap_rules::fold::Precision;
use heap_rules::trees::TreeKinds;
use ir::{BlockId, FunctionId, Module};
use pure_logic::{AskedRules, Solver};
use symbolic_execution::Context;
use symbolic_heap::State;

pub struct Proof<'m> {
    pub context: Context<'m>,
    /// One entry for each state; a loop head may have several.
    pub loop_heads: Vec<LoopHead>,
}

/// Part of what holds at a loop head: executions satisfy one of the states there.
#[derive(Clone, Debug)]
pub struct LoopHead {
    pub function: FunctionId,
    pub block: BlockId,
    /// The state describes all memory there is. Otherwise it describes what the function can reach.
    pub is_whole: bool,
    pub state: State,
}

/// Searches for a proof only; `None` if it does not close, where the first error ends the search.
/// Where nodes are seen to branch, a search for shapes begins again with trees.
pub fn prove<'m>(module: &'m Module, request: &Request, precision: Precision) -> Option<Proof<'m>> {
    prove_and_tell_rules(module, request, precision).0
}

/// As [`prove`], with the rules about which the search asks whether they are broken: if it asks about others only, breaking one does not
/// change what it does. In builds in which rules cannot be broken there are none.
pub fn prove_and_tell_rules<'m>(
    module: &'m Module,
    request: &Request,
    precision: Precision,
) -> (Option<Proof<'m>>, AskedRules) {
    let asked = AskedRules::default();
    let Ok(whole) = WholeProgram::new(module) else { return (None, asked) };
    let stops_at_trees = precision == Precision::Shapes;
    let limits = Limits { findings: 1, stops_at_trees, ..Limits::of(request.proof_steps) };
    let (mut context, mut report) = explore(&whole, request, Mode::Prove(precision), limits);
    let mut trees = TreeKinds::default();
    while stops_at_trees && trees.with(report.trees) != trees {
        trees = trees.with(report.trees);
        asked.add_all(&context.solver.asked_rules_above);
        (context, report) = explore(&whole, request, Mode::Prove(Precision::Trees(trees)), limits);
    }
    // Numbers of nodes may tell which of their links are null, or, where they are compared, be in order.
    let in_order = (compared_words(module) == Compared::Variables).then(|| trees.with_orders());
    for told in [Some(trees.with_tags()), in_order].into_iter().flatten() {
        if !is_closed(&report, request) && trees != TreeKinds::default() {
            asked.add_all(&context.solver.asked_rules_above);
            (context, report) = explore(&whole, request, Mode::Prove(Precision::Trees(told)), limits);
        }
    }
    let solver = context.solver;
    asked.add_all(&solver.asked_rules_above);
    let proof = is_closed(&report, request).then(|| Proof::new(module, request, solver, &report.invariants));
    (proof, asked)
}

impl<'m> Proof<'m> {
    /// What an answer to the same request knows.
    pub fn of(module: &'m Module, request: &Request, knowledge: Knowledge) -> Proof<'m> {
        Proof::new(module, request, knowledge.solver, &knowledge.invariants)
    }

    /// The solver is that of a search in this module or in the whole program made from it.
    fn new(module: &'m Module, request: &Request, solver: Solver, invariants: &Invariants) -> Proof<'m> {
        // Globals and functions have the same names in all searches.
        let mut context = Context::new(module, request.options);
        context.solver = solver;
        Proof { context, loop_heads: invariants.loop_heads() }
    }
}

fn is_closed(report: &Report, request: &Request) -> bool {
    report.is_complete()
        && report.findings.is_empty()
        && (report.not_freed.is_empty() || !request.check_cleanup)
}
