//! The worked examples of the paper on low-level bi-abduction (Figures 1, 8, 9, 10 and 11, Example 2), by our own
//! entailment: a contract must accept every memory that the printed precondition describes, and promise at
//! least what the printed postcondition says.
//!
//! Printed formulas are extended by what the comparison leaves out: alignment, ends of blocks, and that addresses
//! do not wrap around.

use heap_rules::entail::{entails, instance};
use interpreter::{FaultClass, FaultKind};
use interprocedural::Request;
use interprocedural::open::{OpenContract, OpenFunction, analyse};
use ir::Module;
use pure_logic::Solver;
use pure_logic::term::Atom;
use source::DataModel;
use symbolic_execution::Options;
use symbolic_heap::parse::parse_state;
use symbolic_heap::{State, Value};

/// A contract as the paper prints it.
struct Printed<'t> {
    /// The registers are the arguments.
    pre: &'t str,
    /// Each has the result in its only register, and holds the names of the precondition.
    post: &'t [&'t str],
    /// Names of the precondition, in the order in which the postconditions hold them.
    names: &'t [&'t str],
}

/// What of a printed contract an inferred one gives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Comparison {
    /// No contract accepts all memories of the printed precondition.
    NeedsMore,
    /// One does, but promises less.
    PromisesLess,
    /// One does, and promises as much.
    AsGood,
}

fn module(text: &str) -> Module {
    let parsed = c_syntax::parse(text.as_bytes(), 0);
    let checked = c_types::check(parsed.unit, DataModel::Lp64);
    assert!(checked.diagnostics.is_empty(), "{:?}", checked.diagnostics);
    ir_lowering::lower(&checked.program)
}

fn counts(kind: FaultKind) -> bool {
    kind.class() != FaultClass::Limit && kind != FaultKind::SignedOverflow
}

/// Analyses a function of the code. As in the paper, allocations do not fail.
fn open<'m>(module: &'m Module, name: &str) -> OpenFunction<'m> {
    let options = Options {
        allocation_may_fail: false,
        check_overflow: false,
        check_uninitialised: true,
        volatile_may_change: true,
        check_shifts: false,
        split_on_offsets: false,
        allocates_optional_blocks: false,
        keeps_derivation: false,
        broken_rule: None,
        stop: Default::default(),
    };
    let request = Request { options, counts, check_cleanup: false, hunt_steps: 0, proof_steps: 0 };
    let function = module.function_named(name).expect("the code defines the function");
    let open = analyse(module, function, &request);
    assert!(open.certain.is_empty(), "the examples are right");
    open
}

