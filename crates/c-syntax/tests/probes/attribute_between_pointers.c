typedef int (*__attribute__((stdcall)) callback)(int);
int *__attribute__((aligned(8))) *pp;
