int f(int n) { static void *t[] = { &&a, &&b, &&c }; goto *t[n]; a: n++; if (n > 3) goto c; b: { int v[n]; v[0] = n; if (n) goto a; } c: return n; }
