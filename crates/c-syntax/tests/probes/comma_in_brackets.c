int f(int *a, int i) { return a[i++, i]; }
