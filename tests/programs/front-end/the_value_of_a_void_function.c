void stop(void);

int f(void) {
  return 1 + stop(); //~ error[type-mismatch]
}

void g(void) {
  stop();
  (void)stop();
}
