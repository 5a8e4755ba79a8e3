//! Random arithmetic: what an execution computes must be possible for a proof.
//!
//! A program takes numbers from outside, goes on only with those near some values, passes a loop that no search gets through, and
//! computes an expression over narrow and wide types. The interpreter says what comes out for these values (and compiled code, which
//! wraps, must say the same); a proof that this number never comes out is wrong.

use analyzer::{Input, front_end_here};
use heap_rules::fold::Precision;
use interpreter::{Exit, Limits, ListedChoices};
use interprocedural::{Request, prove};
use ir::Module;
use random_programs::Random;
use source::{DataModel, SourceMap};
use std::fmt::Write as _;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::Command;
use symbolic_execution::Options;
use symbolic_heap::HeapRule;

const TYPES: &[&str] = &[
    "signed char",
    "unsigned char",
    "short",
    "unsigned short",
    "int",
    "unsigned",
    "long",
    "unsigned long",
    "long long",
    "unsigned long long",
    "_Bool",
];
const VALUES: &[i64] = &[
    0,
    1,
    -1,
    2,
    7,
    100,
    127,
    128,
    -128,
    255,
    256,
    32767,
    -32768,
    65535,
    2147483647,
    -2147483648,
    4294967295,
    i64::MAX,
];

/// One program.
pub struct Sum {
    data_model: DataModel,
    types: Vec<&'static str>,
    values: Vec<i64>,
    /// How far from its value a number may be.
    slack: Vec<i64>,
    result: &'static str,
    expression: String,
}

/// What came of many.
#[derive(Default)]
pub struct Totals {
    pub programs: usize,
    /// Of how many the result is known exactly: only then could it have been excluded.
    pub exact: usize,
    pub compared: usize,
    pub disagreements: Vec<String>,
}

impl Sum {
    pub fn random(random: &mut Random) -> Sum {
        let types: Vec<&'static str> = (0..1 + random.below(3)).map(|_| *random.pick(TYPES)).collect();
        let values = types.iter().map(|_| *random.pick(VALUES)).collect();
        let slack =
            types.iter().map(|_| if random.chance(30) { random.below(3) as i64 } else { 0 }).collect();
        let expression = expression(random, types.len(), 3);
        let data_model = if random.chance(50) { DataModel::Lp64 } else { DataModel::Ilp32 };
        let result = *random.pick(TYPES);
        Sum { data_model, types, values, slack, result, expression }
    }

    /// The program, with something done to the result `r`.
    fn text(&self, then: &str) -> String {
        let mut text = "long long __VERIFIER_nondet_longlong(void);\nvoid reach_error(void);\n\
                        int printf(const char *, ...);\n\nint main(void)\n{\n"
            .to_owned();
        for (index, kind) in self.types.iter().enumerate() {
            let _ = writeln!(text, "    {kind} v{index} = ({kind})__VERIFIER_nondet_longlong();");
        }
        for (index, ((kind, value), slack)) in
            self.types.iter().zip(&self.values).zip(&self.slack).enumerate()
        {
            let literal = |number: i64| format!("({kind})({number}LL)");
            let (low, high) = (literal(value.saturating_sub(*slack)), literal(*value));
            let _ = match slack {
                0 => writeln!(text, "    if (v{index} != {high}) return 0;"),
                _ => writeln!(text, "    if (v{index} < {low} || v{index} > {high}) return 0;"),
            };
        }
        let _ = write!(
            text,
            "    unsigned count = 0;\n    while (count < 54321) {{\n        count++;\n    }}\n    {} r = {};\n    {then}\n    return 0;\n}}\n",
            self.result, self.expression
        );
        text
    }

    fn module(&self, text: &str) -> Result<Module, String> {
        let input =
            Input { name: "sum.c".to_owned(), text: text.as_bytes().into(), data_model: self.data_model };
        let mut map = SourceMap::new();
        let result = front_end_here(&mut map, &input);
        match result.diagnostics.iter().find(|_| result.has_errors()) {
            None => Ok(result.module),
            Some(diagnostic) => Err(format!("{}\n{text}", diagnostic.message)),
        }
    }

    /// What the interpreter computes; nothing if the values do not pass the conditions.
    fn result(&self) -> Result<Option<String>, String> {
        let module = self.module(&self.text("printf(\"%lld\", (long long)r);"))?;
        let inputs = self.values.iter().map(|&value| i128::from(value));
        let options = interpreter::Options {
            choices: Box::new(ListedChoices::of_inputs(inputs)),
            limits: Limits { steps: 2_000_000, ..Limits::default() },
            ..interpreter::Options::default()
        };
        let run = interpreter::run_main(&module, options);
        let is_done = run.exit == Exit::Status(0) && !run.stdout.is_empty();
        Ok(is_done.then(|| String::from_utf8_lossy(&run.stdout).into_owned()))
    }

    fn is_proved(&self, then: &str, broken_rule: Option<HeapRule>) -> Result<bool, String> {
        let module = self.module(&self.text(then))?;
        let request = Request {
            options: Options {
                allocation_may_fail: true,
                check_overflow: false,
                check_shifts: false,
                check_uninitialised: true,
                volatile_may_change: true,
                split_on_offsets: false,
                allocates_optional_blocks: false,
                keeps_derivation: false,
                broken_rule,
                stop: Default::default(),
            },
            counts: |_| true,
            check_cleanup: false,
            hunt_steps: 100,
            proof_steps: 5_000,
        };
        catch_unwind(AssertUnwindSafe(|| prove(&module, &request, Precision::Shapes).is_some()))
            .map_err(|_| "the proof panics".to_owned())
    }
}

