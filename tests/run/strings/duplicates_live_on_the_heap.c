#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *reverse(const char *text)
{
    char *copy = strdup(text);
    for (size_t i = 0, n = strlen(copy); i < n / 2; i++) {
        char c = copy[i];
        copy[i] = copy[n - 1 - i];
        copy[n - 1 - i] = c;
    }
    return copy;
}

static char *repeat(const char *text, int times)
{
    size_t length = strlen(text);
    char *result = malloc(length * times + 1), *end = result;
    while (times--) {
        memcpy(end, text, length);
        end += length;
    }
    *end = 0;
    return result;
}

static char *replace(const char *text, const char *from, const char *to)
{
    size_t count = 0;
    for (const char *p = text; (p = strstr(p, from)); p += strlen(from))
        count++;
    char *result = malloc(strlen(text) + count * (strlen(to) - strlen(from)) + 1), *out = result;
    for (const char *p; (p = strstr(text, from)); text = p + strlen(from)) {
        out += sprintf(out, "%.*s%s", (int)(p - text), text, to);
    }
    strcpy(out, text);
    return result;
}

int main(void)
{
    char *a = reverse("desserts"), *b = repeat("ab", 5), *c = strndup("truncated", 5), *d = strndup("x", 50);
    char *e = replace("one fish two fish", "fish", "swordfish"), *f = replace("aaa", "a", "b");
    printf("%s %s %s %s\n%s %s\n", a, b, c, d, e, f);
    free(a);
    free(b);
    free(c);
    free(d);
    free(e);
    free(f);
    return 0;
}
