//! Which loops are taken for collections, and that what is told of them is true of no wrong program.

use super::{Addend, Collection, Element, has_reductions, reductions};
use crate::explorer::{Limits, Mode};
use crate::random_runs::{Runs, stumble};
use crate::search::explore;
use crate::verdict::Request;
use crate::whole_program::WholeProgram;
use heap_rules::fold::Precision;
use interpreter::FaultKind;
use ir::Module;
use ir::analysis::{FlowGraph, Liveness};
use symbolic_execution::Options;

fn module_of(text: &str) -> Module {
    let parsed = c_syntax::parse(text.as_bytes(), 1);
    let checked = c_types::check(parsed.unit, source::DataModel::Lp64);
    assert!(checked.diagnostics.is_empty(), "{:?}", checked.diagnostics);
    ir_lowering::lower(&checked.program)
}

/// What the only register collects in a loop with this head and body.
fn collected(head: &str, body: &str) -> Option<Collection> {
    let text = format!(
        "extern int other(void); int g; volatile int v;
        long f(int *x, short *y, unsigned char *z, int n, unsigned m, long r) {{ {head} {{ {body} }} return r; }}"
    );
    let module = module_of(&text);
    let body = module.functions.iter().find_map(|(_, function)| function.body.as_ref()).expect("a body");
    let graph = FlowGraph::new(body);
    let found = reductions(body, &graph, &Liveness::new(body, &graph));
    let (_, reduction) = found.into_iter().next()?;
    let [(_, _, collection)] = &reduction.results[..] else { panic!("one register: {reduction:?}") };
    Some(collection.clone())
}

const UP: &str = "for (int i = 0; i < n; i++)";

#[test]
fn sums_and_operations_that_do_not_depend_on_the_order_are_recognised() {
    let sum = |factor, element| {
        Some(Collection::Sum(vec![Addend::Number(0), Addend::Words { factor, array: 0, element }]))
    };
    assert_eq!(collected(UP, "r += x[i];"), sum(1, Element::Signed));
    assert_eq!(collected(UP, "r = r - y[i];"), sum(-1, Element::Signed));
    assert_eq!(collected(UP, "r += z[i];"), sum(1, Element::Unsigned));
    assert_eq!(collected("for (int i = 3; i <= n; i++)", "r += x[i];"), sum(1, Element::Signed));
    assert_eq!(collected("for (unsigned i = 0; i != m; i++)", "r += x[i];"), sum(1, Element::Signed));
    for step in
        ["r &= x[i];", "r = x[i] | r;", "r ^= x[i];", "r = r < x[i] ? x[i] : r;", "if (x[i] < r) r = x[i];"]
    {
        assert!(matches!(collected(UP, step), Some(Collection::Fold { .. })), "{step}");
    }
    for step in
        ["r += x[i] % 2 == 0 ? 1 : -1;", "if (x[i] > 5) r++;", "r = r + i + x[i];", "r += x[i] * x[i];"]
    {
        assert!(matches!(collected(UP, step), Some(Collection::Sum(_))), "{step}");
    }
}

#[test]
fn other_loops_are_not() {
    let steps = [
        "r = r * 33 + x[i];",
        "r = x[i] - r;",
        "r += r;",
        "r = x[i];",
        "r += i * x[i];",
        "r += x[i + 1];",
        "r += x[2 * i];",
        "r += *x;",
        "r += x[i]; if (r > 9) break;",
        "r += x[i]; x[i] = 0;",
        "r += other();",
        "r += v;",
        "r += g * x[i];",
        "r += x[i] / n;",
        "if (x[i]) r += y[i];",
        "r = r < x[i] ? y[i] : r;",
        "r = (r & x[i]) | x[i];",
        "if (r < 5) r += x[i];",
        "for (int j = 0; j < 2; j++) r += x[i];",
    ];
    for step in steps {
        assert_eq!(collected(UP, step), None, "{step}");
    }
    let heads = [
        "for (int i = 0; i < n; i += 2)",
        "for (int i = 0; i < n; n--, i++)",
        "for (int i = 9; i > n; i++)",
        "for (int i = 0; r < n; i++)",
        "for (unsigned i = 0; (int)i < n; i++)",
    ];
    for head in heads {
        assert_eq!(collected(head, "r += x[i];"), None, "{head}");
    }
}

