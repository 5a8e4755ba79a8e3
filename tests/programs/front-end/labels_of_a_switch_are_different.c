int f(int x) {
  switch (x) {
  case 1:
    return 1;
  case 2 ... 5:
    return 2;
  case 4: //~ error[duplicate-case]
    return 3;
  default:
    return 4;
  default: //~ error[duplicate-case]
    return 5;
  }
}
