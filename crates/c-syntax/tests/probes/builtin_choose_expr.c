int x = __builtin_choose_expr(sizeof(int) == 4, 1, "two" - 2);
