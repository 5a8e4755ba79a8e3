/* Models of functions of POSIX about files, sockets and waiting for them.
 *
 *     besom check program.c integrations/models/posix_files.c
 *
 * Every call may fail. What is read, and what the system tells of files, may be anything. */
#include "besom.h"
#include <arpa/inet.h>
#include <dirent.h>
#include <fcntl.h>
#include <net/if.h>
#include <netdb.h>
#include <poll.h>
#include <stdarg.h>
#include <sys/epoll.h>
#include <sys/ioctl.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <termios.h>
#include <unistd.h>

/* Zero, or -1 if the call fails. */
static int succeeds_or_not(void)
{
    return besom_any_int() ? 0 : -1;
}

/* A descriptor, or -1. */
static int descriptor(void)
{
    int number = besom_any_int();
    besom_assume(number >= -1);
    return number;
}

/* As many bytes as were transferred of those that were asked for, or -1. */
static ssize_t transferred(size_t most)
{
    size_t count = besom_any_size();
    if (besom_any_int())
        return -1;
    besom_assume(count <= most && count <= (size_t)-1 / 2);
    return (ssize_t)count;
}

/* That there is a name to read. */
static int takes_name(const char *name)
{
    (void)strlen(name);
    return succeeds_or_not();
}

/* Names of files. */

int access(const char *name, int mode) { (void)mode; return takes_name(name); }
int chdir(const char *name) { return takes_name(name); }
int chmod(const char *name, mode_t mode) { (void)mode; return takes_name(name); }
int chown(const char *name, uid_t user, gid_t group) { (void)user; (void)group; return takes_name(name); }
int mkdir(const char *name, mode_t mode) { (void)mode; return takes_name(name); }
int mkfifo(const char *name, mode_t mode) { (void)mode; return takes_name(name); }
int rmdir(const char *name) { return takes_name(name); }
int truncate(const char *name, off_t length) { (void)length; return takes_name(name); }
int link(const char *from, const char *to) { (void)strlen(to); return takes_name(from); }
int symlink(const char *from, const char *to) { (void)strlen(to); return takes_name(from); }
int rename(const char *from, const char *to) { (void)strlen(to); return takes_name(from); }

ssize_t readlink(const char *restrict name, char *restrict buffer, size_t size)
{
    ssize_t length = transferred(size);
    (void)strlen(name);
    if (length > 0)
        besom_any_bytes(buffer, (size_t)length);
    return length;
}

/* The last six letters are replaced. */
int mkstemp(char *pattern)
{
    size_t length = strlen(pattern);
    int i;
    if (length < 6)
        return -1;
    for (i = 1; i <= 6; i++)
        pattern[length - i] = 'a';
    return descriptor();
}

static int tells_of_file(struct stat *state)
{
    besom_any_bytes(state, sizeof *state);
    return succeeds_or_not();
}

int stat(const char *restrict name, struct stat *restrict state) { (void)strlen(name); return tells_of_file(state); }
int lstat(const char *restrict name, struct stat *restrict state) { (void)strlen(name); return tells_of_file(state); }
int fstat(int file, struct stat *state) { (void)file; return tells_of_file(state); }

mode_t umask(mode_t mask) { (void)mask; return (mode_t)(besom_any_int() & 0777); }

/* Descriptors. */

int dup(int file) { (void)file; return descriptor(); }
int dup2(int file, int other) { (void)file; return besom_any_int() ? other : -1; }
int fsync(int file) { (void)file; return succeeds_or_not(); }
int ftruncate(int file, off_t length) { (void)file; (void)length; return succeeds_or_not(); }
int fchmod(int file, mode_t mode) { (void)file; (void)mode; return succeeds_or_not(); }
int fchown(int file, uid_t user, gid_t group) { (void)file; (void)user; (void)group; return succeeds_or_not(); }

off_t lseek(int file, off_t offset, int from)
{
    off_t place = (off_t)(besom_any_size() / 2);
    (void)file;
    (void)offset;
    (void)from;
    return besom_any_int() ? place : -1;
}

int pipe(int files[2])
{
    if (besom_any_int())
        return -1;
    files[0] = descriptor();
    files[1] = descriptor();
    besom_assume(files[0] >= 0 && files[1] >= 0);
    return 0;
}

