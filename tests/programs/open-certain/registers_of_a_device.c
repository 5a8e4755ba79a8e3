// What is at a constant address is told by the machine: registers of a device, here.
#define STATUS (*(volatile unsigned *)0x40001000)
#define CONTROL (*(volatile unsigned *)0x40001004)

void start(void) //~ gave-up[analysis]
{
    CONTROL = 1;
    while (!(STATUS & 2)) {
    }
}
