const char *s = "a" "b" /* c */ "d"; const int *w = L"wide" L"r" "x"; const char *u = u8"\u00e9";
