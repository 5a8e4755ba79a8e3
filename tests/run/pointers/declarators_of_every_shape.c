#include <stdio.h>

static int numbers[3] = { 10, 20, 30 };
static int *get(int i) { return &numbers[i]; }
static int (*array_of(void))[3] { return &numbers; }
static int add(int a, int b) { return a + b; }
static int (*chooser(int unused))(int, int) { (void)unused; return add; }
static int apply(int f(int, int), int a) { return f(a, a); }
static char *(*const lookup[2])(const char *) = { 0 };

typedef int (*binary)(int, int);
typedef binary (*factory)(int);
typedef int vector[3];

int main(void)
{
    int *(*pointer_function)(int) = get;
    int (*(*array_function)(void))[3] = array_of;
    int (*(*make)(int))(int, int) = chooser;
    factory same = chooser;
    binary table[2] = { add, chooser(0) }, *cursor = table;
    vector v = { 1, 2, 3 }, *pv = &v;
    const int *const fixed = &v[1];
    int *const *chain = &(int *const){ &v[2] };
    printf("%d %d\n", *pointer_function(1), (*array_function())[2]);
    printf("%d %d\n", make(0)(2, 3), same(1)(4, 5));
    printf("%d %d\n", (*cursor)(1, 1), cursor[1](2, 2));
    printf("%d %d %d\n", (*pv)[0], *fixed, **chain);
    printf("%d\n", apply(add, 21));
    printf("%d %zu\n", lookup[1] == 0, sizeof lookup / sizeof *lookup);
    int (**indirect)(int, int) = &table[1];
    printf("%d %d\n", (**indirect)(7, 8), (*****add)(1, 2));
    void *opaque = (void *)&v;
    printf("%d\n", ((int (*)[3])opaque)[0][1]);
    return (*(&numbers))[0];
}
