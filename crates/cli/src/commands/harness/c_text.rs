//! The C program of a harness.
//!
//! It includes the file that it tests, so it reaches static functions, too. It uses built-in functions only, so no header can
//! be in the way of the file's own ones.

use analyzer::{CallerMemory, Harness, HarnessCase, Home, Purpose, Word, field_name};
use interpreter::FaultKind;
use ir::{Module, Parameter, ResultKind, Scalar};
use source::SourceMap;
use std::fmt::Write as _;

/// What every harness begins with.
const HELPERS: &str = "\
static void *besom_kept[1024];
static unsigned besom_blocks;
static unsigned long long besom_result;

/* Memory of the caller, which keeps it. */
__attribute__((unused)) static char *besom_memory(unsigned long bytes) {
  char *block = __builtin_malloc(bytes);
  if (!block)
    __builtin_exit(77);
  besom_kept[besom_blocks++ % 1024] = block;
  return block;
}
__attribute__((unused)) static void besom_number(char *at, int bytes, unsigned long long number) {
  __builtin_memcpy(at, &number, bytes);
}
__attribute__((unused)) static void besom_address(char *at, void *address) {
  __builtin_memcpy(at, &address, sizeof address);
}
__attribute__((unused)) static float besom_float(unsigned bits) {
  float number;
  __builtin_memcpy(&number, &bits, sizeof number);
  return number;
}
__attribute__((unused)) static double besom_double(unsigned long long bits) {
  double number;
  __builtin_memcpy(&number, &bits, sizeof number);
  return number;
}
__attribute__((unused)) static long besom_callback() { return 0; }
";

/// For calls in which allocations fail; the linker leads the calls of the file here.
const FAILING: &str = "
static const char *besom_fails = \"\";
static int besom_allocation_fails(void) { return *besom_fails && *besom_fails++ == '1'; }
void *__real_malloc(__SIZE_TYPE__);
void *__wrap_malloc(__SIZE_TYPE__ bytes) { return besom_allocation_fails() ? 0 : __real_malloc(bytes); }
void *__real_calloc(__SIZE_TYPE__, __SIZE_TYPE__);
void *__wrap_calloc(__SIZE_TYPE__ count, __SIZE_TYPE__ bytes) {
  return besom_allocation_fails() ? 0 : __real_calloc(count, bytes);
}
void *__real_realloc(void *, __SIZE_TYPE__);
void *__wrap_realloc(void *block, __SIZE_TYPE__ bytes) {
  return besom_allocation_fails() ? 0 : __real_realloc(block, bytes);
}
";

const WRAP: &str = " -Wl,--wrap=malloc,--wrap=calloc,--wrap=realloc";

/// What is needed to write a harness.
pub struct Writer<'a> {
    pub module: &'a Module,
    pub map: &'a SourceMap,
    pub function: &'a str,
    /// The file that is tested.
    pub file: &'a str,
    /// How it is compiled.
    pub command: &'a str,
}

pub struct Written {
    pub text: String,
    pub summary: String,
    pub calls: usize,
}

/// One call that can be written.
struct Call<'h> {
    case: &'h HarnessCase,
    body: String,
    fails: bool,
}

