int fine(void) {
  return 1;
}

int broken(int x) { //~ error[unterminated-block]
  if (x) {
    return 2;
}
