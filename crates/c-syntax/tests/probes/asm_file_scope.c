asm("nop");
__asm__ (".globl nothing\n" "nothing:");
