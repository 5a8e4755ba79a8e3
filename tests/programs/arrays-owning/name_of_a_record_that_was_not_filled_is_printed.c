// Names are printed up to the last record, whether it was filled or not.
//@ mode: check
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct student {
    char *name;
    int mark;
};

int main(int argc, char **argv) {
    struct student *students = malloc(argc * sizeof *students);
    if (!students)
        return 1;
    int count;
    for (count = 0; count < argc; count++) {
        students[count].mark = count % 6;
        students[count].name = strdup(argv[count]);
        if (!students[count].name)
            break;
    }
    for (int i = 0; i < argc; i++)
        printf("%s %d\n", students[i].name, students[i].mark); //~ error[null-dereference]
    for (int i = 0; i < count; i++)
        free(students[i].name);
    free(students);
    return 0;
}
