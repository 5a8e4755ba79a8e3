typedef int T; struct s { T T; struct { T x; } U; }; int f(struct s *p) { return p->T + p->U.x + ((struct s){ .T = 1 }).T; }
