typedef int T; int f(void) { int T(void); return T() + sizeof(T()); } int g(void) { int T = 1, x = T * 2; return x; } T after;
