struct p { int x, y; }; struct q { struct p a[2]; union { int i; char c[4]; } u; const char *s; };
struct q g = { .a[1].y = 3, .a = { { 1, 2 }, [1] = { .x = 4 } }, .u.c = "ab", .s = "text" }; int t[] = { [5] = 1, 2, [0 ... 2] = 7 };
char m[2][4] = { "abc", { 'x' } }; struct p *h = &(struct p){ 1, 2 }; int (*z)[3] = (int (*)[3])&t[1];
