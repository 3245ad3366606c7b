#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/job/search/search_plan.h"

namespace fw {

/// A condition on one figure; an end that is not there is open.
struct FigureRange {
  std::string figure;
  std::optional<double> low, high;  ///< inclusive

  friend bool operator==(const FigureRange&, const FigureRange&) = default;
};

/// What a person chooses in the search panel.
struct SearchChoices {
  std::vector<FigureRange> ranges;
  std::string more;   ///< further conditions, as text (docs/search.md, 2)
  std::string score;  ///< a sum, "" = none
  bool maximise = false;
  size_t keep = 50;
  std::string seeds = "1..10000";

  friend bool operator==(const SearchChoices&, const SearchChoices&) = default;
};

/// The range as a condition: "travel.reach >= 0.4 and travel.reach <= 0.6"; "" if both ends are open.
std::string condition_text(const FigureRange& range);
/// A number as conditions show it, at most five digits.
double shown_value(double value);

/// The plan of a search of these worlds, its conditions in the one way of writing that the command has: equal
/// choices are the same search. ErrorKind::usage names what cannot be read.
Result<SearchPlan> search_plan(const SearchChoices& choices, const Template& tmpl, int resolution);
/// The choices that make a plan; conditions that are no ranges stand in `more`.
SearchChoices choices_of(const SearchPlan& plan);

/// Of the worlds of a table of usual values the shares that pass: every condition by itself, then all.
/// NaN where there are no worlds.
struct PassShares {
  std::vector<double> parts;
  double all = 0;
  size_t worlds = 0;
};
PassShares pass_shares(const std::vector<ConditionPart>& parts, const FigureTable& table,
                       const std::vector<std::vector<double>>& usual_worlds);
/// The same of one range of a figure's values.
double share_within(const FigureRange& range, const std::vector<double>& values);

/// The range that a new condition begins with: the better quarter of the usual values, or their middle half
/// where neither end is better; open without values.
FigureRange first_range(const SearchFigure& figure, const std::vector<double>& ascending);

}  // namespace fw
