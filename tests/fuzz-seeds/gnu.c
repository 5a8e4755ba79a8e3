#define unused
typedef __typeof__(sizeof 0) size_t; static inline __attribute__((always_inline, unused)) int max(int a, int b) { return ({ __auto_type x = a; __auto_type y = b; x > y ? x : y; }); }
int g(int x) { return x ?: 3; } int h(void) { return __builtin_types_compatible_p(int, long) + __builtin_constant_p(3) + __builtin_choose_expr(1, 2, "x"); }
__extension__ union { long a; } v = { (long)&v }; int e[0]; struct flex { int n; char d[]; } fl = { 2, "ab" };
