int apply(int f(int), int (g)(int), int (*h)(int), int x) { return f(x) + g(x) + (*h)(x) + (****h)(x); }
