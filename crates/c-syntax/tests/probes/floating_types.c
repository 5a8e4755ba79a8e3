_Float16 *h; _Float32 a; _Float64 b; _Float128 c; _Float32x d; _Float64x e; __float80 g; __float128 i; long double j;
