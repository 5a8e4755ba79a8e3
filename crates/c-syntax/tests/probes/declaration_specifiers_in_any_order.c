long unsigned typedef int long ull; const int static volatile x; int extern y; char const unsigned *s;