/* What else is passed is a number for most commands, and memory of the kernel's business for a few; the model knows the numbers. */
int fcntl(int file, int command, ...)
{
    (void)file;
    (void)command;
    return descriptor();
}

/* Only requests that store a number or the size of a window are known; what others store is left as it was. */
int ioctl(int file, unsigned long request, ...)
{
    va_list list;
    (void)file;
    va_start(list, request);
    if (request == FIONREAD)
        *va_arg(list, int *) = besom_any_int();
    else if (request == TIOCGWINSZ)
        besom_any_bytes(va_arg(list, struct winsize *), sizeof(struct winsize));
    va_end(list);
    return descriptor();
}

/* Directories: an entry is valid until the next one is read. */

struct dirent *readdir(DIR *directory)
{
    static struct dirent entry;
    (void)*(volatile char *)directory;
    if (besom_any_int())
        return NULL;
    besom_any_bytes(&entry, sizeof entry);
    entry.d_name[sizeof entry.d_name - 1] = 0;
    return &entry;
}

/* Sockets. */

int socket(int domain, int type, int protocol) { (void)domain; (void)type; (void)protocol; return descriptor(); }
int listen(int file, int backlog) { (void)file; (void)backlog; return succeeds_or_not(); }
int shutdown(int file, int how) { (void)file; (void)how; return succeeds_or_not(); }

static int takes_bytes(const void *place, size_t size)
{
    if (size > 0) {
        (void)((const volatile char *)place)[0];
        (void)((const volatile char *)place)[size - 1];
    }
    return succeeds_or_not();
}

int bind(int file, const struct sockaddr *address, socklen_t length) { (void)file; return takes_bytes(address, length); }
int connect(int file, const struct sockaddr *address, socklen_t length) { (void)file; return takes_bytes(address, length); }

int setsockopt(int file, int level, int option, const void *value, socklen_t length)
{
    (void)file;
    (void)level;
    (void)option;
    return takes_bytes(value, length);
}

/* Stores an address: as much of it as there is room for, and how long it is. */
static void store_address(void *address, socklen_t *length)
{
    socklen_t whole = (socklen_t)besom_any_size();
    if (!address)
        return;
    besom_assume(whole <= sizeof(struct sockaddr_storage));
    besom_any_bytes(address, *length < whole ? *length : whole);
    *length = whole;
}

int accept(int file, struct sockaddr *restrict address, socklen_t *restrict length)
{
    (void)file;
    store_address(address, length);
    return descriptor();
}

int getsockname(int file, struct sockaddr *restrict address, socklen_t *restrict length)
{
    (void)file;
    store_address(address, length);
    return succeeds_or_not();
}

int getpeername(int file, struct sockaddr *restrict address, socklen_t *restrict length)
{
    (void)file;
    store_address(address, length);
    return succeeds_or_not();
}

int getsockopt(int file, int level, int option, void *restrict value, socklen_t *restrict length)
{
    (void)file;
    (void)level;
    (void)option;
    if (*length > 0)
        besom_any_bytes(value, *length);
    return succeeds_or_not();
}

ssize_t send(int file, const void *buffer, size_t size, int flags)
{
    (void)file;
    (void)flags;
    (void)takes_bytes(buffer, size);
    return transferred(size);
}

ssize_t sendto(int file, const void *buffer, size_t size, int flags, const struct sockaddr *to, socklen_t length)
{
    (void)file;
    (void)flags;
    (void)takes_bytes(buffer, size);
    if (to)
        (void)takes_bytes(to, length);
    return transferred(size);
}

ssize_t recv(int file, void *buffer, size_t size, int flags)
{
    ssize_t count = transferred(size);
    (void)file;
    (void)flags;
    if (count > 0)
        besom_any_bytes(buffer, (size_t)count);
    return count;
}

ssize_t recvfrom(int file, void *restrict buffer, size_t size, int flags, struct sockaddr *restrict from,
                 socklen_t *restrict length)
{
    store_address(from, length);
    return recv(file, buffer, size, flags);
}

int inet_pton(int family, const char *restrict text, void *restrict address)
{
    (void)strlen(text);
    if (family != AF_INET && family != AF_INET6)
        return -1;
    if (besom_any_int())
        return 0;
    besom_any_bytes(address, family == AF_INET ? 4 : 16);
    return 1;
}

