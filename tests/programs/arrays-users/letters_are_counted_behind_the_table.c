//@ mode: check
int main(int argc, char **argv)
{
    unsigned counts[256] = { 0 };
    if (argc < 2) {
        return 0;
    }
    for (const char *letter = argv[1]; *letter != '\0'; letter++) {
        counts[(unsigned char)*letter]++;
    }
    int most = 0;
    for (int i = 0; i <= 256; i++) {
        if (counts[i] > counts[most]) { //~ error[out-of-bounds]
            most = i;
        }
    }
    return most == 'e';
}
