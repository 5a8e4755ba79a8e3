//! Inputs that are nearly C: random declarations, statements and expressions.

use super::random::Random;

const TYPES: &[&str] = &[
    "int",
    "char",
    "unsigned char",
    "short",
    "unsigned",
    "long",
    "unsigned long long",
    "float",
    "double",
    "long double",
    "_Bool",
    "void *",
    "int *",
    "char **",
    "struct s",
    "struct s *",
    "union u",
    "enum e",
    "T",
    "__int128",
    "const int",
    "volatile char",
    "__typeof__(x)",
    "int (*)(int)",
    "_Complex double",
];
const UNARY: &[&str] =
    &["-", "~", "!", "*", "&", "++", "--", "sizeof ", "(char)", "(int *)", "(struct s)", "__real__ "];
const BINARY: &[&str] = &[
    "+", "-", "*", "/", "%", "<<", ">>", "&", "|", "^", "&&", "||", "==", "!=", "<", ">=", "=", "+=", "-=",
    "<<=", ",", "?:",
];
const ATOMS: &[&str] = &[
    "x",
    "y",
    "p",
    "s",
    "a",
    "a[1]",
    "s.m",
    "q->m",
    "q->n.k",
    "0",
    "1",
    "-1",
    "1u",
    "3L",
    "2.5",
    "'c'",
    "\"text\"",
    "f(1)",
    "f",
    "__func__",
    "&&l",
    "E1",
    "sizeof(struct s)",
    "(T)3",
    "(struct s){1, {2}}",
    "({ int z = 1; z; })",
    "__builtin_offsetof(struct s, n)",
    "g(1, 2.0, p)",
    "*p",
    "__builtin_va_arg(v, int)",
    "b.f",
    "u.i",
    "_Generic(x, int: 1, default: 2)",
    "(x ? p : 0)",
    "0x7fffffffffffffff",
    "__builtin_expect(x, 0)",
    "__builtin_add_overflow(x, y, p)",
    "__sync_fetch_and_add(p, 1)",
    "vla[x]",
    "m[1][2]",
];

/// What most snippets refer to.
const PRELUDE: &str = "typedef long T; enum e { E1, E2 = 5 }; union u { int i; float f; char c[9]; };\n\
    struct s { int m; struct { char k; short l; } n; struct s *next; };\n\
    struct bits { int f : 3; unsigned g : 7, : 0, h : 1; }; extern int f(int); int g(int, ...);\n\
    static int x, y, a[4], m[2][3], *p = &a[1]; struct s s = { .n.k = 1, .m = 2 }, *q = &s; struct bits b; union u u;\n";

struct Snippet<'a> {
    random: &'a mut Random,
    text: String,
    /// How much more may be generated.
    fuel: usize,
}

/// A random text that is mostly well formed.
pub fn generate(random: &mut Random) -> Vec<u8> {
    let fuel = 10 + random.below(80);
    let has_prelude = !random.one_in(4);
    let mut snippet = Snippet { random, text: String::new(), fuel };
    if has_prelude {
        snippet.text.push_str(PRELUDE);
    }
    while snippet.fuel > 0 {
        snippet.external();
    }
    snippet.text.into_bytes()
}

