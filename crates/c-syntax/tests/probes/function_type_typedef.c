typedef int binary(int, int); binary add, *table[2]; int add(int a, int b) { return a + b; }
