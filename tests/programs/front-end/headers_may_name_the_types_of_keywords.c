// Headers of the C library say so for compilers that do not know these keywords.
typedef float _Float32;
typedef double _Float64;
typedef double _Float32x;
typedef long double _Float64x;

_Static_assert(sizeof(_Float32) == sizeof(float), "the keyword and the name are one type");
_Float64x twice(_Float64x number) { return number + number; }

typedef int _Float64; //~ error[syntax] "does not fit the type before it"
