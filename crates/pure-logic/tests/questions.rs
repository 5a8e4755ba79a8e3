//! Questions with known answers, in the formula syntax.

use pure_logic::parse::{parse_fact, parse_facts, parse_term};
use pure_logic::{Answer, Facts, Solver};

fn ask(known: &str, goal: &str) -> Answer {
    let mut solver = Solver::new();
    let facts = parse_facts(&mut solver.terms, known).expect("well-formed facts");
    let facts = Facts::from_facts(&mut solver, &facts);
    let goals = parse_facts(&mut solver.terms, goal).expect("well-formed goal");
    facts.proves_all(&mut solver, &goals)
}

#[track_caller]
fn proves(known: &str, goal: &str) {
    assert_eq!(ask(known, goal), Answer::Proved, "{known} |- {goal}");
}

#[track_caller]
fn refutes(known: &str, goal: &str) {
    assert_eq!(ask(known, goal), Answer::Refuted, "{known} |/- {goal}");
}

#[test]
fn offsets_inside_blocks() {
    proves("size = 8*n && 0 <= i && i < n", "8*i + 8 <= size");
    refutes("size = 8*n && 0 <= i && i <= n", "8*i + 8 <= size");
    proves("0 <= i && i < n && n <= 100", "i <= 99");
    proves("p = b + 8*i && q = b + 8*j && i != j", "p != q");
    refutes("p = b + 8*i && q = b + 4*j && i != j", "p != q");
    proves("p = b + 8*i && q = b + 8*j + 4 && 0 <= i", "p != q");
}

#[test]
fn equalities_replace_equals() {
    proves("x = y + 1 && y = z + 1", "x = z + 2");
    proves("2*i = j && j = 6", "i = 3");
    proves("x = y", "f(x) = f(y)");
    proves("x = y && base(x) != base(z)", "y != z");
    refutes("f(x) = f(y)", "x = y");
    proves("x = f(x)", "f(f(x)) = x");
    proves("f(f(f(x))) = x && f(f(f(f(f(x))))) = x", "f(x) = x");
}

#[test]
fn functional_consistency_needs_case_splits() {
    proves("0 <= x && x <= 1 && f(0) = 3 && f(1) = 3", "f(x) = 3");
    refutes("0 <= x && x <= 2 && f(0) = 3 && f(1) = 3", "f(x) = 3");
}

#[test]
fn wrap_around_has_countermodels() {
    // Over the integers without wrap this would be entailed.
    refutes("y = wrap(x + 1, u64) && 0 <= x && x < 2^64", "x < y");
    proves("y = wrap(x + 1, u64) && 0 <= x && x < 2^64 && x != 2^64 - 1", "x < y");
    refutes("e = wrap(a + s, u32) && 0 <= a && a < 2^32 && 0 <= s && s < 2^32", "a <= e");
    proves("e = wrap(a + s, u32) && 0 <= a && a < 2^32 && 0 <= s && s < 2^32 && a <= e", "e = a + s");
    proves("y = wrap(x, i8) && 128 <= x && x < 256", "y = x - 256");
    refutes("y = wrap(x - 1, u32) && 0 <= x && x < 2^32", "y < x");
    proves("y = wrap(x - 1, u32) && 1 <= x && x < 2^32", "y < x");
    proves("wrap(x + 5, u32) = wrap(y + 5, u32) && 0 <= x && x < 2^32 && 0 <= y && y < 2^32", "x = y");
}

#[test]
fn masks_and_tags() {
    proves("c = b & -2 && b mod 2 = 1", "c = b - 1");
    proves("true", "x & -8 <= x");
    proves("p mod 8 = 0", "(p | 1) = p + 1");
    proves("p mod 8 = 0", "(p | 5) & -8 = p");
    proves("p mod 8 = 0 && q = p | 3", "q mod 8 = 3");
    proves("true", "(x & 12) mod 4 = 0");
    proves("0 <= x && x < 16", "xor(xor(x, 5), 5) = x");
    proves("true", "xor(xor(x, 5), 5) = x");
    proves("a mod 16 = 0 && b mod 16 = 0 && a < b", "a + 16 <= b");
}

