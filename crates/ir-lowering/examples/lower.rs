//! Lowers preprocessed files and counts: `lower [--ilp32] FILES…`.
//!
//! Prints failures by reason, functions with and without `unsupported`, assembly, and the speed
//! of the whole front end.

use ir::InstructionKind;
use source::{DataModel, Severity};
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

#[derive(Default)]
struct Totals {
    files: usize,
    bytes: usize,
    functions: usize,
    unsupported_functions: usize,
    asm_functions: usize,
    instructions: usize,
    /// How often, and in which file first.
    failures: BTreeMap<String, (usize, String)>,
    unsupported: BTreeMap<String, (usize, String)>,
    parse: Duration,
    check: Duration,
    lower: Duration,
    verify: Duration,
    release: Duration,
}

fn main() {
    let run = || {
        let mut data_model = DataModel::Lp64;
        let mut totals = Totals::default();
        for argument in std::env::args().skip(1) {
            match argument.as_str() {
                "--ilp32" => data_model = DataModel::Ilp32,
                path => totals.add(path, data_model),
            }
        }
        totals.print();
    };
    let worker = std::thread::Builder::new().stack_size(c_syntax::limits::STACK_BYTES).spawn(run);
    worker.expect("a thread can be started").join().expect("lowering does not panic");
}

impl Totals {
    fn add(&mut self, path: &str, data_model: DataModel) {
        let text = match std::fs::read(path) {
            Ok(text) => text,
            Err(error) => return note(&mut self.failures, error.to_string(), path),
        };
        self.files += 1;
        self.bytes += text.len();
        let start = Instant::now();
        let parsed = c_syntax::parse(&text, 1);
        self.parse += start.elapsed();
        let start = Instant::now();
        let checked = c_types::check(parsed.unit, data_model);
        self.check += start.elapsed();
        for diagnostic in parsed.diagnostics.iter().chain(&checked.diagnostics) {
            if diagnostic.severity == Severity::Error {
                note(&mut self.failures, format!("{}: {}", diagnostic.id, diagnostic.message), path);
            }
        }
        let start = Instant::now();
        let module = ir_lowering::lower(&checked.program);
        self.lower += start.elapsed();
        let start = Instant::now();
        if let Err(violations) = ir::verify::verify(&module) {
            for violation in violations {
                note(&mut self.failures, violation.describe(&module), path);
            }
        }
        self.verify += start.elapsed();
        self.count(&module, path);
        let start = Instant::now();
        drop(module);
        drop(checked);
        self.release += start.elapsed();
    }

    fn count(&mut self, module: &ir::Module, path: &str) {
        for (_, function) in module.functions.iter() {
            let Some(body) = &function.body else { continue };
            self.functions += 1;
            let (mut is_unsupported, mut has_asm) = (false, false);
            for (_, block) in body.blocks.iter() {
                self.instructions += block.instructions.len();
                for instruction in &block.instructions {
                    match &instruction.kind {
                        InstructionKind::Unsupported { reason, .. } => {
                            is_unsupported = true;
                            let place = format!("{path} in {}", function.name);
                            note(&mut self.unsupported, reason.clone(), &place);
                        }
                        InstructionKind::Asm { .. } => has_asm = true,
                        _ => {}
                    }
                }
            }
            self.unsupported_functions += usize::from(is_unsupported);
            self.asm_functions += usize::from(has_asm);
        }
    }

    fn print(&self) {
        for (title, list) in [("failure", &self.failures), ("unsupported", &self.unsupported)] {
            let mut sorted: Vec<_> = list.iter().collect();
            sorted.sort_by_key(|(_, (count, _))| std::cmp::Reverse(*count));
            for (reason, (count, path)) in sorted.iter().take(60) {
                println!("{title} {count:6} × {reason}   (first: {path})");
            }
        }
        let total = self.parse + self.check + self.lower + self.verify;
        println!(
            "{} files, {:.1} MB, {} functions, {} with unsupported, {} with asm, {} instructions, {} failures",
            self.files,
            self.bytes as f64 / 1e6,
            self.functions,
            self.unsupported_functions,
            self.asm_functions,
            self.instructions,
            self.failures.values().map(|(count, _)| count).sum::<usize>(),
        );
        println!(
            "{:.2} MB/s; parse {:?}, check {:?}, lower {:?}, verify {:?}, release {:?}",
            self.bytes as f64 / 1e6 / total.as_secs_f64(),
            self.parse,
            self.check,
            self.lower,
            self.verify,
            self.release
        );
    }
}

fn note(list: &mut BTreeMap<String, (usize, String)>, reason: String, path: &str) {
    list.entry(reason).or_insert_with(|| (0, path.to_owned())).0 += 1;
}
