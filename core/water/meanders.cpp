#include "core/water/river_lines_internal.h"

namespace fw {

void meander(const Template&, const SeedBundle&, const LineGround&, const RiverPath&, RiverLine&) {}

}  // namespace fw
