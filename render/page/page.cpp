#include "render/page/page.h"
