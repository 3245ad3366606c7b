#include <algorithm>
#include <cmath>
#include <functional>

#include "core/base/parallel/parallel.h"
#include "core/base/vector_clones.h"
#include "core/steer/avoid_internal.h"

namespace fw::avoidance {

namespace {

/// Tiles in a piece of a parallel loop.
constexpr size_t kTilesAPiece = 16;
/// Who asks for less than this share of the own speed stands.
constexpr float kStands = 0.05f;
/// Flow that the standing feel: bodies per (5 radii)^2 times m/s.
constexpr float kFeels = 0.05f;
/// How steeply the standing step out of the stronger flow: all of it at a fourth of the difference.
constexpr float kAside = 4;
/// Cells round a body on which its weights fall.
constexpr float kKernel = 1.5f;
/// Least share of free ground that is believed: deep in a wall little is read, of what is far away.
constexpr float kLeastFree = 0.1f;
/// Velocities beyond it are none.
constexpr float kMostSpeed_mps = 2000;

/// A caller's number, 0 for what is none.
float sound(float value, float most) {
  return std::abs(value) <= most ? value : 0.0f;
}

AvoidBody body_at(const Avoid& avoid, const Bodies& b, size_t i, int32_t x, int32_t y) {
  const AvoidParams& p = avoid.params;
  const auto usual = static_cast<float>(p.radius_m);
  AvoidBody out{};
  out.x = out.to_x = x, out.y = out.to_y = y;
  out.vx = sound(b.vx_mps[i], kMostSpeed_mps), out.vy = sound(b.vy_mps[i], kMostSpeed_mps);
  out.want_x = sound(b.want_x_mps[i], kMostSpeed_mps), out.want_y = sound(b.want_y_mps[i], kMostSpeed_mps);
  out.own = std::max(0.0f, sound(b.speed_mps[i], kMostSpeed_mps));
  out.radius = usual;
  if (b.radius_m != nullptr && b.radius_m[i] > 0)
    out.radius = std::clamp(b.radius_m[i], usual / static_cast<float>(kMostRadii),
                            usual * static_cast<float>(kMostRadii));
  out.priority = static_cast<float>(p.priority);
  if (b.priority != nullptr && b.priority[i] > 0) out.priority = std::clamp(b.priority[i], 0.01f, 1000.0f);
  out.id = b.id[i];
  out.index = static_cast<uint32_t>(i);
  return out;
}

struct Direction {
  float x, y;
};

/// What a near wall does to a body's way.
struct WallTurn {
  Direction ahead;       ///< the wanted direction, without its part into the wall
  float left = 0;        ///< turn to the left, as a share of the direction
  Direction away{0, 0};  ///< from the wall
  float slide = 0;       ///< share of a direction's part into the wall that is taken off
  bool probes = false;   ///< whether places that the body looks at may lie near a wall
};

/// A direction of unit length without its part into the wall, of unit length again; (0, 0) straight into it.
Direction slid(const WallTurn& wall, Direction d) {
  const float into = d.x * wall.away.x + d.y * wall.away.y;
  if (!(into < 0 && wall.slide > 0)) return d;
  const float x = d.x - wall.slide * into * wall.away.x, y = d.y - wall.slide * into * wall.away.y;
  const float length = std::sqrt(x * x + y * y);
  return length > 1e-4f ? Direction{x / length, y / length} : Direction{0, 0};
}

WallTurn turn_at_wall(const Avoid& avoid, const StepConstants& c, AvoidBody& body, Direction wanted) {
  const auto radius = static_cast<double>(body.radius);
  const double touch_m = std::max(kSafe, 1 + avoid.params.wall_reach) * radius;
  const double within_m = std::max(touch_m, static_cast<double>((c.reach + kKernel) / c.cells_per_m));
  const double x_m = avoid.plane.metres(body.x), y_m = avoid.plane.metres(body.y);
  const WallReading wall = read_walls(avoid.walls, x_m, y_m, within_m);
  WallTurn out{wanted};
  body.near_wall = wall.distance_m < touch_m ? 1 : 0;
  if (!(wall.distance_m < within_m)) return out;
  out.probes = true;
  const double apart = wall.distance_m / radius;
  out.away = {static_cast<float>(wall.away_x), static_cast<float>(wall.away_y)};
  out.slide = static_cast<float>(std::clamp((kSlide - apart) / (0.5 * kSlide), 0.0, 1.0));
  out.ahead = slid(out, wanted);
  const double near = std::max(0.0, 1 - (apart - 1) / avoid.params.wall_reach);
  out.left =
      static_cast<float>(avoid.params.wall * near) * (out.away.y * out.ahead.x - out.away.x * out.ahead.y);
  return out;
}

/// F of docs/coordinators.md, 2.7, between its entries.
float speed_share(const Avoid& avoid, float density) {
  constexpr float kLast = Avoid::kDiagramSteps;
  const float at = std::min(std::max(density, 0.0f) * (kLast / 8), kLast);
  const auto k = std::min(static_cast<size_t>(at), static_cast<size_t>(Avoid::kDiagramSteps - 1));
  const float low = avoid.speed_share[k], high = avoid.speed_share[k + 1];
  return low + (at - static_cast<float>(k)) * (high - low);
}

/// A body's place in its tile of the summary, in cells.
struct InTile {
  float x, y;
};
/// In 2^-24 cells.
int32_t parts_in_tile(const TileMap& map, int32_t units) {
  const TileMap::Cell at = map.cell_at(units);
  return static_cast<int32_t>((at.cell & (kSummaryTile - 1)) << 24) + static_cast<int32_t>(at.part);
}
float along_tile(const TileMap& map, int32_t units) {
  return static_cast<float>(parts_in_tile(map, units)) * 0x1p-24f;
}

/// The gains of a step as floats.
struct Gains {
  explicit Gains(const AvoidParams& p)
      : steer(static_cast<float>(p.steer)),
        spread(static_cast<float>(p.spread)),
        keep(static_cast<float>(p.keep)),
        most(static_cast<float>(p.steer_most)),
        floor(static_cast<float>(p.floor)),
        own(static_cast<float>(p.own)),
        opposing(static_cast<float>(p.opposing)),
        yield(static_cast<float>(p.yield)) {}
  float steer, spread, keep, most, floor, own, opposing, yield;
};

/// What stands in the way there, for somebody who walks along `ahead` at 1 / per_speed.
FW_INLINE float blocked(FourFloats read, Direction ahead, float per_speed) {
  return std::max(0.0f, read[0] - (read[1] * ahead.x + read[2] * ahead.y) * per_speed);
}

/// Share of a body's weights that falls on the free side of a wall so many cells away, < 0 inside it.
float free_share(float cells) {
  const float u = std::abs(cells);
  if (u >= kKernel) return cells < 0 ? 0.0f : 1.0f;
  const float beyond =
      u > 0.5f ? (kKernel - u) * (kKernel - u) * (kKernel - u) / 6 : 0.5f - u * (0.75f - u * u / 3);
  return cells < 0 ? beyond : 1 - beyond;
}

/// The summary near a wall: of the free part of the ground, so that what stands before a wall stands for what
/// cannot stand in it.
FourFloats read_at_wall(const Avoid& avoid, const StepConstants& c, const SummaryWindow& window, InTile at,
                        const AvoidBody& body, Direction to) {
  const FourFloats read = read_window(window, at.x + to.x, at.y + to.y);
  const double cell_m = 1 / static_cast<double>(c.cells_per_m);
  const double x_m = avoid.plane.metres(body.x) + static_cast<double>(to.x) * cell_m;
  const double y_m = avoid.plane.metres(body.y) + static_cast<double>(to.y) * cell_m;
  const WallReading wall = read_walls(avoid.walls, x_m, y_m, static_cast<double>(kKernel) * cell_m);
  return read * (1 / std::max(kLeastFree, free_share(static_cast<float>(wall.distance_m) * c.cells_per_m)));
}

/// The velocity that steering asks for.
FW_INLINE Direction steered(const Avoid& avoid, const StepConstants& c, const Gains& g,
                            const SummaryWindow& window, InTile at, const AvoidBody& body, float speed,
                            const WallTurn& turn) {
  const Direction e = turn.ahead, left{-e.y, e.x};
  const float per_speed = 1 / speed;
  const auto read = [&](float forward, float aside) {
    const Direction to{forward * e.x + aside * left.x, forward * e.y + aside * left.y};
    if (turn.probes) return read_at_wall(avoid, c, window, at, body, to);
    return read_window(window, at.x + to.x, at.y + to.y);
  };
  const FourFloats middle = read(c.ahead, 0);
  const FourFloats on_left = read(c.ahead, c.side), on_right = read(c.ahead, -c.side);
  const FourFloats far = read(c.look, 0);
  const float in_way = blocked(middle, e, per_speed);
  float t = g.steer * (blocked(on_right, e, per_speed) - blocked(on_left, e, per_speed)) +
            g.spread * (on_right[0] - on_left[0]) - g.keep * in_way + turn.left;
  t = std::clamp(t, -g.most, g.most);
  const float share = std::max(g.floor * std::min(1.0f, body.priority),
                               speed_share(avoid, far[0] - g.own - g.opposing * in_way));
  const float per_length = 1 / std::sqrt(1 + t * t);
  const Direction d = slid(turn, {per_length * (e.x + t * left.x), per_length * (e.y + t * left.y)});
  const float v = speed * share;
  return {v * d.x, v * d.y};
}

/// Who stands steps out of a flow, across it, to the side where it is weaker.
FW_INLINE Direction stepped_aside(const StepConstants& c, const Gains& g, const SummaryWindow& window,
                                  InTile at, const AvoidBody& body, Direction wanted) {
  const FourFloats here = read_window(window, at.x, at.y);
  const float flow = std::sqrt(here[1] * here[1] + here[2] * here[2]);
  if (!(flow > kFeels)) return wanted;
  const Direction left{-here[2] / flow, here[1] / flow};
  const FourFloats on_left = read_window(window, at.x + c.side * left.x, at.y + c.side * left.y);
  const FourFloats on_right = read_window(window, at.x - c.side * left.x, at.y - c.side * left.y);
  const float left_flow = std::sqrt(on_left[1] * on_left[1] + on_left[2] * on_left[2]);
  const float right_flow = std::sqrt(on_right[1] * on_right[1] + on_right[2] * on_right[2]);
  const float more = (right_flow - left_flow) / (right_flow + left_flow + kFeels);
  const float v = g.yield * body.own * std::clamp(kAside * more, -1.0f, 1.0f);
  return {v * left.x, v * left.y};
}

/// Relaxes the velocity towards the target, and moves by it, out of walls.
FW_INLINE void go(const Avoid& avoid, const StepConstants& c, Direction target, AvoidBody& body) {
  body.vx += c.reaction * (target.x - body.vx);
  body.vy += c.reaction * (target.y - body.vy);
  const float units = c.dt_s * c.units_per_m;
  body.to_x = avoid.plane.inside(body.x + nearest_whole(static_cast<double>(body.vx * units)));
  body.to_y = avoid.plane.inside(body.y + nearest_whole(static_cast<double>(body.vy * units)));
  if (body.near_wall == 0) return;
  const PlanePlace clear = clear_place(avoid, {body.to_x, body.to_y}, {body.x, body.y}, body.radius);
  body.to_x = clear.x, body.to_y = clear.y;
}

FW_INLINE void steer_one(const Avoid& avoid, const StepConstants& c, const Gains& g,
                         const SummaryWindow* window, const TileMap& map, AvoidBody& body) {
  const float speed = std::sqrt(body.want_x * body.want_x + body.want_y * body.want_y);
  WallTurn turn{{0, 0}};
  if (speed > 0) turn.ahead = {body.want_x / speed, body.want_y / speed};
  body.near_wall = 0;
  if (avoid.walls.any()) turn = turn_at_wall(avoid, c, body, turn.ahead);
  Direction target{speed * turn.ahead.x, speed * turn.ahead.y};
  if (window != nullptr) {
    const InTile at{along_tile(map, body.x), along_tile(map, body.y)};
    if (speed < kStands * body.own)
      target = stepped_aside(c, g, *window, at, body, target);
    else if (speed > 0)
      target = steered(avoid, c, g, *window, at, body, speed, turn);
  }
  go(avoid, c, target, body);
}

}  // namespace

StepConstants::StepConstants(const Avoid& avoid, double dt, int cells) {
  const AvoidParams& p = avoid.params;
  const double per_radius = p.radius_m * cells / avoid.plane.metres(FixedPlane::kSide);
  dt_s = static_cast<float>(dt);
  cells_per_m = static_cast<float>(cells / avoid.plane.metres(FixedPlane::kSide));
  reaction = static_cast<float>(std::min(1.0, dt / p.relax_s));
  units_per_m = static_cast<float>(avoid.plane.units_per_m);
  m_per_unit = static_cast<float>(avoid.plane.m_per_unit);
  ahead = static_cast<float>(p.ahead * per_radius);
  side = static_cast<float>(p.side * per_radius);
  look = static_cast<float>(p.look * per_radius);
  reach = std::max(std::sqrt(ahead * ahead + side * side), look);
  density = static_cast<float>(25 * per_radius * per_radius);
}

PlanePlace clear_place(const Avoid& avoid, PlanePlace to, PlanePlace from, float radius_m) {
  const FixedPlane& plane = avoid.plane;
  const auto clear_m = static_cast<double>(radius_m);
  const Vec2 asked{plane.metres(to.x), plane.metres(to.y)};
  if (!(read_walls(avoid.walls, asked.x, asked.y, clear_m).distance_m < clear_m)) return to;
  const Vec2 found = out_of_walls(avoid.walls, asked, clear_m);
  const PlanePlace place{plane.at(found.x), plane.at(found.y)};
  const auto depth_m = [&](PlanePlace at) {
    return read_walls(avoid.walls, plane.metres(at.x), plane.metres(at.y), clear_m).distance_m;
  };
  if (depth_m(place) > 0 || depth_m(from) <= 0) return place;
  return from;
}

void shape_for_sums(const Avoid& avoid, size_t bodies, AvoidScratch& s) {
  const double cell_m = avoid.params.cell * avoid.params.radius_m;
  shape_tiles(avoid.plane, cell_m * avoid.plane.units_per_m, kSummaryBits, false, bodies, s.tiles,
              s.hash_tiles);
}

float gather_bodies(const Avoid& avoid, const Bodies& b, AvoidScratch& s) {
  const size_t n = b.count;
  s.at_x.resize(n), s.at_y.resize(n), s.cell_x.resize(n), s.cell_y.resize(n), s.rank.resize(n);
  s.body.resize(n);
  shape_for_sums(avoid, n, s);
  const auto place = [&](size_t begin, size_t end) {
    for (size_t i = begin; i < end; ++i) {
      s.at_x[i] = avoid.plane.at(b.x_m[i]), s.at_y[i] = avoid.plane.at(b.y_m[i]);
      s.cell_x[i] = s.tiles.cell_at(s.at_x[i]).cell, s.cell_y[i] = s.tiles.cell_at(s.at_y[i]).cell;
    }
  };
  parallel_for(n, 4 * kPiece, std::cref(place));
  sort_into_tiles(s.cell_x.data(), s.cell_y.data(), n, s.rank.data(), s.tiles);
  const auto fill = [&](size_t begin, size_t end) {
    for (size_t i = begin; i < end; ++i) s.body[s.rank[i]] = body_at(avoid, b, i, s.at_x[i], s.at_y[i]);
  };
  parallel_for(n, 4 * kPiece, std::cref(fill));
  float largest = static_cast<float>(avoid.params.radius_m);
  if (b.radius_m != nullptr)
    for (const AvoidBody& body : s.body) largest = std::max(largest, body.radius);
  return largest;
}

void sum_everybody(AvoidScratch& s) {
  const TileMap& map = s.tiles;
  s.summary.patch.resize(map.size());
  const auto sum = [&](size_t begin, size_t end) {
    std::array<SummaryBody, kPiece> some;
    for (size_t t = begin; t < end; ++t) {
      s.summary.patch[t].node.fill(FourWords{0, 0, 0, 0});
      for (uint32_t first = map.first[t]; first < map.first[t + 1]; first += kPiece) {
        const size_t count = std::min<size_t>(kPiece, map.first[t + 1] - first);
        for (size_t k = 0; k < count; ++k) {
          const AvoidBody& body = s.body[first + k];
          some[k] = {parts_in_tile(map, body.x), parts_in_tile(map, body.y),
                     static_cast<int32_t>(nearest_whole(static_cast<double>(body.vx) * 64)),
                     static_cast<int32_t>(nearest_whole(static_cast<double>(body.vy) * 64))};
        }
        sum_bodies(some.data(), count, s.summary.patch[t]);
      }
    }
  };
  parallel_for(map.size(), kTilesAPiece, std::cref(sum));
}

void steer_bodies(const Avoid& avoid, const StepConstants& c, AvoidScratch& s) {
  const Gains gains(avoid.params);
  const bool field = avoid.params.by == AvoidBy::field;
  const auto steer = [&](size_t begin, size_t end) {
    SummaryWindow window;
    const auto after =
        std::upper_bound(s.tiles.first.begin(), s.tiles.first.end(), static_cast<uint32_t>(begin));
    auto tile = static_cast<size_t>(after - s.tiles.first.begin()) - 1;
    for (size_t k = begin; k < end; ++tile) {
      const size_t stop = std::min<size_t>(end, s.tiles.first[tile + 1]);
      if (stop > k && field) cut_window(s.tiles, s.summary, tile, c.reach, c.density, window);
      for (; k < stop; ++k) steer_one(avoid, c, gains, field ? &window : nullptr, s.tiles, s.body[k]);
    }
  };
  parallel_for(s.body.size(), kPiece, std::cref(steer));
}

void write_bodies(const Avoid& avoid, const StepConstants& c, const Bodies& b, AvoidScratch& s) {
  const FixedPlane& plane = avoid.plane;
  const auto push_most = static_cast<float>(avoid.params.push_most_mps);
  const auto write = [&](size_t begin, size_t end) {
    for (size_t k = begin; k < end; ++k) {
      const AvoidBody& body = s.body[k];
      PlanePlace to{body.to_x, body.to_y};
      float dx = static_cast<float>(plane.difference(to.x, body.x)) * c.m_per_unit;
      float dy = static_cast<float>(plane.difference(to.y, body.y)) * c.m_per_unit;
      const float way = std::sqrt(dx * dx + dy * dy);
      const float most = std::max(push_most, kHurry * body.own) * c.dt_s;
      if (way > most) {
        const float scale = most / way;
        dx *= scale, dy *= scale;
        to.x = plane.inside(body.x + nearest_whole(static_cast<double>(dx * c.units_per_m)));
        to.y = plane.inside(body.y + nearest_whole(static_cast<double>(dy * c.units_per_m)));
        if (avoid.walls.any()) to = clear_place(avoid, to, {body.x, body.y}, body.radius);
      }
      float vx = dx / c.dt_s, vy = dy / c.dt_s;
      const float v = std::sqrt(vx * vx + vy * vy), fastest = kHurry * body.own;
      if (v > fastest) vx *= fastest / v, vy *= fastest / v;
      b.x_m[body.index] = plane.metres(to.x), b.y_m[body.index] = plane.metres(to.y);
      b.vx_mps[body.index] = vx, b.vy_mps[body.index] = vy;
    }
  };
  parallel_for(s.body.size(), 4 * kPiece, std::cref(write));
}

}  // namespace fw::avoidance
