int x __attribute((unused)); __const char *p; __signed__ char c; __volatile int v; char *__restrict__ r;
