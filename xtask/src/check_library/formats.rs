//! Random formats with arguments that fit them.

use super::calls::{Parts, string};
use random_programs::Random;

const INTEGERS: &[(&str, &[&str])] = &[
    ("", &["0", "7", "-12", "2147483647", "(-2147483647 - 1)"]),
    ("l", &["0L", "-5L", "123456789012L"]),
    ("ll", &["1LL", "-9223372036854775807LL"]),
    ("hh", &["65", "300", "-1"]),
    ("h", &["1", "70000"]),
];

/// One of some texts.
fn pick(random: &mut Random, texts: &[&'static str]) -> &'static str {
    texts[random.below(texts.len())]
}

/// A format of the `printf` family, and its arguments.
pub fn print(random: &mut Random, parts: &mut Parts) {
    let mut format = String::new();
    let mut arguments: Vec<(&'static str, String)> = Vec::new();
    for _ in 0..1 + random.below(3) {
        format.push_str(pick(random, &["", "a", "%%", ": "]));
        let flags: String = ["-", "+", " ", "#", "0"].into_iter().filter(|_| random.chance(12)).collect();
        let width = pick(random, &["", "", "", "1", "5", "12"]);
        let precision = pick(random, &["", "", "", ".0", ".", ".3", ".9"]);
        match random.below(10) {
            0..=5 => {
                let (modifier, values) = *random.pick(INTEGERS);
                let conversion = pick(random, &["d", "i", "u", "x", "X", "o"]);
                format.push_str(&format!("%{flags}{width}{precision}{modifier}{conversion}"));
                arguments.push(("", random.pick(values).to_string()));
            }
            6 | 7 => {
                format.push_str(&format!("%{}{width}{precision}s", if random.chance(20) { "-" } else { "" }));
                // The sanitizer takes a precision of zero for none, and looks for the end of the string.
                let text = match precision {
                    "." | ".0" => parts.buffer("char", 2, 1, "\"b\""),
                    _ => string(random, parts),
                };
                arguments.push(("", text));
            }
            8 => {
                format.push_str(&format!("%{width}c"));
                arguments.push(("", pick(random, &["'x'", "65", "300"]).to_owned()));
            }
            _ => {
                let conversion = pick(random, &["f", "e", "g"]);
                format.push_str(&format!("%{flags}{width}{precision}{conversion}"));
                arguments.push(("", pick(random, &["0.5", "-1.25", "1e10"]).to_owned()));
            }
        }
    }
    parts.pass("const char *", format!("\"{format}\""));
    for (kind, value) in arguments {
        parts.pass(kind, value);
    }
}

/// A format of the `scanf` family, and places for what it reads.
pub fn scan(random: &mut Random, parts: &mut Parts) {
    if parts.stdin.is_empty() {
        parts.stdin = pick(random, &["", "12 ab", "-7,x", "  99x", "abc 3", "5abc"]).as_bytes().to_vec();
    }
    let mut format = String::new();
    let mut places: Vec<String> = Vec::new();
    for _ in 0..1 + random.below(3) {
        format.push_str(pick(random, &["", "", " ", ",", "abc"]));
        match random.below(8) {
            0..=2 => {
                format.push_str(pick(random, &["%d", "%i", "%u", "%x", "%2d"]));
                let name = parts.variable("int", "77");
                places.push(format!("&{name}"));
            }
            3 => {
                format.push_str("%n");
                let name = parts.variable("int", "78");
                places.push(format!("&{name}"));
            }
            4 => format.push_str(pick(random, &["%*d", "%*s"])),
            5 => {
                format.push_str("%3c");
                places.push(parts.buffer("char", 4, 1, "\"zzz\""));
            }
            _ => {
                format.push_str(pick(random, &["%3s", "%3[a-c]", "%3[^ ]"]));
                places.push(parts.buffer("char", *random.pick(&[4, 4, 4, 2]), 1, "\"z\""));
            }
        }
    }
    parts.pass("const char *", format!("\"{format}\""));
    for place in places {
        parts.pass("", place);
    }
}
