void f(int x) { if (x) goto end; x++; end: }
