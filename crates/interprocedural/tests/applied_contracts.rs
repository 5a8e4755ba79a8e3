//! Contracts of callees, applied at calls, against executions.
//!
//! Functions that call others in random order are analysed with the contracts of these. What comes out is executed: a
//! contract that was applied where it does not fit, or whose exits were put in the wrong place, leaves something
//! else behind than the interpreter does.

use interpreter::{FaultClass, FaultKind};
use interprocedural::Request;
use interprocedural::open::execute::execute;
use interprocedural::open::known::KnownContracts;
use interprocedural::open::{analyse_with, callees_first, entry};
use ir::Module;
use source::DataModel;
use symbolic_execution::Options;

const LIBRARY: &str = "
struct node { struct node *next; int value; int mark; };
void *malloc(unsigned long);
void free(void *);
static struct node *kept;
void set(struct node *n, int v) { for (; n; n = n->next) n->value = v; }
void clear(struct node *n) { for (; n; n = n->next) n->mark = 0; }
int length(struct node *n) { int k = 0; for (; n; n = n->next) k++; return k; }
void drop(struct node *n) { while (n) { struct node *m = n->next; free(n); n = m; } }
struct node *last(struct node *n) { while (n && n->next) n = n->next; return n; }
struct node *push(struct node *n, int v) {
    struct node *m = malloc(sizeof *m);
    if (!m) return n;
    m->next = n; m->value = v; m->mark = 1;
    return m;
}
struct node *reverse(struct node *n) {
    struct node *done = 0;
    while (n) { struct node *next = n->next; n->next = done; done = n; n = next; }
    return done;
}
void raise(struct node *n) { if (n) n->value = n->mark + 1; }
void exchange(struct node *a, struct node *b) { int v = a->value; a->value = b->value; b->value = v; }
void keep(struct node *n) { kept = n; }
int kept_length(void) { return length(kept); }
";

/// What a function may do with its list `n`, a number `k` and a second list `o`.
const STATEMENTS: &[&str] = &[
    "set(n, 1);",
    "set(o, 2);",
    "clear(n);",
    "k += length(n);",
    "k += length(o);",
    "n = reverse(n);",
    "n = push(n, 3); keep(n);",
    "raise(n);",
    "{ struct node *l = last(n); if (l) l->value = 4; }",
    "{ struct node *l = last(o); if (l) l->next = n, n = 0; }",
    "keep(n);",
    "keep(0);",
    "k += kept_length();",
    "if (n) n = n->next;",
    "for (struct node *m = n; m; m = m->next) m->value = k;",
    "for (struct node *m = n; m; m = m->next) raise(m);",
    "if (n && o) exchange(n, o);",
    "o = n;",
    "drop(n); n = 0;",
];

/// Functions of three to five statements each.
fn callers(seed: u64, count: usize) -> String {
    let mut state = seed;
    let mut below = |bound: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % bound
    };
    let mut text = String::new();
    for index in 0..count {
        let statements: Vec<&str> = (0..3 + below(3)).map(|_| STATEMENTS[below(STATEMENTS.len())]).collect();
        text.push_str(&format!(
            "int f{index}(struct node *n, struct node *o) {{ int k = 0; {} return k; }}\n",
            statements.join(" ")
        ));
    }
    text
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

#[test]
fn executions_agree_with_contracts_that_were_found_by_applying_others() {
    let text = format!("{LIBRARY}{}", callers(SEED, CALLERS));
    let module = module(&text);
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
    let request = Request { options, counts, check_cleanup: false, hunt_steps: 0, proof_steps: 0 };
    let functions: Vec<_> = entry::bodies(&module).map(|(id, _)| id).collect();
    let mut known = KnownContracts::default();
    let (mut contracts, mut without) = (0, Vec::new());
    for id in callees_first(&module, &functions) {
        let name = module.functions[id].name.clone();
        let mut open = analyse_with(&module, id, &request, &known);
        let execution = execute(&mut open);
        assert!(execution.wrong.is_empty(), "{name} in\n{text}\n{}", execution.wrong.join("\n"));
        contracts += open.contracts.len();
        if open.contracts.is_empty() {
            without.push(name.to_string());
        }
        known.add(&open);
    }
    assert!(contracts >= CALLERS, "{contracts} contracts");
    assert!(without.len() <= CALLERS / 8, "no contracts of {without:?} in\n{text}");
}

/// Another number makes other functions.
const SEED: u64 = 7;

const CALLERS: usize = 24;
