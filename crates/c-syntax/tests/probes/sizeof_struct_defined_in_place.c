unsigned long n = sizeof(struct { int a; char b; }); int f(void) { return ((union { int i; float f; }){ 1 }).i + (long)(enum { P, Q })1; }
