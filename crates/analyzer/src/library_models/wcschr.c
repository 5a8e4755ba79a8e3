int *wcschr(const int *text, int wanted)
{
    for (; *text != wanted; text++) {
        if (*text == 0) {
            return (int *)0;
        }
    }
    return (int *)text;
}
