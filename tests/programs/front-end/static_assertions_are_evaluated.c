_Static_assert(sizeof(int) == 4, "int has four bytes");
_Static_assert(sizeof(long) == 4, "long has four bytes"); //~ error[static-assert]
struct padded { char c; long l; };
_Static_assert(sizeof(struct padded) == 16, "padding");
