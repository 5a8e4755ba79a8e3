//! Large and deep programs take linear time and bounded stack.

use crate::lower_for;
use source::DataModel;
use std::fmt::Write;

/// Runs on the stack that the front end asks for.
fn with_large_stack(run: impl FnOnce() + Send + 'static) {
    let worker = std::thread::Builder::new().stack_size(c_syntax::limits::STACK_BYTES).spawn(run);
    worker.expect("a thread can be started").join().expect("the test passes");
}

#[test]
fn a_large_table_is_one_chunk() {
    let mut text = String::from("int table[] = {");
    for number in 1..=200_000 {
        write!(text, "{number},").expect("a string can always grow");
    }
    text.push_str("};");
    let (_, module) = lower_for(DataModel::Lp64, &text);
    let (_, table) = module.globals.iter().next().expect("there is one");
    let initializer = table.initializer.as_ref().expect("it is defined");
    assert_eq!((table.size, initializer.chunks.len()), (800_000, 1));
}

#[test]
fn deep_expressions_and_statements_are_fine() {
    with_large_stack(|| {
        let depth = 2_000;
        let sum = format!("int f(int a) {{ return {}a{}; }}", "(a + ".repeat(depth), ")".repeat(depth));
        lower_for(DataModel::Lp64, &sum);
        let nested =
            format!("int f(int a) {{ {} a++; {} return a; }}", "if (a) {".repeat(depth), "}".repeat(depth));
        lower_for(DataModel::Lp64, &nested);
        let conditions =
            format!("int f(int a) {{ return {}a{}; }}", "(a && ".repeat(depth), ")".repeat(depth));
        lower_for(DataModel::Lp64, &conditions);
    });
}

#[test]
fn many_computed_jumps_share_one_switch() {
    let mut text = String::from("int f(void **t, int i) {");
    for number in 0..300 {
        write!(text, "l{number}: if (i++ > {number}) return {number}; goto *t[i];")
            .expect("a string can always grow");
    }
    text.push_str("return (long)&&l0");
    for number in 1..300 {
        write!(text, " + (long)&&l{number}").expect("a string can always grow");
    }
    text.push_str("; }");
    let (_, module) = lower_for(DataModel::Lp64, &text);
    let (_, function) = module.functions.iter().next().expect("there is one");
    let blocks = &function.body.as_ref().expect("it is defined").blocks;
    let switches =
        blocks.iter().filter(|(_, block)| matches!(block.terminator.kind, ir::TerminatorKind::Switch { .. }));
    assert_eq!(switches.count(), 1);
}
