int f(int x) { int add(int y) { return x + y; } auto int twice(int); int twice(int z) { return 2 * z; } return add(1) + twice(2); }
