//! The analysis's models of library functions against those of the interpreter.
//!
//! Each case is an expression over a string of inputs. The interpreter executes it on inputs; the
//! analysis must then agree that its result is possible, both where the inputs are known before the
//! call and where they become known only after it. Where the interpreter runs into an error, the
//! analysis must not call the program free of errors.

use interpreter::{Exit, FaultClass, FaultKind, ListedChoices};
use interprocedural::{Request, Verdict, check};
use ir::Module;
use source::DataModel;
use symbolic_execution::Options;

const HEADER: &str = "
typedef unsigned long size_t;
typedef struct file FILE;
extern void *malloc(size_t); extern void free(void *);
extern char *strdup(const char *); extern char *strndup(const char *, size_t);
extern size_t strlen(const char *); extern size_t strnlen(const char *, size_t);
extern char *strcpy(char *, const char *); extern char *stpcpy(char *, const char *);
extern char *strncpy(char *, const char *, size_t); extern char *stpncpy(char *, const char *, size_t);
extern size_t strlcpy(char *, const char *, size_t); extern size_t strlcat(char *, const char *, size_t);
extern char *strcat(char *, const char *); extern char *strncat(char *, const char *, size_t);
extern int strcmp(const char *, const char *); extern int strncmp(const char *, const char *, size_t);
extern int strcasecmp(const char *, const char *); extern int strncasecmp(const char *, const char *, size_t);
extern char *strchr(const char *, int); extern char *strrchr(const char *, int);
extern char *strchrnul(const char *, int); extern char *strstr(const char *, const char *);
extern size_t strspn(const char *, const char *); extern size_t strcspn(const char *, const char *);
extern char *strpbrk(const char *, const char *);
extern char *strtok(char *, const char *); extern char *strtok_r(char *, const char *, char **);
extern char *strsep(char **, const char *);
extern void *memchr(const void *, int, size_t); extern void *memrchr(const void *, int, size_t);
extern int memcmp(const void *, const void *, size_t); extern void *mempcpy(void *, const void *, size_t);
extern void *memmove(void *, const void *, size_t); extern void bzero(void *, size_t);
extern int atoi(const char *); extern long strtol(const char *, char **, int);
extern unsigned long strtoul(const char *, char **, int);
extern int abs(int); extern int ffs(int);
extern int isalpha(int); extern int isdigit(int); extern int isspace(int); extern int ispunct(int);
extern int isxdigit(int); extern int isprint(int); extern int iscntrl(int); extern int isalnum(int);
extern int toupper(int); extern int tolower(int); extern int toascii(int);
extern const unsigned short **__ctype_b_loc(void); extern const int **__ctype_toupper_loc(void);
extern int sprintf(char *, const char *, ...); extern int snprintf(char *, size_t, const char *, ...);
extern int sscanf(const char *, const char *, ...);
extern char __VERIFIER_nondet_char(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
static int sign(int order) { return order < 0 ? -1 : order > 0; }
";

/// The expressions, over `s` (five inputs and a zero), `t` (two inputs and a zero), `u` (six inputs,
/// which need not end), `d` (eight bytes of `z`), `c` (the first input, as a number from 0 to 255) and
/// `end` (a pointer).
const CASES: &[&str] = &[
    "strlen(s)",
    "strlen(s + 2)",
    "strlen(u)",
    "strnlen(s, 3)",
    "strnlen(u, 6)",
    "strnlen(u, 7)",
    "(strcpy(d, s), d[2])",
    "stpcpy(d, s) - d",
    "(strcpy(d + 3, s), strlen(d))",
    "(strncpy(d, s, 4), d[3])",
    "(strncpy(d, u, 8), d[6])",
    "stpncpy(d, s, 3) - d",
    "(n = strlcpy(d, s, 4), n + strlen(d))",
    "(strcpy(d, t), n = strlcat(d, s, 6), n + strlen(d))",
    "(strcpy(d, t), strcat(d, s), strlen(d))",
    "(strcpy(d, s), strcat(d, s), strlen(d))",
    "(strcpy(d, t), strncat(d, u, 3), strlen(d))",
    "sign(strcmp(s, t))",
    "sign(strcmp(s, s + 1))",
    "sign(strncmp(s, t, 2))",
    "sign(strncmp(s, \"ab\", 4))",
    "sign(strcasecmp(s, t))",
    "sign(strncasecmp(s, \"AB1\", 2))",
    "(p = strchr(s, 'b')) ? p - s : 9",
    "(p = strchr(s, c)) ? p - s : 9",
    "(p = strrchr(s, 'b')) ? p - s : 9",
    "(p = strrchr(s, 0)) ? p - s : 9",
    "strchrnul(s, 'a') - s",
    "(p = strstr(s, t)) ? p - s : 9",
    "strspn(s, t)",
    "strcspn(s, t)",
    "(p = strpbrk(s, \"1 \")) ? p - s : 9",
    "(p = strtok(s, \" \")) ? p - s + strlen(p) : 9",
    "(strtok(s, t), p = strtok(0, t)) ? p - s : 9",
    "(p = strtok_r(s, \" \", &end)) ? p - s : 9",
    "(end = s, p = strsep(&end, \" \")) ? (end ? end - p : 8) : 9",
    "(p = memchr(s, 'b', 5)) ? p - s : 9",
    "(p = memchr(u, 'a', 7)) ? p - u : 9",
    "(p = memrchr(s, 'a', 5)) ? p - s : 9",
    "sign(memcmp(s, t, 2))",
    "sign(memcmp(s, u, 7))",
    "(char *)mempcpy(d, s, 4) - d",
    "(memmove(d + 1, d, 3), memmove(s, s + 1, 4), s[1])",
    "(bzero(d, 3), strlen(d))",
    "atoi(s)",
    "(n = strtol(s, &end, 0), n + (end - s))",
    "strtoul(t, 0, 16)",
    "abs((char)c)",
    "ffs(c)",
    "__builtin_popcount(c)",
    "__builtin_clz(c)",
    "__builtin_ctz(c)",
    "__builtin_bswap16(c)",
    "isalpha(c)",
    "isdigit(c)",
    "isspace(c)",
    "ispunct(c)",
    "isxdigit(c)",
    "isprint(c)",
    "iscntrl(c)",
    "isalnum(s[1])",
    "toupper(c)",
    "tolower(c)",
    "toascii(c)",
    "(*__ctype_b_loc())[c] >> 8",
    "(*__ctype_toupper_loc())[c]",
    "sprintf(d, \"%d\", s[0])",
    "sprintf(d, \"%s\", s)",
    "sprintf(d, \"%s%s\", s, t)",
    "sprintf(d, \"%.3s|%2d\", s, c)",
    "(sprintf(d, \"%-4d%c\", c, 'x'), d[3])",
    "(n = snprintf(d, 4, \"%s\", s), n + strlen(d))",
    "snprintf(0, 0, \"%5s%x\", t, c)",
    "sprintf(d, \"%ld\", c)",
    "(sscanf(s, \"%d\", &n), n)",
    "sscanf(s, \"%1s%2s\", d, d + 4)",
    "(p = strdup(s), n = strlen(p), free(p), n)",
    "(p = strndup(u, 3), n = p[2], free(p), n)",
];

fn program(expression: &str, before: &str, after: &str) -> Module {
    let text = format!(
        "{HEADER}
int main(void) {{
    char i0 = __VERIFIER_nondet_char(), i1 = __VERIFIER_nondet_char(), i2 = __VERIFIER_nondet_char();
    char i3 = __VERIFIER_nondet_char(), i4 = __VERIFIER_nondet_char(), i5 = __VERIFIER_nondet_char();
    {before}
    char s[6], t[3], u[6], d[9];
    s[0] = i0; s[1] = i1; s[2] = i2; s[3] = i3; s[4] = i4; s[5] = 0;
    t[0] = i4; t[1] = i5; t[2] = 0;
    u[0] = i0; u[1] = i1; u[2] = i2; u[3] = i3; u[4] = i4; u[5] = i5;
    for (int k = 0; k < 8; k++) d[k] = 'z';
    d[8] = 0;
    char *p = 0, *end = 0;
    int c = (unsigned char)i0, n = 0;
    long r = {expression};
    {after}
    return r & 255;
}}"
    );
    let parsed = c_syntax::parse(text.as_bytes(), 1);
    assert!(parsed.diagnostics.is_empty(), "{expression}: {:?}", parsed.diagnostics);
    let checked = c_types::check(parsed.unit, DataModel::Lp64);
    ir_lowering::lower(&checked.program)
}

fn is_error(kind: FaultKind) -> bool {
    matches!(kind.class(), FaultClass::Undefined | FaultClass::Leak)
}

fn request(counts: fn(FaultKind) -> bool) -> Request {
    Request {
        options: Options {
            allocation_may_fail: false,
            check_overflow: false,
            check_uninitialised: true,
            volatile_may_change: true,
            check_shifts: false,
            split_on_offsets: false,
            allocates_optional_blocks: false,
            keeps_derivation: false,
            broken_rule: None,
            stop: Default::default(),
        },
        counts,
        check_cleanup: false,
        hunt_steps: 4_000,
        proof_steps: 20_000,
    }
}

/// What an execution comes to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Seen {
    Status(i32),
    Error(FaultKind),
}

