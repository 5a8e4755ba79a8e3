int sum(int n, int a[static const restrict 4], int b[*]);
int sum(int n, int a[const static 4], int b[n]) { return a[0] + b[n - 1]; }
