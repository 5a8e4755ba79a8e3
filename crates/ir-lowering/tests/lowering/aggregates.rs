//! Records and arrays are handled by address.
use crate::{functions, functions_for};
use expect_test::expect;
use source::DataModel;

#[test]
fn assignment_copies_bytes() {
    functions(
        r#"
        struct s { int a[4]; };
        void f(struct s *p, struct s *q) { *p = *q; p[1] = q[2] = *p; }
        "#,
        expect![[r#"
            function external @f s0 (%0.p: i64, %1.q: i64) {
            b0:
                block_copy.exact %0.p, %1.q, 16i64
                %2: i64 = ptr_add %0.p, 16i64
                %3: i64 = ptr_add %1.q, 32i64
                block_copy.exact %3, %0.p, 16i64
                block_copy.exact %2, %3, 16i64
                return
            }
        "#]],
    );
}

#[test]
fn results_go_where_the_caller_says() {
    functions(
        r#"
        struct s { long a, b, c; };
        struct s make(long a) { struct s r = { a, 2 }; return r; }
        struct s again(void) { return make(1); }
        long f(struct s *p) { struct s x = make(3); *p = make(4); make(5); return make(6).c + x.a; }
        "#,
        expect![[r#"
            function external @make s0 (%0: i64, %1.a: i64) {
            b0:
                %2.&r: i64 = stack_alloc.local 24i64 align 8
                block_set %2.&r, 0i8, 24i64
                store [%2.&r], %1.a
                %3: i64 = ptr_add %2.&r, 8i64
                store [%3], 2i64
                block_copy.exact %0, %2.&r, 24i64
                return
            }
            function external @again s1 (%0: i64) {
            b0:
                call @make(%0, 1i64) s0
                return
            }
            function external @f s2 (%0.p: i64) {
            b0:
                %1.&x: i64 = stack_alloc.local 24i64 align 8
                call @make(%1.&x, 3i64) s0
                %2: i64 = stack_alloc.temporary 24i64 align 8
                call @make(%2, 4i64) s0
                block_copy.exact %0.p, %2, 24i64
                stack_end %2
                %3: i64 = stack_alloc.temporary 24i64 align 8
                call @make(%3, 5i64) s0
                stack_end %3
                %4: i64 = stack_alloc.temporary 24i64 align 8
                call @make(%4, 6i64) s0
                %5: i64 = ptr_add %4, 16i64
                %6: i64 = load [%5]
                %7: i64 = load [%1.&x]
                %8: i64 = add.signed %6, %7
                return %8
            }
        "#]],
    );
}

#[test]
fn a_result_that_depends_on_its_target_needs_a_temporary() {
    functions(
        r#"
        struct s { long a, b, c; };
        struct s make(struct s *);
        void f(void) { struct s x = make(&x); }
        "#,
        expect![[r#"
            function external @make s0 promises { : data }
            function external @f s1 () {
            b0:
                %0.&x: i64 = stack_alloc.local 24i64 align 8
                %1: i64 = stack_alloc.temporary 24i64 align 8
                call @make(%1, %0.&x) s0
                block_copy.exact %0.&x, %1, 24i64
                stack_end %1
                stack_end %0.&x
                return
            }
        "#]],
    );
}

#[test]
fn arguments_are_copies_that_end_with_the_call() {
    functions(
        r#"
        struct s { long a, b, c; };
        long sum(struct s x, int n) { x.a += n; return x.a; }
        struct s make(void);
        long f(struct s *p) { long n = sum(*p, 1); n += sum(make(), 2); return n + sum((struct s){ 7 }, 3); }
        "#,
        expect![[r#"
            function external @sum s0 (%0.&x: i64, %1.n: i32) {
            b0:
                %2: i64 = sign_extend %1.n
                %3: i64 = load [%0.&x]
                %4: i64 = add.signed %3, %2
                store [%0.&x], %4
                %5: i64 = load [%0.&x]
                return %5
            }
            function external @make s1
            function external @f s2 (%0.p: i64) {
            b0:
                %2: i64 = stack_alloc.temporary 24i64 align 8
                block_copy.exact %2, %0.p, 24i64
                %3: i64 = call @sum(%2, 1i32) s0
                stack_end %2
                %1.n: i64 = copy %3
                %4: i64 = stack_alloc.temporary 24i64 align 8
                call @make(%4) s1
                %5: i64 = call @sum(%4, 2i32) s0
                stack_end %4
                %1.n: i64 = add.signed %1.n, %5
                %6: i64 = stack_alloc.temporary 24i64 align 8
                block_set %6, 0i8, 24i64
                store [%6], 7i64
                %7: i64 = call @sum(%6, 3i32) s0
                stack_end %6
                %8: i64 = add.signed %1.n, %7
                return %8
            }
        "#]],
    );
}

#[test]
fn conditional_and_comma_values() {
    functions(
        r#"
        struct s { long a, b, c; };
        struct s make(void);
        void f(struct s *p, int n) { *p = n ? make() : p[1]; p[2] = (n++, p[3]); }
        long g(struct s *p, struct s *q, int n) { return (n ? *p : *q).b; }
        "#,
        expect![[r#"
            function external @make s0
            function external @f s1 (%0.p: i64, %1.n: i32) {
            b0:
                %2: i64 = stack_alloc.temporary 24i64 align 8
                branch %1.n, b1, b2
            b1:
                call @make(%2) s0
                goto b3
            b2:
                %3: i64 = ptr_add %0.p, 24i64
                block_copy.exact %2, %3, 24i64
                goto b3
            b3:
                block_copy.exact %0.p, %2, 24i64
                stack_end %2
                %4: i64 = ptr_add %0.p, 48i64
                %1.n: i32 = add.signed %1.n, 1i32
                %5: i64 = ptr_add %0.p, 72i64
                block_copy.exact %4, %5, 24i64
                return
            }
            function external @g s2 (%0.p: i64, %1.q: i64, %2.n: i32) {
            b0:
                %3: i64 = stack_alloc.temporary 24i64 align 8
                branch %2.n, b1, b2
            b1:
                block_copy.exact %3, %0.p, 24i64
                goto b3
            b2:
                block_copy.exact %3, %1.q, 24i64
                goto b3
            b3:
                %4: i64 = ptr_add %3, 8i64
                %5: i64 = load [%4]
                return %5
            }
        "#]],
    );
}

#[test]
fn initializers_zero_what_they_do_not_mention() {
    functions(
        r#"
        struct p { char c; int n; };
        void use(void *);
        void f(int n) { struct p a = { 'x' }; int b[5] = { [1] = n, [3] = 2 }; char s[6] = "ab"; char t[2] = "xyz"; use(&a); use(b); use(s); use(t); }
        void g(void) { int a[100] = { [0 ... 99] = 7 }; use(a); }
        void h(void) { struct { unsigned a : 3, b : 5; } x = { 1, 2 }; use(&x); }
        "#,
        expect![[r#"
            function external @use s0 promises { : anything }
            function external @f s1 (%0.n: i32) {
            b0:
                %1.&a: i64 = stack_alloc.local 8i64 align 4
                %2.&b: i64 = stack_alloc.local 20i64 align 4
                %3.&s: i64 = stack_alloc.local 6i64 align 1
                %4.&t: i64 = stack_alloc.local 2i64 align 1
                block_set %1.&a, 0i8, 8i64
                store [%1.&a], 120i8
                %5: i64 = ptr_add %1.&a, 1i64
                call @__besom_unspecified_memory(%5, 3i64) s3
                block_set %2.&b, 0i8, 20i64
                %6: i64 = ptr_add %2.&b, 4i64
                store [%6], %0.n
                %7: i64 = ptr_add %2.&b, 12i64
                store [%7], 2i32
                block_copy.disjoint %3.&s, @.string.f.0, 3i64
                %8: i64 = ptr_add %3.&s, 3i64
                block_set %8, 0i8, 3i64
                block_copy.disjoint %4.&t, @.string.f.1, 2i64
                call @use(%1.&a) s0
                call @use(%2.&b) s0
                call @use(%3.&s) s0
                call @use(%4.&t) s0
                stack_end %4.&t
                stack_end %3.&s
                stack_end %2.&b
                stack_end %1.&a
                return
            }
            function external @g s2 () {
            b0:
                %0.&a: i64 = stack_alloc.local 400i64 align 4
                %1: i64 = copy 0i64
                goto b1
            b1:
                %2: i32 = compare.unsigned %1 < 100i64
                branch %2, b2, b3
            b2:
                %3: i64 = ptr_add %0.&a, %1 * 4
                store [%3], 7i32
                %1: i64 = add %1, 1i64
                goto b1
            b3:
                call @use(%0.&a) s0
                stack_end %0.&a
                return
            }
            function external @h s2 () {
            b0:
                %0.&x: i64 = stack_alloc.local 4i64 align 4
                block_set %0.&x, 0i8, 4i64
                store_bits [%0.&x] bit 0 width 3, 1i32
                store_bits [%0.&x] bit 3 width 5, 2i32
                %1: i64 = ptr_add %0.&x, 1i64
                call @__besom_unspecified_memory(%1, 3i64) s3
                call @use(%0.&x) s0
                stack_end %0.&x
                return
            }
            function external @__besom_unspecified_memory s3
        "#]],
    );
}

#[test]
fn transparent_unions_take_any_member() {
    functions(
        r#"
        typedef union { int *i; float *f; } any __attribute__((transparent_union));
        void take(any);
        void f(int *p) { take(p); }
        "#,
        expect![[r#"
            function external @take s0 promises { : anything }
            function external @f s1 (%0.p: i64) {
            b0:
                %1: i64 = stack_alloc.temporary 8i64 align 8
                store [%1], %0.p
                call @take(%1) s0
                stack_end %1
                return
            }
        "#]],
    );
}

#[test]
fn statement_expressions_may_be_records() {
    functions(
        r#"
        struct s { long a, b, c; };
        struct s f(long n) { struct s r = ({ struct s t; t.a = n; t; }); return r; }
        "#,
        expect![[r#"
            function external @f s0 (%0: i64, %1.n: i64) {
            b0:
                %2.&r: i64 = stack_alloc.local 24i64 align 8
                %3.&t: i64 = stack_alloc.local 24i64 align 8
                store [%3.&t], %1.n
                block_copy.exact %2.&r, %3.&t, 24i64
                stack_end %3.&t
                block_copy.exact %0, %2.&r, 24i64
                return
            }
        "#]],
    );
}

#[test]
fn variadic_arguments() {
    functions(
        r#"
        typedef __builtin_va_list va_list;
        struct s { long a, b, c; };
        void next(va_list);
        int sum(int n, ...) {
            va_list ap, other;
            __builtin_va_start(ap, n);
            __builtin_va_copy(other, ap);
            int total = 0;
            while (n--) total += __builtin_va_arg(ap, int);
            struct s x = __builtin_va_arg(ap, struct s);
            next(other);
            __builtin_va_end(ap);
            return total + x.a;
        }
        void inner(va_list ap) { __builtin_va_arg(ap, char *); }
        int call(struct s *p) { return sum(1, 2, *p); }
        "#,
        expect![[r#"
            function external @next s0 promises { : anything }
            function external @sum s1 (%0.n: i32) {
            b0:
                %1.&ap: i64 = stack_alloc.local 24i64 align 8
                %2.&other: i64 = stack_alloc.local 24i64 align 8
                %4.&x: i64 = stack_alloc.local 24i64 align 8
                va_start %1.&ap
                va_copy %2.&other, %1.&ap
                %3.total: i32 = copy 0i32
                goto b1
            b1:
                %5: i32 = copy %0.n
                %0.n: i32 = sub.signed %5, 1i32
                branch %5, b2, b3
            b2:
                %6: i32 = va_arg %1.&ap
                %3.total: i32 = add.signed %3.total, %6
                goto b1
            b3:
                %7: i64 = va_arg %1.&ap
                block_copy.exact %4.&x, %7, 24i64
                call @next(%2.&other) s0
                va_end %1.&ap
                %8: i64 = sign_extend %3.total
                %9: i64 = load [%4.&x]
                %10: i64 = add.signed %8, %9
                %11: i32 = truncate %10
                return %11
            }
            function external @inner s0 (%0.ap: i64) {
            b0:
                %1: i64 = va_arg %0.ap
                return
            }
            function external @call s2 (%0.p: i64) {
            b0:
                %1: i64 = stack_alloc.temporary 24i64 align 8
                block_copy.exact %1, %0.p, 24i64
                %2: i32 = call @sum(1i32, 2i32, %1) s1
                stack_end %1
                return %2
            }
        "#]],
    );
}

#[test]
fn variadic_lists_are_pointers_on_ilp32() {
    functions_for(
        DataModel::Ilp32,
        r#"
        typedef __builtin_va_list va_list;
        void next(va_list);
        void f(int n, ...) { va_list ap; __builtin_va_start(ap, n); next(ap); __builtin_va_arg(ap, long long); __builtin_va_end(ap); }
        void inner(va_list ap) { __builtin_va_arg(ap, char *); }
        "#,
        expect![[r#"
            function external @next s0 promises { : anything }
            function external @f s1 (%0.n: i32) {
            b0:
                %1.&ap: i32 = stack_alloc.local 4i32 align 4
                va_start %1.&ap
                %2: i32 = load [%1.&ap]
                call @next(%2) s0
                %3: i64 = va_arg %1.&ap
                va_end %1.&ap
                stack_end %1.&ap
                return
            }
            function external @inner s0 (%0: i32) {
            b0:
                %1.&ap: i32 = stack_alloc.local 4i32 align 4
                store [%1.&ap], %0
                %2: i32 = va_arg %1.&ap
                return
            }
        "#]],
    );
}

#[test]
fn old_style_definitions_receive_promoted_arguments() {
    functions(
        r#"
        int f(c, x) char c; float x; { return c + x; }
        int g(void) { return f('a', 1.0f); }
        "#,
        expect![[r#"
            function external @f s0 (%0: i32, %1: f64) {
            b0:
                %2.c: i8 = truncate %0
                %3.x: f32 = float_to_float %1
                %4: i32 = sign_extend %2.c
                %5: f32 = signed_to_float %4
                %6: f32 = fadd %5, %3.x
                %7: i32 = float_to_signed %6
                return %7
            }
            function external @g s1 () {
            b0:
                %0: i32 = call @f(97i32, 1.0f64) s0
                return %0
            }
        "#]],
    );
}
