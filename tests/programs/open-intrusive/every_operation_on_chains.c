// All operations on chains, each for all callers.
//@ options: --malloc-never-fails
//@ complete: 8/15
#include "more_chain.h"
//~? error-if-called[uninitialised-use]
//~? error-if-called[uninitialised-use]
//~? gave-up[analysis]
//~? error-if-called[uninitialised-use]
//~? error-if-called[uninitialised-use]
//~? gave-up[analysis]
