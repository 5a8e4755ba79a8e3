typedef enum { true = 1, false = 0 } bool;
typedef struct { bool is_set; } nullptr;

bool is_set(nullptr *record) { return record->is_set ? true : false; }
