//! `besom run`: executes a program in the interpreter.

use super::trace::Tracer;
use crate::Status;
use crate::arguments::RunArguments;
use crate::compiler_flags::CompilerFlags;
use crate::input::{self, LoadError};
use crate::terminal::Terminal;
use analyzer::{front_end, link_modules, on_large_stack, with_models_for_execution};
use interpreter::{
    ChoiceKind, ChoiceLog, Choices, Exit, Fault, FaultClass, FaultKind, FaultSet, ListedChoices, Options,
    OutputSink, RunResult, SeededChoices, Stream, Zeroes,
};
use ir::{Callee, InstructionKind, Module};
use source::{Diagnostic, SourceMap, Span};
use std::fmt::Write as _;
use std::io::{Read, Write as _};
use std::path::Path;

pub fn run(terminal: &Terminal, flags: CompilerFlags, arguments: RunArguments) -> Status {
    match execute(terminal, &flags, &arguments) {
        Ok(status) => status,
        Err(error) => {
            terminal.write(&error.preprocessor_messages);
            terminal.complain(&error.diagnostic);
            Status::Bad
        }
    }
}

fn execute(
    terminal: &Terminal,
    flags: &CompilerFlags,
    arguments: &RunArguments,
) -> Result<Status, LoadError> {
    let data_model = input::data_model(flags, arguments.data_model.map(Into::into))?;
    let mut plan = Plan::new(arguments)?;
    let mut map = SourceMap::new();
    let mut modules = Vec::new();
    let mut has_errors = false;
    // Originals are quoted only if all texts were made from files just now.
    let mut originals_on_disk = true;
    for path in &arguments.files {
        let loaded = input::load(path, flags, data_model)?;
        originals_on_disk &= loaded.originals_on_disk;
        let result = front_end(&mut map, &loaded.input, &|_| {});
        terminal.write(&loaded.preprocessor_messages);
        terminal.report(&map, &result.diagnostics, loaded.originals_on_disk);
        has_errors |= result.has_errors();
        modules.push(result.module);
    }
    if has_errors {
        return Ok(Status::Bad);
    }
    let module = match link_modules(modules) {
        Ok(module) => with_models_for_execution(module),
        Err(diagnostics) => {
            terminal.report(&map, &diagnostics, originals_on_disk);
            return Ok(Status::Bad);
        }
    };
    plan.stdin = program_input(arguments, &module)?;
    let run = plan.run(&module, &Watch { echo: true, trace: arguments.trace.then_some(&map) }).map_err(
        |message| {
            let message = format!("the interpreter failed: {message}");
            Diagnostic::error("internal", Span::NONE, message)
        },
    )?;
    let status = report_run(terminal, &map, originals_on_disk, &run);
    if arguments.stats {
        terminal.write(&statistics_table(&run));
    }
    terminal.write(&choices_note(&run.choices_used));
    if let Some(path) = &arguments.save_choices {
        let written = std::fs::write(path, run.choices_used.to_string());
        written.map_err(|error| {
            let message = format!("cannot write `{}`: {error}", path.display());
            Diagnostic::error("output", Span::NONE, message)
        })?;
    }
    Ok(status)
}

/// Everything that the command line says about the run.
pub struct Plan {
    program_name: Vec<u8>,
    pub arguments: Vec<Vec<u8>>,
    /// What the program reads from its standard input.
    pub stdin: Vec<u8>,
    answers: Answers,
    stop_on: FaultSet,
    record: FaultSet,
    malloc_may_fail: bool,
    max_steps: Option<u64>,
    max_memory: Option<u64>,
}

/// What is to be seen of a run while it goes on.
#[derive(Default)]
pub struct Watch<'a> {
    /// The program's output goes to the standard streams as it is written.
    pub echo: bool,
    /// Every step is printed, with its place in these texts.
    pub trace: Option<&'a SourceMap>,
}

/// Where the answers to open questions come from.
#[derive(Clone)]
enum Answers {
    Zeroes,
    Seed(u64),
    Inputs(Vec<i128>),
    Log(ChoiceLog),
}

impl Plan {
    pub fn new(arguments: &RunArguments) -> Result<Plan, Diagnostic> {
        let bytes = |text: &std::ffi::OsString| text.as_encoded_bytes().to_vec();
        let mut stop_on = FaultSet::default_stops();
        let record = kinds(&arguments.keep_going)?;
        for kind in kinds(&arguments.stop_on)? {
            stop_on = stop_on.with(kind);
        }
        for kind in kinds(&arguments.ignore)?.into_iter().chain(record.iter().copied()) {
            stop_on = stop_on.without(kind);
        }
        Ok(Plan {
            program_name: arguments.files[0].as_os_str().as_encoded_bytes().to_vec(),
            arguments: arguments.arguments.iter().map(bytes).collect(),
            stdin: Vec::new(),
            answers: answers(arguments)?,
            stop_on,
            record: record.into_iter().fold(FaultSet::EMPTY, FaultSet::with),
            malloc_may_fail: arguments.malloc_may_fail,
            max_steps: arguments.max_steps,
            max_memory: arguments.max_memory,
        })
    }

