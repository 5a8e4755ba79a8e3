//! Sizes, alignments, offsets and bit positions of random types agree with the C compiler.
//!
//! The types are generated, laid out by us, and handed to the compiler twice per data model: with a
//! static assertion for each size, alignment and offset, and as objects with one bit-field set to
//! all ones, whose bytes are read back from the assembly. `LAYOUT_TYPES` sets the number of types
//! (per data model).
//!
//! GCC is the reference. Clang lays some types out in its own way: bit-fields with an alignment of
//! their own, records with two alignments, and on i386 what GCC keeps in integer registers. So it
//! gets a corpus without them, if it is installed.

use crate::compiler::{objects_in_assembly, run_compiler};
use crate::random::{Random, number, seed};
use c_types::typed::Program;
use c_types::types::{BitRange, RecordId, Type};
use source::DataModel;
use std::collections::HashMap;
use std::fmt::Write as _;

const DEFAULT_TYPES: usize = 5_000;

const PRELUDE: &str = "
enum plain { plain_a, plain_b = 3000 };
enum negative { negative_a = -1 };
enum wide { wide_a = 0x123456789aLL };
enum __attribute__((packed)) small { small_a, small_b = 200 };
enum __attribute__((packed)) small_signed { small_signed_a = -300 };
typedef int int_1 __attribute__((aligned(1)));
typedef int int_2 __attribute__((aligned(2)));
typedef int int_8 __attribute__((aligned(8)));
typedef long long long_2 __attribute__((aligned(2)));
typedef long long long_4 __attribute__((aligned(4)));
typedef long long long_8 __attribute__((aligned(8)));
typedef char char_16 __attribute__((aligned(16)));
typedef double double_32 __attribute__((aligned(32)));
typedef unsigned int word_di __attribute__((mode(DI)));
typedef int word_qi __attribute__((__mode__(__QI__)));
typedef float vector_4 __attribute__((vector_size(16)));
typedef short vector_2 __attribute__((vector_size(8)));
";

/// Types of bit-fields, with their greatest width.
const BIT_TYPES: &[(&str, u64)] = &[
    ("char", 8),
    ("unsigned char", 8),
    ("short", 16),
    ("unsigned short", 16),
    ("int", 32),
    ("unsigned", 32),
    ("long", 32),
    ("unsigned long long", 64),
    ("long long", 64),
    ("_Bool", 1),
    ("enum plain", 32),
    ("enum wide", 64),
    ("enum small", 8),
    ("int_1", 32),
    ("int_2", 32),
    ("int_8", 32),
    ("long_2", 64),
    ("long_4", 64),
    ("long_8", 64),
    ("word_di", 64),
];

const FIELD_TYPES: &[&str] = &[
    "char",
    "signed char",
    "short",
    "int",
    "unsigned",
    "long",
    "long long",
    "float",
    "double",
    "long double",
    "_Bool",
    "void *",
    "enum plain",
    "enum negative",
    "enum wide",
    "enum small",
    "enum small_signed",
    "int_1",
    "int_2",
    "int_8",
    "long_2",
    "long_4",
    "long_8",
    "char_16",
    "double_32",
    "word_di",
    "word_qi",
    "vector_4",
    "vector_2",
    "_Complex float",
    "_Complex double",
    "_Complex long double",
    "_Atomic long long",
    "_Atomic int",
    "__builtin_va_list",
];

const COMMON_FIELD_TYPES: &[&str] = &[
    "char",
    "signed char",
    "short",
    "int",
    "unsigned",
    "long",
    "long long",
    "float",
    "double",
    "long double",
    "_Bool",
    "void *",
    "enum plain",
    "enum negative",
    "enum wide",
    "enum small",
    "enum small_signed",
    "int_1",
    "int_2",
    "int_8",
    "long_2",
    "char_16",
    "double_32",
    "word_di",
    "word_qi",
    "vector_4",
    "_Complex float",
    "_Complex double",
    "_Complex long double",
    "_Atomic int",
    "__builtin_va_list",
];

/// Types whose elements are not aligned more than they are large, so that arrays of them are legal.
const ELEMENT_TYPES: &[&str] = &[
    "char",
    "short",
    "int",
    "long",
    "long long",
    "double",
    "long double",
    "void *",
    "enum small",
    "int_1",
    "long_4",
];

/// Which types a corpus has.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Corpus {
    /// All that GCC accepts.
    Gcc,
    /// Those that Clang lays out as GCC does.
    Common,
}

/// The first of them, which have no alignment of their own.
const PLAIN_BIT_TYPES: usize = 13;

struct Generator {
    corpus: Corpus,
    random: Random,
    text: String,
    /// The records written so far, by keyword and tag.
    records: Vec<String>,
    next_field: usize,
}

impl Generator {
    fn generate(corpus: Corpus, seed: u64, count: usize) -> Generator {
        let random = Random::new(seed);
        let mut generator =
            Generator { corpus, random, text: PRELUDE.to_owned(), records: Vec::new(), next_field: 0 };
        for index in 0..count {
            generator.record(index);
        }
        generator
    }

