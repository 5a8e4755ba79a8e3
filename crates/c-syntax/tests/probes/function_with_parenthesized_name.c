int (f)(void) { return 1; } int (*(g))(void) = f; static int ((h))(int (x)) { return (x); }
