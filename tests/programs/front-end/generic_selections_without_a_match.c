int fits = _Generic(1, int: 1, default: 2);
int misses = _Generic(1.5, int: 1, char *: 2); //~ error[no-association]
