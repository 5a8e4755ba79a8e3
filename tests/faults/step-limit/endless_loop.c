//@ options: --max-steps 100000
int main(void)
{
    volatile unsigned turns = 0;
    for (;;)
        turns++; //~ gave-up[step-limit]
}
