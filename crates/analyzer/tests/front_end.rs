//! The pipeline as its users see it.

use analyzer::{FrontEnd, Input, Pass, front_end, front_end_here, on_large_stack};
use source::{DataModel, SourceMap};
use std::sync::Mutex;

fn input(text: impl Into<Vec<u8>>) -> Input {
    Input { name: "test.i".to_owned(), text: text.into().into(), data_model: DataModel::Lp64 }
}

fn run(text: impl Into<Vec<u8>>) -> (SourceMap, FrontEnd) {
    let mut map = SourceMap::new();
    let result = front_end(&mut map, &input(text), &|_| {});
    (map, result)
}

#[test]
fn passes_run_in_the_order_of_the_table() {
    let seen = Mutex::new(Vec::new());
    let result = front_end(&mut SourceMap::new(), &input("int f(void) { return 1; }"), &|pass| {
        seen.lock().unwrap().push(pass)
    });
    assert_eq!(seen.into_inner().unwrap(), Pass::ALL);
    assert!(!result.has_errors());
    assert_eq!(result.statistics.functions, 1);
    assert_eq!((result.statistics.files, result.statistics.bytes), (1, 25));
    assert!(result.statistics.times.total() > std::time::Duration::ZERO);
}

#[test]
fn an_error_loses_one_function_and_the_rest_is_there() {
    let (map, result) =
        run("int f(void) { return 1 +; }\nint g(void) { return x; }\nint h(void) { return 3; }\n");
    assert!(result.has_errors());
    let places: Vec<String> =
        result.diagnostics.iter().map(|diagnostic| map.place(diagnostic.span).unwrap().to_string()).collect();
    assert_eq!(places, ["test.i:1:25", "test.i:2:22"]);
    let h = result.module.function_named("h").unwrap();
    assert!(result.module.functions[h].body.is_some());
}

#[test]
fn the_data_model_decides_about_sizes() {
    for (data_model, size) in [(DataModel::Ilp32, 4), (DataModel::Lp64, 8)] {
        let input = Input { data_model, ..input("long x;") };
        let result = front_end(&mut SourceMap::new(), &input, &|_| {});
        let global = result.module.global_named("x").unwrap();
        assert_eq!(result.module.globals[global].size, size);
    }
}

#[test]
fn deep_nesting_is_answered_not_died_of() {
    for text in [
        format!("int x = {}1{};", "(".repeat(200_000), ")".repeat(200_000)),
        format!("int x = {}1;", "-".repeat(200_001)),
        format!("int x = 1{};", " + 1".repeat(200_000)),
        format!("int f(void) {}{}", "{".repeat(200_000), "}".repeat(200_000)),
        format!("int {}x;", "*".repeat(200_000)),
        format!("int x{};", "[1]".repeat(200_000)),
        format!("int x = {}1{};", "{".repeat(200_000), "}".repeat(200_000)),
        format!("int f(int x) {{ {} return x; }}", "if (x) ".repeat(200_000)),
        format!("int f(int x) {{ return {} x; }}", "x ? x : ".repeat(200_000)),
        format!("struct s {}int x;{}", "{ struct { ".repeat(100_000), "}; };".repeat(100_000)),
    ] {
        let (_, result) = run(text.as_bytes());
        let internal = result.diagnostics.iter().find(|diagnostic| diagnostic.id == "internal");
        assert!(internal.is_none(), "{}…: {:?}", &text[..30], internal.map(|diagnostic| &diagnostic.message));
    }
}

#[test]
fn nesting_within_the_limit_is_accepted() {
    let depth = 3_000;
    for text in [
        format!("int x = {}1{};", "(".repeat(depth), ")".repeat(depth)),
        format!("int f(int x) {{ return x{}; }}", " + x".repeat(depth)),
        format!("int f(int x) {{ {} x++; {} return x; }}", "while (x) {".repeat(depth), "}".repeat(depth)),
    ] {
        let (_, result) = run(text.as_bytes());
        assert!(!result.has_errors(), "{}…: {}", &text[..30], result.diagnostics[0].message);
    }
}

#[test]
fn any_bytes_are_answered() {
    for seed in 0..200u32 {
        let bytes: Vec<u8> = (0..500u32)
            .map(|index| {
                (seed.wrapping_mul(747_796_405).wrapping_add(index).wrapping_mul(2_891_336_453) >> 20) as u8
            })
            .collect();
        let (_, result) = run(bytes);
        assert!(result.diagnostics.iter().all(|diagnostic| diagnostic.id != "internal"));
    }
}

#[test]
fn results_do_not_depend_on_who_provides_the_stack() {
    let text = "struct s { int a[3]; } g = { { 1, 2 } }; int f(struct s *p) { return p->a[1] + g.a[0]; }";
    let (_, there) = run(text);
    let here = on_large_stack(|| front_end_here(&mut SourceMap::new(), &input(text))).unwrap();
    assert_eq!(there.module, here.module);
}
