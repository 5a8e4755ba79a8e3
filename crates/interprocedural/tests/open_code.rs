//! The rules by which preconditions are guessed: each where it applies and where it does not. What is
//! guessed is confirmed and executed in any case.

use interpreter::{FaultClass, FaultKind};
use interprocedural::open::entry::name_of;
use interprocedural::open::execute::execute;
use interprocedural::open::known::KnownContracts;
use interprocedural::open::{OpenFunction, analyse, analyse_with, callees_first};
use interprocedural::{Finding, Request};
use ir::Module;
use source::DataModel;
use symbolic_execution::Options;
use symbolic_heap::Region;

const NODE: &str = "struct node { struct node *next; int value; };\nvoid free(void *);\n";

fn module(text: &str) -> Module {
    let parsed = c_syntax::parse(text.as_bytes(), 0);
    let checked = c_types::check(parsed.unit, DataModel::Lp64);
    assert!(checked.diagnostics.is_empty(), "{:?}", checked.diagnostics);
    ir_lowering::lower(&checked.program)
}

fn counts(kind: FaultKind) -> bool {
    kind.class() != FaultClass::Limit && kind != FaultKind::SignedOverflow
}

fn request() -> Request {
    let options = Options {
        allocation_may_fail: true,
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
    Request { options, counts, check_cleanup: false, hunt_steps: 0, proof_steps: 0 }
}

/// Analyses the function `f`, executes its contracts, and hands it on.
fn with_open(code: &str, check: impl FnOnce(&mut OpenFunction<'_>)) {
    let module = module(&format!("{NODE}{code}"));
    let function = module.function_named("f").expect("the code defines f");
    let mut open = analyse(&module, function, &request());
    let execution = execute(&mut open);
    assert!(execution.wrong.is_empty(), "{}", execution.wrong.join("\n"));
    assert_eq!(execution.without_memory, 0);
    check(&mut open);
}

/// How many blocks each contract wants from its caller.
fn blocks(open: &OpenFunction<'_>) -> Vec<usize> {
    open.contracts.iter().map(|contract| contract.entry.state.heap.blocks().count()).collect()
}

#[test]
fn missing_memory_is_learned_where_it_is_accessed() {
    with_open("int f(struct node *n) { return n->value; }", |open| assert_eq!(blocks(open), [1]));
    with_open("int f(struct node *n) { return n != 0; }", |open| assert_eq!(blocks(open), [0]));
}

#[test]
fn memory_behind_memory_is_learned_through_its_link() {
    with_open("int f(struct node *n) { return n->next->value; }", |open| {
        // Two nodes, or one that points to itself: the fields are separate in either case.
        assert_eq!(blocks(open), [2]);
    });
    with_open("int f(struct node *n) { return n->next->next != 0; }", |open| {
        // Now the same field is read twice.
        assert_eq!(blocks(open), [2, 1]);
    });
}

#[test]
fn fields_are_separate_and_not_blocks() {
    let ring = "struct ring { struct ring *next, *prev; };
        void f(struct ring *l, struct ring *new) {
            struct ring *n = l->next;
            new->next = n; new->prev = l; l->next = new; n->prev = new;
        }";
    with_open(ring, |open| {
        // The first contract describes a ring of one node as well as longer ones.
        let mut one = open.contracts[0].entry.state.clone();
        let first = one.clone();
        assert_eq!(first.heap.blocks().count(), 3);
        let solver = &mut open.context.solver;
        let atom = |name: &str| first.heap.blocks().find(|block| name_of(solver, block.base) == name);
        let (l, n) = (atom("l").expect("l is accessed").base, atom("l->next").expect("so is its next").base);
        let (l, n) = (solver.terms.atom_term(l), solver.terms.atom_term(n));
        let fact = solver.terms.equal(l, n);
        one.assume(solver, fact);
        assert!(!one.facts.is_unsat(solver).is_proved());
        assert_eq!(one.heap.blocks().count(), 2);
    });
}

#[test]
fn records_lie_in_others_only_as_their_members() {
    let hook = "struct hook { struct hook *back; void *on; };
        struct head { struct hook first; long distance; };
        void f(struct head *h, char *node) {
            struct hook *hook = (struct hook *)(node + h->distance);
            h->first.back = hook;
            hook->back = 0;
        }";
    // The hook is a record of its own, or the one in the head; its first word is not the number of that.
    with_open(hook, |open| assert_eq!(blocks(open), [2, 1]));
}

#[test]
fn records_may_lie_in_arrays_of_bytes() {
    let at = |member: &str| {
        format!(
            "struct item {{ long number; }};
            struct box {{ long size; {member} }};
            void f(struct box *b, char *start) {{
                struct item *item = (struct item *)(start + b->size);
                *(long *)((char *)b + 8) = 1;
                item->number = 2;
            }}"
        )
    };
    // The item is apart, begins as the box does, or lies in its bytes; not where the box has a number.
    with_open(&at("char bytes[16];"), |open| assert_eq!(blocks(open), [2, 1, 1]));
    with_open(&at("long one; long other;"), |open| assert_eq!(blocks(open), [2, 1]));
}

#[test]
fn words_of_the_same_type_may_be_equal_and_others_not() {
    with_open("void f(struct node *a, struct node *b) { a->value = 1; b->value = 2; }", |open| {
        assert_eq!(blocks(open), [2, 1]);
    });
    with_open("void f(struct node *a, long *b) { a->value = 1; *b = 2; }", |open| {
        assert_eq!(blocks(open), [2]);
    });
}

#[test]
fn only_what_is_freed_must_come_from_an_allocator() {
    let region = |open: &OpenFunction<'_>| {
        let last = open.contracts.last().expect("a contract was confirmed");
        last.entry.state.heap.blocks().map(|block| block.region).collect::<Vec<_>>()
    };
    with_open("void f(struct node *n) { free(n); }", |open| {
        assert_eq!(blocks(open), [0, 1]);
        assert_eq!(region(open), [Region::Heap]);
    });
    with_open("void f(struct node *n) { n->next = n; }", |open| {
        assert_eq!(region(open), [Region::Part]);
    });
}

#[test]
fn rows_of_nodes_become_lists_of_any_length() {
    with_open("int f(struct node *n) { int i = 0; while (n) { i++; n = n->next; } return i; }", |open| {
        let [contract] = open.contracts.as_slice() else { panic!("one contract covers all lengths") };
        let [segment] = contract.entry.state.heap.segments() else { panic!("it wants a list") };
        assert_eq!(segment.minimum, 0);
    });
    // A list without nodes has no last one.
    with_open("struct node *f(struct node *n) { while (n->next) n = n->next; return n; }", |open| {
        let minima = open.contracts[0].entry.state.heap.segments().iter().map(|segment| segment.minimum);
        assert_eq!(minima.collect::<Vec<_>>(), [1]);
    });
}

#[test]
fn a_block_reaches_as_far_as_it_is_accessed() {
    with_open("int f(struct node *n) { return *(int *)((char *)n - 8); }", |open| {
        assert_eq!(blocks(open), [1]);
        let terms = &open.context.solver.terms;
        let present = open.contracts[0].entry.state.heap.blocks().flat_map(|block| block.present(terms));
        assert_eq!(present.collect::<Vec<_>>(), [(-8, -4)]);
    });
}

#[test]
fn errors_are_certain_unless_they_depend_on_the_caller() {
    with_open("void f(struct node *n) { free(n); n->value = 1; }", |open| {
        assert!(open.certain.iter().any(|error| error.finding.fault.kind == FaultKind::UseAfterFree));
        assert!(open.contracts.is_empty());
    });
    with_open("void f(struct node *n, int again) { free(n); if (n && again) free(n); }", |open| {
        assert!(open.certain.is_empty());
        assert_eq!(open.conditional.len(), 1);
        assert_eq!(open.conditional[0].1.fault.kind, FaultKind::DoubleFree);
        assert!(!open.contracts.is_empty());
    });
}

#[test]
fn what_is_not_confirmed_is_no_contract() {
    // The address comes from nowhere: no precondition can provide the memory.
    with_open("int f(long i) { return *(int *)(i * 8); }", |open| {
        assert!(open.contracts.is_empty() && open.certain.is_empty());
        assert!(!open.gave_up.is_empty());
    });
    // An address may be kept in fewer bits.
    with_open("int f(unsigned i) { return *(int *)((unsigned long)i << 3); }", |open| {
        assert!(open.certain.is_empty() && open.conditional.is_empty());
    });
}

#[test]
fn an_error_on_every_way_is_certain() {
    let kinds = |open: &OpenFunction<'_>| -> Vec<FaultKind> {
        open.certain.iter().map(|error| error.finding.fault.kind).collect()
    };
    // Both ways lead to the error, then one of them does not.
    with_open(
        "void f(struct node *n, int v) { int w = v; if (v < 0) w = -v; free(n); n->value = w; }",
        |open| {
            assert_eq!(kinds(open), [FaultKind::UseAfterFree]);
        },
    );
    with_open(
        "void f(struct node *n, int v) { free(n); if (v < 0) v = 0; if (v < 5) n->value = v; }",
        |open| {
            assert_eq!(kinds(open), []);
            let is_use = |(_, finding): &&(_, Finding)| finding.fault.kind == FaultKind::UseAfterFree;
            assert_eq!(open.conditional.iter().filter(is_use).count(), 1);
        },
    );
}

