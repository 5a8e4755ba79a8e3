//! What GCC builds in.

use crate::tree;
use expect_test::expect;

#[test]
fn library_functions_go_by_their_plain_name() {
    tree(
        "void *f(void *d, const void *s, unsigned long n) { __builtin_printf(\"%d\", 1); __builtin___memcpy_chk(d, s, n, __builtin_object_size(d, 0)); return __builtin_memcpy(d, s, n); }",
        expect![[r#"
            f(void *d, const void *s, unsigned long n) -> void *
              {
                &printf((const char *)"%d\0"@, 1:int)
                &__memcpy_chk(d!, s!, n!, &__builtin_object_size((const void *)d!, 0:int))
                return &memcpy(d!, s!, n!)
              }
        "#]],
    );
}

#[test]
fn computed_builtins_keep_their_name_or_fold() {
    tree(
        "int g = __builtin_popcount(255) + __builtin_bswap32(1) + __builtin_constant_p(3) + __builtin_strlen(\"four\");
        int f(unsigned u, long l, void *p) { if (__builtin_expect(!!u, 0)) __builtin_unreachable(); __builtin_prefetch(p); __builtin_constant_p(u); __builtin_assume_aligned(p, 16); __builtin_trap(); return __builtin_clz(u) + __builtin_ctzl(l); }",
        expect![[r#"
            int g size 4 = {0: (int)((unsigned long)(((unsigned int)&__builtin_popcount(255:unsigned int) + &__builtin_bswap32(1:unsigned int)) + 1:unsigned int) + &strlen((const char *)"four\0"@))}
            f(unsigned int u, long l, void *p) -> int
              {
                if (long)not not u!
                  Unreachable()
                Nothing(p!)
                0:int
                p!
                Trap()
                return (&__builtin_clz(u!) + &__builtin_ctzl((unsigned long)l!))
              }
        "#]],
    );
}

#[test]
fn overflow_and_atomics() {
    tree(
        "int f(int a, long b, int *r, int **pp) {
            __builtin_add_overflow(a, b, r); __builtin_umull_overflow(a, b, (unsigned long *)r);
            __sync_fetch_and_add(r, b); __sync_add_and_fetch_4(r, 1); __sync_bool_compare_and_swap(r, 1, 2); __sync_val_compare_and_swap(r, 1, b); __sync_synchronize(); __sync_lock_test_and_set(r, 1); __sync_lock_release(r);
            __atomic_load_n(r, 5); __atomic_store_n(r, b, 5); __atomic_exchange_n(pp, r, 5); __atomic_fetch_or(r, 1, 5); __atomic_sub_fetch(pp, 4, 5); __atomic_compare_exchange_n(r, &a, b, 0, 5, 5); __atomic_load(r, &a, 5);
            return __atomic_test_and_set(r, 5);
        }",
        expect![[r#"
            f(int a in memory, long b, int *r, int **pp) -> int
              {
                AddOverflow(a!, b!, r!)
                MultiplyOverflow((unsigned long)a!, (unsigned long)b!, (unsigned long *)r!)
                AtomicFetch { operator: Add, returns_new: false }(r!, (int)b!)
                AtomicFetch { operator: Add, returns_new: true }(r!, 1:int)
                SyncCompareAndSwap { returns_bool: true }(r!, 1:int, 2:int)
                SyncCompareAndSwap { returns_bool: false }(r!, 1:int, (int)b!)
                Nothing()
                AtomicExchange(r!, 1:int)
                AtomicStore(r!, 0:int)
                AtomicLoad(r!)
                AtomicStore(r!, (int)b!)
                AtomicExchange(pp!, r!)
                AtomicFetch { operator: Or, returns_new: false }(r!, 1:int)
                AtomicFetch { operator: Subtract, returns_new: true }(pp!, 4:unsigned long)
                AtomicCompareExchange(r!, &a, (int)b!)
                (void)(*&a = AtomicLoad(r!))
                return (int)(_Bool)((int)AtomicExchange((unsigned char *)r!, 1:unsigned char) != 0:int)
              }
        "#]],
    );
}

#[test]
fn floating_point_classification() {
    tree(
        "int f(float x, long double y) { return __builtin_isnan(x) + __builtin_isinf_sign(y) + __builtin_isgreater(x, y) + __builtin_signbit(x); } double inf = __builtin_inf(), nan = __builtin_nan(\"\"); float huge = __builtin_huge_valf();",
        expect![[r#"
            double inf size 8 = {0: 0x7ff0000000000000:double}
            double nan size 8 = {0: 0x7ff8000000000000:double}
            float huge size 4 = {0: 0x7f800000:float}
            f(float x, long double y) -> int
              {
                return (((({declare float %2 = x!; (%2! != %2!)}) + ({declare long double %3 = y!; ((%3! == 0x7fff8000000000000000:long double) - (%3! == 0xffff8000000000000000:long double))})) + ((long double)x! > y!)) + ({declare float %4 = x!; &__signbitf(%4!)}))
              }
        "#]],
    );
}

#[test]
fn stack_allocation() {
    tree(
        "void *alloca(unsigned long); void f(int n) { char *p = alloca(n); char *q = __builtin_alloca_with_align(n, 128); p = q; }",
        expect![[r#"
        f(int n) -> void
          {
            declare char *p = (char *)Alloca { alignment: None }((unsigned long)n!)
            declare char *q = (char *)Alloca { alignment: Some(16) }((unsigned long)n!)
            (p = q!)
          }
    "#]],
    );
}

#[test]
fn unusual_arithmetic_is_accepted_but_unsupported() {
    tree(
        "typedef float v4 __attribute__((vector_size(16))); _Complex double c; v4 v; __float128 q;
        void f(v4 a, _Complex float z, __float128 y) { a = a + a; c = z * 2; q = y + 1; v = a; c = c; __real__ z; }",
        expect![[r#"
            _Complex double c size 16
            float __attribute__((vector_size(16))) v size 16
            _Float128 q size 16
            f(float __attribute__((vector_size(16))) a, _Complex float z, _Float128 y) -> void
              {
                (a = unsupported<a vector>)
                (c = unsupported<a complex number>)
                (q = unsupported<a number of type _Float128>)
                (v = a!)
                (c = c!)
                unsupported<a complex number>
              }
        "#]],
    );
}

#[test]
fn offsets_of_members() {
    tree(
        "struct s { char c; struct { int a, b[4]; } d[2]; }; int f(int i) { return __builtin_offsetof(struct s, d[1].b[2]) + __builtin_offsetof(struct s, d[i].a); }",
        expect![[r#"
            f(int i) -> int
              {
                return (int)(36:unsigned long + (4:unsigned long + ((unsigned long)i! * 20:unsigned long)))
              }
        "#]],
    );
}
