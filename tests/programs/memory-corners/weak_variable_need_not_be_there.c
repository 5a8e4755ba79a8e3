//@ mode: check
// Nothing defines it, so its address is null.
extern int option __attribute__((weak));

int main(void)
{
    return option; //~ error[null-dereference]
}
