//! Printing: module, signatures, globals, functions and side tables.

use super::print_instruction::push_block;
use super::words::Word;
use crate::analysis::FlowGraph;
use crate::debug::{Type, TypeId, Variable, VariablePlace};
use crate::{
    BlockId, Body, Function, FunctionId, Global, GlobalId, InitializerData, Module, Parameter, Promises,
    RegisterId, ResultKind, Signature, SignatureId, SymbolReference,
};
use source::{SourceMap, Span};
use std::fmt::{self, Write};

/// Where spans and places begin, if the line leaves room.
const SPAN_COLUMN: usize = 60;

/// Prints a module, or parts of it, line by line.
#[derive(Clone, Copy)]
pub struct Printer<'a> {
    pub(super) module: &'a Module,
    /// The texts that places are looked up in; with them, the form is the readable one.
    sources: Option<&'a SourceMap>,
}

impl<'a> Printer<'a> {
    /// With spans, so that parsing gives the same module.
    pub fn exact(module: &'a Module) -> Self {
        Printer { module, sources: None }
    }

    /// With names beside registers and places in the source instead of spans.
    pub fn readable(module: &'a Module, sources: &'a SourceMap) -> Self {
        Printer { module, sources: Some(sources) }
    }

    pub(super) fn is_readable(&self) -> bool {
        self.sources.is_some()
    }

    /// The whole module.
    pub fn print(&self, out: &mut dyn Write) -> fmt::Result {
        let module = self.module;
        writeln!(out, "module {}", module.data_model.word())?;
        let mut line = String::new();
        separate(out, module.signatures.is_empty())?;
        for (id, signature) in module.signatures.iter() {
            print_signature(id, signature, &mut line);
            self.end_line(&mut line, Span::NONE, out)?;
        }
        separate(out, module.globals.is_empty())?;
        for (_, global) in module.globals.iter() {
            self.print_global(global, &mut line);
            self.end_line(&mut line, global.span, out)?;
        }
        separate(out, module.constructors.is_empty() && module.destructors.is_empty())?;
        for (word, functions) in
            [("constructor ", &module.constructors), ("destructor ", &module.destructors)]
        {
            for &function in functions {
                line.push_str(word);
                self.push_function_name(function, &mut line);
                self.end_line(&mut line, Span::NONE, out)?;
            }
        }
        let mut previous_had_body = true;
        for (_, function) in module.functions.iter() {
            // Declarations stand in a row, bodies stand apart.
            separate(out, !previous_had_body && function.body.is_none())?;
            previous_had_body = function.body.is_some();
            self.print_function_with(function, &mut line, out)?;
        }
        separate(out, module.types.types.is_empty())?;
        for (id, ty) in module.types.types.iter() {
            print_type(id, ty, &mut line);
            self.end_line(&mut line, Span::NONE, out)?;
        }
        Ok(())
    }

    /// One function.
    pub fn print_function(&self, function: FunctionId, out: &mut dyn Write) -> fmt::Result {
        match self.module.functions.get(function) {
            Some(function) => self.print_function_with(function, &mut String::new(), out),
            None => Ok(()),
        }
    }

    fn print_function_with(
        &self,
        function: &Function,
        line: &mut String,
        out: &mut dyn Write,
    ) -> fmt::Result {
        line.push_str("function ");
        line.push_str(function.linkage.word());
        line.push(' ');
        push_symbol(&function.name, line);
        line.push_str(" s");
        push_number(function.signature.raw(), line);
        if function.is_noreturn {
            line.push_str(" noreturn");
        }
        push_promises(&function.promises, line);
        let Some(body) = &function.body else { return self.end_line(line, function.span, out) };
        line.push_str(" (");
        for (index, &parameter) in body.parameters.iter().enumerate() {
            if index > 0 {
                line.push_str(", ");
            }
            self.push_declared_register(body, parameter, line);
        }
        line.push(')');
        self.push_span(function.span, line);
        line.push_str(" {");
        if self.is_readable() {
            self.push_place(function.span, line);
        }
        flush(line, out)?;
        self.print_side_tables(body, line, out)?;
        let graph = self.is_readable().then(|| FlowGraph::new(body));
        for (id, block) in body.blocks.iter() {
            push_block(id, line);
            line.push(':');
            if let Some(graph) = &graph {
                push_predecessors(graph.predecessors(id), line);
            }
            flush(line, out)?;
            for instruction in &block.instructions {
                line.push_str("    ");
                self.push_instruction(body, &instruction.kind, line);
                self.end_line(line, instruction.span, out)?;
            }
            line.push_str("    ");
            self.push_terminator(body, &block.terminator.kind, line);
            self.end_line(line, block.terminator.span, out)?;
        }
        out.write_str("}\n")
    }

