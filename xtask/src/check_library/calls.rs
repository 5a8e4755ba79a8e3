//! Random calls of a function: the arguments, and what is to be seen afterwards.

use super::formats;
use super::recipes::Recipe;
use random_programs::Random;
use std::fmt::Write as _;

/// Something to be seen after a call.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Seen {
    /// A number.
    Number(String),
    /// An address: null, inside one of these buffers, or another one.
    Address { value: String, buffers: Vec<Buffer> },
    /// The bytes of a buffer.
    Bytes(Buffer),
    /// The string at an address, if that is not null.
    Text(String),
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Buffer {
    pub name: String,
    pub bytes: usize,
}

/// One call.
#[derive(Clone, Debug)]
pub struct Call {
    pub function: &'static str,
    pub is_free: bool,
    /// The declaration of the function; none for what a compiler builds in.
    pub prototype: Option<String>,
    pub setup: String,
    pub statement: String,
    pub seen: Vec<Seen>,
    pub finish: String,
    pub stdin: Vec<u8>,
}

/// What a call is put together from.
#[derive(Default)]
pub struct Parts {
    pub setup: String,
    pub seen: Vec<Seen>,
    pub finish: String,
    pub buffers: Vec<Buffer>,
    pub arguments: Vec<String>,
    pub types: Vec<&'static str>,
    pub stdin: Vec<u8>,
    /// Sizes are those of new blocks: none of them is so large that it depends on the machine whether there is such a block.
    pub allocates: bool,
}

const STRINGS: &[&str] = &[
    "",
    "a",
    "ab",
    "abc",
    "ab cd",
    " 12",
    "-7x",
    "0x1fg",
    "99999999999999999999",
    "1.5e3",
    "aXbYc",
    "\\n",
    "hello world",
    "a,b,,c",
    "%d",
    "08",
    "+5",
    "\\xe9t",
    "  ",
    "-0x",
    "ABC",
    "12 34 56",
    "2147483648",
    "zzzzzzz",
    "1,2",
];
const SIZES: &[usize] = &[1, 2, 4, 8, 16, 40];
const INTS: &[&str] =
    &["0", "1", "-1", "7", "255", "256", "-128", "2147483647", "(-2147483647 - 1)", "65536", "12345"];
const LONGS: &[&str] =
    &["0L", "1L", "-1L", "77L", "4294967296L", "9223372036854775807L", "(-9223372036854775807L - 1)"];
const FLOATS: &[&str] = &["0.0", "-0.0", "1.5", "-2.75", "1e300", "1e-300", "123456.789", "0.1"];

impl Parts {
    /// A buffer of so many bytes, whose contents are seen.
    pub fn buffer(&mut self, kind: &str, elements: usize, width: usize, contents: &str) -> String {
        let name = format!("b{}", self.buffers.len());
        let _ = writeln!(self.setup, "    {kind} {name}[{elements}] = {contents};");
        let buffer = Buffer { name: name.clone(), bytes: elements * width };
        self.seen.push(Seen::Bytes(buffer.clone()));
        self.buffers.push(buffer);
        name
    }

    /// A variable whose value is seen.
    pub fn variable(&mut self, kind: &str, value: &str) -> String {
        let name = format!("v{}", self.seen.len());
        let _ = writeln!(self.setup, "    {kind} {name} = {value};");
        self.seen.push(Seen::Number(name.clone()));
        name
    }

    pub fn pass(&mut self, kind: &'static str, value: impl Into<String>) {
        self.types.push(kind);
        self.arguments.push(value.into());
    }
}

/// How many characters a string of the list has.
fn length(text: &str) -> usize {
    text.replace("\\n", "n").replace("\\xe9", "e").len()
}

pub fn string(random: &mut Random, parts: &mut Parts) -> String {
    let text = *random.pick(STRINGS);
    match random.below(40) {
        0 => "(char *)0".to_owned(),
        1 => parts.buffer("char", 3, 1, "{ 'a', '1', 'b' }"),
        2 | 3 if !parts.buffers.is_empty() => {
            let buffer = random.pick(&parts.buffers).clone();
            format!("(char *){} + {}", buffer.name, random.below(buffer.bytes))
        }
        _ => parts.buffer("char", length(text) + 1, 1, &format!("\"{text}\"")),
    }
}

fn wide(random: &mut Random, parts: &mut Parts, elements: usize) -> String {
    let letters = random.below(elements);
    let letters: Vec<&str> = (0..letters).map(|_| *random.pick(&["97", "98", "8364"])).collect();
    let contents = format!("{{ {} }}", [letters, vec!["0"]].concat().join(", "));
    parts.buffer("int", elements, 4, &contents)
}

