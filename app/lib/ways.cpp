#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

#include "app/lib/ground_internal.h"
#include "core/base/number_text.h"
#include "core/base/parallel/parallel.h"
#include "core/steer/guide.h"

struct fw_ways {
  fw::lib::ContextPtr context;
  fw::GuideGround ground;
  fw::Raster<float> arrival;
  std::vector<fw::Vec2> goals;
  double radius_m = 0;
};

namespace fw::lib {
namespace {

constexpr size_t kMostWayGoals = 100000;
constexpr double kMostPace = 1e6;
constexpr int kCellsOfWalls = 512;  // of a frame without a raster, along its longer side
constexpr size_t kAskPiece = 256;

/// Paces of the ground without the caller's.
Result<Raster<float>> own_pace(const fw_ground& given, const Ground& ground) {
  if (given.kind == FW_TORUS)
    return usage(
        "ground.kind: found FW_TORUS, expected FW_WALLS, FW_LAND or FW_MASK: ways do not wrap round");
  if (given.kind == FW_WALLS)
    return Raster<float>(frame_grid({ground.width_m, ground.height_m}, kCellsOfWalls), 1.0f);
  if (given.kind == FW_LAND) {
    const fw_world& world = *given.world;
    return guide_ground(*world.world, world.tmpl.play, world.tmpl.hand).pace;
  }
  Raster<float> pace(ground.open->grid);
  for (size_t i = 0; i < pace.size(); ++i) pace[i] = (*ground.open)[i] != 0 ? 1.0f : 0.0f;
  return pace;
}

/// The caller's paces on the ground's open cells.
Result<Done> take_pace(const float* given, const Ground& ground, Raster<float>& pace) {
  for (size_t i = 0; i < pace.size(); ++i) {
    const auto p = static_cast<double>(given[i]);
    if (!(p >= 0 && p <= kMostPace))
      return usage("pace[" + std::to_string(i) + "]: expected 0 (closed) to 1000000 level metres per metre");
    pace[i] = ground.open && (*ground.open)[i] == 0 ? 0.0f : given[i];
  }
  return Done{};
}

Result<std::vector<Vec2>> goals_of(size_t count, const double* x_m, const double* y_m) {
  if (count == 0 || count > kMostWayGoals)
    return usage("goals: found " + std::to_string(count) + ", expected 1 to " +
                 std::to_string(kMostWayGoals));
  if (x_m == nullptr || y_m == nullptr) return null_argument("fw_ways_open", "x_m or y_m");
  std::vector<Vec2> out;
  for (size_t k = 0; k < count; ++k) {
    if (!(std::abs(x_m[k]) <= kFarthest_m && std::abs(y_m[k]) <= kFarthest_m))
      return usage("goal " + std::to_string(k) + ": expected a place within 1e7 m of the origin");
    out.push_back({x_m[k], y_m[k]});
  }
  return out;
}

struct Answer {
  float to_x, to_y, left_m;
};
Answer ask(const fw_ways& ways, Vec2 at) {
  constexpr float kNever = std::numeric_limits<float>::infinity();
  const GridSpec& grid = ways.arrival.grid;
  if (!grid.contains(at)) return {0, 0, kNever};
  const GuideReading read = read_guide(ways.ground, ways.arrival, 0, 0.5 * grid.cell_m, at);
  if (!std::isfinite(read.left_m)) return {read.x, read.y, kNever};
  // Near a goal the last way is straight. Who has more left than the dearest ground costs is far.
  const double near_m = std::max(ways.radius_m, 2 * grid.cell_m);
  if (static_cast<double>(read.left_m) >
      static_cast<double>(ways.ground.dearest) * (near_m + 2 * grid.cell_m))
    return {read.x, read.y, read.left_m};
  Vec2 nearest = ways.goals.front();
  for (const Vec2 goal : ways.goals)
    if (squared_distance(goal, at) < squared_distance(nearest, at)) nearest = goal;
  const double distance_m = std::sqrt(squared_distance(nearest, at));
  if (distance_m <= ways.radius_m) return {0, 0, 0};
  if (distance_m > 2 * grid.cell_m) return {read.x, read.y, read.left_m};
  const Vec2 way = (nearest - at) * (1 / distance_m);
  return {static_cast<float>(way.x), static_cast<float>(way.y), read.left_m};
}

}  // namespace
}  // namespace fw::lib

using namespace fw;
using namespace fw::lib;

fw_status fw_ways_open(fw_context* context, const fw_ground* ground, const float* pace, size_t goals,
                       const double* x_m, const double* y_m, double radius_m, fw_ways** out,
                       fw_error* error) {
  return guarded(context ? context->shared.get() : nullptr, error, [&]() -> Result<Done> {
    if (context == nullptr) return null_argument("fw_ways_open", "context");
    if (out == nullptr) return null_argument("fw_ways_open", "out");
    const auto made = ground_of(ground);
    if (!made) return made.error();
    if (!(radius_m >= 0 && radius_m <= kFarthest_m)) return usage("radius_m: expected 0 to 1e7 m");
    auto places = goals_of(goals, x_m, y_m);
    if (!places) return places.error();
    auto paces = own_pace(*ground, made.value());
    if (!paces) return paces.error();
    if (pace != nullptr) {
      if (!made.value().open) return usage("pace: expected NULL for a ground without cells (FW_WALLS)");
      if (auto taken = take_pace(pace, made.value(), paces.value()); !taken) return taken;
    }
    auto ways = std::make_unique<fw_ways>();
    ways->context = context->shared;
    ways->goals = std::move(places).value();
    ways->radius_m = radius_m;
    const auto starts = arrival_starts(paces.value(), ways->goals);
    if (starts.empty())
      return usage("goals: none of the " + std::to_string(goals) + " has open ground within " +
                   std::to_string(kFarthestStart_cells) + " cells");
    ways->arrival = arrival(paces.value(), starts);
    ways->ground.dearest = dearest_pace(paces.value());
    ways->ground.pace = std::move(paces).value();
    *out = ways.release();
    return Done{};
  });
}

void fw_ways_close(fw_ways* ways) {
  delete ways;
}

fw_status fw_ways_ask(const fw_ways* ways, size_t count, const fw_column* x_m, const fw_column* y_m,
                      float* to_x, float* to_y, float* left_m, fw_error* error) {
  return guarded(ways ? ways->context.get() : nullptr, error, [&]() -> Result<Done> {
    if (ways == nullptr) return null_argument("fw_ways_ask", "ways");
    if (count == 0) return Done{};
    if (to_x == nullptr || to_y == nullptr) return null_argument("fw_ways_ask", "to_x or to_y");
    const auto x = column_of(x_m, "x_m", count, kPlaceTypes);
    if (!x) return x.error();
    const auto y = column_of(y_m, "y_m", count, kPlaceTypes);
    if (!y) return y.error();
    if (auto fit = check_places(x.value(), y.value(), count); !fit) return fit;
    const auto piece = [&](size_t begin, size_t end) {
      for (size_t i = begin; i < end; ++i) {
        const Answer answer = ask(*ways, {x.value().number(i), y.value().number(i)});
        to_x[i] = answer.to_x, to_y[i] = answer.to_y;
        if (left_m != nullptr) left_m[i] = answer.left_m;
      }
    };
    if (count <= kAskPiece)
      piece(0, count);
    else
      parallel_for(count, kAskPiece, std::cref(piece));
    return Done{};
  });
}