    fn print_side_tables(&self, body: &Body, line: &mut String, out: &mut dyn Write) -> fmt::Result {
        for (&register, variable) in &body.names.variables {
            self.push_variable(body, register, variable, line);
            self.end_typed_line(line, variable.ty, variable.span, out)?;
        }
        if let Some(ty) = body.names.result {
            line.push_str("    result t");
            push_number(ty.raw(), line);
            self.end_typed_line(line, ty, Span::NONE, out)?;
        }
        for (&register, &ty) in &body.names.temporaries {
            line.push_str("    temporary ");
            self.push_register(body, register, line);
            line.push_str(" t");
            push_number(ty.raw(), line);
            self.end_typed_line(line, ty, Span::NONE, out)?;
        }
        for register in unassigned_registers(body) {
            line.push_str("    register ");
            self.push_declared_register(body, register, line);
            self.end_line(line, Span::NONE, out)?;
        }
        Ok(())
    }

    fn push_variable(&self, body: &Body, register: RegisterId, variable: &Variable, line: &mut String) {
        line.push_str("    variable ");
        self.push_register(body, register, line);
        line.push(' ');
        push_string(variable.name.as_bytes(), line);
        line.push_str(" t");
        push_number(variable.ty.raw(), line);
        line.push_str(match variable.place {
            VariablePlace::Register => " in register",
            VariablePlace::Memory => " in memory",
        });
        if variable.is_parameter {
            line.push_str(" parameter");
        }
    }

    fn print_global(&self, global: &Global, line: &mut String) {
        line.push_str("global ");
        line.push_str(global.linkage.word());
        line.push(' ');
        push_symbol(&global.name, line);
        line.push_str(" size ");
        push_number(global.size, line);
        line.push_str(" align ");
        push_number(global.alignment, line);
        if global.is_thread_local {
            line.push_str(" thread_local");
        }
        if global.is_constant {
            line.push_str(" constant");
        }
        if let Some(ty) = global.ty {
            line.push_str(" type t");
            push_number(ty.raw(), line);
        }
        let Some(initializer) = &global.initializer else { return };
        if initializer.chunks.is_empty() {
            line.push_str(" = zero");
            return;
        }
        line.push_str(" = {");
        for (index, chunk) in initializer.chunks.iter().enumerate() {
            line.push_str(if index > 0 { ", " } else { " " });
            push_number(chunk.offset, line);
            line.push_str(": ");
            match &chunk.data {
                InitializerData::Bytes(bytes) => push_bytes(bytes, line),
                InitializerData::Address(symbol, offset) => {
                    match *symbol {
                        SymbolReference::Global(global) => self.push_global_name(global, line),
                        SymbolReference::Function(function) => self.push_function_name(function, line),
                    }
                    push_offset(*offset, line);
                }
            }
        }
        line.push_str(" }");
    }

    pub(super) fn push_function_name(&self, function: FunctionId, line: &mut String) {
        match self.module.functions.get(function) {
            Some(function) => push_symbol(&function.name, line),
            None => push_unknown("function", function.raw(), line),
        }
    }

    pub(super) fn push_global_name(&self, global: GlobalId, line: &mut String) {
        match self.module.globals.get(global) {
            Some(global) => push_symbol(&global.name, line),
            None => push_unknown("global", global.raw(), line),
        }
    }

    /// Ends a line that belongs to a span and mentions a type, which readers see by its C name.
    fn end_typed_line(&self, line: &mut String, ty: TypeId, span: Span, out: &mut dyn Write) -> fmt::Result {
        if !self.is_readable() {
            return self.end_line(line, span, out);
        }
        pad(line);
        line.push_str(" ; ");
        line.extend(self.module.types.c_name(ty).chars().map(|c| if c.is_control() { '?' } else { c }));
        self.push_place(span, line);
        flush(line, out)
    }

    /// Ends a line that belongs to a span.
    fn end_line(&self, line: &mut String, span: Span, out: &mut dyn Write) -> fmt::Result {
        if !span.is_none() {
            pad(line);
            self.push_span(span, line);
            self.push_place(span, line);
            // Nothing is shown for a span that lies in none of the files.
            line.truncate(line.trim_end_matches(' ').len());
        }
        flush(line, out)
    }

    fn push_span(&self, span: Span, line: &mut String) {
        if !span.is_none() && !self.is_readable() {
            line.push_str(" !");
            push_number(span.start, line);
            line.push_str("..");
            push_number(span.end, line);
        }
    }

