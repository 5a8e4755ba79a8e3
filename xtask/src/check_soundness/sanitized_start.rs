//! What runs before `main` of a compiled program, and answers what it asks from outside.

/// A process that forks for every execution and stops after the first that ends with an error, or the fourth that has no end. Which inputs an execution gets follows
/// from the seed and its number: all short lists of zeroes and ones first, then random ones; when a list is used up, zeroes follow.
/// Every second execution has a failing allocation, where allocations may fail; elsewhere one that is too large ends the execution.
pub const START: &str = r#"
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

void *__real_malloc(size_t);
void *__real_calloc(size_t, size_t);
void *__real_realloc(void *, size_t);
void __real_free(void *);

static uint64_t state;
static int run, given, inputs, allocations, failing, may_fail, at_exit;

/* The search for leaks must not find the addresses here. */
enum { BLOCKS = 4096 };
static uintptr_t blocks[BLOCKS];
static int used, too_many;
static uintptr_t hidden(void *block) { return ~(uintptr_t)block; }

static uint64_t next(void)
{
    uint64_t mixed = state += 0x9e3779b97f4a7c15u;
    mixed = (mixed ^ mixed >> 30) * 0xbf58476d1ce4e5b9u;
    mixed = (mixed ^ mixed >> 27) * 0x94d049bb133111ebu;
    return mixed ^ mixed >> 31;
}

static void say(const char *text) { if (write(2, text, strlen(text)) < 0) _exit(97); }
static void fail(const char *text) { say("BESOM: "); say(text); say("\n"); _exit(98); }
static int setting(const char *name) { const char *text = getenv(name); return text ? atoi(text) : 0; }

static void add(void *block)
{
    if (used == BLOCKS) too_many = 1; else blocks[used++] = hidden(block);
}

static int forget(void *block)
{
    for (int i = used - 1; i >= 0; i--)
        if (blocks[i] == hidden(block)) { blocks[i] = blocks[--used]; return 1; }
    return 0;
}

static void give_text(void)
{
    int ends[2];
    char text[64];
    int length = next() % 64;
    if (pipe(ends)) _exit(97);
    for (int i = 0; i < length; i++) text[i] = "ab 01-9\n\nx%Z"[next() % 12];
    if (write(ends[1], text, length) < 0) _exit(97);
    close(ends[1]);
    dup2(ends[0], 0);
    close(ends[0]);
}

static void start(uint64_t seed)
{
    struct itimerval limit = { .it_value = { .tv_usec = 200000 } };
    state = seed * 1000003u + run;
    inputs = 2 + next() % 20;
    may_fail = setting("BESOM_MAY_FAIL");
    at_exit = setting("BESOM_AT_EXIT");
    failing = may_fail && run % 2 ? 1 + next() % 5 : 0;
    give_text();
    setitimer(ITIMER_PROF, &limit, 0);
    alarm(20);
}

__attribute__((constructor(101))) static void fork_for_every_execution(void)
{
    uint64_t seed = strtoull(getenv("BESOM_SEED"), 0, 10);
    int runs = setting("BESOM_RUNS"), endless = 0;
    for (run = 0; run < runs; run++) {
        int status = 0;
        char text[80];
        pid_t child = fork();
        if (child < 0) _exit(97);
        if (child == 0) { start(seed); return; }
        waitpid(child, &status, 0);
        if (WIFEXITED(status) && WEXITSTATUS(status) == 0) continue;
        if (WIFSIGNALED(status))
            snprintf(text, sizeof text, "execution %d ended with signal %d\n", run, WTERMSIG(status));
        else
            snprintf(text, sizeof text, "execution %d ended with status %d\n", run, WEXITSTATUS(status));
        say(text);
        /* Errors end with this status; a program that often has no end takes too much time. */
        if (WIFEXITED(status) && WEXITSTATUS(status) == 98) break;
        if (WIFSIGNALED(status) && WTERMSIG(status) == SIGPROF && ++endless == 4) break;
    }
    _exit(0);
}

__attribute__((destructor(101))) static void look_for_blocks(void)
{
    if (at_exit && used > 0 && !too_many) fail("memory is not freed at exit");
}

static int fails(void) { return ++allocations == failing; }
static void *made(void *block)
{
    if (block) add(block); else if (!may_fail) _exit(0);
    return block;
}
static void *refused(void) { errno = ENOMEM; return 0; }

void *__wrap_malloc(size_t size) { return fails() ? refused() : made(__real_malloc(size)); }
void *__wrap_calloc(size_t count, size_t size) { return fails() ? refused() : made(__real_calloc(count, size)); }
void *__wrap_realloc(void *block, size_t size)
{
    void *moved;
    if (fails()) return refused();
    moved = __real_realloc(block, size);
    if (!moved && size) { if (!may_fail) _exit(0); return 0; }
    if (!block || forget(block)) if (moved) add(moved);
    return moved;
}
void __wrap_free(void *block) { forget(block); __real_free(block); }

/* Whoever aborts ends the program on purpose. */
void __wrap_abort(void) { _exit(0); }
void __assert_fail(const char *text, const char *file, unsigned line, const char *function) { fail("an assertion fails"); }
__attribute__((weak)) void reach_error(void) { fail("the error is reached"); }
__attribute__((weak)) void __VERIFIER_error(void) { fail("the error is reached"); }
__attribute__((weak)) void __VERIFIER_assume(int holds) { if (!holds) _exit(0); }
__attribute__((weak)) void __VERIFIER_atomic_begin(void) {}
__attribute__((weak)) void __VERIFIER_atomic_end(void) {}

static long long input(void)
{
    static const long long values[] = { 0, 0, 0, 1, 1, 1, 1, 1, 2, 2, 3, 4, 5, 9, -1, 77, 1ll << 31, (1ll << 31) - 1 };
    int number = run + 2, digits = 0;
    if (number < 32) {
        while (number >> (digits + 1)) digits++;
        return given < digits ? number >> (digits - 1 - given++) & 1 : 0;
    }
    if (given++ >= inputs) return 0;
    return values[next() % (run % 2 ? 18 : 12)];
}

#define NUMBER(type, name) __attribute__((weak)) type __VERIFIER_nondet_##name(void) { return (type)input(); }
NUMBER(_Bool, bool) NUMBER(_Bool, _Bool) NUMBER(char, char) NUMBER(signed char, schar) NUMBER(unsigned char, uchar)
NUMBER(unsigned char, u8) NUMBER(short, short) NUMBER(unsigned short, ushort) NUMBER(unsigned short, u16)
NUMBER(int, int) NUMBER(unsigned, uint) NUMBER(unsigned, unsigned) NUMBER(unsigned, u32) NUMBER(long, long)
NUMBER(unsigned long, ulong) NUMBER(long long, longlong) NUMBER(unsigned long long, ulonglong) NUMBER(unsigned long, size_t)
NUMBER(float, float) NUMBER(double, double)
__attribute__((weak)) void *__VERIFIER_nondet_pointer(void) { return 0; }
"#;
