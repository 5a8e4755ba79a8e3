//! What GCC builds in.
use crate::functions;
use expect_test::expect;

#[test]
fn overflow_is_computed_exactly() {
    functions(
        r#"
        int f(int a, unsigned b, long *r) { return __builtin_add_overflow(a, b, r); }
        _Bool g(unsigned long a, unsigned long b, unsigned long *r) { return __builtin_mul_overflow(a, b, r); }
        "#,
        expect![[r#"
            function external @f s0 (%0.a: i32, %1.b: i32, %2.r: i64) {
            b0:
                %3: i128 = sign_extend %0.a
                %4: i128 = zero_extend %1.b
                %5: i128 = add %3, %4
                %6: i64 = truncate %5
                store [%2.r], %6
                %7: i128 = sign_extend %6
                %8: i8 = compare.signed %5 != %7
                %9: i32 = zero_extend %8
                return %9
            }
            function external @g s1 (%0.a: i64, %1.b: i64, %2.r: i64) {
            b0:
                %3: i128 = zero_extend %0.a
                %4: i128 = zero_extend %1.b
                %5: i128 = mul %3, %4
                %6: i64 = truncate %5
                store [%2.r], %6
                %7: i128 = zero_extend %6
                %8: i8 = compare.signed %5 != %7
                return %8
            }
        "#]],
    );
}

#[test]
fn traps_and_unreachable_code() {
    functions(
        r#"
        int f(int a) { if (a == 1) __builtin_trap(); if (a == 2) __builtin_unreachable(); return a; }
        "#,
        expect![[r#"
            function external @f s0 (%0.a: i32) {
            b0:
                %1: i32 = compare.signed %0.a == 1i32
                branch %1, b1, b2
            b1:
                call @__builtin_trap() s1
                unreachable
            b2:
                %2: i32 = compare.signed %0.a == 2i32
                branch %2, b3, b4
            b3:
                unreachable
            b4:
                return %0.a
            }
            function external @__builtin_trap s1 noreturn
        "#]],
    );
}

#[test]
fn atomics_are_plain() {
    functions(
        r#"
        int f(int *p) { int old = __sync_fetch_and_add(p, 2); return old + __atomic_load_n(p, 5); }
        int g(int *p, int old) { __atomic_store_n(p, 1, 0); return __sync_bool_compare_and_swap(p, old, 7); }
        int h(int *p, int *e) { return __atomic_compare_exchange_n(p, e, 3, 0, 5, 5); }
        "#,
        expect![[r#"
            function external @f s0 (%0.p: i64) {
            b0:
                %2: i32 = load.volatile [%0.p]
                %3: i32 = add %2, 2i32
                store.volatile [%0.p], %3
                %1.old: i32 = copy %2
                %4: i32 = load.volatile [%0.p]
                %5: i32 = add.signed %1.old, %4
                return %5
            }
            function external @g s1 (%0.p: i64, %1.old: i32) {
            b0:
                store.volatile [%0.p], 1i32
                %2: i32 = load.volatile [%0.p]
                %3: i32 = compare.signed %2 == %1.old
                branch %3, b1, b2
            b1:
                store.volatile [%0.p], 7i32
                goto b2
            b2:
                %4: i8 = compare.signed %3 != 0i32
                %5: i32 = zero_extend %4
                return %5
            }
            function external @h s2 (%0.p: i64, %1.e: i64) {
            b0:
                %2: i32 = load [%1.e]
                %3: i32 = load.volatile [%0.p]
                %4: i32 = compare.signed %3 == %2
                branch %4, b1, b2
            b1:
                store.volatile [%0.p], 3i32
                goto b3
            b2:
                store [%1.e], %3
                goto b3
            b3:
                %5: i8 = compare.signed %4 != 0i32
                %6: i32 = zero_extend %5
                return %6
            }
        "#]],
    );
}

#[test]
fn expect_is_its_argument() {
    functions(
        r#"
        int f(int a) { if (__builtin_expect(!!(a > 3), 0)) return 1; return 0; }
        "#,
        expect![[r#"
            function external @f s0 (%0.a: i32) {
            b0:
                %1: i32 = compare.signed %0.a > 3i32
                branch %1, b1, b2
            b1:
                return 1i32
            b2:
                return 0i32
            }
        "#]],
    );
}
