#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>

#include "core/base/exact/rng.h"
#include "core/base/seed.h"
#include "render/map/list/display_list.h"
#include "render/map/marks/point_symbol.h"

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
  const std::vector<LandmarkKind> kinds = chosen_kinds(atlas.words(), layer.kinds);
  std::vector<Candidate> candidates;
  for (const Point& p : set.points) {
    const Vec2 m = p.position_m;
    if (m.x < west || m.x > east || m.y < south || m.y > north || layer_of(atlas.world, p) != layer.layer)
      continue;
    if (layer.layer == MapLayer::landmarks &&
        std::find(kinds.begin(), kinds.end(), set.class_of(p).landmark) == kinds.end())
      continue;
    const int rank = importance_rank(atlas, p);
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

/// On paper a symbol that stands out and that the frame would cut moves into it; its place must lie there.
Vec2 inside_frame(const MapMark& mark, const MapWindow& window) {
  const double width = window.width_px, height = window.height_px, reach = mark.radius_px + 4 * mark.scale_px;
  const auto [x, y] = mark.at_px;
  if (x < 0 || y < 0 || x > width || y > height || 2 * reach > std::min(width, height)) return mark.at_px;
  return {std::clamp(x, reach, width - reach), std::clamp(y, reach, height - reach)};
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

/// By layer of the content; empty for layers without symbols.
using ShownPoints = std::vector<std::vector<const Point*>>;

ShownPoints shown_points(const Atlas& atlas, const MapContent& content, const MapWindow& window) {
  ShownPoints points;
  for (const StyledLayer& layer : content.layers) {
    const MarkRow* row = row_of(mark_rows(), layer.layer);
    points.push_back(row == nullptr ? std::vector<const Point*>() : thinned(atlas, layer, *row, window));
  }
  return points;
}

/// Factor on sizes of a picture of the whole frame on paper: 1, or less where the symbols that stand out
/// would cover too much of the land.
double crowd_factor(const Atlas& atlas, const MapContent& content, const MapWindow& window,
                    const ShownPoints& points) {
  if (content.medium != Medium::print || window.width_m() < 0.9 * atlas.frame_m().x) return 1;
  constexpr double kMostCover = 0.07, kLeast = 0.68;
  double land = 0, cover = 0;  // square units
  const double unit_m = window.metres_per_px * window.device_scale;
  for (const Region& region : atlas.world.regions) land += region.area_m2 / (unit_m * unit_m);
  for (size_t i = 0; i < points.size(); ++i) {
    const MarkRow* row = row_of(mark_rows(), content.layers[i].layer);
    if (row == nullptr || row->place_rank == 0) continue;
    for (const Point* point : points[i])
      cover += std::pow(2 * symbol_radius(atlas.world, atlas.symbols, *point) * content.layers[i].size, 2);
  }
  return cover <= kMostCover * land ? 1 : std::max(kLeast, kMostCover * land / cover);
}

/// When the symbols of a layer take their places.
struct Turn {
  enum class Kinds : uint8_t { all, seats, others };
  const MarkRow* row;
  size_t layer;
  Kinds kinds = Kinds::all;
};

/// Where it is crowded, landmarks but the seats come after what is rare, and leave out those without room.
std::vector<Turn> turns_of(const MapContent& content, bool crowded) {
  std::vector<Turn> turns, last;
  for (size_t i = 0; i < content.layers.size(); ++i) {
    const MarkRow* row = row_of(mark_rows(), content.layers[i].layer);
    if (row == nullptr) continue;
    const bool parted = crowded && row->layer == MapLayer::landmarks;
    turns.push_back({row, i, parted ? Turn::Kinds::seats : Turn::Kinds::all});
    if (parted) last.push_back({row, i, Turn::Kinds::others});
  }
  std::stable_sort(turns.begin(), turns.end(),
                   [](const Turn& a, const Turn& b) { return a.row->place_rank < b.row->place_rank; });
  turns.insert(turns.end(), last.begin(), last.end());
  return turns;
}

bool is_seat(const Atlas& atlas, const Point& point) {
  const PointClassInfo& c = atlas.world.points.class_of(point);
  return c.category == Category::landmark &&
         atlas.words().landmarks[static_cast<size_t>(c.landmark)].role == LandmarkRole::seat;
}

/// Whether one of the symbols taken covers a part of a symbol that matters.
bool is_crowded(const Box& box, const std::vector<Box>& taken) {
  const Vec2 at{(box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2};
  return std::any_of(taken.begin(), taken.end(), [&](const Box& other) {
    const Vec2 there{(other.x0 + other.x1) / 2, (other.y0 + other.y1) / 2};
    return std::sqrt(squared_distance(at, there)) < 0.46 * (box.width() + other.width());
  });
}

}  // namespace

std::vector<LandmarkKind> chosen_kinds(const Vocabulary& vocabulary, LandmarkChoice choice) {
  constexpr size_t kForemost = 6;
  std::vector<LandmarkKind> kinds = kinds_by_rank(vocabulary);
  const auto row = [&](LandmarkKind kind) -> const LandmarkRow& {
    return vocabulary.landmarks[static_cast<size_t>(kind)];
  };
  if (choice == LandmarkChoice::foremost && kinds.size() > kForemost) kinds.resize(kForemost);
  if (choice == LandmarkChoice::strong) std::erase_if(kinds, [&](LandmarkKind k) { return !row(k).strong; });
  if (choice == LandmarkChoice::seats)
    std::erase_if(kinds, [&](LandmarkKind k) { return row(k).role != LandmarkRole::seat; });
  if (choice == LandmarkChoice::journeys)
    std::erase_if(kinds, [&](LandmarkKind k) { return row(k).role != LandmarkRole::seat && !row(k).strong; });
  return kinds;
}

MapLayer layer_of(const World& world, const Point& point) {
  const PointClassInfo& c = world.points.class_of(point);
  switch (c.category) {
    case Category::resource:
      return c.tier == Tier::rare ? MapLayer::rare_resources : MapLayer::resources;
    case Category::wildlife:
      return MapLayer::wildlife;
    case Category::enemy:
      return rarity_place(world.vocabulary, point.rarity).outstanding() ? MapLayer::strong_enemies
                                                                        : MapLayer::enemies;
    case Category::landmark:
      break;
  }
  return MapLayer::landmarks;
}

std::vector<std::vector<MapMark>> place_marks(const Atlas& atlas, const MapContent& content,
                                              const MapWindow& window, double* crowd_found) {
  const ShownPoints points = shown_points(atlas, content, window);
  const double crowd = crowd_factor(atlas, content, window, points);
  if (crowd_found != nullptr) *crowd_found = crowd;
  const double unit_m = window.metres_per_px * window.device_scale;
  const double scale = window.device_scale * medium_style(content.medium).symbol.at(unit_m) * crowd;
  std::vector<std::vector<MapMark>> marks(content.layers.size());
  std::vector<Box> taken;
  for (const auto& [row, i, kinds] : turns_of(content, crowd < 1)) {
    const StyledLayer& layer = content.layers[i];
    for (const Point* point : points[i]) {
      if (kinds != Turn::Kinds::all && is_seat(atlas, *point) != (kinds == Turn::Kinds::seats)) continue;
      MapMark mark{point, window.to_px(point->position_m), 0, scale * layer.size};
      mark.radius_px = symbol_radius(atlas.world, atlas.symbols, *point) * mark.scale_px;
      if (content.medium == Medium::print && row->place_rank > 0) mark.at_px = inside_frame(mark, window);
      if (!is_shown(mark, content, window)) continue;
      // On paper a site moves off those that matter more: the badge of a town would hide its mill.
      const bool site = content.medium == Medium::print && crowd == 1 && row->layer == MapLayer::landmarks &&
                        !is_seat(atlas, *point);
      if (row->place_rank > 1 || site)
        mark.at_px = moved_off(mark.at_px, mark.radius_px, taken, kMostMove * window.device_scale);
      const Box box = Box::around(mark.at_px.x, mark.at_px.y, mark.radius_px);
      if (crowd < 1 && kinds != Turn::Kinds::seats && is_crowded(box, taken)) continue;
      if (row->place_rank > 0) taken.push_back(box);
      marks[i].push_back(mark);
    }
  }
  for (std::vector<MapMark>& of_layer : marks) std::reverse(of_layer.begin(), of_layer.end());
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
