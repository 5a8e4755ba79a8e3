typedef int T; int f(void) { typedef char T; T c = 1; { typedef T *T; T p = &c; return *p; } }
