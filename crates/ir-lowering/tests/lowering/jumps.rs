//! Jumps that depend on numbers, and assembly code.
use crate::{functions, globals};
use expect_test::expect;

#[test]
fn labels_as_values_are_numbers() {
    functions(
        r#"
        int f(int op) {
            static void *table[] = { &&add, &&stop };
            int x = 0;
        next:
            goto *table[op];
        add: x++; op = 1; goto next;
        stop: return x;
        }
        "#,
        expect![[r#"
            function external @f s0 (%0.op: i32) {
            b0:
                %1.x: i32 = copy 0i32
                goto b1
            b1:
                %2: i64 = sign_extend %0.op
                %3: i64 = ptr_add @f.table, %2 * 8
                %4: i64 = load [%3]
                switch %4 { 1: b2, 2: b3, else: b4 }
            b2:
                %1.x: i32 = add.signed %1.x, 1i32
                %0.op: i32 = copy 1i32
                goto b1
            b3:
                return %1.x
            b4:
                unreachable
            }
        "#]],
    );
}

#[test]
fn labels_in_tables_are_numbers() {
    globals(
        r#"
        int f(int op) {
            static void *table[] = { &&add, &&stop };
            static const int offsets[] = { &&stop - &&add };
            goto *table[op];
        add: return offsets[0];
        stop: return 1;
        }
        "#,
        expect![[r#"
            global internal @f.table size 16 align 8 type t2 = { 0: x"01000000000000000200000000000000" }
            global internal @f.offsets size 4 align 4 constant type t4 = { 0: x"01000000" }
        "#]],
    );
}

#[test]
fn assembly_has_outputs_and_inputs() {
    functions(
        r#"
        int f(int a, int *p) {
            int r;
            __asm__ volatile ("add %1, %0" : "=r"(r), "+m"(*p) : "r"(a), "m"(p[1]) : "memory");
            __asm__ ("bump %0" : "+r"(p[2]));
            return r;
        }
        "#,
        expect![[r#"
            function external @f s0 (%0.a: i32, %1.p: i64) {
            b0:
                %2.r: i32 = undefined
                %3: i64 = ptr_add %1.p, 4i64
                asm.volatile "add %1, %0" out("=r" %2.r: i32, "+m"  [%1.p] size 4) in("r" %0.a, "m" %3) clobber("memory")
                %4: i64 = ptr_add %1.p, 8i64
                %5: i32 = load [%4]
                asm "bump %0" out("+r" %5: i32) in() clobber()
                store [%4], %5
                return %2.r
            }
        "#]],
    );
}

#[test]
fn asm_goto_may_go_anywhere() {
    functions(
        r#"
        int f(void) {
            __asm__ goto ("jmp %l0" : : : : yes, no);
            return 0;
        yes: return 1;
        no: return 2;
        }
        "#,
        expect![[r#"
            function external @f s0 () {
            b0:
                asm.volatile "jmp %l0" out("=label" %0: i32) in() clobber()
                switch %0 { 1: b1, 2: b2, else: b3 }
            b1:
                return 1i32
            b2:
                return 2i32
            b3:
                return 0i32
            }
        "#]],
    );
}
