/* Models of functions of POSIX about time, the environment, users, options, patterns, locks, messages, libraries and processes.
 *
 *     besom check program.c integrations/models/posix_system.c
 *
 * Threads: a lock does nothing, because there is one thread. `pthread_create` has no model: what other threads do is not
 * analysed, and a program that starts some stays an open question. So does one that calls `setjmp` or handles signals. */
#include "besom.h"
#include <dlfcn.h>
#include <err.h>
#include <getopt.h>
#include <grp.h>
#include <iconv.h>
#include <pthread.h>
#include <pwd.h>
#include <regex.h>
#include <signal.h>
#include <stdarg.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <syslog.h>
#include <time.h>
#include <unistd.h>

static int succeeds_or_not(void)
{
    return besom_any_int() ? 0 : -1;
}

/* A text in memory that the library keeps: it is valid until the next call that uses it. */
static char *text_in(char *place, size_t size)
{
    besom_any_bytes(place, size);
    place[size - 1] = 0;
    return place;
}

/* Time. */

int gettimeofday(struct timeval *restrict now, void *restrict zone)
{
    (void)zone;
    if (now) {
        besom_any_bytes(now, sizeof *now);
        besom_assume(now->tv_usec >= 0 && now->tv_usec < 1000000);
    }
    return 0;
}

int clock_gettime(clockid_t clock, struct timespec *now)
{
    (void)clock;
    besom_any_bytes(now, sizeof *now);
    besom_assume(now->tv_nsec >= 0 && now->tv_nsec < 1000000000);
    return succeeds_or_not();
}

int nanosleep(const struct timespec *time, struct timespec *rest)
{
    (void)time->tv_sec;
    if (rest)
        besom_any_bytes(rest, sizeof *rest);
    return succeeds_or_not();
}

int usleep(useconds_t time) { (void)time; return succeeds_or_not(); }

/* A date that a calendar has. */
static struct tm *date_in(struct tm *date)
{
    besom_any_bytes(date, sizeof *date);
    besom_assume(0 <= date->tm_sec && date->tm_sec <= 60);
    besom_assume(0 <= date->tm_min && date->tm_min <= 59 && 0 <= date->tm_hour && date->tm_hour <= 23);
    besom_assume(1 <= date->tm_mday && date->tm_mday <= 31 && 0 <= date->tm_mon && date->tm_mon <= 11);
    besom_assume(0 <= date->tm_wday && date->tm_wday <= 6 && 0 <= date->tm_yday && date->tm_yday <= 365);
    return date;
}

static struct tm the_date;

struct tm *localtime(const time_t *time) { (void)*time; return besom_any_int() ? date_in(&the_date) : NULL; }
struct tm *gmtime(const time_t *time) { (void)*time; return besom_any_int() ? date_in(&the_date) : NULL; }

struct tm *localtime_r(const time_t *restrict time, struct tm *restrict date)
{
    (void)*time;
    return besom_any_int() ? date_in(date) : NULL;
}

struct tm *gmtime_r(const time_t *restrict time, struct tm *restrict date)
{
    (void)*time;
    return besom_any_int() ? date_in(date) : NULL;
}

time_t mktime(struct tm *date)
{
    (void)date_in(date);
    return (time_t)besom_any_size();
}

size_t strftime(char *restrict text, size_t size, const char *restrict format, const struct tm *restrict date)
{
    size_t length = besom_any_size();
    (void)strlen(format);
    (void)date->tm_year;
    if (size == 0 || besom_any_int())
        return 0;
    besom_assume(length < size);
    besom_any_bytes(text, length);
    text[length] = 0;
    return length;
}

/* The environment: copies are the library's business. */

int setenv(const char *name, const char *value, int replace)
{
    (void)strlen(name);
    (void)strlen(value);
    (void)replace;
    return succeeds_or_not();
}

int unsetenv(const char *name) { (void)strlen(name); return succeeds_or_not(); }

/* Users. */

