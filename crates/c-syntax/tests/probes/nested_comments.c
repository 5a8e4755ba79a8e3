int a; /* one // two */ int b; // three /* four
int c; /**/ int d; /***/
