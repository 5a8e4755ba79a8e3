struct s { int a; int m; };
struct s *f(int *p) { return ({ const __typeof__(((struct s *)0)->m) *q = (p); (struct s *)((char *)q - __builtin_offsetof(struct s, m)); }); }