    /// Runs the program.
    pub fn run(&self, module: &Module, watch: &Watch<'_>) -> Result<RunResult, String> {
        on_large_stack(|| {
            let mut sink = Streams;
            let mut options = Options {
                arguments: self.arguments.clone(),
                program_name: self.program_name.clone(),
                stdin: self.stdin.clone(),
                choices: match &self.answers {
                    Answers::Zeroes => Box::new(Zeroes) as Box<dyn Choices>,
                    Answers::Seed(seed) => Box::new(SeededChoices::new(*seed)),
                    Answers::Inputs(inputs) => Box::new(ListedChoices::of_inputs(inputs.iter().copied())),
                    Answers::Log(log) => Box::new(ListedChoices::from(log)),
                },
                sink: if watch.echo { Some(&mut sink) } else { None },
                stop_on: self.stop_on,
                record: self.record,
                ..Options::default()
            };
            options.policies.allocations_may_fail = self.malloc_may_fail;
            options.policies.files_may_open = match &self.answers {
                Answers::Log(log) => log.entries.iter().any(|entry| entry.kind == ChoiceKind::FileResult),
                Answers::Zeroes | Answers::Seed(_) | Answers::Inputs(_) => false,
            };
            options.limits.steps = self.max_steps.unwrap_or(options.limits.steps);
            options.limits.memory_bytes = self.max_memory.unwrap_or(options.limits.memory_bytes);
            match watch.trace {
                Some(map) => interpreter::run_main_observed(module, options, &mut Tracer::new(module, map)),
                None => interpreter::run_main(module, options),
            }
        })
    }
}

/// The named kinds; `all` stands for every one.
fn kinds(names: &[String]) -> Result<Vec<FaultKind>, Diagnostic> {
    let mut kinds = Vec::new();
    for name in names {
        match (name.as_str(), FaultKind::from_id(name)) {
            ("all", _) => kinds.extend_from_slice(FaultKind::ALL),
            (_, Some(kind)) => kinds.push(kind),
            (_, None) => {
                let message = format!("there is no kind of finding called `{name}`");
                let all: Vec<&str> = FaultKind::ALL.iter().map(|kind| kind.id()).collect();
                let help = format!("the kinds are: {}", all.join(", "));
                return Err(Diagnostic::error("input", Span::NONE, message).with_help(help));
            }
        }
    }
    Ok(kinds)
}

/// What the program reads from its standard input. It is read only if the program has use for it,
/// so that nobody waits for a terminal in vain.
fn program_input(arguments: &RunArguments, module: &Module) -> Result<Vec<u8>, Diagnostic> {
    let failed = |name: &str, error: std::io::Error| {
        Diagnostic::error("input", Span::NONE, format!("cannot read {name}: {error}"))
    };
    if let Some(path) = &arguments.stdin {
        return std::fs::read(path).map_err(|error| failed(&format!("`{}`", path.display()), error));
    }
    let mut text = Vec::new();
    if !arguments.files.iter().any(|file| file == Path::new("-")) && reads_input(module) {
        let result = std::io::stdin().lock().read_to_end(&mut text);
        result.map_err(|error| failed("the standard input", error))?;
    }
    Ok(text)
}

/// Whether some function calls one that reads from a stream.
fn reads_input(module: &Module) -> bool {
    const READERS: [&str; 18] = [
        "scanf",
        "fscanf",
        "vscanf",
        "vfscanf",
        "__isoc99_scanf",
        "__isoc99_fscanf",
        "getchar",
        "getc",
        "fgetc",
        "fgets",
        "gets",
        "getline",
        "getdelim",
        "fread",
        "read",
        "_IO_getc",
        "getchar_unlocked",
        "ungetc",
    ];
    let bodies = module.functions.iter().filter_map(|(_, function)| function.body.as_ref());
    let mut instructions = bodies.flat_map(|body| body.blocks.iter()).flat_map(|(_, b)| &b.instructions);
    instructions.any(|instruction| match &instruction.kind {
        InstructionKind::Call { callee: Callee::Direct(function), .. } => {
            READERS.contains(&module.functions[*function].name.as_str())
        }
        _ => false,
    })
}

