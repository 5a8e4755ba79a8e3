int f(int x) { switch (x) { case 1: x++; __attribute__((fallthrough)); case 2: x++; } return x; }
