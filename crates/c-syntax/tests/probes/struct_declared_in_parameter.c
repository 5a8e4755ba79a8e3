int f(struct hidden { int x; } *p, enum { INSIDE } e) { return p->x + e; }
