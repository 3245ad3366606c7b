#include "render/map/list/contour_marks.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <memory>
#include <string>
#include <utility>

#include "render/map/scene/contour_numbers.h"

namespace fw {
namespace {

/// Shorter contours are specks.
constexpr double kLeastContour_mm = 2;
/// How far numbers keep from the middle of a road, units.
constexpr double kOffRoads = 6;

double unit_m(const MapWindow& window) {
  return window.metres_per_px * window.device_scale;
}

/// The cells of the world about roads.
Mask cells_by_roads(const World& world, double reach_m) {
  const GridSpec& g = world.grid;
  Mask near(g);
  for (const RoadPiece& piece : world.roads.pieces)
    for (const Vec2 v : piece.vertices_m) {
      const int left = g.column_at(v.x - reach_m), right = g.column_at(v.x + reach_m);
      const int top = g.row_at(v.y + reach_m), bottom = g.row_at(v.y - reach_m);
      for (int r = top; r <= bottom; ++r)
        for (int c = left; c <= right; ++c) near.at(c, r) = 1;
    }
  return near;
}

}  // namespace

Contours contours_of(const DisplayList& list) {
  const MapTerrain& terrain = list.atlas.ground->terrain;
  const double metres_per_mm = unit_m(list.window) / unit_mm(list.content.medium);
  return cut_contours(terrain, list.window, contour_interval_m(terrain, metres_per_mm),
                      kLeastContour_mm * metres_per_mm);
}

std::vector<MapStroke> contour_strokes(const DisplayList& list, const StyledLayer& layer,
                                       const Contours& contours) {
  const double factor = medium_style(list.content.medium).line_width * layer.size * list.window.device_scale;
  std::vector<MapStroke> out;
  for (const LineStyle& row : line_rows(list.content.style)) {
    if (row.layer != layer.layer) continue;
    Polylines lines;
    for (const Contour& contour : contours.lines)
      if (contour.index == row.index) lines.push_back(contour.line);
    if (lines.empty()) continue;
    out.push_back({std::make_shared<PixelLines>(pixel_lines(lines, list.window, contours.spacing_m)), row.ink,
                   row.alpha * layer.opacity, row.width * factor, false});
  }
  return out;
}

void add_spot_heights(const DisplayList& list, LabelLayout& layout, MapItem& item) {
  const double scale = list.window.device_scale;
  const TextStyle style = spot_height_style(list.content.medium);
  const double half = kSpotTriangle * style.size;
  for (const SpotHeight& spot : list.atlas.ground->spot_heights) {
    const Vec2 px = list.window.to_px(spot.at_m), at = px * (1 / scale);
    if (!layout.obstacles().visible.holds(at.x, at.y)) continue;
    const Box box = Box::around(at.x, at.y, half);
    const bool under_badge = std::ranges::any_of(layout.obstacles().reserved,
                                                 [&](const Box& other) { return other.intersects(box); });
    layout.place(
        PointLabel{std::to_string(std::lround(spot.height_m)), style, at, under_badge ? 2 * half : half});
    if (under_badge) continue;
    layout.reserve(box);
    const double reach = half * scale;
    item.figures.push_back({.lines = {{px + Vec2{0, -reach}, px + Vec2{0.9 * reach, 0.62 * reach},
                                       px + Vec2{-0.9 * reach, 0.62 * reach}}},
                            .colour = lettered(style, list.content.style).colour,
                            .top = px.y - reach,
                            .bottom = px.y + reach});
  }
}

void add_contour_numbers(const DisplayList& list, const LabelLayout& layout, Typesetter& type,
                         Contours& contours, MapItem& item) {
  const Medium medium = list.content.medium;
  if (medium == Medium::screen || contours.lines.empty()) return;
  const World& world = list.atlas.world;
  const MapWindow& window = list.window;
  NumberObstacles obstacles{.frame = layout.obstacles().visible.grown(-4),
                            .taken = layout.obstacles().reserved};
  for (const PlacedLabel& label : layout.placed()) obstacles.taken.push_back(label.box.grown(2));
  const Mask roads = cells_by_roads(world, kOffRoads * unit_m(window));
  obstacles.busy = [&](Vec2 at) {
    const size_t cell = world.grid.cell_at(window.to_m(at * window.device_scale));
    return roads[cell] != 0 || (world.water.size() != 0 && world.water[cell] != 0);
  };
  std::vector<LineLabel> numbers = number_contours(contours, window, unit_mm(medium),
                                                   contour_number_style(medium), std::move(obstacles), type);
  std::move(numbers.begin(), numbers.end(), std::back_inserter(item.line_labels));
}

}  // namespace fw
