#include "core/action/action.h"
