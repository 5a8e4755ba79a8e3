void f(int a[static 3][4], int n, char *argv[restrict]);
