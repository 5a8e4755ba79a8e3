unsigned long long v[] = { 1u, 2U, 3l, 4L, 5ul, 6LU, 7ll, 8LL, 9ull, 10LLU, 0x1fULL, 017, 0, 18446744073709551615u };
