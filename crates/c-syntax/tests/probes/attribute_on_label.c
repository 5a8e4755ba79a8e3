int f(int x) { if (x) goto out; x = 2; out: __attribute__((unused)); return x; }
