int f(int x) { switch (x) case 1: case 2: x++; switch (x) while (x--) { case 5: x--; default: ; } return x; }
