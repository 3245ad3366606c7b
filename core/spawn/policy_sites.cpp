#include <algorithm>
#include <cmath>

#include "core/base/cell_list.h"
#include "core/spawn/policy_internal.h"

namespace fw::spawn {

namespace {

std::vector<double> values_at(const Front& front, const std::vector<Vec2>& points) {
  std::vector<double> x(points.size()), y(points.size()), value(points.size());
  for (size_t i = 0; i < points.size(); ++i) x[i] = points[i].x, y[i] = points[i].y;
  front_values(front, x, y, value);
  return value;
}

/// A point set with queries for the distance to the nearest point.
class Memory {
 public:
  Memory(const SpawnArea& area, const std::vector<std::vector<Vec2>>& cycles) {
    for (const std::vector<Vec2>& cycle : cycles)
      for (const Vec2 p : cycle) x_.push_back(p.x), y_.push_back(p.y);
    if (x_.empty()) return;
    reach_m_ = std::sqrt(eligible_area_m2(area) / static_cast<double>(x_.size()));
    cells_ = bin_points(x_, y_, area.side_m, reach_m_, false);
  }

  size_t size() const { return x_.size(); }

  double nearest2(Vec2 at) const {
    double best = std::numeric_limits<double>::infinity();
    if (x_.empty()) return best;
    // A disc of that radius holds pi points on average; few queries need a second, wider search.
    for (double radius_m = reach_m_; std::isinf(best); radius_m *= 2)
      visit_within(cells_, x_, y_, at.x, at.y, radius_m,
                   [&](uint32_t, double, double, double d2) { best = std::fmin(best, d2); });
    return best;
  }

 private:
  std::vector<double> x_;
  std::vector<double> y_;
  CellList cells_;
  double reach_m_ = 0;
};

/// Mitchell's best candidate, against this cycle's sites and, weighted by their crowding, the remembered
/// sites of earlier cycles.
std::vector<Vec2> blue_noise(const Spawner& spawner, const std::vector<std::vector<Vec2>>& past, int count,
                             RandomCursor cursor) {
  const Memory memory(spawner.area, past);
  const double weight2 = 1 + static_cast<double>(memory.size()) / count;
  const std::vector<double>* upto = spawner.area.upto.get();
  std::vector<Vec2> sites;
  for (int i = 0; i < count; ++i) {
    Vec2 best;
    double best2 = -1;
    for (int c = 0; c < spawner.params.sites.best_of; ++c) {
      const Vec2 at =
          upto != nullptr ? draw_point(spawner.area, *upto, cursor) : draw_point(spawner.area, cursor);
      double d2 = std::numeric_limits<double>::infinity();
      for (size_t k = 0; k < sites.size() && d2 > best2; ++k)
        d2 = std::fmin(d2, squared_distance(at, sites[k]));
      if (d2 > best2) d2 = std::fmin(d2, weight2 * memory.nearest2(at));
      if (d2 > best2) best = at, best2 = d2;
    }
    sites.push_back(best);
  }
  return sites;
}

}  // namespace

std::vector<SpawnSite> phase_sites(const Spawner& spawner, const Front& front, int64_t cycle) {
  const SpawnParams& params = spawner.params;
  RandomCursor cursor = cursor_at(spawner.plan_stream, cycle);
  std::vector<Vec2> points = stratified_points(spawner.area, params.sites.per_side, cursor);
  shuffle(points, cursor);
  points.resize(static_cast<size_t>(params.sites.keep_share * static_cast<double>(points.size())));
  const std::vector<double> value = values_at(front, points);
  std::vector<SpawnSite> sites;
  for (size_t i = 0; i < points.size(); ++i)
    sites.push_back({points[i], value[i], static_cast<int>(value[i] * params.cycle_s)});
  std::stable_sort(sites.begin(), sites.end(),
                   [](const SpawnSite& a, const SpawnSite& b) { return a.phase_s < b.phase_s; });
  return sites;
}

KeptVector<Vec2> propose_slot(const Spawner& spawner, const SpawnState& state, int second) {
  const int slot_s = spawner.params.sites.slot_s;
  if ((second + 1) % slot_s != 0) return {};
  const int begin = second + 1 - slot_s;
  const auto& sites = state.plan.sites;
  const auto first = std::partition_point(sites.begin(), sites.end(),
                                          [&](const SpawnSite& site) { return site.phase_s < begin; });
  if (first == sites.end() || first->phase_s > second) return {};
  return {first->at_m};
}

std::vector<SpawnSite> ranked_sites(const Spawner& spawner, const Front& front,
                                    const std::vector<std::vector<Vec2>>& past_sites_m, int64_t cycle,
                                    int quota) {
  const SpawnParams& params = spawner.params;
  const int count = params.sites.count > 0 ? std::min(params.sites.count, quota) : quota;
  if (count == 0) return {};
  const std::vector<Vec2> points =
      blue_noise(spawner, past_sites_m, count, cursor_at(spawner.plan_stream, cycle));
  const std::vector<double> value = values_at(front, points);
  std::vector<SpawnSite> sites;
  for (size_t i = 0; i < points.size(); ++i) sites.push_back({points[i], value[i], 0});
  std::stable_sort(sites.begin(), sites.end(),
                   [](const SpawnSite& a, const SpawnSite& b) { return a.value < b.value; });
  for (size_t k = 0; k < sites.size(); ++k)
    sites[k].phase_s = static_cast<int>((2 * static_cast<int64_t>(k) + 1) * params.cycle_s / (2 * count));
  return sites;
}

KeptVector<Vec2> propose_due(const SpawnState& state, int second) {
  const auto& sites = state.plan.sites;
  KeptVector<Vec2> due;
  for (auto site = std::partition_point(sites.begin(), sites.end(),
                                        [&](const SpawnSite& s) { return s.phase_s < second; });
       site != sites.end() && site->phase_s == second; ++site)
    due.push_back(site->at_m);
  return due;
}

}  // namespace fw::spawn
