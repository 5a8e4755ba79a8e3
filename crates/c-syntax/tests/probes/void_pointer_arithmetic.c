void *f(void *p) { p += 3; return p + 1 - sizeof(void); }
