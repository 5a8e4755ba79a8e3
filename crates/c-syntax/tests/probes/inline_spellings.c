static inline int a(void) { return 1; } static __inline int b(void) { return 1; } extern __inline__ __attribute__((__gnu_inline__)) int c(void) { return 1; }
