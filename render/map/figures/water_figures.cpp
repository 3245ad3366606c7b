#include <algorithm>
#include <cmath>

#include "core/field/filter.h"
#include "render/map/figures/figures_internal.h"
#include "render/map/scene/scale_table.h"
#include "render/map/scene/simplified.h"

namespace fw::figures {
namespace {

constexpr double kLeastWidth = 0.9, kWidthByFlow = 3.7, kCasing = 0.55;  // units
constexpr double kHeadShare = 0.45;                                      // of a river's width at its source
constexpr double kHead_m = 250, kStep_m = 120;                           // in a frame of 8 km
struct ShoreLine {
  double off_m, alpha;
};
constexpr ShoreLine kShoreLines[]{{22, 0.55}, {44, 0.35}, {70, 0.2}};

/// A stretch of river that is drawn as one band.
struct Band {
  std::vector<Vec2> px;
  std::vector<double> half_px;
  bool at_sea = false;  ///< it ends there
};

/// Bands of rivers: each from its source or a lake to its mouth, a lake or the river that it joins.
class BandMaker {
 public:
  BandMaker(const Atlas& atlas, const FigureScale& scale)
      : world_(atlas.world),
        water_(atlas.world.water_network),
        scale_(scale),
        look_m_(atlas.ground->terrain.look_m) {
    for (const Reach& reach : water_.reaches) most_flow_ = std::max(most_flow_, reach.discharge_m3_s);
  }

  std::vector<Band> run() {
    const std::vector<bool> shown = shown_rivers(water_, scale_.denominator);
    for (size_t k = 0; k < water_.rivers.size(); ++k) {
      if (!shown[k]) continue;
      const River& river = water_.rivers[k];
      drawn_m_ = 0;
      width_ = 0;
      for (const int r : river.reaches) {
        const Reach& reach = water_.reaches[static_cast<size_t>(r)];
        if (reach.form == ReachForm::delta_arm) continue;
        if (reach.form == ReachForm::lake_path)
          end();
        else
          go_along(reach);
        if (reach.into == ReachInto::lake) end();
      }
      end();
    }
    for (const Reach& reach : water_.reaches)
      if (reach.form == ReachForm::delta_arm && is_shown(reach, shown)) {
        drawn_m_ = kHead_m * look_m_;  // arms begin in a river
        width_ = 0;
        go_along(reach);
        end();
      }
    return std::move(bands_);
  }

 private:
  static bool is_shown(const Reach& reach, const std::vector<bool>& shown) {
    return reach.river < 0 || static_cast<size_t>(reach.river) >= shown.size() ||
           shown[static_cast<size_t>(reach.river)];
  }

  /// Without bends too small to be seen.
  std::vector<bool> vertices_to_draw(const Reach& reach) const {
    const double mm_m = scale_.mm_px * scale_.window.metres_per_px;
    return kept_vertices(reach.vertices_m, kRiverTriangle_mm2 * mm_m * mm_m);
  }

  /// Of a river without its head, units.
  double full_width(const Reach& reach) const {
    return kLeastWidth + kWidthByFlow * std::sqrt(most_flow_ > 0 ? reach.discharge_m3_s / most_flow_ : 0.0);
  }

  void go_along(const Reach& reach) {
    const double before = width_ > 0 ? width_ : full_width(reach), after = full_width(reach);
    double along_m = 0;
    const size_t count = reach.into == ReachInto::sea ? count_to_shore(reach) : reach.vertices_m.size();
    now_.at_sea = count < reach.vertices_m.size();
    const std::vector<bool> kept = vertices_to_draw(reach);
    for (size_t i = 0; i < count; ++i) {
      const double step_m =
          i > 0 ? std::sqrt(squared_distance(reach.vertices_m[i - 1], reach.vertices_m[i])) : 0;
      along_m += step_m;
      drawn_m_ += step_m;
      const double grown = std::min(1.0, along_m / (kStep_m * look_m_));
      const double head = kHeadShare + (1 - kHeadShare) * std::min(1.0, drawn_m_ / (kHead_m * look_m_));
      const double units = (before + (after - before) * grown) * head;
      // Where the map is close enough, rivers have their own width.
      const double own_px = scale_.px(static_cast<double>(reach.width_m[i]));
      if (kept[i] || i + 1 == count)
        add(scale_.px(reach.vertices_m[i]), std::max(units * scale_.unit_px, own_px) / 2,
            i == 0 || i + 1 == count);
    }
    width_ = after;
  }

  /// The vertices down to the first one beyond the shore line: lines end in the sea.
  size_t count_to_shore(const Reach& reach) const {
    size_t last = reach.vertices_m.size();
    if (world_.land.size() == 0) return last;  // a sample of the legend
    while (last > 0 && world_.land[world_.grid.cell_at(reach.vertices_m[last - 1])] == 0) --last;
    return last > 1 ? std::min(last + 1, reach.vertices_m.size()) : reach.vertices_m.size();
  }

