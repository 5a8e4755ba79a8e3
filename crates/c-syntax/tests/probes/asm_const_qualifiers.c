void f(void) { __asm__ __volatile__ ("" ::: "memory"); asm inline ("" : : ); }