/// Whether a proof that sums loops up closes for a program that calls `__VERIFIER_error` under a condition.
fn is_proved(limit: &str, body: &str) -> bool {
    let text = format!(
        "extern void __VERIFIER_error(void); extern int __VERIFIER_nondet_int(void);
        int main(void) {{
            int n = __VERIFIER_nondet_int();
            if (n < 2 || n > {limit}) return 0;
            int x[n];
            for (int i = 0; i < n; i++) x[i] = __VERIFIER_nondet_int();
            {body}
            return 0;
        }}"
    );
    let module = module_of(&text);
    assert!(has_reductions(&module), "{body}");
    closes(&module)
}

fn counts(kind: FaultKind) -> bool {
    kind != FaultKind::SignedOverflow
}

fn options() -> Options {
    Options {
        allocation_may_fail: false,
        check_overflow: false,
        check_uninitialised: true,
        volatile_may_change: true,
        allocates_optional_blocks: false,
        keeps_derivation: false,
        check_shifts: false,
        split_on_offsets: false,
        broken_rule: None,
        stop: Default::default(),
    }
}

fn closes(module: &Module) -> bool {
    let whole = WholeProgram::new(module).expect("there is a main function");
    let request =
        Request { options: options(), counts, check_cleanup: false, hunt_steps: 0, proof_steps: 20_000 };
    let limits = Limits { sums_up: true, ..Limits::of(20_000) };
    let (_, report) = explore(&whole, &request, Mode::Prove(Precision::Words), limits);
    report.is_complete() && report.findings.is_empty()
}

const SUM: &str = "long s = 0; for (int i = 0; i < n; i++) s += x[i];";
const AGAIN: &str = "long t = 0; for (int i = 0; i < n; i++) t += x[i];";
const CHECK: &str = "if (s != t) __VERIFIER_error();";
const SWAP: &str = "int k = x[0]; x[0] = x[1]; x[1] = k;";

#[test]
fn the_same_words_give_the_same_sum_and_other_words_do_not() {
    let with = |change: &str| is_proved("1000", &format!("{SUM} {change} {AGAIN} {CHECK}"));
    assert!(with(""));
    assert!(with(SWAP));
    assert!(with("int k = x[0]; for (int i = 0; i + 1 < n; i++) x[i] = x[i + 1]; x[n - 1] = k;"));
    assert!(!with("x[0] = x[1];"));
    assert!(!with("x[1] = 5;"));
    assert!(!with("x[n - 1] = x[0];"));
    assert!(!with("x[0] = x[0] + 1; x[1] = x[1] - 2;"));
    assert!(!with("for (int i = 0; i + 1 < n; i++) x[i] = x[i + 1];"));
    assert!(!with("n = n - 1;"));
}

#[test]
fn what_depends_on_the_order_or_the_number_of_words_is_not_proved() {
    let folds = |first: &str, step: &str, change: &str| {
        let again = |name: &str| {
            format!("long {name} = {first}; for (int i = 0; i < n; i++) {}", step.replace('r', name))
        };
        is_proved("1000", &format!("{} {change} {} {CHECK}", again("s"), again("t")))
    };
    for step in
        ["r &= x[i];", "r |= x[i];", "r ^= x[i];", "r = r < x[i] ? x[i] : r;", "r = x[i] < r ? x[i] : r;"]
    {
        assert!(folds("0", step, SWAP), "{step}");
        assert!(!folds("0", step, "x[0] = x[1];"), "{step}");
        assert!(!folds("x[0]", step, "x[0] = x[1];"), "{step}");
        assert!(!folds("n", step, "n = n - 1;"), "{step}");
    }
    let two = |first: &str, second: &str| {
        is_proved(
            "1000",
            &format!(
                "long s = 0, t = 0; for (int i = 0; i < n; i++) {first} for (int i = 0; i < n; i++) {second} {CHECK}"
            ),
        )
    };
    assert!(two("s += x[i];", "t = x[i] + t;"));
    assert!(!two("s += x[i];", "t -= x[i];"));
    assert!(!two("s &= x[i];", "t |= x[i];"));
    assert!(!two("s += x[i];", "t += (short)x[i];"));
    assert!(!two("s += x[i];", "t += (unsigned)x[i];"));
    assert!(!two("s += x[i] % 2 == 0 ? 1 : 0;", "t += x[i] % 3 == 0 ? 1 : 0;"));
    assert!(!two("s = s < x[i] ? x[i] : s;", "t = (unsigned long)t < (unsigned)x[i] ? (unsigned)x[i] : t;"));
}

