__float128 q = 1.0q; _Float128 r = 1.0F128; _Float64x s = 1.0F64x; _Float32 t = 1.0f32; double e = 1.0d; __float80 w = 1.0w; _Complex double z = 1.0fi + 2.0j;