fn execute(module: &Module, inputs: [i8; 6]) -> Seen {
    let options = interpreter::Options {
        choices: Box::new(ListedChoices::of_inputs(inputs.map(i128::from))),
        ..interpreter::Options::default()
    };
    let result = interpreter::run_main(module, options);
    match (result.fault, result.exit) {
        (Some(fault), _) => Seen::Error(fault.kind),
        (None, Exit::Status(status)) => Seen::Status(status),
        (None, other) => panic!("{other:?}"),
    }
}

fn inputs_of(case: usize, round: usize) -> [i8; 6] {
    const ALPHABET: [i8; 8] = [0, 97, 98, 65, 49, 32, -1, 50];
    let mut state = (case as u64 * 31 + round as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    std::array::from_fn(|_| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ALPHABET[(state >> 33) as usize % ALPHABET.len()]
    })
}

fn assumption(inputs: [i8; 6]) -> String {
    (0..6).map(|index| format!("__VERIFIER_assume(i{index} == {});", inputs[index])).collect()
}

/// Whether the analysis says that nothing of the kind happens.
fn is_excluded(module: &Module, counts: fn(FaultKind) -> bool) -> bool {
    matches!(check(module, &request(counts)).verdict, Verdict::Proved)
}

/// As [`is_excluded`], by the search for a proof alone, which does not follow every execution.
fn is_excluded_by_proof(module: &Module, counts: fn(FaultKind) -> bool) -> bool {
    let request = Request { hunt_steps: 0, ..request(counts) };
    matches!(check(module, &request).verdict, Verdict::Proved)
}

