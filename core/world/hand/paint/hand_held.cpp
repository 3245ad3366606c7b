#include "core/world/hand/paint/hand_held.h"

#include "core/world/hand/paint/hand_natural.h"

namespace fw {

HeldByPaint held_by_paint(const RegionMap& map, const Paint& paint, const std::vector<Region>& moved,
                          std::vector<double> Region::*target) {
  HeldByPaint out;
  if (paint.empty()) return out;
  out.code = paint.core;
  out.eased = painted_regions(paint, map.code, map.regions.size());
  for (size_t r = 0; target != nullptr && r < out.eased.size(); ++r)
    if (map.regions[r].*target != moved[r].*target) out.eased[r] = true;
  return out;
}

}  // namespace fw
