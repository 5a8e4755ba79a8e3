//! Expressions with scalar values.
use crate::{functions, functions_for};
use expect_test::expect;
use source::DataModel;

#[test]
fn arithmetic_says_how_it_overflows() {
    functions(
        r#"
        int f(int a, unsigned b, long c) { return a * a - (int)(b / 3u) % (int)(c >> 2) + (a << 1); }
        unsigned g(unsigned a, unsigned n) { return a << n | ~a >> 1; }
        int h(int a) { return -a ^ ~a; }
        "#,
        expect![[r#"
            function external @f s0 (%0.a: i32, %1.b: i32, %2.c: i64) {
            b0:
                %3: i32 = mul.signed %0.a, %0.a
                %4: i32 = udiv %1.b, 3i32
                %5: i64 = sshr %2.c, 2i32
                %6: i32 = truncate %5
                %7: i32 = srem.signed %4, %6
                %8: i32 = sub.signed %3, %7
                %9: i32 = shl.signed %0.a, 1i32
                %10: i32 = add.signed %8, %9
                return %10
            }
            function external @g s1 (%0.a: i32, %1.n: i32) {
            b0:
                %2: i32 = shl %0.a, %1.n
                %3: i32 = not %0.a
                %4: i32 = ushr %3, 1i32
                %5: i32 = or %2, %4
                return %5
            }
            function external @h s2 (%0.a: i32) {
            b0:
                %1: i32 = negate.signed %0.a
                %2: i32 = not %0.a
                %3: i32 = xor %1, %2
                return %3
            }
        "#]],
    );
}

#[test]
fn narrow_numbers_are_computed_as_int() {
    functions(
        r#"
        char f(char c, unsigned char u) { c += u; ++c; u--; return c; }
        "#,
        expect![[r#"
            function external @f s0 (%0.c: i8, %1.u: i8) {
            b0:
                %2: i32 = zero_extend %1.u
                %3: i32 = sign_extend %0.c
                %4: i32 = add.signed %3, %2
                %0.c: i8 = truncate %4
                %5: i32 = sign_extend %0.c
                %6: i32 = add.signed %5, 1i32
                %0.c: i8 = truncate %6
                %7: i32 = zero_extend %1.u
                %8: i32 = sub.signed %7, 1i32
                %1.u: i8 = truncate %8
                return %0.c
            }
        "#]],
    );
}

#[test]
fn conversions_follow_the_source_type() {
    functions(
        r#"
        long f(int a) { return a; }
        long g(unsigned a) { return a; }
        char h(long a) { return a; }
        _Bool i(int *p, double d, long n) { return p && (_Bool)d && (_Bool)n; }
        double j(unsigned char c, long n) { return c + n; }
        unsigned k(float x) { return x; }
        long double l(double x) { return x + 1.0L; }
        "#,
        expect![[r#"
            function external @f s0 (%0.a: i32) {
            b0:
                %1: i64 = sign_extend %0.a
                return %1
            }
            function external @g s1 (%0.a: i32) {
            b0:
                %1: i64 = zero_extend %0.a
                return %1
            }
            function external @h s2 (%0.a: i64) {
            b0:
                %1: i8 = truncate %0.a
                return %1
            }
            function external @i s3 (%0.p: i64, %1.d: f64, %2.n: i64) {
            b0:
                branch %0.p, b1, b4
            b1:
                %3: i32 = compare.float %1.d != 0.0f64
                branch %3, b2, b4
            b2:
                branch %2.n, b3, b4
            b3:
                %4: i8 = copy 1i8
                goto b5
            b4:
                %4: i8 = copy 0i8
                goto b5
            b5:
                return %4
            }
            function external @j s4 (%0.c: i8, %1.n: i64) {
            b0:
                %2: i32 = zero_extend %0.c
                %3: i64 = sign_extend %2
                %4: i64 = add.signed %3, %1.n
                %5: f64 = signed_to_float %4
                return %5
            }
            function external @k s5 (%0.x: f32) {
            b0:
                %1: i32 = float_to_unsigned %0.x
                return %1
            }
            function external @l s6 (%0.x: f64) {
            b0:
                %1: f80 = float_to_float %0.x
                %2: f80 = fadd %1, 1.0f80
                return %2
            }
        "#]],
    );
}

#[test]
fn pointers_on_ilp32_have_32_bits() {
    functions_for(
        DataModel::Ilp32,
        r#"
        long long f(int *p) { return (long long)(unsigned long)p; }
        int *g(int *p, long long n) { return p + n; }
        long h(int *p, int *q) { return p - q; }
        "#,
        expect![[r#"
            function external @f s0 (%0.p: i32) {
            b0:
                %1: i64 = zero_extend %0.p
                return %1
            }
            function external @g s1 (%0.p: i32, %1.n: i64) {
            b0:
                %2: i32 = truncate %1.n
                %3: i32 = ptr_add %0.p, %2 * 4
                return %3
            }
            function external @h s2 (%0.p: i32, %1.q: i32) {
            b0:
                %2: i32 = ptr_sub %0.p, %1.q / 4
                return %2
            }
        "#]],
    );
}

#[test]
fn pointer_arithmetic_scales() {
    functions(
        r#"
        struct pair { int a, b; };
        int *f(int *p, int i, unsigned long n) { p += 2; p -= i; p--; return &p[n]; }
        long g(struct pair *p, struct pair *q) { return p - q; }
        int h(struct pair *p, int i) { return p[i].b + p[3].b; }
        void *v(void *p) { return p + 1; }
        "#,
        expect![[r#"
            function external @f s0 (%0.p: i64, %1.i: i32, %2.n: i64) {
            b0:
                %0.p: i64 = ptr_add %0.p, 8i64
                %3: i64 = sign_extend %1.i
                %0.p: i64 = ptr_add %0.p, %3 * -4
                %0.p: i64 = ptr_add %0.p, -4i64
                %4: i64 = ptr_add %0.p, %2.n * 4
                return %4
            }
            function external @g s1 (%0.p: i64, %1.q: i64) {
            b0:
                %2: i64 = ptr_sub %0.p, %1.q / 8
                return %2
            }
            function external @h s2 (%0.p: i64, %1.i: i32) {
            b0:
                %2: i64 = sign_extend %1.i
                %3: i64 = ptr_add %0.p, %2 * 8
                %4: i64 = ptr_add %3, 4i64
                %5: i32 = load [%4]
                %6: i64 = ptr_add %0.p, 28i64
                %7: i32 = load [%6]
                %8: i32 = add.signed %5, %7
                return %8
            }
            function external @v s3 (%0.p: i64) {
            b0:
                %1: i64 = ptr_add %0.p, 1i64
                return %1
            }
        "#]],
    );
}

#[test]
fn constant_offsets_are_gathered() {
    functions(
        r#"
        struct inner { int x; int y[4]; };
        struct outer { char c; struct inner i; };
        int f(struct outer *p) { return p->i.y[2]; }
        int *g(struct outer *p) { return &p[1].i.y[3]; }
        unsigned long h(void) { return (unsigned long)&((struct outer *)0)->i.y[1]; }
        "#,
        expect![[r#"
            function external @f s0 (%0.p: i64) {
            b0:
                %1: i64 = ptr_add %0.p, 16i64
                %2: i32 = load [%1]
                return %2
            }
            function external @g s1 (%0.p: i64) {
            b0:
                %1: i64 = ptr_add %0.p, 44i64
                return %1
            }
            function external @h s2 () {
            b0:
                return 12i64
            }
        "#]],
    );
}

#[test]
fn comparisons_know_what_they_compare() {
    functions(
        r#"
        int f(int a, int b, unsigned c, unsigned d) { return (a < b) + (c < d); }
        int g(int *p, int *q, double x, double y) { return (p < q) + (p == 0) + (x >= y); }
        "#,
        expect![[r#"
            function external @f s0 (%0.a: i32, %1.b: i32, %2.c: i32, %3.d: i32) {
            b0:
                %4: i32 = compare.signed %0.a < %1.b
                %5: i32 = compare.unsigned %2.c < %3.d
                %6: i32 = add.signed %4, %5
                return %6
            }
            function external @g s1 (%0.p: i64, %1.q: i64, %2.x: f64, %3.y: f64) {
            b0:
                %4: i32 = compare.pointer %0.p < %1.q
                %5: i32 = compare.pointer %0.p == 0i64
                %6: i32 = add.signed %4, %5
                %7: i32 = compare.float %2.x >= %3.y
                %8: i32 = add.signed %6, %7
                return %8
            }
        "#]],
    );
}

#[test]
fn short_circuit_is_control_flow() {
    functions(
        r#"
        int f(int a, int b, int c) { return a && (b || !c); }
        int g(int *p) { if (p && *p) return 1; return 0; }
        _Bool h(int a, int b) { return a == 1 || b == 2; }
        "#,
        expect![[r#"
            function external @f s0 (%0.a: i32, %1.b: i32, %2.c: i32) {
            b0:
                branch %0.a, b1, b4
            b1:
                branch %1.b, b3, b2
            b2:
                branch %2.c, b4, b3
            b3:
                %3: i32 = copy 1i32
                goto b5
            b4:
                %3: i32 = copy 0i32
                goto b5
            b5:
                return %3
            }
            function external @g s1 (%0.p: i64) {
            b0:
                branch %0.p, b1, b3
            b1:
                %1: i32 = load [%0.p]
                branch %1, b2, b3
            b2:
                return 1i32
            b3:
                return 0i32
            }
            function external @h s2 (%0.a: i32, %1.b: i32) {
            b0:
                %2: i32 = compare.signed %0.a == 1i32
                branch %2, b2, b1
            b1:
                %3: i32 = compare.signed %1.b == 2i32
                branch %3, b2, b3
            b2:
                %4: i8 = copy 1i8
                goto b4
            b3:
                %4: i8 = copy 0i8
                goto b4
            b4:
                return %4
            }
        "#]],
    );
}

#[test]
fn the_conditional_operator_joins_in_a_register() {
    functions(
        r#"
        int f(int a, int b) { return a ? b : -b; }
        int g(int a, int b) { return a ?: b; }
        void h(int a) { a ? g(1, 2) : g(3, 4); }
        int i(int a) { return sizeof(int) == 4 ? a : a / 0; }
        "#,
        expect![[r#"
            function external @f s0 (%0.a: i32, %1.b: i32) {
            b0:
                branch %0.a, b1, b2
            b1:
                %2: i32 = copy %1.b
                goto b3
            b2:
                %2: i32 = negate.signed %1.b
                goto b3
            b3:
                return %2
            }
            function external @g s0 (%0.a: i32, %1.b: i32) {
            b0:
                branch %0.a, b1, b2
            b1:
                %2: i32 = copy %0.a
                goto b3
            b2:
                %2: i32 = copy %1.b
                goto b3
            b3:
                return %2
            }
            function external @h s1 (%0.a: i32) {
            b0:
                branch %0.a, b1, b2
            b1:
                %1: i32 = call @g(1i32, 2i32) s0
                goto b3
            b2:
                %2: i32 = call @g(3i32, 4i32) s0
                goto b3
            b3:
                return
            }
            function external @i s2 (%0.a: i32) {
            b0:
                return %0.a
            }
        "#]],
    );
}

#[test]
fn increment_keeps_the_old_value_if_asked() {
    functions(
        r#"
        int f(int a, int b) { return a++ + ++b; }
        char *g(char **p) { return (*p)++; }
        void h(float *x) { ++*x; }
        _Bool i(_Bool b) { b++; b--; return b; }
        void copy(char *to, const char *from) { while ((*to++ = *from++)) ; }
        "#,
        expect![[r#"
            function external @f s0 (%0.a: i32, %1.b: i32) {
            b0:
                %2: i32 = copy %0.a
                %0.a: i32 = add.signed %2, 1i32
                %3: i32 = add.signed %1.b, 1i32
                %1.b: i32 = copy %3
                %4: i32 = add.signed %2, %3
                return %4
            }
            function external @g s1 (%0.p: i64) {
            b0:
                %1: i64 = load [%0.p]
                %2: i64 = ptr_add %1, 1i64
                store [%0.p], %2
                return %1
            }
            function external @h s2 (%0.x: i64) {
            b0:
                %1: f32 = load [%0.x]
                %2: f32 = fadd %1, 1.0f32
                store [%0.x], %2
                return
            }
            function external @i s3 (%0.b: i8) {
            b0:
                %1: i32 = zero_extend %0.b
                %2: i32 = add.signed %1, 1i32
                %0.b: i8 = compare.signed %2 != 0i32
                %3: i32 = zero_extend %0.b
                %4: i32 = sub.signed %3, 1i32
                %0.b: i8 = compare.signed %4 != 0i32
                return %0.b
            }
            function external @copy s4 (%0.to: i64, %1.from: i64) {
            b0:
                goto b1
            b1:
                %2: i64 = copy %0.to
                %0.to: i64 = ptr_add %2, 1i64
                %3: i64 = copy %1.from
                %1.from: i64 = ptr_add %3, 1i64
                %4: i8 = load [%3]
                store [%2], %4
                branch %4, b1, b2
            b2:
                return
            }
        "#]],
    );
}

#[test]
fn compound_assignment_computes_the_address_once() {
    functions(
        r#"
        struct s { int a; short b; };
        void f(struct s *p, int i) { p[i].b += 3; p->a <<= i; }
        void g(double *d, int n) { *d *= n; }
        "#,
        expect![[r#"
            function external @f s0 (%0.p: i64, %1.i: i32) {
            b0:
                %2: i64 = sign_extend %1.i
                %3: i64 = ptr_add %0.p, %2 * 8
                %4: i64 = ptr_add %3, 4i64
                %5: i16 = load [%4]
                %6: i32 = sign_extend %5
                %7: i32 = add.signed %6, 3i32
                %8: i16 = truncate %7
                store [%4], %8
                %9: i32 = load [%0.p]
                %10: i32 = shl.signed %9, %1.i
                store [%0.p], %10
                return
            }
            function external @g s1 (%0.d: i64, %1.n: i32) {
            b0:
                %2: f64 = signed_to_float %1.n
                %3: f64 = load [%0.d]
                %4: f64 = fmul %3, %2
                store [%0.d], %4
                return
            }
        "#]],
    );
}

#[test]
fn bit_fields_are_read_and_written_as_bits() {
    functions(
        r#"
        struct flags { unsigned a : 3; int b : 5; unsigned long c : 40; _Bool d : 1; };
        int f(struct flags *p) { return p->a + p->b; }
        int g(struct flags *p, int x) { return p->b = x; }
        unsigned h(struct flags *p) { p->c++; p->d = 17; return p->a += 9; }
        "#,
        expect![[r#"
            function external @f s0 (%0.p: i64) {
            b0:
                %1: i32 = load_bits [%0.p] bit 0 width 3
                %2: i32 = load_bits.signed [%0.p] bit 3 width 5
                %3: i32 = add.signed %1, %2
                return %3
            }
            function external @g s1 (%0.p: i64, %1.x: i32) {
            b0:
                store_bits [%0.p] bit 3 width 5, %1.x
                %2: i32 = shl %1.x, 27i32
                %3: i32 = sshr %2, 27i32
                return %3
            }
            function external @h s2 (%0.p: i64) {
            b0:
                %1: i64 = ptr_add %0.p, 1i64
                %2: i64 = load_bits [%1] bit 0 width 40
                %3: i64 = add %2, 1i64
                store_bits [%1] bit 0 width 40, %3
                %4: i64 = ptr_add %0.p, 6i64
                store_bits [%4] bit 0 width 1, 1i8
                %5: i32 = load_bits [%0.p] bit 0 width 3
                %6: i32 = add.signed %5, 9i32
                store_bits [%0.p] bit 0 width 3, %6
                %7: i32 = and %6, 7i32
                return %7
            }
        "#]],
    );
}

#[test]
fn volatile_is_kept() {
    functions(
        r#"
        volatile int port;
        int f(volatile int *p) { port = 1; *p; return port; }
        int g(void) { volatile int v = 0; v++; return v; }
        "#,
        expect![[r#"
            function external @f s0 (%0.p: i64) {
            b0:
                store.volatile [@port], 1i32
                %1: i32 = load.volatile [%0.p]
                %2: i32 = load.volatile [@port]
                return %2
            }
            function external @g s1 () {
            b0:
                %0.&v: i64 = stack_alloc.local 4i64 align 4
                store.volatile [%0.&v], 0i32
                %1: i32 = load.volatile [%0.&v]
                %2: i32 = add.signed %1, 1i32
                store.volatile [%0.&v], %2
                %3: i32 = load.volatile [%0.&v]
                return %3
            }
        "#]],
    );
}

#[test]
fn wide_integers_and_floats_are_scalars() {
    functions(
        r#"
        __int128 f(__int128 a, long b) { return a * b; }
        float g(float a) { a++; return -a * 2; }
        long double h(long double a) { return --a; }
        "#,
        expect![[r#"
            function external @f s0 (%0.a: i128, %1.b: i64) {
            b0:
                %2: i128 = sign_extend %1.b
                %3: i128 = mul.signed %0.a, %2
                return %3
            }
            function external @g s1 (%0.a: f32) {
            b0:
                %0.a: f32 = fadd %0.a, 1.0f32
                %1: f32 = negate %0.a
                %2: f32 = fmul %1, 2.0f32
                return %2
            }
            function external @h s2 (%0.a: f80) {
            b0:
                %1: f80 = fsub %0.a, 1.0f80
                %0.a: f80 = copy %1
                return %1
            }
        "#]],
    );
}

#[test]
fn constants_are_folded_unless_undefined() {
    functions(
        r#"
        int f(void) { return 2 * 3 + (10 >> 1); }
        int g(void) { return 1 / 0; }
        int h(void) { return 0x7fffffff + 1; }
        "#,
        expect![[r#"
            function external @f s0 () {
            b0:
                return 11i32
            }
            function external @g s0 () {
            b0:
                %0: i32 = sdiv.signed 1i32, 0i32
                return %0
            }
            function external @h s0 () {
            b0:
                %0: i32 = add.signed 2147483647i32, 1i32
                return %0
            }
        "#]],
    );
}

#[test]
fn statement_expressions_have_their_own_scope() {
    functions(
        r#"
        int f(int a) { return ({ int t[2]; t[0] = a; t[0] * 2; }) + 1; }
        "#,
        expect![[r#"
            function external @f s0 (%0.a: i32) {
            b0:
                %1.&t: i64 = stack_alloc.local 8i64 align 4
                store [%1.&t], %0.a
                %2: i32 = load [%1.&t]
                %3: i32 = mul.signed %2, 2i32
                stack_end %1.&t
                %4: i32 = add.signed %3, 1i32
                return %4
            }
        "#]],
    );
}

#[test]
fn wide_bit_fields_wrap_at_their_width() {
    functions(
        r#"
        struct s { unsigned long long a : 40; long long b : 40; };
        int f(struct s *p) { return p->a + 1 == 0; }
        long g(struct s *p) { return p->b << 8; }
        void h(struct s *p) { p->a += 2; }
        long k(struct s *p) { return p->a ?: -1; }
        "#,
        expect![[r#"
            function external @f s0 (%0.p: i64) {
            b0:
                %1: i64 = load_bits [%0.p] bit 0 width 40
                %2: i64 = add %1, 1i64
                %3: i64 = and %2, 1099511627775i64
                %4: i32 = compare.unsigned %3 == 0i64
                return %4
            }
            function external @g s1 (%0.p: i64) {
            b0:
                %1: i64 = ptr_add %0.p, 8i64
                %2: i64 = load_bits.signed [%1] bit 0 width 40
                %3: i64 = shl.signed %2, 8i32
                %4: i64 = shl %3, 24i32
                %5: i64 = sshr %4, 24i32
                return %5
            }
            function external @h s2 (%0.p: i64) {
            b0:
                %1: i64 = load_bits [%0.p] bit 0 width 40
                %2: i64 = add %1, 2i64
                %3: i64 = and %2, 1099511627775i64
                store_bits [%0.p] bit 0 width 40, %3
                return
            }
            function external @k s1 (%0.p: i64) {
            b0:
                %1: i64 = load_bits [%0.p] bit 0 width 40
                branch %1, b1, b2
            b1:
                %2: i64 = copy %1
                goto b3
            b2:
                %2: i64 = copy 1099511627775i64
                goto b3
            b3:
                return %2
            }
        "#]],
    );
}

#[test]
fn bit_fields_of_more_than_64_bits_are_not_supported() {
    functions(
        r#"
        struct s { unsigned __int128 a : 100; };
        void f(struct s *p) { p->a += 1; }
        "#,
        expect![[r#"
            function external @f s0 (%0.p: i64) {
            b0:
                %1: i128 = unsupported "a bit-field of more than 64 bits"
                %2: i128 = add %1, 1i128
                %3: i128 = and %2, 1267650600228229401496703205375i128
                unsupported "a bit-field of more than 64 bits"
                return
            }
        "#]],
    );
    let text = "struct __attribute__((packed)) { char a : 7; __int128 b : 128; } s = { 1, -1 };";
    let (_, module) = crate::lower_for(source::DataModel::Lp64, text);
    assert!(module.globals.iter().all(|(_, global)| global.initializer.is_none()));
}