impl Snippet<'_> {
    fn push(&mut self, text: &str) {
        self.text.push_str(text);
    }

    fn spend(&mut self) -> bool {
        self.fuel = self.fuel.saturating_sub(1);
        self.fuel > 0
    }

    fn external(&mut self) {
        self.spend();
        let number = self.random.below(100);
        match self.random.below(8) {
            0 => {
                self.push(&format!("struct r{number} {{ "));
                for field in 0..1 + self.random.below(4) {
                    self.declaration(&format!("f{field}"), false);
                }
                self.push("};\n");
            }
            1 => {
                let ty = self.random.pick(TYPES);
                self.push(&format!("typedef {ty} t{number};\n"));
            }
            2 => {
                self.push("static ");
                self.declaration(&format!("g{number}"), true);
                self.push("\n");
            }
            3 => self.declaration(&format!("g{number}"), true),
            _ => {
                let ty = self.random.pick(&[
                    "int",
                    "void",
                    "struct s",
                    "double",
                    "int *",
                    "T",
                    "static inline long",
                ]);
                let parameters =
                    self.random.pick(&["void", "int a, char *c", "struct s s, ...", "int n, int m[n]", ""]);
                self.push(&format!("{ty} h{number}({parameters}) "));
                self.block();
                self.push("\n");
            }
        }
    }

    fn declaration(&mut self, name: &str, may_initialise: bool) {
        let ty = self.random.pick(TYPES);
        match self.random.below(6) {
            0 => {
                self.push(&format!("{ty} {name}["));
                self.expression();
                self.push("]");
            }
            1 => self.push(&format!("{ty} *{name}")),
            2 => self.push(&format!("int (*{name})(int, {ty})")),
            3 if !may_initialise => {
                self.push(&format!("unsigned {name} : {}", self.random.clone().below(40)))
            }
            _ => self.push(&format!("{ty} {name}")),
        }
        if may_initialise && self.random.one_in(2) {
            self.push(" = ");
            self.initialiser();
        }
        self.push("; ");
    }

    fn initialiser(&mut self) {
        if !self.spend() || self.random.one_in(2) {
            return self.expression();
        }
        self.push("{ ");
        for _ in 0..self.random.below(4) {
            match self.random.below(5) {
                0 => self.push(".m = "),
                1 => self.push(".n.k = "),
                2 => {
                    let index = self.random.below(6);
                    self.push(&format!("[{index}] = "));
                }
                3 => self.push("[0 ... 2] = "),
                _ => {}
            }
            self.initialiser();
            self.push(", ");
        }
        self.push("}");
    }

    fn block(&mut self) {
        self.push("{ ");
        for _ in 0..1 + self.random.below(4) {
            self.statement();
        }
        self.push("} ");
    }

    fn statement(&mut self) {
        if !self.spend() {
            return self.push("; ");
        }
        match self.random.below(16) {
            0 => {
                self.push("if (");
                self.expression();
                self.push(") ");
                self.statement();
                if self.random.one_in(2) {
                    self.push("else ");
                    self.statement();
                }
            }
            1 => {
                self.push("while (");
                self.expression();
                self.push(") ");
                self.statement();
            }
            2 => {
                self.push("for (int i = 0; i < ");
                self.expression();
                self.push("; i++) ");
                self.statement();
            }
            3 => {
                self.push("do ");
                self.statement();
                self.push("while (");
                self.expression();
                self.push("); ");
            }
            4 => {
                self.push("switch (");
                self.expression();
                self.push(") { case 1: ");
                self.statement();
                self.push("case 3 ... 9: break; default: ");
                self.statement();
                self.push("} ");
            }
            5 => {
                self.push("return ");
                self.expression();
                self.push("; ");
            }
            6 => self.block(),
            7 => {
                let text = self.random.pick(&[
                    "l: ; ",
                    "goto l; ",
                    "goto *(&&l); ",
                    "break; ",
                    "continue; ",
                    "; ",
                    "__label__ k; ",
                    "asm(\"nop\"); ",
                    "asm volatile(\"\" : \"=r\"(x) : \"m\"(y), \"r\"(p) : \"memory\"); ",
                    "__builtin_va_list v; ",
                    "int vla[x + 1]; ",
                    "__auto_type w = x; ",
                    "static int st = 4; ",
                    "extern int ex; ",
                    "typedef int L; ",
                    "struct local { int q; } lo; ",
                    "int inner(int k) { return k + x; } ",
                    "_Static_assert(1, \"no\"); ",
                ]);
                self.push(text);
            }
            8 => {
                let name = format!("v{}", self.random.below(5));
                self.declaration(&name, true);
            }
            _ => {
                self.expression();
                self.push("; ");
            }
        }
    }

    fn expression(&mut self) {
        if !self.spend() {
            return self.push("x");
        }
        match self.random.below(8) {
            0 => {
                let operator = self.random.pick(UNARY);
                self.push(operator);
                self.expression();
            }
            1 | 2 => {
                let operator = self.random.pick(BINARY);
                self.push("(");
                self.expression();
                self.push(&format!(" {operator} "));
                self.expression();
                self.push(")");
            }
            3 => {
                self.expression();
                self.push(" ? ");
                self.expression();
                self.push(" : ");
                self.expression();
            }
            4 => {
                self.expression();
                let postfix = self.random.pick(&["++", "--", ".m", "->m", "[0]", "[x]", "(1)", "()", ".n.l"]);
                self.push(postfix);
            }
            _ => {
                let atom = self.random.pick(ATOMS);
                self.push(atom);
            }
        }
    }
}
