//! Messages about wrong input: what they say, where they point, and what survives.

use crate::support::render;
use c_syntax::dump::dump;
use expect_test::{Expect, expect};

fn check(text: impl AsRef<[u8]>, expected: Expect) {
    let text = text.as_ref();
    expected.assert_eq(&render(&c_syntax::parse(text, 1), text));
}

/// Also shows what is left of the file.
fn check_with_tree(text: &str, expected: Expect) {
    let result = c_syntax::parse(text.as_bytes(), 1);
    expected.assert_eq(&format!("{}{}", render(&result, text.as_bytes()), dump(&result.unit)));
}

#[test]
fn missing_semicolons() {
    check(
        "int x\nint y;",
        expect![[r#"
        1:5: syntax: expected `;` after the declaration, found `int`
          2:1: `int` stands here
    "#]],
    );
    check(
        "int f(void) { return 1 }",
        expect![[r#"
        1:22: syntax: expected `;` after `return`, found `}`
          1:24: `}` stands here
    "#]],
    );
    check(
        "int f(int x) {\n  x = 1\n  return x;\n}",
        expect![[r#"
        2:7: syntax: expected `;` after the expression, found `return`
          3:3: `return` stands here
    "#]],
    );
    check(
        "struct s { int a int b; };",
        expect![[r#"
        1:16: syntax: expected `;` after the declaration of a member, found `int`
          1:18: `int` stands here
    "#]],
    );
    check(
        "struct s { int a; }\nint f(void) { return 0; }",
        expect![[r#"
            1:19: syntax: expected `;` after the declaration, found `int`
              2:1: `int` stands here
        "#]],
    );
    check(
        "void f(void) { do ; while (1) }",
        expect![[r#"
        1:29: syntax: expected `;` after `do … while (…)`, found `}`
          1:31: `}` stands here
    "#]],
    );
    check(
        "void f(void) { break }",
        expect![[r#"
        1:16: syntax: expected `;` after `break`, found `}`
          1:22: `}` stands here
    "#]],
    );
}

#[test]
fn missing_brackets() {
    check(
        "int f(void) { return (1 + 2; }",
        expect![[r#"
        1:27: syntax: expected `)` after the expression in parentheses, found `;`
          1:28: `;` stands here
    "#]],
    );
    check(
        "int f(int x { return x; }",
        expect![[r#"
        1:11: syntax: expected `)` after the parameters, found `{`
          1:13: `{` stands here
    "#]],
    );
    check(
        "int a[3;",
        expect![[r#"
        1:7: syntax: expected `]` after the size of an array, found `;`
          1:8: `;` stands here
    "#]],
    );
    check(
        "int a[] = { 1, 2;",
        expect![[r#"
        1:16: syntax: expected `}` after the initialisers, found `;`
          1:17: `;` stands here
    "#]],
    );
    check(
        "int f(void) { if (1 return 2; }",
        expect![[r#"
        1:19: syntax: expected `)` after the condition, found `return`
          1:21: `return` stands here
    "#]],
    );
    check(
        "int f(void) {\n  if (1) {\n    return 2;\n}\n",
        expect![[r#"
        1:13: unterminated-block: this `{` has no closing `}`
    "#]],
    );
    check(
        "int x; }",
        expect![[r#"
        1:8: syntax: expected a declaration, found `}`
    "#]],
    );
    check(
        "int x = 3);",
        expect![[r#"
        1:9: syntax: expected `;` after the declaration, found `)`
          1:10: `)` stands here
    "#]],
    );
}

#[test]
fn missing_operands_and_names() {
    check(
        "int x = ;",
        expect![[r#"
        1:9: syntax: expected an expression, found `;`
    "#]],
    );
    check(
        "int x = 1 + ;",
        expect![[r#"
        1:13: syntax: expected an expression, found `;`
    "#]],
    );
    check(
        "int f(void) { return f(1, ); }",
        expect![[r#"
        1:27: syntax: expected an expression, found `)`
    "#]],
    );
    check(
        "int f(int *p) { return p->; }",
        expect![[r#"
            1:27: syntax: expected the name of a member after `->`, found `;`
        "#]],
    );
    check(
        "int *;",
        expect![[r#"
        1:6: syntax: expected a name to declare, found `;`
    "#]],
    );
    check(
        "struct;",
        expect![[r#"
        1:7: syntax: expected a name or `{` after `struct`, found `;`
    "#]],
    );
    check(
        "enum { 1 };",
        expect![[r#"
            1:8: syntax: expected the name of an enumerator, found `1`
        "#]],
    );
    check(
        "void f(void) { goto ; }",
        expect![[r#"
            1:21: syntax: expected the name of a label after `goto`, found `;`
        "#]],
    );
    check(
        "int f(int, ) { return 0; }",
        expect![[r#"
        1:12: syntax: expected a parameter, found `)`
    "#]],
    );
}

#[test]
fn unknown_types() {
    check_with_tree(
        "foo x;\nfoo *y;\nint z;",
        expect![[r#"
        1:1: unknown-type: unknown type name `foo`
          help: is a header or a typedef missing?
        (declare error-type x)
        (declare error-type y[pointer])
        (declare Int z)
    "#]],
    );
    check_with_tree(
        "int f(foo x) { bar y = x; return 0; }",
        expect![[r#"
        1:7: unknown-type: unknown type name `foo`
          help: is a header or a typedef missing?
        1:16: unknown-type: unknown type name `bar`
          help: is a header or a typedef missing?
        (function Int f[(prototype (error-type x))]
          (block
            (declare error-type y = x)
            (return 0)))
    "#]],
    );
    check_with_tree(
        "struct s { size_t n; };\nunsigned long f(size_t n) { return (size_t)n; }",
        expect![[r#"
        1:12: unknown-type: unknown type name `size_t`
          help: is a header or a typedef missing?
        (declare (struct s (member error-type n)))
        (function UnsignedLong f[(prototype (error-type n))]
          (block
            (return (cast <error-type> n))))
    "#]],
    );
    check(
        "int f(int x) { return (word)x; }",
        expect![[r#"
        1:24: unknown-type: unknown type name `word`
          help: is a header or a typedef missing?
    "#]],
    );
    check_with_tree(
        "int f(void *x) { return *(foo **)x + sizeof(bar *) + (baz)(1); }",
        expect![[r#"
        1:27: unknown-type: unknown type name `foo`
          help: is a header or a typedef missing?
        1:45: unknown-type: unknown type name `bar`
          help: is a header or a typedef missing?
        (function Int f[(prototype (Void x[pointer]))]
          (block
            (return (+ (+ (* (cast <error-type _[pointer pointer]> x)) (sizeof <error-type _[pointer]>)) (call baz 1)))))
    "#]],
    );
    check(
        "static inline foo f(void);",
        expect![[r#"
        1:15: unknown-type: unknown type name `foo`
          help: is a header or a typedef missing?
    "#]],
    );
}

#[test]
fn wrong_types() {
    check(
        "short long x;",
        expect![[r#"
        1:1: syntax: this combination of keywords is not a type
    "#]],
    );
    check(
        "unsigned float x;",
        expect![[r#"
        1:1: syntax: this combination of keywords is not a type
    "#]],
    );
    check(
        "int int x;",
        expect![[r#"
        1:5: syntax: `int` does not fit the type before it; is a `;` missing?
    "#]],
    );
    check(
        "struct s { int a; } int x;",
        expect![[r#"
            1:19: syntax: expected `;` after the declaration, found `int`
              1:21: `int` stands here
        "#]],
    );
    check(
        "static extern int x;",
        expect![[r#"
        1:8: syntax: two storage classes in one declaration
    "#]],
    );
    check(
        "_BitInt(3) x;",
        expect![[r#"
        1:1: syntax: bit-precise integers are not supported
    "#]],
    );
    check(
        "_Decimal64 x;",
        expect![[r#"
        1:1: syntax: decimal floating-point types are not supported
    "#]],
    );
    check(
        "_Imaginary float x;",
        expect![[r#"
        1:1: syntax: imaginary types are not supported
    "#]],
    );
}

#[test]
fn wrong_literals() {
    check(
        "int x = 09;",
        expect![[r#"
        1:9: syntax: the number `09` has an invalid digit or suffix
    "#]],
    );
    check(
        "int x = 1abc;",
        expect![[r#"
        1:9: syntax: the number `1abc` has an invalid digit or suffix
    "#]],
    );
    check(
        "int x = 0x;",
        expect![[r#"
        1:9: syntax: the number `0x` has an invalid digit or suffix
    "#]],
    );
    check(
        "double x = 1e;",
        expect![[r#"
        1:12: syntax: the number `1e` has an exponent without digits
    "#]],
    );
    check(
        "double x = 0x1.8;",
        expect![[r#"
        1:12: syntax: the number `0x1.8` is a hexadecimal fraction without an exponent
    "#]],
    );
    check(
        "int x = 999999999999999999999999999999999999999999;",
        expect![[r#"
        1:9: syntax: the number `9999999999999999999999999999999999999999…` is too large
    "#]],
    );
    check(
        "int x = '';",
        expect![[r#"
        1:9: syntax: this character constant is empty
    "#]],
    );
    check(
        "int x = '\\x';",
        expect![[r#"
        1:9: syntax: this character constant has a `\x` without digits
    "#]],
    );
    check(
        "char *s = \"a\\xg\";",
        expect![[r#"
        1:13: syntax: this string has a `\x` without digits
    "#]],
    );
    check(
        "char *s = \"\\u12\";",
        expect![[r#"
        1:12: syntax: this string has an incomplete universal character name
    "#]],
    );
    check(
        "int *s = L\"a\" u\"b\";",
        expect![[r#"
        1:15: syntax: adjacent string literals have different prefixes
    "#]],
    );
}

#[test]
fn unterminated_tokens() {
    check(
        "char *s = \"abc;\nint x;",
        expect![[r#"
        1:11: unterminated-literal: this string has no closing `"`
    "#]],
    );
    check(
        "int c = 'a;\nint x;",
        expect![[r#"
        1:9: unterminated-literal: this character constant has no closing `'`
    "#]],
    );
    check(
        "int x; /* and so on",
        expect![[r#"
        1:8: unterminated-comment: this comment has no closing `*/`
    "#]],
    );
    check(
        "char *s = \"abc",
        expect![[r#"
        1:11: unterminated-literal: this string has no closing `"`
    "#]],
    );
    check(
        "char *s = \"abc\\",
        expect![[r#"
        1:11: unterminated-literal: this string has no closing `"`
    "#]],
    );
}

#[test]
fn stray_bytes() {
    check(
        "int @x;",
        expect![[r#"
        1:5: syntax: a stray `@`
    "#]],
    );
    check(
        "int x; # 3",
        expect![[r#"
        1:8: syntax: a stray `#` in the middle of a line
    "#]],
    );
    check(
        b"int \xff\xfe;",
        expect![[r#"
        1:5: syntax: a name has bytes that are not UTF-8
    "#]],
    );
    check(
        "int `x`;",
        expect![[r#"
            1:5: syntax: a stray backquote
            1:7: syntax: a stray backquote
        "#]],
    );
    check(
        "int \\u12 x;",
        expect![[r#"
        1:5: syntax: an incomplete universal character name
    "#]],
    );
    check(
        b"\x7fELF\x02\x01\x01\x00\x00",
        expect![[r#"
        1:1: syntax: a stray byte 0x7f
        1:5: syntax: a stray byte 0x02
        1:6: syntax: a stray byte 0x01
        1:7: syntax: a stray byte 0x01
    "#]],
    );
}

#[test]
fn statements_out_of_place() {
    check(
        "int f(void) { else return 1; }",
        expect![[r#"
        1:15: syntax: expected a statement (this `else` has no `if`), found `else`
    "#]],
    );
    check(
        "int f(int x) { if (x) int y = 1; return 0; }",
        expect![[r#"
        1:23: syntax: expected a statement (a declaration must stand in a block), found `int`
    "#]],
    );
    check(
        "return 1;",
        expect![[r#"
            1:1: syntax: expected a declaration, found `return`
        "#]],
    );
    check(
        "int f(void) { for (int g(void) { return 1; } ;;) ; }",
        expect![[r#"
        1:20: syntax: a function is defined inside `for (…)`
    "#]],
    );
}

#[test]
fn one_bad_function_does_not_lose_the_others() {
    check_with_tree(
        "int a(void) { return 1; }\n\
         int b(void) { return (; if ({ }) }\n\
         int c(void) { return 3; }\n\
         int d(void) { int x = { 1, { 2 } 3 }; }\n\
         int e(void) { return 5; }\n",
        expect![[r#"
            2:23: syntax: expected an expression, found `;`
            4:32: syntax: expected `}` after the initialisers, found `3`
              4:34: `3` stands here
            (function Int a[(prototype)]
              (block
                (return 1)))
            (function Int b[(prototype)] no-body)
            (function Int c[(prototype)]
              (block
                (return 3)))
            (function Int d[(prototype)] no-body)
            (function Int e[(prototype)]
              (block
                (return 5)))
        "#]],
    );
}

#[test]
fn one_bad_declaration_does_not_lose_the_others() {
    check_with_tree(
        "int a = 1 +;\n\
         struct s { int x; int = 3; } b, c;\n\
         int d[] = { 1, 2 3, { 4 } };\n\
         int e, 5;\n\
         int f;\n",
        expect![[r#"
            1:12: syntax: expected an expression, found `;`
            2:23: syntax: expected a name to declare, found `=`
            3:16: syntax: expected `}` after the initialisers, found `3`
              3:18: `3` stands here
            4:8: syntax: expected a name to declare, found `5`
            (declare Int a = (error))
            (declare (struct s (member Int x)) b c)
            (declare Int d[(array)] = (error))
            (declare Int f)
        "#]],
    );
}

#[test]
fn one_bad_member_does_not_lose_the_others() {
    check_with_tree(
        "struct s { int a; int 3; struct { int b c; int d; } e; int f[; int g; };",
        expect![[r#"
        1:23: syntax: expected a name to declare, found `3`
        1:39: syntax: expected `;` after the declaration of a member, found `c`
          1:41: `c` stands here
        1:62: syntax: expected an expression, found `;`
        (declare (struct s (member Int a) (member (struct (member Int d)) e) (member Int g)))
    "#]],
    );
    check_with_tree(
        "struct s { int a;\nint f(void) {\n  return 1;\n}\nint g(void) {\n  return 2;\n}\n",
        expect![[r#"
        2:11: syntax: expected `;` after the declaration of a member, found `{`
          2:13: `{` stands here
        (function Int g[(prototype)]
          (block
            (return 2)))
    "#]],
    );
}

#[test]
fn a_missing_semicolon_at_file_scope_loses_nothing() {
    check_with_tree(
        "typedef int T;\nstruct s { int x; }\nstatic int f(void) { return 1; }\nstruct t { int y; }\nT a\nint b;\n",
        expect![[r#"
            2:19: syntax: expected `;` after the declaration, found `static`
              3:1: `static` stands here
            4:19: syntax: expected `;` after the declaration, found `T`
              5:1: `T` stands here
            5:3: syntax: expected `;` after the declaration, found `int`
              6:1: `int` stands here
            (declare typedef Int T)
            (declare (struct s (member Int x)))
            (function static Int f[(prototype)]
              (block
                (return 1)))
            (declare (struct t (member Int y)))
            (declare T a)
            (declare Int b)
        "#]],
    );
}

#[test]
fn a_missing_brace_ends_at_the_start_of_a_line() {
    check_with_tree(
        "int a(int x) {\n  if (x) {\n    x = 1;\n  return x;\n}\n\nint b(void) {\n  return 2;\n}\nint c;\n",
        expect![[r#"
            1:14: unterminated-block: this `{` has no closing `}`
            (function Int a[(prototype (Int x))] no-body)
            (function Int b[(prototype)]
              (block
                (return 2)))
            (declare Int c)
        "#]],
    );
}

#[test]
fn only_the_first_messages_are_kept() {
    let text = "int x = ;\n".repeat(100);
    let result = c_syntax::parse(text.as_bytes(), 1);
    assert_eq!(result.diagnostics.len(), c_syntax::limits::MAX_DIAGNOSTICS + 1);
    assert_eq!(result.diagnostics.last().unwrap().message, "80 further errors omitted");
}

#[test]
fn nothing_at_all() {
    check_with_tree("", expect![[""]]);
    check_with_tree("\n\n  // only a comment", expect![[""]]);
    check_with_tree("# 1 \"empty.c\"\n", expect![[""]]);
}
