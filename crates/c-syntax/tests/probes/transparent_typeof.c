int x; typeof(x) y; __typeof__(int *) p, q; __typeof(&x) r; typeof(typeof(x) *) s[2]; int f(void) { typeof(x + 1L) z = 1; return z; }
