int add(a, b)
  int a;
  short b;
{
  return a + b;
}

int call(void) {
  return add(1, 2);
}
