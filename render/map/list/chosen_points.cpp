#include "render/map/list/chosen_points.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "core/base/exact/rng.h"
#include "core/base/seed.h"
#include "core/model/world/seat_standing.h"
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

SeatClass class_of(Standing standing) {
  switch (standing) {
    case Standing::capital:
      return SeatClass::capital;
    case Standing::city:
      return SeatClass::city;
    case Standing::town:
    case Standing::village:
      break;
  }
  return SeatClass::town;
}

/// By point; towns where the world ranks none.
std::map<const Point*, SeatClass> seat_classes(const World& world) {
  std::map<const Point*, SeatClass> out;
  for (const PointStanding& seat : point_standings(world))
    out[&world.points.points[seat.point]] = class_of(seat.standing);
  return out;
}

std::vector<ChosenPoint> sorted_by_rank(const Atlas& atlas, std::vector<ChosenPoint> chosen) {
  std::stable_sort(chosen.begin(), chosen.end(), [&](const ChosenPoint& a, const ChosenPoint& b) {
    return importance_rank(atlas, *a.members.front()) < importance_rank(atlas, *b.members.front());
  });
  return chosen;
}

}  // namespace

bool is_seat(const Atlas& atlas, const Point& point) {
  const PointClassInfo& c = atlas.world.points.class_of(point);
  return c.category == Category::landmark &&
         atlas.words().landmarks[static_cast<size_t>(c.landmark)].role == LandmarkRole::seat;
}

std::vector<ChosenPoint> points_near(const Atlas& atlas, const StyledLayer& layer, const MapWindow& window) {
  const MarkRow* row = row_of(mark_rows(), layer.layer);
  std::vector<ChosenPoint> out;
  for (const Point* point : thinned(atlas, layer, *row, window)) out.push_back({{point}, {}});
  return out;
}

std::vector<ChosenPoint> ranked_seats(const Atlas& atlas, const std::vector<LandmarkKind>& kinds) {
  const PointSet& set = atlas.world.points;
  const std::map<const Point*, SeatClass> classes = seat_classes(atlas.world);
  std::vector<ChosenPoint> out;
  for (const Point& p : set.points) {
    if (!is_seat(atlas, p) || std::ranges::find(kinds, set.class_of(p).landmark) == kinds.end()) continue;
    const auto found = classes.find(&p);
    out.push_back({{&p}, found == classes.end() ? SeatClass::town : found->second});
  }
  const auto rank = [](const ChosenPoint& c) {
    const int of_world = c.members.front()->rank;
    return std::pair(*c.seat != SeatClass::capital,
                     of_world > 0 ? of_world : std::numeric_limits<int>::max());
  };
  std::ranges::stable_sort(out, {}, rank);
  return out;
}

std::vector<ChosenPoint> ranked_sites(const Atlas& atlas, const std::vector<LandmarkKind>& kinds) {
  const PointSet& set = atlas.world.points;
  std::vector<ChosenPoint> out;
  for (const Point& p : set.points)
    if (const PointClassInfo& c = set.class_of(p); c.category == Category::landmark && !is_seat(atlas, p) &&
                                                   std::ranges::find(kinds, c.landmark) != kinds.end())
      out.push_back({{&p}, {}});
  return sorted_by_rank(atlas, std::move(out));
}

std::vector<ChosenPoint> all_of(const Atlas& atlas, const StyledLayer& layer) {
  std::vector<ChosenPoint> out;
  for (const Point& p : atlas.world.points.points)
    if (layer_of(atlas.world, p) == layer.layer && importance_rank(atlas, p) <= layer.most_rank)
      out.push_back({{&p}, {}});
  return sorted_by_rank(atlas, std::move(out));
}

std::vector<ChosenPoint> clusters_of(const Atlas& atlas, const StyledLayer& layer, double reach_m) {
  std::vector<ChosenPoint> out;
  std::map<std::pair<int, Rarity>, std::vector<size_t>> of_class;  // indices into `out`
  for (const Point& p : atlas.world.points.points) {
    if (layer_of(atlas.world, p) != layer.layer || importance_rank(atlas, p) > layer.most_rank) continue;
    std::vector<size_t>& own = of_class[{p.class_index, p.rarity}];
    const auto near = std::ranges::find_if(own, [&](size_t k) {
      return squared_distance(out[k].members.front()->position_m, p.position_m) < reach_m * reach_m;
    });
    if (near != own.end()) {
      out[*near].members.push_back(&p);
    } else {
      own.push_back(out.size());
      out.push_back({{&p}, {}});
    }
  }
  std::ranges::stable_sort(
      out, [](const ChosenPoint& a, const ChosenPoint& b) { return a.members.size() > b.members.size(); });
  return out;
}

}  // namespace fw
