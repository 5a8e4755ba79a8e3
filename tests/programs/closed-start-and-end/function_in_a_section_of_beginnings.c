// What such sections hold runs before `main`, which is not followed.
static int *place;

static void forget(void) { place = 0; }

static int number;
static int *place = &number;
__attribute__((section(".init_array"), used)) static void (*beginning)(void) = forget; //~ error[unsupported]

int main(void) {
  *place = 1;
  return beginning == 0;
}
