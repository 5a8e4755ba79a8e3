int (*pick(int which))(const char *, ...) { return 0; }
void (*signal_like(int, void (*)(int)))(int);
