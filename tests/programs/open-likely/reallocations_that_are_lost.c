// Where `realloc` fails, the old block is still there: overwriting its address loses it.
#include <stdlib.h>
#include <string.h>

struct buffer {
    char *text;
    size_t length;
};

int append_and_lose(struct buffer *buffer, char letter)
{
    buffer->text = realloc(buffer->text, buffer->length + 1); //~ alarm[memory-lost]
    if (!buffer->text)
        return -1;
    buffer->text[buffer->length++] = letter;
    return 0;
}

int append(struct buffer *buffer, char letter)
{
    char *longer = realloc(buffer->text, buffer->length + 1);
    if (!longer)
        return -1;
    buffer->text = longer;
    buffer->text[buffer->length++] = letter;
    return 0;
}

/* Whoever gives up frees the old text. */
int append_or_clear(struct buffer *buffer, char letter)
{
    char *old = buffer->text;
    buffer->text = realloc(buffer->text, buffer->length + 1);
    if (!buffer->text) {
        free(old);
        buffer->length = 0;
        return -1;
    }
    buffer->text[buffer->length++] = letter;
    return 0;
}
