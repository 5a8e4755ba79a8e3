int f(void) asm("g") __attribute__((noinline));