  void add(Vec2 px, double half_px, bool keep) {
    constexpr double kNear2 = 0.36;  // pixels
    if (!now_.px.empty() && squared_distance(now_.px.back(), px) < (keep ? 1e-6 : kNear2)) return;
    now_.px.push_back(px);
    now_.half_px.push_back(half_px);
  }

  void end() {
    if (now_.px.size() > 1) bands_.push_back(std::move(now_));
    now_ = {};
  }

  const World& world_;
  const Water& water_;
  const FigureScale& scale_;
  double look_m_;
  double most_flow_ = 0;
  double drawn_m_ = 0;  ///< of the river
  double width_ = 0;    ///< where the reach before ended, units; 0 = there is none
  Band now_;
  std::vector<Band> bands_;
};

void add_rivers(const Atlas& atlas, Collector& to) {
  const std::vector<Band> bands = BandMaker(atlas, to.scale()).run();
  for (const Band& band : bands) {
    std::vector<double> wide = band.half_px;
    for (double& half : wide) half += kCasing * to.scale().unit_px;
    to.fill({ribbon(band.px, wide, !band.at_sea)}, to.style().river_edge);
  }
  for (const Band& band : bands) to.fill({ribbon(band.px, band.half_px, !band.at_sea)}, to.style().river);
}

void add_lakes(const Atlas& atlas, Collector& to) {
  for (const Lake& lake : atlas.world.water_network.lakes) {
    std::vector<std::vector<Vec2>> rings;
    for (const std::vector<Vec2>& ring : lake.rings_m) rings.push_back(to_pixels(ring, to.scale()));
    to.fill(rings, to.style().lake);
    for (std::vector<Vec2>& ring : rings) to.ring(std::move(ring), to.style().lake_edge, 1.15);
  }
  for (const LakeShore& shore : atlas.ground->lake_shores)
    for (const Polyline& line : shore.lines) {
      std::vector<Vec2> px = to_pixels(line.points, to.scale());
      if (line.closed && px.size() > 2)
        to.ring(std::move(px), to.style().light, 0.9, shore.alpha);
      else
        to.line(std::move(px), to.style().light, 0.9, shore.alpha);
    }
}

void add_falls(const Atlas& atlas, Collector& to) {
  const Water& water = atlas.world.water_network;
  const std::vector<bool> shown = shown_rivers(water, to.scale().denominator);
  for (const Waterfall& fall : water.falls) {
    const int river = water.reaches[static_cast<size_t>(fall.reach)].river;
    if (river >= 0 && static_cast<size_t>(river) < shown.size() && !shown[static_cast<size_t>(river)])
      continue;
    const std::vector<Vec2>& line = water.reaches[static_cast<size_t>(fall.reach)].vertices_m;
    const auto at = std::min(static_cast<size_t>(fall.vertex), line.size() - 2);
    Vec2 along = to.scale().px(line[at + 1]) - to.scale().px(line[at]);
    const double length = std::sqrt(along.x * along.x + along.y * along.y);
    along = length > 0 ? along * (to.scale().unit_px / length) : Vec2{0, to.scale().unit_px};
    const Vec2 across{-along.y, along.x}, middle = to.scale().px(fall.position_m);
    for (const bool casing : {true, false})
      for (const double step : {-1.7, 1.7}) {
        const Vec2 foot = middle + along * step;
        to.line({foot - across * 4.2, foot + across * 4.2}, casing ? to.style().light : to.style().fall,
                casing ? 3.0 : 1.3, casing ? 0.85 : 1);
      }
  }
}

}  // namespace

void add_water(const Atlas& atlas, Collector& to) {
  if (atlas.world.water_network.empty()) return;
  add_rivers(atlas, to);
  add_lakes(atlas, to);
  add_falls(atlas, to);
}

}  // namespace fw::figures

