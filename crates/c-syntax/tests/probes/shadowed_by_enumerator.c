typedef int T; int f(void) { enum { T = 3 }; return T * 2; } T after;