const char *inet_ntop(int family, const void *restrict address, char *restrict text, socklen_t size)
{
    socklen_t length = (socklen_t)besom_any_size();
    (void)takes_bytes(address, family == AF_INET ? 4 : 16);
    if (size == 0 || besom_any_int())
        return NULL;
    besom_assume(length < size && length < INET6_ADDRSTRLEN);
    besom_any_bytes(text, length);
    text[length] = 0;
    return text;
}

char *inet_ntoa(struct in_addr address)
{
    static char text[INET_ADDRSTRLEN];
    (void)address;
    besom_any_bytes(text, sizeof text);
    text[sizeof text - 1] = 0;
    return text;
}

int inet_aton(const char *text, struct in_addr *address)
{
    (void)strlen(text);
    besom_any_bytes(address, sizeof *address);
    return besom_any_int();
}

unsigned if_nametoindex(const char *name) { (void)strlen(name); return (unsigned)besom_any_int(); }

const char *gai_strerror(int error)
{
    static char text[64];
    (void)error;
    besom_any_bytes(text, sizeof text);
    text[sizeof text - 1] = 0;
    return text;
}

int gethostname(char *name, size_t size)
{
    besom_any_bytes(name, size);
    return succeeds_or_not();
}

/* Parts of a message. */

ssize_t writev(int file, const struct iovec *parts, int count)
{
    int i;
    (void)file;
    for (i = 0; i < count; i++)
        (void)takes_bytes(parts[i].iov_base, parts[i].iov_len);
    return transferred((size_t)-1 / 2);
}

ssize_t sendmsg(int file, const struct msghdr *message, int flags)
{
    (void)flags;
    return writev(file, message->msg_iov, (int)message->msg_iovlen);
}

static ssize_t read_into(const struct iovec *parts, size_t count)
{
    size_t i;
    for (i = 0; i < count; i++)
        besom_any_bytes(parts[i].iov_base, parts[i].iov_len);
    return transferred((size_t)-1 / 2);
}

ssize_t readv(int file, const struct iovec *parts, int count)
{
    (void)file;
    return read_into(parts, (size_t)count);
}

ssize_t recvmsg(int file, struct msghdr *message, int flags)
{
    (void)file;
    (void)flags;
    message->msg_flags = besom_any_int();
    return read_into(message->msg_iov, message->msg_iovlen);
}

ssize_t pread(int file, void *buffer, size_t size, off_t offset)
{
    (void)offset;
    return recv(file, buffer, size, 0);
}

ssize_t pwrite(int file, const void *buffer, size_t size, off_t offset)
{
    (void)offset;
    return send(file, buffer, size, 0);
}

/* Terminals. */

int tcgetattr(int file, struct termios *settings)
{
    (void)file;
    besom_any_bytes(settings, sizeof *settings);
    return succeeds_or_not();
}

int tcsetattr(int file, int when, const struct termios *settings)
{
    (void)file;
    (void)when;
    return takes_bytes(settings, sizeof *settings);
}

/* Waiting. */

static int how_many(int most)
{
    int number = besom_any_int();
    besom_assume(-1 <= number && number <= most);
    return number;
}

int select(int count, fd_set *restrict reading, fd_set *restrict writing, fd_set *restrict failing,
           struct timeval *restrict time)
{
    if (reading)
        besom_any_bytes(reading, sizeof *reading);
    if (writing)
        besom_any_bytes(writing, sizeof *writing);
    if (failing)
        besom_any_bytes(failing, sizeof *failing);
    if (time)
        besom_any_bytes(time, sizeof *time);
    return how_many(3 * count);
}

int poll(struct pollfd *files, nfds_t count, int time)
{
    nfds_t i;
    (void)time;
    for (i = 0; i < count; i++)
        files[i].revents = (short)besom_any_int();
    return how_many((int)count);
}

int epoll_create(int size) { (void)size; return descriptor(); }
int epoll_create1(int flags) { (void)flags; return descriptor(); }

int epoll_ctl(int set, int operation, int file, struct epoll_event *event)
{
    (void)set;
    (void)operation;
    (void)file;
    return event ? takes_bytes(event, sizeof *event) : succeeds_or_not();
}

int epoll_wait(int set, struct epoll_event *events, int most, int time)
{
    int count = how_many(most);
    int i;
    (void)set;
    (void)time;
    for (i = 0; i < count; i++)
        besom_any_bytes(&events[i], sizeof events[i]);
    return count;
}