fn compare(rounds: usize, part: usize, parts: usize) {
    let mut wrong = Vec::new();
    let (mut exact, mut asked) = (0, 0);
    for (case, expression) in CASES.iter().enumerate().filter(|(case, _)| case % parts == part) {
        let plain = program(expression, "", "");
        for round in 0..rounds {
            let inputs = inputs_of(case, round);
            let assumed = assumption(inputs);
            match execute(&plain, inputs) {
                Seen::Error(kind) => {
                    let module = program(expression, &assumed, "");
                    let late = program(expression, "", &assumed);
                    if is_excluded(&module, is_error)
                        || is_excluded_by_proof(&module, is_error)
                        || is_excluded_by_proof(&late, is_error)
                    {
                        wrong.push(format!("{expression} on {inputs:?}: {kind} is not seen"));
                    }
                }
                Seen::Status(status) => {
                    let reach = format!("if ((r & 255) == {status}) reach_error();");
                    let miss = format!("if ((r & 255) != {status}) reach_error();");
                    let reached = |kind| kind == FaultKind::ErrorReached;
                    if is_excluded(&program(expression, &assumed, &reach), reached) {
                        wrong.push(format!("{expression} on {inputs:?}: {status} is excluded"));
                    }
                    let late = format!("{assumed}{reach}");
                    let late = program(expression, "", &late);
                    if round < 3 && is_excluded(&late, reached) || is_excluded_by_proof(&late, reached) {
                        wrong.push(format!("{expression}, later {inputs:?}: {status} is excluded"));
                    }
                    asked += 1;
                    let is_exact = is_excluded(&program(expression, &assumed, &miss), reached);
                    exact += usize::from(is_exact);
                    if !is_exact {
                        println!("not exact: {expression} on {inputs:?}");
                    }
                }
            }
        }
    }
    println!("{exact} of {asked} results are exact");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(exact * 10 >= asked * 9, "only {exact} of {asked} results are exact");
}

#[test]
fn the_models_agree_with_the_interpreter_first_part() {
    compare(6, 0, 2);
}

#[test]
fn the_models_agree_with_the_interpreter_second_part() {
    compare(6, 1, 2);
}