impl Writer<'_> {
    pub fn write(&self, harness: &Harness) -> Written {
        let mut calls = Vec::new();
        let mut without = Vec::new();
        for case in &harness.cases {
            match case.memory.as_ref().and_then(|memory| self.body(harness, memory)) {
                Some(body) => {
                    let fails = case.memory.as_ref().is_some_and(|memory| !memory.fails.is_empty());
                    calls.push(Call { case, body, fails });
                }
                None => without.push(case),
            }
        }
        let is_error = |call: &Call<'_>| matches!(call.case.purpose, Purpose::Error { .. });
        let errors = calls.iter().filter(|call| is_error(call)).count();
        let mut text = self.head(&calls, &without);
        let has_main = self.module.function_named("main").is_some();
        if has_main {
            text.push_str("#define main besom_main_of_the_program\n");
        }
        // Writing to a string does not fail.
        let _ = writeln!(text, "#include \"{}\"", self.file);
        if has_main {
            text.push_str("#undef main\n");
        }
        text.push('\n');
        text.push_str(HELPERS);
        if calls.iter().any(|call| call.fails) {
            text.push_str(FAILING);
        }
        for (index, call) in calls.iter().enumerate() {
            let _ = write!(text, "\n/* {}", self.title(call.case));
            for line in &call.case.requires {
                let _ = write!(text, "\n     {}", line.replace("*/", "* /"));
            }
            let _ = write!(text, " */\nstatic void besom_call_{}(void) {{\n{}}}\n", index + 1, call.body);
        }
        text.push_str(&main_function(calls.len(), errors));
        let count = |count: usize, one: &str, many: &str| match count {
            1 => format!("1 {one}"),
            count => format!("{count} {many}"),
        };
        let mut summary = format!(
            "{}, {}",
            count(errors, "call that ends in an error", "calls that end in an error"),
            count(calls.len() - errors, "call that does not", "calls that do not")
        );
        if !without.is_empty() {
            let others = count(without.len(), "other", "others");
            let _ = write!(summary, "; no memory was found for {others}");
        }
        Written { text, summary, calls: calls.len() }
    }

    fn head(&self, calls: &[Call<'_>], without: &[&HarnessCase]) -> String {
        let wrap = if calls.iter().any(|call| call.fails) { WRAP } else { "" };
        let undefined = calls.iter().any(|call| match &call.case.purpose {
            Purpose::Error { error, .. } => sanitizer(error.kind) == "undefined",
            Purpose::Contract { .. } => false,
        });
        let sanitize = if undefined { "address,undefined" } else { "address" };
        let mut text = format!(
            "/* Calls `{}` of {} as its callers may, in memory that Besom found.\n\n   \
             {} -fsanitize={sanitize}{wrap} -o harness && ./harness\n\n   \
             An argument chooses a call; without one the first error is shown, or all contracts if there is none.\n",
            self.function, self.file, self.command
        );
        for (index, call) in calls.iter().enumerate() {
            let _ = writeln!(text, "   {:3}  {}", index + 1, self.title(call.case));
            if let Purpose::Error { error, .. } = &call.case.purpose {
                let _ = writeln!(text, "        {}", expectation(error.kind));
            }
            if call.case.memory.as_ref().is_some_and(|memory| memory.has_inputs) {
                text.push_str("        depends on inputs, which are not part of this program\n");
            }
            if let Purpose::Contract { assumed, .. } = &call.case.purpose
                && !assumed.is_empty()
            {
                let _ = writeln!(text, "        link with what defines {}", assumed.join(", "));
            }
        }
        for case in without {
            let _ = writeln!(text, "     -  no memory was found: {}", self.title(case));
        }
        text.push_str("*/\n");
        text
    }

    fn title(&self, case: &HarnessCase) -> String {
        match &case.purpose {
            Purpose::Error { error, is_certain } => {
                let place = self.map.place(error.place()).map(|place| place.to_string()).unwrap_or_default();
                let whom = match is_certain {
                    true => format!(", for every caller{}", error.of_callers),
                    false => ", if called so".to_owned(),
                };
                format!("error[{}] {place}: {}{whom}", error.kind.id(), error.text())
            }
            Purpose::Contract { number, .. } => format!("contract {number}: no error"),
        }
    }

    /// Builds the memory and calls the function. `None` if C has no name for something in it.
    fn body(&self, harness: &Harness, memory: &CallerMemory) -> Option<String> {
        let mut text = String::new();
        for (index, block) in memory.blocks.iter().enumerate() {
            if block.home == Home::Heap {
                let ty = block.ty.map(|(ty, _)| format!(" /* {} */", self.module.types.c_name(ty)));
                let ty = ty.unwrap_or_default();
                let name = heap_name(memory, index);
                let _ = writeln!(text, "  char *{name} = besom_memory({});{ty}", block.size);
            }
        }
        for (index, block) in memory.blocks.iter().enumerate() {
            for &(offset, bytes, word) in &block.words {
                let at = address(memory, index, offset as i64)?;
                let name = field_name(self.module, block, offset, bytes);
                let name = name.map(|name| format!(" /* {name} */")).unwrap_or_default();
                let _ = match word {
                    Word::Number(number) => {
                        writeln!(text, "  besom_number({at}, {bytes}, {number}u);{name}")
                    }
                    Word::Address { block, offset } => {
                        writeln!(text, "  besom_address({at}, {});{name}", address(memory, block, offset)?)
                    }
                };
            }
        }
        if !memory.fails.is_empty() {
            let fails: String = memory.fails.iter().map(|&fails| if fails { '1' } else { '0' }).collect();
            let _ = writeln!(text, "  besom_fails = \"{fails}\";");
        }
        let call = self.call(harness, memory)?;
        let _ = writeln!(text, "  {call};");
        Some(text)
    }

    fn call(&self, harness: &Harness, memory: &CallerMemory) -> Option<String> {
        let function = &self.module.functions[self.module.function_named(self.function)?];
        let signature = &self.module.signatures[function.signature];
        // An aggregate result has a register of its own, which C does not show.
        let hidden = usize::from(matches!(signature.result, ResultKind::Aggregate { .. }));
        let mut arguments = Vec::new();
        for (index, parameter) in signature.parameters.iter().enumerate() {
            let &(scalar, word) = memory.arguments.get(index + hidden)?;
            arguments.push(match parameter {
                Parameter::Scalar(_) => argument(memory, scalar, word)?,
                Parameter::Aggregate { .. } => {
                    let ty = self.module.types.c_name(harness.parameters.get(index + hidden)?.ty?);
                    let Word::Address { block, offset } = word else { return None };
                    format!("*({} *)({})", is_c_name(&ty).then_some(ty)?, address(memory, block, offset)?)
                }
            });
        }
        let call = format!("{}({})", self.function, arguments.join(", "));
        let keeps =
            matches!(signature.result, ResultKind::Scalar(scalar) if scalar == self.module.pointer_scalar());
        Some(if keeps { format!("besom_result = (unsigned long long){call}") } else { call })
    }
}

