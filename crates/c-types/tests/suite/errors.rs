//! Messages: what GCC rejects, with a place and, where possible, help.

use crate::{check_for, messages};
use expect_test::expect;
use source::DataModel;

#[test]
fn names() {
    messages(
        "struct node { int next; }; int f(int length) { return lenght + unknown_thing; }",
        expect![[r#"
        error[undeclared] `lenght` is not declared
          at `lenght`
          help: did you mean `length`?
        error[undeclared] `unknown_thing` is not declared
          at `unknown_thing`
    "#]],
    );
    messages(
        "int f(void) { return no_such(1); }",
        expect![[r#"
        warning[implicit-declaration] the function `no_such` is not declared
          at `no_such`
    "#]],
    );
    messages(
        "struct node { int next; }; int f(struct node *p) { return p->nxt + p.next + (*p)->next; }",
        expect![[r#"
        error[no-member] `struct node` has no member `nxt`
          at `p->nxt`
          help: did you mean `next`?
        error[type-mismatch] `.` wants a struct or union, but this is a pointer, `struct node *`
          at `p.next`
          help: use `->next`
        error[type-mismatch] `->` wants a pointer, but this has the type `struct node`
          at `(*p)->next`
          help: use `.next`
    "#]],
    );
    messages(
        "struct later; int f(struct later *p) { return p->x; }",
        expect![[r#"
        error[incomplete-type] `struct later` is incomplete: its members are not known here
          at `p->x`
          only mentioned here: `struct later`
    "#]],
    );
    messages(
        "void f(void) { goto out; } int g(void) { a: ; a: ; return 0; }",
        expect![[r#"
        error[undeclared] the label `out` is used but not defined in this function
          at `out`
        error[redefinition] the label `a` stands at two places
          at `a:`
          the first one: `a:`
    "#]],
    );
}

#[test]
fn redeclarations() {
    messages(
        "int f(int); char *f(int);",
        expect![[r#"
        error[conflicting-types] conflicting types for `f`: `char *f(int)` here, `int f(int)` before
          at `f`
          declared here first: `f`
    "#]],
    );
    messages(
        "int x; long x;",
        expect![[r#"
        error[conflicting-types] conflicting types for `x`: `long x` here, `int x` before
          at `x`
          declared here first: `x`
    "#]],
    );
    messages(
        "int x = 1; int x = 2; int f(void) { return 0; } int f(void) { return 1; }",
        expect![[r#"
        error[redefinition] `x` is initialised twice
          at `x`
          the first time: `x`
        error[redefinition] the function `f` is defined twice
          at `f`
          first defined here: `f`
    "#]],
    );
    messages(
        "void f(int a) { int a; int b, b; } struct s { int a; int a; }; struct s { int b; };",
        expect![[r#"
        error[redefinition] `a` is declared twice in this scope
          at `a`
          declared here first: `int a`
        error[redefinition] `b` is declared twice in this scope
          at `b`
          declared here first: `b`
        error[redefinition] two members are named `a`
          at `a`
          the first one: `a`
        error[redefinition] `struct s` is defined twice in this scope
          at `struct s { int b; }`
          first defined here: `struct s { int a; int a; }`
    "#]],
    );
    messages(
        "enum { A, A }; typedef int t; int t; union s; struct s;",
        expect![[r#"
        error[redefinition] `A` is declared twice in this scope
          at `A`
        error[redefinition] `t` is declared as something else in this scope
          at `t`
        error[wrong-tag] the tag `s` is that of a union
          at `struct s`
          declared here: `union s`
    "#]],
    );
}

#[test]
fn types() {
    messages(
        "struct s { int x; }; void f(struct s s, int i, void (*v)(void)) { i = s; s = i; s + 1; i(); v() + 1; i = v(); if (s) ; *i; &1; i[2]; }",
        expect![[r#"
        error[type-mismatch] the target of the assignment has the type `int`, but this has the type `struct s`
          at `s`
        error[type-mismatch] the target of the assignment has the type `struct s`, but this has the type `int`
          at `i`
        error[type-mismatch] this operator does not take `struct s` and `int`
          at `s + 1`
        error[not-a-function] this is called, but it is no function: it has the type `int`
          at `i`
        error[type-mismatch] this operator does not take `void` and `int`
          at `v() + 1`
        error[type-mismatch] the target of the assignment has the type `int`, but this has no value: it is `void`
          at `v()`
        error[type-mismatch] a condition must be a number or a pointer, but this has the type `struct s`
          at `s`
        error[type-mismatch] only a pointer can be followed, but this has the type `int`
          at `*i`
        error[not-an-lvalue] only an object or a function has an address, and this is a value
          at `&1`
        error[type-mismatch] only an array or a pointer has elements, but this has the type `int`
          at `i[2]`
    "#]],
    );
    messages(
        "void f(const int c, int a[2]) { c = 1; 1 = c; a++; f = 0; ((const int *)a)[0]++; }",
        expect![[r#"
        error[assign-to-const] `c` is `const` and cannot be changed
          at `c = 1`
        error[not-an-lvalue] a value cannot be assigned to
          at `1 = c`
        error[not-an-lvalue] a function cannot be assigned to
          at `f = 0`
        error[assign-to-const] this is `const` and cannot be changed
          at `((const int *)a)[0]++`
    "#]],
    );
    messages(
        "int g(int, char *); void f(void) { g(1); g(1, 0, 2); int x = g; double d = (double)(void *)0; }",
        expect![[r#"
        error[argument-count] too few arguments: the function takes 2 arguments, not 1
          at `g(1)`
        error[argument-count] too many arguments: the function takes 2 arguments, not 3
          at `g(1, 0, 2)`
        error[invalid-cast] `void *` cannot be cast to `double`
          at `(double)(void *)0`
    "#]],
    );
    messages(
        "void f(void) { struct unknown u; int a[]; void v; int b[-1]; }",
        expect![[r#"
        error[incomplete-type] the size of `u` is not known: its type `struct unknown` is incomplete
          at `u`
        error[incomplete-type] the size of `a` is not known: its type `int []` is incomplete
          at `a`
        error[incomplete-type] the size of `v` is not known: its type `void` is incomplete
          at `v`
        error[invalid-array] the array's length is negative: -1
          at `-1`
    "#]],
    );
    messages(
        "struct s { int b : 40; float f : 2; int z : 0; struct t t; void v; };",
        expect![[r#"
        error[invalid-bit-field] the width 40 of the bit-field `b` is not between 0 and 32
          at `b`
        error[invalid-bit-field] the bit-field `f` has the type `float`
          at `f`
        error[invalid-bit-field] the bit-field `z` has width zero
          at `z`
        error[incomplete-type] the member `t` has an incomplete type: `struct t`
          at `t`
        error[incomplete-type] the member `v` has type `void`: `void`
          at `v`
    "#]],
    );
}

#[test]
fn statements_and_constants() {
    messages(
        "void f(int x) { break; continue; case 1: switch (x) { case 1: case 1: default: default: ; case x: ; } switch (1.0) { } }",
        expect![[r#"
        error[misplaced-jump] there is no loop or `switch` around this `break`
          at `break;`
        error[misplaced-jump] there is no loop around this `continue`
          at `continue;`
        error[misplaced-jump] there is no `switch` around this `case`
          at `case 1:`
        error[duplicate-case] the `switch` has two `default` labels
          at `default:`
          the first one: `default:`
        error[not-constant] the value of a `case` is not an integer constant
          at `x`
        error[duplicate-case] two cases of the `switch` are for 1
          at `case 1:`
          the first one: `case 1:`
        error[type-mismatch] `switch` wants an integer, but this has the type `double`
          at `1.0`
    "#]],
    );
    messages(
        "int g; int h = g; int a[g]; _Static_assert(sizeof(int) == 8, \"wide\"); enum { E = g };",
        expect![[r#"
        error[not-constant] the initial value of an object with static storage is not constant
          at `g`
        error[not-constant] the length of an array at file scope is not constant
          at `g`
        error[static-assert] the static assertion fails: wide
          at `_Static_assert(sizeof(int) == 8, "wide");`
        error[not-constant] the value of `E` is not an integer constant
          at `E = g`
    "#]],
    );
    messages(
        "int a[2] = { [3] = 1 }; struct s { int x; } s = { .y = 1 }; int z = \"text\"[0]; struct s t = 5; int b[2] = 1;",
        expect![[r#"
        error[invalid-initializer] the index 3 is outside of the array
          at `3`
        error[no-member] `struct s` has no member `y`
          at `y`
        error[invalid-initializer] an object of type `struct s` cannot be initialised with a value of type `int`
          at `5`
        error[invalid-initializer] an object of type `int [2]` cannot be initialised with a value of type `int`
          at `1`
    "#]],
    );
}

#[test]
fn an_error_spoils_only_its_function() {
    let checked = check_for(DataModel::Lp64, "int bad(void) { return oops; } int good(void) { return 1; }");
    let errors: Vec<(&str, bool)> = checked
        .program
        .functions
        .iter()
        .map(|(_, function)| (checked.program.names.text(function.name), function.has_errors))
        .collect();
    assert_eq!(errors, [("bad", true), ("good", false)]);
}

#[test]
fn what_gcc_only_warns_about_is_no_error() {
    let text = "struct s { int x; }; typedef int (*fn)(void); int implicit(); static unused;
        int f(int *p, char *c, unsigned long n, fn g, const char *k, void *v) {
            int x = p; p = c; p = n; c = k; g = v; v = g; p == c; p < n; p == 5; n = p; x = 1, 2; 5; if (p = 0) ; return; }
        void h(void) { return 1; } int *r(void) { return 5; } extern int d; int d; int excess[1] = { 1, 2 }; char s[2] = \"long\";
        int mixed(int c) { return c ? 1 : (int *)0; } int main() { f(1, 2, 3, 4, 5, 6); return h; }
        void star(void *p) { *p; (void)p[1]; p++; sizeof(void); sizeof(star); } int a[0]; struct empty { }; ; int implicit(int x) { return x; }";
    let checked = check_for(DataModel::Lp64, text);
    assert_eq!(checked.diagnostics, []);
}

/// A record that contained itself would have no end.
#[test]
fn a_record_cannot_be_defined_inside_itself() {
    let text = "struct s { struct s { int m; } n; };\nstruct s x = { 1 };\n";
    let parsed = c_syntax::parse(text.as_bytes(), 1);
    let checked = c_types::check(parsed.unit, source::DataModel::Lp64);
    let messages: Vec<&str> =
        checked.diagnostics.iter().map(|diagnostic| diagnostic.message.as_str()).collect();
    assert_eq!(messages, ["`struct s` is defined twice in this scope"]);
}

/// The size of `enum e : T` is that of `T`.
#[test]
fn an_enumeration_may_fix_its_type() {
    let text = "enum small : unsigned char { A };\nenum wide : unsigned long long { B };\n\
                _Static_assert(sizeof(enum small) == 1 && sizeof(enum wide) == 8, \"\");\n";
    let parsed = c_syntax::parse(text.as_bytes(), 1);
    let checked = c_types::check(parsed.unit, source::DataModel::Lp64);
    assert!(checked.diagnostics.is_empty(), "{:?}", checked.diagnostics);
}

#[test]
fn cleanup_functions_are_called_with_one_address() {
    messages(
        "void none(void); void two(int *, int); struct s { int m; }; void record(struct s); \
         void f(void) { int a __attribute__((cleanup(none))); int b __attribute__((cleanup(two))); \
         int c __attribute__((cleanup(record))); int d __attribute__((cleanup(unknown))); }",
        expect![[r#"
            error[argument-count] too many arguments: the function takes 0 arguments, not 1
              at `cleanup(none)`
            error[argument-count] too few arguments: the function takes 2 arguments, not 1
              at `cleanup(two)`
            error[type-mismatch] parameter 1 has the type `struct s`, but this has the type `int *`
              at `cleanup(record)`
            error[undeclared] the cleanup function `unknown` is not declared
              at `cleanup(unknown)`
        "#]],
    );
}

#[test]
fn objects_are_smaller_than_the_address_space() {
    messages(
        "int t[] = { [8446744073709551615] 2, [0 ... 2] 7 };",
        expect![[r#"
        error[too-large] the initialised object is larger than the address space
          at `{ [8446744073709551615] 2, [0 ... 2] 7 }`
    "#]],
    );
    messages(
        "int t[] = { [0x1fffffffffffffff] = 2 };",
        expect![[r#"
        error[too-large] the initialised object is larger than the address space
          at `{ [0x1fffffffffffffff] = 2 }`
    "#]],
    );
    messages(
        "int t[] = { [18446744073709551615u] = 2, 3 };",
        expect![[r#"
        error[invalid-initializer] the index 18446744073709551615 is outside of the array
          at `18446744073709551615u`
    "#]],
    );
    messages(
        "int t[] = { [0 ... 18446744073709551615u] = 2 };",
        expect![[r#"
        error[invalid-initializer] the index 18446744073709551615 is outside of the array
          at `{ [0 ... 18446744073709551615u] = 2 }`
    "#]],
    );
    messages(
        "int t[] = { [-1] = 2 };",
        expect![[r#"
        error[invalid-initializer] the index -1 is outside of the array
          at `-1`
    "#]],
    );
    messages(
        "struct { int n; char a[]; } s = { 1, { [0x7fffffffffffffff] = 1 } };",
        expect![[r#"
        error[invalid-initializer] the index 9223372036854775807 is outside of the array
          at `0x7fffffffffffffff`
    "#]],
    );
    messages(
        "int f(void) { return sizeof (int[]){ [0x7fffffffffffffff] = 1 }; }",
        expect![[r#"
        error[invalid-initializer] the index 9223372036854775807 is outside of the array
          at `0x7fffffffffffffff`
    "#]],
    );
    messages("char largest[] = { [0x7ffffffffffffffe] = 1 };", expect![[r#""#]]);
}

#[test]
fn an_address_fits_no_small_bit_field() {
    messages(
        "int x; struct { long b : 40; } s = { (long)&x };",
        expect![[r#"
        error[not-constant] an address is known only when the program is loaded, and this bit-field has no room for it
          at `&x`
    "#]],
    );
    messages("int x; struct { int a : 1; long b : 64; } s = { 0, (long)&x };", expect![[r#""#]]);
}

#[test]
fn flexible_array_members_grow_only_static_variables() {
    messages(
        "struct p { int n; char t[]; }; struct p a = { 1, { 2, 3 } }, *b = &(struct p){ 1, { 2 } }; \
         void f(void) { static struct p c = { 1, \"text\" }; struct p d = { 1, { 2 } }; } \
         struct p e[2] = { { 1, { 2 } } }; struct q { struct p p; } g = { { 1, \"text\" } }, h = { { 1, { 2 } } }; \
         struct r { int t[]; int n; };",
        expect![[r#"
            error[invalid-initializer] a flexible array member can only be initialised in a variable with static storage
              at `{ 1, { 2 } }`
            error[invalid-initializer] a flexible array member can only be initialised in a variable with static storage
              at `{ 1, { 2 } }`
            error[invalid-initializer] a flexible array member can only be initialised in a variable of its own structure
              at `{ 1, { 2 } }`
            error[invalid-initializer] a flexible array member can only be initialised in a variable of its own structure
              at `{ 1, { 2 } }`
            error[incomplete-type] a flexible array member is not the last member of its structure
              at `t[]`
        "#]],
    );
}

#[test]
fn lengths_of_parameters_are_checked() {
    messages(
        "void f(int a[-1]); void g(int a[1.5]); void h(int a[0x7fffffffffffffff]);",
        expect![[r#"
        error[invalid-array] the array's length is negative: -1
          at `-1`
        error[invalid-array] the array's length has the type `double`, not an integer's
          at `1.5`
        error[too-large] the array is larger than the address space
          at `a[0x7fffffffffffffff]`
    "#]],
    );
}

#[test]
fn vectors_have_a_power_of_two_of_elements() {
    messages(
        "typedef int a __attribute__((vector_size(0))), b __attribute__((vector_size(6))), \
         c __attribute__((vector_size(12))), d __attribute__((vector_size(1ul << 62))), \
         e __attribute__((vector_size(32)));",
        expect![[r#"
            error[invalid-vector] no vector of `int` has 0 bytes
              at `vector_size(0)`
            error[invalid-vector] no vector of `int` has 6 bytes
              at `vector_size(6)`
            error[invalid-vector] no vector of `int` has 12 bytes
              at `vector_size(12)`
            error[invalid-vector] no vector of `int` has 4611686018427387904 bytes
              at `vector_size(1ul << 62)`
        "#]],
    );
}

#[test]
fn nothing_static_has_a_variable_size() {
    messages(
        "void f(int n) { struct s { char c[n]; }; static struct s a; static int b[n]; (void)(struct s){ 0 }; }",
        expect![[r#"
            error[incomplete-type] the size of the static variable `a` is variable
              at `a`
            error[incomplete-type] the size of the static variable `b` is variable
              at `b`
            error[invalid-initializer] a compound literal cannot have a variable length
              at `(struct s){ 0 }`
        "#]],
    );
}