#[test]
fn a_counter_may_end_a_loop_over_a_list_that_does_not_end() {
    let nth =
        "struct node *f(struct node *n, unsigned count) { while (count-- && n) n = n->next; return n; }";
    with_open(nth, |open| {
        let solver = &mut open.context.solver;
        let is_counted = |contract: &interprocedural::open::OpenContract| {
            let state = &contract.entry.state;
            let ([segment], Some(Some(counter))) = (state.heap.segments(), state.registers.get(1)) else {
                return false;
            };
            let more = solver.terms.add_constant(segment.count, 1);
            let bound = solver.terms.at_most(counter.term, more);
            let end = solver.terms.as_constant(segment.next);
            end.is_none() && state.facts.proves(solver, bound).is_proved()
        };
        assert!(open.contracts.iter().any(is_counted));
        // However far it goes, there are not many cases.
        assert!(open.contracts.len() < 10, "{} contracts", open.contracts.len());
    });
}

#[test]
fn one_link_back_suggests_links_back_everywhere() {
    let remove = "struct both { struct both *next, *prev; int value; };
        struct both *f(struct both *list, int value) {
            struct both *n = list;
            while (n && n->value != value) n = n->next;
            if (!n) return list;
            if (n->prev) { n->prev->next = n->next; }
            if (n->next) { n->next->prev = n->prev; }
            if (n == list) list = n->next;
            free(n);
            return list;
        }";
    with_open(remove, |open| {
        let is_list = |contract: &interprocedural::open::OpenContract| {
            let [segment] = contract.entry.state.heap.segments() else { return false };
            segment.shape.back.is_some() && segment.minimum == 0
        };
        assert!(open.contracts.iter().any(is_list));
    });
    // Without a link back there is no reason for one.
    with_open("int f(struct node *n) { int i = 0; while (n) { i++; n = n->next; } return i; }", |open| {
        let mut segments = open.contracts.iter().flat_map(|contract| contract.entry.state.heap.segments());
        assert!(segments.all(|segment| segment.back.is_none()));
    });
}

