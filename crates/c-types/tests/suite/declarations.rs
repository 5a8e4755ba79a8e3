//! Scopes, linkage, redeclarations.

use crate::{tree, tree_for};
use expect_test::expect;
use source::DataModel;

#[test]
fn tentative_definitions_merge() {
    tree(
        "int x; extern int x; int x = 3; int a[]; extern int a[4]; static int s; int b[]; extern int only_declared;
        int *p = &x; extern struct later l; struct later { int y; };",
        expect![[r#"
            int x size 4 = {0: 3:int}
            int a[4] size 16
            static int s size 4
            int b[1] size 4
            int only_declared size 4 declared
            int *p size 8 = {0: &x}
            struct later l size 4 declared
        "#]],
    );
}

#[test]
fn block_scopes_shadow() {
    tree(
        "int x; typedef int T; enum { E = 1 };
        int f(int x) { { long x = x; T T = 2; { enum { E = 5 }; struct s { char c; } v; x = E + T; } } extern int x_file; { extern int x; x = 1; } return E + x; }",
        expect![[r#"
            int x size 4
            int x_file size 4 declared
            f(int x) -> int
              {
                {
                  declare long x = x!
                  declare int T = 2:int
                  {
                    declare struct s v
                    (x = (long)(5:int + T!))
                  }
                }
                {
                  (x = 1:int)
                }
                return (1:int + x!)
              }
        "#]],
    );
}

#[test]
fn static_locals_are_globals() {
    tree(
        "int f(void) { static int n = 3; static char name[] = \"abc\"; static int *p = &n; n++; return *p + name[0]; }",
        expect![[r#"
            static int n size 4 = {0: 3:int}
            static char name[4] size 4 = {0: "abc\0"}
            static int *p size 8 = {0: &n}
            f() -> int
              {
                n++
                return (*p!! + (int)*[name@ + 0:int]!)
              }
        "#]],
    );
}

#[test]
fn type_names_through_typeof_and_auto() {
    tree(
        "int a[3]; 
        void f(const long n) { __typeof__(a) b; __typeof__(n) m = 1; __auto_type q = &b[1]; __auto_type v = ({ __auto_type w = n; w; }); __typeof__(int *) r, s; __typeof__(({ int z = 1; z; })) t; *q = m; }",
        expect![[r#"
            int a[3] size 12
            f(const long n) -> void
              {
                declare int b[3] in memory
                declare const long m = 1:long
                declare int *q = [b@ + 1:int]
                declare long v = ({declare long w = n!; w!})
                declare int *r
                declare int *s
                declare int t
                (*q! = (int)m!)
              }
        "#]],
    );
}

#[test]
fn variable_lengths_have_hidden_locals() {
    tree(
        "int sum(int n, int m, int a[n][m]);
        int sum(int n, int m, int a[n][m]) {
            int b[n + 1][3]; typedef char row[m]; row *r; row s;
            for (int i = 0; i < n; i++) b[i][0] = a[i][m - 1];
            return sizeof b + sizeof(row) + sizeof(int[n * 2]) + sizeof *a + sizeof s + (r = (row *)0, sizeof *r);
        }",
        expect![[r#"
            sum(int n, int m, int (*a)[*]) -> int
              {
                length %2 = (unsigned long)m!
                length %4 = (unsigned long)(n! + 1:int)
                declare int b[*][3] in memory
                length %6 = (unsigned long)m!
                declare char (*r)[*]
                declare char s[*]
                for ; (i! < n!); i++
                    declare int i = 0:int
                  (*[*[b@ + i!]@ + 0:int] = *[*[a! + i!]@ + (m! - 1:int)]!)
                return (int)(((((size<int [*][3]> + size<char [*]>) + ({length %10 = (unsigned long)(n! * 2:int); size<int [*]>})) + size<int [*]>) + size<char [*]>) + ((r = 0:char (*)[*]), size<char [*]>))
              }
        "#]],
    );
}

#[test]
fn enums_take_the_type_gcc_gives_them() {
    tree_for(
        DataModel::Ilp32,
        "enum small { A, B }; enum negative { C = -1 }; enum wide { D = 0x100000000LL, E = 1 }; enum big { F = 0xffffffff };
        enum __attribute__((packed)) tiny { G = 200 };
        void f(enum small a, enum negative c, enum wide d, enum tiny g) { -a; -c; -d; -g; A; D; E; F; sizeof(enum wide) + sizeof g; }",
        expect![[r#"
            f(enum small a, enum negative c, enum wide d, enum tiny g) -> void
              {
                -(unsigned int)a!
                -(int)c!
                -(unsigned long long)d!
                -(int)g!
                0:int
                4294967296:enum wide
                1:int
                4294967295:enum big
                (8:unsigned int + 1:unsigned int)
              }
        "#]],
    );
}

#[test]
fn attributes_on_objects() {
    tree(
        "int x __attribute__((aligned(32))); typedef int T __attribute__((aligned(8))); T y; _Alignas(double) char c;
        typedef unsigned int di __attribute__((__mode__(__DI__))); di z = -1; __thread int t;
        int real(void) __attribute__((noreturn)); extern int other(void) __asm__(\"renamed\");
        int f(void) { return _Alignof(T) + __alignof__(x) + _Alignof(di) + __alignof__(c) + sizeof z; }",
        expect![[r#"
            int x size 4
            int y size 4
            char c size 1
            unsigned long z size 8 = {0: 18446744073709551615:unsigned long}
            int t size 4
            f() -> int
              {
                return (int)((((8:unsigned long + 32:unsigned long) + 8:unsigned long) + 8:unsigned long) + 8:unsigned long)
              }
        "#]],
    );
}
