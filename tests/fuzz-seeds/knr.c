int old(a, b, c) int a; char *b; double c; { return a + *b + (int)c; } main() { extern int undeclared(); return old(1, "x", 2.0) + undeclared(3); }
