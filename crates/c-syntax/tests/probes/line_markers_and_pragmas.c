# 1 "somewhere.h" 1 3 4
int a;
#pragma GCC diagnostic push
#ident "version"
# 2 "elsewhere.c" 2
int b; _Pragma("GCC diagnostic pop") int c;