fn state(solver: &mut Solver, text: &str) -> State {
    parse_state(solver, text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Compares the best of the inferred contracts with a printed one.
fn compare(open: &mut OpenFunction<'_>, printed: &Printed<'_>) -> Comparison {
    let solver = &mut open.context.solver;
    let pre = state(solver, printed.pre);
    let mut best = Comparison::NeedsMore;
    for contract in &open.contracts {
        let Some(meaning) = instance(solver, &pre, &contract.entry.state) else { continue };
        let names: Vec<Atom> = printed.names.iter().map(|name| atom(solver, name)).collect();
        let is_as_strong = contract.returns().all(|exit| {
            let Some(exit) = under(solver, contract, exit, &pre, &meaning, &names) else { return true };
            printed.post.iter().any(|post| {
                let post = state(solver, post);
                entails(solver, &exit, &post).is_proved()
            })
        });
        if is_as_strong {
            return Comparison::AsGood;
        }
        best = Comparison::PromisesLess;
    }
    best
}

fn atom(solver: &mut Solver, name: &str) -> Atom {
    let term = solver.terms.variable(name);
    solver.terms.as_atom(term).expect("a variable is an atom")
}

/// An exit for callers that satisfy the printed precondition, holding what has these names there; `None` if it
/// is none of theirs.
fn under(
    solver: &mut Solver,
    contract: &OpenContract,
    exit: &State,
    pre: &State,
    meaning: &[(Atom, pure_logic::Term)],
    names: &[Atom],
) -> Option<State> {
    let mut exit = exit.clone();
    let held = std::mem::take(&mut exit.held);
    let mut now: Vec<(Atom, pure_logic::Term)> = Vec::new();
    for (before, after) in contract.start.held.iter().zip(&held) {
        let (Some(before), Some(after)) = (before, after) else { continue };
        let own = solver.terms.as_atom(before.term);
        let there = meaning.iter().find(|(atom, _)| Some(*atom) == own).map(|&(_, term)| term);
        let Some(there) = there else { continue };
        match (solver.terms.as_atom(there), solver.terms.as_constant(there)) {
            (Some(name), _) => now.push((name, after.term)),
            (None, Some(_)) => {
                let fact = solver.terms.equal(there, after.term);
                exit.assume(solver, fact);
            }
            (None, None) => {}
        }
    }
    for &name in names {
        let term = now.iter().find(|(known, _)| *known == name).map(|&(_, term)| term);
        exit.held.push(Some(Value::defined(term.expect("the contract knows every name that is told"))));
    }
    let is_known = |solver: &Solver, fact| {
        let mut known = true;
        solver.terms.for_each_atom_of_fact(fact, &mut |atom| {
            known &= now.iter().any(|(name, _)| *name == atom);
        });
        known
    };
    for &fact in pre.facts.as_slice() {
        if is_known(solver, fact) {
            let fact = solver.terms.substitute_in_fact(fact, &now);
            exit.assume(solver, fact);
        }
    }
    heap_rules::rearrange::normalise(solver, exit)
}

const RING: &str = "struct dll { struct dll *next, *prev; };
struct emb_dll { int value; struct dll link; };
void *malloc(unsigned long);
void init_dll(struct dll *x) { x->next = x; x->prev = x; }
void insert_after(struct dll *l, struct dll *j)
{
    struct dll *n = l->next;
    j->next = n;
    j->prev = l;
    l->next = j;
    n->prev = j;
}
struct emb_dll *two(void)
{
    struct emb_dll *x = malloc(sizeof(struct emb_dll));
    init_dll(&x->link);
    struct emb_dll *i = malloc(sizeof(struct emb_dll));
    init_dll(&i->link);
    insert_after(&x->link, &i->link);
    return x;
}";

/// What every address of a record with two words satisfies.
fn record(name: &str) -> String {
    format!("1 <= {name} && {name} mod 8 = 0 && {name} <= 2^64 - 17")
}

/// What every word satisfies.
fn word(name: &str) -> String {
    format!("0 <= {name} && {name} <= 2^64 - 1")
}

#[test]
fn figure_1_links_are_initialised() {
    let module = module(RING);
    let mut open = open(&module, "init_dll");
    let mut compare = |pre: &str, post: &str| {
        let pre = format!("{} && registers[1] {{ 0: X }} && {pre}", record("X"));
        let post = format!("registers[1] {{}} && held[1] {{ 0: X }} && {post}");
        compare(&mut open, &Printed { pre: &pre, post: &[&post], names: &["X"] })
    };
    let pre = "block X: part[16] { 0..8: L1, 8..16: L2 }";
    let post = "block X: part[16] { 0..8: X, 8..16: X }";
    assert_eq!(compare(pre, post), Comparison::AsGood);
    // What was there before does not matter, and need not have been stored.
    assert_eq!(compare("block X: part[16] { 0..8: uninit, 8..16: uninit }", post), Comparison::AsGood);
    // Both links are needed, and neither becomes null.
    assert_eq!(compare("block X: part[8] { 0..8: L1 }", post), Comparison::NeedsMore);
    assert_eq!(compare(pre, "block X: part[16] { 0..8: 0, 8..16: X }"), Comparison::PromisesLess);
}

#[test]
fn figure_1_a_link_is_inserted_into_a_ring_of_one_or_more() {
    let module = module(RING);
    let mut open = open(&module, "insert_after");
    let mut compare = |pre: &str, post: &str| {
        let addresses = ["L", "J", "N"].map(record).join(" && ");
        let pre = format!("{addresses} && registers[2] {{ 0: L, 1: J }} && {pre}");
        let post = format!("registers[1] {{}} && held[3] {{ 0: L, 1: J, 2: N }} && {post}");
        compare(&mut open, &Printed { pre: &pre, post: &[&post], names: &["L", "J", "N"] })
    };
    let pre = "block L: part[8] { 0..8: N } * block J: part[16] { 0..8: B1, 8..16: B2 }
        * block N: part[16] { 8..16: B3 }";
    let post = "block L: part[8] { 0..8: J } * block J: part[16] { 0..8: N, 8..16: L }
        * block N: part[16] { 8..16: J }";
    assert_eq!(compare(pre, post), Comparison::AsGood);
    // The same contract is that of a ring of one link: its neighbour is itself.
    let solver = &mut open.context.solver;
    let mut one = open.contracts[0].entry.state.clone();
    let link = one.registers[0].expect("the first argument").term;
    let is_link = |block: &&std::sync::Arc<symbolic_heap::Block>| solver.terms.atom_term(block.base) == link;
    let next = one.heap.blocks().find(is_link).and_then(|block| match block.cells.iter().next()?.content {
        symbolic_heap::Content::Scalar(value) => Some(value.term),
        _ => None,
    });
    let fact = solver.terms.equal(link, next.expect("the link leads to a neighbour"));
    one.assume(solver, fact);
    heap_rules::fold::forget(solver, &mut one);
    let ring = format!(
        "{} && {} && registers[2] {{ 0: L, 1: J }} && block L: part[16] {{ 0..8: L, 8..16: B }}
         * block J: part[16] {{ 0..8: B1, 8..16: B2 }}",
        record("L"),
        record("J")
    );
    let ring = state(solver, &ring);
    assert!(entails(solver, &ring, &one).is_proved());
}

#[test]
fn figure_1_what_insertion_does_not_need_and_not_promise() {
    let module = module(RING);
    let mut open = open(&module, "insert_after");
    let mut compare = |pre: &str, post: &str| {
        let addresses = ["L", "J", "N"].map(record).join(" && ");
        let pre = format!("{addresses} && registers[2] {{ 0: L, 1: J }} && {pre}");
        let post = format!("registers[1] {{}} && held[3] {{ 0: L, 1: J, 2: N }} && {post}");
        compare(&mut open, &Printed { pre: &pre, post: &[&post], names: &["L", "J", "N"] })
    };
    let pre = "block L: part[8] { 0..8: N } * block J: part[16] { 0..8: B1, 8..16: B2 }
        * block N: part[16] { 8..16: B3 }";
    // The neighbour's link back is needed.
    let less = "block L: part[8] { 0..8: N } * block J: part[16] { 0..8: B1, 8..16: B2 }";
    let post = "block L: part[8] { 0..8: J } * block J: part[16] { 0..8: N, 8..16: L }
        * block N: part[16] { 8..16: J }";
    assert_eq!(compare(less, post), Comparison::NeedsMore);
    // It does not lead back to the first link.
    let other = "block L: part[8] { 0..8: J } * block J: part[16] { 0..8: N, 8..16: L }
        * block N: part[16] { 8..16: L }";
    assert_eq!(compare(pre, other), Comparison::PromisesLess);
}

#[test]
fn figure_1_records_around_links_are_joined() {
    let module = module(RING);
    let mut open = open(&module, "two");
    let mut compare = |post: &str| {
        let post = format!("registers[1] {{ 0: X }} && held[0] {{}} && {post}");
        compare(&mut open, &Printed { pre: "registers[0] {} && emp", post: &[&post], names: &[] })
    };
    let post = "block X: heap[24] { 0..8: uninit, 8..16: I + 8, 16..24: I + 8 }
        * block I: heap[24] { 0..8: uninit, 8..16: X + 8, 16..24: X + 8 }";
    assert_eq!(compare(post), Comparison::AsGood);
    let alone = "block X: heap[24] { 0..8: uninit, 8..16: X + 8, 16..24: X + 8 }
        * block I: heap[24] { 0..8: uninit, 8..16: I + 8, 16..24: I + 8 }";
    assert_eq!(compare(alone), Comparison::PromisesLess);
}

const SINGLE: &str = "struct sll { struct sll *next; };
void *malloc(unsigned long);
int rand(void);
struct sll *a(struct sll *x)
{
    if (x == (void *)0) {
        struct sll *y = malloc(sizeof(struct sll));
        y->next = (void *)0;
        x = y;
    }
    return x;
}
struct sll *loop(struct sll *x)
{
    while (x != (void *)0)
        x = x->next;
    return x;
}
struct sll *f(struct sll *x)
{
    if (rand())
        return x->next;
    else
        return x;
}";

#[test]
fn figure_8_a_condition_on_an_argument() {
    let module = module(SINGLE);
    let mut open = open(&module, "a");
    let mut compare = |pre: &str, post: &str| {
        let pre = format!("{} && {pre} && registers[1] {{ 0: X }} && emp", word("X"));
        compare(&mut open, &Printed { pre: &pre, post: &[post], names: &["X"] })
    };
    let given = "registers[1] { 0: X } && held[1] { 0: X } && X != 0 && emp";
    let fresh = "registers[1] { 0: Y } && held[1] { 0: X } && X = 0 && block Y: heap[8] { 0..8: 0 }";
    assert_eq!(compare("X != 0", given), Comparison::AsGood);
    assert_eq!(compare("X != 0", fresh), Comparison::PromisesLess);
    // Both cases together are one contract.
    assert_eq!(open.contracts.len(), 1);
}

#[test]
fn figure_8_without_a_node() {
    let module = module(SINGLE);
    let mut open = open(&module, "a");
    let pre = "registers[1] { 0: 0 } && emp";
    let fresh = "registers[1] { 0: Y } && held[0] {} && block Y: heap[8] { 0..8: 0 }";
    let given = "registers[1] { 0: 0 } && held[0] {} && emp";
    assert_eq!(compare(&mut open, &Printed { pre, post: &[fresh], names: &[] }), Comparison::AsGood);
    assert_eq!(compare(&mut open, &Printed { pre, post: &[given], names: &[] }), Comparison::PromisesLess);
}

#[test]
fn figure_9_a_loop_to_the_end_of_a_list() {
    let module = module(SINGLE);
    let mut open = open(&module, "loop");
    let mut compare =
        |pre: &str, post: &str| compare(&mut open, &Printed { pre, post: &[post], names: &["X"] });
    let list = "seg(X -> 0; count n >= 0; node 8 entry 0 link 0 word 8 {})";
    let pre = format!("{} && 0 <= n && registers[1] {{ 0: X }} && {list}", word("X"));
    let post = format!("0 <= n && registers[1] {{ 0: 0 }} && held[1] {{ 0: X }} && {list}");
    assert_eq!(compare(&pre, &post), Comparison::AsGood);
    // A single node is a list, a node that leads anywhere is none.
    let single = format!("{} && registers[1] {{ 0: X }} && block X: heap[8] {{ 0..8: 0 }}", record("X"));
    assert_eq!(compare(&single, &post), Comparison::AsGood);
    let open_end = format!(
        "{} && {} && registers[1] {{ 0: X }} && block X: heap[8] {{ 0..8: L }}",
        record("X"),
        word("L")
    );
    assert_eq!(compare(&open_end, &post), Comparison::NeedsMore);
    // The result is not the list, and the list may be empty.
    let first = format!("0 <= n && registers[1] {{ 0: X }} && held[1] {{ 0: X }} && {list}");
    assert_eq!(compare(&pre, &first), Comparison::PromisesLess);
    let some = "1 <= n && registers[1] { 0: 0 } && held[1] { 0: X }
        && seg(X -> 0; count n >= 1; node 8 entry 0 link 0 word 8 {})";
    assert_eq!(compare(&pre, some), Comparison::PromisesLess);
}

#[test]
fn figure_10_a_condition_that_nobody_knows() {
    let module = module(SINGLE);
    let mut open = open(&module, "f");
    let node = "block X: part[8] { 0..8: L }";
    let pre = format!(
        "1 <= X && X mod 8 = 0 && X <= 2^64 - 9 && {} && registers[1] {{ 0: X }} && {node}",
        word("L")
    );
    let next = format!("registers[1] {{ 0: L }} && held[2] {{ 0: X, 1: L }} && {node}");
    let same = format!("registers[1] {{ 0: X }} && held[2] {{ 0: X, 1: L }} && {node}");
    let mut compare =
        |pre: &str, post: &[&str]| compare(&mut open, &Printed { pre, post, names: &["X", "L"] });
    assert_eq!(compare(&pre, &[&next, &same]), Comparison::AsGood);
    // Either may be the result.
    assert_eq!(compare(&pre, &[&next]), Comparison::PromisesLess);
    assert_eq!(compare(&pre, &[&same]), Comparison::PromisesLess);
    // The second candidate of the paper, which it drops, is none here either.
    let nothing = format!("{} && registers[1] {{ 0: X }} && emp", word("X"));
    assert_eq!(compare(&nothing, &[&same]), Comparison::NeedsMore);
}

#[test]
fn figure_11_a_link_with_a_tag() {
    let module = module(
        "struct link { struct link *prev; void *next; };
        typedef unsigned long size_t;
        struct link *link_get_next(struct link *l)
        {
            struct link *a = l->prev;
            void *b = a->next;
            size_t c = (size_t)b & ~(size_t)1;
            size_t o = (size_t)l - c;
            void *d = l->next;
            size_t f = (size_t)d & ~(size_t)1;
            size_t e = f + o;
            return (struct link *)e;
        }",
    );
    let mut open = open(&module, "link_get_next");
    let memory = "block L: part[16] { 0..8: A, 8..16: D } * block A: part[16] { 8..16: B }";
    let facts = [record("L"), record("A"), word("B"), word("D")].join(" && ");
    let pre = format!("{facts} && registers[1] {{ 0: L }} && {memory}");
    let held = "held[4] { 0: L, 1: A, 2: B, 3: D }";
    let mut compare = |pre: &str, result: &str| {
        let post = format!("registers[1] {{ 0: {result} }} && {held} && {memory}");
        compare(&mut open, &Printed { pre, post: &[&post], names: &["L", "A", "B", "D"] })
    };
    // (D & -2) + (L - (B & -2)), where x & -2 is x without its last bit.
    assert_eq!(compare(&pre, "D - D mod 2 + L - B + B mod 2"), Comparison::AsGood);
    assert_eq!(compare(&pre, "D + L - B"), Comparison::PromisesLess);
    let less = format!("{facts} && registers[1] {{ 0: L }} && block L: part[16] {{ 0..8: A, 8..16: D }}");
    assert_eq!(compare(&less, "D"), Comparison::NeedsMore);
}

#[test]
fn example_2_a_callee_needs_more_than_the_caller_has() {
    let module = module(
        "struct pair { long *first; long second; };
        static long g(struct pair *y) { return *y->first + y->second; }
        long f(struct pair *x, long z) { x->second = z; return g(x); }",
    );
    let mut open = open(&module, "f");
    let number = |name: &str| format!("-2^63 <= {name} && {name} <= 2^63 - 1");
    let facts = [record("X"), record("a"), number("v"), number("z")].join(" && ");
    let mut compare = |memory: &str, post: &str| {
        let pre = format!("{facts} && registers[2] {{ 0: X, 1: z }} && {memory}");
        let post = format!("registers[1] {{ 0: v + z }} && held[4] {{ 0: X, 1: a, 2: v, 3: z }} && {post}");
        compare(&mut open, &Printed { pre: &pre, post: &[&post], names: &["X", "a", "v", "z"] })
    };
    // The missing part of the precondition is a ↦ v.
    let pre = "block X: part[16] { 0..8: a, 8..16: b } * block a: part[8] { 0..8: v }";
    let post = "block X: part[16] { 0..8: a, 8..16: z } * block a: part[8] { 0..8: v }";
    assert_eq!(compare(pre, post), Comparison::AsGood);
    assert_eq!(compare("block X: part[16] { 0..8: a, 8..16: b }", post), Comparison::NeedsMore);
    let unchanged = "block X: part[16] { 0..8: a, 8..16: b } * block a: part[8] { 0..8: z }";
    assert_eq!(compare(pre, unchanged), Comparison::PromisesLess);
}