    fn record(&mut self, index: usize) {
        let pack = self.random.chance(15).then(|| self.random.pick(&["1", "2", "4", "8", "16"]));
        if let Some(pack) = pack {
            let _ = writeln!(self.text, "#pragma pack(push, {pack})");
        }
        let keyword = if self.random.chance(20) { "union" } else { "struct" };
        let before = match self.corpus {
            Corpus::Gcc => self.type_attribute(8),
            Corpus::Common => String::new(),
        };
        let _ = writeln!(self.text, "{keyword} {before} s{index} {{");
        self.members(2);
        let is_struct = keyword == "struct";
        if is_struct && self.next_field > 0 && self.random.chance(8) {
            let element = self.random.pick(ELEMENT_TYPES);
            let _ = writeln!(self.text, "  char c{0}; {element} f{0}[];", self.next_field);
            self.next_field += 1;
        }
        let after = self.type_attribute(12);
        let _ = writeln!(self.text, "}} {after};");
        if pack.is_some() {
            self.text.push_str("#pragma pack(pop)\n");
        }
        self.records.push(format!("{keyword} s{index}"));
    }

    fn type_attribute(&mut self, percent: u64) -> String {
        if !self.random.chance(percent) {
            return String::new();
        }
        let alignment = self.random.pick(&["1", "2", "4", "8", "16", "64"]);
        match self.random.below(4) {
            0 => "__attribute__((packed))".to_owned(),
            1 => format!("__attribute__((aligned({alignment})))"),
            2 => format!("__attribute__((packed, aligned({alignment})))"),
            _ => "__attribute__((aligned))".to_owned(),
        }
    }

    fn field_attribute(&mut self) -> String {
        if !self.random.chance(20) {
            return String::new();
        }
        let alignment = self.random.pick(&["1", "2", "4", "8", "16"]);
        match self.random.below(3) {
            0 => " __attribute__((packed))".to_owned(),
            1 => format!(" __attribute__((aligned({alignment})))"),
            _ => format!(" __attribute__((packed, aligned({alignment})))"),
        }
    }

    fn members(&mut self, depth: u32) {
        for _ in 0..self.random.below(6) {
            self.member(depth);
        }
    }

    fn member(&mut self, depth: u32) {
        let name = format!("f{}", self.next_field);
        self.next_field += 1;
        let attribute = self.field_attribute();
        match self.random.below(20) {
            0..=8 => self.bit_field(&name, &attribute),
            9..=13 => {
                let types = match self.corpus {
                    Corpus::Gcc => FIELD_TYPES,
                    Corpus::Common => COMMON_FIELD_TYPES,
                };
                let ty = self.random.pick(types);
                let _ = writeln!(self.text, "  {ty} {name}{attribute};");
            }
            14 | 15 => {
                let ty = self.random.pick(ELEMENT_TYPES);
                let length = self.random.below(4);
                let _ = writeln!(self.text, "  {ty} {name}[{length}]{attribute};");
            }
            16 | 17 if !self.records.is_empty() => {
                let index = self.random.below(self.records.len() as u64) as usize;
                // Mostly recent ones, so that sizes stay small.
                let index = index.max(self.records.len().saturating_sub(8));
                let ty = &self.records[index];
                let _ = writeln!(self.text, "  {ty} {name}{attribute};");
            }
            _ if depth > 0 => {
                let keyword = self.random.pick(&["struct", "union"]);
                let inner = self.type_attribute(10);
                let _ = writeln!(self.text, "  {keyword} {{");
                self.members(depth - 1);
                let _ = writeln!(self.text, "  }} {inner};");
            }
            _ => self.bit_field(&name, &attribute),
        }
    }

    fn bit_field(&mut self, name: &str, attribute: &str) {
        let (types, attribute) = match self.corpus {
            Corpus::Gcc => (BIT_TYPES, attribute),
            Corpus::Common => (&BIT_TYPES[..PLAIN_BIT_TYPES], ""),
        };
        let (ty, greatest) = types[self.random.below(types.len() as u64) as usize];
        if self.random.chance(12) {
            let width = if self.random.chance(50) { 0 } else { self.random.below(greatest + 1) };
            let _ = writeln!(self.text, "  {ty} : {width}{attribute};");
        } else {
            let width = 1 + self.random.below(greatest);
            let _ = writeln!(self.text, "  {ty} {name} : {width}{attribute};");
        }
    }
}

/// A member that can be named from outside, with its position in bits.
struct Named {
    name: String,
    offset: u64,
    bits: Option<BitRange>,
    is_bool: bool,
}

