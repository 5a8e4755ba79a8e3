// As `a_matrix_in_one_block_has_rows_of_any_length.c`, but an index may be that of a column behind the last one.
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
  if (i >= 0 && i < rows && j >= 0 && j <= columns)
    matrix[i * columns + j] = 7; //~ error[out-of-bounds]
  free(matrix);
  return 0;
}
