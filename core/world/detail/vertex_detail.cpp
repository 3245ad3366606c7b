#include "core/world/detail/vertex_detail.h"

#include <algorithm>
#include <utility>

#include "core/water/plan/plan_ground.h"
#include "core/world/detail/spline_slopes.h"

namespace fw {

VertexDetail::VertexDetail(const Template& tmpl, const SeedBundle& seeds, const Raster<uint8_t>& region,
                           const Raster<uint8_t>& water, HeightRows detail_m, FeatureShape ways,
                           FeatureShape pads)
    : cells_(region.grid),
      detail_(ground_detail(tmpl, seeds)),
      held_(octaves_at(detail_, cells_.cell_m)),
      most_m_(tmpl.relief.height_max_m),
      region_(region),
      water_(water),
      detail_m_(std::move(detail_m)),
      share_(tmpl, cells_, std::move(ways), std::move(pads), octave_fade_m(detail_, held_.end)) {}

OctaveRange VertexDetail::octaves(const VertexGrid& grid) const {
  if (detail_.strength <= 0) return {};
  return {held_.end, octaves_at(detail_, grid.spacing_m).end};
}

VertexDetail::Strip::Strip(const VertexDetail& of, const VertexGrid& grid, int first, int end)
    : of_(of), grid_(grid), octaves_(of.octaves(grid)), first_(first) {
  if (octaves_.empty()) return;
  fixed_m_ = of.share_.fixed_m({of.region_, of.water_, {}}, first, end);
  if (of.held_.empty()) return;
  std::vector<float> detail_m(fixed_m_.size());
  of.detail_m_(first, detail_m);
  for (size_t i = 0; i < detail_m.size(); ++i)
    if (detail_m[i] == 0) fixed_m_[i] = 0;
}

void VertexDetail::Strip::add_to(int row, const CellRow& cell_row, std::span<double> heights_m) const {
  if (octaves_.empty()) return;
  const size_t count = heights_m.size();
  // Beyond the frame its edge is repeated.
  const double y_m = std::clamp(grid_.y_of(row), 0.0, of_.cells_.height_m());
  std::vector<double> x_m(count);
  for (size_t i = 0; i < count; ++i) x_m[i] = std::min(grid_.x_of(static_cast<int>(i)), of_.cells_.width_m());
  std::vector<float> east(count), north(count), share(count), away_m(count), detail_m(count);
  SplineSlopes(of_.cells_, x_m).at(y_m, cell_row, east, north);
  of_.share_.at(x_m, y_m, fixed_m_, first_, share, away_m);
  detail_row(of_.detail_, octaves_, {x_m, y_m, east, north, share, away_m}, detail_m);
  for (size_t i = 0; i < count; ++i) {
    const double height = heights_m[i];
    heights_m[i] = std::clamp(height + static_cast<double>(detail_m[i]), std::min(height, kLeastLand_m),
                              std::max(height, of_.most_m_));
  }
}

}  // namespace fw