/// An expression without undefined behaviour, but for signed overflow, which wraps.
fn expression(random: &mut Random, variables: usize, depth: usize) -> String {
    if depth == 0 || random.chance(15) {
        return match random.chance(70) {
            true => format!("v{}", random.below(variables)),
            false => random.pick(&["1", "3", "(-5)", "200", "0x7fL", "65536u", "0xffffffffUL"]).to_string(),
        };
    }
    let part = |random: &mut Random| expression(random, variables, depth - 1);
    match random.below(12) {
        0..=3 => {
            let operator = *random.pick(&["+", "-", "*", "&", "|", "^"]);
            format!("({} {operator} {})", part(random), part(random))
        }
        4 => format!("({} / (({} & 15) + 1))", part(random), part(random)),
        5 => format!("({} % (({} & 15) + 1))", part(random), part(random)),
        6 => format!("((unsigned long){} << ({} & 15))", part(random), part(random)),
        7 => format!("({} >> ({} & 7))", part(random), part(random)),
        8 => format!("(({})({}))", random.pick(TYPES), part(random)),
        9 => format!("({} {})", random.pick(&["~", "-", "!"]), part(random)),
        10 => {
            let operator = *random.pick(&["<", "<=", "==", "!=", ">", "&&", "||"]);
            format!("({} {operator} {})", part(random), part(random))
        }
        _ => format!("({} ? {} : {})", part(random), part(random), part(random)),
    }
}

/// Judges so many random programs.
pub fn run(seed: u64, programs: usize, broken_rule: Option<HeapRule>) -> Result<Totals, String> {
    let mut random = Random::new(seed);
    let sums: Vec<Sum> = (0..programs).map(|_| Sum::random(&mut random)).collect();
    let mut totals = Totals::default();
    let mut results = Vec::new();
    for sum in &sums {
        let Some(result) = sum.result()? else {
            results.push(None);
            continue;
        };
        totals.programs += 1;
        let literal = match result.as_str() {
            "-9223372036854775808" => "(-9223372036854775807LL - 1)".to_owned(),
            number => format!("{number}LL"),
        };
        if sum.is_proved(&format!("if ((long long)r == {literal}) reach_error();"), broken_rule)? {
            let text = sum.text(&format!("/* {literal} */"));
            totals.disagreements.push(format!("{literal} is excluded ({:?}):\n{text}", sum.data_model));
        }
        let is_exact =
            sum.is_proved(&format!("if ((long long)r != {literal}) reach_error();"), broken_rule)?;
        totals.exact += usize::from(is_exact);
        results.push(Some(result));
    }
    compare_with_compiled_code(&sums, &results, &mut totals);
    Ok(totals)
}

/// A second opinion: what compiled code computes. Without a compiler there is none.
fn compare_with_compiled_code(sums: &[Sum], results: &[Option<String>], totals: &mut Totals) {
    let mut text = "int printf(const char *, ...);\n".to_owned();
    let is_compared = |index: usize| sums[index].data_model == DataModel::Lp64 && results[index].is_some();
    for (index, sum) in sums.iter().enumerate().filter(|(index, _)| is_compared(*index)) {
        let _ = writeln!(text, "static void sum_{index}(void)\n{{");
        for (position, (kind, value)) in sum.types.iter().zip(&sum.values).enumerate() {
            let _ = writeln!(text, "    volatile {kind} v{position} = ({kind})({value}LL);");
        }
        let _ = writeln!(text, "    {} r = {};", sum.result, sum.expression);
        let _ = writeln!(text, "    printf(\"{index} %lld\\n\", (long long)r);\n}}");
    }
    let calls: String =
        (0..sums.len()).filter(|&index| is_compared(index)).map(|index| format!("sum_{index}();")).collect();
    let _ = writeln!(text, "int main(void) {{ {calls} return 0; }}");
    let folder = std::env::temp_dir();
    let (source, program) = (
        folder.join(format!("besom-sums-{}.c", std::process::id())),
        folder.join(format!("besom-sums-{}", std::process::id())),
    );
    let output = std::fs::write(&source, text).ok().and_then(|()| {
        let mut compiler = Command::new("cc");
        compiler.args(["-w", "-O1", "-fwrapv", "-o"]).arg(&program).arg(&source);
        compiler.status().ok().filter(|status| status.success())?;
        Command::new(&program).output().ok()
    });
    let _ = std::fs::remove_file(&source);
    let _ = std::fs::remove_file(&program);
    let Some(output) = output else { return };
    for line in String::from_utf8_lossy(&output.stdout).lines() {
        let Some((index, number)) = line.split_once(' ') else { continue };
        let Some(index) = index.parse::<usize>().ok().filter(|index| *index < sums.len()) else { continue };
        totals.compared += 1;
        if results[index].as_deref() != Some(number) {
            let text = sums[index].text("");
            totals
                .disagreements
                .push(format!("compiled code says {number}, the interpreter {:?}:\n{text}", results[index]));
        }
    }
}
