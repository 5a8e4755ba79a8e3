//@ mode: check
//@ options: --malloc-never-fails
int main(void) {
    const char *first = "name";
    const char *second = "name";
    int numbers[1];
    numbers[first == second] = 0; //~ alarm[out-of-bounds]
    return 0;
}
