int (*(*fp)(int, char **))[3]; typedef int (*cmp)(const void *, const void *); cmp table[4]; char *(*argv[2])(void);
int f(int a[static 3], int (*b)[], int c(int)); void (*signal(int, void (*)(int)))(int); int *const *volatile x; unsigned long long int ll; long unsigned lu;
