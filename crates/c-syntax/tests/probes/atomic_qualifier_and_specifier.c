_Atomic int a; _Atomic(int) b; int *_Atomic p; int _Atomic *const q = &a;
