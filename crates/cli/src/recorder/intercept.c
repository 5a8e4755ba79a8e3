/* Notes the compiler calls of a build that names its compilers by their paths, where a folder before all others on the PATH is
   not asked. The dynamic linker loads this into every program of the build (LD_PRELOAD); calls that start a compiler are noted
   in the file BESOM_RECORD, one JSON object for each, and go on as they were. */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

extern char **environ;

/* The value of a variable in the environment that the new program gets. */
static const char *lookup(char *const environment[], const char *name) {
  size_t length = strlen(name);
  for (; environment && *environment; environment++)
    if (!strncmp(*environment, name, length) && (*environment)[length] == '=')
      return *environment + length + 1;
  return NULL;
}

static int ends_with(const char *text, size_t length, const char *end) {
  size_t size = strlen(end);
  return length >= size && !strncmp(text + length - size, end, size);
}

/* "gcc", "clang-14", "x86_64-linux-gnu-gcc-12.2" */
static int is_compiler(const char *path) {
  static const char *const names[] = {"cc", "gcc", "clang", "c99", "c89", "tcc", "icc", "icx", NULL};
  const char *slash = strrchr(path, '/');
  const char *name = slash ? slash + 1 : path;
  size_t length = strlen(name), digits = length;
  while (digits > 0 && ((name[digits - 1] >= '0' && name[digits - 1] <= '9') || name[digits - 1] == '.'))
    digits--;
  if (digits > 1 && digits < length && name[digits - 1] == '-')
    length = digits - 1;
  for (const char *const *known = names; *known; known++)
    if (length == strlen(*known) && !strncmp(name, *known, length))
      return 1;
  return ends_with(name, length, "-gcc") || ends_with(name, length, "-clang") || ends_with(name, length, "-cc");
}

/* Appends a text in quotes, if there is a place for it, and returns its length. */
static size_t quote(char *to, const char *text) {
  static const char digits[] = "0123456789abcdef";
  size_t length = 0;
  char escape[6] = {'\\', 'u', '0', '0', 0, 0};
  if (to) to[length] = '"';
  length++;
  for (; *text; text++) {
    unsigned char letter = (unsigned char)*text;
    if (letter < 32) {
      escape[4] = digits[letter / 16];
      escape[5] = digits[letter % 16];
      if (to) memcpy(to + length, escape, 6);
      length += 6;
      continue;
    }
    if (letter == '"' || letter == '\\') {
      if (to) to[length] = '\\';
      length++;
    }
    if (to) to[length] = (char)letter;
    length++;
  }
  if (to) to[length] = '"';
  return length + 1;
}

static size_t append(char *to, const char *text) {
  if (to) memcpy(to, text, strlen(text));
  return strlen(text);
}

/* The whole line; without a place for it, only its length. */
static size_t line(char *to, const char *directory, const char *path, char *const arguments[]) {
  size_t length = append(to, "{\"directory\":");
  length += quote(to ? to + length : NULL, directory);
  length += append(to ? to + length : NULL, ",\"arguments\":[");
  length += quote(to ? to + length : NULL, path);
  for (size_t index = 1; arguments[0] && arguments[index]; index++) {
    length += append(to ? to + length : NULL, ",");
    length += quote(to ? to + length : NULL, arguments[index]);
  }
  return length + append(to ? to + length : NULL, "]}\n");
}

/* Notes a call in one piece. Calls of the names before all others on the PATH are noted by those. */
static void note(const char *path, char *const arguments[], char *const environment[]) {
  const char *record = lookup(environment, "BESOM_RECORD");
  const char *shims = lookup(environment, "BESOM_SHIMS");
  if (!record || !shims || !path || !arguments || !strncmp(path, shims, strlen(shims)) || !is_compiler(path))
    return;
  /* A name without a path is looked up by whoever was asked, and found among those. */
  if (!strchr(path, '/'))
    return;
  /* A compiler that calls itself. */
  if (arguments[0] && arguments[1] && !strcmp(arguments[1], "-cc1"))
    return;
  char directory[4096];
  if (!getcwd(directory, sizeof directory))
    return;
  size_t length = line(NULL, directory, path, arguments);
  char *text = malloc(length);
  if (!text)
    return;
  line(text, directory, path, arguments);
  int file = open(record, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  if (file >= 0) {
    if (write(file, text, length) < 0) { /* The build goes on. */ }
    close(file);
  }
  free(text);
}

#define NEXT(name, type) ((type)dlsym(RTLD_NEXT, name))

typedef int execve_type(const char *, char *const[], char *const[]);
typedef int execv_type(const char *, char *const[]);
typedef int spawn_type(pid_t *, const char *, const posix_spawn_file_actions_t *, const posix_spawnattr_t *,
                       char *const[], char *const[]);

int execve(const char *path, char *const arguments[], char *const environment[]) {
  note(path, arguments, environment);
  return NEXT("execve", execve_type *)(path, arguments, environment);
}

int execvpe(const char *path, char *const arguments[], char *const environment[]) {
  note(path, arguments, environment);
  return NEXT("execvpe", execve_type *)(path, arguments, environment);
}

int execv(const char *path, char *const arguments[]) {
  note(path, arguments, environ);
  return NEXT("execv", execv_type *)(path, arguments);
}

int execvp(const char *path, char *const arguments[]) {
  note(path, arguments, environ);
  return NEXT("execvp", execv_type *)(path, arguments);
}

int posix_spawn(pid_t *id, const char *path, const posix_spawn_file_actions_t *actions,
                const posix_spawnattr_t *attributes, char *const arguments[], char *const environment[]) {
  note(path, arguments, environment);
  return NEXT("posix_spawn", spawn_type *)(id, path, actions, attributes, arguments, environment);
}

int posix_spawnp(pid_t *id, const char *path, const posix_spawn_file_actions_t *actions,
                 const posix_spawnattr_t *attributes, char *const arguments[], char *const environment[]) {
  note(path, arguments, environment);
  return NEXT("posix_spawnp", spawn_type *)(id, path, actions, attributes, arguments, environment);
}

/* The C library's own versions of these call none of the above. */
#define COLLECT(first, list, arguments)                                                                                 \
  size_t count = 1;                                                                                                     \
  va_start(list, first);                                                                                                \
  while (va_arg(list, char *))                                                                                          \
    count++;                                                                                                            \
  va_end(list);                                                                                                         \
  char *arguments[count + 1];                                                                                           \
  arguments[0] = (char *)first;                                                                                         \
  va_start(list, first);                                                                                                \
  for (size_t index = 1; index <= count; index++)                                                                       \
    arguments[index] = va_arg(list, char *);

int execl(const char *path, const char *first, ...) {
  va_list list;
  COLLECT(first, list, arguments)
  va_end(list);
  return execv(path, arguments);
}

int execlp(const char *path, const char *first, ...) {
  va_list list;
  COLLECT(first, list, arguments)
  va_end(list);
  return execvp(path, arguments);
}

int execle(const char *path, const char *first, ...) {
  va_list list;
  COLLECT(first, list, arguments)
  char *const *environment = va_arg(list, char *const *);
  va_end(list);
  return execve(path, arguments, environment);
}