fn answers(arguments: &RunArguments) -> Result<Answers, Diagnostic> {
    if let Some(seed) = arguments.seed {
        return Ok(Answers::Seed(seed));
    }
    let Some(choices) = &arguments.choices else { return Ok(Answers::Zeroes) };
    let numbers: Result<Vec<i128>, _> = choices.split(',').map(|number| number.trim().parse()).collect();
    if let Ok(inputs) = numbers {
        return Ok(Answers::Inputs(inputs));
    }
    // A log in one line, as reports of the analysis give it.
    if let Some(log) =
        ChoiceLog::parse(&choices.replace(';', "\n")).ok().filter(|log| !log.entries.is_empty())
    {
        return Ok(Answers::Log(log));
    }
    let text = std::fs::read_to_string(choices).map_err(|error| {
        let message = format!("`{choices}` is neither a list of numbers nor a readable file: {error}");
        Diagnostic::error("input", Span::NONE, message)
    })?;
    let log = ChoiceLog::parse(&text)
        .map_err(|message| Diagnostic::error("input", Span::NONE, format!("`{choices}`, {message}")))?;
    Ok(Answers::Log(log))
}

/// Hands the program's output on as it is written. A reader that goes away is not an error.
struct Streams;

impl OutputSink for Streams {
    fn write(&mut self, stream: Stream, bytes: &[u8]) {
        let _ = match stream {
            Stream::Output => std::io::stdout().lock().write_all(bytes),
            Stream::Error => std::io::stderr().lock().write_all(bytes),
        };
    }
}

/// Says how the run ended.
fn report_run(terminal: &Terminal, map: &SourceMap, originals_on_disk: bool, run: &RunResult) -> Status {
    let _ = std::io::stdout().lock().flush();
    let mut status = Status::Success;
    for fault in run.recorded.iter().chain(&run.fault) {
        status = status.max(status_of(fault));
        // What goes wrong in the model of a library function goes wrong where it is called.
        let sites = fault.call_stack.iter().map(|site| site.span);
        let span = std::iter::once(fault.span).chain(sites).find(|&span| span != Span::NONE);
        let fault = Fault { span: span.unwrap_or(Span::NONE), ..fault.clone() };
        terminal.report(map, &[fault.to_diagnostic()], originals_on_disk);
    }
    match run.exit {
        Exit::Status(0) | Exit::Faulted => {}
        Exit::Status(number) => terminal.write(&format!("the program exited with status {number}\n")),
        Exit::Aborted => terminal.write("the program called `abort`\n"),
        Exit::AssumptionFailed => {
            terminal.write("an assumption of the program does not hold: the run does not count\n");
        }
        Exit::NotStarted => {
            let diagnostic = Diagnostic::error("input", Span::NONE, "the program cannot be started");
            terminal.complain(&diagnostic.with_help("it needs a function `main`"));
            status = Status::Bad;
        }
    }
    status
}

/// A limit of the tool says nothing about the program.
fn status_of(fault: &Fault) -> Status {
    match fault.kind.class() {
        FaultClass::Limit => Status::Bad,
        FaultClass::Undefined | FaultClass::Leak | FaultClass::Assertion | FaultClass::OnRequest => {
            Status::Findings
        }
    }
}

/// How many choices are shown in one message.
const LONGEST: usize = 40;

/// The inputs as a list, if nothing else was chosen and the list is short.
pub fn inputs_of(log: &ChoiceLog) -> Option<Vec<i128>> {
    let total: u64 = log.entries.iter().map(|entry| entry.times).sum();
    let only_inputs = log.entries.iter().all(|entry| entry.kind == ChoiceKind::Input);
    let inputs = log.entries.iter().flat_map(|entry| {
        let is_negative = entry.bits < 128 && entry.value >> (entry.bits - 1) & 1 == 1;
        let sign = if is_negative { 1i128 << entry.bits } else { 0 };
        std::iter::repeat_n((entry.value as i128).wrapping_sub(sign), entry.times as usize)
    });
    (only_inputs && total <= LONGEST as u64).then(|| inputs.collect())
}

/// What was chosen, so that the run can be repeated.
fn choices_note(log: &ChoiceLog) -> String {
    if log.entries.is_empty() {
        return String::new();
    }
    let total: u64 = log.entries.iter().map(|entry| entry.times).sum();
    if let Some(inputs) = inputs_of(log) {
        let list: Vec<String> = inputs.iter().map(ToString::to_string).collect();
        return format!("the run used these inputs; repeat it with `--choices {}`\n", list.join(","));
    }
    let mut text =
        format!("the run made {total} choices; `--save-choices FILE` keeps them for a repetition\n");
    for line in log.to_string().lines().take(LONGEST) {
        let _ = writeln!(text, "  {line}");
    }
    if log.entries.len() > LONGEST {
        text.push_str("  …\n");
    }
    text
}

fn statistics_table(run: &RunResult) -> String {
    let statistics = &run.statistics;
    let rows = [
        ("steps", statistics.steps),
        ("heap allocations", statistics.heap_allocations),
        ("heap frees", statistics.heap_frees),
        ("bytes alive at most", statistics.peak_memory),
        ("functions active at most", statistics.peak_depth as u64),
        ("reachability sweeps", statistics.sweeps),
    ];
    rows.iter().fold(String::new(), |mut text, (name, count)| {
        let _ = writeln!(text, "{count:12} {name}");
        text
    })
}