impl Call {
    pub fn random(recipe: &Recipe, random: &mut Random) -> Call {
        let allocates = recipe.result == 'a' || recipe.parameters.contains('Y');
        let mut parts = Parts { allocates, ..Parts::default() };
        for letter in recipe.parameters.chars() {
            argument(letter, random, &mut parts);
        }
        let buffers = parts.buffers.clone();
        let call = format!("{}({})", recipe.name, parts.arguments.join(", "));
        let (kind, seen) = match recipe.result {
            'v' => ("void", None),
            'i' => ("int", Some(Seen::Number("r".to_owned()))),
            'u' => ("unsigned", Some(Seen::Number("r".to_owned()))),
            'j' => ("unsigned short", Some(Seen::Number("r".to_owned()))),
            'l' => ("long", Some(Seen::Number("r".to_owned()))),
            'x' => ("long long", Some(Seen::Number("r".to_owned()))),
            'z' => ("unsigned long", Some(Seen::Number("(long)r".to_owned()))),
            'p' => ("void *", Some(Seen::Address { value: "r".to_owned(), buffers })),
            'a' | 'q' => ("void *", Some(Seen::Address { value: "r".to_owned(), buffers: Vec::new() })),
            'h' => ("char *", Some(Seen::Text("r".to_owned()))),
            'd' if recipe.name.ends_with('f') && recipe.name != "modf" => ("float", None),
            'd' if recipe.parameters.contains('g') || recipe.name == "strtold" => ("long double", None),
            'd' => ("double", None),
            other => panic!("unknown result {other}"),
        };
        if matches!(recipe.result, 'a' | 'h') {
            parts.finish.push_str("    free(r);\n");
        }
        let statement = match recipe.result {
            'v' => format!("{call};"),
            _ => format!("{kind} r = {call};"),
        };
        parts.seen.extend(seen);
        parts.seen.push(Seen::Number("*__errno_location()".to_owned()));
        let is_variadic = recipe.parameters.contains(['%', '&']);
        // What a format asks for has no type in the declaration.
        let fixed = match is_variadic {
            true => recipe.parameters.len(),
            false => parts.types.len(),
        };
        let mut types = parts.types[..fixed].join(", ");
        if is_variadic {
            types.push_str(", ...");
        } else if types.is_empty() {
            types.push_str("void");
        }
        let is_built_in = recipe.name.starts_with("__builtin_");
        Call {
            function: recipe.name,
            is_free: recipe.is_free,
            prototype: (!is_built_in).then(|| format!("{kind} {}({types})", recipe.name)),
            setup: parts.setup,
            statement,
            seen: parts.seen,
            finish: parts.finish,
            stdin: parts.stdin,
        }
    }
}