uid_t getuid(void) { return (uid_t)besom_any_int(); }
uid_t geteuid(void) { return (uid_t)besom_any_int(); }
gid_t getgid(void) { return (gid_t)besom_any_int(); }
gid_t getegid(void) { return (gid_t)besom_any_int(); }
int setuid(uid_t user) { (void)user; return succeeds_or_not(); }
int setgid(gid_t group) { (void)group; return succeeds_or_not(); }

static struct passwd *some_user(void)
{
    static struct passwd user;
    static char name[32], password[32], about[32], home[64], shell[64];
    if (besom_any_int())
        return NULL;
    user.pw_name = text_in(name, sizeof name);
    user.pw_passwd = text_in(password, sizeof password);
    user.pw_uid = (uid_t)besom_any_int();
    user.pw_gid = (gid_t)besom_any_int();
    user.pw_gecos = text_in(about, sizeof about);
    user.pw_dir = text_in(home, sizeof home);
    user.pw_shell = text_in(shell, sizeof shell);
    return &user;
}

struct passwd *getpwnam(const char *name) { (void)strlen(name); return some_user(); }
struct passwd *getpwuid(uid_t user) { (void)user; return some_user(); }

static struct group *some_group(void)
{
    static struct group group;
    static char name[32], password[32];
    static char *nobody[1];
    if (besom_any_int())
        return NULL;
    group.gr_name = text_in(name, sizeof name);
    group.gr_passwd = text_in(password, sizeof password);
    group.gr_gid = (gid_t)besom_any_int();
    nobody[0] = NULL;
    group.gr_mem = nobody;
    return &group;
}

struct group *getgrnam(const char *name) { (void)strlen(name); return some_group(); }
struct group *getgrgid(gid_t group) { (void)group; return some_group(); }

/* Options: one after the other, in the order in which they are. The argument of an option is the rest of its word or the word behind it. */

char *optarg;
int optind = 1, opterr = 1, optopt;

int getopt(int count, char *const words[], const char *options)
{
    int option = besom_any_int();
    (void)strlen(options);
    optarg = NULL;
    if (optind >= count || !words[optind] || words[optind][0] != '-')
        return -1;
    besom_assume(option >= 0 && option <= 255);
    optopt = option;
    if (besom_any_int())
        return '?';
    if (besom_any_int()) {
        optarg = words[optind] + 1;
        optind++;
        if (besom_any_int() && optind < count) {
            optarg = words[optind];
            optind++;
        }
    } else if (besom_any_int()) {
        optind++;
    }
    return option;
}

/* As above; a long option is told by its place in the table. */
int getopt_long(int count, char *const words[], const char *options, const struct option *table, int *place)
{
    int index = 0;
    int option = getopt(count, words, options);
    if (option == -1 || besom_any_int())
        return option;
    while (table[index].name && besom_any_int())
        index++;
    if (!table[index].name)
        return '?';
    if (place)
        *place = index;
    if (table[index].flag) {
        *table[index].flag = table[index].val;
        return 0;
    }
    return table[index].val;
}

/* Patterns: the compiled form is the library's business, and its first word leads to memory; what is not given back is lost. */

int regcomp(regex_t *restrict pattern, const char *restrict text, int flags)
{
    int error = besom_any_int();
    (void)strlen(text);
    (void)flags;
    besom_assume(error >= 0);
    besom_any_bytes(pattern, sizeof *pattern);
    if (error)
        return error;
    *(void **)pattern = besom_new(1);
    return 0;
}

int regexec(const regex_t *restrict pattern, const char *restrict text, size_t count,
            regmatch_t places[restrict count], int flags)
{
    size_t length = strlen(text);
    size_t i;
    (void)flags;
    (void)**(volatile char *const *)pattern;
    if (besom_any_int())
        return REG_NOMATCH;
    for (i = 0; i < count; i++) {
        places[i].rm_so = places[i].rm_eo = -1;
        if (i == 0 || besom_any_int()) {
            size_t start = besom_any_size(), end = besom_any_size();
            besom_assume(start <= end && end <= length && end <= 0x7fffffff);
            places[i].rm_so = (regoff_t)start;
            places[i].rm_eo = (regoff_t)end;
        }
    }
    return 0;
}

