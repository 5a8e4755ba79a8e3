typedef int T; int f(T T) { return T + 1; } int g(int T, int U[T]) { return U[0] * T; } T h(T (T)); T k(T(*T)(T));
