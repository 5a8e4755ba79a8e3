int sum(int n, ...) { __builtin_va_list ap; __builtin_va_start(ap, n); int s = 0; while (n--) s += *__builtin_va_arg(ap, int *); __builtin_va_end(ap); return s; }
