#pragma pack(push, 2)
#define X 1
struct k { char c; long l; };
#pragma pack(pop)
int f(int x) { return _Generic((x), int: 1, char *: 2, default: 3) + _Generic("a", char *: 4) + _Alignof(struct k); } _Static_assert(sizeof(struct k) == 10, "packed"); _Alignas(32) int al; _Thread_local int tl; _Noreturn void stop(void);
