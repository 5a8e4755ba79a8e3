//! Lifetimes of locals: stack blocks, scopes, and jumps into and out of them.
use crate::functions;
use expect_test::expect;

#[test]
fn locals_without_address_are_registers() {
    functions(
        r#"
        void use(int *);
        int f(int a) { int x = a, y; y = x; return y; }
        int g(int a) { int x = 1; use(&x); use(&a); return x + a; }
        "#,
        expect![[r#"
            function external @use s0 promises { : data }
            function external @f s1 (%0.a: i32) {
            b0:
                %1.x: i32 = copy %0.a
                %2.y: i32 = undefined
                %2.y: i32 = copy %1.x
                return %2.y
            }
            function external @g s1 (%0: i32) {
            b0:
                %1.&a: i64 = stack_alloc.local 4i64 align 4
                store [%1.&a], %0
                %2.&x: i64 = stack_alloc.local 4i64 align 4
                store [%2.&x], 1i32
                call @use(%2.&x) s0
                call @use(%1.&a) s0
                %3: i32 = load [%2.&x]
                %4: i32 = load [%1.&a]
                %5: i32 = add.signed %3, %4
                return %5
            }
        "#]],
    );
}

#[test]
fn blocks_live_as_long_as_their_scope() {
    functions(
        r#"
        void use(int *);
        void f(int n) { while (n--) { int x; use(&x); { int y[2]; use(y); } } }
        "#,
        expect![[r#"
            function external @use s0 promises { : data }
            function external @f s1 (%0.n: i32) {
            b0:
                goto b1
            b1:
                %1: i32 = copy %0.n
                %0.n: i32 = sub.signed %1, 1i32
                branch %1, b2, b3
            b2:
                %2.&x: i64 = stack_alloc.local 4i64 align 4
                call @use(%2.&x) s0
                %3.&y: i64 = stack_alloc.local 8i64 align 4
                call @use(%3.&y) s0
                stack_end %3.&y
                stack_end %2.&x
                goto b1
            b3:
                return
            }
        "#]],
    );
}

#[test]
fn leaving_a_scope_by_a_jump_ends_its_blocks() {
    functions(
        r#"
        void use(int *);
        int f(int n) {
            for (;;) {
                int x;
                use(&x);
                if (n == 1) break;
                if (n == 2) continue;
                if (n == 3) return x;
                if (n == 4) goto out;
            }
            n = 0;
        out:
            return n;
        }
        "#,
        expect![[r#"
            function external @use s0 promises { : data }
            function external @f s1 (%0.n: i32) {
            b0:
                goto b1
            b1:
                %1.&x: i64 = stack_alloc.local 4i64 align 4
                call @use(%1.&x) s0
                %2: i32 = compare.signed %0.n == 1i32
                branch %2, b2, b3
            b2:
                stack_end %1.&x
                %0.n: i32 = copy 0i32
                goto b9
            b3:
                %3: i32 = compare.signed %0.n == 2i32
                branch %3, b4, b5
            b4:
                stack_end %1.&x
                goto b1
            b5:
                %4: i32 = compare.signed %0.n == 3i32
                branch %4, b6, b7
            b6:
                %5: i32 = load [%1.&x]
                return %5
            b7:
                %6: i32 = compare.signed %0.n == 4i32
                branch %6, b8, b10
            b8:
                stack_end %1.&x
                goto b9
            b9:
                return %0.n
            b10:
                stack_end %1.&x
                goto b1
            }
        "#]],
    );
}

#[test]
fn jumping_into_a_scope_begins_its_blocks() {
    functions(
        r#"
        void use(int *);
        int f(int n) {
            if (n) goto inside;
            {
                int x[2];
                x[0] = 1;
        inside:
                use(x);
            }
            return 0;
        }
        int g(int n) {
            switch (n) { int y; case 1: use(&y); break; default: y = 2; use(&y); }
            return n;
        }
        "#,
        expect![[r#"
            function external @use s0 promises { : data }
            function external @f s1 (%0.n: i32) {
            b0:
                branch %0.n, b1, b2
            b1:
                %1.&x: i64 = stack_alloc.local 8i64 align 4
                goto b3
            b2:
                %1.&x: i64 = stack_alloc.local 8i64 align 4
                store [%1.&x], 1i32
                goto b3
            b3:
                call @use(%1.&x) s0
                stack_end %1.&x
                return 0i32
            }
            function external @g s1 (%0.n: i32) {
            b0:
                switch %0.n { 1: b1, else: b2 }
            b1:
                %1.&y: i64 = stack_alloc.local 4i64 align 4
                call @use(%1.&y) s0
                stack_end %1.&y
                goto b3
            b2:
                %1.&y: i64 = stack_alloc.local 4i64 align 4
                store [%1.&y], 2i32
                call @use(%1.&y) s0
                stack_end %1.&y
                goto b3
            b3:
                return %0.n
            }
        "#]],
    );
}

#[test]
fn variable_length_arrays_begin_at_their_declaration() {
    functions(
        r#"
        void use(int *);
        unsigned long f(int n, int m) {
        again:;
            int a[n][m];
            use(a[1]);
            if (n-- > 2) goto again;
            return sizeof a + sizeof a[0];
        }
        int g(int n, int a[n][n], int i) { return a[i][i]; }
        "#,
        expect![[r#"
            function external @use s0 promises { : data }
            function external @f s1 (%0.n: i32, %1.m: i32) {
            b0:
                goto b1
            b1:
                %3: i64 = sign_extend %1.m
                %4: i64 = sign_extend %0.n
                %5: i32 = compare.signed %3 < 0i64
                branch %5, b2, b3
            b2:
                %6: i64 = stack_alloc.local -1i64 align 1
                goto b3
            b3:
                %7: i32 = compare.signed %4 < 0i64
                branch %7, b4, b5
            b4:
                %8: i64 = stack_alloc.local -1i64 align 1
                goto b5
            b5:
                %9: i64 = mul %3, 4i64
                %10: i64 = mul %4, %9
                %2.&a: i64 = stack_alloc.local %10 align 4
                %11: i64 = mul %3, 4i64
                %12: i64 = ptr_add %2.&a, %11
                call @use(%12) s0
                %13: i32 = copy %0.n
                %0.n: i32 = sub.signed %13, 1i32
                %14: i32 = compare.signed %13 > 2i32
                branch %14, b6, b7
            b6:
                stack_end %2.&a
                goto b1
            b7:
                %15: i64 = mul %3, 4i64
                %16: i64 = mul %4, %15
                %17: i64 = mul %3, 4i64
                %18: i64 = add %16, %17
                return %18
            }
            function external @g s2 (%0.n: i32, %1.a: i64, %2.i: i32) {
            b0:
                %3: i64 = sign_extend %0.n
                %4: i64 = sign_extend %2.i
                %5: i64 = mul %3, 4i64
                %6: i64 = mul %5, %4
                %7: i64 = ptr_add %1.a, %6
                %8: i64 = sign_extend %2.i
                %9: i64 = ptr_add %7, %8 * 4
                %10: i32 = load [%9]
                return %10
            }
        "#]],
    );
}

/// The cleanup call has the type that the function has where the variable is declared.
#[test]
fn a_cleanup_is_a_call_like_any_other() {
    functions(
        r#"
        struct wide { long a, b, c; };
        struct wide wide(int *);
        void later();
        void number(long);
        int many(int *, ...);
        void f(void) {
            __attribute__((cleanup(wide))) int a = 1;
            __attribute__((cleanup(later))) int b = 2;
            __attribute__((cleanup(number))) int c = 3;
            __attribute__((cleanup(many))) int d = 4;
        }
        void later(int x, int y) { }
        "#,
        expect![[r#"
            function external @wide s0 promises { : data }
            function external @later s1 (%0.x: i32, %1.y: i32) {
            b0:
                return
            }
            function external @number s2
            function external @many s3 promises { : data }
            function external @f s4 () {
            b0:
                %0.&a: i64 = stack_alloc.local 4i64 align 4
                %1.&b: i64 = stack_alloc.local 4i64 align 4
                %2.&c: i64 = stack_alloc.local 4i64 align 4
                %3.&d: i64 = stack_alloc.local 4i64 align 4
                store [%0.&a], 1i32
                store [%1.&b], 2i32
                store [%2.&c], 3i32
                store [%3.&d], 4i32
                %4: i32 = call @many(%3.&d) s3
                call @number(%2.&c) s2
                call @later(%1.&b) s5
                %5: i64 = stack_alloc.temporary 24i64 align 8
                call @wide(%5, %0.&a) s0
                stack_end %5
                stack_end %3.&d
                stack_end %2.&c
                stack_end %1.&b
                stack_end %0.&a
                return
            }
        "#]],
    );
}

#[test]
fn cleanup_runs_on_every_exit() {
    functions(
        r#"
        void close_it(int *);
        int open_it(void);
        int f(int n) {
            __attribute__((cleanup(close_it))) int a = open_it();
            if (n) return a;
            {
                __attribute__((cleanup(close_it))) int b = open_it();
                if (b) goto out;
            }
            n = 2;
        out:
            return n;
        }
        "#,
        expect![[r#"
            function external @close_it s0 promises { : data }
            function external @open_it s1
            function external @f s2 (%0.n: i32) {
            b0:
                %1.&a: i64 = stack_alloc.local 4i64 align 4
                %2: i32 = call @open_it() s1
                store [%1.&a], %2
                branch %0.n, b1, b2
            b1:
                %3: i32 = load [%1.&a]
                call @close_it(%1.&a) s0
                return %3
            b2:
                %4.&b: i64 = stack_alloc.local 4i64 align 4
                %5: i32 = call @open_it() s1
                store [%4.&b], %5
                %6: i32 = load [%4.&b]
                branch %6, b3, b4
            b3:
                call @close_it(%4.&b) s0
                stack_end %4.&b
                goto b5
            b4:
                call @close_it(%4.&b) s0
                stack_end %4.&b
                %0.n: i32 = copy 2i32
                goto b5
            b5:
                call @close_it(%1.&a) s0
                return %0.n
            }
        "#]],
    );
}

#[test]
fn compound_literals_live_in_the_enclosing_block() {
    functions(
        r#"
        struct s { int a, b; };
        void use(struct s *);
        void f(int n) {
            struct s *p;
            if (n) p = &(struct s){ .b = n }; else p = &(struct s){ 1, 2 };
            use(p);
            while (n--) { use(&(struct s){ n }); if (n == 3) break; }
        }
        int g(void) { return (int){ 5 }; }
        "#,
        expect![[r#"
            function external @use s0 promises { : data }
            function external @f s1 (%0.n: i32) {
            b0:
                %1.p: i64 = undefined
                branch %0.n, b1, b2
            b1:
                %2: i64 = stack_alloc.temporary 8i64 align 4
                block_set %2, 0i8, 8i64
                %3: i64 = ptr_add %2, 4i64
                store [%3], %0.n
                %1.p: i64 = copy %2
                stack_end %2
                goto b3
            b2:
                %4: i64 = stack_alloc.temporary 8i64 align 4
                store [%4], 1i32
                %5: i64 = ptr_add %4, 4i64
                store [%5], 2i32
                %1.p: i64 = copy %4
                stack_end %4
                goto b3
            b3:
                call @use(%1.p) s0
                goto b4
            b4:
                %6: i32 = copy %0.n
                %0.n: i32 = sub.signed %6, 1i32
                branch %6, b5, b8
            b5:
                %7: i64 = stack_alloc.temporary 8i64 align 4
                block_set %7, 0i8, 8i64
                store [%7], %0.n
                call @use(%7) s0
                %8: i32 = compare.signed %0.n == 3i32
                branch %8, b6, b7
            b6:
                stack_end %7
                goto b8
            b7:
                stack_end %7
                goto b4
            b8:
                return
            }
            function external @g s2 () {
            b0:
                %0: i32 = copy 5i32
                return %0
            }
        "#]],
    );
}

#[test]
fn registers_are_undefined_until_assigned() {
    functions(
        r#"
        int f(int n) { for (;;) { int x; if (n--) x = 1; return x; } }
        int g(int n) { goto past; int x; past: return x + n; }
        "#,
        expect![[r#"
            function external @f s0 (%0.n: i32) {
            b0:
                %1.x: i32 = undefined
                %2: i32 = copy %0.n
                %0.n: i32 = sub.signed %2, 1i32
                branch %2, b1, b2
            b1:
                %1.x: i32 = copy 1i32
                goto b2
            b2:
                return %1.x
            }
            function external @g s0 (%0.n: i32) {
            b0:
                %1.x: i32 = undefined
                %2: i32 = add.signed %1.x, %0.n
                return %2
            }
        "#]],
    );
}

#[test]
fn alloca_lives_until_return() {
    functions(
        r#"
        void use(void *);
        void f(int n) { while (n--) use(__builtin_alloca(n)); }
        "#,
        expect![[r#"
            function external @use s0 promises { : anything }
            function external @f s1 (%0.n: i32) {
            b0:
                goto b1
            b1:
                %1: i32 = copy %0.n
                %0.n: i32 = sub.signed %1, 1i32
                branch %1, b2, b3
            b2:
                %2: i64 = sign_extend %0.n
                %3: i64 = stack_alloc.alloca %2 align 16
                call @use(%3) s0
                goto b1
            b3:
                return
            }
        "#]],
    );
}
