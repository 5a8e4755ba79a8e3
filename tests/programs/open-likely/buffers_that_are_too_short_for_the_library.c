// How much a function of the library writes is said by its arguments alone. A buffer that is shorter is too short for whoever calls.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void line_of_input(void)
{
    char buffer[8];
    if (fgets(buffer, 16, stdin)) //~ alarm[out-of-bounds]
        puts(buffer);
}

void line_of_a_stream(FILE *stream)
{
    char buffer[8];
    if (fgets(buffer, 16, stream)) //~ alarm[out-of-bounds]
        puts(buffer);
}

int word_of_any_length(void)
{
    char buffer[8];
    return scanf("%s", buffer); //~ alarm[out-of-bounds]
}

int word_without_room_for_its_end(FILE *stream)
{
    char buffer[8];
    return fscanf(stream, "%8s", buffer); //~ alarm[out-of-bounds]
}

long bytes_of_a_file(int descriptor)
{
    char buffer[8];
    return read(descriptor, buffer, 9); //~ alarm[out-of-bounds]
}

void number_with_leading_zeros(int number)
{
    char buffer[4];
    sprintf(buffer, "%04d", number); //~ alarm[out-of-bounds]
    puts(buffer);
}

char *allocated_line(FILE *stream)
{
    char *buffer = malloc(8);
    if (buffer && !fgets(buffer, 9, stream)) { //~ alarm[out-of-bounds]
        free(buffer);
        return NULL;
    }
    return buffer;
}

void line_that_fits(void)
{
    char buffer[16];
    if (fgets(buffer, 16, stdin))
        puts(buffer);
}

void line_of_a_stream_that_fits(FILE *stream)
{
    char buffer[16];
    if (fgets(buffer, sizeof buffer, stream))
        puts(buffer);
}

int word_that_fits(void)
{
    char buffer[8];
    return scanf("%7s", buffer);
}

long bytes_that_fit(int descriptor)
{
    char buffer[8];
    return read(descriptor, buffer, sizeof buffer);
}

void number_that_fits(int number)
{
    char buffer[12];
    sprintf(buffer, "%04d", number);
    puts(buffer);
}

// Which numbers there are, callers know.
struct point {
    int x, y;
};

void numbers_of_the_caller(const struct point *point)
{
    char buffer[8];
    sprintf(buffer, "%d:%d", point->x, point->y);
    puts(buffer);
}

// Nor is it known how much a caller says that there is room for.
void as_much_as_is_wanted(FILE *stream, char *buffer, int room)
{
    if (fgets(buffer, room, stream))
        puts(buffer);
}
