int size(void);
int computed = size(); //~ error[not-constant]
int fine = sizeof(int) * 4 + (3 > 2 ? 1 : 0);
int *address = &fine + 1;

int f(int x) {
  static int remembered = x; //~ error[not-constant]
  return remembered;
}
