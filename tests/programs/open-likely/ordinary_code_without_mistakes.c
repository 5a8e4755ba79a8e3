// The same functions without the mistakes: nothing is told.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct user {
    char *name;
    char *mail;
    struct user *next;
};

struct users {
    struct user *head;
    size_t count;
};

struct user *user_new(const char *name, const char *mail)
{
    struct user *user = calloc(1, sizeof *user);
    if (!user)
        return NULL;
    user->name = strdup(name);
    if (!user->name) {
        free(user);
        return NULL;
    }
    user->mail = strdup(mail);
    if (!user->mail) {
        free(user->name);
        free(user);
        return NULL;
    }
    return user;
}

void remove_user(struct users *users, const char *name)
{
    struct user **place = &users->head;
    while (*place) {
        if (strcmp((*place)->name, name) == 0) {
            struct user *user = *place;
            *place = user->next;
            free(user->name);
            free(user->mail);
            free(user);
            users->count--;
            return;
        }
        place = &(*place)->next;
    }
}

char *path_join(const char *folder, const char *file)
{
    size_t a = strlen(folder), b = strlen(file);
    char *path = malloc(a + b + 2);
    if (!path)
        return NULL;
    memcpy(path, folder, a);
    path[a] = '/';
    memcpy(path + a + 1, file, b + 1);
    return path;
}

char *read_line(FILE *file)
{
    char *line = malloc(256);
    if (!line)
        return NULL;
    if (fgets(line, 256, file) == NULL) {
        free(line);
        return NULL;
    }
    line[strcspn(line, "\n")] = 0;
    return line;
}

int *copy_numbers(const int *numbers, size_t count)
{
    int *copy = malloc(count * sizeof *copy);
    if (!copy)
        return NULL;
    for (size_t i = 0; i < count; i++)
        copy[i] = numbers[i];
    return copy;
}

int load(const char *path)
{
    FILE *file = fopen(path, "r");
    if (!file)
        return -1;
    char *buffer = malloc(1024);
    if (!buffer) {
        fclose(file);
        return -1;
    }
    size_t size = fread(buffer, 1, 1024, file);
    fclose(file);
    free(buffer);
    if (size == 0)
        return -1;
    return (int)size;
}

void greet(const char *name)
{
    char buffer[16];
    strcpy(buffer, "hello ");
    strncat(buffer, name, sizeof buffer - strlen(buffer) - 1);
    puts(buffer);
}

struct user *find(struct users *users, const char *name)
{
    for (struct user *user = users->head; user; user = user->next)
        if (!strcmp(user->name, name))
            return user;
    return NULL;
}

const char *mail_of(struct users *users, const char *name)
{
    struct user *user = find(users, name);
    return user ? user->mail : NULL;
}
