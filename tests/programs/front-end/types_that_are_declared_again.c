// A type may be declared again with the same meaning, also behind the definition of its record.
struct item;
typedef struct item item_t;
typedef struct item {
    int value;
} item_t;
typedef enum { no, yes } answer_t, answers_t[2];
typedef struct item item_t, *item_pointer;

int value_of(item_t *item, answer_t answer)
{
    item_pointer same = item;
    return answer == yes ? same->value : 0;
}
