#include "core/spawn/spawn.h"
