//! Random constant expressions have the same values and types.

use crate::compiler::{compiled_objects, differences, run_compiler};
use crate::random::{Random, number, seed};
use c_types::constant;
use c_types::typed::Definition;
use source::DataModel;
use std::fmt::Write as _;

const DEFAULT_EXPRESSIONS: u64 = 3_000;

const INTEGER_TYPES: &[&str] = &[
    "char",
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
    "enum e",
    "enum n",
];
const FLOAT_TYPES: &[&str] = &["float", "double", "long double"];
const PRELUDE: &str = "enum e { E0, E1, E2 = 70000 }; enum n { N0 = -5, N1 };\n";

struct Generator {
    random: Random,
    has_floats: bool,
}

impl Generator {
    fn integer_literal(&mut self) -> String {
        let value = match self.random.below(6) {
            0 => self.random.below(3),
            1 => self.random.below(300),
            2 => 1 << self.random.below(32),
            3 => (1 << (1 + self.random.below(62))) - 1,
            4 => u64::from(u32::MAX) - self.random.below(2),
            _ => self.random.below(70_000),
        };
        let suffix = self.random.pick(&["", "", "u", "l", "ul", "ll", "ull"]);
        match self.random.below(3) {
            0 => format!("0x{value:x}{suffix}"),
            _ => format!("{value}{suffix}"),
        }
    }

    fn integer(&mut self, depth: u32) -> String {
        if depth == 0 || self.random.chance(15) {
            return match self.random.below(8) {
                0 => self.random.pick(&["E0", "E1", "E2", "N0", "N1", "'a'", "'\\377'", "L'x'"]).to_owned(),
                1 => format!("sizeof({})", self.random.pick(INTEGER_TYPES)),
                _ => self.integer_literal(),
            };
        }
        let inner = depth - 1;
        match self.random.below(12) {
            0 => format!("({})({})", self.random.pick(INTEGER_TYPES), self.any(inner)),
            1 => format!("{}({})", self.random.pick(&["-", "~", "+"]), self.integer(inner)),
            2 => format!("!({})", self.any(inner)),
            3 => format!("({} ? {} : {})", self.any(inner), self.integer(inner), self.integer(inner)),
            4 => {
                let operator = self.random.pick(&["<", ">", "<=", ">=", "==", "!="]);
                format!("({} {operator} {})", self.any(inner), self.any(inner))
            }
            5 => format!("({} {} {})", self.any(inner), self.random.pick(&["&&", "||"]), self.any(inner)),
            6 => format!(
                "({} {} {})",
                self.integer(inner),
                self.random.pick(&["<<", ">>"]),
                self.random.below(31)
            ),
            7 => format!("sizeof({})", self.any(inner)),
            8 => format!(
                "({} {} {})",
                self.integer(inner),
                self.random.pick(&["/", "%"]),
                1 + self.random.below(99)
            ),
            _ => {
                let operator = self.random.pick(&["+", "-", "*", "&", "|", "^"]);
                format!("({} {operator} {})", self.integer(inner), self.integer(inner))
            }
        }
    }

    fn float(&mut self, depth: u32) -> String {
        if depth == 0 || self.random.chance(20) {
            let suffix = self.random.pick(&["", "f", "L"]);
            return match self.random.below(3) {
                0 => format!(
                    "0x{:x}.{:x}p{}{suffix}",
                    self.random.below(16),
                    self.random.next(),
                    self.random.below(40) as i64 - 20
                ),
                1 => format!(
                    "{}.{}e{}{suffix}",
                    self.random.below(100),
                    self.random.next(),
                    self.random.below(30) as i64 - 15
                ),
                _ => format!("{}.0{suffix}", self.random.below(1000)),
            };
        }
        let inner = depth - 1;
        match self.random.below(6) {
            0 => format!("({})({})", self.random.pick(FLOAT_TYPES), self.any(inner)),
            1 => format!("-({})", self.float(inner)),
            2 => format!("({} ? {} : {})", self.any(inner), self.float(inner), self.any(inner)),
            _ => {
                let operator = self.random.pick(&["+", "-", "*", "/"]);
                format!("({} {operator} {})", self.float(inner), self.any(inner))
            }
        }
    }

    fn any(&mut self, depth: u32) -> String {
        if self.has_floats && self.random.chance(30) { self.float(depth) } else { self.integer(depth) }
    }
}

fn agree(model: DataModel, flag: &str, has_floats: bool) {
    let mut generator = Generator { random: Random::new(seed()), has_floats };
    let mut source = PRELUDE.to_owned();
    let mut assertions = PRELUDE.to_owned();
    for index in 0..number("ORACLE_EXPRESSIONS", DEFAULT_EXPRESSIONS) {
        let expression = generator.any(4);
        let ty = match has_floats && generator.random.chance(30) {
            true => generator.random.pick(FLOAT_TYPES),
            false => generator.random.pick(INTEGER_TYPES),
        };
        // Those without a value (a division by zero, say) are left out.
        let declaration = format!("{ty} v_{index} = {expression}; __typeof__({expression}) t;\n");
        let parsed = c_syntax::parse(format!("{PRELUDE}{declaration}").as_bytes(), 1);
        assert_eq!(parsed.diagnostics, []);
        let checked = c_types::check(parsed.unit, model);
        if !checked.diagnostics.is_empty() {
            continue;
        }
        let program = checked.program;
        let mut globals = program.globals.iter();
        let (Some((_, value)), Some((_, typed))) = (globals.next(), globals.next()) else { continue };
        let Definition::Initialized(initializer) = &value.definition else { continue };
        let evaluated =
            initializer.entries.iter().all(|entry| constant::evaluate(&program, entry.value).is_some());
        assert!(evaluated, "{expression} was accepted but has no value");
        let _ = writeln!(source, "{ty} v_{index} = {expression};");
        let _ = writeln!(
            assertions,
            "_Static_assert(__builtin_types_compatible_p(__typeof__({expression}), {}), \"v_{index}\");",
            program.display(typed.ty.ty)
        );
    }
    let Some(found) = compiled_objects(flag, &source) else { return };
    let parsed = c_syntax::parse(source.as_bytes(), 1);
    let program = c_types::check(parsed.unit, model).program;
    let mut differences = differences(&program, &found);
    differences.truncate(10);
    let line = |difference: &String| {
        let name = difference.split(':').next().unwrap_or("");
        source.lines().find(|line| line.contains(&format!(" {name} "))).unwrap_or("").to_owned()
    };
    let shown: Vec<String> =
        differences.iter().map(|difference| format!("{difference}\n  {}", line(difference))).collect();
    assert!(shown.is_empty(), "values differ:\n{}", shown.join("\n"));
    assert!(program.globals.len() > 100);
    let arguments = [flag, "-std=gnu11", "-w", "-fsyntax-only", "-x", "c", "-"];
    let Some((is_ok, _, errors)) = run_compiler("gcc", &arguments, &assertions) else { return };
    assert!(is_ok, "types differ:\n{}", errors.lines().take(20).collect::<Vec<_>>().join("\n"));
}

#[test]
fn lp64_agrees_with_the_compiler() {
    agree(DataModel::Lp64, "-m64", true);
}

/// Without floating-point numbers: 32-bit code has excess precision.
#[test]
fn ilp32_agrees_with_the_compiler() {
    agree(DataModel::Ilp32, "-m32", false);
}
