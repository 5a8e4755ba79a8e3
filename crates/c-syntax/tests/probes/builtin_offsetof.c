struct in { int q[3]; }; struct out { int a; struct in b[4]; };
unsigned long at = __builtin_offsetof(struct out, b[1 + 1].q[2]);
