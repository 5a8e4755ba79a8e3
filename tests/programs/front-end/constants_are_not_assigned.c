const int limit = 10;
struct config { const char *name; const int size; };

void f(struct config *config) {
  limit = 3; //~ error[assign-to-const]
}

void g(struct config *config) {
  config->name = "new";
  config->size = 4; //~ error[assign-to-const]
}
