// At the address 0 there is no device.
struct device {
    volatile unsigned control;
};

void start(void)
{
    struct device *device = 0;
    device->control = 1; //~ error[null-dereference]
}