fn main_function(calls: usize, errors: usize) -> String {
    let mut text = "\nint main(int count, char **arguments) {\n  int chosen = 0;\n  for (char *digit = count > 1 ? arguments[1] : \"\"; *digit; digit++)\n    \
                    chosen = 10 * chosen + (*digit - '0');\n"
        .to_owned();
    if errors > 0 {
        text.push_str("  if (count < 2)\n    chosen = 1;\n");
    }
    for number in 1..=calls {
        let _ =
            write!(text, "  if (chosen == {number} || count < 2 && !chosen)\n    besom_call_{number}();\n");
    }
    text.push_str("  return 0;\n}\n");
    text
}

/// Blocks that the caller allocates are counted.
fn heap_name(memory: &CallerMemory, index: usize) -> String {
    let before = memory.blocks[..index].iter().filter(|block| block.home == Home::Heap).count();
    format!("block_{}", before + 1)
}

/// An address in a block.
fn address(memory: &CallerMemory, block: usize, offset: i64) -> Option<String> {
    let base = match &memory.blocks.get(block)?.home {
        Home::Heap => heap_name(memory, block),
        Home::Global(name) => format!("(char *)&{}", is_identifier(name).then_some(name)?),
        Home::Function(name) => format!("(char *){}", is_identifier(name).then_some(name)?),
        Home::Callback => "(char *)besom_callback".to_owned(),
    };
    Some(match offset {
        0 => base,
        offset if offset < 0 => format!("{base} - {}", offset.unsigned_abs()),
        offset => format!("{base} + {offset}"),
    })
}

