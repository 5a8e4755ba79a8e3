struct s { int a, b; } x = {}; int f(void) { int t[3] = {}; struct s y = (struct s){}; return t[0] + y.a; }