#[test]
fn sums_wrap_around() {
    // A sum that fits, and one that need not fit.
    assert!(is_proved("1000", &format!("{SUM} if (s % 256 < 0 && s >= 0) __VERIFIER_error();")));
    let small = "unsigned s = 0; for (int i = 0; i < n; i++) s += 2147483647;";
    assert!(is_proved("2", &format!("{small} if (s < 2147483648u) __VERIFIER_error();")));
    assert!(!is_proved("3", &format!("{small} if (s < 2147483648u) __VERIFIER_error();")));
    let constant =
        "for (int i = 0; i < n; i++) x[i] = 1 << 30; unsigned s = 0; for (int i = 0; i < n; i++) s += x[i];";
    assert!(is_proved("3", &format!("{constant} if (s < 5) __VERIFIER_error();")));
    assert!(!is_proved("4", &format!("{constant} if (s < 5) __VERIFIER_error();")));
}

#[test]
fn words_that_are_not_there_are_not_summed_up() {
    assert!(!is_proved("1000", "long s = 0; for (int i = 0; i <= n; i++) s += x[i]; if (s == 1) n = 0;"));
    assert!(!is_proved("1000", "long s = 0; for (int i = -1; i < n; i++) s += x[i]; if (s == 1) n = 0;"));
    assert!(!is_proved(
        "1000",
        "int y[n]; for (int i = 1; i < n; i++) y[i] = 1; long s = 0; for (int i = 0; i < n; i++) s += y[i]; if (s == 1) n = 0;"
    ));
    // A loop that is not entered leaves everything as it is.
    assert!(!is_proved("1000", "long s = 0; for (int i = n; i < 5; i++) s += x[i]; if (s == 1) n = 0;"));
    assert!(is_proved(
        "1000",
        "long s = 3; for (int i = n; i < n; i++) s += x[i]; if (s != 3) __VERIFIER_error();"
    ));
}

/// As `is_proved`, where a function changes the array between two sums.
fn is_proved_across_a_call(change: &str) -> bool {
    let text = format!(
        "extern void __VERIFIER_error(void); extern int __VERIFIER_nondet_int(void);
        static long sum(int *x, int n) {{ long s = 0; for (int i = 0; i < n; i++) s += x[i]; return s; }}
        static void change(int *x, int n) {{ {change} }}
        int main(void) {{
            int n = __VERIFIER_nondet_int();
            if (n < 2 || n > 1000) return 0;
            int x[n];
            for (int i = 0; i < n; i++) x[i] = __VERIFIER_nondet_int();
            long s = sum(x, n);
            change(x, n);
            if (sum(x, n) != s) __VERIFIER_error();
            return 0;
        }}"
    );
    closes(&module_of(&text))
}

#[test]
fn what_a_callee_stores_is_not_part_of_the_sum_before() {
    assert!(is_proved_across_a_call("for (int i = 0; i < n; i++) if (x[i] == 7) break;"));
    assert!(is_proved_across_a_call(
        "int k = x[0]; for (int i = 0; i + 1 < n; i++) x[i] = x[i + 1]; x[n - 1] = k;"
    ));
    let stores = [
        "x[0] = __VERIFIER_nondet_int(); for (int i = 1; i < n; i++) if (x[i] == 7) break;",
        "for (int i = 1; i < n; i++) if (x[i] == 7) break; x[0] = __VERIFIER_nondet_int();",
        "for (int i = 0; i < n; i++) x[i] = __VERIFIER_nondet_int();",
        "for (int i = 1; i < n; i++) x[i] = __VERIFIER_nondet_int();",
        "x[n - 1] = __VERIFIER_nondet_int(); for (int i = 0; i < n; i++) if (x[i] == 7) break;",
    ];
    for store in stores {
        assert!(!is_proved_across_a_call(store), "{store}");
    }
}

