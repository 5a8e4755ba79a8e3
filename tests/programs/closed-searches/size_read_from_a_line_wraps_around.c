// Four times the number that the line holds is zero in 64 bits: the replay writes that number into the line.
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    char line[64];
    if (!fgets(line, sizeof line, stdin))
        return 0;
    unsigned long count = strtoul(line, NULL, 10);
    if (count == 0)
        return 0;
    int *table = malloc(count * sizeof *table);
    if (!table)
        return 0;
    for (unsigned long i = 0; i < count; i++)
        table[i] = 1; //~ error[out-of-bounds]
    free(table);
    return 0;
}
