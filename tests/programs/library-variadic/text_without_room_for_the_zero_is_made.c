//@ mode: check
//@ options: 
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

static char *make(const char *format, ...)
{
    va_list list;
    va_list again;
    va_start(list, format);
    va_copy(again, list);
    int length = vsnprintf(NULL, 0, format, list);
    va_end(list);
    char *text = malloc(length);
    if (text != NULL) {
        vsprintf(text, format, again); //~ error[out-of-bounds]
    }
    va_end(again);
    return text;
}

int main(void)
{
    char *text = make("%s has %d parts", "it", 12);
    free(text);
    return 0;
}
