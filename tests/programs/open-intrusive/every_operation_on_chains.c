// All operations on chains, each for all callers.
//@ options: --malloc-never-fails
//@ complete: 15/15
#include "more_chain.h"
