int same = __builtin_types_compatible_p(int[], int[5]) + __builtin_types_compatible_p(__typeof__(1L), long);
