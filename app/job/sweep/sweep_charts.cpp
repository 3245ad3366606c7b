#include <algorithm>
#include <cmath>
#include <map>

#include "app/job/sweep/sweep_results_internal.h"
#include "core/base/number_text.h"
#include "core/measure/pattern/summary.h"

namespace fw {
namespace {

constexpr size_t kMostFigures = 8;
constexpr size_t kMostBins = 12;
constexpr double kMostRatio = 100;  // of a bar

/// The key figures that the points move most against the seeds; ties by the table's order.
std::vector<size_t> moved_figures(const SweepPoints& points, const std::vector<FigureEffects>& effects) {
  std::vector<size_t> out;
  for (size_t k = 0; k < effects.size(); ++k) {
    const TemplateOrLuck& luck = effects[k].luck;
    if (!points.table.figures[k].name.starts_with("audit.") && luck.sd_points > 0) out.push_back(k);
  }
  std::stable_sort(out.begin(), out.end(), [&](size_t a, size_t b) {
    return effects[a].luck.share_point > effects[b].luck.share_point;
  });
  if (out.size() > kMostFigures) out.resize(kMostFigures);
  return out;
}

/// Values of a parameter as they stand on an axis: numbers, or places in the list.
double place_of(const SweepAxis& axis, double u) {
  return axis.words.empty() ? axis.low + axis.settled(u) * (axis.high - axis.low)
                            : axis.settled(u) * static_cast<double>(axis.words.size() - 1);
}

/// A figure over a parameter: mean and standard deviation of the worlds at like values.
LineSeries curve(const SweepPlan& plan, const SweepPoints& points, const SweepTable& table, size_t figure,
                 size_t a) {
  const SweepAxis& axis = points.axes[a];
  const auto by_point = figure_by_point(plan, points, table, figure);
  std::map<double, std::vector<double>> at;
  for (size_t p = 0; p < by_point.size(); ++p)
    for (const double v : by_point[p])
      if (std::isfinite(v)) at[place_of(axis, points.points[p][a])].push_back(v);
  if (at.size() > kMostBins) {  // too many different values: even bins
    std::map<double, std::vector<double>> bins;
    const double width = (axis.high - axis.low) / kMostBins;
    for (const auto& [x, values] : at) {
      const double bin = std::min<double>(kMostBins - 1, std::floor((x - axis.low) / width));
      auto& into = bins[axis.low + (bin + 0.5) * width];
      into.insert(into.end(), values.begin(), values.end());
    }
    at = std::move(bins);
  }
  LineSeries series;
  series.name = points.table.figures[figure].name;
  for (const auto& [x, values] : at) {
    const Summary summary = summarize(values);
    series.x.push_back(x);
    series.y.push_back(summary.mean);
    series.half_widths.push_back(summary.sd);
  }
  return series;
}

/// The measure of a design that says how much a parameter does.
std::string_view strength_of(SweepDesign design) {
  return design == SweepDesign::morris  ? "mu_star_in_seed_sd"
         : design == SweepDesign::sobol ? "total"
                                        : "correlation";
}

NamedChart effects_chart(const SweepPlan& plan, const SweepPoints& points, const std::vector<size_t>& figures,
                         const std::vector<FigureEffects>& effects) {
  BarChart chart;
  const std::string_view measure = strength_of(plan.design);
  chart.title = plan.tmpl.name + ": effects of the parameters";
  chart.subtitle = std::string(kSweepDesignSlugs[static_cast<size_t>(plan.design)]) + ", " +
                   std::to_string(points.points.size()) + " points, " + std::to_string(plan.seeds.size()) +
                   " seeds each";
  chart.y.title = measure == "correlation" ? "absolute correlation" : std::string(measure);
  chart.y.low = 0;
  for (const size_t k : figures) chart.groups.push_back(points.table.figures[k].name);
  for (size_t a = 0; a < points.axes.size(); ++a) {
    BarSeries series;
    series.name = points.axes[a].path;
    for (const size_t k : figures) {
      double value = kAutomatic;
      for (const Effect& effect : effects[k].effects)
        if (effect.axis == a && effect.measure == measure) value = std::abs(effect.value);
      series.values.push_back(value);
    }
    chart.series.push_back(std::move(series));
  }
  return {"effects", std::move(chart)};
}

NamedChart luck_chart(const SweepPlan& plan, const SweepPoints& points,
                      const std::vector<FigureEffects>& effects) {
  std::vector<size_t> figures;
  for (size_t k = 0; k < effects.size(); ++k)
    if (!points.table.figures[k].name.starts_with("audit.") && effects[k].luck.ratio > 0)
      figures.push_back(k);
  std::stable_sort(figures.begin(), figures.end(),
                   [&](size_t a, size_t b) { return effects[a].luck.ratio > effects[b].luck.ratio; });
  BarChart chart;
  chart.title = plan.tmpl.name + ": template or luck";
  chart.subtitle =
      "spread of the points' means over the spread between seeds; above 1 tune it, below 1 search it";
  chart.y = {"ratio", "", AxisKind::logarithmic};
  BarSeries series;
  series.name = "ratio";
  for (const size_t k : figures) {
    chart.groups.push_back(points.table.figures[k].name);
    series.values.push_back(std::min(effects[k].luck.ratio, kMostRatio));
  }
  chart.series.push_back(std::move(series));
  return {"template_or_luck", std::move(chart)};
}

}  // namespace

std::vector<NamedChart> sweep_charts(const SweepPlan& plan, const SweepPoints& points,
                                     const SweepTable& table, const std::vector<FigureEffects>& effects) {
  std::vector<NamedChart> charts;
  const std::vector<size_t> figures = moved_figures(points, effects);
  for (size_t a = 0; a < points.axes.size() && !figures.empty(); ++a) {
    LineChart chart;
    chart.title = plan.tmpl.name + ": " + points.axes[a].path;
    chart.subtitle = "mean of the worlds, band: their standard deviation";
    chart.x.title = points.axes[a].path;
    if (!points.axes[a].words.empty()) chart.x.title += " (place in the list)";
    chart.facets = true;
    chart.band_name = "standard deviation";
    for (const size_t k : figures) chart.series.push_back(curve(plan, points, table, k, a));
    charts.push_back({"parameter_" + std::to_string(a + 1), std::move(chart)});
  }
  if (!figures.empty()) charts.push_back(effects_chart(plan, points, figures, effects));
  if (plan.seeds.size() > 1 && points.points.size() > 1) charts.push_back(luck_chart(plan, points, effects));
  return charts;
}

}  // namespace fw
