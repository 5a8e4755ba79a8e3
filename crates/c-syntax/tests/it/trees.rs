//! One construct after the other, and the tree it becomes.

use crate::support::render;
use c_syntax::dump::dump;
use expect_test::{Expect, expect};

fn check(text: &str, expected: Expect) {
    let result = c_syntax::parse(text.as_bytes(), 1);
    assert_eq!(render(&result, text.as_bytes()), "");
    expected.assert_eq(&dump(&result.unit));
}

/// The text of one expression as a tree.
fn check_expr(text: &str, expected: Expect) {
    let file = format!("typedef int T; int f(void) {{ {text}; }}");
    let result = c_syntax::parse(file.as_bytes(), 1);
    assert_eq!(render(&result, file.as_bytes()), "");
    let dump = dump(&result.unit);
    let body = dump.split_once("(block").expect("the function has a body").1;
    let body = body.trim().strip_suffix("))").expect("the body is a block");
    expected.assert_eq(body);
}

#[test]
fn precedence() {
    check_expr("a = b += c ? d : e ? f : g", expect!["(= a (+= b (? c d (? e f g))))"]);
    check_expr(
        "a || b && c | d ^ e & f == g < h << i + j * k",
        expect!["(|| a (&& b (| c (^ d (& e (== f (< g (<< h (+ i (* j k))))))))))"],
    );
    check_expr(
        "a * b + c << d < e == f & g ^ h | i && j || k",
        expect!["(|| (&& (| (^ (& (== (< (<< (+ (* a b) c) d) e) f) g) h) i) j) k)"],
    );
    check_expr("a - b - c", expect!["(- (- a b) c)"]);
    check_expr("-a[0]++ + !*b.c->d", expect!["(+ (- (post++ (index a 0))) (! (* (-> (. b c) d))))"]);
    check_expr("a, b = c, d", expect!["(, (, a (= b c)) d)"]);
    check_expr("(a, b) + (c = d)", expect!["(+ (, a b) (= c d))"]);
    check_expr("a ?: b ?: c", expect!["(?: a (?: b c))"]);
}

#[test]
fn casts_and_sizes() {
    check_expr("(T) - 1", expect!["(cast <T> (- 1))"]);
    check_expr("(x) - 1", expect!["(- x 1)"]);
    check_expr("(T)(x)[1]", expect!["(cast <T> (index x 1))"]);
    check_expr("sizeof (T) - 1", expect!["(- (sizeof <T>) 1)"]);
    check_expr("sizeof (x) - 1", expect!["(- (sizeof x) 1)"]);
    check_expr(
        "sizeof (T){1} + sizeof (x)[2]",
        expect!["(+ (sizeof (literal <T> {1})) (sizeof (index x 2)))"],
    );
    check_expr("(int (*)[3])p", expect!["(cast <Int _[pointer (array 3)]> p)"]);
    check_expr(
        "(int (*(*)(void))(T, ...))p",
        expect!["(cast <Int _[pointer (prototype) pointer (prototype (T _) ...)]> p)"],
    );
    check_expr("__alignof__(x) + _Alignof(T)", expect!["(+ (preferred_alignof x) (alignof <T>))"]);
    check_expr(
        "&(struct { int a; }){ .a = 1 }.a",
        expect!["(& (. (literal <(struct (member Int a))> {.a = 1}) a))"],
    );
}

