#include <stdio.h>

int main(void)
{
    char a[16], b[16], c[16], one, two;
    int n;
    n = sscanf("  hello   world ", "%s%s", a, b);
    printf("%d <%s> <%s>\n", n, a, b);
    n = sscanf("abcdefgh", "%3s%2s%s", a, b, c);
    printf("%d <%s> <%s> <%s>\n", n, a, b, c);
    n = sscanf(" xy", "%c%c", &one, &two);
    printf("%d <%c> <%c>\n", n, one, two);
    n = sscanf(" xy", " %c%c", &one, &two);
    printf("%d <%c> <%c>\n", n, one, two);
    n = sscanf("key = some value;rest", "%[a-z] = %[^;];%s", a, b, c);
    printf("%d <%s> <%s> <%s>\n", n, a, b, c);
    n = sscanf("12ab34", "%[0-9]%[a-z]%[0-9]", a, b, c);
    printf("%d <%s> <%s> <%s>\n", n, a, b, c);
    n = sscanf("]x-y", "%[]x]%[-y]", a, b);
    printf("%d <%s> <%s>\n", n, a, b);
    n = sscanf("ABC", "%[a-z]", a);
    printf("%d\n", n);
    char three[4] = "...";
    n = sscanf("pqrs", "%3c", three);
    printf("%d <%s>\n", n, three);
    n = sscanf("one two", "%*s %s", a);
    printf("%d <%s>\n", n, a);
    n = sscanf("x:y", "%[^:]:%s", a, b);
    printf("%d <%s> <%s>\n", n, a, b);
    return 0;
}
