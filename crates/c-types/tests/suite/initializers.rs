//! Initialisers, flattened.

use crate::tree;
use expect_test::expect;

#[test]
fn braces_may_be_left_out() {
    tree(
        "struct p { int x, y; }; struct q { struct p a[2]; char s[4]; int z; };
        struct q full = { { { 1, 2 }, { 3, 4 } }, \"abc\", 5 }; struct q flat = { 1, 2, 3, 4, 'a', 'b', 'c', 'd', 5 };
        struct q some = { { 1, { 2 } }, \"x\" }; int m[2][3] = { 1, 2, 3, 4 }; int n[][2] = { { 1 }, 2, 3, { 4 } };",
        expect![[r#"
            struct q full size 24 = {0: 1:int, 4: 2:int, 8: 3:int, 12: 4:int, 16: "abc\0", 20: 5:int}
            struct q flat size 24 = {0: 1:int, 4: 2:int, 8: 3:int, 12: 4:int, 16: 97:char, 17: 98:char, 18: 99:char, 19: 100:char, 20: 5:int}
            struct q some size 24 = {zeroed; 0: 1:int, 4: 2:int, 16: "x\0"}
            int m[2][3] size 24 = {zeroed; 0: 1:int, 4: 2:int, 8: 3:int, 12: 4:int}
            int n[3][2] size 24 = {zeroed; 0: 1:int, 8: 2:int, 12: 3:int, 16: 4:int}
        "#]],
    );
}

#[test]
fn designators_move_the_cursor() {
    tree(
        "struct s { int a; struct { int b, c; } d[3]; union { char e; long f; }; int g : 4, h : 4; };
        struct s x = { .d[1].c = 1, 2, .a = 3, .f = 4, 5, .h = 6 }; int a[] = { [5] = 1, 2, [1] = 3 }; 
        int r[10] = { [0 ... 3] = 7, 8, [8 ... 9] = 9 }; struct s y[2] = { [0 ... 1] = { .a = 1, .d = { [0 ... 2] = { 5 } } } };
        struct s old = { a: 1, g: 2 };",
        expect![[r#"
            struct s x size 48 = {zeroed; 16: 1:int, 20: 2:int, 0: 3:int, 32: 4:long, 40.0:4: 5:int, 40.4:4: 6:int}
            int a[7] size 28 = {zeroed; 20: 1:int, 24: 2:int, 4: 3:int}
            int r[10] size 40 = {zeroed; 0: 7:int x4 every 4, 16: 8:int, 32: 9:int x2 every 4}
            struct s y[2] size 96 = {zeroed; 0: 1:int x2 every 48, 4: 5:int x3 every 8, 52: 5:int x3 every 8}
            struct s old size 48 = {zeroed; 0: 1:int, 40.0:4: 2:int}
        "#]],
    );
}

#[test]
fn an_element_initialised_again_is_reset() {
    tree(
        "struct s { int a, b; }; struct s x[2] = { [0] = { 1, 2 }, [1] = { 3, 4 }, [0] = { .b = 5 } }; struct s y[1] = { [0].a = 1, [0].b = 2 };",
        expect![[r#"
        struct s x[2] size 16 = {zeroed; 8: 3:int, 12: 4:int, 4: 5:int}
        struct s y[1] size 8 = {0: 1:int, 4: 2:int}
    "#]],
    );
}

#[test]
fn strings_initialise_arrays() {
    tree(
        "char a[] = \"abc\", b[2] = \"abc\", c[8] = { \"ab\" }, *d = \"ptr\", e[2][4] = { \"x\", { 'y', 'z' } }; int w[] = L\"ab\"; unsigned char u[] = \"u\";
        struct { char s[3]; int n; } t = { \"hi\", 2 };",
        expect![[r#"
            char a[4] size 4 = {0: "abc\0"}
            char b[2] size 2 = {0: "abc\0"}
            char c[8] size 8 = {0: "ab\0"}
            char *d size 8 = {0: "ptr\0"@}
            char e[2][4] size 8 = {zeroed; 0: "x\0", 4: 121:char, 5: 122:char}
            int w[3] size 12 = {0: "a\0\0\0b\0\0\0\0\0\0\0"}
            unsigned char u[2] size 2 = {0: "u\0"}
            struct <anonymous> t size 8 = {zeroed; 0: "hi\0", 4: 2:int}
        "#]],
    );
}

#[test]
fn flexible_array_members_grow_the_object() {
    tree(
        "struct f { int n; char data[]; }; struct f x = { 2, { 1, 2 } }, y = { 3, \"text\" }, z = { 1 }; struct g { int n; struct { int q; } e[0]; };",
        expect![[r#"
        struct f x size 6 = {0: 2:int, 4: 1:char, 5: 2:char}
        struct f y size 9 = {0: 3:int, 4: "text\0"}
        struct f z size 4 = {0: 1:int}
    "#]],
    );
}

#[test]
fn addresses_are_constants() {
    tree(
        "struct s { int a; struct s *next; char t[8]; }; extern struct s arr[4]; int f(void);
        struct s one = { 1, &one }, two = { 2, &arr[1], \"t\" }; char *p = arr[2].t + 3; int (*fp)(void) = f, (*fq)(void) = &f;
        unsigned long off = (unsigned long)&((struct s *)0)->t[1]; long d = (char *)&arr[3] - (char *)&arr[1]; void *q = (char *)&one + 4; int *lit = (int[]){1, 2}; long cast = (long)&one;
        struct s copy = (struct s){ 5 }; int n = (int){ 3 }; _Bool b = &one; int cond = 1 ? 2 : f(); const struct s fixed = { 6 }; struct s again = fixed; int six = fixed.a;",
        expect![[r#"
            struct s arr[4] size 96 declared
            struct s one size 24 = {zeroed; 0: 1:int, 8: &one}
            struct s two size 24 = {zeroed; 0: 2:int, 8: [arr@ + 1:int], 16: "t\0"}
            char *p size 8 = {0: [*[arr@ + 2:int].t{16}@ + 3:int]}
            int (*fp)(void) size 8 = {0: &f}
            int (*fq)(void) size 8 = {0: &f}
            unsigned long off size 8 = {0: (unsigned long)[*0:struct s *.t{16}@ + 1:int]}
            long d size 8 = {0: [(char *)[arr@ + 3:int] - (char *)[arr@ + 1:int]]}
            void *q size 8 = {0: (void *)[(char *)&one + 4:int]}
            int *lit size 8 = {0: __compound_literal@}
            static int __compound_literal[2] size 8 = {0: 1:int, 4: 2:int}
            long cast size 8 = {0: (long)&one}
            struct s copy size 24 = {zeroed; 0: 5:int}
            static struct s __compound_literal size 24 = {zeroed; 0: 5:int}
            int n size 4 = {0: 3:int}
            static int __compound_literal size 4 = {0: 3:int}
            _Bool b size 1 = {0: (_Bool)&one}
            int cond size 4 = {0: (1:int ? 2:int : &f())}
            const struct s fixed size 24 = {zeroed; 0: 6:int}
            struct s again size 24 = {zeroed; 0: 6:int}
            int six size 4 = {0: fixed.a{0}!}
        "#]],
    );
}

#[test]
fn locals_are_initialised_in_place() {
    tree(
        "struct s { int a, b; }; struct s get(void);
        void f(int n) { int a[4] = { n, n + 1 }; struct s s = { .b = n }, t = get(), u = { n, n }, v[2] = { get(), s }; int x = { n }; char z[3] = \"\"; int e[2] = {}; char *c[] = { \"a\", 0 }; }",
        expect![[r#"
            f(int n) -> void
              {
                declare int a[4] = {zeroed; 0: n!, 4: (n! + 1:int)}
                declare struct s s = {zeroed; 4: n!}
                declare struct s t = &get()
                declare struct s u = {0: n!, 4: n!}
                declare struct s v[2] = {0: &get(), 8: s!}
                declare int x = n!
                declare char z[3] = {0: "\0"}
                declare int e[2] = {zeroed; }
                declare char *c[2] = {0: "a\0"@, 8: 0:char *}
              }
        "#]],
    );
}
