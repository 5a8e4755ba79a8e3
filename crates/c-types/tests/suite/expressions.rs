//! Conversions and operators.

use crate::tree;
use expect_test::expect;

#[test]
fn arithmetic_is_balanced() {
    tree(
        "long f(char c, short s, unsigned u, long l, float x, double d, _Bool b) {
            c + s; u + c; l + u; u + l; x + d; s * x; b + b; c << l; -c; ~s; !d; c < u;
            return u;
        }",
        expect![[r#"
            f(char c, short s, unsigned int u, long l, float x, double d, _Bool b) -> long
              {
                ((int)c! + (int)s!)
                (u! + (unsigned int)(int)c!)
                (l! + (long)u!)
                ((long)u! + l!)
                ((double)x! + d!)
                ((float)(int)s! * x!)
                ((int)b! + (int)b!)
                ((int)c! << l!)
                -(int)c!
                ~(int)s!
                not d!
                ((unsigned int)(int)c! < u!)
                return (long)u!
              }
        "#]],
    );
}

#[test]
fn bit_fields_promote_by_their_width() {
    tree(
        "struct s { unsigned a : 3; unsigned b : 32; int c : 32; unsigned long d : 40; _Bool e : 1; };
        void f(struct s *p) { p->a + 1; p->b + 1; p->c + 1; p->d + 1; p->e + 1; p->a = p->b; p->a += 1; p->a++; -(p->a = 1); }",
        expect![[r#"
            f(struct s *p) -> void
              {
                ((int)*p!.a{0.0:3}! + 1:int)
                (*p!.b{4.0:32}! + 1:unsigned int)
                (*p!.c{8.0:32}! + 1:int)
                ((unsigned long long:40)*p!.d{16.0:40}! + 1:unsigned long long:40)
                ((int)*p!.e{21.0:1}! + 1:int)
                (*p!.a{0.0:3} = *p!.b{4.0:32}!)
                (*p!.a{0.0:3} +={int} 1:int)
                *p!.a{0.0:3}++
                -(int)(*p!.a{0.0:3} = 1:unsigned int)
              }
        "#]],
    );
}

#[test]
fn pointers_and_arrays() {
    tree(
        "int a[3], m[2][5], *p; char *c; void *v; int f(int);
        void g(long i) {
            a; &a; *a; a[i]; i[a]; m[1][2]; &m[1]; p + i; p - a; p += i; v + 1; f + 1; p == a; p == 0; p < v; c = v; v = c;
            p ? p : 0; p ? v : p; i ? c : 0; &*p; &a[2]; *&p; (*f)(1); (&f)(2); (**f)(3); p[-1] = 2;
        }",
        expect![[r#"
            int a[3] size 12
            int m[2][5] size 40
            int *p size 8
            char *c size 8
            void *v size 8
            g(long i) -> void
              {
                a@
                &a
                *a@!
                *[a@ + i!]!
                *[a@ + i!]!
                *[*[m@ + 1:int]@ + 2:int]!
                [m@ + 1:int]
                [p! + i!]
                [p! - a@]
                (p +={int *} i!)
                [v! + 1:int]
                [&f + 1:int]
                (p! == a@)
                (p! == 0:int *)
                (p! < v!)
                (c = (char *)v!)
                (v = (void *)c!)
                (p! ? p! : 0:int *)
                (p! ? v! : (void *)p!)
                (i! ? c! : 0:char *)
                p!
                [a@ + 2:int]
                *&p!
                &f(1:int)
                &f(2:int)
                &f(3:int)
                (*[p! + -1:int] = 2:int)
              }
        "#]],
    );
}

#[test]
fn members_are_found_through_anonymous_ones() {
    tree(
        "struct s { int a; union { int b; struct { char c, d; }; }; const int e[2]; };
        struct s make(void);
        void f(struct s x, volatile struct s *p) { x.d; p->b; make().c; make().e[1]; p->e[0]; x = *p; }",
        expect![[r#"
            f(struct s x, volatile struct s *p) -> void
              {
                x.d{5}!
                *p!.b{4}!
                &make().c{4}
                *[&make().e{8}@ + 1:int]!
                *[*p!.e{8}@ + 0:int]!
                (x = *p!!)
              }
        "#]],
    );
}

#[test]
fn assignments_convert_to_the_target() {
    tree(
        "enum e { A, B = 7 }; 
        void f(char c, enum e e, int *p, double d, _Bool b, unsigned char u) {
            c = 300; c = d; e = c; e = B; p = 0; p = 5; b = p; b = d; c += d; c <<= 2; u += 1; d -= c; u = -1; b++; p++; --d; c = e = 1;
        }",
        expect![[r#"
            f(char c, enum e e, int *p, double d, _Bool b, unsigned char u) -> void
              {
                (c = 44:char)
                (c = (char)d!)
                (e = (enum e)c!)
                (e = 7:enum e)
                (p = 0:int *)
                (p = 5:int *)
                (b = (_Bool)p!)
                (b = (_Bool)d!)
                (c +={double} d!)
                (c <<={int} 2:int)
                (u +={int} 1:int)
                (d -={double} (double)(int)c!)
                (u = 255:unsigned char)
                b++
                p++
                --d
                (c = (char)(e = 1:enum e))
              }
        "#]],
    );
}

#[test]
fn conditional_results_have_one_type() {
    tree(
        "struct s { int x; }; void v(void);
        void f(int c, char a, unsigned b, const int *p, volatile int *q, void *w, struct s s, struct s t, char *z) {
            c ? a : a; c ? a : b; c ? p : q; c ? p : w; c ? p : 0; c ? p : (void *)0; c ? s : t; c ? v() : (void)0;
            c ?: b; z ?: \"none\"; c ? z : 1;
        }",
        expect![[r#"
            f(int c, char a, unsigned int b, const int *p, volatile int *q, void *w, struct s s, struct s t, char *z) -> void
              {
                (c! ? (int)a! : (int)a!)
                (c! ? (unsigned int)a! : b!)
                (c! ? (const volatile int *)p! : (const volatile int *)q!)
                (c! ? (const void *)p! : (const void *)w!)
                (c! ? p! : 0:const int *)
                (c! ? p! : 0:const int *)
                (c! ? s! : t!)
                (c! ? &v() : (void)0:int)
                (c! ?  : b!)
                (z! ?  : "none\0"@)
                (c! ? z! : 1:char *)
              }
        "#]],
    );
}

#[test]
fn is_constexpr_trick_tells_constants_apart() {
    tree(
        "void f(int x) {
            sizeof(int) == sizeof(*(8 ? ((void *)((long)(5) * 0l)) : (int *)8));
            sizeof(int) == sizeof(*(8 ? ((void *)((long)(x) * 0l)) : (int *)8));
        }",
        expect![[r#"
            f(int x) -> void
              {
                (4:unsigned long == 4:unsigned long)
                (4:unsigned long == 1:unsigned long)
              }
        "#]],
    );
}

#[test]
fn only_evaluated_addresses_put_locals_into_memory() {
    tree(
        "void use(int *);
        void f(void) { int a, b, c[2]; struct { int m; } d; sizeof(&a); __typeof__(&a) p; p = &b; use(c); use(&d.m); p = p; }",
        expect![[r#"
            f() -> void
              {
                declare int a
                declare int b in memory
                declare int c[2] in memory
                declare struct <anonymous> d in memory
                8:unsigned long
                declare int *p
                (p = &b)
                &use(c@)
                &use(&d.m{0})
                (p = p!)
              }
        "#]],
    );
}

#[test]
fn statement_expressions_and_compound_literals() {
    tree(
        "struct s { int a, b; };
        int f(int n) {
            struct s *p = &(struct s){ n, .b = 2 };
            int x = ({ int y = n; y + 1; });
            ({ while (n) n--; });
            ((struct s){1}).b;
            return (int[]){1, 2, n}[x] + ({ l: n; }) + p->a;
        }",
        expect![[r#"
            f(int n) -> int
              {
                declare struct s *p = &literal struct s %2 in memory {0: n!, 4: 2:int}
                declare int x = ({declare int y = n!; (y! + 1:int)})
                ({while n!; n--; })
                literal struct s %5 {zeroed; 0: 1:int}.b{4}!
                return ((*[literal int %6[3] in memory {0: 1:int, 4: 2:int, 8: n!}@ + x!]! + ({l:; ;; n!})) + *p!.a{0}!)
              }
        "#]],
    );
}

#[test]
fn generic_and_other_choices() {
    tree(
        "int f(float x, const char *s, int a[2]) {
            return _Generic(x, float: 1, default: 2) + _Generic(s, char *: 3, const char *: 4) + _Generic(a, int *: 5)
                + __builtin_choose_expr(sizeof(long) == 8, 6, undeclared) + __builtin_types_compatible_p(int, const int)
                + __builtin_types_compatible_p(long, int);
        }",
        expect![[r#"
            f(float x, const char *s, int *a) -> int
              {
                return (((((1:int + 4:int) + 5:int) + 6:int) + 1:int) + 0:int)
              }
        "#]],
    );
}

#[test]
fn literals_have_their_types() {
    tree(
        "void f(void) { 1; 2147483648; 0x80000000; 1u; 1l; 1ull; 18446744073709551615u; 'a'; '\\377'; L'a'; u'a'; 1.5; 1.5f; 1.0L; 0x1p-2; \"a\\0b\"; L\"w\"; __func__; sizeof __func__; }",
        expect![[r#"
            static const char __func__[2] size 2 = {0: "f\0"}
            f() -> void
              {
                1:int
                2147483648:long
                2147483648:unsigned int
                1:unsigned int
                1:long
                1:unsigned long long
                18446744073709551615:unsigned long
                97:int
                -1:int
                97:int
                97:unsigned short
                0x3ff8000000000000:double
                0x3fc00000:float
                0x3fff8000000000000000:long double
                0x3fd0000000000000:double
                "a\0b\0"@
                "w\0\0\0\0\0\0\0"@
                __func__@
                2:unsigned long
              }
        "#]],
    );
}

/// GCC computes with a bit-field that is wider than `int` in as many bits as it has.
#[test]
fn wide_bit_fields_have_types_of_their_own() {
    tree(
        "struct { unsigned long long a : 40; long long b : 35; } s; \
         _Static_assert(sizeof(s.a + 1) == 8, \"\"); \
         void f(void) { s.a + 1; s.a + 1l; s.b * s.a; s.b < 3u; ~s.b; (_Bool)s.a; s.a <<= 3; s.b ? s.a : -1; }",
        expect![[r#"
            struct <anonymous> s size 16
            f() -> void
              {
                ((unsigned long long:40)s.a{0.0:40}! + 1:unsigned long long:40)
                ((long)(unsigned long long:40)s.a{0.0:40}! + 1:long)
                ((unsigned long long:40)(long long:35)s.b{8.0:35}! * (unsigned long long:40)s.a{0.0:40}!)
                ((long long:35)s.b{8.0:35}! < 3:long long:35)
                ~(long long:35)s.b{8.0:35}!
                (_Bool)s.a{0.0:40}!
                (s.a{0.0:40} <<={unsigned long long:40} 3:int)
                (s.b{8.0:35}! ? (unsigned long long:40)s.a{0.0:40}! : 1099511627775:unsigned long long:40)
              }
        "#]],
    );
    tree(
        "struct { long a : 40; } s; int x = sizeof(__typeof__(s.a + 0)); long y = (__typeof__(s.a + 0))(1l << 39);",
        expect![[r#"
        struct <anonymous> s size 8
        int x size 4 = {0: 8:int}
        long y size 8 = {0: (long)(long long:40)(1:long << 39:int)}
    "#]],
    );
}

/// The layout of a structure with a variable-length array is known at run time only.
#[test]
fn variable_records_have_no_size() {
    tree(
        "void f(int n) { struct s { char c[n]; int d; } *p; struct t { struct s s; } *q; \
         sizeof(struct s); sizeof *q; p->d; p + 1; p++; *p; p - p; sizeof(struct s *); _Alignof(struct s); }",
        expect![[r#"
            f(int n) -> void
              {
                length %1 = (unsigned long)n!
                declare struct s *p
                declare struct t *q
                unsupported<a structure with a variable-length array in it>
                unsupported<a structure with a variable-length array in it>
                unsupported<a structure with a variable-length array in it>
                unsupported<a structure with a variable-length array in it>
                unsupported<a structure with a variable-length array in it>
                unsupported<a structure with a variable-length array in it>
                unsupported<a structure with a variable-length array in it>
                8:unsigned long
                4:unsigned long
              }
        "#]],
    );
}
