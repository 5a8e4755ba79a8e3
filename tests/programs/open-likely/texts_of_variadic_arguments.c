// Variadic arguments of the caller: what formats them is assumed to behave well, and keeps nothing.
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

void log_line(const char *line);

void log_list(const char *format, va_list arguments)
{
    char line[100];
    vsnprintf(line, sizeof line, format, arguments);
    log_line(line);
}

void log_arguments(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    log_list(format, arguments);
    va_end(arguments);
}

char *text_of(const char *format, ...)
{
    char *text = malloc(100);
    va_list arguments;
    if (!text)
        return NULL;
    va_start(arguments, format);
    int length = vsnprintf(text, 100, format, arguments);
    va_end(arguments);
    if (length < 0) {
        free(text);
        return NULL;
    }
    return text;
}

/* The text is freed, and then read. */
void log_freed(const char *format, ...)
{
    char *text = malloc(100);
    va_list arguments;
    if (!text)
        return;
    va_start(arguments, format);
    vsnprintf(text, 100, format, arguments);
    va_end(arguments);
    free(text);
    log_line(text); //~ alarm[use-after-free]
}

/* The text is lost if it cannot be formatted. */
char *text_or_nothing(const char *format, ...)
{
    char *text = malloc(100);
    va_list arguments;
    if (!text)
        return NULL;
    va_start(arguments, format);
    int length = vsnprintf(text, 100, format, arguments);
    va_end(arguments);
    if (length < 0)
        return NULL; //~ alarm[memory-lost]
    return text;
}
