// Functions without a body leave the standard streams where they are and may return streams that are open; a record that is copied
// as a whole is told by its members.
#include <assert.h>
#include <stdio.h>

void tick(void);
FILE *log_file(void);

void to_standard_error(int number)
{
    tick();
    fprintf(stderr, "%d\n", number);
}

void to_stream_of_others(int number)
{
    fprintf(log_file(), "%d\n", number);
}

void close_stream_of_others(void)
{
    FILE *stream = log_file();
    if (!stream)
        return;
    fputs("end\n", stream);
    fclose(stream);
}

struct value {
    unsigned char kind;
    int size;
    void *memory;
};

static int kind_of(struct value value)
{
    return value.kind & 15;
}

/*~ contract requires value -> struct value { kind: value->kind, 1..4: _, size: value->size, memory: _ }; value->kind mod 16 = 5 ensures result = value->size; value -> struct value { kind: value->kind, 1..4: _, size: value->size, memory: _ } */
int size_of_array(struct value value)
{
    assert(kind_of(value) == 5); //~ error-if-called[assertion-failure]
    return value.size;
}
