__int128 a; unsigned __int128 b; __int128 signed c; __uint128_t d; __int128_t e;
