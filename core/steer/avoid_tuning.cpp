#include <algorithm>
#include <cmath>
#include <deque>
#include <string>

#include "core/base/number_text.h"
#include "core/steer/avoid.h"
#include "core/steer/avoid_rows.h"

namespace fw {

namespace {

Error refuse_avoid(const std::string& what) {
  return {ErrorKind::usage, what};
}

/// In bodies.
double farthest_look(const AvoidParams& p) {
  return std::max(std::sqrt(p.ahead * p.ahead + p.side * p.side), p.look);
}

/// A step in whole thousandths of a second, so that people can type it.
std::string step_text(double step_s) {
  return number_text(std::floor(step_s * 1000) / 1000);
}

}  // namespace

std::span<const TuningRow<AvoidParams>> avoid_tuning() {
  static std::deque<std::string> words;
  static const std::vector<TuningRow<AvoidParams>> rows = avoid_rows<AvoidParams>("", words);
  return rows;
}

Result<Done> check_avoid(const AvoidParams& p, double fastest_mps, const std::string& prefix) {
  if (auto fits = check(p, avoid_tuning()); !fits) return fits;
  if (p.by == AvoidBy::none) return Done{};
  const double reach = farthest_look(p) / p.cell;
  if (reach > kMostSummaryReach)
    return refuse_avoid(prefix + "avoid.look, avoid.ahead, avoid.side: found " + rounded_text(reach) +
                        " cells of avoid.cell, expected at most " + std::to_string(kMostSummaryReach));
  const double smallest_m = p.radius_m * (1 - p.radius_spread);
  const double way_m = fastest_mps * p.step_s, most_m = 1.2 * smallest_m;
  if (way_m > most_m) {
    const double fitting_s = most_m / fastest_mps;
    std::string fits = "expected at most " + rounded_text(most_m) + " m (1.2 of the smallest radius): set " +
                       prefix + "avoid.step_s to ";
    if (fitting_s < kShortestStep_s)
      fits = "expected at most " + rounded_text(most_m) +
             " m (1.2 of the smallest radius): make the bodies larger or slower";
    else
      fits += step_text(fitting_s) + " or less";
    return refuse_avoid(prefix + "avoid.step_s: found a step of " + rounded_text(way_m) + " m at " +
                        rounded_text(fastest_mps) + " m/s, " + fits);
  }
  return Done{};
}

Result<Done> check_avoid(const AvoidParams& p, const Arena& arena, double fastest_mps,
                         const std::string& prefix) {
  if (auto fits = check_avoid(p, fastest_mps, prefix); !fits) return fits;
  // An arena has whole cells, at least one: where that is less than avoid.cell, more of them are looked at.
  const double look_m = farthest_look(p) * p.radius_m;
  if (p.by != AvoidBy::field || look_m <= kMostSummaryReach * arena.side_m) return Done{};
  return refuse_avoid(prefix + "avoid.radius_m: bodies look " + rounded_text(look_m) +
                      " m far, expected at most " + std::to_string(kMostSummaryReach) +
                      " times the arena's side of " + rounded_text(arena.side_m) +
                      " m: make the bodies smaller or the arena larger");
}

Result<Done> check_room(const AvoidParams& p, size_t bodies, double free_m2, const std::string& what) {
  // The mean area of a disc whose radius is uniform between 1 - spread and 1 + spread.
  const double each_m2 =
      3.14159265358979 * p.radius_m * p.radius_m * (1 + p.radius_spread * p.radius_spread / 3);
  const auto most = static_cast<size_t>(std::max(0.0, std::floor(0.55 * free_m2 / each_m2)));
  if (bodies <= most) return Done{};
  return Error{ErrorKind::limit, what + ": found " + std::to_string(bodies) + " bodies of " +
                                     number_text(p.radius_m) + " m, expected at most " +
                                     std::to_string(most) + ": more cannot stand on the free " +
                                     number_text(std::floor(free_m2)) + " m2"};
}

}  // namespace fw
