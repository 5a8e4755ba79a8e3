// A project's own allocators are given models: where a reallocation fails, what it loses is told at the call, in each of the functions. Zeroed
// memory may be as large as one number says.
//@ options: --model grow_block=realloc --model drop_block=free --model zero_block=calloc
#include <stddef.h>

void *grow_block(void *memory, size_t size);
void *zero_block(size_t size);
void drop_block(void *memory);
int more(void);
int next_byte(void);

struct buffer {
    char *bytes;
    size_t size;
};

int grow(struct buffer *buffer)
{
    char *bytes = grow_block(buffer->bytes, 2 * buffer->size);
    if (!bytes)
        return 0;
    buffer->bytes = bytes;
    buffer->size *= 2;
    return 1;
}

int grow_and_lose(struct buffer *buffer)
{
    char *bytes = buffer->bytes = grow_block(buffer->bytes, 2 * buffer->size); //~ alarm[memory-lost]
    if (!bytes)
        return 0;
    buffer->size *= 2;
    return 1;
}

int shrink_and_lose(struct buffer *buffer)
{
    buffer->bytes = grow_block(buffer->bytes, buffer->size / 2 + 1); //~ alarm[memory-lost]
    return buffer->bytes != NULL;
}

int gather_and_lose(struct buffer *buffer, int **numbers, int count)
{
    int i, j, sum = 0;
    for (i = 0; i < count; i++)
        for (j = 0; numbers[i][j]; j++)
            sum += numbers[i][j] % (j + 1);
    while (more()) {
        if (sum == (int)buffer->size) {
            char *bytes = buffer->bytes = grow_block(buffer->bytes, buffer->size + 64); //~ alarm[memory-lost]
            if (!bytes)
                return -1;
            buffer->size += 64;
        }
        buffer->bytes[sum++] = (char)next_byte();
    }
    return sum;
}

struct pair {
    char *first, *second;
};

struct pair *make_pair(void)
{
    struct pair *pair = zero_block(sizeof *pair);
    if (!pair)
        return NULL;
    if (pair->first)
        drop_block(pair->second);
    return pair;
}

int use_one_behind(void)
{
    int result;
    int *numbers = zero_block(2 * sizeof *numbers);
    if (!numbers)
        return 0;
    result = numbers[0] + numbers[2]; //~ error[out-of-bounds]
    drop_block(numbers);
    return result;
}
