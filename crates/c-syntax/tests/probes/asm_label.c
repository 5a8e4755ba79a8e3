extern int renamed(int) __asm__("_real_" "name") __attribute__((pure));
register long stack asm("rsp");
