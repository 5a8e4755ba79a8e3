__attribute__((noinline, unused)) static int f(void) { return 0; }
