__extension__ typedef long long ll; __extension__ struct s { __extension__ union { int a; }; __extension__ long long b; };
int f(void) { return __extension__ ({ 3; }) + __extension__ 1; }
