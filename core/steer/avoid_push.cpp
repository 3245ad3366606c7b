#include <algorithm>
#include <array>
#include <cmath>
#include <functional>

#include "core/base/parallel/parallel.h"
#include "core/steer/avoid_internal.h"

// Bodies that overlap are pushed apart: whole numbers that are summed, so that no order counts. Each round
// reads all places, then writes all (Weiss, Litteneker, Jiang, Terzopoulos 2017).

namespace fw::avoidance {

namespace {

/// Tiles of 8 x 8 cells: a crowd of one body a square metre has 16 bodies in one.
constexpr int kPushBits = 3;
/// Neighbours are listed within this many radii beyond touching.
constexpr double kListed = 0.3;

/// Members of cells that lie one after another.
struct CellRun {
  uint32_t begin, end;
};
struct CellRuns {
  std::array<CellRun, 9> run;
  int count = 0;
};

/// A cell and its neighbours along one axis, each once.
struct ThreeCells {
  std::array<int, 3> cell;
  int count = 0;
};
ThreeCells cells_beside(const TileMap& map, int cell) {
  ThreeCells out;
  if (map.torus && map.cells < 3) {
    for (int c = 0; c < map.cells; ++c) out.cell[static_cast<size_t>(out.count++)] = c;
    return out;
  }
  for (int c = cell - 1; c <= cell + 1; ++c) {
    if (!map.torus && (c < 0 || c >= map.cells)) continue;
    out.cell[static_cast<size_t>(out.count++)] = c < 0 ? map.cells - 1 : c == map.cells ? 0 : c;
  }
  return out;
}

/// Everybody in a cell and in those round it; `home`: the cell's tile, and its index.
CellRuns runs_around(const TileMap& map, int cell_x, int cell_y, uint64_t home, size_t home_index) {
  CellRuns out;
  const ThreeCells across = cells_beside(map, cell_x), up = cells_beside(map, cell_y);
  for (int j = 0; j < up.count; ++j) {
    const int y = up.cell[static_cast<size_t>(j)];
    uint64_t last = UINT64_MAX;
    int64_t index = -1;
    for (int i = 0; i < across.count; ++i) {
      const int x = across.cell[static_cast<size_t>(i)];
      const uint64_t tile = map.tile_of(x, y);
      if (tile != last) index = tile == home ? static_cast<int64_t>(home_index) : map.find(tile);
      last = tile;
      if (index < 0) continue;
      const size_t bucket = static_cast<size_t>(index) * static_cast<size_t>(map.buckets) +
                            static_cast<size_t>(map.bucket_in_tile(x, y));
      const CellRun run{map.first[bucket], map.first[bucket + 1]};
      if (run.begin == run.end) continue;
      if (out.count > 0 && out.run[static_cast<size_t>(out.count - 1)].end == run.begin)
        out.run[static_cast<size_t>(out.count - 1)].end = run.end;
      else
        out.run[static_cast<size_t>(out.count++)] = run;
    }
  }
  return out;
}

struct PushRules {
  PushRules(const Avoid& avoid, float largest_m)
      : spare(avoid.plane.spare_bits()),
        share(static_cast<float>(avoid.params.push_share)),
        reach(1 + static_cast<float>(avoid.params.push_skin)),
        listed(static_cast<float>(kListed * avoid.params.radius_m * avoid.plane.units_per_m)),
        skin(static_cast<float>(avoid.params.push_skin)),
        most(static_cast<int64_t>(2 * static_cast<double>(largest_m) * avoid.plane.units_per_m)) {}
  int spare;
  float share, reach, listed, skin;
  int64_t most;  ///< way of one round along one axis: piles burst, but not apart

