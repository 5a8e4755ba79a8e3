#pragma pack(push, 1)
struct tight { char c; int i; };
#pragma pack(pop)
struct loose { char c; int i; };
_Static_assert(sizeof(struct tight) == 5 && sizeof(struct loose) == 8, "packing");
