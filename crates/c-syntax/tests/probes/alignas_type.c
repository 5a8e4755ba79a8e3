struct pool { _Alignas(long double) char bytes[32]; };
