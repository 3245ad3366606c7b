#include "render/chart/chart.h"
