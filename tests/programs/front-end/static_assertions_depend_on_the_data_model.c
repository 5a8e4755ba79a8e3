//@ flags: -m32
_Static_assert(sizeof(long) == 4, "long has four bytes");
struct padded { char c; long long l; };
_Static_assert(sizeof(struct padded) == 12, "long long aligns to 4 in structs");
_Static_assert(sizeof(void *) == 8, "pointers have eight bytes"); //~ error[static-assert]
