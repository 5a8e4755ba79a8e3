//! `besom run --trace`: every step of a run as a line of text.

use interpreter::{Control, Machine, Observer, WideValue};
use ir::text::Printer;
use ir::{Body, RegisterId, Scalar};
use source::SourceMap;
use std::fmt::Write as _;
use std::io::Write as _;

/// Prints each instruction before it is executed, with its place and the values it reads.
pub struct Tracer<'a> {
    map: &'a SourceMap,
    printer: Printer<'a>,
}

impl<'a> Tracer<'a> {
    pub fn new(module: &'a ir::Module, map: &'a SourceMap) -> Tracer<'a> {
        Tracer { map, printer: Printer::readable(module, map) }
    }

    fn line(&self, machine: &Machine<'_>) -> Option<String> {
        let at = machine.place()?;
        let function = &machine.module().functions[at.function];
        let body = function.body.as_ref()?;
        let block = &body.blocks[at.block];
        let place = self.map.place(at.span).map_or_else(String::new, |place| place.to_string());
        let mut line =
            format!("{place}: {}{}: ", "  ".repeat(at.depth.saturating_sub(2).min(40)), function.name);
        let mut read = Vec::new();
        match block.instructions.get(at.instruction as usize) {
            Some(instruction) => {
                self.printer.push_instruction(body, &instruction.kind, &mut line);
                instruction.kind.for_each_read_register(|register| read.push(register));
            }
            None => {
                self.printer.push_terminator(body, &block.terminator.kind, &mut line);
                if let Some(&ir::Operand::Register(register)) = block.terminator.kind.operand() {
                    read.push(register);
                }
            }
        }
        read.sort();
        read.dedup();
        for register in read {
            push_value(&mut line, machine, body, register);
        }
        line.push('\n');
        Some(line)
    }
}

fn push_value(line: &mut String, machine: &Machine<'_>, body: &Body, register: RegisterId) {
    let scalar = body.registers[register].scalar;
    if let Some(value) = machine.register(register) {
        let _ = write!(line, "  %{}={}", register.raw(), shown(value, scalar));
    }
}

/// Small integers in decimal, all else in hexadecimal.
fn shown(value: WideValue, scalar: Scalar) -> String {
    let bits = scalar.bits();
    let signed = if bits < 128 && value.bits >> (bits - 1) & 1 == 1 {
        value.bits as i128 - (1i128 << bits)
    } else {
        value.bits as i128
    };
    match (value.undefined == 0, value.provenance.is_none(), signed.unsigned_abs() < 1 << 20) {
        (false, ..) => "undefined".to_owned(),
        (true, true, true) => signed.to_string(),
        _ => format!("{:#x}", value.bits),
    }
}

impl Observer for Tracer<'_> {
    fn before_instruction(&mut self, machine: &Machine<'_>) -> Control {
        if let Some(line) = self.line(machine) {
            // A reader that goes away is not an error; the run goes on.
            let _ = std::io::stderr().lock().write_all(line.as_bytes());
        }
        Control::Continue
    }
}
