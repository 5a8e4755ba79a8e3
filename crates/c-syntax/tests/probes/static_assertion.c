_Static_assert(sizeof(int) == 4, "int"); _Static_assert(1); struct s { int a; _Static_assert(1, "in" " struct"); }; void f(void) { _Static_assert(2 > 1, ""); }