fn argument(memory: &CallerMemory, scalar: Scalar, word: Word) -> Option<String> {
    let number = match word {
        Word::Address { block, offset } => {
            return Some(format!("(void *)({})", address(memory, block, offset)?));
        }
        Word::Number(number) => number,
    };
    match scalar {
        Scalar::F32 => Some(format!("besom_float({}u)", number as u32)),
        Scalar::F64 => Some(format!("besom_double({}ull)", number as u64)),
        scalar if scalar.is_float() => None,
        scalar => Some(signed(number, scalar.bits())),
    }
}

/// A number as C writes it; parameters without a sign take it modulo their range.
fn signed(number: u128, bits: u32) -> String {
    let shift = 128 - bits.min(64);
    match ((number << shift) as i128) >> shift {
        value if i32::try_from(value).is_ok() && value != i128::from(i32::MIN) => value.to_string(),
        _ => format!("{}ull", number as u64),
    }
}

fn is_identifier(name: &str) -> bool {
    let mut letters = name.chars();
    letters.next().is_some_and(|first| first.is_alphabetic() || first == '_')
        && letters.all(|letter| letter.is_alphanumeric() || letter == '_')
}

/// Whether a type has a name that can be written in another place.
fn is_c_name(ty: &str) -> bool {
    ty.split(' ').all(is_identifier)
}

/// Which sanitizer notices such an error.
fn sanitizer(kind: FaultKind) -> &'static str {
    match kind {
        FaultKind::NullDereference
        | FaultKind::UseAfterFree
        | FaultKind::OutOfBounds
        | FaultKind::UseAfterScope
        | FaultKind::NoProvenance
        | FaultKind::WriteToConstant
        | FaultKind::DoubleFree
        | FaultKind::FreeInsideBlock
        | FaultKind::FreeNotHeap
        | FaultKind::MemoryLost => "address",
        FaultKind::SignedOverflow
        | FaultKind::DivisionByZero
        | FaultKind::ShiftOutOfRange
        | FaultKind::ShiftOverflow => "undefined",
        _ => "",
    }
}

/// What the sanitizers say about it.
fn expectation(kind: FaultKind) -> &'static str {
    match kind {
        FaultKind::NullDereference | FaultKind::NoProvenance | FaultKind::WriteToConstant => {
            "AddressSanitizer: SEGV"
        }
        FaultKind::UseAfterFree => "AddressSanitizer: heap-use-after-free",
        FaultKind::OutOfBounds => "AddressSanitizer: heap-buffer-overflow, or that of another kind of memory",
        FaultKind::UseAfterScope => {
            "AddressSanitizer: stack-use-after-scope or, with ASAN_OPTIONS=detect_stack_use_after_return=1, stack-use-after-return"
        }
        FaultKind::DoubleFree => "AddressSanitizer: attempting double-free",
        FaultKind::FreeInsideBlock | FaultKind::FreeNotHeap => {
            "AddressSanitizer: attempting free on address which was not malloc()-ed"
        }
        FaultKind::MemoryLost => "LeakSanitizer: detected memory leaks, at the end of the program",
        FaultKind::UninitialisedUse => "valgrind notices it, without -fsanitize",
        kind if sanitizer(kind) == "undefined" => "UndefinedBehaviorSanitizer: runtime error",
        _ => "no sanitizer is known to notice it",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_the_sign_of_their_width() {
        assert_eq!(signed(0xffff_ffff, 32), "-1");
        assert_eq!(signed(7, 8), "7");
        assert_eq!(signed(0x80, 8), "-128");
        assert_eq!(signed(0x8000_0000, 32), "2147483648ull");
        assert_eq!(signed(u128::from(u64::MAX), 64), "-1");
        assert_eq!(signed(1 << 40, 64), "1099511627776ull");
    }

    #[test]
    fn names_that_were_made_up_are_no_c() {
        assert!(is_identifier("next_node") && !is_identifier("f.count") && !is_identifier(""));
        assert!(is_c_name("struct pair") && !is_c_name("struct <anonymous>"));
    }
}
