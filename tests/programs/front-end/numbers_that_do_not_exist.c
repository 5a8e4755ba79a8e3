int a = 08; //~ error[syntax]
int b = 12xyz; //~ error[syntax]
int c = 0b12; //~ error[syntax]
int fine = 0x1F + 017 + 0b101;
