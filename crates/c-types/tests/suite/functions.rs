//! Definitions, prototypes, calls.

use crate::{tree, tree_for};
use expect_test::expect;
use source::DataModel;

#[test]
fn arguments_are_converted_or_promoted() {
    tree(
        "int proto(char, double, const int *); int any(); int var(const char *, ...); typedef int fn(long); struct s { fn *call; };
        void f(char c, float x, short s, struct s *t, fn *g, int a[2]) { proto(s, c, a); any(c, x, s); var(\"f\", c, x, s, a); g(c); (*g)(1); t->call(s); (*t->call)(2); }",
        expect![[r#"
            f(char c, float x, short s, struct s *t, int (*g)(long), int *a) -> void
              {
                &proto((char)s!, (double)c!, (const int *)a!)
                &any((int)c!, (double)x!, (int)s!)
                &var((const char *)"f\0"@, (int)c!, (double)x!, (int)s!, a!)
                g!((long)c!)
                g!(1:long)
                *t!.call{0}!((long)s!)
                *t!.call{0}!(2:long)
              }
        "#]],
    );
}

#[test]
fn old_style_parameters_arrive_promoted() {
    tree(
        "int old(c, x, p, n) char c; float x; int *p; { return c + x + *p + n; }
        int before(char c, float x);
        int before(c, x) char c; float x; { return c + x; }
        int use(void) { return old('a', 1.5f, 0, 2) + before(1, 2); }",
        expect![[r#"
            old(int %1, double %3, int *p, int n) -> int
              {
                declare char c = (char)%1!
                declare float x = (float)%3!
                return (int)((((float)(int)c! + x!) + (float)*p!!) + (float)n!)
              }
            before(char c, float x) -> int
              {
                return (int)((float)(int)c! + x!)
              }
            use() -> int
              {
                return (&old(97:int, 0x3ff8000000000000:double, 0:int, 2:int) + &before(1:char, 0x40000000:float))
              }
        "#]],
    );
}

#[test]
fn undeclared_functions_return_int_or_what_the_library_says() {
    tree(
        "int f(char c) { char *p = malloc(c); helper(c, p); return helper(1) + strlen(p); } int helper() { return 1; }",
        expect![[r#"
        f(char c) -> int
          {
            declare char *p = (char *)&malloc((unsigned long)c!)
            &helper((int)c!, p!)
            return (int)((unsigned long)&helper(1:int) + &strlen((const char *)p!))
          }
        helper() -> int
          {
            return 1:int
          }
    "#]],
    );
}

#[test]
fn variadic_functions() {
    let text = "typedef __builtin_va_list va_list;
        int vsum(int n, va_list ap) { return n ? __builtin_va_arg(ap, int) : 0; }
        int sum(int n, ...) { va_list ap, aq; __builtin_va_start(ap, n); __builtin_va_copy(aq, ap); int s = vsum(n, ap) + __builtin_va_arg(aq, long); __builtin_va_end(ap); return s; }";
    tree_for(
        DataModel::Lp64,
        text,
        expect![[r#"
        vsum(int n, struct __va_list_tag *ap) -> int
          {
            return (n! ? va_arg(ap!, int) : 0:int)
          }
        sum(int n) -> int
          {
            declare va_list ap in memory
            declare va_list aq in memory
            VaStart(ap)
            VaCopy(aq, ap)
            declare int s = (int)((long)&vsum(n!, ap@) + va_arg(aq, long))
            VaEnd(ap)
            return s!
          }
    "#]],
    );
    tree_for(
        DataModel::Ilp32,
        text,
        expect![[r#"
        vsum(int n, va_list ap in memory) -> int
          {
            return (n! ? va_arg(ap, int) : 0:int)
          }
        sum(int n) -> int
          {
            declare va_list ap in memory
            declare va_list aq in memory
            VaStart(ap)
            VaCopy(aq, ap)
            declare int s = (int)((long)&vsum(n!, ap!) + va_arg(aq, long))
            VaEnd(ap)
            return s!
          }
    "#]],
    );
}

#[test]
fn a_parameter_may_be_named_as_its_function() {
    tree(
        "int lock(int *lock); int lock(int *lock) { return *lock; } int f(int g) { int f = g; return f; }",
        expect![[r#"
        lock(int *lock) -> int
          {
            return *lock!!
          }
        f(int g) -> int
          {
            declare int f = g!
            return f!
          }
    "#]],
    );
}

#[test]
fn main_returns_zero_at_its_end() {
    tree(
        "int main(void) { }",
        expect![[r#"
        main() -> int
          {
            return 0:int
          }
    "#]],
    );
}

#[test]
fn transparent_unions_take_their_members() {
    tree(
        "typedef union { int *i; struct sockaddr *s; } U __attribute__((__transparent_union__)); int take(U u);
        int f(int *p, void *v) { return take(p) + take(v) + take(0); }",
        expect![[r#"
            f(int *p, void *v) -> int
              {
                return ((&take((union <anonymous>)p!) + &take((union <anonymous>)(int *)v!)) + &take((union <anonymous>)0:int *))
              }
        "#]],
    );
}

#[test]
fn cleanup_and_nested_functions() {
    tree(
        "void release(int *p); int f(void) { int x __attribute__((cleanup(release))) = 1; int inner(int y) { return y; } return inner(x); }",
        expect![[r#"
            f() -> int
              {
                declare int x in memory = 1:int
                unsupported: a nested function
                return unsupported<a nested function>
              }
        "#]],
    );
}

#[test]
fn lengths_of_parameters_are_evaluated_for_what_they_do() {
    tree(
        "int g(void); int f(int n, int a[n++], int b[g()], int c[n], int d[n++][n]) { return n; } \
         int h(int n, int p(int a[n++])) { return n; }",
        expect![[r#"
            f(int n, int *a, int *b, int *c, int (*d)[*]) -> int
              {
                n++
                &g()
                length %4 = (unsigned long)n!
                n++
                return n!
              }
            h(int n, int (*p)(int *)) -> int
              {
                return n!
              }
        "#]],
    );
}