#[test]
fn truncating_division() {
    proves("x = -7", "x / 2 = -3 && x % 2 = -1");
    proves("x = 7", "x / -2 = -3 && x % -2 = 1");
    proves("0 <= x", "x / 4 = x div 4");
    proves("true", "x = 3 * (x / 3) + x % 3");
    refutes("true", "x / 4 = x div 4");
}

#[test]
fn comparison_results() {
    proves("c = [i < n] && c != 0", "i < n");
    proves("c = [i < n] && c = 0", "n <= i");
    proves("c = [i < n] && d = [n <= i]", "c + d = 1");
    proves("i < n", "[i < n] = 1");
    proves("c = [x = 0] + [x = 1]", "c <= 1");
}

#[test]
fn disjointness_and_distinctness() {
    proves("distinct(0, a, b, c) && p = a && q = b", "p != q && p != 0");
    proves("disjoint(p, 8, q, 8)", "p != q");
    proves("disjoint(p, 8, q, 4) && q <= p", "q + 4 <= p");
    refutes("disjoint(p, 8, q, 4)", "q + 4 <= p");
    proves("(x = 1 || x = 2) && (y = 3 || y = 4)", "x < y");
    refutes("(x = 1 || x = 4) && (y = 3 || y = 4)", "x < y");
    proves("distinct(x, y, z) && 1 <= x <= 3 && 1 <= y <= 3 && 1 <= z <= 3", "x + y + z = 6");
    refutes("distinct(x, y, z) && 1 <= x <= 4 && 1 <= y <= 3 && 1 <= z <= 3", "x + y + z = 6");
}

#[test]
fn integers_are_not_rationals() {
    proves("2*x = 3*y && 1 <= y && y <= 3", "x = 3");
    proves("3*x + 6*y != 7", "true");
    proves("true", "3*x + 6*y != 7");
    proves("27 <= 11*x + 13*y && 11*x + 13*y <= 45 && -10 <= 7*x - 9*y && 7*x - 9*y <= 4", "false");
}

#[test]
fn contradictory_facts_prove_everything() {
    proves("x < y && y < x", "z = 17");
    proves("x < y && y < z && z <= x + 1", "false");
    refutes("x < y && y < z && z <= x + 2", "false");
}

#[test]
fn overflow_and_limits_give_unknown_or_a_right_answer() {
    let huge = "170141183460469231731687303715884105727";
    assert!(matches!(ask(&format!("x = {huge} && y = x + x"), "y = 3"), Answer::Unknown(_)));
    assert!(matches!(ask("true", "x < 999999999999999999999999999999999999999999"), Answer::Unknown(_)));
    proves(&format!("x <= {huge}"), &format!("x <= {huge}"));
    let mut solver = Solver::new();
    let mut term = solver.terms.variable("x");
    let function = solver.terms.symbol("f");
    for _ in 0..10_000 {
        term = solver.terms.apply(function, &[term, term]);
    }
    let goal = solver.terms.equal(term, term);
    assert_eq!(Facts::new().proves(&mut solver, goal), Answer::Proved);
    let zero = solver.terms.constant(0);
    let goal = solver.terms.equal(term, zero);
    assert!(matches!(Facts::new().proves(&mut solver, goal), Answer::Unknown(_)));
}

