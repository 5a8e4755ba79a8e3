typedef float v4 __attribute__((vector_size(16)));
v4 add(v4 a, v4 b) { return a + b * (v4){1, 2, 3, 4}; }
