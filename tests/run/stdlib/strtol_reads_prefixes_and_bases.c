#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

static void try(const char *text, int base)
{
    char *end;
    errno = 0;
    long long value = strtoll(text, &end, base);
    printf("\"%s\" base %d: %lld rest \"%s\"%s\n", text, base, value, end, errno == ERANGE ? " range" : "");
}

int main(void)
{
    try("123", 10);
    try("  -42abc", 10);
    try("+7 ", 10);
    try("0x1F", 16);
    try("0x1F", 0);
    try("1F", 16);
    try("0755", 0);
    try("0755", 10);
    try("z", 36);
    try("1012", 2);
    try("abc", 10);
    try("", 10);
    try("-", 10);
    try("0x", 16);
    try("09", 0);
    try("9223372036854775807", 10);
    try("9223372036854775808", 10);
    try("-9223372036854775809", 10);
    errno = 0;
    printf("%d ", strtol("4000000000", NULL, 10) == LONG_MAX);
    printf("%d\n", errno == ERANGE);
    printf("%lu\n", strtoul("4294967295", NULL, 10));
    printf("%llu\n", strtoull("-1", NULL, 10));
    printf("%llu\n", strtoull("0xffffffffffffffff", NULL, 0));
    return 0;
}
