int (__attribute__((cdecl)) *handler)(int, int);
void __attribute__((ms_abi)) entry(void *);
