#include "core/experiment/experiment.h"