fn named_members(program: &Program, record: RecordId, base: u64, members: &mut Vec<Named>) {
    let Some(layout) = &program.types.records[record].layout else { return };
    for field in &layout.fields {
        let offset = base + field.offset;
        match (field.name, program.record_of(field.ty.ty)) {
            (Some(name), _) => members.push(Named {
                name: program.names.text(name).to_owned(),
                offset,
                bits: field.bits,
                is_bool: *program.types.get(field.ty.ty) == Type::Bool,
            }),
            (None, Some(inner)) => named_members(program, inner, offset, members),
            (None, None) => {}
        }
    }
}

/// The expected bytes of an object in which one bit-field is all ones.
fn expected_bytes(size: u64, offset: u64, bits: BitRange) -> Vec<u8> {
    let mut bytes = vec![0u8; size as usize];
    for bit in 0..u64::from(bits.width) {
        let position = offset * 8 + u64::from(bits.offset) + bit;
        bytes[(position / 8) as usize] |= 1 << (position % 8);
    }
    bytes
}

/// `None` if the compiler is not installed.
fn accepts(compiler: &str, flag: &str, source: &str) -> Option<()> {
    let arguments = [flag, "-std=gnu11", "-w", "-fsyntax-only", "-x", "c", "-"];
    let (is_ok, _, errors) = run_compiler(compiler, &arguments, source)?;
    let start: Vec<&str> = errors.lines().take(40).collect();
    assert!(is_ok, "{compiler} {flag} disagrees:\n{}", start.join("\n"));
    Some(())
}

fn agree(corpus: Corpus, model: DataModel, flag: &str) {
    let count = number("LAYOUT_TYPES", DEFAULT_TYPES as u64) as usize;
    let generator = Generator::generate(corpus, seed(), count);
    let parsed = c_syntax::parse(generator.text.as_bytes(), 1);
    assert_eq!(parsed.diagnostics, []);
    let checked = c_types::check(parsed.unit, model);
    assert_eq!(checked.diagnostics, []);
    let program = checked.program;
    let mut assertions = String::new();
    let mut objects = String::new();
    let mut expected = HashMap::new();
    for (id, record) in program.types.records.iter() {
        let Some(tag) = record.tag.map(|tag| program.names.text(tag)) else { continue };
        let (Some(layout), true) = (&record.layout, tag.starts_with('s')) else { continue };
        let keyword = if record.is_union { "union" } else { "struct" };
        let _ = writeln!(
            assertions,
            "_Static_assert(sizeof({keyword} {tag}) == {}, \"size of {tag}\");\n\
             _Static_assert(__alignof__({keyword} {tag}) == {}, \"alignment of {tag}\");",
            layout.size, layout.alignment
        );
        let mut members = Vec::new();
        named_members(&program, id, 0, &mut members);
        for Named { name, offset, bits, is_bool } in members {
            match bits {
                None => {
                    let _ = writeln!(
                        assertions,
                        "_Static_assert(__builtin_offsetof({keyword} {tag}, {name}) == {offset}, \"offset of {name} in {tag}\");"
                    );
                }
                Some(bits) => {
                    let object = format!("v_{tag}_{name}");
                    let ones = if is_bool { "1" } else { "-1" };
                    let _ = writeln!(objects, "{keyword} {tag} {object} = {{ .{name} = {ones} }};");
                    expected.insert(object, expected_bytes(layout.size, offset, bits));
                }
            }
        }
    }
    let source = format!("{}{assertions}", generator.text);
    let compilers: &[&str] = match corpus {
        Corpus::Gcc => &["gcc"],
        Corpus::Common => &["gcc", "clang"],
    };
    for compiler in compilers {
        accepts(compiler, flag, &source);
    }
    let source = format!("{}{objects}", generator.text);
    let arguments = [flag, "-std=gnu11", "-w", "-fno-pic", "-S", "-O0", "-o", "-", "-x", "c", "-"];
    let Some((is_ok, assembly, errors)) = run_compiler("gcc", &arguments, &source) else { return };
    assert!(is_ok, "{errors}");
    let found = objects_in_assembly(&assembly);
    let mut names: Vec<&String> = expected.keys().collect();
    names.sort();
    let mut mismatches = Vec::new();
    for name in names {
        let bytes = found.get(name).cloned().unwrap_or_default();
        if bytes != expected[name] {
            mismatches.push(format!("{name}: gcc has {bytes:x?}, we have {:x?}", expected[name]));
        }
    }
    assert!(
        mismatches.is_empty(),
        "{} bit-fields differ:\n{}",
        mismatches.len(),
        mismatches[..mismatches.len().min(20)].join("\n")
    );
    assert!(!expected.is_empty());
}

#[test]
fn lp64_agrees_with_gcc() {
    agree(Corpus::Gcc, DataModel::Lp64, "-m64");
}

#[test]
fn ilp32_agrees_with_gcc() {
    agree(Corpus::Gcc, DataModel::Ilp32, "-m32");
}

#[test]
fn lp64_agrees_with_clang() {
    agree(Corpus::Common, DataModel::Lp64, "-m64");
}

#[test]
fn ilp32_agrees_with_clang() {
    agree(Corpus::Common, DataModel::Ilp32, "-m32");
}
