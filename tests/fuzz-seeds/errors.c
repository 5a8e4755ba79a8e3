int f(void) { return undeclared + 1; }
int g(int x) { return x.y; } int h( { int k = ; } struct incomplete z; int i(void) { break; goto nowhere; return "s" * 2; }
int good(void) { return 1; }
