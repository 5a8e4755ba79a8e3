int x;
unsigned long a = __alignof__(x), b = __alignof x, c = _Alignof(int[3]);
