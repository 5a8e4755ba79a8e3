//! Changes inputs: bytes here and there, or whole tokens.

use super::random::Random;
use std::ops::Range;

/// No mutation makes an input longer than this: small inputs are fast, and most defects are small.
pub const LONGEST: usize = 4096;

/// Tokens that C and its extensions know, and numbers at the edges.
const TOKENS: &[&str] = &[
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    ";",
    ",",
    ":",
    "?",
    "=",
    "+",
    "-",
    "*",
    "/",
    "%",
    "&",
    "|",
    "^",
    "~",
    "!",
    "<",
    ">",
    "<<",
    ">>",
    "<=",
    ">=",
    "==",
    "!=",
    "&&",
    "||",
    "++",
    "--",
    "->",
    ".",
    "...",
    "+=",
    "-=",
    "*=",
    "/=",
    "<<=",
    ">>=",
    "#",
    "\n# 7 \"x.h\" 1\n",
    "\n#pragma pack(push, 1)\n",
    "\\\n",
    "/*",
    "*/",
    "//",
    "\"",
    "'",
    "int",
    "char",
    "short",
    "long",
    "unsigned",
    "signed",
    "float",
    "double",
    "void",
    "_Bool",
    "__int128",
    "struct",
    "union",
    "enum",
    "typedef",
    "static",
    "extern",
    "register",
    "inline",
    "const",
    "volatile",
    "restrict",
    "_Atomic",
    "_Complex",
    "_Noreturn",
    "_Alignas(16)",
    "_Alignof(int)",
    "_Thread_local",
    "if",
    "else",
    "while",
    "do",
    "for",
    "switch",
    "case",
    "default",
    "break",
    "continue",
    "return",
    "goto",
    "sizeof",
    "_Generic",
    "_Static_assert(1, \"\")",
    "__typeof__",
    "__auto_type",
    "__extension__",
    "__label__",
    "asm",
    "__asm__ volatile",
    "__attribute__((packed))",
    "__attribute__((aligned(64)))",
    "__attribute__((vector_size(16)))",
    "__attribute__((mode(DI)))",
    "__attribute__((noreturn))",
    "__attribute__((cleanup(f)))",
    "__attribute__((constructor))",
    "__builtin_va_list",
    "__builtin_va_arg",
    "__builtin_va_start",
    "__builtin_offsetof",
    "__builtin_types_compatible_p",
    "__builtin_choose_expr",
    "__builtin_constant_p",
    "__builtin_expect",
    "__builtin_unreachable()",
    "__builtin_alloca",
    "__builtin_memcpy",
    "__builtin_add_overflow",
    "__sync_fetch_and_add",
    "__atomic_load_n",
    "__func__",
    "__PRETTY_FUNCTION__",
    "&&",
    "a",
    "b",
    "x",
    "f",
    "p",
    "T",
    "main",
    "0",
    "1",
    "-1",
    "2",
    "7",
    "31",
    "32",
    "63",
    "64",
    "127",
    "128",
    "255",
    "256",
    "32767",
    "65535",
    "2147483647",
    "2147483648",
    "4294967295",
    "9223372036854775807",
    "18446744073709551615",
    "99999999999999999999999999",
    "0x",
    "0x7fffffff",
    "0b101",
    "017",
    "08",
    "1.5",
    "1e308",
    "1e999",
    "0x1p-3",
    ".5f",
    "1.0L",
    "1i",
    "10UL",
    "1LL",
    "'a'",
    "'\\0'",
    "'\\xff'",
    "L'x'",
    "\"s\"",
    "\"\\x\"",
    "L\"w\"",
    "u8\"u\"",
    "\"%s\\n\"",
    "\u{e9}",
    "$",
    "@",
    "`",
    "\\",
    "\0",
    "\u{c}",
];

