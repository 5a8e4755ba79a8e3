struct s { int a[4]; }; unsigned long f(struct s *p) { return sizeof *p + sizeof(struct s) + sizeof p->a[0] + sizeof(int (*)[3]) - sizeof(char)-1 + sizeof -1 + sizeof (p)->a; }
