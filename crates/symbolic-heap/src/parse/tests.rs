use super::*;
use crate::print::display_state;

/// Reads the text, prints it, reads that in the same and in a new solver.
fn round_trip(text: &str) -> String {
    let mut solver = Solver::new();
    let state = parse_state(&mut solver, text).unwrap_or_else(|error| panic!("{text}: {error}"));
    let printed = display_state(&solver, &state);
    let again = parse_state(&mut solver, &printed).unwrap_or_else(|error| panic!("{printed}: {error}"));
    assert_eq!(state.heap, again.heap, "{printed}");
    assert_eq!(state.registers, again.registers, "{printed}");
    assert_eq!(state.held, again.held, "{printed}");
    assert_eq!(state.facts.as_slice(), again.facts.as_slice(), "{printed}");
    let mut other = Solver::new();
    let elsewhere = parse_state(&mut other, &printed).unwrap_or_else(|error| panic!("{printed}: {error}"));
    assert_eq!(display_state(&other, &elsewhere), printed);
    printed
}

#[test]
fn every_kind_of_part_is_printed_and_read() {
    let text = "exists b, c, d, e, l, n, q, w, x, y, z:
   1 <= b && b mod 16 = 0 && 2 <= n && (x != 0 || y = 3)
&& registers[4] { 0: x, 2: b + 8 ? 0xff, 3: q ? }
&& held[2] { 1: y }
&& block b: heap[16] @12 { 0..8: x, 8..12: 5, 12..16: uninit }
 * block c: stack(2)[n] @13 { 0..n: any, n .. n: fill 7 }
 * block d: heap[8] ended @20
 * block e: heap[0] {}
 * block g: static[8] { 0..8: -1 }
 * block h: constant[4] { 0..4: fill 0 }
 * block main: code[1] { 0..1: uninit }
 * seg(x -> y; back z -> w; count n >= 2; node 24 entry 0 link 0 back 8 word 8 shared 2 { 16..20: shared 0, 20..24: shared 1 ? 0xff00 }; with b + 4, n)
 * seg(q -> l; count n >= 1; node 16 entry 0 link 0 word 8 shared 1 { 8..12: counting to 0 by -2, 12..16: any }; with 3)
 * seg(l -> 0; count n - 1 >= 0; node 40 entry 8 link 8 word 8 { 0..4: within -1 to 250 except { 0, 7 }, 4..8: fill 0, 16..24: owns block 32 entry 4 with (own 0) { 0..8: shared 0, 8..16: uninit, 16..32: own -4 }, 24..32: owns list >= 0 node 16 entry 0 link 0 word 8 { 8..16: any }, 32..40: owns list >= 1 to own 32 from like 8 plus -8 last 40 with (own 0, null) node 16 entry 0 link 0 back 8 word 8 shared 2 { 0..4: shared 1 } | { 8..16: like 0 plus 16 } })";
    assert_eq!(round_trip(text), text);
}

#[test]
fn the_empty_state_is_printed_and_read() {
    assert_eq!(round_trip("emp"), "emp");
    assert_eq!(round_trip("true && emp"), "emp");
    assert_eq!(round_trip("false && emp"), "false\n&& emp");
}

#[test]
fn names_that_look_like_keywords_are_told_apart() {
    let printed = round_trip(
        "(any) = 3 && (seg) < block && (`fill`) != `held` && registers[2] { 0: (uninit) + 1, 1: (emp) }
         && block seg: heap[8] { 0..8: (any) }",
    );
    assert!(printed.contains("0..8: (any)"), "{printed}");
    assert!(printed.contains("1: (emp)"), "{printed}");
}

#[test]
fn precedence_of_facts_is_kept() {
    let mut solver = Solver::new();
    let state = parse_state(&mut solver, "x = 1 || y = 1 && z = 1 && emp").unwrap();
    assert_eq!(state.facts.as_slice().len(), 2);
}

#[test]
fn blocks_come_in_the_order_of_their_names() {
    let printed = round_trip("block x'10: heap[1] { 0..1: 0 } * block x'9: heap[1] { 0..1: 0 }");
    assert!(printed.find("block x'9:") < printed.find("block x'10:"), "{printed}");
}

