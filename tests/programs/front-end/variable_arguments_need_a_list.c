int number(int count, ...) {
  __builtin_va_list list;
  __builtin_va_start(count, count); //~ error[type-mismatch]
  return 1;
}

int fixed(int count) {
  __builtin_va_list list;
  __builtin_va_start(list, count); //~ error[type-mismatch] "fixed arguments"
  return 1;
}

int passed_on(__builtin_va_list list) {
  return __builtin_va_arg(list, int);
}
