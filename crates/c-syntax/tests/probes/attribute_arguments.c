void log_it(const char *, ...) __attribute__((format(printf, 1, 2), nonnull(1), section(".text.log"), aligned(8 * sizeof(long))));
