int f(int x) { return ((((x)))) + (sizeof((x))) + (*(&(x))) + ((int)(x)); }
