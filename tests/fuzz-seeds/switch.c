int f(int x) { switch (x) { case 0: x = 1; case 1 ... 5: break; default: switch (x & 3) { case 2: return 7; } case -1: { int y = x; return y; } } return x; }
