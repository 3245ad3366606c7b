#include <algorithm>
#include <cmath>

#include "core/base/exact/rng.h"
#include "core/base/seed.h"
#include "core/experiment/tactics_scenes_internal.h"
#include "core/field/arrival.h"
#include "core/model/world/pace.h"
#include "core/tactics/goal_counts.h"
#include "core/template/template_io.h"
#include "core/world/generate.h"

namespace fw::tactics {
namespace {

constexpr int kGoalCells = 256;
constexpr std::string_view kGoalTemplate = "WindswardLike";

/// The class of a kind of landmarks that are seats: the settlements of the built-in templates.
bool is_seat(const Vocabulary& vocabulary, std::string_view cls) {
  for (const LandmarkRow& kind : vocabulary.landmarks)
    if (kind.id == cls) return kind.role == LandmarkRole::seat;
  return false;
}

/// The settlements of a world that ways lead to, and those of its land who reach them all.
struct GoalWorld {
  std::vector<Raster<float>> arrivals;
  std::vector<const Raster<float>*> pointers;
  std::vector<uint32_t> id;
  std::vector<double> x_m, y_m;

  DealtAgents agents() const { return {id, x_m, y_m}; }
};

GoalWorld goal_world(uint64_t seed, size_t agents) {
  const Template tmpl = parse_template(find_builtin(kGoalTemplate)->text, std::string(kGoalTemplate)).value();
  const auto world = generate(tmpl, SeedBundle::from_master(seed), kGoalCells).value();
  const Raster<float> pace = foot_paces(*world, PlayParams{}).pace;
  GoalWorld out;
  for (const Point& point : world->points.points) {
    if (!is_seat(tmpl.vocabulary, world->points.classes[static_cast<size_t>(point.class_index)].slug)) continue;
    const std::vector<Vec2> place{point.position_m};
    out.arrivals.push_back(arrival(pace, arrival_starts(pace, place)));
  }
  for (const Raster<float>& one : out.arrivals) out.pointers.push_back(&one);
  std::vector<uint32_t> open;
  for (size_t cell = 0; cell < pace.size(); ++cell) {
    bool reached = pace[cell] > 0;
    for (const Raster<float>& one : out.arrivals) reached = reached && std::isfinite(one[cell]);
    if (reached) open.push_back(static_cast<uint32_t>(cell));
  }
  RandomCursor random{derive(SeedBundle::from_master(seed).place_stream(), "study/goals")};
  for (size_t i = 0; i < agents && !open.empty(); ++i) {
    const Vec2 at = pace.grid.centre(open[random.below(open.size())]);
    out.id.push_back(static_cast<uint32_t>(i));
    out.x_m.push_back(at.x), out.y_m.push_back(at.y);
  }
  return out;
}

double all_ways_m(const GoalWorld& world, const std::vector<uint32_t>& place) {
  double sum = 0;
  for (size_t i = 0; i < place.size(); ++i)
    sum += left_at(world.arrivals[place[i]], world.x_m[i], world.y_m[i]);
  return sum;
}

/// The baseline: exact counts, dealt out by lot.
std::vector<uint32_t> deal_by_lot(std::span<const int64_t> counts, uint64_t seed) {
  std::vector<uint32_t> place;
  for (size_t k = 0; k < counts.size(); ++k)
    place.insert(place.end(), static_cast<size_t>(counts[k]), static_cast<uint32_t>(k));
  RandomCursor random{derive(SeedBundle::from_master(seed).place_stream(), "study/lots")};
  shuffle(place, random);
  return place;
}

}  // namespace

std::optional<RunResult> execute_goals(const RunKey& key, const GoalScene& scene,
                                       const std::atomic<bool>* cancel) {
  if (wants_stop(cancel)) return std::nullopt;
  const GoalWorld world = goal_world(key.seed, scene.agents);
  RunRecord out{key, {}};
  if (wants_stop(cancel)) return std::nullopt;
  if (world.arrivals.empty() || world.id.empty()) return std::move(out.result);
  const std::vector<int64_t> counts = equal_counts(world.arrivals.size(), world.id.size());
  const std::vector<uint32_t> nearest = deal_nearest(world.agents(), world.pointers);
  const std::vector<uint32_t> place = scene.deal == GoalDeal::nearest ? nearest
                                      : scene.deal == GoalDeal::lot
                                          ? deal_by_lot(counts, key.seed)
                                          : deal_balanced(world.agents(), world.pointers, counts);
  int64_t error = 0;
  for (size_t k = 0; k < counts.size(); ++k) {
    const auto went = std::ranges::count(place, static_cast<uint32_t>(k));
    error = std::max<int64_t>(error, std::abs(went - counts[k]));
  }
  out.figure("share_error", static_cast<double>(error) / static_cast<double>(world.id.size()));
  out.figure("over_nearest", all_ways_m(world, place) / all_ways_m(world, nearest));
  out.figure("way_m", all_ways_m(world, place) / static_cast<double>(world.id.size()), "m");
  return std::move(out.result);
}

}  // namespace fw::tactics
