int f(void) { extern int g(int), h(void); int i(); return g(1) + h() + i(2); }
