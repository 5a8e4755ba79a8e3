struct s; const struct s *f(volatile struct s *p); struct s { int x; } const g(void) { struct s v = { 1 }; return v; }