#[test]
fn malformed_text_is_an_error_with_its_position() {
    let mut solver = Solver::new();
    for (text, position) in [
        ("x <", 3),
        ("x < y &&", 8),
        ("x ? y", 2),
        ("(x < y", 6),
        ("x + (y < z)", 4),
        ("x", 0),
        ("x mod 0 = 1", 6),
        ("x mod y = 1", 6),
        ("wrap(x, 32) = 1", 8),
        ("0x = 1", 0),
        ("`abc = 1", 0),
        ("x = 1 y", 6),
        ("f(x, = 1", 5),
        ("x / 0 = 1", 4),
        ("2^ = x", 1),
    ] {
        let error = parse_facts(&mut solver.terms, text).expect_err(text);
        assert_eq!(error.position, position, "{text}: {error}");
    }
    let deep = "(".repeat(100_000);
    assert_eq!(parse_facts(&mut solver.terms, &deep).expect_err("deep").message, "nested too deeply");
    let deep = "!".repeat(100_000);
    assert!(parse_facts(&mut solver.terms, &deep).is_err());
    let deep = "-".repeat(100_000);
    assert!(parse_term(&mut solver.terms, &deep).is_err());
}

#[test]
fn printing_then_parsing_is_the_identity() {
    let mut solver = Solver::new();
    for (text, printed) in [
        ("0 <= i && i < 2*n && i mod 4 = 0 && base(p) != base(q)", None),
        ("i + len = n && j = 2*i", Some("n = i + len && j = 2*i")),
        ("p = b + 8*i", Some("p = b + 8*i")),
        ("x & -8 = 0", Some("x = x mod 8")),
        ("x - y >= -3", Some("y <= x + 3")),
        ("x != -5", Some("x != -5")),
        ("x > y || x = 3", Some("(x = 3 || y < x)")),
        ("c = [i < n]", Some("[i < n] = c")),
        ("wrap(x + 1, u32) = y", Some("(x + 1) mod 2^32 = y")),
        ("4*((x + 1) div 4) <= f(x, -y + 2)", None),
        ("distinct(c, b, a)", Some("distinct(a, b, c)")),
        ("`odd name` = `mod`", Some("`mod` = `odd name`")),
        ("x * y = z", Some("product(x, y) = z")),
        ("-x - y = 3", Some("x + y = -3")),
        ("false", Some("false")),
        ("true", Some("true")),
    ] {
        let facts = parse_facts(&mut solver.terms, text).expect(text);
        let once = solver.terms.display_facts(&facts);
        assert_eq!(once, printed.unwrap_or(text));
        assert_eq!(parse_facts(&mut solver.terms, &once).expect("printed text"), facts, "{once}");
        // In a fresh table ids differ; the text does not.
        let mut fresh = Solver::new();
        let again = parse_facts(&mut fresh.terms, &once).expect("printed text");
        assert_eq!(fresh.terms.display_facts(&again), once);
    }
}

#[test]
fn answers_are_cached_and_counted() {
    let mut solver = Solver::new();
    let known = parse_facts(&mut solver.terms, "0 <= i && i < n").expect("facts");
    let facts = Facts::from_facts(&mut solver, &known);
    let goal = parse_fact(&mut solver.terms, "1 <= n").expect("goal");
    assert_eq!(facts.proves(&mut solver, goal), Answer::Proved);
    assert_eq!(facts.proves(&mut solver, goal), Answer::Proved);
    assert_eq!(solver.statistics.questions, 2);
    assert_eq!(solver.statistics.cached, 1);
}

#[test]
fn clones_are_independent() {
    let mut solver = Solver::new();
    let known = parse_facts(&mut solver.terms, "0 <= i").expect("facts");
    let mut left = Facts::from_facts(&mut solver, &known);
    let right = left.clone();
    let more = parse_fact(&mut solver.terms, "i = 5").expect("fact");
    left.assume(&mut solver, more);
    assert_eq!(left.proves(&mut solver, more), Answer::Proved);
    assert_eq!(right.proves(&mut solver, more), Answer::Refuted);
    let model = right.counterexample(&mut solver, more).expect("a model");
    assert_eq!(model.satisfies(&solver.terms, more), Some(false));
    assert_eq!(model.satisfies(&solver.terms, known[0]), Some(true));
}