/// The steps that the contracts of all functions take, callees first.
fn steps_of_all(code: &str) -> u64 {
    let module = module(&format!("{NODE}{code}"));
    let functions: Vec<_> = interprocedural::open::entry::bodies(&module).map(|(id, _)| id).collect();
    let mut known = KnownContracts::default();
    let mut steps = 0;
    for id in callees_first(&module, &functions) {
        let mut open = analyse_with(&module, id, &request(), &known);
        assert!(!open.contracts.is_empty());
        assert!(execute(&mut open).wrong.is_empty());
        known.add(&open);
        steps += open.steps;
    }
    steps
}

#[test]
fn contracts_of_callees_are_used_at_calls() {
    let chain = |length: usize| {
        let calls =
            (1..length).map(|i| format!("void f{i}(struct node *n) {{ n->value = {i}; f{}(n); }}\n", i - 1));
        format!("void f0(struct node *n) {{ n->value = 0; }}\n{}", calls.collect::<String>())
    };
    let (short, long) = (steps_of_all(&chain(10)), steps_of_all(&chain(20)));
    assert!(long <= 2 * short + short / 4, "{short} {long}");
    // Following all calls takes two to the power of the depth.
    let tree = |depth: usize| {
        let calls = (1..depth).map(|i| format!("void f{i}(struct node *n) {{ f{0}(n); f{0}(n); }}\n", i - 1));
        format!("void f0(struct node *n) {{ n->next = n; }}\n{}", calls.collect::<String>())
    };
    assert!(steps_of_all(&tree(16)) < 3_000);
}