#[test]
fn literals() {
    check_expr("0 + 017 + 0x1Fu + 0b101l + 1ull + 3i", expect!["(+ (+ (+ (+ (+ 0 15) 31u) 5l) 1ull) 3i)"]);
    check_expr(
        "1.5 + .5f + 1e3L + 0x1p-3 + 2.0q + 1.0F16 + 4.0fi",
        expect![
            "(+ (+ (+ (+ (+ (+ 1.5 .5:Float) 1e3:LongDouble) 0x1p-3) 2.0:Float128) 1.0:Float16) 4.0:Float:i)"
        ],
    );
    check_expr(
        "'a' + '\\377' + 'ab' + '\\n' + L'\\u20ac' + u8'x' + U'\\xffffffff'",
        expect!["(+ (+ (+ (+ (+ (+ '97' '-1') '24930') '10') '8364':Wide) '120':Utf8) '4294967295':Utf32)"],
    );
    check_expr(
        r#"f("a\0b" "\x41" "\u00e9", L"x" "y", u8"z")"#,
        expect![[r#"(call f "a\x00bA\xc3\xa9" L"x\x00\x00\x00y\x00\x00\x00" u8"z")"#]],
    );
    check_expr("__func__[0]", expect!["(index (function-name) 0)"]);
}

#[test]
fn words_of_c23_unless_declared() {
    check_expr("true + false + (int)(bool)1", expect!["(+ (+ 1 0) (cast <Int> (cast <Bool> 1)))"]);
    check_expr("p == nullptr", expect!["(== p (cast <Void _[pointer]> 0))"]);
    check(
        "static_assert(1, \"x\"); thread_local int a; bool b; alignas(8) int c; constexpr int d = 1;",
        expect![[r#"
        (static-assert 1 "x")
        (declare thread-local Int a)
        (declare Bool b)
        (declare (align 8) Int c)
        (declare const Int d = 1)
    "#]],
    );
    check(
        "typedef int bool; enum { false, true }; bool x = true;",
        expect![[r#"
        (declare typedef Int bool)
        (declare (enum false true))
        (declare bool x = true)
    "#]],
    );
    check(
        "int static_assert(int alignas) { return alignas; } int y = static_assert(1);",
        expect![[r#"
        (function Int static_assert[(prototype (Int alignas))]
          (block
            (return alignas)))
        (declare Int y = (call static_assert 1))
    "#]],
    );
}

#[test]
fn built_in_forms() {
    check_expr("__builtin_va_arg(ap, T *)", expect!["(va-arg <T _[pointer]> ap)"]);
    check_expr("__builtin_offsetof(struct s, a.b[3]->c)", expect!["(offsetof <(struct s)> .a.b[3][0].c)"]);
    check_expr("__builtin_types_compatible_p(T, int *)", expect!["(types-compatible <T> <Int _[pointer]>)"]);
    check_expr("__builtin_choose_expr(1, a, b)", expect!["(choose 1 a b)"]);
    check_expr(
        "_Generic(x, T: 1, int *: 2, default: 3)",
        expect!["(generic x (case <T> 1) (case <Int _[pointer]> 2) (default 3))"],
    );
    check_expr("__real__ z + __imag__ z", expect!["(+ (real z) (imag z))"]);
    check_expr("__builtin_convertvector(v, T)", expect!["(call __builtin_convertvector v)"]);
    check_expr(
        "__builtin_has_attribute(x, aligned(4)) + __builtin_has_attribute(T, packed)",
        expect!["(+ (call __builtin_has_attribute x) (call __builtin_has_attribute))"],
    );
    check_expr(
        "&&out; out: goto *p",
        expect![[r#"
        &&out
            (labeled out:
              (goto-computed p))"#]],
    );
    check_expr(
        "({ T y = 1; y; })",
        expect![[r#"
        (statements
          (block
            (declare T y = 1)
            y))"#]],
    );
}

#[test]
fn types() {
    check(
        "long unsigned int long a; signed char b; short c; _Complex d; long double _Complex e; unsigned f;",
        expect![[r#"
        (declare UnsignedLongLong a)
        (declare SignedChar b)
        (declare Short c)
        (declare ComplexDouble d)
        (declare ComplexLongDouble e)
        (declare UnsignedInt f)
    "#]],
    );
    check(
        "unsigned __int128 a; __uint128_t b; __int128_t c; _Complex int d;",
        expect![[r#"
        (declare UnsignedInt128 a)
        (declare UnsignedInt128 b)
        (declare Int128 c)
        (declare ComplexInteger d)
    "#]],
    );
    check(
        "_Float32 a; _Float64x b; __float128 c; _Float16 d; __float80 e; _Complex _Float128 f; _Float16 _Complex g; __builtin_ms_va_list h;",
        expect![[r#"
            (declare Float a)
            (declare LongDouble b)
            (declare Float128 c)
            (declare Float16 d)
            (declare LongDouble e)
            (declare ComplexFloat128 f)
            (declare ComplexFloat16 g)
            (declare (typeof-type <Char _[pointer]>) h)
        "#]],
    );
    check(
        "const int volatile a; _Atomic int b; _Atomic(int *) c; int *restrict const d;",
        expect![[r#"
        (declare const volatile Int a)
        (declare atomic Int b)
        (declare (atomic <Int _[pointer]>) c)
        (declare Int d[const restrict pointer])
    "#]],
    );
    check(
        "typeof(1 + 2) a; __typeof__(int *) b; __auto_type c = 1; __builtin_va_list d; auto e = 1.0;",
        expect![[r#"
        (declare (typeof (+ 1 2)) a)
        (declare (typeof-type <Int _[pointer]>) b)
        (declare auto-type c = 1)
        (declare va-list d)
        (declare auto auto-type e = 1.0)
    "#]],
    );
    check(
        "_Alignas(8) _Alignas(long) char a;",
        expect![[r#"
        (declare (align 8) (align <Long>) Char a)
    "#]],
    );
}

#[test]
fn declarators() {
    check(
        "int *a[3], (*b)[3], *(*c)(void), (*(*d)(int))[4];",
        expect![[r#"
        (declare Int a[(array 3) pointer] b[pointer (array 3)] c[pointer (prototype) pointer] d[pointer (prototype (Int _)) pointer (array 4)])
    "#]],
    );
    check(
        "int f(), g(void), h(int, ...), (*k(int x))(char);",
        expect![[r#"
        (declare Int f[(function)] g[(prototype)] h[(prototype (Int _) ...)] k[(prototype (Int x)) pointer (prototype (Char _))])
    "#]],
    );
    check(
        "int *const *volatile p;",
        expect![[r#"
        (declare Int p[volatile pointer const pointer])
    "#]],
    );
    check(
        "void f(int a[static 3], int b[const *], int c[restrict static 2][4], int[]);",
        expect![[r#"
        (declare Void f[(prototype (Int a[(array static 3)]) (Int b[(array const *)]) (Int c[(array static restrict 2) (array 4)]) (Int _[(array)]))])
    "#]],
    );
    check(
        "typedef int T; void f(T), g(T x), h(int T), k(T(T)), l(int (x));",
        expect![[r#"
        (declare typedef Int T)
        (declare Void f[(prototype (T _))] g[(prototype (T x))] h[(prototype (Int T))] k[(prototype (T _[(prototype (T _))]))] l[(prototype (Int x))])
    "#]],
    );
    check(
        "int (f)(int), ((g))[2], (*(h));",
        expect![[r#"
        (declare Int f[(prototype (Int _))] g[(array 2)] h[pointer])
    "#]],
    );
}

#[test]
fn records() {
    check(
        "struct s; struct s { int a : 3, : 0, b; union { int c; float d; }; struct s *e; } x, *y;",
        expect![[r#"
        (declare (struct s))
        (declare (struct s (member Int a : 3 _ : 0 b) (member (union (member Int c) (member Float d))) (member (struct s) e[pointer])) x y[pointer])
    "#]],
    );
    check(
        "struct { } a; union u {} b;",
        expect![[r#"
        (declare (struct {}) a)
        (declare (union u {}) b)
    "#]],
    );
    check(
        "struct s { _Static_assert(1, \"x\"); int n; char data[]; };",
        expect![[r#"
        (declare (struct s (static-assert 1 "x") (member Int n) (member Char data[(array)])))
    "#]],
    );
    check(
        "enum e { A, B = 3, C, }; enum e x; enum { D } y;",
        expect![[r#"
        (declare (enum e A B=3 C))
        (declare (enum e) x)
        (declare (enum D) y)
    "#]],
    );
}

#[test]
fn enumerations_with_a_fixed_type() {
    check(
        "enum e : unsigned char { A }; struct s { enum e : 3; enum f : short x : 2; };",
        expect![[r#"
        (declare (enum e : <UnsignedChar> A))
        (declare (struct s (member (enum e) _ : 3) (member (enum f : <Short>) x : 2)))
    "#]],
    );
}

#[test]
fn pragma_pack_becomes_an_attribute() {
    check(
        "#pragma pack(2)\nstruct a { int x; };\n#pragma pack()\nstruct b { int x; };",
        expect![[r#"
        (declare (struct a @pragma_pack(2) (member Int x)))
        (declare (struct b (member Int x)))
    "#]],
    );
    check(
        "_Pragma(\"pack(push, 1)\") struct a { int x; }; _Pragma(\"pack(pop)\") struct b { int x; };",
        expect![[r#"
        (declare (struct a @pragma_pack(1) (member Int x)))
        (declare (struct b (member Int x)))
    "#]],
    );
}

#[test]
fn attributes() {
    check(
        "__attribute__((noinline, __section__(\".a\"))) int f(int) __attribute__((format(printf, 1, 2)));",
        expect![[r#"
        (declare @noinline @section(".a") Int f[@format(printf 1 2) (prototype (Int _))])
    "#]],
    );
    check(
        "struct __attribute__((packed)) s { int a __attribute__((aligned(4))); } __attribute__((aligned));",
        expect![[r#"
        (declare (struct s @packed @aligned (member Int a[@aligned(4)])))
    "#]],
    );
    check(
        "int a __attribute__((x)), __attribute__((y)) b, *__attribute__((z)) c;",
        expect![[r#"
        (declare Int a[@x] b[@y] c[@z pointer])
    "#]],
    );
    check(
        "typedef int (__attribute__((stdcall)) *f)(int a __attribute__((unused)));",
        expect![[r#"
        (declare typedef Int f[@stdcall pointer (prototype (Int a[@unused]))])
    "#]],
    );
    check(
        "[[gnu::packed, clang::b(1)]] struct [[c]] s { int x; } y [[d]];",
        expect![[r#"
            (declare @packed @clang::b(1) (struct s @::c (member Int x)) y[@::d])
        "#]],
    );
    check(
        "int f(void) __attribute__((const, availability(macos, introduced=10.4), type_arg(int *), word));",
        expect![[r#"
        (declare Int f[@const @availability(macos) @type_arg @word (prototype)])
    "#]],
    );
    check(
        "struct [[gnu::packed]] s { int a [[packed]]; [[gnu::packed]] int b; int [[gnu::packed, gnu::aligned(2)]] c; } [[gnu::packed]] d; [[noreturn]] [[__gnu__::cold]] void f(void);",
        expect![[r#"
            (declare (struct s @packed (member Int a[@::packed]) (member @packed Int b) (member @aligned(2) Int c)) d)
            (declare @noreturn @cold Void f[(prototype)])
        "#]],
    );
    check(
        "enum __attribute__((packed)) e { A __attribute__((deprecated)), B } x;",
        expect![[r#"
        (declare (enum e @packed A B) x)
    "#]],
    );
}

#[test]
fn initializers() {
    check(
        "struct s x = { 1, .a = 2, .b.c[3] = { 4 }, [5] = 6, [7 ... 8] = 9, d: 10, [11] 12, };",
        expect![[r#"
        (declare (struct s) x = {1, .a = 2, .b.c[3] = {4}, [5] = 6, [7 ... 8] = 9, .d = 10, [11] = 12})
    "#]],
    );
    check(
        "int a[] = {}, b = { 1 }, c[2][2] = { { 1, 2 }, 3 };",
        expect![[r#"
        (declare Int a[(array)] = {} b = {1} c[(array 2) (array 2)] = {{1, 2}, 3})
    "#]],
    );
}

#[test]
fn statements() {
    check(
        "int f(int x) { if (x) ; else if (1) return 2; while (x--) continue; do { break; } while (0); \
         for (;;) ; for (x = 0; x < 3; x++) { } for (int i = 0, j; ; ) ; switch (x) { case 1: case 2 ... 3: a: x++; \
         default: ; } goto a; return; }",
        expect![[r#"
            (function Int f[(prototype (Int x))]
              (block
                (if x
                  (empty)
                  (if 1
                    (return 2)))
                (while (post-- x)
                  (continue))
                (do-while 0
                  (block
                    (break)))
                (for _ _ _
                  (empty))
                (for (= x 0) (< x 3) (post++ x)
                  (block))
                (for (declare Int i = 0 j) _ _
                  (empty))
                (switch x
                  (block
                    (labeled (case 1) (case 2 ... 3) a:
                      (post++ x))
                    (labeled (default)
                      (empty))))
                (goto a)
                (return)))
        "#]],
    );
    check(
        "int f(void) { __label__ a, b; goto *&&a; a: b: ; c: }",
        expect![[r#"
        (function Int f[(prototype)]
          (block
            (local-labels a b)
            (goto-computed &&a)
            (labeled a: b:
              (empty))
            (labeled c:
              (empty))))
    "#]],
    );
    check(
        "int f(int x) { again: int y = 1; __attribute__((fallthrough)); l: __attribute__((unused)) x++; }",
        expect![[r#"
        (function Int f[(prototype (Int x))]
          (block
            (labeled again:
              (empty))
            (declare Int y = 1)
            (empty)
            (labeled l:
              (post++ x))))
    "#]],
    );
    check(
        "int f(void) { int g(int x) { return x; } _Static_assert(1); ; return g(1); }",
        expect![[r#"
        (function Int f[(prototype)]
          (block
            (function Int g[(prototype (Int x))]
              (block
                (return x)))
            (static-assert 1)
            (empty)
            (return (call g 1))))
    "#]],
    );
}

#[test]
fn assembly() {
    check(
        "asm(\"nop\"); int x asm(\"y\") = 1; int f(int a) { asm volatile goto inline (\"x\" \"y\" : [o] \"=r\" (a), \"+m\" (x) \
         : \"r\" (1) : \"memory\", \"cc\" : out); asm(\"nop\"); asm(\"\" :::); out: ; }",
        expect![[r#"
            (asm)
            (declare Int x asm "y" = 1)
            (function Int f[(prototype (Int a))]
              (block
                (asm volatile "xy" (out o "=r" a) (out "+m" x) (in "r" 1) (clobber "memory") (clobber "cc") (labels out))
                (asm "nop")
                (asm "")
                (labeled out:
                  (empty))))
        "#]],
    );
}

#[test]
fn old_style_functions() {
    check(
        "int f(a, b) int a; char *b; { return a; }",
        expect![[r#"
        (function Int f[(identifiers a b)] (declare Int a) (declare Char b[pointer])
          (block
            (return a)))
    "#]],
    );
    check(
        "typedef int T; T f(a, b) T a, b; { return a; }",
        expect![[r#"
        (declare typedef Int T)
        (function T f[(identifiers a b)] (declare T a b)
          (block
            (return a)))
    "#]],
    );
    check(
        "f(x) { return x; } static g; main() { }",
        expect![[r#"
        (function implicit-int f[(identifiers x)]
          (block
            (return x)))
        (declare static implicit-int g)
        (function implicit-int main[(function)]
          (block))
    "#]],
    );
    check(
        "int f(int n; int a[n], int n) { return a[n]; }",
        expect![[r#"
        (function Int f[(prototype (Int a[(array n)]) (Int n))]
          (block
            (return (index a n))))
    "#]],
    );
}

#[test]
fn typedef_names_are_shadowed() {
    check(
        "typedef int T; void f(int T) { T * 2; } void g(void) { T * p; }",
        expect![[r#"
        (declare typedef Int T)
        (function Void f[(prototype (Int T))]
          (block
            (* T 2)))
        (function Void g[(prototype)]
          (block
            (declare T p[pointer])))
    "#]],
    );
    check(
        "typedef int T; void f(void) { T T = 1; T * 2; { typedef char T; T * q; } T * 3; } T x;",
        expect![[r#"
        (declare typedef Int T)
        (function Void f[(prototype)]
          (block
            (declare T T = 1)
            (* T 2)
            (block
              (declare typedef Char T)
              (declare T q[pointer]))
            (* T 3)))
        (declare T x)
    "#]],
    );
    check(
        "typedef int T; void f(void) { for (int T = 0; T * 2; ) ; T * p; }",
        expect![[r#"
        (declare typedef Int T)
        (function Void f[(prototype)]
          (block
            (for (declare Int T = 0) (* T 2) _
              (empty))
            (declare T p[pointer])))
    "#]],
    );
    check(
        "typedef int T; void f(void) { enum { T }; T * 2; } void g(void) { unsigned T; T * 2; }",
        expect![[r#"
        (declare typedef Int T)
        (function Void f[(prototype)]
          (block
            (declare (enum T))
            (* T 2)))
        (function Void g[(prototype)]
          (block
            (declare UnsignedInt T)
            (* T 2)))
    "#]],
    );
    check(
        "typedef int T; struct s { T T; } x; int f(struct s *p) { T: return p->T + x.T; }",
        expect![[r#"
        (declare typedef Int T)
        (declare (struct s (member T T)) x)
        (function Int f[(prototype ((struct s) p[pointer]))]
          (block
            (labeled T:
              (return (+ (-> p T) (. x T))))))
    "#]],
    );
    check(
        "typedef int T; int f(int (*T)(T), int x[sizeof(T)]) { return sizeof(T); }",
        expect![[r#"
        (declare typedef Int T)
        (function Int f[(prototype (Int T[pointer (prototype (T _))]) (Int x[(array (sizeof T))]))]
          (block
            (return (sizeof T))))
    "#]],
    );
}

#[test]
fn comments_directives_and_continuations() {
    check(
        "# 1 \"a.c\"\nint/**/a; // int b;\n#pragma x\n  # ident \"y\"\nint c\\\n1; int d<:1:>;\n%: 3\n",
        expect![[r#"
        (declare Int a)
        (declare Int c1)
        (declare Int d[(array 1)])
    "#]],
    );
    check(
        "char *s = \"a\\\nb\"; int x_\\\ny;",
        expect![[r#"
        (declare Char s[pointer] = "ab")
        (declare Int x_y)
    "#]],
    );
    check(
        "\u{feff}int a; int \\u00e9 = 1, $b; int f(void) { return \u{e9}; }",
        expect![[r#"
        (declare Int a)
        (declare Int é = 1 $b)
        (function Int f[(prototype)]
          (block
            (return é)))
    "#]],
    );
}