  /// Squared distance within which a neighbour is listed.
  float listed_squared(float radii) const {
    const float within = radii + std::max(listed, skin * radii);
    return within * within;
  }
};

float squared(float dx, float dy) {
  return dx * dx + dy * dy;
}

void list_neighbours(const PushRules& rules, AvoidScratch& s, uint32_t j, const CellRuns& runs) {
  const PushBody own = s.start[j];
  uint32_t count = 0;
  for (int r = 0; r < runs.count; ++r)
    for (uint32_t k = runs.run[static_cast<size_t>(r)].begin; k < runs.run[static_cast<size_t>(r)].end; ++k) {
      const PushBody& other = s.start[k];
      const auto dx = static_cast<float>(FixedPlane::wrapped(other.x, own.x, rules.spare));
      const auto dy = static_cast<float>(FixedPlane::wrapped(other.y, own.y, rules.spare));
      if (squared(dx, dy) >= rules.listed_squared(own.radius + other.radius) || k == j) continue;
      if (count < AvoidScratch::kNear) s.near[j][count] = k;
      ++count;
    }
  s.near_count[j] = count;
}

void list_all(const PushRules& rules, AvoidScratch& s) {
  const TileMap& map = s.push_tiles;
  const auto list = [&](size_t begin, size_t end) {
    const int side = 1 << kPushBits;
    for (size_t t = begin; t < end; ++t) {
      const uint64_t tile = map.tile[t];
      const int west = static_cast<int>(tile % static_cast<uint64_t>(map.tiles)) << kPushBits;
      const int south = static_cast<int>(tile / static_cast<uint64_t>(map.tiles)) << kPushBits;
      for (int b = 0; b < map.buckets; ++b) {
        const size_t bucket = t * static_cast<size_t>(map.buckets) + static_cast<size_t>(b);
        if (map.first[bucket] == map.first[bucket + 1]) continue;
        const CellRuns runs = runs_around(map, west + b % side, south + b / side, tile, t);
        for (uint32_t j = map.first[bucket]; j < map.first[bucket + 1]; ++j)
          list_neighbours(rules, s, j, runs);
      }
    }
  };
  parallel_for(map.size(), 16, std::cref(list));
}

struct PushSum {
  int64_t x = 0, y = 0;
};

/// Adds what body k pushes body j by.
void add_push(const PushRules& rules, const AvoidScratch& s, const std::vector<PushBody>& at, uint32_t j,
              uint32_t k, PushSum& sum) {
  const PushBody& own = at[j];
  const PushBody& other = at[k];
  const auto dx = static_cast<float>(FixedPlane::wrapped(own.x, other.x, rules.spare));
  const auto dy = static_cast<float>(FixedPlane::wrapped(own.y, other.y, rules.spare));
  const float kept = (own.radius + other.radius) * rules.reach;
  const float apart2 = squared(dx, dy);
  if (apart2 >= kept * kept) return;
  const float apart = std::sqrt(apart2);
  const float way = rules.share * (other.priority / (own.priority + other.priority)) * (kept - apart);
  if (apart > 0) {
    sum.x += nearest_whole(static_cast<double>(way * (dx / apart)));
    sum.y += nearest_whole(static_cast<double>(way * (dy / apart)));
    return;
  }
  const bool east = s.body[s.body_of[j]].id > s.body[s.body_of[k]].id;
  sum.x += nearest_whole(static_cast<double>(east ? way : -way));
}

/// All pushes on one body, from its list or, where that is too short, from the cells of its start.
PushSum pushes_on(const PushRules& rules, const AvoidScratch& s, const std::vector<PushBody>& at,
                  uint32_t j) {
  PushSum sum;
  if (s.near_count[j] <= AvoidScratch::kNear) {
    for (uint32_t k = 0; k < s.near_count[j]; ++k) add_push(rules, s, at, j, s.near[j][k], sum);
    return sum;
  }
  const TileMap& map = s.push_tiles;
  const PushBody& own = s.start[j];
  const int x = map.cell_at(own.x).cell, y = map.cell_at(own.y).cell;
  const uint64_t tile = map.tile_of(x, y);
  const CellRuns runs = runs_around(map, x, y, tile, static_cast<size_t>(map.find(tile)));
  for (int r = 0; r < runs.count; ++r)
    for (uint32_t k = runs.run[static_cast<size_t>(r)].begin; k < runs.run[static_cast<size_t>(r)].end; ++k) {
      const PushBody& other = s.start[k];
      const auto dx = static_cast<float>(FixedPlane::wrapped(other.x, own.x, rules.spare));
      const auto dy = static_cast<float>(FixedPlane::wrapped(other.y, own.y, rules.spare));
      if (k != j && squared(dx, dy) < rules.listed_squared(own.radius + other.radius))
        add_push(rules, s, at, j, k, sum);
    }
  return sum;
}

void sort_for_pushes(const Avoid& avoid, float largest_m, AvoidScratch& s) {
  const size_t n = s.body.size();
  shape_for_pushes(avoid, static_cast<double>(largest_m), n, s);
  const TileMap& map = s.push_tiles;
  const auto find_cells = [&](size_t begin, size_t end) {
    for (size_t k = begin; k < end; ++k)
      s.cell_x[k] = map.cell_at(s.body[k].to_x).cell, s.cell_y[k] = map.cell_at(s.body[k].to_y).cell;
  };
  parallel_for(n, 4 * kPiece, std::cref(find_cells));
  sort_into_tiles(s.cell_x.data(), s.cell_y.data(), n, s.rank.data(), s.push_tiles);
  s.start.resize(n), s.body_of.resize(n), s.near_count.resize(n), s.near.resize(n);
  const auto units_per_m = static_cast<float>(avoid.plane.units_per_m);
  const auto fill = [&](size_t begin, size_t end) {
    for (size_t k = begin; k < end; ++k) {
      const AvoidBody& body = s.body[k];
      s.start[s.rank[k]] = {body.to_x, body.to_y, body.radius * units_per_m, body.priority};
      s.body_of[s.rank[k]] = static_cast<uint32_t>(k);
    }
  };
  parallel_for(n, 4 * kPiece, std::cref(fill));
}

}  // namespace

void shape_for_pushes(const Avoid& avoid, double largest_m, size_t bodies, AvoidScratch& s) {
  const AvoidParams& p = avoid.params;
  const double cell_m = std::max(2.5, 2 * (1 + p.push_skin) + kListed) * std::max(largest_m, p.radius_m);
  shape_tiles(avoid.plane, cell_m * avoid.plane.units_per_m, kPushBits, true, bodies, s.push_tiles,
              s.hash_tiles);
}

void push_bodies(const Avoid& avoid, float largest_m, AvoidScratch& s) {
  sort_for_pushes(avoid, largest_m, s);
  const PushRules rules(avoid, largest_m);
  list_all(rules, s);
  s.push[0] = s.start, s.push[1] = s.start;
  const size_t n = s.start.size();
  const bool walls = avoid.walls.any();
  for (int round = 0; round < avoid.params.push_iterations; ++round) {
    const std::vector<PushBody>& at = s.push[round & 1];
    std::vector<PushBody>& to = s.push[(round & 1) ^ 1];
    const auto push = [&](size_t begin, size_t end) {
      for (size_t j = begin; j < end; ++j) {
        if (s.near_count[j] == 0) continue;
        const PushSum sum = pushes_on(rules, s, at, static_cast<uint32_t>(j));
        PlanePlace place{avoid.plane.inside(at[j].x + std::clamp(sum.x, -rules.most, rules.most)),
                         avoid.plane.inside(at[j].y + std::clamp(sum.y, -rules.most, rules.most))};
        if (walls && (sum.x != 0 || sum.y != 0))
          place = clear_place(avoid, place, {at[j].x, at[j].y}, s.body[s.body_of[j]].radius);
        to[j].x = place.x, to[j].y = place.y;
      }
    };
    parallel_for(n, 2 * kPiece, std::cref(push));
  }
  const std::vector<PushBody>& at = s.push[avoid.params.push_iterations & 1];
  const auto put = [&](size_t begin, size_t end) {
    for (size_t j = begin; j < end; ++j)
      s.body[s.body_of[j]].to_x = at[j].x, s.body[s.body_of[j]].to_y = at[j].y;
  };
  parallel_for(n, 4 * kPiece, std::cref(put));
}

}  // namespace fw::avoidance
