_Noreturn void die(void); void die(void) { for (;;) ; } __attribute__((noreturn)) void stop(void);
