_Complex double z = 1.0 + 2.0i; __complex__ float w; _Complex int k;
double f(void) { return __real__ z + __imag z; }
