#pragma once

#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "core/model/template/tuning.h"
#include "core/steer/avoid.h"

namespace fw {

/// Of a local step: a game may take several in a frame.
inline constexpr double kShortestStep_s = 0.005;

/// The rows of avoidance as a part of other parameters: `To` = the members that lead to an AvoidParams,
/// `prefix` stands before the paths ("crowd."). `words` owns the paths.
template <typename Params, auto... To>
std::vector<TuningRow<Params>> avoid_rows(std::string_view prefix, std::deque<std::string>& words) {
  using P = AvoidParams;
  std::vector<TuningRow<Params>> rows;
  const auto path = [&](std::string_view last) -> std::string_view {
    return words.emplace_back(std::string(prefix) + "avoid." + std::string(last));
  };
  const auto number = [&]<auto Member>(std::string_view last, std::string_view unit, double min, double max,
                                       std::string_view help) {
    rows.push_back(tuning_row<Params, To..., Member>(
        {.path = path(last), .unit = unit, .min = min, .max = max, .help = help}));
  };
  const auto choice = [&]<auto Member>(std::string_view last, std::span<const std::string_view> slugs,
                                       std::string_view help) {
    rows.push_back(
        tuning_row<Params, To..., Member>({.path = path(last), .unit = "", .choices = slugs, .help = help}));
  };
  choice.template operator()<&P::by>("by", kAvoidBySlugs, "how bodies keep apart");
  number.template operator()<&P::radius_m>("radius_m", "m", 0.05, 50, "radius of a body");
  number.template operator()<&P::radius_spread>("radius_spread", "", 0, 0.6,
                                                "share by which radii differ, up and down");
  number.template operator()<&P::step_s>("step_s", "s", kShortestStep_s, 1, "longest local step");
  number.template operator()<&P::cell>("cell", "radii", 0.5, 50, "cell of the summary of the crowd");
  number.template operator()<&P::ahead>("ahead", "radii", 0.5, 50, "how far ahead the way is looked at");
  number.template operator()<&P::side>("side", "radii", 0.5, 50, "how far beside that");
  number.template operator()<&P::look>("look", "radii", 0.5, 50, "how far ahead density slows");
  number.template operator()<&P::wall_reach>("wall_reach", "radii", 0.5, 50, "gap from which walls turn");
  number.template operator()<&P::steer>("steer", "", 0, 10, "turn away from the side that is more blocked");
  number.template operator()<&P::spread>("spread", "", 0, 10, "turn away from the denser side");
  number.template operator()<&P::keep>("keep", "", -5, 5, "turn to the right of what comes; < 0 = left");
  number.template operator()<&P::steer_most>("steer_most", "", 0, 10, "most turn, as a tangent");
  number.template operator()<&P::wall>("wall", "", 0, 10, "turn away from walls");
  number.template operator()<&P::relax_s>("relax_s", "s", 0.05, 2, "reaction time");
  number.template operator()<&P::floor>("floor", "", 0, 1, "least share of the wanted speed");
  number.template operator()<&P::yield>("yield", "", 0, 1,
                                        "share of their speed at which those who stand step aside");
  choice.template operator()<&P::diagram>("diagram", kAvoidDiagramSlugs, "speed against density");
  number.template operator()<&P::gamma>("gamma", "", 0.1, 20, "weidmann: constant of the diagram");
  number.template operator()<&P::jam>("jam", "", 1, 20, "weidmann: density at which nobody moves");
  number.template operator()<&P::own>("own", "", 0, 1, "own share of the density that a body reads");
  number.template operator()<&P::opposing>("opposing", "", 0, 1,
                                           "share of what comes towards that does not slow; .25 = corridors");
  number.template operator()<&P::push_iterations>("push_iterations", "", 1, 16, "rounds of pushes a step");
  number.template operator()<&P::push_share>("push_share", "", 0.1, 1,
                                             "share of an overlap that a round takes away");
  number.template operator()<&P::push_skin>("push_skin", "", 0, 0.3,
                                            "distance kept beyond touching, as a share");
  number.template operator()<&P::push_most_mps>("push_most_mps", "m/s", 0.5, 20,
                                                "fastest that pushes move a body");
  number.template operator()<&P::priority>("priority", "", 0.1, 100,
                                           "weight in pushes: the heavier gives way less");
  return rows;
}

}  // namespace fw
