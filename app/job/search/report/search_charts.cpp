#include "app/job/search/report/search_charts.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "app/job/folder/csv.h"
#include "core/measure/pattern/summary.h"

namespace fw {
namespace {

constexpr size_t kMostPanels = 8;
constexpr size_t kPairs = 4;
constexpr int kBins = 24;

/// Worlds as columns of figures, and what they are.
struct Sample {
  const char* name;
  std::vector<std::vector<double>> columns;
};

Sample sample_of(const SearchRules& rules, const SearchTally& tally) {
  for (const std::vector<double>& column : rules.usual_worlds)
    if (!column.empty()) return {"usual worlds", rules.usual_worlds};
  Sample out{"worlds that passed", std::vector<std::vector<double>>(rules.table.figures.size())};
  for (const Pass& pass : tally.passes)
    for (size_t k = 0; k < out.columns.size(); ++k) out.columns[k].push_back(pass.values[k]);
  return out;
}

std::vector<double> passed_values(const SearchTally& tally, size_t figure) {
  std::vector<double> out;
  for (const Pass& pass : tally.passes) out.push_back(pass.values[figure]);
  return out;
}

/// Least and greatest of the numbers, a little apart if they are one.
std::pair<double, double> range_of(const std::vector<std::vector<double>>& lists) {
  double low = HUGE_VAL, high = -HUGE_VAL;
  for (const std::vector<double>& list : lists)
    for (const double v : list)
      if (std::isfinite(v)) low = std::min(low, v), high = std::max(high, v);
  if (!(low <= high)) return {0, 1};
  const double least = 1e-9 * std::max(1.0, std::abs(high));
  return high - low > least ? std::pair(low, high) : std::pair(low - least, high + least);
}

/// Number of a value's bin; `most` bins.
int bin_of(double value, std::pair<double, double> range, int most) {
  return std::clamp(static_cast<int>((value - range.first) / (range.second - range.first) * most), 0,
                    most - 1);
}

/// A histogram's outline: shares of the values by bin.
PanelCurve outline(std::string name, const std::vector<double>& values, std::pair<double, double> range,
                   size_t colour) {
  std::vector<double> counts(kBins, 0);
  double all = 0;
  for (const double v : values)
    if (std::isfinite(v)) ++counts[static_cast<size_t>(bin_of(v, range, kBins))], ++all;
  PanelCurve curve{std::move(name), {range.first}, {0}, colour};
  for (int k = 0; k < kBins; ++k)
    for (const int side : {0, 1}) {
      curve.x.push_back(range.first + (range.second - range.first) * (k + side) / kBins);
      curve.y.push_back(all > 0 ? counts[static_cast<size_t>(k)] / all : 0);
    }
  curve.x.push_back(range.second);
  curve.y.push_back(0);
  return curve;
}

/// The numbers that conditions compare a figure with.
std::vector<double> thresholds(const SearchRules& rules, size_t figure) {
  std::vector<double> out;
  for (const ConditionPart& part : rules.parts)
    for (const FormulaNode& node : part.formula.nodes) {
      if (node.op < FormulaOp::at_most || node.op > FormulaOp::differs) continue;
      const FormulaNode& left = part.formula.nodes[node.left];
      const FormulaNode& right = part.formula.nodes[node.right];
      for (const auto& [a, b] : {std::pair(&left, &right), std::pair(&right, &left)})
        if (a->op == FormulaOp::figure && a->figure == figure && b->op == FormulaOp::number)
          out.push_back(b->number);
    }
  return out;
}

NamedChart figures_chart(const SearchPlan& plan, const SearchRules& rules, const SearchTally& tally,
                         const Sample& sample) {
  PanelFigure figure{plan.tmpl.name, "", {}, 0};
  for (const size_t k : asked_figures(rules)) {
    if (figure.panels.size() == kMostPanels) break;
    const std::vector<double> limits = thresholds(rules, k), passed = passed_values(tally, k);
    const auto range = range_of({sample.columns[k], passed, limits});
    ChartPanel panel;
    panel.title = rules.table.figures[k].name;
    panel.x = {"", rules.table.figures[k].unit, AxisKind::linear, range.first, range.second};
    panel.y = {"share of worlds", ""};
    panel.curves.push_back(outline(sample.name, sample.columns[k], range, 0));
    if (!rules.usual_worlds[k].empty()) panel.curves.push_back(outline("passed", passed, range, 1));
    double top = 0;
    for (const PanelCurve& curve : panel.curves)
      top = std::max(top, *std::max_element(curve.y.begin(), curve.y.end()));
    panel.y.low = 0, panel.y.high = top > 0 ? 1.05 * top : 1;
    for (const double limit : limits)
      panel.curves.push_back(
          {limit == limits.front() ? "condition" : "", {limit, limit}, {0, panel.y.high}, 2});
    figure.panels.push_back(std::move(panel));
  }
  figure.columns = std::min<int>(4, std::max<int>(1, static_cast<int>(figure.panels.size())));
  return {"figures", std::move(figure)};
}

/// Correlation over the worlds in which both are defined.
double correlation(const std::vector<double>& a, const std::vector<double>& b) {
  std::vector<double> x, y;
  for (size_t k = 0; k < std::min(a.size(), b.size()); ++k)
    if (std::isfinite(a[k]) && std::isfinite(b[k])) x.push_back(a[k]), y.push_back(b[k]);
  return pearson(x, y);
}

struct Pair {
  double strength;  ///< absolute correlation
  size_t x, y;      ///< figures
};

/// The figures of the choice, or what was asked for; those that vary.
std::vector<size_t> charted_figures(const SearchRules& rules, const Sample& sample) {
  std::vector<size_t> out = rules.diverse.empty() ? asked_figures(rules) : rules.diverse;
  std::erase_if(out, [&](size_t k) {
    std::vector<double> known = sample.columns[k];
    std::erase_if(known, [](double v) { return !std::isfinite(v); });
    return known.size() < 2 || !(summarize(known).sd > 0);
  });
  return out;
}

ChartPanel pair_panel(const SearchRules& rules, const SearchTally& tally, const std::vector<size_t>& kept,
                      const Sample& sample, const Pair& pair) {
  std::vector<double> kept_x, kept_y;
  for (const size_t k : kept) {
    kept_x.push_back(tally.passes[k].values[pair.x]);
    kept_y.push_back(tally.passes[k].values[pair.y]);
  }
  const auto range_x = range_of({sample.columns[pair.x], kept_x});
  const auto range_y = range_of({sample.columns[pair.y], kept_y});
  Raster<float> counts(GridSpec{kBins, kBins, 1.0});
  std::fill(counts.cells.begin(), counts.cells.end(), 0.0F);
  for (size_t k = 0; k < sample.columns[pair.x].size(); ++k) {
    const double x = sample.columns[pair.x][k], y = sample.columns[pair.y][k];
    if (!std::isfinite(x) || !std::isfinite(y)) continue;
    const int column = bin_of(x, range_x, kBins), row = kBins - 1 - bin_of(y, range_y, kBins);
    counts.cells[static_cast<size_t>(row * kBins + column)] += 1;
  }
  for (float& count : counts.cells)
    if (count == 0) count = std::nanf("");
  ChartPanel panel;
  panel.x = {rules.table.figures[pair.x].name, rules.table.figures[pair.x].unit, AxisKind::linear,
             range_x.first, range_x.second};
  panel.y = {rules.table.figures[pair.y].name, rules.table.figures[pair.y].unit, AxisKind::linear,
             range_y.first, range_y.second};
  panel.field =
      PanelField{.values = std::move(counts),
                 .scale = {.map = ColourMap::sequential, .low = 0, .title = sample.name, .unit = ""},
                 .smooth = false,
                 .contours = {}};
  PanelMarks marks;
  marks.name = "kept";
  marks.x = std::move(kept_x), marks.y = std::move(kept_y);
  marks.colour = 1;
  marks.size = 7;
  panel.marks.push_back(std::move(marks));
  return panel;
}

/// The least dependent pairs first; ties by the order of figures.
std::vector<Pair> least_dependent_pairs(const std::vector<size_t>& figures, const Sample& sample) {
  std::vector<Pair> pairs;
  for (size_t a = 0; a < figures.size(); ++a)
    for (size_t b = a + 1; b < figures.size(); ++b)
      pairs.push_back({std::abs(correlation(sample.columns[figures[a]], sample.columns[figures[b]])),
                       figures[a], figures[b]});
  std::stable_sort(pairs.begin(), pairs.end(),
                   [](const Pair& a, const Pair& b) { return a.strength < b.strength; });
  if (pairs.size() > kPairs) pairs.resize(kPairs);
  return pairs;
}

std::string correlation_csv(const SearchRules& rules, const std::vector<size_t>& figures,
                            const Sample& sample) {
  CsvLine head;
  head.add(std::string_view("figure"));
  for (const size_t k : figures) head.add(rules.table.figures[k].name);
  std::string text = head.str();
  for (const size_t a : figures) {
    CsvLine line;
    line.add(rules.table.figures[a].name);
    for (const size_t b : figures)
      line.add(rounded_text(correlation(sample.columns[a], sample.columns[b]), 4));
    text += line.str();
  }
  return text;
}

/// The same as a picture: figures by their number, which the marks of the diagonal name.
NamedChart correlation_chart(const SearchPlan& plan, const SearchRules& rules,
                             const std::vector<size_t>& figures, const Sample& sample) {
  const auto n = static_cast<int>(figures.size());
  Raster<float> values(GridSpec{n, n, 1.0});
  ChartPanel panel;
  panel.title = std::string("correlation in ") + sample.name;
  panel.x = panel.y = {"number of the figure", "", AxisKind::linear, 0.5, n + 0.5};
  for (int row = 0; row < n; ++row) {
    const size_t a = figures[static_cast<size_t>(row)];
    for (int column = 0; column < n; ++column)
      values.at(column, n - 1 - row) = static_cast<float>(
          correlation(sample.columns[a], sample.columns[figures[static_cast<size_t>(column)]]));
    PanelMarks mark;
    mark.name = std::to_string(row + 1) + " " + rules.table.figures[a].name;
    mark.x = mark.y = {row + 1.0};
    mark.size = 4;
    panel.marks.push_back(std::move(mark));
  }
  panel.field =
      PanelField{.values = std::move(values),
                 .scale = {.map = ColourMap::diverging, .low = -1, .high = 1, .title = "r", .unit = ""},
                 .smooth = false,
                 .contours = {}};
  return {"correlation", PanelFigure{plan.tmpl.name, "", {std::move(panel)}, 1}};
}

NamedChart acceptance_chart(const SearchPlan& plan, const SearchRules& rules, const SearchTally& tally) {
  BarChart chart;
  chart.title = plan.tmpl.name + ": worlds by the condition that ended them";
  chart.subtitle =
      std::to_string(tally.seeds()) + " worlds, " + std::to_string(tally.passes.size()) + " passed";
  chart.y.title = "worlds";
  chart.y.low = 0;
  chart.ordered_series = true;
  for (const ConditionPart& part : rules.parts) chart.groups.push_back(part.text.substr(0, 40));
  for (size_t s = 0; s < std::size(kKpiStageSlugs); ++s) {
    BarSeries series;
    series.name = kKpiStageSlugs[s];
    bool any = false;
    for (size_t k = 0; k < rules.parts.size(); ++k) {
      series.values.push_back(static_cast<double>(tally.ended[k][s]));
      any = any || tally.ended[k][s] > 0;
    }
    if (any) chart.series.push_back(std::move(series));
  }
  if (plan.preview) {
    BarSeries series;
    series.name = kPreviewSlug;
    for (const uint64_t n : tally.previewed) series.values.push_back(static_cast<double>(n));
    chart.series.insert(chart.series.begin(), std::move(series));
  }
  return {"acceptance", std::move(chart)};
}

}  // namespace

std::vector<size_t> asked_figures(const SearchRules& rules) {
  std::set<size_t> asked;
  const auto add = [&](const Formula& formula) {
    for (const FormulaNode& node : formula.nodes)
      if (node.op == FormulaOp::figure || node.op == FormulaOp::percent) asked.insert(node.figure);
  };
  for (const ConditionPart& part : rules.parts) add(part.formula);
  if (rules.score) add(*rules.score);
  if (asked.empty())
    for (const char* name : {"fairness.worst", "travel.reach", "variety.local"})
      if (const auto figure = rules.table.find(name)) asked.insert(*figure);
  return {asked.begin(), asked.end()};
}

Result<std::vector<NamedFile>> search_charts(const SearchPlan& plan, const SearchRules& rules,
                                             const SearchTally& tally, const std::vector<size_t>& kept,
                                             const Progress& progress) {
  const Sample sample = sample_of(rules, tally);
  const std::vector<size_t> figures = charted_figures(rules, sample);
  std::vector<NamedChart> charts{figures_chart(plan, rules, tally, sample)};
  if (!rules.parts.empty()) charts.push_back(acceptance_chart(plan, rules, tally));
  PanelFigure pairs{plan.tmpl.name, "least dependent pairs of figures", {}, 2};
  for (const Pair& pair : least_dependent_pairs(figures, sample))
    pairs.panels.push_back(pair_panel(rules, tally, kept, sample, pair));
  if (!pairs.panels.empty()) charts.push_back({"expressive_range", std::move(pairs)});
  if (figures.size() > 1) charts.push_back(correlation_chart(plan, rules, figures, sample));
  Result<std::vector<NamedFile>> files = draw_all(charts, progress);
  if (files) files.value().push_back({"charts/correlation.csv", correlation_csv(rules, figures, sample)});
  return files;
}

}  // namespace fw
