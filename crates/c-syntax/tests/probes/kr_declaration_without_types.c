int f(a, b);
int g();
