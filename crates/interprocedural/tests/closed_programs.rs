//! Small closed programs through the whole engine: what is proved, what is found, what stays open.

use heap_rules::fold::Precision;
use interpreter::{FaultClass, FaultKind};
use interprocedural::{Request, Verdict, check, prove};
use ir::Module;
use source::DataModel;
use symbolic_execution::Options;

const HEADER: &str = "
extern void *malloc(unsigned long);
extern void free(void *);
extern int __VERIFIER_nondet_int(void);
struct node { struct node *next; struct node *prev; int value; };
";

fn memory_safety(kind: FaultKind) -> bool {
    matches!(kind.class(), FaultClass::Undefined | FaultClass::Leak) && kind != FaultKind::SignedOverflow
}

fn module_of(body: &str) -> Module {
    let text = format!("{HEADER}{body}");
    let parsed = c_syntax::parse(text.as_bytes(), 1);
    assert!(parsed.diagnostics.is_empty(), "{:?}", parsed.diagnostics);
    let checked = c_types::check(parsed.unit, DataModel::Lp64);
    ir_lowering::lower(&checked.program)
}

fn request() -> Request {
    Request {
        options: Options {
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
        },
        counts: memory_safety,
        check_cleanup: false,
        hunt_steps: 10_000,
        proof_steps: 40_000,
    }
}

fn verdict_of(body: &str) -> String {
    match check(&module_of(body), &request()).verdict {
        Verdict::Proved => "proved".into(),
        Verdict::Certain(found) => found.0.fault.kind.id().into(),
        Verdict::Unknown { .. } => "unknown".into(),
        Verdict::NotStarted(why) => why,
        Verdict::Contradiction(_) => "contradiction".into(),
    }
}

const PUSH: &str = "
struct node *head = 0;
while (__VERIFIER_nondet_int()) {
    struct node *fresh = malloc(sizeof *fresh);
    fresh->next = head;
    fresh->value = 1;
    head = fresh;
}
";

#[test]
fn a_list_of_any_length_is_built_read_and_freed() {
    let program = format!(
        "int main(void) {{ {PUSH}
        int sum = 0;
        for (struct node *n = head; n; n = n->next) sum += n->value;
        while (head) {{ struct node *next = head->next; free(head); head = next; }}
        return 0; }}"
    );
    assert_eq!(verdict_of(&program), "proved");
}

#[test]
fn reading_the_next_node_after_free_is_found() {
    let program =
        format!("int main(void) {{ {PUSH} while (head) {{ free(head); head = head->next; }} return 0; }}");
    assert_eq!(verdict_of(&program), "use-after-free");
}

#[test]
fn forgetting_the_list_is_found() {
    let program = format!("int main(void) {{ {PUSH} return 0; }}");
    assert_eq!(verdict_of(&program), "memory-lost");
}

#[test]
fn a_doubly_linked_list_is_freed_from_its_end() {
    let program = "int main(void) {
        struct node *head = malloc(sizeof *head);
        head->next = 0;
        head->prev = 0;
        struct node *tail = head;
        while (__VERIFIER_nondet_int()) {
            struct node *n = malloc(sizeof *n);
            n->next = 0;
            n->prev = tail;
            tail->next = n;
            tail = n;
        }
        while (tail) { struct node *previous = tail->prev; free(tail); tail = previous; }
        return 0;
    }";
    assert_eq!(verdict_of(program), "proved");
}

#[test]
fn an_array_of_variable_size_is_filled_and_read_inside_its_bounds() {
    let loop_to = |bound: &str| {
        format!(
            "int main(void) {{
            int n = __VERIFIER_nondet_int();
            if (n < 1 || n > 100) return 0;
            int *a = malloc(n * sizeof *a);
            for (int i = 0; i < {bound}; i++) a[i] = i;
            free(a);
            return 0; }}"
        )
    };
    assert_eq!(verdict_of(&loop_to("n")), "proved");
    assert_eq!(verdict_of(&loop_to("n + 1")), "out-of-bounds");
}

#[test]
fn a_list_is_reversed_by_a_function() {
    let program = format!(
        "static struct node *reverse(struct node *list) {{
            struct node *result = 0;
            while (list) {{ struct node *next = list->next; list->next = result; result = list; list = next; }}
            return result;
        }}
        int main(void) {{ {PUSH}
        head = reverse(head);
        while (head) {{ struct node *next = head->next; free(head); head = next; }}
        return 0; }}"
    );
    assert_eq!(verdict_of(&program), "proved");
}

#[test]
fn an_unknown_function_is_no_reason_to_be_silent() {
    assert_eq!(verdict_of("extern void mystery(void); int main(void) { mystery(); return 0; }"), "unknown");
}

/// The search for a proof alone, without the hunt that would find the error first.
#[test]
fn what_follows_a_recursive_call_of_main_is_explored() {
    let after = |statement: &str| {
        let body =
            format!("int main(void) {{ if (__VERIFIER_nondet_int()) {{ main(); {statement} }} return 0; }}");
        prove(&module_of(&body), &request(), Precision::Shapes).is_some()
    };
    assert!(after(";"));
    assert!(!after("int *nowhere = 0; *nowhere = 1;"));
}

/// Exits of recursive functions are joined, which gives blocks new names.
#[test]
fn a_local_that_was_passed_to_a_recursive_function_ends_with_its_own() {
    let used = |scope: &str| {
        let body = format!(
            "static void work(int *at, int times) {{ if (times > 0) {{ *at = times; work(at, times - 1); }} }}
            static int *escape(void) {{ {scope} local; local = 0; work(&local, __VERIFIER_nondet_int()); return &local; }}
            int main(void) {{ int *at = escape(); *at = 1; return 0; }}"
        );
        prove(&module_of(&body), &request(), Precision::Shapes).is_some()
    };
    assert!(used("static int"));
    assert!(!used("int"));
}
