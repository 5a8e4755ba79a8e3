use super::*;
use pure_logic::Solver;
use symbolic_heap::Region;
use symbolic_heap::parse::parse_state;
use symbolic_heap::satisfy::{ConcreteBlock, ConcreteHeap, Satisfaction, Word, satisfies};

/// Exchanges the words at two addresses.
const SWAP: (&str, &str) = (
    "0 <= a && a <= 2^64 - 1 && 0 <= b && b <= 2^64 - 1 && registers[2] { 0: p, 1: q } && held[4] { 0: p, 1: q, 2: a, 3: b }
     && block p: part[8] { 0..8: a } * block q: part[8] { 0..8: b }",
    "registers[1] { 0: a } && held[4] { 0: p, 1: q, 2: a, 3: b }
     && block p: part[8] { 0..8: b } * block q: part[8] { 0..8: a }",
);

/// A caller with one block of two words.
const CALLER: &str = "1 <= B && B <= 2^64 - 17 && 0 <= x && x <= 2^64 - 1 && 0 <= y && y <= 2^64 - 1
    && registers[1] { 0: B } && block B: heap[16] { 0..8: x, 8..16: y }";

fn parsed(solver: &mut Solver, text: &str) -> State {
    parse_state(solver, text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// The states after a call with addresses so far into the caller's block, if the contract fits.
fn called(solver: &mut Solver, caller: &str, contract: (&str, &str), offsets: &[i128]) -> Option<State> {
    let (state, entry) = (parsed(solver, caller), parsed(solver, contract.0));
    let exit = parsed(solver, contract.1);
    let base = solver.terms.variable("B");
    let arguments: Vec<Value> =
        offsets.iter().map(|&offset| Value::defined(solver.terms.add_constant(base, offset))).collect();
    // Nothing that the contract does not mention is changed.
    let touched = Touched::default();
    let contract = Precondition { entry: &entry, touched: &touched };
    let fit = fit(solver, Call { state: &state, arguments: &arguments, names: 0 }, contract)?;
    match apply(solver, &state, &fit, (contract, &exit), &|_| false)? {
        Applied::Goes(state, _) => Some(*state),
        Applied::Impossible => panic!("the exit is possible"),
    }
}

#[test]
fn sound_on_all_memories_of_two_words() {
    let offsets = [-8, -4, 0, 4, 8, 12, 16];
    let mut fits = 0;
    for (p, q) in offsets.iter().flat_map(|&p| offsets.map(|q| (p, q))) {
        let mut solver = Solver::new();
        let Some(after) = called(&mut solver, CALLER, SWAP, &[p, q]) else { continue };
        fits += 1;
        // Only two different words of the block can be exchanged.
        assert!((p, q) == (0, 8) || (p, q) == (8, 0), "{p} {q}");
        for (x, y) in (0..3u64).flat_map(|x| (0..3u64).map(move |y| (x, y))) {
            let bytes: Vec<Option<u8>> =
                y.to_le_bytes().into_iter().chain(x.to_le_bytes()).map(Some).collect();
            let mut memory = ConcreteHeap::default();
            memory.blocks.insert(4096, ConcreteBlock::new(Region::Heap, bytes));
            memory.registers = vec![Some(Word { bits: 4096, width: 64, undefined: 0 })];
            let mut exactly = after.clone();
            for (name, value) in [("x", x), ("y", y)] {
                let (own, number) = (solver.terms.variable(name), solver.terms.constant(i128::from(value)));
                let fact = solver.terms.equal(own, number);
                exactly.assume(&mut solver, fact);
            }
            assert!(matches!(satisfies(&mut solver, &exactly, &memory), Satisfaction::Satisfied(_)));
            if x != y {
                let bytes: Vec<Option<u8>> =
                    x.to_le_bytes().into_iter().chain(y.to_le_bytes()).map(Some).collect();
                memory.blocks.insert(4096, ConcreteBlock::new(Region::Heap, bytes));
                assert!(matches!(satisfies(&mut solver, &exactly, &memory), Satisfaction::NotSatisfied));
            }
        }
    }
    assert_eq!(fits, 2);
}

#[test]
fn facts_and_contents_must_be_as_the_entry_says() {
    let read = |content: &str, facts: &str| {
        let caller = format!(
            "1 <= B && B <= 2^64 - 17 && {facts} && registers[1] {{ 0: B }} && block B: heap[16] {{ 0..8: {content}, 8..16: uninit }}"
        );
        let contract = (
            "3 <= a && a <= 2^64 - 1 && registers[1] { 0: p } && held[2] { 0: p, 1: a } && block p: part[8] { 0..8: a }",
            "registers[1] { 0: a } && held[2] { 0: p, 1: a } && block p: part[8] { 0..8: a }",
        );
        called(&mut Solver::new(), &caller, contract, &[0]).is_some()
    };
    assert!(read("x", "3 <= x && x <= 7"));
    assert!(!read("x", "2 <= x && x <= 7"));
    assert!(!read("uninit", "x = 3") && !read("any", "x = 3"));
}

#[test]
fn whole_blocks_are_freed_and_parts_of_blocks_are_not() {
    let free = (
        "registers[1] { 0: p } && held[1] { 0: p } && block p: heap[16] { 0..16: uninit }",
        "registers[1] {} && held[1] { 0: p } && block p: heap[16] ended @7",
    );
    let mut solver = Solver::new();
    let after = called(&mut solver, CALLER, free, &[0]).expect("the block is the caller's");
    assert!(after.heap.blocks().all(|block| !block.is_live()));
    assert!(called(&mut Solver::new(), CALLER, free, &[8]).is_none());
    let on_stack = CALLER.replace("heap", "stack(1)");
    assert!(called(&mut Solver::new(), &on_stack, free, &[0]).is_none());
}

#[test]
fn new_blocks_have_new_names() {
    let create = (
        "registers[1] { 0: p } && held[1] { 0: p } && block p: part[8] { 0..8: uninit }",
        "1 <= B && registers[1] { 0: B } && held[1] { 0: p } && block p: part[8] { 0..8: B } * block B: heap[4] { 0..4: 7 }",
    );
    let mut solver = Solver::new();
    let after = called(&mut solver, CALLER, create, &[8]).expect("the word is there");
    assert_eq!(after.heap.blocks().count(), 2);
    // A byte of which the exit only says that it need not have been stored may have been.
    let leave = (create.0, "registers[1] {} && held[1] { 0: p } && block p: part[8] { 0..8: uninit }");
    assert!(called(&mut Solver::new(), CALLER, leave, &[8]).is_none());
}

/// The nodes of a list of 16 bytes whose second word the function does not mention.
const NODE: &str = "node 16 entry 0 link 0 word 8 { 8..16: uninit }";

/// A function that needs a list from its argument to an end, and leaves it as it is.
fn list_to(end: &str) -> (String, String) {
    let list = format!("seg(p -> {end}; count n >= 0; {NODE})");
    let facts = "0 <= p && p <= 2^64 - 1 && 0 <= n";
    (
        format!("{facts} && registers[1] {{ 0: p }} && held[2] {{ 0: p, 1: n }} && {list}"),
        format!("{facts} && registers[1] {{}} && held[2] {{ 0: p, 1: n }} && {list}"),
    )
}

/// Blocks of the caller, one behind the other.
fn caller(blocks: &str) -> String {
    let addresses = ["B", "C"]
        .map(|name| format!("1 <= {name} && {name} <= 2^64 - 17 && {name} mod 16 = 0 && "))
        .concat();
    format!("{addresses} 0 <= x && x <= 2^64 - 1 && 0 <= c && 1 <= d && registers[1] {{ 0: B }} && {blocks}")
}

#[test]
fn a_list_stands_for_every_row_that_leads_to_its_end() {
    let rows = [
        ("block B: heap[16] { 0..8: 0, 8..16: uninit }", true),
        ("block B: heap[16] { 0..8: C, 8..16: 7 } * block C: heap[16] { 0..8: 0, 8..16: x }", true),
        (&format!("block B: heap[16] {{ 0..8: x, 8..16: 7 }} * seg(x -> 0; count c >= 0; {NODE})"), true),
        (&format!("seg(B -> C; count c >= 0; {NODE}) * block C: heap[16] {{ 0..8: 0, 8..16: 7 }}"), true),
        (&format!("seg(B -> x; count c >= 0; {NODE}) * seg(x -> 0; count d >= 1; {NODE})"), true),
        // It ends elsewhere, comes back, or has other nodes.
        ("block B: heap[16] { 0..8: C, 8..16: 7 } * block C: heap[16] { 0..8: B, 8..16: x }", false),
        ("block B: heap[16] { 0..8: x, 8..16: 7 }", false),
        ("block B: heap[24] { 0..8: 0, 8..24: uninit }", false),
        ("block B: stack(1)[16] { 0..8: 0, 8..16: uninit }", false),
    ];
    let contract = list_to("0");
    for (row, fits) in rows {
        let mut solver = Solver::new();
        let after = called(&mut solver, &caller(row), (&contract.0, &contract.1), &[0]);
        assert_eq!(after.is_some(), fits, "{row}");
    }
}

#[test]
fn a_ring_is_no_list_to_an_unknown_end() {
    let contract = list_to("e");
    let ring = caller("block B: heap[16] { 0..8: C, 8..16: 7 } * block C: heap[16] { 0..8: B, 8..16: x }");
    let mut solver = Solver::new();
    let after = called(&mut solver, &ring, (&contract.0, &contract.1), &[0]).expect("some of it is a list");
    // The last node stays by itself.
    assert_eq!((after.heap.blocks().count(), after.heap.segments().len()), (1, 1));
}

#[test]
fn fields_that_the_function_leaves_alone_are_kept() {
    let contract = list_to("0");
    let row = "block B: heap[16] { 0..8: C, 8..16: 7 } * block C: heap[16] { 0..8: 0, 8..16: 7 }";
    let mut solver = Solver::new();
    let after = called(&mut solver, &caller(row), (&contract.0, &contract.1), &[0]).expect("it is a list");
    let [list] = after.heap.segments() else { panic!("the list is there") };
    assert_eq!(
        list.parameters.iter().map(|&term| solver.terms.as_constant(term)).collect::<Vec<_>>(),
        [Some(7)]
    );
}

/// What a function that needs a list lacks at a call, where `x` comes from an unknown caller.
fn lacks(solver: &mut Solver, blocks: &str, contract: &str) -> Vec<Lack> {
    let (state, entry) = (parsed(solver, &caller(blocks)), parsed(solver, contract));
    let arguments = [Value::defined(solver.terms.variable("B"))];
    let names: Vec<Atom> = ["B", "C", "x"]
        .iter()
        .filter_map(|name| {
            let variable = solver.terms.variable(name);
            solver.terms.as_atom(variable)
        })
        .collect();
    let touched = Touched::default();
    let contract = Precondition { entry: &entry, touched: &touched };
    let call = Call { state: &state, arguments: &arguments, names: 0 };
    lacking(solver, call, contract, &|atom| names.contains(&atom))
}

#[test]
fn what_is_lacking_is_the_rest_of_a_list() {
    let (contract, _) = list_to("0");
    let node = |link: &str| format!("block B: heap[16] {{ 0..8: {link}, 8..16: 7 }}");
    let mut solver = Solver::new();
    let x = solver.terms.variable("x");
    let zero = solver.terms.constant(0);
    // learn-finish, behind the node that is there.
    let lacks_of = |solver: &mut Solver, blocks: &str| lacks(solver, blocks, &contract);
    let found = lacks_of(&mut solver, &node("x"));
    let lists: Vec<(Term, Term)> =
        found.iter().filter_map(|lack| lack.list.as_ref()).map(|list| (list.first, list.next)).collect();
    assert_eq!(lists, [(x, zero)]);
    assert!(found.iter().all(|lack| lack.nodes.is_empty() && lack.facts.is_empty()));
    // alias: or up to another node that is there, and leads to the end.
    let other = format!("{} * block C: heap[16] {{ 0..8: 0, 8..16: 7 }}", node("x"));
    let c = solver.terms.variable("C");
    let found = lacks_of(&mut solver, &other);
    let ends: Vec<Term> = found.iter().filter_map(|lack| lack.list.as_ref()).map(|list| list.next).collect();
    assert_eq!(ends, [zero, c]);
    // The record has to be a node.
    let found = lacks_of(&mut solver, "block B: part[8] { 0..8: 0 }");
    assert!(matches!(&found[..], [Lack { nodes, list: None, .. }] if nodes.len() == 1));
    // Nothing is lacking, or nothing helps.
    assert_eq!(lacks_of(&mut solver, &node("0")), []);
    assert_eq!(lacks_of(&mut solver, &node("B")), []);
    assert_eq!(lacks_of(&mut solver, "block B: heap[16] ended @7"), []);
}

#[test]
fn what_is_lacking_are_fields_words_and_facts() {
    let contract = "3 <= a && a <= 2^64 - 1 && 0 <= p && registers[1] { 0: p } && held[2] { 0: p, 1: a }
        && block p: part[8] { 0..8: a }";
    let mut solver = Solver::new();
    let found = lacks(&mut solver, "emp", contract);
    assert!(matches!(&found[..], [Lack { fields, .. }] if fields.len() == 1));
    let found = lacks(&mut solver, "block B: part[8] { 0..8: any }", contract);
    assert!(matches!(&found[..], [Lack { words, .. }] if words.len() == 1));
    let found = lacks(&mut solver, "block B: part[8] { 0..8: x }", contract);
    assert!(matches!(&found[..], [Lack { facts, .. }] if facts.len() == 1));
    assert_eq!(lacks(&mut solver, "x = 5 && block B: part[8] { 0..8: x }", contract), []);
    assert_eq!(lacks(&mut solver, "x = 2 && block B: part[8] { 0..8: x }", contract), []);
}
