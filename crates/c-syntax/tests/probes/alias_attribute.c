int target(void) { return 1; }
int other(void) __attribute__((alias("target")));
