#pragma once

#include <vector>

#include "core/base/parallel/progress.h"
#include "core/world/fit/balance.h"
#include "core/world/hand/paint/hand_paint.h"
#include "core/world/layers/layers.h"

// Danger with what the designer painted: the natural bands, moved as little as the paint needs
// (docs/hand.md, danger).
namespace fw {

/// Danger without the paint, and what it was made from.
struct NaturalDanger {
  const RegionMap& map;  ///< the regions with their natural targets
  const ZoneBlocks& blocks;
  const DangerField& field;
  const DangerLayer& layer;
};

struct HandDanger {
  DangerLayer layer;
  std::vector<Region> regions;  ///< with the targets that have room for the paint
  Findings findings;
};

/// Paint that the natural layer shows already changes nothing.
HandDanger adapt_danger(const NaturalDanger& natural, const Paint& paint, const Template& tmpl,
                        const Progress& progress = {});

}  // namespace fw
