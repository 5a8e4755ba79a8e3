typedef __typeof__(sizeof 0) size;
static inline __attribute__((always_inline)) int larger(int a, int b) {
  return ({ __auto_type x = a; __auto_type y = b; x > y ? x : y; });
}

int f(int n) {
  static void *labels[] = { &&one, &&two };
  int numbers[n + 1];
  numbers[0] = n ?: 7;
  goto *labels[n & 1];
one:
  return larger(numbers[0], 2);
two:
  switch (n) {
  case 1 ... 5:
    return (int)sizeof numbers;
  }
  return __builtin_expect(n, 0);
}