#[test]
fn errors_say_where() {
    let mut solver = Solver::new();
    for (text, position, message) in [
        ("", 0, "expected a term or a formula, found the end"),
        ("x", 0, "expected a formula, found a term"),
        ("block", 5, "expected a term or a formula, found the end"),
        ("block 3: heap[1]", 6, "expected a name"),
        ("block b: heap", 13, "expected `[`"),
        ("block b: garden[1]", 9, "expected `heap`, `stack`, `static`, `constant` or `code`"),
        ("block b: heap[1] { 0..1 any }", 24, "expected an operator or the end"),
        ("block b: heap[1] * block b: heap[1]", 19, "a block of this name is already there"),
        ("registers[2] { 2: x }", 15, "there is no register of this number"),
        ("registers[99999999999]", 10, "too many registers"),
        ("emp emp", 4, "expected the end"),
        (
            "seg(x -> y; count n >= 0; node 8 entry 0 link 0 word 8 {}; with x)",
            26,
            "the shape and the segment disagree on backward links or shared values",
        ),
        (
            "seg(x -> y; count n >= 0; node 16 entry 0 link 0 word 8 { 8..16: shared 0 })",
            65,
            "the shape has no such shared value",
        ),
        ("block b: heap[1] { 0..1: fill 256 }", 30, "expected a byte"),
        ("held[1] { 0: x ? 0x }", 17, "expected a mask of at most 128 bits"),
    ] {
        let error = parse_state(&mut solver, text).expect_err(text);
        assert_eq!((error.position, error.message.as_str()), (position, message), "{text}");
    }
}

#[test]
fn no_text_makes_the_parser_panic() {
    let text = "exists b: 1 <= b && registers[2] { 0: b ? 0x1 } && held[1] { 0: b } && block b: heap[16] @1 { 0..8: b, 8..16: any } * seg(x -> 0; back y -> 0; count n >= 1; node 16 entry 0 link 0 back 8 word 8 {})";
    let characters: Vec<char> = text.chars().collect();
    let mut solver = Solver::new();
    for cut in 0..=characters.len() {
        let shortened: String = characters[..cut].iter().collect();
        let _ = parse_state(&mut solver, &shortened);
        let without: String = characters[..cut].iter().chain(characters.iter().skip(cut + 1)).collect();
        let _ = parse_state(&mut solver, &without);
        for odd in ['(', '`', '}', '}', ']', '.', '∃', '&', '-', '9'] {
            let changed: String = characters[..cut].iter().chain([&odd]).chain(&characters[cut..]).collect();
            let _ = parse_state(&mut solver, &changed);
        }
    }
    let deep = format!(
        "seg(x -> 0; count n >= 0; {}",
        "node 8 entry 0 link 0 word 8 { 0..8: owns list >= 0 ".repeat(500)
    );
    assert!(parse_state(&mut solver, &deep).is_err());
}

#[test]
fn instances_are_printed_and_read_with_their_definitions() {
    let text = "exists q, x, y:
   registers[1] { 0: x }
&& instance(x, 0 ~> y, q; nodes; as (_p0, _p1) entry 8 hides (_h0, _h1, _h2) { 1 <= _h0 && 0 <= _h1 && block _h0: heap[32] { 0..8: _h2, 8..16: _h1, 16..24: _p1, 24..32: any } * instance(_h2; as (_p0) entry 0 hides (_h0) { block _h0: heap[4] { 0..4: uninit } }) * again(_h1, _p0) })";
    assert_eq!(round_trip(text), text);
}

#[test]
fn instances_and_their_definitions_agree_on_arguments() {
    let mut solver = Solver::new();
    let body = "block _h0: heap[8] { 0..8: _p1 }";
    for text in [
        format!("instance(x; as (_p0, _p1) entry 0 hides (_h0) {{ {body} }})"),
        format!("instance(x, y; as (_p0, _p1) entry 0 hides (_h0) {{ {body} * again(0) }})"),
        format!("instance(x, y ~> z; as (_p0, _p1) entry 0 hides (_h0) {{ {body} }})"),
        format!("instance(x, y; as (_p0, _p1) entry 0 hides (_h1) {{ {body} }})"),
    ] {
        assert!(parse_state(&mut solver, &text).is_err(), "{text}");
    }
}

#[test]
fn orders_are_printed_and_read() {
    let node = "node 24 entry 0 link 0 word 8 { 8..24: any }";
    let orders = [
        "ascending 8 as signed 4 from e -> f",
        "ascending strictly 8 then 12 as signed 4 from exactly 3 -> exactly e + 1",
        "descending 16 as unsigned 8 from e -> exactly f",
    ];
    let text = format!("registers[1] {{ 0: x }} && seg(x -> 0; count n >= 0; {node}; {})", orders.join("; "));
    let printed = round_trip(&text);
    assert!(orders.iter().all(|order| printed.contains(order)), "{printed}");
}
