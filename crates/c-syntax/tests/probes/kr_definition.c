int add(a, b, c) int a; register char *b; long (*c)(); { return a + *b + (int)c(); }
