static counter; f(a) { return a + counter; } const limit = 3; main() { register i = f(1); auto j; return i + limit; }
