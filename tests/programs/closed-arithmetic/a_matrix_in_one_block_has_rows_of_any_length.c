// An element lies inside because its row ends where the next one begins: `i * m + m <= n * m`.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
  int rows = __VERIFIER_nondet_int(), columns = __VERIFIER_nondet_int();
  if (rows < 1 || rows > 1000 || columns < 1 || columns > 2000)
    return 0;
  int *matrix = malloc(rows * columns * sizeof *matrix);
  if (!matrix)
    return 1;
  for (int i = 0; i < rows; i++) {
    int *row = matrix + i * columns;
    for (int j = 0; j < columns; j++)
      row[j] = i + j;
  }
  int i = __VERIFIER_nondet_int(), j = __VERIFIER_nondet_int();
  if (i >= 0 && i < rows && j >= 0 && j < columns)
    matrix[i * columns + j] = 7;
  free(matrix);
  return 0;
}
