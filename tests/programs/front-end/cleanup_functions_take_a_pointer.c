void release(int **pointer);
void wrong(int *pointer, int number);

void fine(void) {
  int *pointer __attribute__((cleanup(release))) = 0;
}

void refused(void) {
  int number __attribute__((cleanup(wrong))) = 0; //~ error[argument-count] "too few arguments"
}
