// Mistakes as people make them, in functions over strings, lists and buffers of any length: each is told, once.
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
        free(user);
        return NULL; //~ alarm[memory-lost]
    }
    return user;
}

void remove_user(struct users *users, const char *name)
{
    struct user **place = &users->head;
    while (*place) {
        if (strcmp((*place)->name, name) == 0) {
            struct user *user = *place;
            free(user->name);
            free(user->mail);
            free(user);
            *place = user->next; //~ alarm[use-after-free]
            users->count--;
            return;
        }
        place = &(*place)->next;
    }
}

char *path_join(const char *folder, const char *file)
{
    size_t a = strlen(folder), b = strlen(file);
    char *path = malloc(a + b + 1);
    if (!path)
        return NULL;
    memcpy(path, folder, a);
    path[a] = '/';
    memcpy(path + a + 1, file, b + 1); //~ alarm[out-of-bounds]
    return path;
}

char *read_line(FILE *file)
{
    char *line = malloc(256);
    if (fgets(line, 256, file) == NULL) { //~ alarm[null-dereference]
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
    for (size_t i = 0; i <= count; i++)
        copy[i] = numbers[i]; //~ alarm[out-of-bounds]
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
    if (size == 0)
        return -1; //~ alarm[memory-lost]
    free(buffer);
    return (int)size;
}

void greet(const char *name)
{
    char buffer[16];
    strcpy(buffer, "hello ");
    strcat(buffer, name); //~ alarm[out-of-bounds]
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
    return find(users, name)->mail; //~ alarm[null-dereference]
}
