//! The call graph as text and as a drawing.

use crate::CallGraph;
use ir::{FunctionId, Module};
use std::fmt::{self, Write};

/// One line per function that has a body, callees first:
///
/// ```text
/// compare
/// sort -> compare (by pointer), swap
/// recursive: even, odd
///     even -> odd
///     odd -> even, printf (external)
/// ```
pub fn print_text(module: &Module, graph: &CallGraph, out: &mut dyn Write) -> fmt::Result {
    for component in graph.components() {
        let is_group = component.functions.len() > 1;
        if is_group {
            out.write_str("recursive: ")?;
            for (index, &function) in component.functions.iter().enumerate() {
                out.write_str(if index > 0 { ", " } else { "" })?;
                out.write_str(&module.functions[function].name)?;
            }
            out.write_str("\n")?;
        }
        for &function in &component.functions {
            if !graph.is_external(function) {
                out.write_str(if is_group { "    " } else { "" })?;
                print_calls(module, graph, function, out)?;
            }
        }
    }
    Ok(())
}

fn print_calls(module: &Module, graph: &CallGraph, function: FunctionId, out: &mut dyn Write) -> fmt::Result {
    out.write_str(&module.functions[function].name)?;
    for (index, callee) in graph.callees(function).into_iter().enumerate() {
        out.write_str(if index > 0 { ", " } else { " -> " })?;
        out.write_str(&module.functions[callee].name)?;
        let is_by_pointer = graph.direct_callees(function).binary_search(&callee).is_err();
        out.write_str(match (is_by_pointer, graph.is_external(callee)) {
            (false, false) => "",
            (true, false) => " (by pointer)",
            (false, true) => " (external)",
            (true, true) => " (by pointer, external)",
        })?;
    }
    out.write_str("\n")
}

/// The graph in the DOT language: external functions and calls through pointers are dashed,
/// recursive groups are framed.
pub fn print_dot(module: &Module, graph: &CallGraph, out: &mut dyn Write) -> fmt::Result {
    out.write_str("digraph calls {\n    rankdir=LR;\n    node [shape=box, fontname=\"monospace\"];\n")?;
    for (index, component) in graph.components().iter().enumerate() {
        let is_group = component.functions.len() > 1;
        if is_group {
            writeln!(out, "    subgraph cluster_{index} {{ label=\"recursive\";")?;
        }
        for &function in &component.functions {
            // An external function that nobody calls says nothing.
            if graph.is_external(function) && graph.callers(function).is_empty() {
                continue;
            }
            out.write_str("    ")?;
            print_node(module, function, out)?;
            out.write_str(if graph.is_external(function) { " [style=dashed];\n" } else { ";\n" })?;
        }
        if is_group {
            out.write_str("    }\n")?;
        }
    }
    for function in module.functions.ids() {
        for callee in graph.callees(function) {
            out.write_str("    ")?;
            print_node(module, function, out)?;
            out.write_str(" -> ")?;
            print_node(module, callee, out)?;
            let is_by_pointer = graph.direct_callees(function).binary_search(&callee).is_err();
            out.write_str(if is_by_pointer { " [style=dashed];\n" } else { ";\n" })?;
        }
    }
    out.write_str("}\n")
}

fn print_node(module: &Module, function: FunctionId, out: &mut dyn Write) -> fmt::Result {
    out.write_char('"')?;
    for character in module.functions[function].name.chars() {
        match character {
            '"' => out.write_str("\\\"")?,
            '\\' => out.write_str("\\\\")?,
            other if other.is_control() => out.write_char('?')?,
            other => out.write_char(other)?,
        }
    }
    out.write_char('"')
}
