int f(int n; int a[n], int n) { return a[n - 1]; }
