struct in { int a[4]; int b; }; struct s { struct in x, y; };
struct s v = { .y.a[2] = 1, .y = { .b = 3, .a = { [1] = 2, 5 } }, .x.b = 7, };
