//! Objects with static storage.
use crate::{functions, globals, lower_anything};
use expect_test::expect;
use source::DataModel;

#[test]
fn contents_are_chunks() {
    globals(
        r#"
        int zero;
        extern int elsewhere;
        int x = 5;
        int *p = &x + 1;
        const char text[] = "hi";
        const char *message = "hello";
        struct { char c; int n; int *q; } s = { 'c', 7, &x };
        double d = 1.5;
        static long sum = sizeof(int) + 3 * 4;
        "#,
        expect![[r#"
            global external @zero size 4 align 4 type t0 = zero
            global external @elsewhere size 4 align 4 type t0
            global external @x size 4 align 4 type t0 = { 0: x"05000000" }
            global external @p size 8 align 8 type t1 = { 0: @x+4 }
            global external @text size 3 align 1 constant type t3 = { 0: "hi\x00" }
            global external @message size 8 align 8 type t4 = { 0: @.string.message.0 }
            global external @s size 16 align 8 type t5 = { 0: x"6300000007000000", 8: @x }
            global external @d size 8 align 8 type t6 = { 0: x"000000000000f83f" }
            global internal @sum size 8 align 8 type t7 = { 0: x"1000000000000000" }
            global internal @.string.message.0 size 6 align 1 constant = { 0: "hello" }
        "#]],
    );
}

#[test]
fn later_initializers_win() {
    globals(
        r#"
        int a[6] = { [0 ... 5] = 1, [2] = 9, [0] = 0 };
        struct { int *p, *q; } two = { .p = a, .q = a + 1, .p = 0 };
        "#,
        expect![[r#"
            global external @a size 24 align 4 type t1 = { 4: x"0100000009000000010000000100000001000000" }
            global external @two size 16 align 8 type t2 = { 8: @a+4 }
        "#]],
    );
}

#[test]
fn bit_fields_share_bytes() {
    globals(
        r#"
        struct { unsigned a : 3, b : 7; int c : 9; char d; } x = { 5, 0x55, -2, 'd' };
        "#,
        expect![[r#"
            global external @x size 4 align 4 type t0 = { 0: x"adfa0764" }
        "#]],
    );
}

#[test]
fn flexible_arrays_extend_their_object() {
    globals(
        r#"
        struct { int n; int data[]; } x = { 3, { 1, 2, 3 } };
        "#,
        expect![[r#"
            global external @x size 16 align 4 type t0 = { 0: x"03000000010000000200000003000000" }
        "#]],
    );
}

#[test]
fn static_locals_have_names_of_their_own() {
    globals(
        r#"
        int f(void) { static int n = 1; { static int n; n++; } return n++; }
        int g(void) { static int n = 2; return n; }
        "#,
        expect![[r#"
            global internal @f.n size 4 align 4 type t0 = { 0: x"01000000" }
            global internal @f.n.1 size 4 align 4 type t0 = zero
            global internal @g.n size 4 align 4 type t0 = { 0: x"02000000" }
        "#]],
    );
}

#[test]
fn storage_classes() {
    globals(
        r#"
        static int inner = 1;
        __thread int each;
        int weak_one __attribute__((weak)) = 3;
        _Alignas(64) char aligned[3];
        "#,
        expect![[r#"
            global internal @inner size 4 align 4 type t0 = { 0: x"01000000" }
            global external @each size 4 align 4 thread_local type t0 = zero
            global weak @weak_one size 4 align 4 type t0 = { 0: x"03000000" }
            global external @aligned size 3 align 64 type t2 = zero
        "#]],
    );
}

#[test]
fn addresses_of_everything() {
    globals(
        r#"
        struct s { int a; struct s *next; } nodes[3] = { { 1, &nodes[1] }, { 2, nodes + 2 }, { 3 } };
        int f(int x) { return x; }
        int (*pointer)(int) = f;
        int *field = &nodes[2].a;
        char *middle = &"abcdef"[3];
        struct s *literal = &(struct s){ 4, nodes };
        unsigned long number = (unsigned long)&nodes;
        "#,
        expect![[r#"
            global external @nodes size 48 align 8 type t1 = { 0: x"01000000", 8: @nodes+16, 16: x"02000000", 24: @nodes+32, 32: x"03000000" }
            global external @pointer size 8 align 8 type t5 = { 0: @f }
            global external @field size 8 align 8 type t6 = { 0: @nodes+32 }
            global external @middle size 8 align 8 type t8 = { 0: @.string.middle.0+3 }
            global external @literal size 8 align 8 type t3 = { 0: @__compound_literal }
            global internal @__compound_literal size 16 align 8 type t0 = { 0: x"04000000", 8: @nodes }
            global external @number size 8 align 8 type t9 = { 0: @nodes }
            global internal @.string.middle.0 size 7 align 1 constant = { 0: "abcdef" }
        "#]],
    );
}

#[test]
fn aliases_stand_for_their_targets() {
    functions(
        r#"
        int target(int x) { return x; }
        int other(int) __attribute__((alias("target")));
        int f(int x) { return other(x); }
        "#,
        expect![[r#"
            function external @target s0 (%0.x: i32) {
            b0:
                return %0.x
            }
            function external @other s0 (%0: i32) {
            b0:
                %1: i32 = call @target(%0) s0
                return %1
            }
            function external @f s0 (%0.x: i32) {
            b0:
                %1: i32 = call @target(%0.x) s0
                return %1
            }
        "#]],
    );
}

#[test]
fn wide_strings_and_embedded_zeros() {
    globals(
        r#"
        const int *w = L"ab";
        char z[] = "a\0b";
        char *q = "\0x";
        "#,
        expect![[r#"
            global external @w size 8 align 8 type t1 = { 0: @.string.w.0 }
            global external @z size 4 align 1 type t3 = { 0: x"61006200" }
            global external @q size 8 align 8 type t4 = { 0: @.string.q.0 }
            global internal @.string.w.0 size 12 align 4 constant = { 0: x"6100000062" }
            global internal @.string.q.0 size 3 align 1 constant = { 0: x"0078" }
        "#]],
    );
}

#[test]
fn another_member_of_a_union_leaves_nothing_of_the_first() {
    globals(
        "union u { int i; char c; struct { char a, b; } s; }; struct w { char k; union u u; };
         union u a[4] = { [0 ... 3].i = -1, [1].c = 2 };
         union u b[4] = { [1].i = -1, [0 ... 3].c = 2 };
         union u c[4] = { [0 ... 3].s.a = 1, [1].s.b = 2 };
         union u d[4] = { [0 ... 3].i = -1, [1].s.a = 1, [0 ... 2].s.b = 3 };
         struct w e[4] = { [0 ... 3].u.i = -1, [2].u.c = 2, [1 ... 3].k = 5 };
         union u f[2][4] = { [0 ... 1] = { [0 ... 1].i = -1 }, [1][1].c = 3, [0 ... 1][0].c = 4 };
         union u g[6] = { [0 ... 5].i = -1, [2 ... 4].c = 1, [3].i = -2, [1 ... 3].s.b = 4 };",
        expect![[r#"
            global external @a size 16 align 4 type t1 = { 0: x"ffffffff02000000ffffffffffffffff" }
            global external @b size 16 align 4 type t1 = { 0: x"02000000020000000200000002" }
            global external @c size 16 align 4 type t1 = { 0: x"01000000010200000100000001" }
            global external @d size 16 align 4 type t1 = { 1: x"03", 4: x"01", 5: x"03", 9: x"03", 12: x"ffffffff" }
            global external @e size 32 align 4 type t6 = { 4: x"ffffffff05000000ffffffff050000000200000005000000ffffffff" }
            global external @f size 32 align 4 type t7 = { 0: x"04", 4: x"ffffffff0000000000000000", 16: x"04", 17: x"00000003" }
            global external @g size 24 align 4 type t8 = { 0: x"ffffffff00040000000400000004000001000000ffffffff" }
        "#]],
    );
}

/// Either range can be the long one.
#[test]
fn ranges_inside_ranges() {
    globals(
        "int a[2][1000000] = { [0 ... 1] = { [0 ... 1] = 7 } }; int b[1000][3] = { [2 ... 3] = { [0 ... 1] = 7 } };",
        expect![[r#"
            global external @a size 8000000 align 4 type t2 = { 0: x"0700000007000000", 4000000: x"0700000007000000" }
            global external @b size 12000 align 4 type t4 = { 24: x"0700000007000000000000000700000007000000" }
        "#]],
    );
    let (_, _, messages) = lower_anything(
        DataModel::Lp64,
        "char a[10000000000][10000000000] = { [0 ... 9999999998] = { [0 ... 9999999998] = 7 } };",
    );
    assert_eq!(messages, ["the array is larger than the address space"]);
    let (_, _, messages) = lower_anything(
        DataModel::Lp64,
        "char a[1000000000][1000000000] = { [0 ... 999999998] = { [0 ... 999999998] = 7 } };",
    );
    assert_eq!(messages, ["the parts of this initialiser replace each other too often"]);
}
