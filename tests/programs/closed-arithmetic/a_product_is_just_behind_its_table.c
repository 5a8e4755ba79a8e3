// As `squares_of_numbers_fit_into_longer_ones.c`, but the table has no room for the largest product.
//@ options: --overflow
extern int __VERIFIER_nondet_int(void);
extern void abort(void);

int main(void) {
  long long number = __VERIFIER_nondet_int(), other = __VERIFIER_nondet_int();
  long long square = number * number;
  if (square + 1 <= 0)
    abort();
  int table[100] = {0};
  if (number >= 0 && number <= 10 && other >= 0 && other <= 10) {
    table[number * other] = 1; //~ error[out-of-bounds]
    int *last = &table[number * other];
    return *last;
  }
  return 0;
}
