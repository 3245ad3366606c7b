#include <algorithm>
#include <cmath>
#include <string>

#include "core/base/number_text.h"
#include "core/steer/avoid.h"

namespace fw {

namespace {

using AvoidRow = TuningRow<AvoidParams>;

template <auto Member>
AvoidRow number(std::string_view path, std::string_view unit, double min, double max, std::string_view help) {
  return tuning_row<AvoidParams, Member>({.path = path, .unit = unit, .min = min, .max = max, .help = help});
}
template <auto Member>
AvoidRow choice(std::string_view path, std::span<const std::string_view> words, std::string_view help) {
  return tuning_row<AvoidParams, Member>({.path = path, .unit = "", .choices = words, .help = help});
}

void add_bodies(std::vector<AvoidRow>& rows) {
  using P = AvoidParams;
  rows.push_back(choice<&P::by>("avoid.by", kAvoidBySlugs, "how bodies keep apart"));
  rows.push_back(number<&P::radius_m>("avoid.radius_m", "m", 0.05, 50, "radius of a body"));
  rows.push_back(number<&P::radius_spread>("avoid.radius_spread", "", 0, 0.6,
                                           "share by which radii differ, up and down"));
  rows.push_back(number<&P::step_s>("avoid.step_s", "s", 0.02, 1, "longest local step"));
  rows.push_back(number<&P::cell>("avoid.cell", "radii", 0.5, 50, "cell of the summary of the crowd"));
  rows.push_back(number<&P::ahead>("avoid.ahead", "radii", 0.5, 50, "how far ahead the way is looked at"));
  rows.push_back(number<&P::side>("avoid.side", "radii", 0.5, 50, "how far beside that"));
  rows.push_back(number<&P::look>("avoid.look", "radii", 0.5, 50, "how far ahead density slows"));
  rows.push_back(number<&P::wall_reach>("avoid.wall_reach", "radii", 0.5, 50, "gap from which walls turn"));
}

void add_steering(std::vector<AvoidRow>& rows) {
  using P = AvoidParams;
  rows.push_back(number<&P::steer>("avoid.steer", "", 0, 10, "turn away from the side that is more blocked"));
  rows.push_back(number<&P::spread>("avoid.spread", "", 0, 10, "turn away from the denser side"));
  rows.push_back(number<&P::keep>("avoid.keep", "", -5, 5, "turn to the right of what comes; < 0 = left"));
  rows.push_back(number<&P::steer_most>("avoid.steer_most", "", 0, 10, "most turn, as a tangent"));
  rows.push_back(number<&P::wall>("avoid.wall", "", 0, 10, "turn away from walls"));
  rows.push_back(number<&P::relax_s>("avoid.relax_s", "s", 0.05, 2, "reaction time"));
  rows.push_back(number<&P::floor>("avoid.floor", "", 0, 1, "least share of the wanted speed"));
  rows.push_back(
      number<&P::yield>("avoid.yield", "", 0, 1, "share of their speed at which those who stand step aside"));
  rows.push_back(choice<&P::diagram>("avoid.diagram", kAvoidDiagramSlugs, "speed against density"));
  rows.push_back(number<&P::gamma>("avoid.gamma", "", 0.1, 20, "weidmann: constant of the diagram"));
  rows.push_back(number<&P::jam>("avoid.jam", "", 1, 20, "weidmann: density at which nobody moves"));
  rows.push_back(number<&P::own>("avoid.own", "", 0, 1, "own share of the density that a body reads"));
  rows.push_back(number<&P::opposing>("avoid.opposing", "", 0, 1,
                                      "share of what comes towards that does not slow; .25 = corridors"));
}

void add_pushes(std::vector<AvoidRow>& rows) {
  using P = AvoidParams;
  rows.push_back(number<&P::push_iterations>("avoid.push_iterations", "", 1, 16, "rounds of pushes a step"));
  rows.push_back(
      number<&P::push_share>("avoid.push_share", "", 0.1, 1, "share of an overlap that a round takes away"));
  rows.push_back(
      number<&P::push_skin>("avoid.push_skin", "", 0, 0.3, "distance kept beyond touching, as a share"));
  rows.push_back(
      number<&P::push_most_mps>("avoid.push_most_mps", "m/s", 0.5, 20, "fastest that pushes move a body"));
  rows.push_back(
      number<&P::priority>("avoid.priority", "", 0.1, 100, "weight in pushes: the heavier gives way less"));
}

std::vector<AvoidRow> avoid_rows() {
  std::vector<AvoidRow> rows;
  add_bodies(rows);
  add_steering(rows);
  add_pushes(rows);
  return rows;
}

Error refuse_avoid(const std::string& what) {
  return {ErrorKind::usage, what};
}

/// A step in whole hundredths of a second, so that people can type it.
std::string step_text(double step_s) {
  return number_text(std::floor(step_s * 100) / 100);
}

}  // namespace

std::span<const TuningRow<AvoidParams>> avoid_tuning() {
  static const std::vector<AvoidRow> rows = avoid_rows();
  return rows;
}

Result<Done> check_avoid(const AvoidParams& p, double fastest_mps, const std::string& prefix) {
  if (auto fits = check(p, avoid_tuning()); !fits) return fits;
  if (p.by == AvoidBy::none) return Done{};
  const double reach = std::max(std::sqrt(p.ahead * p.ahead + p.side * p.side), p.look) / p.cell;
  if (reach > kMostSummaryReach)
    return refuse_avoid(prefix + "avoid.look, avoid.ahead, avoid.side: found " + number_text(reach) +
                        " cells of avoid.cell, expected at most " + std::to_string(kMostSummaryReach));
  const double smallest_m = p.radius_m * (1 - p.radius_spread);
  const double way_m = fastest_mps * p.step_s, most_m = 1.2 * smallest_m;
  if (way_m > most_m) {
    const double fitting_s = most_m / fastest_mps;
    std::string fits = "expected at most " + number_text(most_m) + " m (1.2 of the smallest radius): set " +
                       prefix + "avoid.step_s to ";
    if (fitting_s < 0.02)
      fits = "expected at most " + number_text(most_m) +
             " m (1.2 of the smallest radius): make the bodies larger or slower";
    else
      fits += step_text(fitting_s) + " or less";
    return refuse_avoid(prefix + "avoid.step_s: found a step of " + number_text(way_m) + " m at " +
                        number_text(fastest_mps) + " m/s, " + fits);
  }
  return Done{};
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
