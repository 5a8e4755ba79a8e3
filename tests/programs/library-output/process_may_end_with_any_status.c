//@ mode: check
#include <assert.h>
#include <stdio.h>

int main(void)
{
    FILE *stream = popen("ls", "r");
    if (stream != NULL) {
        assert(pclose(stream) <= 0); //~ alarm[assertion-failure]
    }
    return 0;
}
