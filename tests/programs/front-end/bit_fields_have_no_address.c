struct flags { unsigned ready : 1; int level : 4; };

unsigned *f(struct flags *flags) {
  return &flags->ready; //~ error[bit-field-address]
}

int g(struct flags *flags) {
  return flags->ready + flags->level;
}
