//! Mutated programs: whatever the input, the parser answers, and every place it names exists.

use crate::support::on_large_stack;

/// A xorshift generator; the runs are the same every time.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % bound.max(1) as u64) as usize
    }
}

const SNIPPETS: &[&str] = &[
    "(",
    ")",
    "{",
    "}",
    "[",
    "]",
    ";",
    ",",
    ":",
    "*",
    "&&",
    "=",
    "\"",
    "'",
    "\\",
    "#",
    "/*",
    "*/",
    "//",
    "\n",
    "\\\n",
    "...",
    "->",
    "int ",
    "struct ",
    "typedef ",
    "T ",
    "__attribute__((",
    "))",
    "({",
    "})",
    "0x",
    "1e+",
    "?",
    "_Generic(",
    "sizeof",
    "asm(",
    "__extension__ ",
    "case ",
    "default:",
    "else ",
    "[[",
    "]]",
    "\u{e9}",
    "\0",
    "static_assert(",
    "bool ",
    "enum ",
    "goto ",
    "__label__ ",
    "typeof(",
    "_Pragma(",
    "\r\n",
    "$",
    "L\"",
    "u8'",
];

fn mutate(text: &mut Vec<u8>, others: &[Vec<u8>], random: &mut Random) {
    let at = random.below(text.len() + 1);
    match random.below(7) {
        0 => text.truncate(at),
        1 => {
            let end = (at + random.below(20)).min(text.len());
            text.drain(at..end);
        }
        2 => {
            let snippet = SNIPPETS[random.below(SNIPPETS.len())].bytes();
            text.splice(at..at, snippet);
        }
        3 => {
            let other = &others[random.below(others.len())];
            let from = random.below(other.len());
            let to = (from + random.below(60)).min(other.len());
            text.splice(at..at, other[from..to].iter().copied());
        }
        4 => {
            if let Some(byte) = text.get_mut(at) {
                *byte = random.below(256) as u8;
            }
        }
        5 => {
            let end = (at + random.below(30)).min(text.len());
            let copy = text[at..end].to_vec();
            text.splice(at..at, copy);
        }
        _ => {
            let other = random.below(text.len() + 1);
            let (from, to) = (at.min(other), at.max(other));
            text[from..to].reverse();
        }
    }
}

fn check(text: &[u8]) {
    let start = 7;
    let result = c_syntax::parse(text, start);
    let inside = |span: source::Span| {
        start <= span.start && span.start <= span.end && span.end as usize <= start as usize + text.len()
    };
    for diagnostic in &result.diagnostics {
        assert!(inside(diagnostic.span), "{diagnostic:?} in {:?}", String::from_utf8_lossy(text));
    }
    for (_, expr) in result.unit.exprs.iter() {
        assert!(inside(expr.span), "{expr:?} in {:?}", String::from_utf8_lossy(text));
    }
    for (_, statement) in result.unit.statements.iter() {
        assert!(inside(statement.span), "{statement:?} in {:?}", String::from_utf8_lossy(text));
    }
    c_syntax::dump::dump(&result.unit);
}

fn seeds() -> Vec<Vec<u8>> {
    let directory = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/probes");
    let mut paths: Vec<_> =
        std::fs::read_dir(directory).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths.iter().map(|path| std::fs::read(path).unwrap()).collect()
}

/// How many inputs; `BESOM_FUZZ_INPUTS` asks for a longer run.
fn inputs() -> usize {
    std::env::var("BESOM_FUZZ_INPUTS").ok().and_then(|count| count.parse().ok()).unwrap_or(60_000)
}

#[test]
fn fuzz_smoke() {
    on_large_stack(|| {
        let seeds = seeds();
        let mut random = Random(0x9e37_79b9_7f4a_7c15);
        for _ in 0..inputs() {
            let mut text = seeds[random.below(seeds.len())].clone();
            for _ in 0..=random.below(6) {
                mutate(&mut text, &seeds, &mut random);
            }
            check(&text);
        }
    });
}

#[test]
fn every_truncation_of_every_probe_is_answered() {
    on_large_stack(|| {
        for seed in seeds() {
            for length in 0..seed.len() {
                check(&seed[..length]);
            }
        }
    });
}
