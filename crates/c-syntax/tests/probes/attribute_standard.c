[[gnu::noinline]] static int f([[maybe_unused]] int x) { [[maybe_unused]] int y = 1; switch (y) { case 1: y = 2; [[fallthrough]]; default: ; } return y; }
struct [[gnu::packed]] s { char c; int i [[deprecated("no")]]; };
