use crate::{CallGraph, print_dot, print_text};
use ir::{FunctionId, Module};

const SIGNATURES: &str = "module LP64
    signature s0 () -> void #0
    signature s1 (i32) -> i32 #1
    signature s2 unprototyped () -> i32 #2
    signature s3 (i64) -> i32 #3
    signature s4 unprototyped (i64) -> i32 #4
    signature s5 (i64) -> void #5
";

fn module(items: &str) -> Module {
    let module = ir::text::parse(&format!("{SIGNATURES}{items}")).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(ir::verify(&module), Ok(()));
    module
}

fn text(module: &Module) -> String {
    let mut text = String::new();
    print_text(module, &CallGraph::new(module), &mut text).unwrap();
    text
}

fn names(module: &Module, functions: &[FunctionId]) -> Vec<String> {
    functions.iter().map(|&function| module.functions[function].name.clone()).collect()
}

#[test]
fn callees_come_first_and_recursion_is_grouped() {
    let module = module(
        "function external @main s0 () { b0: call @even() s0 call @leaf() s0 return }
         function external @even s0 () { b0: call @odd() s0 return }
         function external @odd s0 () { b0: call @even() s0 call @printf() s0 return }
         function external @leaf s0 () { b0: call @leaf() s0 return }
         function external @printf s0
         function external @unused s0",
    );
    assert_eq!(
        text(&module),
        "recursive: even, odd\n    even -> odd\n    odd -> even, printf (external)\nleaf -> leaf\n\
         main -> even, leaf\n"
    );
    let graph = CallGraph::new(&module);
    let named = |name| module.function_named(name).unwrap();
    assert!(graph.is_recursive(named("leaf")) && graph.is_recursive(named("odd")));
    assert!(!graph.is_recursive(named("main")) && !graph.is_recursive(named("printf")));
    assert!(graph.is_external(named("printf")));
    assert_eq!(names(&module, &graph.callers(named("even"))), ["main", "odd"]);
    assert_eq!(names(&module, &graph.callees(named("main"))), ["even", "leaf"]);
    assert_eq!(names(&module, &graph.reachable_from(&[named("odd")])), ["even", "odd", "printf"]);
    let by_name = |name| graph.component_of(named(name));
    assert!(by_name("printf") < by_name("even") && by_name("even") < by_name("main"));
}

#[test]
fn pointers_reach_what_is_taken_and_fits() {
    let module = module(
        "global external @table size 8 align 8 = { 0: @in_table }
         function external @main s5 (%0: i64) {
         b0: store [%0], @in_store %1: i32 = call *%0(1i32) s1 call @direct_only() s0
             %2: i32 = call *@constant(1i32) s1 return }
         function external @in_table s1 (%0: i32) { b0: return }
         function external @in_store s1 (%0: i32) { b0: return }
         function external @never_taken s1 (%0: i32) { b0: return }
         function external @other_type s3 (%0: i64) { b0: return }
         function external @direct_only s0 () { b0: return }
         function external @constant s1 (%0: i32) { b0: return }
         function external @declared s1
         function external @taker s5 (%0: i64) { b0: store [%0], @other_type store [%0], @declared return }",
    );
    let graph = CallGraph::new(&module);
    let named = |name| module.function_named(name).unwrap();
    let callees = graph.callees(named("main"));
    assert_eq!(names(&module, &callees), ["in_table", "in_store", "direct_only", "constant", "declared"]);
    assert!(!graph.is_address_taken(named("constant")));
    assert!(graph.is_address_taken(named("other_type")));
    assert_eq!(names(&module, &graph.callers(named("in_table"))), ["main"]);
    assert_eq!(names(&module, &graph.callers(named("other_type"))), [""; 0]);
    assert!(text(&module).contains(
        "main -> in_table (by pointer), in_store (by pointer), direct_only, constant, declared (by pointer, external)"
    ));
}

#[test]
fn returned_and_passed_functions_are_taken() {
    let module = module(
        "signature s6 () -> i64 #6
         function external @getter s6 () { b0: return @a }
         function external @user s0 () { b0: call @take(@b) s5 return }
         function external @take s5
         function external @a s0 function external @b s0",
    );
    let taken = crate::functions_with_taken_address(&module);
    assert_eq!(names(&module, &taken), ["a", "b"]);
}

#[test]
fn without_prototype_the_scalars_decide() {
    let module = module(
        "function external @main s5 (%0: i64) { b0: %1: i32 = call *%0() s2 store [%0], @none
             store [%0], @int store [%0], @long store [%0], @old store [%0], @nothing return }
         function external @precise s5 (%0: i64) { b0: %1: i32 = call *%0(%0) s3 return }
         function external @none s2 () { b0: return }
         function external @int s1 (%0: i32) { b0: return }
         function external @long s3 (%0: i64) { b0: return }
         function external @old s4 (%0: i64) { b0: return }
         function external @nothing s0 () { b0: return }",
    );
    let graph = CallGraph::new(&module);
    let named = |name| module.function_named(name).unwrap();
    assert_eq!(names(&module, &graph.callees(named("main"))), ["none", "int", "long", "old"]);
    assert_eq!(names(&module, &graph.callees(named("precise"))), ["none", "long", "old"]);
}

