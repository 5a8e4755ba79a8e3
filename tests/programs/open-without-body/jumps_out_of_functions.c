// `setjmp` returns twice in open code: whatever it returns, memory is as it was when it was called. What was changed before a later
// `longjmp` is not seen, and `longjmp` does not return.
//@ mode: likely
#include <setjmp.h>
#include <stdlib.h>

static jmp_buf jump;
void work(char *memory);

int guarded(void)
{
    char *memory = malloc(10);
    if (!memory)
        return -1;
    if (setjmp(jump)) {
        free(memory);
        return 1;
    }
    work(memory);
    free(memory);
    return 0;
}

int guarded_and_freed_twice(void)
{
    char *memory = malloc(10);
    if (!memory)
        return -1;
    if (setjmp(jump))
        free(memory);
    work(memory); //~ alarm[use-after-free]
    free(memory);
    return 0;
}

int guarded_and_lost(void)
{
    char *memory = malloc(10);
    if (!memory)
        return -1;
    if (setjmp(jump))
        return 1; //~ alarm[memory-lost]
    memory[0] = 0;
    free(memory);
    return 0;
}

int leave(int *pointer)
{
    if (!pointer)
        longjmp(jump, 1);
    return *pointer;
}

struct reader {
    jmp_buf jump;
    void (*step)(struct reader *reader);
};

/* What is set after `setjmp` has to be `volatile`; it is one block, each time it is read. */
int guarded_by_a_volatile_pointer(struct reader *reader, int count, ...)
{
    char *volatile buffer = NULL;
    if (setjmp(reader->jump)) {
        free(buffer);
        return 1;
    }
    buffer = malloc(10);
    if (!buffer)
        longjmp(reader->jump, 1);
    while (count-- > 0)
        reader->step(reader);
    free(buffer);
    return 0;
}

int guarded_by_a_volatile_pointer_and_lost(struct reader *reader, int count, ...)
{
    char *volatile buffer = NULL;
    if (setjmp(reader->jump)) {
        free(buffer);
        return 1;
    }
    buffer = malloc(10);
    if (!buffer)
        longjmp(reader->jump, 1);
    while (count-- > 0)
        reader->step(reader);
    return 0; //~ alarm[memory-lost]
}
