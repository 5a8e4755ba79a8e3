//! The measure of completeness: which memories are tried, and that it notices what contracts leave out.

use interpreter::{FaultClass, FaultKind};
use interprocedural::Request;
use interprocedural::open::completeness::{Completeness, Coverage, completeness};
use interprocedural::open::{OpenFunction, analyse};
use ir::Module;
use source::DataModel;
use symbolic_execution::Options;
use symbolic_heap::{Content, Region};

const TYPES: &str = "struct node { struct node *next; int value; };\n\
    struct link { struct link *next, *prev; };\n\
    struct item { long value; struct link link; };\n\
    void *malloc(unsigned long); void free(void *);\n";

const UNLINK: &str = "void f(struct link *l) { l->next->prev = l->prev; l->prev->next = l->next; }";

fn module(text: &str) -> Module {
    let parsed = c_syntax::parse(text.as_bytes(), 0);
    let checked = c_types::check(parsed.unit, DataModel::Lp64);
    assert!(checked.diagnostics.is_empty(), "{:?}", checked.diagnostics);
    ir_lowering::lower(&checked.program)
}

fn counts(kind: FaultKind) -> bool {
    kind.class() != FaultClass::Limit && kind != FaultKind::SignedOverflow
}

/// Measures the function `f` after its contracts were changed.
fn measure_changed(code: &str, may_fail: bool, change: impl FnOnce(&mut OpenFunction<'_>)) -> Completeness {
    let module = module(&format!("{TYPES}{code}"));
    let function = module.function_named("f").expect("the code defines f");
    let options = Options {
        allocation_may_fail: may_fail,
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
    let mut open = analyse(&module, function, &request);
    change(&mut open);
    completeness(&mut open, 2_000)
}

fn measure(code: &str) -> Completeness {
    measure_changed(code, false, |_| {})
}

/// How many memories there are in which the function makes no error.
#[track_caller]
fn good(code: &str, expected: usize) {
    let measured = measure(code);
    assert_eq!(measured.good, expected, "{measured:?}");
    assert!(!measured.is_cut_short);
}

#[test]
fn words_are_chosen_when_they_are_read() {
    good("int f(struct node *n) { return n != 0; }", 2);
    // A node; what its link holds does not matter.
    good("void f(struct node *n) { n->value = 1; }", 1);
    // The link is null, the node itself, or another node.
    good("struct node *f(struct node *n) { return n->next; }", 3);
    // What was stored is not read from the caller.
    good("struct node *f(struct node *n) { n->next = 0; return n->next; }", 1);
    good("struct node f(struct node n) { return n; }", 4 * 2);
}

#[test]
fn pointers_of_one_type_are_equal_or_not() {
    good("void f(struct node *a, struct node *b) { a->value = b->value; }", 2 * 4);
    good("void f(struct node *a, int *b) { a->value = 0; *b = 0; }", 2);
    // An item and a link of its own, or one inside of the item.
    good("void f(struct item *i, struct link *l) { i->value = 0; l->next = 0; }", 2);
}

#[test]
fn lists_have_up_to_three_nodes() {
    good("int f(struct node *n) { int i = 0; while (n) { i++; n = n->next; } return i; }", 4);
    good("void f(struct node *n) { while (n) { struct node *next = n->next; free(n); n = next; } }", 4);
    good(UNLINK, 5);
}

#[test]
fn a_link_is_taken_to_lie_in_a_record_where_the_code_says_so() {
    let code = "long f(struct link *l) { return ((struct item *)((char *)l - 8))->value; }";
    let measured = measure(code);
    assert_eq!((measured.good, measured.coverage()), (4, Coverage::Complete), "{measured:?}");
}

#[test]
fn globals_hold_what_callers_left_there() {
    good("struct node *list; struct node *f(void) { return list; }", 2);
    good("int limit = 3; int f(void) { return limit; }", 4);
}

#[test]
fn a_memory_is_good_only_if_allocations_may_fail_in_it() {
    let code = "struct node *f(struct node *l) { struct node *n = malloc(16); n->next = l; n->value = 0; return n; }";
    assert_eq!(measure_changed(code, false, |_| {}).good, 2);
    assert_eq!(measure_changed(code, true, |_| {}).good, 0);
}

#[test]
fn losing_memory_is_an_error() {
    good("void f(void) { malloc(8); }", 0);
    good("void *f(void) { return malloc(8); }", 1);
}

#[test]
fn a_contract_that_is_left_out_is_noticed() {
    let count = std::cell::Cell::new(1);
    for left_out in 0.. {
        if left_out >= count.get() {
            break;
        }
        let measured = measure_changed(UNLINK, false, |open| {
            count.set(open.contracts.len());
            open.contracts.remove(left_out);
        });
        let expected = if count.get() == 1 { Coverage::Nothing } else { Coverage::Partial };
        assert_eq!(measured.coverage(), expected, "without contract {left_out}: {measured:?}");
        let text = measured.uncovered.first().expect("a memory is told").clone();
        assert!(text.contains("l = m1; m1 -> struct link[16] { next: "), "{text}");
    }
    assert_eq!(measure(UNLINK).coverage(), Coverage::Complete);
}

#[test]
fn a_function_without_contracts_has_nothing_described() {
    let measured = measure_changed(UNLINK, false, |open| open.contracts.clear());
    assert_eq!(measured.coverage(), Coverage::Nothing);
    assert_eq!((measured.good, measured.covered), (5, 0));
}

#[test]
fn calls_that_cannot_be_followed_are_assumed_and_not_executed() {
    let measured = measure("int elsewhere(struct node *); int f(struct node *n) { return elsewhere(n); }");
    assert_eq!((measured.good, measured.covered, measured.contracts), (0, 0, 1), "{measured:?}");
    assert!(measured.unfinished > 0);
}

#[test]
fn functions_of_the_caller_leave_the_memory_as_it_is() {
    let complete = |code: &str, good: usize| {
        let measured = measure(code);
        assert_eq!((measured.good, measured.coverage()), (good, Coverage::Complete), "{code}: {measured:?}");
    };
    complete("int f(int (*test)(int)) { return test != 0; }", 2);
    complete("int f(int (*test)(int)) { return test ? test(1) : 0; }", 2);
    complete("int f(int (*test)(int)) { return test(1); }", 1);
    complete(
        "void f(struct node *n, int (*test)(int)) { while (n) { if (test(n->value)) return; n = n->next; } }",
        1 + 1 + 4 + 4 * 4 + 4 * 4 * 4,
    );
    // What it returns matters: the division is an error for some results.
    complete("int f(int (*test)(int)) { return 5 / test(1); }", 0);
}

#[test]
fn a_precondition_that_is_too_strong_is_noticed() {
    // About a number that is read.
    let measured = measure_changed("int f(int k) { return k > 0; }", false, |open| {
        let contract = &mut open.contracts[0];
        let value = contract.entry.state.registers[0].expect("an argument");
        let one = open.context.solver.terms.constant(1);
        let fact = open.context.solver.terms.equal(one, value.term);
        contract.entry.state.assume(&mut open.context.solver, fact);
    });
    assert_eq!(measured.coverage(), Coverage::Partial);
    assert_eq!((measured.good, measured.covered), (4, 1));
    assert!(measured.uncovered.first().is_some_and(|text| text.starts_with("k = ")));
    // About bytes that are never read.
    let code = "void f(struct node *n) { n->value = 1; }";
    assert_eq!(measure(code).coverage(), Coverage::Complete);
    let measured = measure_changed(code, false, |open| {
        let contract = &mut open.contracts[0];
        let base = contract.entry.state.heap.blocks().next().expect("a block").base;
        let block = contract.entry.state.heap.block_mut(base).expect("it is there");
        block.cells =
            symbolic_heap::Cells::uniform(&mut open.context.solver.terms, block.size, Content::Fill(0));
    });
    assert_eq!(measured.coverage(), Coverage::Nothing);
    // About the size of a block.
    let measured = measure_changed(code, false, |open| {
        let contract = &mut open.contracts[0];
        let size = open.context.solver.terms.constant(32);
        let base = contract.entry.state.heap.blocks().next().expect("a block").base;
        let block = contract.entry.state.heap.block_mut(base).expect("it is there");
        block.size = size;
        block.region = Region::Heap;
        block.cells = symbolic_heap::Cells::uniform(&mut open.context.solver.terms, size, Content::Unknown);
    });
    assert_eq!(measured.coverage(), Coverage::Nothing);
}

#[test]
fn an_enumeration_that_is_cut_short_says_so() {
    let module = module(&format!("{TYPES}{UNLINK}"));
    let function = module.function_named("f").expect("the code defines f");
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
    let mut open = analyse(&module, function, &request);
    let measured = completeness(&mut open, 3);
    assert_eq!((measured.tried, measured.is_cut_short), (3, true));
}
