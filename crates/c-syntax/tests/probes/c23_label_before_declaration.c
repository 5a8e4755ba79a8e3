int f(int x) { switch (x) { case 1: int y = 2; return y; } again: int z = 3; if (x--) goto again; return z; }