namespace fw {

std::vector<bool> shown_rivers(const Water& water, double denominator) {
  std::vector<bool> shown(water.rivers.size(), false);
  std::fill_n(shown.begin(), shown_river_count(shown.size(), denominator), true);  // the greatest stand first
  return shown;
}

std::vector<LakeShore> lake_shore_lines(const World& world, double look_m) {
  std::vector<LakeShore> out;
  for (const auto& [off_m, alpha] : figures::kShoreLines) out.push_back({off_m * look_m, alpha, {}});
  for (const Lake& lake : world.water_network.lakes) {
    if (lake.rings_m.empty() || lake.rings_m.front().empty()) continue;
    Vec2 low = lake.rings_m.front().front(), high = low;
    for (const Vec2 v : lake.rings_m.front()) {
      low = {std::min(low.x, v.x), std::min(low.y, v.y)};
      high = {std::max(high.x, v.x), std::max(high.y, v.y)};
    }
    // Cells of 4 m, or as many as a large lake needs with 400 along its longer side.
    const double cell_m = std::max(4 * look_m, std::max(high.x - low.x, high.y - low.y) / 400);
    const GridSpec grid{static_cast<int>((high.x - low.x) / cell_m) + 5,
                        static_cast<int>((high.y - low.y) / cell_m) + 5, cell_m};
    const Vec2 origin{low.x - 2 * cell_m, low.y - 2 * cell_m};
    Mask shore(grid), inside(grid);
    for (int row = 0; row < grid.rows; ++row) {
      // Even-odd along the row's middle.
      std::vector<double> cuts;
      const double y = origin.y + grid.y_of(row);
      for (const std::vector<Vec2>& ring : lake.rings_m)
        for (size_t i = 0; i < ring.size(); ++i) {
          const Vec2 a = ring[i], b = ring[(i + 1) % ring.size()];
          if ((a.y > y) != (b.y > y)) cuts.push_back(a.x + (y - a.y) / (b.y - a.y) * (b.x - a.x));
        }
      std::sort(cuts.begin(), cuts.end());
      for (int column = 0; column < grid.columns; ++column) {
        const double x = origin.x + grid.x_of(column);
        const auto left = std::lower_bound(cuts.begin(), cuts.end(), x) - cuts.begin();
        inside.at(column, row) = left % 2 == 1 ? 1 : 0;
        shore.at(column, row) = left % 2 == 1 ? 0 : 1;
      }
    }
    const Raster<float> depth = distance_to(shore);
    for (LakeShore& shore_line : out)
      for (Polyline line : contour_lines(depth, static_cast<float>(shore_line.off_m))) {
        for (Vec2& p : line.points) p = p + origin;
        shore_line.lines.push_back(smoothed(line, 2));
      }
  }
  return out;
}

}  // namespace fw

namespace fw::figures {
namespace {

/// Places along a line, `pitch_m` apart: where, which way the line runs (unit, pixels), and how many came
/// before.
template <typename Visit>
void along(const std::vector<Vec2>& line_m, double pitch_m, const FigureScale& scale, const Visit& visit) {
  double to_next_m = pitch_m / 2;
  int number = 0;
  for (size_t i = 1; i < line_m.size(); ++i) {
    const Vec2 step = line_m[i] - line_m[i - 1];
    const double length_m = std::sqrt(step.x * step.x + step.y * step.y);
    if (length_m <= 0) continue;
    for (; to_next_m <= length_m; to_next_m += pitch_m)
      visit(scale.px(line_m[i - 1] + step * (to_next_m / length_m)),
            Vec2{step.x / length_m, -step.y / length_m}, number++);
    to_next_m -= length_m;
  }
}

}  // namespace

void add_shore(const Atlas& atlas, Collector& to) {
  const FigureScale& scale = to.scale();
  const double unit = scale.unit_px;
  // Closer maps show the same ticks; on smaller ones they keep 4 units apart.
  const double pitch_m = std::max(24 * atlas.ground->terrain.look_m, 4 * scale.unit_m());
  for (const ShoreStretch& stretch : atlas.world.coast.stretches) {
    if (stretch.type == ShoreType::cliff)
      along(stretch.vertices_m, pitch_m, scale, [&](Vec2 at, Vec2 run, int number) {
        const Vec2 seaward{-run.y, run.x};  // land lies on the left; y runs down
        to.line({at, at + seaward * (unit * (number % 2 == 0 ? 4.2 : 3.0))}, to.style().cliff, 0.85, 0.8);
      });
    if (stretch.type == ShoreType::beach)
      along(stretch.vertices_m, 0.62 * pitch_m, scale, [&](Vec2 at, Vec2 run, int number) {
        const Vec2 inland{run.y, -run.x};
        to.disc(at + inland * (unit * (number % 2 == 0 ? 2.4 : 4.9)), 0.72, to.style().sand, 0.95);
      });
    if (stretch.type == ShoreType::marsh)
      along(stretch.vertices_m, 1.15 * pitch_m, scale, [&](Vec2 at, Vec2 run, int number) {
        const Vec2 inland{run.y, -run.x};
        const Vec2 foot = at + inland * (unit * (number % 2 == 0 ? 3.4 : 6.6));
        to.line({foot - Vec2{2.4 * unit, 0}, foot + Vec2{2.4 * unit, 0}}, to.style().marsh, 0.8, 0.9);
        to.line({foot, foot - Vec2{0, 1.8 * unit}}, to.style().marsh, 0.8, 0.9);
      });
  }
}

}  // namespace fw::figures
