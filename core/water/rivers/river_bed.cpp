#include <algorithm>
#include <cmath>

#include "core/water/plan/plan_ground.h"
#include "core/water/rivers/river_lines_internal.h"

namespace fw {
namespace {

constexpr double kBedSmooth_cells = 2;
constexpr double kGrade = 0.015;        // of a great river near the sea
constexpr double kGradeRise = 2e-6;     // per metre^2
constexpr double kLevelFall_m = 0.004;  // of a cell of a level stretch

/// Cells [first, end) of a path between lakes.
struct Stretch {
  size_t first, end;
};

/// Distance of every cell of the path from its last one.
std::vector<double> distances_to_end(const GridSpec& g, const std::vector<uint32_t>& cells) {
  std::vector<double> out(cells.size(), 0.0);
  for (size_t i = cells.size() - 1; i-- > 0;)
    out[i] = out[i + 1] + std::sqrt(squared_distance(g.centre(static_cast<size_t>(cells[i])),
                                                     g.centre(static_cast<size_t>(cells[i + 1]))));
  return out;
}

/// Level stretches, where the ground ahead stood above the bed, fall a little towards their lower ends: on a
/// raster water would find no way along them.
void tilt_level(const Stretch& stretch, std::vector<double>& bed) {
  for (size_t first = stretch.first; first < stretch.end;) {
    size_t end = first + 1;
    while (end < stretch.end && bed[end] == bed[first]) ++end;
    if (end < stretch.end) {
      const auto cells = static_cast<double>(end - first);
      const double fall_m = std::min(kLevelFall_m, (bed[first] - bed[end]) / cells), top_m = bed[first];
      for (size_t i = first; i < end; ++i) bed[i] = top_m - fall_m * static_cast<double>(i - first);
    }
    first = end;
  }
}

/// The bed of one stretch: smooth ground that never rises, from `upper` (if it leaves a lake) down to
/// `lower`. On relief that no river has smoothed (`rough`) it nowhere lies above the ground.
void lay_bed(const Stretch& stretch, double lower, const double* upper, bool rough,
             const std::vector<double>& most, std::vector<double>& bed) {
  std::vector<double> heights(bed.begin() + static_cast<std::ptrdiff_t>(stretch.first),
                              bed.begin() + static_cast<std::ptrdiff_t>(stretch.end));
  if (upper != nullptr) heights.front() = *upper;
  heights = smooth_path(heights, kBedSmooth_cells);
  double least = upper != nullptr ? *upper : heights.front();
  for (size_t i = stretch.first; i < stretch.end; ++i) {
    double h = heights[i - stretch.first];
    if (rough) h = std::min(h, bed[i]);
    h = std::min(h, most[i]);
    least = std::min(least, std::max(h, lower));
    bed[i] = std::max(least, lower);
  }
  if (rough) tilt_level(stretch, bed);
}

}  // namespace

std::vector<double> path_bed(const Template& tmpl, const RiverLineInputs& inputs, const RiverPath& path,
                             const RiverEnd& end, const std::vector<double>& most_m) {
  const size_t count = path.cells.size();
  std::vector<double> bed;
  for (const uint32_t cell : path.cells) bed.push_back(static_cast<double>(inputs.height_m[cell]));
  std::vector<Stretch> stretches;
  for (size_t i = 0; i < count; ++i) {
    if (inputs.lakes.at(path.cells[i]) != 0) continue;
    if (stretches.empty() || stretches.back().end != i) stretches.push_back({i, i});
    stretches.back().end = i + 1;
  }
  const double scale = frame_factor(tmpl);
  for (const Stretch& stretch : stretches) {
    const bool last = stretch.end == count;
    const double lower = last ? end.bed_m : bed[stretch.end];
    double level = 0;
    if (stretch.first > 0) level = bed[stretch.first - 1];
    std::vector<double> most = most_m;
    if (last && end.great) {
      std::vector<double> low = distances_to_end(inputs.land.grid, path.cells);
      for (double& d : low) d = end.bed_m + kGrade * d + kGradeRise / (scale * scale) * d * d * d;
      if (stretch.first == 0 || low[stretch.first] >= level)
        for (size_t i = 0; i < count; ++i) most[i] = std::min(most[i], low[i]);
    }
    lay_bed(stretch, lower, stretch.first > 0 ? &level : nullptr, tmpl.relief.erosion == Erosion::none, most,
            bed);
  }
  bed.push_back(end.bed_m);
  return bed;
}

}  // namespace fw
