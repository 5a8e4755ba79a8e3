# 1 "a.c"
# 1 "/usr/include/x.h" 1 3 4
typedef unsigned int u32; extern u32 inc(u32) __attribute__((__nothrow__, __leaf__)) __attribute__((__pure__));
# 2 "a.c" 2
#line 40 "b.c"
int main(void) { return (int)inc(3u); }
