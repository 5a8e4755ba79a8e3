int f(int x, int y) {
  switch (x) {
  case 1 + 2 * 3:
    return 1;
  case y: //~ error[not-constant]
    return 2;
  }
  return 0;
}
