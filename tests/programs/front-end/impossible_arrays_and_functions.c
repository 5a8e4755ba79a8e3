int negative[-1]; //~ error[invalid-array]
void nothing[3]; //~ error[invalid-array]
int functions[2](void); //~ error[invalid-array]
int returns_array(void)[4]; //~ error[invalid-function]
int (*fine(void))[4];
