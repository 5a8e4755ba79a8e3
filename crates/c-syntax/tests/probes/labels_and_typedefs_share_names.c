typedef int T; int f(int x) { T: if (x--) goto T; { T T = x; return T; } }
