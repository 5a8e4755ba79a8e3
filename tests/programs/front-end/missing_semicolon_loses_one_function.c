int before(int x) {
  return x + 1;
}

int broken(int x) {
  int y = x //~ error[syntax]
  return y;
}

int after(int x) {
  return before(x) + 2;
}
