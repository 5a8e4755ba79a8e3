int f(int) __attribute__((const));
int g(int) __attribute__((__const__));