#[test]
fn recursion_through_a_pointer_is_recursion() {
    let module = module(
        "function external @f s5 (%0: i64) { b0: store [%0], @g call *%0(%0) s5 return }
         function external @g s5 (%0: i64) { b0: call @f(%0) s5 return }
         function external @h s5 (%0: i64) { b0: store [%0], @h call *%0(%0) s5 return }",
    );
    let graph = CallGraph::new(&module);
    let components: Vec<_> =
        graph.components().iter().map(|component| names(&module, &component.functions)).collect();
    assert_eq!(components, [["f", "g", "h"]]);
    assert!(graph.components()[0].is_recursive);
}

#[test]
fn the_drawing_escapes_names_and_dashes_pointers() {
    let module = module(
        "global external @table size 8 align 8 = { 0: @\"a\\\"b\" }
         function external @main s5 (%0: i64) { b0: call *%0() s0 call @f() s0 return }
         function external @\"a\\\"b\" s0
         function external @f s0 () { b0: return }",
    );
    let mut dot = String::new();
    print_dot(&module, &CallGraph::new(&module), &mut dot).unwrap();
    assert!(dot.contains("    \"a\\\"b\" [style=dashed];\n"));
    assert!(dot.contains("    \"main\" -> \"a\\\"b\" [style=dashed];\n"));
    assert!(dot.contains("    \"main\" -> \"f\";\n"));
    assert!(dot.starts_with("digraph calls {") && dot.ends_with("}\n"));
}

/// All programs of three functions, each of which may call each by name, has its address taken or
/// not, and calls through a pointer or not: components, callers and reachability by definition.
#[test]
fn agrees_with_reachability_on_all_small_programs() {
    const COUNT: usize = 3;
    for choice in 0..1u32 << (COUNT * COUNT + 2 * COUNT) {
        let bit = |index: usize| choice >> index & 1 == 1;
        let calls = |from: usize, to: usize| bit(from * COUNT + to);
        let is_taken = |function: usize| bit(COUNT * COUNT + function);
        let calls_pointer = |function: usize| bit(COUNT * COUNT + COUNT + function);
        let mut items = String::from("global external @table size 24 align 8 = {");
        let taken: Vec<String> =
            (0..COUNT).filter(|&f| is_taken(f)).map(|f| format!("{}: @f{f}", f * 8)).collect();
        items.push_str(&format!("{} }}\n", taken.join(", ")));
        for from in 0..COUNT {
            items.push_str(&format!("function external @f{from} s5 (%0: i64) {{ b0:\n"));
            for to in (0..COUNT).filter(|&to| calls(from, to)) {
                items.push_str(&format!("call @f{to}(%0) s5\n"));
            }
            if calls_pointer(from) {
                items.push_str("call *%0(%0) s5\n");
            }
            items.push_str("return }\n");
        }
        let module = module(&items);
        let graph = CallGraph::new(&module);
        let edge = |from: usize, to: usize| calls(from, to) || calls_pointer(from) && is_taken(to);
        let mut reach = [false; COUNT * COUNT];
        for (index, is_reached) in reach.iter_mut().enumerate() {
            *is_reached = edge(index / COUNT, index % COUNT);
        }
        for middle in 0..COUNT {
            for index in 0..COUNT * COUNT {
                let (from, to) = (index / COUNT, index % COUNT);
                reach[index] |= reach[from * COUNT + middle] && reach[middle * COUNT + to];
            }
        }
        let reaches = |from: usize, to: usize| reach[from * COUNT + to];
        let id = FunctionId::from_index;
        for from in 0..COUNT {
            let callees: Vec<_> = (0..COUNT).filter(|&to| edge(from, to)).map(id).collect();
            assert_eq!(graph.callees(id(from)), callees);
            let callers: Vec<_> = (0..COUNT).filter(|&caller| edge(caller, from)).map(id).collect();
            assert_eq!(graph.callers(id(from)), callers);
            let reachable: Vec<_> =
                (0..COUNT).filter(|&to| to == from || reaches(from, to)).map(id).collect();
            assert_eq!(graph.reachable_from(&[id(from)]), reachable);
            assert_eq!(graph.is_recursive(id(from)), reaches(from, from), "{items}");
            for to in 0..COUNT {
                let together = graph.component_of(id(from)) == graph.component_of(id(to));
                assert_eq!(together, from == to || reaches(from, to) && reaches(to, from));
                if reaches(from, to) && !together {
                    assert!(graph.component_of(id(to)) < graph.component_of(id(from)));
                }
            }
        }
    }
}
