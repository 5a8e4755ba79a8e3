int before = 1;
const char *name = "besom; //~ error[unterminated-literal]
int after = 2;
