int f(register x, const y) { return x + y; }
