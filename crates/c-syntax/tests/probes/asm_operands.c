int add(int a, int b) { asm volatile ("addl %[b], %[a]" : [a] "+r" (a) : [b] "r" (b), "m" (*&b) : "cc", "memory"); return a; }
