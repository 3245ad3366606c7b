#pragma once

#include "core/model/world/water.h"
#include "core/world/regions/regions.h"

namespace fw {

/// Names of lakes and of the longer rivers, by the rules of whoever owns the ground at the mouth or the
/// outlet (docs/water.md, 7). A place's name follows from its cell: it stays when others come and go,
/// unless one of higher rank has it too.
void name_waters(const RegionMap& map, const Vocabulary& vocabulary, const SeedBundle& seeds,
                 const GridSpec& plan, Water& water);

}  // namespace fw
