void f(void) { return; } int g(void) { ; ; {} for (;;) { break; } do ; while (0); if (1) ; else ; return 0; }
