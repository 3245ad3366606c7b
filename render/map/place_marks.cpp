#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>

#include "core/base/rng.h"
#include "core/base/seed.h"
#include "render/map/display_list.h"
#include "render/map/point_symbol.h"

namespace fw {
namespace {

/// In which tiles points are counted, and how many of a tile are shown.
struct Thinning {
  double tile_m = 1;
  int cap = std::numeric_limits<int>::max();
};

Thinning thinning_of(const Atlas& atlas, const StyledLayer& layer, const MarkRow& row,
                     const MapWindow& window) {
  if (layer.most_per_tile > 0) return {thinning_tile_m(atlas), layer.most_per_tile};
  // A power of two of metres, so that tiles keep their points over a range of scales.
  const double unit_m = window.device_scale * window.metres_per_px;
  const double tile_m = std::exp2(std::ceil(std::log2(kThinningTile * unit_m))), room_m = row.room * unit_m;
  return {tile_m, std::max(1, static_cast<int>(tile_m * tile_m / (room_m * room_m)))};
}

/// The points of a layer that a window shows, the most important first.
std::vector<const Point*> thinned(const Atlas& atlas, const StyledLayer& layer, const MarkRow& row,
                                  const MapWindow& window) {
  struct Candidate {
    const Point* point;
    int rank;
    uint64_t hash;
  };
  const PointSet& set = atlas.world.points;
  const auto [tile, cap] = thinning_of(atlas, layer, row, window);
  // Whole tiles are judged, also those that the window cuts.
  const double west = std::floor(window.west_m / tile) * tile - tile,
               east = window.west_m + window.width_m() + 2 * tile,
               south = std::floor((window.north_m - window.height_m()) / tile) * tile - tile,
               north = window.north_m + 2 * tile;
  const uint64_t substream = derive(atlas.world.seeds.place_stream(), "place/cap");
  std::vector<Candidate> candidates;
  for (const Point& p : set.points) {
    const Vec2 m = p.position_m;
    if (m.x < west || m.x > east || m.y < south || m.y > north || layer_of(set, p) != layer.layer) continue;
    if (!layer.kinds.empty() &&
        std::find(layer.kinds.begin(), layer.kinds.end(), set.class_of(p).landmark) == layer.kinds.end())
      continue;
    const int rank = importance_rank(set, p);
    if (rank > layer.most_rank) continue;
    candidates.push_back({&p, rank, random_bits(substream, atlas.world.grid.cell_at(m))});
  }
  std::stable_sort(candidates.begin(), candidates.end(), [](const Candidate& a, const Candidate& b) {
    return a.rank != b.rank ? a.rank < b.rank : a.hash < b.hash;
  });
  std::map<std::pair<int64_t, int64_t>, int> in_tile;
  std::vector<const Point*> shown;
  for (const Candidate& c : candidates) {
    const Vec2 m = c.point->position_m;
    int& count =
        in_tile[{static_cast<int64_t>(std::floor(m.x / tile)), static_cast<int64_t>(std::floor(m.y / tile))}];
    if (c.rank > row.always_rank && count >= cap) continue;
    ++count;
    shown.push_back(c.point);
  }
  return shown;
}

/// Whether a window shows a mark: on a screen also one that its edge cuts, on paper only whole ones, and none
/// under the furniture.
bool is_shown(const MapMark& mark, const MapContent& content, const MapWindow& window) {
  const bool print = content.medium == Medium::print;
  const double reach = print ? -mark.radius_px - 4 * mark.scale_px : 1.5 * mark.radius_px + 4 * mark.scale_px;
  if (mark.at_px.x < -reach || mark.at_px.y < -reach || mark.at_px.x > window.width_px + reach ||
      mark.at_px.y > window.height_px + reach)
    return false;
  const Vec2 at = mark.at_px * (1 / window.device_scale);
  return std::none_of(content.furniture.begin(), content.furniture.end(), [&](const Box& box) {
    return box.grown(0.7 * mark.radius_px / window.device_scale).holds(at.x, at.y);
  });
}

}  // namespace

MapLayer layer_of(const PointSet& set, const Point& point) {
  const PointClassInfo& c = set.class_of(point);
  switch (c.category) {
    case Category::resource:
      return c.tier == Tier::rare ? MapLayer::rare_resources : MapLayer::resources;
    case Category::wildlife:
      return MapLayer::wildlife;
    case Category::enemy:
      return point.rarity == Rarity::named || point.rarity == Rarity::boss ? MapLayer::strong_enemies
                                                                           : MapLayer::enemies;
    case Category::landmark:
      break;
  }
  return MapLayer::landmarks;
}

std::vector<std::vector<MapMark>> place_marks(const Atlas& atlas, const MapContent& content,
                                              const MapWindow& window) {
  struct Turn {
    const MarkRow* row;
    size_t layer;
  };
  std::vector<Turn> turns;
  for (size_t i = 0; i < content.layers.size(); ++i)
    if (const MarkRow* row = row_of(mark_rows(), content.layers[i].layer)) turns.push_back({row, i});
  std::stable_sort(turns.begin(), turns.end(),
                   [](const Turn& a, const Turn& b) { return a.row->place_rank < b.row->place_rank; });
  const double unit_m = window.metres_per_px * window.device_scale;
  const double scale = window.device_scale * medium_style(content.medium).symbol.at(unit_m);
  std::vector<std::vector<MapMark>> marks(content.layers.size());
  std::vector<Box> taken;
  for (const auto& [row, i] : turns) {
    const StyledLayer& layer = content.layers[i];
    for (const Point* point : thinned(atlas, layer, *row, window)) {
      MapMark mark{point, window.to_px(point->position_m), 0, scale * layer.size};
      mark.radius_px = symbol_radius(atlas.world.points, *point) * mark.scale_px;
      if (!is_shown(mark, content, window)) continue;
      if (row->place_rank > 1)
        mark.at_px = moved_off(mark.at_px, mark.radius_px, taken, kMostMove * window.device_scale);
      if (row->place_rank > 0) taken.push_back(Box::around(mark.at_px.x, mark.at_px.y, mark.radius_px));
      marks[i].push_back(mark);
    }
    std::reverse(marks[i].begin(), marks[i].end());
  }
  return marks;
}

std::optional<size_t> mark_at(const Atlas& atlas, const MapContent& content, const MapWindow& window, Vec2 px,
                              double slack_px) {
  const Point* best = nullptr;
  double nearest = 0;
  for (const std::vector<MapMark>& marks : place_marks(atlas, content, window))
    for (const MapMark& mark : marks) {
      const double d2 = squared_distance(mark.at_px, px), reach = mark.radius_px + slack_px;
      if (d2 > reach * reach || (best != nullptr && d2 > nearest)) continue;
      best = mark.point;  // of two at one place the upper
      nearest = d2;
    }
  if (best == nullptr) return std::nullopt;
  return static_cast<size_t>(best - atlas.world.points.points.data());
}

}  // namespace fw
