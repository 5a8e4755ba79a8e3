static void release(int *p) { *p = 0; }
int f(void) { __attribute__((cleanup(release))) int x = 1; int y __attribute__((cleanup(release))) = 2; return x + y; }
