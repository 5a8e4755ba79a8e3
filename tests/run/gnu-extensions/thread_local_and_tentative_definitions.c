#include <stdio.h>

int tentative;
int tentative;
extern int later;
static int forward(int);
static __thread int per_thread = 4;
_Thread_local static int zero;
int array[];

static int read_later(void) { return later; }
int later = 12;
int tentative = 3;
int array[4];

static int forward(int n) { return n + per_thread; }

_Noreturn static void leave(int status);
#include <stdlib.h>
static void leave(int status) { exit(status); }

int main(void)
{
    extern int later;
    int (*function)(int) = forward;
    printf("%d %d %d\n", tentative, read_later(), zero);
    per_thread += 10;
    printf("%d\n", function(1));
    {
        int later = 1;
        {
            extern int later;
            printf("%d ", later);
        }
        printf("%d\n", later);
    }
    printf("%d %zu\n", array[3], sizeof array);
    leave(7);
}