/// Applies one random change.
pub fn mutate(input: &mut Vec<u8>, other: &[u8], random: &mut Random) {
    match random.below(12) {
        0 => flip(input, random),
        1 => overwrite(input, random),
        2 => delete(input, random),
        3 => duplicate(input, random),
        4 => truncate(input, random),
        5 => splice(input, other, random),
        6 | 7 => replace_token(input, random),
        8 => insert_token(input, random),
        9 => delete_token(input, random),
        10 => swap_tokens(input, random),
        _ => copy_token(input, random),
    }
    input.truncate(LONGEST);
}

fn flip(input: &mut [u8], random: &mut Random) {
    if !input.is_empty() {
        let at = random.below(input.len());
        input[at] ^= 1 << random.below(8);
    }
}

fn overwrite(input: &mut [u8], random: &mut Random) {
    if !input.is_empty() {
        let at = random.below(input.len());
        input[at] = random.next() as u8;
    }
}

/// A short range of positions.
fn range(length: usize, random: &mut Random) -> Range<usize> {
    let start = random.below(length + 1);
    let end = (start + random.below(64)).min(length);
    start..end
}

fn delete(input: &mut Vec<u8>, random: &mut Random) {
    let range = range(input.len(), random);
    input.drain(range);
}

/// Repeats a part, sometimes many times: nesting grows.
fn duplicate(input: &mut Vec<u8>, random: &mut Random) {
    let range = range(input.len(), random);
    let part = input[range.clone()].to_vec();
    let times = if random.one_in(8) { 1 + random.below(100) } else { 1 };
    input.splice(range.end..range.end, part.repeat(times));
}

fn truncate(input: &mut Vec<u8>, random: &mut Random) {
    let length = random.below(input.len() + 1);
    input.truncate(length);
}

fn splice(input: &mut Vec<u8>, other: &[u8], random: &mut Random) {
    let start = random.below(other.len() + 1);
    let part = &other[start..(start + random.below(200)).min(other.len())];
    let range = range(input.len(), random);
    input.splice(range, part.iter().copied());
}

/// The tokens of a text, roughly: words, numbers, strings, and single other characters.
fn tokens(input: &[u8]) -> Vec<Range<usize>> {
    let is_word = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    let mut tokens = Vec::new();
    let mut at = 0;
    while at < input.len() {
        let start = at;
        at += 1;
        match input[start] {
            byte if byte.is_ascii_whitespace() => continue,
            byte if is_word(byte) => {
                while at < input.len() && is_word(input[at]) {
                    at += 1;
                }
            }
            b'"' => {
                while at < input.len() && input[at] != b'"' && input[at] != b'\n' {
                    at += 1;
                }
                at = (at + 1).min(input.len());
            }
            _ => {}
        }
        tokens.push(start..at);
    }
    tokens
}

fn random_token(input: &[u8], random: &mut Random) -> Option<Range<usize>> {
    let tokens = tokens(input);
    (!tokens.is_empty()).then(|| tokens[random.below(tokens.len())].clone())
}

fn replace_token(input: &mut Vec<u8>, random: &mut Random) {
    if let Some(range) = random_token(input, random) {
        input.splice(range, random.pick(TOKENS).bytes());
    }
}

fn insert_token(input: &mut Vec<u8>, random: &mut Random) {
    if let Some(range) = random_token(input, random) {
        let token = format!(" {} ", random.pick(TOKENS));
        input.splice(range.start..range.start, token.into_bytes());
    }
}

fn delete_token(input: &mut Vec<u8>, random: &mut Random) {
    if let Some(range) = random_token(input, random) {
        input.drain(range);
    }
}

fn swap_tokens(input: &mut Vec<u8>, random: &mut Random) {
    let (Some(a), Some(b)) = (random_token(input, random), random_token(input, random)) else { return };
    let (first, second) = if a.start <= b.start { (a, b) } else { (b, a) };
    if first.end <= second.start {
        let (early, late) = (input[first.clone()].to_vec(), input[second.clone()].to_vec());
        input.splice(second, early);
        input.splice(first, late);
    }
}

fn copy_token(input: &mut Vec<u8>, random: &mut Random) {
    let (Some(from), Some(to)) = (random_token(input, random), random_token(input, random)) else { return };
    let token = input[from].to_vec();
    input.splice(to, token);
}
