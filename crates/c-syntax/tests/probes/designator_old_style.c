struct p { int x, y; };
struct p a = { y: 2, x: 1 }; int t[4] = { [2] 3, [0] 1 };