struct Random(u64);

impl Random {
    fn one_of<'t>(&mut self, choices: &[&'t str]) -> &'t str {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        choices[(self.0 >> 33) as usize % choices.len()]
    }
}

/// A program that collects what an array holds, changes the array, collects again and compares.
fn random_program(random: &mut Random) -> String {
    let word = random.one_of(&["int", "short", "unsigned char", "unsigned"]);
    let fills = ["__VERIFIER_nondet_int()", "__VERIFIER_nondet_int() % 3", "7", "i", "-1"];
    let results = ["long", "int", "unsigned", "unsigned char", "short", "unsigned long"];
    let steps = [
        "r += x[i];",
        "r -= x[i];",
        "r = x[i] + r + 1;",
        "r += x[i] + i;",
        "r &= x[i];",
        "r |= x[i];",
        "r ^= x[i];",
        "if (x[i] > r) r = x[i];",
        "r = x[i] <= r ? x[i] : r;",
        "if (x[i] % 2 == 0) r++; else r -= 3;",
        "r = r * 3 + x[i];",
        "r = x[i] - r;",
        "if (x[i] != 0) r = x[i];",
        "r += x[i] * x[i];",
    ];
    let changes = [
        "",
        "k = x[0]; x[0] = x[1]; x[1] = k;",
        "k = x[0]; x[0] = x[n - 1]; x[n - 1] = k;",
        "k = x[0]; for (int i = 0; i + 1 < n; i++) x[i] = x[i + 1]; x[n - 1] = k;",
        "x[0] = 1;",
        "x[1] = x[0];",
        "x[n - 1]++;",
        "x[0]++; x[1]--;",
        "for (int i = 0; i < n; i++) x[i] = x[i];",
        "for (int i = 0; i + 1 < n; i++) x[i] = x[i + 1];",
    ];
    let heads = [
        "int i = 0; i < n; i++",
        "int i = 0; i < n; i++",
        "int i = 1; i < n; i++",
        "int i = 0; i <= n - 1; i++",
    ];
    let (result, step, start) =
        (random.one_of(&results), random.one_of(&steps), random.one_of(&["0", "x[0]", "5"]));
    let any = random.one_of(&steps);
    let other = random.one_of(&[step, step, step, any]);
    let heads = [random.one_of(&heads), random.one_of(&heads)];
    let collect = |name: &str, head: &str, step: &str| {
        format!("{result} {name} = {start}; for ({head}) {{ {} }}", step.replace('r', name))
    };
    let (first, change, again) =
        (random.one_of(&changes), random.one_of(&changes), random.one_of(&["", "1", ""]));
    let middle = match again {
        "1" => collect("m", heads[0], step),
        _ => String::new(),
    };
    format!(
        "extern void __VERIFIER_error(void); extern int __VERIFIER_nondet_int(void);
        int main(void) {{
            int n = __VERIFIER_nondet_int() & 3; n = n + 2; {word} k = 0;
            {word} x[n];
            for (int i = 0; i < n; i++) x[i] = {};
            {}
            {first} {middle} {change}
            {}
            if ({}) __VERIFIER_error();
            return k == 77;
        }}",
        random.one_of(&fills),
        collect("s", heads[0], step),
        collect("t", heads[1], other),
        random.one_of(&["s != t", "s != t", "s != t", "s > t", "s == t + 1", "s + t == 9"]),
    )
}

#[test]
fn no_program_that_is_proved_has_an_execution_with_an_error() {
    let (mut proved, mut wrong) = (0, 0);
    for seed in 0..150 {
        let text = random_program(&mut Random(seed));
        let module = module_of(&text);
        let runs = Runs { count: 60, steps: 5_000 };
        let error = stumble(&interpreter::Image::new(&module), &counts, &options(), runs);
        wrong += usize::from(error.is_some());
        if closes(&module) {
            proved += 1;
            assert!(error.is_none(), "seed {seed}: {text}");
        }
    }
    assert!(proved > 12 && wrong > 30, "{proved} proved, {wrong} wrong");
}
