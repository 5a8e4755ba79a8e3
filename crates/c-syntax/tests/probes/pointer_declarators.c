int *a[3], (*b)[3], *(*c)(void), (*(*d)(int))[4], *(*(*e[2])(void))(int), **const *volatile g;
