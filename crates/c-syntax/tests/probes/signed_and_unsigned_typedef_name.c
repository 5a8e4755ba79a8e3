typedef int T; void f(void) { const T x = 1; unsigned T; long T2; T = x; T2 = T; (void)T2; }
