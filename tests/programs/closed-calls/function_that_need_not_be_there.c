//@ mode: check
//@ options: --malloc-never-fails
extern int extension(void) __attribute__((weak));

int main(void) {
    int numbers[1];
    numbers[extension == 0] = 0; //~ alarm[out-of-bounds]
    return 0;
}
