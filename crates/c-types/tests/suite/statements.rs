//! Statements, labels, assembly.

use crate::tree;
use expect_test::expect;

#[test]
fn cases_are_converted_to_the_type_of_the_switch() {
    tree(
        "int f(unsigned char c, unsigned u, long l) {
            switch (c) { case 'a': case 300: return 1; case 1 ... 5: break; default: c = 1; }
            switch (u) { case -1: return 2; }
            switch (l) { case 1: { int x = 1; l += x; } }
            return 0;
        }",
        expect![[r#"
            f(unsigned char c, unsigned int u, long l) -> int
              {
                switch (int)c!
                  {
                    case 97:
                    case 300:
                    return 1:int
                    case 1 ... 5:
                    break
                    default:
                    (c = 1:unsigned char)
                  }
                switch u!
                  {
                    case 4294967295:
                    return 2:int
                  }
                switch l!
                  {
                    case 1:
                    {
                      declare int x = 1:int
                      (l +={long} (long)x!)
                    }
                  }
                return 0:int
              }
        "#]],
    );
}

#[test]
fn labels_and_computed_jumps() {
    tree(
        "int f(int i) {
            static void *table[] = { &&a, &&b }; static int distance[] = { &&b - &&a };
            goto *table[i];
            a: i++; if (i) goto end;
            b: { __label__ a; a: i--; if (i > 3) goto a; }
            end: return i;
        }",
        expect![[r#"
            static void *table[2] size 16 = {0: &&a, 8: &&b}
            static int distance[1] size 4 = {0: (int)[&&b - &&a]}
            f(int i) -> int
              {
                goto **[table@ + i!]!
                a:
                i++
                if i!
                  goto end
                b:
                {
                  a:
                  i--
                  if (i! > 3:int)
                    goto a
                }
                end:
                return i!
              }
        "#]],
    );
}

#[test]
fn loops_and_scopes() {
    tree(
        "int f(int n) { for (int i = 0, j = n; i < j; i++, j--) if (i == 3) continue; else break; do n--; while (n > 0); while (n++ < 3) ; for (;;) return n; }",
        expect![[r#"
            f(int n) -> int
              {
                for ; (i! < j!); (i++, j--)
                    declare int i = 0:int
                    declare int j = n!
                  if (i! == 3:int)
                    continue
                  else
                    break
                do
                  n--
                while (n! > 0:int)
                while (n++ < 3:int)
                  ;
                for ; ; 
                  return n!
              }
        "#]],
    );
}

#[test]
fn results_without_use() {
    tree(
        "void g(void); int f(volatile int *p, struct { int x; } s) { *p; s; (void)*p; return g(), 1; } void h(int x) { return g(); } void k(void) { return; }",
        expect![[r#"
        f(volatile int *p, struct <anonymous> s) -> int
          {
            *p!!
            s!
            (void)*p!!
            return (&g(), 1:int)
          }
        h(int x) -> void
          {
            &g()
            return
          }
        k() -> void
          {
            return
          }
    "#]],
    );
}

#[test]
fn assembly_operands() {
    tree(
        "int f(int x) { int y, m, n; __asm__ volatile (\"op %1, %0\" : \"=r\"(y), \"+m\"(m) : \"r\"(x), \"m\"(n), \"rm\"(x), [name] \"i\"(3) : \"memory\", \"cc\"); __asm__(\"nop\"); return y; }",
        expect![[r#"
            f(int x) -> int
              {
                declare int y
                declare int m in memory
                declare int n in memory
                asm "op %1, %0" : "=r" y, "+m" m : "r" x!, "m" n, "rm" x!, "i" 3:int : ["memory", "cc"]
                asm "nop" :  :  : []
                return y!
              }
        "#]],
    );
}
