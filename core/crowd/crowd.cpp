#include "core/crowd/crowd.h"