    fn push_place(&self, span: Span, line: &mut String) {
        let Some(place) = self.sources.and_then(|sources| sources.place(span)) else { return };
        line.push_str(" ; ");
        // The name comes from a line marker, so it may hold anything but a quote.
        line.extend(place.file.chars().map(|c| if c.is_control() { '?' } else { c }));
        line.push(':');
        push_number(place.line, line);
        line.push(':');
        push_number(place.column, line);
    }
}

/// Registers that neither an instruction nor the caller assigns; nothing else tells their scalar.
fn unassigned_registers(body: &Body) -> Vec<RegisterId> {
    let mut is_assigned = vec![false; body.registers.len()];
    let mut assign = |register: RegisterId| {
        if let Some(entry) = is_assigned.get_mut(register.index()) {
            *entry = true;
        }
    };
    body.parameters.iter().copied().for_each(&mut assign);
    for (_, block) in body.blocks.iter() {
        for instruction in &block.instructions {
            instruction.kind.for_each_written_register(&mut assign);
        }
    }
    body.registers.ids().filter(|register| !is_assigned[register.index()]).collect()
}

fn print_signature(id: SignatureId, signature: &Signature, line: &mut String) {
    line.push_str("signature s");
    push_number(id.raw(), line);
    line.push_str(if signature.has_prototype { " (" } else { " unprototyped (" });
    for (index, parameter) in signature.parameters.iter().enumerate() {
        if index > 0 {
            line.push_str(", ");
        }
        match *parameter {
            Parameter::Scalar(scalar) => line.push_str(scalar.word()),
            Parameter::Aggregate { size, alignment } => push_aggregate(size, alignment, line),
        }
    }
    if signature.is_variadic {
        line.push_str(if signature.parameters.is_empty() { "..." } else { ", ..." });
    }
    line.push_str(") -> ");
    match signature.result {
        ResultKind::Void => line.push_str("void"),
        ResultKind::Scalar(scalar) => line.push_str(scalar.word()),
        ResultKind::Aggregate { size, alignment } => push_aggregate(size, alignment, line),
    }
    // Writing to a string does not fail.
    let _ = write!(line, " #{:x}", signature.fingerprint);
}

fn push_aggregate(size: u64, alignment: u64, line: &mut String) {
    line.push_str("aggregate size ");
    push_number(size, line);
    line.push_str(" align ");
    push_number(alignment, line);
}

fn print_type(id: TypeId, ty: &Type, line: &mut String) {
    line.push_str("type t");
    push_number(id.raw(), line);
    line.push_str(" = ");
    match ty {
        Type::Scalar { name, size, is_unsigned } => {
            line.push_str("scalar ");
            push_string(name.as_bytes(), line);
            line.push_str(" size ");
            push_number(*size, line);
            if *is_unsigned {
                line.push_str(" unsigned");
            }
        }
        Type::Pointer(target) => {
            line.push_str("pointer t");
            push_number(target.raw(), line);
        }
        Type::Array { element, length } => {
            line.push_str("array t");
            push_number(element.raw(), line);
            if let Some(length) = length {
                line.push_str(" length ");
                push_number(*length, line);
            }
        }
        Type::Record { name, size, fields } => {
            line.push_str("record ");
            push_string(name.as_bytes(), line);
            line.push_str(" size ");
            push_number(*size, line);
            line.push_str(" {");
            for (index, field) in fields.iter().enumerate() {
                line.push_str(if index > 0 { ", " } else { " " });
                push_string(field.name.as_bytes(), line);
                line.push_str(" at ");
                push_number(field.offset, line);
                if let Some((first, width)) = field.bits {
                    line.push_str(" bit ");
                    push_number(first, line);
                    line.push_str(" width ");
                    push_number(width, line);
                }
                line.push_str(": t");
                push_number(field.ty.raw(), line);
            }
            line.push_str(if fields.is_empty() { "}" } else { " }" });
        }
        Type::Function { name } => {
            line.push_str("code ");
            push_string(name.as_bytes(), line);
        }
    }
}

/// Which blocks lead to a block, for readers.
fn push_predecessors(predecessors: &[BlockId], line: &mut String) {
    // A block that many cases lead to needs no list of them.
    const MOST_SHOWN: usize = 8;
    for (index, &predecessor) in predecessors.iter().take(MOST_SHOWN).enumerate() {
        line.push_str(if index > 0 { ", " } else { " ; from " });
        push_block(predecessor, line);
    }
    if predecessors.len() > MOST_SHOWN {
        line.push_str(", …");
    }
}