void regfree(regex_t *pattern)
{
    free(*(void **)pattern);
    *(void **)pattern = NULL;
}

size_t regerror(int error, const regex_t *restrict pattern, char *restrict text, size_t size)
{
    (void)error;
    (void)pattern;
    if (size > 0) {
        besom_any_bytes(text, size);
        text[size - 1] = 0;
    }
    return besom_any_size();
}

/* Locks. */

int pthread_mutex_init(pthread_mutex_t *restrict lock, const pthread_mutexattr_t *restrict attributes)
{
    (void)attributes;
    memset(lock, 0, sizeof *lock);
    return 0;
}

static int takes_lock(pthread_mutex_t *lock)
{
    (void)*(volatile char *)lock;
    return 0;
}

int pthread_mutex_lock(pthread_mutex_t *lock) { return takes_lock(lock); }
int pthread_mutex_unlock(pthread_mutex_t *lock) { return takes_lock(lock); }
int pthread_mutex_destroy(pthread_mutex_t *lock) { return takes_lock(lock); }
int pthread_mutex_trylock(pthread_mutex_t *lock) { return takes_lock(lock) + (besom_any_int() != 0); }
pthread_t pthread_self(void) { return 1; }

/* Messages: the formats are read, what they speak of is not. */

void warn(const char *format, ...) { if (format) (void)strlen(format); }
void warnx(const char *format, ...) { if (format) (void)strlen(format); }
void err(int status, const char *format, ...) { if (format) (void)strlen(format); exit(status); }
void errx(int status, const char *format, ...) { if (format) (void)strlen(format); exit(status); }
void openlog(const char *name, int options, int facility) { if (name) (void)strlen(name); (void)options; (void)facility; }
void syslog(int priority, const char *format, ...) { (void)priority; (void)strlen(format); }
void closelog(void) {}

/* Conversions. */

iconv_t iconv_open(const char *to, const char *from)
{
    (void)strlen(to);
    (void)strlen(from);
    return besom_any_int() ? (iconv_t)-1 : (iconv_t)besom_new(1);
}

int iconv_close(iconv_t conversion)
{
    free(conversion);
    return succeeds_or_not();
}

size_t iconv(iconv_t conversion, char **restrict input, size_t *restrict left, char **restrict output,
             size_t *restrict room)
{
    (void)*(volatile char *)conversion;
    if (input && *input) {
        size_t taken = besom_any_size(), made = besom_any_size();
        besom_assume(taken <= *left && made <= *room);
        besom_any_bytes(*output, made);
        *input += taken;
        *left -= taken;
        *output += made;
        *room -= made;
    }
    return besom_any_int() ? (size_t)-1 : besom_any_size();
}

/* Libraries: what is in them is not known, so that calls of their functions stay open. */

void *dlopen(const char *name, int flags)
{
    if (name)
        (void)strlen(name);
    (void)flags;
    return besom_any_int() ? NULL : besom_new(1);
}

int dlclose(void *library)
{
    free(library);
    return succeeds_or_not();
}

char *dlerror(void)
{
    static char message[64];
    return besom_any_int() ? text_in(message, sizeof message) : NULL;
}

/* Processes: both go on after a fork. */

pid_t fork(void)
{
    pid_t process = besom_any_int();
    besom_assume(process >= -1);
    return process;
}

pid_t waitpid(pid_t process, int *status, int options)
{
    (void)options;
    if (status)
        *status = besom_any_int();
    return besom_any_int() ? process : -1;
}

pid_t wait(int *status) { return waitpid(1, status, 0); }
pid_t setsid(void) { return fork(); }
int kill(pid_t process, int number) { (void)process; (void)number; return succeeds_or_not(); }
pid_t getppid(void) { return 1; }
int execvp(const char *name, char *const words[]) { (void)strlen(name); (void)words[0]; return -1; }
int execv(const char *name, char *const words[]) { return execvp(name, words); }

int getrusage(int who, struct rusage *usage)
{
    (void)who;
    besom_any_bytes(usage, sizeof *usage);
    return succeeds_or_not();
}
