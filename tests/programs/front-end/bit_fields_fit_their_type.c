struct a { unsigned char wide : 9; }; //~ error[invalid-bit-field]
struct b { double fraction : 3; }; //~ error[invalid-bit-field]
struct c { int none : 0; }; //~ error[invalid-bit-field]
struct d { int negative : -1; }; //~ error[invalid-bit-field]
struct e { int fine : 32; unsigned : 0; _Bool flag : 1; };
