int f(int a __attribute__((unused)), __attribute__((unused)) char *b, void (*c)(void) __attribute__((unused))) { return 0; }
