struct __attribute__((packed)) p { char c; int i; };
union __attribute__((__transparent_union__)) u { int *a; float *b; };
