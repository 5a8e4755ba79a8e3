void f(int n) { typedef char row[n]; row a, *b = &a; (void)sizeof(row); (*b)[0] = a[n - 1]; }