/// Fills the line with spaces up to where spans and comments begin.
fn pad(line: &mut String) {
    let padding = SPAN_COLUMN.saturating_sub(line.chars().count());
    line.extend(std::iter::repeat_n(' ', padding));
}

/// An empty line between the groups of a module.
fn separate(out: &mut dyn Write, is_omitted: bool) -> fmt::Result {
    if is_omitted { Ok(()) } else { out.write_str("\n") }
}

fn flush(line: &mut String, out: &mut dyn Write) -> fmt::Result {
    line.push('\n');
    out.write_str(line)?;
    line.clear();
    Ok(())
}

/// Appends a decimal number; most numbers are short, and this is several times as fast as the
/// general formatting machinery.
pub(super) fn push_number(number: impl Into<u64>, line: &mut String) {
    let mut number: u64 = number.into();
    let mut digits = [0u8; 20];
    let mut start = digits.len();
    loop {
        start -= 1;
        digits[start] = b'0' + (number % 10) as u8;
        number /= 10;
        if number == 0 {
            break;
        }
    }
    line.extend(digits[start..].iter().map(|&digit| char::from(digit)));
}

/// Appends an offset with its sign, unless it is zero.
pub(super) fn push_offset(offset: i64, line: &mut String) {
    if offset != 0 {
        line.push(if offset < 0 { '-' } else { '+' });
        push_number(offset.unsigned_abs(), line);
    }
}

/// What stands for an id that points nowhere; it does not parse.
pub(super) fn push_unknown(kind: &str, raw: u32, line: &mut String) {
    line.push_str("<no ");
    line.push_str(kind);
    line.push(' ');
    push_number(raw, line);
    line.push('>');
}

/// `@name`, in quotes unless it looks like a name.
pub(super) fn push_symbol(name: &str, line: &mut String) {
    line.push('@');
    if !name.is_empty() && name.bytes().all(super::lexer::is_name_byte) {
        line.push_str(name);
    } else {
        push_string(name.as_bytes(), line);
    }
}

/// Text in quotes; bytes that are not printable ASCII are escaped.
pub(super) fn push_string(bytes: &[u8], line: &mut String) {
    line.push('"');
    for &byte in bytes {
        match byte {
            b'"' => line.push_str("\\\""),
            b'\\' => line.push_str("\\\\"),
            b'\n' => line.push_str("\\n"),
            b'\t' => line.push_str("\\t"),
            b' '..=b'~' => line.push(char::from(byte)),
            _ => {
                line.push_str("\\x");
                push_hexadecimal(byte, line);
            }
        }
    }
    line.push('"');
}

/// Bytes as text if they are mostly text, else in hexadecimal.
fn push_bytes(bytes: &[u8], line: &mut String) {
    let is_text = |&byte: &u8| matches!(byte, b' '..=b'~' | b'\n' | b'\t');
    let unprintable = bytes.iter().filter(|byte| !is_text(byte)).count();
    if bytes.len() >= 2 && unprintable <= 1 + bytes.len() / 8 && is_text(&bytes[0]) {
        return push_string(bytes, line);
    }
    line.push_str("x\"");
    bytes.iter().for_each(|&byte| push_hexadecimal(byte, line));
    line.push('"');
}

fn push_hexadecimal(byte: u8, line: &mut String) {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    line.push(char::from(DIGITS[usize::from(byte >> 4)]));
    line.push(char::from(DIGITS[usize::from(byte & 15)]));
}

/// ` promises { pure new nonnull prints size 0 1 : anything nothing }`, or nothing.
fn push_promises(promises: &Promises, line: &mut String) {
    if *promises == Promises::default() {
        return;
    }
    line.push_str(" promises {");
    for (is_promised, word) in [
        (promises.is_pure, " pure"),
        (promises.returns_new_memory, " new"),
        (promises.never_null, " nonnull"),
        (promises.reads_variadic, " prints"),
        (promises.may_be_replaced, " replaceable"),
    ] {
        if is_promised {
            line.push_str(word);
        }
    }
    if let Some((first, second)) = promises.size {
        line.push_str(" size ");
        push_number(first, line);
        if let Some(second) = second {
            line.push(' ');
            push_number(second, line);
        }
    }
    if let Some(bytes) = promises.owned {
        line.push_str(" owned ");
        push_number(bytes, line);
    }
    if let Some(position) = promises.frees {
        line.push_str(" frees ");
        push_number(position, line);
    }
    if promises.not_null != 0 {
        line.push_str(" wants ");
        push_number(promises.not_null, line);
    }
    line.push_str(" :");
    for pointee in &promises.parameters {
        line.push(' ');
        line.push_str(pointee.word());
    }
    line.push_str(" }");
}