fn argument(letter: char, random: &mut Random, parts: &mut Parts) {
    match letter {
        'S' => {
            let text = string(random, parts);
            parts.pass("const char *", text);
        }
        'm' => parts.pass("const char *", *random.pick(&["\"C\"", "\"\"", "\"besom-no-such-name\""])),
        'D' => {
            let size = *random.pick(SIZES);
            let fitting: Vec<&&str> = STRINGS.iter().filter(|text| length(text) < size).collect();
            let text = format!("\"{}\"", random.pick(&fitting));
            let name = parts.buffer("char", size, 1, &text);
            parts.pass("char *", name);
        }
        'B' | 'M' => {
            let size = *random.pick(SIZES);
            let name = match parts.buffers.first().filter(|_| random.chance(15)).cloned() {
                Some(first) => format!("{} + {}", first.name, random.below(first.bytes)),
                None => parts.buffer("char", size, 1, &format!("\"{}\"", &"abacadab"[..size.min(8) - 1])),
            };
            parts.pass("void *", name);
        }
        'W' => {
            let elements = 1 + random.below(5);
            let name = wide(random, parts, elements);
            parts.pass("const int *", name);
        }
        'V' => {
            let elements = 1 + random.below(8);
            let name = wide(random, parts, elements);
            parts.pass("int *", name);
        }
        'n' => {
            let size = match random.chance(8) {
                true if parts.allocates => random.pick(&["-1UL", "9223372036854775808UL"]).to_string(),
                true => random.pick(&["-1UL", "2147483648UL", "9223372036854775808UL"]).to_string(),
                false => random.below(12).to_string(),
            };
            parts.pass("unsigned long", size);
        }
        'N' => {
            // Mostly as much as the smallest buffer holds.
            let least = parts.buffers.iter().map(|buffer| buffer.bytes).min().unwrap_or(8);
            let size = if random.chance(12) { least + 1 } else { random.below(least + 1) };
            parts.pass("unsigned long", size.to_string());
        }
        'c' => parts.pass("int", *random.pick(&["'a'", "0", "'b'", "-1", "255", "256 + 'a'", "' '", "'z'"])),
        'C' => {
            let number = (random.below(257) as i64 - 1).to_string();
            parts.pass("int", number);
        }
        'i' => parts.pass("int", *random.pick(INTS)),
        'e' => parts.pass("int", *random.pick(&["0", "1", "2", "12", "34", "9999", "-1"])),
        'u' => parts.pass("unsigned", *random.pick(&["0u", "1u", "0x80000000u", "0xffffffffu", "0x1234u"])),
        'h' => parts.pass("unsigned short", *random.pick(&["0", "1", "0x1234", "0xffff"])),
        'l' => parts.pass("long", *random.pick(LONGS)),
        'x' => parts.pass("long long", *random.pick(LONGS)),
        'X' => parts
            .pass("unsigned long long", *random.pick(&["0ULL", "1ULL", "0x8000000000000000ULL", "~0ULL"])),
        'b' => {
            parts.pass("int", *random.pick(&["0", "10", "16", "8", "2", "36", "10", "0", "1", "37", "-1"]))
        }
        'k' => parts.pass("int", *random.pick(&["-1", "1000"])),
        '0' => parts.pass("int", "0"),
        '1' => parts.pass("int", "1"),
        'd' => parts.pass("double", *random.pick(FLOATS)),
        'f' => parts.pass("float", format!("(float){}", random.pick(FLOATS))),
        'g' => parts.pass("long double", format!("(long double){}", random.pick(FLOATS))),
        'A' => parts.pass("unsigned long", *random.pick(&["8UL", "16UL", "64UL", "0UL", "24UL", "1UL"])),
        't' => {
            parts.stdin = random.pick(STRINGS).replace("\\n", "\n").replace("\\xe9", "e").into_bytes();
            if random.chance(50) {
                parts.stdin.push(b'\n');
            }
            parts.pass("struct _IO_FILE *", "stdin");
        }
        'o' => parts.pass("struct _IO_FILE *", "stdout"),
        'E' => {
            let first = parts.buffers.first().cloned();
            let _ = writeln!(parts.setup, "    char untouched[1] = \"\";\n    char *end = untouched;");
            let buffers =
                first.into_iter().chain([Buffer { name: "untouched".to_owned(), bytes: 1 }]).collect();
            parts.seen.push(Seen::Address { value: "end".to_owned(), buffers });
            parts.pass("char **", "&end");
        }
        'I' => {
            let name = parts.variable("int", "77");
            parts.pass("int *", format!("&{name}"));
        }
        'Q' => {
            let _ = writeln!(parts.setup, "    double part = 0;");
            parts.pass("double *", "&part");
        }
        'J' => {
            let _ = writeln!(parts.setup, "    float part = 0;");
            parts.pass("float *", "&part");
        }
        'P' | 'R' => {
            if letter == 'R' && random.chance(20) {
                return parts.pass("void *", "(void *)0");
            }
            let size = 1 + random.below(30);
            let _ = writeln!(
                parts.setup,
                "    char *block = malloc({size});\n    if (!block) return 0;\n    block[0] = 'x';"
            );
            parts.pass("void *", "block");
            if letter == 'P' {
                parts.finish.push_str("    free(block);\n");
            }
        }
        'H' => {
            let _ = writeln!(parts.setup, "    char *text = 0;");
            parts.seen.push(Seen::Text("(r < 0 ? (char *)0 : text)".to_owned()));
            parts.finish.push_str("    if (r >= 0) free(text);\n");
            parts.pass("char **", "&text");
        }
        'G' => {
            let size = *random.pick(&[0, 2, 200]);
            let _ = writeln!(
                parts.setup,
                "    char *line = {};",
                match size {
                    0 => "0".to_owned(),
                    _ => format!("malloc({size})"),
                }
            );
            if size != 0 {
                parts.setup.push_str("    if (!line) return 0;\n");
            }
            let _ = writeln!(parts.setup, "    char *old = line;\n    unsigned long size = {size};");
            parts.seen.push(Seen::Text("(r < 0 ? (char *)0 : line)".to_owned()));
            parts.seen.push(Seen::Number("line != 0".to_owned()));
            parts.seen.push(Seen::Number("size >= 200".to_owned()));
            parts.finish.push_str("    free(line);\n");
            parts.pass("char **", "&line");
        }
        'K' => parts.pass("unsigned long *", "&size"),
        'T' => {
            let start = string(random, parts);
            let _ = writeln!(parts.setup, "    char *rest = {start};");
            let buffers = parts.buffers.clone();
            parts.seen.push(Seen::Address { value: "rest".to_owned(), buffers });
            parts.pass("char **", "&rest");
        }
        'Y' => {
            let _ = writeln!(parts.setup, "    void *new = 0;");
            parts.finish.push_str("    if (r == 0) free(new);\n");
            parts.pass("void **", "&new");
        }
        'L' => {
            let elements = 1 + random.below(4);
            let numbers: Vec<&str> = (0..elements).map(|_| *random.pick(INTS)).collect();
            let name = parts.buffer("int", elements, 4, &format!("{{ {} }}", numbers.join(", ")));
            let count = if random.chance(10) { elements + 1 } else { random.below(elements + 1) };
            parts.pass("void *", name);
            parts.pass("unsigned long", count.to_string());
            parts.pass("unsigned long", "sizeof(int)");
        }
        '<' => parts.pass("int (*)(const void *, const void *)", "compare_ints"),
        'U' => {
            let _ =
                writeln!(parts.setup, "    unsigned seed = {};", random.pick(&["0u", "1u", "0xffffffffu"]));
            parts.pass("unsigned *", "&seed");
        }
        'w' => parts.pass("int", *random.pick(&["0", "1", "2", "77"])),
        '%' => formats::print(random, parts),
        '&' => formats::scan(random, parts),
        other => panic!("unknown parameter {other}"),
    }
}
