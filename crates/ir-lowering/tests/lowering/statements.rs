//! Statements and the blocks they become.
use crate::functions;
use expect_test::expect;

#[test]
fn loops() {
    functions(
        r#"
        int sum(int *a, int n) { int s = 0; for (int i = 0; i < n; i++) s += a[i]; return s; }
        void wait(volatile int *p) { while (*p) ; }
        int log2(unsigned n) { int r = 0; do { r++; n >>= 1; } while (n); return r; }
        void forever(void) { for (;;) ; }
        "#,
        expect![[r#"
            function external @sum s0 (%0.a: i64, %1.n: i32) {
            b0:
                %2.s: i32 = copy 0i32
                %3.i: i32 = copy 0i32
                goto b1
            b1:
                %4: i32 = compare.signed %3.i < %1.n
                branch %4, b2, b3
            b2:
                %5: i64 = sign_extend %3.i
                %6: i64 = ptr_add %0.a, %5 * 4
                %7: i32 = load [%6]
                %2.s: i32 = add.signed %2.s, %7
                %3.i: i32 = add.signed %3.i, 1i32
                goto b1
            b3:
                return %2.s
            }
            function external @wait s1 (%0.p: i64) {
            b0:
                goto b1
            b1:
                %1: i32 = load.volatile [%0.p]
                branch %1, b1, b2
            b2:
                return
            }
            function external @log2 s2 (%0.n: i32) {
            b0:
                %1.r: i32 = copy 0i32
                goto b1
            b1:
                %1.r: i32 = add.signed %1.r, 1i32
                %0.n: i32 = ushr %0.n, 1i32
                branch %0.n, b1, b2
            b2:
                return %1.r
            }
            function external @forever s3 () {
            b0:
                goto b1
            b1:
                goto b1
            }
        "#]],
    );
}

#[test]
fn break_and_continue() {
    functions(
        r#"
        int f(int n) {
            int s = 0;
            while (1) { if (n-- == 0) break; if (n % 2) continue; s += n; }
            return s;
        }
        "#,
        expect![[r#"
            function external @f s0 (%0.n: i32) {
            b0:
                %1.s: i32 = copy 0i32
                goto b1
            b1:
                %2: i32 = copy %0.n
                %0.n: i32 = sub.signed %2, 1i32
                %3: i32 = compare.signed %2 == 0i32
                branch %3, b2, b3
            b2:
                return %1.s
            b3:
                %4: i32 = srem.signed %0.n, 2i32
                branch %4, b1, b4
            b4:
                %1.s: i32 = add.signed %1.s, %0.n
                goto b1
            }
        "#]],
    );
}

#[test]
fn constant_conditions_leave_no_branches() {
    functions(
        r#"
        int f(int a) { if (0) a = 1; if (1) a = 2; else a = 3; do { a++; } while (0); while (0) a--; return a; }
        int g(int a) { if (0) { inside: return a; } if (a) goto inside; return 0; }
        "#,
        expect![[r#"
            function external @f s0 (%0.a: i32) {
            b0:
                %0.a: i32 = copy 2i32
                %0.a: i32 = add.signed %0.a, 1i32
                return %0.a
            }
            function external @g s0 (%0.a: i32) {
            b0:
                branch %0.a, b1, b2
            b1:
                return %0.a
            b2:
                return 0i32
            }
        "#]],
    );
}

#[test]
fn code_after_return_is_dropped() {
    functions(
        r#"
        int f(int a) { return a; a++; while (a) a--; return 1; }
        "#,
        expect![[r#"
            function external @f s0 (%0.a: i32) {
            b0:
                return %0.a
            }
        "#]],
    );
}

#[test]
fn switch_with_ranges_and_fallthrough() {
    functions(
        r#"
        int f(int x) {
            switch (x) {
            case 1: case 2: return 10;
            case 5 ... 9: x++;
            default: x--; break;
            case -3 ... 0: return 4;
            }
            return x;
        }
        int g(unsigned char c) { switch (c) { case 'a' ... 'z': return 1; } return 0; }
        int h(void) { switch (sizeof(int)) { case 1: return 8; case 4: return 32; default: return 0; } }
        "#,
        expect![[r#"
            function external @f s0 (%0.x: i32) {
            b0:
                switch %0.x { 0: b3, 1: b1, 2: b1, 5..=9: b2, 4294967293..=4294967295: b3, else: b4 }
            b1:
                return 10i32
            b2:
                %0.x: i32 = add.signed %0.x, 1i32
                goto b4
            b3:
                return 4i32
            b4:
                %0.x: i32 = sub.signed %0.x, 1i32
                return %0.x
            }
            function external @g s1 (%0.c: i8) {
            b0:
                %1: i32 = zero_extend %0.c
                switch %1 { 97..=122: b1, else: b2 }
            b1:
                return 1i32
            b2:
                return 0i32
            }
            function external @h s2 () {
            b0:
                return 32i32
            }
        "#]],
    );
}

#[test]
fn duffs_device() {
    functions(
        r#"
        void copy(char *to, char *from, int n) {
            switch (n % 2) {
            case 0: do { *to++ = *from++;
            case 1:      *to++ = *from++;
                    } while ((n -= 2) > 0);
            }
        }
        "#,
        expect![[r#"
            function external @copy s0 (%0.to: i64, %1.from: i64, %2.n: i32) {
            b0:
                %3: i32 = srem.signed %2.n, 2i32
                switch %3 { 0: b2, 1: b1, else: b3 }
            b1:
                %7: i64 = copy %0.to
                %0.to: i64 = ptr_add %7, 1i64
                %8: i64 = copy %1.from
                %1.from: i64 = ptr_add %8, 1i64
                %9: i8 = load [%8]
                store [%7], %9
                %10: i32 = sub.signed %2.n, 2i32
                %2.n: i32 = copy %10
                %11: i32 = compare.signed %10 > 0i32
                branch %11, b2, b3
            b2:
                %4: i64 = copy %0.to
                %0.to: i64 = ptr_add %4, 1i64
                %5: i64 = copy %1.from
                %1.from: i64 = ptr_add %5, 1i64
                %6: i8 = load [%5]
                store [%4], %6
                goto b1
            b3:
                return
            }
        "#]],
    );
}

#[test]
fn goto_in_both_directions() {
    functions(
        r#"
        int f(int n) { again: if (n > 10) goto out; n++; goto again; out: return n; }
        "#,
        expect![[r#"
            function external @f s0 (%0.n: i32) {
            b0:
                goto b1
            b1:
                %1: i32 = compare.signed %0.n > 10i32
                branch %1, b2, b3
            b2:
                return %0.n
            b3:
                %0.n: i32 = add.signed %0.n, 1i32
                goto b1
            }
        "#]],
    );
}

#[test]
fn main_returns_zero() {
    functions(
        r#"
        int main(void) { }
        int other(void) { }
        "#,
        expect![[r#"
            function external @main s0 () {
            b0:
                return 0i32
            }
            function external @other s0 () {
            b0:
                return
            }
        "#]],
    );
}

#[test]
fn noreturn_calls_end_the_path() {
    functions(
        r#"
        void abort(void);
        void die(int) __attribute__((noreturn));
        int f(int a) { if (a) abort(); die(1); return a; }
        "#,
        expect![[r#"
            function external @abort s0 noreturn
            function external @die s1 noreturn
            function external @f s2 (%0.a: i32) {
            b0:
                branch %0.a, b1, b2
            b1:
                call @abort() s0
                unreachable
            b2:
                call @die(1i32) s1
                unreachable
            }
        "#]],
    );
}

#[test]
fn recursion_and_pointers_to_functions() {
    functions(
        r#"
        int apply(int (*f)(int), int x) { return f(x); }
        int twice(int x) { return 2 * x; }
        int g(int x) { return apply(twice, x) + (*twice)(x) + (&twice)(x); }
        int (*table[])(int) = { twice, &g };
        int h(int i) { return table[i](i); }
        "#,
        expect![[r#"
            function external @apply s0 (%0.f: i64, %1.x: i32) {
            b0:
                %2: i32 = call *%0.f(%1.x) s1
                return %2
            }
            function external @twice s1 (%0.x: i32) {
            b0:
                %1: i32 = mul.signed 2i32, %0.x
                return %1
            }
            function external @g s1 (%0.x: i32) {
            b0:
                %1: i32 = call @apply(@twice, %0.x) s0
                %2: i32 = call @twice(%0.x) s1
                %3: i32 = add.signed %1, %2
                %4: i32 = call @twice(%0.x) s1
                %5: i32 = add.signed %3, %4
                return %5
            }
            function external @h s1 (%0.i: i32) {
            b0:
                %1: i64 = sign_extend %0.i
                %2: i64 = ptr_add @table, %1 * 8
                %3: i64 = load [%2]
                %4: i32 = call *%3(%0.i) s1
                return %4
            }
        "#]],
    );
}
