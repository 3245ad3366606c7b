#include "app/gui/search/search_choices.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>

#include "core/base/number_text.h"
#include "core/measure/pattern/summary.h"

namespace fw {
namespace {

constexpr int kValueDigits = 5;
constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

bool holds(const FigureRange& range, double value) {
  return !std::isnan(value) && (!range.low || value >= *range.low) && (!range.high || value <= *range.high);
}

/// A part that says figure <= number or number <= figure.
std::optional<FigureRange> range_of(const ConditionPart& part, const FigureTable& table) {
  const std::vector<FormulaNode>& nodes = part.formula.nodes;
  if (nodes.empty() || nodes.back().op != FormulaOp::at_most) return std::nullopt;
  const FormulaNode& left = nodes[nodes.back().left];
  const FormulaNode& right = nodes[nodes.back().right];
  if (left.op == FormulaOp::figure && right.op == FormulaOp::number)
    return FigureRange{table.figures[left.figure].name, std::nullopt, right.number};
  if (left.op == FormulaOp::number && right.op == FormulaOp::figure)
    return FigureRange{table.figures[right.figure].name, left.number, std::nullopt};
  return std::nullopt;
}

/// Adds an end to the range of that figure, if that one has it open.
bool join(std::vector<FigureRange>& ranges, const FigureRange& range) {
  for (FigureRange& there : ranges) {
    if (there.figure != range.figure) continue;
    if ((range.low && there.low) || (range.high && there.high)) return false;
    if (range.low) there.low = range.low;
    if (range.high) there.high = range.high;
    return true;
  }
  ranges.push_back(range);
  return true;
}

}  // namespace

double shown_value(double value) {
  return std::strtod(rounded_text(value, kValueDigits).c_str(), nullptr);
}

std::string condition_text(const FigureRange& range) {
  const std::string low = range.low ? range.figure + " >= " + number_text(*range.low) : std::string();
  const std::string high = range.high ? range.figure + " <= " + number_text(*range.high) : std::string();
  return low.empty() || high.empty() ? low + high : low + " and " + high;
}

Result<SearchPlan> search_plan(const SearchChoices& choices, const Template& tmpl, int resolution) {
  SearchPlan plan;
  plan.tmpl = tmpl;
  plan.tmpl.view = {};  // another look is no other search
  plan.resolution = resolution;
  plan.keep = choices.keep;
  plan.diverse = usual_diversity();
  plan.maximise = choices.maximise;
  Result<SearchSeeds> seeds = parse_search_seeds(choices.seeds, tmpl.seeds());
  if (!seeds) return seeds.error();
  plan.seeds = std::move(seeds.value().seeds);
  plan.streams = seeds.value().streams;
  const FigureTable table = search_figures(tmpl, resolution);
  std::vector<std::string> texts;
  for (const FigureRange& range : choices.ranges) texts.push_back(condition_text(range));
  texts.push_back(choices.more);
  for (const std::string& text : texts) {
    if (text.find_first_not_of(' ') == std::string::npos) continue;
    const Result<std::vector<ConditionPart>> parts = parse_condition(text, table);
    if (!parts) return parts.error();
    for (const ConditionPart& part : parts.value()) plan.where.push_back(part.text);
  }
  if (!choices.score.empty()) {
    const Result<Formula> score = parse_sum(choices.score, table);
    if (!score) return score.error();
    plan.score = text_of(score.value(), table);
  }
  return plan;
}

SearchChoices choices_of(const SearchPlan& plan) {
  SearchChoices choices;
  choices.score = plan.score;
  choices.maximise = plan.maximise;
  choices.keep = plan.keep;
  choices.seeds = search_seeds_text({plan.seeds, plan.streams});
  const FigureTable table = search_figures(plan.tmpl, plan.resolution);
  for (const std::string& text : plan.where) {
    const Result<std::vector<ConditionPart>> parts = parse_condition(text, table);
    const auto range =
        parts && parts.value().size() == 1 ? range_of(parts.value().front(), table) : std::nullopt;
    if (range && join(choices.ranges, *range)) continue;
    choices.more += (choices.more.empty() ? "" : " and ") + text;
  }
  return choices;
}

PassShares pass_shares(const std::vector<ConditionPart>& parts, const FigureTable& table,
                       const std::vector<std::vector<double>>& usual_worlds) {
  PassShares shares{std::vector<double>(parts.size(), kNone), kNone, 0};
  for (const std::vector<double>& column : usual_worlds)
    shares.worlds = std::max(shares.worlds, column.size());
  if (shares.worlds == 0) return shares;
  std::vector<size_t> held(parts.size());
  size_t passed = 0;
  std::vector<double> world(table.figures.size());
  for (size_t w = 0; w < shares.worlds; ++w) {
    for (size_t k = 0; k < world.size(); ++k)
      world[k] = k < usual_worlds.size() && w < usual_worlds[k].size() ? usual_worlds[k][w] : kNone;
    bool all = true;
    for (size_t p = 0; p < parts.size(); ++p) {
      const bool holds_here = value_of(parts[p].formula, world, table) >= 0;
      held[p] += holds_here;
      all = all && holds_here;
    }
    passed += all;
  }
  const auto n = static_cast<double>(shares.worlds);
  for (size_t p = 0; p < parts.size(); ++p) shares.parts[p] = static_cast<double>(held[p]) / n;
  shares.all = static_cast<double>(passed) / n;
  return shares;
}

double share_within(const FigureRange& range, const std::vector<double>& values) {
  if (values.empty()) return kNone;
  const auto held =
      std::count_if(values.begin(), values.end(), [&](double value) { return holds(range, value); });
  return static_cast<double>(held) / static_cast<double>(values.size());
}

FigureRange first_range(const SearchFigure& figure, const std::vector<double>& ascending) {
  FigureRange range{figure.name, std::nullopt, std::nullopt};
  if (ascending.empty()) return range;
  if (figure.better != KpiBetter::less) {
    const double share = figure.better == KpiBetter::more ? 0.75 : 0.25;
    range.low = shown_value(percentile(ascending, share));
  }
  if (figure.better != KpiBetter::more) {
    const double share = figure.better == KpiBetter::less ? 0.25 : 0.75;
    range.high = shown_value(percentile(ascending, share));
  }
  return range;
}

}  // namespace fw
