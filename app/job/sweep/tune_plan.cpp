#include <algorithm>
#include <cmath>
#include <limits>

#include "app/job/sweep/tune.h"
#include "core/base/number_text.h"
#include "core/base/suggest.h"

namespace fw {
namespace {

constexpr int kTunedDigits = 3;

Error refused(const std::string& option, const std::string& text, const std::string& why) {
  return {ErrorKind::usage, option + " " + text.substr(0, 80) + ": " + why};
}

/// NAME, a sign and a number.
Result<TuneGoal> parse_goal(const std::string& text, const FigureTable& table) {
  const Result<std::vector<ConditionPart>> parts = parse_condition(text, table);
  if (!parts) return refused("--goal", text, parts.error().message);
  TuneGoal goal;
  if (parts.value().size() == 1) {
    goal.formula = parts.value().front().formula;
    const std::vector<FormulaNode>& nodes = goal.formula.nodes;
    const bool compares =
        nodes.size() == 3 && (nodes[2].op == FormulaOp::at_most || nodes[2].op == FormulaOp::below ||
                              nodes[2].op == FormulaOp::equal);
    for (const size_t f : {size_t{0}, size_t{1}}) {
      if (!compares || nodes[f].op != FormulaOp::figure || nodes[1 - f].op != FormulaOp::number) continue;
      goal.figure = nodes[f].figure;
      goal.target = nodes[1 - f].number;
      goal.text = parts.value().front().text;
      return goal;
    }
  }
  return refused("--goal", text, "expected NAME=VALUE, NAME<=VALUE or NAME>=VALUE");
}

/// The values of its figure that meet a goal.
struct GoalRange {
  double low = -std::numeric_limits<double>::infinity(), high = std::numeric_limits<double>::infinity();
  bool open = false;  ///< without its end
};
GoalRange range_of(const TuneGoal& goal) {
  const std::vector<FormulaNode>& nodes = goal.formula.nodes;
  GoalRange range{.open = nodes[2].op == FormulaOp::below};
  const bool figure_below = nodes[nodes[2].left].op == FormulaOp::figure;  // figure <= number
  const bool equal = nodes[2].op == FormulaOp::equal;
  if (figure_below || equal) range.high = goal.target;
  if (!figure_below || equal) range.low = goal.target;
  return range;
}

/// Goals on one figure that no value meets together.
Result<Done> check_goals(const std::vector<TuneGoal>& goals) {
  for (size_t b = 1; b < goals.size(); ++b)
    for (size_t a = 0; a < b; ++a) {
      if (goals[a].figure != goals[b].figure) continue;
      const GoalRange one = range_of(goals[a]), other = range_of(goals[b]);
      const double low = std::max(one.low, other.low), high = std::min(one.high, other.high);
      if (low > high || (low == high && (one.open || other.open)))
        return Error{ErrorKind::usage, "--goal \"" + goals[a].text + "\" and --goal \"" + goals[b].text +
                                           "\" contradict each other: no value meets both"};
    }
  return Done{};
}

}  // namespace

Result<std::vector<TuneGoal>> parse_goals(const TuneJob& job, const FigureTable& table) {
  std::vector<TuneGoal> goals;
  if (job.goals.empty()) return Error{ErrorKind::usage, "tune: expected --goal NAME=VALUE, at least one"};
  for (const std::string& text : job.goals) {
    Result<TuneGoal> goal = parse_goal(text, table);
    if (!goal) return goal.error();
    goals.push_back(std::move(goal).value());
  }
  if (auto ok = check_goals(goals); !ok) return ok.error();
  for (const std::string& text : job.weights) {
    const size_t equals = text.find('=');
    const std::string name = text.substr(0, equals);
    double factor = 0;
    if (equals != std::string::npos) read_double(text.data() + equals + 1, text.data() + text.size(), factor);
    bool any = false;
    for (TuneGoal& goal : goals)
      if (table.figures[goal.figure].name == name) goal.weight = factor, any = true;
    if (!any || !(factor > 0) || !std::isfinite(factor))
      return refused("--weight", text, "expected the NAME of a goal, =, and a number above 0");
  }
  return goals;
}

double loss_of(const std::vector<TuneGoal>& goals, const std::vector<double>& means,
               const FigureTable& table) {
  double loss = 0;
  for (size_t k = 0; k < goals.size(); ++k) {
    std::vector<double> values(table.figures.size(), std::numeric_limits<double>::quiet_NaN());
    values[goals[k].figure] = means[k];
    const double slack = value_of(goals[k].formula, values, table);
    if (std::isnan(slack)) return std::numeric_limits<double>::quiet_NaN();
    const double miss = std::max(0.0, -slack) / goals[k].unit;
    loss += goals[k].weight * miss * miss;
  }
  return loss;
}

std::string tuned_word(const SweepAxis& axis, double u) {
  if (axis.whole) return axis.word_at(u);
  const double value = axis.low + u * (axis.high - axis.low);
  const std::string text = rounded_text(value, kTunedDigits);
  double rounded = 0;
  read_double(text.data(), text.data() + text.size(), rounded);
  return rounded_text(std::clamp(rounded, axis.low, axis.high), 9);  // rounding never leaves the range
}

std::string set_words(const std::vector<SweepAxis>& axes, const UnitPoint& point) {
  std::string text;
  for (size_t a = 0; a < axes.size(); ++a)
    text += (a > 0 ? " --set " : "--set ") + axes[a].path + "=" + tuned_word(axes[a], point[a]);
  return text;
}

}  // namespace fw
