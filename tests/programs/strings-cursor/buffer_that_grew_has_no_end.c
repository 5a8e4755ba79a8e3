// Without a zero behind the last letter, the text does not end.
//@ mode: check
#include <stdio.h>
#include <stdlib.h>

struct buffer {
    char *data;
    size_t length, capacity;
};

static int put(struct buffer *buffer, char letter)
{
    if (buffer->length == buffer->capacity) {
        size_t capacity = buffer->capacity == 0 ? 8 : buffer->capacity * 2;
        char *data = realloc(buffer->data, capacity);
        if (data == NULL)
            return -1;
        buffer->data = data;
        buffer->capacity = capacity;
    }
    buffer->data[buffer->length++] = letter;
    return 0;
}

int main(void)
{
    struct buffer buffer = { 0 };
    int letter;
    while ((letter = getchar()) != EOF) {
        if (put(&buffer, (char)letter) < 0) {
            free(buffer.data);
            return 1;
        }
    }
    if (buffer.data)
        printf("%s\n", buffer.data); //~ error[uninitialised-use]
    free(buffer.data);
    return 0;
}
