// A product lies between the products of the ends of its factors, and a square is not negative.
//@ options: --overflow
extern int __VERIFIER_nondet_int(void);
extern void abort(void);

int main(void) {
  long long number = __VERIFIER_nondet_int(), other = __VERIFIER_nondet_int();
  long long square = number * number;
  if (square + 1 <= 0)
    abort();
  int table[101] = {0};
  if (number >= 0 && number <= 10 && other >= 0 && other <= 10) {
    table[number * other] = 1;
    int *last = &table[number * other];
    return *last;
  }
  return 0;
}
