int a __attribute__((aligned(3))); //~ error[invalid-alignment]
_Alignas(16) int b;
_Alignas(5) int c; //~ error[invalid-alignment]
