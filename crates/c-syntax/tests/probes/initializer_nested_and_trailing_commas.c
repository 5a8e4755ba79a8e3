int m[2][3] = { { 1, 2, 3, }, { 4, }, }; char s[] = { "braced" }; int x = { 1 };
