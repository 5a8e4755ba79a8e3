#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>

static void show(const char *name, const char *text, const char *found)
{
    if (found)
        printf("%s %td <%s>\n", name, found - text, found);
    else
        printf("%s none\n", name);
}

int main(void)
{
    const char *text = "the cat sat on the mat";
    show("strchr", text, strchr(text, 'a'));
    show("strchr", text, strchr(text, 'z'));
    show("strchr", text, strchr(text, 0));
    show("strrchr", text, strrchr(text, 'a'));
    show("strrchr", text, strrchr(text, 'q'));
    show("strstr", text, strstr(text, "sat"));
    show("strstr", text, strstr(text, "the m"));
    show("strstr", text, strstr(text, ""));
    show("strstr", text, strstr(text, "dog"));
    show("strpbrk", text, strpbrk(text, "snm"));
    show("strpbrk", text, strpbrk(text, "xyz"));
    show("memchr", text, memchr(text, 'c', 4));
    show("memchr", text, memchr(text, 'c', 5));
    show("strchrnul", text, strchrnul(text, 'Z'));
    show("strcasestr", text, strcasestr(text, "MAT"));
    show("memmem", text, memmem(text, 22, "on", 2));
    show("memrchr", text, memrchr(text, 't', 10));
    printf("%zu %zu\n", strspn(text, "eht "), strspn(text, "xyz"));
    printf("%zu %zu\n", strcspn(text, "s"), strcspn(text, "0123456789"));
    return 0;
}
