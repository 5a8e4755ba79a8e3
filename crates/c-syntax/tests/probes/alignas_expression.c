_Alignas(16) char buffer[64];
