typedef int T; int f(void) { int s = 0; for (T T = 0; T < 3; T++) s += T; T x = s; return x; }
