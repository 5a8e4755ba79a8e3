struct b { unsigned a : 3; int b : 5; unsigned : 0; _Bool c : 1; long long d : 40; } __attribute__((packed)) s = { 1, -2, 1 };
int f(struct b *p) { p->a++; p->b = p->a << 2; return p->d-- + (p->c ? 1 : 2); }