/// Functions that each loop over a list, and call the one before so many times, before or after that.
fn looping_chain(length: usize, calls: usize, is_called_first: bool) -> String {
    let functions = (1..length).map(|i| {
        let call = format!("f{}(n); ", i - 1).repeat(calls);
        let (before, after) = if is_called_first { (call.as_str(), "") } else { ("", call.as_str()) };
        let body = format!("{before} for (struct node *m = n; m; m = m->next) m->value = {i}; {after}");
        format!("void f{i}(struct node *n) {{ {body} }}\n")
    });
    format!("{SET_ALL}{}", functions.collect::<String>())
}

const SET_ALL: &str = "void f0(struct node *n) { for (; n; n = n->next) n->value = 0; }\n";

#[test]
fn contracts_with_lists_are_used_at_calls() {
    for (calls, is_called_first) in [(1, false), (3, false), (1, true), (3, true)] {
        let chain = |length| steps_of_all(&looping_chain(length, calls, is_called_first));
        let [few, some, many] = [chain(5), chain(10), chain(20)];
        assert!(10 * some <= 26 * few && 10 * many <= 26 * some, "{few} {some} {many}");
    }
    // A function that only calls others needs what these need: nothing has to be executed.
    let calls = |length: usize| {
        let calls =
            (1..length).map(|i| format!("void f{i}(struct node *n) {{ f{0}(n); f{0}(n); }}\n", i - 1));
        format!("{SET_ALL}{}", calls.collect::<String>())
    };
    let (few, many) = (steps_of_all(&calls(2)), steps_of_all(&calls(12)));
    assert!(many < few + 2_000, "{few} {many}");
}

#[test]
fn where_no_contract_fits_the_callee_is_analysed_on_the_callers_memory() {
    // The contracts of the callee speak of lists and of tags; the caller has nodes of its own.
    let code = "struct node *last(struct node *n) { while (n->next) n = n->next; return n; }
        int f(struct node *n) { struct node a = { 0, 1 }, b = { &a, 2 }; n->value = last(&b)->value; return n->value; }";
    let module = module(&format!("{NODE}{code}"));
    let mut known = KnownContracts::default();
    let last = module.function_named("last").expect("it is defined");
    known.add(&analyse_with(&module, last, &request(), &known.clone()));
    let caller = module.function_named("f").expect("it is defined");
    let mut open = analyse_with(&module, caller, &request(), &known);
    assert_eq!(blocks(&open), [1]);
    assert!(execute(&mut open).wrong.is_empty());
    let result = open.contracts[0].returns().next().and_then(|exit| exit.registers[0]).expect("it returns");
    assert_eq!(open.context.solver.terms.as_constant(result.term), Some(1));
}
