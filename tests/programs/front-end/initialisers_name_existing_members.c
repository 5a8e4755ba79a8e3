struct point { int x, y; };
struct point a = { .z = 1 }; //~ error[no-member]
struct point b = { .x = 1, .y = 2 };
int table[3] = { [5] = 1 }; //~ error[invalid-initializer]
int scalar = { 1 };
struct point c = 3; //~ error[invalid-initializer]
