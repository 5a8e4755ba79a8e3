int f(int x, const char *s) { return _Generic(x, int: 1, long: 2, default: 3) + _Generic((s), const char *: s[0], int (*)(void): 0, default: 1); }
