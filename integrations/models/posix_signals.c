/* Models of functions of POSIX about signals, mapped memory and what threads wait for.
 *
 *     besom check program.c integrations/models/posix_signals.c
 *
 * Signals: handlers are set and never run; what they would do is not analysed, which is an assumption. `raise` has no model.
 * Jumps have no model: executions that search for errors do what `setjmp` and `longjmp` do, and a proof leaves them open.
 * Threads: there is one, which never waits (see posix_system.c).
 * Memory: a map is memory of its own that `munmap` gives back as a whole; maps at a place that the program chooses have no model. */
#include "besom.h"
#include <pthread.h>
#include <signal.h>
#include <sys/mman.h>
#include <unistd.h>

static int succeeds_or_not(void)
{
    return besom_any_int() ? 0 : -1;
}

/* Signals. */

typedef void (*handler)(int);

handler signal(int number, handler action)
{
    (void)number;
    (void)action;
    return besom_any_int() ? SIG_DFL : SIG_ERR;
}

int sigaction(int number, const struct sigaction *restrict action, struct sigaction *restrict old)
{
    (void)number;
    if (action)
        (void)action->sa_flags;
    if (old) {
        memset(old, 0, sizeof *old);
        old->sa_handler = SIG_DFL;
    }
    return succeeds_or_not();
}

int sigemptyset(sigset_t *set) { memset(set, 0, sizeof *set); return 0; }
int sigfillset(sigset_t *set) { memset(set, 255, sizeof *set); return 0; }

static int changed(sigset_t *set)
{
    besom_any_bytes(set, sizeof *set);
    return succeeds_or_not();
}

int sigaddset(sigset_t *set, int number) { (void)number; return changed(set); }
int sigdelset(sigset_t *set, int number) { (void)number; return changed(set); }

int sigprocmask(int how, const sigset_t *restrict set, sigset_t *restrict old)
{
    (void)how;
    (void)set;
    if (old)
        besom_any_bytes(old, sizeof *old);
    return succeeds_or_not();
}

int pthread_sigmask(int how, const sigset_t *restrict set, sigset_t *restrict old)
{
    return sigprocmask(how, set, old) ? 1 : 0;
}

unsigned alarm(unsigned seconds) { (void)seconds; return (unsigned)besom_any_int(); }

/* Mapped memory. */

void *mmap(void *start, size_t size, int access, int flags, int file, off_t offset)
{
    char *map;
    (void)start;
    (void)access;
    (void)file;
    (void)offset;
    if (size == 0 || besom_any_int())
        return MAP_FAILED;
    if (!(flags & MAP_ANONYMOUS))
        return besom_new(size);
    map = calloc(1, size);
    besom_assume(map != NULL);
    return map;
}

int munmap(void *start, size_t size)
{
    (void)size;
    free(start);
    return 0;
}

int msync(void *start, size_t size, int flags) { (void)start; (void)size; (void)flags; return succeeds_or_not(); }

/* What threads wait for. */

int pthread_cond_init(pthread_cond_t *restrict condition, const pthread_condattr_t *restrict attributes)
{
    (void)attributes;
    memset(condition, 0, sizeof *condition);
    return 0;
}

int pthread_cond_signal(pthread_cond_t *condition) { (void)*(char *)condition; return 0; }
int pthread_cond_broadcast(pthread_cond_t *condition) { (void)*(char *)condition; return 0; }
int pthread_cond_destroy(pthread_cond_t *condition) { (void)*(char *)condition; return 0; }

int pthread_cond_wait(pthread_cond_t *restrict condition, pthread_mutex_t *restrict lock)
{
    (void)*(char *)condition;
    (void)*(char *)lock;
    return 0;
}

int pthread_rwlock_rdlock(pthread_rwlock_t *lock) { (void)*(char *)lock; return 0; }
int pthread_rwlock_wrlock(pthread_rwlock_t *lock) { (void)*(char *)lock; return 0; }
int pthread_rwlock_unlock(pthread_rwlock_t *lock) { (void)*(char *)lock; return 0; }
