// The function writes more variables than are told apart; the one that the other operand reads is among them.
#define TEN(of) of##0, of##1, of##2, of##3, of##4, of##5, of##6, of##7, of##8, of##9
#define HUNDRED(of) \
    TEN(of##0), TEN(of##1), TEN(of##2), TEN(of##3), TEN(of##4), \
    TEN(of##5), TEN(of##6), TEN(of##7), TEN(of##8), TEN(of##9)
#define SET_TEN(of) \
    of##0 = of##1 = of##2 = of##3 = of##4 = of##5 = of##6 = of##7 = of##8 = of##9 = 1
#define SET_HUNDRED(of) \
    SET_TEN(of##0), SET_TEN(of##1), SET_TEN(of##2), SET_TEN(of##3), SET_TEN(of##4), \
    SET_TEN(of##5), SET_TEN(of##6), SET_TEN(of##7), SET_TEN(of##8), SET_TEN(of##9)

static int HUNDRED(a), HUNDRED(b), HUNDRED(c);
static int index;

static int set_all(void) {
    SET_HUNDRED(a), SET_HUNDRED(b), SET_HUNDRED(c);
    index = 100;
    return 0;
}

int main(void) {
    static int table[10];
    return table[index + set_all()]; //~ error[out-of-bounds]
}
